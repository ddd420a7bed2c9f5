package scene

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
)

// PBR is the name of the built-in shader: metallic-roughness materials of glTF.
const PBR = "pbr"

//go:embed shaders/pbr.wgsl
var pbr string

// BuiltinShader is the text of a built-in shader.
func BuiltinShader(name string) (text string, ok bool) { return pbr, name == PBR }

// shadedItems are the items of state that a shader of a whole scene depends on, besides those that it names: what a material says.
const shadedItems = isa.NosAlphaTest

// Shade has all draws that name no kernels run a shader in WGSL, which has an entry point for pixels, and may have one for vertices. path names it in errors.
func (s *Scene) Shade(path, text string) error {
	vertex, pixel, err := entries(path, text)
	if err != nil {
		return err
	}
	if pixel == nil {
		return fmt.Errorf("%s: no entry point of stage @fragment, which a shader of a scene needs", path)
	}
	if pixel, err = pixel.After(vertex); err != nil {
		return err
	}
	shaded := false
	for i := range s.Draws {
		d := &s.Draws[i]
		if d.Programs.named() || vertex != nil && s.Meshes[d.Mesh].Topology == PatchList {
			continue
		}
		if d.State.ProgramDepth != nil {
			return s.inDraw(i, "program_depth", fmt.Errorf("program_depth, and the draw would run %s, which says itself what depths pixels have; a draw that names kernels was expected, or none with program_depth", path))
		}
		shaded = true
		d.Programs.Vertex, d.Programs.Pixel = vertex, pixel
		d.Depends = d.shadedState(s)
		d.State.Kill, d.State.LateTest = nil, pixel.NeedsLateTest()
		if d.State.LateTest && d.Depends.AlphaFunction == nos.Always {
			d.State.LateTest = (&Kernel{Kernel: nos.Kernel(pixel.Kernel, d.StateFor(pixel.Kernel))}).NeedsLateTest()
		}
	}
	if !shaded {
		return errors.New("no draw of the scene would run it; one that names no kernels was expected, and for a shader with @vertex no patches")
	}
	return nil
}

// named tells whether a draw names kernels.
func (p *Programs) named() bool {
	return p.Vertex != nil || p.Hull != nil || p.Domain != nil || p.Pixel != nil
}

// shadedState is the draw's own state, with what its material and mesh say besides. An alpha test of its own stays.
func (d *Draw) shadedState(s *Scene) *nos.State {
	state, m := nos.Default(), d.material()
	if d.Depends != nil {
		state = *d.Depends
	}
	state.Lighting = state.Lighting || d.Lighting && !m.Unlit
	state.TwoSided = state.TwoSided || m.DoubleSided
	state.Colors = state.Colors || d.VertexColor && s.Meshes[d.Mesh].HasColor
	if m.AlphaCutoff > 0 && state.AlphaFunction == nos.Always {
		state.AlphaFunction, state.AlphaReference = nos.GreaterEqual, m.AlphaCutoff
	}
	return &state
}

// entries compiles the entry points of a shader: one for pixels, and one for vertices if there is one.
func entries(path, text string) (vertex, pixel *Kernel, err error) {
	m, err := compiler.Load(path, text, nil)
	if err != nil {
		return nil, nil, err
	}
	of := map[llir.Stage]**Kernel{llir.Vertex: &vertex, llir.Pixel: &pixel}
	for n := range m.EntryPoints {
		e := &m.EntryPoints[n]
		if e.Stage == ir.StageCompute {
			continue
		}
		o := compiler.Options{Entry: e.Name}
		if e.Stage == ir.StageFragment {
			o.State.Items = shadedItems
		}
		sh := &Shader{path: path, module: m, options: o}
		if sh.Made, err = sh.compile(o); err != nil {
			return nil, nil, err
		}
		to := of[sh.Made.LLIR.Stage]
		if *to != nil {
			return nil, nil, fmt.Errorf("%s: entry points %s and %s are both of stage %v; one of each stage was expected", path, (*to).Name, e.Name, sh.Made.LLIR.Stage)
		}
		*to = &Kernel{Name: e.Name, Kernel: sh.Made.Kernel, From: sh}
	}
	return vertex, pixel, nil
}
