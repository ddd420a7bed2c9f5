package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"tilemark/regmap/document"
	"tilemark/tb/runs"
	"tilemark/tb/study/patching"
	"tilemark/text/number"
)

// ShaderDocument is what study shaders prints with --json and writes as shaders.json.
var ShaderDocument = document.Kind[patching.Result]{Name: "study-shaders", Version: 1, About: "Shaders that depend on state: patched at the draw, against compiled for each state, and against kept kernels."}

// Shaders is what is said of a study of shaders that depend on state.
type Shaders struct{ *runs.ShaderResult }

// Print writes the tables.
func (r Shaders) Print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "shader\tinstructions\ttagged\tbytes\tits table\tof a variant\twith all on\tvariants\tcompile ms\tpatch us\tns a tagged one\ttimes faster\t")
	for i := range r.Shaders {
		s := &r.Shaders[i]
		faster := "-"
		if s.Patch > 0 {
			faster = number.Thousands(int(1000 * s.Compile / s.Patch))
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%d\t%.2f\t%.2f\t%.0f\t%s\t\n", s.Name, s.Instructions, s.Tagged, number.Thousands(s.Bytes), number.Thousands(s.Table), number.Thousands(s.Variant), number.Thousands(s.Whole), s.Variants, s.Compile, s.Patch, s.PerTagged(), faster)
	}
	t.Flush()
	last := &r.Shaders[len(r.Shaders)-1]
	fmt.Fprintf(w, "\n%s frames of %s with %s, in up to %s:\n", number.Thousands(r.Options.Frames), number.Count(r.Options.Draws, "draw"), last.Name, number.Count(r.Options.States, "state"))
	t = tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "kept kernels\tbytes\tcompiled again\t")
	for _, c := range r.Caches {
		fmt.Fprintf(t, "%d\t%s\t%s\t\n", c.Kernels, number.Thousands(c.Bytes), number.Thousands(c.Compiled))
	}
	fmt.Fprintf(t, "patched\t%s\t0\t\n", number.Thousands(last.Bytes))
	t.Flush()
	worst, patched := 0.0, 0.0
	for _, f := range r.Frames {
		worst, patched = max(worst, f.Compile), max(patched, f.Patch)
	}
	fmt.Fprintf(w, "the slowest frame: %.1f ms to compile at the draw, %.3f ms to patch\n", worst, patched)
	r.printReplay(w)
	r.printPatchers(w)
}

// printReplay writes what the recording costs that the repository has.
func (r Shaders) printReplay(w io.Writer) {
	p := r.Replay
	fmt.Fprintf(w, "\nthe states of the examples, replayed: %s with %s, in %s; %s from one draw of a shader to its next one\n",
		number.Count(p.Draws, "draw"), number.Count(p.Shaders, "shader"), number.Count(p.States, "kernel"), number.Count(p.Changes, "change"))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "kernels\tcompiled again\tpatched\tms\t")
	for _, x := range p.Ways {
		fmt.Fprintf(t, "%s\t%d\t%d\t%.2f\t\n", x.Name, x.Compiled, x.Patched, x.Time)
	}
	t.Flush()
}

// printPatchers writes what both patchers take on the machine.
func (r Shaders) printPatchers(w io.Writer) {
	fmt.Fprintln(w, "\na frame with changes of state, on the machine; from a draw's first state to its first pixel, in cycles")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "scene\tpatched by\tcycles\tto the first pixel, median\tmean\tmost\tkernels in memory\tbytes of them\tbytes of DMA buffers\t")
	for _, p := range r.Patchers {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t\n", p.Scene, p.By, number.Thousands(int(p.Cycles)), number.Thousands(int(p.Median)), number.Thousands(int(p.Mean)), number.Thousands(int(p.Most)),
			p.Kernels, number.Thousands(p.Written), number.Thousands(p.Buffers))
	}
	t.Flush()
}

// PrintVerdict writes the last line.
func (r Shaders) PrintVerdict(w io.Writer) {
	fmt.Fprintf(w, "PASSED: %s, each patched for %s in two ways that agree; %s drawn, and %d of a recording, %d kernels compiled again\n",
		number.Count(len(r.Shaders), "shader"), number.Count(r.Options.States, "state"), number.Thousands(r.Options.Frames*r.Options.Draws), r.Replay.Draws, r.Replay.Ways[0].Compiled)
}

// PrintFailures has nothing to say.
func (r Shaders) PrintFailures(io.Writer) {}
