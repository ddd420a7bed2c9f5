package driver

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"tilemark/hw/regs"
	"tilemark/text/number"
)

// ring writes DMA buffers, ring, header and an empty save area.
func (b *builder) ring() {
	cmds := b.ringCommands()
	n := 0
	for _, c := range cmds {
		n += len(c)
	}
	size := b.o.RingSize
	if size == 0 {
		size = n + b.o.RingStart + 16
	}
	if b.err == nil && (n >= size || size > regs.ContextHeaderRingSizeMax || b.o.RingStart < 0 || b.o.RingStart >= size) {
		b.err = fmt.Errorf("a ring of %s DWORDs with %s in it from offset %d; %d to %d DWORDs, and an offset inside, were expected", number.Thousands(size), number.Thousands(n), b.o.RingStart, n+1, regs.ContextHeaderRingSizeMax)
	}
	if b.err != nil {
		return
	}
	b.c.SaveArea = b.alloc(regs.SaveRoomBytes+2*GuardBytes, 4096) + GuardBytes
	b.c.Header = b.alloc(b.o.HeaderAt+regs.ContextHeaderBytes+4*size, 4096) + uint32(b.o.HeaderAt)
	if b.err != nil {
		return
	}
	b.changes(b.c.SaveArea, regs.SaveRoomBytes)
	b.changes(b.c.Header, regs.ContextHeaderBytes+4*size)
	if b.scratch > 0 {
		b.c.Shares = regs.ContextHeaderScratchSizeFields{Lines: b.scratch / 64, Threads: uint32(cmp.Or(b.o.Threads, 64))}
		n := int(b.scratch) * int(b.c.Shares.Threads)
		at := b.alloc(n, 4096)
		b.changes(at, n)
		b.c.Scratch = Span{at, at + uint32(n)}
	}
	for i := uint32(0); i < GuardBytes; i += 4 {
		b.put(b.c.SaveArea-GuardBytes+i, GuardWord)
		b.put(b.c.SaveArea+regs.SaveRoomBytes+i, GuardWord)
	}
	at := b.o.RingStart
	for _, c := range cmds {
		for _, w := range c {
			b.put(b.c.Header+regs.ContextHeaderBytes+4*uint32(at), w)
			at = (at + 1) % size
		}
		b.c.Tails = append(b.c.Tails, uint32(at))
	}
	b.c.RingSize, b.c.Tail = uint32(size), uint32(at)
	b.put(b.c.Header, contextHeader(uint32(b.o.RingStart), &b.c)...)
}

// contextHeader is the header of a context that has not begun.
func contextHeader(head uint32, c *Context) []uint32 {
	words := make([]uint32, regs.ContextHeaderDWords)
	words[regs.ContextHeaderHead], words[regs.ContextHeaderTail] = head, c.Tail
	words[regs.ContextHeaderRestore] = regs.CommandSkip1DwordHeader
	words[regs.ContextHeaderScratch], words[regs.ContextHeaderScratchSize] = c.Scratch.From, c.Shares.Pack()
	words[regs.ContextHeaderRingSize], words[regs.ContextHeaderSaveArea] = c.RingSize, c.SaveArea
	return words
}

// ReadScratch takes from the header in memory what scratch memory a context has.
func (im *Image) ReadScratch(c *Context) {
	header := im.Bytes[c.Header:]
	at := uint64(binary.LittleEndian.Uint32(header[4*regs.ContextHeaderScratch:]) + c.Offset)
	c.Shares = regs.UnpackContextHeaderScratchSize(binary.LittleEndian.Uint32(header[4*regs.ContextHeaderScratchSize:]))
	c.Scratch = Span{}
	bytes := 64 * uint64(c.Shares.Lines) * uint64(c.Shares.Threads)
	if end := min(at+bytes, uint64(len(im.Bytes))); at < end { // the machine uses no more parts than it has threads
		c.Scratch = Span{uint32(at), uint32(end)}
	}
}

// ringCommands writes the DMA buffers and returns the commands of the ring.
func (b *builder) ringCommands() (cmds [][]uint32) {
	if b.o.FenceFirst {
		f := b.alloc(smallBytes+4, 64) // a page of its own, where there are page tables
		b.changes(f, smallBytes)
		b.c.Fences = append(b.c.Fences, f)
		cmds = append(cmds, []uint32{regs.CommandFenceHeader, f, b.fenceValue(uint32(len(b.c.Fences)))})
	}
	cmds = append(cmds, b.beginning()...)
	if b.o.Wait || b.o.WaitEach {
		b.c.Wait = b.alloc(64, 64)
		b.changes(b.c.Wait, 64)
		b.put(b.c.Wait, 1)
	}
	places := make([]uint32, len(b.buffers))
	for n := range len(b.buffers) * max(1, b.o.Repeat) {
		i := n % len(b.buffers)
		if b.o.WaitEach || b.o.Wait && n == 0 {
			cmds = append(cmds, []uint32{regs.CommandWaitHeader, b.c.Wait, 1})
		}
		if n == i {
			places[i] = b.alloc(b.o.BufferAt+4*len(b.buffers[i]), b.bufferAlign()) + uint32(b.o.BufferAt)
			if b.err != nil {
				return nil
			}
			b.put(places[i], b.buffers[i]...)
		}
		cmds = append(cmds, []uint32{regs.CommandDmaHeader, places[i], uint32(len(b.buffers[i]))})
		if b.o.RingFlush {
			cmds = append(cmds, []uint32{flushCommand(regs.FlushModeWriteBack)})
		}
		if b.o.RingFence {
			f := b.allocPart(b.o.Lends.Fences, 64, 64)
			if b.err != nil {
				return nil
			}
			b.changes(f, 64)
			b.c.Fences = append(b.c.Fences, f)
			cmds = append(cmds, []uint32{regs.CommandFenceHeader, f, b.fenceValue(uint32(len(b.c.Fences)))})
		}
	}
	return cmds
}

// beginning is INTERRUPTIBLE, with the packing before it: a tail shows both at once, since a context that ends between them loses what
// it has written.
func (b *builder) beginning() (cmds [][]uint32) {
	var packing, first []uint32
	if b.o.Packing != nil {
		packing = b.packing()
		first = packing
	}
	if !b.o.NoInterrupt {
		first = append(slices.Clone(first), regs.CommandInterruptibleHeader)
	}
	if len(first) > 0 {
		cmds = append(cmds, first)
	}
	if b.o.Packing != nil && b.o.Packing.Late {
		cmds = append(cmds, packing)
	}
	return cmds
}

// bufferAlign is what DMA buffers are aligned to, in bytes, or what they lie BufferAt bytes after.
func (b *builder) bufferAlign() int {
	if b.o.BufferAt > 0 {
		return pageBytes
	}
	return 64
}

// The guard zones before and after a save area: nothing writes them (rule S3).
const (
	GuardBytes = 64
	GuardWord  = 0x5afe5afe
)

// SetTail makes a context's ring end at an offset.
func (im *Image) SetTail(c *Context, tail uint32) {
	c.Tail = tail
	im.WriteWord(c.Header+4*regs.ContextHeaderTail, tail)
}

// WriteWord writes a word of the image.
func (im *Image) WriteWord(addr, v uint32) {
	at := im.Bytes
	if im.Common > 0 && addr >= im.Common && len(at) <= int(im.Common) { // it is not closed
		at, addr = im.common, addr-im.Common
	}
	binary.LittleEndian.PutUint32(at[addr:], v)
}
