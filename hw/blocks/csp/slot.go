package csp

import (
	"strings"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// slotPhase is the life of a context slot, the same for every kind of context. Only slot.to moves it
// on, along slotFollows.
type slotPhase uint8

const (
	slotFree   slotPhase = iota
	slotHeader           // its header is being read, its ring, save area and scratch memory are being pinned
	slotLoad             // its registers come from the save area
	slotRun              // the front-end parser works for it
	slotStop             // INT_END is on its way: something of the context may still run
	slotSave             // it has stopped, its save area is being completed
	slotSealed           // the save area is complete: RESTORE is on its way to memory, then pins are given back
	slotPhases
)

var slotNames = [slotPhases]string{"FREE", "HEADER", "LOAD", "RUN", "STOP", "SAVE", "SEALED"}

// slotLetters stand for the phases in lines of text: sTop, saVe and Sealed are the last.
const slotLetters = ".hLRTVS"

// slotFollows has the phases that may follow each one.
var slotFollows = [slotPhases][]slotPhase{
	slotFree:   {slotHeader},                  // host.next has found a context
	slotHeader: {slotLoad, slotRun, slotFree}, // frontEnd.begin; frontEnd.leave: it has nothing to run, or is refused
	slotLoad:   {slotRun, slotStop, slotFree}, // frontEnd.resume; frontEnd.end; frontEnd.leave: the save area is another's
	slotRun:    {slotStop},                    // frontEnd.end
	slotStop:   {slotSave},                    // backEnd.finishSlots, when the finisher says that the context has stopped
	slotSave:   {slotSealed, slotFree},        // the same, when it says that all is in memory; without a save to be kept the slot gets free
	slotSealed: {slotFree},                    // the same, when RESTORE has been answered and the pins are given back
}

// slotHops are pairs of phases with another one between them that may last no cycle: what a save waits
// for has come when the context stops, or a slot gets a new context in the cycle in which it gets free.
var slotHops = [][2]slotPhase{{slotStop, slotSealed}, {slotSave, slotHeader}, {slotSealed, slotHeader}}

// mayFollow tells whether a slot may go from one phase to another.
func mayFollow(from, to slotPhase) bool {
	for _, p := range slotFollows[from] {
		if p == to {
			return true
		}
	}
	return false
}

// slotPaths are the walks that instruments may see, as StateMachine.Goes wants them.
func slotPaths() (paths []string) {
	walk := func(from, to slotPhase) {
		paths = append(paths, strings.Join([]string{slotNames[from], slotNames[to]}, " "))
	}
	for from, all := range slotFollows {
		for _, to := range all {
			walk(slotPhase(from), to)
		}
	}
	for _, hop := range slotHops {
		walk(hop[0], hop[1])
	}
	return paths
}

// copyPhase says whether the save area has all registers of the context. From then on it can be interrupted.
type copyPhase uint8

const (
	copyNone    copyPhase = iota
	copyTooLate           // a register has been written before INTERRUPTIBLE, which would come too late now
	copyRuns              // INTERRUPTIBLE: the blocks copy their registers
	copyDone
)

// restorePhase says whether the run repeats what its save area stands for. A run that has come further is
// like one that was never cut: both are restoreNone.
type restorePhase uint8

const (
	restoreNone    restorePhase = iota
	restoreRuns                 // it was started from its save area and has made no progress
	restoreHolds                // the same, and interrupts wait for that progress
	restoreOverdue              // the same, and they have waited for csp.progress_limit cycles
)

// cursorPhase says what has become of the place at which a context was cut.
type cursorPhase uint8

const (
	cursorAwaited cursorPhase = iota
	cursorDropped             // reported; the save area stays as it was
	cursorKept                // reported; the save area is to be completed with it
)

// ending is what a context that leaves has brought so far. Its finisher reads it.
type ending struct {
	Cursor  cursorPhase
	Left    bool  // INT_END has left the break point
	Drained bool  // INT_END has come to the end of the pipe: all that is drawn is in memory
	Dumps   uint8 // registers that the hardware counts, reported
	Fields  uint8 // of the cursor, still to be written
}

// slot is what the CSP knows of a context in the pipe.
type slot struct {
	Phase       slotPhase
	Kind        contextKind
	Copy        copyPhase
	Restore     restorePhase
	Blit        blitPhase
	BlitKind    uint8 // pipe.BlitFill or pipe.BlitCopy
	Flushed     bool  // a FLUSH is over, and the parser has not gone on
	End         ending
	Copies      uint16 // registers copied at INTERRUPTIBLE
	Writes      uint16 // writes that memory has not answered
	Base        uint32
	Save        uint32
	Scratch     span   // where scratch memory begins, and the bytes of a thread; 0: there is none
	Head        uint32 // committed ring head
	Cause       uint8  // why the run ended
	Reason      Reason // what makes no sense
	Addr        uint32 // what was found there, or the address of a fault
	Client      uint8  // of the MXU, of a fault
	More        uint16 // pages of its pin set that are missing too
	Refused     uint8  // cause that keeps it from starting
	Pins        pinned
	Served      bool        // the fault that is to cut it has been served before it could
	List, Index uint8       // of the context
	At          pipe.Cursor // of the restore, then of the cut
	Packing     packing     // of the save area, from INTERRUPTIBLE or the restore on
}

// enter gives a free slot a context.
func (s *slot) enter(base uint32, list, index uint8) {
	s.to(slotHeader)
	s.Base, s.List, s.Index = base, list, index
}

// to moves the slot on to another phase; a free slot remembers nothing.
func (s *slot) to(p slotPhase) {
	if !mayFollow(s.Phase, p) {
		panic(&wires.Violation{Rule: "C1", Where: "CSP", Detail: "a context slot goes from " + slotNames[s.Phase] + " to " + slotNames[p]})
	}
	if p == slotFree {
		*s = slot{}
	}
	s.Phase = p
}

// running tells whether the front end works for the slot's context.
func (s *slot) running() bool { return s.Phase == slotLoad || s.Phase == slotRun }

// Interruptible tells whether the slot's context can be cut.
func (s *slot) Interruptible() bool { return s.Copy == copyDone }

// Restoring tells whether the slot's context was started from its save area and has made no progress.
func (s *slot) Restoring() bool { return s.Restore != restoreNone }

// Holds tells whether interrupts wait until the slot's context has made progress.
func (s *slot) Holds() bool { return s.Restore == restoreHolds }

// overdue tells whether interrupts have waited long enough for the slot's context to make progress.
func (s *slot) overdue() bool { return s.Restore == restoreOverdue }

// cutIn tells whether the place of the cut has been reported.
func (s *slot) cutIn() bool { return s.End.Cursor != cursorAwaited }

// kept tells whether the save area is that of the cut.
func (s *slot) kept() bool { return s.End.Cursor == cursorKept }

// progress notes that the run has come further than its save area.
func (s *slot) progress() {
	s.At, s.Restore = pipe.Cursor{}, restoreNone
	s.Copies = regs.SaveListLen // as after INTERRUPTIBLE
}

// blitting tells whether C2D works for the slot, or is about to.
func (s *slot) blitting() bool { return s.Blit == blitReady || s.Blit == blitRunning }

// progressed tells whether a run that is cut at a cursor has come further than the restore
// that it began with: the break point may not have reported that yet.
func (s *slot) progressed(r *pipe.Report) bool {
	return r.Copied && (!s.Restoring() || r.At != s.At)
}
