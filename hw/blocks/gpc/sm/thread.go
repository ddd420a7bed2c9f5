package sm

import (
	"slices"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Thread is a hardware thread.
type Thread struct {
	Head    pipe.ThreadHead
	Control eu.Control

	Busy      eu.Set // registers that a result or an answer is to come to
	BusyFlags uint8  // the same of flag registers
	Written   eu.Set // valid bits: other registers read as 0
	Answers   uint8  // messages that are not answered
	EndSent   bool   // the load/store unit knows that its scratch memory ends
	Fresh     bool   // it has come back by a restore handler, and executed nothing since
	Missing   bool   // a page that it needs is not in memory: it waits for the cut of its context
	Cancelled bool
	Until     wires.Cycle
	Executed  uint32 // instructions that count for the limit
	Buffers   [buffers]buffer
	Results   Results
	Told      bool   // the pipeline manager knows that it has ended, and its results are to be called for
	Called    bool   // they are
	Barrier   uint32 // PC of the barrier at which it waits
	Handler   Handler
	Fault     eu.Fault
	At        uint32 // Fault: byte of the kernel
}

// Thread shows observers what is in a thread slot.
func (b *SM) Thread(n uint8) *Thread { return &b.threads[n] }

// take takes a beat of a thread request.
func (b *SM) take() bool {
	s := &b.S
	beat := b.P.PMSM.Head()
	switch beat.Kind {
	case pipe.BeatResults:
		b.called(beat)
		b.P.PMSM.Drop()
		return true
	case pipe.BeatHandler:
		b.trap(beat.HandlerCall())
		b.P.PMSM.Drop()
		return true
	case pipe.BeatCut:
		if !b.P.SMPM.Ready() || !b.passToken(beat.Slot) {
			return false
		}
		s.Cut[beat.Slot] = false
		b.P.SMPM.Put(pipe.ThreadEnd{Kind: pipe.TokenArrived, Slot: beat.Slot})
		b.P.PMSM.Drop()
		return true
	}
	switch s.Phase {
	case Header:
		var h pipe.ThreadHead
		h.TakeHead(0, beat)
		s.Filling, s.Phase = h.Thread, Second
		b.threads[h.Thread].Head = h
	case Second:
		b.threads[s.Filling].Head.TakeHead(1, beat)
		s.Phase, s.Next = Payload, 0
	case Payload:
		t := &b.threads[s.Filling]
		if f := b.file(t); s.Next <= t.Head.Registers { // others belong to another thread
			f.Put(s.Next, ^uint32(0), beat.Register())
			t.Written.Insert(s.Next)
		}
		s.Next++
	}
	if beat.Last {
		b.start(s.Filling)
	}
	b.P.PMSM.Drop()
	return true
}

// start has a thread begin, now that it has its registers.
func (b *SM) start(n uint8) {
	s, t := &b.S, &b.threads[n]
	t.Control = eu.Control{Active: t.Head.Active, Helpers: t.Head.Helpers}
	s.Phase, s.Filling, s.Next = Header, 0, 0
	if t.Handler.Restored = t.Head.Restored; !t.Head.Restored {
		s.Runs.add(n)
	}
	s.Sides[t.side()].add(n)
	if c := &b.ctas[t.Head.CTA]; t.Head.Threads > 0 && c.Live == 0 {
		c.Live = t.Head.Threads
	}
	s.Ages[s.Threads] = n
	s.Threads++
	if s.Cut[t.Head.Slot] && t.side() == pipe.Above {
		b.cancel(n)
	}
}

// cut cancels the threads above the break point of a slot's context, which is cut.
func (b *SM) cut() (moved bool) {
	s := &b.S
	for slot := range s.Cut {
		if !b.P.Cancel[slot].High() {
			continue
		}
		s.Cut[slot], moved = true, true
		for i, set := range s.Sides[pipe.Above] {
			for ; set != 0; set &= set - 1 {
				if n := uint8(64*i) + lowest(set); b.threads[n].Head.Slot == uint8(slot) {
					b.cancel(n)
				}
			}
		}
	}
	return moved
}

// cancel has a thread execute nothing more. It keeps its slot until all that it has asked for is answered.
func (b *SM) cancel(n uint8) {
	b.threads[n].Cancelled = true
	b.S.Uncalled.remove(n)
	b.last(n)
}

// missing has a thread wait for the cut of its context: a page that it needs is not in memory. One that has issued its last instruction waits, too, since a register of
// its results may be what does not come.
func (b *SM) missing(n uint8) {
	s, t := &b.S, &b.threads[n]
	t.Missing = true
	s.Runs.remove(n)
	s.Parked.remove(n)
	s.Wants.remove(n)
	s.Ahead.remove(n)
}

// side is the side of the break point that a thread's work is on. Nothing below it waits for something above it.
func (t *Thread) side() int {
	switch t.Head.Stage {
	case isa.StageVertex, isa.StageHull, isa.StageDomain:
		return pipe.Above
	}
	return pipe.Below
}

// sends tells whether a message of a thread is being sent.
func (b *SM) sends(n uint8) bool {
	for side := range pipe.Sides {
		s, tex := &b.S.Sending[side], &b.S.ToTex[side]
		if s.Active && s.Thread == n || tex.Active && tex.Thread == n {
			return true
		}
	}
	return false
}

// file is a thread's part of the register file.
func (b *SM) file(t *Thread) eu.File { return eu.File{RAM: &b.ram, First: uint32(t.Head.First)} }

// stack is the execution-mask stack of a thread.
func (b *SM) stack(n uint8) eu.Stack {
	return eu.Stack{RAM: &b.stacks, First: uint32(n) * eu.StackRows}
}

// stop ends a thread that cannot go on.
func (b *SM) stop(n uint8, f eu.Fault, at uint32) {
	t := &b.threads[n]
	t.Fault, t.At = f, at
	b.last(n)
}

// last has a thread execute nothing more: it ends when nothing is on its way to it.
func (b *SM) last(n uint8) {
	s := &b.S
	s.Runs.remove(n)
	s.Parked.remove(n)
	s.Wants.remove(n)
	s.Ahead.remove(n)
	s.Ending.add(n)
}

// End is what the probe shows of a thread that ends, before its slot is cleared.
type End struct {
	Thread uint8
	State  *Thread
	File   eu.File
}

// end frees the slot of a thread to which nothing is to come any more, and tells the pipeline manager.
func (b *SM) end() bool {
	s := &b.S
	if s.Ending.none() && s.Back.none() || !b.P.SMPM.Ready() {
		return false
	}
	if !s.Back.none() {
		n := s.Back.first()
		s.Back.remove(n)
		h := &b.threads[n].Head
		b.P.SMPM.Put(pipe.ThreadEnd{Kind: pipe.ThreadBack, Slot: h.Slot, Thread: n, Generation: h.Generation})
		return true
	}
	for left := (Bits{s.Ending[0] &^ s.Uncalled[0], s.Ending[1] &^ s.Uncalled[1]}); !left.none(); { // threads take turns, so that no side of the break point waits for the other one's
		n := left.after(s.Ended)
		left.remove(n)
		if b.endOf(n, &b.threads[n]) {
			if s.Threads > 0 {
				s.Ended = n
			}
			return true
		}
	}
	return false
}

// endOf takes a step of a thread's end.
func (b *SM) endOf(n uint8, t *Thread) (moved bool) {
	if !b.quiet(n, t) || t.Missing && !t.Cancelled {
		return false
	}
	if t.scratch() > 0 && !t.EndSent {
		about := uint8(pipe.ScratchEnds)
		if t.Saves() {
			about = pipe.ScratchSaved
		}
		t.EndSent = b.sendScratch(n, t, about)
		return t.EndSent
	}
	if b.delivers(n, t) {
		if !t.Told {
			b.tell(n, t)
			return true
		}
		done := false
		if t.Called {
			done, moved = b.sendResults(n, t)
		}
		if !done {
			return moved
		}
	}
	kind := pipe.SlotFree
	if t.Saves() {
		kind = pipe.ThreadSaved
	}
	b.P.SMPM.Put(pipe.ThreadEnd{Kind: kind, Slot: t.Head.Slot, Thread: n, Generation: t.Head.Generation, Fault: uint8(t.Fault), At: t.At})
	b.free(n)
	return true
}

// Saves tells whether a thread ends in a trap handler, and is to come back.
func (t *Thread) Saves() bool {
	return t.Handler.Phase == Inside && t.Head.Stage == isa.StageTrap && t.Fault == eu.NoFault
}

// scratch is the size of the thread's scratch memory, in a handler that of its kernel.
func (t *Thread) scratch() uint32 {
	if t.Handler.Phase >= Inside {
		return t.Handler.Head.Scratch
	}
	return t.Head.Scratch
}

// free clears a slot: a state in which nothing tells what was there before.
func (b *SM) free(n uint8) {
	t := &b.threads[n]
	f := b.file(t)
	if b.P.Ended.On() {
		b.P.Ended.Emit(&End{n, t, f})
	}
	f.Clear(&t.Written)
	st := b.stack(n)
	st.Drop(0, max(t.Control.Depth, t.Handler.Control.Depth))
	b.clearBuffers(n, t)
	b.removeThread(t)
	s := &b.S
	s.Sides[t.side()].remove(n)
	*t = Thread{}
	s.Ending.remove(n)
	s.Uncalled.remove(n)
	at := slices.Index(s.Ages[:s.Threads], n)
	copy(s.Ages[at:], s.Ages[at+1:s.Threads])
	s.Threads--
	s.Ages[s.Threads] = 0
	if s.Threads == 0 { // turns begin anew, so that nothing tells who was here before
		s.Last, s.Ended, s.Fetched = 0, 0, [pipe.Sides]uint8{}
	}
}
