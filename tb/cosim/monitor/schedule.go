package monitor

import (
	goldensched "tilemark/golden/scheduler"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/digest"
)

// scheduleState is what the monitor of the scheduler remembers: the reference model's state, and
// what the connections of the CSP could take and give in the next cycle.
type scheduleState struct {
	Model   goldensched.State
	Room    [goldensched.Ports]uint8
	Offered bool // a command of the CPU may be taken
	Answer  bool // an answer of the MXU may
	Lost    bool // a check that is left out has found something: the model is of no use any more
}

// schedule compares what crosses the connections of the CSP with the reference model of the
// scheduler, cycle by cycle. It looks neither at the CSP's state nor at its events.
type schedule struct {
	model *goldensched.Model
	cycle goldensched.Cycle // what has crossed in this one
	seen  bool              // something has
}

// begins forgets what has crossed in a cycle that was not followed to its end: another check has stopped the run, and a
// snapshot was put back.
func (k *schedule) begins() { k.cycle, k.seen = goldensched.Cycle{}, false }

// scheduleChecks are the checks that a breach of the model fails.
var scheduleChecks = [goldensched.Findings]Check{
	goldensched.NextContext:        checkScheduleNextContext,
	goldensched.PinsOfStart:        checkSchedulePinsOfStart,
	goldensched.HeaderRead:         checkScheduleHeaderRead,
	goldensched.PinsGivenUp:        checkSchedulePinsGivenUp,
	goldensched.CommandTaken:       checkScheduleCommandTaken,
	goldensched.AnswerTaken:        checkScheduleAnswerTaken,
	goldensched.Release:            checkScheduleRelease,
	goldensched.Flush:              checkScheduleFlush,
	goldensched.InterruptServed:    checkScheduleInterruptServed,
	goldensched.FaultServed:        checkScheduleFaultServed,
	goldensched.YieldServed:        checkScheduleYieldServed,
	goldensched.SliceEnded:         checkScheduleSliceEnded,
	goldensched.CutWhileNobodyRuns: checkScheduleCutWhileNobodyRuns,
	goldensched.CutAboveToken:      checkScheduleCutAboveToken,
	goldensched.CutHeld:            checkScheduleCutHeld,
	goldensched.YieldTooSoon:       checkScheduleYieldTooSoon,
	goldensched.CutTooSoon:         checkScheduleCutTooSoon,
	goldensched.EndTooSoon:         checkScheduleEndTooSoon,
	goldensched.TokenSent:          checkScheduleTokenSent,
	goldensched.Look:               checkScheduleLook,
	goldensched.LookAtTail:         checkScheduleLookAtTail,
	goldensched.EntryWord:          checkScheduleEntryWord,
	goldensched.EntryUncalled:      checkScheduleEntryUncalled,
	goldensched.EntryWritten:       checkScheduleEntryWritten,
	goldensched.RestoreTooSoon:     checkScheduleRestoreTooSoon,
	goldensched.RestoreWritten:     checkScheduleRestoreWritten,
	goldensched.SlotFreedTooSoon:   checkScheduleSlotFreedTooSoon,
	goldensched.SlotFreed:          checkScheduleSlotFreed,
	goldensched.Kept:               checkScheduleKept,
	goldensched.PinsUncalled:       checkSchedulePinsUncalled,
	goldensched.PinsOfSave:         checkSchedulePinsOfSave,
}

// watchSchedule follows the connections of the CSP.
func (mon *Monitor) watchSchedule() {
	c := &mon.m.Config.CSP
	mon.schedule.model = goldensched.New(goldensched.Config{
		TimeSlice: uint64(c.TimeSlice), TailWait: uint64(c.TailWait), WaitYield: uint64(c.WaitYield), TailPoll: uint64(c.TailPoll), ProgressLimit: uint64(c.Progress), WaitDrain: c.WaitClear == csp.ClearWBU, WaitBreakPoint: c.WaitClear == csp.ClearBreakPoint,
		Scratch: uint32(mon.m.Config.GPC.LSU.ScratchBytes()), Threads: uint32(mon.m.Config.HardwareThreads()),
		Programs: mon.programs(), Passed: func(context uint32) int { return mon.s.Contexts[mon.host.ContextAt(context)].Pos },
	}, &mon.s.Schedule.Model)
	mon.watchInputs()
	mon.watchOutputs()
	mon.ports()
	mon.m.OnEdge(mon.scheduleEdge)
}

func (mon *Monitor) programs() (out []goldensched.Program) {
	for i, t := range mon.v.Traces {
		out = append(out, goldensched.Program{Context: mon.v.Called(i), Waits: t.Waits, Stop: t.Stop})
	}
	return out
}

// watchInputs follows what the CSP takes.
func (mon *Monitor) watchInputs() {
	p, k := &mon.m.CSP.P, &mon.schedule
	p.DMACSP.Tap().OnTake(func(_ uint64, e *pipe.Beat) {
		k.seen = true
		k.cycle.Beat, k.cycle.BeatSlot, k.cycle.Words, k.cycle.Count = true, e.Slot, e.Data, e.Count
	})
	p.HostCSP.Tap().OnTake(func(_ uint64, e *csp.HostCommand) {
		k.seen = true
		k.cycle.Taken, k.cycle.Command = true, commandOf(e)
	})
	p.MXUCSP.Tap().OnTake(func(_ uint64, e *pipe.MXUAnswer) {
		k.seen = true
		k.cycle.Answered, k.cycle.Answer = true, answerOf(e)
	})
	p.DMAAck.Tap().OnTake(func(_ uint64, e *pipe.Saved) {
		k.seen = true
		k.cycle.Acknowledged, k.cycle.AckSlot, k.cycle.AckCount = true, e.Slot, 1+uint32(e.More)
	})
	p.DatapathA.Tap().OnTake(mon.scheduleReport)
	p.DatapathB.Tap().OnTake(mon.scheduleReport)
}

// watchOutputs follows what the CSP puts, and the line.
func (mon *Monitor) watchOutputs() {
	p, k := &mon.m.CSP.P, &mon.schedule
	p.CSPMXU.Tap().OnPut(func(_ uint64, e *pipe.MXUCommand) {
		k.seen = true
		if k.cycle.Asked < goldensched.MostAsks {
			k.cycle.Asks[k.cycle.Asked] = goldensched.Ask{Kind: asks[e.Kind], Slot: e.Slot, Addr: e.Addr, Bytes: e.Bytes}
			k.cycle.Asked++
		}
	})
	p.StateFifo.Tap().OnPut(func(_ uint64, e *pipe.Save) {
		k.seen = true
		k.cycle.Put, k.cycle.Write = true, goldensched.Write{Slot: e.Slot, Addr: e.Addr, Count: e.DWords, Data: e.Data}
	})
	p.CSPC2D.Tap().OnPut(func(_ uint64, e *pipe.Cmd) {
		switch e.Kind {
		case pipe.Blit:
			k.seen = true
			k.cycle.BlitsStarted++
		case pipe.IntEnd:
			k.seen = true
			k.cycle.Forgotten, k.cycle.ForgetSlot = true, e.Slot
		}
	})
	p.CSPFifo.Tap().OnPut(func(_ uint64, e *pipe.Cmd) {
		switch e.Kind {
		case pipe.IntEnd:
			k.cycle.CSPToken = true
		case pipe.Interruptible:
			k.cycle.Interruptible, k.cycle.HeadAt = true, cursorOf(&e.At)
		case pipe.Head:
			k.cycle.Head, k.cycle.HeadAt = true, cursorOf(&e.At)
		default:
			return
		}
		k.seen = true
	})
	p.Vertex.Tap().OnPut(func(_ uint64, e *pipe.VertexEntry) {
		if e.Kind == pipe.IntEnd {
			k.seen, k.cycle.VertexToken = true, true
		}
	})
	p.CSPDMA.Tap().OnPut(func(_ uint64, e *pipe.Fetch) {
		k.seen = true
		k.cycle.Fetched, k.cycle.Fetch = true, goldensched.Fetch{Addr: e.Addr, DWords: e.DWords, Operands: e.Stream != 0, Slot: e.Slot}
	})
	p.Int.Tap().OnPulse(func(uint64) { k.seen, k.cycle.Cut = true, true })
}

// asks are the kinds of what the MXU is asked for.
var asks = [...]goldensched.AskKind{
	pipe.SetSpace: goldensched.AskSpace, pipe.PinPages: goldensched.AskPin, pipe.UnpinPages: goldensched.AskUnpin, pipe.ReleaseSlot: goldensched.AskRelease, pipe.FlushPage: goldensched.AskFlush,
}

func commandOf(h *csp.HostCommand) goldensched.Command {
	return goldensched.Command{
		Kind: h.Kind, Odd: h.Odd, Contexts: h.List.Contexts, Tables: h.List.Tables, Slices: h.List.Slices, Leave: h.List.Leave,
		Other: h.Other, Return: uint8(h.Return), Addr: h.Addr, Count: h.Count,
	}
}

func answerOf(a *pipe.MXUAnswer) goldensched.Answer {
	out := goldensched.Answer{Slot: a.Slot, Client: a.Client, More: a.More, Addr: a.Addr, Outside: a.Reason == pipe.Outside, Unpinned: a.Reason == pipe.NotPinned}
	switch a.Kind {
	case pipe.PagesPinned:
		out.Kind = goldensched.Pinned
	case pipe.PinFault:
		out.Kind = goldensched.NotThere
	case pipe.PageFault:
		out.Kind = goldensched.Fault
	case pipe.PageFlushed:
		out.Kind = goldensched.Flushed
	}
	return out
}

// reports are the kinds of reports that matter to the goldensched.
var reports = [...]goldensched.ReportKind{
	pipe.HeadMoved: goldensched.HeadMoved, pipe.Dumped: goldensched.Dumped, pipe.CutAt: goldensched.CutAt, pipe.Resumed: goldensched.Resumed, pipe.Progress: goldensched.Progress,
	pipe.TokenOut: goldensched.TokenOut, pipe.TokenLeft: goldensched.TokenLeft, pipe.Drained: goldensched.Drained, pipe.BlitReady: goldensched.BlitReady, pipe.BlitDone: goldensched.BlitDone,
	pipe.Failed: goldensched.Failed, pipe.Flushed: goldensched.OtherReport,
}

// scheduleReport: the CSP takes a report from a datapath.
func (mon *Monitor) scheduleReport(_ uint64, r *pipe.Report) {
	k := &mon.schedule
	k.seen, k.cycle.Reported = true, true
	k.cycle.Report = goldensched.Report{Kind: reports[r.Kind], Slot: r.Slot, Copied: r.Copied, At: cursorOf(&r.At)}
	if reg, _ := r.Register(); r.Kind == pipe.Dumped && !regs.Saved(r.Block, reg) {
		k.cycle.Report.Kind = goldensched.OtherReport
	}
	if r.Kind == pipe.Failed {
		f := r.KernelFault()
		k.cycle.Report.Reason, k.cycle.Report.Addr = reasonOf(f), f.At
	}
}

// scheduleEdge: a cycle is over. The model is told of it when something has crossed a connection, or is due.
func (mon *Monitor) scheduleEdge(wires.Set) {
	k, s := &mon.schedule, &mon.s.Schedule
	now := mon.m.Cycle()
	if due := s.Model.Times.Due; k.seen || due != 0 && due <= now {
		mon.scheduleStep(now)
	}
	if mon.ports() && !s.Lost {
		s.Model.Times.Due = now + 1
	}
}

func (mon *Monitor) scheduleStep(now uint64) {
	k, s := &mon.schedule, &mon.s.Schedule
	k.seen = false
	if s.Lost {
		k.cycle = goldensched.Cycle{}
		return
	}
	in := &k.cycle
	in.At, in.Room, in.Offered, in.AnswerOffered = now, s.Room, s.Offered, s.Answer
	if p := &mon.m.CSP.P; in.Offered && !in.Taken {
		in.Command.Kind = p.HostCSP.Peek(0).Kind
	}
	if p := &mon.m.CSP.P; in.AnswerOffered && !in.Answered {
		in.Answer = answerOf(p.MXUCSP.Peek(0))
	}
	b := k.model.Step(in)
	*in = goldensched.Cycle{}
	if b != nil {
		s.Lost = true
		s.Model = goldensched.State{}
		mon.fail(scheduleChecks[b.Finding], b.Where, "%s", b.Text)
	}
}

// ports notes what the connections can take and give in the next cycle, and tells whether it is something else than before.
func (mon *Monitor) ports() (changed bool) {
	p, s := &mon.m.CSP.P, &mon.s.Schedule
	room := [goldensched.Ports]uint8{
		goldensched.ToMXU: free(p.CSPMXU.Free()), goldensched.ToC2D: free(p.CSPC2D.Free()), goldensched.ToState: free(p.StateFifo.Free()),
		goldensched.ToFetch: free(p.CSPDMA.Free()), goldensched.ToCSP: free(p.CSPFifo.Free()), goldensched.ToVertex: free(p.Vertex.Free()),
	}
	offered, answer := p.HostCSP.Valid(), p.MXUCSP.Valid()
	changed = room != s.Room || offered != s.Offered || answer != s.Answer
	s.Room, s.Offered, s.Answer = room, offered, answer
	return changed
}

// free is a number of entries, of which a few are as good as many.
func free(n int) uint8 { return uint8(min(n, goldensched.MostAsks)) }

// mix adds what the monitor will compare with.
func (s *scheduleState) mix(h *digest.Mixer, now uint64) {
	s.Model.Words(now, h.Word)
	for _, n := range s.Room {
		h.Word(uint64(n))
	}
	h.Flags(s.Offered, s.Answer, s.Lost)
}
