package monitor

import (
	"tilemark/golden"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/text/number"
)

// writer is a surface that the back end writes.
type writer uint8

// Surfaces, as indices.
const (
	colors writer = iota
	depths
	numWriters
)

var writerNames = [numWriters]string{colors: "colours", depths: "depths"}

// writerOf returns the surface that a client of the MXU writes.
func writerOf(client uint8) (w writer, ok bool) {
	switch client {
	case regs.MxuClientColor:
		return colors, true
	case regs.MxuClientDepth:
		return depths, true
	}
	return 0, false
}

// weigh is a word's part of a sum over memory. It is linear in the value, so what a write
// changes follows from the bytes that it changes.
func weigh(addr, value uint32) uint64 {
	return (wires.Mix(uint64(addr&^3), 3) | 1) * (uint64(value) << (8 * (addr & 3)))
}

// weighPixel is weigh of a pixel of 2, 4 or 8 bytes.
func weighPixel(addr uint32, bytes uint8, value uint64) uint64 {
	sum := weigh(addr, uint32(value))
	if bytes == 8 {
		sum += weigh(addr+4, uint32(value>>32))
	}
	return sum
}

// owe notes that a pixel was changed in the back end: memory must come to know of it.
func (c *ContextState) owe(w writer, at golden.Bytes, f *golden.Fragment, old, now uint64) {
	if old != now {
		addr := at.At(f.X, f.Y)
		c.Owed[w] += weighPixel(addr, at.Pixel, now) - weighPixel(addr, at.Pixel, old)
	}
}

// oweStore notes a fence or query write, which takes the same way.
func (mon *Monitor) oweStore(c *ContextState, s *wbu.Store) {
	_, _, i := mon.context(s.Slot, "WBU")
	offset := mon.v.Image.Contexts[i].Offset
	read := func(addr uint32) uint32 { return mon.host.Memory().ReadWord(addr + offset) }
	c.Owed[colors] += weigh(s.Addr, uint32(s.Value)) - weigh(s.Addr, read(s.Addr))
	if s.Query {
		c.Owed[colors] += weigh(s.Addr+4, uint32(s.Value>>32)) - weigh(s.Addr+4, read(s.Addr+4))
	}
}

// pay takes off what a write of the back end changes in memory. The request stands at the memory's
// port at address at; what was put there before it is in memory first.
func (mon *Monitor) pay(w writer, r *pipe.MemRequest, at uint32) {
	c, _, i := mon.context(r.Slot, "MEM_REQ")
	if r.Slot < pipe.Slots {
		mon.s.Unanswered[r.Slot][w]++
	}
	old := mon.wordsBefore(at)
	for k, now := range r.Data {
		mask := byteMask(r.Mask >> (4 * k))
		if before := old[k]; (before^now)&mask != 0 {
			addr := r.Addr - mon.v.Image.Contexts[i].Offset + 4*uint32(k)
			c.Owed[w] -= weigh(addr, now&mask) - weigh(addr, before&mask)
		}
	}
}

// wordsBefore returns a line of memory as the next request will find it.
func (mon *Monitor) wordsBefore(at uint32) (line [16]uint32) {
	for k := range line {
		line[k] = mon.m.Memory.ReadWord(at + 4*uint32(k))
	}
	for i := range mon.requests.Len() {
		r := mon.requests.Peek(i)
		if r.Op != pipe.Write || r.Addr != at {
			continue
		}
		for k, now := range r.Data {
			mask := byteMask(r.Mask >> (4 * k))
			line[k] = line[k]&^mask | now&mask
		}
	}
	return line
}

// byteMask spreads four byte enables over a word.
func byteMask(enables uint64) (mask uint32) {
	for k := range 4 {
		if enables>>k&1 != 0 {
			mask |= 0xff << (8 * k)
		}
	}
	return mask
}

// depthsFlushed: ZL2 lets something pass before which its depths are in memory.
func (mon *Monitor) depthsFlushed(_ uint64, e *pipe.QuadEntry) {
	switch e.Kind {
	case pipe.Fence:
		mon.paid(e.Slot, depths, checkFenceBeforeAnswers, checkFenceBeforePixels, "has a fence pass ZL2")
	case pipe.Blit:
		mon.paid(e.Slot, depths, checkBlitBeforePixels, checkBlitBeforePixels, "has a fill or copy pass ZL2")
	case pipe.Flush:
		if e.Keeps() {
			return
		}
		mon.paid(e.Slot, depths, checkFlushEarly, checkFlushEarly, "has a flush pass ZL2")
	case pipe.IntEnd:
		mon.paid(e.Slot, depths, checkDrainedUnanswered, checkDrainedUnwritten, "has INT_END pass ZL2")
	}
}

// paid tells what of a surface is missing in memory, of the context in a slot. What is tested or blended
// later is not in the sum: each surface is looked at where its block lets the entry pass.
func (mon *Monitor) paid(slot uint8, w writer, unanswered, unwritten Check, when string) {
	c, _, i := mon.context(slot, "MEM_REQ")
	if slot < pipe.Slots && mon.s.Unanswered[slot][w] > 0 {
		n := mon.s.Unanswered[slot][w]
		mon.fail(unanswered, "MEM_ANS", "context %d %s while memory has not answered %s writes of %s", i, when, number.Thousands(n), writerNames[w])
	}
	if c.Owed[w] != 0 {
		mon.fail(unwritten, "MEM_REQ", "context %d %s, but memory has not all its %s", i, when, writerNames[w])
	}
}
