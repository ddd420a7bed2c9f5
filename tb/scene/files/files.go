// Package files opens the files that a scene file refers to, none outside of its folder, and gives errors their place in a text. The
// readers of tb/scene/gltf, tb/scene/obj and tb/scenefile use it.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tilemark/text/number"
)

// MaxFileBytes is the largest file that is loaded.
const MaxFileBytes = 256 << 20

// Guard turns a panic of a library on malformed input into an error.
func Guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed file: %v", r)
		}
	}()
	return f()
}

// CheckRegular refuses what is no file, or is larger than MaxFileBytes.
func CheckRegular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("is a folder")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case info.Size() > MaxFileBytes:
		return fmt.Errorf("too large: %s bytes; at most %s are loaded", number.Thousands(info.Size()), number.Thousands(MaxFileBytes))
	}
	return nil
}

// References opens the files that a scene file refers to, by paths relative to its folder; nothing outside that folder is
// reachable, by symbolic links neither.
type References struct {
	Dir    string
	Inner  bool // the scene belongs to a context of another file
	Inline bool // the scene is written into another file
	Whole  bool // materials are read with all that a shader can be told of them
}

// Own is the path of the file that refers to others.
func (r References) Own(source string) string {
	if r.Dir == "" {
		return source
	}
	return filepath.Join(r.Dir, filepath.Base(filepath.FromSlash(source)))
}

// Path is a file that the scene refers to as the user would open it.
func (r References) Path(name string) string { return filepath.Join(r.Dir, filepath.FromSlash(name)) }

// Read gives the content of a file by its path from the folder.
func (r References) Read(name string) ([]byte, error) {
	data, err := r.readInside(filepath.FromSlash(name))
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("no such file")
	case strings.Contains(err.Error(), "escapes"): // os.Root has no name for this error
		err = errors.New("outside")
	}
	return nil, fmt.Errorf("refers to file %q: %w; one in the folder %s or below was expected", name, err, r.Dir)
}

//fuzz:tb/scenefile.FuzzMTL tb/scene.FuzzTexture tb/scenefile.FuzzGLB
func (r References) readInside(name string) ([]byte, error) {
	switch {
	case r.Inline:
		return nil, errors.New("scenes within another file refer to none")
	case r.Dir == "":
		return nil, errors.New("built-in scenes have no files beside them")
	}
	root, err := os.OpenRoot(r.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := CheckRegular(info); err != nil {
		return nil, err
	}
	return root.ReadFile(name)
}

// Placed is an error at a place in the file, line:column.
type Placed struct {
	Place string // line:column, both from 1
	Err   error
}

// Error names the place.
func (p *Placed) Error() string { return p.Place + ": " + p.Err.Error() }

// Unwrap returns the cause.
func (p *Placed) Unwrap() error { return p.Err }
