package figures

import (
	"fmt"
	"math/bits"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
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
	less   int // so many fewer are seen from outside
	scene  string
	size   int
	with   []any // other parameters, so that nothing else is the limit
	count  func(m *hw.Machine, b *balance)
}

func limits() []limit {
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
		{key: "ps.in_flight", values: []int{1, 2, 7, 20}, scene: "few-large", size: 64, with: []any{"sm.pixel_cycles", 400, "sm.threads", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.PS.P.PSFifo.Tap(), func(e *pipe.QuadEntry) bool { return quad(e.Kind) })
				outOf(b, m.PS.P.WBFifo.Tap(), func(e *pipe.ColorEntry) bool { return quad(e.Kind) })
			}},
		{key: "zl2.ahead", values: []int{1, 2, 7, 12}, scene: "few-large", size: 64, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.ZL2.P.ZL1Fifo.Tap(), func(e *pipe.AttributeEntry) bool { return e.Kind == pipe.Tile })
				outOf(b, m.ZL2.P.PSFifo.Tap(), func(e *pipe.QuadEntry) bool { return e.Kind == pipe.TileEnd })
			}},
		{key: "eup.order", values: []int{2, 3, 7, 20}, scene: "few-large", size: 64, with: []any{"sm.pixel_cycles", 400, "sm.threads", 64, "ps.in_flight", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.PSEU.Tap(), all)
				outOf(b, m.EUP.P.EUPS.Tap(), all)
			}},
		{key: "eup.results", values: []int{1, 2, 7, 20}, scene: "few-large", size: 64, with: []any{"sm.pixel_cycles", 400, "sm.threads", 64, "ps.in_flight", 64},
			count: func(m *hw.Machine, b *balance) {
				m.EUP.P.CallPix.Tap().OnPut(func(uint64, *pipe.Call) { b.now++ })
				m.EUP.P.SMPix.Tap().OnTake(func(uint64, *pipe.PixelResult) { b.now-- })
			}},
		{key: "sampler.samples", values: []int{1, 2, 7, 20}, scene: "textured-cube", size: 64, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.Sampler.P.SMTex.Tap(), all)
				outOf(b, m.Sampler.P.TexSM.Tap(), all)
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
		{key: "sm.threads", values: []int{2, 3, 7, 20}, scene: "few-large", size: 64, with: []any{"sm.pixel_cycles", 400, "ps.in_flight", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.PSEU.Tap(), func(e *pipe.PixelThread) bool { return e.Kind == pipe.Quad })
				outOf(b, m.EUP.P.EUPS.Tap(), func(e *pipe.PixelResult) bool { return e.Kind == pipe.Quad })
			}},
		{key: "sm.threads", values: []int{2, 3, 7, 20}, less: 1, scene: "many-small", size: 32, with: []any{"sm.vertex_cycles", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.TessEU.Tap(), func(e *pipe.VertexThread) bool { return e.Kind == pipe.Prim })
				outOf(b, m.EUP.P.EUPFifo.Tap(), func(e *pipe.Shaded) bool { return e.Kind == pipe.Prim })
			}},
	}
}

// So many are under way as a parameter says, and no more: the limit is reached.
func TestLimitsAreReachedAndNotPassed(t *testing.T) {
	for _, l := range limits() {
		for _, n := range l.values {
			t.Run(l.key+"="+strconv.Itoa(n)+" "+l.scene, func(t *testing.T) {
				s, err := cosim.NewSession(configured(t, append(l.with, l.key, n)...), vectorOf(t, l.size, l.size, l.scene), true)
				require.NoError(t, err)
				var b balance
				l.count(s.M, &b)
				s.M.OnEdge(func(wires.Set) { b.most = max(b.most, b.now) })
				require.NoError(t, s.Run(cosim.Plan{}, nil))
				require.Equal(t, n-l.less, b.most)
			})
		}
	}
}

// Memory answers each request in the cycle that latency, variation and interval say: the first in which nothing of these, the answer before or
// a full connection holds it.
func TestMemoryAnswersWhenItsParametersSay(t *testing.T) {
	for _, c := range []memory.Config{{Latency: 40, Interval: 1, InFlight: 64}, {Latency: 7, Vary: 50, Interval: 3, InFlight: 5}, {Latency: 120, Interval: 9, InFlight: 2}, {Latency: 1, Interval: 1, InFlight: 1}} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			s, err := cosim.NewSession(configured(t, "memory.latency", c.Latency, "memory.vary", c.Vary, "memory.interval", c.Interval, "memory.in_flight", c.InFlight),
				vectorOf(t, 48, 48, "blend"), true)
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
