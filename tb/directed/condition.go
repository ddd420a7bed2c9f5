package directed

import (
	"slices"
	"strings"

	"tilemark/golden"
	"tilemark/hw/wires"
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
	return s.Mon.Blits(0) >= st.Blits && v.fills(s, st)
}

// fills tells whether the FIFOs that a step names are full and empty as it says. Of one that each cluster or multiprocessor has, one is full, or all
// are empty.
func (v *Vector) fills(s *cosim.Session, st *Step) bool {
	full := func(f wires.View) bool { return f.Len() == f.Depth() }
	used := func(f wires.View) bool { return f.Len() > 0 }
	for _, name := range st.Full {
		if !slices.ContainsFunc(fifosNamed(s, name), full) {
			return false
		}
	}
	for _, name := range st.Empty {
		if fs := fifosNamed(s, name); len(fs) == 0 || slices.ContainsFunc(fs, used) {
			return false
		}
	}
	return true
}

// fifosNamed are the machine's FIFOs with a name of the tables: several when clusters or multiprocessors have it, none when it is only there with the other
// break point.
func fifosNamed(s *cosim.Session, name string) (list []wires.View) {
	for _, f := range s.M.Views() {
		if n := f.Name(); n[strings.LastIndexByte(n, '.')+1:] == name {
			list = append(list, f)
		}
	}
	return list
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
