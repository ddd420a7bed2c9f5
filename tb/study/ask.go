package study

import (
	"fmt"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// BreakPoint is a place at which the pipe can be cut.
type BreakPoint string

// Break points. TG and ZL1 are the machine's; a cut at TSU is put together (see holdTSU).
const (
	TSU BreakPoint = "tsu"
	TG  BreakPoint = "tg"
	ZL1 BreakPoint = "zl1"
)

// BreakPoints are all of them, from the front end to the back end.
var BreakPoints = []BreakPoint{TSU, TG, ZL1}

// machine returns the break point that the machine is built with.
func (b BreakPoint) machine() string {
	if b == ZL1 {
		return "zl1"
	}
	return "tg"
}

// asker asks a session for cuts, in one of several ways.
type asker struct {
	s       *cosim.Session
	place   BreakPoint
	unit    int    // tiles after which a cut is allowed, counted from a triangle's first
	lead    uint64 // cycles from an interrupt that nothing holds to the pulse of the line
	fifos   []wires.View
	dropped uint32 // entries that dropShaded has thrown away
	served  bool   // the CSP has served the interrupt, or found nothing to cut
	rewind  func() // told when the session goes back
}

func newAsker(s *cosim.Session, place BreakPoint, unit int) *asker {
	a := &asker{s: s, place: place, unit: unit}
	for _, c := range s.M.Connections() {
		if c.From == s.M.Host.Name() {
			a.lead = uint64(c.Latency) + 1
		}
	}
	below := belowTSU(s.M)
	for _, v := range s.M.Views() {
		if below[v.Name()] {
			a.fifos = append(a.fifos, v)
		}
	}
	s.M.CSP.P.Events.Watch(func(e *csp.Event) {
		if e.Kind == csp.EventCut || e.Kind == csp.EventIgnored {
			a.served = true
		}
	})
	return a
}

// belowTSU are the FIFOs in which there is work while something that TSU has sent is not
// drawn: what can wait for the TSU_FIFO's entries. Requests to memory are not among them: what is drawn is in a cache.
func belowTSU(m *hw.Machine) map[string]bool {
	below := map[string]bool{}
	var follow func(name string)
	waits := m.Waits()
	stage := map[string]bool{}
	for _, f := range m.Config.Fifos() {
		stage[f.Name] = f.Stage
	}
	follow = func(name string) {
		if below[name] || !stage[name] {
			return
		}
		below[name] = true
		for _, w := range waits {
			if w.From.Name() == name {
				follow(w.To.Name())
			}
		}
	}
	follow(m.TSU.P.TSUFifo.Tap().Name())
	return below
}

// ask raises the interrupt in the way of the break point, and returns for how many cycles
// it was held back before.
func (a *asker) ask() (held uint64, err error) {
	switch {
	case a.place == TSU:
		return a.holdTSU()
	case a.unit > 1:
		return a.waitForUnit()
	}
	return 0, a.s.Interrupt()
}

// holdTSU cuts the pipe at TSU. The machine cannot, so this is put together: TSU is held
// from now on, what it has sent drains, and then the machine is cut as ever, TSU held until
// it sees the line. Nothing that was below TSU is thrown away, and everything above it is.
// Meanwhile the blocks above TSU do what they do on the line: EUP_FRONT starts no thread,
// and the EUP_FIFO is thrown away, so that vertices leave the pool to pixels. DMA is held
// too, so that the CSP does not come to the end of the context.
func (a *asker) holdTSU() (held uint64, err error) {
	m := a.s.M
	a.dropped = 0
	if err := a.untilCuttable(); err != nil || !a.running() {
		return 0, firstOf(err, a.s.Interrupt)
	}
	from := m.Cycle()
	m.Hold(m.TSU, a.dropShaded)
	m.Hold(m.EUPFront, nil)
	m.Hold(m.DMA, nil)
	defer m.Release(m.TSU)
	defer m.Release(m.EUPFront)
	defer m.Release(m.DMA)
	for !a.drained() {
		if m.Quiet() {
			return 0, a.s.Hang("TSU is held, and what is below it does not drain")
		}
		if err := m.Step(); err != nil {
			return 0, err
		}
	}
	held = m.Cycle() - from
	a.served = false
	if err := a.s.Interrupt(); err != nil {
		return held, err
	}
	for !a.served && !m.Quiet() {
		if err := m.Step(); err != nil {
			return held, err
		}
	}
	if !a.served {
		return held, fmt.Errorf("the interrupt of cycle %d is not served while TSU is held", m.Cycle())
	}
	return held, nil
}

// dropShaded stands in for TSU: it throws the EUP_FIFO away.
func (a *asker) dropShaded(uint64) wires.Activity {
	in := &a.s.M.TSU.P.EUPFifo
	if !in.Valid() {
		return in.Starved()
	}
	if in.Head().Kind == pipe.IntEnd { // TSU itself takes it
		return wires.Waiting
	}
	in.Drop()
	a.dropped++
	return wires.Busy
}

func firstOf(err error, then func() error) error {
	if err != nil {
		return err
	}
	return then()
}

// running tells whether the CSP runs a context.
func (a *asker) running() bool {
	p := a.s.M.CSP.S.Front.Phase
	return p >= csp.Scratch && p < csp.Tokens
}

// untilCuttable runs until nothing would hold an interrupt, or until there is nothing to
// cut. An interrupt would have waited as long.
func (a *asker) untilCuttable() error {
	m := a.s.M
	for a.running() || m.CSP.S.Front.Phase == csp.Tokens {
		f := &m.CSP.S.Front
		k := &m.CSP.S.Slots[f.Slot]
		waits := f.Phase == csp.Poll || f.Phase == csp.PollWait
		if f.Phase != csp.Tokens && m.CSP.S.Host.Above == 0 && k.Interruptible() && (!k.Holds() || waits) {
			return nil
		}
		if m.Quiet() {
			return a.s.Hang("nothing can happen any more")
		}
		if err := m.Step(); err != nil {
			return err
		}
	}
	return nil
}

// drained tells whether everything that TSU has sent is drawn: it is in a cache, or in
// memory.
func (a *asker) drained() bool {
	for _, v := range a.fifos {
		if v.Len() > 0 {
			return false
		}
	}
	m := a.s.M
	if m.ZL2.S.Queue.Len() > 0 || m.PS.S.Queue.Len() > 0 || m.WBU.S.Queue.Len() > 0 {
		return false
	}
	for _, b := range []wires.Block{m.ASU, m.SG, m.TG, m.ZL1, m.ZL2, m.PS, m.WBU} {
		if _, starved, _ := m.LastActivity(b).Port(); !starved && m.LastActivity(b) != wires.Idle {
			return false
		}
	}
	return true
}

// waitForUnit cuts the machine after the unit of tiles that is being made when the line
// would come: the run goes back, and the interrupt is raised as much later as that unit
// takes.
func (a *asker) waitForUnit() (held uint64, err error) {
	var back cosim.Snapshot
	from := a.s.M.Cycle()
	a.s.Save(&back)
	if err := a.s.RunTo(from + a.lead); err != nil {
		return 0, err
	}
	if end := a.unitEnd(a.s.Passed(0)); end > a.s.Passed(0) {
		if err := a.s.RunPast(end); err != nil {
			return 0, err
		}
		held = a.s.M.Cycle() - from - a.lead
	}
	a.s.Load(&back)
	if a.rewind != nil {
		a.rewind()
	}
	if err := a.s.RunTo(from + held); err != nil {
		return held, err
	}
	return held, a.s.Interrupt()
}

// unitEnd returns how many events have passed the break point when the unit of tiles that
// has begun, if one has, is complete.
func (a *asker) unitEnd(passed int) int {
	events := a.s.V.Traces[0].Events
	for passed > 0 && passed < len(events) {
		last, next := &events[passed-1], &events[passed]
		if last.Kind != golden.KindTile || next.Kind != golden.KindTile || int(last.Cursor.Tile)%a.unit == 0 {
			return passed
		}
		passed++
	}
	return passed
}
