package runs

import (
	"fmt"
	"strings"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/text/number"
)

// Interrupts counts what became of the interrupts that were asked for.
type Interrupts struct {
	Asked     int    `json:"asked"`     // of the CPU
	Cut       int    `json:"cut"`       // cut a context
	Early     int    `json:"early"`     // came before the first context executed
	Switching int    `json:"switching"` // came when one context had left and the next did not execute yet
	Late      int    `json:"late"`      // came when the last context had ended
	Coalesced int    `json:"coalesced"` // became one with another that still waited
	first     uint64 // cycle in which the first context starts
}

// Interrupts counts those of a pass.
func (p *Pass) Interrupts() Interrupts {
	n := Interrupts{Asked: p.Session.Interrupts}
	idle, started := 0, false // idle: interrupts since the last start
	for i := range p.Log.Events {
		switch e := &p.Log.Events[i]; {
		case e.Kind == csp.EventStarted && started:
			n.Switching, idle = n.Switching+idle, 0
		case e.Kind == csp.EventStarted:
			n.Early, idle, started, n.first = idle, 0, true, e.Cycle
		case e.Cause&regs.CauseCpu == 0:
		case e.Kind == csp.EventCut:
			n.Cut++
		case e.Kind == csp.EventIgnored:
			idle++
		}
	}
	n.Late = idle
	n.Coalesced = n.Asked - n.Cut - n.Early - n.Switching - n.Late
	return n
}

// String says how many interrupts cut nothing, and why.
func (n Interrupts) String() string {
	text := fmt.Sprintf("%s asked for, %s cut a context", number.Count(n.Asked, "interrupt"), number.Thousands(n.Cut))
	var why []string
	for _, r := range []struct {
		n    int
		text string
	}{
		{n.Early, fmt.Sprintf("came before the first context executed, in cycle %s", number.Thousands(n.first))},
		{n.Switching, "came in a switch, while no context executed"},
		{n.Late, "came after the end of the last context"},
		{n.Coalesced, "became one with another that still waited"},
	} {
		if r.n > 0 {
			why = append(why, number.Thousands(r.n)+" "+r.text)
		}
	}
	if len(why) > 0 {
		text += fmt.Sprintf(", %s cut nothing (%s)", number.Thousands(uint64(n.Asked-n.Cut)), strings.Join(why, "; "))
	}
	return text
}
