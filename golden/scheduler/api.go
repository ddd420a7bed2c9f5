package scheduler

import "tilemark/golden"

const (
	listLength   = 4 // contexts in a run list
	contextSlots = 2 // contexts in the pipe at a time
)

// Outputs of the CSP that may be full.
const (
	ToMXU = iota
	ToC2D
	ToState
	ToFetch
	ToCSP
	ToVertex
	Ports
)

// MostAsks is how much the MXU may be asked for in a cycle.
const MostAsks = 4

// StatusSlot is the slot of writes that belong to no context.
const StatusSlot = contextSlots

// Config is what the model knows of the machine and its work. It does not change in a run.
type Config struct {
	TimeSlice, TailWait, WaitYield, TailPoll uint64 // cycles, as parameters of the CSP
	ProgressLimit                            uint64 // likewise
	Scratch, Threads                         uint32 // bytes of scratch memory of a thread at most, and how many hardware threads there are
	WaitDrain                                bool   // the next context waits until none is in the pipe
	WaitBreakPoint                           bool   // until no token is above the break point
	Programs                                 []Program
	Passed                                   func(context uint32) int // events of golden that have passed the break point
}

// Program is what a context does, as far as the scheduler depends on it.
type Program struct {
	Context uint32 // address of its header
	Events  int    // that pass the break point until it comes to its end, or to what it stops at
	Waits   []golden.Wait
	Stop    *golden.Stop // what it stops at; nil: it comes to its end
}

// Command is a command of the CPU (docs/commands.md, table HOST_COMMAND).
type Command struct {
	Kind     uint8
	Odd      bool
	Contexts [listLength]uint32
	Tables   [listLength]uint32
	Slices   [listLength]uint32
	Leave    bool
	Other    bool
	Return   uint8
	Addr     uint32
	Count    uint32
}

// AnswerKind is what the MXU tells.
type AnswerKind uint8

// What the MXU tells.
const (
	Pinned AnswerKind = iota + 1
	NotThere
	Fault
	Flushed
)

// Answer is what the MXU tells: that pages are pinned or not there, that an access has found no page, that a page is left.
type Answer struct {
	Kind     AnswerKind
	Slot     uint8
	Client   uint8
	More     uint16 // pages that are missing too
	Outside  bool   // there is no such memory
	Unpinned bool   // it should have been pinned
	Reason   uint8  // not 0: it is no fault, but stops the context for good
	Addr     uint32
}

// AskKind is what the MXU is asked for.
type AskKind uint8

// What the MXU is asked for.
const (
	AskSpace   AskKind = iota + 1 // a slot gets an address space
	AskPin                        // pages are to stay
	AskUnpin                      // and need no longer
	AskRelease                    // a slot's reads that fault are to be answered
	AskFlush                      // a page is to be left
)

// Ask is something that the MXU is asked for.
type Ask struct {
	Kind  AskKind
	Slot  uint8
	Addr  uint32
	Bytes uint32
}

// ReportKind is the type of an item on a datapath.
type ReportKind uint8

// Reports that the scheduler depends on.
const (
	OtherReport ReportKind = iota
	HeadMoved
	Dumped // a register that a save writes
	CutAt
	Resumed
	Progress
	TokenOut
	TokenLeft
	Drained
	BlitReady
	BlitDone
	Failed // a thread of a kernel could not go on
)

// Report is an item on a datapath.
type Report struct {
	Kind   ReportKind
	Slot   uint8
	Copied bool
	At     golden.Cursor
	Reason uint8  // Failed: regs.ReasonKernel or regs.ReasonInstructions
	Addr   uint32 // Failed: of the instruction
}

// Write is an entry of the state FIFO.
type Write struct {
	Slot  uint8 // 2: the status buffer
	Addr  uint32
	Count uint8
	Data  [2]uint32
}

// Fetch is a read of the CSP.
type Fetch struct {
	Addr     uint32
	DWords   uint8
	Operands bool // not of the commands
	Slot     uint8
}

// Cycle is what crosses the connections of the CSP in a cycle, in the order in which the CSP looks at it.
type Cycle struct {
	At uint64

	Beat     bool // fetched data come
	BeatSlot uint8
	Words    [4]uint32
	Count    uint8 // of the words

	Offered bool // a command of the CPU may be taken
	Taken   bool // it is
	Command Command

	Asks  [MostAsks]Ask // what the MXU is asked for, in order
	Asked uint8

	AnswerOffered, Answered bool
	Answer                  Answer

	Acknowledged bool // writes of a slot are in memory
	AckSlot      uint8
	AckCount     uint32

	Put   bool // something goes into the state FIFO
	Write Write

	Reported bool
	Report   Report

	BlitsStarted uint8 // fills and copies that C2D is given
	Forgotten    bool  // C2D forgets the registers of a slot: its context has left
	ForgetSlot   uint8

	Cut           bool // the line is pulsed
	CSPToken      bool // INT_END is put into CSP_FIFO
	VertexToken   bool // and into VERTEX
	Interruptible bool // INTERRUPTIBLE is put into CSP_FIFO
	Head          bool // a ring head is, with this cursor
	HeadAt        golden.Cursor

	Fetched bool // a read is asked for
	Fetch   Fetch

	Room [Ports]uint8 // entries that could be put in this cycle
}
