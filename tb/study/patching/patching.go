// Package patching measures what state costs that shaders depend on (docs/shaders.md, "State"): kernels that are compiled once and patched at the draw, against compiling
// for each state, and against keeping kernels for the states that are most popular.
package patching

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

// Options say what is measured.
type Options struct {
	Shaders  []Source // fragment shaders; the timeline draws with the last one
	States   int      // different ones that a program uses
	Frames   int
	Draws    int // of a frame
	Seed     uint64
	Progress func(done, total int)
}

// Source is a shader in WGSL.
type Source struct{ Name, Text string }

// Result is what was found.
type Result struct {
	Shaders []Shader `json:"shaders"`
	Caches  []Cache  `json:"caches"`
	Frames  []Frame  `json:"frames"`
	// Replay is the recording of the repository, drawn again; it does not follow from the options.
	Replay   *Replay   `json:"replay"`
	Patchers []Patcher `json:"patchers"`
}

// Shader is a shader that is compiled with tags of all items of state.
type Shader struct {
	Name         string  `json:"name"`
	Instructions int     `json:"instructions" unit:"instructions" doc:"Of the kernel with tags."`
	Tagged       int     `json:"tagged" unit:"instructions" doc:"Of them those that depend on state."`
	Bytes        int     `json:"bytes" unit:"bytes" doc:"Of the instructions with tags and their table of patches."`
	Table        int     `json:"table_bytes" unit:"bytes" doc:"Of them those of the table that the machine patches by, in whole lines of 64 bytes."`
	Whole        int     `json:"whole_variant_bytes" unit:"bytes" doc:"Of a kernel that is compiled for a state in which everything is on."`
	Variant      int     `json:"variant_bytes" unit:"bytes" doc:"Of a kernel that is compiled for one state, on average over the states."`
	Variants     int     `json:"variants" unit:"kernels" doc:"Different kernels among those for the states."`
	Compile      float64 `json:"compile_ms" unit:"ms" doc:"Processor time to compile for one state, the median."`
	Patch        float64 `json:"patch_us" unit:"us" doc:"Processor time to patch for a state, the best of the rounds."`
}

// PerTagged is the processor time of patching, in nanoseconds a tagged instruction.
func (s *Shader) PerTagged() float64 { return 1000 * s.Patch / float64(max(1, s.Tagged)) }

// Cache is a store of kernels for the states that were drawn last.
type Cache struct {
	Kernels  int `json:"kernels" unit:"kernels" doc:"That it holds."`
	Bytes    int `json:"bytes" unit:"bytes" doc:"Of them."`
	Compiled int `json:"compiled" unit:"kernels" doc:"Compiled again while the frames were drawn, besides the first time."`
}

// Frame is what draws of a frame cost the processor.
type Frame struct {
	New     int     `json:"new" unit:"states" doc:"That no frame before it had."`
	Compile float64 `json:"compile_ms" unit:"ms" doc:"When kernels are compiled at the draw, and all are kept."`
	Patch   float64 `json:"patch_ms" unit:"ms" doc:"When they are patched at the draw."`
}

// Drawn is the number of draws of all frames.
func (o *Options) Drawn() int { return o.Frames * o.Draws }

// Measure makes the study.
func Measure(o Options) (*Result, error) {
	r := &Result{}
	states := statesOf(&o)
	var last *measured
	for n, s := range o.Shaders {
		m, err := measure(s, states)
		if err != nil {
			return nil, err
		}
		r.Shaders, last = append(r.Shaders, m.Shader), m
		if o.Progress != nil {
			o.Progress(n+1, len(o.Shaders))
		}
	}
	stream := streamOf(&o)
	for size := 1; size <= o.States; size *= 4 {
		r.Caches = append(r.Caches, last.cache(size, stream))
	}
	r.Frames = last.timeline(&o, stream)
	recording, err := ReadRecording(recordedFile, recorded)
	if err != nil {
		return nil, err
	}
	if r.Replay, err = recording.replay(); err != nil {
		return nil, err
	}
	r.Patchers, err = patchers()
	return r, err
}

// statesOf are the states that a program uses.
func statesOf(o *Options) (list []nos.State) {
	r := rand.New(rand.NewPCG(o.Seed, 1))
	for range o.States {
		list = append(list, state(r))
	}
	return list
}

// state is one of which everything is chosen.
func state(r *rand.Rand) nos.State {
	s := nos.Default()
	s.AlphaFunction, s.AlphaReference = nos.Compare(r.IntN(8)), float32(r.Float64())
	s.Fog = nos.Fog(r.IntN(4))
	s.Lighting, s.Colors, s.TwoSided, s.DepthClamp, s.TargetSRGB = r.IntN(4) > 0, r.IntN(2) > 0, r.IntN(4) == 0, r.IntN(8) == 0, r.IntN(2) > 0
	s.WriteMask, s.TargetCount = uint8(15-r.IntN(2)*8), uint8(3+r.IntN(2))
	s.ClipPlanes = uint8(r.Uint32()) & uint8(r.Uint32()) & uint8(r.Uint32())
	for n := range s.Textures {
		t := &s.Textures[n]
		t.SRGB, t.Format = r.IntN(2) > 0, uint8(r.IntN(4))
		if r.IntN(4) == 0 {
			for c := range t.Swizzle {
				t.Swizzle[c] = nos.Component(r.IntN(6))
			}
		}
	}
	return s
}

// everything is a state in which all that state can ask for is done.
func everything() nos.State {
	s := nos.Default()
	s.AlphaFunction, s.AlphaReference, s.Fog = nos.Greater, 0.5, nos.Exp2
	s.Lighting, s.Colors, s.TwoSided, s.DepthClamp, s.TargetSRGB = true, true, true, true, true
	s.ClipPlanes = 1<<nos.Planes - 1
	for n := range s.Textures {
		s.Textures[n].SRGB, s.Textures[n].Swizzle = true, [4]nos.Component{nos.Blue, nos.Green, nos.Red, nos.One}
	}
	return s
}

// streamOf are the states of all draws, by their numbers: a few are popular (Zipf's law), and programs come to more of them as they go on.
func streamOf(o *Options) (stream []int) {
	r := rand.New(rand.NewPCG(o.Seed, 2))
	z := rand.NewZipf(r, 1.2, 4, uint64(o.States-1))
	for frame := range o.Frames {
		met := 1 + (o.States-1)*frame/o.Frames
		for range o.Draws {
			stream = append(stream, min(int(z.Uint64()), met))
		}
	}
	return stream
}

// measured is a shader with what its kernels cost.
type measured struct {
	Shader
	bytes   []int     // of the kernel for each state
	compile []float64 // ms, of each state
}

// measure compiles a shader with tags, and for each state, and patches it.
func measure(s Source, states []nos.State) (*measured, error) {
	file := s.Name + ".wgsl"
	module, err := compiler.Load(file, s.Text, nil)
	if err != nil {
		return nil, err
	}
	o := compiler.Options{Entry: pixelEntry(module), State: compiler.State{Items: nos.All}}
	made, err := compiler.Module(file, module, o)
	if err != nil {
		return nil, err
	}
	k := made.Kernel
	states = slices.Clone(states)
	fog, _ := nos.FogBinding(k)
	for n := range states {
		states[n].FogBinding = fog
	}
	table, err := nos.Table(k)
	if err != nil {
		return nil, err
	}
	m := &measured{Shader: Shader{Name: s.Name, Instructions: len(k.Code), Tagged: len(nos.Tagged(k)), Bytes: len(k.Bytes()) + len(table), Table: len(table)}}
	different := map[string]bool{}
	for n := range states {
		o.State.Known = &states[n]
		begin := time.Now()
		variant, err := compiler.Module(file, module, o)
		if err != nil {
			return nil, err
		}
		m.compile = append(m.compile, time.Since(begin).Seconds()*1000)
		code := variant.Kernel.Bytes()
		m.bytes = append(m.bytes, len(code))
		different[string(code)] = true
		m.Variant += len(code)
	}
	m.Variant /= len(states)
	whole := everything()
	whole.FogBinding, o.State.Known = fog, &whole
	variant, err := compiler.Module(file, module, o)
	if err != nil {
		return nil, err
	}
	m.Whole = len(variant.Kernel.Bytes())
	m.Variants = len(different)
	m.Compile = median(m.compile)
	if m.Patch = patchTime(k, states); m.Tagged == 0 {
		m.Patch = 0
	}
	return m, check(k, states)
}

// pixelEntry is the entry point of the pixel stage.
func pixelEntry(m *ir.Module) string {
	for n := range m.EntryPoints {
		if m.EntryPoints[n].Stage == ir.StageFragment {
			return m.EntryPoints[n].Name
		}
	}
	return ""
}

// patchTime is the processor time to patch a kernel for one of some states, in microseconds: the best of some rounds, in which nothing disturbs.
func patchTime(k *kernel.Kernel, states []nos.State) float64 {
	p := nos.NewPatcher(k)
	code := slices.Clone(p.Code())
	best := math.Inf(1)
	for range 5 {
		begin, times := time.Now(), 0
		for time.Since(begin) < 5*time.Millisecond {
			for n := range states {
				p.Patch(code, &states[n])
			}
			times += len(states)
		}
		best = min(best, time.Since(begin).Seconds()*1e6/float64(times))
	}
	return best
}

// check has patching in place and patching of a kernel agree.
func check(k *kernel.Kernel, states []nos.State) error {
	p := nos.NewPatcher(k)
	code := slices.Clone(p.Code())
	for n := range states {
		if p.Patch(code, &states[n]); !slices.Equal(code, nos.Kernel(k, &states[n]).Bytes()) {
			return fmt.Errorf("%s, patched for state %d in place and as a kernel, is not the same", k.Name, n)
		}
	}
	return nil
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

// cache draws with a store of so many kernels, from which the one goes that was not used for the longest time.
func (m *measured) cache(size int, stream []int) Cache {
	c := Cache{Kernels: size}
	var held []int
	met := map[int]bool{}
	for _, s := range stream {
		at := slices.Index(held, s)
		switch {
		case at >= 0:
			held = slices.Delete(held, at, at+1)
		case met[s]:
			c.Compiled++
		}
		met[s] = true
		if held = append(held, s); len(held) > size {
			held = held[1:]
		}
	}
	for _, s := range held {
		c.Bytes += m.bytes[s]
	}
	return c
}

// timeline is what frames cost.
func (m *measured) timeline(o *Options, stream []int) (list []Frame) {
	met := make([]bool, o.States)
	before := -1
	for frame := range o.Frames {
		var f Frame
		for _, s := range stream[frame*o.Draws : (frame+1)*o.Draws] {
			if !met[s] {
				met[s] = true
				f.New++
				f.Compile += m.compile[s]
			}
			if s != before {
				f.Patch += m.Patch / 1000
			}
			before = s
		}
		list = append(list, f)
	}
	return list
}
