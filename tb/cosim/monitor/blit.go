package monitor

import (
	"cmp"
	"math/bits"
	"slices"

	"tilemark/golden"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim/vector"
	"tilemark/text/number"
)

// blitCommand: C2D gets a fill or copy. It has been committed, was not executed before, and
// comes in its order.
func (mon *Monitor) blitCommand(_ uint64, e *pipe.Cmd) {
	if e.Kind != pipe.Blit {
		return
	}
	c, t, i := mon.context(e.Slot, "C2D")
	if c.Blitting {
		mon.fail(checkBlitOnce, "C2D", "context %d: a fill or copy is started while another is executed", i)
	}
	if !nextBlit(c, t) {
		mon.fail(checkBlitOnce, "C2D", "context %d: a fill or copy is started, but every committed one has been executed", i)
		return
	}
	if want, copies := &t.Events[c.Blit], e.Blit() == pipe.BlitCopy; want.Copy != copies {
		mon.fail(checkBlitPixels, "C2D", "context %d: a copy is started: %t; golden's is one: %t", i, copies, want.Copy)
	}
	c.Blitting = true
	mon.Moved()
}

// nextBlit moves to the next fill or copy that must be executed, among committed ones.
func nextBlit(c *ContextState, t *golden.Trace) bool {
	for ; c.Blit < c.Pos; c.Blit++ {
		if t.Events[c.Blit].Kind == golden.KindBlit {
			return true
		}
	}
	return false
}

// Blits returns how many fills and copies of a context have passed the break point.
func (mon *Monitor) Blits(context int) (n int) {
	for k := range mon.v.Blits[context] {
		if k < mon.s.Contexts[context].Pos {
			n++
		}
	}
	return n
}

// blitWrite compares a line that C2D writes with golden's pixels.
func (mon *Monitor) blitWrite(r *pipe.MemRequest) {
	c, _, i := mon.context(r.Slot, "C2D")
	if !c.Blitting {
		mon.fail(checkBlitOnce, "C2D", "context %d: a write to %#x without a fill or copy", i, r.Addr)
		return
	}
	b := mon.v.Blits[i][c.Blit]
	left, line := r.Mask, r.Addr-mon.v.Image.Contexts[i].Offset
	k, _ := slices.BinarySearchFunc(b.Writes, line, func(w golden.Write, addr uint32) int { return cmp.Compare(w.Addr, addr) })
	for k < len(b.Writes) && b.Writes[k].Addr-line < pipe.LineBytes {
		w := &b.Writes[k]
		at := w.Addr - line
		mask := (uint64(1)<<w.Bytes - 1) << at
		got := linePixel(r, at, w.Bytes)
		found := false
		for ; k < len(b.Writes) && b.Writes[k].Addr == w.Addr; k++ {
			found = found || b.Writes[k].Value == got || c.uncertain(c.Blit)
		}
		if r.Mask&mask == 0 {
			continue
		}
		if r.Mask&mask != mask || !found {
			mon.fail(checkBlitPixels, "C2D", "context %d: bytes %#x of the pixel at %#x are written, %#x; golden writes %#x",
				i, r.Mask&mask>>at, w.Addr, got, w.Value)
		}
		left &^= mask
		c.BlitPixels++
		c.BlitSum += vector.Mark(w.Addr, got)
	}
	if left != 0 {
		mon.fail(checkBlitPixels, "C2D", "context %d: a byte at %#x is written that golden's fill or copy leaves alone", i, line+uint32(bits.TrailingZeros64(left)))
	}
	mon.s.BlitWrites[r.Slot]++
	mon.Moved()
}

// linePixel returns a pixel of a line that is written.
func linePixel(r *pipe.MemRequest, at uint32, bytes uint8) uint64 {
	v := uint64(r.Data[at/4]) >> (8 * (at % 4))
	switch bytes {
	case 2:
		return v & 0xffff
	case 8:
		return v | uint64(r.Data[at/4+1])<<32
	}
	return v
}

// blitDone: C2D has come to its end, so each of golden's pixels was written once and is
// in memory.
func (mon *Monitor) blitDone(r *pipe.Report) {
	c, _, i := mon.context(r.Slot, "C2D")
	if !c.Blitting {
		mon.fail(checkBlitOnce, "C2D", "context %d: a fill or copy ends that never began", i)
		return
	}
	b := mon.v.Blits[i][c.Blit]
	if int(c.BlitPixels) != len(b.Writes) || c.BlitSum != b.Sum && !c.uncertain(c.Blit) {
		mon.breaks(checkBlitPixels, "P2", "C2D", "context %d: a fill or copy ends after %s pixels; golden writes %s, each once", i, number.Thousands(c.BlitPixels), number.Thousands(len(b.Writes)))
	}
	if n := mon.s.BlitWrites[r.Slot]; n > 0 {
		mon.fail(checkBlitUnanswered, "C2D", "context %d: a fill or copy ends while %s writes are not answered", i, number.Thousands(n))
	}
	c.Blit++
	c.BlitPixels, c.BlitSum, c.Blitting = 0, 0, false
	mon.Moved()
}

// blitsExecuted fails when a committed fill or copy is missing.
func (mon *Monitor) blitsExecuted(c *ContextState, t *golden.Trace, i int, when string) {
	if nextBlit(c, t) {
		mon.breaks(checkBlitOnce, "P5", "C2D", "context %d is %s, but %s was not executed", i, when, describe(&t.Events[c.Blit]))
	}
}
