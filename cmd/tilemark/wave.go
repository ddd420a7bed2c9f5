package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/number"
	"tilemark/text/output"
)

// windowFlags are the flags of verbs that show a part of a run.
type windowFlags struct {
	workFlags
	from, to whole
	monitors bool
}

func (f *windowFlags) add(cmd *cobra.Command) {
	f.workFlags.add(cmd, smallSize, false)
	f.from.flag, f.to = "from", whole{flag: "to", from: 1}
	cmd.Flags().Var(&f.from, "from", "first `CYCLE` that is shown")
	cmd.Flags().Var(&f.to, "to", "`CYCLE` after the last one; default: the run's end")
	cmd.Flags().BoolVar(&f.monitors, "monitors", true, "check every step of the run")
}

func (f *windowFlags) options(cmd *cobra.Command, scene string, bar *progress) (runs.WindowOptions, error) {
	soFar(cmd, "the scene is laid out; nothing was written")
	in, err := f.input(cmd, scene)
	progress := func(what string, done, total uint64) {
		bar.cycles(what, done, total)
		soFar(cmd, "in cycle %s of the run; nothing was written", number.Thousands(done))
	}
	return runs.WindowOptions{
		Input: in, At: f.interrupt.list, Every: f.every.n, Monitors: f.monitors, From: f.from.n, To: f.to.n, Progress: progress,
	}, err
}

type waveFlags struct {
	windowFlags
	blocks            []string
	out, svg, png     string
	text, json, ascii bool
	columns           int
}

func waveCommand() *cobra.Command {
	f := &waveFlags{}
	cmd := &cobra.Command{
		Use:   "wave SCENE",
		Short: "Shows registers, FIFOs and lines cycle by cycle, as VCD, text or a picture",
		Long: `wave runs a scene and shows what the machine holds in each cycle from --from to before
--to: for each block the phase of its state machine, its cursor and what it does or waits
for; for each FIFO valid, ready, fill, the kind and IDs of its head, and which tokens it
holds; the lines. docs/instruments.md explains every signal.

--out writes a value change dump that GTKWave and Surfer open, and beside it a save file for GTKWave (.gtkw) and a
command file for Surfer (.sucl) that show its signals in groups, --text draws the same in
the terminal (with --json as one object), --svg and --png draw a picture of the tokens.
A check that fails on the way ends the record with its cycle.

` + sceneNames(),
		Example: `  tilemark wave six-draws --interrupt 3000 --from 2980 --to 3400 --out cut.vcd
  tilemark wave blend --interrupt 700 --from 700 --to 800 --blocks tg,zl1 --text
  tilemark wave one-triangle --from 100 --to 200 --text --json
  tilemark wave six-draws --interrupt 3000 --from 2990 --to 3250 --svg cut.svg`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd)
	cmd.Flags().StringSliceVar(&f.blocks, "blocks", nil, "blocks that are shown, with the FIFOs at them: `B1,B2,...`; default: all")
	cmd.Flags().StringVar(&f.out, "out", "", "write a VCD to `FILE`, which ends in .vcd")
	cmd.Flags().BoolVar(&f.ascii, "ascii", false, "with --out: names as vectors of 8 bits a character, for readers without strings")
	cmd.Flags().BoolVar(&f.text, "text", false, "draw in the terminal, a row for each signal")
	cmd.Flags().IntVar(&f.columns, "columns", 160, "columns that --text may take; more cycles share columns; 0: as many as there are cycles")
	cmd.Flags().BoolVar(&f.json, "json", false, "with --text: print the changes as one JSON object")
	cmd.Flags().StringVar(&f.svg, "svg", "", "draw the tokens into `FILE`, which ends in .svg")
	cmd.Flags().StringVar(&f.png, "png", "", "draw the tokens into `FILE`, which ends in .png")
	return cmd
}

func (f *waveFlags) check() error {
	switch {
	case f.out == "" && !f.text && f.svg == "" && f.png == "":
		return request.Usage("nothing to write: one of --out, --text, --svg, --png was expected")
	case f.json && !f.text:
		return request.Usage("--json: it goes with --text")
	case f.text && slices.Contains([]string{f.out, f.svg, f.png}, output.Standard):
		return request.Usage("--text and a file named -: standard output can hold one of them")
	case f.ascii && f.out == "":
		return request.Usage("--ascii: it goes with --out")
	case f.columns < 0:
		return request.Usage("--columns %d: a number from 0 was expected", f.columns)
	}
	if err := request.CheckFiles(f.out, f.svg, f.png); err != nil {
		return err
	}
	return cmp.Or(endsIn("out", f.out, ".vcd"), endsIn("svg", f.svg, ".svg"), endsIn("png", f.png, ".png"))
}

func (f *waveFlags) run(cmd *cobra.Command, scene string) error {
	if err := f.check(); err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr())
	o, err := f.options(cmd, scene, bar)
	if err != nil {
		return err
	}
	record := runs.WaveOptions{
		WindowOptions: o, Blocks: f.blocks, VCD: f.out, ASCII: f.ascii, SVG: f.svg, PNG: f.png, Text: f.text,
	}
	w, err := runs.RecordWave(record)
	bar.done()
	if err != nil {
		return err
	}
	shown := report.Wave{Wave: w}
	if err := shown.Draw(); err != nil {
		return err
	}
	switch out := cmd.OutOrStdout(); {
	case f.json:
		err = report.WaveDocument.Write(out, shown.JSON())
	case f.text:
		err = w.Record.Text(out, f.columns)
	}
	if err != nil {
		return err
	}
	f.printFiles(cmd, append([]string{f.out, f.svg, f.png}, w.Views...)...)
	if len(w.Kept) > 0 && !f.json {
		fmt.Fprintf(messages(cmd, f.out, f.svg, f.png), "kept as found: %s\n", strings.Join(w.Kept, ", "))
	}
	return verdict(cmd.ErrOrStderr(), w.Err, w.Repeat)
}

// printFiles names what was written, unless standard output is for a program.
func (f *waveFlags) printFiles(cmd *cobra.Command, paths ...string) {
	written := slices.DeleteFunc(paths, func(p string) bool { return p == "" || p == output.Standard })
	if len(written) > 0 && !f.json {
		fmt.Fprintf(messages(cmd, f.out, f.svg, f.png), "written: %s\n", strings.Join(written, ", "))
	}
}

// verdict reports a check that failed while an instrument looked on.
func verdict(errs io.Writer, failed error, repeat string) error {
	if failed == nil {
		return nil
	}
	fmt.Fprintf(errs, "FAILED: %v\nrepeat with: %s\n", failed, repeat)
	return errFailed
}
