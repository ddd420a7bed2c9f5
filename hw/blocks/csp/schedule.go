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
	PinRest                // waits for the pages of ring and save area
	Leave                  // gives up a slot of which nothing is in the pipe
	Load                   // restores registers from the save area
	Parse                  // reads a command
	Execute                // executes it
	Values                 // SET_STATE: sends one value after the other
	Prims                  // DRAW: sends one primitive after the other
	EndDraw                // DRAW: sends its end
	Copy                   // INTERRUPTIBLE: waits until all registers are copied
	Blit                   // FILL, COPY: waits until it is done
	Poll                   // WAIT: looks at the word
	PollWait               // WAIT: waits until it looks again
	Tail                   // the ring is empty: looks at the tail
	TailWait               // waits until it looks again
	Stop                   // something makes no sense: sends its place
	StopWait               // waits until the place has passed the break point
	Tokens                 // sends INT_END into both outputs
)

var phaseNames = [...]string{
	"idl", "pic", "pih", "hdr", "pir", "lea", "loa", "par", "exe", "val", "pri", "end", "cpy", "blt", "pol", "pow", "tai", "taw", "sto", "stw", "tok",
}

// front is the state of the front-end parser.
type front struct {
	Phase    Phase
	Pending  uint8 // causes that wait to be served
	Jump     bool  // the pending interrupt names the other list
	JumpBack ReturnMode
	Lists    [2]list
	Active   uint8 // list that runs
	Index    uint8 // context of the list that runs, or is looked at
	Swap     bool  // the other list runs from the next switch on
	Come     bool  // the interrupted list runs on from the next switch on
	Back     whence
	Bell     bool    // a tail was moved: look at all contexts once more before idling
	Waits    uint8   // runs in a row that ended in a wait
	Missed   bool    // WAIT has looked, and the word had not come: it may last for ever
	Release  [2]bool // the MXU is to be told that the slot's cut is past the break point
	Flushes  uint8   // pages that the MXU flushes
	Slot     uint8
	Above    uint8 // tokens above the break point, and on their way out of ASU
	CspSent  bool  // Tokens: INT_END is in the CSP_FIFO
	VtxSent  bool  // Tokens: INT_END is in VERTEX

	Regs     regs.CSPRegs
	Access   regs.Access // what the context has written, where a write is not always simply stored
	Streams  [numStreams]stream
	Reading  [2]uint16 // DWORDs on their way, wanted or not, by slot
	RingSize uint32
	Tail     uint32
	Cur      uint32    // ring offset of the next DWORD to be read
	Head     uint32    // ring offset of the command being executed
	Buffer   uint32    // DMA buffer, 0 in the ring
	Length   uint32    // its DWORDs
	Offset   uint32    // DMA DWORD offset of the command being executed
	Next     uint32    // DMA DWORD offset of the next DWORD to be read
	Words    [5]uint32 // the command: header and operands
	Have     uint8
	Skip     uint32 // DWORDs to be read and dropped
	Resume   pipe.Cursor
	Resuming bool        // nothing at or past Resume has been executed
	StopAt   pipe.Cursor // place of what makes no sense
	StopFor  Reason      // what it is
	StopWord uint32      // what was found there
	Item     uint16      // Load: number of the DWORD
	Segment  uint8       // Load: next segment to be asked for
	Slice    uint32      // time slice of the context, in cycles; 0: none
	Deadline wires.Cycle
	SliceEnd wires.Cycle
	NextLook wires.Cycle
	Draw     draw
	Careful  bool // the run is careful until it has made progress
	Stepped  bool // it has sent what makes progress
}

// interrupted serves pending causes. One cut is in flight above the break point at a
// time: until its token has left the break point and all outputs of ASU, and while a
// context is not interruptible or must make progress first, causes wait. told: there is an entry to
// be written, though the front end may have nothing to do.
func (b *CSP) interrupted(cycle uint64) (cut, told bool) {
	f := &b.S.Front
	if f.Slice > 0 && f.Phase >= Load && f.Phase < Tokens {
		b.slice(cycle)
	}
	if f.Pending == 0 {
		return false, false
	}
	if f.Phase < Load {
		return false, b.ignored()
	}
	s := &b.S.Slots[f.Slot]
	must := f.Pending&(regs.CauseFault|regs.CauseInvalid) != 0 // it cannot go on
	ready := f.Above == 0 && f.Phase != Tokens && (must || s.Interruptible && (!s.Hold || f.Missed && !f.Stepped))
	if !ready {
		return false, false
	}
	b.P.Int.Raise()
	b.S.Stats.Cuts++
	b.event(EventCut, f.Slot, Event{Cause: f.Pending})
	cause := f.Pending
	f.Pending = 0
	b.jump()
	b.endContext(cause)
	b.keep(s)
	return true, false
}

// ignored acknowledges an interrupt that finds nothing running: nothing is saved. One
// that names the other list stays until the context that is being looked at runs, or has
// nothing to run. It returns true when it has acknowledged one.
func (b *CSP) ignored() bool {
	f := &b.S.Front
	if f.Jump && f.Phase != Idle && f.Phase != Pick || b.S.Back.Records.Len() >= maxRecords {
		return false
	}
	b.event(EventIgnored, f.Slot, Event{Cause: f.Pending})
	b.record(record{Kind: regs.StatusKindIgnored, Cause: f.Pending, List: f.Active, Index: f.Index})
	f.Pending = 0
	b.S.Stats.Ignored++
	if !f.Jump {
		return true
	}
	b.jump()
	f.Phase = Pick
	f.boundary()
	return true
}

// jump has the other list run from this switch on, and remembers where to return to. Of
// interrupts that name a list inside one another the outermost return counts.
func (b *CSP) jump() {
	f := &b.S.Front
	if !f.Jump {
		return
	}
	if !f.Back.Valid {
		f.Back = whence{Valid: true, Mode: f.JumpBack, List: f.Active, Index: f.Index}
	}
	f.Swap = true
	f.Jump, f.JumpBack = false, 0
}

// slice watches the time slice. Switch time is not in it (rule C8): the slice of a
// restored context begins with RESUMED, or with a WAIT before that does not pass at once.
func (b *CSP) slice(cycle uint64) {
	f := &b.S.Front
	switch {
	case f.SliceEnd == 0:
		if f.Missed {
			b.startSlice(cycle)
		}
	case uint64(f.SliceEnd) <= cycle:
		f.Pending |= regs.CauseSlice
	default:
		b.WakeAt(uint64(f.SliceEnd))
	}
}

func (b *CSP) startSlice(cycle uint64) {
	if f := &b.S.Front; f.Slice > 0 {
		f.SliceEnd = wires.Cycle(cycle + uint64(f.Slice))
	}
}

// endContext stops the parser; INT_END follows in the next cycles.
func (b *CSP) endContext(cause uint8) {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	s.Cause |= cause
	if waits := f.Phase == Poll || f.Phase == PollWait; !waits && !s.Restoring {
		f.Waits = 0 // something has been done
	}
	// A restored run that has made no progress holds the next one.
	b.hold(s, s.Restoring)
	if must := f.Pending & (regs.CauseFault | regs.CauseInvalid); must != 0 { // found while it came to its end
		s.Cause |= must
		f.Pending &^= must
	}
	b.stopStreams()
	f.Phase = Tokens
	f.Above += 2
	f.Deadline, f.NextLook, f.SliceEnd = 0, 0, 0
	b.NoWake()
	f.Missed = false
	f.Have, f.Skip, f.Words = 0, 0, [5]uint32{}
	f.Draw = draw{}
	s.Phase = slotDraining
}

// tokens puts INT_END into CSP_FIFO and VERTEX, each as soon as it has room.
func (b *CSP) tokens() wires.Activity {
	f := &b.S.Front
	c := pipe.Cmd{Kind: pipe.IntEnd, Slot: f.Slot}
	moved := false
	if !f.CspSent && b.P.CSPFifo.Ready() {
		b.P.CSPFifo.Put(c)
		f.CspSent, moved = true, true
	}
	if !f.VtxSent && b.P.Vertex.Ready() {
		b.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
		f.VtxSent, moved = true, true
	}
	switch {
	case f.CspSent && f.VtxSent:
		f.CspSent, f.VtxSent = false, false
		f.Regs.Reset()
		f.Access.Reset()
		f.clear()
		s := &b.S.Slots[f.Slot]
		b.nextContext(s.Base, s.Cause&(regs.CauseEnd|regs.CauseInvalid) != 0)
		return wires.Busy
	case moved:
		return wires.Busy
	case !f.CspSent:
		return b.P.CSPFifo.Blocked()
	}
	return b.P.Vertex.Blocked()
}
