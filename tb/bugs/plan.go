package bugs

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tilemark/tb/overlay"
	"tilemark/text/strictyaml"
)

// machine is the folder whose files may have bugs, unless a table of its own says others.
const machine = "hw/"

// damageFile is where the build has the source that damages connections at run time.
const damageFile = "hw/wires/damage.go"

//go:embed _wires/damage.go
var damage []byte

// row is where a replacement stands.
type row struct {
	strictyaml.Source
	table, name string
}

func (r *row) wrong(key string, err error) error {
	return fmt.Errorf("%s:%w", r.table, r.Wrong(key, "%s: %w", r.name, err))
}

// Plan plans the build of the project at a folder that has all bugs of the machine. An error names the table's line.
func Plan(root string) (*overlay.Build, error) {
	tables, err := read()
	if err != nil {
		return nil, err
	}
	b, err := plan(root, tables)
	if err == nil {
		b.Add(damageFile, damage)
	}
	return b, err
}

// PlanClusters plans the build that has all bugs of clusters.
func PlanClusters(root string) (*overlay.Build, error) {
	tables, err := readClusters()
	if err != nil {
		return nil, err
	}
	return plan(root, tables)
}

func plan(root string, tables []*table) (*overlay.Build, error) {
	list, rows, err := replacements(tables)
	if err != nil {
		return nil, err
	}
	p, err := overlay.New(root, list)
	var w *overlay.Wrong
	if errors.As(err, &w) {
		return nil, rows[w.Index].wrong(w.Key, w.Err)
	}
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if sentence := p.Broken[rows[i].name]; sentence != "" {
			return nil, rows[i].wrong("new", errors.New(sentence))
		}
		for _, b := range p.Alone {
			if b.Names[0] == rows[i].name {
				return nil, rows[i].wrong("old", errors.New("it is outside of a function, so that it cannot be chosen; a text inside of one was expected"))
			}
		}
	}
	return p.Chosen, nil
}

// replacements are all texts of the tables, and where each of them stands.
func replacements(tables []*table) (list []overlay.Replacement, rows []row, err error) {
	add := func(t *table, r row, file, old, text string, always bool) error {
		if !slices.ContainsFunc(t.below, func(folder string) bool { return strings.HasPrefix(file, folder) }) {
			return r.wrong("file", fmt.Errorf("%s; a file below %s was expected", file, strings.Join(t.below, " or ")))
		}
		list, rows = append(list, overlay.Replacement{Name: r.name, File: file, Old: old, New: text, Always: always}), append(rows, r)
		return nil
	}
	seen := map[string]bool{}
	for _, t := range tables {
		for i := range t.Bugs {
			b := &t.Bugs[i]
			r := row{b.Source, t.path, b.Name}
			if seen[b.Name] {
				return nil, nil, r.wrong("name", errors.New("the name is there twice; a name of its own was expected"))
			}
			seen[b.Name] = true
			err = errors.Join(err, add(t, r, b.File, b.Old, b.New, false))
			for _, e := range b.Also {
				err = errors.Join(err, add(t, row{e.Source, t.path, b.Name}, e.File, e.Old, e.New, false))
			}
		}
		for _, e := range t.Always {
			err = errors.Join(err, add(t, row{e.Source, t.path, "always"}, e.File, e.Old, e.New, true))
		}
	}
	return list, rows, err
}
