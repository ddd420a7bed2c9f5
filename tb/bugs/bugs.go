// Package bugs has the known bugs of the machine, which the tests must notice one at a time. The tables say which text of the source
// each of them replaces. hw has none of it: an overlay puts all of them into a build, where one is chosen at run time (package overlay).
package bugs

import (
	"embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"tilemark/tb/overlay"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// Bug is a single wrong point of the machine.
type Bug struct {
	strictyaml.Source

	Name  string `yaml:"name"`  // lower-case letters, digits, dashes
	Block string `yaml:"block"` // the part of the machine that has it
	Rules string `yaml:"rules"` // those of docs/rules.md, or of docs/clusters.md, that it breaks, separated by spaces
	What  string `yaml:"what"`  // what is wrong, in a sentence
	File  string `yaml:"file"`  // below hw/, or the folders of a table of its own
	Old   string `yaml:"old"`   // text of the file that is there exactly once
	New   string `yaml:"new"`   // what takes its place
	Also  []Edit `yaml:"also"`  // further texts that the bug needs
}

// Edit is a text of the machine's source that another one takes the place of.
type Edit struct {
	strictyaml.Source

	File string `yaml:"file"`
	Old  string `yaml:"old"`
	New  string `yaml:"new"`
}

// table is a file of tables/.
type table struct {
	Bugs   []Bug  `yaml:"bugs"`
	Always []Edit `yaml:"always"` // what the build has whatever is chosen

	path  string
	below []string // folders whose files may have its bugs
}

//go:embed tables/*.yaml
var files embed.FS

// order is that of the machine's tables: what lists bugs follows the pipe. Clusters are not in the machine, and have a table and a list of their own.
var (
	order    = []string{"csp", "address", "geometry", "pool", "pixels", "connections", "damage"}
	clusters = []string{"clusters"}
)

// read reads the machine's tables, and readClusters that of clusters, once.
var (
	read         = sync.OnceValues(func() ([]*table, error) { return readTables(order) })
	readClusters = sync.OnceValues(func() ([]*table, error) { return readTables(clusters) })
)

func readTables(names []string) (all []*table, err error) {
	for _, name := range names {
		path := "tables/" + name + ".yaml"
		data, err := files.ReadFile(path)
		if err != nil {
			return nil, err
		}
		t, err := parseTable("tb/bugs/"+path, data)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// parseTable reads a table, but not whether its texts are there.
//
//fuzz:text/strictyaml.FuzzParse
func parseTable(path string, data []byte) (*table, error) {
	t := &table{path: path, below: []string{machine}}
	n, err := strictyaml.Parse(data, "a table of known bugs")
	if err == nil {
		err = strictyaml.Decode(n, t)
	}
	for i := range t.Bugs {
		if err == nil {
			err = t.Bugs[i].check()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return t, nil
}

func (b *Bug) check() error {
	for _, k := range []struct{ key, value string }{
		{"name", b.Name}, {"block", b.Block}, {"rules", b.Rules}, {"what", b.What}, {"file", b.File}, {"old", b.Old},
	} {
		if strings.TrimSpace(k.value) == "" {
			return b.Wrong(k.key, "no %s; name, block, rules, what, file, old and new were expected", k.key)
		}
	}
	return nil
}

// List returns all bugs of the machine, in the order of the tables.
func List() []Bug { return listOf(read) }

// Clusters returns all bugs of clusters (docs/clusters.md, "Listed bugs").
func Clusters() []Bug { return listOf(readClusters) }

// PlanFile plans the build of the project at a folder that has all bugs of a table which is in a file of its own, and returns them. They are in files below
// some folders of the project, which end with a slash; below hw/ when none is named.
//
//fuzz:text/strictyaml.FuzzParse
func PlanFile(root, path string, below ...string) ([]Bug, *overlay.Build, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	t, err := parseTable(path, data)
	if err != nil {
		return nil, nil, err
	}
	if len(below) > 0 {
		t.below = below
	}
	b, err := plan(root, []*table{t})
	return t.Bugs, b, err
}

func listOf(read func() ([]*table, error)) (list []Bug) {
	tables, err := read()
	if err != nil {
		panic(err) // the build of these bugs has failed on it before
	}
	for _, t := range tables {
		list = append(list, t.Bugs...)
	}
	return list
}

// Named returns the bug of a name.
func Named(name string) (*Bug, error) {
	list := List()
	if i := slices.IndexFunc(list, func(b Bug) bool { return b.Name == name }); i >= 0 {
		return &list[i], nil
	}
	var names, like []string
	for i := range list {
		names = append(names, list[i].Name)
		if strings.Contains(list[i].Name, name) {
			like = append(like, list[i].Name)
		}
	}
	if len(like) > 0 {
		return nil, fmt.Errorf("unknown bug %q; one of %s was expected", name, strings.Join(like, ", "))
	}
	return nil, fmt.Errorf("unknown bug %q%s", name, near.Suggest(name, names, "; tb/bugs/tables lists them"))
}
