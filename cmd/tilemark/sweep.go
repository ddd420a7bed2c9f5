package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"tilemark/tb/cosim/sweep"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/output"
)

type sweepFlags struct {
	inputFlags
	from, to, every whole
	jobs, full      int
	resume          string
	pairs, json     bool
}

func sweepCommand() *cobra.Command {
	f := &sweepFlags{}
	cmd := &cobra.Command{
		Use:   "sweep SCENE",
		Short: "Interrupts a scene in every cycle, each in a run of its own",
		Long: `sweep forks the uninterrupted run in every cycle, interrupts the fork, and follows it
until its future is known: it has ended, or it is in the same state as the uninterrupted
run or as another fork that held. Every cut of a run below 5000 cycles, and one in 50 of
others, is run to its end besides, to confirm this; --full N runs every N-th. From these
follows what the naive way, each cut a run from the start to its end, would evaluate.

--pairs interrupts each interrupted run a second time, at every cycle after the first
cut: while it is drained, saved or restored, and later. Meant for small scenes:
one-triangle at 16x16 has about a million pairs and takes some minutes.

SCENE is a .gltf, .glb, .obj or .yaml file, a command stream (.tmcs), directed/NAME for the contexts and configuration
of a directed vector (without its steps), or a built-in scene:
` + builtins() + `

A sweep that will take more than ten minutes says so as soon as its first interrupts show it, and how to make it smaller:
every N-th cycle (--every), a part of the run (--from, --to), a smaller target (--size).

--resume FILE keeps in a file which cuts were checked and were equal, written every few seconds, at the end, and when a
signal stops the sweep. The same command goes on from there; a record of another program, scene, machine or choice of
cuts is refused. Without it a sweep that is stopped says how far it was, and begins anew.

The last line is the verdict: "PASSED: N cuts: N equal, 0 different, N converged early", with --pairs "PASSED: N pairs:". Only interrupts that cut a
context count, of pairs those in which both did; "; N interrupts found nothing to cut" names the others, and a line before
it says why. A difference prints the smallest failing cut or pair as a command that repeats it, and the exit status is 1.
It is also 1, and the verdict FAILED, when no interrupt cut anything: what was asked for was not checked.`,
		Example: `  tilemark sweep one-triangle
  tilemark sweep six-draws --size 32x32 --partner blend --every 50
  tilemark sweep one-triangle --size 16x16 --pairs --every 200
  tilemark sweep one-triangle --size 64x64 --resume sweep.json
  tilemark sweep stencil --size 64x64 --from 100 --to 2000 --every 70 --set fifo.TG_FIFO.depth=1`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd, smallSize)
	f.from.flag, f.to, f.every = "from", whole{flag: "to", from: 1}, whole{flag: "every", from: 1, n: 1}
	cmd.Flags().Var(&f.from, "from", "first `CYCLE` that is tried")
	cmd.Flags().Var(&f.to, "to", "`CYCLE` after the last one; default: the run's end")
	cmd.Flags().Var(&f.every, "every", "try every `N`-th cycle")
	cmd.Flags().IntVar(&f.jobs, "jobs", runtime.NumCPU(), "forks that run at the same time")
	cmd.Flags().IntVar(&f.full, "full", sweep.FullAsNeeded, "run every `N`-th cut to its end besides; 0: none; default: every one of runs below 5000 cycles, else and for pairs one in 50")
	cmd.Flags().BoolVar(&f.pairs, "pairs", false, "interrupt each run with a cut again, at every later cycle; --from, --to and --every are of the first cut")
	cmd.Flags().StringVar(&f.resume, "resume", "", "keep what was checked in `FILE`, made if need be, and go on from what is there")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object; evaluated_cycles are of all forks")
	return cmd
}

func (f *sweepFlags) run(cmd *cobra.Command, scene string) error {
	in, err := f.input(scene, 0)
	switch {
	case err != nil:
		return err
	case f.resume == output.Standard:
		return request.Usage("--resume %s: the name of a file was expected, which is read, too", output.Standard)
	case f.jobs < 1:
		return request.Usage("--jobs %d: at least 1 was expected", f.jobs)
	case f.full < 0 && cmd.Flags().Changed("full"):
		return request.Usage("--full %d: at least 0 was expected", f.full)
	}
	soFar(cmd, "the scene is laid out; no interrupt was tried")
	bar := newProgress(cmd.ErrOrStderr())
	r, err := runs.Sweep(runs.SweepOptions{
		Input: in, From: f.from.n, To: f.to.n, Every: f.every.n, Jobs: f.jobs, Full: f.full, Pairs: f.pairs, Progress: bar.cuts,
		Long:   func(text string) { bar.aside(text) },
		Resume: f.resume, Begun: func(said func() string) { atStop(cmd, func() { soFar(cmd, "%s", said()) }) },
	})
	bar.done()
	if err != nil {
		return err
	}
	shown := report.Sweep{SweepResult: r}
	if f.json {
		if err := report.SweepDocument.Write(cmd.OutOrStdout(), shown.Summary()); err != nil {
			return err
		}
		shown.PrintFailure(cmd.ErrOrStderr())
	} else {
		shown.Print(cmd.OutOrStdout())
	}
	if r.Failed() {
		return errFailed
	}
	return nil
}
