// Package monitor compares a running machine with golden: what passes the break point, what is tested, blended and
// written, tokens, save areas, headers, the scheduler's decisions. The first wrong event stops the run, with its cycle and
// the number of the rule (docs/rules.md).
//
// It is large because all checks follow one run: each reads and moves on what the others have seen of the same contexts,
// tiles and writes.
package monitor

import (
	"tilemark/golden"
	"tilemark/golden/exec"
	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/cosim/host"
	"tilemark/tb/cosim/vector"
)

// checkSlots tells, when nothing happens any more, whose end or restore does not come.
func (mon *Monitor) checkSlots() {
	for slot, i := range mon.s.Slot {
		if i < 0 {
			continue
		}
		switch c := &mon.s.Contexts[i]; {
		case c.Leaving:
			mon.breaks(checkHang, "S5", "CSP", "context %d has left the pipe, but its save in slot %d is never complete", i, slot)
		case !c.Restoring && c.Pos < len(mon.v.Traces[i].Events):
			next := &mon.v.Traces[i].Events[c.Pos]
			rule := "P3"
			if next.Kind == golden.KindState {
				rule = "S9"
			}
			mon.breaks(checkHang, rule, mon.at, "context %d: golden has %s next, and it never comes", i, describe(next))
		case c.Restoring && !c.Reached:
			mon.breaks(checkHang, "K1", "CSP", "context %d: the restore in slot %d never comes to its cursor", i, slot)
		case c.Restoring:
			mon.breaks(checkHang, "frames", "CSP", "context %d: the restore in slot %d has come to its cursor and makes no progress", i, slot)
		}
	}
}

// ContextState is how far a context is, seen from the break point.
type ContextState struct {
	Pos        int // events of golden that have passed the break point
	Saved      int // Pos of the last save area, -1: none yet
	SavedAt    golden.Cursor
	At         golden.Cursor // the cursor; a marker may move it past the last event's
	Skipping   bool          // restored, and nothing at or past the cursor seen
	Reached    bool          // the break point has reported RESUMED
	Started    bool          // it has run
	State      int           // events up to here were looked at for committed state
	Tile       int           // events up to here were looked at for tested tiles
	Fragment   int32         // next fragment to be tested
	Blend      int           // the same for blended pixels
	Pixel      int32
	Write      int    // events up to here were looked at for fence and query writes
	Blit       int    // the same for fills and copies
	BlitPixels int32  // written of the one that C2D executes
	BlitSum    uint64 // their marks
	Blitting   bool   // C2D executes it
	Head       uint32 // last head written to memory
	HeadAt     int    // events up to here were looked at for it
	HeadWrites uint32
	HeadMoves  uint32 // heads reported by the break point that must be written
	Runs       uint32
	TakenBack  bool // SKIP and NULL were written in this run
	Leaving    bool // its end was sent in this run
	Restoring  bool // it was started from its save area, and nothing has passed the break point since
	Aborted    bool // its last run was cut before the restore had made progress
	Refused    bool // its header or save area made no sense
	Residence  residence
	Doubt      int          // events from here on are drawn as time says, since a pixel thread fails
	Failures   uint32       // pixel threads that have failed
	Ahead      aheadThread  // of this run, that has failed
	Failed     failedThread // as the CSP was told; the context ends for it
	Threads    threadSizes
	Flushed    int                // events that had passed when the last flush was over
	Stored     exec.Tally         // what pixel threads have written to bindings
	Owed       [numWriters]uint64 // what pixels have changed and memory has not; 0: nothing
}

// State is everything that the monitors remember: plain data, copied with a
// snapshot.
type State struct {
	Contexts   [vector.MaxContexts]ContextState
	Slot       [pipe.Slots]int8 // context in each slot, -1: none
	Cutting    bool             // the break point has seen the line and not yet INT_END
	Pulsed     bool             // the line was raised in this cycle
	PulseAt    uint64
	Tokens     [maxTokenFifos]TokenState
	Ended      uint32 // contexts whose end was sent
	Discards   [maxDiscarded]DiscardState
	Cuts       uint32
	CutTokens  uint32 // tokens that each FIFO has seen when the last cut's has passed
	TGInts     uint32
	DMA        [pipe.Slots]uint32             // writes of the DMA block, by slot, that memory has not answered
	BlitWrites [pipe.Slots]uint32             // writes of C2D that memory has not answered, by slot
	Unanswered [pipe.Slots][numWriters]uint32 // the same of the back end
	Flushing   [pipe.Slots]bool               // by slot: the parser waits for the end of a flush
	Fruitless  uint32                         // page faults since anything made progress
	LastMove   uint64                         // cycle of the last progress, for the watchdog
	Worst      uint64                         // longest time from line to INT_END's leaving the break point
	Int        interruptState
	Status     statusState
	Schedule   scheduleState
	Filling    [pipe.Sides]filling
	Barrier    pipe.Kind          // the fence, blit, flush or token for which PS waits for the pool
	Keeps      bool               // it is a flush after which caches keep what was written
	Atomics    [pipe.Slots]uint64 // sum of hashes of those that the load/store units have sent and the MXU has not executed
}

// Monitor watches a machine. What it watches, by file:
//
//	break_point.go  the line, and what the break point takes, keeps and discards
//	sequence.go     that what passes it is golden's next event
//	tokens.go       INT_END in every FIFO that carries it
//	reports.go      datapath A: committed state, cursors, restores that are reached
//	fragments.go    tested and blended pixels
//	write_back.go   colours and depths on their way to memory
//	writes.go       fences and queries
//	blit.go         fills and copies
//	flush.go        flushes
//	stores.go       what pixel threads write to bindings
//	caches.go       caches of clusters at fences, flushes and ends
//	threads.go      what threads of kernels have, and which cannot go on
//	interrupts.go   what holds interrupts of the CPU, and that none is lost on its way
//	schedule.go     what the CSP decides, compared with the reference model of the scheduler
//	status_buffer.go that memory takes the entries of the context status buffer as the CSP has written them
//	residence.go    page faults that come again and again
//	headers.go      heads and place-holders in memory
//	contexts.go     contexts in their slots, save areas, the end of the run
type Monitor struct {
	m     *hw.Machine
	host  *host.Host
	v     *vector.Vector
	made  *Selection
	halt  func() // stops the run at the end of the cycle
	s     State
	fifos []tokenFifo // that carry INT_END
	// discarding are the inputs that are discarded at a cut.
	discarding []discardedInput
	feet       *vector.Footprints // nil: memory has a frame for every page
	area       []byte
	limit      uint64 // bound of the discard loops, in cycles
	at         string // the break point
	// requests are those at the memory's port.
	requests *wires.Fifo[pipe.MemRequest]

	stopAfter      int  // stop the run when the first context has passed this event; 0: never
	awaitsRestore  bool // stop the run when a context starts from its save area
	restoreStarted bool // one has
	passes         []func(t *golden.Trace, i int)
	schedule       schedule

	Absent Absence               // of the context that a fork's interrupt has cut
	OnCut  func(next EventPlace) // when given, is called at each cut, when its INT_END reaches the break point
}

// StopAfter has the run stop when so many events of the first context have passed the break point; 0: never.
func (mon *Monitor) StopAfter(events int) { mon.stopAfter = events }

// AwaitRestore has the run stop when a context starts from its save area, from now on, or no longer.
func (mon *Monitor) AwaitRestore(on bool) { mon.awaitsRestore, mon.restoreStarted = on, false }

// RestoreStarted tells whether a context has started from its save area since AwaitRestore.
func (mon *Monitor) RestoreStarted() bool { return mon.restoreStarted }

// TokenFifos is the number of FIFOs that carry INT_END.
func (mon *Monitor) TokenFifos() int { return len(mon.fifos) }

// OnPass has fn called in the cycle in which event i of a context's trace passes the break
// point.
func (mon *Monitor) OnPass(fn func(t *golden.Trace, i int)) { mon.passes = append(mon.passes, fn) }

// New puts monitors on the machine beside a host. They make the checks that are selected, and call halt to have the run
// return at the end of a cycle to who waits for what has happened.
func New(host *host.Host, made *Selection, halt func()) (*Monitor, error) {
	m, v := host.M, host.V
	feet, err := v.Footprints()
	if err != nil {
		return nil, err
	}
	mon := &Monitor{m: m, v: v, host: host, made: made, halt: halt, feet: feet, area: make([]byte, regs.SaveRoomBytes), limit: bounds.Of(v, &m.Config).Discard}
	mon.s.Slot = [pipe.Slots]int8{-1, -1}
	mon.s.Int.Front = vector.None
	for i := range mon.s.Contexts {
		mon.s.Contexts[i].Saved = -1
	}
	for i := range v.Traces {
		mon.s.Contexts[i].At.Head = mon.HeaderWord(i, regs.ContextHeaderHead)
		mon.s.Contexts[i].Head = mon.HeaderWord(i, regs.ContextHeaderHead)
	}
	mon.watchTokens()
	mon.watchDiscards()
	mon.watchBreakPoint()
	mon.watchInterrupts()
	mon.watchSchedule()
	mon.watchFlushes()
	mon.watchThreads()
	mon.watchStores()
	mon.watchCaches()
	mon.requests = m.MXU.P.MemReq.Tap()
	m.CSP.P.DatapathA.Tap().OnPut(mon.report)
	m.CSP.P.StateFifo.Tap().OnPut(mon.statusPut)
	mon.m.CSP.P.HostCSP.Tap().OnTake(mon.statusNamed)
	m.MXU.P.MemReq.Tap().OnPut(mon.memory)
	m.MXU.P.MemAns.Tap().OnPut(mon.memoryAnswer)
	m.ZL2.P.Tested.Watch(mon.tested)
	m.WBU.P.Blended.Watch(mon.blended)
	m.WBU.P.Written.Watch(mon.written)
	m.ZL2.P.PSFifo.Tap().OnPut(mon.depthsFlushed)
	m.CSP.P.CSPC2D.Tap().OnPut(mon.blitCommand)
	m.CSP.P.DatapathB.Tap().OnPut(mon.reportB)
	m.CSP.P.Events.Watch(mon.event)
	host.Watcher = mon
	return mon, nil
}

// fail stops the run with what a check has found. When the check is left out, it returns, and the
// caller goes on as if what has come were what was expected.
func (mon *Monitor) fail(check Check, where, format string, args ...any) {
	mon.breaks(check, check.Rules()[0], where, format, args...)
}

// breaks is fail for a check of several rules, of which one is broken.
func (mon *Monitor) breaks(check Check, rule, where, format string, args ...any) {
	if mon.made.Fails(check) {
		mon.m.Break(rule, where, format, args...)
	}
}

// HeaderWord reads a DWORD of a context's header in memory.
func (mon *Monitor) HeaderWord(context, word int) uint32 {
	return mon.host.Memory().ReadWord(mon.v.Image.Contexts[context].Header + 4*uint32(word))
}

// context returns the context in a slot.
func (mon *Monitor) context(slot uint8, where string) (*ContextState, *golden.Trace, int) {
	i := int8(vector.None)
	if slot < pipe.Slots {
		i = mon.s.Slot[slot]
	}
	if i < 0 {
		mon.fail(checkWorkOfNobody, where, "work of slot %d, which holds no context", slot)
		return &ContextState{}, &golden.Trace{}, 0
	}
	return &mon.s.Contexts[i], mon.v.Traces[i], int(i)
}

// Moved notes progress for the watchdog.
func (mon *Monitor) Moved() { mon.s.LastMove = mon.m.Cycle() }

// FaultElsewhere implements Watcher.
func (mon *Monitor) FaultElsewhere(context int, page int16) {
	if mon.v.Traces[context].Stopped == nil && !mon.v.Spoiled[context] {
		mon.fail(checkFaultElsewhere, "MXU", "context %d faults on page %#x, which is not its own", context, page)
	}
	mon.s.Contexts[context].Refused = true
}

// EventsLeft implements Watcher.
func (mon *Monitor) EventsLeft(context int) int {
	return len(mon.v.Traces[context].Events) - mon.s.Contexts[context].Pos
}

// Reached is how far the contexts have come.
func (mon *Monitor) Reached() (out []vector.Reached) {
	for i, t := range mon.v.Traces {
		c := &mon.s.Contexts[i]
		out = append(out, vector.Reached{Events: c.Pos, Stopped: c.Refused, Threads: c.threads(t)})
	}
	return out
}

// State is what the monitors remember: plain data, so that a copy is a snapshot.
func (mon *Monitor) State() *State { return &mon.s }

// CheckEnd makes the checks of a machine that is idle: every token has come, every interrupt is answered, the status
// buffer tells all, and nothing is left to do.
func (mon *Monitor) CheckEnd() {
	mon.checkTokens()
	mon.checkAnswered()
	mon.checkStatusBuffer()
	mon.checkFinished()
}

// CheckStuck makes the checks of a machine in which nothing happens any more: where a token is, and whose end or
// restore does not come.
func (mon *Monitor) CheckStuck() {
	mon.checkTokens()
	mon.checkSlots()
}

// Passed is how many of golden's events of a context have passed the break point.
func (mon *Monitor) Passed(context int) int { return mon.s.Contexts[context].Pos }

// Load has the monitors remember what they did when the state was taken.
func (mon *Monitor) Load(state *State) {
	mon.s = *state
	mon.schedule.begins()
}
