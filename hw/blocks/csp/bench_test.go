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
	mxu    *blocktest.Sink[pipe.MXUCommand]
	pages  *blocktest.Source[pipe.MXUAnswer]
	saves  *blocktest.Sink[pipe.Save]
	acks   *blocktest.Source[pipe.Saved]
	a, bb  *blocktest.Source[pipe.Report]
	line   *wires.Line
	pinned []string
	acked  int  // writes that were answered
	quiet  bool // memory answers no write
}

// newBench makes a CSP and a context in memory that becomes interruptible and then
// waits for a word.
func newBench(t testing.TB, depth int) *bench {
	return newBenchOf(t, depth, Config{TailWait: 4, TailPoll: 4, Ahead: 64, Scratch: 1024, Threads: 6})
}

func newBenchOf(t testing.TB, depth int, cfg Config) *bench {
	b := New("CSP", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.host = blocktest.In(k.Bench, &b.P.HostCSP, "HOST", 2)
	k.beats = blocktest.In(k.Bench, &b.P.DMACSP, "BEATS", 2)
	k.acks = blocktest.In(k.Bench, &b.P.DMAAck, "ACK", 2)
	k.a = blocktest.In(k.Bench, &b.P.DatapathA, "A", 2)
	k.bb = blocktest.In(k.Bench, &b.P.DatapathB, "B", 2)
	k.mxu = blocktest.Out(k.Bench, &b.P.CSPMXU, "MXU", 2).As(func(e *pipe.MXUCommand) string { return fmt.Sprintf("%d %#x", e.Kind, e.Addr) })
	k.pages = blocktest.In(k.Bench, &b.P.MXUCSP, "PAGES", 2)
	k.line = k.LineOut(&b.P.Int, "INT")
	k.csp = blocktest.Out(k.Bench, &b.P.CSPFifo, "CSP_FIFO", depth)
	k.vertex = blocktest.Out(k.Bench, &b.P.Vertex, "VERTEX", depth)
	k.c2d = blocktest.Out(k.Bench, &b.P.CSPC2D, "CSP_C2D", 2)
	k.fetch = blocktest.Out(k.Bench, &b.P.CSPDMA, "FETCH", 2).As(func(e *pipe.Fetch) string { return fmt.Sprintf("%#x", e.Addr) })
	k.saves = blocktest.Out(k.Bench, &b.P.StateFifo, "STATE_FIFO", 2).As(func(e *pipe.Save) string { return fmt.Sprintf("%#x", e.Addr) })
	k.memory = map[uint32]uint32{base + 4*regs.ContextHeaderRingSize: 64, base + 4*regs.ContextHeaderSaveArea: area, base + 4*regs.ContextHeaderRestore: regs.CommandSkip1DwordHeader}
	k.ring(regs.CommandInterruptibleHeader, regs.CommandWaitHeader, flag, 1)
	return k
}

// ring puts DWORDs after the tail.
func (k *bench) ring(words ...uint32) {
	for _, w := range words {
		tail := k.memory[base+4*regs.ContextHeaderTail]
		k.memory[base+regs.ContextHeaderBytes+4*tail] = w
		k.memory[base+4*regs.ContextHeaderTail] = tail + 1
	}
}

// run runs n cycles with memory after the fetches and, unless quiet, the writes.
func (k *bench) run(n int) {
	for range n {
		k.Step(1)
		for _, f := range k.fetch.Got {
			for at := uint32(0); at < uint32(f.DWords); at += 4 {
				beat := pipe.Beat{Stream: f.Stream, Slot: f.Slot, Count: min(4, f.DWords-uint8(at))}
				for i := range uint32(beat.Count) {
					beat.Data[i] = k.memory[f.Addr+4*(at+i)]
				}
				k.beats.Queue = append(k.beats.Queue, beat)
			}
		}
		k.fetch.Got = nil
		for _, c := range k.mxu.Got {
			if c.Kind == pipe.PinPages {
				k.pinned = append(k.pinned, show(c.Addr, c.Bytes))
				k.pages.Queue = append(k.pages.Queue, pipe.MXUAnswer{Kind: pipe.PagesPinned, Slot: c.Slot})
			}
		}
		k.mxu.Got = nil
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
		k.a.Queue = append(k.a.Queue, pipe.RegisterReport(pipe.Dumped, slot, it.Reg, saved(it)).From(it.Block))
	}
}

// start runs the context until it waits, interruptible.
func (k *bench) start(t testing.TB) {
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
	k.run(30)
	require.Equal(t, Copy, k.b.S.Front.Phase)
	k.copies(0)
	for i := 0; k.b.S.Front.Phase != Poll && i < 1000; i++ {
		k.run(1)
	}
	require.Contains(t, []Phase{Poll, PollWait}, k.b.S.Front.Phase)
	require.True(t, k.b.S.Slots[0].Interruptible())
}

// withoutCycles cuts the cycle at the start of each line off.
func withoutCycles(wave string) string {
	return regexp.MustCompile(`(?m)^\d+ `).ReplaceAllString(wave, "")
}

func saved(it regs.SaveItem) uint32 {
	if regs.IsPacking(it.Block, uint32(it.Reg)) {
		return regs.ResetValue(int(it.Block), int(it.Reg))
	}
	return uint32(it.Block)<<16 | uint32(it.Reg) | 1<<31
}

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

var cut = pipe.Cursor{Head: 1, Buffer: 0x40, Offset: 2, Instance: 3, Primitive: 4, Triangle: 5, Tile: 6}

// interrupt cuts the context and has the break point report the cursor.
func (k *bench) interrupt() {
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
	k.run(10)
	k.written()
	k.a.Queue = append(k.a.Queue, pipe.Report{Kind: pipe.CutAt, Copied: true, At: cut}, pipe.Report{Kind: pipe.TokenLeft})
}

// counters are the registers that are reported at the end of a context, those of ZL2 first.
func counters() (out []pipe.Report) {
	for i := range counted {
		block, reg := uint8(regs.BlockZL2), regs.ZL2OcclusionLo+uint16(i)
		if i > 1 {
			it := regs.SaveList[len(regs.SaveList)/2+int(i)] // any that are saved
			block, reg = it.Block, it.Reg
		}
		out = append(out, pipe.RegisterReport(pipe.Dumped, 0, reg, uint32(i)).From(block))
	}
	return out
}
