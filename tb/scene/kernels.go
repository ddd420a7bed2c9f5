package scene

import (
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

// Patch says who patches the tagged instructions of a kernel for the state of a draw (docs/shaders.md, "State").
type Patch uint8

// Who patches.
const (
	PatchDriver  Patch = iota // the driver, in memory, before the draw
	PatchMachine              // the machine, as it fetches lines of the kernel
)

// PatchNames are how texts name them.
var PatchNames = []string{PatchDriver: "driver", PatchMachine: "machine"}

// Kernel is a kernel that draws can name.
type Kernel struct {
	Name string
	*kernel.Kernel
	Patch  Patch               // who patches its tagged instructions
	From   *Shader             // that it is compiled from; nil of other kernels
	linked map[*Kernel]*Kernel // after vertex kernels
}

// Fitting is the kernel when what of state is compiled in is that of a state, otherwise one that is compiled for it now.
func (k *Kernel) Fitting(s *nos.State) (*kernel.Kernel, error) {
	if k.From == nil || nos.Fits(k.Kernel, s) {
		return k.Kernel, nil
	}
	of, o := *s, k.From.options
	o.State.Known = &of
	r, err := k.From.compile(o)
	if err != nil {
		return nil, err
	}
	r.Kernel.Name = k.Kernel.Name
	return r.Kernel, nil
}

// Buffer is memory that kernels can bind: what is in it at first.
type Buffer struct {
	Name  string
	Words []uint32
}

// Programs are what a draw runs in place of the project's own kernels; nil: those. Without a hull kernel the draw's Level counts.
type Programs struct {
	Vertex, Hull, Domain, Pixel *Kernel
	Limits                      Limits
	Above, Below                Bindings // of vertex, hull and domain kernels; of pixel kernels
}

// Limits are the most instructions that a thread may execute; 0: as many as the machine allows.
type Limits struct{ Vertex, Hull, Domain, Pixel uint32 }

// Bindings say what numbers of a binding table stand for: numbers among the scene's Buffers and Textures. A sampler has wrap modes and filters of a texture.
type Bindings struct{ Buffers, Textures, Samplers []Binding }

// Binding is a number of a binding table, and what it stands for.
type Binding struct{ Number, Index int }

// Most numbers of a binding table.
const (
	MostBuffers       = 8
	MostTextures      = 8 // of pixel kernels
	MostSamplers      = 4
	MostTexturesAbove = 2 // of the others
	MostSamplersAbove = 2
)

// Stores tells whether a kernel writes to what it binds.
func (k *Kernel) Stores() bool { return k.Effects&(isa.EffectStores|isa.EffectAtomics) != 0 }

// NeedsLateTest tells whether depths have to be tested after a pixel kernel, so that what it does is done for all pixels that are covered, and what it drops writes no depth.
func (k *Kernel) NeedsLateTest() bool {
	return !k.Early && k.Effects&(isa.EffectStores|isa.EffectAtomics|isa.EffectDiscards|isa.EffectDepth) != 0
}

// StageName is how files call a kernel's stage.
func StageName(stage uint8) string { return isa.StageNames[uint32(stage)] }
