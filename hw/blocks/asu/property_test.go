package asu

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Random contexts in both slots, cut in any cycle or ended, with outputs that are full in turn
// and reports of the neighbour: each output has a triangle's entries and the token once and as
// soon as it has room, and all planes come before the edges.
func TestASUBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 250).Draw(rt, "steps") {
			m.step()
		}
		m.end()
	})
}

// model knows what the entry at the head of the TSU_FIFO becomes, and what of it is out. Of
// arithmetic it knows nothing.
type model struct {
	*blocktest.Bench
	t      *rapid.T
	b      *ASU
	in     *blocktest.Source[pipe.Triangle]
	up     *blocktest.Source[pipe.Report]
	line   *wires.LineOut
	slot   uint8
	cut    int // cycles until a cut's INT_END, 0: no cut
	tokens int // queued, and not passed
	number uint32

	regs      regs.ASURegs
	depth     bool // it is in the ASU_ZL1_FIFO
	planes    int  // entries in the AFIFO
	edges     bool // the token is in the ASU_FIFO
	discards  bool
	discarded uint32
	dumped    int
	others    []pipe.Report

	// of this cycle
	depthOut *pipe.DepthPlane
	planeOut *pipe.AttributePlanes
	edgesOut *pipe.Edges
	report   *pipe.Report
	took     bool
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	b := New("ASU", Config{})
	m := &model{Bench: blocktest.New(tb, b), t: rt, b: b}
	m.regs.Reset()
	depth := func() int { return rapid.SampledFrom([]int{1, 2, 5}).Draw(rt, "depth") }
	m.in = blocktest.In(m.Bench, &b.P.TSUFifo, "TSU_FIFO", depth())
	m.in.F.OnTake(func(uint64, *pipe.Triangle) { m.took = true })
	m.up = blocktest.In(m.Bench, &b.P.DPTSU, "UP", 2)
	blocktest.Out(m.Bench, &b.P.ASUFifo, "ASU_FIFO", depth()).F.OnPut(func(_ uint64, e *pipe.Edges) { x := *e; m.edgesOut = &x })
	blocktest.Out(m.Bench, &b.P.ASUZL1Fifo, "ASU_ZL1", depth()).F.OnPut(func(_ uint64, e *pipe.DepthPlane) { x := *e; m.depthOut = &x })
	blocktest.Out(m.Bench, &b.P.AFifo, "AFIFO", depth()).F.OnPut(func(_ uint64, e *pipe.AttributePlanes) { x := *e; m.planeOut = &x })
	m.line = m.Line(&b.P.Int, "INT")
	blocktest.Datapath(m.Bench, &b.P.DPASU).F.OnPut(func(_ uint64, r *pipe.Report) {
		if r.Block == 99 {
			require.Equal(rt, m.others[0], *r)
			m.others = m.others[1:]
			return
		}
		x := *r
		m.report = &x
	})
	return m
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
	case 1:
		if m.cut == 0 && m.tokens == 0 {
			m.line.Raise()
			m.cut = rapid.IntRange(3, 9).Draw(m.t, "token after")
			m.in.Queue = m.in.Queue[:rapid.IntRange(0, len(m.in.Queue)).Draw(m.t, "kept")]
		}
	case 2:
		if m.cut == 0 && m.tokens == 0 {
			m.token()
		}
	case 3:
		m.number++
		r := pipe.RegisterReport(pipe.Dumped, 0, 0, m.number).From(99)
		m.others, m.up.Queue = append(m.others, r), append(m.up.Queue, r)
	default:
		if m.cut == 0 {
			m.queue()
		}
	}
	for range rapid.SampledFrom([]int{0, 1, 2, 5, 20}).Draw(m.t, "cycles") {
		m.cycle()
	}
}

func (m *model) token() {
	m.in.Queue = append(m.in.Queue, pipe.Triangle{Cmd: pipe.Cmd{Kind: pipe.IntEnd, Slot: m.slot}})
	m.slot = (m.slot + 1) % pipe.Slots
	m.tokens++
}

// queue adds some entries of the context.
func (m *model) queue() {
	for range rapid.IntRange(1, 6).Draw(m.t, "entries") {
		m.number++
		e := pipe.Triangle{Cmd: pipe.Cmd{Slot: m.slot, At: pipe.Cursor{Primitive: m.number}}}
		e.Kind = rapid.SampledFrom([]pipe.Kind{pipe.Tri, pipe.Tri, pipe.Tri, pipe.Mark, pipe.EndDraw, pipe.State, pipe.Interruptible, pipe.Stats}).Draw(m.t, "kind")
		switch e.Kind {
		case pipe.State:
			e.SetRegWrite(pipe.RegWrite{
				Block: rapid.SampledFrom([]uint8{regs.BlockASU, regs.BlockASU, regs.BlockWBU}).Draw(m.t, "block"),
				Reg:   rapid.Uint16Range(0, 5).Draw(m.t, "reg"), Value: rapid.SampledFrom([]uint32{0, 1, 2, 3}).Draw(m.t, "value"),
			})
		case pipe.Tri:
			e.Front, e.Area = rapid.Bool().Draw(m.t, "front"), 256*256*8
			if !e.Front {
				e.Area = -e.Area
			}
			for i := range e.V {
				v := &e.V[i]
				v.X, v.Y = int32(256*i*i+int(m.number%7)*256), int32(512*(i&1))
				v.Z, v.O = float32(m.number%16)/16, 1
				v.A = [pipe.Attributes]float32{float32(i), float32(m.number % 5), 1, 1, 0.5, 0.25}
			}
		}
		m.in.Queue = append(m.in.Queue, e)
	}
}

func (m *model) cycle() {
	if m.cut > 1 {
		m.cut--
	} else if m.cut == 1 {
		m.cut = 0
		m.token()
	}
	if m.line.Tap().High() {
		m.discards, m.depth, m.planes, m.dumped = true, false, 0, 0
	}
	p := &m.b.P
	var head *pipe.Triangle
	if p.TSUFifo.Valid() {
		x := *p.TSUFifo.Head()
		head = &x
	}
	depth, planes, edges := p.ASUZL1Fifo.Ready(), p.AFifo.Ready(), p.ASUFifo.Ready()
	m.depthOut, m.planeOut, m.edgesOut, m.report, m.took = nil, nil, nil, nil, false
	m.Step(1)
	switch {
	case head == nil:
		require.True(m.t, m.nothing() && !m.took)
	case head.Kind == pipe.IntEnd:
		m.tokenPasses(head, depth, planes, edges)
	case m.discards:
		require.True(m.t, m.nothing() && m.took, "an entry is discarded a cycle")
		m.discarded++
	case head.Kind == pipe.Tri:
		m.triangle(head, depth, planes, edges)
	default:
		m.passes(head, edges)
	}
	require.Nil(m.t, m.Overslept())
}

func (m *model) nothing() bool {
	return m.depthOut == nil && m.planeOut == nil && m.edgesOut == nil && m.report == nil
}

// triangle is a cycle with a triangle at the head: what has room goes.
func (m *model) triangle(t *pipe.Triangle, depth, planes, edges bool) {
	require.Nil(m.t, m.report)
	if m.depth && m.planes == int(planeEntries(attributes(&m.regs))) {
		require.True(m.t, m.depthOut == nil && m.planeOut == nil && m.took == edges && (m.edgesOut != nil) == edges)
		if edges {
			var want pipe.Edges
			orient(t, &want)
			require.Equal(m.t, want, *m.edgesOut)
			m.depth, m.planes = false, 0
		}
		return
	}
	require.True(m.t, m.edgesOut == nil && !m.took, "all planes come before the edges")
	require.Equal(m.t, depth && !m.depth, m.depthOut != nil)
	require.Equal(m.t, planes && m.planes < int(planeEntries(attributes(&m.regs))), m.planeOut != nil)
	if m.depthOut != nil {
		var want pipe.DepthPlane
		depthPlane(t, &m.regs, &want)
		require.Equal(m.t, want, *m.depthOut)
		m.depth = true
	}
	if m.planeOut != nil {
		var want pipe.AttributePlanes
		attributePlanes(t, &want, uint8(m.planes), attributes(&m.regs), m.regs.AttributesFlat())
		require.Equal(m.t, want, *m.planeOut)
		m.planes++
	}
}

// passes is a cycle with another entry at the head.
func (m *model) passes(t *pipe.Triangle, edges bool) {
	require.True(m.t, m.depthOut == nil && m.planeOut == nil)
	require.Equal(m.t, m.took, m.edgesOut != nil)
	if t.Kind == pipe.Interruptible {
		if m.report != nil {
			require.Equal(m.t, pipe.RegisterReport(pipe.Dumped, t.Slot, uint16(m.dumped), m.regs[m.dumped]).From(regs.BlockASU), *m.report)
			m.dumped++
		}
		require.Equal(m.t, m.dumped == len(m.regs), m.took, "it passes with the last register")
		if m.took {
			m.dumped = 0
		}
	} else {
		require.True(m.t, m.report == nil && m.took == edges)
	}
	if m.took {
		require.Equal(m.t, pipe.Edges{Cmd: t.Cmd}, *m.edgesOut)
		if w := t.RegWrite(); t.Kind == pipe.State && w.Block == regs.BlockASU && int(w.Reg) < len(m.regs) {
			m.regs[w.Reg] = w.Value
		}
	}
}

// tokenPasses is a cycle with INT_END at the head: the count of what was discarded comes
// first, then each output has it on its own, then the back-end parser is told.
func (m *model) tokenPasses(t *pipe.Triangle, depth, planes, edges bool) {
	if m.report != nil && m.report.Kind == pipe.Discarded {
		require.Equal(m.t, pipe.DiscardReport(t.Slot, m.discarded).From(regs.BlockASU), *m.report)
		require.NotZero(m.t, m.discarded)
		m.discarded, m.report = 0, nil
	}
	if m.discarded > 0 {
		require.True(m.t, m.nothing() && !m.took)
		return
	}
	require.Equal(m.t, depth && !m.depth, m.depthOut != nil, "the ASU_ZL1_FIFO has room for the token")
	require.Equal(m.t, planes && m.planes == 0, m.planeOut != nil, "the AFIFO has room for the token")
	require.Equal(m.t, edges && !m.edges, m.edgesOut != nil, "the ASU_FIFO has room for the token")
	all := m.depth && m.planes == 1 && m.edges
	if m.depthOut != nil {
		require.Equal(m.t, pipe.DepthPlane{Kind: pipe.IntEnd, Slot: t.Slot}, *m.depthOut)
		m.depth = true
	}
	if m.planeOut != nil {
		require.Equal(m.t, pipe.AttributePlanes{Kind: pipe.IntEnd, Slot: t.Slot, Last: true}, *m.planeOut)
		m.planes = 1
	}
	if m.edgesOut != nil {
		require.Equal(m.t, pipe.Edges{Cmd: t.Cmd}, *m.edgesOut)
		m.edges = true
	}
	require.Equal(m.t, m.took, m.report != nil)
	if m.took {
		require.True(m.t, all)
		require.Equal(m.t, pipe.Report{Kind: pipe.TokenOut, Slot: t.Slot, Block: regs.BlockASU}, *m.report)
		m.depth, m.planes, m.edges, m.discards = false, 0, false, false
		m.regs.Reset()
		m.tokens--
	}
}

func (m *model) end() {
	m.Open()
	for m.cut > 0 {
		m.cycle()
	}
	m.token()
	for range 12*len(m.in.Queue) + 4*len(m.others) + 60 {
		m.cycle()
	}
	require.Empty(m.t, m.others)
	require.Zero(m.t, m.tokens, "every token has passed")
	require.Equal(m.t, New("ASU", Config{}).S, m.b.S)
}
