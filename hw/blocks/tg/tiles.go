package tg

import (
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// span adds a row of pixels to the band, after the tiles of the band before it.
func (b *TG) span(e *pipe.SpanEntry) wires.Activity {
	d := &b.S.Band
	if d.Filled && d.Row != e.Y>>3 {
		return b.startTiles()
	}
	d.Filled, d.Row = true, e.Y>>3
	d.X0[e.Y&7], d.X1[e.Y&7] = e.X0, e.X1
	b.P.SGTG.Drop()
	return wires.Busy
}

func (b *TG) startTiles() wires.Activity {
	d := &b.S.Band
	d.Next, d.End = 1<<30, 0
	for i := range d.X0 {
		if d.X0[i] < d.X1[i] {
			d.Next = min(d.Next, d.X0[i]>>3)
			d.End = max(d.End, (d.X1[i]+7)>>3)
		}
	}
	b.S.Phase = Tiles
	return b.tiles()
}

// tiles sends the next tile that has a covered pixel, or passes over it when it lies
// before a restore's cursor.
func (b *TG) tiles() wires.Activity {
	s := &b.S
	for ; s.Band.Next < s.Band.End; s.Band.Next++ {
		mask := s.Band.mask(s.Band.Next)
		if mask == 0 {
			continue
		}
		c := b.P.SGTG.Head().Cmd
		c.Kind, c.At.Tile = pipe.Tile, s.Number
		x, y := uint16(s.Band.Next), uint16(s.Band.Row)
		a, verdict, leaves := b.offer(&c, x, y, true)
		if verdict == breakpoint.Wait {
			return a
		}
		if verdict == breakpoint.Pass {
			o := b.P.TGFifo.Slot()
			o.Cmd, o.X, o.Y, o.Mask = *leaves, x, y, mask
			b.gate.Mark(&o.Cmd)
			b.P.TGFifo.Push()
		}
		s.Number++
		s.Band.Next++
		return wires.Busy
	}
	s.Band, s.Phase = band{}, Normal
	return wires.Busy
}

// mask returns the covered pixels of a tile of the band.
func (d *band) mask(column int32) (m uint64) {
	for i := range d.X0 {
		lo := min(max(d.X0[i]-column<<3, 0), 8)
		hi := min(max(d.X1[i]-column<<3, 0), 8)
		if lo < hi {
			m |= (1<<hi - 1<<lo) << (8 * i)
		}
	}
	return m
}
