package figures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// span is the least time between the way in and the way out of what keeps its order.
type span struct {
	in    []uint64
	least uint64
}

func (p *span) enters(cycle uint64) { p.in = append(p.in, cycle) }

func (p *span) leaves(cycle uint64) {
	p.least = min(p.least, cycle-p.in[0])
	p.in = p.in[1:]
}

// duration is a parameter that says how long something takes.
type duration struct {
	key    string
	values []int
	scene  string
	with   []any
	watch  func(m *hw.Machine, p *span)
}

func durations() []duration {
	return []duration{
		{key: "sm.pixel_cycles", values: []int{1, 8, 50, 333}, scene: "few-large",
			watch: func(m *hw.Machine, p *span) {
				m.EUP.P.PSEU.Tap().OnTake(func(cycle uint64, e *pipe.PixelThread) {
					if e.Kind == pipe.Quad {
						p.enters(cycle)
					}
				})
				m.EUP.P.EUPS.Tap().OnPut(func(cycle uint64, e *pipe.PixelResult) {
					if e.Kind == pipe.Quad {
						p.leaves(cycle)
					}
				})
			}},
		{key: "sm.vertex_cycles", values: []int{1, 24, 90, 777}, scene: "few-large",
			watch: func(m *hw.Machine, p *span) {
				m.EUP.P.TessEU.Tap().OnTake(func(cycle uint64, e *pipe.VertexThread) {
					if e.Kind == pipe.Prim {
						p.enters(cycle)
					}
				})
				m.EUP.P.EUPFifo.Tap().OnPut(func(cycle uint64, e *pipe.Shaded) {
					if e.Kind == pipe.Prim {
						p.leaves(cycle)
					}
				})
			}},
	}
}

// What a parameter adds to the length of a program is added to the shortest time that a thread takes.
func TestProgramsTakeTheirCycles(t *testing.T) {
	for _, d := range durations() {
		t.Run(d.key, func(t *testing.T) {
			measured := func(n int) uint64 {
				s, err := cosim.NewSession(configured(t, append(d.with, d.key, n)...), vectorOf(t, 16, 16, d.scene), false)
				require.NoError(t, err)
				p := span{least: 1 << 60}
				d.watch(s.M, &p)
				require.NoError(t, s.RunTo(60_000))
				return p.least
			}
			first := measured(d.values[0])
			for _, n := range d.values[1:] {
				require.EqualValues(t, n-d.values[0], measured(n)-first, "%d instead of %d cycles", n, d.values[0])
			}
		})
	}
}

// As many threads are computed at a time as there are execution units: all pixels take the time of their program, divided among
// the units, and a cycle for the issue.
func TestUnitsComputeSideBySide(t *testing.T) {
	const long = 300
	for _, units := range []int{1, 2, 5, 16, 32} {
		s, err := cosim.NewSession(configured(t, "sm.units", units, "sm.pixel_cycles", long, "sm.threads", 64, "ps.in_flight", 64), vectorOf(t, 48, 48, "few-large"), false)
		require.NoError(t, err)
		var first, last, quads uint64
		s.M.EUP.P.EUPS.Tap().OnPut(func(cycle uint64, e *pipe.PixelResult) {
			if e.Kind != pipe.Quad {
				return
			}
			if quads++; quads == 1 {
				first = cycle - long
			}
			last = cycle
		})
		require.NoError(t, s.Finish())
		want := float64(quads) * (long + 1) / float64(units)
		require.InEpsilon(t, want, last-first, 0.06, "%d units, %d quads", units, quads)
	}
}

// A quad looks four texels up without a filter, so many in a cycle.
func TestTexelsAreLookedUpSoManyInACycle(t *testing.T) {
	measured := func(texels int) uint64 {
		s, err := cosim.NewSession(configured(t, "sampler.texels", texels, "ps.in_flight", 1, "sm.pixel_cycles", 1), vectorOf(t, 48, 48, "textured-cube"), false)
		require.NoError(t, err)
		p, counts := span{least: 1 << 60}, false
		s.M.EUP.P.PSEU.Tap().OnTake(func(cycle uint64, e *pipe.PixelThread) {
			if counts = e.Kind == pipe.Quad && e.Texture && e.Mask == 15; counts {
				p.enters(cycle)
			}
		})
		s.M.EUP.P.EUPS.Tap().OnPut(func(cycle uint64, _ *pipe.PixelResult) {
			if counts {
				p.leaves(cycle)
			}
		})
		require.NoError(t, s.Finish())
		return p.least
	}
	all := measured(32)
	for n, more := range map[int]int{1: 3, 2: 1, 3: 1, 4: 0, 16: 0} {
		require.EqualValues(t, more, measured(n)-all, "%d texels a cycle", n)
	}
}

// The CSP asks for whole lines ahead of use, as many as fit into what it may have fetched.
func TestFetchesGoAsFarAheadAsTheyMay(t *testing.T) {
	for _, ahead := range []int{16, 31, 32, 47, 48, 64} {
		s, err := cosim.NewSession(configured(t, "csp.ahead", ahead, "memory.latency", 900, "dma.reads", 64), vectorOf(t, 16, 16, "many-small"), false)
		require.NoError(t, err)
		coming, most := map[uint8]int{}, 0
		s.M.CSP.P.CSPDMA.Tap().OnPut(func(_ uint64, e *pipe.Fetch) {
			coming[e.Stream] += int(e.DWords)
		})
		s.M.OnEdge(func(wires.Set) {
			for _, n := range coming {
				most = max(most, n)
			}
		})
		s.M.CSP.P.DMACSP.Tap().OnTake(func(_ uint64, e *pipe.Beat) { coming[e.Stream] -= int(e.Count) })
		require.NoError(t, s.RunTo(30_000))
		require.LessOrEqual(t, most, ahead)
		require.Greater(t, most, ahead-16, "a line more would fit")
	}
}

// Of all entries so many percent are held back, by one cycle up to the longest time, each about as often as the others.
func TestStallsHoldBackTheirShare(t *testing.T) {
	const longest = 5
	for _, percent := range []int{10, 50, 90} {
		s, err := cosim.NewSession(configured(t, "stall.percent", percent, "stall.max", longest, "fifo.WB_FIFO.depth", 64), vectorOf(t, 64, 64, "few-large"), false)
		require.NoError(t, err)
		f := s.M.WBU.P.WBFifo.Tap()
		var put []uint64
		counts, n := [longest + 1]int{}, 0
		f.OnTake(func(uint64, *pipe.ColorEntry) {
			counts[f.View().Due(put[0])-put[0]-1]++
			put = put[1:]
			n++
		})
		f.OnPut(func(cycle uint64, _ *pipe.ColorEntry) { put = append(put, cycle) })
		require.NoError(t, s.Finish())
		require.InDelta(t, 100-percent, float64(100*counts[0])/float64(n), 4, "percent at once")
		for k := 1; k <= longest; k++ {
			require.InEpsilon(t, float64(n*percent)/100/longest, counts[k], 0.3, "held back by %d cycles, %d%%", k, percent)
		}
	}
}
