package wires

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"
)

// hub is a block with two arrays of inputs whose valid bits it reads side by side. It takes and puts as a test says.
type hub struct {
	quiet
	few, many ValidBits
	a         [3]In[uint64]
	b         [64]In[uint64]
	tick      func()
}

func (h *hub) Tick(uint64) Activity {
	h.tick()
	return Busy
}

func newHub(t *testing.T, joined func(n int) bool, cfg LinkConfig) (*Domain, *hub, []Out[uint64]) {
	d := NewDomain(1*sim.GHz, 1)
	h, from := &hub{quiet: quiet{NewBlockBase("Hub")}}, &quiet{NewBlockBase("From")}
	d.Add(from)
	d.Add(h)
	out := make([]Out[uint64], len(h.a)+len(h.b))
	ins := append(Inputs(h.a[:]), Inputs(h.b[:])...)
	for n, in := range ins {
		Attach(from, &out[n], fmt.Sprintf("Out[%d]", n))
		Attach(h, in, fmt.Sprintf("In[%d]", n))
	}
	d.Gather(&h.few, Inputs(h.a[:])...)
	d.Gather(&h.many, Inputs(h.b[:])...)
	for n := range ins {
		if !joined(n) {
			continue
		}
		_, err := Join(fmt.Sprintf("F%d", n), cfg, &out[n], ins[n].(*In[uint64]))
		require.NoError(t, err)
	}
	d.Guard()
	return d, h, out
}

// What ValidBits says is what each port says by itself, at every cycle, whatever its connection is, and 0 for one that is joined to nothing.
func TestValidBitsAreThoseOfTheirPorts(t *testing.T) {
	for _, cfg := range []LinkConfig{
		{Depth: 2, Width: 1, Latency: 1}, {Depth: 4, Width: 2, Latency: 1}, {Depth: 4, Width: 1, Latency: 3}, {Depth: 8, Width: 1, Latency: 2, Stall: Stall{Percent: 50, Max: 7}}, {Depth: 4, Width: 1, Latency: 1, Beats: 3},
	} {
		r := rand.New(rand.NewPCG(1, uint64(cfg.Depth)))
		joined := func(n int) bool { return n%5 != 2 }
		d, h, out := newHub(t, joined, cfg)
		seen := 0
		h.tick = func() {
			few, many := uint64(0), uint64(0)
			for n := range h.a {
				if h.a[n].Joined() && h.a[n].Valid() {
					few |= 1 << n
				}
			}
			for n := range h.b {
				if h.b[n].Joined() && h.b[n].Valid() {
					many |= 1 << n
				}
			}
			require.Equal(t, few, h.few.Bits(), "cycle %d", d.clk.Cycle)
			require.Equal(t, many, h.many.Bits(), "cycle %d", d.clk.Cycle)
			seen += bits.OnesCount64(few | many)
			for set := few; set != 0; set &= set - 1 {
				if n := bits.TrailingZeros64(set); r.IntN(3) == 0 {
					h.a[n].Drop()
					require.Equal(t, few, h.few.Bits(), "what was taken in this cycle counts")
				}
			}
			for set := many; set != 0; set &= set - 1 {
				if n := bits.TrailingZeros64(set); r.IntN(2) == 0 {
					h.b[n].Drop()
				}
			}
		}
		for cycle := range uint64(400) {
			for n := range out {
				if joined(n) && out[n].Ready() && r.IntN(4) == 0 {
					out[n].Put(cycle)
				}
			}
			require.NoError(t, d.Run(cycle+1))
		}
		require.Greater(t, seen, 1000)
	}
}

// A snapshot has the valid bits.
func TestValidBitsComeBackWithASnapshot(t *testing.T) {
	d, h, out := newHub(t, func(int) bool { return true }, LinkConfig{Depth: 2, Width: 1, Latency: 1})
	h.tick = func() {}
	out[1].Put(1)
	out[3+63].Put(1)
	require.NoError(t, d.Run(1))
	var s Snapshot
	d.Save(&s)
	h.a[1].Drop()
	h.b[63].Drop()
	out[3].Put(1)
	require.NoError(t, d.Run(2))
	require.Equal(t, [2]uint64{0, 1}, [2]uint64{h.few.Bits(), h.many.Bits()})
	d.Load(&s)
	require.Equal(t, [2]uint64{2, 1 << 63}, [2]uint64{h.few.Bits(), h.many.Bits()})
}

func TestGuardsNoticeAWrongValidBit(t *testing.T) {
	d, h, out := newHub(t, func(int) bool { return true }, LinkConfig{Depth: 2, Width: 1, Latency: 1})
	h.tick = func() {}
	out[4].Put(1)
	require.NoError(t, d.Run(1))
	require.NoError(t, h.b[1].Tap().link.check())
	*h.b[1].Tap().link.validBit = 0
	require.ErrorContains(t, h.b[1].Tap().link.check(), "the valid bit is 0, and 1 entries have arrived")
}

// check is what reach says.
func (l *link) check() (err error) {
	defer func() { err, _ = recover().(error) }()
	l.reach()
	return nil
}
