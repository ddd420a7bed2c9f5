package wires_test

import (
	"fmt"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/hw/wires"
)

// counter puts rising numbers, as often as there is room.
type counter struct {
	wires.BlockBase
	P struct{ Numbers wires.Out[uint64] }
	S struct{ Next uint64 }
}

func (c *counter) Tick(uint64) wires.Activity {
	if !c.P.Numbers.Ready() {
		return c.P.Numbers.Blocked()
	}
	c.P.Numbers.Put(c.S.Next)
	c.S.Next++
	return wires.Busy
}

func (c *counter) Line() string              { return fmt.Sprint(c.S.Next) }
func (c *counter) Parts() (ports, state any) { return &c.P, &c.S }

// summer takes a number each second cycle.
type summer struct {
	wires.BlockBase
	P struct{ Numbers wires.In[uint64] }
	S struct{ Sum uint64 }
}

func (a *summer) Tick(cycle uint64) wires.Activity {
	switch {
	case !a.P.Numbers.Valid():
		return a.P.Numbers.Starved()
	case cycle%2 == 0:
		a.S.Sum += a.P.Numbers.Take()
	}
	return wires.Busy
}

func (a *summer) Line() string              { return fmt.Sprint(a.S.Sum) }
func (a *summer) Parts() (ports, state any) { return &a.P, &a.S }

// Two blocks are joined by a FIFO of four entries, and run for twenty cycles of a clock of 1 GHz.
func Example() {
	d := wires.NewDomain(1*sim.GHz, 0)
	from, to := &counter{BlockBase: wires.NewBlockBase("Counter")}, &summer{BlockBase: wires.NewBlockBase("Summer")}
	d.Add(from)
	d.Add(to)
	if _, err := wires.Join("Numbers", wires.LinkConfig{Depth: 4, Width: 64, Latency: 1}, &from.P.Numbers, &to.P.Numbers); err != nil {
		fmt.Println(err)
		return
	}
	if err := d.Run(20); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("sum", to.Line(), "in cycle", d.Cycle())
	// Output: sum 45 in cycle 20
}
