package c2d

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// half of a slot's memory is source, half destination.
const half = 1 << 17

// modelLine is a destination line of the fill or copy that runs.
type modelLine struct {
	addr  uint32
	mask  uint64
	reads map[uint32]bool // source lines, true when not asked for
}

// model does a fill or copy at once when it is taken, and compares what the block asks
// memory for with the lines that it has touched.
type model struct {
	*bench
	t        *rapid.T
	inFlight int
	window   uint32
	next     [pipe.Slots]regs.C2DRegs // when all that is queued is taken
	regs     [pipe.Slots]regs.C2DRegs
	blits    [pipe.Slots]int    // queued, or not reported
	mem      [pipe.Slots][]byte // by slot
	want     []byte             // what the slot's memory has when the command is done
	running  bool
	slot     uint8
	lines    []*modelLine // not written
	begun    int          // of them, some of whose source is asked for
	writes   int          // not answered
	reads    int          // not answered
	quiet    uint64       // cycle in which the last answer was taken
	reports  int
	dumps    []pipe.Report // due
	dumped   []pipe.Report
	patience int // how rarely memory answers
	pending  []pipe.MemRequest
	written  int // writes that memory has done and not answered
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	n := rapid.SampledFrom([]int{1, 2, 3, 8, 64}).Draw(rt, "in flight")
	m := &model{bench: newBench(tb, n), t: rt, inFlight: n}
	m.window = rapid.SampledFrom([]uint32{0, 1 << 31, 1<<32 - 2*half}).Draw(rt, "window")
	for slot := range m.mem {
		m.mem[slot] = make([]byte, 2*half)
		x := uint32(slot + 1)
		for i := range m.mem[slot] {
			x = x*1664525 + 1013904223
			m.mem[slot][i] = byte(x >> 24)
		}
	}
	m.b.P.CSPC2D.Tap().OnTake(m.taken)
	m.b.P.C2DReq.Tap().OnPut(m.requested)
	m.b.P.C2DAns.Tap().OnTake(func(cycle uint64, a *pipe.MemAnswer) {
		m.quiet = cycle
		if a.Op == pipe.Write {
			m.writes -= 1 + int(a.More)
		} else {
			m.reads--
		}
	})
	m.b.P.DPC2D.Tap().OnPut(m.reported)
	return m
}

// taken does what an entry of CSP_C2D says.
func (m *model) taken(cycle uint64, c *pipe.Cmd) {
	g := &m.regs[c.Slot]
	switch c.Kind {
	case pipe.State:
		if w := c.RegWrite(); int(w.Reg) < len(g) {
			g[w.Reg] = w.Value
		}
	case pipe.Interruptible:
		for i, v := range g {
			m.dumps = append(m.dumps, pipe.RegisterReport(pipe.Dumped, c.Slot, uint16(i), v).From(regs.BlockC2D))
		}
		require.Len(m.t, m.dumped, len(g)-1, "the last one goes when it is taken")
	case pipe.IntEnd:
		*g = regs.C2DRegs{}
	case pipe.Blit:
		require.False(m.t, m.running, "one waits for the other")
		m.running, m.slot, m.quiet = true, c.Slot, cycle
		m.want = append(m.want[:0], m.mem[c.Slot]...)
		m.execute(g, c.Blit() == pipe.BlitCopy)
	}
}

// execute does a command pixel by pixel, and notes the lines.
func (m *model) execute(g *regs.C2DRegs, copies bool) {
	from, to := g.SrcLayoutFormat(), g.DstLayoutFormat()
	source := func(x, y uint32) uint32 {
		return pageAddress(g.SrcBase(), g.SrcLayoutPitch(), from, g.SrcLayoutTiled(), g.SrcOriginX()+x, g.SrcOriginY()+y)
	}
	rows := uint32(1) // of pixels in a line
	if g.DstLayoutTiled() {
		rows = 2
		if to == d16 {
			rows = 4
		}
	}
	y1, x1 := g.DstOriginY()+g.ExtentHeight(), g.DstOriginX()+g.ExtentWidth()
	for top := g.DstOriginY() / rows * rows; top < y1 && g.ExtentWidth() > 0; top += rows {
		var l *modelLine
		for x := g.DstOriginX(); x < x1; x++ {
			for y := max(top, g.DstOriginY()); y < min(top+rows, y1); y++ {
				at := pageAddress(g.DstBase(), g.DstLayoutPitch(), to, g.DstLayoutTiled(), x, y)
				if l == nil || l.addr != at&^63 {
					l = &modelLine{addr: at &^ 63, reads: map[uint32]bool{}}
					m.lines = append(m.lines, l)
				}
				v := uint64(g.FillHi())<<32 | uint64(g.FillLo())
				if copies {
					a := source(x-g.DstOriginX(), y-g.DstOriginY())
					l.reads[a&^63] = true
					v = 0
					for i := range pageBytes(from) {
						v |= uint64(m.want[a-m.window+i]) << (8 * i)
					}
					v = pageConvert(v, from, to)
				}
				for i := range pageBytes(to) {
					m.want[at-m.window+i] = byte(v >> (8 * i))
					l.mask |= 1 << (at%64 + i)
				}
			}
		}
	}
}

// requested checks that each line's source is read once, and the line written when it may
// be complete.
func (m *model) requested(_ uint64, r *pipe.MemRequest) {
	require.True(m.t, m.running && r.Slot == m.slot && len(m.lines) > 0)
	if r.Op == pipe.Read {
		require.Equal(m.t, pipe.MemRequest{Op: pipe.Read, Slot: m.slot, Addr: r.Addr}, *r)
		for m.begun == 0 || !m.asksFor(m.lines[m.begun-1]) {
			m.begun++
			require.LessOrEqual(m.t, m.begun, len(m.lines), "nothing is left to read")
		}
		l := m.lines[m.begun-1]
		require.True(m.t, l.reads[r.Addr], "%#x is read for %#x", r.Addr, l.addr)
		l.reads[r.Addr] = false
		m.reads++
	} else {
		l := m.lines[0]
		require.False(m.t, m.asksFor(l), "%#x is not complete", l.addr)
		require.Equal(m.t, pipe.MemRequest{Op: pipe.Write, Slot: m.slot, Addr: l.addr, Mask: l.mask, Data: r.Data}, *r)
		m.lines, m.begun = m.lines[1:], max(m.begun-1, 0)
		m.writes++
	}
	require.LessOrEqual(m.t, m.begun+m.writes, m.inFlight)
	m.pending = append(m.pending, *r)
}

// asksFor tells whether not all of a line's source has been asked for.
func (m *model) asksFor(l *modelLine) bool {
	for _, due := range l.reads {
		if due {
			return true
		}
	}
	return false
}

// reported takes a report of the datapath: BlitDone when all is in memory, or a register.
func (m *model) reported(_ uint64, r *pipe.Report) {
	m.reports++
	if r.Kind == pipe.Dumped {
		if m.dumped = append(m.dumped, *r); len(m.dumped) == len(regs.C2DRegs{}) {
			require.Equal(m.t, m.dumps, m.dumped)
			m.dumps, m.dumped = nil, nil
		}
		return
	}
	require.Equal(m.t, pipe.Report{Kind: pipe.BlitDone, Slot: m.slot, Block: regs.BlockC2D}, *r)
	require.True(m.t, m.running && len(m.lines) == 0 && m.writes == 0 && m.reads == 0, "%d lines, %d writes", len(m.lines), m.writes)
	require.True(m.t, string(m.want) == string(m.mem[m.slot]), "memory differs")
	m.running = false
	m.blits[m.slot]--
}

// run lets memory work for some cycles. A report that is due comes when the datapath has room.
func (m *model) run(cycles int) {
	for range cycles {
		m.serve()
		due := m.running && len(m.lines)+m.writes == 0 && m.b.P.DPC2D.Ready()
		reports := m.reports
		m.Step(1)
		require.False(m.t, due && m.reports == reports && m.Cycle() > m.quiet+3, "a report is due since %d, in %d", m.quiet, m.Cycle())
		require.Nil(m.t, m.Overslept())
	}
}

// serve is memory: it does requests in their order, and answers some of them.
func (m *model) serve() {
	for range m.req.Got {
		r := &m.pending[0]
		at := m.mem[r.Slot][r.Addr-m.window:]
		a := pipe.MemAnswer{Op: pipe.Read, Slot: r.Slot}
		for i := range 64 {
			if r.Op == pipe.Write && r.Mask>>i&1 != 0 {
				at[i] = byte(r.Data[i/4] >> (8 * (i % 4)))
			}
			a.Data[i/4] |= uint32(at[i]) << (8 * (i % 4))
		}
		if r.Op == pipe.Write {
			m.written++
		} else {
			m.held = append(m.held, a)
		}
		m.pending = m.pending[1:]
	}
	m.req.Got = nil
	if m.patience == 0 || rapid.IntRange(0, m.patience).Draw(m.t, "answers") == 0 {
		if m.written > 0 {
			n := m.written
			if m.patience > 0 {
				n = rapid.IntRange(1, m.written).Draw(m.t, "written")
			}
			m.ans.Queue = append(m.ans.Queue, pipe.MemAnswer{Op: pipe.Write, More: uint16(n - 1)})
			m.written -= n
		}
		if len(m.held) > 0 {
			m.ans.Queue = append(m.ans.Queue, m.held[0])
			m.held = m.held[1:]
		}
	}
}
