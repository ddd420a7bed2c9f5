package sweep

import (
	"fmt"
	"strings"

	"tilemark/golden"
	"tilemark/tb/cosim/monitor"
	"tilemark/text/number"
)

// Misses is the number of interrupts that were tried and are not among the cuts.
func (r *Report) Misses() (n int) {
	for _, k := range r.Missed {
		n += k
	}
	return n
}

// MissText says how many interrupts cut nothing, and why; "" when all did.
func (r *Report) MissText() string {
	var parts []string
	for m := range monitor.NumMisses {
		if n := r.Missed[m]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", number.Thousands(n), m))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return r.missed() + ": " + strings.Join(parts, ", ")
}

// missed says how many interrupts cut nothing.
func (r *Report) missed() string {
	if r.Pairs {
		return number.Count(r.Misses(), "second interrupt") + " cut nothing more"
	}
	return number.Count(r.Misses(), "interrupt") + " found nothing to cut"
}

// Outcome is what became of one cut, or of a pair of cuts.
type Outcome struct {
	Cycle     uint64
	Second    uint64       // of a pair: the cycle of its second cut, in the run with the first
	Err       error        // nil: equal
	Cut       bool         // the interrupt cut a context; of a pair, both did
	Miss      monitor.Miss // why not
	Shared    bool         // its restore began in a state whose future was known
	Converged bool         // it came later into a state whose future was known
	Confirmed bool         // it was run to its end besides
	Evaluated uint64       // cycles until its future was known
	Confirm   uint64       // cycles from there to its end
	Repeated  uint64       // of these, ones that were evaluated before: the run had taken another's course
	Naive     uint64       // cycles of the run from the start to the end; 0: not measured

	served uint32 // cuts that interrupts asked for, from this one on
	later  uint32 // cuts of the uninterrupted run after that, when the run has come to a state of it
}

// counts tells whether it is one of the cuts: a run that fails is, whatever its interrupt did.
func (o *Outcome) counts() bool { return o.Cut || o.Err != nil }

// Report is the result of a sweep.
type Report struct {
	Pairs     bool // pairs of cuts were tried
	Tried     int  // interrupts, or pairs of them
	Cuts      int  // of these, cuts or pairs of cuts; Equal and Different together
	Equal     int
	Different int
	Converged int // shared futures included
	Shared    int
	Confirmed int    // run to their end, whatever was known
	Cycles    uint64 // of the uninterrupted run
	Evaluated uint64 // cycles evaluated until every future was known
	Confirm   uint64 // cycles evaluated to confirm
	Repeated  uint64 // of these, ones that were evaluated before
	Whole     bool   // every cycle of the run was tried
	First     *Outcome
	Tiles     int // tiles of golden
	TilesCut  int // tiles that were the next one at some cut
	// Missed counts interrupts that are no cuts, by the reason.
	Missed [monitor.NumMisses]int
	// Uncut counts the other tiles by what held interrupts when they passed in the uninterrupted run.
	Uncut [monitor.NumHolds]int

	naive    uint64 // cycles of measured runs from the start to the end
	measured int
}

// String is what the sweep's last line says after the verdict.
func (r *Report) String() string {
	what := "cuts"
	if r.Pairs {
		what = "pairs"
	}
	line := fmt.Sprintf("%s %s: %s equal, %s different, %s converged early", number.Thousands(r.Cuts), what, number.Thousands(r.Equal), number.Thousands(r.Different), number.Thousands(r.Converged))
	if r.Cuts == 0 {
		line = fmt.Sprintf("0 %s: nothing was checked", what)
	}
	if r.Misses() > 0 {
		line += "; " + r.missed()
	}
	return line
}

// Naive is the number of cycles that running each cut from the start to the end would
// evaluate: the mean of the runs that were measured, times all that were tried. 0: none was.
func (r *Report) Naive() uint64 {
	if r.measured == 0 {
		return 0
	}
	return uint64(float64(r.naive) / float64(r.measured) * float64(r.Tried))
}

// holds are what kept interrupts from cutting contexts when events passed in a run.
type holds map[monitor.EventPlace]monitor.Hold

// why tells what held interrupts when an event passed, or the one before it: an interrupt is
// some cycles on its way.
func (h holds) why(e monitor.EventPlace) monitor.Hold {
	at, passed := h[e]
	if !passed {
		return monitor.HoldStopped
	}
	if at == monitor.HoldNone {
		return h[monitor.EventPlace{Context: e.Context, Event: e.Event - 1}]
	}
	return at
}

// UncutText says why tiles were the next one at no cut; "" when all were.
func (r *Report) UncutText() string {
	var parts []string
	for h := range monitor.NumHolds {
		if n := r.Uncut[h]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s passed %s", number.Thousands(n), h))
		}
	}
	return strings.Join(parts, ", ")
}

func (r *Report) merge(t *Report) {
	r.Tried += t.Tried
	r.Cuts += t.Cuts
	for m := range r.Missed {
		r.Missed[m] += t.Missed[m]
	}
	r.Equal += t.Equal
	r.Different += t.Different
	r.Converged += t.Converged
	r.Shared += t.Shared
	r.Confirmed += t.Confirmed
	r.Evaluated += t.Evaluated
	r.Confirm += t.Confirm
	r.Repeated += t.Repeated
	r.naive += t.naive
	r.measured += t.measured
	if t.First != nil && (r.First == nil || t.First.before(r.First)) {
		r.First = t.First
	}
}

// countTiles tells how many of golden's tiles were the next one at some cut.
func (r *Report) countTiles(traces []*golden.Trace, next map[monitor.EventPlace]bool, held holds) {
	for k, t := range traces {
		for i := range t.Events {
			if t.Events[i].Kind != golden.KindTile {
				continue
			}
			r.Tiles++
			if next[monitor.EventPlace{Context: k, Event: i}] {
				r.TilesCut++
			} else {
				r.Uncut[held.why(monitor.EventPlace{Context: k, Event: i})]++
			}
		}
	}
}

// add counts an interrupt, or a pair of them.
func (r *Report) add(o Outcome) {
	r.Tried++
	r.Evaluated += o.Evaluated
	r.Confirm += o.Confirm
	r.Repeated += o.Repeated
	if o.Confirmed {
		r.Confirmed++
	}
	if o.Naive > 0 {
		r.naive, r.measured = r.naive+o.Naive, r.measured+1
	}
	if !o.counts() {
		r.Missed[o.Miss]++
		return
	}
	r.Cuts++
	if o.Err != nil {
		r.Different++
		if r.First == nil || o.before(r.First) {
			r.First = &o
		}
		return
	}
	if o.Shared {
		r.Shared++
	}
	if o.Shared || o.Converged {
		r.Converged++
	}
	r.Equal++
}

func (o *Outcome) before(p *Outcome) bool {
	return o.Cycle < p.Cycle || o.Cycle == p.Cycle && o.Second < p.Second
}
