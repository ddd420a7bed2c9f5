package tg

import (
	"tilemark/hw/fault"
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
	b.P.In.Drop()
	return wires.Busy
}

// triEnd sends the last band's tiles, then the marker.
func (b *TG) triEnd(e *pipe.SpanEntry) wires.Activity {
	if b.S.Band.Filled {
		return b.startTiles()
	}
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	b.forward(&e.Cmd)
	b.P.In.Drop()
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

// tiles asks for the pin of the next tile that has a covered pixel.
func (b *TG) tiles() wires.Activity {
	s := &b.S
	for ; s.Band.Next < s.Band.End; s.Band.Next++ {
		mask := s.Band.mask(s.Band.Next)
		if mask == 0 {
			continue
		}
		if s.Restore == Skipping {
			return b.skipTile()
		}
		s.Mask = mask
		if s.PinDraw {
			return b.pin(PinDraw, pipe.PinRequest{Kind: pipe.Draw, Slot: b.slot()})
		}
		return b.pin(PinTile, pipe.PinRequest{Kind: pipe.Tile, Slot: b.slot(), X: uint16(s.Band.Next), Y: uint16(s.Band.Row)})
	}
	s.Band, s.Phase = band{}, Normal
	return wires.Busy
}

// skipTile passes over a tile below a restore's cursor, or finds that this is the
// first one at it.
func (b *TG) skipTile() wires.Activity {
	s := &b.S
	key := b.P.In.Head().At
	key.Tile = s.Number
	if key.Before(&s.Skip) && !fault.On(fault.CountsWhileSkipping) {
		s.Number++
		s.Band.Next++
		return wires.Busy
	}
	return b.report(pipe.Report{Kind: pipe.Resumed}, func() { s.Restore, s.At = Reached, key })
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

// pin sends a request to the MXU and waits for the answer in the given phase.
func (b *TG) pin(wait Phase, r pipe.PinRequest) wires.Activity {
	if !b.P.Pin.Ready() {
		return b.P.Pin.Blocked()
	}
	b.P.Pin.Put(r)
	b.S.Phase, b.S.Asked = wait, r
	return wires.Busy
}

// pinned sends what waited for the pin.
func (b *TG) pinned() wires.Activity {
	s := &b.S
	if !b.P.Pinned.Valid() {
		return b.P.Pinned.Starved()
	}
	if s.Phase == PinDraw {
		s.Texture = *b.P.Pinned.Head()
		b.P.Pinned.Drop()
		s.PinDraw, s.Asked = false, pipe.PinRequest{}
		s.Phase = Tiles
		return wires.Busy
	}
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	e := b.P.In.Head()
	if s.Phase == PinEnd {
		if e.At.Buffer == 0 { // a command of the ring: the head moves with it
			if !b.P.DRQ.Ready() {
				return b.P.DRQ.Out.Blocked()
			}
			b.P.DRQ.Send(pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, At: e.At})
		}
		b.forward(&e.Cmd)
		b.moveTo(&e.At)
		b.P.In.Drop()
		s.Phase = Normal
	} else {
		b.sendTile(e)
	}
	b.P.Pinned.Drop()
	s.Asked = pipe.PinRequest{}
	return wires.Busy
}

func (b *TG) sendTile(e *pipe.SpanEntry) {
	s := &b.S
	o := b.P.Out.Slot()
	o.Cmd = e.Cmd
	o.Kind, o.At.Tile = pipe.Tile, s.Number
	o.X, o.Y, o.Mask = uint16(s.Band.Next), uint16(s.Band.Row), s.Mask
	b.P.Out.Push()
	s.Number++
	s.At.Tile = s.Number
	s.Mask = 0
	s.Band.Next++
	s.Phase = Tiles
}

// sendInt puts TG_INT behind the last tile that is kept. When nothing of the context
// has come, nothing is kept, and TG learns its slot from the first entry to come.
func (b *TG) sendInt() wires.Activity {
	if !b.S.Known && !b.P.In.Valid() {
		return b.P.In.Starved()
	}
	if !b.P.Out.Ready() {
		return b.P.Out.Blocked()
	}
	b.forward(&pipe.Cmd{Kind: pipe.TGInt, Slot: b.slot()})
	b.S.Phase = SendCut
	return wires.Busy
}

// sendCut reports the cursor. An aborted restore has none of its own.
func (b *TG) sendCut() wires.Activity {
	if !b.P.DRQ.Ready() {
		return b.P.DRQ.Out.Blocked()
	}
	s := &b.S
	r := pipe.Report{Kind: pipe.CutAt, Slot: b.slot(), At: s.At, Copied: s.Copy && s.Restore != Skipping}
	if s.Cut && fault.On(fault.TileIDOffByOne) {
		r.At.Tile++
	}
	if s.Cut && fault.On(fault.TileIDLow) && r.At.Tile > 0 {
		r.At.Tile--
	}
	b.P.DRQ.Send(r)
	s.Phase = Discard
	if s.Asked.Kind != pipe.None {
		s.Phase = TakeBack
	}
	return wires.Busy
}

// takeBack releases a pin that was asked for before the cut.
func (b *TG) takeBack() wires.Activity {
	if !b.P.Pinned.Valid() {
		return b.P.Pinned.Starved()
	}
	if !b.P.Pin.Ready() {
		return b.P.Pin.Blocked()
	}
	s := &b.S
	back := s.Asked
	back.Back = true
	if !fault.On(fault.PinNotTakenBack) {
		b.P.Pin.Put(back)
	}
	b.P.Pinned.Drop()
	s.Asked = pipe.PinRequest{}
	s.Phase = Discard
	return wires.Busy
}

func (b *TG) discard() wires.Activity {
	if !b.P.In.Valid() {
		return b.P.In.Starved()
	}
	if b.P.In.Head().Kind == pipe.IntEnd {
		b.S.Phase = Token
		return b.token()
	}
	b.P.DRQ.Discard()
	b.P.In.Drop()
	return wires.Busy
}

// token runs the DRQ machine and forwards INT_END.
func (b *TG) token() wires.Activity {
	s := &b.S
	e := b.P.In.Head()
	switch {
	case !b.P.DRQ.EndContext(e.Slot):
		return b.P.DRQ.Out.Blocked()
	case !b.P.Out.Ready():
		return b.P.Out.Blocked()
	case !b.P.Pin.Ready():
		return b.P.Pin.Blocked()
	}
	if fault.On(fault.TGIntLate) && s.Cut {
		s.Cut = false
		b.forward(&pipe.Cmd{Kind: pipe.TGInt, Slot: e.Slot})
		return wires.Busy
	}
	c := e.Cmd
	c.Addr, c.Value = s.Texture.Base, s.Texture.Bytes
	b.forward(&c)
	b.P.Pin.Put(pipe.PinRequest{Kind: pipe.IntEnd, Slot: e.Slot})
	s.Phase = Left
	return wires.Busy
}

// left reports that the token has left and resets for the next context.
func (b *TG) left() wires.Activity {
	if !b.P.DRQ.Ready() {
		return b.P.DRQ.Out.Blocked()
	}
	b.P.DRQ.Send(pipe.Report{Kind: pipe.TokenLeft, Slot: b.P.In.Head().Slot})
	b.P.In.Drop()
	b.S = State{DRQ: b.S.DRQ}
	b.S.Regs.Reset()
	return wires.Busy
}
