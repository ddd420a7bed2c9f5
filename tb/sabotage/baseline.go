package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tilemark/tb/regress"
)

// The regressions whose cases are tried. Random cases have the seeds of nightly.
const (
	quick   = "quick"
	nightly = "nightly"
)

// directed begins the names of the tests that run the directed vectors.
const directed = "directed/"

// unsabotaged is what the machine does without any sabotage.
type unsabotaged struct {
	cases   []order           // of the quick regression, those of directed vectors first
	replies map[order]*reply  // of them
	started map[string]bool   // sabotages whose functions are called before the first case
	holes   []string          // bins that the quick regression does not hit
	hit     int               // bins that it hits
	failing []order           // cases that fail: they show nothing
	skip    map[string]string // by package: tests that fail, as a pattern for -test.skip
	unsound []string          // what all of these are, with their sentences
}

// quickCases are the cases of the quick regression that a pattern is for, those of directed vectors first.
func quickCases(pattern string) (list []order) {
	r := regress.New(quick)
	for _, t := range r.Select(pattern) {
		n := t.Weight * r.Seeds
		if t.Cases > 0 {
			n = min(n, t.Cases)
		}
		for i := range n {
			list = append(list, order{quick, t.Name, i})
		}
	}
	slices.SortStableFunc(list, func(a, b order) int { return kind(a) - kind(b) })
	return list
}

func kind(o order) int {
	if strings.HasPrefix(o.Test, directed) {
		return 0
	}
	return 1
}

// measure runs the quick regression without a sabotage, with as many programs at the same time as there may be.
func measure(ctx context.Context, program string, cases []order, jobs int) (*unsabotaged, error) {
	u := &unsabotaged{cases: cases, replies: map[order]*reply{}, started: map[string]bool{}, skip: map[string]string{}}
	parts, errs := make([]*part, jobs), make([]error, jobs)
	var all sync.WaitGroup
	for i := range jobs {
		all.Go(func() { parts[i], errs[i] = measurePart(ctx, program, cases, i, jobs) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	u.join(parts)
	return u, nil
}

// part is what one of some programs measures.
type part struct {
	started []string
	replies map[order]*reply
	hits    map[string]uint64
}

func measurePart(ctx context.Context, program string, cases []order, first, step int) (*part, error) {
	p := &part{replies: map[order]*reply{}}
	c, err := start(ctx, program, "")
	if c != nil {
		defer c.stop()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	p.started = c.started
	for i := first; i < len(cases); i += step {
		if p.replies[cases[i]], err = c.run(&cases[i], caseTime); err != nil {
			return nil, fmt.Errorf("%s, without a sabotage: %w: %s", cases[i].Test, err, c.stop())
		}
	}
	last, err := c.finish()
	if err != nil {
		return nil, err
	}
	p.hits = last.Hits
	return p, nil
}

// join puts together what the programs have measured.
func (u *unsabotaged) join(parts []*part) {
	hits := map[string]uint64{}
	for _, p := range parts {
		for _, name := range p.started {
			u.started[name] = true
		}
		for o, r := range p.replies {
			u.replies[o] = r
		}
		for bin, n := range p.hits {
			hits[bin] += n
		}
	}
	for bin, n := range hits {
		if n == 0 {
			u.holes = append(u.holes, bin)
		} else {
			u.hit++
		}
	}
	slices.Sort(u.holes)
	for _, o := range u.cases {
		if r := u.replies[o]; r.Failed {
			u.failing = append(u.failing, o)
			u.unsound = append(u.unsound, fmt.Sprintf("%s: %s", o.id(), r.Message))
		}
	}
}

// id names a case as reports of regressions do.
func (o order) id() string { return fmt.Sprintf("%s#%d", o.Test, o.Index) }

// calls tells whether a case calls the function of a sabotage. Where nothing can tell, it may.
func (u *unsabotaged) calls(o order, s *subject) bool {
	if s.always || u.started[s.Name] {
		return true
	}
	return slices.Contains(u.replies[o].Reached, s.Name)
}

// memory is where functions are whose results are kept for the life of a program: a case may depend on one that it does not call.
const memory = "hw/wires/"

// sorted lists cases for a sabotage: those that call its function, the quickest first. The others come after them only where the case
// may depend on the function all the same.
func (u *unsabotaged) sorted(s *subject, keep func(order) bool) (list []order) {
	var others []order
	for _, o := range u.cases {
		switch {
		case !keep(o) || slices.Contains(u.failing, o):
		case u.calls(o, s):
			list = append(list, o)
		case strings.HasPrefix(s.File, memory):
			others = append(others, o)
		}
	}
	slices.SortStableFunc(list, func(a, b order) int { return int(u.replies[a].Wall - u.replies[b].Wall) })
	return append(list, others...)
}
