package cover

import (
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// events covers what the CSP tells of contexts, why they stop, and page faults.
type events struct {
	kinds, stops, faults *Group
}

// faultReasons names pipe.FaultReason.
var faultReasons = [...]string{pipe.NotPresent: "not present", pipe.Outside: "outside", pipe.NotPinned: "not pinned"}

func (g *events) declare(sp *Space, _ []*hw.Machine) {
	var bins []string
	for k := csp.EventStarted; k < csp.Events; k++ {
		bins = append(bins, k.String())
	}
	g.kinds = sp.Group("events", "What the CSP tells of contexts and pages.", bins...)

	bins = nil
	for _, how := range [...]string{"stopped: ", "refused: "} {
		for _, r := range regs.ReasonValues {
			bins = append(bins, how+r.Label)
		}
	}
	for _, c := range regs.CauseValues {
		bins = append(bins, "left by "+c.Label)
	}
	g.stops = sp.Group("stops", "Why contexts leave; reasons for which they are stopped for good, or do not start (none: a page fault).", bins...)

	bins = nil
	for _, c := range regs.MxuClientValues {
		for _, r := range faultReasons[1:] {
			bins = append(bins, c.Name+" "+r, c.Name+" "+r+", an interrupt waits")
		}
	}
	g.faults = sp.Group("faults", "Page faults by who has the access and why, with and without an interrupt of the CPU that waits.", bins...)
}

func (g *events) attach(p *Sampler) {
	m := p.s.M
	m.CSP.P.Events.Watch(func(e *csp.Event) {
		p.Hit(g.kinds, int(e.Kind-csp.EventStarted))
		g.left(p, e)
	})
	host := &m.CSP.S.Host
	m.MXU.P.MXUCSP.Tap().OnPut(func(_ uint64, a *pipe.MXUAnswer) {
		if a.Kind != pipe.PinFault && a.Kind != pipe.PageFault {
			return
		}
		bin := 2 * (int(a.Client)*(len(faultReasons)-1) + int(a.Reason) - 1)
		if host.Pending&regs.CauseCpu != 0 || interruptWaits(m.CSP) {
			bin++
		}
		p.Hit(g.faults, bin)
	})
}

// interruptWaits tells whether an interrupt of the CPU is on its way to the CSP.
func interruptWaits(b *csp.CSP) bool {
	for i := range b.P.HostCSP.Tap().Len() {
		if b.P.HostCSP.Tap().Peek(i).Kind == regs.HostCommandInterrupt {
			return true
		}
	}
	return false
}

// left notes why a context leaves.
func (g *events) left(p *Sampler, e *csp.Event) {
	n := len(regs.ReasonValues)
	switch {
	case e.Kind == csp.EventRefused:
		p.Hit(g.stops, n+int(e.Reason))
	case e.Kind == csp.EventSaved:
		for i := range regs.CauseValues {
			if uint32(e.Cause)&regs.CauseValues[i].Value != 0 {
				p.Hit(g.stops, 2*n+i)
			}
		}
		if e.Cause&regs.CauseInvalid != 0 {
			p.Hit(g.stops, int(e.Reason))
		}
	}
}
