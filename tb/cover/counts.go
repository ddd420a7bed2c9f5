package cover

import (
	"fmt"

	"tilemark/text/number"
)

// Counts are the hits of one run or of many.
type Counts struct {
	Hits   []uint64 // by bin of the space
	others map[string]uint64
	sp     *Space
}

// NewCounts returns counts of a space without hits.
func NewCounts(sp *Space) *Counts {
	return &Counts{Hits: make([]uint64, len(sp.names)), others: map[string]uint64{}, sp: sp}
}

// Merge adds the hits of others of the same space.
func (c *Counts) Merge(other *Counts) {
	for i, n := range other.Hits {
		c.Hits[i] += n
	}
	for name, n := range other.others {
		c.others[name] += n
	}
}

// Hit counts bin i of a group that is not sampled by a session, such as what a generator
// has chosen.
func (c *Counts) Hit(g *Group, i int) { c.Hits[g.first+i]++ }

// Encode returns the hits by the bins' names, without those that have none.
func (c *Counts) Encode() map[string]uint64 {
	out := make(map[string]uint64, len(c.others))
	for name, n := range c.others {
		out[name] = n
	}
	for i, n := range c.Hits {
		if n > 0 {
			out[c.sp.names[i]] = n
		}
	}
	return out
}

// Decode reads hits by name. Those of bins that the space does not have, since another
// commit has written them, are kept: Encode gives them again.
func Decode(sp *Space, hits map[string]uint64) *Counts {
	c := NewCounts(sp)
	for name, n := range hits {
		if i, ok := sp.index[name]; ok {
			c.Hits[i] = n
		} else {
			c.others[name] = n
		}
	}
	return c
}

// Unknown returns how many names of bins the space does not have.
func (c *Counts) Unknown() int { return len(c.others) }

// Check tells whether a bin was hit that is excluded.
func (c *Counts) Check() error {
	wrong, first := 0, 0
	for i, n := range c.Hits {
		if n > 0 && c.sp.why[i] != "" {
			if wrong == 0 {
				first = i
			}
			wrong++
		}
	}
	if wrong == 0 {
		return nil
	}
	return fmt.Errorf("%s excluded bins are hit; the first is %s: %s", number.Thousands(wrong), c.sp.names[first], c.sp.why[first])
}
