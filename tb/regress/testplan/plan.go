// Package testplan reads what must be shown of the machine, and by which tests (docs/testplan.yaml), and checks that what a
// plan names is there.
package testplan

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"tilemark/tb/regress"
	"tilemark/text/strictyaml"
)

// Plan is a testplan.
type Plan struct {
	strictyaml.Source

	Entries []Entry `yaml:"entries"`
}

// Entry says what must be shown.
type Entry struct {
	strictyaml.Source

	Name     string   `yaml:"name"`
	Stage    string   `yaml:"stage"`
	Shows    string   `yaml:"shows"`
	Rules    []string `yaml:"rules"`
	Tests    []string `yaml:"tests"`    // patterns for those of regressions, or FOLDER.TestName
	Coverage []string `yaml:"coverage"` // groups
}

// Read reads a testplan. Errors name the file, line and column.
//
//fuzz:tb/regress/testplan.FuzzPlan
func Read(path string) (*Plan, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return p, nil
}

// Parse reads the text of a testplan. Errors name line and column.
func Parse(data []byte) (*Plan, error) {
	root, err := strictyaml.Parse(data, "a testplan")
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	return p, strictyaml.Decode(root, p)
}

// Has tells whether a regression's test is one of the entry's.
func (e *Entry) Has(test string) bool {
	return slices.ContainsFunc(e.Tests, func(pattern string) bool { return regress.Matches(pattern, test) })
}

// InGo tells whether an entry's tests are all Go's, so that no regression runs one.
func (e *Entry) InGo() bool {
	return len(e.Tests) > 0 && !slices.ContainsFunc(e.Tests, func(pattern string) bool { return !isGo(pattern) })
}

// Unexercised names the entries of V1 and V2 that have tests of a regression, of which none is among those that had a case.
func (p *Plan) Unexercised(r *regress.Regression, ran []string) (names []string) {
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.counts() && slices.ContainsFunc(r.Tests, func(t *regress.Test) bool { return e.Has(t.Name) }) && !slices.ContainsFunc(ran, e.Has) {
			names = append(names, e.Name)
		}
	}
	return names
}

// counts tells whether a run in which an entry has no case is not the whole.
func (e *Entry) counts() bool { return e.Stage == "V1" || e.Stage == "V2" }

// isGo tells whether a pattern is for tests of Go: no test of a regression has a dot in its name.
func isGo(pattern string) bool { return strings.Contains(pattern, ".") }
