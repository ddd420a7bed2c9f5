// Package shade makes scenes of fragment shaders in WGSL: one triangle that covers the target, whose pixels the shader draws.
package shade

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"tilemark/compiler"
	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/tb/scene"
)

// Shader is a fragment shader and what it binds.
type Shader struct {
	File, Source string
	Entry        string            // "" when there is one entry point only
	Buffers      map[uint32][]byte // by the number of the binding in group 0
	Width        int
	Height       int
}

// Scene compiles the shader and makes a scene of it. Errors name the shader's file, and its line where the compiler knows it.
func (s *Shader) Scene() (*scene.Scene, error) {
	r, err := compiler.Compile(s.File, s.Source, compiler.Options{Entry: s.Entry})
	if err != nil {
		return nil, err
	}
	if r.LLIR.Stage != llir.Pixel {
		return nil, fmt.Errorf("%s: entry point %s is of stage %v, expected @fragment", s.File, r.LLIR.Name, r.LLIR.Stage)
	}
	if takesVaryings(r.LLIR) {
		return nil, fmt.Errorf("%s: entry point %s has inputs with @location, but nothing is interpolated over the whole target: @builtin(position) was expected alone", s.File, r.LLIR.Name)
	}
	sc := &scene.Scene{Name: s.File, Width: s.Width, Height: s.Height, ClearColor: [4]uint8{0, 0, 0, 255}, ClearDepth: 1, Kernels: []scene.Kernel{{Name: r.LLIR.Name, Kernel: r.Kernel}}}
	draw := scene.Draw{Transform: identity, BaseColor: [4]float32{1, 1, 1, 1}, Texture: -1, Instances: 1, ClipSpace: true}
	draw.State.WriteMask = 0xf
	draw.Programs.Pixel = &sc.Kernels[0]
	draw.State.LateTest = draw.Programs.Pixel.NeedsLateTest()
	if err := s.bind(sc, &draw, r); err != nil {
		return nil, err
	}
	sc.Meshes = []scene.Mesh{triangle()}
	sc.Draws = []scene.Draw{draw}
	return sc, nil
}

var identity = [16]float32{0: 1, 5: 1, 10: 1, 15: 1}

// triangle covers the target.
func triangle() scene.Mesh {
	m := scene.Mesh{Name: "triangle"}
	for _, p := range [][2]float32{{-1, -1}, {3, -1}, {-1, 3}} {
		m.Vertices = append(m.Vertices, scene.Vertex{Pos: [3]float32{p[0], p[1], 0}, Color: [4]float32{1, 1, 1, 1}})
	}
	return m
}

// takesVaryings tells whether a kernel reads what is interpolated.
func takesVaryings(k *llir.Kernel) (found bool) {
	k.Body.Walk(func(i *llir.Instr) {
		found = found || i.Op == llir.Input && i.Bits >= llir.InputVarying && i.Bits < llir.InputConstant
	})
	return found
}

// bind gives each buffer of the shader its bytes; those that are not given are an error, as are those that it does not have.
func (s *Shader) bind(sc *scene.Scene, d *scene.Draw, r *compiler.Result) error {
	left := maps.Clone(s.Buffers)
	for _, x := range r.Resources {
		at := fmt.Sprintf("%s: %s, @group(%d) @binding(%d)", s.File, x.Name, x.Group, x.Binding)
		data, given := s.Buffers[x.Binding]
		switch {
		case x.Sampler || r.LLIR.Bindings[x.Number].Kind == llir.Texture:
			return fmt.Errorf("%s is a texture or a sampler; a raw file can be bound as a buffer only", at)
		case x.Group != 0:
			return fmt.Errorf("%s: files are bound in group 0 only", at)
		case !given:
			return fmt.Errorf("%s: no file is bound there, expected --bind %d=FILE", at, x.Binding)
		case x.Number >= scene.MostBuffers:
			return fmt.Errorf("%s is the shader's buffer number %d, the machine has %d", at, x.Number+1, scene.MostBuffers)
		}
		delete(left, x.Binding)
		d.Programs.Below.Buffers = append(d.Programs.Below.Buffers, scene.Binding{Number: x.Number, Index: len(sc.Buffers)})
		sc.Buffers = append(sc.Buffers, scene.Buffer{Name: fmt.Sprintf("%d %s", x.Binding, x.Name), Words: words(data, r.LLIR.Bindings[x.Number].Kind)})
	}
	for _, n := range slices.Sorted(maps.Keys(left)) {
		return fmt.Errorf("%s: the shader's entry point uses nothing at @group(0) @binding(%d)", s.File, n)
	}
	return nil
}

// words are bytes in whole words; constants come in registers. What is missing is 0.
func words(data []byte, kind llir.BindingKind) []uint32 {
	unit := 4
	if kind == llir.Constant {
		unit = isa.RegisterSize
	}
	padded := make([]byte, (max(len(data), 1)+unit-1)/unit*unit)
	copy(padded, data)
	list := make([]uint32, len(padded)/4)
	for n := range list {
		list[n] = binary.LittleEndian.Uint32(padded[4*n:])
	}
	return list
}
