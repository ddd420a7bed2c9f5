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

func (c *cell) Line() string { return fmt.Sprintf("%s %d", c.Name(), c.s.Count) }

// cell adds a block.
func (b *bench) cell(name string, tick func(c *cell, cycle uint64) wires.Activity) *cell {
	c := &cell{BlockBase: wires.NewBlockBase(name)}
	if tick != nil {
		c.tick = func(cycle uint64) wires.Activity { return tick(c, cycle) }
	}
	b.Add(c, &c.s)
	return c
}

// line joins two blocks by a line that tick raises, and notes the cycles in which it is high.
func (b *bench) line(tick func(c *cell, l *wires.Line, cycle uint64) wires.Activity) (high *[]uint64) {
	var l *wires.Line
	high = new([]uint64)
	from := b.cell("From", func(c *cell, cycle uint64) wires.Activity { return tick(c, l, cycle) })
	to := b.cell("To", func(_ *cell, cycle uint64) wires.Activity {
		if l.High() {
			*high = append(*high, cycle)
		}
		return wires.Idle
	})
	var err error
	l, err = wires.ConnectLine("L", from, "Out", wires.Reader{Block: to, Port: "In"})
	require.NoError(b.t, err)
	return high
}

// pair joins two blocks, which do nothing by themselves, by a FIFO.
func (b *bench) pair(cfg wires.LinkConfig) (f *wires.Fifo[uint64], from, to *cell) {
	from, to = b.cell("From", nil), b.cell("To", nil)
	return connect[uint64](b, "F", cfg, from, to), from, to
}

func connect[T any](b *bench, name string, cfg wires.LinkConfig, from, to wires.Block) *wires.Fifo[T] {
	b.t.Helper()
	f, err := wires.Connect[T](name, cfg, from, name, to, name)
	require.NoError(b.t, err)
	return f
}

func (b *bench) run(until uint64) {
	b.t.Helper()
	require.NoError(b.t, b.Run(until))
}

// feed makes a block put rising numbers whenever there is room, up to n of them.
func feed(f **wires.Fifo[uint64], n uint64) func(*cell, uint64) wires.Activity {
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
func drain(f **wires.Fifo[uint64]) func(*cell, uint64) wires.Activity {
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
