package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/number"
	"tilemark/text/output"
)

type explainFlags struct {
	workFlags
	cut      cutFlag
	png      string
	json     bool
	monitors bool
}

// cutFlag is a flag that names a cut.
type cutFlag struct {
	flag string
	text string
	cut  runs.CutChoice
}

// String implements pflag.Value.
func (c *cutFlag) String() string { return c.text }

// Set implements pflag.Value.
func (c *cutFlag) Set(text string) (err error) {
	c.text = text
	c.cut, err = runs.ParseCut(c.flag, text)
	return err
}

// Type implements pflag.Value.
func (c *cutFlag) Type() string { return "cut" }

func explainCommand() *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain SCENE",
		Short: "Says why a cut took its cycles: which block or connection was waited for, and for how long",
		Long: `explain runs a scene with interrupts, picks one of its cuts, and divides that into phases: from
the CPU's interrupt to the line, from there to TG_INT, to INT_END at TG (discard), until memory is
quiet (drain), until the context is saved, and until the next tile; and, when the context comes
back, until its registers are loaded (restore) and until it has come to the cut (skip). Each cycle
of a phase is attributed to one block or connection: the one at the end of the chain of those who
waited in that cycle. So the cycles of the causes add up to the phase. docs/explain.md says how.

--png draws the cut: what each block did in each cycle, and who was waited for. The run is checked
as by the verb run, but for its uninterrupted twin.

` + sceneNames(),
		Example: `  tilemark explain six-draws --interrupt 3000
  tilemark explain teapot --size 128x128 --every 2000 --cut 3 --set memory.latency=200
  tilemark explain blend --partner one-triangle --interrupt 700 --break-point zl1 --png cut.png
  tilemark explain few-large --every 2000 --json`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd, smallSize, true)
	f.cut = cutFlag{flag: "cut", text: "worst", cut: runs.CutChoice{Worst: true}}
	cmd.Flags().Var(&f.cut, "cut", "which cut: its number `N|worst`, counted from 1 as run lists them; worst: the one whose save took longest")
	cmd.Flags().StringVar(&f.png, "png", "", "draw the cut into `FILE`, which ends in .png")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object, with every cause")
	cmd.Flags().BoolVar(&f.monitors, "monitors", true, "check every step of the run")
	return cmd
}

func (f *explainFlags) run(cmd *cobra.Command, scene string) error {
	if err := request.CheckFiles(f.png); err != nil {
		return err
	}
	if err := endsIn("png", f.png, ".png"); err != nil {
		return err
	}
	if f.json && f.png == output.Standard {
		return request.Usage("--json and --png %s: one of them can go to standard output", output.Standard)
	}
	in, err := f.input(cmd, scene)
	if err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr())
	show := func(what string, done, total uint64) {
		bar.cycles(what, done, total)
		soFar(cmd, "in cycle %s of the %s run; no cut is explained yet", number.Thousands(done), what)
	}
	e, err := runs.Explain(runs.ExplainOptions{
		Input: in, At: f.interrupt.list, Every: f.every.n, Cut: f.cut.cut, Monitors: f.monitors, Progress: show,
	})
	bar.done()
	if err != nil {
		return err
	}
	if e.Err != nil {
		return verdict(cmd.ErrOrStderr(), e.Err, e.Repeat)
	}
	shown := report.Explanation{Explanation: e}
	if f.json {
		err = report.ExplainDocument.Write(cmd.OutOrStdout(), shown.Summary())
	} else {
		shown.Print(messages(cmd, f.png))
	}
	if err != nil || f.png == "" {
		return err
	}
	if err := shown.Picture(f.png); err != nil {
		return err
	}
	if !f.json && f.png != output.Standard {
		fmt.Fprintf(cmd.OutOrStdout(), "\nwritten: %s\n", f.png)
	}
	return nil
}
