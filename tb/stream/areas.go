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

// ringOffset is the distance from a header to its ring in bytes.
const ringOffset = 32

// ring walks from HEAD to TAIL. A command that is split where the ring wraps is written as words.
func (w *walker) ring(i int, c *Context) {
	w.add(c.Header, ringOffset, (*texter).header, "context %d: header", i)
	head, tail := w.m.word(c.Header), w.m.word(c.Header+4)
	size := w.m.word(c.Header + 16)
	ring := c.Header + ringOffset
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
		next := at + 1 + header&0xffff
		if next > dwords {
			return next - dwords
		}
		operand := func(k uint32) uint32 { return w.m.word(addr + 4*(at+1+k)) }
		switch op := header >> 24; {
		case op == opDMA && !inDMA && header&0xffff == 2:
			w.dma(operand(0), operand(1))
		case op == opSetState && inDMA:
			for k := uint32(1); k < header&0xffff; k++ {
				w.write(int(header>>16&0xff), int(operand(0)+k-1), operand(k))
			}
		case op == opDraw && inDMA && header&0xffff == 4:
			w.draw(operand(0), operand(2), operand(3))
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
func (w *walker) draw(count, first, flags uint32) {
	vertices := w.register(regs.BlockEUPFront, regs.EUPFrontVertexCount)
	w.add(w.register(regs.BlockEUPFront, regs.EUPFrontVertexBase), vertexBytes*uint64(vertices), (*texter).vertices, "%d vertices", vertices)
	if flags&1 != 0 {
		width, write := uint64(2), (*texter).indices16
		if w.register(regs.BlockCSP, regs.CSPIndexFormat)&regs.CSPIndexFormatMask == regs.CSPIndexFormatU32 {
			width, write = 4, (*texter).indices32
		}
		n := uint64(first) + uint64(count)
		w.add(w.register(regs.BlockCSP, regs.CSPIndexBase), width*n, write, "%d indices", n)
	}
	if w.register(regs.BlockPS, regs.PSPixelProgram)&1 != 0 {
		size := w.register(regs.BlockPS, regs.PSTextureSize)
		bytes := uint64(w.register(regs.BlockMXU, regs.MXUTextureBytes))
		w.add(w.register(regs.BlockPS, regs.PSTextureBase), bytes, (*texter).texels, "texture of %d by %d texels, %d bytes", size&0xffff, size>>16, bytes)
	}
}
