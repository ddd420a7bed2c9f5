package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/shade"
)

// shadeFlags are the flags of shade.
type shadeFlags struct {
	machineFlags
	size, entry, out string
	bind             []string
	every            whole
	json             bool
}

func shadeCommand() *cobra.Command {
	f := &shadeFlags{every: whole{flag: "every", from: 1}}
	cmd := &cobra.Command{
		Use:   "shade SHADER.wgsl",
		Short: "Draws with a fragment shader, and compares with golden",
		Long: `shade compiles a fragment shader in WGSL (docs/shaders.md) and draws one triangle with it that covers the target, on the machine and by golden, and
compares both byte for byte, as run does. The target is RGBA8, black at first. Buffers of group 0 are bound from raw files.

It writes the pictures of run into the output folder. What cannot be compiled is written with file, line and column; the exit status is then 1.`,
		Example: `  tilemark shade examples/mandelbrot.wgsl --size 128x128
  tilemark shade examples/bytes.wgsl --size 128x64 --bind 0=examples/bytes.wgsl --every 3000`,
		Args: arguments("SHADER.wgsl"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.shade(cmd, args[0]) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.size, "size", pictureSize.String(), "target in pixels, `WxH`")
	fl.StringVar(&f.entry, "entry", "", "entry point `NAME`, when there are several")
	fl.StringArrayVar(&f.bind, "bind", nil, "bind @group(0) @binding(N) to the bytes of a file: `N=FILE`, may be given several times")
	fl.Var(&f.every, "every", "interrupt `N` cycles after the start and after each resume")
	fl.StringVar(&f.out, "out", "out", "folder `DIR` for pictures, made if need be")
	fl.BoolVar(&f.json, "json", false, "print one JSON object, as run does")
	f.machineFlags.add(cmd)
	return cmd
}

// shade reads the shader and what it binds, and draws.
//
//fuzz:compiler.FuzzCompile
func (f *shadeFlags) shade(cmd *cobra.Command, path string) error {
	size, err := request.ParseSize(f.size)
	if err != nil {
		return err
	}
	text, err := request.ReadFile(path)
	if err != nil {
		return err
	}
	s := shade.Shader{File: path, Source: string(text), Entry: f.entry, Buffers: map[uint32][]byte{}, Width: size.Width, Height: size.Height}
	for _, b := range f.bind {
		number, file, ok := strings.Cut(b, "=")
		n, err := strconv.ParseUint(number, 10, 32)
		if !ok || err != nil {
			return request.Usage("--bind %q: N=FILE was expected, N the number of a binding of group 0", b)
		}
		if _, twice := s.Buffers[uint32(n)]; twice {
			return request.Usage("--bind %q: binding %d is bound twice", b, n)
		}
		if s.Buffers[uint32(n)], err = rawBytes(file); err != nil {
			return err
		}
	}
	drawn, err := s.Scene()
	if err != nil {
		return refused(cmd, err)
	}
	r := runFlags{out: f.out, json: f.json, monitors: true, monitor: noMonitor}
	in := request.Input{Scene: path, Made: drawn, Size: size, File: f.file, Set: f.settings()}
	return r.draw(cmd, runs.RunOptions{Input: in, Every: f.every.n, Monitors: true})
}

// rawBytes reads the contents of a buffer.
//
//fuzz:none the bytes of a buffer are what they are
func rawBytes(file string) ([]byte, error) { return request.ReadFile(file) }
