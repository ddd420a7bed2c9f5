package hw

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// fixed is what is fixed about a row of a table of connections: a FIFO or a line. It may stand for several, one for each instance of the
// blocks that it joins.
type fixed struct {
	name    string
	class   class
	depth   int    // default; 0: it is a line
	least   int    // least legal depth
	bits    int    // of an entry
	carries string // what, for readers
	control []pipe.Kind
	stage   bool               // what is drawn goes through it
	reports bool               // it is a step of a datapath
	discard bool               // at a cut its reader throws away what is in it, up to INT_END
	after   string             // discard: when its reader has come to INT_END in this one
	only    []breakpoint.Place // it is built where the break point is one of these; nil: always
}

// row is a row of a table of connections of M: of a machine, or of a cluster.
type row[M any] struct {
	fixed
	join func(m M, w *wiring)
}

// class is a connection's class, seen from the break point.
type class uint8

const (
	above   class = iota // leads to the break point
	between              // leads from TG to ZL1: above the break point or below it
	below                // leads on from the break point, and serves what is below it
	answer               // what is asked for, and is taken at once
	save                 // leads to the back-end parser and on to memory
)

// at returns the class for a place of the break point.
func (c class) at(p breakpoint.Place) wires.Class {
	if c == between {
		if p == breakpoint.AtZL1 {
			return wires.Above
		}
		return wires.Below
	}
	return [...]wires.Class{above: wires.Above, below: wires.Below, answer: wires.Answer, save: wires.Save}[c]
}

// joiner joins an output to an input by a connection of a row.
type joiner[T any] func(out *wires.Out[T], in *wires.In[T])

// fifo makes a row. The function calls join for each instance; control are the types of its entries,
// apart from those that are part of a picture.
func fifo[M, T any](name string, c class, depth int, carries string, ends func(m M, join joiner[T]), control ...pipe.Kind) row[M] {
	return row[M]{
		fixed: fixed{
			name: name, class: c, depth: depth, least: 1, carries: carries, control: control, bits: wires.BitsOf(reflect.TypeFor[T]()),
			reports: reflect.TypeFor[T]() == reflect.TypeFor[pipe.Report](),
		},
		join: func(m M, w *wiring) {
			ends(m, func(out *wires.Out[T], in *wires.In[T]) { joinFifo(w, out, in) })
		},
	}
}

// stage makes the row of a FIFO between two stages of the pipe.
func stage[M, T any](name string, c class, depth int, carries string, ends func(m M, join joiner[T]), control ...pipe.Kind) row[M] {
	r := fifo(name, c, depth, carries, ends, control...)
	r.stage = true
	return r
}

// line makes the row of a line.
func line[M any](name string, c class, carries string, ends func(m M) (*wires.LineOut, []*wires.LineIn)) row[M] {
	return row[M]{
		fixed: fixed{name: name, class: c, carries: carries},
		join: func(m M, w *wiring) {
			out, ins := ends(m)
			_, err := wires.JoinLine(name, out, ins...)
			w.failed(err)
		},
	}
}

// atLeast gives a row a least legal depth.
func (c row[M]) atLeast(depth int) row[M] {
	c.least = depth
	return c
}

// discarded marks a row whose reader throws away what is in it, at a cut.
func (c row[M]) discarded() row[M] {
	c.discard = true
	return c
}

// discardedAfter is discarded for a reader with several inputs: they are thrown away one after the other.
func (c row[M]) discardedAfter(before string) row[M] {
	c.discard, c.after = true, before
	return c
}

// onlyAt has a row built for some places of the break point.
func (c row[M]) onlyAt(places ...breakpoint.Place) row[M] {
	c.only = places
	return c
}

// built tells whether a machine with the break point at a place has the connection.
func (c *fixed) built(p breakpoint.Place) bool {
	return c.only == nil || slices.Contains(c.only, p)
}

// wiring makes connections, and keeps the first error.
type wiring struct {
	stall Stall
	place breakpoint.Place
	row   *fixed
	of    Link // its shape
	err   error
}

func (w *wiring) failed(err error) {
	if w.err == nil {
		w.err = err
	}
}

func joinFifo[T any](w *wiring, out *wires.Out[T], in *wires.In[T]) {
	c, shape := w.row, w.of
	width, beats := shape.entries(c.bits)
	f, err := wires.Join(wires.InstanceName(c.name, out, in), wires.LinkConfig{
		Depth: shape.Depth, Width: width, Beats: beats, Latency: shape.Latency,
		Stall: wires.Stall{Percent: uint32(w.stall.Percent), Max: uint32(w.stall.Max)},
		Class: c.class.at(w.place),
	}, out, in)
	if err != nil {
		w.failed(err)
		return
	}
	if slices.Contains(c.control, pipe.IntEnd) && w.stall.Percent > 0 {
		f.Tokens(func(v *T) bool { return any(v).(pipe.Carrier).Type() == pipe.IntEnd })
	}
}

// check looks for a class that cannot be: what leads to the back-end parser is of class save, and what INT_END comes down leads
// to the break point or on from it.
func (c *fixed) check() error {
	token := slices.Contains(c.control, pipe.IntEnd)
	switch {
	case c.reports && c.class != save:
		return fmt.Errorf("%s carries reports to the back-end parser; class save was expected", c.name)
	case token && (c.class == answer || c.class == save):
		return fmt.Errorf("%s carries INT_END; class above, between or below was expected", c.name)
	}
	return nil
}

// join makes the connections of a table for one instance.
func join[M any](w *wiring, m M, rows []row[M], shapes []Link) {
	for i := range rows {
		w.failed(rows[i].check())
		if w.row, w.of = &rows[i].fixed, shapes[i]; w.row.built(w.place) {
			rows[i].join(m, w)
		}
	}
}

// CheckJoined says what is wrong with the connections of a domain: names, ports that nothing leads to, FIFOs that wait for each other in a circle or for
// what is above the break point (rule X2).
func CheckJoined(d *wires.Domain) error {
	if wrong := d.Misnamed(); len(wrong) > 0 {
		return fmt.Errorf("%s; a port called after its connection was expected, or the tag port:\"shared\"", strings.Join(wrong, ", "))
	}
	if loose := d.Loose(); len(loose) > 0 {
		return fmt.Errorf("joined to nothing: %s; each port needs a row in the table of connections, or the tag port:\"optional\"", strings.Join(loose, ", "))
	}
	return d.CheckWaits()
}

// named finds a row by its name, or by that of an instance of it.
func named[M any](rows []row[M], name string) (*row[M], int, bool) {
	name = name[strings.LastIndexByte(name, '.')+1:]
	i := slices.IndexFunc(rows, func(c row[M]) bool { return c.name == name })
	if i < 0 {
		return nil, 0, false
	}
	return &rows[i], i, true
}
