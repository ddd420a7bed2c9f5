package cosim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
	"tilemark/tb/sched"
)

// crowd is 64 contexts of different scenes under a driver.
type crowd struct {
	s      *Session
	r      *rand.Rand
	hidden []int // of each context, ring commands that the tail still hides
}

const crowdSlice = 4000 // cycles

func newCrowd(t *testing.T, place string, p sched.Policy, seed uint64, size int, faults, tails bool) *crowd {
	t.Helper()
	scenes := []string{"six-draws", "blend", "stencil", "query", "instancing", "mip-levels", "fill-copy", "textured-cube"}
	c := &crowd{r: rand.New(rand.NewPCG(seed, 64))}
	im := &driver.Image{}
	for i := range vector.MaxContexts {
		sc, err := scenefile.Load(scenes[i%len(scenes)])
		require.NoError(t, err)
		_, err = im.Add(sc, driver.Options{Width: size + 8*(i%3), Height: size + 8*(i%4), DrawsPerBuffer: 1, Pages: faults})
		require.NoError(t, err)
	}
	v, err := vector.New(im)
	require.NoError(t, err)
	if faults {
		v.Paging = &vector.Paging{Latency: 300, Steal: 5000}
	}
	v.Schedule = &vector.Schedule{Policy: p, Slice: crowdSlice, Latency: 50}
	cfg := hw.DefaultConfig()
	cfg.BreakPoint = place
	c.s, err = NewSession(cfg, v, true)
	require.NoError(t, err)
	c.hidden = make([]int, vector.MaxContexts)
	for i := range c.hidden {
		if x := &im.Contexts[i]; tails && len(x.Tails) > 1 {
			c.hidden[i] = c.r.IntN(len(x.Tails))
			c.s.Memory().WriteWord(x.Header+4, x.Tails[len(x.Tails)-1-c.hidden[i]])
		}
	}
	return c
}

// run runs to the end, with an interrupt now and then when every is not 0, and moves tails.
func (c *crowd) run(t *testing.T, every uint64) {
	for !c.s.Idle() {
		n := uint64(2000)
		if every > 0 {
			n = 1 + c.r.Uint64N(2*every)
		}
		require.NoError(t, c.s.RunTo(c.s.M.Cycle()+n))
		if every > 0 && !c.s.Idle() {
			require.NoError(t, c.s.Interrupt())
		}
		c.moveTail(t)
	}
	for slices.Max(c.hidden) > 0 { // the machine was idle before all were shown
		c.moveTail(t)
		require.NoError(t, c.s.RunTo(^uint64(0)))
	}
	require.NoError(t, c.s.Finish())
	require.NoError(t, c.s.Check())
}

// moveTail shows a ring command of a context.
func (c *crowd) moveTail(t *testing.T) {
	i := c.r.IntN(len(c.hidden))
	if c.hidden[i] == 0 {
		return
	}
	c.hidden[i]--
	x := &c.s.V.Image.Contexts[i]
	require.NoError(t, c.s.MoveTail(i, x.Tails[len(x.Tails)-1-c.hidden[i]]))
}

// Whatever happens to them (interrupts at random, slices, page faults, tails that move), the
// image of every one of 64 contexts is that of golden, and each comes to its end.
func TestSixtyFourContexts(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		c := newCrowd(t, place, sched.Fair{}, 7, 32, true, true)
		c.run(t, 700)
		require.Greater(t, c.s.M.Cycle(), uint64(1_000_000))
		require.Greater(t, c.s.Cuts(), 1000)
		require.Greater(t, c.s.Faults(), uint32(500))
	}
}

// Of contexts that still have work, none has ever run longer than another one by more than
// a slice: alone with each other, with page faults, and with page faults and interrupts.
func TestSharesDifferByASliceAtMost(t *testing.T) {
	for _, with := range []struct {
		faults bool
		every  uint64
	}{{false, 0}, {true, 0}, {true, 1500}} {
		c := newCrowd(t, "tg", sched.Fair{}, 8, 100, with.faults, false)
		worst, turns := uint64(0), 0
		c.s.M.CSP.P.Events.Watch(func(e *csp.Event) {
			if e.Kind == csp.EventCut {
				turns++
				worst = max(worst, c.spread())
			}
		})
		c.run(t, with.every)
		require.LessOrEqual(t, worst, uint64(crowdSlice), with)
		require.Greater(t, turns, 2*vector.MaxContexts)
		require.Greater(t, c.s.M.Cycle(), uint64(700_000))
	}
}

// spread is by how much what contexts that have work have run differs, in cycles.
func (c *crowd) spread() uint64 {
	least, most := ^uint64(0), uint64(0)
	for i, t := range c.s.V.Traces {
		if c.s.Mon.State().Contexts[i].Pos < len(t.Events) {
			ran := c.s.Driver.State().Jobs[i].Ran
			least, most = min(least, ran), max(most, ran)
		}
	}
	return most - min(least, most)
}
