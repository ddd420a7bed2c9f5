package lsu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Scratch memory reads as 0 until it is written. A valid bit for each line says whether its thread has.

// wordBits is the number of valid bits in a word, RowLines that in a row.
const (
	wordBits = 32
	RowLines = wordBits * wires.RowWords
)

// scratchOf is how much of a thread's scratch memory can be accessed: what is beyond the valid bits, or beyond what a thread of its context has, is out of bounds.
func (b *LSU) scratchOf(h *pipe.MessageHead) uint32 {
	return min(h.Scratch, uint32(b.cfg.ScratchBytes()), b.S.Scratch[h.Slot].Bytes)
}

// validAt is the word and bit of a line of an entry's thread.
func (b *LSU) validAt(e *entry, line uint32) (word, bit uint32) {
	n := line - e.Base/pipe.LineBytes
	at := (uint32(e.SM)*uint32(b.cfg.Threads)+uint32(e.Head.Thread))*uint32(b.cfg.ScratchBytes()/pipe.LineBytes) + n
	return at / wordBits, at % wordBits
}

func (b *LSU) scratchWritten(e *entry, line uint32) bool {
	word, bit := b.validAt(e, line)
	return b.valid.Row(word / wires.RowWords)[word%wires.RowWords]>>bit&1 != 0
}

func (b *LSU) writeScratch(e *entry, line uint32) {
	word, bit := b.validAt(e, line)
	b.valid.Edit(word / wires.RowWords)[word%wires.RowWords] |= 1 << bit
}

// retireScratchLine does what becomes of the next line of a thread's scratch memory. When the thread has ended, a line that was written is dropped; when it is saved, one that was
// not is made 0, so that all of it is in memory; when it comes back, all count as written. It looks at a row of valid bits a cycle.
func (b *LSU) retireScratchLine(side, n, k int) {
	e := &b.entries[side][n]
	base := e.Base / pipe.LineBytes
	end := min(e.Pending[1], e.Pending[0]/RowLines*RowLines+RowLines)
	for ; e.Pending[0] < end; e.Pending[0]++ {
		line := base + uint32(e.Pending[0])
		written := b.scratchWritten(e, line)
		switch e.Head.Operation {
		case pipe.ScratchWhole:
			b.writeScratch(e, line)
			continue
		case pipe.ScratchEnds:
			if !written {
				continue
			}
		case pipe.ScratchSaved:
			if written {
				b.unwriteScratch(e, line)
				continue
			}
		}
		r := pipe.LineRequest{Op: pipe.LineForget, Slot: e.Head.Slot, Tag: uint8(k), Addr: line * pipe.LineBytes}
		if e.Head.Operation == pipe.ScratchSaved {
			r.Op, r.Mask = pipe.LineStore, ^uint64(0)
		}
		b.unwriteScratch(e, line)
		b.accesses[side][k] = access{Stage: cached, Entry: uint8(n), Line: line}
		b.P.LSUL15[side].Put(r)
		e.Open++
		e.Pending[0]++
		break
	}
	e.advance()
}

func (b *LSU) unwriteScratch(e *entry, line uint32) {
	word, bit := b.validAt(e, line)
	b.valid.Edit(word / wires.RowWords)[word%wires.RowWords] &^= 1 << bit
}
