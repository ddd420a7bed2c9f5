package stream

import (
	"fmt"
	"slices"

	"tilemark/hw/regs"
)

// An area is a stretch of memory of which is known what it holds.
type area struct {
	addr, bytes uint32
	title       string
	write       func(t *texter, addr uint32, b []byte) // writes the part of it that a segment has
}

// mostCommands bounds how far rings and DMA buffers are followed, whatever a file says.
const mostCommands = 1 << 20

// walker follows the rings to find areas.
type walker struct {
	m     memory
	list  []area
	seen  map[uint32]bool // DMA buffers
	left  int             // commands that may still be followed
	state map[[2]int]uint32
	wrote func(block, reg int, value uint32) // when given, is told of every write of a register
}

// areas finds what lies where, by rising address and without overlaps: what is found first stays.
func (f *File) areas() []area {
	var out []area
	w := &walker{m: memory{f}, seen: map[uint32]bool{}, left: mostCommands}
	w.contexts(f)
	for _, a := range w.list {
		at, _ := slices.BinarySearchFunc(out, a.addr, func(b area, addr uint32) int { return int(int64(b.addr) - int64(addr)) })
		before := at == 0 || out[at-1].addr+out[at-1].bytes <= a.addr
		behind := at == len(out) || a.addr+a.bytes <= out[at].addr
		if before && behind {
			out = slices.Insert(out, at, a)
		}
	}
	return out
}

// contexts follows the ring of each context.
func (w *walker) contexts(f *File) {
	for i := range f.Contexts {
		w.state = map[[2]int]uint32{}
		w.ring(i, &f.Contexts[i])
	}
}

// Writes tells of every write of a register that the rings lead to, in the order of the commands.
func (f *File) Writes(tell func(block, reg int, value uint32)) {
	w := &walker{m: memory{f}, seen: map[uint32]bool{}, left: mostCommands, wrote: tell}
	w.contexts(f)
}

func (w *walker) add(addr uint32, bytes uint64, write func(*texter, uint32, []byte), format string, args ...any) {
	if bytes > 0 && addr%4 == 0 && w.m.has(addr, bytes) {
		w.list = append(w.list, area{addr, uint32(bytes), fmt.Sprintf(format, args...), write})
	}
}

// ring walks from HEAD to TAIL. A command that is split where the ring wraps is written as words.
func (w *walker) ring(i int, c *Context) {
	w.add(c.Header, regs.ContextHeaderBytes, (*texter).header, "context %d: header", i)
	word := func(n uint32) uint32 { return w.m.word(c.Header + 4*n) }
	head, tail, size := word(regs.ContextHeaderHead), word(regs.ContextHeaderTail), word(regs.ContextHeaderRingSize)
	ring := c.Header + regs.ContextHeaderBytes
	if head >= size || tail >= size || !w.m.has(ring, 4*uint64(size)) {
		return
	}
	end, wrapped := tail, tail < head
	if wrapped {
		end = size
	}
	rest := w.commands(ring+4*head, end-head, false)
	w.add(ring+4*head, 4*uint64(end-head), (*texter).commands, "context %d: ring from offset %d", i, head)
	if wrapped && rest < tail {
		w.add(ring+4*rest, 4*uint64(tail-rest), (*texter).commands, "context %d: ring from offset %d", i, rest)
		w.commands(ring+4*rest, tail-rest, false)
	}
}

// commands follows commands and says how many words the last one lacks.
func (w *walker) commands(addr, dwords uint32, inDMA bool) (lacking uint32) {
	for at := uint32(0); at < dwords && w.left > 0; w.left-- {
		header := w.m.word(addr + 4*at)
		fields := regs.UnpackHeader(header)
		next := at + 1 + fields.Length
		if next > dwords {
			return next - dwords
		}
		operand := func(k uint32) uint32 { return w.m.word(addr + 4*(at+k)) }
		switch shape := regs.ShapeOf(header); {
		case fields.Length < shape.Least || fields.Length > shape.Most:
		case header&regs.HeaderCommandMask == regs.CommandDma && !inDMA:
			w.dma(operand(regs.CommandDmaAddress), operand(regs.CommandDmaDwords))
		case header&regs.HeaderCommandMask == regs.CommandSetState && inDMA:
			for k := uint32(regs.CommandSetStateValue); k <= fields.Length; k++ {
				w.write(int(fields.SubOpcode), int(operand(regs.CommandSetStateFirst)+k-regs.CommandSetStateValue), operand(k))
			}
		case header&regs.HeaderCommandMask == regs.CommandDraw && inDMA:
			flags := regs.UnpackCommandDrawFlags(operand(regs.CommandDrawFlags))
			w.draw(operand(regs.CommandDrawCount), operand(regs.CommandDrawFirst), flags.Indexed)
		}
		at = next
	}
	return 0
}

func (w *walker) dma(addr, dwords uint32) {
	if addr%4 != 0 || !w.m.has(addr, 4*uint64(dwords)) {
		return
	}
	if !w.seen[addr] {
		w.seen[addr] = true
		w.add(addr, 4*uint64(dwords), (*texter).commands, "DMA buffer of %d DWORDs", dwords)
	}
	w.commands(addr, dwords, true)
}

func (w *walker) write(block, reg int, value uint32) {
	w.state[[2]int{block, reg}] = value
	if w.wrote != nil {
		w.wrote(block, reg, value)
	}
}

func (w *walker) register(block, reg int) uint32 {
	if v, written := w.state[[2]int{block, reg}]; written {
		return v
	}
	return regs.ResetValue(block, reg)
}

// draw adds what a draw reads.
func (w *walker) draw(count, first uint32, indexed bool) {
	vertices := w.register(regs.BlockEUPFront, regs.EUPFrontVertexCount)
	w.add(w.register(regs.BlockEUPFront, regs.EUPFrontVertexBase), regs.VertexBytes*uint64(vertices), (*texter).vertices, "%d vertices", vertices)
	if indexed {
		width, write := uint64(2), (*texter).indices16
		if w.register(regs.BlockCSP, regs.CSPIndexFormat)&regs.CSPIndexFormatMask == regs.CSPIndexFormatU32 {
			width, write = 4, (*texter).indices32
		}
		n := uint64(first) + uint64(count)
		w.add(w.register(regs.BlockCSP, regs.CSPIndexBase), width*n, write, "%d indices", n)
	}
	for i := range kernelRegisters {
		k := &kernelRegisters[i]
		bytes := w.register(k.block, k.base+1)
		w.add(w.register(k.block, k.base), uint64(bytes), (*texter).kernel, "%s kernel of %d bytes", k.stage, bytes)
	}
	for i := range boundRegisters {
		w.bound(&boundRegisters[i])
	}
}

// kernelRegisters say where kernels lie; the next register after each has the bytes.
var kernelRegisters = []struct {
	block, base int
	stage       string
}{
	{regs.BlockEUP, regs.EUPVertexKernel, "vertex"}, {regs.BlockEUP, regs.EUPDomainKernel, "domain"},
	{regs.BlockEUP, regs.EUPHullKernel, "hull"}, {regs.BlockPS, regs.PSPixelKernel, "pixel"},
}

// binds are the registers of what the kernels of a side of the break point bind: buffers of two registers, place and bytes, and textures of five.
type binds struct {
	block             int
	buffers, textures int // first register
	numBuffers        int
	numTextures       int
	whose             string
}

var boundRegisters = []binds{
	{regs.BlockEUP, regs.EUPBinding0Base, regs.EUPTexture0Base, 8, 2, "vertex, hull and domain kernels"},
	{regs.BlockBIND, regs.BINDBinding0Base, regs.BINDTexture0Base, 8, 8, "pixel kernels"},
}

// Registers of a buffer, of a texture, and places of them in a texture's.
const (
	bufferRegisters  = regs.BINDBinding1Base - regs.BINDBinding0Base
	textureRegisters = regs.BINDTexture1Base - regs.BINDTexture0Base
	textureBytes     = regs.BINDTexture0Bytes - regs.BINDTexture0Base
	textureSize      = regs.BINDTexture0Size - regs.BINDTexture0Base
	textureFormat    = regs.BINDTexture0Format - regs.BINDTexture0Base
)

// lastOf4Bytes is the last texture format whose texels are red, green, blue and alpha, a byte each: RGBA8 and RGBA8_SRGB (docs/textures.md).
const lastOf4Bytes = 1

// bound adds buffers and textures.
func (w *walker) bound(b *binds) {
	for n := range b.numTextures {
		at := b.textures + textureRegisters*n
		bytes, size := w.register(b.block, at+textureBytes), w.register(b.block, at+textureSize)
		write := (*texter).words
		if w.register(b.block, at+textureFormat)>>regs.BINDTexture0FormatFormatShift&regs.BINDTexture0FormatFormatMask <= lastOf4Bytes {
			write = (*texter).texels
		}
		w.add(w.register(b.block, at), uint64(bytes), write, "texture %d of %s, %d by %d texels, %d bytes", n, b.whose, size&0xffff, size>>16, bytes)
	}
	for n := range b.numBuffers {
		at := b.buffers + bufferRegisters*n
		bytes := w.register(b.block, at+1)
		w.add(w.register(b.block, at), uint64(bytes), (*texter).words, "buffer %d of %s, %d bytes", n, b.whose, bytes)
	}
}
