package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/scene"
)

type runFlags struct {
	inputFlags
	interrupt []uint
	every     uint64
	contexts  int
	out       string
	json      bool
	monitors  bool
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

SCENE is a .gltf, .glb, .obj or .yaml file, directed/NAME for the contexts and configuration
of a directed vector (without its steps), or a built-in scene:
` + builtins() + `

It prints a summary (or, with --json, one object) and writes into the output folder:
colour.png, depth.png, depth.pfm (every bit), timeline.png (what the blocks did),
latency.png (from three switches on), and difference.png and difference-depth.png where
the machine and golden differ. Files of context 1 to 3 carry its number.`,
		Example: `  tilemark run teapot
  tilemark run teapot --size 320x240 --interrupt 20000,45000
  tilemark run model.glb --every 500 --set memory.latency=200
  tilemark run cow.obj --camera eye=3,2,5,target=0,0,0,fov=40 --json`,
		Args: arguments("SCENE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.add(cmd, "640x480")
	cmd.Flags().UintSliceVar(&f.interrupt, "interrupt", nil, "cycles in which the CPU interrupts: `C1,C2,...`")
	cmd.Flags().Uint64Var(&f.every, "every", 0, "interrupt `N` cycles behind the start and behind each resume")
	cmd.Flags().IntVar(&f.contexts, "contexts", 1, "contexts that draw the scene, each into surfaces of its own, 1 to 4")
	cmd.Flags().StringVar(&f.out, "out", "out", "folder `DIR` for pictures, made if need be")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object; cycles_per_second counts all cycles, seconds are the machine's")
	cmd.Flags().BoolVar(&f.monitors, "monitors", true, "check every step; without, only final memory is compared")
	return cmd
}

func builtins() string { return "  " + strings.Join(scene.Builtins(), ", ") }

func (f *runFlags) run(cmd *cobra.Command, scene string) error {
	in, err := f.input(scene, f.contexts, report.Size{Width: 640, Height: 480})
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("every") && f.every == 0 {
		return report.Usage("--every 0: at least 1 cycle was expected")
	}
	o := report.RunOptions{Input: in, Every: f.every, Monitors: f.monitors}
	for _, c := range f.interrupt {
		o.At = append(o.At, uint64(c))
	}
	folder, err := report.OpenFolder(f.out)
	if err != nil {
		return err
	}
	defer folder.Drop()
	bar := newProgress(cmd.ErrOrStderr())
	o.Progress = bar.cycles
	r, err := report.Run(o)
	bar.done()
	if err != nil {
		return err
	}
	files, err := folder.Write(r)
	if err != nil {
		return err
	}
	if f.json {
		if err := printJSON(cmd.OutOrStdout(), r.Summary()); err != nil {
			return err
		}
	} else {
		r.Print(cmd.OutOrStdout())
		fmt.Fprintf(cmd.OutOrStdout(), "written: %s\n", strings.Join(files, ", "))
	}
	r.PrintFailures(cmd.ErrOrStderr())
	if len(r.Failures) > 0 {
		return errFailed
	}
	return nil
}
