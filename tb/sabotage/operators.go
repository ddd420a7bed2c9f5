package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"tilemark/tb/operator"
	"tilemark/tb/overlay"
	"tilemark/text/output"
	"tilemark/text/strictyaml"
)

// reason is what somebody has found out about a mutant by operator that survived.
type reason struct {
	strictyaml.Source

	Name       string `yaml:"name"`
	Equivalent string `yaml:"equivalent"` // why nothing can show it
	Open       string `yaml:"open"`       // or what would show it
}

// readReasons reads what is known of mutants by operator, by name. A name holds the text around the change, so that a reason is lost
// when that is changed.
//
//fuzz:text/strictyaml.FuzzParse
func readReasons(file string) (map[string]*reason, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	n, err := strictyaml.Parse(data, "a list of reasons")
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	var list struct {
		Reasons []reason `yaml:"reasons"`
	}
	if err := strictyaml.Decode(n, &list); err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	known := map[string]*reason{}
	for i := range list.Reasons {
		r := &list.Reasons[i]
		switch {
		case !overlay.ValidName(r.Name) || known[r.Name] != nil:
			err = r.Wrong("name", "%q; the name of a mutant, once, was expected", r.Name)
		case (r.Equivalent == "") == (r.Open == ""):
			err = r.Wrong("name", "%s: one of equivalent and open was expected", r.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%w", file, err)
		}
		known[r.Name] = r
	}
	return known, nil
}

// more is how many mutants are chosen for one that is wanted: some do not compile.
const more = 2

// operatorTable chooses mutants by operator that compile, and writes them into a folder as a table.
func operatorTable(ctx context.Context, root, folder string, n int, seed uint64, known map[string]*reason) (*table, error) {
	all, err := operator.All(root, path.Clean(machine))
	if err != nil {
		return nil, err
	}
	chosen := operator.Sample(all, more*n, seed)
	var list []overlay.Replacement
	for i := range chosen {
		list = append(list, chosen[i].Replacement)
	}
	p, err := overlay.New(root, list)
	if err != nil {
		return nil, err
	}
	if err := p.Compile(ctx, root, filepath.Join(folder, "try"), list); err != nil {
		return nil, err
	}
	chosen = slices.DeleteFunc(chosen, func(m operator.Mutant) bool { return p.Broken[m.Name] != "" })
	t := &table{About: fmt.Sprintf("Mutants by operator, chosen by seed %d of %d that there are.", seed, len(all))}
	for _, m := range operator.Sample(chosen, n, seed) {
		s := sabotage{Name: m.Name, File: m.File, Old: m.Old, New: m.New, Note: fmt.Sprintf("%s: %s in %s", m.Kind, m.What, m.Func)}
		if r := known[m.Name]; r != nil {
			s.Equivalent, s.open = r.Equivalent, r.Open
		}
		t.Sabotages = append(t.Sabotages, s)
	}
	t.path = filepath.Join(folder, fmt.Sprintf("operators-%d-of-seed-%d.yaml", n, seed))
	return t, t.write(t.path)
}

// write writes the table as a file that readTable reads.
func (t *table) write(file string) error {
	list := &strictyaml.Node{Kind: strictyaml.List}
	for i := range t.Sabotages {
		s := &t.Sabotages[i]
		n := strictyaml.Map("name", s.Name, "file", s.File, "old", s.Old, "new", s.New, "note", s.Note)
		if s.Equivalent != "" {
			n.Set("equivalent", s.Equivalent)
		}
		list.Items = append(list.Items, n)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	text := strictyaml.Map("about", t.About, "sabotages", list).Print()
	return output.Write(file, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}
