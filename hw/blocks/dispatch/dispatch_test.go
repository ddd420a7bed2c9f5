package dispatch

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// pool is a dispatcher with clusters that a test is: what they run are no kernels, but functions of the inputs.
type pool struct {
	*blocktest.Bench
	t       testing.TB
	b       *Dispatcher
	r       *rand.Rand
	in      *blocktest.Source[pipe.VertexThread]
	levels  *blocktest.Sink[pipe.PatchLevel]
	out     *blocktest.Sink[pipe.Shaded]
	quads   *blocktest.Source[pipe.QuadThread]
	colors  *blocktest.Sink[pipe.QuadResult]
	path    *blocktest.Sink[pipe.Report]
	cut     interface{ Raise() }
	req     [2][pipe.Sides]*blocktest.Sink[pipe.ThreadBeat]
	free    [2]*blocktest.Source[pipe.ThreadFree]
	call    [2][pipe.Sides]*blocktest.Sink[pipe.ResultCall]
	res     [2][2][pipe.Sides]*blocktest.Source[pipe.ResultBeat]
	ctrl    [2]*blocktest.Sink[pipe.Control]
	done    [2]*blocktest.Source[pipe.ControlDone]
	seen    [2]int // controls that were answered, where they are
	running []*request
	began   []*request
	tokens  map[uint8]int
	fault   uint8 // of hull threads
	slow    int   // a thread ends in one of so many cycles
	long    int   // registers of results that threads give beside those that are read; below 0: that they do not give
}

// request is a thread that a cluster has.
type request struct {
	cluster, side int
	head          pipe.ThreadHead
	regs          [][8]uint32
	told          bool
}

var small = Config{Threads: 8, Order: 16, Fills: 3, Results: 2, FillWait: 8, Clusters: 2, SMs: 2, Places: 4}

func newPool(t testing.TB, cfg Config) *pool {
	k := newClusters(t, cfg)
	k.in = blocktest.In(k.Bench, &k.b.P.TessEU, "TESS_EU", 4)
	k.levels = blocktest.Out(k.Bench, &k.b.P.EUTess, "EU_TESS", 1)
	k.cut = k.Line(&k.b.P.EUPCancel, "CANCEL")
	return k
}

// newClusters is a pool that TESS is not joined to.
func newClusters(t testing.TB, cfg Config) *pool {
	b := New("EUP", cfg)
	k := &pool{Bench: blocktest.New(t, b), t: t, b: b, r: rand.New(rand.NewPCG(1, 1)), tokens: map[uint8]int{}, slow: 3}
	k.out = blocktest.Out(k.Bench, &b.P.EUPFifo, "EUP_FIFO", 4)
	k.quads = blocktest.In(k.Bench, &b.P.PSEU, "PS_EU", 4)
	k.colors = blocktest.Out(k.Bench, &b.P.EUPS, "EU_PS", 4)
	k.path = blocktest.Datapath(k.Bench, &b.P.DPEUP)
	for c := range cfg.Clusters {
		k.free[c] = blocktest.In(k.Bench, &b.P.Free[c], fmt.Sprintf("FREE%d", c), 4)
		k.ctrl[c] = blocktest.Out(k.Bench, &b.P.Ctrl[c], fmt.Sprintf("CTRL%d", c), 4)
		k.done[c] = blocktest.In(k.Bench, &b.P.CtrlDone[c], fmt.Sprintf("DONE%d", c), 2)
		for side := range pipe.Sides {
			k.req[c][side] = blocktest.Out(k.Bench, &b.P.Req[c][side], fmt.Sprintf("REQ%d%d", c, side), 4)
			k.call[c][side] = blocktest.Out(k.Bench, &b.P.Call[c][side], fmt.Sprintf("CALL%d%d", c, side), 4)
			for sm := range cfg.SMs {
				k.res[c][sm][side] = blocktest.In(k.Bench, &b.P.Res[c][sm][side], fmt.Sprintf("RES%d%d%d", c, sm, side), 4)
			}
		}
		for slot := range pipe.Slots {
			k.CancelLine(c, slot)
		}
	}
	return k
}

// CancelLine joins a line to nobody: the token says the same.
func (k *pool) CancelLine(c, slot int) {
	k.LineOut(&k.b.P.Cancel[c][slot], fmt.Sprintf("CANCEL%d%d", c, slot))
}

// run runs cycles; the clusters take what comes, and threads end in any order.
func (k *pool) run(cycles int) {
	for range cycles {
		k.Step(1)
		for c := range k.req {
			for side := range pipe.Sides {
				k.takeRequest(c, side)
				for _, call := range k.call[c][side].Got {
					k.called(c, side, call)
				}
				k.call[c][side].Got = nil
			}
			for ; k.seen[c] < len(k.ctrl[c].Got); k.seen[c]++ {
				if e := &k.ctrl[c].Got[k.seen[c]]; e.Kind.Answered() {
					k.done[c].Queue = append(k.done[c].Queue, pipe.ControlDone{Kind: e.Kind, Slot: e.Slot})
				}
			}
		}
		if len(k.running) > 0 && k.r.IntN(k.slow) == 0 {
			if q := k.running[k.r.IntN(len(k.running))]; !q.told {
				q.told = true
				k.say(q, pipe.ResultsDone)
			}
		}
	}
}

func (k *pool) say(q *request, kind pipe.ThreadFreeKind) {
	k.free[q.cluster].Queue = append(k.free[q.cluster].Queue, pipe.ThreadFree{Kind: kind, Slot: q.head.Slot, Side: uint8(q.side), Work: q.head.Work})
}

func (k *pool) takeRequest(c, side int) {
	got := k.req[c][side].Got
	for len(got) > 0 {
		if got[0].Kind == pipe.BeatCut {
			k.ended(c, got[0].Slot)
			got = got[1:]
			continue
		}
		n := 0
		for n < len(got) && !got[n].Last {
			n++
		}
		if n == len(got) {
			break
		}
		q := &request{cluster: c, side: side}
		q.head.TakeHead(0, &got[0])
		q.head.TakeHead(1, &got[1])
		for _, beat := range got[2 : n+1] {
			q.regs = append(q.regs, *beat.Register())
		}
		k.running, k.began = append(k.running, q), append(k.began, q)
		got = got[n+1:]
	}
	k.req[c][side].Got = got
}

// ended ends the threads of a slot above the break point.
func (k *pool) ended(c int, slot uint8) {
	left := k.running[:0]
	for _, q := range k.running {
		if q.cluster == c && q.side == pipe.Above && q.head.Slot == slot {
			k.say(q, pipe.PlaceFree)
		} else {
			left = append(left, q)
		}
	}
	k.running = left
	k.free[c].Queue = append(k.free[c].Queue, pipe.ThreadFree{Kind: pipe.NothingLeft, Slot: slot})
	for sm := range k.b.cfg.SMs {
		q := k.res[c][sm][pipe.Above]
		q.Queue = append(q.Queue, pipe.ResultBeat{Slot: slot, Token: true})
	}
}

// called sends the results of a thread: of vertices the first ten values of each lane, of points u, v and what follows, twice, of pixels colours that are attributes, of a patch the first word of its
// first point.
func (k *pool) called(c, side int, call pipe.ResultCall) {
	if call.Cut {
		k.tokens[call.Slot]++
		return
	}
	for n, q := range k.running {
		if q.cluster != c || q.side != side || q.head.Work != call.Work {
			continue
		}
		beats := []pipe.ResultBeat{{Slot: q.head.Slot, Head: true}}
		for len(q.regs) < 13 { // a kernel without inputs
			q.regs = append(q.regs, [8]uint32{})
		}
		h := pipe.ResultHead{Work: q.head.Work, Message: isa.MessageResult}
		first, count, again := 3, 10, 1<<10
		switch {
		case q.head.Stage == isa.StageDomain:
			set := int(q.head.Lanes) / 8
			first, count, again = 1, 20*set, 10*set
		case q.head.Stage == isa.StageHull:
			first, count, h.Fault, h.At = 1, 1, k.fault, 8*uint32(k.fault)
		case side == pipe.Below:
			h.Message, h.Lanes, first, count = isa.MessageColor, q.head.Active&^q.head.Helpers, 6, 4
		}
		beats[0].SetHead(h)
		for i := range count {
			beats = append(beats, pipe.ResultBeat{Slot: q.head.Slot, Words: q.regs[first+i%again]})
		}
		beats = beats[:len(beats)+min(k.long, 0)]
		for range k.long {
			beats = append(beats, pipe.ResultBeat{Slot: q.head.Slot, Words: [8]uint32{1, 1, 1, 1, 1, 1, 1, 1}})
		}
		beats[len(beats)-1].Last = true
		port := k.res[c][int(call.Work)%2][side]
		port.Queue = append(port.Queue, beats...)
		k.say(q, pipe.PlaceFree)
		k.running = append(k.running[:n:n], k.running[n+1:]...)
		return
	}
}

func (k *pool) kernels() {
	for slot := range k.b.S.Regs {
		k.b.S.Regs[slot][regs.EUPTessellation] = 9
		k.b.S.Regs[slot][regs.EUPVertexKernel], k.b.S.Regs[slot][regs.EUPVertexKernelBytes] = 0x1000, 64
		k.b.S.Regs[slot][regs.EUPVertexKernelNeeds] = regs.EUPVertexKernelNeedsFields{Registers: 20, Inputs: 19}.Pack()
		k.b.S.Regs[slot][regs.EUPDomainKernel], k.b.S.Regs[slot][regs.EUPDomainKernelBytes], k.b.S.Regs[slot][regs.EUPDomainLimit] = 0x3000, 128, 1000
		k.b.S.Regs[slot][regs.EUPDomainKernelNeeds] = regs.EUPDomainKernelNeedsFields{Registers: 104, Inputs: 39}.Pack()
		k.b.S.Regs[slot][regs.EUPHullKernel], k.b.S.Regs[slot][regs.EUPHullKernelBytes], k.b.S.Regs[slot][regs.EUPHullLimit] = 0x4000, 192, 500
		k.b.S.Regs[slot][regs.EUPHullKernelNeeds] = regs.EUPHullKernelNeedsFields{Registers: 37, Inputs: 37}.Pack()
	}
}

func mark(kind pipe.Kind, slot uint8) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.Cmd{Kind: kind, Slot: slot}}
}

// prim is a primitive whose vertices' records count from a number.
func prim(slot uint8, n uint32, x float32) pipe.VertexThread {
	e := mark(pipe.Prim, slot)
	e.At.Primitive = n
	for v := range e.In {
		for i := range e.In[v] {
			e.In[v][i] = x + float32(10*v+i)
		}
	}
	return e
}

// Primitives come out in their order, with what their threads have computed; two are in one thread, of the same pair of numbers.
func TestPrimitivesShareThreads(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	for n := range uint32(7) {
		k.in.Queue = append(k.in.Queue, prim(0, n+1, float32(100*n)))
	}
	k.in.Queue = append(k.in.Queue, mark(pipe.EndDraw, 0))
	k.run(600)
	require.Len(t, k.out.Got, 8)
	for n := range 7 {
		e := &k.out.Got[n]
		require.EqualValues(t, n+1, e.At.Primitive)
		for v := range e.V {
			require.Equal(t, [4]float32{float32(100*n + 10*v), float32(100*n + 10*v + 1), float32(100*n + 10*v + 2), float32(100*n + 10*v + 3)}, e.V[v].Clip)
			require.Equal(t, float32(100*n+10*v+9), e.V[v].A[5])
		}
	}
	require.Equal(t, pipe.EndDraw, k.out.Got[7].Kind)
	var lanes []uint32
	for _, q := range k.began {
		lanes = append(lanes, q.head.Active)
		require.Equal(t, math.Float32bits(1), q.regs[15][0], "TRANSFORM_0")
	}
	require.ElementsMatch(t, []uint32{7, 0x3f, 0x3f, 0x3f}, lanes)
	k.empty(t)
}

// empty checks that nothing is left.
func (k *pool) empty(t *testing.T) {
	require.Equal(t, points{}, k.b.S.Patch)
	require.Equal(t, question{}, k.b.S.Hull)
	for side := range pipe.Sides {
		for n := range k.b.threads[side] {
			require.Equal(t, thread{}, k.b.threads[side][n], "thread %d", n)
		}
		q := &k.b.S.Sides[side]
		require.Zero(t, q.Order.Len()+int(q.Asked)+int(q.Open))
		require.Equal(t, [MaxClusters]uint16{}, q.InUse)
		require.EqualValues(t, 1<<k.b.cfg.Fills-1, q.Fills)
		require.EqualValues(t, 1<<k.b.cfg.Results-1, q.Results)
	}
}

// Cancelled in any cycle, a context leaves nothing behind, and what follows its INT_END comes out as if it had never been.
func TestCancelInAnyCycle(t *testing.T) {
	for at := range 120 {
		k := newPool(t, small)
		k.kernels()
		for n := range uint32(6) {
			k.in.Queue = append(k.in.Queue, prim(0, n, float32(100*n)))
		}
		k.run(at)
		k.cut.Raise()
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0), prim(1, 3, 700), prim(1, 4, 800), mark(pipe.EndDraw, 1))
		before := len(k.out.Got)
		k.run(500)
		var got []string
		for _, e := range k.out.Got[before:] {
			if e.Slot == 1 || e.Kind == pipe.IntEnd {
				got = append(got, fmt.Sprint(e.Kind, e.V[0].Clip[0]*float32(e.Slot)))
			}
		}
		require.Equal(t, []string{"INT_END 0", "PRIM 700", "PRIM 800", "END_DRAW 0"}, got, "cancelled after cycle %d", at)
		k.empty(t)
	}
}

// Cut in any cycle while bindings are sent, a context leaves nothing that others wait for: caches are dropped for a fence below, and the next context of the slot has its own bindings.
func TestBindingsAreNobodysAfterACut(t *testing.T) {
	orphans := 0
	for at := range 60 {
		k := newPool(t, small)
		k.kernels()
		bound := func(v uint32) []pipe.VertexThread {
			return []pipe.VertexThread{{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPBinding0Base, Value: v}.Cmd(0, pipe.Cursor{})}, prim(0, 0, 1)}
		}
		k.in.Queue = append(k.in.Queue, bound(0x5000)...)
		k.run(at)
		k.cut.Raise()
		if k.b.S.Ctrl.Task == bind {
			orphans++
		}
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
		k.quads.Queue = append(k.quads.Queue, pipe.QuadThread{Kind: pipe.Invalidate, Slot: 0})
		k.run(500)
		require.Equal(t, controls{}, k.b.S.Ctrl, "cut after cycle %d", at)
		require.Len(t, k.colors.Got, 1, "cut after cycle %d", at)
		k.empty(t)
		for c := range k.ctrl {
			k.ctrl[c].Got, k.seen[c] = nil, 0
		}
		k.kernels()
		k.in.Queue = append(k.in.Queue, bound(0x6000)...)
		k.run(500)
		for c := range k.ctrl {
			require.Len(t, k.ctrl[c].Got, 1+int(bindings.Steps()), "cut after cycle %d", at)
			require.EqualValues(t, 0x6000, k.ctrl[c].Got[1].Words[0])
		}
	}
	require.Greater(t, orphans, 10)
}

// Quads come back in their order, two of a thread, with helpers where they are not covered.
func TestQuadsShareThreads(t *testing.T) {
	k := newPool(t, small)
	var head pipe.QuadThread
	head.SetKernel(1, pipe.ThreadKernel{Kernel: 0x2000, Bytes: 64, Lanes: 8, Inputs: 14, Varyings: 6, Registers: 20, Set: 3}, &[16]uint32{5: 77}, &[pipe.StateWords]uint32{})
	k.quads.Queue = append(k.quads.Queue, head)
	for n := range 5 {
		e := pipe.QuadThread{Kind: pipe.Quad, Slot: 1, Mask: uint8(1 + n), Front: true}
		e.SetPlace(uint16(2*n), 6)
		for p := range 4 {
			e.SetPixel(p, 0.5, 2, &[pipe.Attributes]float32{float32(10*n + p), 1, 2, 3, 4, 5})
		}
		k.quads.Queue = append(k.quads.Queue, e)
	}
	k.quads.Queue = append(k.quads.Queue, pipe.QuadThread{Kind: pipe.TileEnd, Slot: 1}, pipe.QuadThread{Kind: pipe.Invalidate, Slot: 1})
	k.run(600)
	require.Len(t, k.colors.Got, 6)
	for n, r := range k.colors.Got[:5] {
		require.Equal(t, uint8(1+n), r.Kept)
		require.Equal(t, float32(10*n+2), r.Color[2][0])
	}
	require.Equal(t, pipe.Invalidate, k.colors.Got[5].Kind)
	require.Len(t, k.began, 3)
	for _, q := range k.began {
		require.Equal(t, []any{uint8(3), uint32(0x2000), uint32(77), uint32(1)}, []any{q.head.Set, q.head.Kernel, q.regs[12][5], q.regs[5][0]})
	}
	require.Equal(t, uint32(^(uint8(1) | uint8(2)<<4)), k.began[0].head.Helpers&0xff)
	for c := range k.ctrl {
		require.Equal(t, []pipe.Control{{Kind: pipe.ControlDrop, Slot: 1}, {Kind: pipe.ControlForget, Slot: 1, Number: allStages}, {Kind: pipe.ControlTexels, Slot: 1}}, k.ctrl[c].Got)
	}
	k.empty(t)
}

// allStages are those of which a slot without threads has its state forgotten.
const allStages = 1<<isa.StageVertex | 1<<isa.StageHull | 1<<isa.StageDomain | 1<<isa.StagePixel

// Who asks for no write-backs has what was read dropped alone.
func TestWhatWasWrittenStays(t *testing.T) {
	k := newPool(t, small)
	e := pipe.QuadThread{Kind: pipe.Invalidate, Slot: 1}
	e.SetKeeps(true)
	k.quads.Queue = append(k.quads.Queue, e, pipe.QuadThread{Kind: pipe.Invalidate})
	k.run(200)
	require.Len(t, k.colors.Got, 2)
	for c := range k.ctrl {
		require.Equal(t, []pipe.Control{
			{Kind: pipe.ControlRefresh, Slot: 1}, {Kind: pipe.ControlForget, Slot: 1, Number: allStages}, {Kind: pipe.ControlTexels, Slot: 1},
			{Kind: pipe.ControlDrop}, {Kind: pipe.ControlForget, Number: allStages}, {Kind: pipe.ControlTexels},
		}, k.ctrl[c].Got)
	}
	k.empty(t)
}

// A kernel begins at a line, whatever its register says, and a thread has no more registers than its buffer: two requests do not see each other.
func TestRequestsKeepToTheirBuffers(t *testing.T) {
	k := newPool(t, small)
	for n, color := range []float32{3, 7} {
		var head pipe.QuadThread
		head.SetKernel(1, pipe.ThreadKernel{Kernel: 0x2020, Bytes: 64, Lanes: 8, Inputs: 127, Varyings: 6, Registers: 127, Set: 3}, &[16]uint32{5: 77}, &[pipe.StateWords]uint32{})
		k.quads.Queue = append(k.quads.Queue, head)
		e := pipe.QuadThread{Kind: pipe.Quad, Slot: 1, Mask: 15, Front: true}
		e.SetPlace(uint16(2*n), 6)
		for p := range 4 {
			e.SetPixel(p, 0.5, 2, &[pipe.Attributes]float32{color + float32(p), 1, 2, 3, 4, 5})
		}
		k.quads.Queue = append(k.quads.Queue, e)
	}
	k.quads.Queue = append(k.quads.Queue, pipe.QuadThread{Kind: pipe.TileEnd, Slot: 1}, pipe.QuadThread{Kind: pipe.Invalidate, Slot: 1})
	k.kernels()
	for slot := range k.b.S.Regs {
		k.b.S.Regs[slot][regs.EUPVertexKernel] |= 0x3f
	}
	k.in.Queue = append(k.in.Queue, prim(0, 0, 1))
	k.run(900)
	require.Len(t, k.began, 3)
	vertices := slices.IndexFunc(k.began, func(q *request) bool { return q.head.Stage == isa.StageVertex })
	require.Equal(t, uint32(0x1000), k.began[vertices].head.Kernel)
	k.began = slices.Delete(k.began, vertices, vertices+1)
	for n, color := range []float32{3, 7} {
		q := k.began[n]
		require.Equal(t, uint32(0x2000), q.head.Kernel)
		require.LessOrEqual(t, len(q.regs), 2*fillRows)
		require.Equal(t, []uint32{math.Float32bits(color), math.Float32bits(color + 1)}, q.regs[6][:2])
		require.Equal(t, uint32(77), q.regs[12][5])
	}
	k.empty(t)
}

// What the vertex stage binds is sent before a thread that may use it, and after the last one that may use what was bound before.
func TestBindingsOfTheVertexStage(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	write := func(reg uint16, v uint32) pipe.VertexThread {
		return pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: reg, Value: v}.Cmd(0, pipe.Cursor{})}
	}
	k.in.Queue = append(k.in.Queue, prim(0, 0, 1), write(regs.EUPBinding0Base+2, 0x5000), write(regs.EUPBinding0Base+3, 48), prim(0, 2, 2), write(regs.EUPLightX, 3), prim(0, 4, 3))
	k.run(600)
	require.Len(t, k.out.Got, 3)
	for c := range k.ctrl {
		require.Len(t, k.ctrl[c].Got, 1+int(bindings.Steps()))
		require.Equal(t, pipe.Control{Kind: pipe.ControlBuffer, Number: 1, Words: [8]uint32{0x5000, 48}}, k.ctrl[c].Got[2])
	}
	k.empty(t)
}

// restored is a register of EUP that the CSP writes in slot 0.
func restored(reg uint16, v uint32) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.RegWrite{Restored: true, Block: regs.BlockEUP, Reg: reg, Value: v}.Cmd(0, pipe.Cursor{})}
}

// Each cluster is told of its part of the scratch memory, with the bytes of a thread, before a thread runs; a thread's head says how much its kernel needs.
func TestClustersHavePartsOfTheScratchMemory(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	needs := k.b.S.Regs[0][regs.EUPVertexKernelNeeds] | 3<<regs.EUPVertexKernelNeedsScratchShift
	k.in.Queue = append(k.in.Queue, restored(regs.EUPScratchBase, 0x40000), restored(regs.EUPScratchBytes, 192), restored(regs.EUPVertexKernelNeeds, needs), prim(0, 0, 1))
	k.run(600)
	require.Len(t, k.out.Got, 1)
	for c := range k.ctrl {
		at := 0x40000 + uint32(c*small.Places)*192
		require.Equal(t, pipe.Control{Kind: pipe.ControlScratch, Words: [8]uint32{at, 192}}, k.ctrl[c].Got[0])
	}
	require.Len(t, k.began, 1)
	require.EqualValues(t, 256, k.began[0].head.Scratch)
}

// Textures of the vertex stage are sent, also where it binds no buffer.
func TestTexturesOfTheVertexStage(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	write := pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTexture0Base, Value: 0x5000}.Cmd(0, pipe.Cursor{})}
	k.in.Queue = []pipe.VertexThread{write, prim(0, 0, 1)}
	k.run(300)
	require.Len(t, k.out.Got, 1)
	for c := range k.ctrl {
		require.Len(t, k.ctrl[c].Got, 1+int(bindings.Steps()))
		require.Equal(t, pipe.Control{Kind: pipe.ControlTexture, Words: [8]uint32{0x5000}}, k.ctrl[c].Got[1+bindings.Buffers])
	}
	k.empty(t)
}

// Whatever a context has had sent of its bindings when it ends, or is cut in any cycle, the next one of the slot, which binds nothing, finds nothing.
func TestBindingsEndWithTheirContext(t *testing.T) {
	parts := map[int]int{}
	for at := range 60 {
		k := newPool(t, small)
		k.kernels()
		k.in.Queue = append(k.in.Queue, pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPBinding0Base, Value: 0x5000}.Cmd(0, pipe.Cursor{})}, prim(0, 0, 1))
		k.run(at)
		k.cut.Raise()
		k.run(1)
		k.end(0)
		k.run(100)
		sent := len(k.ctrl[0].Got)
		parts[sent]++
		k.in.Queue = append(k.in.Queue, prim(0, 0, 1))
		k.run(300)
		k.empty(t)
		for c := range k.ctrl {
			if sent == 0 {
				require.Empty(t, k.ctrl[c].Got)
				continue
			}
			require.Len(t, k.ctrl[c].Got, 2*(1+int(bindings.Steps())), "cut after cycle %d", at)
			require.Zero(t, k.ctrl[c].Got[2+bindings.Steps()].Words)
		}
	}
	require.Len(t, parts, 2, "none or all")
}

// A fence below that comes while the vertex stage's bindings are sent has the caches write back for itself: the end of another task is none of its own.
func TestAFenceWaitsForItsOwnTask(t *testing.T) {
	for at := range 60 {
		k := newPool(t, small)
		k.kernels()
		write := pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTexture0Base, Value: 0x5000}.Cmd(0, pipe.Cursor{})}
		k.in.Queue = []pipe.VertexThread{write, prim(0, 0, 1)}
		k.run(at)
		k.quads.Queue = []pipe.QuadThread{{Kind: pipe.Invalidate}}
		k.run(600)
		require.Len(t, k.out.Got, 1)
		require.Len(t, k.colors.Got, 1)
		for c := range k.ctrl {
			kinds := map[pipe.ControlKind]int{}
			for _, e := range k.ctrl[c].Got {
				kinds[e.Kind]++
			}
			require.Equal(t, 1, kinds[pipe.ControlDrop], "a fence after cycle %d", at)
			require.Equal(t, 2, kinds[pipe.ControlTexture], "bindings, and a fence after cycle %d", at)
		}
		k.empty(t)
	}
}

// New bindings are not sent while a thread waits to be sent that may use the old ones.
func TestBindingsWaitForThreadsThatAreNotSent(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	write := pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPBinding0Base, Value: 0x5000}.Cmd(1, pipe.Cursor{})}
	k.in.Queue = []pipe.VertexThread{prim(0, 0, 1), mark(pipe.IntEnd, 0), prim(1, 4, 1), write, prim(1, 6, 1)}
	k.req[0][pipe.Above].Shut = true // the thread of slot 1 goes to the cluster in which that of slot 0 is being sent
	k.run(200)
	for c := range k.ctrl {
		require.Empty(t, k.ctrl[c].Got)
	}
	k.req[0][pipe.Above].Shut = false
	k.run(300)
	require.Len(t, k.out.Got, 4)
	for c := range k.ctrl {
		require.Len(t, k.ctrl[c].Got, 1+int(bindings.Steps()))
	}
	k.empty(t)
}

// Of a kernel's limit and that of the machine the lesser one counts; 0 is none.
func TestTheLesserLimitCounts(t *testing.T) {
	for _, c := range []struct{ machine, own, want uint32 }{{0, 0, 0}, {0, 7, 7}, {9, 0, 9}, {9, 7, 7}, {7, 9, 7}} {
		cfg := small
		cfg.Limits = [pipe.Sides]uint32{pipe.Above: c.machine}
		k := newPool(t, cfg)
		k.kernels()
		k.b.S.Regs[0][regs.EUPVertexLimit] = c.own
		k.in.Queue = []pipe.VertexThread{prim(0, 0, 1)}
		k.run(200)
		require.Len(t, k.began, 1)
		require.Equal(t, c.want, k.began[0].head.Limit, "%+v", c)
	}
}

// A thread may begin without registers.
func TestRequestsWithoutRegisters(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	k.b.S.Regs[0][regs.EUPVertexKernelNeeds] = regs.EUPVertexKernelNeedsFields{Registers: 20}.Pack()
	k.in.Queue = []pipe.VertexThread{prim(0, 0, 1), prim(0, 2, 1), prim(0, 4, 1)}
	k.run(300)
	require.Len(t, k.out.Got, 3)
	k.empty(t)
}

// What was begun to be sent when a cut came says what the context's registers said: INT_END, which resets them, waits for it. Threads below the break point still run.
func TestEndWaitsForOrphanedBindings(t *testing.T) {
	k := newPool(t, small)
	k.kernels()
	ended := func() (n int) {
		for i := range k.out.Got {
			if k.out.Got[i].Kind == pipe.IntEnd {
				n++
			}
		}
		return n
	}
	k.ctrl[1].Shut = true
	k.in.Queue = append(k.in.Queue, restored(regs.EUPScratchBase, 0x40000), restored(regs.EUPScratchBytes, 192), prim(0, 0, 1))
	k.run(40)
	k.cut.Raise()
	k.run(1)
	k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
	k.run(100)
	require.Zero(t, ended())
	k.ctrl[1].Shut = false
	k.run(300)
	require.Equal(t, 1, ended())
	for c := range k.ctrl {
		for _, e := range k.ctrl[c].Got {
			if e.Kind == pipe.ControlScratch {
				require.EqualValues(t, 192, e.Words[1])
			}
		}
	}
	k.empty(t)
}
