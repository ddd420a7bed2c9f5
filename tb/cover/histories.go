package cover

import (
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
)

// histories covers what came before: interrupts, returns and swaps while a list is interrupted, DMA buffers that a ring
// names again, registers that a context has never written, and faults before INTERRUPTIBLE.
type histories struct{ group *Group }

// Bins of histories.
const (
	otherWithinReturn = iota // an interrupt for the other list, while a return is due
	returnWithinReturn
	swapWithinReturn
	cutForOther
	endReturns
	endWithinReturn
	endOfAnother
	bufferAgain
	cutInBufferAgain
	registersOfAnother
	fenceTooEarly
	faultTooEarly
)

var historyBins = []string{
	"an interrupt for the other list while a list is interrupted", "RETURN while a list is interrupted", "SWAP while a list is interrupted", "a context is cut while a list is interrupted",
	"a context ends, which returns to the interrupted list", "a context ends while a list is interrupted that it does not return to", "a context ends within the run that another one's end returns from",
	"a DMA buffer begins again", "a context is cut in a DMA buffer that runs again", "a draw finds registers at their reset values which the context before has written",
	"a fence before INTERRUPTIBLE does not find its page", "another access before INTERRUPTIBLE does not find its page",
}

func (g *histories) declare(sp *Space, _ []*hw.Machine) {
	g.group = sp.Group("histories", "What came before in rings, run lists and registers.", historyBins...)
}

func (g *histories) attach(p *Sampler) {
	host := &p.s.M.CSP.S.Host
	p.s.M.CSP.P.HostCSP.Tap().OnPut(func(_ uint64, h *csp.HostCommand) {
		switch {
		case !host.Home.Valid:
		case h.Kind == regs.HostCommandInterrupt && h.Other:
			p.Hit(g.group, otherWithinReturn)
		case h.Kind == regs.HostCommandReturn:
			p.Hit(g.group, returnWithinReturn)
		case h.Kind == regs.HostCommandSwap:
			p.Hit(g.group, swapWithinReturn)
		}
	})
	p.s.M.CSP.P.Events.Watch(func(e *csp.Event) { g.event(p, e) })
	if p.s.Mon != nil {
		g.attachBuffers(p)
		g.attachRegisters(p)
	}
}

func (g *histories) event(p *Sampler, e *csp.Event) {
	back := &p.s.M.CSP.S.Host.Home
	switch {
	case e.Kind == csp.EventFault && e.Reason == regs.ReasonNotInterruptible && e.Client == regs.MxuClientBreakPoint:
		p.Hit(g.group, fenceTooEarly)
	case e.Kind == csp.EventFault && e.Reason == regs.ReasonNotInterruptible:
		p.Hit(g.group, faultTooEarly)
	case !back.Valid:
	case e.Kind == csp.EventCut:
		p.Hit(g.group, cutForOther)
	case e.Kind != csp.EventEnded:
	case back.Mode != regs.ReturnModeContext:
		p.Hit(g.group, endWithinReturn)
	case back.By == e.Context:
		p.Hit(g.group, endReturns)
	default:
		p.Hit(g.group, endOfAnother)
	}
}

// attachBuffers counts the runs of DMA buffers that a context's ring has named before, and cuts in them.
func (g *histories) attachBuffers(p *Sampler) {
	v := p.s.V
	again := make([][]bool, len(v.Traces)) // by context and event
	for i, t := range v.Traces {
		again[i] = repeats(t.Events)
	}
	p.s.Mon.OnPass(func(t *golden.Trace, event int) {
		list := again[slices.Index(v.Traces, t)]
		if list[event] && (event == 0 || !list[event-1]) {
			p.Hit(g.group, bufferAgain)
		}
	})
	p.s.M.CSP.P.Events.Watch(func(e *csp.Event) {
		if i := p.s.ContextAt(e.Context); e.Kind == csp.EventReported && e.Copied && i >= 0 {
			if at := p.s.Passed(i); at > 0 && again[i][at-1] {
				p.Hit(g.group, cutInBufferAgain)
			}
		}
	})
}

// repeats tells of each event whether it lies in a run of a DMA buffer that another command of the ring has named before.
func repeats(events []golden.Event) []bool {
	list := make([]bool, len(events))
	heads := map[uint32]uint32{} // ring offset of the command that named a buffer first
	for i := range events {
		at := &events[i].Cursor
		if at.Buffer == 0 {
			continue
		}
		first, known := heads[at.Buffer]
		if !known {
			heads[at.Buffer], first = at.Head, at.Head
		}
		list[i] = at.Head != first
	}
	return list
}

// attachRegisters counts draws of a context that has never written registers which the context before it in the machine has.
func (g *histories) attachRegisters(p *Sampler) {
	type set [regs.NumBlocks][8]uint64
	written := make([]set, len(p.s.V.Traces))
	last, before := -1, -1 // contexts
	p.s.M.CSP.P.Events.Watch(func(e *csp.Event) {
		if e.Kind != csp.EventStarted {
			return
		}
		if i := p.s.ContextAt(e.Context); i != last {
			last, before = i, last
		}
	})
	p.s.M.CSP.P.CSPFifo.Tap().OnPut(func(_ uint64, e *pipe.Cmd) {
		if e.Kind != pipe.State {
			return
		}
		w := e.RegWrite()
		if i := running(p.s, e.Slot); i >= 0 && int(w.Block) < regs.NumBlocks && w.Reg < 512 && w.Value != regs.ResetValue(int(w.Block), int(w.Reg)) {
			written[i][w.Block][w.Reg/64] |= 1 << (w.Reg % 64)
		}
	})
	p.s.Mon.OnPass(func(t *golden.Trace, event int) {
		if t.Events[event].Kind != golden.KindDraw || last < 0 || before < 0 || p.s.V.Traces[last] != t {
			return
		}
		for b := range written[last] {
			for k := range written[last][b] {
				if written[before][b][k]&^written[last][b][k] != 0 {
					p.Hit(g.group, registersOfAnother)
					return
				}
			}
		}
	})
}

// running returns the context of a slot, -1: none.
func running(s *cosim.Session, slot uint8) int {
	if slot >= pipe.Slots {
		return -1
	}
	return s.ContextAt(s.M.CSP.S.Slots[slot].Base)
}
