package report

import (
	"tilemark/tb/cosim"
)

// zoom samples a run's first switch more finely than the whole: from a little before
// the interrupt until the machine has settled behind it.
type zoom struct {
	*sampler
	p     *Pass
	start uint64 // cycle from which it samples; 0: never
	stop  uint64 // cycle until which; 0: not known yet
}

// Margins around the switch, and the longest time that is sampled, in cycles.
const (
	zoomLead  = 120
	zoomTail  = 120
	zoomLimit = 200000
)

func newZoom(p *Pass, plan cosim.Plan) *zoom {
	z := &zoom{p: p}
	first := plan.Every
	if len(plan.At) > 0 && (first == 0 || plan.At[0] < first) {
		first = plan.At[0]
	}
	if first > 0 {
		z.start = max(first, zoomLead+1) - zoomLead
	}
	return z
}

// sample returns the cycle at which to come again.
func (z *zoom) sample(cycle uint64) (next uint64) {
	switch {
	case z.start == 0 || z.stop != 0 && cycle >= z.stop:
		return never
	case cycle < z.start:
		return z.start
	case z.sampler == nil:
		z.sampler = newSampler(z.p.Session.M, 1)
	}
	if z.stop == 0 {
		z.settle(cycle)
	}
	return z.sampler.sample(cycle)
}

const never = ^uint64(0)

// settle finds the end of the first switch.
func (z *zoom) settle(cycle uint64) {
	if cycle > z.From+zoomLimit {
		z.stop = cycle
		return
	}
	if len(z.p.Log.Switches) == 0 {
		return
	}
	s := &z.p.Log.Switches[0]
	if s.Saved != 0 && (s.NextTile != 0 || s.Skip != 0) {
		z.stop = cycle + zoomTail
	}
}
