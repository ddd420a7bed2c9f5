package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"tilemark/tb/overlay"
	"tilemark/text/strictyaml"
)

// table is a file of sabotages.
type table struct {
	path string

	About     string     `yaml:"about"` // who planted them and how, for the report
	Sabotages []sabotage `yaml:"sabotages"`
}

// sabotage is a text of the machine's source that another one takes the place of.
type sabotage struct {
	strictyaml.Source `json:"-"`

	Name       string `yaml:"name" json:"name"`
	File       string `yaml:"file" json:"file"`
	Old        string `yaml:"old" json:"old"`
	New        string `yaml:"new" json:"new"`
	Note       string `yaml:"note" json:"note"`                       // what is wrong with it, as one would say of RTL
	Area       string `yaml:"area" json:"area,omitempty"`             // that the report counts it under; left out, the file's block
	Equivalent string `yaml:"equivalent" json:"equivalent,omitempty"` // why nothing can show it; written after it was counted

	open string // what is known of a mutant by operator that survives and should not
}

// machine is the folder whose files may be sabotaged.
const machine = "hw/"

// readTable reads a table and finds out what it lacks, but not whether its texts are there.
//
//fuzz:text/strictyaml.FuzzParse
func readTable(file string) (*table, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t, err := parseTable(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	t.path = file
	return t, nil
}

func parseTable(data []byte) (*table, error) {
	t := &table{}
	n, err := strictyaml.Parse(data, "a table of sabotages")
	if err != nil {
		return nil, err
	}
	if err := strictyaml.Decode(n, t); err != nil {
		return nil, err
	}
	if len(t.Sabotages) == 0 {
		return nil, n.Wrong("no sabotages; the key sabotages with a list of them was expected")
	}
	seen := map[string]bool{}
	for i := range t.Sabotages {
		s := &t.Sabotages[i]
		if err := s.check(); err != nil {
			return nil, err
		}
		if seen[s.Name] {
			return nil, s.Wrong("name", "%s is there twice; a name of its own was expected", s.Name)
		}
		seen[s.Name] = true
	}
	return t, nil
}

func (s *sabotage) check() error {
	for _, k := range []struct{ key, value string }{{"name", s.Name}, {"file", s.File}, {"old", s.Old}, {"note", s.Note}} {
		if strings.TrimSpace(k.value) == "" {
			return s.Wrong(k.key, "no %s; name, file, old, new and note were expected", k.key)
		}
	}
	if !strings.HasPrefix(s.File, machine) {
		return s.Wrong("file", "%s: only the machine can be sabotaged; a file below %s was expected", s.File, machine)
	}
	return nil
}

// replacements are the sabotages for the builds.
func (t *table) replacements() (list []overlay.Replacement) {
	for i := range t.Sabotages {
		s := &t.Sabotages[i]
		list = append(list, overlay.Replacement{Name: s.Name, File: s.File, Old: s.Old, New: s.New})
	}
	return list
}

// plan plans the builds. An error names the table's line.
func (t *table) plan(root string) (*overlay.Plan, error) {
	p, err := overlay.New(root, t.replacements())
	var w *overlay.Wrong
	if errors.As(err, &w) {
		return nil, fmt.Errorf("%s:%w", t.path, t.Sabotages[w.Index].Wrong(w.Key, "%s: %w", t.Sabotages[w.Index].Name, w.Err))
	}
	return p, err
}

// choose keeps the sabotages of some names.
func (t *table) choose(names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(t.Sabotages, func(s sabotage) bool { return s.Name == name }) {
			return fmt.Errorf("-only %s: %s has no sabotage of that name", name, t.path)
		}
	}
	if len(names) > 0 {
		t.Sabotages = slices.DeleteFunc(t.Sabotages, func(s sabotage) bool { return !slices.Contains(names, s.Name) })
	}
	return nil
}

// area is what a sabotage is counted under.
func (s *sabotage) area() string {
	if s.Area != "" {
		return s.Area
	}
	return blockOf(s.File)
}

// blockOf is the folder of a file, below hw/blocks or hw.
func blockOf(file string) string { return path.Base(path.Dir(file)) }

// id tells two sabotages of one name apart.
func (s *sabotage) id() string {
	sum := sha256.Sum256([]byte(s.File + "\x00" + s.Old + "\x00" + s.New))
	return hex.EncodeToString(sum[:8])
}
