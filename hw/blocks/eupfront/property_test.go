package eupfront

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Random contexts in both slots, cut in any cycle or ended, with reports of the neighbour and
// neighbours that hesitate: threads, reports and cancels are as the model says, an entry a
// cycle.
func TestEUPFrontBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 250).Draw(rt, "steps") {
			m.step()
		}
		m.end()
	})
}

// model works on one entry after the other.
type model struct {
	*blocktest.Bench
	t     *rapid.T
	b     *EUPFront
	in    *blocktest.Source[pipe.VertexEntry]
	up    *blocktest.Source[pipe.Report]
	line  *wires.LineOut
	slot  uint8
	fresh bool // nothing of the context has been queued
	cut   int  // cycles until a cut's INT_END, 0: no cut
	after int  // contexts whose token is queued and has not passed

	base, count uint32
	discarding  bool
	discarded   uint32
	dumped      int
	threads     []pipe.Thread // expected
	head        pipe.Cmd      // at the head of the input, unless the line is high
	passed      bool          // it was INTERRUPTIBLE, and is taken
	others      []pipe.Report // of the neighbour
	cancels     int
	pulses      int
	took        bool
	number      uint32
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	b := New("EUPFront", Config{})
	m := &model{Bench: blocktest.New(tb, b), t: rt, b: b, fresh: true}
	m.in = blocktest.In(m.Bench, &b.P.Vertex, "VERTEX", rapid.SampledFrom([]int{1, 8}).Draw(rt, "depth"))
	m.up = blocktest.In(m.Bench, &b.P.DPEUP, "UP", 2)
	m.in.F.OnTake(func(_ uint64, e *pipe.VertexEntry) { m.taken(e) })
	blocktest.Out(m.Bench, &b.P.EUPIn, "EUP_IN", 2).F.OnPut(func(_ uint64, e *pipe.Thread) {
		require.NotEmpty(rt, m.threads, "%s", e.What())
		require.Equal(rt, m.threads[0], *e)
		m.threads = m.threads[1:]
	})
	m.line = m.Line(&b.P.Int, "INT")
	m.LineOut(&b.P.EUPCancel, "CANCEL").OnPulse(func(uint64) { m.pulses++ })
	blocktest.Datapath(m.Bench, &b.P.DPEUPFront).F.OnPut(func(_ uint64, r *pipe.Report) { m.reported(r) })
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
		if m.cut == 0 && m.after == 0 {
			m.line.Raise()
			m.cut = rapid.IntRange(3, 9).Draw(m.t, "token after")
			m.in.Queue = m.in.Queue[:rapid.IntRange(0, len(m.in.Queue)).Draw(m.t, "kept")]
		}
	case 2:
		if m.cut == 0 && m.after == 0 {
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

// queue adds some entries of the context.
func (m *model) queue() {
	for range rapid.IntRange(1, 8).Draw(m.t, "entries") {
		e := pipe.VertexEntry{Cmd: pipe.Cmd{Slot: m.slot, At: pipe.Cursor{Primitive: m.number}}}
		m.number++
		e.Kind = rapid.SampledFrom([]pipe.Kind{pipe.Prim, pipe.Prim, pipe.Patch, pipe.EndDraw, pipe.State, pipe.State, pipe.Interruptible}).Draw(m.t, "kind")
		for i := range e.V {
			e.V[i] = rapid.SampledFrom([]uint32{0, 1, 4, 5, 6, 15, 16, 0xffffffff, 0xfffffff0, m.number}).Draw(m.t, "vertex")
		}
		if e.Kind == pipe.State {
			e.SetRegWrite(pipe.RegWrite{
				Block:    rapid.SampledFrom([]uint8{regs.BlockEUPFront, regs.BlockEUPFront, regs.BlockEUP}).Draw(m.t, "block"),
				Reg:      rapid.Uint16Range(0, 2).Draw(m.t, "reg"),
				Value:    rapid.SampledFrom([]uint32{0, 1, 5, 6, 16, 0x1000, 0xffffffff}).Draw(m.t, "value"),
				Restored: rapid.Bool().Draw(m.t, "restored"),
			})
		}
		m.in.Queue = append(m.in.Queue, e)
	}
}

// token ends the context; the next one follows at once, in the other slot.
func (m *model) token() {
	m.in.Queue = append(m.in.Queue, pipe.VertexEntry{Cmd: pipe.Cmd{Kind: pipe.IntEnd, Slot: m.slot}})
	m.slot = (m.slot + 1) % pipe.Slots
	m.after++
}

func (m *model) cycle() {
	if m.cut > 1 {
		m.cut--
	} else if m.cut == 1 {
		m.cut = 0
		m.token()
	}
	if m.line.Tap().High() {
		m.discarding, m.dumped = true, 0
		m.cancels++
	}
	may := false
	p := &m.b.P
	m.head, m.passed = pipe.Cmd{}, false
	if p.Vertex.Valid() && !m.line.Tap().High() {
		m.head = p.Vertex.Head().Cmd
		switch {
		case m.head.Kind == pipe.IntEnd:
			may = p.EUPIn.Ready() && m.discarded == 0
		case m.discarding:
			may = true
		default:
			may = p.EUPIn.Ready() && m.head.Kind != pipe.Interruptible
		}
	}
	m.took = false
	m.Step(1)
	require.False(m.t, m.took && m.head.Kind == pipe.IntEnd && m.discarded > 0, "the count comes with the token")
	require.False(m.t, may && !m.took, "an entry waits: %s", m.b.Line())
	if m.passed {
		require.Equal(m.t, 2, m.dumped, "all registers are dumped when it passes")
		m.dumped = 0
	}
	require.Equal(m.t, m.cancels, m.pulses)
	require.Empty(m.t, m.threads, "an entry has gone nowhere")
	require.Nil(m.t, m.Overslept())
}

// taken says what becomes of an entry.
func (m *model) taken(e *pipe.VertexEntry) {
	m.took = true
	t := pipe.Thread{Cmd: e.Cmd, V: e.V}
	null := func(v uint32) bool { return v >= m.count }
	switch {
	case e.Kind == pipe.IntEnd:
		m.base, m.count, m.discarding = 0, 0, false
		m.after--
	case m.discarding:
		m.discarded++
		return
	case e.Kind == pipe.State && e.RegWrite().Block == regs.BlockEUPFront:
		switch w := e.RegWrite(); w.Reg {
		case regs.EUPFrontVertexBase:
			m.base = w.Value
		case regs.EUPFrontVertexCount:
			m.count = w.Value
		}
		return
	case e.Kind == pipe.Interruptible:
		m.passed = true
	case e.Kind == pipe.Prim:
		for i, v := range e.V {
			if null(v) {
				t.Null |= 1 << i
			} else {
				t.Fetch[i] = m.base + 64*v
			}
		}
	case e.Kind == pipe.Patch:
		t.Fetch[0] = m.base + 64*e.V[0]
		for i := range uint32(16) {
			if null(e.V[0] + i) {
				t.Null |= 1 << i
			}
		}
	}
	m.threads = append(m.threads, t)
}

func (m *model) reported(r *pipe.Report) {
	if r.Block == 99 {
		require.Equal(m.t, m.others[0], *r)
		m.others = m.others[1:]
		return
	}
	want := pipe.DiscardReport(m.head.Slot, m.discarded).From(regs.BlockEUPFront)
	if m.head.Kind == pipe.Interruptible && !m.discarding {
		want = pipe.RegisterReport(pipe.Dumped, m.head.Slot, uint16(m.dumped), []uint32{m.base, m.count, 0}[m.dumped]).From(regs.BlockEUPFront)
		m.dumped++
	} else {
		require.True(m.t, m.head.Kind == pipe.IntEnd && m.discarded > 0, "%s", r.What())
		m.discarded = 0
	}
	require.Equal(m.t, want, *r)
}

func (m *model) end() {
	m.Open()
	for m.cut > 0 {
		m.cycle()
	}
	m.token()
	for range 4*len(m.in.Queue) + 4*len(m.others) + 30 {
		m.cycle()
	}
	require.Empty(m.t, m.others)
	require.Zero(m.t, m.after, "every token has passed")
	require.Equal(m.t, New("EUPFront", Config{}).S, m.b.S)
}
