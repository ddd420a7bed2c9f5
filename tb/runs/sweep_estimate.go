package runs

import (
	"fmt"
	"time"

	"tilemark/text/number"
)

// longSweep is how long a sweep may take before it says so.
const longSweep = 10 * time.Minute

// A sample of a sweep's rate: so many first interrupts, tried in at least that time.
const (
	sampleTried = 16
	sampleTime  = time.Second
)

// sweepEstimate says once how long a sweep will take, when its first interrupts show that it is long. Those that a record has count
// as done, not as tried.
type sweepEstimate struct {
	now   func() time.Time
	say   func(text string)
	every uint64 // of the sweep
	unit  string
	begun time.Time
	first int // done when it began
	told  bool
}

// progress is told how many first interrupts are done, of all.
func (e *sweepEstimate) progress(done, total int) {
	if e.told || e.say == nil {
		return
	}
	if e.begun.IsZero() {
		e.begun, e.first = e.now(), done
		return
	}
	took, tried := e.now().Sub(e.begun), done-e.first
	if tried < sampleTried || took < sampleTime {
		return
	}
	left := time.Duration(float64(took) / float64(tried) * float64(total-done))
	if left <= longSweep {
		return
	}
	e.told = true
	every := max(e.every, 1) * uint64((left+longSweep-1)/longSweep)
	e.say(fmt.Sprintf("this sweep takes about %s more: %s of %s %s took %s; --every %d would end in about ten minutes; --from and --to sweep a part, "+
		"a smaller --size or no --partner makes each faster; --resume FILE lets it be stopped and go on", roughly(left), number.Thousands(tried),
		number.Thousands(uint64(total)), e.unit, took.Round(100*time.Millisecond), every))
}

// roughly writes a long time in minutes, hours or days.
func roughly(d time.Duration) string {
	switch {
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f hours", d.Hours())
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}
