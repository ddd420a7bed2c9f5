package wires

import (
	"fmt"
	"math/bits"

	"github.com/sarchlab/akita/v3/sim"
)

type lineState struct{ now, next bool }

// Line is a hard-wired line: a pulse of one cycle that all readers see on the
// same edge, the one after the cycle in which it was raised.
type Line struct {
	ctr     lineState
	name    string
	index   int
	readers []int // by their number in the domain
	dom     *Domain
	out     LinePort
	ins     []*LinePort
	onPulse []func(cycle uint64)
	watched bool // a port has a hook
}

// JoinLine joins an output of one block to inputs of others. The line, and the port at each block,
// are called name.
func JoinLine(name string, out *LineOut, ins ...*LineIn) (*Line, error) {
	for _, p := range ends(out, ins) {
		if p.at() == nil {
			return nil, fmt.Errorf("line %s: a port belongs to no block; Domain.Add gives a block its ports", name)
		}
		if p.Joined() {
			return nil, fmt.Errorf("line %s: %s has a line already", name, p.at().name())
		}
	}
	from := out.end.owner
	d := from.base().dom
	l := &Line{name: name, index: len(d.lines), dom: d}
	l.out = LinePort{port{name: from.Name() + "." + name, owner: from, onHook: l.watch}, l}
	from.base().addPort(name, &l.out)
	out.line = l
	for _, in := range ins {
		p := &LinePort{port{name: in.end.owner.Name() + "." + name, owner: in.end.owner, onHook: l.watch}, l}
		in.end.owner.base().addPort(name, p)
		l.ins, in.line, in.now = append(l.ins, p), l, &l.ctr.now
		l.readers = append(l.readers, in.end.owner.base().index)
	}
	d.lines = append(d.lines, l)
	d.grow()
	d.regions = append(d.regions, regionOf(name, &l.ctr, false))
	return l, nil
}

// ends are all ports of a line.
func ends(out *LineOut, ins []*LineIn) []Port {
	list := []Port{out}
	for _, in := range ins {
		list = append(list, in)
	}
	return list
}

// raise pulses the line.
func (l *Line) raise() {
	l.ctr.next = true
	l.dom.marks.lines.Add(l.index)
	for _, fn := range l.onPulse {
		fn(l.dom.clk.Cycle)
	}
}

// watch has the hooks of the ports told of pulses: sent when the line is raised, and received in the next cycle, in which readers see it.
func (l *Line) watch() {
	if l.watched {
		return
	}
	l.watched = true
	l.OnPulse(func(cycle uint64) {
		m := newMsg(Pulse{})
		m.Src, m.SendTime, m.RecvTime = &l.out, l.dom.timeOf(cycle), l.dom.timeOf(cycle+1)
		l.out.InvokeHook(sim.HookCtx{Domain: &l.out, Pos: sim.HookPosPortMsgSend, Item: m})
		for _, in := range l.ins {
			received := *m
			received.Dst = in
			in.InvokeHook(sim.HookCtx{Domain: in, Pos: sim.HookPosPortMsgRecvd, Item: &received})
		}
	})
}

// High tells whether the line is high in this cycle.
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

// RoundRobin is a fair arbiter over up to 64 requests.
type RoundRobin struct{ Last uint8 }

// Pick returns the next of the requests, a bit each, after the last one served, or -1.
func (r *RoundRobin) Pick(requests uint64) int {
	if requests == 0 {
		return -1
	}
	if after := requests &^ (uint64(2)<<r.Last - 1); after != 0 {
		requests = after
	}
	r.Last = uint8(bits.TrailingZeros64(requests))
	return int(r.Last)
}
