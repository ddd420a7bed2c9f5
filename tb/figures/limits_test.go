package figures

import (
	"fmt"
	"math/bits"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/dispatch"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/kernels"
)

// balance is how many entries have gone in and not come out, at the end of a cycle, and the most there ever were.
type balance struct{ now, most int }

func into[T any](b *balance, f *wires.Fifo[T], counts func(*T) bool) {
	f.OnTake(func(_ uint64, e *T) {
		if counts(e) {
			b.now++
		}
	})
}

func outOf[T any](b *balance, f *wires.Fifo[T], counts func(*T) bool) {
	f.OnPut(func(_ uint64, e *T) {
		if counts(e) {
			b.now--
		}
	})
}

func all[T any](*T) bool { return true }

// limit is a parameter that says how many things are under way at most.
type limit struct {
	key    string
	values []int
	less   int             // so many fewer are seen from outside
	of     func(n int) int // how many there are with a value; nil: as many as it says
	scene  string
	size   int
	long   long  // kernels
	with   []any // other parameters, so that nothing else is the limit
	count  func(m *hw.Machine, b *balance)
}

// lives counts the dispatcher's threads of a side that are as far as two states, or between them.
func lives(side int, first, last dispatch.Life) func(m *hw.Machine, b *balance) {
	return func(m *hw.Machine, b *balance) {
		m.OnEdge(func(wires.Set) {
			b.now = 0
			list := m.EUP.Lives(side)
			for _, n := range list[first : last+1] {
				b.now += n
			}
		})
	}
}

// threads counts those that multiprocessors have.
func threads(m *hw.Machine, b *balance) {
	m.OnEdge(func(wires.Set) {
		b.now = 0
		for _, c := range m.Clusters {
			for _, s := range c.SMs {
				b.now += int(s.S.Threads)
			}
		}
	})
}

// slots is the number of thread slots of a set.
func slots(set sm.Bits) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

func limits(pixel *kernel.Kernel) []limit {
	quad := func(k pipe.Kind) bool { return k == pipe.Quad || k == pipe.TileEnd }
	return []limit{
		{key: "memory.in_flight", values: []int{1, 2, 7, 30}, scene: "few-large", size: 64, with: []any{"memory.latency", 200},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.Memory.P.MemReq.Tap(), all)
				outOf(b, m.Memory.P.MemAns.Tap(), all)
			}},
		{key: "dma.reads", values: []int{1, 2, 3}, scene: "many-small", size: 32, with: []any{"memory.latency", 200},
			count: func(m *hw.Machine, b *balance) {
				m.DMA.P.DMARdReq.Tap().OnPut(func(uint64, *pipe.MemRequest) { b.now++ })
				m.DMA.P.DMARdAns.Tap().OnTake(func(uint64, *pipe.MemAnswer) { b.now-- })
			}},
		{key: "dma.writes", values: []int{1, 2, 5, 8}, scene: "six-draws", size: 32, with: []any{"memory.latency", 400, "dma.gather", 0},
			count: func(m *hw.Machine, b *balance) {
				m.DMA.P.DMAWrReq.Tap().OnPut(func(uint64, *pipe.MemRequest) { b.now++ })
				m.DMA.P.DMAWrAns.Tap().OnTake(func(uint64, *pipe.MemAnswer) { b.now-- })
			}},
		{key: "dma.lines", values: []int{1, 2, 3, 5}, scene: "six-draws", size: 32, with: []any{"memory.latency", 200, "dma.gather", 200},
			count: func(m *hw.Machine, b *balance) {
				m.OnEdge(func(wires.Set) { b.now = m.DMA.S.Gathering.Len() })
			}},
		{key: "mxu.sets", values: []int{1, 2, 3}, scene: "texture-edges", size: 32, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				m.OnEdge(func(wires.Set) {
					b.now = 0
					for i := range m.MXU.S.Sets[0] {
						b.now += int(min(m.MXU.S.Sets[0][i].Uses, 1))
					}
				})
			}},
		{key: "c2d.in_flight", values: []int{1, 2, 5, 12}, scene: "fill-copy", size: 64, with: []any{"memory.latency", 300},
			count: func(m *hw.Machine, b *balance) { // of fills, which read nothing
				m.C2D.P.C2DReq.Tap().OnPut(func(_ uint64, e *pipe.MemRequest) {
					if e.Op == pipe.Write {
						b.now++
					}
				})
				m.C2D.P.C2DAns.Tap().OnTake(func(_ uint64, e *pipe.MemAnswer) {
					if e.Op == pipe.Write {
						b.now--
					}
				})
			}},
		{key: "ps.in_flight", values: []int{1, 2, 7, 20}, scene: "few-large", size: 64, long: long{pixel: 1000},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.PS.P.PSFifo.Tap(), func(e *pipe.QuadEntry) bool { return quad(e.Kind) })
				outOf(b, m.PS.P.WBFifo.Tap(), func(e *pipe.ColorEntry) bool { return quad(e.Kind) })
			}},
		{key: "zl2.ahead", values: []int{1, 2, 7, 12}, scene: "few-large", size: 64, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.ZL2.P.ZL1Fifo.Tap(), func(e *pipe.AttributeEntry) bool { return e.Kind == pipe.Tile })
				outOf(b, m.ZL2.P.PSFifo.Tap(), func(e *pipe.QuadEntry) bool { return e.Kind == pipe.TileEnd })
			}},
		{key: "eup.order", values: []int{2, 3, 7, 20}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.PSEU.Tap(), func(e *pipe.QuadThread) bool { return e.Kind == pipe.Quad || e.Kind == pipe.Invalidate })
				outOf(b, m.EUP.P.EUPS.Tap(), all)
			}},
		{key: "eup.threads", values: []int{2, 3, 7, 20}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64},
			count: lives(pipe.Below, dispatch.Filling, dispatch.Dropped)},
		{key: "eup.threads", values: []int{2, 3, 7}, scene: "many-small", size: 32, long: long{vertex: 2000}, count: lives(pipe.Above, dispatch.Filling, dispatch.Dropped)},
		{key: "eup.fills", values: []int{2, 3, 7, 12}, scene: "few-large", size: 64, with: []any{"ps.in_flight", 64, "gpc.count", 1}, // which takes a beat a cycle
			count: lives(pipe.Below, dispatch.Filling, dispatch.Sending)},
		{key: "eup.results", values: []int{1, 2, 5, 7}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64},
			count: lives(pipe.Below, dispatch.Called, dispatch.Here)},
		{key: "gpc.count", values: []int{1, 2, 3}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64, "gpc.sms", 1, "gpc.sm.threads", 3},
			of: func(n int) int { return 3 * n }, count: threads},
		{key: "gpc.sms", values: []int{1, 2, 3}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64, "gpc.count", 1, "gpc.sm.threads", 3},
			of: func(n int) int { return 3 * n }, count: threads},
		{key: "gpc.sm.threads", values: []int{2, 3, 7, 12}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64, "gpc.count", 1, "gpc.sms", 1},
			count: threads},
		{key: "gpc.sm.threads", values: []int{2, 3, 7, 12}, less: 1, scene: "many-small", size: 32, long: long{vertex: 4000}, with: []any{"gpc.count", 1, "gpc.sms", 1}, // one is for pixels
			count: func(m *hw.Machine, b *balance) {
				m.OnEdge(func(wires.Set) { b.now = slots(m.Clusters[0].SMs[0].S.Sides[pipe.Above]) })
			}},
		{key: "gpc.sm.registers", values: []int{256, 300, 360}, scene: "few-large", size: 64, long: long{pixel: 1000}, with: []any{"ps.in_flight", 64, "gpc.count", 1, "gpc.sms", 1, "gpc.sm.threads", 24},
			of: func(n int) int { return n / 8 / ((pixel.Registers + 7) / 8) }, count: threads}, // they are given by eights
		{key: "gpc.sampler.entries", values: []int{1, 2, 5}, scene: "textured-cube", size: 64, with: []any{"memory.latency", 900, "gpc.count", 1},
			count: func(m *hw.Machine, b *balance) {
				m.OnEdge(func(wires.Set) {
					s := &m.Clusters[0].Sampler.S.Sides[pipe.Below]
					if b.now = int(s.Count); s.Filling {
						b.now++
					}
				})
			}},
		{key: "gpc.sampler.quads", values: []int{1, 2, 5}, scene: "textured-cube", size: 64, with: []any{"memory.latency", 900, "gpc.count", 1},
			count: func(m *hw.Machine, b *balance) {
				m.OnEdge(func(wires.Set) { b.now = int(m.Clusters[0].Sampler.S.Sides[pipe.Below].Works) })
			}},
		{key: "gpc.sampler.misses", values: []int{1, 2}, scene: "textured-cube", size: 64, with: []any{"memory.latency", 900, "gpc.count", 1, "gpc.sampler.quads", 8},
			count: func(m *hw.Machine, b *balance) {
				p := &m.Clusters[0].Sampler.P
				p.TexReq[pipe.Below].Tap().OnPut(func(uint64, *pipe.MemRequest) { b.now++ })
				p.TexAns[pipe.Below].Tap().OnTake(func(uint64, *pipe.MemAnswer) { b.now-- })
			}},
		{key: "vf.entries", values: []int{2, 3, 7, 20}, scene: "many-small", size: 32, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.VF.P.EUPIn.Tap(), all)
				outOf(b, m.VF.P.VFTess.Tap(), all)
			}},
		{key: "wbu.ahead", values: []int{1, 2, 7, 12}, scene: "few-large", size: 64, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				var left []int // pixels of each quad that are not blended
				m.WBU.P.WBFifo.Tap().OnTake(func(_ uint64, e *pipe.ColorEntry) {
					if e.Kind == pipe.Quad {
						left = append(left, bits.OnesCount8(e.Mask))
						b.now++
					}
				})
				m.WBU.P.Blended.Watch(func(*wbu.Pixel) {
					if left[0]--; left[0] == 0 {
						left = left[1:]
						b.now--
					}
				})
			}},
	}
}

// So many are under way as a parameter says, and no more: the limit is reached.
func TestLimitsAreReachedAndNotPassed(t *testing.T) {
	pixel, err := kernels.Load("pixel")
	require.NoError(t, err)
	for _, l := range limits(pixel) {
		for _, n := range l.values {
			t.Run(l.key+"="+strconv.Itoa(n)+" "+l.scene, func(t *testing.T) {
				s, err := cosim.NewSession(configured(t, append(l.with, l.key, n)...), cosimtest.ScenesWith(t, l.long.options(t, l.size), l.scene), true)
				require.NoError(t, err)
				var b balance
				l.count(s.M, &b)
				s.M.OnEdge(func(wires.Set) { b.most = max(b.most, b.now) })
				require.NoError(t, s.Run(cosim.Plan{}, nil))
				want := n
				if l.of != nil {
					want = l.of(n)
				}
				require.Equal(t, want-l.less, b.most)
			})
		}
	}
}

// A thread executes as many instructions as the limit of its side says, and no more.
func TestThreadsExecuteNoMoreThanTheirLimit(t *testing.T) {
	for _, c := range []struct {
		key    string
		values []int
		stage  uint8
	}{{"vertex.limit", []int{1, 7, 20}, isa.StageVertex}, {"pixel.limit", []int{1, 3, 5}, isa.StagePixel}} {
		for _, n := range c.values {
			s, err := cosim.NewSession(configured(t, c.key, n), cosimtest.Scenes(t, 16, 16, "one-triangle"), false)
			require.NoError(t, err)
			ended := 0
			for _, g := range s.M.Clusters {
				for _, m := range g.SMs {
					m.P.Ended.Watch(func(e *sm.End) {
						if e.State.Head.Stage == c.stage {
							require.EqualValues(t, n, e.State.Executed)
							require.Equal(t, eu.LimitReached, e.State.Fault)
							ended++
						}
					})
				}
			}
			require.NoError(t, s.RunTo(5000))
			require.Positive(t, ended)
		}
	}
}

// Memory answers each request in the cycle that latency, variation and interval say: the first in which nothing of these, the answer before or
// a full connection holds it.
func TestMemoryAnswersWhenItsParametersSay(t *testing.T) {
	for _, c := range []memory.Config{{Latency: 40, Interval: 1, InFlight: 64}, {Latency: 7, Vary: 50, Interval: 3, InFlight: 5}, {Latency: 120, Interval: 9, InFlight: 2}, {Latency: 1, Interval: 1, InFlight: 1}} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			s, err := cosim.NewSession(configured(t, "memory.latency", c.Latency, "memory.vary", c.Vary, "memory.interval", c.Interval, "memory.in_flight", c.InFlight),
				cosimtest.Scenes(t, 48, 48, "blend"), true)
			require.NoError(t, err)
			m := s.M.Memory
			type request struct{ addr, taken uint64 }
			var waiting []request
			var reqArrived, ansPut, nextTake, held uint64 // held: the last cycle in which the answers' connection was full
			underWay, longest, spread := 0, uint64(0), map[uint64]bool{}
			m.P.MemReq.Tap().OnTake(func(cycle uint64, e *pipe.MemRequest) {
				require.GreaterOrEqual(t, cycle, nextTake, "interval")
				nextTake = cycle + uint64(c.Interval)
				waiting = append(waiting, request{uint64(e.Addr), cycle})
			})
			m.P.MemAns.Tap().OnPut(func(cycle uint64, _ *pipe.MemAnswer) {
				r := waiting[0]
				waiting = waiting[1:]
				took := cycle - r.taken
				if ansPut+1 < cycle && held+1 < cycle { // nothing but its own time has held it
					require.GreaterOrEqual(t, took, uint64(c.Latency))
					require.LessOrEqual(t, took, uint64(c.Latency+c.Vary))
					longest, spread[took] = max(longest, took), true
				}
				require.GreaterOrEqual(t, took, uint64(c.Latency))
				ansPut = cycle
			})
			s.M.OnEdge(func(wires.Set) {
				cycle := s.M.Cycle()
				if m.P.MemAns.Free() == 0 {
					held = cycle + 1
				}
				if m.P.MemReq.Tap().Len() == 0 {
					reqArrived = cycle + 1
				}
				underWay = len(waiting)
				// A request that is there is taken at once, unless interval or limit hold it.
				late := reqArrived+2 < cycle && nextTake+1 < cycle && underWay < c.InFlight
				require.False(t, late && m.P.MemReq.Tap().Len() > 0 && held+uint64(c.InFlight)+2 < cycle && ansPut+2 < cycle, "cycle %d: a request is there since cycle %d, and nothing holds it", cycle, reqArrived)
			})
			require.NoError(t, s.Run(cosim.Plan{}, nil))
			require.Empty(t, waiting)
			if c.Vary > 0 {
				require.Greater(t, len(spread), 20, "latencies")
				require.Greater(t, longest, uint64(c.Latency+c.Vary*9/10))
			} else {
				require.Equal(t, map[uint64]bool{uint64(c.Latency): true}, spread)
			}
		})
	}
}
