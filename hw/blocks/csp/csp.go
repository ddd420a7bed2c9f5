// Package csp is the command stream processor. Its front-end parser reads rings and
// DMA buffers and feeds the pipe through CSP_FIFO and VERTEX; its back-end parser
// collects what the pipe commits, and the place of a cut, from the two datapaths and
// writes them to the save area through the state FIFO (spec chapters 2 and 3).
package csp

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of the CSP.
type Config struct {
	TimeSlice int    `cfg:"time_slice" default:"0" min:"0" max:"1000000000" unit:"cycles" doc:"A context is interrupted after this time. 0: never."`
	TailWait  int    `cfg:"tail_wait" default:"64" min:"0" max:"1000000" unit:"cycles" doc:"How long an empty ring is watched for a new tail."`
	WaitYield int    `cfg:"wait_yield" default:"4000" min:"0" max:"1000000000" unit:"cycles" doc:"A context that waits so long for a word is interrupted when there are others that run or miss a page, or a page is being taken away. 0: never."`
	TailPoll  int    `cfg:"tail_poll" default:"16" min:"1" max:"1000000" unit:"cycles" doc:"Time between two looks at a tail, or at a word that is waited for."`
	Ahead     int    `cfg:"ahead" default:"64" min:"16" max:"64" unit:"DWORDs" doc:"Fetched ahead of use: commands, and operands such as indices, each."`
	WaitClear string `cfg:"wait_clear" default:"none" values:"none break_point wbu" doc:"What must be clear of the old context before the next one is looked at (embodiments with a returned token): nothing, so that the switch is pipelined; the tile generator, or ZL1 where that is the break point, and all above; or all down to the write-back unit, with the old context saved."`
}

// Values of Config.WaitClear (seed 003: the pipeline may wait until the tile generator or a write-back unit clears).
const (
	ClearNone       = "none"
	ClearBreakPoint = "break_point"
	ClearWBU        = "wbu"
)

// Ports of the CSP.
type Ports struct {
	HostCSP   wires.In[HostCommand]
	Int       wires.LineOut
	CSPFifo   wires.Out[pipe.Cmd]         // CSP_FIFO
	Vertex    wires.Out[pipe.VertexEntry] // VERTEX
	CSPDMA    wires.Out[pipe.Fetch]       // CSP_DMA
	DMACSP    wires.In[pipe.Beat]         // DMA_CSP
	CSPC2D    wires.Out[pipe.Cmd]         // CSP_C2D
	StateFifo wires.Out[pipe.Save]        // STATE_FIFO
	DMAAck    wires.In[pipe.Saved]        // DMA_ACK
	CSPMXU    wires.Out[pipe.MXUCommand]  // CSP_MXU
	MXUCSP    wires.In[pipe.MXUAnswer]    // MXU_CSP
	DatapathA wires.In[pipe.Report]       `waits:"StateFifo"` // datapath A
	DatapathB wires.In[pipe.Report]       `waits:"StateFifo"` // datapath B
	// Events shows what happens to contexts.
	Events wires.Probe[Event]
}

// State is everything that a clock edge changes.
type State struct {
	Front front
	Back  back
	Slots [2]slot
	Care  care
	Stats Stats `digest:"-"` // counts for reports; nothing depends on them
}

// Stats counts what happened since reset.
type Stats struct {
	Cuts      uint32
	Aborted   uint32 // cuts in a restore
	Ends      uint32
	Ignored   uint32                 // interrupts with nothing to cut
	Discarded [regs.NumBlocks]uint32 // entries thrown away, by block
	SaveWords uint32                 // DWORDs written by the back-end parser
}

// CSP is the block.
type CSP struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
}

// New makes an idle CSP.
func New(name string, cfg Config) *CSP {
	b := &CSP{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Front.Regs.Reset()
	b.S.Front.Access.Reset()
	return b
}

// Parts implements wires.Block.
func (b *CSP) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *CSP) Tick(cycle uint64) wires.Activity {
	moved := b.takeBeat()
	moved = b.host() || moved
	moved = b.pages() || moved
	moved = b.backEnd() || moved
	cut, told := b.interrupted(cycle)
	if cut {
		b.fetch()
		b.Main(wires.Busy)
		return wires.Busy
	}
	a := b.step(cycle)
	b.Main(a)
	if moved = b.fetch() || moved; moved || told {
		return wires.Busy
	}
	return a
}

// Idle tells whether the CSP has found all contexts of both lists empty, and said so.
func (b *CSP) Idle() bool {
	k := &b.S.Back
	return b.Resting() && k.Records.Len() == 0 && k.Unanswered == 0
}

// Resting is Idle, but the CPU may still be told of what has happened.
func (b *CSP) Resting() bool { return b.S.Front.Phase == Idle }

// Progressing tells whether a context runs that is not on its way back to where it was cut.
func (b *CSP) Progressing() bool {
	f := &b.S.Front
	return f.Phase > Load && f.Phase < Tokens && !b.S.Slots[f.Slot].Restoring
}

// EventKind is a kind of Event.
type EventKind uint8

// Events.
const (
	EventStarted     EventKind = iota + 1 // a context executes; Restored when from its save area
	EventCut                              // the line is pulsed
	EventEnded                            // the ring is empty: the end of the context is sent
	EventReported                         // the cursor of the cut or end is in
	EventDrained                          // the old context's memory is complete
	EventSaved                            // its save area is complete; its slot is free
	EventLoaded                           // the save area is read; skipping begins
	EventResumed                          // the first thing at or past the cursor
	EventIdle                             // both run lists have nothing to run
	EventIgnored                          // an interrupt found nothing to cut
	EventStalled                          // every context waits for a word
	EventRefused                          // the context does not start: what is wrong with its header or save area, or not in memory
	EventFault                            // the MXU has found no page for an access
	EventFlushed                          // nothing uses a page any more
	EventListRefused                      // a run list was written while it runs: Slot is 0 for the even one
	EventStray                            // an access to a page that is not pinned, of a context that has left: Addr
)

// Events is the number of kinds, 0 included, which is none.
const Events = EventStray + 1

var eventNames = [Events]string{
	EventStarted: "started", EventCut: "cut", EventEnded: "ended", EventReported: "reported", EventDrained: "drained", EventSaved: "saved",
	EventLoaded: "loaded", EventResumed: "resumed", EventIdle: "idle", EventIgnored: "ignored", EventStalled: "stalled", EventRefused: "refused",
	EventFault: "fault", EventFlushed: "flushed", EventListRefused: "list refused", EventStray: "stray",
}

// String names the kind.
func (k EventKind) String() string {
	if k < Events {
		return eventNames[k]
	}
	return "?"
}

// Event is what the probe shows.
type Event struct {
	Kind     EventKind
	Slot     uint8
	Cause    uint8
	Reason   Reason // of cause INVALID
	Restored bool
	Client   uint8  // EventFault, EventRefused: of the MXU, that has met a fault
	Copied   bool   // EventReported, EventSaved: the save area was written
	Careful  bool   // EventSaved, EventRefused: the runs of the context are careful
	Addr     uint32 // EventFault, EventFlushed, EventStray: byte address; EventRefused: what made no sense, or the address of a fault
	Context  uint32
	Cycle    uint64
	At       pipe.Cursor
}

func (b *CSP) event(k EventKind, slot uint8, e Event) {
	if !b.P.Events.On() {
		return
	}
	e.Kind, e.Slot, e.Context, e.Cycle = k, slot, b.S.Slots[slot].Base, b.Domain().Cycle()
	b.P.Events.Emit(&e)
}

// Line prints phases and slots.
func (b *CSP) Line() string {
	f := &b.S.Front
	return fmt.Sprintf("CSP %s h%d o%d %s%s", phaseNames[f.Phase], f.Head, f.Offset,
		slotNames[b.S.Slots[0].Phase], slotNames[b.S.Slots[1].Phase])
}
