package zl2

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// The late test (docs/arithmetic.md, section 7): a tile's quads go to PS untested, come
// back on LATE_Z after the pixel program, and are answered on LATE_ANS. ZL2 answers
// whatever keeps its PS_FIFO full: PS empties that only after the answers.

// issued sends the end of a late tile, whose tests are still to come.
func (b *ZL2) issued(i *item) wires.Activity {
	if !b.P.PSFifo.Ready() {
		return b.P.PSFifo.Blocked()
	}
	b.endTile(i)
	b.S.Issued++
	return wires.Busy
}

// late tests a quad of the tile at the queue's head, or retires that tile.
func (b *ZL2) late() bool {
	s := &b.S
	if !s.Regs.DepthControlLate() || s.Queue.Len() == 0 {
		return false
	}
	i := s.Queue.Front()
	quad := nextQuad(i.Tile.Mask, s.Late)
	if quad == quads {
		return s.Issued > 0 && b.retireLate(i)
	}
	if !b.P.LateZ.Valid() || !b.P.LateAns.Ready() || b.usesDepth() && b.cache.Line(int(i.Lines[b.lineOf(quad)])).Pending {
		return false
	}
	e := b.P.LateZ.Head()
	var depth *[4]float32
	if e.WriteDepth {
		depth = &e.Depth
	}
	b.P.LateAns.Put(pipe.LateAnswer{Slot: e.Slot, Pass: b.quad(i, quad, e.Kept, depth)})
	b.P.LateZ.Drop()
	s.Late = quad + 1
	return true
}

// lateWaits is what the late test of the oldest tile, which all else waits for, waits for itself.
func (b *ZL2) lateWaits() wires.Activity {
	s := &b.S
	i := s.Queue.Front()
	switch quad := nextQuad(i.Tile.Mask, s.Late); {
	case quad == quads && !b.P.ZReq.Ready():
		return b.P.ZReq.Blocked()
	case quad == quads && i.Tile.Told && !b.P.ZLBack.Ready():
		return b.P.ZLBack.Blocked()
	case quad == quads:
		return wires.Busy
	case !b.P.LateZ.Valid():
		return b.P.LateZ.Starved()
	case !b.P.LateAns.Ready():
		return b.P.LateAns.Blocked()
	}
	return b.P.ZAns.Starved()
}

// retireLate takes a tested tile from the queue, with what was sent after it.
func (b *ZL2) retireLate(i *item) bool {
	s := &b.S
	if !b.P.ZReq.Ready() || i.Tile.Told && !b.P.ZLBack.Ready() {
		return false
	}
	b.release(i)
	s.Late = 0
	for {
		s.Queue.Pop()
		s.Issued--
		if s.Issued == 0 || s.Queue.Front().Entry.Kind == pipe.Tile {
			return true
		}
	}
}
