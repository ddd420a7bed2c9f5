package runs

import (
	"errors"
	"fmt"
	"time"

	"tilemark/tb/cosim"
	"tilemark/tb/cosim/sweep"
	"tilemark/tb/request"
	"tilemark/text/number"
	"tilemark/text/output"
)

// SweepOptions say which cuts are tried.
type SweepOptions struct {
	request.Input
	From, To, Every uint64
	Pairs           bool // a second interrupt at every later cycle too
	Jobs            int
	Full            int // every so many cuts is run to its end; 0: none; sweep.FullAsNeeded
	Progress        func(done, total int)
	Long            func(text string) // told once when the sweep will take more than ten minutes; nil: nobody
	Resume          string            // file that keeps what was checked, made if need be; "" for none
	// Begun, when given, gets what is to be called when the sweep is stopped in the middle: it writes the record, and says what was
	// checked so far.
	Begun func(soFar func() string)
}

// SweepResult is the outcome of a sweep.
type SweepResult struct {
	*request.Work
	Options SweepOptions
	Report  *sweep.Report
	Seconds float64 // of all processes that swept, when it was resumed
	Earlier float64 // those of processes before this one
}

// Sweep interrupts a scene at many cycles, each in a run of its own.
func Sweep(o SweepOptions) (*SweepResult, error) {
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	r := &SweepResult{Work: w, Options: o}
	s := &sweep.Sweep{
		Config: w.Config, Vector: w.Vector, From: o.From, To: o.To, Every: o.Every, Jobs: o.Jobs, Full: o.Full,
		Pairs: o.Pairs,
	}
	if o.From != 0 && o.To != 0 && o.From >= o.To {
		return nil, request.Usage("nothing to sweep: from cycle %d to %d", o.From, o.To)
	}
	if err := r.inside(); err != nil {
		return nil, err
	}
	record, err := r.openRecord()
	if err != nil {
		return nil, err
	}
	s.Before, s.Tried = record.file.Checked, record.tried
	estimate := sweepEstimate{now: time.Now, say: o.Long, every: o.Every, unit: r.firsts()}
	s.Progress = func(done, total int) {
		record.begun(total)
		estimate.progress(done, total)
		if o.Progress != nil {
			o.Progress(done, total)
		}
	}
	if o.Begun != nil {
		o.Begun(func() string { return record.soFar(r.firsts()) })
	}
	record.start = time.Now()
	r.Report, err = s.Run()
	r.Earlier = record.earlier
	r.Seconds = record.seconds()
	if err == nil {
		err = record.save()
	}
	var disk *output.Error
	if errors.As(err, &disk) {
		return nil, request.AsUsage(err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w\nrepeat with: %s", err, w.Command())
	}
	return r, nil
}

// inside refuses a range after the run's end.
func (r *SweepResult) inside() error {
	if r.Options.From == 0 && r.Options.To == 0 {
		return nil
	}
	s, err := cosim.Uninterrupted(r.Config, r.Vector, false)
	if err != nil {
		return nil // the sweep itself says so
	}
	n := s.M.Cycle()
	switch {
	case r.Options.From >= n:
		return request.Usage("sweep from cycle %d: the run has %s cycles", r.Options.From, number.Thousands(n))
	case r.Options.To > n:
		return request.Usage("sweep to cycle %d: the run has %s cycles", r.Options.To, number.Thousands(n))
	}
	return nil
}

// Verdict is PASSED or FAILED.
func (r *SweepResult) Verdict() string {
	if r.Failed() {
		return "FAILED"
	}
	return "PASSED"
}

// firsts are what is tried one by one.
func (r *SweepResult) firsts() string {
	if r.Options.Pairs {
		return "first interrupts with all second ones"
	}
	return "interrupts"
}

// Unit is what is counted.
func (r *SweepResult) Unit() string {
	if r.Report.Pairs {
		return "pairs of interrupts"
	}
	return "interrupts"
}

// Failed tells whether the sweep is no success: a run differs, or no interrupt cut anything, so that what was asked for was not
// checked.
func (r *SweepResult) Failed() bool { return r.Report.Different > 0 || r.Report.Cuts == 0 }
