package cosim

import (
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// configured is the default machine with parameters set: key, value, key, value.
func configured(t testing.TB, pairs ...any) hw.Config {
	c := hw.DefaultConfig()
	for i := 0; i < len(pairs); i += 2 {
		require.NoError(t, c.Set(pairs[i].(string), fmt.Sprint(pairs[i+1])))
	}
	return c
}

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
				into(b, m.Memory.P.Req, all)
				outOf(b, m.Memory.P.Ans, all)
			}},
		{key: "dma.reads", values: []int{1, 2, 3}, scene: "many-small", size: 32, with: []any{"memory.latency", 200},
			count: func(m *hw.Machine, b *balance) {
				m.DMA.P.ReadReq.OnPut(func(uint64, *pipe.MemRequest) { b.now++ })
				m.DMA.P.ReadAns.OnTake(func(uint64, *pipe.MemAnswer) { b.now-- })
			}},
		{key: "dma.writes", values: []int{1, 2, 5, 8}, scene: "six-draws", size: 32, with: []any{"memory.latency", 400, "dma.gather", 0},
			count: func(m *hw.Machine, b *balance) {
				m.DMA.P.WriteReq.OnPut(func(uint64, *pipe.MemRequest) { b.now++ })
				m.DMA.P.WriteAns.OnTake(func(uint64, *pipe.MemAnswer) { b.now-- })
			}},
		{key: "dma.lines", values: []int{1, 2, 3, 5}, scene: "six-draws", size: 32, with: []any{"memory.latency", 200, "dma.gather", 200},
			count: func(m *hw.Machine, b *balance) {
				m.OnEdge(func(uint64) { b.now = m.DMA.S.Gathering.Len() })
			}},
		{key: "c2d.in_flight", values: []int{1, 2, 5, 12}, scene: "fill-copy", size: 64, with: []any{"memory.latency", 300},
			count: func(m *hw.Machine, b *balance) { // of fills, which read nothing
				m.C2D.P.Req.OnPut(func(_ uint64, e *pipe.MemRequest) {
					if e.Op == pipe.Write {
						b.now++
					}
				})
				m.C2D.P.Ans.OnTake(func(_ uint64, e *pipe.MemAnswer) {
					if e.Op == pipe.Write {
						b.now--
					}
				})
			}},
		{key: "ps.in_flight", values: []int{1, 2, 7, 20}, scene: "few-large", size: 64, with: []any{"eup.pixel_cycles", 400, "eup.threads", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.PS.P.In, func(e *pipe.QuadEntry) bool { return quad(e.Kind) })
				outOf(b, m.PS.P.Out, func(e *pipe.ColorEntry) bool { return quad(e.Kind) })
			}},
		{key: "zl2.ahead", values: []int{1, 2, 7, 12}, scene: "few-large", size: 64, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.ZL2.P.In, func(e *pipe.AttributeEntry) bool { return e.Kind == pipe.Tile })
				outOf(b, m.ZL2.P.Out, func(e *pipe.QuadEntry) bool { return e.Kind == pipe.TileEnd })
			}},
		{key: "eup.order", values: []int{2, 3, 7, 20}, scene: "few-large", size: 64, with: []any{"eup.pixel_cycles", 400, "eup.threads", 64, "ps.in_flight", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.Pixels, all)
				outOf(b, m.EUP.P.Results, all)
			}},
		{key: "wbu.ahead", values: []int{1, 2, 7, 12}, scene: "few-large", size: 64, with: []any{"memory.latency", 900},
			count: func(m *hw.Machine, b *balance) {
				var left []int // pixels of each quad that are not blended
				m.WBU.P.In.OnTake(func(_ uint64, e *pipe.ColorEntry) {
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
		{key: "eup.threads", values: []int{2, 3, 7, 20}, scene: "few-large", size: 64, with: []any{"eup.pixel_cycles", 400, "ps.in_flight", 64},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.Pixels, func(e *pipe.PixelThread) bool { return e.Kind == pipe.Quad })
				outOf(b, m.EUP.P.Results, func(e *pipe.PixelResult) bool { return e.Kind == pipe.Quad })
			}},
		{key: "eup.threads", values: []int{2, 3, 7, 20}, less: 1, scene: "many-small", size: 32, with: []any{"eup.vertex_cycles", 900},
			count: func(m *hw.Machine, b *balance) {
				into(b, m.EUP.P.In, func(e *pipe.Thread) bool { return e.Kind == pipe.Prim })
				outOf(b, m.EUP.P.Out, func(e *pipe.Shaded) bool { return e.Kind == pipe.Prim })
			}},
	}
}

// So many are under way as a parameter says, and no more: the limit is reached.
func TestLimitsAreReachedAndNotPassed(t *testing.T) {
	for _, l := range limits() {
		for _, n := range l.values {
			t.Run(l.key+"="+strconv.Itoa(n)+" "+l.scene, func(t *testing.T) {
				s, err := NewSession(configured(t, append(l.with, l.key, n)...), vectorOf(t, l.size, l.size, l.scene), true)
				require.NoError(t, err)
				var b balance
				l.count(s.M, &b)
				s.M.OnEdge(func(uint64) { b.most = max(b.most, b.now) })
				require.NoError(t, s.Run(Plan{}, nil))
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
			s, err := NewSession(configured(t, "memory.latency", c.Latency, "memory.vary", c.Vary, "memory.interval", c.Interval, "memory.in_flight", c.InFlight),
				vectorOf(t, 48, 48, "blend"), true)
			require.NoError(t, err)
			m := s.M.Memory
			type request struct{ addr, taken uint64 }
			var waiting []request
			var reqArrived, ansPut, nextTake, held uint64 // held: the last cycle in which the answers' connection was full
			underWay, longest, spread := 0, uint64(0), map[uint64]bool{}
			m.P.Req.OnTake(func(cycle uint64, e *pipe.MemRequest) {
				require.GreaterOrEqual(t, cycle, nextTake, "interval")
				nextTake = cycle + uint64(c.Interval)
				waiting = append(waiting, request{uint64(e.Addr), cycle})
			})
			m.P.Ans.OnPut(func(cycle uint64, _ *pipe.MemAnswer) {
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
			s.M.OnEdge(func(uint64) {
				cycle := s.M.Cycle()
				if m.P.Ans.Free() == 0 {
					held = cycle + 1
				}
				if m.P.Req.Len() == 0 {
					reqArrived = cycle + 1
				}
				underWay = len(waiting)
				// A request that is there is taken at once, unless interval or limit hold it.
				late := reqArrived+2 < cycle && nextTake+1 < cycle && underWay < c.InFlight
				require.False(t, late && m.P.Req.Len() > 0 && held+uint64(c.InFlight)+2 < cycle && ansPut+2 < cycle, "cycle %d: a request is there since cycle %d, and nothing holds it", cycle, reqArrived)
			})
			require.NoError(t, s.Run(Plan{}, nil))
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
		{key: "eup.pixel_cycles", values: []int{1, 8, 50, 333}, scene: "few-large",
			watch: func(m *hw.Machine, p *span) {
				m.EUP.P.Pixels.OnTake(func(cycle uint64, e *pipe.PixelThread) {
					if e.Kind == pipe.Quad {
						p.enters(cycle)
					}
				})
				m.EUP.P.Results.OnPut(func(cycle uint64, e *pipe.PixelResult) {
					if e.Kind == pipe.Quad {
						p.leaves(cycle)
					}
				})
			}},
		{key: "eup.vertex_cycles", values: []int{1, 24, 90, 777}, scene: "few-large",
			watch: func(m *hw.Machine, p *span) {
				m.EUP.P.In.OnTake(func(cycle uint64, e *pipe.Thread) {
					if e.Kind == pipe.Prim {
						p.enters(cycle)
					}
				})
				m.EUP.P.Out.OnPut(func(cycle uint64, e *pipe.Shaded) {
					if e.Kind == pipe.Prim {
						p.leaves(cycle)
					}
				})
			}},
		{key: "eup.tessellate_cycles", values: []int{40, 70, 200}, scene: "teapot-patches", with: []any{"eup.vertex_cycles", 1},
			watch: func(m *hw.Machine, p *span) { // triangles of a patch follow each other
				m.EUP.P.Out.OnPut(func(cycle uint64, e *pipe.Shaded) {
					if p.in != nil {
						p.leaves(cycle)
					}
					p.in = nil
					if e.Kind == pipe.Prim {
						p.enters(cycle)
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
				s, err := NewSession(configured(t, append(d.with, d.key, n)...), vectorOf(t, 16, 16, d.scene), false)
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
		s, err := NewSession(configured(t, "eup.units", units, "eup.pixel_cycles", long, "eup.threads", 64, "ps.in_flight", 64), vectorOf(t, 48, 48, "few-large"), false)
		require.NoError(t, err)
		var first, last, quads uint64
		s.M.EUP.P.Results.OnPut(func(cycle uint64, e *pipe.PixelResult) {
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
		s, err := NewSession(configured(t, "eup.texels", texels, "ps.in_flight", 1, "eup.pixel_cycles", 1), vectorOf(t, 48, 48, "textured-cube"), false)
		require.NoError(t, err)
		p, counts := span{least: 1 << 60}, false
		s.M.EUP.P.Pixels.OnTake(func(cycle uint64, e *pipe.PixelThread) {
			if counts = e.Kind == pipe.Quad && e.Texture && e.Mask == 15; counts {
				p.enters(cycle)
			}
		})
		s.M.EUP.P.Results.OnPut(func(cycle uint64, _ *pipe.PixelResult) {
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
		s, err := NewSession(configured(t, "csp.ahead", ahead, "memory.latency", 900, "dma.reads", 64), vectorOf(t, 16, 16, "many-small"), false)
		require.NoError(t, err)
		coming, most := map[uint8]int{}, 0
		s.M.CSP.P.Fetch.OnPut(func(_ uint64, e *pipe.Fetch) {
			coming[e.Stream] += int(e.DWords)
		})
		s.M.OnEdge(func(uint64) {
			for _, n := range coming {
				most = max(most, n)
			}
		})
		s.M.CSP.P.Beats.OnTake(func(_ uint64, e *pipe.Beat) { coming[e.Stream] -= int(e.Count) })
		require.NoError(t, s.RunTo(30_000))
		require.LessOrEqual(t, most, ahead)
		require.Greater(t, most, ahead-16, "a line more would fit")
	}
}

// A target as large as the cache is read once, each line of it, however often it is drawn; a cache half as large reads
// more, and so does one whose lines go out and come back.
func TestCachesHoldTheirLines(t *testing.T) {
	for _, c := range []struct {
		key   string
		lines int
		scene string
		port  func(m *hw.Machine) *wires.Fifo[pipe.MemRequest]
	}{
		{"wbu.cache.lines", 16, "blend", func(m *hw.Machine) *wires.Fifo[pipe.MemRequest] { return m.WBU.P.Cache.Req }},
		{"zl2.cache.lines", 16, "few-large", func(m *hw.Machine) *wires.Fifo[pipe.MemRequest] { return m.ZL2.P.Cache.Req }},
	} {
		reads := func(lines int) (all, distinct int) {
			s, err := NewSession(configured(t, c.key, lines, "zl1.hiz", false), vectorOf(t, 16, 16, c.scene), false)
			require.NoError(t, err)
			seen := map[uint32]bool{}
			c.port(s.M).OnPut(func(_ uint64, e *pipe.MemRequest) {
				if e.Op == pipe.Read {
					seen[e.Addr] = true
					all++
				}
			})
			require.NoError(t, s.Finish())
			return all, len(seen)
		}
		all, distinct := reads(c.lines)
		require.Equal(t, c.lines, distinct, c.key)
		require.Equal(t, distinct, all, c.key)
		less, _ := reads(c.lines / 2)
		require.Greater(t, less, all, c.key)
	}
}

// A texture as large as the cache is read once, line by line; with half of the lines more is read.
func TestTexturesStayInTheirCache(t *testing.T) {
	reads := func(lines int) (all, distinct int) {
		s, err := NewSession(configured(t, "eup.texture_cache.lines", lines), vectorOf(t, 48, 48, "textured-cube"), false)
		require.NoError(t, err)
		seen := map[uint32]bool{}
		s.M.EUP.P.Texels.Req.OnPut(func(_ uint64, e *pipe.MemRequest) {
			seen[e.Addr] = true
			all++
		})
		require.NoError(t, s.Finish())
		return all, len(seen)
	}
	all, distinct := reads(64)
	require.Equal(t, distinct, all)
	for lines := 32; lines > 1; lines /= 2 {
		more, same := reads(lines)
		require.Equal(t, distinct, same)
		if require.GreaterOrEqual(t, more, all); lines < distinct {
			require.Greater(t, more, all, "%d lines of %d", lines, distinct)
		}
		all = more
	}
}

// Of all entries so many percent are held back, by one cycle up to the longest time, each about as often as the others.
func TestStallsHoldBackTheirShare(t *testing.T) {
	const longest = 5
	for _, percent := range []int{10, 50, 90} {
		s, err := NewSession(configured(t, "stall.percent", percent, "stall.max", longest, "fifo.WB_FIFO.depth", 64), vectorOf(t, 64, 64, "few-large"), false)
		require.NoError(t, err)
		f := s.M.WBU.P.In
		var put []uint64
		counts, n := [longest + 1]int{}, 0
		f.OnTake(func(uint64, *pipe.ColorEntry) {
			counts[f.Due(put[0])-put[0]-1]++
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

// squares is a target of 64 tiles that is covered once, and twice more from further away.
const squares = `size: [64, 64]
meshes:
  - {name: square, topology: strip, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 1, 0]]}
draws:
  - {mesh: square, clip_space: true, translate: [0, 0, 0.2], color: [0.1, 0.1, 0.1]}
  - {mesh: square, clip_space: true, translate: [0, 0, 0.5], color: [0.2, 0.1, 0.1]}
  - {mesh: square, clip_space: true, translate: [0, 0, 0.7], color: [0.3, 0.1, 0.1]}
`

// rejections counts the tiles of the squares that hierarchical Z rejects, and those that it should reject with so many ranges: the
// place of a tile is its column and row modulo 16, of which the number of ranges leaves the low bits; a tile that comes takes its place.
func rejections(t *testing.T, ranges int, pairs ...any) (rejected, known int) {
	file := filepath.Join(t.TempDir(), "squares.yaml")
	require.NoError(t, os.WriteFile(file, []byte(squares), 0o600))
	s, err := NewSession(configured(t, append(pairs, "zl1.hiz_tiles", ranges)...), vectorOf(t, 64, 64, file), true)
	require.NoError(t, err)
	s.M.Taps().Tested.Watch(func(e *zl2.Fragment) {
		if e.Rejected {
			rejected++
		}
	})
	tiles, owners := 0, map[int][2]uint16{}
	s.M.Taps().Tiles.OnPut(func(_ uint64, e *pipe.TileEntry) {
		if e.Kind != pipe.Tile {
			return
		}
		at, tile := (int(e.Y)*16+int(e.X))%ranges, [2]uint16{e.X, e.Y}
		if tiles++; tiles > squareTiles && owners[at] == tile {
			known++
		}
		owners[at] = tile
	})
	require.NoError(t, s.Finish())
	require.Equal(t, 3*squareTiles, tiles)
	return rejected, known
}

// squareTiles is the number of a square's tiles: it is two triangles, and along their common edge eight tiles belong to both.
const squareTiles = 64 + 8

func TestHiZRejectsWhatItKnows(t *testing.T) {
	rejected, _ := rejections(t, 256, "zl1.hiz", false)
	require.Zero(t, rejected)
	rejected, _ = rejections(t, 256)
	require.Equal(t, 2*squareTiles, rejected)
}

func TestHiZKeepsTheRangesOfItsTiles(t *testing.T) {
	for _, ranges := range []int{256, 128, 64} {
		rejected, known := rejections(t, ranges)
		require.Equal(t, known, rejected, "%d ranges", ranges)
	}
	for _, ranges := range []int{32, 8, 1} { // a tile that comes again before its depths are told is not known yet
		rejected, known := rejections(t, ranges)
		require.LessOrEqual(t, rejected, known, "%d ranges", ranges)
	}
}

// A FIFO's histogram of fill and a block's account are those of an observer who looks in each cycle.
func TestFillAndActivityAreThoseOfEachCycle(t *testing.T) {
	for name, cfg := range configs(t) {
		s, err := NewSession(cfg, vectorOf(t, 24, 24, "six-draws", "textured-cube"), false)
		require.NoError(t, err)
		connections := s.M.Connections()
		fill := make([][]uint64, len(connections))
		for i := range fill {
			fill[i] = make([]uint64, len(connections[i].Fill))
		}
		views := map[string]interface{ Len() int }{}
		for _, v := range s.M.Views() {
			views[v.Name()] = v.(interface{ Len() int })
		}
		spent := make([]map[wires.Activity]uint64, len(s.M.Blocks()))
		for i := range spent {
			spent[i] = map[wires.Activity]uint64{}
		}
		var accounts []wires.Account
		for _, b := range s.M.Blocks() {
			accounts = append(accounts, s.M.Account(b))
		}
		begun := s.M.Connections()
		for s.M.Cycle() < 4000 && !s.Idle() {
			// What the FIFOs hold at an edge they hold during the next cycle.
			for i := range connections {
				c := &connections[i]
				if c.Line {
					continue
				}
				n, bin := views[c.Name].Len(), 0
				switch {
				case n == c.Depth:
					bin = len(fill[i]) - 1
				case n > 0:
					bin = 1 + (n-1)*(len(fill[i])-2)/c.Depth
				}
				fill[i][bin]++
			}
			for i, b := range s.M.Blocks() { // the last cycle is accounted for when the next one has come
				spent[i][s.M.LastActivity(b)]++
			}
			require.NoError(t, s.RunTo(s.M.Cycle()+1))
		}
		for i, c := range s.M.Connections() {
			if !c.Line {
				for k := range fill[i] {
					require.Equal(t, fill[i][k], c.Fill[k]-begun[i].Fill[k], "%s, %s, part %d", name, c.Name, k)
				}
			}
		}
		for i, b := range s.M.Blocks() {
			a := s.M.Account(b)
			was := accounts[i]
			require.Equal(t, spent[i][wires.Busy], a.Busy-was.Busy, "%s, %s busy", name, b.Name())
			require.Equal(t, spent[i][wires.Waiting], a.Waiting-was.Waiting, "%s, %s waiting", name, b.Name())
			require.Equal(t, spent[i][wires.Idle], a.Idle-was.Idle, "%s, %s idle", name, b.Name())
			var starved, blocked uint64
			for what, n := range spent[i] {
				if _, s, k := what.Port(); s {
					starved += n
				} else if k {
					blocked += n
				}
			}
			require.Equal(t, starved, wires.Total(a.Starved)-wires.Total(was.Starved), "%s, %s starved", name, b.Name())
			require.Equal(t, blocked, wires.Total(a.Blocked)-wires.Total(was.Blocked), "%s, %s blocked", name, b.Name())
		}
	}
}
