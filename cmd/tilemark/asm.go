package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/compiler"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/request"
	"tilemark/text/number"
)

// Endings of the files of kernels.
const (
	kernelText = ".tka"
	kernelFile = ".tkb"
	shaderText = ".wgsl" // with one entry point
)

func asmCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "asm FILE",
		Short: "Assembles a kernel",
		Long: `asm reads the text of a kernel (.tka, docs/isa.md), or a shader with one entry point (.wgsl, docs/shaders.md), checks it, and says what it needs. With --out it writes the kernel file (.tkb).

Mistakes are written with file, line and column; the exit status is then 1.`,
		Example: `  tilemark asm vectors/kernels/histogram.tka
  tilemark asm vectors/kernels/histogram.tka --out histogram.tkb`,
		Args: arguments("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return assemble(cmd, args[0], out) },
	}
	cmd.Flags().StringVar(&out, "out", "", "kernel `FILE` to write, .tkb")
	return cmd
}

func assemble(cmd *cobra.Command, path, out string) error {
	if err := endsIn("out", out, kernelFile); err != nil {
		return err
	}
	k, err := checkKernel(cmd.ErrOrStderr(), path)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("out") {
		if err := writeFile(cmd, out, k.Marshal()); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(messages(cmd, out), "PASSED: %s\n", kernelLine(k))
	return err
}

// kernelLine says what a kernel has and needs.
func kernelLine(k *kernel.Kernel) string {
	compact := 0
	for i := range k.Code {
		if k.Code[i].Compact {
			compact++
		}
	}
	s := fmt.Sprintf("%s, %d compact, %s; %s of %d lanes", number.Count(len(k.Code), "instruction"), compact, number.Count(len(k.Bytes()), "byte"),
		number.Count(k.Registers, "register"), k.Lanes)
	if k.Args > 0 {
		s += fmt.Sprintf(", arguments from r%d", 1+3*isa.RegisterSet(k.Lanes, isa.Bytes(isa.TypeUd)))
	}
	if k.Stack > 0 {
		s += fmt.Sprintf(", stack of %d", k.Stack)
	}
	if k.Shared > 0 {
		s += fmt.Sprintf(", %s of shared memory", number.Count(k.Shared, "byte"))
	}
	if k.Scratch > 0 {
		s += fmt.Sprintf(", %s of scratch memory", number.Count(k.Scratch, "byte"))
	}
	return s
}

// mistakesError says how many mistakes, which have been written, a kernel's text has.
type mistakesError struct {
	path string
	n    int
}

// Error implements error.
func (e *mistakesError) Error() string {
	return fmt.Sprintf("%s in %s", number.Count(e.n, "mistake"), e.path)
}

// checkKernel is readKernel for verbs that check the text: mistakes are a check that failed.
func checkKernel(mistakes io.Writer, path string) (*kernel.Kernel, error) {
	k, err := readKernel(mistakes, path)
	if wrong := (*mistakesError)(nil); errors.As(err, &wrong) {
		fmt.Fprintf(mistakes, "FAILED: %v\n", wrong)
		return nil, errFailed
	}
	return k, err
}

// readKernel reads a kernel's text or file. Mistakes of a text are written, one a line.
//
//fuzz:hw/isa/asm.FuzzAssemble hw/isa/kernel.FuzzUnmarshal compiler.FuzzCompile
func readKernel(mistakes io.Writer, path string) (*kernel.Kernel, error) {
	data, err := request.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if kernel.IsFile(data) {
		k, err := kernel.Unmarshal(data)
		if err != nil {
			return nil, request.Usage("%s: %w", path, err)
		}
		if errs := k.Check(); len(errs) > 0 {
			return nil, request.Usage("%s: %w", path, errs[0])
		}
		return k, nil
	}
	if strings.EqualFold(filepath.Ext(path), shaderText) {
		return compiledKernel(mistakes, path, string(data))
	}
	if bytes.IndexByte(data, 0) >= 0 || strings.EqualFold(filepath.Ext(path), kernelFile) {
		return nil, request.Usage("%s: is neither the text of a kernel nor a kernel file, which begins with TKRN", path)
	}
	k, errs := asm.Assemble(path, string(data))
	for _, e := range errs {
		fmt.Fprintln(mistakes, e)
	}
	if len(errs) > 0 {
		return nil, &mistakesError{path, len(errs)}
	}
	noteUnwritten(mistakes, path, k)
	return k, nil
}

// compiledKernel compiles a shader that has one entry point. Mistakes are written, one a line.
func compiledKernel(mistakes io.Writer, path, text string) (*kernel.Kernel, error) {
	r, err := compiler.Compile(path, text, compiler.Options{})
	if err != nil {
		fmt.Fprintln(mistakes, err)
		return nil, &mistakesError{path, 1 + strings.Count(err.Error(), "\n")}
	}
	return r.Kernel, nil
}

// noteUnwritten writes a line for registers one after the other that an instruction reads first, though nothing has written them.
func noteUnwritten(w io.Writer, path string, k *kernel.Kernel) {
	first := k.Unwritten()
	list := slices.Sorted(maps.Keys(first))
	for n := 0; n < len(list); {
		from, to := list[n], list[n]
		for n++; n < len(list) && list[n] == to+1 && first[list[n]] == first[from]; n++ {
			to = list[n]
		}
		line := k.Code[first[from]].Line
		if from == to {
			fmt.Fprintf(w, "note: %s:%d: r%d is read, but nothing writes it: it is 0\n", path, line, from)
			continue
		}
		fmt.Fprintf(w, "note: %s:%d: r%d to r%d are read, but nothing writes them: they are 0\n", path, line, from, to)
	}
}

func disasmCommand() *cobra.Command {
	var out string
	var why bool
	cmd := &cobra.Command{
		Use:   "disasm FILE",
		Short: "Writes a kernel as text",
		Long: `disasm writes the text of a kernel file (.tkb), or of a text, with the targets that the assembler has found (docs/isa.md). asm makes the same
kernel of it. With --why each instruction of 128 bits has the reason why it is not compact.`,
		Example: `  tilemark disasm vectors/kernels/histogram.tka --why
  tilemark asm vectors/kernels/histogram.tka --out histogram.tkb
  tilemark disasm histogram.tkb`,
		Args: arguments("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := checkKernel(cmd.ErrOrStderr(), args[0])
			if err != nil {
				return err
			}
			text := asm.Disassemble(k, why)
			if cmd.Flags().Changed("out") {
				return writeFile(cmd, out, []byte(text))
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write instead of standard output")
	cmd.Flags().BoolVar(&why, "why", false, "say of each instruction of 128 bits why it is not compact")
	return cmd
}
