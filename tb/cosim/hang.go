package cosim

import (
	"errors"
	"fmt"
	"strings"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/text/number"
)

// Hung is the progress watchdog.
func (s *Session) Hung() error {
	if s.Mon == nil || s.M.Cycle() < s.Mon.State().LastMove+s.Patience || s.Idle() {
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
	head := heads(s.M)
	for _, c := range s.M.Connections() {
		if c.Len > 0 {
			fmt.Fprintf(&b, "  %-14s %d of %d  %s\n", c.Name, c.Len, c.Depth, head[c.Name])
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
	errors.As(s.Guard(s.Mon.CheckStuck), &v)
	return v
}

// heads returns the oldest entry of each FIFO that commands go through, as text.
func heads(m *hw.Machine) map[string]string {
	out := map[string]string{}
	for _, v := range m.Views() {
		if v.Len() == 0 {
			continue
		}
		if e, ok := v.Entry(0).(pipe.Carrier); ok {
			out[v.Name()] = fmt.Sprintf("%s slot %d", e.What(), e.Of())
			if p, ok := e.(pipe.Placed); ok && p.Place() != nil {
				out[v.Name()] += fmt.Sprintf(" at %+v", *p.Place())
			}
		}
	}
	return out
}
