package report

import (
	"fmt"
	"io"
	"time"

	"tilemark/tb/cosim"
)

// SweepOptions say which cuts are tried.
type SweepOptions struct {
	Input
	From, To, Every uint64
	Jobs            int
	Full            int // every so many cuts is run to its end; 0: none
	Progress        func(done, total int)
}

// SweepResult is the outcome of a sweep.
type SweepResult struct {
	*Work
	Options SweepOptions
	Report  *cosim.Report
	Seconds float64
}

// Sweep interrupts a scene at many cycles, each in a run of its own.
func Sweep(o SweepOptions) (*SweepResult, error) {
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	r := &SweepResult{Work: w, Options: o}
	s := &cosim.Sweep{
		Config: w.Config, Vector: w.Vector, From: o.From, To: o.To, Every: o.Every, Jobs: o.Jobs, Full: o.Full, Progress: o.Progress,
	}
	if o.From != 0 && o.To != 0 && o.From >= o.To {
		return nil, Usage("nothing to sweep: from cycle %d to %d", o.From, o.To)
	}
	if err := r.inside(); err != nil {
		return nil, err
	}
	start := time.Now()
	r.Report, err = s.Run()
	r.Seconds = time.Since(start).Seconds()
	if err != nil {
		return nil, fmt.Errorf("%w\nrepeat with: %s", err, w.command())
	}
	return r, nil
}

// inside refuses a range behind the run's end.
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
		return Usage("sweep from cycle %d: the run has %d cycles", r.Options.From, n)
	case r.Options.To > n:
		return Usage("sweep to cycle %d: the run has %d cycles", r.Options.To, n)
	}
	return nil
}

// Print writes the smallest failing cut, if there is one, and the line that ends a
// sweep.
func (r *SweepResult) Print(w io.Writer) {
	p := r.Report
	fmt.Fprintf(w, "%s, %s, %s: the uninterrupted run has %s cycles\n", r.Input.Scene, r.Input.Size,
		plural(len(r.Scenes), "context"), thousands(p.Cycles))
	fmt.Fprintf(w, "%s cycles evaluated in forks, %s shared a known future, %.1f seconds, %.0f cuts a second\n",
		thousands(p.Evaluated), thousands(uint64(p.Shared)), r.Seconds, float64(p.Cuts)/max(r.Seconds, 1e-9))
	fmt.Fprintf(w, "%s of %s tiles of the first context were the next one at some cut\n", thousands(uint64(p.TilesCut)), thousands(uint64(p.Tiles)))
	r.PrintFailure(w)
	fmt.Fprintln(w, p)
}

// PrintFailure writes the smallest failing cut and the command that repeats it.
func (r *SweepResult) PrintFailure(w io.Writer) {
	if f := r.Report.First; f != nil {
		fmt.Fprintf(w, "FAILED: cut in cycle %d: %v\nrepeat with: %s\n", f.Cycle, f.Err, r.command(f.Cycle))
	}
}

// SweepSummary is what sweep --json prints: the keys of run, and the sweep's own.
type SweepSummary struct {
	Summary
	Sweep SweepCounts `json:"sweep"`
}

// SweepCounts counts cuts.
type SweepCounts struct {
	Cuts          int    `json:"cuts"`
	Equal         int    `json:"equal"`
	Different     int    `json:"different"`
	Converged     int    `json:"converged_early"`
	Shared        int    `json:"shared"`
	FirstFailure  uint64 `json:"first_failure,omitempty"`
	RepeatCommand string `json:"repeat,omitempty"`
}

// Summary gives the sweep's numbers. Cycles are those of the uninterrupted run,
// evaluated cycles those of all forks; checksums and counts are golden's, which that run
// was compared with.
func (r *SweepResult) Summary() SweepSummary {
	c := &r.Vector.Image.Contexts[0]
	p := r.Report
	s := SweepSummary{
		Summary: r.Work.summary(frameOf(c, r.Vector.Golden)),
		Sweep:   SweepCounts{Cuts: p.Cuts, Equal: p.Equal, Different: p.Different, Converged: p.Converged, Shared: p.Shared},
	}
	s.Counts = s.Golden
	s.Cycles, s.EvaluatedCycles = p.Cycles, p.Evaluated
	s.GoldenEqual, s.UninterruptedEqual = p.Different == 0, p.Different == 0
	s.Seconds = r.Seconds
	if r.Seconds > 0 {
		s.CyclesPerSecond = float64(p.Evaluated) / r.Seconds
	}
	if f := p.First; f != nil {
		s.Sweep.FirstFailure, s.Sweep.RepeatCommand = f.Cycle, r.command(f.Cycle)
	}
	return s
}
