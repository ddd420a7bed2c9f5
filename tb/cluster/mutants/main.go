// Command mutants plants each known bug of clusters, runs random kernels and unit tests until one notices it, and prints what noticed it
// (docs/clusters.md, "Listed bugs"). It is called in the project's folder.
//
// Exit status: 0 when all were noticed, 1 when one survived, 2 when something could not be built or run.
package main

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

// options are what somebody wants of a run.
type options struct {
	jobs    int
	kernels int
	first   uint64
	only    string
	table   string
	most    time.Duration
	folder  string
}

func main() {
	o := &options{}
	flag.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "`N` bugs are tried at the same time")
	flag.IntVar(&o.kernels, "kernels", 300, "`N` random programs for each bug, and as many with textures")
	flag.Uint64Var(&o.first, "first", 0, "`SEED` of the first one")
	flag.StringVar(&o.only, "only", "", "try the bugs of these `NAMES` only, with commas between them")
	flag.StringVar(&o.table, "table", "", "try the bugs of this `FILE` instead, as in tb/cluster/mutants/tables")
	flag.DurationVar(&o.most, "most", 3*time.Minute, "`TIME` that a suite may take: many times what it takes on a machine that does nothing else")
	flag.StringVar(&o.folder, "out", "out/cluster-mutants", "`FOLDER` for what is built")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	survivors, err := o.run(ctx, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(exitTrouble)
	case survivors > 0:
		os.Exit(exitSurvivors)
	}
}

// run tries the bugs and prints what became of each. It returns how many survived.
func (o *options) run(ctx context.Context, w io.Writer) (survivors int, err error) {
	all, plan, err := o.plan()
	if err != nil {
		return 0, err
	}
	list, err := chosen(all, o.only)
	if err != nil {
		return 0, err
	}
	suites, err := o.build(ctx, plan)
	if err != nil {
		return 0, err
	}
	for _, s := range suites { // they must hold without a bug
		r, err := s.run(ctx, "")
		if err != nil {
			return 0, err
		}
		if r.failed {
			return 0, fmt.Errorf("%s of %s fail without a bug: %s", s.name, s.pkg, r.text)
		}
	}
	results := o.tryAll(ctx, w, list, suites)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return report(w, results)
}

// plan plans the build with all bugs of the table, and returns them.
func (o *options) plan() ([]bugs.Bug, *overlay.Build, error) {
	if o.table != "" {
		return bugs.PlanFile(".", o.table)
	}
	b, err := bugs.PlanClusters(".")
	return bugs.Clusters(), b, err
}

// chosen are the bugs of a list whose names are given; all, when none is.
func chosen(all []bugs.Bug, names string) (list []*bugs.Bug, err error) {
	for _, name := range strings.Split(names, ",") {
		found := false
		for i := range all {
			if names == "" || all[i].Name == name {
				list, found = append(list, &all[i]), true
			}
		}
		if !found {
			return nil, fmt.Errorf("unknown bug %q; the table (tb/bugs/tables/clusters.yaml, or that of -table) lists them", name)
		}
	}
	return list, nil
}

// tryAll tries bugs, some at the same time.
func (o *options) tryAll(ctx context.Context, w io.Writer, list []*bugs.Bug, suites []*suite) []result {
	results, next := make([]result, len(list)), make(chan int)
	var group sync.WaitGroup
	var line sync.Mutex
	for range o.jobs {
		group.Go(func() {
			for i := range next {
				results[i] = try(ctx, list[i], suites)
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
