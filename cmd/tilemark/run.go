package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/cosim"
	"tilemark/tb/live"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/scenefile"
	"tilemark/text/number"
	"tilemark/text/output"
)

type runFlags struct {
	workFlags
	out      string
	json     bool
	monitors bool
	monitor  int
	saveArea string
	zoom     cutFlag
}

func runCommand() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run SCENE",
		Short: "Renders a scene, interrupted and not, and compares both with golden",
		Long: `run renders a scene on the machine without interrupts, with the interrupts that are
asked for, and with the golden renderer, and compares colour, depth, queries and fences
byte for byte. Monitors check every committed tile, pixel, state write and save area on
the way.

SCENE is a .gltf, .glb, .obj or .yaml file (which may hold contexts and interrupts; the
flags go before them), a command stream that record wrote (.tmcs), directed/NAME for the contexts and configuration
of a directed vector (without its steps), or a built-in scene:
` + builtins() + `

It prints a summary (or, with --json, one object) whose last line is the verdict;
docs/run.md explains it. It writes into the output folder:
colour.png, colour.pfm (rgba16f, every bit), depth.png, depth.pfm (every bit), timeline.png (what the blocks did),
latency.png (from three switches on that a tile followed), run.json (what --json prints), and difference.png and difference-depth.png where
the machine and golden differ. Files of context 1 to 7 carry its number.`,
		Example: `  tilemark run teapot
  tilemark run teapot --size 320x240 --interrupt 20000,45000
  tilemark run examples/pyramid.glb --every 500 --set memory.latency=200
  tilemark run blend --every 300 --zoom worst
  tilemark run examples/pyramid.obj --camera eye=3,2,5,target=0,0,0,fov=40 --json`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd, pictureSize, true)
	cmd.Flags().StringVar(&f.out, "out", "out", "folder `DIR` for pictures, made if need be")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object; cycles_per_second counts all cycles, seconds are the machine's")
	cmd.Flags().StringVar(&f.saveArea, "save-area", "", "write the save area of the first context, as its last cut left it, to `FILE` (of context 1 to 7 with the number), for dump --save-area")
	f.zoom.flag = "zoom"
	cmd.Flags().Var(&f.zoom, "zoom", "the cut that timeline.png shows from near: its number `N|worst`, counted from 1; default: the first")
	cmd.Flags().BoolVar(&f.monitors, "monitors", true, "check every step; without, only final memory is compared")
	cmd.Flags().IntVar(&f.monitor, "monitor", noMonitor, "serve Akita's monitor on 127.0.0.1 at `PORT` while the run lasts, 0: any (builds with -tags akita)")
	cmd.Flags().Lookup("monitor").DefValue = "none"
	return cmd
}

// noMonitor stands for no port.
const noMonitor = -1

// sceneNames says what SCENE may be.
func sceneNames() string {
	return `SCENE is a .gltf, .glb, .obj or .yaml file, a command stream that record wrote (.tmcs), directed/NAME for the contexts and
configuration of a directed vector (without its steps), or a built-in scene:
` + builtins()
}

func builtins() string { return "  " + strings.Join(scenefile.Builtins(), ", ") }

func (f *runFlags) run(cmd *cobra.Command, scene string) error {
	in, err := f.input(cmd, scene)
	if err != nil {
		return err
	}
	o := runs.RunOptions{Input: in, At: f.interrupt.list, Every: f.every.n, Monitors: f.monitors, SaveArea: f.saveArea, Zoom: f.zoom.cut}
	if f.monitor != noMonitor {
		if f.monitor < 0 || f.monitor > 65535 {
			return request.Usage("--monitor %d: a port from 0 to 65535 was expected", f.monitor)
		}
		if !live.Built {
			return request.Usage("--monitor: %w", live.ErrNotBuilt)
		}
		o.Monitor = func(s *cosim.Session) error {
			s.Live = true
			address, err := live.Serve(s.M, f.monitor)
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "monitor: http://%s\n", address)
			}
			return err
		}
	}
	if f.saveArea == output.Standard {
		return request.Usage("--save-area %s: the name of a file was expected; standard output has the report", output.Standard)
	}
	return f.draw(cmd, o)
}

// draw runs, and reports.
func (f *runFlags) draw(cmd *cobra.Command, o runs.RunOptions) error {
	if err := request.CheckFiles(f.saveArea); err != nil {
		return err
	}
	folder, err := report.OpenFolder(f.out)
	if err != nil {
		return err
	}
	defer folder.Drop()
	soFar(cmd, "the scene is laid out; nothing was checked yet")
	bar, found := newProgress(cmd.ErrOrStderr()), ""
	o.Found = func(err error) { found = fmt.Sprintf("; FAILED: %v", err) }
	o.Progress = func(what string, done, total uint64) {
		bar.cycles(what, done, total)
		soFar(cmd, "in cycle %s of the %s run%s", number.Thousands(done), what, f.soFar(found))
	}
	r, err := runs.Run(o)
	bar.done()
	if err != nil {
		return err
	}
	return f.report(cmd, r, folder)
}

// soFar says what of a run that is stopped is known.
func (f *runFlags) soFar(found string) string {
	switch {
	case found != "":
		return found
	case f.monitors:
		return "; every check up to there held"
	}
	return "; its memory was not compared yet"
}

// report prints the result before any file is written, so that a full disk does not cost it. The verdict comes last: a run that held
// without all of its files has none.
func (f *runFlags) report(cmd *cobra.Command, r *runs.Result, folder *report.Folder) error {
	out, errs, shown := cmd.OutOrStdout(), cmd.ErrOrStderr(), report.Run{Result: r}
	if f.json {
		if err := report.RunDocument.Write(out, shown.Summary()); err != nil {
			return err
		}
	} else {
		shown.Print(out)
	}
	shown.PrintNote(errs)
	shown.PrintFailures(errs)
	files, err := folder.Write(r)
	if err == nil {
		var areas []string
		areas, err = r.SaveAreas()
		files = append(files, areas...)
	}
	if !f.json {
		fmt.Fprintln(out)
		if len(files) > 0 {
			fmt.Fprintf(out, "written: %s\n", strings.Join(files, ", "))
		}
		if err == nil || len(r.Failures) > 0 {
			shown.PrintVerdict(out)
		}
	}
	if len(r.Failures) == 0 {
		return err
	}
	if err != nil {
		fmt.Fprintf(errs, "tilemark: %v\n", err)
	}
	return errFailed
}
