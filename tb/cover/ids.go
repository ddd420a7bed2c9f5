package cover

import "tilemark/golden"

// idClass is where an ID stands at a cut.
type idClass uint8

// Classes of instance, primitive, triangle and tile.
const (
	idZero   idClass = iota // no draw is under way
	idNone                  // tile: the triangle has passed, and none of its tiles
	idFirst                 // the first one of several
	idMiddle                // one between them
	idLast                  // the last one
	idOnly                  // the first and the last one
	idClasses
)

var idClassNames = [idClasses]string{"zero", "none yet", "first", "middle", "last", "only"}

var idNames = [...]string{"instance", "primitive", "triangle", "tile"}

// ids are the classes of the four IDs.
type ids [len(idNames)]idClass

// classify tells for each number of events that have passed where the IDs stand. Primitives
// without a triangle, which golden does not draw, are not counted.
func classify(events []golden.Event) []ids {
	out := make([]ids, len(events)+1)
	var w walk
	first := make([][4]bool, len(events))
	for i := range events {
		first[i] = w.step(&events[i])
	}
	w = walk{}
	for i := len(events) - 1; i >= 0; i-- {
		last := w.step(&events[i])
		if k := events[i].Kind; k == golden.KindTriangle || k == golden.KindTile {
			for id := range last {
				out[i+1][id] = class(first[i][id], last[id])
			}
		}
		switch events[i].Kind {
		case golden.KindTriangle:
			out[i+1][3] = idNone
		case golden.KindTile: // the triangle itself, which is no tile, comes before the first
			out[i+1][3] = class(events[i].Cursor.Tile == 1, last[3])
		}
	}
	return out
}

func class(first, last bool) idClass {
	switch {
	case first && last:
		return idOnly
	case first:
		return idFirst
	case last:
		return idLast
	}
	return idMiddle
}

// walk goes over events in one direction and tells of each whether its IDs are the extreme
// ones: of the draw, the instance, the primitive and the triangle.
type walk struct {
	in      bool // a draw has begun
	extreme golden.Cursor
	at      golden.Cursor
}

func (w *walk) step(e *golden.Event) (is [4]bool) {
	if e.Kind != golden.KindTriangle && e.Kind != golden.KindTile {
		w.in = false
		return is
	}
	c := e.Cursor
	switch {
	case !w.in:
		w.extreme = c
	case c.Instance != w.at.Instance:
		w.extreme.Primitive, w.extreme.Triangle, w.extreme.Tile = c.Primitive, c.Triangle, c.Tile
	case c.Primitive != w.at.Primitive:
		w.extreme.Triangle, w.extreme.Tile = c.Triangle, c.Tile
	case c.Triangle != w.at.Triangle:
		w.extreme.Tile = c.Tile
	}
	w.in, w.at = true, c
	x := &w.extreme
	return [4]bool{c.Instance == x.Instance, c.Primitive == x.Primitive, c.Triangle == x.Triangle, c.Tile == x.Tile}
}
