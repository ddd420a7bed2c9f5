package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tilemark/tb/compare"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/number"
	"tilemark/text/output"
)

type compareFlags struct {
	workFlags
	scene    string
	page     string
	json     bool
	monitors bool
}

func compareCommand() *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Puts two runs or configurations side by side: cycles, stalls, switches, pictures",
		Long: `compare says what B does other than A: the parameters that differ, cycles, what each block did and waited for, how long each
phase of the switches took, median and worst, and whether the pictures are equal. docs/compare.md explains it.

A and B are two recorded runs, or two machines. A recorded run is the folder that run --out writes, or what run --json prints.
Two runs of different workloads are refused; different interrupts are noted. A machine is one of

  default            the machine as it is
  FILE               a YAML file with parameters, as --config takes it
  KEY=VALUE          one parameter, as --set takes it
  several of these   joined by commas: base.yaml,memory.latency=200

compare runs --scene on both, with the same interrupts, checked as by the verb run. --config, --set and --break-point are of both
machines; what A or B says comes after them. --scene is what run takes: a .gltf, .glb, .obj or .yaml file, a command stream
(.tmcs), directed/NAME for the contexts and configuration of a directed vector (without its steps), or a built-in scene:
` + builtins() + `

The exit status is 1 when a check of one of the runs did not hold, or when the pictures differ though memory was the same.`,
		Example: `  tilemark compare default memory.latency=200 --scene six-draws --every 500
  tilemark compare default fifo.TG_FIFO.depth=4,fifo.EUP_FIFO.depth=4 --scene teapot --size 128x128 --every 500 --page compare.html
  tilemark compare break_point=tg break_point=zl1 --scene blend --size 64x64 --every 300 --json`,
		Args: arguments("A", "B"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) },
	}
	f.add(cmd, smallSize, true)
	cmd.Flags().StringVar(&f.scene, "scene", "", "`SCENE` that both machines run")
	cmd.Flags().StringVar(&f.page, "page", "", "write the comparison with its pictures into the HTML `FILE`")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&f.monitors, "monitors", true, "check every step of the runs")
	return cmd
}

// ofTheComparison are the flags that recorded runs go with.
var ofTheComparison = []string{"page", "json", "help"}

func (f *compareFlags) run(cmd *cobra.Command, a, b string) error {
	if err := request.CheckFiles(f.page); err != nil {
		return err
	}
	if f.json && f.page == output.Standard {
		return request.Usage("--json and --page %s: both would go to standard output; one of them was expected", f.page)
	}
	sides, err := f.sides(cmd, a, b)
	if err != nil {
		return err
	}
	c, err := compare.Of(sides[0], sides[1])
	if err != nil {
		return err
	}
	return f.report(cmd, c)
}

// sides reads two runs, or makes them.
func (f *compareFlags) sides(cmd *cobra.Command, a, b string) (sides [2]*compare.Side, err error) {
	names := [2]string{a, b}
	if recorded := compare.IsRun(a); recorded != compare.IsRun(b) {
		run, other := a, b
		if !recorded {
			run, other = b, a
		}
		return sides, request.Usage("%s is a recorded run and %s is not; two recorded runs or two machines were expected", run, other)
	} else if !recorded {
		return sides, f.machines(cmd, names, &sides)
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		known := false
		for _, name := range ofTheComparison {
			known = known || name == flag.Name
		}
		if !known && err == nil {
			err = request.Usage("--%s says how machines are run, but %s and %s are recorded runs", flag.Name, a, b)
		}
	})
	for i := range names {
		if err == nil {
			sides[i], err = compare.Read(names[i])
		}
	}
	return sides, err
}

// machines runs the scene on both.
func (f *compareFlags) machines(cmd *cobra.Command, names [2]string, sides *[2]*compare.Side) error {
	var inputs [2]request.Input
	for i, name := range names {
		in, err := f.input(cmd, f.scene)
		if err == nil {
			err = f.machine(&in, name)
		}
		if err != nil {
			return err
		}
		inputs[i] = in
	}
	if f.scene == "" {
		return request.Usage("--scene is missing: what both machines run was expected, such as --scene teapot")
	}
	for i := range inputs { // before a long run finds out
		if _, err := request.LoadConfig(inputs[i].File, inputs[i].Set); err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
	}
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.done()
	for i := range inputs {
		which := "AB"[i : i+1]
		o := runs.RunOptions{Input: inputs[i], At: f.interrupt.list, Every: f.every.n, Monitors: f.monitors}
		o.Progress = func(what string, done, total uint64) {
			bar.cycles(which+", "+what, done, total)
			soFar(cmd, "in cycle %s of the %s run of %s; nothing is compared yet", number.Thousands(done), what, which)
		}
		var err error
		if sides[i], err = compare.Run(names[i], o); err != nil {
			return err
		}
	}
	return nil
}

// defaultMachine is the name of the machine whose parameters have their defaults.
const defaultMachine = "default"

// machine reads what A or B says of its machine.
func (f *compareFlags) machine(in *request.Input, text string) error {
	parts := strings.Split(text, ",")
	if isFile(text) { // its name may have commas
		parts = []string{text}
	}
	own := ""
	in.Set = append([]string{}, in.Set...)
	for _, part := range parts {
		switch {
		case part == defaultMachine && len(parts) == 1:
		case isFile(part) && own != "":
			return request.Usage("%s: %s and %s; one file with parameters was expected", text, own, part)
		case isFile(part) && f.file != "":
			return request.Usage("%s and --config %s: one file with parameters was expected", part, f.file)
		case isFile(part):
			own, in.File = part, part
		case strings.Contains(part, "="):
			in.Set = append(in.Set, part)
		default:
			return request.Usage("%q: no such file; a run's folder or JSON file, %s, a YAML file with parameters, or KEY=VALUE was expected", part, defaultMachine)
		}
	}
	return nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// report prints the comparison and writes its page.
func (f *compareFlags) report(cmd *cobra.Command, c *compare.Comparison) error {
	out := messages(cmd, f.page)
	if f.json {
		if err := compare.Document.Write(cmd.OutOrStdout(), c.Summary); err != nil {
			return err
		}
	} else {
		c.Print(out)
	}
	for _, side := range []*compare.Which{&c.Summary.A, &c.Summary.B} {
		for _, text := range side.Failures {
			fmt.Fprintf(cmd.ErrOrStderr(), "FAILED: %s: %s\n", side.Name, text)
		}
	}
	var err error
	if f.page != "" {
		err = output.Write(f.page, c.HTML)
	}
	if !f.json {
		fmt.Fprintln(out)
		if f.page != "" && f.page != output.Standard && err == nil {
			fmt.Fprintf(out, "written: %s\n", f.page)
		}
		if err == nil { // without its page it has no verdict
			fmt.Fprintln(out, c.Verdict())
		}
	}
	if err == nil && !c.Summary.Held {
		err = errFailed
	}
	return err
}
