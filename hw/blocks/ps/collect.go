package ps

import (
	"tilemark/hw/blocks/drq"
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// collect moves the oldest entry on, a quad when its colours are there.
func (b *PS) collect() (wires.Activity, bool) {
	s := &b.S
	if s.Queue.Len() == 0 {
		return wires.Idle, false
	}
	p := s.Queue.Front()
	if a, ok := b.answered(p); !ok {
		return a, false
	}
	if !b.P.WBFifo.Ready() {
		return b.P.WBFifo.Blocked(), false
	}
	switch p.Cmd.Kind {
	case pipe.Interruptible:
		if a, done := b.drq.Dump(p.Cmd.Slot, s.Regs[:]); !done {
			return a, a == wires.Busy
		}
	case pipe.IntEnd:
		if a, done := b.endContext(p.Cmd.Slot); !done {
			return a, a == wires.Busy
		}
	}
	b.takeAnswer(p)
	if p.Cmd.Kind != pipe.Quad || p.Mask != 0 {
		o := b.P.WBFifo.Slot()
		o.Cmd, o.X, o.Y, o.Mask, o.Color = p.Cmd, p.X, p.Y, p.Mask, p.Color
		b.P.WBFifo.Push()
	}
	if s.Shaded > 0 {
		s.Shaded--
	}
	if barrier(p.Cmd.Kind) {
		s.Barrier = false
	}
	s.Queue.Pop()
	return 0, true
}

// answered tells whether what the oldest entry asked for is there: a late quad's test,
// or the pool's answer.
func (b *PS) answered(p *pending) (wires.Activity, bool) {
	switch {
	case p.Late && !b.P.LateAns.Valid():
		return b.P.LateAns.Starved(), false
	case !p.Late && asksPool(p.Cmd.Kind) && !b.P.EUPS.Valid():
		return b.P.EUPS.Starved(), false
	case !p.Late && asksPool(p.Cmd.Kind) && b.P.EUPS.Head().Fault.Code != 0 && !b.drq.Ready():
		return b.drq.Blocked(), false
	}
	return 0, true
}

func (b *PS) takeAnswer(p *pending) {
	switch {
	case p.Late:
		p.Mask = b.P.LateAns.Head().Pass
		b.P.LateAns.Drop()
	case asksPool(p.Cmd.Kind):
		r := b.P.EUPS.Head()
		p.Mask &= r.Kept
		p.paint(r)
		b.failed(r)
		b.P.EUPS.Drop()
	}
}

// shade takes the colours of the oldest late quad that has none into the queue, and
// sends its pixels to the test. What asks the pool for nothing is passed over.
func (b *PS) shade() (moved bool) {
	s := &b.S
	if s.Unsent == 0 {
		return false
	}
	p := s.Queue.At(int(s.Shaded))
	for ; !asksPool(p.Cmd.Kind); p = s.Queue.At(int(s.Shaded)) {
		s.Shaded++
		moved = true
	}
	if !p.Late || !b.P.EUPS.Valid() || !b.P.LateZ.Ready() {
		return moved
	}
	r := b.P.EUPS.Head()
	if r.Fault.Code != 0 && !b.drq.Ready() {
		return moved
	}
	p.paint(r)
	b.failed(r)
	q := pipe.LateQuad{Slot: r.Slot, Kept: r.Kept, WriteDepth: r.Depth}
	for k, z := range r.Z {
		if r.Depth && r.Kept>>k&1 != 0 {
			q.Depth[k] = format.Clamp(z)
		}
	}
	b.P.LateZ.Put(q)
	b.P.EUPS.Drop()
	s.Shaded++
	s.Unsent--
	return true
}

// paint takes the colours of pixels that are written, in the format of the surface.
func (p *pending) paint(r *pipe.QuadResult) {
	for k := range r.Color {
		if r.Kept>>k&1 != 0 {
			p.Color[k] = color(&r.Color[k], p.Format)
		}
	}
}

// failed reports that a thread could not go on; the datapath has room. The counter follows at INT_END by the same way, so a context does not end before it.
func (b *PS) failed(r *pipe.QuadResult) {
	if r.Fault.Code != 0 {
		b.drq.Send(pipe.FailureReport(r.Slot, r.Fault))
	}
}

// endContext runs the DRQ machine on INT_END: the counter out, the registers reset.
func (b *PS) endContext(slot uint8) (a wires.Activity, done bool) {
	s := &b.S
	const first, past = regs.PSPsInvocationsLo, regs.PSPsInvocationsHi + 1
	if a, done = b.drq.EndContext(slot, drq.Counters{Block: regs.BlockPS, First: first, Regs: s.Regs[first:past]}); !done {
		return a, false
	}
	b.drq.Return(&s.Regs)
	s.Changed, s.Set = true, 0
	s.Planes, s.Entry = [pipe.PlaneEntries]pipe.AttributePlanes{}, 0
	return 0, true
}
