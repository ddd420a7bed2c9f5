package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tilemark/tb/overlay"
	"tilemark/tb/version"
	"tilemark/text/number"
)

// options are what somebody wants of a run.
type options struct {
	folder  string        // for what is built
	results string        // file
	resume  bool          // keep the results that are there
	jobs    int           // sabotages that are tried at the same time
	budget  time.Duration // for random cases of each
	pattern string        // of tests of the regressions; "" for all
	noUnits bool          // leave unit tests out
}

// runner tries the sabotages of a table.
type runner struct {
	options
	w        io.Writer
	root     string
	module   string
	table    *table
	plan     *overlay.Plan
	before   *unsabotaged
	plain    string // the program that runs cases without a sabotage
	packages []unitPackage
	subjects []*subject
	res      *results

	lock sync.Mutex // of res and w
}

// run tries the sabotages of a table whose builds are planned.
func run(ctx context.Context, w io.Writer, root string, t *table, p *overlay.Plan, o options) (*results, error) {
	r := &runner{options: o, w: w, root: root, table: t, plan: p, res: &results{}}
	if o.resume {
		have, err := readResults(o.results)
		if err != nil {
			return nil, err
		}
		r.res.Results = slices.DeleteFunc(have.Results, func(old *result) bool { return !r.counts(old) })
	}
	r.res.Table, r.res.About, r.res.Revision, r.res.Random = t.path, t.About, version.Revision(), o.budget.String()
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	err := r.all(ctx)
	r.res.order(t)
	return r.res, errors.Join(err, r.res.write(o.results))
}

// counts tells whether a result of a run before is one of this table's sabotages. A survivor's is not, when a reason was written or taken
// away since.
func (r *runner) counts(old *result) bool {
	for i := range r.table.Sabotages {
		if s := &r.table.Sabotages[i]; s.Name == old.Name && s.id() == old.ID {
			switch {
			case old.Verdict == survived && s.Equivalent != "":
				old.Verdict, old.Message = equivalent, s.Equivalent
			case old.Verdict == equivalent && s.Equivalent == "", old.Verdict == survived:
				old.Verdict, old.Message = survived, s.open
			}
			return true
		}
	}
	return false
}

// prepare builds what is run, and measures the machine without a sabotage.
func (r *runner) prepare(ctx context.Context) error {
	r.say("compiling %s", number.Count(len(r.table.Sabotages), "sabotage"))
	if err := r.plan.Compile(ctx, r.root, filepath.Join(r.folder, "try"), r.table.replacements()); err != nil {
		return err
	}
	if err := r.build(ctx); err != nil {
		return err
	}
	if !slices.ContainsFunc(r.subjects, func(s *subject) bool { return r.res.of(s.sabotage) == nil }) {
		r.before = &unsabotaged{}
		return nil // nothing is left to be tried
	}
	cases := quickCases(r.pattern)
	r.say("running %s of the quick regression without a sabotage", number.Count(len(cases), "case"))
	var err error
	if r.before, err = measure(ctx, r.plain, cases, r.jobs); err != nil {
		return err
	}
	if err := r.units(ctx); err != nil {
		return err
	}
	r.res.Unsound = r.before.unsound
	r.res.QuickBins = fmt.Sprintf("%d of %d", r.before.hit, r.before.hit+len(r.before.holes))
	for _, text := range r.before.unsound {
		r.say("fails without a sabotage, and is left out: %s", text)
	}
	return nil
}

// build builds the programs of all builds, and lists the sabotages.
func (r *runner) build(ctx context.Context) error {
	byName := map[string]*sabotage{}
	for i := range r.table.Sabotages {
		s := &r.table.Sabotages[i]
		byName[s.Name] = s
		if sentence := r.plan.Broken[s.Name]; sentence != "" && r.res.of(s) == nil {
			res := newResult(s)
			res.Verdict, res.Message = broken, sentence
			r.add(res)
		}
	}
	p, err := buildPrograms(ctx, r.root, filepath.Join(r.folder, "all"), r.plan.Chosen)
	if err != nil {
		return err
	}
	r.plain = p.worker
	if r.plan.Chosen != nil {
		for _, name := range r.plan.Chosen.Names {
			r.subjects = append(r.subjects, &subject{sabotage: byName[name], programs: p})
		}
	}
	for _, b := range r.plan.Alone {
		s := byName[b.Names[0]]
		if r.res.of(s) != nil {
			continue
		}
		p, err := buildPrograms(ctx, r.root, filepath.Join(r.folder, s.Name), b)
		if err != nil {
			return err
		}
		r.subjects = append(r.subjects, &subject{sabotage: s, always: true, programs: p})
	}
	return nil
}

// units builds the unit tests that have a chosen sabotage in them, and finds those that fail without one.
func (r *runner) units(ctx context.Context) (err error) {
	if r.noUnits {
		return nil
	}
	if r.packages, err = unitPackages(ctx, r.root); err != nil {
		return err
	}
	r.module, _, _ = strings.Cut(r.packages[0].path, "/")
	var pkgs []*unitPackage
	for _, s := range r.subjects {
		if !s.always && r.res.of(s.sabotage) == nil {
			pkgs = append(pkgs, r.testedBy(s.File)...)
		}
	}
	slices.SortFunc(pkgs, func(a, b *unitPackage) int { return strings.Compare(a.path, b.path) })
	pkgs = slices.Compact(pkgs)
	if len(pkgs) == 0 {
		return nil
	}
	i := slices.IndexFunc(r.subjects, func(s *subject) bool { return !s.always })
	p := r.subjects[i].programs
	r.say("building and running the unit tests of %s without a sabotage", number.Count(len(pkgs), "package"))
	if err := p.buildUnits(ctx, pkgs); err != nil {
		return err
	}
	return r.before.soundUnits(ctx, p, pkgs)
}

// all tries the sabotages that have no result, some at the same time.
func (r *runner) all(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	left := slices.DeleteFunc(slices.Clone(r.subjects), func(s *subject) bool { return r.res.of(s.sabotage) != nil })
	todo := make(chan *subject)
	var workers sync.WaitGroup
	for range r.jobs {
		workers.Go(func() {
			for s := range todo {
				res, err := r.try(ctx, s)
				if err == nil {
					err = r.done(res)
				}
				if err != nil {
					cancel(fmt.Errorf("%s: %w", s.Name, err))
				}
				if s.always {
					os.RemoveAll(s.programs.folder) // it is as large as the others together
				}
			}
		})
	}
	for _, s := range left {
		select {
		case todo <- s:
		case <-ctx.Done():
		}
	}
	close(todo)
	workers.Wait()
	return context.Cause(ctx)
}

func (r *runner) add(res *result) { r.res.Results = append(r.res.Results, res) }

// done keeps a result, in the file too, so that a run that is stopped can go on.
func (r *runner) done(res *result) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.add(res)
	r.say("%d of %d: %s", len(r.res.Results), len(r.table.Sabotages), line(res))
	return r.res.write(r.results)
}

func (r *runner) say(format string, args ...any) { fmt.Fprintf(r.w, format+"\n", args...) }
