package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Phase is the state of the front-end parser.
type Phase uint8

// Phases. From Load on, a context has sent something down the pipe.
const (
	Idle      Phase = iota // nothing to run until the CPU says so
	Pick                   // looks for the next context of the list
	PinHeader              // waits for the header's page
	Header                 // waits for head, tail and place-holders
	PinRest                // waits for the pages of ring, save area and scratch memory
	Leave                  // gives up a slot of which nothing is in the pipe
	Scratch                // tells the dispatcher where the scratch memory lies
	Load                   // restores registers from the save area
	Parse                  // reads a command
	Execute                // executes it
	Values                 // SET_STATE: sends one value after the other
	Prims                  // DRAW: sends one primitive after the other
	EndDraw                // DRAW: sends its end
	Copy                   // INTERRUPTIBLE: waits until all registers are copied
	Blit                   // FILL, COPY: waits until it is done
	Flush                  // FLUSH: waits until it is over
	Poll                   // WAIT: looks at the word
	PollWait               // WAIT: waits until it looks again
	Tail                   // the ring is empty: looks at the tail
	TailWait               // waits until it looks again
	Stop                   // something makes no sense: sends its place
	StopWait               // waits until the place has passed the break point
	Tokens                 // sends INT_END into both outputs
)

var phaseNames = [...]string{
	"idl", "pic", "pih", "hdr", "pir", "lea", "scr", "loa", "par", "exe", "val", "pri", "end", "cpy", "blt", "flu", "pol", "pow", "tai", "taw", "sto", "stw", "tok",
}

// frontEnd is the front-end parser: it reads rings and DMA buffers and feeds the pipe.
type frontEnd struct {
	*frontState
	shared
	host *host
	back *backEnd
	P    struct {
		CSPFifo *wires.Out[pipe.Cmd]
		Vertex  *wires.Out[pipe.VertexEntry]
		CSPDMA  *wires.Out[pipe.Fetch]
		DMACSP  *wires.In[pipe.Beat]
		CSPC2D  *wires.Out[pipe.Cmd]
	}
}

// outputs are those that INT_END goes into.
type outputs uint8

const (
	toCSPFifo outputs = 1 << iota
	toVertex
)

// frontState is what a clock edge changes of it.
type frontState struct {
	Phase  Phase
	Slot   uint8
	Missed bool    // WAIT has looked, and the word had not come: it may last for ever
	Owed   outputs // Tokens: INT_END is not in them yet

	Regs       regs.CSPRegs
	Access     regs.Access // what the context has written, where a write is not always simply stored
	Streams    [numStreams]stream
	Reading    [pipe.Slots]uint16 // DWORDs on their way, wanted or not, by slot
	RingSize   uint32
	Tail       uint32
	Cur        uint32    // ring offset of the next DWORD to be read
	Head       uint32    // ring offset of the command being executed
	Buffer     uint32    // DMA buffer, 0 in the ring
	Length     uint32    // its DWORDs
	Offset     uint32    // DMA DWORD offset of the command being executed
	Next       uint32    // DMA DWORD offset of the next DWORD to be read
	Words      [5]uint32 // the command: header and operands
	Have       uint8
	Skip       uint32 // DWORDs to be read and dropped
	Resume     pipe.Cursor
	Resuming   bool        // nothing at or past Resume has been executed
	StopAt     pipe.Cursor // place of what makes no sense
	StopFor    Reason      // what it is
	StopWord   uint32      // what was found there
	StopPassed bool        // it has passed the break point
	Item       uint16      // Scratch, Load: number of the DWORD
	Segment    uint8       // Load: next segment to be asked for
	Deadline   wires.Cycle
	NextLook   wires.Cycle
	Draw       draw
	Careful    bool // the run is careful until it has made progress
	Stepped    bool // it has sent what makes progress
}

// step advances the front-end parser by a cycle.
func (f *frontEnd) step(cycle uint64) wires.Activity {
	if f.held() {
		return wires.Waiting
	}
	switch f.Phase {
	case Idle:
		return wires.Idle
	case Pick:
		return f.pick()
	case PinHeader:
		return f.pinHeader()
	case Header:
		return f.header()
	case PinRest:
		return f.pinRest(cycle)
	case Leave:
		return f.releaseSlot()
	case Scratch:
		return f.scratch()
	case Load:
		return f.load()
	case Parse:
		return f.parse(cycle)
	case Execute:
		return f.execute()
	case Values:
		return f.values()
	case Prims:
		return f.prims()
	case EndDraw:
		return f.endDraw()
	case Copy:
		return f.copied()
	case Blit:
		return f.blitted()
	case Flush:
		return f.flushed()
	case Poll:
		return f.poll(cycle)
	case Tail:
		return f.tail(cycle)
	case PollWait, TailWait:
		return f.scheduleNextPoll(cycle)
	case Stop:
		return f.stop()
	case StopWait:
		return f.stopWait()
	}
	return f.tokens()
}

// pick has the host side look for the next context.
func (f *frontEnd) pick() wires.Activity {
	switch slot, what := f.host.next(); what {
	case foundWaiting:
		return wires.Waiting
	case foundIdle:
		f.Phase = Idle
	case foundContext:
		f.Slot, f.Phase = slot, PinHeader
	}
	return wires.Busy
}

// end stops the parser; INT_END follows in the next cycles.
func (f *frontEnd) end(cause uint8) {
	s := f.slot()
	waits := f.Phase == Poll || f.Phase == PollWait
	s.Cause |= cause | f.host.ends(s, waits)
	f.stopStreams()
	f.Phase, f.Owed = Tokens, toCSPFifo|toVertex
	f.Deadline, f.NextLook = 0, 0
	f.NoWake()
	f.Missed = false
	f.Have, f.Skip, f.Words = 0, 0, [5]uint32{}
	f.Draw = draw{}
	s.to(slotStop)
}

// tokens puts INT_END into CSP_FIFO and VERTEX, each as soon as it has room.
func (f *frontEnd) tokens() wires.Activity {
	c := pipe.Cmd{Kind: pipe.IntEnd, Slot: f.Slot}
	owed := f.Owed
	if owed&toCSPFifo != 0 && f.P.CSPFifo.Ready() {
		f.P.CSPFifo.Put(c)
		f.Owed &^= toCSPFifo
	}
	if owed&toVertex != 0 && f.P.Vertex.Ready() {
		f.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
		f.Owed &^= toVertex
	}
	switch {
	case f.Owed == 0:
		f.Regs.Reset()
		f.Access.Reset()
		f.clear()
		f.host.gone(f.slot())
		f.Phase = Pick
		return wires.Busy
	case f.Owed != owed:
		return wires.Busy
	case f.Owed&toCSPFifo != 0:
		return f.P.CSPFifo.Blocked()
	}
	return f.P.Vertex.Blocked()
}

// clear forgets where a context was.
func (f *frontEnd) clear() {
	f.RingSize, f.Tail, f.Cur, f.Head, f.Buffer, f.Length, f.Offset, f.Next = 0, 0, 0, 0, 0, 0, 0, 0
	f.Resume, f.Resuming = pipe.Cursor{}, false
	f.Careful, f.Stepped = false, false
	f.StopAt, f.StopFor, f.StopWord, f.StopPassed = pipe.Cursor{}, 0, 0, false
	f.Item, f.Segment = 0, 0
}

// What the other rooms ask the front end, and tell it.

// slot is the slot that the parser works for, or has worked for last.
func (f *frontEnd) slot() *slot { return &f.slots[f.Slot] }

// at is its number.
func (f *frontEnd) at() uint8 { return f.Slot }

// idle tells whether there is nothing to run until the CPU says so.
func (f *frontEnd) idle() bool { return f.Phase == Idle }

// between tells whether no context is looked at.
func (f *frontEnd) between() bool { return f.Phase == Idle || f.Phase == Pick }

// starting tells whether no context has sent anything since the last one has left.
func (f *frontEnd) starting() bool { return f.Phase < Scratch }

// running tells whether a context runs: it has started, and INT_END has not been asked for.
func (f *frontEnd) running() bool { return f.Phase >= Scratch && f.Phase < Tokens }

// missed tells whether a WAIT has looked in vain.
func (f *frontEnd) missed() bool { return f.Missed }

// starved tells whether a WAIT has looked in vain, and nothing before it moves the cursor.
func (f *frontEnd) starved() bool { return f.Missed && !f.Stepped }

// reading tells whether reads for a slot are under way, those of the context before.
func (f *frontEnd) reading(slot int) bool { return f.Reading[slot] > 0 }

// registers are the CSP's own.
func (f *frontEnd) registers() *regs.CSPRegs { return &f.Regs }

// wake has the parser look for a context, when none is looked at.
func (f *frontEnd) wake() { f.Phase = Pick }
