package wires

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"

	"github.com/sarchlab/akita/v3/sim"
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
type Fifo[T any] struct {
	buf []T // first, as what else producer and consumer use is in link
	link
	plan    *plan // of an entry
	token   func(*T) bool
	onPut   []func(cycle uint64, v *T)
	onTake  []func(cycle uint64, v *T)
	starved Activity
	blocked Activity

	producer *Out[T]
	consumer *In[T]
	out      OutPort[T] // its ends as Akita ports
	in       InPort[T]
}

// Join joins an output port of one block to an input port of another. The FIFO, and the port at
// either block, are called name.
func Join[T any](name string, cfg LinkConfig, out *Out[T], in *In[T]) (*Fifo[T], error) {
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
		return nil, fmt.Errorf("fifo %s: %s already leads to %s", name, out.name(), out.fifo.name)
	}
	if in.Joined() {
		return nil, fmt.Errorf("fifo %s: %s is already fed by %s", name, in.name(), in.fifo.name)
	}
	from, to := out.owner, in.owner
	d := to.base().dom
	if slices.ContainsFunc(d.links, func(l *link) bool { return l.name == name }) {
		return nil, fmt.Errorf("fifo %s: there is one of this name already; a name of its own was expected", name)
	}
	n := len(d.links)
	size := 1 << bits.Len(uint(cfg.Depth-1))
	f := &Fifo[T]{buf: make([]T, size)}
	f.link = link{
		id: uint64(n) + 1, name: name, dom: d,
		ends: [2]string{from.Name() + "." + name, to.Name() + "." + name},
		from: from.base().index, to: to.base().index,
		depth: uint32(cfg.Depth), fill: newFillStats(cfg.Depth), width: uint32(cfg.Width), latency: uint64(cfg.Latency), bits: bitsOf(reflect.TypeFor[T]()),
		class: cfg.Class, stall: cfg.Stall, mask: uint32(size - 1),
		beats: uint64(max(1, cfg.Beats)), slow: cfg.Latency > 1 || cfg.Stall.Percent > 0 || cfg.Beats > 1,
	}
	f.stall.seed = d.seed
	f.special = f.slow
	f.bound()
	f.stamps = make([]uint64, size)
	f.violations()
	f.out = OutPort[T]{port: port{name: f.ends[0], owner: from}, fifo: f}
	f.in = InPort[T]{port: port{name: f.ends[1], owner: to}, fifo: f}
	f.in.buf = &level[T]{name: f.in.name + ".Buf", fifo: f}
	f.out.onHook, f.in.onHook = f.watch, f.watch
	f.blocked = blockedBy(from.base().addPort(name, &f.out))
	f.starved = starvedBy(to.base().addPort(name, &f.in))
	f.eachTake, f.eachPut = bit(out.each), bit(in.each)
	f.producer, f.consumer, out.fifo, in.fifo = out, in, f, f
	d.links, d.views = append(d.links, &f.link), append(d.views, f)
	d.regions = append(d.regions, fifoRegions(f)...)
	d.grow()
	return f, nil
}

// Name returns the FIFO's name.
func (f *Fifo[T]) Name() string { return f.name }

// Len returns the number of entries as of the last clock edge.
func (f *Fifo[T]) Len() int { return int(f.ctr.tail - f.ctr.head) }

// Depth returns the number of entries that it can hold.
func (f *Fifo[T]) Depth() int { return int(f.depth) }

// Peek returns entry i, 0 being the oldest, as of the last clock edge.
func (f *Fifo[T]) Peek(i int) *T { return &f.buf[(f.ctr.head+uint32(i))&f.mask] }

// OnPut has fn called at the clock edge behind each put.
func (f *Fifo[T]) OnPut(fn func(cycle uint64, v *T)) { f.onPut = append(f.onPut, fn); f.watch() }

// Observe has fn called with a pointer to each entry at the clock edge behind its put.
func (f *Fifo[T]) Observe(fn func(cycle uint64, entry any)) {
	f.OnPut(func(cycle uint64, v *T) { fn(cycle, v) })
}

// OnTake has fn called at the clock edge behind each take.
func (f *Fifo[T]) OnTake(fn func(cycle uint64, v *T)) { f.onTake = append(f.onTake, fn); f.watch() }

// ObserveTakes has fn called with a pointer to each entry at the clock edge behind its take.
func (f *Fifo[T]) ObserveTakes(fn func(cycle uint64, entry any)) {
	f.OnTake(func(cycle uint64, v *T) { fn(cycle, v) })
}

// Due returns, for an observer of takes, the first cycle in which the entry could have been
// taken, which was put in the given one.
func (f *Fifo[T]) Due(put uint64) uint64 {
	if f.slow {
		return f.stamps[f.ctr.head&f.mask]
	}
	return put + 1
}

// Tokens tells the stall generator which entries are tokens: it starts anew
// behind one.
func (f *Fifo[T]) Tokens(is func(*T) bool) { f.token = is; f.watch() }

func (f *Fifo[T]) watch() { f.watched, f.special = f, true }

func (f *Fifo[T]) tokenAt(slot uint32) bool { return f.token != nil && f.token(&f.buf[slot]) }

// observe calls observers and hooks for this cycle's traffic, just before the
// commit. Entries taken are still in the buffer: no slot is filled in the cycle
// that frees it.
func (f *Fifo[T]) observe(cycle uint64) {
	f.late(cycle)
	hooked := f.in.NumHooks()+f.out.NumHooks() > 0
	for i := f.ctr.head; i != f.ctr.newHead; i++ {
		v := &f.buf[i&f.mask]
		for _, fn := range f.onTake {
			fn(cycle, v)
		}
		if hooked {
			f.in.InvokeHook(sim.HookCtx{Domain: &f.in, Pos: sim.HookPosPortMsgRetrieve, Item: f.box(*v)})
		}
	}
	for i := f.ctr.tail; i != f.ctr.newTail; i++ {
		v := &f.buf[i&f.mask]
		for _, fn := range f.onPut {
			fn(cycle, v)
		}
		if hooked {
			m := f.box(*v)
			f.out.InvokeHook(sim.HookCtx{Domain: &f.out, Pos: sim.HookPosPortMsgSend, Item: m})
			f.in.InvokeHook(sim.HookCtx{Domain: &f.in, Pos: sim.HookPosPortMsgRecvd, Item: m})
		}
	}
}

// Promised returns the number of entries including those put in this cycle.
func (f *Fifo[T]) Promised() int { return int(f.ctr.newTail - f.ctr.head) }
