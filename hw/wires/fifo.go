package wires

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"
)

// LinkConfig is the shape of a connection.
type LinkConfig struct {
	Depth   int // entries, at least 1
	Width   int // entries that can be put, and taken, in a cycle, at least 1
	Beats   int // cycles that an entry takes on its way, when it is wider than the wires; 0: 1
	Latency int // cycles from put to take, at least 1
	Stall   Stall
	Class   Class
}

// Fifo is a registered connection between two blocks of a domain. What is put in
// a cycle can be taken Latency cycles later; a slot freed in a cycle can be
// filled from the next on. Full and empty are registered.
//
// The compiler makes the methods of In, Out and Fifo for each type of entries in each package that
// mentions one, so what need not know the type is in link.
type Fifo[T any] struct {
	buf  *T // the first of its slots
	link link
}

// slot is the place of an entry, by its number since reset.
func (f *Fifo[T]) slot(n uint32) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(f.buf), uintptr(n&f.link.mask)*unsafe.Sizeof(*f.buf)))
}

// Join joins an output port of one block to an input port of another. The FIFO, and the port at
// either block, are called name.
func Join[T any](name string, cfg LinkConfig, out *Out[T], in *In[T]) (*Fifo[T], error) {
	l, err := newLink(name, cfg, reflect.TypeFor[T](), out, in)
	if err != nil {
		return nil, err
	}
	f := &Fifo[T]{buf: &make([]T, l.mask+1)[0], link: *l}
	f.link.entries, f.link.entry = unsafe.Pointer(f.buf), func(at unsafe.Pointer) any { return (*T)(at) }
	f.link.join(out.end, in.end)
	out.fifo, in.fifo = f, f
	return f, nil
}

// newLink makes a connection of a name and of entries of a type, between ports that are joined to nothing yet.
func newLink(name string, cfg LinkConfig, entry reflect.Type, out, in Port) (*link, error) {
	if cfg.Depth < 1 || cfg.Width < 1 || cfg.Latency < 1 || cfg.Beats < 0 {
		return nil, fmt.Errorf("fifo %s: depth %d, width %d, latency %d: each must be at least 1, and beats, %d, at least 0",
			name, cfg.Depth, cfg.Width, cfg.Latency, cfg.Beats)
	}
	for k, p := range []Port{out, in} {
		if p.at() == nil {
			return nil, fmt.Errorf("fifo %s: its %s belongs to no block; Domain.Add gives a block its ports", name, [...]string{"output", "input"}[k])
		}
	}
	if out.Joined() {
		return nil, fmt.Errorf("fifo %s: %s already leads to %s", name, out.at().name(), out.joined())
	}
	if in.Joined() {
		return nil, fmt.Errorf("fifo %s: %s is already fed by %s", name, in.at().name(), in.joined())
	}
	from, to := out.at().owner, in.at().owner
	d := to.base().dom
	if slices.ContainsFunc(d.links, func(l *link) bool { return l.name == name }) {
		return nil, fmt.Errorf("fifo %s: there is one of this name already; a name of its own was expected", name)
	}
	size := 1 << bits.Len(uint(cfg.Depth-1))
	l := &link{
		depth: uint32(cfg.Depth), width: uint32(cfg.Width), mask: uint32(size - 1), fill: newFillStats(cfg.Depth), eachTake: bit(out.at().each), eachPut: bit(in.at().each),
		slow: cfg.Latency > 1 || cfg.Stall.Percent > 0 || cfg.Beats > 1,
		about: &about{
			id: uint64(len(d.links)) + 1, name: name, dom: d,
			ends: [2]string{from.Name() + "." + name, to.Name() + "." + name},
			from: from.base().index, to: to.base().index, place: in.at().place,
			latency: uint64(cfg.Latency), beats: uint64(max(1, cfg.Beats)), bits: bitsOf(entry), class: cfg.Class, stall: cfg.Stall,
			typ: entry, size: entry.Size(), stamps: make([]uint64, size),
		},
	}
	l.stall.seed = d.seed
	l.special = l.slow
	l.bound()
	l.violations()
	return l, nil
}

// join gives the connection to its domain, and its ends to the blocks.
func (l *link) join(out, in *end) {
	from, to := out.owner, in.owner
	l.producer, l.consumer = out, in
	l.out = OutPort{port: port{name: l.ends[0], owner: from}, link: l}
	l.in = InPort{port: port{name: l.ends[1], owner: to}, link: l}
	l.in.buf = &level{name: l.in.name + ".Buf", link: l}
	l.out.onHook, l.in.onHook = l.watch, l.watch
	l.blocked = blockedBy(from.base().addPort(l.name, &l.out))
	l.starved = starvedBy(to.base().addPort(l.name, &l.in))
	d := l.dom
	d.links, d.views = append(d.links, l), append(d.views, l)
	d.regions = append(d.regions, l.regions()...)
	d.grow()
}

// View returns the FIFO whatever it carries.
func (f *Fifo[T]) View() View { return &f.link }

// Name returns the FIFO's name.
func (f *Fifo[T]) Name() string { return f.link.name }

// Len returns the number of entries as of the last clock edge.
func (f *Fifo[T]) Len() int { return f.link.Len() }

// Depth returns the number of entries that it can hold.
func (f *Fifo[T]) Depth() int { return int(f.link.depth) }

// Peek returns entry i, 0 being the oldest, as of the last clock edge.
func (f *Fifo[T]) Peek(i int) *T { return f.slot(f.link.ctr.head + uint32(i)) }

// OnPut has fn called at the clock edge after each put.
func (f *Fifo[T]) OnPut(fn func(cycle uint64, v *T)) {
	f.link.watchPuts(func(cycle uint64, at unsafe.Pointer) { fn(cycle, (*T)(at)) })
}

// OnTake has fn called at the clock edge after each take.
func (f *Fifo[T]) OnTake(fn func(cycle uint64, v *T)) {
	f.link.watchTakes(func(cycle uint64, at unsafe.Pointer) { fn(cycle, (*T)(at)) })
}

// Tokens tells the stall generator which entries are tokens: it starts anew
// after one.
func (f *Fifo[T]) Tokens(is func(*T) bool) {
	f.link.token = func(at unsafe.Pointer) bool { return is((*T)(at)) }
}
