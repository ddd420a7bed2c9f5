package cosim

import (
	"cmp"
	"math/bits"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// blitInfo is what golden writes for a fill or copy.
type blitInfo struct {
	writes []golden.Write // by address; those of one address in their order
	sum    uint64         // of all pixels' marks
	size   BlitSize
}

// mark is a pixel's part of a sum that does not depend on the order of the pixels.
func mark(addr uint32, value uint64) uint64 {
	h := (value ^ uint64(addr)<<20 ^ 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	return (h ^ h>>32) * 0xc4ceb9fe1a85ec53
}

// blitInfos collects the fills and copies of a trace, by event.
func blitInfos(t *golden.Trace) map[int]*blitInfo {
	out := map[int]*blitInfo{}
	var reg regs.C2DRegs
	for k := range t.Events {
		e := &t.Events[k]
		switch e.Kind {
		case golden.KindState:
			if e.Block == regs.BlockC2D {
				regs.Write(reg[:], e.Reg, e.Value)
			}
		case golden.KindBlit:
			b := &blitInfo{writes: slices.Clone(t.Writes[e.First : e.First+e.Count]), size: blitSize(&reg, e.Copy)}
			slices.SortStableFunc(b.writes, func(x, y golden.Write) int { return cmp.Compare(x.Addr, y.Addr) })
			for _, w := range b.writes {
				b.sum += mark(w.Addr, w.Value)
			}
			out[k] = b
		}
	}
	return out
}

// blitCommand: C2D gets a fill or copy. It has been committed, was not executed before, and
// comes in its order.
func (mon *Monitor) blitCommand(_ uint64, e *pipe.Cmd) {
	if e.Kind != pipe.Blit {
		return
	}
	c, t, i := mon.context(e.Slot, "C2D")
	if c.Blitting {
		mon.fail("P2", "C2D", "context %d: a fill or copy is started while another is executed", i)
	}
	if !nextBlit(c, t) {
		mon.fail("P2", "C2D", "context %d: a fill or copy is started, but every committed one has been executed", i)
	}
	if want := &t.Events[c.Blit]; want.Copy != (e.Value == pipe.BlitCopy) {
		mon.fail("P4", "C2D", "context %d: a copy is started: %t; golden's is one: %t", i, e.Value == pipe.BlitCopy, want.Copy)
	}
	c.Blitting = true
	mon.moved()
}

// nextBlit moves to the next fill or copy that must be executed, among committed ones.
func nextBlit(c *contextState, t *golden.Trace) bool {
	for ; c.Blit < c.Pos; c.Blit++ {
		if t.Events[c.Blit].Kind == golden.KindBlit {
			return true
		}
	}
	return false
}

// Blits returns how many fills and copies of a context have passed the break point.
func (s *Session) Blits(context int) (n int) {
	for k := range s.V.blits[context] {
		if k < s.Mon.s.Contexts[context].Pos {
			n++
		}
	}
	return n
}

// blitReady: a fill or copy may begin, so everything before it is in memory (C7).
func (mon *Monitor) blitReady(_ uint64, r *pipe.Report) {
	if r.Kind != pipe.BlitReady {
		return
	}
	_, _, i := mon.context(r.Slot, "WBU")
	if k := &mon.m.WBU.S.Cache; k.Writes > 0 || k.Valid != 0 {
		mon.fail("C7", "WBU", "context %d: a fill or copy begins while pixels before it are in the cache or under way", i)
	}
}

// blitWrite compares a line that C2D writes with golden's pixels.
func (mon *Monitor) blitWrite(r *pipe.MemRequest) {
	c, _, i := mon.context(r.Slot, "C2D")
	if !c.Blitting {
		mon.fail("P2", "C2D", "context %d: a write to %#x without a fill or copy", i, r.Addr)
	}
	b := mon.v.blits[i][c.Blit]
	left := r.Mask
	k, _ := slices.BinarySearchFunc(b.writes, r.Addr, func(w golden.Write, addr uint32) int { return cmp.Compare(w.Addr, addr) })
	for k < len(b.writes) && b.writes[k].Addr-r.Addr < pipe.LineBytes {
		w := &b.writes[k]
		at := w.Addr - r.Addr
		mask := (uint64(1)<<w.Bytes - 1) << at
		got := linePixel(r, at, w.Bytes)
		found := false
		for ; k < len(b.writes) && b.writes[k].Addr == w.Addr; k++ {
			found = found || b.writes[k].Value == got
		}
		if r.Mask&mask == 0 {
			continue
		}
		if r.Mask&mask != mask || !found {
			mon.fail("P4", "C2D", "context %d: bytes %#x of the pixel at %#x are written, %#x; golden writes %#x",
				i, r.Mask&mask>>at, w.Addr, got, w.Value)
		}
		left &^= mask
		c.BlitPixels++
		c.BlitSum += mark(w.Addr, got)
	}
	if left != 0 {
		mon.fail("P4", "C2D", "context %d: a byte at %#x is written that golden's fill or copy leaves alone", i, r.Addr+uint32(bits.TrailingZeros64(left)))
	}
	mon.s.BlitWrites[r.Slot]++
	mon.moved()
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
		mon.fail("P2", "C2D", "context %d: a fill or copy ends that never began", i)
	}
	b := mon.v.blits[i][c.Blit]
	if int(c.BlitPixels) != len(b.writes) || c.BlitSum != b.sum {
		mon.fail("P2", "C2D", "context %d: a fill or copy ends behind %d pixels; golden writes %d, each once", i, c.BlitPixels, len(b.writes))
	}
	if n := mon.s.BlitWrites[r.Slot]; n > 0 {
		mon.fail("P5", "C2D", "context %d: a fill or copy ends while %d writes are not answered", i, n)
	}
	c.Blit++
	c.BlitPixels, c.BlitSum, c.Blitting = 0, 0, false
	mon.moved()
}

// blitsExecuted fails when a committed fill or copy is missing.
func (mon *Monitor) blitsExecuted(c *contextState, t *golden.Trace, i int, when string) {
	if nextBlit(c, t) {
		mon.fail("P5", "C2D", "context %d is %s, but %s was not executed", i, when, describe(&t.Events[c.Blit]))
	}
}

// BlitSize is the work of a fill or copy.
type BlitSize struct {
	Lines uint64 // destination lines of 64 bytes that are written
	Reads uint64 // source lines, at most, each as often as a destination line needs it
}

// blitSize bounds the lines of a fill or copy, however its rectangles lie.
func blitSize(g *regs.C2DRegs, isCopy bool) BlitSize {
	width, height := uint64(g.ExtentWidth()), uint64(g.ExtentHeight())
	if width == 0 || height == 0 {
		return BlitSize{}
	}
	w, h := blockOf(g.DstLayoutFormat(), g.DstLayoutTiled())
	s := BlitSize{Lines: touched(width, w) * touched(height, h)}
	if isCopy {
		fromW, fromH := blockOf(g.SrcLayoutFormat(), g.SrcLayoutTiled())
		s.Reads = s.Lines * touched(min(w, width), fromW) * touched(min(h, height), fromH)
	}
	return s
}

// blockOf returns width and height of the pixels of a line (docs/arithmetic.md, sections 9
// and 11).
func blockOf(format uint32, tiled bool) (w, h uint64) {
	switch {
	case format == regs.C2DDstLayoutFormatRgba16f && tiled:
		return 4, 2
	case format == regs.C2DDstLayoutFormatRgba16f:
		return 8, 1
	case format == regs.C2DDstLayoutFormatD16 && tiled:
		return 8, 4
	case format == regs.C2DDstLayoutFormatD16:
		return 32, 1
	case tiled:
		return 8, 2
	}
	return 16, 1
}

// touched returns the most blocks of a size that so many pixels in a row touch.
func touched(pixels, block uint64) uint64 { return (pixels+block-2)/block + 1 }

// BlitBound is the longest time of a fill or copy, in cycles. C2D has in_flight lines
// under way, which take their reads, an answer, their writes and another answer; then
// others have taken their places. It comes on top of the save of a context that is cut
// behind one, and a second time when the context before it was.
func BlitBound(c *hw.Config, s BlitSize) uint64 {
	hop := c.SlowestHop()
	request := mxu.NumClients * (hop + uint64(c.Memory.Interval) + uint64(c.Memory.Latency+c.Memory.Vary)/uint64(c.Memory.InFlight))
	rounds := (s.Lines+uint64(c.C2D.InFlight)-1)/uint64(c.C2D.InFlight) + 1
	return rounds*2*access(c) + (s.Lines+s.Reads)*request
}

// wideBlit is the work of a million pixels of the widest format, copied from rows that lie
// badly to tiles.
var wideBlit = BlitSize{Lines: 1_000_000 / 8, Reads: 4 * 1_000_000 / 8}

// BlitMillion is the bound for each million pixels of a wide fill or copy, in cycles.
func BlitMillion(c *hw.Config) uint64 { return BlitBound(c, wideBlit) }

// Bounds is the worst case of a switch of the vector's contexts.
func (v *Vector) Bounds(c *hw.Config) Bound {
	b := Bounds(c, v.height())
	for i := range v.blits {
		for _, l := range v.blits[i] {
			b.Blit = max(b.Blit, 2*BlitBound(c, l.size))
		}
	}
	return b
}
