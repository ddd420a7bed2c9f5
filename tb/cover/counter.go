package cover

import "tilemark/tb/cosim"

// Counter counts sessions one after the other.
type Counter struct {
	sp       *Space
	samplers []*Sampler
	counts   *Counts // of what no session samples
}

// NewCounter returns a counter without hits.
func NewCounter(sp *Space) *Counter { return &Counter{sp: sp, counts: NewCounts(sp)} }

// Attach has a session counted from now on.
func (c *Counter) Attach(s *cosim.Session) { c.samplers = append(c.samplers, Attach(s, c.sp)) }

// Hit counts bin i of a group that no session samples, such as what a generator has chosen.
func (c *Counter) Hit(g *Group, i int) { c.counts.Hit(g, i) }

// Take returns the hits since it was called last, by the bins' names, of every bin that can
// be hit; and the bins that were hit though they are excluded, by their whole names.
func (c *Counter) Take() (hits map[string]uint64, wrong []Excluded) {
	total := c.counts
	for _, p := range c.samplers {
		total.Merge(p.Counts())
	}
	c.samplers, c.counts = nil, NewCounts(c.sp)
	hits = total.Encode()
	for i, name := range c.sp.names {
		switch why := c.sp.why[i]; {
		case why == "":
			hits[name] = total.Hits[i]
		case total.Hits[i] > 0:
			delete(hits, name)
			wrong = append(wrong, Excluded{name, why})
		}
	}
	return hits, wrong
}
