//go:build faults

package directed

import (
	"errors"
	"fmt"

	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/sweep"
)

// errPanic is a run that ended in a panic of the program.
var errPanic = errors.New("panic")

// Try runs the vector with whatever fault the machine has, and turns a panic of the program
// into an error, which Kill does not count.
func (v *Vector) Try() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errPanic, r)
		}
	}()
	_, err = v.Run()
	return err
}

// expectation is the rule of an error that breaks none by number: what a vector says of
// cuts, ends, places and the status buffer did not come true.
const expectation = "vector"

// Kill tells whether an error of a run shows that the machine is wrong, and by which rule:
// a monitor's, the lockstep check's, that of the final comparison, or what the vector
// expects; or a machine in which nothing can happen any more, if that breaks a rule. A run
// that only makes no progress for a long time, or that panics, shows nothing.
func Kill(err error) (rule string, ok bool) {
	var v *wires.Violation
	var m *monitor.Mismatch
	var h *cosim.HangError
	switch {
	case err == nil || errors.Is(err, errPanic) || errors.Is(err, errNeverHeld) || errors.Is(err, ErrLong) || errors.Is(err, sweep.ErrShortcut):
		return "", false
	case errors.As(err, &v):
		return v.Rule, true
	case errors.As(err, &m):
		return m.Rule, true
	case errors.As(err, &h):
		return h.Rule, h.Quiet && h.Rule != ""
	}
	return expectation, true
}
