package random

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"tilemark/tb/directed"
	"tilemark/tb/scenefile"
	"tilemark/tb/stream"
	"tilemark/text/number"
)

// Prefixes of the names of vectors that the program has or makes.
const (
	DirectedPrefix = "directed/"
	Prefix         = "random/"
)

// maxVectorBytes is the largest vector file that is read.
const maxVectorBytes = 16 << 20

// Text returns the text of a vector: directed/NAME, random/RECIPE:SEED, or a file's.
//
//fuzz:tb/directed.FuzzVector tb/random.FuzzSeeds
func Text(name string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(name, Prefix); ok {
		recipe, text, found := strings.Cut(rest, ":")
		seeds, err := ParseSeeds(text)
		if !found || err != nil {
			return nil, fmt.Errorf("%s: random/RECIPE:SEED, the seed being a whole number below 2^64, was expected", name)
		}
		v, err := GenerateFrom(recipe, seeds)
		if err != nil {
			return nil, err
		}
		return v.Text, nil
	}
	if rest, ok := strings.CutPrefix(name, DirectedPrefix); ok {
		return directed.Text(rest)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file; a vector's file, directed/NAME or random/RECIPE:SEED was expected", name)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is not a regular file", name)
	case info.Size() > maxVectorBytes:
		return nil, fmt.Errorf("%s: too large: %s bytes; at most %s are read", name, number.Thousands(info.Size()), number.Thousands(maxVectorBytes))
	}
	return os.ReadFile(name)
}

// Open reads a vector that Text finds. Errors name it.
func Open(name string) (*directed.Vector, []byte, error) {
	text, err := Text(name)
	if err != nil {
		return nil, nil, cmp.Or(isScene(name, nil), err)
	}
	v, err := directed.Parse(text)
	if err != nil {
		return nil, nil, cmp.Or(isScene(name, text), fmt.Errorf("%s:%w", name, err))
	}
	v.Name = name
	return v, text, nil
}

// isScene is the error that a name stands for what verbs that draw take; nil when it does not.
func isScene(name string, text []byte) error {
	if s, err := scenefile.Load(name); err == nil && len(s.Draws) > 0 {
		return fmt.Errorf("%s: this is a scene, not a directed vector; `tilemark run %s` draws it", name, name)
	}
	if stream.IsStream(text) {
		return fmt.Errorf("%s: this is a command stream, not a directed vector; `tilemark run %s` draws it", name, name)
	}
	return nil
}
