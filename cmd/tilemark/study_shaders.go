package main

import (
	"io"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
)

type shaderStudyFlags struct {
	commonStudyFlags
	states, frames, draws int
	seed                  uint64
}

func studyShadersCommand() *cobra.Command {
	f := &shaderStudyFlags{}
	cmd := &cobra.Command{
		Use:   "shaders [SHADER.wgsl...]",
		Short: "Measures shaders that are patched for state, against compiling and keeping variants",
		Long: `shaders compiles fragment shaders once with tags of all items of state, and once for each of many states, and measures both: bytes, instructions, and
the processor time to compile and to patch (docs/shaders.md, "State"). Then a program draws with the last shader, in states of which some are popular
and new ones come up as it goes on: what it costs to compile at the draw, what stores of different sizes leave to be compiled again, and what patching costs.

Two more tables do not depend on the arguments. The states of the project's examples, as draws recorded them (tb/study/patching/recorded.txt), are
replayed with patched kernels and with kept ones. And frames of examples are drawn on the machine, patched by the driver and by the machine: their cycles,
those from a draw's first state to its first pixel, and the bytes that the driver writes.

Without a shader it takes the project's own. Times are those of this machine, and differ from run to run; all else follows from the seed.

It writes shaders.json and two pictures into the output folder. The last line is the verdict.`,
		Example: `  tilemark study shaders --states 64
  tilemark study shaders examples/foliage.wgsl --states 16 --frames 50 --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.states, "states", 256, "`N` different states that the program uses, 2 to 4096")
	flags.IntVar(&f.frames, "frames", 300, "`N` frames that it draws, 1 to 10000")
	flags.IntVar(&f.draws, "draws", 40, "`N` draws of a frame, 1 to 1000")
	flags.Uint64Var(&f.seed, "seed", 1, "`N` from which states and draws follow")
	flags.StringVar(&f.out, "out", "out", "folder `DIR` for tables and pictures, made if need be")
	flags.BoolVar(&f.json, "json", false, "print one JSON object")
	return cmd
}

// run makes the study.
//
//fuzz:compiler.FuzzCompile
func (f *shaderStudyFlags) run(cmd *cobra.Command, files []string) error {
	for _, n := range []struct {
		flag           string
		given, low, up int
	}{{"states", f.states, 2, 4096}, {"frames", f.frames, 1, 10000}, {"draws", f.draws, 1, 1000}} {
		if n.given < n.low || n.given > n.up {
			return request.Usage("--%s %d: %d to %d was expected", n.flag, n.given, n.low, n.up)
		}
	}
	return runStudy(&f.commonStudyFlags, cmd, "shaders", func(progress func(done, total int)) (report.Shaders, error) {
		r, err := runs.StudyShaders(runs.ShaderOptions{Files: files, States: f.states, Frames: f.frames, Draws: f.draws, Seed: f.seed, Progress: progress})
		return report.Shaders{ShaderResult: r}, err
	}, (*report.Folder).WriteShaders, func(w io.Writer, r report.Shaders) error { return report.ShaderDocument.Write(w, r.Result) })
}
