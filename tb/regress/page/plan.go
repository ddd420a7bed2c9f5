package page

import (
	"fmt"
	"os"

	"tilemark/hw/strictyaml"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
)

// Plan is a testplan: what must be shown, and by which tests.
type Plan struct {
	strictyaml.Source

	Entries []Entry `yaml:"entries"`
}

// Entry is a line of the testplan.
type Entry struct {
	strictyaml.Source

	Name     string   `yaml:"name"`
	Stage    string   `yaml:"stage"`
	Shows    string   `yaml:"shows"`
	Rules    []string `yaml:"rules"`
	Tests    []string `yaml:"tests"`    // patterns
	Coverage []string `yaml:"coverage"` // groups
}

// ReadPlan reads a testplan. Errors name the file, line and column.
func ReadPlan(path string) (*Plan, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	root, err := strictyaml.Parse(data, "a testplan")
	p := &Plan{}
	if err == nil {
		err = strictyaml.Decode(root, p)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return p, nil
}

// Row is what became of the cases of a testplan's entry, or of tests whose names begin the same.
type Row struct {
	Name   string   `json:"name"`
	Stage  string   `json:"stage"`
	Shows  string   `json:"shows,omitempty"`
	Rules  []string `json:"rules,omitempty"`
	Cases  int      `json:"cases"`
	Passed int      `json:"passed"`
	Failed int      `json:"failed"`
	// Coverage is that of the entry's groups, in percent; negative: it names none.
	Coverage float64 `json:"coverage"`
}

func (r *Row) add(c *store.Case) {
	r.Cases++
	if c.Result == store.Pass {
		r.Passed++
	} else {
		r.Failed++
	}
}

// State is one word for a row.
func (r *Row) State() string {
	switch {
	case r.Cases == 0:
		return "not run"
	case r.Failed > 0:
		return "failed"
	}
	return "passed"
}

// rows counts cases by the entries of the plan, and by the beginning of their tests' names without one.
func (p *Plan) rows(cases []store.Case, groups []CoverageGroup) (list []Row) {
	if p == nil {
		return rowsOfTests(cases)
	}
	for i := range p.Entries {
		e := &p.Entries[i]
		r := Row{Name: e.Name, Stage: e.Stage, Shows: e.Shows, Rules: e.Rules, Coverage: coverageOf(e.Coverage, groups)}
		for k := range cases {
			if e.has(cases[k].Test) {
				r.add(&cases[k])
			}
		}
		list = append(list, r)
	}
	return list
}

func (e *Entry) has(test string) bool {
	for _, pattern := range e.Tests {
		if regress.Matches(pattern, test) {
			return true
		}
	}
	return false
}

func rowsOfTests(cases []store.Case) (list []Row) {
	at := map[[2]string]int{}
	for i := range cases {
		c := &cases[i]
		key := [2]string{family(c.Test), c.Stage}
		if _, found := at[key]; !found {
			at[key] = len(list)
			list = append(list, Row{Name: key[0], Stage: c.Stage, Coverage: -1})
		}
		list[at[key]].add(c)
	}
	return list
}

// coverageOf joins groups of bins.
func coverageOf(names []string, groups []CoverageGroup) float64 {
	bins, covered := 0, 0
	for i := range groups {
		for _, n := range names {
			if n == groups[i].Name {
				bins, covered = bins+groups[i].Bins, covered+groups[i].Covered
			}
		}
	}
	if bins == 0 {
		return -1
	}
	return 100 * float64(covered) / float64(bins)
}
