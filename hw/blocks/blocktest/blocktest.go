// Package blocktest drives a single block cycle by cycle: a neighbour that stands for
// all others feeds its inputs and takes from its outputs, and what happens is drawn as
// a line of text for each cycle.
package blocktest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Bench is a domain with a block under test.
type Bench struct {
	*wires.Domain
	t       testing.TB
	block   wires.Block
	far     *far
	sources []func()
	sinks   []func()
	valves  []*bool
	ends    map[string]*end
	seed    uint64 // of hesitation
	percent uint64
	row     string // what happened in this cycle
	wave    strings.Builder
}

// end is what the block sees of a connection in a cycle.
type end struct {
	input bool
	look  func() bool // an input has something to take, an output has room
	open  bool        // it had in this cycle
}

// far stands for all neighbours. It does nothing by itself: the bench acts for it
// between cycles, which has effect in the cycle that follows.
type far struct{ wires.BlockBase }

// Tick does nothing.
func (*far) Tick(uint64) wires.Activity { return wires.Idle }

// Line prints nothing.
func (*far) Line() string { return "" }

// Parts has no ports but those that the bench attaches, and no state.
func (*far) Parts() (ports, state any) { return nil, &struct{}{} }

// New makes a bench for a block.
func New(t testing.TB, block wires.Block) *Bench {
	b := &Bench{Domain: wires.NewDomain(1*sim.GHz, 1), t: t, block: block, far: &far{wires.NewBlockBase("Far")}, ends: map[string]*end{}}
	b.Add(b.far)
	b.Add(block)
	return b
}

// Source feeds an input of the block with Queue, an entry a cycle, unless it is shut.
type Source[T any] struct {
	F     *wires.Fifo[T]
	Shut  bool
	Queue []T
	Out   wires.Out[T]
}

// Sink takes from an output of the block, an entry a cycle, unless it is shut.
type Sink[T any] struct {
	F    *wires.Fifo[T]
	Shut bool
	Got  []T
	In   wires.In[T]
	show func(*T) string
}

// In connects an input port of the block.
func In[T any](b *Bench, port *wires.In[T], name string, depth int) *Source[T] {
	s := &Source[T]{}
	wires.Attach(b.far, &s.Out, name)
	s.F = join(b, name, depth, &s.Out, port)
	b.ends[name] = &end{input: true, look: port.Valid}
	i := uint64(len(b.valves))
	b.valves = append(b.valves, &s.Shut)
	b.sources = append(b.sources, func() {
		if !s.Shut && !b.hesitates(i) && len(s.Queue) > 0 && s.Out.Ready() {
			s.Out.Put(s.Queue[0])
			s.Queue = s.Queue[1:]
		}
	})
	return s
}

// Entries makes an entry of each of some types, for a queue.
func Entries[T any](of func(pipe.Kind) T, kinds ...pipe.Kind) (out []T) {
	for _, k := range kinds {
		out = append(out, of(k))
	}
	return out
}

// Out connects an output port of the block.
func Out[T any](b *Bench, port *wires.Out[T], name string, depth int) *Sink[T] {
	s := &Sink[T]{show: what[T]}
	wires.Attach(b.far, &s.In, name)
	s.F = join(b, name, depth, port, &s.In)
	b.ends[name] = &end{look: port.Ready}
	s.F.OnPut(func(_ uint64, v *T) { b.row += ", " + name + ": " + s.show(v) })
	i := uint64(len(b.valves))
	b.valves = append(b.valves, &s.Shut)
	b.sinks = append(b.sinks, func() {
		if !s.Shut && !b.hesitates(i) && s.In.Valid() {
			s.Got = append(s.Got, s.In.Take())
		}
	})
	return s
}

// As has entries drawn in another way than by their type.
func (s *Sink[T]) As(show func(*T) string) *Sink[T] {
	s.show = show
	return s
}

// what draws an entry by its type, where it has one.
func what[T any](v *T) string {
	if e, ok := any(v).(pipe.Entry); ok {
		return e.What()
	}
	return ""
}

// Datapath connects the block's end of a datapath.
func Datapath(b *Bench, port *wires.Out[pipe.Report]) *Sink[pipe.Report] {
	return Out(b, port, "DP", 2)
}

// Line connects a line that the bench raises, to other blocks in the domain, too.
func (b *Bench) Line(port *wires.LineIn, name string, others ...*wires.LineIn) *wires.LineOut {
	out := &wires.LineOut{}
	wires.Attach(b.far, out, name)
	_, err := wires.JoinLine(name, out, append(others, port)...)
	require.NoError(b.t, err)
	return out
}

// LineOut connects a line that the block raises.
func (b *Bench) LineOut(port *wires.LineOut, name string) *wires.Line {
	in := &wires.LineIn{}
	wires.Attach(b.far, in, name)
	l, err := wires.JoinLine(name, port, in)
	require.NoError(b.t, err)
	l.OnPulse(func(uint64) { b.row += ", " + name + "!" })
	return l
}

// Between connects the block with another one of the domain; input: the block is the consumer.
func Between[T any](b *Bench, name string, out *wires.Out[T], in *wires.In[T], depth, latency int, input bool) {
	_, err := wires.Join(name, wires.LinkConfig{Depth: depth, Width: 1, Latency: latency}, out, in)
	require.NoError(b.t, err)
	e := &end{input: input, look: out.Ready}
	if input {
		e.look = in.Valid
	}
	b.ends[name] = e
}

func join[T any](b *Bench, name string, depth int, out *wires.Out[T], in *wires.In[T]) *wires.Fifo[T] {
	f, err := wires.Join(name, wires.LinkConfig{Depth: depth, Width: 1, Latency: 1}, out, in)
	require.NoError(b.t, err)
	return f
}

// Valves are what shuts sources and sinks, in the order in which they were connected.
func (b *Bench) Valves() []*bool { return b.valves }

// Hesitate has each source and sink not act in so many percent of the cycles, at random.
func (b *Bench) Hesitate(seed uint64, percent int) { b.seed, b.percent = seed, uint64(percent) }

func (b *Bench) hesitates(valve uint64) bool {
	return b.percent > 0 && wires.Mix(b.seed+valve, b.Cycle())%100 < b.percent
}

// Open opens all sources and sinks, and ends hesitation.
func (b *Bench) Open() {
	b.percent = 0
	for _, shut := range b.valves {
		*shut = false
	}
}

// Step runs n cycles and draws them: cycle, the block's state after it, what it put.
func (b *Bench) Step(n int) {
	for range n {
		for _, s := range b.sources {
			s()
		}
		for _, s := range b.sinks {
			s()
		}
		for _, e := range b.ends {
			e.open = e.look()
		}
		b.Wake(b.far) // the clock runs on when the block sleeps
		require.NoError(b.t, b.Run(b.Cycle()+1))
		b.judge()
		fmt.Fprintf(&b.wave, "%d %s%s\n", b.Cycle(), b.block.Line(), b.row)
		b.row = ""
	}
}

// judge looks at what the block says of itself: one that is starved has found that input empty, one that is blocked that output full.
func (b *Bench) judge() {
	for _, a := range []wires.Activity{b.LastActivity(b.block), b.MainActivity(b.block)} {
		name := wires.PortName(b.block, a)
		_, starved, blocked := a.Port()
		if !starved && !blocked {
			continue
		}
		e := b.ends[name]
		require.NotNil(b.t, e, "cycle %d: the block says that it waits for %s, which the bench has not connected", b.Cycle(), name)
		require.True(b.t, e.input == starved && !e.open, "cycle %d: the block says that it is starved (%t) or blocked (%t) by %s, an input (%t) with something in it, or an output with room (%t)",
			b.Cycle(), starved, blocked, name, e.input, e.open)
	}
}

// Waits says what the block waits for.
func (b *Bench) Waits() string {
	a := b.LastActivity(b.block)
	switch _, starved, blocked := a.Port(); {
	case starved:
		return "starved by " + wires.PortName(b.block, a)
	case blocked:
		return "blocked by " + wires.PortName(b.block, a)
	}
	return ""
}

// Wave returns the drawing so far and begins a new one.
func (b *Bench) Wave() string {
	s := b.wave.String()
	b.wave.Reset()
	return s
}

// Client is a block's two ways to memory, by side of the break point. The test is the memory.
type Client struct {
	Got   []pipe.MemRequest // of both
	req   [pipe.Sides]*Sink[pipe.MemRequest]
	ans   [pipe.Sides]*Source[pipe.MemAnswer]
	above map[uint16]bool // tags of reads that came from above the break point
}

// Memory connects them.
func Memory(b *Bench, req *[pipe.Sides]wires.Out[pipe.MemRequest], ans *[pipe.Sides]wires.In[pipe.MemAnswer], depth int) *Client {
	c := &Client{above: map[uint16]bool{}}
	for side, name := range [pipe.Sides]string{pipe.Above: "_ABOVE", pipe.Below: "_BELOW"} {
		s := Out(b, &req[side], "REQ"+name, depth)
		c.req[side], c.ans[side] = s, In(b, &ans[side], "ANS"+name, depth)
		b.sinks = append(b.sinks, func() {
			for _, r := range s.Got {
				if (side == pipe.Above) != (r.Op == pipe.ReadAbove) {
					b.t.Errorf("%s brings %+v", "REQ"+name, r)
				}
				if r.Op == pipe.Read || r.Op == pipe.ReadAbove {
					c.above[r.Tag] = side == pipe.Above
				}
			}
			c.Got = append(c.Got, s.Got...)
			s.Got = nil
		})
	}
	return c
}

// Shut takes no requests of a side, or takes them again.
func (c *Client) Shut(side int, shut bool) { c.req[side].Shut = shut }

// Answer answers: reads on the side that has asked for them, all else below the break point.
func (c *Client) Answer(answers ...pipe.MemAnswer) {
	for _, a := range answers {
		side := pipe.Below
		if reads := a.Op == pipe.Read || a.Op == pipe.ReadAbove || a.Op == pipe.NoPage; reads && c.above[a.Tag] {
			side = pipe.Above
		}
		c.ans[side].Queue = append(c.ans[side].Queue, a)
	}
}
