package dispatch

import (
	"math"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Registers of a domain thread after r0 (docs/isa.md, "A thread"): u and v of each lane, a register set each, two registers for each control point, then the constants. A hull thread has the same
// without u and v.
const (
	controlPoints  = 16
	pointRegisters = 2
	placeSets      = 2
)

// points are the control records of a patch.
type points [controlPoints][recordWords]uint32

// question is a patch for which TESS waits for the number of segments. Each gets one answer, also when it was cancelled: so TESS knows which answer is for which patch.
type question struct {
	Open   bool
	Slot   uint8
	Thread uint16 // hull thread, and 1; 0: it was cancelled
}

// takePart takes a part of a patch. With the last one a hull thread begins, if TESS asks for it.
func (b *Dispatcher) takePart(e *pipe.VertexThread) bool {
	b.closeThread(pipe.Above) // a thread has points of one patch
	for i := range e.In {
		if k := len(e.In)*int(e.Part) + i; k < controlPoints {
			for n := range b.S.Patch[k] {
				b.S.Patch[k][n] = math.Float32bits(e.In[i][n])
			}
		}
	}
	if e.Hull && !b.beginHull(e) {
		return false
	}
	b.P.TessEU.Drop()
	return true
}

// beginHull begins a hull thread. It has the patch's points, and one lane.
func (b *Dispatcher) beginHull(e *pipe.VertexThread) bool {
	s := &b.S
	if s.Hull.Open || !b.bound(e.Slot) {
		return false
	}
	t := b.open(pipe.Above, isa.StageHull, e.Slot, e.At.Primitive, b.kernelOf(e.Slot, isa.StageHull))
	if t == nil {
		return false
	}
	b.setPatch(t, e, 1)
	t.Active = 1
	s.Hull = question{Open: true, Slot: e.Slot, Thread: s.Sides[pipe.Above].Open}
	b.closeThread(pipe.Above)
	return true
}

// setPatch writes what all lanes of a domain or hull thread have in common: r0, control points from a register on, constants after them.
func (b *Dispatcher) setPatch(t *thread, e *pipe.VertexThread, first int) {
	b.setInput(pipe.Above, t, 0, 0, e.At.Instance)
	b.setInput(pipe.Above, t, 0, 1, e.At.Primitive)
	for k := range b.S.Patch {
		for n, v := range b.S.Patch[k] {
			b.setInput(pipe.Above, t, first+pointRegisters*k, n, v)
		}
	}
	b.setConstants(t, first+pointRegisters*controlPoints)
}

// setConstants writes the registers of EUP that are constants of the kernels above the break point.
func (b *Dispatcher) setConstants(t *thread, first int) {
	for n := range regs.EUPTessellation + 1 {
		b.setInput(pipe.Above, t, first, n, b.S.Regs[t.Slot][n])
	}
}

// callHull calls for the result of the hull thread as soon as it is done: TESS waits for it, and sends nothing before.
func (b *Dispatcher) callHull() bool {
	h := &b.S.Hull
	return h.Thread != 0 && b.callFor(pipe.Above, uint8(h.Thread-1))
}

// answer answers TESS: with what the hull thread has computed, 1 when it has failed, 0 when the patch was cancelled.
func (b *Dispatcher) answer() bool {
	h := &b.S.Hull
	if !b.answerThere() || !b.P.EUTess.Ready() {
		return false
	}
	e := pipe.PatchLevel{Slot: h.Slot}
	if h.Thread != 0 {
		t := &b.threads[pipe.Above][h.Thread-1]
		if e.Segments = 1; t.Head.Fault == 0 && t.Head.Message == isa.MessageResult {
			e.Segments = b.result(pipe.Above, t, 0, 0)
		}
		b.S.HullFault = pipe.KernelFault{}
		if t.Head.Fault != 0 {
			b.S.HullFault = t.fault()
		}
		b.release(pipe.Above, t)
	}
	b.P.EUTess.Put(e)
	*h = question{}
	return true
}

// answerThere tells whether TESS can be answered.
func (b *Dispatcher) answerThere() bool {
	h := &b.S.Hull
	return h.Open && (h.Thread == 0 || b.threads[pipe.Above][h.Thread-1].Life == Here)
}
