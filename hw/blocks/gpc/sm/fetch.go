package sm

import (
	"math"
	"math/bits"

	"tilemark/hw/eu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// buffers is the number of line buffers of a thread: the line that it executes, and the one after it.
const buffers = 2

// lineBytes is the size of a line.
const lineBytes = 4 * wires.RowWords

// buffer is a line buffer. Its data are in pages.
type buffer struct {
	Line  uint32 // byte of the kernel
	Asked bool   // it is on its way
	Valid bool
}

// lowest is the number of the lowest bit of a set that is not empty.
func lowest(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

// bufferOf is the buffer of a byte of the kernel.
func bufferOf(at uint32) uint32 { return at / lineBytes % buffers }

// has tells whether the line of a byte is there.
func (t *Thread) has(at uint32) bool {
	f := &t.Buffers[bufferOf(at)]
	return f.Valid && f.Line == at&^(lineBytes-1)
}

// fetches tells whether a line is on its way.
func (t *Thread) fetches() bool { return t.Buffers[0].Asked || t.Buffers[1].Asked }

// fetch asks for a line: for one that a thread waits for, otherwise for one that comes next.
func (b *SM) fetch(side int) bool {
	s := &b.S
	if s.Wants.none() && s.Ahead.none() {
		return false
	}
	wants, ahead := s.Wants.and(&s.Sides[side]), s.Ahead.and(&s.Sides[side])
	if wants.none() && ahead.none() || !b.P.SML15[side].Ready() {
		return false
	}
	if n, ok := b.unasked(&wants, s.Fetched[side]); ok {
		b.ask(n, side, b.threads[n].Control.PC&^(lineBytes-1))
		return true
	}
	if ahead.none() {
		return false
	}
	n := ahead.after(s.Fetched[side])
	s.Ahead.remove(n)
	at := b.threads[n].Control.PC&^(lineBytes-1) + lineBytes
	if t := &b.threads[n]; at < t.Head.Bytes && (t.Head.Kernel+at)%(1<<pipe.PageShift) != 0 && // the next page may not be there, and not be needed
		(side == pipe.Below || t.tableIn(at)) && !t.has(at) && !t.Buffers[bufferOf(at)].Asked {
		b.ask(n, side, at)
	}
	return true
}

// tableIn tells whether all of the patch table by which lines of the kernel are patched lies in the page of one of them: what is above the break point has no pins, and a page of the table may not be there, either.
func (t *Thread) tableIn(line uint32) bool {
	if t.Head.Table == 0 {
		return true
	}
	first, page := pipe.TableAt(t.Head.Kernel, t.Head.Bytes), (t.Head.Kernel+line)>>pipe.PageShift
	last := first + lineBytes*uint32(t.Head.Table) - 1
	return first>>pipe.PageShift == page && last>>pipe.PageShift == page
}

// unasked finds the next thread after one that waits for its line and can ask for it: the buffer is not kept for another line, which is on its way.
func (b *SM) unasked(wants *Bits, last uint8) (n uint8, ok bool) {
	for left := *wants; !left.none(); left.remove(n) {
		n = left.after(last)
		if t := &b.threads[n]; !t.Buffers[bufferOf(t.Control.PC)].Asked {
			return n, true
		}
	}
	return 0, false
}

func (b *SM) ask(n uint8, side int, line uint32) {
	t := &b.threads[n]
	b.S.Fetched[side] = n
	t.Buffers[bufferOf(line)] = buffer{Line: line, Asked: true}
	f := pipe.CodeFetch{Slot: t.Head.Slot, Thread: n, Generation: t.Head.Generation, Version: t.Head.Version, Addr: t.Head.Kernel + line}
	if t.Head.Table > 0 { // lines from 65,520 on are of a group that no table has a word for
		f.Patch = pipe.PatchTable{Stage: t.Head.Stage, Lines: t.Head.Table, Line: uint16(min(line/lineBytes, math.MaxUint16)), Addr: pipe.TableAt(t.Head.Kernel, t.Head.Bytes)}
	}
	b.P.SML15[side].Put(f)
}

// takeLine takes a line into its buffer.
func (b *SM) takeLine() bool {
	l := b.P.L15SM.Head()
	t := &b.threads[l.Thread]
	line := l.Addr - t.Head.Kernel
	k := bufferOf(line)
	*b.lines.Edit(uint32(l.Thread)*buffers + k) = l.Words
	wanted := b.S.Wants.has(l.Thread) && line == t.Control.PC&^(lineBytes-1) // not ahead
	if l.NotPresent || l.Malformed {
		t.Buffers[k] = buffer{}
		switch {
		case wanted && l.NotPresent:
			b.missing(l.Thread)
		case wanted:
			b.stop(l.Thread, eu.BadTable, t.Control.PC)
		}
	} else {
		t.Buffers[k].Asked, t.Buffers[k].Valid = false, true
		b.decoder.newLine(l.Thread, line)
	}
	if b.S.Wants.has(l.Thread) && t.has(t.Control.PC) {
		b.S.Wants.remove(l.Thread)
		b.S.Parked.remove(l.Thread)
	}
	if t.Handler.Phase == Returned {
		b.returnAll(&b.ctas[t.Head.CTA], t.Head.CTA)
	}
	b.P.L15SM.Drop()
	return true
}
