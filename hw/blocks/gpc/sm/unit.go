package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

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
		return b.retryFrom(u.Free)
	case u.Results.Len()+int(d.most) > wires.QueueCap:
		return false
	}
	pc, lanes := t.Control.PC, o.Executing(&t.Control)
	switch {
	case lanes == 0:
	case o.Eights > 0:
		b.computeEights(n, t, d, u, lanes, cycle)
	default:
		f := b.file(t)
		o.Execute(&f, &t.Control, &b.result)
		b.deliver(n, t, o, u, cycle+d.after, int(d.ports))
	}
	t.Control.PC += uint32(o.Bytes)
	u.Free = wires.Cycle(cycle + d.takes)
	t.Until = u.Free
	b.issued(n, t, pc, o, lanes)
	return true
}

// computeEights has an instruction executed eight lanes at once, each into the result that is under way from then on. It does what Execute and deliver do.
func (b *SM) computeEights(n uint8, t *Thread, d *decoded, u *unit, lanes uint32, cycle uint64) {
	o, f := &d.op, &b.operands
	f.First = uint32(t.Head.First)
	due := max(cycle+d.after, u.due())
	var r *result
	set, count := uint32(0), uint8(0)
	for g := range o.Eights {
		first := o.First + 8*g
		eight := lanes >> first & 0xff
		if eight == 0 {
			continue
		}
		if o.Dst.Null {
			set |= o.ExecuteEight(f, &t.Control, g, &b.temporaries, &b.unwritten) & eight << first
			continue
		}
		r = u.Results.Add()
		set |= o.ExecuteEight(f, &t.Control, g, &b.temporaries, &r.Data) & eight << first
		r.Due, r.Thread, r.Reg, r.Last, r.Flag = wires.Cycle(due), n, o.Dst.Reg+g, false, 0
		r.Lanes, r.Flags, r.Mask = 0, 0, eu.LanesMask(eight)
		t.Busy.Insert(r.Reg)
		if count++; count == d.ports {
			count = 0
			due++
		}
	}
	if !o.SetsFlag {
		if r != nil {
			r.Last = true
		}
		return
	}
	if r == nil {
		r = u.Results.Add()
		*r = result{Due: wires.Cycle(due), Thread: n}
	}
	r.Last, r.Flag, r.Lanes, r.Flags = true, 1+o.Flag, lanes, set
	t.BusyFlags |= 1 << o.Flag
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

// writeBack writes results that are due.
func (b *SM) writeBack(u *unit, of eu.Unit, cycle uint64, ports int) (moved bool) {
	for range ports {
		if !u.isDue(cycle) {
			break
		}
		r := u.Results.Front()
		t := &b.threads[r.Thread]
		b.write(t, r.Reg, r.Mask, &r.Data)
		if r.Flag > 0 {
			flag := &t.Control.Flags[r.Flag-1]
			*flag = *flag&^r.Lanes | r.Flags
			t.BusyFlags &^= 1 << (r.Flag - 1)
		}
		b.unpark(r.Thread)
		if b.P.Wrote.On() {
			b.P.Wrote.Emit(&Write{Thread: r.Thread, State: t, Reg: r.Reg, Mask: r.Mask, Data: &r.Data, Flag: r.Flag, Unit: of, Last: r.Last})
		}
		u.Results.Pop()
		moved = true
	}
	return moved
}

// write writes bytes of a register, which nothing else is to come to.
func (b *SM) write(t *Thread, reg uint8, mask uint32, data *[pipe.RegisterWords]uint32) {
	if mask == 0 {
		return
	}
	f := b.file(t)
	f.Put(reg, mask, data)
	t.Written.Insert(reg)
	t.Busy.Remove(reg)
}
