package cosim

import (
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Switch is what a cut, and the restore that undid it, took.
type Switch struct {
	Context   uint32
	Slot      uint8
	Cause     uint8
	Asked     uint64      // cycle in which the CPU asked for it; 0: it did not
	At        pipe.Cursor // where the context was cut
	Aborted   bool        // in a restore: nothing was saved
	Line      uint64      // cycle in which the line was raised
	TGInt     uint64      // cycles from there until TG_INT is in the TG_FIFO
	Discarded uint64      // until INT_END has left the break point
	Drained   uint64      // until INT_END has retired after the last pixel and the caches
	Saved     uint64      // until RESTORE is written
	NextTile  uint64      // until the next tile of any context is in the TG_FIFO; 0: none came before the next cut
	Started   uint64      // cycle in which the restore that undid it started; 0: none has come so far as to load
	Restore   uint64      // cycles from the restore's start until its registers are loaded
	Skip      uint64      // from there until the first thing at or past the cursor
	SaveWords uint32      // DWORDs written to the save area and the header from the line on
	Above     uint32      // entries thrown away by the blocks down to the break point
	Spans     uint32      // of them, entries of SG_TG thrown away by TG
}

// Log collects switches for reports. It is kept for runs, not for sweeps.
type Log struct {
	Switches []Switch
	Events   []csp.Event
	OnSaved  func(s *Switch) // when given, is called as soon as the save area of a cut is in memory
	started  map[uint32]uint64
	loaded   map[uint32]uint64
	slots    [pipe.Slots]uint32 // context in each slot
	asked    uint64             // cycle of the CPU's first interrupt that is not answered; 0: none
}

// Log has the session's switches collected. It works without monitors too.
func (s *Session) Log() *Log {
	l := &Log{started: map[uint32]uint64{}, loaded: map[uint32]uint64{}}
	s.log = l
	s.M.CSP.P.Events.Watch(l.add)
	s.M.TG.P.TGFifo.Tap().OnPut(func(cycle uint64, e *pipe.TileEntry) { l.tile(cycle, e.Kind) })
	s.M.CSP.P.DatapathA.Tap().OnPut(l.report)
	s.M.CSP.P.StateFifo.Tap().OnPut(l.save)
	return l
}

// Restart forgets everything but which context is in which slot, which a fork takes from
// the log of the session that it is a fork of.
func (l *Log) Restart(of *Log) {
	l.Switches, l.Events, l.slots, l.asked = l.Switches[:0], l.Events[:0], of.slots, of.asked
	clear(l.started)
	clear(l.loaded)
}

// open returns the latest switch of a context.
func (l *Log) open(context uint32) *Switch {
	for i := len(l.Switches) - 1; i >= 0; i-- {
		if l.Switches[i].Context == context {
			return &l.Switches[i]
		}
	}
	return nil
}

// add notes an event of the CSP.
func (l *Log) add(e *csp.Event) {
	if l == nil {
		return
	}
	l.Events = append(l.Events, *e)
	s := l.open(e.Context)
	switch e.Kind {
	case csp.EventStarted:
		l.started[e.Context] = e.Cycle
		l.slots[e.Slot] = e.Context
		return
	case csp.EventLoaded:
		l.loaded[e.Context] = e.Cycle
		if s != nil {
			s.Started, s.Restore = l.started[e.Context], e.Cycle-l.started[e.Context]
		}
		return
	case csp.EventCut:
		l.Switches = append(l.Switches, Switch{Context: e.Context, Slot: e.Slot, Cause: e.Cause, Asked: l.answered(e), Line: e.Cycle})
		return
	case csp.EventIgnored:
		l.answered(e)
		return
	}
	if s != nil {
		l.step(s, e)
	}
}

// interrupted notes that the CPU has raised an interrupt. Those that come while one waits
// become one with it.
func (l *Log) interrupted(cycle uint64) {
	if l != nil && l.asked == 0 {
		l.asked = cycle
	}
}

// answered returns when what an event answers was asked for, 0 when that was not by the CPU.
func (l *Log) answered(e *csp.Event) (asked uint64) {
	if e.Cause&regs.CauseCpu != 0 {
		asked, l.asked = l.asked, 0
	}
	return asked
}

// step notes how long a step of a switch took.
func (l *Log) step(s *Switch, e *csp.Event) {
	switch e.Kind {
	case csp.EventReported:
		if s.Drained == 0 {
			s.At, s.Aborted = e.At, !e.Copied
		}
	case csp.EventDrained:
		if s.Drained == 0 {
			s.Drained = e.Cycle - s.Line
		}
	case csp.EventSaved:
		if s.Saved != 0 { // the end of the context's last run
			return
		}
		if s.Saved = e.Cycle - s.Line; l.OnSaved != nil && !s.Aborted {
			l.OnSaved(s)
		}
	case csp.EventResumed:
		s.Skip = e.Cycle - l.loaded[e.Context]
	}
}

// tile notes an entry of the TG_FIFO.
func (l *Log) tile(cycle uint64, kind pipe.Kind) {
	if l == nil || len(l.Switches) == 0 {
		return
	}
	s := &l.Switches[len(l.Switches)-1]
	switch {
	case kind == pipe.TGInt && s.TGInt == 0:
		s.TGInt = cycle - s.Line
	case kind == pipe.IntEnd && s.Discarded == 0:
		s.Discarded = cycle - s.Line
	case kind == pipe.Tile && s.Discarded != 0 && s.NextTile == 0:
		s.NextTile = cycle - s.Line
	}
}

// report counts what the blocks above the break point threw away.
func (l *Log) report(_ uint64, r *pipe.Report) {
	if r.Kind != pipe.Discarded || r.Slot >= pipe.Slots {
		return
	}
	s := l.open(l.slots[r.Slot])
	if s == nil {
		return
	}
	s.Above += r.Entries()
	if r.Block == regs.BlockSGTG {
		s.Spans += r.Entries()
	}
}

// save counts what is written from the line until the save is complete.
func (l *Log) save(_ uint64, e *pipe.Save) {
	if e.Slot >= pipe.Slots { // an entry of the status buffer
		return
	}
	if s := l.open(l.slots[e.Slot]); s != nil && s.Saved == 0 {
		s.SaveWords += uint32(e.DWords)
	}
}

// Starts returns how often contexts were started, restores included.
func (l *Log) Starts() (n int) {
	for i := range l.Events {
		if l.Events[i].Kind == csp.EventStarted {
			n++
		}
	}
	return n
}
