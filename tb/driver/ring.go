package driver

import (
	"encoding/binary"
	"fmt"

	"tilemark/hw/regs"
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
	if b.err == nil && (n >= size || size > maxRing || b.o.RingStart < 0 || b.o.RingStart >= size) {
		b.err = fmt.Errorf("a ring of %d DWORDs with %d in it from offset %d; %d to %d DWORDs, and an offset inside, were expected", size, n, b.o.RingStart, n+1, maxRing)
	}
	if b.err != nil {
		return
	}
	b.c.SaveArea = b.alloc(regs.SaveAreaBytes+2*GuardBytes, 4096) + GuardBytes
	b.c.Header = b.alloc(ringOffset+4*size, 4096)
	if b.err != nil {
		return
	}
	for i := uint32(0); i < GuardBytes; i += 4 {
		b.put(b.c.SaveArea-GuardBytes+i, GuardWord)
		b.put(b.c.SaveArea+regs.SaveAreaBytes+i, GuardWord)
	}
	at := b.o.RingStart
	for _, c := range cmds {
		for _, w := range c {
			b.put(b.c.Header+ringOffset+4*uint32(at), w)
			at = (at + 1) % size
		}
		b.c.Tails = append(b.c.Tails, uint32(at))
	}
	b.c.RingSize, b.c.Tail = uint32(size), uint32(at)
	b.put(b.c.Header, uint32(b.o.RingStart), b.c.Tail, command(clientMemory, opSkip, 0, 1), 0, b.c.RingSize, b.c.SaveArea)
}

// maxRing is the largest ring that the machine takes, in DWORDs (docs/commands.md).
const maxRing = 1 << 20

// ringOffset is the distance from a context's header to its ring in bytes.
const ringOffset = 32

// ringCommands writes the DMA buffers and returns the commands of the ring.
func (b *builder) ringCommands() (cmds [][]uint32) {
	if !b.o.NoInterrupt {
		cmds = append(cmds, []uint32{command(clientMemory, opInterruptible, 0, 0)})
	}
	if b.o.Wait || b.o.WaitEach {
		b.c.Wait = b.alloc(64, 64)
		b.put(b.c.Wait, 1)
	}
	for i, buf := range b.buffers {
		if b.o.WaitEach || b.o.Wait && i == 0 {
			cmds = append(cmds, []uint32{waitHeader, b.c.Wait, 1})
		}
		at := b.alloc(4*len(buf), 64)
		if b.err != nil {
			return nil
		}
		b.put(at, buf...)
		cmds = append(cmds, []uint32{command(clientMemory, opDMA, 0, 2), at, uint32(len(buf))})
		if b.o.RingFence {
			f := b.alloc(64, 64)
			b.c.Fences = append(b.c.Fences, f)
			cmds = append(cmds, []uint32{fenceHeader, f, uint32(len(b.c.Fences))})
		}
	}
	return cmds
}

// The guard zones before and behind a save area: nothing writes them (rule S3).
const (
	GuardBytes = 64
	GuardWord  = 0x5afe5afe
)

// SetTail makes a context's ring end at an offset.
func (im *Image) SetTail(c *Context, tail uint32) {
	c.Tail = tail
	binary.LittleEndian.PutUint32(im.Bytes[c.Header+4:], tail)
}
