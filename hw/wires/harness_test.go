package wires_test

import (
	"fmt"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// bench is a domain under test.
type bench struct {
	*wires.Domain
	t testing.TB
}

func newBench(t testing.TB) *bench { return &bench{wires.NewDomain(1*sim.GHz, 7), t} }

// cell is a block whose next-state function a test writes.
type cell struct {
	wires.BlockBase
	tick  func(cycle uint64) wires.Activity
	s     cellState
	other any // a state in place of s; nil: s
	evals int // outside the state: counts evaluations
}

// cellState is plain data for tests.
type cellState struct {
	Count uint64
	Sum   uint64
	Due   wires.Cycle
}

func (c *cell) Tick(cycle uint64) wires.Activity {
	c.evals++
	if c.tick == nil {
		return wires.Idle
	}
	return c.tick(cycle)
}

func (c *cell) Parts() (ports, state any) {
	if c.other != nil {
		return nil, c.other
	}
	return nil, &c.s
}

func (c *cell) Line() string { return fmt.Sprintf("%s %d", c.Name(), c.s.Count) }

// cell adds a block.
func (b *bench) cell(name string, tick func(c *cell, cycle uint64) wires.Activity) *cell {
	c := &cell{BlockBase: wires.NewBlockBase(name)}
	if tick != nil {
		c.tick = func(cycle uint64) wires.Activity { return tick(c, cycle) }
	}
	b.Add(c)
	return c
}

// block finds a block by its name.
func (b *bench) block(name string) wires.Block {
	for _, k := range b.Blocks() {
		if k.Name() == name {
			return k
		}
	}
	b.t.Fatalf("no block %s", name)
	return nil
}

// duct is a FIFO with both of its ports.
type duct[T any] struct {
	*wires.Fifo[T]
	wires.Out[T]
	wires.In[T]
}

func (d *duct[T]) Len() int      { return d.Fifo.Len() }
func (d *duct[T]) Peek(i int) *T { return d.Fifo.Peek(i) }
func (d *duct[T]) Depth() int    { return d.Fifo.Depth() }
func (d *duct[T]) Promised() int { return d.Out.Promised() }

// wire is a line with its ports: what it is raised by, and the first reader's.
type wire struct {
	*wires.Line
	wires.LineOut
	in []*wires.LineIn
}

func (w *wire) High() bool { return w.in[0].High() }

func joinLine(t require.TestingT, name string, from wires.Block, to ...wires.Block) *wire {
	w := &wire{}
	wires.Attach(from, &w.LineOut, name)
	for _, b := range to {
		in := &wires.LineIn{}
		wires.Attach(b, in, name)
		w.in = append(w.in, in)
	}
	var err error
	w.Line, err = wires.JoinLine(name, &w.LineOut, w.in...)
	require.NoError(t, err)
	return w
}

// line joins two blocks by a line that tick raises, and notes the cycles in which it is high.
func (b *bench) line(tick func(c *cell, l *wire, cycle uint64) wires.Activity) (high *[]uint64) {
	var l *wire
	high = new([]uint64)
	from := b.cell("From", func(c *cell, cycle uint64) wires.Activity { return tick(c, l, cycle) })
	to := b.cell("To", func(_ *cell, cycle uint64) wires.Activity {
		if l.High() {
			*high = append(*high, cycle)
		}
		return wires.Idle
	})
	l = joinLine(b.t, "L", from, to)
	return high
}

// pair joins two blocks, which do nothing by themselves, by a FIFO.
func (b *bench) pair(cfg wires.LinkConfig) (f *duct[uint64], from, to *cell) {
	from, to = b.cell("From", nil), b.cell("To", nil)
	return connect[uint64](b, "F", cfg, from, to), from, to
}

func connect[T any](b *bench, name string, cfg wires.LinkConfig, from, to wires.Block) *duct[T] {
	b.t.Helper()
	d, err := join[T](name, cfg, from, to)
	require.NoError(b.t, err)
	return d
}

func join[T any](name string, cfg wires.LinkConfig, from, to wires.Block) (d *duct[T], err error) {
	d = &duct[T]{}
	wires.Attach(from, &d.Out, name)
	wires.Attach(to, &d.In, name)
	d.Fifo, err = wires.Join(name, cfg, &d.Out, &d.In)
	return d, err
}

func (b *bench) run(until uint64) {
	b.t.Helper()
	require.NoError(b.t, b.Run(until))
}

// feed makes a block put rising numbers whenever there is room, up to n of them.
func feed(f **duct[uint64], n uint64) func(*cell, uint64) wires.Activity {
	return func(c *cell, _ uint64) wires.Activity {
		if c.s.Count == n {
			return wires.Idle
		}
		if !(*f).Ready() {
			return (*f).Blocked()
		}
		for c.s.Count < n && (*f).Ready() {
			c.s.Count++
			(*f).Put(c.s.Count)
		}
		return wires.Busy
	}
}

// drain makes a block take whatever is there.
func drain(f **duct[uint64]) func(*cell, uint64) wires.Activity {
	return func(c *cell, _ uint64) wires.Activity {
		if !(*f).Valid() {
			return (*f).Starved()
		}
		for (*f).Valid() {
			c.s.Count++
			c.s.Sum = wires.Mix(c.s.Sum, (*f).Take())
		}
		return wires.Busy
	}
}
