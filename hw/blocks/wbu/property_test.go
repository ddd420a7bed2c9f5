package wbu

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Random contexts in both slots, with quads in small surfaces, writes of registers, fences,
// queries, fills and tokens, and a memory that answers when it likes: each pixel, request and
// report is as the model says.
func TestWBUBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 200).Draw(rt, "steps") {
			m.step()
		}
		m.end()
	})
}

// line is a line of memory; equal addresses of two slots are different memory.
type line struct {
	slot uint8
	addr uint32
}

// model does one entry after the other when it is taken. Of arithmetic it knows nothing: word
// and float16 have tests of their own.
type model struct {
	*blocktest.Bench
	t    *rapid.T
	b    *WBU
	in   *blocktest.Source[pipe.ColorEntry]
	ans  *blocktest.Source[pipe.MemAnswer]
	up   *blocktest.Source[pipe.Report]
	slot uint8
	n    uint32

	regs    regs.WBURegs
	want    map[line][16]uint32 // memory, if all were written at once
	pixels  []Pixel             // not seen
	unpins  []pipe.MemRequest   // not seen
	reports []pipe.Report       // not seen, of the block
	keeps   []bool              // by flush among them: it asks for no write-backs
	others  []pipe.Report       // of the neighbour
	store   *pipe.Cmd           // fence or query whose write has not been seen
	waits   bool                // it has been seen, and memory has not answered
	took    []pipe.ColorEntry   // in this cycle

	memory     map[line][16]uint32
	requests   []pipe.MemRequest // put, and not at memory
	reads      []pipe.MemAnswer  // not answered
	writes     int               // in memory, and not answered
	unanswered int               // put, and the answer not taken
	cached     map[line]bool
	read       *line // that is looked up in this cycle
	patience   int
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	cfg := Config{Ahead: rapid.SampledFrom([]int{1, 2, 8, 64}).Draw(rt, "ahead"), Cache: cache.Config{Lines: rapid.SampledFrom([]int{1, 4, 64}).Draw(rt, "lines")}}
	b := New("WBU", cfg)
	m := &model{Bench: blocktest.New(tb, b), t: rt, b: b, want: map[line][16]uint32{}, memory: map[line][16]uint32{}, cached: map[line]bool{}}
	m.regs.Reset()
	m.in = blocktest.In(m.Bench, &b.P.WBFifo, "WB_FIFO", rapid.SampledFrom([]int{1, 8}).Draw(rt, "depth"))
	m.up = blocktest.In(m.Bench, &b.P.DPPS, "UP", 2)
	m.in.F.OnTake(func(_ uint64, e *pipe.ColorEntry) { m.took = append(m.took, *e) })
	m.ans = blocktest.In(m.Bench, &b.P.CAns, "ANS", 2)
	m.ans.F.OnTake(func(_ uint64, a *pipe.MemAnswer) {
		if a.Op == pipe.Write {
			m.unanswered -= 1 + int(a.More)
			m.waits = m.waits && m.unanswered > 0
		}
	})
	req := blocktest.Out(m.Bench, &b.P.CReq, "REQ", rapid.SampledFrom([]int{1, 4}).Draw(rt, "port"))
	req.F.OnPut(func(_ uint64, r *pipe.MemRequest) { m.requested(r) })
	req.F.OnTake(func(_ uint64, r *pipe.MemRequest) { m.serve(r) })
	blocktest.Datapath(m.Bench, &b.P.DatapathB).F.OnPut(func(_ uint64, r *pipe.Report) { m.reported(r) })
	b.P.Blended.Watch(func(p *Pixel) {
		require.NotEmpty(rt, m.pixels)
		require.Equal(rt, m.pixels[0], *p)
		m.pixels = m.pixels[1:]
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
		m.patience = rapid.IntRange(0, 12).Draw(m.t, "patience")
	case 1:
		m.n++
		r := pipe.RegisterReport(pipe.Dumped, 0, 0, m.n).From(99)
		m.others, m.up.Queue = append(m.others, r), append(m.up.Queue, r)
	case 2:
		m.control(rapid.SampledFrom([]pipe.Kind{pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd, pipe.IntEnd}).Draw(m.t, "kind"))
	case 3, 4:
		m.states()
	default:
		m.tile()
	}
	for range rapid.SampledFrom([]int{0, 1, 5, 20, 100}).Draw(m.t, "cycles") {
		m.cycle()
	}
}

func (m *model) put(e pipe.ColorEntry) {
	e.Slot = m.slot
	m.in.Queue = append(m.in.Queue, e)
	if e.Kind == pipe.IntEnd {
		m.slot = (m.slot + 1) % pipe.Slots
	}
}

// states writes registers so that surfaces stay small.
func (m *model) states() {
	set := func(reg uint16, value uint32) {
		m.put(pipe.ColorEntry{Cmd: pipe.RegWrite{Block: regs.BlockWBU, Reg: reg, Value: value}.Cmd(0, pipe.Cursor{})})
	}
	switch rapid.IntRange(0, 5).Draw(m.t, "register") {
	case 0, 1:
		set(regs.WBUColorBase, rapid.SampledFrom([]uint32{0, 0x100, 0x340, 0x2000}).Draw(m.t, "base"))
		set(regs.WBUColorPitch, rapid.Uint32Range(1, 3).Draw(m.t, "pitch"))
	case 2:
		set(regs.WBUColorFormat, rapid.Uint32Range(0, 3).Draw(m.t, "format"))
	case 3, 4:
		set(regs.WBUWriteMask, rapid.SampledFrom([]uint32{0, 1, 8, 15, 15, 0x10}).Draw(m.t, "mask"))
	case 5:
		m.put(pipe.ColorEntry{Cmd: pipe.RegWrite{Block: regs.BlockPS, Reg: regs.WBUColorBase, Value: 77}.Cmd(0, pipe.Cursor{})})
	}
}

// tile draws quads of a tile, and perhaps its end.
func (m *model) tile() {
	x, y := rapid.Uint16Range(0, 2).Draw(m.t, "x"), rapid.Uint16Range(0, 1).Draw(m.t, "y")
	for range rapid.IntRange(0, 16).Draw(m.t, "quads") {
		q := rapid.Uint16Range(0, 15).Draw(m.t, "quad")
		e := pipe.ColorEntry{Cmd: pipe.Cmd{Kind: pipe.Quad}, X: 8*x + q&3*2, Y: 8*y + q>>2*2, Mask: rapid.Uint8Range(0, 15).Draw(m.t, "pixels")}
		for i := range e.Color {
			m.n++
			e.Color[i] = uint64(m.n)*0x9e3779b97f4a7c15 ^ uint64(m.n)<<7
		}
		m.put(e)
	}
	m.put(pipe.ColorEntry{Cmd: pipe.Cmd{Kind: pipe.TileEnd}, X: x, Y: y})
}

func (m *model) control(kind pipe.Kind) {
	c := pipe.Cmd{Kind: kind}
	switch kind {
	case pipe.Fence, pipe.Query:
		at := 0x10000 + 8*rapid.Uint32Range(0, 20).Draw(m.t, "address")
		m.n++
		if kind == pipe.Fence {
			at += 4 * rapid.Uint32Range(0, 1).Draw(m.t, "half")
			c = pipe.FenceWrite{Addr: at, Value: m.n}.Cmd(0, pipe.Cursor{})
		} else {
			c = pipe.QueryWrite{Addr: at, Count: uint64(^m.n)<<32 | uint64(m.n)}.Cmd(0, pipe.Cursor{})
		}
	case pipe.Flush:
		c = pipe.FlushCmd(0, rapid.Bool().Draw(m.t, "write back"), pipe.Cursor{})
	case pipe.Blit:
		c = pipe.BlitCmd(0, rapid.Uint8Range(0, 1).Draw(m.t, "copy"), pipe.Cursor{})
	case pipe.EndDraw, pipe.IntEnd:
		if rapid.Bool().Draw(m.t, "texture") {
			c.SetPinSet(rapid.Uint8Range(1, 16).Draw(m.t, "set"))
		}
	}
	m.put(pipe.ColorEntry{Cmd: c})
}

func (m *model) cycle() {
	if m.patience == 0 || rapid.IntRange(0, m.patience).Draw(m.t, "answers") == 0 {
		if len(m.reads) > 0 {
			m.ans.Queue = append(m.ans.Queue, m.reads[0])
			m.reads = m.reads[1:]
		}
		if m.writes > 0 {
			n := rapid.SampledFrom([]int{1, m.writes}).Draw(m.t, "written")
			m.ans.Queue = append(m.ans.Queue, pipe.MemAnswer{Op: pipe.Write, More: uint16(n - 1)})
			m.writes -= n
		}
	}
	m.Step(1)
	if m.read != nil { // lookups and entries come after what else has been in this cycle
		m.cached[*m.read], m.read = true, nil
	}
	for i := range m.took {
		m.taken(&m.took[i])
	}
	m.took = m.took[:0]
}

func (m *model) quadBytes() uint32 {
	if m.regs.ColorFormat() == regs.WBUColorFormatRgba16f {
		return 32
	}
	return 16
}

// tileAt is the address of a tile, of which quads lie one after the other.
func (m *model) tileAt(x, y uint32) uint32 {
	bytes := 16 * m.quadBytes()
	return m.regs[regs.WBUColorBase]/bytes*bytes + bytes*(y*m.regs[regs.WBUColorPitch]+x)
}

// taken does what an entry says.
func (m *model) taken(e *pipe.ColorEntry) {
	require.False(m.t, m.store != nil || m.waits || len(m.reports) > 0, "%s passes what is not done", e.What())
	switch e.Kind {
	case pipe.State:
		if w := e.RegWrite(); w.Block == regs.BlockWBU && int(w.Reg) < len(m.regs) {
			m.regs[w.Reg] = w.Value
		}
	case pipe.Quad:
		m.quad(e)
	case pipe.TileEnd:
		m.unpins = append(m.unpins, pipe.MemRequest{Op: pipe.Unpin, Slot: e.Slot, Addr: m.tileAt(uint32(e.X), uint32(e.Y))}) // a tile lies in one page
	case pipe.Interruptible:
		for i, v := range m.regs {
			m.reports = append(m.reports, pipe.RegisterReport(pipe.Dumped, e.Slot, uint16(i), v).From(regs.BlockWBU))
		}
	case pipe.Fence, pipe.Query:
		c := e.Cmd
		m.store = &c
	case pipe.Blit:
		m.reports = append(m.reports, pipe.BlitReport(e.Slot, e.Blit()).From(regs.BlockWBU))
	case pipe.Flush:
		m.keeps = append(m.keeps, e.Keeps())
		m.reports = append(m.reports, pipe.Report{Kind: pipe.Flushed, Slot: e.Slot, Block: regs.BlockWBU})
	case pipe.EndDraw, pipe.IntEnd:
		if e.PinSet() > 0 {
			m.unpins = append(m.unpins, pipe.MemRequest{Op: pipe.UnpinSet, Slot: e.Slot, Set: e.PinSet()})
		}
		if e.Kind == pipe.IntEnd {
			m.reports = append(m.reports, pipe.Report{Kind: pipe.Drained, Slot: e.Slot, Block: regs.BlockWBU})
			m.regs.Reset()
		}
	}
}

// quad blends the pixels that are to be written.
func (m *model) quad(e *pipe.ColorEntry) {
	if m.regs[regs.WBUWriteMask]&15 == 0 {
		return
	}
	at := m.tileAt(uint32(e.X)/8, uint32(e.Y)/8) + m.quadBytes()*(uint32(e.Y)%8/2*4+uint32(e.X)%8/2)
	in := line{e.Slot, at &^ 63}
	data := m.content(m.want, in)
	for k := range uint32(4) {
		if e.Mask>>k&1 == 0 {
			continue
		}
		w := (at + m.quadBytes()/4*k) / 4 % 16
		p := Pixel{Slot: e.Slot, X: e.X + uint16(k&1), Y: e.Y + uint16(k>>1), Old: uint64(data[w])}
		if m.quadBytes() == 32 {
			p.Old |= uint64(data[w+1]) << 32
			p.New = float16(&m.regs, e.Color[k], p.Old)
			data[w+1] = uint32(p.New >> 32)
		} else {
			p.New = uint64(word(&m.regs, e.Color[k], data[w]))
		}
		data[w] = uint32(p.New)
		m.pixels = append(m.pixels, p)
	}
	m.want[in] = data
}

// content is a line of a memory, in which nothing has been written at first.
func (m *model) content(memory map[line][16]uint32, at line) (data [16]uint32) {
	if data, ok := memory[at]; ok {
		return data
	}
	for i := range data {
		data[i] = (at.addr+uint32(i))*0x9e3779b1 + uint32(at.slot)
	}
	return data
}

// inMemory demands that everything before is written, and that memory has said so.
func (m *model) inMemory(what string) {
	require.Zero(m.t, m.unanswered, what)
	require.Empty(m.t, m.pixels, what)
	require.Empty(m.t, m.unpins, what)
	require.Empty(m.t, m.cached, what)
	for at, data := range m.want {
		require.Equal(m.t, data, m.content(m.memory, at), what)
	}
}

// requested checks a request.
func (m *model) requested(r *pipe.MemRequest) {
	require.False(m.t, m.waits, "%s before a write has been answered", r.What())
	at := line{r.Slot, r.Addr}
	switch {
	case r.Op == pipe.Unpin, r.Op == pipe.UnpinSet:
		require.NotEmpty(m.t, m.unpins)
		require.Equal(m.t, m.unpins[0], *r)
		m.unpins = m.unpins[1:]
	case r.Op == pipe.Read:
		require.False(m.t, m.cached[at])
		require.Nil(m.t, m.store)
		m.read = &at
	case r.Op == pipe.Release:
		require.True(m.t, m.cached[at])
		delete(m.cached, at)
	case m.store != nil && r.Addr >= 0x10000:
		m.stored(r)
	default:
		require.True(m.t, m.cached[at])
		delete(m.cached, at)
		m.unanswered++
	}
}

// stored checks the write of a fence or query.
func (m *model) stored(r *pipe.MemRequest) {
	c := m.store
	if c.Kind == pipe.Fence {
		m.inMemory("a fence")
	}
	require.Empty(m.t, m.pixels)
	to, value, high := c.FenceWrite().Addr, c.FenceWrite().Value, uint32(0)
	if c.Kind == pipe.Query {
		q := c.QueryWrite()
		to, value, high = q.Addr, uint32(q.Count), uint32(q.Count>>32)
	}
	at := line{c.Slot, to &^ 63}
	want := pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: c.Slot, Addr: at.addr, Mask: 15 << (to % 64)}
	data := m.content(m.want, at)
	w := to / 4 % 16
	want.Data[w], data[w] = value, value
	if c.Kind == pipe.Query {
		want.Mask = 255 << (to % 64)
		want.Data[w+1], data[w+1] = high, high
	}
	require.Equal(m.t, want, *r)
	m.want[at] = data
	m.store, m.waits = nil, true
	m.unanswered++
}

// serve is a request that reaches memory.
func (m *model) serve(r *pipe.MemRequest) {
	at := line{r.Slot, r.Addr}
	data := m.content(m.memory, at)
	switch r.Op {
	case pipe.Read:
		m.reads = append(m.reads, pipe.MemAnswer{Op: pipe.Read, Slot: r.Slot, Tag: r.Tag, Data: data})
	case pipe.Write:
		for i := range data {
			if r.Mask>>(4*i)&15 != 0 {
				data[i] = r.Data[i]
			}
		}
		m.memory[at] = data
		m.writes++
	}
}

func (m *model) reported(r *pipe.Report) {
	if r.Block == 99 {
		require.Equal(m.t, m.others[0], *r)
		m.others = m.others[1:]
		return
	}
	require.NotEmpty(m.t, m.reports, "%s", r.What())
	require.Equal(m.t, m.reports[0], *r)
	switch {
	case r.Kind == pipe.Flushed && m.keeps[0]:
		require.Empty(m.t, m.pixels, r.What())
		m.keeps = m.keeps[1:]
	case r.Kind == pipe.Flushed:
		m.inMemory(r.What())
		m.keeps = m.keeps[1:]
	case r.Kind != pipe.Dumped:
		m.inMemory(r.What())
	}
	m.reports = m.reports[1:]
}

func (m *model) end() {
	m.Open()
	m.patience = 0
	m.control(pipe.IntEnd)
	for range 100 {
		for range 50 {
			m.cycle()
		}
		if len(m.in.Queue)+m.in.F.Len()+len(m.reports)+len(m.others) == 0 {
			m.inMemory("the end")
			require.Equal(m.t, m.regs, m.b.S.Regs)
			require.Zero(m.t, m.b.S.Queue.Len())
			require.False(m.t, m.b.S.Barrier)
			return
		}
	}
	require.Fail(m.t, "it does not end", "%s", m.b.Line())
}
