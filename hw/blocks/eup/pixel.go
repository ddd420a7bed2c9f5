package eup

import "tilemark/hw/pipe"

// takePixel takes an entry of PS_EU, and sends it to the multiprocessor.
func (b *EUP) takePixel() bool {
	s := &b.S
	if !b.P.PSEU.Valid() || s.Pixels.Tickets.Len() >= b.cfg.Order || !b.P.PixSM.Ready() {
		return false
	}
	e := b.P.PSEU.Head()
	t := ticket{Cmd: pipe.Cmd{Kind: e.Kind, Slot: e.Slot}}
	if e.Kind == pipe.Quad {
		if s.Free == 0 {
			return false
		}
		t.Thread = b.takeSlot(0)
	}
	r := b.P.PixSM.Slot()
	r.Thread, r.PixelThread = t.Thread, *e
	b.P.PixSM.Push()
	s.Pixels.Tickets.Push(t)
	b.P.PSEU.Drop()
	return true
}

// retirePixel moves the oldest pixel thread's result to EU_PS.
func (b *EUP) retirePixel() bool {
	if !b.P.SMPix.Valid() || !b.P.EUPS.Ready() {
		return false
	}
	*b.P.EUPS.Slot() = *b.P.SMPix.Head()
	b.P.EUPS.Push()
	b.P.SMPix.Drop()
	b.retired(&b.S.Pixels)
	return true
}
