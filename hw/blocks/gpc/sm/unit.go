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

// compute issues an instruction to a unit.
func (b *SM) compute(n uint8, t *Thread, d *decoded, u *unit, cycle uint64, latency, ports int) bool {
	o := &d.op
	switch {
	case uint64(u.Free) > cycle:
		return b.retryFrom(u.Free)
	case u.Results.Len()+d.most() > wires.QueueCap:
		return false
	}
	pc := t.Control.PC
	f := b.file(t)
	r := &b.result
	o.Execute(&f, &t.Control, r)
	t.Control.PC += uint32(o.Bytes)
	u.Free = wires.Cycle(cycle + d.takes)
	t.Until = u.Free
	if r.Lanes != 0 {
		b.deliver(n, t, o, u, cycle+d.takes-1+uint64(latency), ports)
	}
	b.issued(n, t, pc, o, r.Lanes)
	return true
}

// most is how many results an instruction has at most.
func (d *decoded) most() int { return max(1, d.op.Registers[0]) }

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
			t.Busy.Add(int(w.Reg), 1)
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
		if u.Results.Len() == 0 || uint64(u.Results.Front().Due) > cycle {
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
	t.Written.Add(int(reg), 1)
	t.Busy.Remove(reg)
}
