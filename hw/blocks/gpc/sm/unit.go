package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Units that keep others waiting while they take an instruction.
const (
	aluUnit = iota
	mathUnit
	sharedUnit
	units
)

// waitFor has a thread wait for a unit that is not free.
func (b *SM) waitFor(unit int, n uint8, free wires.Cycle) bool {
	b.waiting[unit].add(n)
	b.waits = true
	return b.retryFrom(free)
}

// skipWaiting takes threads out of a set whose unit is not free.
func (b *SM) skipWaiting(ready *Bits, cycle uint64) {
	s := &b.S
	for k, u := range [units]*unit{aluUnit: &s.ALU, mathUnit: &s.Math, sharedUnit: &s.Shared} {
		if w := &b.waiting[k]; uint64(u.Free) > cycle && ready[0]&w[0]|ready[1]&w[1] != 0 {
			ready[0], ready[1] = ready[0]&^w[0], ready[1]&^w[1]
			b.retryFrom(u.Free)
		}
	}
}

// stopWaiting forgets that a thread waits, since its next instruction is another one.
func (b *SM) stopWaiting(n uint8) {
	left := uint64(0)
	for k := range b.waiting {
		b.waiting[k].remove(n)
		left |= b.waiting[k][0] | b.waiting[k][1]
	}
	b.waits = left != 0
}

// unit is what is under way in a unit that computes.
type unit struct {
	Free    wires.Cycle // it takes an instruction from here on
	Results wires.Queue[result]
}

// result is a register, or a part of one, that an instruction writes. Its due cycle comes after the last pass, so that all sources have been read.
type result struct {
	Due    wires.Cycle
	Thread uint8
	Reg    uint8
	Last   bool   // of the instruction
	Flag   uint8  // flag register that is written with it, from 1 on; 0: none
	Lanes  uint32 // of the thread, whose bits of the flag register are written
	Flags  uint32 // these bits
	Mask   uint32 // bytes of the register; 0: none
	Data   [pipe.RegisterWords]uint32
}

// due is the cycle from which on results can follow those that are under way.
func (u *unit) due() uint64 {
	if n := u.Results.Len(); n > 0 {
		return uint64(u.Results.At(n-1).Due) + 1
	}
	return 0
}

// isDue tells whether a result is to be written.
func (u *unit) isDue(cycle uint64) bool {
	return u.Results.Len() > 0 && uint64(u.Results.Front().Due) <= cycle
}

// compute issues an instruction to a unit.
func (b *SM) compute(n uint8, t *Thread, d *decoded, u *unit, cycle uint64) bool {
	o := &d.op
	switch {
	case uint64(u.Free) > cycle:
		return b.waitFor(int(o.Unit-eu.ALU), n, u.Free)
	case u.Results.Len()+int(d.most) > wires.QueueCap:
		return false
	}
	pc, lanes := t.Control.PC, o.Executing(&t.Control)
	t.Control.PC = pc + uint32(o.Bytes)
	due := max(cycle+d.after, u.due())
	u.Free = wires.Cycle(cycle + d.takes)
	t.Until = u.Free
	b.count(n, t)
	if b.P.Issued.On() {
		b.P.Issued.Emit(&Issue{n, t, pc, o, lanes})
	}
	if lanes == 0 {
		return true
	}
	b.collector.Collect(uint32(t.Head.First), &t.Control, 0)
	if !d.single {
		return b.execute(n, t, d, u, lanes, due)
	}
	r := u.Results.Add()
	r.Due, r.Thread, r.Reg, r.Last, r.Flag = wires.Cycle(due), n, o.Dst.Reg, true, 0
	r.Lanes, r.Flags, r.Mask = 0, 0, eu.LanesMask(lanes>>o.First)
	t.Busy.Insert(r.Reg)
	o.ExecuteEight(&b.collector, &r.Data)
	return true
}

// execute executes an instruction in some lanes. Its results come from a cycle on.
func (b *SM) execute(n uint8, t *Thread, d *decoded, u *unit, lanes uint32, due uint64) bool {
	if d.op.Eights > 0 {
		b.executeEights(n, t, d, u, lanes, due)
		return true
	}
	f := b.file(t)
	d.op.Execute(&f, &t.Control, &b.result)
	b.deliver(n, t, &d.op, u, due, int(d.ports))
	return true
}

// executeEights has an instruction executed eight lanes at once, each into the result that is under way from then on. It does what Execute and deliver do.
func (b *SM) executeEights(n uint8, t *Thread, d *decoded, u *unit, lanes uint32, due uint64) {
	o, c := &d.op, &b.collector
	var r *result
	set, count := uint32(0), uint8(0)
	for g := range o.Eights {
		first := o.First + 8*g
		eight := lanes >> first & 0xff
		if eight == 0 {
			continue
		}
		c.Collect(uint32(t.Head.First), &t.Control, g)
		if o.Dst.Null {
			set |= o.ExecuteEight(c, &b.unwritten) & eight << first
			continue
		}
		r = u.Results.Add()
		r.Due, r.Thread, r.Reg, r.Last, r.Flag = wires.Cycle(due), n, o.Dst.Reg+g, false, 0
		r.Lanes, r.Flags, r.Mask = 0, 0, eu.LanesMask(eight)
		t.Busy.Insert(r.Reg)
		set |= o.ExecuteEight(c, &r.Data) & eight << first
		if count++; count == d.ports {
			count = 0
			due++
		}
	}
	if r == nil && o.SetsFlag {
		r = u.Results.Add()
		*r = result{Due: wires.Cycle(due), Thread: n}
	}
	if r != nil {
		r.Last = true
	}
	if o.SetsFlag {
		r.Flag, r.Lanes, r.Flags = 1+o.Flag, lanes, set
		t.BusyFlags |= 1 << o.Flag
	}
}

// deliver has the results come from a cycle on, as many at a time as there are ports.
func (b *SM) deliver(n uint8, t *Thread, o *eu.Op, u *unit, due uint64, ports int) {
	r := &b.result
	due = max(due, u.due())
	count := r.N
	if count == 0 && o.SetsFlag {
		count = 1 // of the flags alone
	}
	for k := range count {
		e := u.Results.Add()
		*e = result{Due: wires.Cycle(due + uint64(k/ports)), Thread: n, Last: k == count-1}
		if k < r.N {
			w := &r.Write[k]
			e.Reg, e.Mask, e.Data = w.Reg, w.Mask, w.Data
			t.Busy.Insert(w.Reg)
		}
		if e.Last && o.SetsFlag {
			e.Flag, e.Lanes, e.Flags = 1+o.Flag, r.Lanes, r.Flags
			t.BusyFlags |= 1 << o.Flag
		}
	}
}

// Write is what the probe shows of a register that is written by a unit or an answer, and of a flag register.
type Write struct {
	Thread uint8
	State  *Thread // after the write
	Reg    uint8
	Mask   uint32 // bytes; 0: none
	Data   *[pipe.RegisterWords]uint32
	Flag   uint8   // flag register that is written too, from 1 on
	Unit   eu.Unit // ALU, Math, or Send of shared memory and of answers
	Answer bool    // of the load/store unit
	Last   bool
}

// writeBack writes the oldest result of a unit, which is due.
func (b *SM) writeBack(u *unit, of eu.Unit) {
	r := u.Results.Front()
	t := &b.threads[r.Thread]
	if r.Mask != 0 {
		b.write(t, r.Reg, r.Mask, &r.Data)
	}
	if r.Flag > 0 {
		flag := &t.Control.Flags[(r.Flag-1)%4]
		*flag = *flag&^r.Lanes | r.Flags
		t.BusyFlags &^= 1 << (r.Flag - 1)
	}
	if b.S.Parked.has(r.Thread) {
		b.unpark(r.Thread)
	}
	if b.P.Wrote.On() {
		b.P.Wrote.Emit(&Write{Thread: r.Thread, State: t, Reg: r.Reg, Mask: r.Mask, Data: &r.Data, Flag: r.Flag, Unit: of, Last: r.Last})
	}
	u.Results.Pop()
}

// write writes bytes of a register, which nothing else is to come to.
func (b *SM) write(t *Thread, reg uint8, mask uint32, data *[pipe.RegisterWords]uint32) {
	eu.Merge(b.ram.EditHalf(uint32(t.Head.First)+uint32(reg)), mask, data)
	t.Written.Insert(reg)
	t.Busy.Remove(reg)
}
