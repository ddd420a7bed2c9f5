package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"tilemark/tb/regress"
)

// Stages, in their order.
const (
	stageDirected = "directed"
	stageUnits    = "units"
	stageQuick    = "quick"
	stageRandom   = "random"
)

// subject is a sabotage that is tried.
type subject struct {
	*sabotage
	always   bool // it is part of its build, whatever the environment says
	programs *programs
}

// chosen is what the environment of its programs says.
func (s *subject) chosen() string {
	if s.always {
		return ""
	}
	return s.Name
}

// trial tries a sabotage, stage by stage, until something notices it.
type trial struct {
	*runner
	*subject
	res *result
	c   *client // nil: none is running
}

// try tries a sabotage. Its error is none of the sabotage: nothing is known then.
func (r *runner) try(ctx context.Context, s *subject) (*result, error) {
	t := &trial{r, s, newResult(s.sabotage), nil}
	if s.always {
		t.res.Entered = -1
	}
	defer t.stop()
	start := time.Now()
	t.res.Verdict = survived
	for _, stage := range []struct {
		name string
		run  func(context.Context) error
	}{
		{stageDirected, t.directed}, {stageUnits, t.unitTests}, {stageQuick, t.quick}, {stageRandom, t.random},
	} {
		t.res.Stage = stage.name
		if err := stage.run(ctx); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if t.res.Verdict != survived {
			break
		}
	}
	t.res.Seconds = time.Since(start).Seconds()
	if t.res.Verdict == survived {
		t.res.Stage, t.res.Message, t.res.Bins = "", s.open, near(t.before.holes, s.File)
		if s.Equivalent != "" {
			t.res.Verdict, t.res.Message = equivalent, s.Equivalent
		}
	}
	return t.res, nil
}

func newResult(s *sabotage) *result {
	return &result{Name: s.Name, ID: s.id(), File: s.File, Area: s.area(), Note: s.Note}
}

func (t *trial) stop() (end string) {
	if t.c != nil {
		end = t.c.stop()
	}
	t.c = nil
	return end
}

func (t *trial) directed(ctx context.Context) error {
	return t.cases(ctx, t.before.sorted(t.subject, func(o order) bool { return kind(o) == 0 }))
}

func (t *trial) quick(ctx context.Context) error {
	return t.cases(ctx, t.before.sorted(t.subject, func(o order) bool { return kind(o) != 0 }))
}

// cases runs cases until one notices the sabotage.
func (t *trial) cases(ctx context.Context, list []order) error {
	for _, o := range list {
		if t.res.Verdict != survived || ctx.Err() != nil {
			break
		}
		r, err := t.one(ctx, o)
		if err != nil {
			return err
		}
		if r != nil && !r.Failed && r.Digest != t.before.replies[o].Digest {
			t.changed(o)
		}
	}
	return nil
}

// changed notes a case that held and yet was another.
func (t *trial) changed(o order) {
	if t.res.Changed++; t.res.FirstChanged == "" {
		t.res.FirstChanged = o.id()
	}
}

// one runs a case. It returns what became of it; nil when it ended the program.
func (t *trial) one(ctx context.Context, o order) (*reply, error) {
	t.res.Cases++
	if t.c == nil {
		c, err := start(ctx, t.programs.worker, t.chosen())
		t.c = c
		if c == nil {
			return nil, err
		}
		if err != nil { // it does not come to its first case
			t.ended(ctx, o, err)
			return nil, nil
		}
	}
	limit := caseTime
	if known := t.before.replies[o]; known != nil {
		limit = limitOf(known.Wall)
	}
	r, err := t.c.run(&o, limit)
	if err != nil {
		t.ended(ctx, o, err)
		return nil, nil
	}
	if slices.Contains(r.Reached, t.Name) {
		t.res.Entered++
	}
	if r.Failed {
		t.noticed(o, r)
	}
	return r, nil
}

// noticed writes down the case that noticed the sabotage.
func (t *trial) noticed(o order, r *reply) {
	t.res.Verdict, t.res.Test, t.res.Rule, t.res.Place, t.res.Message = killed, o.id(), r.Rule, r.Place, r.Message
	if r.Rule == regress.RulePanic {
		t.res.Verdict = crashed
	}
	t.res.Repeat = regress.Repeat(o.Regression, o.Test, regress.Seed(o.Regression, o.Test, o.Index))
}

// ended writes down a case that did not end, or that ended the program.
func (t *trial) ended(ctx context.Context, o order, err error) {
	end := t.stop()
	if ctx.Err() != nil {
		return
	}
	r := &reply{Message: strings.TrimSuffix(err.Error()+": "+end, ": ")}
	t.noticed(o, r)
	t.res.Verdict = crashed
	if errors.Is(err, errTime) {
		t.res.Verdict = timedOut
	}
}

// random tries properties for a quarter of the time. Then it runs cases with the seeds of nightly until the time is over: those of tests that call the
// function for most of it, then those of all.
func (t *trial) random(ctx context.Context) error {
	start := time.Now()
	if err := t.properties(ctx, start.Add(t.budget/4)); err != nil || t.res.Verdict != survived {
		return err
	}
	able := map[string]bool{}
	for _, o := range t.before.cases {
		able[o.Test] = able[o.Test] || t.before.calls(o, t.subject)
	}
	round, err := t.rounds(ctx, 0, start.Add(t.budget*3/4), func(test string) bool { return able[test] })
	if err != nil {
		return err
	}
	_, err = t.rounds(ctx, round, start.Add(t.budget), func(string) bool { return true })
	return err
}

// rounds runs round after round of random cases until a time. It returns the round that comes next.
func (t *trial) rounds(ctx context.Context, round int, until time.Time, keep func(test string) bool) (int, error) {
	for ; ; round++ {
		list := t.randomCases(round, keep)
		if len(list) == 0 {
			return round, nil
		}
		for _, o := range list {
			if t.res.Verdict != survived || ctx.Err() != nil || !time.Now().Before(until) {
				return round + 1, nil
			}
			if _, err := t.one(ctx, o); err != nil {
				return round, err
			}
			if t.res.Verdict != survived {
				if err := t.confirm(ctx, o); err != nil {
					return round, err
				}
			}
		}
	}
}

// confirm runs a random case that noticed the sabotage without it: one that fails all the same shows nothing.
func (t *trial) confirm(ctx context.Context, o order) error {
	if ctx.Err() != nil {
		return nil
	}
	c, err := start(ctx, t.plain, "")
	if c != nil {
		defer c.stop()
	}
	if err != nil {
		return err
	}
	r, err := c.run(&o, caseTime)
	if err != nil || r.Failed {
		sentence := fmt.Sprint(err)
		if r != nil {
			sentence = r.Message
		}
		t.res.Unsound = append(t.res.Unsound, o.id()+": "+sentence)
		t.res.Verdict, t.res.Test, t.res.Rule, t.res.Place, t.res.Message, t.res.Repeat = survived, "", "", "", "", ""
	}
	return nil
}

// randomCases are the cases of a round with the seeds of nightly, in an order of the sabotage's own.
func (t *trial) randomCases(round int, keep func(test string) bool) (list []order) {
	for _, test := range regress.New(nightly).Select(t.pattern) {
		if test.Cases > 0 || !keep(test.Name) { // those with a number of cases are what quick has run
			continue
		}
		for i := round * test.Weight; i < (round+1)*test.Weight; i++ {
			list = append(list, order{nightly, test.Name, i})
		}
	}
	slices.SortFunc(list, func(a, b order) int {
		return cmp.Or(cmp.Compare(shuffled(t.Name, a), shuffled(t.Name, b)), strings.Compare(a.id(), b.id()))
	})
	return list
}

func shuffled(name string, o order) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%d", name, o.Test, o.Index)
	return h.Sum64()
}
