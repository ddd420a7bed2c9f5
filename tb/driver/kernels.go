package driver

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/hw/regs"
	"tilemark/tb/kernels"
	"tilemark/tb/scene"
)

// program is a kernel in memory: its address, and what the registers say of it.
type program struct {
	at, bytes, needs uint32
	all              uint32 // bytes, with the patch table
}

// own is a kernel of the project.
func (b *builder) own(name string) *kernel.Kernel {
	k := b.project[name]
	if k == nil && b.err == nil {
		if k, b.err = kernels.Load(name); b.err == nil {
			b.project[name] = k
		}
	}
	return k
}

// place puts a kernel into the context's memory, once.
func (b *builder) place(k *kernel.Kernel) program {
	p, ok := b.placed[k]
	if ok || b.err != nil {
		return p
	}
	b.scratch = max(b.scratch, scratchOf(k))
	code := k.Bytes()
	p = program{at: b.alloc(len(code), 64), bytes: uint32(len(code)), all: uint32(len(code)), needs: needs(k)}
	if b.err == nil {
		copy(b.at(p.at), code)
		b.c.KernelBytes += len(code)
		b.placed[k] = p
		b.c.Kernels = append(b.c.Kernels, PlacedKernel{k, p.at})
	}
	return p
}

// lineBytes is the size of a line of memory, in bytes.
const lineBytes = 64

// placePatchable puts a kernel that the machine patches into the context's memory, once: its instructions as they are, with tags, and after them the patch table.
func (b *builder) placePatchable(k *kernel.Kernel) program {
	p, ok := b.patchable[k]
	if ok || b.err != nil {
		return p
	}
	table, err := nos.Table(k)
	if err != nil {
		b.err = err
		return p
	}
	b.scratch = max(b.scratch, scratchOf(k))
	code := k.Bytes()
	from := (len(code) + lineBytes - 1) / lineBytes * lineBytes
	lines := uint32(len(table) / lineBytes)
	p = program{at: b.alloc(from+len(table), lineBytes), bytes: uint32(len(code)), all: uint32(from + len(table)), needs: needs(k) | lines<<regs.PSPixelKernelNeedsPatchTableShift}
	if b.err == nil {
		copy(b.at(p.at), code)
		copy(b.at(p.at+uint32(from)), table)
		b.c.KernelBytes += from + len(table)
		b.patchable[k] = p
		b.c.Kernels = append(b.c.Kernels, PlacedKernel{k, p.at})
	}
	return p
}

// needs is a register NEEDS: those of all stages are alike.
func needs(k *kernel.Kernel) uint32 {
	return regs.PSPixelKernelNeedsFields{Registers: uint32(k.Registers - 1), Lanes: uint32(bits.TrailingZeros(uint(k.Lanes)) - 3), Inputs: uint32(k.Inputs), Scratch: scratchCode(k)}.Pack()
}

// scratchCode is field SCRATCH of a register NEEDS: 0, or n for 32 * 2^n bytes.
func scratchCode(k *kernel.Kernel) uint32 {
	if k.Scratch == 0 {
		return 0
	}
	return uint32(max(1, bits.Len(uint(k.Scratch-1))-5))
}

// scratchOf is how much scratch memory a thread of a kernel can name, in bytes.
func scratchOf(k *kernel.Kernel) uint32 {
	if k.Scratch == 0 {
		return 0
	}
	return isa.RegisterSize << scratchCode(k)
}

// stage is where the registers of a stage's kernel are.
type stage struct{ block, at, bytes, needs, limit, state int }

var (
	vertexStage = stage{regs.BlockEUP, regs.EUPVertexKernel, regs.EUPVertexKernelBytes, regs.EUPVertexKernelNeeds, regs.EUPVertexLimit, regs.EUPVertexNos0}
	domainStage = stage{regs.BlockEUP, regs.EUPDomainKernel, regs.EUPDomainKernelBytes, regs.EUPDomainKernelNeeds, regs.EUPDomainLimit, regs.EUPDomainNos0}
	hullStage   = stage{regs.BlockEUP, regs.EUPHullKernel, regs.EUPHullKernelBytes, regs.EUPHullKernelNeeds, regs.EUPHullLimit, regs.EUPHullNos0}
	pixelStage  = stage{regs.BlockPS, regs.PSPixelKernel, regs.PSPixelKernelBytes, regs.PSPixelKernelNeeds, regs.PSPixelLimit, regs.PSPixelNos0}
)

// chosen is the kernel of a draw: its own, that of the context, or the project's.
func chosen(of *scene.Kernel, context, project *kernel.Kernel) *scene.Kernel {
	switch {
	case of != nil:
		return of
	case context != nil:
		return &scene.Kernel{Kernel: context}
	}
	return &scene.Kernel{Kernel: project}
}

// kernels are the programs of a draw, with what they bind.
func (b *builder) kernels(i int, s state, d *scene.Draw) {
	p := &d.Programs
	var tagged *kernel.Kernel // of the kernel that was fitted last: what the machine patches
	fit := func(k *scene.Kernel) (made *kernel.Kernel) {
		if b.err != nil {
			return k.Kernel
		}
		b.pipeline.setShader(k)
		b.pipeline.setState(d.StateFor(k.Kernel))
		if b.o.Fitted != nil {
			b.o.Fitted(k, &b.pipeline.state)
		}
		made, tagged, b.err = b.pipeline.execute(b.patcherOf(k) == scene.PatchMachine)
		return made
	}
	set := func(k *kernel.Kernel, r stage, limit uint32) program {
		if b.err != nil {
			return program{}
		}
		var at program
		if tagged == nil {
			at = b.place(k)
		} else {
			at = b.placePatchable(tagged)
			b.stateWords(i, s, tagged, r)
		}
		s.set(r.block, r.at, at.at)
		s.set(r.block, r.bytes, at.bytes)
		s.set(r.block, r.needs, at.needs)
		s.set(r.block, r.limit, limit)
		return at
	}
	s.set(regs.BlockEUP, regs.EUPHullKernelBytes, 0)
	above := []*kernel.Kernel{}
	if b.s.Meshes[d.Mesh].Topology == scene.PatchList {
		above = append(above, fit(chosen(p.Domain, nil, b.own("domain"))))
		set(above[0], domainStage, p.Limits.Domain)
		if p.Hull != nil {
			above = append(above, fit(p.Hull))
			set(above[1], hullStage, p.Limits.Hull)
		}
	} else {
		above = append(above, fit(chosen(p.Vertex, b.o.VertexKernel, b.own("vertex"))))
		set(above[0], vertexStage, p.Limits.Vertex)
	}
	pixel := fit(chosen(p.Pixel, b.pixelKernel(d), b.own(ownPixelOf(d))))
	at := set(pixel, pixelStage, p.Limits.Pixel)
	if b.err == nil {
		count := pixel.ReadsAttributes()
		if b.isOwnPixel(pixel) && d.Texture < 0 {
			count = fixedColors
		}
		s.set(regs.BlockPS, regs.PSPixelAttributes, uint32(pixel.Attributes))
		flat := pixel.Flat | b.pipeline.state.Flat
		s.set(regs.BlockASU, regs.ASUAttributes, regs.ASUAttributesFields{Count: uint32(count), Flat: uint32(flat)}.Pack())
		s.set(regs.BlockTSU, regs.TSUFlat, uint32(flat))
	}
	s.set(regs.BlockBIND, regs.BINDPixelKernel, at.at)
	s.set(regs.BlockBIND, regs.BINDPixelKernelBytes, at.all)
	if b.err == nil {
		b.err = b.refuses(i, d, above, pixel)
	}
	for _, k := range append(above, pixel) {
		if most := k.MostInputs(); b.err == nil && k.Inputs > most {
			b.err = fmt.Errorf("draw %d: threads of kernel %s begin with %d registers; .inputs of at most %d was expected, which is what a %s thread of %d lanes is given (docs/isa.md)", i, k.Name, k.Inputs, most, isa.StageNames[uint32(k.Stage)], k.Lanes)
		}
		if most := cmp.Or(b.o.ScratchBytes, 16<<10); b.err == nil && int(scratchOf(k)) > most {
			b.err = fmt.Errorf("draw %d: kernel %s uses %d bytes of scratch memory, with which a thread has %d; at most %d were expected (gpc.lsu.scratch)", i, k.Name, k.Scratch, scratchOf(k), most)
		}
	}
	b.bind(s, regs.BlockEUP, regs.EUPBinding0Base, &p.Above, scene.MostTexturesAbove, scene.MostSamplersAbove)
	b.bind(s, regs.BlockBIND, regs.BINDBinding0Base, &p.Below, scene.MostTextures, scene.MostSamplers)
	b.ownTexture(s, d)
}

// patcherOf is who patches a kernel.
func (b *builder) patcherOf(k *scene.Kernel) scene.Patch {
	if b.o.Patch != nil {
		return *b.o.Patch
	}
	return k.Patch
}

// stateWords writes the state that the machine patches a kernel for.
func (b *builder) stateWords(i int, s state, k *kernel.Kernel, r stage) {
	w, err := b.pipeline.state.Words(k.Stage)
	if err != nil {
		b.err = errors.Join(b.err, fmt.Errorf("draw %d: kernel %s is patched by the machine: %w", i, k.Name, err))
	}
	for n, v := range w {
		s.set(r.block, r.state+n, v)
	}
}

// Registers of a binding table from that of its first buffer on.
const (
	bufferWords  = regs.BINDBinding1Base - regs.BINDBinding0Base
	textureWords = regs.BINDTexture1Base - regs.BINDTexture0Base
	samplerWords = regs.BINDSampler1Mode - regs.BINDSampler0Mode
)

// bind writes a binding table; what is not bound has no bytes.
func (b *builder) bind(s state, block, first int, list *scene.Bindings, textures, samplers int) {
	for n := range scene.MostBuffers {
		s.set(block, first+bufferWords*n+1, 0)
	}
	for _, e := range list.Buffers {
		words := b.s.Buffers[e.Index].Words
		s.set(block, first+bufferWords*e.Number, b.bufferAt(e.Index))
		s.set(block, first+bufferWords*e.Number+1, uint32(4*len(words)))
	}
	first += bufferWords * scene.MostBuffers
	for n := range textures {
		s.set(block, first+textureWords*n+1, 0)
	}
	for _, e := range list.Textures {
		for i, w := range b.descriptor(e.Index) {
			s.set(block, first+textureWords*e.Number+i, w)
		}
	}
	first += textureWords * textures
	for _, e := range list.Samplers {
		s.set(block, first+samplerWords*e.Number, samplerOf(&b.s.Textures[e.Index]))
	}
}

// bufferAt is the address of a buffer of the scene, which is put into memory when it is bound first.
func (b *builder) bufferAt(i int) uint32 {
	if at, ok := b.bound[i]; ok || b.err != nil {
		return at
	}
	words := b.s.Buffers[i].Words
	at := b.alloc(4*len(words), 64)
	if b.err == nil {
		b.put(at, words...)
		b.changes(at, 4*len(words))
		b.bound[i] = at
	}
	return at
}

// formatSRGB is the number of the format of encoded colours (docs/textures.md).
const formatSRGB = 1

// descriptor is that of a texture of the scene.
func (b *builder) descriptor(i int) [textureWords]uint32 {
	t, at := &b.s.Textures[i], b.textures[i]
	format := regs.BINDTexture0FormatFields{Levels: uint32(max(1, t.Levels)), Dimension: regs.BINDTexture0FormatDimensionTwo}
	if t.SRGB {
		format.Format = formatSRGB
	}
	return [textureWords]uint32{at.base, at.bytes, 0, regs.BINDTexture0SizeFields{Width: uint32(t.Width), Height: uint32(t.Height)}.Pack(), format.Pack()}
}

func samplerOf(t *scene.Texture) uint32 {
	return regs.BINDSampler0ModeFields{WrapU: t.WrapU, WrapV: t.WrapV, Mag: t.Mag, Min: t.Min, Mip: t.Mip}.Pack()
}

// ownTexture binds the draw's texture as number 0, unless the draw binds another one there.
func (b *builder) ownTexture(s state, d *scene.Draw) {
	if d.Texture < 0 {
		return
	}
	list := &d.Programs.Below
	for _, e := range append(list.Textures[:len(list.Textures):len(list.Textures)], list.Samplers...) {
		if e.Number == 0 {
			return
		}
	}
	for i, w := range b.descriptor(d.Texture) {
		s.set(regs.BlockBIND, regs.BINDTexture0Base+i, w)
	}
	s.set(regs.BlockBIND, regs.BINDSampler0Mode, samplerOf(&b.s.Textures[d.Texture]))
}

// refuses says why the kernels of a draw may not run (docs/memory.md): a binding that is not bound, a kernel above the break point that stores, or one that may read what pixel
// kernels of this draw write, or of an earlier one without a flush between; a pixel kernel that accesses what one of an earlier draw has written (order.go).
// And a draw with program_depth whose pixel kernel is not the project's own: such a kernel says itself what depths pixels have.
func (b *builder) refuses(i int, d *scene.Draw, above []*kernel.Kernel, pixel *kernel.Kernel) error {
	p := &d.Programs
	if d.State.ProgramDepth != nil && !b.isOneOf(pixel, ownPixelDepth) {
		return fmt.Errorf("draw %d: program_depth, and kernel %s runs, which says itself what depths pixels have; the project's own pixel kernel was expected", i, pixel.Name)
	}
	for _, k := range above {
		if k.Effects&(isa.EffectStores|isa.EffectAtomics) != 0 {
			return fmt.Errorf("draw %d: kernel %s stores; above the break point, kernels that only read were expected", i, k.Name)
		}
		if err := unbound(k, "vertex", &p.Above, false, false); err != nil {
			return fmt.Errorf("draw %d: %w", i, err)
		}
	}
	if err := unbound(pixel, "pixel", &p.Below, d.Texture >= 0, b.isOwnPixel(pixel)); err != nil {
		return fmt.Errorf("draw %d: %w", i, err)
	}
	return b.ordered(i, d, pixel)
}

// unbound finds what a kernel uses and the draw does not have; textured: texture and sampler 0 are the draw's; own: it asks registers whether there is one.
func unbound(k *kernel.Kernel, stage string, list *scene.Bindings, textured, own bool) error {
	has := func(list []scene.Binding, n int) bool {
		for _, e := range list {
			if e.Number == n {
				return true
			}
		}
		return false
	}
	missing := func(what string, n, most int) error {
		if n >= most {
			return fmt.Errorf("kernel %s uses %s %d; numbers 0 to %d were expected", k.Name, what, n, most-1)
		}
		return fmt.Errorf("kernel %s uses %s %d, and none is bound; a scene whose draw has bind: {%s: {%ss: {%d: NAME}}} was expected", k.Name, what, n, stage, what, n)
	}
	textures := map[string]int{"vertex": scene.MostTexturesAbove, "pixel": scene.MostTextures}[stage]
	for _, e := range k.Bindings {
		n := int(e.Number)
		switch e.Kind {
		case isa.BindingKindBuffer, isa.BindingKindConstant:
			if !has(list.Buffers, n) {
				return missing("buffer", n, scene.MostBuffers)
			}
		case isa.BindingKindTexture:
			if !has(list.Textures, n) && (n != 0 || !textured) && !own {
				return missing("texture", n, textures)
			}
		default:
			return fmt.Errorf("kernel %s uses a binding that draws do not have; buffers, constants and textures were expected", k.Name)
		}
	}
	return nil
}

// fixedColors is how many attributes the project's pixel kernel reads without a texture: r, g, b and a.
const fixedColors = 4

// The project's pixel kernels, which sample a texture and discard only where registers say so: one without a depth, and one for draws whose program has one.
const (
	ownPixel      = "pixel"
	ownPixelDepth = "pixel_depth"
)

// isOwnPixel tells whether a kernel is one of these, or one with a loop before it; others may have the same name.
func (b *builder) isOwnPixel(k *kernel.Kernel) bool { return b.isOneOf(k, ownPixel, ownPixelDepth) }

// isOneOf tells the same of some of the project's kernels.
func (b *builder) isOneOf(k *kernel.Kernel, names ...string) bool {
	for _, name := range names {
		switch k.Name {
		case name + kernels.Looped:
			return true
		case name:
			own := b.own(name)
			return own != nil && (k == own || bytes.Equal(k.Bytes(), own.Bytes()))
		}
	}
	return false
}

// ownPixelOf is which of these a draw takes.
func ownPixelOf(d *scene.Draw) string {
	if d.State.ProgramDepth != nil {
		return ownPixelDepth
	}
	return ownPixel
}

// pixelKernel is the context's pixel kernel for a draw; nil: it has none.
func (b *builder) pixelKernel(d *scene.Draw) *kernel.Kernel {
	if b.o.DepthKernel != nil && d.State.ProgramDepth != nil {
		return b.o.DepthKernel
	}
	return b.o.PixelKernel
}
