package c2d

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// bench is C2D with memory played by the test.
type bench struct {
	*blocktest.Bench
	b      *C2D
	in     *blocktest.Source[pipe.Cmd]
	req    *blocktest.Sink[pipe.MemRequest]
	ans    *blocktest.Source[pipe.MemAnswer]
	dp     *blocktest.Sink[pipe.Report]
	memory []byte
	writes int
	reads  int
	most   int // answers that were due at once
	held   []pipe.MemAnswer
}

func newBench(t testing.TB, inFlight int) *bench {
	b := New("C2D", Config{InFlight: inFlight})
	k := &bench{Bench: blocktest.New(t, b), b: b, memory: make([]byte, 1<<18)}
	k.in = blocktest.In(k.Bench, &b.P.CSPC2D, "IN", 4)
	k.ans = blocktest.In(k.Bench, &b.P.C2DAns, "ANS", 4)
	k.req = blocktest.Out(k.Bench, &b.P.C2DReq, "REQ", 2).As(func(r *pipe.MemRequest) string { return fmt.Sprintf("%s %#x", r.What(), r.Addr) })
	k.dp = blocktest.Datapath(k.Bench, &b.P.DPC2D)
	return k
}

// run lets memory work until the block has reported, or for n cycles.
func (k *bench) run(n int) {
	for range n {
		k.Step(1)
		for _, r := range k.req.Got {
			a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot}
			at := k.memory[r.Addr:]
			for i := range 64 {
				if r.Op == pipe.Write && r.Mask>>i&1 != 0 {
					at[i] = byte(r.Data[i/4] >> (8 * (i % 4)))
				}
				a.Data[i/4] |= uint32(at[i]) << (8 * (i % 4))
			}
			if r.Op == pipe.Write {
				k.writes++
			} else {
				k.reads++
			}
			k.held = append(k.held, a)
		}
		k.req.Got = nil
		k.most = max(k.most, len(k.held)+len(k.ans.Queue))
		if k.Cycle()%8 == 0 {
			k.ans.Queue, k.held = append(k.ans.Queue, k.held...), nil
		}
		if len(k.dp.Got) > 0 {
			return
		}
	}
}

func (k *bench) blit(slot uint8, kind uint8, g *regs.C2DRegs) {
	for i, v := range g {
		k.in.Queue = append(k.in.Queue, pipe.RegWrite{Block: regs.BlockC2D, Reg: uint16(i), Value: v}.Cmd(slot, pipe.Cursor{}))
	}
	k.in.Queue = append(k.in.Queue, pipe.BlitCmd(slot, kind, pipe.Cursor{}))
}

func layout(pitch, format uint32, tiled bool) uint32 {
	return regs.C2DDstLayoutFields{Pitch: pitch, Format: format, Tiled: tiled}.Pack()
}

// expect does the command pixel by pixel.
func expect(memory []byte, g *regs.C2DRegs, kind uint8) {
	from, to := g.SrcLayoutFormat(), g.DstLayoutFormat()
	for y := range g.ExtentHeight() {
		for x := range g.ExtentWidth() {
			v := uint64(g.FillHi())<<32 | uint64(g.FillLo())
			if kind == pipe.BlitCopy {
				at := pageAddress(g.SrcBase(), g.SrcLayoutPitch(), from, g.SrcLayoutTiled(), g.SrcOriginX()+x, g.SrcOriginY()+y)
				v = 0
				for i := range pageBytes(from) {
					v |= uint64(memory[at+i]) << (8 * i)
				}
				v = pageConvert(v, from, to)
			}
			at := pageAddress(g.DstBase(), g.DstLayoutPitch(), to, g.DstLayoutTiled(), g.DstOriginX()+x, g.DstOriginY()+y)
			for i := range pageBytes(to) {
				memory[at+i] = byte(v >> (8 * i))
			}
		}
	}
}

func random(r *rand.Rand, g *regs.C2DRegs) {
	surface := func(base uint32, reg int, width, height int) {
		format, tiled := uint32(r.Intn(6)), r.Intn(2) == 0
		x, y := r.Intn(20), r.Intn(20)
		pitch := x + width + r.Intn(5)
		if tiled {
			pitch = (pitch + 7) / 8
		}
		if r.Intn(8) == 0 {
			pitch = 1 // rows overlap
		}
		g[reg], g[reg+1], g[reg+2] = base+uint32(r.Intn(1024)), layout(uint32(pitch), format, tiled), uint32(y)<<16|uint32(x)
	}
	width, height := 1+r.Intn(50), 1+r.Intn(20)
	surface(0, 0, width, height)
	surface(1<<17, 3, width, height)
	g[6], g[7], g[8] = uint32(height)<<16|uint32(width), r.Uint32(), r.Uint32()
}

func TestFillsAndCopiesWriteTheirPixelsAndNothingElse(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for i := range 400 {
		k := newBench(t, 1+r.Intn(12))
		r.Read(k.memory)
		want := append([]byte(nil), k.memory...)
		var g regs.C2DRegs
		random(r, &g)
		kind, slot := uint8(i&1), uint8(i>>1&1)
		k.blit(slot, kind, &g)
		k.run(20000)
		require.Equal(t, []pipe.Report{{Kind: pipe.BlitDone, Slot: slot, Block: regs.BlockC2D}}, k.dp.Got, "%x", g)
		expect(want, &g, kind)
		if string(want) != string(k.memory) {
			require.Fail(t, "memory differs", "kind %d, registers %x", kind, g)
		}
		require.Equal(t, Ready, k.b.S.Phase)
		require.Zero(t, k.b.S.Writes)
		if kind == pipe.BlitFill {
			require.Zero(t, k.reads)
		}
	}
}

// Each pixel has its address, and each place in a line its pixel.
func TestLinesOfTiledSurfacesHoldTheirPixels(t *testing.T) {
	for _, format := range []uint32{rgba8, rgba16f, d16} {
		s := surfaceOf(0x1000, 3, format, true)
		w, h := s.block()
		for y := range uint32(24) {
			for x := range uint32(24) {
				p := point{int32(x), int32(y)}
				a, ok := s.address(p)
				require.True(t, ok)
				require.Equal(t, pageAddress(0x1000, 3, format, true, x, y), a, "format %d (%d, %d)", format, x, y)
				first := point{p.X &^ (w - 1), p.Y &^ (h - 1)}
				require.Equal(t, p, s.pixel(first, int(a%64/s.bytes)))
			}
		}
	}
}

func TestAnEmptyRectangleIsReportedAndTouchesNoMemory(t *testing.T) {
	for _, extent := range []uint32{0, 5, 5 << 16} {
		k := newBench(t, 8)
		k.blit(0, pipe.BlitCopy, &regs.C2DRegs{6: extent})
		k.run(40)
		require.Len(t, k.dp.Got, 1)
		require.Zero(t, k.reads+k.writes)
	}
}

// A fill writes a line a cycle; a copy of lines that lie alike reads and writes one in two.
func TestLinesComeAsFastAsThePortAllows(t *testing.T) {
	for kind, cycles := range []uint64{1, 2} {
		k := newBench(t, 64)
		k.blit(0, uint8(kind), &regs.C2DRegs{1: layout(64, rgba8, false), 3: 0x10000, 4: layout(64, rgba8, false), 6: 64<<16 | 64})
		k.run(4000)
		require.Len(t, k.dp.Got, 1)
		require.Less(t, k.Cycle(), 256*cycles+100)
	}
}

func TestRequestsUnderWayAreLimited(t *testing.T) {
	for _, n := range []int{1, 3} {
		k := newBench(t, n)
		k.blit(0, pipe.BlitFill, &regs.C2DRegs{1: layout(64, rgba8, false), 6: 8<<16 | 64})
		k.run(4000)
		require.LessOrEqual(t, k.most, n)
		require.Equal(t, 32, k.writes)
	}
}

// While it works for a slot, the other one's registers are written, copied and reset; its
// command waits.
func TestTheOtherSlotsCommandWaits(t *testing.T) {
	k := newBench(t, 2)
	g := regs.C2DRegs{1: layout(16, rgba8, false), 6: 16<<16 | 16, 7: 0x11111111}
	k.blit(0, pipe.BlitFill, &g)
	g[0], g[7] = 0x4000, 0x22222222
	k.blit(1, pipe.BlitFill, &g)
	k.in.Queue = append(k.in.Queue, pipe.Cmd{Kind: pipe.IntEnd, Slot: 0})
	k.run(2000)
	require.Equal(t, []uint8{0}, []uint8{k.dp.Got[0].Slot})
	require.EqualValues(t, 0x11, k.memory[0x3ff])
	require.Equal(t, g, k.b.S.Regs[1])
	k.dp.Got = nil
	k.run(2000)
	require.Equal(t, []uint8{1}, []uint8{k.dp.Got[0].Slot})
	require.EqualValues(t, 0x22, k.memory[0x43ff])
	require.Equal(t, regs.C2DRegs{}, k.b.S.Regs[0])
}

func TestInterruptibleDumpsEveryRegister(t *testing.T) {
	k := newBench(t, 2)
	for i := range uint16(9) {
		k.in.Queue = append(k.in.Queue, pipe.RegWrite{Reg: i, Value: 100 + uint32(i)}.Cmd(1, pipe.Cursor{}))
	}
	k.in.Queue = append(k.in.Queue, pipe.Cmd{Kind: pipe.Interruptible, Slot: 1})
	k.Step(30)
	require.Len(t, k.dp.Got, 9)
	for i, r := range k.dp.Got {
		require.Equal(t, pipe.RegisterReport(pipe.Dumped, 1, uint16(i), 100+uint32(i)).From(regs.BlockC2D), r)
	}
}

func TestAPixelWithoutAnAddressStopsTheRun(t *testing.T) {
	k := newBench(t, 2)
	k.blit(0, pipe.BlitFill, &regs.C2DRegs{0: 0xffffffc0, 1: layout(16, rgba8, false), 6: 2<<16 | 16})
	for range 20 {
		if err := k.Run(k.Cycle() + 1); err != nil {
			require.ErrorContains(t, err, "pixel (0, 1) of the surface at 0xffffffc0 lies outside memory")
			return
		}
		if k.in.Out.Ready() && len(k.in.Queue) > 0 {
			k.in.Out.Put(k.in.Queue[0])
			k.in.Queue = k.in.Queue[1:]
		}
		if k.req.In.Valid() {
			k.req.In.Drop()
		}
	}
	require.Fail(t, "the run went on")
}
