package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/compiler/llir"
	"tilemark/hw/isa/nos"
	"tilemark/tb/request"
	"tilemark/text/near"
	"tilemark/text/number"
)

// What --dump writes.
const (
	dumpIR   = "ir"
	dumpLLIR = "llir"
	dumpAsm  = "asm"
)

// compileFlags are the flags of compile.
type compileFlags struct {
	entry string
	stage string
	lanes int
	dump  []string
	state []string
	out   string
}

func compileCommand() *cobra.Command {
	var f compileFlags
	cmd := &cobra.Command{
		Use:   "compile SHADER.wgsl",
		Short: "Compiles a shader to kernels",
		Long: `compile makes kernels of the entry points of a shader in WGSL (docs/shaders.md), and says what they need and what is bound where. With --out it
writes the kernel file (.tkb) of one of them.

--dump writes what the compiler has: ir, what the front end has read; llir, the low-level representation after all passes; asm, the kernel's text.

A kernel is compiled once for every state of the items that --state names and of those that the shader asks for; what of it is in a kernel of one state is in
docs/shaders.md, "State".

What cannot be compiled is written with file, line and column; the exit status is then 1.`,
		Example: `  tilemark compile examples/mandelbrot.wgsl
  tilemark compile examples/bytes.wgsl --entry main --dump llir,asm
  tilemark compile examples/foliage.wgsl --state alpha_test,fog --dump asm
  tilemark compile examples/mandelbrot.wgsl --lanes 8 --out mandelbrot.tkb`,
		Args: arguments("SHADER.wgsl"),
		RunE: func(cmd *cobra.Command, args []string) error { return compileShader(cmd, args[0], &f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.entry, "entry", "", "entry point `NAME`; otherwise all of them")
	fl.IntVar(&f.lanes, "lanes", 0, "lanes of a thread: 8, 16 or 32; otherwise as many as its registers allow, up to 16")
	fl.StringVar(&f.stage, "stage", "", "`STAGE` that an entry point for vertices is compiled for: hull or domain, which WGSL does not have")
	fl.StringSliceVar(&f.dump, "dump", nil, "`WHAT` to write: ir, llir, asm, or several with commas")
	fl.StringSliceVar(&f.state, "state", nil, "`ITEMS` of state that are applied to what it computes, with commas, or all; the kernel has tags of them")
	fl.StringVar(&f.out, "out", "", "kernel `FILE` to write, .tkb")
	return cmd
}

// patchStages are the stages that an entry point for vertices may be compiled for besides.
var patchStages = map[string]compiler.Stage{"hull": llir.Hull, "domain": llir.Domain}

func (f *compileFlags) check(cmd *cobra.Command) error {
	known := []string{dumpIR, dumpLLIR, dumpAsm}
	for _, d := range f.dump {
		if !slices.Contains(known, d) {
			return request.Usage("--dump: nothing is called %q%s", d, near.Suggest(d, known, ": ir, llir and asm are"))
		}
	}
	if _, ok := patchStages[f.stage]; f.stage != "" && !ok {
		return request.Usage("--stage: no shader is compiled for stage %q%s", f.stage, near.Suggest(f.stage, slices.Sorted(maps.Keys(patchStages)), ": hull and domain are"))
	}
	if _, err := f.items(); err != nil {
		return err
	}
	if cmd.Flags().Changed("lanes") && f.lanes != 8 && f.lanes != 16 && f.lanes != 32 {
		return request.Usage("--lanes: %d, expected 8, 16 or 32", f.lanes)
	}
	return endsIn("out", f.out, kernelFile)
}

// items are the bits of --state.
func (f *compileFlags) items() (bits uint16, err error) {
	names := nos.Items()
	for _, s := range f.state {
		k := slices.Index(names, s)
		switch {
		case s == "all":
			bits = nos.All
		case k < 0:
			return 0, request.Usage("--state: nothing is called %q%s", s, near.Suggest(s, names, ": all, "+strings.Join(names, ", ")+" are"))
		default:
			bits |= 1 << k
		}
	}
	return bits, nil
}

// compileShader reads a shader and compiles its entry points.
//
//fuzz:compiler.FuzzCompile
func compileShader(cmd *cobra.Command, path string, f *compileFlags) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	text, err := request.ReadFile(path)
	if err != nil {
		return err
	}
	s, m, err := compiler.Read(path, string(text))
	if err != nil {
		return refused(cmd, err)
	}
	if slices.Contains(f.dump, dumpIR) {
		if _, err := io.WriteString(cmd.OutOrStdout(), front.Text(m)); err != nil {
			return err
		}
	}
	var entries []string
	for n := range m.EntryPoints {
		entries = append(entries, m.EntryPoints[n].Name)
	}
	switch {
	case f.entry != "" && !slices.Contains(entries, f.entry):
		return request.Usage("--entry: %s has no entry point %q%s", path, f.entry, near.Suggest(f.entry, entries, ", it has "+strings.Join(entries, ", ")))
	case f.entry != "":
		entries = []string{f.entry}
	case len(entries) == 0:
		return refused(cmd, &front.Error{File: path, Text: "there is no entry point: a function with @compute, @vertex or @fragment was expected"})
	case f.out != "" && len(entries) > 1:
		return request.Usage("--out: %s has %d entry points, expected one of %s by --entry", path, len(entries), strings.Join(entries, ", "))
	}
	failures := 0
	for _, entry := range entries {
		switch err := compileEntry(cmd, s, entry, f); {
		case errors.Is(err, errFailed):
			failures++
		case err != nil:
			return err
		}
	}
	if failures > 0 {
		return errFailed
	}
	return nil
}

// refused writes why a shader cannot be compiled.
func refused(cmd *cobra.Command, err error) error {
	fmt.Fprintln(cmd.ErrOrStderr(), err)
	fmt.Fprintln(cmd.ErrOrStderr(), "FAILED: the shader cannot be compiled")
	return errFailed
}

func compileEntry(cmd *cobra.Command, s *front.Shader, entry string, f *compileFlags) error {
	items, err := f.items()
	if err != nil {
		return err
	}
	r, err := compiler.Compile(s.File, s.Source, compiler.Options{Entry: entry, Lanes: f.lanes, Stage: patchStages[f.stage], State: compiler.State{Items: items}})
	if err != nil {
		return refused(cmd, err)
	}
	w := cmd.OutOrStdout()
	text := ""
	if slices.Contains(f.dump, dumpLLIR) {
		text += r.LLIR.String()
	}
	if slices.Contains(f.dump, dumpAsm) {
		text += r.Text
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	if cmd.Flags().Changed("out") {
		if err := writeFile(cmd, f.out, r.Kernel.Marshal()); err != nil {
			return err
		}
	}
	to := messages(cmd, f.out)
	for _, x := range r.Resources {
		kind := "binding"
		switch {
		case x.Sampler:
			kind = "sampler"
		case x.Fog:
			fmt.Fprintf(to, "%s: binding %d has the parameters of fog\n", entry, x.Number)
			continue
		case x.Planes:
			fmt.Fprintf(to, "%s: binding %d has the planes that clip\n", entry, x.Number)
			continue
		case x.Attribute:
			fmt.Fprintf(to, "%s: binding %d has @location(%d) of the vertices, %s each\n", entry, x.Number, x.Location, number.Count(x.Count, "word"))
			continue
		}
		fmt.Fprintf(to, "%s: %s %d is @group(%d) @binding(%d) %s\n", entry, kind, x.Number, x.Group, x.Binding, x.Name)
	}
	tagged := ""
	if n := len(nos.Tagged(r.Kernel)); n > 0 {
		tagged = fmt.Sprintf("; %d depend on state", n)
	}
	_, err = fmt.Fprintf(to, "PASSED: %s: %s%s\n", entry, kernelLine(r.Kernel), tagged)
	return err
}
