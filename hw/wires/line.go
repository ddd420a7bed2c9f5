package wires

import "fmt"

type lineState struct{ now, next bool }

// Line is a hard-wired line: a pulse of one cycle that all readers see on the
// same edge, the one behind the cycle in which it was raised.
type Line struct {
	ctr     lineState
	name    string
	index   int
	readers uint64
	dom     *Domain
	out     LinePort
	ins     []*LinePort
	onPulse []func(cycle uint64)
}

// Reader is a block that reads a line, with the name of its port.
type Reader struct {
	Block Block
	Port  string
}

// ConnectLine joins an output of one block to inputs of others.
func ConnectLine(name string, from Block, out string, to ...Reader) (*Line, error) {
	d := from.base().dom
	if len(d.lines) == 64 {
		return nil, fmt.Errorf("line %s: a domain holds at most 64 lines", name)
	}
	l := &Line{name: name, index: len(d.lines), dom: d}
	l.out = LinePort{port{name: from.Name() + "." + out, owner: from}}
	from.base().addPort(out, name, &l.out)
	for _, r := range to {
		in := &LinePort{port{name: r.Block.Name() + "." + r.Port, owner: r.Block}}
		r.Block.base().addPort(r.Port, name, in)
		l.ins = append(l.ins, in)
		l.readers |= r.Block.base().bit()
	}
	d.lines = append(d.lines, l)
	d.regions = append(d.regions, regionOf(name, &l.ctr, false))
	return l, nil
}

// Raise pulses the line: readers see it in the next cycle.
func (l *Line) Raise() {
	l.ctr.next = true
	l.dom.clk.lines |= 1 << l.index
	for _, fn := range l.onPulse {
		fn(l.dom.clk.Cycle)
	}
}

// High tells a reader whether the line is high in this cycle.
func (l *Line) High() bool { return l.ctr.now }

// Name returns the line's name.
func (l *Line) Name() string { return l.name }

// OnPulse has fn called when the line is raised.
func (l *Line) OnPulse(fn func(cycle uint64)) { l.onPulse = append(l.onPulse, fn) }

// Probe is a typed observer of something that happens inside a block. It costs a
// comparison when nobody watches.
type Probe[T any] struct {
	fns  []func(*T)
	last T
}

// Watch has fn called for each event.
func (p *Probe[T]) Watch(fn func(*T)) { p.fns = append(p.fns, fn) }

// On tells whether anybody watches.
func (p *Probe[T]) On() bool { return len(p.fns) != 0 }

// Emit calls the observers with a copy, which is theirs until they return: so the
// event of a block that nobody watches stays on the stack.
func (p *Probe[T]) Emit(v *T) {
	p.last = *v
	for _, fn := range p.fns {
		fn(&p.last)
	}
}

// RoundRobin is a fair arbiter over up to 32 requests.
type RoundRobin struct{ Last uint8 }

// Pick returns the next of n requests after the last one served, or -1.
func (r *RoundRobin) Pick(requests uint32, n int) int {
	if requests == 0 {
		return -1
	}
	for i := 1; i <= n; i++ {
		k := (int(r.Last) + i) % n
		if requests>>k&1 != 0 {
			r.Last = uint8(k)
			return k
		}
	}
	return -1
}
