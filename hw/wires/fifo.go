package wires

import (
	"fmt"
	"math/bits"
	"reflect"
	"unsafe"

	"github.com/sarchlab/akita/v3/sim"
)

// LinkConfig is the shape of a connection.
type LinkConfig struct {
	Depth   int // entries, at least 1
	Width   int // entries that can be put, and taken, in a cycle, at least 1
	Latency int // cycles from put to take, at least 1
	Stall   Stall
}

// Fifo is a registered connection between two blocks of a domain. What is put in
// a cycle can be taken Latency cycles later; a slot freed in a cycle can be
// filled from the next on. Full and empty are registered.
type Fifo[T any] struct {
	link
	buf     []T
	plan    *plan // of an entry
	token   func(*T) bool
	onPut   []func(cycle uint64, v *T)
	onTake  []func(cycle uint64, v *T)
	starved Activity
	blocked Activity

	// Out and In are its ends as Akita ports.
	Out OutPort[T]
	In  InPort[T]
}

// Connect joins an output of one block to an input of another. Both get a port;
// the FIFO is called name.
func Connect[T any](name string, cfg LinkConfig, from Block, out string, to Block, in string) (*Fifo[T], error) {
	if cfg.Depth < 1 || cfg.Width < 1 || cfg.Latency < 1 {
		return nil, fmt.Errorf("fifo %s: depth %d, width %d, latency %d: each must be at least 1",
			name, cfg.Depth, cfg.Width, cfg.Latency)
	}
	d := to.base().dom
	n := len(d.links)
	if n == maxLinks {
		return nil, fmt.Errorf("fifo %s: a domain holds at most %d FIFOs", name, maxLinks)
	}
	size := 1 << bits.Len(uint(cfg.Depth-1))
	f := &Fifo[T]{buf: make([]T, size)}
	f.link = link{
		touched: (*uint8)(unsafe.Add(unsafe.Pointer(&d.clk.touched), n)), id: uint64(n) + 1, name: name, dom: d,
		ends: [2]string{from.Name() + "." + out, to.Name() + "." + in},
		from: from.base().bit(), to: to.base().bit(),
		depth: uint32(cfg.Depth), width: uint32(cfg.Width), latency: uint64(cfg.Latency), bits: bitsOf(reflect.TypeFor[T]()),
		stall: cfg.Stall, mask: uint32(size - 1),
		slow: cfg.Latency > 1 || cfg.Stall.Percent > 0,
	}
	f.stall.seed = d.seed
	f.special = f.slow
	f.bound()
	f.stamps = make([]uint64, size)
	f.Out = OutPort[T]{port: port{name: f.ends[0], owner: from}, fifo: f}
	f.In = InPort[T]{port: port{name: f.ends[1], owner: to}, fifo: f}
	f.In.buf = &level[T]{name: f.In.name + ".Buf", fifo: f}
	f.Out.onHook, f.In.onHook = f.watch, f.watch
	f.blocked = blockedBase + Activity(from.base().addPort(out, name, &f.Out))
	f.starved = starvedBase + Activity(to.base().addPort(in, name, &f.In))
	d.links, d.views = append(d.links, &f.link), append(d.views, f)
	d.regions = append(d.regions, fifoRegions(f)...)
	return f, nil
}

// Valid tells the consumer whether there is an entry to take.
func (f *Fifo[T]) Valid() bool {
	return f.ctr.newHead != f.ctr.takeEnd
}

// Ready tells the producer whether there is room for an entry.
func (f *Fifo[T]) Ready() bool {
	return f.ctr.newTail != f.ctr.putEnd
}

// Free returns how many entries the producer can still put in this cycle; between two cycles, in the next one.
func (f *Fifo[T]) Free() int { return int(f.ctr.putEnd - f.ctr.newTail) }

// Head gives the oldest entry in place; the consumer must have seen Valid.
func (f *Fifo[T]) Head() *T { return &f.buf[f.ctr.newHead&f.mask] }

// Drop takes the oldest entry away; the consumer must have seen Valid.
func (f *Fifo[T]) Drop() {
	f.drop()
}

// Take removes and returns the oldest entry; the consumer must have seen Valid.
func (f *Fifo[T]) Take() T {
	v := f.buf[f.ctr.newHead&f.mask]
	f.Drop()
	return v
}

// Slot gives the place of the next entry, to be written in place and then
// pushed; the producer must have seen Ready. It holds an old entry.
func (f *Fifo[T]) Slot() *T {
	n := f.ctr.newTail
	if n == f.ctr.putEnd {
		f.overflow()
	}
	return &f.buf[n&f.mask]
}

// Push puts the entry that was written into Slot.
func (f *Fifo[T]) Push() {
	f.put()
}

// Put adds an entry; the producer must have seen Ready.
func (f *Fifo[T]) Put(v T) {
	f.buf[f.ctr.newTail&f.mask] = v
	f.put()
}

// Starved is the activity of a consumer that waits for this FIFO. One that has taken
// an entry in this cycle does not wait: it was busy.
func (f *Fifo[T]) Starved() Activity {
	if f.ctr.newHead != f.ctr.head {
		return Busy
	}
	return f.starved
}

// Blocked is the activity of a producer that waits for this FIFO. One that has put an
// entry in this cycle does not wait: it was busy.
func (f *Fifo[T]) Blocked() Activity {
	if f.ctr.newTail != f.ctr.tail {
		return Busy
	}
	return f.blocked
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
	hooked := f.In.NumHooks()+f.Out.NumHooks() > 0
	for i := f.ctr.head; i != f.ctr.newHead; i++ {
		v := &f.buf[i&f.mask]
		for _, fn := range f.onTake {
			fn(cycle, v)
		}
		if hooked {
			f.In.InvokeHook(sim.HookCtx{Domain: &f.In, Pos: sim.HookPosPortMsgRetrieve, Item: f.box(*v)})
		}
	}
	for i := f.ctr.tail; i != f.ctr.newTail; i++ {
		v := &f.buf[i&f.mask]
		for _, fn := range f.onPut {
			fn(cycle, v)
		}
		if hooked {
			m := f.box(*v)
			f.Out.InvokeHook(sim.HookCtx{Domain: &f.Out, Pos: sim.HookPosPortMsgSend, Item: m})
			f.In.InvokeHook(sim.HookCtx{Domain: &f.In, Pos: sim.HookPosPortMsgRecvd, Item: m})
		}
	}
}

// Promised returns the number of entries including those put in this cycle.
func (f *Fifo[T]) Promised() int { return int(f.ctr.newTail - f.ctr.head) }
