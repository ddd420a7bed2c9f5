package directed

import (
	"encoding/binary"
	"slices"

	"tilemark/tb/driver"
)

// awaited tells whether another context waits for fences of this one.
func (v *Vector) awaited(context int) bool {
	return slices.ContainsFunc(v.Contexts, func(c Context) bool {
		return c.WaitsFor != nil && *c.WaitsFor == context || c.InTurnWith != nil && *c.InTurnWith == context
	})
}

// join has WAITs wait for fences of other contexts. It returns the words that are waited
// for and that only fences will write. What a deadlock waits for is written at once: a
// run without steps would not end. Steps find it unwritten.
func (v *Vector) join(im *driver.Image) (words []uint32) {
	for i := range v.Contexts {
		c, x := &v.Contexts[i], &im.Contexts[i]
		switch {
		case c.WaitsFor != nil:
			fences := im.RingFences(&im.Contexts[*c.WaitsFor])
			x.Wait = fences[len(fences)-1]
			im.WaitFor(x, []uint32{x.Wait})
			if v.deadlock(i) {
				binary.LittleEndian.PutUint32(im.Bytes[x.Wait:], 1)
			} else {
				words = append(words, x.Wait)
			}
		case c.InTurnWith != nil:
			fences := im.RingFences(&im.Contexts[*c.InTurnWith])
			words = append(words, fences...)
			if i < *c.InTurnWith { // it begins
				fences = append([]uint32{0}, fences...)
			}
			im.WaitFor(x, fences)
		}
	}
	return words
}

// deadlock tells whether a context waits, by way of others, for itself.
func (v *Vector) deadlock(context int) bool {
	at := v.Contexts[context].WaitsFor
	for range v.Contexts {
		if at == nil || *at == context {
			break
		}
		at = v.Contexts[*at].WaitsFor
	}
	return at != nil && *at == context
}

// checkWaits looks for contexts that cannot be waited for.
func (v *Vector) checkWaits(context int) error {
	c := &v.Contexts[context]
	key, other := "waits_for", c.WaitsFor
	if c.InTurnWith != nil {
		key, other = "in_turn_with", c.InTurnWith
	}
	switch {
	case other == nil:
		return nil
	case c.WaitsFor != nil && c.InTurnWith != nil:
		return c.Wrong(key, "in_turn_with beside waits_for; one of them was expected")
	case *other < 0 || *other >= len(v.Contexts) || *other == context || v.Contexts[*other].Empty:
		return c.Wrong(key, "%s: %d; the number of another context, which is not empty, was expected", key, *other)
	case v.Paging != nil:
		return c.Wrong(key, "%s beside paging; no page tables were expected, since they show no word of another context", key)
	}
	return nil
}
