package report

import (
	"fmt"
	"io"
	"strings"

	"tilemark/regmap/document"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/sweep"
	"tilemark/tb/runs"
	"tilemark/text/number"
)

// Sweep is what is said of a sweep.
type Sweep struct{ *runs.SweepResult }

// Print writes the smallest failing cut, if there is one, and the line that ends a
// sweep.
func (r Sweep) Print(w io.Writer) {
	p := r.Report
	fmt.Fprintf(w, "%s, %s, %s: the uninterrupted run has %s cycles\n", r.Input.Scene, r.Input.Size,
		number.Count(len(r.Scenes), "context"), number.Thousands(p.Cycles))
	earlier := ""
	if r.Earlier > 0 {
		earlier = fmt.Sprintf(" (%.1f of them before it was resumed)", r.Earlier)
	}
	fmt.Fprintf(w, "%s cycles evaluated, %s shared a known future, %.1f seconds%s, %.0f %s a second\n",
		number.Thousands(p.Evaluated), number.Thousands(p.Shared), r.Seconds, earlier, float64(p.Tried)/max(r.Seconds, 1e-9), r.Unit())
	if p.Confirmed > 0 {
		held := "each agreed with what was known of its future"
		if p.Different > 0 {
			held = "with differences: see below"
		}
		fmt.Fprintf(w, "%s were run to their end besides, %s cycles; %s\n", number.Thousands(p.Confirmed), number.Thousands(p.Confirm), held)
	}
	if naive := p.Naive(); naive > 0 {
		fmt.Fprintf(w, "each run from the start to its end would take %s cycles: %.1f times those evaluated, %.1f times with those that confirm\n",
			number.Thousands(naive), r.ratio(), float64(naive)/float64(p.Evaluated+p.Confirm))
	}
	if why := p.MissText(); why != "" {
		fmt.Fprintln(w, why)
	}
	if p.Pairs {
		r.PrintFailure(w)
		fmt.Fprintln(w, r.verdict())
		return
	}
	fmt.Fprintf(w, "%s of %s tiles were the next one at some cut", number.Thousands(p.TilesCut), number.Thousands(p.Tiles))
	if why := p.UncutText(); why != "" && p.Whole {
		fmt.Fprintf(w, "; of the others, %s", why)
	}
	fmt.Fprintln(w)
	r.PrintFailure(w)
	fmt.Fprintln(w, r.verdict())
}

// verdict is the last line.
func (r Sweep) verdict() string { return r.Verdict() + ": " + r.Report.String() }

// ratio is what the naive way would evaluate to what was evaluated, without the runs
// that confirm; 0: not measured.
func (r Sweep) ratio() float64 {
	return float64(r.Report.Naive()) / float64(max(r.Report.Evaluated, 1))
}

// failing is the smallest failing cut, or pair.
func failing(o *sweep.Outcome) []uint64 {
	if o.Second > 0 {
		return []uint64{o.Cycle, o.Second}
	}
	return []uint64{o.Cycle}
}

// PrintFailure writes the smallest failing cut, or pair, and the command that repeats it.
func (r Sweep) PrintFailure(w io.Writer) {
	if f := r.Report.First; f != nil {
		noteOrder(w, r.Vector)
		at := failing(f)
		fmt.Fprintf(w, "FAILED: cut in cycle %s: %v\nrepeat with: %s\n", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(at)), " and "), "[]"), f.Err, r.Command(at...))
	} else if r.Failed() {
		fmt.Fprintln(w, "no interrupt cut anything, so no cut was checked; cycles in which a context executes were expected among those swept")
	}
}

// SweepSummary is what sweep --json prints: the keys of run, and the sweep's own.
type SweepSummary struct {
	Summary
	Verdict string      `json:"verdict"` // PASSED or FAILED
	Sweep   SweepCounts `json:"sweep"`
}

// SweepDocument is what sweep prints with --json.
var SweepDocument = document.Kind[SweepSummary]{Name: "sweep", Version: 3, About: "A scene that was interrupted at every cycle, each time in a run of its own."}

// SweepMiss counts interrupts that cut nothing, for a reason.
type SweepMiss struct {
	Reason string `json:"reason"` // a name that does not change
	Text   string `json:"text"`   // it in words
	Count  int    `json:"count"`
}

// SweepCounts counts cuts.
type SweepCounts struct {
	Interrupts    int         `json:"interrupts"` // that were tried, or pairs of them: cuts and what cut nothing
	Cuts          int         `json:"cuts"`       // interrupts that cut a context, or pairs that cut twice: equal and different
	NothingToCut  int         `json:"nothing_to_cut"`
	Misses        []SweepMiss `json:"misses"` // why those cut nothing
	Equal         int         `json:"equal"`
	Different     int         `json:"different"`
	Converged     int         `json:"converged_early"`
	Shared        int         `json:"shared"`
	Pairs         bool        `json:"pairs,omitempty"`
	Confirmed     int         `json:"confirmed"`
	ConfirmCycles uint64      `json:"confirm_cycles"`
	NaiveCycles   uint64      `json:"naive_cycles,omitempty"`
	NaiveRatio    float64     `json:"naive_ratio,omitempty"`
	FirstFailure  uint64      `json:"first_failure,omitempty"`
	SecondCut     uint64      `json:"first_failure_second,omitempty"`
	RepeatCommand string      `json:"repeat,omitempty"`
}

// Summary gives the sweep's numbers. Cycles are those of the uninterrupted run,
// evaluated cycles those of all forks; of a resumed sweep these and seconds are those of
// all processes; checksums and counts are golden's, which that run
// was compared with.
func (r Sweep) Summary() SweepSummary {
	c := &r.Vector.Image.Contexts[0]
	p := r.Report
	s := SweepSummary{
		Summary: summaryOf(r.Work, runs.FrameOf(c, r.Vector.Golden)), Verdict: r.Verdict(),
		Sweep: SweepCounts{Interrupts: p.Tried, Cuts: p.Cuts, NothingToCut: p.Misses(), Misses: []SweepMiss{}, Equal: p.Equal, Different: p.Different, Converged: p.Converged, Shared: p.Shared,
			Pairs: p.Pairs, Confirmed: p.Confirmed, ConfirmCycles: p.Confirm, NaiveCycles: p.Naive(), NaiveRatio: r.ratio()},
	}
	for m := range monitor.NumMisses {
		if n := p.Missed[m]; n > 0 {
			s.Sweep.Misses = append(s.Sweep.Misses, SweepMiss{m.Name(), m.String(), n})
		}
	}
	s.Counts = s.Golden
	s.Cycles, s.EvaluatedCycles = p.Cycles, p.Evaluated
	s.GoldenEqual, s.UninterruptedEqual = p.Different == 0, p.Different == 0
	s.Seconds = r.Seconds
	if r.Seconds > 0 {
		s.CyclesPerSecond = float64(p.Evaluated) / r.Seconds
	}
	if f := p.First; f != nil {
		s.Sweep.FirstFailure, s.Sweep.SecondCut, s.Sweep.RepeatCommand = f.Cycle, f.Second, r.Command(failing(f)...)
	}
	return s
}
