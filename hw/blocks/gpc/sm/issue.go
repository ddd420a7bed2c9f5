package sm

import (
	"math/bits"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Issue is what the probe shows of an instruction that is issued.
type Issue struct {
	Thread uint8
	State  *Thread // as it is after the instruction, but for what is on its way
	PC     uint32
	Op     *eu.Op
	Lanes  uint32 // lanes of the thread that execute
}

// issue issues the next instruction of a thread.
func (b *SM) issue(cycle uint64) bool {
	s := &b.S
	b.retryAt = never
	if loads := b.lines.Loads(); loads != b.decoder.loads {
		b.decoder.update(loads)
		b.waiting, b.waits = [units]Bits{}, false
	}
	ready := Bits{s.Runs[0] &^ s.Parked[0], s.Runs[1] &^ s.Parked[1]}
	if s.sends() {
		b.removeSending(&ready)
	}
	if b.waits {
		b.skipWaiting(&ready, cycle)
	}
	if ready.none() {
		return false
	}
	if b.greedy {
		return b.issueOldest(cycle, &ready)
	}
	for n := ready.after(s.Last); ; n = ready.after(n) { // in turn from the one after the last
		if b.tryIssue(n, cycle) {
			s.Last = n
			return true
		}
		if ready.remove(n); ready.none() {
			return false
		}
	}
}

// removeSending takes threads out of a set whose message is being sent: later instructions may write what it reads.
func (b *SM) removeSending(set *Bits) {
	for side := range pipe.Sides {
		for _, m := range [...]*sending{&b.S.Sending[side], &b.S.ToTex[side]} {
			if m.Active {
				set.remove(m.Thread)
			}
		}
	}
}

// issueOldest issues of the thread that issued last, or of the oldest that can.
func (b *SM) issueOldest(cycle uint64, ready *Bits) bool {
	s := &b.S
	if ready.has(s.Last) {
		if b.tryIssue(s.Last, cycle) {
			return true
		}
		ready.remove(s.Last)
	}
	for _, n := range s.Ages[:s.Threads] {
		if ready.has(n) && b.tryIssue(n, cycle) {
			s.Last = n
			return true
		}
	}
	return false
}

// park has a thread wait until something of it changes.
func (b *SM) park(n uint8) bool {
	b.S.Parked.add(n)
	return false
}

// unpark has it tried again, unless it waits for its line.
func (b *SM) unpark(n uint8) {
	if !b.S.Wants.has(n) {
		b.S.Parked.remove(n)
	}
}

// retryFrom notes when a thread can be tried again.
func (b *SM) retryFrom(cycle wires.Cycle) bool {
	b.retryAt = min(b.retryAt, uint64(cycle))
	return false
}

// tryIssue issues the next instruction of a thread, if nothing stands in its way.
func (b *SM) tryIssue(n uint8, cycle uint64) bool {
	s, t := &b.S, &b.threads[n]
	pc := t.Control.PC
	switch {
	case uint64(t.Until) > cycle:
		return b.retryFrom(t.Until)
	case pc >= t.Head.Bytes || pc%isa.CompactBytes != 0:
		b.stop(n, eu.BadCounter, pc)
		return true
	case t.Head.Limit > 0 && t.Executed >= t.Head.Limit:
		b.stop(n, eu.LimitReached, pc)
		return true
	case !t.has(pc):
		s.Wants.add(n)
		return b.park(n)
	}
	d, known := b.decoder.at(n, pc)
	if !known {
		d = b.decode(n, pc, t.Head.Lanes)
	}
	o := &d.op
	if o.End > t.Head.Registers+1 { // the others are another thread's
		b.stop(n, eu.BadOpcode, pc)
		return true
	}
	if o.Needs.Meets(&t.Busy) || o.NeedsFlags&t.BusyFlags != 0 {
		return b.park(n)
	}
	switch o.Unit {
	case eu.ALU:
		return b.compute(n, t, d, &s.ALU, cycle)
	case eu.Math:
		return b.compute(n, t, d, &s.Math, cycle)
	case eu.Flow:
		return b.flow(n, t, o, cycle)
	case eu.Special:
		return b.special(n, t, o, cycle)
	case eu.Send:
		return b.message(n, t, o, cycle)
	}
	b.stop(n, eu.BadOpcode, pc)
	return true
}

// issued counts an instruction, and shows it.
func (b *SM) issued(n uint8, t *Thread, pc uint32, o *eu.Op, lanes uint32) {
	b.count(n, t)
	if b.P.Issued.On() {
		b.P.Issued.Emit(&Issue{n, t, pc, o, lanes})
	}
}

// count counts an instruction, and has the next line come while it is not needed yet.
func (b *SM) count(n uint8, t *Thread) {
	t.Executed++
	b.S.Issues++
	if t.Fresh {
		t.Fresh = false
		b.S.Back.add(n)
	}
	if b.waits {
		b.stopWaiting(n)
	}
	if next := t.Control.PC&^(lineBytes-1) + lineBytes; next < t.Head.Bytes && !t.has(next) {
		b.S.Ahead.add(n)
	}
}

// flow executes control flow.
func (b *SM) flow(n uint8, t *Thread, o *eu.Op, cycle uint64) bool {
	if o.Op == isa.OpWait && t.Answers > 0 || o.Op == isa.OpIret && t.BusyFlags != 0 { // flags on their way are the handler's
		return b.park(n)
	}
	pc, st := t.Control.PC, b.stack(n)
	lanes := o.Executing(&t.Control)
	f := eu.NoFault
	switch {
	case o.Op == isa.OpIret:
		t.Control.PC += uint32(o.Bytes)
		b.issued(n, t, pc, o, lanes)
		if f = b.iret(n, t); f != eu.NoFault {
			b.stop(n, f, pc)
		}
		return true
	case t.Handler.Phase == Inside && o.NeedsStack():
		f = eu.BadOpcode
	default:
		f = o.Branch(&t.Control, &st)
	}
	b.issued(n, t, pc, o, lanes)
	if f != eu.NoFault {
		b.stop(n, f, pc)
		return true
	}
	if o.Op != isa.OpNop && o.Op != isa.OpWait {
		t.Until = wires.Cycle(cycle + uint64(b.cfg.FlowLatency))
	}
	return true
}

// special reads or writes a special register. Flags come to it when nothing of them is on its way.
func (b *SM) special(n uint8, t *Thread, o *eu.Op, cycle uint64) bool {
	if t.BusyFlags != 0 {
		return b.park(n)
	}
	pc := t.Control.PC
	if !accessible(o.Number, o.Op == isa.OpWrsr, t.Handler.Phase == Inside) {
		b.stop(n, eu.BadOpcode, pc)
		return true
	}
	t.Control.PC += uint32(o.Bytes)
	if o.Op == isa.OpWrsr {
		f := b.file(t)
		b.setSpecial(n, t, o.Number, f.Word(uint32(o.Src[0].Reg)*8+uint32(o.Src[0].Sub)/4))
		b.issued(n, t, pc, o, 1)
		return true
	}
	if b.S.ALU.Results.Len() == wires.QueueCap {
		t.Control.PC = pc
		return false
	}
	r := b.S.ALU.Results.Add()
	*r = result{Due: wires.Cycle(max(cycle+uint64(b.cfg.ALULatency), b.S.ALU.due())), Thread: n, Reg: o.Dst.Reg, Last: true, Mask: 15 << o.Dst.Sub}
	r.Data[o.Dst.Sub/4] = b.specialOf(n, t, o.Number)
	t.Busy.Insert(o.Dst.Reg)
	b.issued(n, t, pc, o, 1)
	return true
}

// specialOf is the value of a special register of a thread.
func (b *SM) specialOf(n uint8, t *Thread, number uint32) uint32 {
	switch c := t.masked(); number {
	case isa.SpecialF0, isa.SpecialF1, isa.SpecialF2, isa.SpecialF3:
		return c.Flags[number-isa.SpecialF0]
	case isa.SpecialRa:
		return t.Control.RA
	case isa.SpecialSp:
		return t.Control.SP
	case isa.SpecialActive:
		return c.Active
	case isa.SpecialHelpers:
		return c.Helpers
	case isa.SpecialLanes:
		return uint32(t.Head.Lanes)
	case isa.SpecialThread:
		return uint32(t.Head.Number)
	case isa.SpecialSlot:
		return uint32(n) | uint32(b.cfg.SM)<<8 | uint32(b.cfg.Cluster)<<16
	case isa.SpecialDepth:
		return uint32(c.Depth)
	}
	return b.handlerSpecial(n, t, number)
}

// setSpecial writes one.
func (b *SM) setSpecial(n uint8, t *Thread, number, v uint32) {
	switch number {
	case isa.SpecialF0, isa.SpecialF1, isa.SpecialF2, isa.SpecialF3:
		t.masked().Flags[number-isa.SpecialF0] = v
	case isa.SpecialRa:
		t.Control.RA = v
	case isa.SpecialSp:
		t.Control.SP = v
	default:
		b.setHandlerSpecial(n, t, number, v)
	}
}

// Issues is the number of instructions that were issued since the multiprocessor was made.
func (b *SM) Issues() uint64 { return b.S.Issues }

// SharedWord returns a word of a row of shared memory, for observers.
func (b *SM) SharedWord(row uint32, word int) uint32 { return b.shared.Row(row)[word] }

// count is the number of threads in a set.
func (b *Bits) count() int { return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) }
