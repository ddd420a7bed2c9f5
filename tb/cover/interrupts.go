package cover

import (
	"fmt"
	"slices"

	"tilemark/hw"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// interrupts covers what is going on when an interrupt comes, or cuts a restore.
type interrupts struct {
	phases, restores, second *Group
	front                    []string
}

// Phases of a restore.
const (
	restoreLoads   = iota // the save area is read
	restoreParses         // the parser goes to the place in the DMA buffer
	restoreSkips          // the break point lets nothing pass
	restoreReached        // the place is reached, and nothing has passed
	notRestoring
)

var restorePhases = [...]string{"load", "parse", "skip", "reached"}

// restoreEvents are what comes in a restore: an interrupt of the CPU, or a cut for a cause.
var restoreEvents = func() []string {
	out := []string{"interrupt"}
	for _, c := range lineCauses {
		out = append(out, "cut by "+causeName(c))
	}
	return out
}()

// What a second interrupt finds.
const (
	firstWaits = iota
	firstAbove
	firstDrains
	firstSaves
	firstSeals
	firstBlits
)

var secondNames = []string{
	"the first waits", "tokens above the break point", "the back end drains", "save data on their way", "RESTORE on its way", "a fill or copy is executed",
}

const frontMachine = "CSP.phase"

func (g *interrupts) declare(sp *Space, machines []*hw.Machine) {
	g.front = named(machines[0], frontMachine).States
	g.phases = sp.Group("interrupts", "State of the front-end parser when an interrupt of the CPU comes.", g.front...)
	var bins []string
	for _, phase := range restorePhases {
		for _, event := range restoreEvents {
			bins = append(bins, phase+": "+event)
		}
	}
	g.restores = sp.Group("restores", "Phase of a restore in which an interrupt comes, or a cut is made.", bins...)
	g.second = sp.Group("second", "What is left of the last switch when an interrupt of the CPU comes.", secondNames...)
}

// named returns a state machine.
func named(m *hw.Machine, name string) (out *wires.StateMachine) {
	eachMachine(m.Domain, short, func(_ int, n string, x *wires.StateMachine) {
		if n == name {
			out = x
		}
	})
	return out
}

// interruptState is what is asked of a session.
type interruptState struct {
	g     *interrupts
	p     *Sampler
	m     *hw.Machine
	front func() uint8
	slots [pipe.Slots]func() uint8
	stop  uint8 // number of the slots' state STOP: they are drained in this one and the next
	save  uint8
	seal  uint8
	blits [pipe.Slots]func() uint8
	runs  uint8 // number of the fills' and copies' state RUNNING
	gate  *breakpoint.State
}

func (g *interrupts) attach(p *Sampler) {
	m := p.s.M
	c := &interruptState{g: g, p: p, m: m, front: named(m, frontMachine).State, gate: &m.TG.S.Gate}
	if m.Config.Place() == breakpoint.AtZL1 {
		c.gate = &m.ZL1.S.Gate
	}
	for i := range c.slots {
		name := fmt.Sprintf("CSP.slot%d_", i)
		phase, blit := named(m, name+"phase"), named(m, name+"blit")
		c.slots[i], c.blits[i] = phase.State, blit.State
		number := func(name string) uint8 { return uint8(slices.Index(phase.States, name)) }
		c.stop, c.save, c.seal = number("STOP"), number("SAVE"), number("SEALED")
		c.runs = uint8(slices.Index(blit.States, "RUNNING"))
	}
	m.CSP.P.HostCSP.Tap().OnPut(func(_ uint64, h *csp.HostCommand) {
		if h.Kind == regs.HostCommandInterrupt {
			c.comes()
		}
	})
	m.CSP.P.Events.Watch(func(e *csp.Event) {
		if e.Kind == csp.EventCut {
			c.cut(e.Cause)
		}
	})
}

// comes notes what is going on when an interrupt comes.
func (c *interruptState) comes() {
	c.p.Hit(c.g.phases, int(c.front()))
	if phase := c.restoring(); phase != notRestoring {
		c.p.Hit(c.g.restores, phase*len(restoreEvents))
	}
	h := &c.m.CSP.S.Host
	if h.Pending&regs.CauseCpu != 0 || interruptWaits(c.m.CSP) {
		c.p.Hit(c.g.second, firstWaits)
	}
	if h.Above > 0 {
		c.p.Hit(c.g.second, firstAbove)
	}
	for i := range c.slots {
		s, phase := &c.m.CSP.S.Slots[i], c.slots[i]()
		switch {
		case phase == c.seal:
			c.p.Hit(c.g.second, firstSeals)
		case phase != c.stop && phase != c.save:
			continue
		case s.End.Drained:
			c.p.Hit(c.g.second, firstSaves)
		case h.Above == 0:
			c.p.Hit(c.g.second, firstDrains)
		}
		if c.blits[i]() == c.runs {
			c.p.Hit(c.g.second, firstBlits)
		}
	}
}

// restoring returns the phase of the restore that is under way.
func (c *interruptState) restoring() int {
	f := &c.m.CSP.S.Front
	switch {
	case f.Phase < csp.Scratch || f.Phase == csp.Tokens || !c.m.CSP.S.Slots[f.Slot].Restoring():
		return notRestoring
	case f.Phase <= csp.Load:
		return restoreLoads
	case f.Resuming:
		return restoreParses
	case c.gate.Restore == breakpoint.Reached:
		return restoreReached
	}
	return restoreSkips
}

func (c *interruptState) cut(cause uint8) {
	phase := c.restoring()
	if phase == notRestoring {
		return
	}
	for i, one := range lineCauses {
		if cause&one != 0 {
			c.p.Hit(c.g.restores, phase*len(restoreEvents)+1+i)
		}
	}
}
