package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/regmap/document"
	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/directed"
	"tilemark/tb/request"
	"tilemark/text/number"
)

type coverFlags struct {
	breakPoint  breakPoint
	holes, json bool
	kernels     int
	clusters    int
}

func coverCommand() *cobra.Command {
	f := &coverFlags{}
	cmd := &cobra.Command{
		Use:   "cover [VECTOR...]",
		Short: "Runs directed vectors and says what of the machine they have shown",
		Long: `cover runs directed vectors and counts what they hit of the functional coverage: states
and moves of state machines, tokens in FIFOs, and more (docs/coverage.md tells of each
group). It prints for each group how many of the bins are hit that can be; --holes names
those that are not, and those that cannot be, with the reason.

VECTOR is directed/NAME or a file in the format of vectors/directed/FORMAT.md; without one
all directed vectors run. Each runs at both break points, or at the one that
--break-point names. A vector that fails is reported, and what it hit counts.

--kernels N runs N random kernels on the simulator of the instruction set instead, and counts
what they show of the instruction set (docs/isa.md): operations, types, operands, messages.

--clusters N runs random programs on N random clusters instead, in lockstep with the simulator,
and counts what they show of clusters (docs/clusters.md): states and moves, how full
connections are, what multiprocessors wait for.

Exit status 1: a vector, a kernel or a program on a cluster failed, or a bin was hit that is
excluded.`,
		Example: `  tilemark cover directed/ring-wrap
  tilemark cover --holes
  tilemark cover directed/ring-wrap directed/restart --break-point tg --json
  tilemark cover --kernels 100
  tilemark cover --clusters 20 --holes`,
		RunE: f.run,
	}
	cmd.Flags().Var(&f.breakPoint, "break-point", "run at this break point only: `tg|zl1`")
	cmd.Flags().BoolVar(&f.holes, "holes", false, "name the bins that are not hit, and those that are excluded")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object, with the hits of each bin and the holes of each group")
	cmd.Flags().IntVar(&f.kernels, "kernels", 0, "run `N` random kernels on the simulator, and count what they show of the instruction set")
	cmd.Flags().IntVar(&f.clusters, "clusters", 0, "run random programs on `N` random clusters, and count what they show of these")
	return cmd
}

func (f *coverFlags) run(cmd *cobra.Command, args []string) error {
	kernels, clusters := cmd.Flags().Changed("kernels"), cmd.Flags().Changed("clusters")
	switch {
	case kernels && clusters:
		return request.Usage("--clusters: it does not go with --kernels")
	case kernels:
		return f.runKernels(cmd, args)
	case clusters:
		return f.runClusters(cmd, args)
	}
	load, err := chosenVectors(args)
	if err != nil {
		return err
	}
	sp, err := cover.New()
	if err != nil {
		return err
	}
	places := []string{string(f.breakPoint)}
	if f.breakPoint == "" {
		places = []string{"tg", "zl1"}
	}
	total, failures := cover.NewCounts(sp), 0
	bar := newProgress(cmd.ErrOrStderr())
	for i := range load {
		bar.show("cover", "vectors", int64(i), int64(len(load)))
		soFar(cmd, "%s of %s run, %s", number.Thousands(i), number.Count(len(load), "vector"), failing(failures))
		for _, place := range places {
			c, err := coverOne(load[i], place, sp)
			if err != nil {
				bar.done()
				fmt.Fprintf(cmd.ErrOrStderr(), "FAILED: %v\n", err)
				failures++
			}
			total.Merge(c)
		}
	}
	bar.done()
	return f.print(cmd, total, coverJSON{Vectors: len(load)}, failures > 0)
}

// runKernels counts what random kernels show of the instruction set.
func (f *coverFlags) runKernels(cmd *cobra.Command, args []string) error {
	if err := f.checkRandom("kernel", f.kernels, args); err != nil {
		return err
	}
	k := cover.NewKernels()
	failed := runRandom(cmd, "kernel", f.kernels, k.Random)
	return f.print(cmd, k.Counts(), coverJSON{Kernels: f.kernels}, failed)
}

// runClusters counts what random programs show of clusters.
func (f *coverFlags) runClusters(cmd *cobra.Command, args []string) error {
	if err := f.checkRandom("cluster", f.clusters, args); err != nil {
		return err
	}
	c, err := cover.NewClusters()
	if err != nil {
		return err
	}
	failed := runRandom(cmd, "cluster", f.clusters, c.Random)
	return f.print(cmd, c.Counts(), coverJSON{Clusters: f.clusters}, failed)
}

// checkRandom refuses what does not go with a number of random kernels or clusters.
func (f *coverFlags) checkRandom(what string, n int, args []string) error {
	switch {
	case n < 1:
		return request.Usage("--%ss %d: a number from 1 was expected", what, n)
	case len(args) > 0 || f.breakPoint != "":
		return request.Usage("--%ss: it goes neither with vectors nor with --break-point", what)
	}
	return nil
}

// runRandom runs the first seeds, and tells whether one failed.
func runRandom(cmd *cobra.Command, what string, n int, run func(seed uint64) error) (failed bool) {
	bar := newProgress(cmd.ErrOrStderr())
	failures := 0
	for seed := range n {
		bar.show("cover", what+"s", int64(seed), int64(n))
		soFar(cmd, "%s of %s run, %s", number.Thousands(seed), number.Count(n, what), failing(failures))
		if err := run(uint64(seed)); err != nil {
			bar.done()
			fmt.Fprintf(cmd.ErrOrStderr(), "FAILED: random %s %d: %v\n", what, seed, err)
			failures++
		}
	}
	bar.done()
	return failures > 0
}

// chosenVectors makes what loads each vector; a vector is loaded for each run of it.
func chosenVectors(args []string) (load []func() (*directed.Vector, error), err error) {
	if len(args) == 0 {
		for _, name := range directed.Names() {
			args = append(args, "directed/"+name)
		}
	}
	for _, arg := range args {
		fn := func() (*directed.Vector, error) { return loadVector(arg) }
		if _, err := fn(); err != nil {
			return nil, request.Usage("%w", err)
		}
		load = append(load, fn)
	}
	return load, nil
}

// loadVector reads a vector of the project, or a file.
//
//fuzz:tb/directed.FuzzVector
func loadVector(arg string) (*directed.Vector, error) {
	if name, ok := strings.CutPrefix(arg, "directed/"); ok {
		return directed.Load(name)
	}
	data, err := request.ReadFile(arg)
	if err != nil {
		return nil, err
	}
	v, err := directed.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", arg, err)
	}
	v.Name = arg
	return v, nil
}

// coverOne runs a vector; what it hit counts up to where it fails.
func coverOne(load func() (*directed.Vector, error), place string, sp *cover.Space) (*cover.Counts, error) {
	v, err := load()
	if err != nil {
		return cover.NewCounts(sp), err
	}
	v.At(place)
	var p *cover.Sampler
	_, _, err = v.Play(func(s *cosim.Session) { p = cover.Attach(s, sp) })
	if err != nil {
		err = fmt.Errorf("%s at %s: %w", v.Name, place, err)
	}
	if p == nil {
		return cover.NewCounts(sp), err
	}
	return p.Counts(), err
}

// coverJSON is what --json prints.
type coverJSON struct {
	Vectors   int               `json:"vectors"`
	Kernels   int               `json:"kernels"`  // random ones, of the instruction set
	Clusters  int               `json:"clusters"` // random ones, with random programs
	Percent   float64           `json:"percent"`
	Hit       int               `json:"hit"`
	Reachable int               `json:"reachable"`
	Groups    []cover.Report    `json:"groups"`
	Hits      map[string]uint64 `json:"hits"`
}

var coverDocument = document.Kind[coverJSON]{Name: "cover", Version: 1, About: "What vectors have shown of the machine, by group of bins."}

func (f *coverFlags) print(cmd *cobra.Command, c *cover.Counts, ran coverJSON, failed bool) error {
	groups := c.Holes()
	hit, reachable := c.Total()
	if f.json {
		ran.Percent, ran.Hit, ran.Reachable, ran.Groups, ran.Hits = c.Percent(), hit, reachable, groups, c.Encode()
		if err := coverDocument.Write(cmd.OutOrStdout(), ran); err != nil {
			return err
		}
	} else {
		what := number.Count(ran.Vectors, "vector")
		switch {
		case ran.Kernels > 0:
			what = number.Count(ran.Kernels, "random kernel")
		case ran.Clusters > 0:
			what = number.Count(ran.Clusters, "random cluster")
		}
		printCoverage(cmd.OutOrStdout(), groups, f.holes)
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s bins hit, %.1f %%\n", what, number.Thousands(hit), number.Thousands(reachable), c.Percent())
	}
	if err := c.Check(); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "FAILED: %v\n", err)
		failed = true
	}
	if failed {
		return errFailed
	}
	return nil
}

func printCoverage(w io.Writer, groups []cover.Report, holes bool) {
	for i := range groups {
		g := &groups[i]
		fmt.Fprintf(w, "%-14s %6s of %6s  %5.1f %%  %s\n", g.Name, number.Thousands(g.Hit), number.Thousands(g.Reachable), g.Percent(), g.About)
		for _, x := range g.Wrong {
			fmt.Fprintf(w, "    excluded, but hit: %s (%s)\n", x.Bin, x.Why)
		}
		if !holes {
			continue
		}
		for _, name := range g.Holes {
			fmt.Fprintf(w, "    hole: %s\n", name)
		}
		for _, x := range g.Excluded {
			fmt.Fprintf(w, "    excluded: %s (%s)\n", x.Bin, x.Why)
		}
	}
}
