package dispatch

import (
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Sizes of buffers in rows of two registers. A request has at most 87 registers, of 32 lanes of pixels (61 of so many vertices, 45 of points of a patch); results of so many have 80.
const (
	fillRows   = 44
	resultRows = 40
)

// set is the number of registers of a value for all lanes.
func (k *thread) set() int { return isa.RegisterSet(int(k.Lanes), isa.Bytes(isa.TypeF)) }

// input is a register of a thread's request, to be written.
func (b *Dispatcher) input(side int, t *thread, reg int) *[pipe.RegisterWords]uint32 {
	return b.fills[side].EditHalf(uint32(t.Fill)*2*fillRows + uint32(reg))
}

// setInput writes a lane of a register set. A thread has no more registers than it is filled with.
func (b *Dispatcher) setInput(side int, t *thread, first, lane int, v uint32) {
	if reg := first + lane/pipe.RegisterWords; v != 0 && reg < int(t.Kernel.Inputs) {
		b.input(side, t, reg)[lane%pipe.RegisterWords] = v
	}
}

// setQuad writes the lanes of a quad in a register set.
func (b *Dispatcher) setQuad(t *thread, first, lane int, v [quadPixels]uint32) {
	if reg := first + lane/pipe.RegisterWords; v != ([quadPixels]uint32{}) && reg < int(t.Kernel.Inputs) {
		*(*[quadPixels]uint32)(b.input(pipe.Below, t, reg)[lane%pipe.RegisterWords:]) = v
	}
}

// result is a lane of a register set of a thread's results.
func (b *Dispatcher) result(side int, t *thread, first, lane int) uint32 {
	return b.results[side].Half(uint32(t.Result)*2*resultRows + uint32(first+lane/pipe.RegisterWords))[lane%pipe.RegisterWords]
}

// open begins a thread for a group of work, which says by its number which thread it takes: that one, or the next one that is free. So threads depend on the work and little on what ran before:
// a context that was cut soon comes back to the state of one that was not. nil: there is no place for it now.
func (b *Dispatcher) open(side int, stage, slot uint8, group uint32, k pipe.ThreadKernel) *thread {
	q := &b.S.Sides[side]
	if q.Fills == 0 {
		return nil
	}
	n := -1
	for i := range b.threads[side] {
		if at := (int(group%uint32(b.cfg.Threads)) + i) % b.cfg.Threads; b.threads[side][at].Life == Nobody {
			n = at
			break
		}
	}
	if n < 0 {
		return nil
	}
	c, places := b.clusterOf(uint8(n)), b.cfg.Places
	if side == pipe.Above {
		places-- // the last one is for what is below the break point
	}
	if int(q.InUse[c]) >= places || q.Senders[c].Queue.Len() >= wires.QueueCap {
		return nil
	}
	q.InUse[c]++
	t := &b.threads[side][n]
	*t = thread{Life: Filling, Stage: stage, Slot: slot, Lanes: k.Lanes, Fill: uint8(bits.TrailingZeros16(q.Fills)), Group: group, Kernel: k}
	st := b.stateOf(slot, stage)
	t.Version = st.Now
	st.Users[st.Now]++
	q.Fills &^= 1 << t.Fill
	q.Open = uint16(n) + 1
	return t
}

// opened is the thread of a side that is filled; nil: there is none.
func (b *Dispatcher) opened(side int) *thread {
	if n := b.S.Sides[side].Open; n != 0 {
		return &b.threads[side][n-1]
	}
	return nil
}

// closeThread ends the filling of a thread: its request is complete.
func (b *Dispatcher) closeThread(side int) {
	q := &b.S.Sides[side]
	if q.Open == 0 {
		return
	}
	n := uint8(q.Open - 1)
	t := &b.threads[side][n]
	t.Life = Waiting
	if b.P.Closed.On() {
		b.P.Closed.Emit(&Closed{Side: side, Slot: t.Slot, Stage: t.Stage, Lanes: t.Lanes, Count: t.Count, State: b.stateOf(t.Slot, t.Stage).Words[t.Version]})
	}
	q.Senders[b.clusterOf(n)].Queue.Push(n)
	q.Open, q.Close = 0, 0
}

// expire closes a thread that has got nothing for some time.
func (b *Dispatcher) expire(side int, cycle uint64) bool {
	q := &b.S.Sides[side]
	if q.Open == 0 || uint64(q.Close) > cycle {
		return false
	}
	b.closeThread(side)
	return true
}

// send sends a beat of a request to each cluster.
func (b *Dispatcher) send(side int) (moved bool) {
	q := &b.S.Sides[side]
	for c := range b.cfg.Clusters {
		s, out := &q.Senders[c], &b.P.Req[c][side]
		if s.Queue.Len() == 0 || !out.Ready() || s.Beat == 0 && side == pipe.Above && b.owesToken(c) {
			continue
		}
		n := *s.Queue.Front()
		t := &b.threads[side][n]
		if s.Beat == 0 && t.Kernel.Table > 0 && !b.stateSent(t) {
			continue
		}
		moved = true
		inputs := int(t.Kernel.Inputs)
		if s.Beat < pipe.HeadBeats {
			h := b.headOf(side, n, t)
			beat := out.Slot()
			*beat = h.Beat(s.Beat)
			beat.Last = s.Beat == pipe.HeadBeats-1 && inputs == 0
			out.Push()
		} else {
			r := b.fills[side].Half(uint32(t.Fill)*2*fillRows + uint32(s.Beat) - pipe.HeadBeats)
			*out.Slot() = pipe.RegisterBeat(t.Slot, r, int(s.Beat) == pipe.HeadBeats+inputs-1)
			out.Push()
		}
		if t.Life == Waiting {
			t.Life = Sending
		}
		if s.Beat++; int(s.Beat) == pipe.HeadBeats+inputs {
			s.Beat = 0
			s.Queue.Pop()
			b.freeFill(side, t)
			if t.Life == Sending {
				t.Life = Running
			}
		}
	}
	return moved
}

// freeFill clears the buffer of a thread's request.
func (b *Dispatcher) freeFill(side int, t *thread) {
	for n := range (uint32(t.Kernel.Inputs) + 1) / 2 {
		row := uint32(t.Fill)*fillRows + n
		if *b.fills[side].Row(row) != ([wires.RowWords]uint32{}) {
			*b.fills[side].Edit(row) = [wires.RowWords]uint32{}
		}
	}
	b.S.Sides[side].Fills |= 1 << t.Fill
	t.Fill = 0
}

// headOf is the head of a thread's request.
func (b *Dispatcher) headOf(side int, n uint8, t *thread) pipe.ThreadHead {
	limit := b.cfg.Limits[side]
	if own := t.Kernel.Limit; own != 0 && (limit == 0 || own < limit) {
		limit = own
	}
	return pipe.ThreadHead{
		Slot: t.Slot, Stage: t.Stage, Lanes: t.Lanes, Set: t.Kernel.Set, Version: t.Version, Registers: t.Kernel.Registers, Kernel: t.Kernel.Kernel, Bytes: t.Kernel.Bytes, Limit: limit,
		Active: t.Active, Helpers: t.Helpers, Work: b.work(n), Scratch: t.Kernel.ScratchBytes(), Table: t.Kernel.Table,
	}
}
