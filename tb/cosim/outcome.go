package cosim

import (
	"fmt"

	"tilemark/golden"
)

// Outcome is what became of one cut, or of a pair of cuts.
type Outcome struct {
	Cycle     uint64
	Second    uint64 // of a pair: the cycle of its second cut, in the run with the first
	Err       error  // nil: equal
	Cut       bool   // the interrupt cut a context; otherwise there was nothing to cut
	Shared    bool   // its restore began in a state whose future was known
	Converged bool   // it came later into a state whose future was known
	Confirmed bool   // it was run to its end besides
	Evaluated uint64 // cycles until its future was known
	Confirm   uint64 // cycles from there to its end
	Naive     uint64 // cycles of the run from the start to the end; 0: not measured
	Next      int    // event of the first context that was next at the cut; -1: no cut
}

// Report is the result of a sweep.
type Report struct {
	Pairs     bool // pairs of cuts were tried
	Cuts      int  // or pairs
	Equal     int
	Different int
	Converged int // shared futures included
	Shared    int
	Confirmed int    // run to their end, whatever was known
	Cycles    uint64 // of the uninterrupted run
	Evaluated uint64 // cycles evaluated until every future was known
	Confirm   uint64 // cycles evaluated to confirm
	Cut       int    // interrupts that cut a context; the others found nothing to cut
	First     *Outcome
	Tiles     int // tiles of the first context
	TilesCut  int // tiles that were the next one at some cut

	naive    uint64 // cycles of measured runs from the start to the end
	measured int
}

// String is the sweep's last line.
func (r *Report) String() string {
	what := "cuts"
	if r.Pairs {
		what = "pairs"
	}
	line := fmt.Sprintf("%d %s: %d equal, %d different, %d converged early", r.Cuts, what, r.Equal, r.Different, r.Converged)
	if none := r.Cuts - r.Cut; none > 0 && !r.Pairs {
		line += fmt.Sprintf(", %d found nothing to cut", none)
	}
	return line
}

// Naive is the number of cycles that running each cut from the start to the end would
// evaluate: the mean of the runs that were measured, times the cuts. 0: none was.
func (r *Report) Naive() uint64 {
	if r.measured == 0 {
		return 0
	}
	return uint64(float64(r.naive) / float64(r.measured) * float64(r.Cuts))
}

func (r *Report) merge(t *tally) {
	r.Cuts += t.Cuts
	r.Equal += t.Equal
	r.Different += t.Different
	r.Converged += t.Converged
	r.Shared += t.Shared
	r.Confirmed += t.Confirmed
	r.Evaluated += t.Evaluated
	r.Confirm += t.Confirm
	r.Cut += t.Cut
	r.naive += t.naive
	r.measured += t.measured
	if t.First != nil && (r.First == nil || t.First.before(r.First)) {
		r.First = t.First
	}
}

// countTiles tells how many of golden's tiles were the next one at some cut.
func (r *Report) countTiles(t *golden.Trace, next map[int]bool) {
	for i := range t.Events {
		if t.Events[i].Kind != golden.KindTile {
			continue
		}
		r.Tiles++
		if next[i] {
			r.TilesCut++
		}
	}
}

// tally counts the cuts, or pairs, with one first cut.
type tally struct {
	Report
	next []int
}

func (r *tally) add(o Outcome) {
	r.Cuts++
	r.Evaluated += o.Evaluated
	r.Confirm += o.Confirm
	if o.Confirmed {
		r.Confirmed++
	}
	if o.Naive > 0 {
		r.naive, r.measured = r.naive+o.Naive, r.measured+1
	}
	if o.Cut {
		r.Cut++
	}
	if o.Next >= 0 {
		r.next = append(r.next, o.Next)
	}
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
