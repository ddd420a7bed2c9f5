package dispatch

import (
	"math"
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Registers of a vertex thread, in register sets after r0 (docs/isa.md, "A thread"): number and instance of each lane, components of the record, then the constants: registers of EUP.
const (
	recordWords  = 12
	vertexSets   = 2 + recordWords
	corners      = 3
	triangleIDs  = 8                   // that a triangle of a patch has, with those that clipping makes of it
	vertexValues = 4 + pipe.Attributes // of the results
)

// kernelOf is what the registers of a slot say of the kernel of a stage above the break point.
func (b *Dispatcher) kernelOf(slot, stage uint8) pipe.ThreadKernel {
	r := &b.S.Regs[slot]
	switch stage {
	case isa.StageHull:
		return threadKernel(r.HullKernel(), r.HullKernelBytes(), r.HullLimit(), r.HullKernelNeedsRegisters(), r.HullKernelNeedsLanes(), r.HullKernelNeedsInputs(), r.HullKernelNeedsScratch(), r.HullKernelNeedsPatchTable())
	case isa.StageDomain:
		return threadKernel(r.DomainKernel(), r.DomainKernelBytes(), r.DomainLimit(), r.DomainKernelNeedsRegisters(), r.DomainKernelNeedsLanes(), r.DomainKernelNeedsInputs(), r.DomainKernelNeedsScratch(), r.DomainKernelNeedsPatchTable())
	}
	return threadKernel(r.VertexKernel(), r.VertexKernelBytes(), r.VertexLimit(), r.VertexKernelNeedsRegisters(), r.VertexKernelNeedsLanes(), r.VertexKernelNeedsInputs(), r.VertexKernelNeedsScratch(), r.VertexKernelNeedsPatchTable())
}

// threadKernel is a kernel as registers say it.
func threadKernel(at, bytes, limit, registers, lanes, inputs, scratch, table uint32) pipe.ThreadKernel {
	return pipe.ThreadKernel{Kernel: at &^ (pipe.LineBytes - 1), Bytes: bytes, Limit: limit, Registers: uint8(registers), Lanes: pipe.LanesOf(lanes), Inputs: uint8(min(inputs, 2*fillRows)), Scratch: uint8(scratch), Table: uint8(table)}
}

// cancel drops all vertex threads: they belong to the interrupted context, since the next one's come after its INT_END. The clusters get the line in the next cycle, and tokens after the requests
// that are being sent.
func (b *Dispatcher) cancel() {
	s := &b.S
	q := &s.Sides[pipe.Above]
	for i := range q.Order.Len() {
		if k := q.Order.At(i); k.Cmd.Kind == pipe.Prim {
			b.drq.Discard()
		}
	}
	for n := range b.threads[pipe.Above] {
		t := &b.threads[pipe.Above][n]
		if t.Life == Nobody || t.Life == Dropped {
			continue
		}
		if t.Life >= Sending && s.Cut[t.Slot] == (leaving{}) {
			b.beginCut(t.Slot)
		}
		b.drop(uint8(n), t)
	}
	for c := range b.cfg.Clusters {
		sender := &q.Senders[c]
		begun := sender.Beat > 0 // it is sent to its end
		n := *sender.Queue.Front()
		if sender.Queue.Clear(); begun {
			sender.Queue.Push(n)
		}
	}
	q.Order.Clear()
	q.Asked, q.Open, q.Close = 0, 0, 0
	s.HullFault, s.Dumping = pipe.KernelFault{}, false
	s.Patch, s.Hull.Thread = points{}, 0 // TESS still gets an answer
	b.drq.Cancel()
	b.orphan()
	s.Phase = Discard
}

// beginCut has the clusters cancel the threads of a slot above the break point.
func (b *Dispatcher) beginCut(slot uint8) {
	all := uint8(1<<b.cfg.Clusters - 1)
	b.S.Cut[slot] = leaving{Tokens: all, Calls: all, Left: all}
	for c := range b.cfg.Clusters {
		b.S.Cut[slot].Owing[c] = 1<<b.cfg.SMs - 1
		b.P.Cancel[c][int(slot)].Raise()
	}
}

// cut tells whether threads of a slot on a side are being cancelled.
func (b *Dispatcher) cut(slot uint8, side int) bool {
	return side == pipe.Above && b.S.Cut[slot] != leaving{}
}

// owesToken tells whether a cluster has not got the token of a cut.
func (b *Dispatcher) owesToken(c int) bool {
	for slot := range b.S.Cut {
		if b.S.Cut[slot].Tokens>>c&1 != 0 {
			return true
		}
	}
	return false
}

// tokens sends the tokens of a cut to each cluster: after the request that is being sent, and in place of calls.
func (b *Dispatcher) tokens() (moved bool) {
	for slot := range b.S.Cut {
		k := &b.S.Cut[slot]
		for set := k.Tokens; set != 0; set &= set - 1 {
			c := bits.TrailingZeros8(set)
			if out := &b.P.Req[c][pipe.Above]; b.S.Sides[pipe.Above].Senders[c].Beat == 0 && out.Ready() {
				out.Put(pipe.CutBeat(uint8(slot)))
				k.Tokens &^= 1 << c
				moved = true
			}
		}
		for set := k.Calls; set != 0; set &= set - 1 {
			c := bits.TrailingZeros8(set)
			if out := &b.P.Call[c][pipe.Above]; out.Ready() {
				out.Put(pipe.ResultCall{Slot: uint8(slot), Cut: true})
				k.Calls &^= 1 << c
				moved = true
			}
		}
	}
	return moved
}

// drop drops a thread that was cancelled. One whose request has not begun is gone; of others the place becomes free later.
func (b *Dispatcher) drop(n uint8, t *thread) {
	q, c := &b.S.Sides[pipe.Above], b.clusterOf(n)
	switch t.Life {
	case Filling, Waiting:
		b.freeFill(pipe.Above, t)
		b.forget(t)
		q.InUse[c]--
		return
	case Called, Here:
		b.freeResult(pipe.Above, t)
	}
	t.Life, t.Left = Dropped, 0
	b.retireThread(t)
}

// takeVertex takes an entry of TESS_EU.
func (b *Dispatcher) takeVertex(cycle uint64) bool {
	s := &b.S
	if !b.P.TessEU.Valid() {
		return false
	}
	e := b.P.TessEU.Head()
	switch {
	case e.Kind == pipe.IntEnd:
		return b.takeToken(e)
	case s.Phase == Discard:
		return b.discard(e)
	case e.Kind == pipe.State:
		if s.Dumping {
			return false
		}
		was := b.S.Sides[pipe.Above].Open
		b.closeThread(pipe.Above)
		w := e.RegWrite()
		if !b.writeState(e.Slot, w.Reg, w.Value) {
			return was != 0
		}
		regs.Write(s.Regs[e.Slot][:], w.Reg, w.Value)
		if w.Reg >= regs.EUPBinding0Base && w.Reg < regs.EUPVertexNos0 || w.Reg == regs.EUPScratchBase || w.Reg == regs.EUPScratchBytes {
			s.Unsent[e.Slot] = true
		}
		b.P.TessEU.Drop()
		return true
	case e.Kind == pipe.Prim:
		return b.takePrim(e, cycle)
	case e.Kind == pipe.Patch:
		return b.takePart(e)
	}
	return b.pass(e)
}

// discard drops an entry of a cancelled context. Patches are counted by TESS, which waits for an answer when it has asked.
func (b *Dispatcher) discard(e *pipe.VertexThread) bool {
	switch {
	case e.Kind != pipe.Patch:
		b.drq.Discard()
	case e.Hull && b.S.Hull.Open:
		return false
	case e.Hull:
		b.S.Hull = question{Open: true, Slot: e.Slot}
	}
	b.P.TessEU.Drop()
	return true
}

// pass queues what travels in order with the threads.
func (b *Dispatcher) pass(e *pipe.VertexThread) bool {
	q := &b.S.Sides[pipe.Above]
	if q.Order.Len() >= b.cfg.Order {
		return false
	}
	b.closeThread(pipe.Above)
	b.S.Dumping = b.S.Dumping || e.Kind == pipe.Interruptible
	q.Order.Push(ticket{Cmd: e.Cmd})
	b.P.TessEU.Drop()
	return true
}

func (b *Dispatcher) takeToken(e *pipe.VertexThread) bool {
	if b.S.Sides[pipe.Above].Order.Len() >= b.cfg.Order {
		return false
	}
	if _, done := b.drq.TellDiscards(e.Slot, e.Discarded); !done {
		return false
	}
	b.S.Phase = Normal
	return b.pass(e)
}

// takePrim puts a primitive into a thread.
func (b *Dispatcher) takePrim(e *pipe.VertexThread, cycle uint64) bool {
	q := &b.S.Sides[pipe.Above]
	was := q.Open
	if q.Order.Len() >= b.cfg.Order || !b.bound(e.Slot) {
		return q.Open != was // a thread that is complete is sent in the next cycle
	}
	stage, from, number := uint8(isa.StageVertex), uint32(0), e.At.Primitive
	if e.Domain {
		stage, from, number = isa.StageDomain, e.At.Primitive, e.At.Triangle/triangleIDs
	}
	if e.Domain && b.S.HullFault.Code != 0 {
		return b.failed(e)
	}
	k := b.kernelOf(e.Slot, stage)
	most := uint32(k.Lanes) / corners
	group, last := from+number/most, number%most == most-1 || e.Domain && e.Assembly().More == 0
	t := b.opened(pipe.Above)
	if t != nil && (t.Stage != stage || t.Slot != e.Slot || t.Group != group) {
		b.closeThread(pipe.Above)
		t = nil
	}
	if t == nil {
		if t = b.open(pipe.Above, stage, e.Slot, group, k); t == nil {
			return q.Open != was
		}
		b.setCommon(t, e)
	}
	b.setCorners(t, e)
	q.Order.Push(ticket{Thread: uint8(q.Open - 1), First: t.Count * corners, Cmd: e.Cmd})
	t.Active |= 7 << (t.Count * corners)
	t.Count++
	t.Left++
	q.Close = wires.Cycle(cycle + uint64(b.cfg.FillWait))
	if last || uint32(t.Count) == most {
		b.closeThread(pipe.Above)
	}
	if e.Domain && e.Assembly().More == 0 {
		b.S.Patch = points{} // so that what follows finds the state in which a restore begins
	}
	b.P.TessEU.Drop()
	return true
}

// failed queues a primitive of a patch whose hull thread could not go on: there is no thread for it.
func (b *Dispatcher) failed(e *pipe.VertexThread) bool {
	b.closeThread(pipe.Above)
	b.S.Sides[pipe.Above].Order.Push(ticket{Cmd: e.Cmd, Fault: b.S.HullFault})
	if e.Assembly().More == 0 {
		b.S.Patch, b.S.HullFault = points{}, pipe.KernelFault{}
	}
	b.P.TessEU.Drop()
	return true
}

// setCommon writes what all lanes of a vertex or domain thread have in common.
func (b *Dispatcher) setCommon(t *thread, e *pipe.VertexThread) {
	if e.Domain {
		b.setPatch(t, e, 1+placeSets*t.set())
		return
	}
	b.setConstants(t, 1+vertexSets*t.set())
}

// setCorners writes what the lanes of a primitive's corners have: a vertex record, or a place of the patch.
func (b *Dispatcher) setCorners(t *thread, e *pipe.VertexThread) {
	first, set := int(t.Count)*corners, t.set()
	for v := range corners {
		if e.Domain {
			for n, x := range e.In[v][:placeSets] {
				b.setInput(pipe.Above, t, 1+n*set, first+v, math.Float32bits(x))
			}
			continue
		}
		b.setInput(pipe.Above, t, 1, first+v, e.V[v])
		b.setInput(pipe.Above, t, 1+set, first+v, e.At.Instance)
		for n, x := range e.In[v][:recordWords] {
			b.setInput(pipe.Above, t, 1+(2+n)*set, first+v, math.Float32bits(x))
		}
	}
}

// primThere tells whether the oldest ticket above the break point can retire.
func (b *Dispatcher) primThere() bool {
	k := b.S.Sides[pipe.Above].Order.Front()
	if k.Cmd.Kind == pipe.IntEnd {
		c := &b.S.Ctrl // an orphaned task still sends what the context's registers say
		return b.S.Cut[k.Cmd.Slot] == leaving{} && !(c.Task == bind && c.Orphan && c.Slot == k.Cmd.Slot)
	}
	return b.there(pipe.Above)
}

// retirePrim moves the results of the oldest primitive to the EUP_FIFO.
func (b *Dispatcher) retirePrim() bool {
	s := &b.S
	q := &s.Sides[pipe.Above]
	if q.Order.Len() == 0 || !b.primThere() || !b.P.EUPFifo.Ready() {
		return false
	}
	k := q.Order.Front()
	slot := k.Cmd.Slot
	if k.Cmd.Kind == pipe.Interruptible {
		if a, done := b.drq.Dump(slot, s.Regs[slot][:]); !done {
			return a == wires.Busy
		}
		s.Dumping = false
	}
	e := b.P.EUPFifo.Slot()
	e.Cmd, e.V, e.Fault = k.Cmd, [corners]pipe.Vertex{}, pipe.KernelFault{}
	switch k.Cmd.Kind {
	case pipe.Prim:
		switch t := &b.threads[pipe.Above][k.Thread]; {
		case !k.runs():
			e.Fault = k.Fault
			b.emitFailed(pipe.Above, &thread{Stage: isa.StageHull}, k)
		case t.Head.Fault != 0:
			if e.Fault = t.fault(); k.First == 0 {
				b.emitFailed(pipe.Above, t, k)
			}
		default:
			b.vertices(t, int(k.First), &e.V)
		}
	case pipe.IntEnd:
		s.Regs[slot].Reset()
		for n := range s.States[slot] {
			b.resetState(&s.States[slot][n])
		}
		s.Unsent[slot] = s.Bound[slot]
	}
	b.P.EUPFifo.Push()
	b.retired(pipe.Above)
	return true
}

// vertices reads the vertices of a primitive from its thread's results.
func (b *Dispatcher) vertices(t *thread, first int, v *[corners]pipe.Vertex) {
	set := t.set()
	for n := range v {
		for c := range v[n].Clip {
			v[n].Clip[c] = math.Float32frombits(b.result(pipe.Above, t, c*set, first+n))
		}
		for c := range v[n].A {
			v[n].A[c] = math.Float32frombits(b.result(pipe.Above, t, (4+c)*set, first+n))
		}
	}
}
