package csp

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

const (
	base = 0x1000 // of the context
	area = 0x4000 // its save area
	flag = 0x8000 // the word that it waits for
)

// bench is the CSP with memory and the pipe played by the test.
type bench struct {
	*blocktest.Bench
	b      *CSP
	memory map[uint32]uint32
	host   *blocktest.Source[HostCommand]
	csp    *blocktest.Sink[pipe.Cmd]
	vertex *blocktest.Sink[pipe.VertexEntry]
	c2d    *blocktest.Sink[pipe.Cmd]
	fetch  *blocktest.Sink[pipe.Fetch]
	beats  *blocktest.Source[pipe.Beat]
	saves  *blocktest.Sink[pipe.Save]
	acks   *blocktest.Source[pipe.Saved]
	a, bb  *blocktest.Source[pipe.Report]
	line   *wires.Line
	acked  int  // writes that were answered
	quiet  bool // memory answers no write
}

// newBench makes a CSP and a context in memory that becomes interruptible and then
// waits for a word.
func newBench(t testing.TB, depth int) *bench {
	b := New("CSP", Config{TailWait: 4, TailPoll: 4, Ahead: 64})
	k := &bench{Bench: blocktest.New(t, b, &b.S), b: b}
	k.host = blocktest.In[HostCommand](k.Bench, "HOST", 2)
	k.beats = blocktest.In[pipe.Beat](k.Bench, "BEATS", 2)
	k.acks = blocktest.In[pipe.Saved](k.Bench, "ACK", 2)
	k.a = blocktest.In[pipe.Report](k.Bench, "A", 2)
	k.bb = blocktest.In[pipe.Report](k.Bench, "B", 2)
	k.line = k.LineOut("INT")
	k.csp = blocktest.Out(k.Bench, "CSP_FIFO", depth, func(e *pipe.Cmd) string { return e.Kind.String() })
	k.vertex = blocktest.Out(k.Bench, "VERTEX", depth, func(e *pipe.VertexEntry) string { return e.Kind.String() })
	k.c2d = blocktest.Out(k.Bench, "CSP_C2D", 2, func(e *pipe.Cmd) string { return e.Kind.String() })
	k.fetch = blocktest.Out(k.Bench, "FETCH", 2, func(e *pipe.Fetch) string { return fmt.Sprintf("%#x", e.Addr) })
	k.saves = blocktest.Out(k.Bench, "STATE_FIFO", 2, func(e *pipe.Save) string { return fmt.Sprintf("%#x", e.Addr) })
	b.P.Host, b.P.Int, b.P.Csp, b.P.Vertex, b.P.Fetch, b.P.C2D = k.host.F, k.line, k.csp.F, k.vertex.F, k.fetch.F, k.c2d.F
	b.P.Beats, b.P.Save, b.P.Acks, b.P.PathA, b.P.PathB = k.beats.F, k.saves.F, k.acks.F, k.a.F, k.bb.F
	k.memory = map[uint32]uint32{base + 4*headerSize: 64, base + 4*headerSave: area}
	k.ring(opInterruptible<<24, opWait<<24|2, flag, 1)
	return k
}

// ring puts DWORDs behind the tail.
func (k *bench) ring(words ...uint32) {
	for _, w := range words {
		tail := k.memory[base+4*headerTail]
		k.memory[base+ringStart+4*tail] = w
		k.memory[base+4*headerTail] = tail + 1
	}
}

// run runs n cycles with memory behind the fetches and, unless quiet, the writes.
func (k *bench) run(n int) {
	for range n {
		k.Step(1)
		for _, f := range k.fetch.Got {
			for at := uint32(0); at < uint32(f.DWords); at += 4 {
				beat := pipe.Beat{Stream: f.Stream, Count: min(4, f.DWords-uint8(at))}
				for i := range uint32(beat.Count) {
					beat.Data[i] = k.memory[f.Addr+4*(at+i)]
				}
				k.beats.Queue = append(k.beats.Queue, beat)
			}
		}
		k.fetch.Got = nil
		for !k.quiet && k.acked < len(k.saves.Got) {
			k.ack()
		}
	}
}

func (k *bench) ack() {
	k.acks.Queue = append(k.acks.Queue, pipe.Saved{Slot: k.saves.Got[k.acked].Slot})
	k.acked++
}

func (k *bench) tokens() (csp, vertex int) {
	for i := range k.csp.Got {
		if k.csp.Got[i].Kind == pipe.IntEnd {
			csp++
		}
	}
	for i := range k.vertex.Got {
		if k.vertex.Got[i].Kind == pipe.IntEnd {
			vertex++
		}
	}
	return csp, vertex
}

// copies has the blocks copy their registers.
func (k *bench) copies(slot uint8) {
	for _, it := range regs.SaveList {
		if it.Block == regs.BlockCSP {
			continue
		}
		k.a.Queue = append(k.a.Queue, pipe.Report{Kind: pipe.Dumped, Slot: slot, Block: it.Block, Reg: it.Reg, Value: saved(it)})
	}
}

// start runs the context until it waits, interruptible.
func (k *bench) start(t testing.TB) {
	k.host.Queue = []HostCommand{{Kind: HostRunList, List: [4]uint32{base}}}
	k.run(30)
	require.Equal(t, Copy, k.b.S.Front.Phase)
	k.copies(0)
	for i := 0; k.b.S.Front.Phase != Poll && i < 1000; i++ {
		k.run(1)
	}
	require.Contains(t, []Phase{Poll, PollWait}, k.b.S.Front.Phase)
	require.True(t, k.b.S.Slots[0].Interruptible)
}

// withoutCycles cuts the cycle at the start of each line off.
func withoutCycles(wave string) string {
	return regexp.MustCompile(`(?m)^\d+ `).ReplaceAllString(wave, "")
}

func saved(it regs.SaveItem) uint32 { return uint32(it.Block)<<16 | uint32(it.Reg) | 1<<31 }

// place is where the specification has a register: base + (offset << 4) + 4n.
func place(block uint8, reg uint16) uint32 { return area + regs.SaveOffset[block]<<4 + 4*uint32(reg) }

// written returns what was put into the state FIFO since the last call.
func (k *bench) written() (out []string) {
	for _, e := range k.saves.Got {
		out = append(out, show(e.Addr, e.Data[:e.DWords]...))
	}
	k.saves.Got = k.saves.Got[:0]
	k.acked = 0
	return out
}

func show(addr uint32, words ...uint32) string { return fmt.Sprintf("%#x: %#x", addr, words) }

// Behind the line each output gets its token as soon as it has room, the other one's
// back-pressure notwithstanding.
func TestTokensFollowTheLineEachOnItsOwn(t *testing.T) {
	k := newBench(t, 1)
	k.csp.Shut, k.vertex.Shut = true, true // INTERRUPTIBLE stays in both
	k.start(t)
	k.Wave()
	k.host.Queue = []HostCommand{{Kind: HostInterrupt}}
	k.Step(5)
	k.vertex.Shut = false
	k.Step(5)
	k.csp.Shut = false
	k.Step(5)
	require.Equal(t, `CSP pol h1 o0 R.
CSP tok h1 o0 D., INT!
CSP tok h1 o0 D.
CSP tok h1 o0 D.
CSP tok h1 o0 D.
CSP tok h1 o0 D.
CSP tok h1 o0 D., VERTEX: INT_END
CSP tok h1 o0 D.
CSP tok h1 o0 D.
CSP tok h1 o0 D.
CSP tok h1 o0 D.
CSP pic h0 o0 D., CSP_FIFO: INT_END
CSP pic h0 o0 D.
CSP pic h0 o0 D.
CSP pic h0 o0 D.
`, withoutCycles(k.Wave()))

	k = newBench(t, 1)
	k.csp.Shut, k.vertex.Shut = true, true
	k.start(t)
	k.host.Queue = []HostCommand{{Kind: HostInterrupt}}
	k.csp.Shut = false
	k.run(10)
	csp, vertex := k.tokens()
	require.Equal(t, []int{1, 0}, []int{csp, vertex})
	k.vertex.Shut = false
	k.run(10)
	csp, vertex = k.tokens()
	require.Equal(t, []int{1, 1}, []int{csp, vertex}, "each gets one")
}

// The next context is not cut before the token of this one has left the break point and
// all outputs of ASU; then it is at once.
func TestNoSecondCutAboveTheBreakPoint(t *testing.T) {
	k := newBench(t, 4)
	const second = 0x2000
	for at := uint32(0); at < 256; at += 4 {
		k.memory[second+at] = k.memory[base+at]
	}
	pulses := 0
	k.line.OnPulse(func(uint64) { pulses++ })
	k.host.Queue = []HostCommand{{Kind: HostRunList, List: [4]uint32{base, second}}}
	k.run(30)
	k.copies(0)
	k.run(150)
	k.host.Queue = []HostCommand{{Kind: HostInterrupt}}
	k.run(40)
	require.Equal(t, 1, pulses)
	k.copies(1)
	k.run(150)
	require.True(t, k.b.S.Slots[1].Interruptible)
	k.host.Queue = []HostCommand{{Kind: HostInterrupt}}
	for _, left := range []pipe.ReportKind{pipe.TokenLeft, pipe.TokenOut} {
		k.run(20)
		require.Equal(t, 1, pulses, "before the report of kind %d", left)
		k.a.Queue = []pipe.Report{{Kind: left}}
	}
	k.run(5)
	require.Equal(t, 2, pulses)
}

func TestRegistersAndHeadAreWrittenToTheirPlaces(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	var want []string
	for _, it := range regs.SaveList {
		v := saved(it)
		if it.Block == regs.BlockCSP {
			v = k.b.S.Front.Regs[it.Reg]
		}
		want = append(want, show(place(it.Block, it.Reg), v))
	}
	require.ElementsMatch(t, want, k.written(), "INTERRUPTIBLE")

	for _, it := range regs.SaveList {
		k.a.Queue = []pipe.Report{{Kind: pipe.Committed, Block: it.Block, Reg: it.Reg, Value: 77}}
		k.run(5)
		require.Equal(t, []string{show(place(it.Block, it.Reg), 77)}, k.written())
	}
	k.a.Queue = []pipe.Report{
		{Kind: pipe.Committed, Block: regs.BlockMXU, Reg: uint16(len(regs.Blocks[regs.BlockMXU].Registers))},
		{Kind: pipe.HeadMoved, At: pipe.Cursor{Head: 9}},
		{Kind: pipe.Resumed},
	}
	k.run(8)
	require.Equal(t, []string{show(base, 9), show(base+8, opSkip<<24|1, 0)}, k.written(), "reserved space is not saved")
}

var cut = pipe.Cursor{Head: 1, Buffer: 0x40, Offset: 2, Instance: 3, Primitive: 4, Triangle: 5, Tile: 6}

// interrupt cuts the context and has the break point report the cursor.
func (k *bench) interrupt() {
	k.host.Queue = []HostCommand{{Kind: HostInterrupt}}
	k.run(10)
	k.written()
	k.a.Queue = append(k.a.Queue, pipe.Report{Kind: pipe.CutAt, Copied: true, At: cut})
}

// counters are the registers that are reported at the end of a context.
func counters() (out []pipe.Report) {
	for reg := range counted {
		out = append(out, pipe.Report{Kind: pipe.Dumped, Block: regs.BlockZL2, Reg: regs.ZL2OcclusionLo + uint16(reg), Value: uint32(reg)})
	}
	return out
}

func TestCursorIsWrittenToItsPlacesTheHeadLast(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.interrupt()
	k.run(20)
	got := k.written()
	require.Len(t, got, cursorWrites)
	require.Equal(t, show(base, 1), got[7])
	require.ElementsMatch(t, []string{
		show(area, 2), show(area+4*regs.SavePrimitive, 4), show(area+4*regs.SaveInstance, 3), show(area+4*regs.SaveTile, 6),
		show(area+4*regs.SaveTriangle, 5), show(area+4*regs.SaveRingHead, 1), show(area+4*regs.SaveDMABuffer, 0x40),
	}, got[:7])
}

// RESTORE and its address are one write of 64 bits, behind everything else: whichever
// comes last, there is nothing before it.
func TestRestoreIsWrittenLastAndAtOnce(t *testing.T) {
	drained := pipe.Report{Kind: pipe.Drained}
	all := counters()
	for name, c := range map[string]struct {
		first []pipe.Report // on datapath B
		quiet bool
		last  func(k *bench)
	}{
		"memory is complete": {first: all, last: func(k *bench) { k.bb.Queue = append(k.bb.Queue, drained) }},
		"the last counter": {first: append([]pipe.Report{drained}, all[1:]...), last: func(k *bench) {
			k.bb.Queue = append(k.bb.Queue, all[0])
		}},
		"the last answer": {first: append(all[:len(all):len(all)], drained), quiet: true, last: func(k *bench) { k.ack() }},
	} {
		t.Run(name, func(t *testing.T) {
			k := newBench(t, 4)
			k.start(t)
			k.interrupt()
			k.quiet = c.quiet
			k.bb.Queue = append(k.bb.Queue, c.first...)
			k.run(30)
			for k.quiet && k.acked < len(k.saves.Got)-1 {
				k.ack()
				k.run(3)
			}
			before := len(k.saves.Got)
			k.run(20)
			for _, e := range k.saves.Got {
				require.False(t, e.Addr/8 == base/8+1, "the place-holder was written before %s", name)
			}
			require.Len(t, k.saves.Got, before)
			c.last(k)
			for n := 0; k.b.S.Slots[0].Phase != slotSealing; n++ {
				require.Less(t, n, 20)
				k.run(1)
			}
			k.quiet = true // the write itself is not answered
			k.run(20)
			e := k.saves.Got[len(k.saves.Got)-1]
			require.Equal(t, pipe.Save{Addr: base + 4*headerRestore, DWords: 2, Data: [2]uint32{opRestore<<24 | 1, area}}, e)
			require.Zero(t, e.Addr%8)
			require.Equal(t, slotSealing, k.b.S.Slots[0].Phase)
			for k.acked < len(k.saves.Got) {
				k.ack()
			}
			k.Step(4)
			require.NotEqual(t, slotSealing, k.b.S.Slots[0].Phase, "answered: the slot is free")
		})
	}
}

// What the end of the context reports on datapath B waits for the cursor on A and for
// the writes of its fields.
func TestDatapathBWaitsForTheCursorOnA(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.interrupt()
	at := k.a.Queue
	k.a.Queue = nil
	k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
	k.run(20)
	require.Empty(t, k.written())
	require.False(t, k.b.S.Slots[0].Drained)
	k.a.Queue = at
	k.run(40)
	got := k.written()
	require.Equal(t, show(base, 1), got[7])
	require.Equal(t, show(place(regs.BlockZL2, regs.ZL2OcclusionLo), 0), got[8])
	require.Equal(t, show(base+8, opRestore<<24|1, area), got[8+counted])
}

// A cut that does not count writes the head only, and nothing at all in a restore.
func TestCutThatDoesNotCountLeavesTheSaveArea(t *testing.T) {
	for _, restoring := range []bool{false, true} {
		k := newBench(t, 4)
		k.start(t)
		k.b.S.Slots[0].Restoring = restoring
		k.interrupt()
		k.a.Queue[0].Copied = false
		k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
		for n := 0; k.b.S.Slots[0].Phase == slotDraining; n++ {
			require.Less(t, n, 40)
			k.run(1)
		}
		got := k.written()
		if restoring {
			require.Empty(t, got)
		} else {
			require.Equal(t, []string{show(base, 1)}, got)
		}
	}
}

// The context runs again from the place where it was saved: its registers go down the
// pipe with their block IDs, then the cursor.
func TestRestoreSendsTheSavedRegistersThenTheCursor(t *testing.T) {
	k := newBench(t, 4)
	k.memory[base+4*headerRestore], k.memory[base+4*headerNull] = opRestore<<24|1, area
	for _, it := range regs.SaveList {
		k.memory[place(it.Block, it.Reg)] = saved(it)
	}
	for at, v := range map[uint32]uint32{
		regs.SaveDMAOffset: 2, regs.SavePrimitive: 4, regs.SaveInstance: 3, regs.SaveTile: 6, regs.SaveTriangle: 5,
		regs.SaveRingHead: 1, regs.SaveDMABuffer: 0x40,
	} {
		k.memory[area+4*at] = v
	}
	k.host.Queue = []HostCommand{{Kind: HostRunList, List: [4]uint32{base}}}
	k.run(250)
	require.Greater(t, len(k.csp.Got), regs.SaveListLen)
	vertices := 0
	for i, it := range regs.SaveList {
		require.Equal(t, pipe.Cmd{Kind: pipe.State, Restored: true, Block: it.Block, Reg: it.Reg, Value: saved(it)}, k.csp.Got[i])
		if it.Block == regs.BlockEUP || it.Block == regs.BlockEUPFront {
			vertices++
		}
	}
	require.Equal(t, pipe.Cmd{Kind: pipe.Resume, At: cut}, k.csp.Got[regs.SaveListLen])
	require.Len(t, k.vertex.Got, vertices)
}
