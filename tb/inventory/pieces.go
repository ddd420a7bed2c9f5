package inventory

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"tilemark/hw/wires"
)

// Piece is an item of a block that was built.
type Piece struct {
	*Item
	Values []reflect.Value // can be changed, but for unexported fields, of which Writable makes such
	Pages  *wires.Pages    // nil: it is in values

	count int // elements
}

// Field is an Outside of a block that was built.
type Field struct {
	*Outside
	Values []reflect.Value
}

// Pieces finds all state of a block, which was added to a domain. It returns an error when the tables miss some of it, or name something that is not there.
func (x *Block) Pieces(b wires.Block) ([]Piece, error) {
	out := make([]Piece, len(x.Items))
	paths := make([]string, len(x.Items))
	for i := range x.Items {
		out[i].Item, paths[i] = &x.Items[i], x.Items[i].Path
	}
	w := newWalk(paths)
	w.sized = true
	if !x.Stored {
		_, state := b.Parts()
		w.visit("", reflect.ValueOf(state).Elem(), -1)
	}
	var errs []error
	for _, s := range b.(domained).Domain().Stored(b) {
		name, _, _ := strings.Cut(s.Name, "[")
		if s.Pages == nil {
			w.visit(name, s.Array, -1)
		} else if i, ok := w.rows[name]; !ok {
			errs = append(errs, fmt.Errorf("%s: pages %s have no row", x.Name, name))
		} else {
			out[i].Pages = s.Pages
		}
	}
	for i := range out {
		out[i].count = w.counts[i]
		if out[i].Values = w.values[i]; out[i].Values == nil && out[i].Pages == nil {
			errs = append(errs, fmt.Errorf("%s: no state is called %s", x.Name, paths[i]))
		}
	}
	for _, path := range w.missing {
		errs = append(errs, fmt.Errorf("%s: %s has no row", x.Name, path))
	}
	return out, errors.Join(errs...)
}

// domained is what all blocks have in their base.
type domained interface{ Domain() *wires.Domain }

// Fields finds the fields of a block's struct that are neither its ports nor its state, nor what it registers.
func (x *Block) Fields(b wires.Block) ([]Field, error) {
	out := make([]Field, len(x.Outside))
	paths := make([]string, len(x.Outside))
	for i := range x.Outside {
		out[i].Outside, paths[i] = &x.Outside[i], x.Outside[i].Path
	}
	w := newWalk(paths)
	v := reflect.ValueOf(b).Elem()
	known := map[uintptr]bool{}
	ports, state := b.Parts()
	for _, p := range []any{ports, state} {
		known[reflect.ValueOf(p).Pointer()] = true
	}
	for _, s := range b.(domained).Domain().Stored(b) {
		if s.Pages != nil {
			known[reflect.ValueOf(s.Pages).Pointer()] = true
		} else {
			known[s.Array.Addr().Pointer()] = true
		}
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Type != reflect.TypeFor[wires.BlockBase]() && !registered(v.Field(i), known) {
			w.visit(f.Name, v.Field(i), -1)
		}
	}
	var errs []error
	for i := range out {
		if out[i].Values = w.values[i]; out[i].Values == nil {
			errs = append(errs, fmt.Errorf("%s: no field outside of the state is called %s", x.Name, paths[i]))
		}
	}
	for _, path := range w.missing {
		errs = append(errs, fmt.Errorf("%s: %s is outside of the state and has no row", x.Name, path))
	}
	return out, errors.Join(errs...)
}

// registered tells whether all that a field has is at known places.
func registered(v reflect.Value, known map[uintptr]bool) bool {
	switch {
	case known[v.Addr().Pointer()]:
		return true
	case v.Kind() == reflect.Slice:
		return known[v.Pointer()]
	case v.Kind() == reflect.Array && v.Type().Elem().Kind() == reflect.Slice:
		for i := range v.Len() {
			if !registered(v.Index(i), known) {
				return false
			}
		}
		return true
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if !registered(v.Field(i), known) {
				return false
			}
		}
		return v.NumField() > 0
	}
	return false
}

// walk finds the values of rows.
type walk struct {
	rows    map[string]int
	above   map[string]bool // paths of which rows have fields
	values  [][]reflect.Value
	counts  []int // of elements of each row
	sized   bool  // they are counted: all is plain data
	missing []string
}

func newWalk(paths []string) *walk {
	w := &walk{rows: map[string]int{}, above: map[string]bool{"": true}, values: make([][]reflect.Value, len(paths)), counts: make([]int, len(paths))}
	for i, path := range paths {
		w.rows[path] = i
		for at, c := range path {
			if c == '.' {
				w.above[path[:at]] = true
			}
		}
	}
	return w
}

// visit gives a value to the row of its path, or what is in it to rows of longer ones; what has none is of the row above.
func (w *walk) visit(path string, v reflect.Value, above int) {
	i, own := w.rows[path]
	if own {
		above = i
	}
	switch {
	case w.above[path] && v.Kind() == reflect.Array:
		for i := range v.Len() {
			w.visit(path, v.Index(i), above)
		}
	case w.above[path] && v.Kind() == reflect.Struct:
		if own {
			w.counts[i]++
		}
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			w.visit(name, v.Field(i), above)
		}
	case above >= 0:
		w.values[above] = append(w.values[above], v)
		if own && w.sized {
			count, _ := shape(v.Type())
			w.counts[i] += count
		}
	default:
		w.missing = append(w.missing, path)
	}
}

// Writable is a value that may be set, though its field is not exported.
func Writable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

var (
	cycleType    = reflect.TypeFor[wires.Cycle]()
	digesterType = reflect.TypeFor[wires.Digester]()
)

func isQueue(t reflect.Type) bool { return reflect.PointerTo(t).Implements(digesterType) }

// Resting tells whether a piece is as after reset in a cycle: all zeros, with no entry in its queues.
func (p *Piece) Resting(cycle uint64) bool {
	if p.Pages != nil {
		var got, zeros wires.Hasher
		p.Pages.Digest(&got)
		zeros.Word(0)
		return got.Sum() == zeros.Sum()
	}
	for _, v := range p.Values {
		if p.Reset == PassedBy && v.Type() == cycleType {
			if v.Uint() > cycle {
				return false
			}
		} else if !rests(v) {
			return false
		}
	}
	return true
}

// rests tells whether a value is 0. A queue keeps old entries, which are none.
func rests(v reflect.Value) bool {
	switch t := v.Type(); {
	case isQueue(t):
		return v.FieldByName("n").IsZero()
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if !rests(v.Field(i)) {
				return false
			}
		}
		return true
	case v.Kind() == reflect.Array && t.Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			if !rests(v.Index(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// Left names what a block has left that is to be as after reset, now that everything has ended.
func Left(b wires.Block, cycle uint64) ([]string, error) {
	x := Of(b)
	if x == nil {
		return nil, nil
	}
	pieces, err := x.Pieces(b)
	var left []string
	for i := range pieces {
		if p := &pieces[i]; p.Reset.Rests() && !p.Resting(cycle) {
			left = append(left, p.Path)
		}
	}
	return left, err
}
