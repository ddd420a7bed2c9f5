// Package judge runs shaders twice and compares: compiled, on the simulator of the instruction set (golden/exec), and by the reference model of WGSL
// (golden/wgsl), which knows nothing of the compiler.
package judge

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/golden/exec"
	"tilemark/golden/wgsl"
	"tilemark/tb/kernels"
)

// Compute is a dispatch of a compute shader.
type Compute struct {
	Entry   string
	Groups  [3]uint32
	Buffers map[wgsl.Binding][]byte // before it; not changed
	Steps   int                     // of the reference model, and instructions of a thread; 0: as many as it has
}

// Difference is a word that differs.
type Difference struct {
	Binding  wgsl.Binding
	Byte     int
	Compiled uint32
	Want     uint32
}

func (d *Difference) Error() string {
	return fmt.Sprintf("@group(%d) @binding(%d) byte %d: %#08x, the reference model has %#08x", d.Binding.Group, d.Binding.Binding, d.Byte, d.Compiled, d.Want)
}

// Run executes a dispatch both ways. The error is a *Difference when they differ.
func (c *Compute) Run(m *ir.Module, o compiler.Options) error {
	want, err := c.reference(m)
	if err != nil {
		return fmt.Errorf("reference model: %w", err)
	}
	got, err := c.compiled(m, o)
	if err != nil {
		return err
	}
	return compare(got, want)
}

func (c *Compute) copied() map[wgsl.Binding][]byte {
	list := map[wgsl.Binding][]byte{}
	for b, data := range c.Buffers {
		list[b] = bytes.Clone(data)
	}
	return list
}

func (c *Compute) reference(m *ir.Module) (map[wgsl.Binding][]byte, error) {
	p, err := wgsl.Prepare(m)
	if err != nil {
		return nil, err
	}
	r := &wgsl.Resources{Buffers: c.copied(), Steps: c.Steps}
	return r.Buffers, p.Compute(c.Entry, c.Groups, r)
}

// mostInstructions ends threads that do not end by themselves.
const mostInstructions = 100_000_000

func (c *Compute) compiled(m *ir.Module, o compiler.Options) (map[wgsl.Binding][]byte, error) {
	o.Entry = c.Entry
	r, err := compiler.Module("shader", m, o)
	if err != nil {
		return nil, err
	}
	k, err := exec.Load(kernels.Program(r.Kernel))
	if err != nil {
		return nil, err
	}
	buffers := c.copied()
	memory := &exec.Memory{Bindings: make([]exec.Binding, len(r.LLIR.Bindings))}
	for _, x := range r.Resources {
		if data, ok := buffers[wgsl.Binding{Group: x.Group, Binding: x.Binding}]; ok && !x.Sampler {
			memory.Bindings[x.Number] = exec.Binding{Data: data, Write: r.LLIR.Bindings[x.Number].Write}
		}
	}
	grid := [3]int{int(c.Groups[0]), int(c.Groups[1]), int(c.Groups[2])}
	return buffers, exec.RunGrid(k, grid, nil, memory, exec.Options{Limit: mostInstructions})
}

// compare finds the first word that differs.
func compare(got, want map[wgsl.Binding][]byte) error {
	for b, data := range want {
		other := got[b]
		for n := 0; n+4 <= len(data); n += 4 {
			if x, y := binary.LittleEndian.Uint32(other[n:]), binary.LittleEndian.Uint32(data[n:]); x != y {
				return &Difference{b, n, x, y}
			}
		}
		if !bytes.Equal(other, data) {
			return &Difference{b, len(data) &^ 3, 0, 0}
		}
	}
	return nil
}
