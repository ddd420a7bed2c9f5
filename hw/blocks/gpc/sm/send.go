package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// sending is the message that is being sent, a beat a cycle. Its thread issues nothing meanwhile: later instructions may write what it reads.
type sending struct {
	Active bool
	Thread uint8
	Beat   uint8
	Head   pipe.MessageHead
	First  [2]uint8 // registers of addresses and data
	Count  [2]uint8
	Ends   bool // it is the thread's last instruction
}

// legal tells whether a thread of a stage may send a message. What is above the break point writes nothing, since a cut has it run again; the ring is not there yet.
func legal(stage uint8, m *isa.Send) bool {
	above := stage == isa.StageVertex || stage == isa.StageHull || stage == isa.StageDomain
	switch isa.Messages[m.Code].Unit {
	case isa.UnitLsu, isa.UnitSampler:
		return !above || m.Code != isa.MessageStore && m.Code != isa.MessageAtomic && m.Code != isa.MessageTexelStore
	case isa.UnitTarget:
		return stage == isa.StagePixel
	case isa.UnitThread:
		return above || m.Code == isa.MessageEnd
	case isa.UnitBarrier:
		return stage == isa.StageCompute
	case isa.UnitRing:
		return false
	}
	return true
}

// message issues a send.
func (b *SM) message(n uint8, t *Thread, o *eu.Op, cycle uint64) bool {
	m := &o.Message
	about := &isa.Messages[m.Code]
	pc := t.Control.PC
	if !legal(t.Head.Stage, m) {
		b.stop(n, eu.BadOpcode, pc)
		return true
	}
	lanes := o.Executing(&t.Control)
	switch about.Unit {
	case isa.UnitBarrier:
		return b.arrive(n, t, o)
	case isa.UnitShared:
		return b.accessShared(n, t, o, cycle)
	}
	address, far := t.Head.Scratch, uint32(0)
	switch m.Code {
	case isa.MessageEnd:
		if t.Handler.Phase == Inside && t.Head.Stage == isa.StageRestore {
			b.stop(n, eu.BadOpcode, pc)
			return true
		}
	case isa.MessageContextLoadSet, isa.MessageContextStoreSet:
		return b.beginSet(n, t, o)
	case isa.MessageLive:
		if t.Handler.Phase != Inside || !t.Head.Live {
			return b.live(n, t, o, cycle)
		}
		h := &t.Handler
		address = pipe.LiveAt(h.Head.Kernel, h.Head.Bytes, h.Control.PC)
	case isa.MessageContextLoad, isa.MessageContextStore:
		legal := false
		if address, legal = b.context(t); !legal {
			b.stop(n, eu.BadOpcode, pc)
			return true
		}
		far = uint32(int32(m.Offset))
	}
	if about.Unit == isa.UnitThread && m.Code != isa.MessageEnd && lanes != 0 && !t.rowFits(o) {
		b.stop(n, eu.BadOpcode, pc)
		return true
	}
	toLSU := about.Unit != isa.UnitThread && about.Unit != isa.UnitTarget && lanes != 0
	sender := b.sender(about.Unit, t.side())
	switch {
	case toLSU && sender.Active:
		return false
	case toLSU && t.Answers == ^uint8(0):
		return b.park(n)
	}
	t.Control.PC += uint32(o.Bytes)
	if toLSU {
		t.Answers++
		t.Busy.Add(o.Answer.First, o.Answer.Count)
		*sender = sending{
			Active: true, Thread: n, Ends: m.Last,
			First: [2]uint8{uint8(o.Payload[0].First), uint8(o.Payload[1].First)}, Count: [2]uint8{uint8(o.Payload[0].Count), uint8(o.Payload[1].Count)},
			Head: pipe.MessageHead{
				Slot: t.Head.Slot, Thread: n, Generation: t.Head.Generation, Set: t.Head.Set, Lanes: t.Head.Lanes, First: o.First, Count: o.Count,
				Code: m.Code, Binding: m.Binding, Type: m.Type, Components: m.Count, Operation: m.Operation, NonCacheable: m.NonCacheable, Returns: m.Returns,
				Answer: o.Dst.Reg, Offset: m.Offset, Mask: lanes, Helpers: lanes & t.Control.Helpers, Scratch: address, Far: far,
			},
		}
	}
	if !toLSU && lanes != 0 && m.Code != isa.MessageEnd {
		t.output(o, lanes)
	}
	b.issued(n, t, pc, o, lanes)
	if m.Last {
		b.last(n)
	}
	return true
}

// sendScratch tells the load/store unit what becomes of a thread's scratch memory.
func (b *SM) sendScratch(n uint8, t *Thread, about uint8) bool {
	sender := &b.S.Sending[t.side()]
	if sender.Active {
		return false
	}
	t.Answers++
	*sender = sending{Active: true, Thread: n, Head: pipe.MessageHead{
		Slot: t.Head.Slot, Thread: n, Generation: t.Head.Generation, Set: t.Head.Set, Lanes: t.Head.Lanes, Code: isa.MessageEnd, Operation: about, Scratch: t.scratch(),
	}}
	return true
}

// send sends a beat.
func (b *SM) send(s *sending, out *wires.Out[pipe.MessageBeat]) bool {
	if !s.Active || !out.Ready() {
		return false
	}
	t := &b.threads[s.Thread]
	beats := 1 + s.Count[0] + s.Count[1]
	last := s.Beat+1 == beats
	switch at := s.Beat - 1; {
	case s.Beat == 0:
		out.Put(s.Head.Beat(last))
	default:
		reg := s.First[0] + at
		if at >= s.Count[0] {
			reg = s.First[1] + at - s.Count[0]
		}
		f := b.file(t)
		out.Put(pipe.DataBeat(t.Head.Slot, f.Register(reg), last))
	}
	if s.Beat++; last {
		*s = sending{}
	}
	return true
}

// takeAnswer takes a register of an answer, or that what a message has written is acknowledged.
func (b *SM) takeAnswer(in *wires.In[pipe.MessageAnswer]) bool {
	if !in.Valid() {
		return false
	}
	a := in.Head()
	t := &b.threads[a.Thread]
	if !a.Done {
		if a.Mask != 0 {
			b.write(t, a.Reg, a.Mask, &a.Words)
		}
		t.Busy.Remove(a.Reg)
	}
	if a.Last {
		t.Answers--
	}
	b.unpark(a.Thread)
	if a.NotPresent {
		b.missing(a.Thread)
	}
	if b.P.Wrote.On() {
		b.P.Wrote.Emit(&Write{Thread: a.Thread, State: t, Reg: a.Reg, Mask: a.Mask, Data: &a.Words, Unit: eu.Send, Answer: true, Last: a.Last})
	}
	in.Drop()
	return true
}
