package cluster

import (
	"fmt"
	"math/rand/v2"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
)

// RandomBench is a bench with three random programs, some with textures, before its first cycle: one cluster, or some at an MXU. Contexts are cut, pages are missing and
// move, and CTAs are saved and brought back.
func RandomBench(seed uint64) (*Bench, error) {
	r := rand.New(rand.NewPCG(seed, 81))
	cfg := randomConfig(r)
	for cfg.Alone {
		cfg = randomConfig(r)
	}
	cfg.TEX, cfg.Depth = randomSamplerConfig(r), 1+r.IntN(3) // connections that are full now and then
	b, err := NewBench(cfg, seed)
	if err != nil {
		return nil, err
	}
	b.pace(r.IntN(90), 1+r.IntN(1+r.IntN(100)), r.IntN(1+r.IntN(60)))
	disturb(b, r)
	if err := preempt(b, r); err != nil {
		return nil, err
	}
	for n := range 3 {
		make, kind := maker(randomProgram), "random"
		if n > 0 && r.IntN(2) == 0 {
			make, kind = randomSampling, "sampling"
		}
		p, _, err := make(r, fmt.Sprintf("%s-%d", kind, n))
		if err != nil {
			return nil, err
		}
		if err := load(b, r, p); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// maker makes a random program of the given name, and the text of its kernel.
type maker func(r *rand.Rand, name string) (p *Program, text string, err error)

// randomConfig is a cluster with enough registers for random kernels, or a multiprocessor alone.
func randomConfig(r *rand.Rand) Config {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	c := Config{
		SMs: 1 + r.IntN(4), Depth: 1 + r.IntN(5), Alone: r.IntN(3) == 0,
		SM: sm.Config{
			Threads: pick(3, 4, 8, 16, 70, 128), Lanes: pick(4, 8, 16, 32), MathLanes: pick(1, 2, 8, 32), ALULatency: 1 + r.IntN(9), MathLatency: 1 + r.IntN(20), FlowLatency: 1 + r.IntN(4),
			Shared: 64 * pick(4, 16, 512), Banks: pick(1, 2, 16, 32), SharedLatency: 1 + r.IntN(9), Select: []string{"round_robin", "greedy"}[r.IntN(2)],
		},
		PM:  pm.Config{Tasks: 3},
		LSU: lsu.Config{Entries: pick(1, 2, 4, 16), Accesses: pick(1, 2, 16, 64), Sets: 3, Bindings: 4, Scratch: 4},
		L15: l15.Config{Lines: pick(2, 2, 8, 64, 256), Ways: pick(2, 2, 4, 16), Misses: pick(1, 2, 8, 32), Held: pick(1, 2, 16, 64), Writes: pick(1, 2, 16, 64)},
	}
	if c.Alone {
		c.SMs = 1
	}
	if !c.Alone && r.IntN(2) == 0 {
		c.Mapped = true
		c.MXU = mxu.Config{TLB: pick(1, 2, 16, 64), Sets: 8, Atomics: pick(1, 2, 4, 16)}
	}
	c.SM.Registers = c.SM.Threads * 128
	if !c.Alone && r.IntN(2) == 0 { // threads have to wait for registers
		c.SM.Registers = max(3*128, c.SM.Registers/pick(2, 4, 8))
	}
	if !c.Alone {
		c.Stall = pick(0, 0, 20, 70)
	}
	if c.Mapped {
		c.Clusters = pick(1, 1, 2, 3)
		c.SMs = (c.SMs + c.Clusters - 1) / c.Clusters
	}
	return c
}

// disturb has contexts be cut, pages be missing and moved.
func disturb(b *Bench, r *rand.Rand) {
	if b.cfg.Alone || !b.cfg.Mapped && r.IntN(2) == 0 {
		return
	}
	b.around.every, b.around.most, b.around.absent = 1+r.IntN(1+r.IntN(2000)), r.IntN(6), []int{0, 30, 100}[r.IntN(3)]
	if b.system != nil {
		b.system.every, b.system.most = 1+r.IntN(1+r.IntN(3000)), r.IntN(9)
	}
}

// load loads a program, at times with the buffers and textures of another one of its slot, so that several of them access the same lines.
// With an MXU work above the break point has a slot of its own, since pages of what is below are pinned.
func load(b *Bench, r *rand.Rand, p *Program) error {
	if b.cfg.Mapped {
		p.Slot = 1
		if p.Kernel.Stage == isa.StageVertex {
			p.Slot = 0
		}
	}
	for _, o := range b.programs {
		if o.Slot == p.Slot && r.IntN(2) == 0 {
			p.Shares = o
		}
	}
	return b.Load(p)
}

// preempt has CTAs be saved and brought back.
func preempt(b *Bench, r *rand.Rand) error {
	if b.cfg.Alone || len(b.mates)*b.cfg.SMs*b.cfg.SM.Threads > 512 || r.IntN(2) == 0 { // the context buffer has room for so many threads
		return nil
	}
	trap, restore, err := kernels.RandomHandlers(r)
	if err != nil {
		return err
	}
	if err := b.takeHandlers(trap, restore); err != nil {
		return err
	}
	for _, m := range b.mates {
		m.around.within, m.around.left = 1+r.IntN(1+r.IntN(3000)), 1+r.IntN(4)
	}
	return nil
}

// randomProgram is a program of a random kernel: of compute, or of vertices, whose threads are above the break point.
func randomProgram(r *rand.Rand, name string) (p *Program, text string, err error) {
	if r.IntN(3) == 0 {
		text = kernels.RandomVertex(r)
	} else {
		text = kernels.Random(r)
	}
	k, errs := asm.Assemble(name+".tka", text)
	if len(errs) > 0 {
		return nil, text, errs[0]
	}
	k.Name = name
	k.Scratch += isa.RegisterSize * rand.New(rand.NewPCG(uint64(len(text)), 1)).IntN(32) // threads side by side have more and less of it
	if k.Stage == isa.StageCompute {                                                     // so many arguments that most registers begin with something
		k.Args = 256
		k.Registers = max(k.Registers, 1+3*isa.RegisterSet(k.Lanes, 4)+k.Args/pipe.RegisterWords)
	}
	data := make([]byte, 512)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	p = &Program{
		Kernel: k, Slot: uint8(r.IntN(2)), Grid: [3]int{1 + r.IntN(6), 1, 1}, Threads: 1 + r.IntN(20), Bindings: []exec.Binding{{Data: data, Write: true}},
		Prepare: func(g *exec.Thread) {
			for w := 8 * 16; w < 8*min(80, k.Registers); w++ {
				g.Registers[w] = r.Uint32()
			}
		},
	}
	p.State = randomState(k, uint64(len(text)))
	for range k.Args {
		p.Args = append(p.Args, r.Uint32())
	}
	return p, text, nil
}

// randomSamplerConfig is a sampler of any size, with enough room for the programs' sets and textures.
func randomSamplerConfig(r *rand.Rand) sampler.Config {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	return sampler.Config{
		Entries: pick(1, 2, 4, 16), Quads: pick(1, 2, 4, 16), Rate: pick(1, 2, 16), Lookups: pick(1, 2, 4, 32), Lines: pick(1, 2, 16, 64), Ways: pick(1, 2, 4, 16),
		Misses: pick(1, 2, 8, 32), Sets: 3, Textures: 5,
	}
}

// randomSampling is a program of a random kernel with textures: of vertices, pixels or compute.
func randomSampling(r *rand.Rand, name string) (p *Program, text string, err error) {
	switch r.IntN(3) {
	case 0:
		text = kernels.RandomVertexSamples(r)
	case 1:
		text = kernels.RandomPixel(r)
	default:
		text = kernels.RandomSamples(r)
	}
	k, errs := asm.Assemble(name+".tka", text)
	if len(errs) > 0 {
		return nil, text, errs[0]
	}
	k.Name = name
	if k.Args > 0 {
		k.Args = 256
		k.Registers = max(k.Registers, 1+3*isa.RegisterSet(k.Lanes, 4)+k.Args/pipe.RegisterWords)
	}
	p = &Program{
		Kernel: k, Slot: uint8(r.IntN(2)), Grid: [3]int{1 + r.IntN(4), 1, 1}, Threads: 1 + r.IntN(10), Bindings: []exec.Binding{{Data: bytesOf(r, 512), Write: true}},
		Prepare: func(g *exec.Thread) {
			for w := 8 * 16; w < 8*min(80, k.Registers); w++ {
				g.Registers[w] = r.Uint32()
			}
			if active := g.Active & (r.Uint32() | r.Uint32()); active != 0 {
				g.Active = active
			}
			g.Helpers = g.Active & r.Uint32() & r.Uint32()
		},
	}
	p.State = randomState(k, uint64(len(text)))
	for range k.Args {
		p.Args = append(p.Args, r.Uint32())
	}
	bytes := []int{128, 256, 1 << 14}[r.IntN(3)] // threads meet in the lines of small ones
	for n := 1; n <= 4; n++ {
		p.Textures = append(p.Textures, Texture{Number: n, Words: randomTexture(r, 0, bytes), Data: bytesOf(r, bytes)})
		w := randomSampler(r)
		p.Samplers = append(p.Samplers, [texture.SamplerWords]uint32(w[:]))
	}
	return p, text, nil
}

// bytesOf are so many random bytes.
func bytesOf(r *rand.Rand, count int) []byte {
	list := make([]byte, count)
	for n := range list {
		list[n] = byte(r.Uint32())
	}
	return list
}

// formats are those of docs/textures.md.
const formats = 45

// randomTexture is a descriptor of a texture in a part of an image; most are as they should be, and all lie in that part.
func randomTexture(r *rand.Rand, at, bytes int) (w [8]uint32) {
	size := func() uint32 {
		if r.IntN(40) == 0 {
			return uint32(r.IntN(3)) * uint32(r.IntN(65536))
		}
		return 1 + uint32(r.IntN(1<<r.IntN(7)))
	}
	width, height, depth, levels, dimension := size(), size(), uint32(1+r.IntN(5)), uint32(r.IntN(8)), uint32(r.IntN(4))
	if r.IntN(30) == 0 {
		levels = uint32(r.IntN(16))
	}
	if r.IntN(30) == 0 {
		depth = 0
	}
	format := uint32(r.IntN(formats))
	if r.IntN(50) == 0 {
		format = uint32(r.IntN(256))
	}
	w = [8]uint32{uint32(at), uint32(bytes), 0, width&0xffff | height<<16, depth | levels<<16 | dimension<<20 | uint32(r.IntN(2))<<22 | format<<24}
	switch r.IntN(6) {
	case 0:
		w[1] = uint32(r.IntN(bytes))
	case 1:
		w[2] = uint32(r.IntN(bytes))
	case 2: // so far apart that their places have more than 32 bits
		w[2] = 1 << (28 + r.IntN(4))
	default: // layers one after the other
		w[2] = width * height * 16 * 2
	}
	if r.IntN(20) == 0 {
		w[0] |= uint32(r.IntN(64))
		w[1] = min(w[1], uint32(bytes-64))
		w[3] = r.Uint32()
	}
	if r.IntN(10) == 0 {
		w[5], w[6], w[7] = r.Uint32(), r.Uint32(), r.Uint32()
	}
	return w
}

// randomSampler is the words of a sampler; many are as kernels have them.
func randomSampler(r *rand.Rand) (w [8]uint32) {
	w = [8]uint32{r.Uint32(), 0, 0x20000000}
	switch r.IntN(4) {
	case 0:
		w[1], w[2] = r.Uint32(), r.Uint32()
	case 1:
		w[1] = uint32(r.IntN(1024)-512) & 0xffff
		w[2] = uint32(r.IntN(1024)) | uint32(r.IntN(4096))<<16
	}
	return w
}

// randomState is the state that the machine patches a random kernel for; nil, of half of them, and of those that depend on what registers of state do not have: it is executed as it is. Types of
// attributes are of the size that most messages have: a message of another one may want registers that the kernel does not have.
func randomState(k *kernel.Kernel, seed uint64) *nos.State {
	r := rand.New(rand.NewPCG(seed, 82))
	if _, err := nos.Table(k); err != nil || r.IntN(2) == 0 {
		return nil
	}
	s := nos.Default()
	flip := func() bool { return r.IntN(2) != 0 }
	s.AlphaFunction, s.AlphaReference, s.Fog, s.FogOffset = nos.Compare(r.IntN(8)), r.Float32(), nos.Fog(r.IntN(4)), isa.RegisterSize*uint16(r.IntN(4))
	s.Lighting, s.Colors, s.TwoSided, s.TargetSRGB, s.PointLower, s.DepthClamp = flip(), flip(), flip(), flip(), flip(), flip()
	s.TargetCount, s.TargetFormat, s.WriteMask, s.Flat, s.PointSprite, s.ClipPlanes = 1+uint8(r.IntN(4)), uint8(r.IntN(16)), uint8(r.IntN(16)), uint16(r.Uint32()), uint16(r.Uint32()), uint8(r.Uint32())
	for n := range s.Textures {
		t := &s.Textures[n]
		t.Bound, t.SRGB, t.Format = flip(), flip(), uint8(r.IntN(16))
		for c := range t.Swizzle {
			t.Swizzle[c] = nos.Component(r.IntN(6))
		}
	}
	for n := range s.Attributes {
		s.Attributes[n] = nos.Attribute{Type: []uint8{isa.TypeF, isa.TypeUd, isa.TypeD}[r.IntN(3)], Count: 1 + uint8(r.IntN(4)), Normalized: flip(), Offset: 4 * uint16(r.IntN(64))}
	}
	for n := range k.Code {
		for _, p := range k.Code[n].Patches {
			if m := isa.Decode(k.Code[n].Native).Message; p.Part == isa.PatchPartType && isa.Bytes(m.Type) != isa.Bytes(isa.TypeF) {
				return nil
			}
		}
	}
	return &s
}
