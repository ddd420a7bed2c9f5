package cosim

import (
	"errors"
	"fmt"
	"strings"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/number"
)

// hung is the progress watchdog.
func (s *Session) hung() error {
	if s.Mon == nil || s.M.Cycle() < s.Mon.s.LastMove+s.Patience || s.Idle() {
		return nil
	}
	return s.Hang(fmt.Sprintf("no progress for %s cycles", number.Thousands(s.Patience)))
}

// Hang makes the hang report: each block's state in a line, each FIFO's fill and head.
func (s *Session) Hang(why string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "hang in cycle %d: %s\n", s.M.Cycle(), why)
	for _, k := range s.M.Blocks() {
		fmt.Fprintf(&b, "  %s\n", k.Line())
	}
	heads := Heads(s.M)
	for _, c := range s.M.Connections() {
		if c.Len > 0 {
			fmt.Fprintf(&b, "  %-14s %d of %d  %s\n", c.Name, c.Len, c.Depth, heads[c.Name])
		}
	}
	h := &HangError{Report: b.String(), Quiet: s.M.Quiet()}
	if rule := s.stuck(); rule != nil {
		h.Rule, h.Where = rule.Rule, rule.Where
		h.Report = rule.Error() + "\n" + h.Report
	}
	return h
}

// HangError is a run that makes no progress. Rule is the one that what stands in the
// machine breaks, if there is one, and Where the place. Quiet is a machine in which nothing can
// happen any more; without, the watchdog has lost its patience.
type HangError struct {
	Rule, Where, Report string
	Quiet               bool
}

// Error returns the report.
func (e *HangError) Error() string { return e.Report }

// stuck finds the rule that a machine breaks in which nothing happens any more: a block
// sleeps though what it waits for is there, or a token is not where it should have come.
func (s *Session) stuck() *wires.Violation {
	if w := s.M.Overslept(); w != nil {
		return w
	}
	if s.Mon == nil {
		return nil
	}
	var v *wires.Violation
	errors.As(s.guard(func() { s.Mon.checkTokens(); s.Mon.checkSlots() }), &v)
	return v
}

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

// Heads returns the oldest entry of each pipe FIFO as text.
func Heads(m *hw.Machine) map[string]string {
	t := m.Taps()
	out := map[string]string{}
	put := func(name string, n int, c func() *pipe.Cmd) {
		if n > 0 {
			h := c()
			out[name] = fmt.Sprintf("%s slot %d at %+v", h.Kind, h.Slot, h.At)
		}
	}
	put(t.Csp.Name(), t.Csp.Len(), func() *pipe.Cmd { return t.Csp.Peek(0) })
	put(t.Vertex.Name(), t.Vertex.Len(), func() *pipe.Cmd { return &t.Vertex.Peek(0).Cmd })
	put(t.Threads.Name(), t.Threads.Len(), func() *pipe.Cmd { return &t.Threads.Peek(0).Cmd })
	put(t.Eup.Name(), t.Eup.Len(), func() *pipe.Cmd { return &t.Eup.Peek(0).Cmd })
	put(t.Tsu.Name(), t.Tsu.Len(), func() *pipe.Cmd { return &t.Tsu.Peek(0).Cmd })
	put(t.Asu.Name(), t.Asu.Len(), func() *pipe.Cmd { return &t.Asu.Peek(0).Cmd })
	put(t.Spans.Name(), t.Spans.Len(), func() *pipe.Cmd { return &t.Spans.Peek(0).Cmd })
	put(t.Tiles.Name(), t.Tiles.Len(), func() *pipe.Cmd { return &t.Tiles.Peek(0).Cmd })
	put(t.Attributes.Name(), t.Attributes.Len(), func() *pipe.Cmd { return &t.Attributes.Peek(0).Cmd })
	put(t.Quads.Name(), t.Quads.Len(), func() *pipe.Cmd { return &t.Quads.Peek(0).Cmd })
	put(t.Colors.Name(), t.Colors.Len(), func() *pipe.Cmd { return &t.Colors.Peek(0).Cmd })
	return out
}
