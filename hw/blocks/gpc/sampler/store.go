package sampler

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// store sends the texels of a quad to memory, those of a line at once: the oldest quad first, which is the order of lanes.
func (b *Sampler) store(side int) bool {
	if !b.P.TexReq[pipe.Below].Ready() || b.S.Writes.Len() == wires.QueueCap {
		return false
	}
	s := &b.S.Sides[side]
	for _, i := range s.Work[:s.Works] {
		if b.quads[side][i].Stage == storing {
			b.storeLine(side, int(i))
			return true
		}
	}
	return false
}

// storeLine writes the texels of a quad that lie in the line of the first one that is left, and drops that line from the cache.
func (b *Sampler) storeLine(side, i int) {
	q := &b.quads[side][i]
	e := &b.entries[side][q.Entry]
	f := &formats[e.Texture.Format]
	number := q.Lanes[q.asks()].Addr[0] / pipe.LineBytes
	out := &b.P.TexReq[pipe.Below]
	r := out.Slot()
	*r = pipe.MemRequest{Op: pipe.Write, Slot: e.Head.Slot, Tag: tagOf(side, q), Addr: number * pipe.LineBytes}
	for n := range q.Lanes {
		l := &q.Lanes[n]
		if l.Ask == 0 || l.Addr[0]/pipe.LineBytes != number {
			continue
		}
		l.Ask = 0
		x := b.packed(side, q, f, n)
		at := l.Addr[0] % pipe.LineBytes
		r.Mask |= (1<<f.Bytes - 1) << at
		if f.Bytes < 4 {
			m := uint32(1<<(8*f.Bytes)-1) << (at % 4 * 8)
			r.Data[at/4] = r.Data[at/4]&^m | x[0]<<(at%4*8)
			continue
		}
		copy(r.Data[at/4:], x[:f.Bytes/4])
	}
	out.Push()
	b.forget(e.Head.Slot, number)
	b.S.Writes.Push(written{uint8(side), q.Entry, e.Head.Slot, number})
	e.Writes++
	if q.asks() < 0 {
		b.endQuad(side, i)
	}
}

// packed is the texel that a lane writes.
func (b *Sampler) packed(side int, q *quad, f *format, n int) (x [4]uint32) {
	e := &b.entries[side][q.Entry]
	for c, width := range f.Width {
		if width == 0 {
			continue
		}
		v := uint32(0)
		if c <= int(e.Head.Components) {
			v = b.word(side, q, coordinateRegisters, c, n)
		}
		x[f.Low[c]/32] |= f.stored(v, c) << (f.Low[c] % 32)
	}
	return x
}

// tagOf is the tag of a write. It is not in the answer; who observes requests knows by it whose they are (WriteOf).
func tagOf(side int, q *quad) uint16 {
	return uint16(side)<<8 | uint16(q.Entry)<<4 | uint16(q.Number)
}

// WriteOf is the message and the quad, for observers, that a write is of.
func (b *Sampler) WriteOf(r *pipe.MemRequest) (side, entry, quad int) {
	return int(r.Tag >> 8), int(r.Tag >> 4 & 0xf), int(r.Tag & 0xf)
}
