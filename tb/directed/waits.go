package directed

import (
	"slices"

	"tilemark/tb/driver"
)

// awaited tells whether another context waits for fences of this one.
func (v *Vector) awaited(context int) bool {
	return slices.ContainsFunc(v.Contexts, func(c Context) bool {
		return c.WaitsFor != nil && *c.WaitsFor == context || c.InTurnWith != nil && *c.InTurnWith == context
	})
}

// join has WAITs wait for fences of other contexts. What a deadlock waits for is written at
// once: a run without steps would not end. Steps find it unwritten.
func (v *Vector) join(im *driver.Image) error {
	for i := range v.Contexts {
		c, x := &v.Contexts[i], &im.Contexts[i]
		switch {
		case c.WaitsFor != nil:
			fences, err := v.fences(im, *c.WaitsFor)
			if err != nil {
				return err
			}
			x.Wait = fences[len(fences)-1]
			im.WaitFor(x, []uint32{x.Wait})
			if v.deadlock(i) {
				im.WriteWord(x.Wait, 1)
			}
		case c.InTurnWith != nil:
			fences, err := v.fences(im, *c.InTurnWith)
			if err != nil {
				return err
			}
			if i < *c.InTurnWith { // it begins
				fences = append([]uint32{0}, fences...)
			}
			im.WaitFor(x, fences)
		}
	}
	return nil
}

// fences returns the addresses of the fences of a context that others wait for.
func (v *Vector) fences(im *driver.Image, context int) ([]uint32, error) {
	c, x := &v.Contexts[context], &im.Contexts[context]
	if !c.DrawFences {
		return im.RingFences(x), nil
	}
	if len(x.Fences) == 0 {
		return nil, c.Wrong("draw_fences", "context %d: draw_fences, and no draw has one; a draw with `fence: true` was expected", context)
	}
	return x.Fences, nil
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
	}
	return nil
}
