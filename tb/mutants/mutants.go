// Package mutants plants listed bugs one at a time, runs suites of tests until one notices it, and prints what noticed it. Commands that do so
// (tb/cluster/mutants, tb/shaders/mutants) say which bugs and which suites; they are called in the project's folder.
//
// Exit status: 0 when all were noticed, 1 when one survived, 2 when something could not be built or run.
package mutants

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"tilemark/tb/bugs"
	"tilemark/tb/overlay"
)

// Exit statuses.
const (
	exitSurvivors = 1
	exitTrouble   = 2
)

// Options are what somebody wants of a run, whatever the bugs are.
type Options struct {
	jobs   int
	only   string
	table  string
	most   time.Duration
	folder string
}

// Flags adds the options to the command line's. tables is where tables of bugs are, folder the one for what is built unless the command line says another.
func Flags(tables, folder string) *Options {
	o := &Options{}
	flag.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "`N` bugs are tried at the same time")
	flag.StringVar(&o.only, "only", "", "try the bugs of these `NAMES` only, with commas between them")
	flag.StringVar(&o.table, "table", "", "try the bugs of this `FILE` instead, as in "+tables)
	flag.DurationVar(&o.most, "most", 3*time.Minute, "`TIME` that a suite may take: many times what it takes on a machine that does nothing else")
	flag.StringVar(&o.folder, "out", folder, "`FOLDER` for what is built")
	return o
}

// Program is which bugs are planted, and which tests are to notice them.
type Program struct {
	Listed string                                                 // the table of the bugs, for who asks for one that is none
	Plan   func(table string) ([]bugs.Bug, *overlay.Build, error) // the bugs of a file, or with "" the listed ones
	Suites []*Suite                                               // in their order
	Rank   func(s *Suite, b *bugs.Bug) int                        // where a suite comes for a bug, below 0: it does not; nil: as they are listed
}

// Main tries the bugs that the command line names, and ends the program. The command line must have been read.
func (o *Options) Main(p *Program) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	survivors, err := o.run(ctx, os.Stdout, p)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(exitTrouble)
	case survivors > 0:
		os.Exit(exitSurvivors)
	}
}

// run tries the bugs and prints what became of each. It returns how many survived.
func (o *Options) run(ctx context.Context, w io.Writer, p *Program) (survivors int, err error) {
	all, plan, err := p.Plan(o.table)
	if err != nil {
		return 0, err
	}
	list, err := p.chosen(all, o.only)
	if err != nil {
		return 0, err
	}
	if err := o.build(ctx, plan, p.Suites); err != nil {
		return 0, err
	}
	for _, s := range p.Suites { // they must hold without a bug
		r, err := s.run(ctx, "", o.most)
		if err != nil {
			return 0, err
		}
		if r.failed {
			return 0, fmt.Errorf("%s of %s fail without a bug: %s", s.Name, s.Package, r.text)
		}
	}
	results := o.tryAll(ctx, w, list, p)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return report(w, results)
}

// chosen are the bugs of a list whose names are given; all, when none is.
func (p *Program) chosen(all []bugs.Bug, names string) (list []*bugs.Bug, err error) {
	for _, name := range strings.Split(names, ",") {
		found := false
		for i := range all {
			if names == "" || all[i].Name == name {
				list, found = append(list, &all[i]), true
			}
		}
		if !found {
			return nil, fmt.Errorf("unknown bug %q; the table (%s, or that of -table) lists them", name, p.Listed)
		}
	}
	return list, nil
}

// tryAll tries bugs, some at the same time.
func (o *Options) tryAll(ctx context.Context, w io.Writer, list []*bugs.Bug, p *Program) []result {
	results, next := make([]result, len(list)), make(chan int)
	var group sync.WaitGroup
	var line sync.Mutex
	for range o.jobs {
		group.Go(func() {
			for i := range next {
				results[i] = p.try(ctx, list[i], o.most)
				line.Lock()
				fmt.Fprintf(w, "%3d of %d  %s\n", i+1, len(list), results[i].line())
				line.Unlock()
			}
		})
	}
	for i := range list {
		if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	group.Wait()
	return results
}

// report prints how many bugs each suite noticed, and the survivors.
func report(w io.Writer, results []result) (survivors int, err error) {
	count, order := map[string]int{}, []string{}
	for i := range results {
		r := &results[i]
		if r.err != nil {
			return 0, r.err
		}
		if count[r.by()]++; count[r.by()] == 1 {
			order = append(order, r.by())
		}
	}
	fmt.Fprintf(w, "\n%d bugs\n", len(results))
	for _, by := range order {
		fmt.Fprintf(w, "%5d  %s\n", count[by], by)
	}
	for i := range results {
		if r := &results[i]; r.suite == "" {
			survivors++
			fmt.Fprintf(w, "SURVIVED  %s: %s (rule %s, %s)\n", r.bug.Name, r.bug.What, r.bug.Rules, r.bug.File)
		}
	}
	return survivors, nil
}
