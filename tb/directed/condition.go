package directed

import (
	"slices"
	"strings"

	"tilemark/golden"
	"tilemark/tb/cosim"
)

// holds tells whether all that a step waits for holds in this cycle.
func (v *Vector) holds(s *cosim.Session, st *Step) bool {
	if s.M.Cycle() < st.Cycle {
		return false
	}
	if len(st.State) > 0 {
		trace := s.M.Trace()
		for _, piece := range st.State {
			if !strings.Contains(trace, piece) {
				return false
			}
		}
	}
	if st.Cursor != nil && !st.Cursor.at(s) {
		return false
	}
	return s.Blits(0) >= st.Blits && v.fills(s, st)
}

// fills tells whether the FIFOs that a step names are full and empty as it says.
func (v *Vector) fills(s *cosim.Session, st *Step) bool {
	if len(st.Full)+len(st.Empty) == 0 {
		return true
	}
	left := len(st.Full) + len(st.Empty)
	for _, c := range s.M.Views() {
		if slices.Contains(st.Full, c.Name()) && c.Len() == c.Depth() {
			left--
		}
		if slices.Contains(st.Empty, c.Name()) && c.Len() == 0 {
			left--
		}
	}
	return left == 0
}

// at tells whether the break point's cursor in the first context is here.
func (c *Cursor) at(s *cosim.Session) bool { return c.is(s, s.Cursor(0)) }

// is tells whether a cursor of the first context is here.
func (c *Cursor) is(s *cosim.Session, at golden.Cursor) bool {
	same := func(want *uint32, got uint32) bool { return want == nil || *want == got }
	if c.Draw != nil && !inDraw(s.V.Traces[0], at, *c.Draw) {
		return false
	}
	return same(c.Instance, at.Instance) && same(c.Primitive, at.Primitive) && same(c.Triangle, at.Triangle) && same(c.Tile, at.Tile)
}

// inDraw tells whether a cursor lies in draw number n of a trace.
func inDraw(t *golden.Trace, at golden.Cursor, n uint32) bool {
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != golden.KindDraw {
			continue
		}
		if n == 0 {
			return e.Cursor.Buffer == at.Buffer && e.Cursor.Offset == at.Offset
		}
		n--
	}
	return false
}
