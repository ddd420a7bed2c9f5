package dispatch

import (
	"math"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Registers of a pixel thread, in register sets after r0 (docs/isa.md, "A thread"): x and y of each lane, z, 1/w, whether its primitive faces the front, attributes; then the constants.
const (
	pixelSets  = 5
	quadPixels = 4
)

// takeQuad takes an entry of PS_EU.
func (b *Dispatcher) takeQuad(cycle uint64) bool {
	s := &b.S
	q := &s.Sides[pipe.Below]
	if !b.P.PSEU.Valid() {
		return false
	}
	e := b.P.PSEU.Head()
	switch e.Kind {
	case pipe.State:
		was := q.Open
		b.closeThread(pipe.Below)
		if !b.setState(&s.Pixel, e.State()) {
			return was != 0
		}
		s.Kernel, s.Constants = e.Kernel()
		s.Kernel.Kernel, s.Kernel.Inputs = s.Kernel.Kernel&^(pipe.LineBytes-1), min(s.Kernel.Inputs, 2*fillRows)
	case pipe.Quad:
		if q.Order.Len() >= b.cfg.Order || !b.fillQuad(e, cycle) {
			return false
		}
	case pipe.Invalidate:
		if q.Order.Len() >= b.cfg.Order {
			return false
		}
		b.closeThread(pipe.Below)
		q.Order.Push(ticket{Keeps: e.Keeps(), Cmd: pipe.Cmd{Kind: e.Kind, Slot: e.Slot}})
	default:
		b.closeThread(pipe.Below)
	}
	b.P.PSEU.Drop()
	return true
}

// fillQuad puts a quad into a thread.
func (b *Dispatcher) fillQuad(e *pipe.QuadThread, cycle uint64) bool {
	q := &b.S.Sides[pipe.Below]
	x, y := e.Place()
	t := b.opened(pipe.Below)
	if t == nil {
		if t = b.open(pipe.Below, isa.StagePixel, e.Slot, uint32(x)>>1+uint32(y)>>1*3, b.S.Kernel); t == nil {
			return false
		}
		b.setInput(pipe.Below, t, 0, 0, 1) // samples
		constants := 1 + (pixelSets+int(t.Kernel.Varyings))*t.set()
		for n, v := range b.S.Constants {
			b.setInput(pipe.Below, t, constants, n, v)
		}
	}
	first, set := int(t.Count)*quadPixels, t.set()
	left, top := uint32(x), uint32(y)
	b.setQuad(t, 1, first, [quadPixels]uint32{left, left + 1, left, left + 1})
	b.setQuad(t, 1+set, first, [quadPixels]uint32{top, top, top + 1, top + 1})
	b.setQuad(t, 1+2*set, first, e.Depths())
	b.setQuad(t, 1+3*set, first, e.Reciprocals())
	if e.Front {
		b.setQuad(t, 1+4*set, first, [quadPixels]uint32{1, 1, 1, 1})
	}
	for n := range int(t.Kernel.Varyings) {
		b.setQuad(t, 1+(pixelSets+n)*set, first, e.Attribute(n))
	}
	t.Active |= 0xf << first
	t.Helpers |= uint32(^e.Mask&0xf) << first
	t.Count++
	t.Left++
	q.Order.Push(ticket{Thread: uint8(q.Open - 1), First: uint8(first), Mask: e.Mask, Cmd: pipe.Cmd{Kind: pipe.Quad, Slot: e.Slot}})
	q.Close = wires.Cycle(cycle + uint64(b.cfg.FillWait))
	if int(t.Count)*quadPixels == int(t.Lanes) {
		b.closeThread(pipe.Below)
	}
	return true
}

// retireQuad moves the results of the oldest quad to EU_PS.
func (b *Dispatcher) retireQuad() bool {
	q := &b.S.Sides[pipe.Below]
	if q.Order.Len() == 0 || !b.there(pipe.Below) || !b.P.EUPS.Ready() {
		return false
	}
	k := q.Order.Front()
	if k.Cmd.Kind == pipe.Invalidate && !b.forgotten(k.Cmd.Slot, k.Keeps) {
		return false
	}
	r := b.P.EUPS.Slot()
	*r = pipe.QuadResult{Kind: k.Cmd.Kind, Slot: k.Cmd.Slot}
	if k.Cmd.Kind == pipe.Quad {
		t := &b.threads[pipe.Below][k.Thread]
		if t.Head.Fault == 0 {
			b.colors(t, k, r)
		} else if k.First == 0 {
			r.Fault = t.fault()
			b.emitFailed(pipe.Below, t, k)
		}
	}
	b.P.EUPS.Push()
	b.retired(pipe.Below)
	return true
}

// colors reads the colours of a quad from its thread's results.
func (b *Dispatcher) colors(t *thread, k *ticket, r *pipe.QuadResult) {
	set := t.set()
	r.Kept = uint8(t.Head.Lanes>>k.First) & 0xf & k.Mask
	r.Depth = t.Head.Message == isa.MessageColorDepth
	for n := range quadPixels {
		lane := int(k.First) + n
		for c := range r.Color[n] {
			r.Color[n][c] = math.Float32frombits(b.result(pipe.Below, t, c*set, lane))
		}
		if r.Depth {
			r.Z[n] = math.Float32frombits(b.result(pipe.Below, t, 4*set, lane))
		}
	}
}
