package page

import (
	"slices"

	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/regress/testplan"
)

// Row is what became of the cases of a testplan's entry, or of tests whose names begin the same.
type Row struct {
	Name   string   `json:"name"`
	Stage  string   `json:"stage"`
	Shows  string   `json:"shows,omitempty"`
	Rules  []string `json:"rules,omitempty"`
	Cases  int      `json:"cases"`
	Passed int      `json:"passed"`
	Failed int      `json:"failed"`
	InGo   bool     `json:"in_go,omitempty"` // no regression runs its tests; `make test` does
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
	case r.InGo:
		return "make test"
	case r.Cases == 0:
		return "not run"
	case r.Failed > 0:
		return "failed"
	}
	return "passed"
}

// rows counts cases by the entries of the plan, and by the beginning of their tests' names without one.
func rows(p *testplan.Plan, cases []store.Case, groups []CoverageGroup) (list []Row) {
	if p == nil {
		return rowsOfTests(cases)
	}
	for i := range p.Entries {
		e := &p.Entries[i]
		r := Row{Name: e.Name, Stage: e.Stage, Shows: e.Shows, Rules: e.Rules, InGo: e.InGo(), Coverage: coverageOf(e.Coverage, groups)}
		for k := range cases {
			if e.Has(cases[k].Test) {
				r.add(&cases[k])
			}
		}
		list = append(list, r)
	}
	return list
}

// miss finds the entries of which a run should have had cases, and had none.
func (r *Report) miss(p *testplan.Plan, run *store.Run) {
	reg := regress.New(run.Regression)
	if p == nil || reg == nil || !regress.Whole(run) {
		return
	}
	var ran []string
	for i := range r.cases {
		ran = append(ran, r.cases[i].Test)
	}
	if missing := p.Unexercised(reg, slices.Compact(ran)); missing != nil {
		r.Missing = missing
	}
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

// PlanSeen are the rows with cases, and those that should have had some.
func (r *Report) PlanSeen() []Row { return r.planned(true) }

// PlanRest are the others.
func (r *Report) PlanRest() []Row { return r.planned(false) }

func (r *Report) planned(seen bool) (list []Row) {
	for _, p := range r.Plan {
		if seen == (p.Cases > 0 || slices.Contains(r.Missing, p.Name)) {
			list = append(list, p)
		}
	}
	return list
}
