package random

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tilemark/text/near"
	"tilemark/text/strictyaml"
	"tilemark/vectors"
)

// Recipe says how often each knob's bins are chosen: a file of vectors/random.
type Recipe struct {
	Name    string
	Covers  string
	weights [][]int // by knob and bin
}

// recipeFile is what such a file holds.
type recipeFile struct {
	strictyaml.Source

	Covers  string  `yaml:"covers"`
	Weights weights `yaml:"weights"`
}

// weights are those of the knobs that a file names.
type weights [][]int

// DecodeYAML reads a mapping of knobs to mappings of bins to weights. Bins that a knob's
// mapping leaves out are never chosen; knobs that are left out keep their own weights.
func (w *weights) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of knobs, such as {contexts: {1: 2, 2: 1}},")
	}
	*w = make(weights, len(knobs))
	for _, e := range n.Entries {
		i := slices.IndexFunc(knobs, func(k *Knob) bool { return k.Name == e.Key })
		if i < 0 {
			var names []string
			for _, k := range knobs {
				names = append(names, k.Name)
			}
			return e.Wrong("unknown knob %q%s", e.Key, near.Suggest(e.Key, names, "; `tilemark knobs` lists them"))
		}
		list, err := knobs[i].read(e.Value)
		if err != nil {
			return err
		}
		(*w)[i] = list
	}
	return nil
}

// maxWeight bounds a weight, so that sums stay small.
const maxWeight = 1_000_000

// read takes the weights of a knob's bins.
func (k *Knob) read(n *strictyaml.Node) ([]int, error) {
	if n.Kind != strictyaml.Mapping {
		return nil, n.Expected("weights of %s, a mapping,", k.Name)
	}
	list, sum := make([]int, len(k.Bins)), 0
	for _, e := range n.Entries {
		i := k.bin(e.Key)
		if i < 0 {
			return nil, e.Wrong("%s has no bin %q; %s was expected", k.Name, e.Key, strictyaml.OneOf(k.names()))
		}
		if err := e.Value.Number(&list[i]); err != nil {
			return nil, err
		}
		if list[i] < 0 || list[i] > maxWeight {
			return nil, e.Value.Wrong("%s: weight %d of %s; 0 to %d was expected", k.Name, list[i], e.Key, maxWeight)
		}
		sum += list[i]
	}
	if sum == 0 {
		return nil, n.Wrong("%s: all weights are 0; one that is not was expected", k.Name)
	}
	return list, nil
}

// Names lists the recipes of the project.
func Names() []string {
	files, _ := fs.Glob(vectors.Random, "random/*.yaml")
	for i, f := range files {
		files[i] = strings.TrimSuffix(path.Base(f), ".yaml")
	}
	return files
}

// Load reads a recipe of the project by its name.
func Load(name string) (*Recipe, error) {
	file := "random/" + name + ".yaml"
	data, err := vectors.Random.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("no recipe for random vectors is called %q%s", name, near.Suggest(name, Names(), "; the folder vectors/random has them"))
	}
	r, err := ParseRecipe(data)
	if err != nil {
		return nil, fmt.Errorf("vectors/%s:%w", file, err)
	}
	r.Name = name
	return r, nil
}

// ParseRecipe reads a recipe. Errors begin with line and column.
func ParseRecipe(data []byte) (*Recipe, error) {
	root, err := strictyaml.Parse(data, "a recipe for random vectors")
	if err != nil {
		return nil, err
	}
	var f recipeFile
	if err := strictyaml.Decode(root, &f); err != nil {
		return nil, err
	}
	if f.Covers == "" {
		return nil, f.Wrong("covers", "covers: what the vectors are for was expected")
	}
	r := &Recipe{Covers: f.Covers, weights: make([][]int, len(knobs))}
	for i, k := range knobs {
		if f.Weights != nil && f.Weights[i] != nil {
			r.weights[i] = f.Weights[i]
			continue
		}
		for _, b := range k.Bins {
			r.weights[i] = append(r.weights[i], b.Weight)
		}
	}
	return r, nil
}
