package eup

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/sm"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Random vertex threads of contexts that are cancelled in any cycle or end, pixel threads of
// both slots with and without textures, and a sampler that answers when it likes: results come
// in order and are those of the thread's own data, and vertices do not block pixels.
func TestPoolBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 200).Draw(rt, "steps") {
			m.step()
		}
		m.end()
	})
}

// model runs each thread at once when it is taken. Of arithmetic it knows nothing: the
// programs have tests of their own.
type model struct {
	*blocktest.Bench
	t      *rapid.T
	b      *EUP
	sm     *sm.SM
	cfg    sm.Config
	hops   uint64 // latencies there and back
	in     *blocktest.Source[pipe.VertexThread]
	pixels *blocktest.Source[pipe.PixelThread]
	eups   *blocktest.Sink[pipe.PixelResult]
	texSM  *blocktest.Source[pipe.SampleAnswer]
	line   *wires.LineOut
	number uint32

	slot      uint8   // of the context that is queued
	cut       int     // cycles until a cancelled context's INT_END, 0: none
	tokens    []uint8 // slots of those queued, and not taken
	regs      [pipe.Slots]regs.EUPRegs
	vertices  []pipe.Shaded // not out
	started   []uint64      // when each of them was taken
	discards  bool
	discarded uint32
	more      []uint32       // what VF and TESS have discarded, for each token that is not taken
	dumps     []regs.EUPRegs // of every INTERRUPTIBLE that is not out
	dumped    int            // registers of the first
	tookV     *pipe.VertexThread
	outV      *pipe.Shaded

	results  []pipe.PixelResult
	begun    []uint64
	deadline uint64 // of the pixel thread that came when there was none, 0: none
	tookP    *pipe.PixelThread
	texels   []pipe.SampleAnswer // under way

	patience int
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	draw := func(name string, of ...int) int { return rapid.SampledFrom(of).Draw(rt, name) }
	cfg := sm.Config{
		Threads: draw("threads", 2, 3, 3, 8, 64), Units: draw("units", 1, 2, 32), VertexCycles: draw("vertex cycles", 1, 5, 24),
		PixelCycles: draw("pixel cycles", 1, 4),
	}
	b := New("EUP", Config{Threads: cfg.Threads, Order: draw("order", 2, 8, 64), Results: draw("results", 1, 3, 64)})
	m := &model{Bench: blocktest.New(tb, b), t: rt, b: b, cfg: cfg}
	latency := draw("latency", 1, 1, 2, 9)
	m.sm, m.hops = pool(m.Bench, b, cfg, draw("depth", 1, 2, 8), latency), uint64(2*latency)
	for i := range m.regs {
		m.regs[i].Reset()
	}
	m.in = blocktest.In(m.Bench, &b.P.TessEU, "TESS_EU", 4)
	m.in.F.OnTake(func(_ uint64, e *pipe.VertexThread) { x := *e; m.tookV = &x })
	m.pixels = blocktest.In(m.Bench, &b.P.PSEU, "PS_EU", 4)
	m.pixels.F.OnTake(func(_ uint64, e *pipe.PixelThread) { x := *e; m.tookP = &x })
	m.texSM = blocktest.In(m.Bench, &m.sm.P.TexSM, "TEX_SM", 2)
	blocktest.Out(m.Bench, &b.P.EUPFifo, "EUP_FIFO", draw("output", 1, 4)).F.OnPut(m.shaded)
	m.eups = blocktest.Out(m.Bench, &b.P.EUPS, "EU_PS", draw("pixel output", 1, 1, 4))
	m.eups.F.OnPut(m.result)
	blocktest.Out(m.Bench, &m.sm.P.SMTex, "SM_TEX", draw("samples", 1, 2, 4)).F.OnTake(func(_ uint64, r *pipe.SampleRequest) {
		m.texels = append(m.texels, pipe.SampleAnswer{Kind: r.Kind, Slot: r.Slot, Thread: r.Thread, Texel: texel(r)})
	})
	m.line = m.Line(&b.P.EUPCancel, "CANCEL", &m.sm.P.EUPCancel)
	blocktest.Datapath(m.Bench, &b.P.DPEUP).F.OnPut(func(_ uint64, r *pipe.Report) { m.reported(r) })
	return m
}

// texel is a sample that depends on all that the sampler is told.
func texel(r *pipe.SampleRequest) (out [4][4]float32) {
	if r.Kind != pipe.Quad {
		return out
	}
	key := fmt.Sprint(r.Slot, r.Mask, r.Wrap, r.Filter, r.Encoded, r.Width, r.Height, r.Base, r.UV)
	for k := range out {
		for ch := range out[k] {
			h := fnv.New32a()
			fmt.Fprint(h, key, k, ch)
			out[k][ch] = float32(h.Sum32()>>8) / (1 << 24)
		}
	}
	return out
}

func (m *model) step() {
	switch rapid.IntRange(0, 9).Draw(m.t, "what") {
	case 0:
		if shut := rapid.SampledFrom(m.Valves()).Draw(m.t, "valve"); rapid.Bool().Draw(m.t, "shut") {
			*shut = !*shut
		} else {
			m.Open()
			m.Hesitate(rapid.Uint64().Draw(m.t, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(m.t, "hesitate"))
		}
		m.patience = rapid.SampledFrom([]int{0, 1, 5, 20, 20}).Draw(m.t, "patience")
	case 1:
		if m.cut == 0 && len(m.tokens) == 0 && !m.tokenIn(0) && !m.tokenIn(1) {
			m.line.Raise()
			m.cut = rapid.IntRange(3, 9).Draw(m.t, "token after")
			m.in.Queue = m.in.Queue[:rapid.IntRange(0, len(m.in.Queue)).Draw(m.t, "kept")]
		}
	case 2:
		if m.cut == 0 && len(m.tokens) == 0 && !m.old() && rapid.Bool().Draw(m.t, "ends") {
			m.token()
		}
	case 3, 4, 5, 6:
		if m.cut == 0 && !m.old() {
			m.vertexWork()
		}
	default:
		m.pixelWork()
	}
	for range rapid.SampledFrom([]int{0, 1, 2, 5, 12, 40}).Draw(m.t, "cycles") {
		m.cycle()
	}
}

// old tells whether the slot still has the context before the last one: no third one starts
// before that has left.
func (m *model) old() bool { return m.tokenIn(m.slot) || slices.Contains(m.tokens, m.slot) }

// tokenIn tells whether a slot's INT_END is in the pool. Then nothing is cut: the token of one
// cut has left the break point before the next one.
func (m *model) tokenIn(slot uint8) bool {
	return slices.ContainsFunc(m.vertices, func(e pipe.Shaded) bool { return e.Kind == pipe.IntEnd && e.Slot == slot })
}

func (m *model) token() {
	more := rapid.SampledFrom([]uint32{0, 3}).Draw(m.t, "discarded before")
	m.in.Queue = append(m.in.Queue, pipe.VertexThread{Cmd: pipe.Cmd{Kind: pipe.IntEnd, Slot: m.slot}, Discarded: more})
	m.tokens, m.more = append(m.tokens, m.slot), append(m.more, more)
	m.slot = 1 - m.slot
}

func (m *model) vertexWork() {
	for range rapid.IntRange(1, 8).Draw(m.t, "entries") {
		m.number++
		e := pipe.VertexThread{Cmd: pipe.Cmd{Slot: m.slot, At: pipe.Cursor{Primitive: rapid.Uint32Range(0, 70).Draw(m.t, "primitive"), Offset: m.number, Instance: m.number & 1}}}
		switch e.Kind = rapid.SampledFrom([]pipe.Kind{pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.EndDraw, pipe.State, pipe.Interruptible}).Draw(m.t, "kind"); e.Kind {
		case pipe.Prim:
			for i := range e.In {
				record := rapid.IntRange(0, 200).Draw(m.t, "record")
				for k := range e.In[i] {
					e.In[i][k] = float32(16*record+k) + float32(m.slot)/2
				}
			}
		case pipe.State:
			e.SetRegWrite(pipe.RegWrite{
				Block: regs.BlockEUP,
				Reg:   rapid.SampledFrom([]uint16{regs.EUPTransform0, regs.EUPTransform0 + 5, regs.EUPTransform0 + 12, 40}).Draw(m.t, "register"),
				Value: math.Float32bits(float32(rapid.IntRange(-3, 3).Draw(m.t, "value"))),
			})
		}
		m.in.Queue = append(m.in.Queue, e)
	}
}

func (m *model) pixelWork() {
	slot := rapid.Uint8Range(0, 1).Draw(m.t, "slot of pixels")
	if rapid.IntRange(0, 3).Draw(m.t, "toggle") == 0 {
		m.eups.Shut = !m.eups.Shut
	}
	if rapid.IntRange(0, 3).Draw(m.t, "invalidate") == 0 {
		m.pixels.Queue = append(m.pixels.Queue, pipe.PixelThread{Kind: pipe.Invalidate, Slot: slot})
	}
	for range rapid.IntRange(1, 6).Draw(m.t, "quads") {
		e := pipe.PixelThread{Kind: pipe.Quad, Slot: slot, Mask: rapid.Uint8Range(1, 15).Draw(m.t, "mask"), AlphaRef: 0.5, DepthFactor: 1}
		e.Kill, e.WriteDepth = rapid.Bool().Draw(m.t, "kill"), rapid.Bool().Draw(m.t, "writes depth")
		if e.Texture = rapid.Bool().Draw(m.t, "texture"); e.Texture {
			e.Base, e.Width, e.Height = 4096*rapid.Uint32Range(0, 1).Draw(m.t, "base"), 4, 8
			e.Filter = rapid.Uint8().Draw(m.t, "filter")
		}
		for k := range e.A {
			for i := range e.A[k] {
				e.A[k][i] = float32(rapid.IntRange(0, 16).Draw(m.t, "attribute")) / 16
			}
		}
		m.pixels.Queue = append(m.pixels.Queue, e)
	}
}

func (m *model) cycle() {
	if m.cut > 1 {
		m.cut--
	} else if m.cut == 1 {
		m.cut = 0
		if m.token(); !m.old() { // the next context follows at once
			m.vertexWork()
		}
	}
	if m.line.Tap().High() {
		for _, e := range m.vertices {
			if e.Kind == pipe.Prim {
				m.discarded++
			}
		}
		m.vertices, m.started, m.discards, m.dumps, m.dumped = nil, nil, true, nil, 0
	}
	m.serve()
	if m.deadline > 0 && !m.b.P.EUPS.Ready() {
		m.deadline++
	}
	must := m.b.P.PSEU.Valid() && len(m.results) == 0
	m.tookV, m.tookP = nil, nil
	m.Step(1)
	require.True(m.t, !must || m.tookP != nil, "no pixel thread is in the pool, and none may start: %s", m.b.Line())
	require.True(m.t, m.deadline == 0 || m.Cycle() <= m.deadline, "vertices keep a pixel thread from its unit: %s", m.b.Line())
	if m.tookP != nil {
		m.takenPixel(m.tookP)
	}
	if m.tookV != nil {
		m.takenVertex(m.tookV)
	}
	require.LessOrEqual(m.t, len(m.vertices), m.b.cfg.Order)
	require.LessOrEqual(m.t, len(m.results), m.b.cfg.Order)
}

// serve is the sampler.
func (m *model) serve() {
	answers := func() bool { return m.patience == 0 || rapid.IntRange(0, m.patience).Draw(m.t, "answers") == 0 }
	if len(m.texels) > 0 && answers() {
		m.texSM.Queue = append(m.texSM.Queue, m.texels[0])
		m.texels = m.texels[1:]
	}
}

func (m *model) takenVertex(e *pipe.VertexThread) {
	if e.Kind == pipe.IntEnd {
		require.Zero(m.t, m.discarded+m.more[0], "what was discarded is told before")
		m.tokens, m.more = m.tokens[1:], m.more[1:]
		m.discards = false
		m.regs[e.Slot].Reset()
	}
	if m.discards {
		m.discarded++
		return
	}
	out := pipe.Shaded{Cmd: e.Cmd}
	switch e.Kind {
	case pipe.State:
		require.Empty(m.t, m.vertices, "threads that may read the old constant")
		if w := e.RegWrite(); int(w.Reg) < len(m.regs[e.Slot]) {
			m.regs[e.Slot][w.Reg] = w.Value
		}
		return
	case pipe.Interruptible:
		m.dumps = append(m.dumps, m.regs[e.Slot])
	case pipe.Prim:
		t := sm.Thread{Kind: pipe.Prim, Slot: e.Slot, Instance: e.At.Instance, In: e.In}
		sm.VertexProgram(m.cfg).Run(&t, &m.regs[e.Slot])
		out.V = t.Out
	}
	m.vertices, m.started = append(m.vertices, out), append(m.started, m.Cycle())
}

func (m *model) takenPixel(e *pipe.PixelThread) {
	r := pipe.PixelResult{Kind: e.Kind, Slot: e.Slot}
	if e.Kind == pipe.Quad {
		t := sm.Thread{Kind: pipe.Quad, Slot: e.Slot, Pixel: *e}
		if e.Texture {
			r := pipe.SampleRequest{
				Kind: e.Kind, Slot: e.Slot, Mask: e.Mask, Wrap: e.Wrap, Filter: e.Filter, Encoded: e.Encoded, Width: e.Width, Height: e.Height, Base: e.Base,
			}
			for k := range r.UV {
				copy(r.UV[k][:], e.A[k][4:])
			}
			t.Texel = texel(&r)
		}
		sm.PixelProgram(m.cfg).Run(&t, nil)
		r.Kept, r.WriteDepth, r.Color, r.Depth = t.Kept, e.WriteDepth, t.Color, t.Depth
		if m.deadline > 0 { // it may have the unit first: among pixel threads they go in turn
			m.deadline += uint64(m.cfg.PixelCycles) + 1
		}
	}
	if len(m.results) == 0 && e.Kind == pipe.Quad && !e.Texture { // it has the next unit that is free
		m.deadline = m.Cycle() + uint64(m.cfg.VertexCycles+m.cfg.PixelCycles) + m.hops + 4
	}
	m.results, m.begun = append(m.results, r), append(m.begun, m.Cycle())
}

func (m *model) shaded(cycle uint64, e *pipe.Shaded) {
	require.NotEmpty(m.t, m.vertices, "%s", e.What())
	require.Equal(m.t, m.vertices[0], *e)
	if e.Kind == pipe.Prim {
		require.GreaterOrEqual(m.t, cycle, m.started[0]+1+uint64(m.cfg.VertexCycles))
	}
	if e.Kind == pipe.Interruptible {
		require.Equal(m.t, len(m.regs[0])-1, m.dumped, "all registers are dumped: the last one when it passes")
	}
	m.vertices, m.started = m.vertices[1:], m.started[1:]
	m.outV = e
}

func (m *model) result(cycle uint64, e *pipe.PixelResult) {
	require.NotEmpty(m.t, m.results, "%s", e.What())
	require.Equal(m.t, m.results[0], *e)
	if e.Kind == pipe.Quad {
		require.GreaterOrEqual(m.t, cycle, m.begun[0]+1+uint64(m.cfg.PixelCycles))
	}
	m.results, m.begun, m.deadline = m.results[1:], m.begun[1:], 0
}

func (m *model) reported(r *pipe.Report) {
	discarded := m.discarded
	if len(m.more) > 0 {
		discarded += m.more[0]
	}
	want := pipe.DiscardReport(0, discarded).From(regs.BlockEUP)
	if r.Kind == pipe.Dumped {
		require.NotEmpty(m.t, m.dumps)
		want = pipe.RegisterReport(r.Kind, r.Slot, uint16(m.dumped), m.dumps[0][m.dumped]).From(regs.BlockEUP)
		if m.dumped++; m.dumped == len(m.regs[0]) {
			require.Equal(m.t, pipe.Interruptible, m.outV.Kind)
			m.dumps, m.dumped = m.dumps[1:], 0
		} else {
			require.True(m.t, len(m.vertices) > 0 && m.vertices[0].Kind == pipe.Interruptible && m.vertices[0].Slot == r.Slot)
		}
	} else {
		require.True(m.t, len(m.tokens) > 0 && m.discarded+m.more[0] > 0)
		want.Slot, m.discarded, m.more[0] = m.tokens[0], 0, 0
	}
	require.Equal(m.t, want, *r)
}

func (m *model) end() {
	m.Open()
	m.patience = 0
	for m.cut > 0 {
		m.cycle()
	}
	for m.old() {
		m.cycle()
	}
	m.token()
	patience := 300 + m.cfg.Threads*max(m.cfg.VertexCycles, m.cfg.PixelCycles) // the oldest thread may have the unit last
	for quiet := 0; quiet < patience; quiet++ {
		was := len(m.vertices) + len(m.results) + len(m.in.Queue) + len(m.pixels.Queue) + m.in.F.Len() + m.pixels.F.Len() + len(m.texels)
		m.cycle()
		if was == 0 {
			m.Step(30)
			empty(m.t, m.b, m.sm)
			require.Equal(m.t, m.regs, m.b.S.Regs)
			require.Equal(m.t, m.regs, m.sm.S.Regs)
			return
		}
		if len(m.vertices)+len(m.results)+len(m.in.Queue)+len(m.pixels.Queue)+m.in.F.Len()+m.pixels.F.Len()+len(m.texels) != was {
			quiet = 0
		}
	}
	require.Fail(m.t, "it does not end", "%s", m.b.Line())
}
