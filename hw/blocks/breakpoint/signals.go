package breakpoint

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Signals shows the break point's registers to instruments, among those of its block:
// cursor is the place up to which everything has passed, pin what it waits for. A transparent gate has none.
func (g *Gate) Signals(out *wires.Signals) {
	if !g.here {
		return
	}
	s := g.st
	pipe.ShowSlot(out, "slot", &s.Slot)
	pipe.ShowCursor(out, "cursor", &s.At)
	wires.Phase(out, "restore", &s.Restore, "NONE", "SKIPPING", "REACHED").Transitions("NONE SKIPPING REACHED NONE", "SKIPPING NONE")
	pipe.ShowCursor(out, "skip", &s.Skip)
	wires.Phase(out, "ending", &s.Ending, "REPORTING", "TAKING_BACK", "REPORTED", "PASSED", "LEAVING").Transitions("REPORTING REPORTED PASSED LEAVING REPORTING", "REPORTED LEAVING", "REPORTING TAKING_BACK REPORTED")
	out.Name("pin", func() string { return s.Asked.Kind.String() })
	out.Flag("fault", &s.Fault)
	out.Flag("copy", &s.Copy)
	out.Flag("cut", &s.Cut)
}
