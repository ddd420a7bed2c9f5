package scheduler

import (
	"fmt"

	"tilemark/golden"
	"tilemark/hw/regs"
)

const listLength = regs.RunListCount

// Config is what the model knows of the machine and its work. It does not change in a run.
type Config struct {
	TimeSlice, TailWait, WaitYield, TailPoll uint64 // cycles, as parameters of the CSP
	WaitDrain                                bool   // the next context is looked at when no context is in the pipe
	WaitBreakPoint                           bool   // it is when no token is above the break point
	Programs                                 []Program
	Passed                                   func(context uint32) int // events of golden that have passed the break point
}

// Program is what a context does, as far as the scheduler depends on it.
type Program struct {
	Context uint32 // address of its header
	Waits   []golden.Wait
	Stop    *golden.Stop // what it stops at; nil: it comes to its end
}

// Breach is something that the machine does and must not, or does not do and must.
type Breach struct {
	Finding     Finding
	Where, Text string
}

// Model predicts what the CSP does.
type Model struct {
	Config
	S *State

	in     *Cycle
	ask    uint8 // of in.Asks, expected ones
	c2d    uint8 // entries put into CSP_C2D
	forgot bool  // in.Forgotten is expected
	ends   bool  // INT_END may be put
	quiet  Cycle // in which nothing crosses a connection
	busy   bool  // there is something to do in the next cycle
	broken *Breach
}

// New makes a model whose state lies elsewhere.
func New(c Config, s *State) *Model {
	*s = State{}
	return &Model{Config: c, S: s}
}

// phase is what the front end of the CSP does.
type phase uint8

const (
	resting  phase = iota // until the CPU says something
	walking               // over the lists, to the next context
	pinning               // its header is to be pinned
	reading               // and read
	settling              // its ring and save area are to be pinned
	leaving               // it does not run
	running
	ending // INT_END is sent
)

var phaseNames = [...]string{"rests", "walks over its lists", "pins a header", "reads a header", "pins a ring and a save area", "gives up a context", "runs a context", "sends the end of a context"}

// stop says why a context of a list does not run.
type stop uint8

const (
	runs stop = iota
	faulted
	invalid
)

// list is a run list.
type list struct {
	Contexts, Tables, Slices [listLength]uint32
	Leave                    bool
	Hold                     [listLength]bool // interrupts wait for progress in the next run
	Stopped                  [listLength]stop
	Seen                     uint8 // contexts that have had nothing to run since one ran
}

// back is where an interrupt for the other list returns.
type back struct {
	Valid       bool
	Mode        uint8
	List, Index uint8
	By          uint32 // the first context that has run since
}

// slot is what is known of a context in the machine.
type slot struct {
	Used          bool
	Front         bool // the parser works for it
	Started       bool
	Interruptible bool
	Copying       bool // its registers
	Announced     bool // INTERRUPTIBLE was sent
	Restoring     bool // no progress since its restore
	Reached       bool // the restore's cursor is, or INTERRUPTIBLE has passed
	Hold          bool
	Served        bool
	CutIn         bool
	Kept          bool
	Drained       bool
	Left          bool
	Blit          bool // C2D works for it, or is about to
	Sealing       bool
	Dumps         uint8
	Fields        uint8 // of the cursor, to be written
	Copies        uint16
	Writes        uint32 // not answered
	Begun         uint32 // with Hold: events of golden that had passed the break point when the run began
	Context       uint32
	Save          uint32
	Ring          uint32 // DWORDs
	Head          uint32 // as committed
	List, Index   uint8
	Cause         uint8
	Reason        uint8
	Client        uint8
	Refused       uint8 // cause
	Addr          uint32
	Asked         uint8 // pins
	Held          uint8
	Given         uint8
	InterruptAt   golden.Cursor // after INTERRUPTIBLE
	At            golden.Cursor // of the restore, then of the cut
}

// awaited is what of the fetched data matters.
type awaited uint8

const (
	nothing awaited = iota
	header
	area
	tail
	word
)

// await finds fetched data that matter among the others.
type await struct {
	Kind  awaited
	Skip  uint32 // DWORDs that come before
	Count uint8  // of DWORDs
	Got   uint8
	Used  uint8 // area: the parser has looked at so many
	Words [saveWords]uint32
}

// saveWords is the number of DWORDs of a save area that are no registers.
const saveWords = 9

// Times are cycles; 0: none.
type Times struct {
	Due      uint64 // when something must happen by itself
	SliceEnd uint64
	NextLook uint64
	Deadline uint64
}

// halt is what the running context stops at.
type halt struct {
	Known   bool
	Waiting bool // its place was sent
	Passed  bool // and has passed the break point
	Need    uint8
	Reason  uint8
	Word    uint32
	At      golden.Cursor
}

// State is everything that the model remembers: plain data.
type State struct {
	Times      Times
	Phase      phase
	Front      uint8 // slot
	Pending    uint8 // causes
	Jump       bool
	JumpMode   uint8
	Swap, Come bool
	Bell       bool
	Back       back
	Lists      [2]list
	Active     uint8
	Index      uint8
	Slots      [2]slot
	Release    [2]bool
	Reading    [2]uint32 // DWORDs under way, by slot
	Coming     uint32    // all of them
	Await      await
	Above      uint8 // tokens
	CSPSent    bool
	VertexSent bool
	Flushes    uint8
	Waits      uint8 // waits in a row
	InWait     bool
	Missed     bool
	WaitNext   uint16
	Tail       uint32
	Slice      uint64
	Halt       halt
	Care       care
	Buffer     uint32 // status buffer: address,
	Size       uint32 // entries, 0: none
	Sequence   uint32 // entries that are written
	Part       uint8  // of the next one
	Entries    [mostEntries]Entry
	Count      uint8
}

// front is the slot that the parser works for.
func (m *Model) front() *slot { return &m.S.Slots[m.S.Front] }

func (m *Model) fail(f Finding, where, format string, args ...any) {
	if m.broken == nil {
		m.broken = &Breach{f, where, fmt.Sprintf(format, args...)}
	}
}

// Step follows a cycle. nil: all is as it must be. Cycles in which nothing crosses a connection and
// nothing is due need not be told.
func (m *Model) Step(in *Cycle) *Breach {
	t := &m.S.Times
	m.broken = nil
	for t.Due != 0 && t.Due < in.At && m.broken == nil {
		m.quiet.At, m.quiet.Room = t.Due, in.Room
		m.cycle(&m.quiet)
	}
	m.cycle(in)
	return m.broken
}

// cycle follows a cycle in the order in which the CSP does things.
func (m *Model) cycle(in *Cycle) {
	m.in, m.ask, m.c2d, m.forgot, m.ends, m.busy = in, 0, 0, false, false, false
	m.beat()
	m.command()
	m.answers()
	m.backEnd()
	if !m.causes() {
		m.act()
	}
	m.fetched()
	m.leftOver()
	m.due()
}

// leftOver finds what the machine has done and should not have.
func (m *Model) leftOver() {
	in := m.in
	if m.ask < in.Asked {
		a := &in.Asks[m.ask]
		m.fail(askFinding(a), "CSP_MXU", "slot %d asks for %s (%#x), but the CSP %s", a.Slot, askNames[a.Kind], a.Addr, phaseNames[m.S.Phase])
	}
	if in.Forgotten && !m.forgot {
		m.fail(SlotFreedTooSoon, "CSP", "the context of slot %d leaves before its save is complete", in.ForgetSlot)
	}
}

// askFinding is what something is that the MXU should not be asked for.
func askFinding(a *Ask) Finding {
	if a.Kind == AskSpace {
		return NextContext
	}
	return PinsUncalled
}

// asks expects that the MXU is asked for something, if there is room. done tells whether it is.
func (m *Model) asks(f Finding, want Ask) (done bool) {
	in := m.in
	if in.Room[ToMXU] <= m.ask {
		return false
	}
	if m.ask >= in.Asked {
		m.fail(f, "CSP_MXU", "slot %d must ask for %s (%#x) in cycle %d, and does not", want.Slot, askNames[want.Kind], want.Addr, in.At)
		return false
	}
	got := in.Asks[m.ask]
	m.ask++
	m.busy = true
	if got != want {
		m.fail(f, "CSP_MXU", "slot %d asks for %s (%#x, %d bytes), but slot %d must ask for %s (%#x, %d bytes)",
			got.Slot, askNames[got.Kind], got.Addr, got.Bytes, want.Slot, askNames[want.Kind], want.Addr, want.Bytes)
	}
	return true
}

// due notes when something must happen by itself.
func (m *Model) due() {
	s := m.S
	t := &s.Times
	t.Due = 0
	if m.busy {
		t.Due = m.in.At + 1
		return
	}
	sooner := func(at uint64) {
		if at > m.in.At && (t.Due == 0 || at < t.Due) {
			t.Due = at
		}
	}
	sooner(t.SliceEnd)
	sooner(t.NextLook)
}
