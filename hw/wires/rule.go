package wires

import "fmt"

// Violation is a broken rule of the machine: lost data, or one of the numbered
// rules of spec chapter 11. It stops the run at the cycle.
type Violation struct {
	Rule   string // "T1", "FIFO overflow"
	Where  string // block or connection
	Cycle  uint64
	Detail string
}

// Error names rule, place and cycle.
func (v *Violation) Error() string {
	return fmt.Sprintf("rule %s broken at %s in cycle %d: %s", v.Rule, v.Where, v.Cycle, v.Detail)
}

// At is the violation in a cycle.
func (v *Violation) At(cycle uint64) *Violation {
	at := *v
	at.Cycle = cycle
	return &at
}

// Break stops the run because a rule is broken. Domain.Run returns the
// violation as its error.
func (d *Domain) Break(rule, where, format string, args ...any) {
	d.evaluating = nil
	panic(&Violation{Rule: rule, Where: where, Cycle: d.clk.Cycle, Detail: fmt.Sprintf(format, args...)})
}
