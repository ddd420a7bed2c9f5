package figures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
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
		// The second primitive of a thread comes long after the first one; what comes while that is waited for begins the thread, too.
		{key: "eup.fill_wait", values: []int{1, 7, 50, 333}, scene: "many-small", with: []any{"memory.interval", 500},
			watch: func(m *hw.Machine, p *span) {
				m.EUP.P.TessEU.Tap().OnTake(func(cycle uint64, e *pipe.VertexThread) {
					if p.in = nil; e.Kind == pipe.Prim && e.At.Primitive%2 == 0 {
						p.enters(cycle)
					}
				})
				for c := range m.Clusters {
					m.EUP.P.Req[c][pipe.Above].Tap().OnPut(func(cycle uint64, e *pipe.ThreadBeat) {
						if e.Kind == pipe.BeatHead && len(p.in) > 0 {
							p.leaves(cycle)
						}
					})
				}
			}},
	}
}

// What a parameter adds to a time is added to the shortest one that there is.
func TestTimesAreAsLongAsTheyAreSet(t *testing.T) {
	for _, d := range durations() {
		t.Run(d.key, func(t *testing.T) {
			measured := func(n int) uint64 {
				s, err := cosim.NewSession(configured(t, append(d.with, d.key, n)...), cosimtest.Scenes(t, 16, 16, d.scene), false)
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

// Kernels that loop before they do what they are for take so much longer, at the least.
func TestLongKernelsTakeTheirTime(t *testing.T) {
	measured := func(l long) (vertices, pixels uint64) {
		s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.ScenesWith(t, l.options(t, 16), "one-triangle"), true)
		require.NoError(t, err)
		p, q := span{least: 1 << 60}, span{least: 1 << 60}
		s.M.EUP.P.TessEU.Tap().OnTake(func(cycle uint64, e *pipe.VertexThread) {
			if e.Kind == pipe.Prim {
				p.enters(cycle)
			}
		})
		s.M.EUP.P.EUPFifo.Tap().OnPut(func(cycle uint64, e *pipe.Shaded) {
			if e.Kind == pipe.Prim {
				p.leaves(cycle)
			}
		})
		s.M.EUP.P.PSEU.Tap().OnTake(func(cycle uint64, e *pipe.QuadThread) {
			if e.Kind == pipe.Quad {
				q.enters(cycle)
			}
		})
		s.M.EUP.P.EUPS.Tap().OnPut(func(cycle uint64, e *pipe.QuadResult) {
			if e.Kind == pipe.Quad {
				q.leaves(cycle)
			}
		})
		require.NoError(t, s.Run(cosim.Plan{}, nil))
		return p.least, q.least
	}
	vertices, pixels := measured(long{})
	for _, cycles := range []int{300, 4000} {
		v, q := measured(long{vertex: cycles})
		require.InEpsilon(t, cycles, v-vertices, 0.1)
		require.InDelta(t, pixels, q, 20, "pixels are as before")
		v, q = measured(long{pixel: cycles})
		require.InEpsilon(t, cycles, q-pixels, 0.15)
		require.InDelta(t, vertices, v, 20)
	}
}

// The CSP asks for whole lines ahead of use, as many as fit into what it may have fetched.
func TestFetchesGoAsFarAheadAsTheyMay(t *testing.T) {
	for _, ahead := range []int{16, 31, 32, 47, 48, 64} {
		s, err := cosim.NewSession(configured(t, "csp.ahead", ahead, "memory.latency", 900, "dma.reads", 64), cosimtest.Scenes(t, 16, 16, "many-small"), false)
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
		s, err := cosim.NewSession(configured(t, "stall.percent", percent, "stall.max", longest, "fifo.WB_FIFO.depth", 64), cosimtest.Scenes(t, 64, 64, "few-large"), false)
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
