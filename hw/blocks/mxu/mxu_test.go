package mxu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
)

type bench struct {
	*blocktest.Bench
	b        *MXU
	req      [NumClients]*blocktest.Source[pipe.MemRequest]
	ans      [NumClients]*blocktest.Sink[pipe.MemAnswer]
	mem      *blocktest.Sink[pipe.MemRequest]
	memAns   *blocktest.Source[pipe.MemAnswer]
	pin      *blocktest.Source[pipe.PinRequest]
	pinned   *blocktest.Sink[pipe.PinAnswer]
	commands *blocktest.Source[pipe.MXUCommand]
	answers  *blocktest.Sink[pipe.MXUAnswer]
	blits    *blocktest.Source[pipe.Report] // from C2D
	path     *blocktest.Sink[pipe.Report]
}

func newBench(t testing.TB) *bench {
	return newBenchOf(t, Config{TLB: 64, Sets: 3, MemoryMiB: 64})
}

func newBenchOf(t testing.TB, cfg Config) *bench {
	b := New("MXU", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	for i := range k.req {
		k.req[i] = blocktest.In(k.Bench, &b.P.Req[i], fmt.Sprintf("REQ%d", i), 4)
		k.ans[i] = blocktest.Out(k.Bench, &b.P.Ans[i], fmt.Sprintf("ANS%d", i), 2)
	}
	k.mem = blocktest.Out(k.Bench, &b.P.MemReq, "MEM", 2)
	k.memAns = blocktest.In(k.Bench, &b.P.MemAns, "MEM_ANS", 2)
	k.pin = blocktest.In(k.Bench, &b.P.BPMXU, "PIN", 4)
	k.pinned = blocktest.Out(k.Bench, &b.P.MXUBP, "PINNED", 2)
	k.commands = blocktest.In(k.Bench, &b.P.CSPMXU, "COMMANDS", 4)
	k.answers = blocktest.Out(k.Bench, &b.P.MXUCSP, "ANSWERS", 2)
	k.blits = blocktest.In(k.Bench, &b.P.DPC2D, "DP_C2D", 2)
	k.path = blocktest.Datapath(k.Bench, &b.P.DPMXU)
	b.S.Regs[0][0], b.S.Regs[0][1], b.S.Regs[0][2] = 0x100000, 0x200000, 1<<16|1
	return k
}

func TestTilePinsItsPagesUntilBothEndsGiveThemBack(t *testing.T) {
	k := newBench(t)
	k.pin.Queue = []pipe.PinRequest{{Kind: pipe.Tile}}
	k.Step(4)
	require.Len(t, k.pinned.Got, 1)
	require.EqualValues(t, 1, k.b.S.Pins[0][0x10].Count)
	require.EqualValues(t, 1, k.b.S.Pins[0][0x20].Count)
	k.req[Depth].Queue = []pipe.MemRequest{{Op: pipe.Unpin, Addr: 0x200000}}
	k.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Unpin, Addr: 0x100000}}
	k.Step(5)
	require.Zero(t, k.b.S.Pins[0][0x10].Count+k.b.S.Pins[0][0x20].Count)
}

// The tile's address follows from the bytes of a pixel, and with them its page.
func TestTilesOfOtherFormatsLieInOtherPages(t *testing.T) {
	k := newBench(t)
	k.b.S.Regs[0][5] = 3
	k.b.S.Regs[0][0] = 0x1001ff // the low 9 bits of a wide surface's base count as 0
	k.pin.Queue = []pipe.PinRequest{pipe.PinTile(0, 128, 0), pipe.PinTile(0, 511, 0), pipe.PinTile(0, 512, 0)}
	k.Step(8)
	require.Len(t, k.pinned.Got, 3)
	require.Equal(t, []uint16{1, 0, 0, 1, 1}, []uint16{k.b.S.Pins[0][0x11].Count, k.b.S.Pins[0][0x10].Count, k.b.S.Pins[0][0x12].Count, k.b.S.Pins[0][0x13].Count, k.b.S.Pins[0][0x14].Count})
	require.Equal(t, []uint16{2, 1}, []uint16{k.b.S.Pins[0][0x20].Count, k.b.S.Pins[0][0x21].Count})
}

// A cached line holds a pin of its own, from its read to its write-back or release.
func TestCachedLineHoldsAPin(t *testing.T) {
	k := newBench(t)
	k.b.S.Pins[0][0x10] = pin{1, 0x10}
	k.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Read, Addr: 0x100000}}
	k.Step(4)
	require.EqualValues(t, 2, k.b.S.Pins[0][0x10].Count)
	k.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Write, Evict: true, Addr: 0x100000}}
	k.Step(4)
	require.EqualValues(t, 1, k.b.S.Pins[0][0x10].Count)
}

func TestPinIsTakenBack(t *testing.T) {
	k := newBench(t)
	r := pipe.PinRequest{Kind: pipe.Tile}
	back := r
	back.Back = true
	k.pin.Queue = []pipe.PinRequest{r, back}
	k.Step(6)
	require.Zero(t, k.b.S.Pins[0][0x10].Count+k.b.S.Pins[0][0x20].Count)
}

// No answer is ever blocked: a client whose answers are not taken gets no more requests
// through, and the others go on.
func TestSlowClientDoesNotBlockTheOthers(t *testing.T) {
	k := newBench(t)
	k.ans[Vertex].Shut = true
	for range 6 {
		k.req[Vertex].Queue = append(k.req[Vertex].Queue, pipe.MemRequest{Op: pipe.Read})
		k.req[DMARead].Queue = append(k.req[DMARead].Queue, pipe.MemRequest{Op: pipe.Read})
	}
	served := 0
	for range 60 {
		k.Step(1)
		for ; served < len(k.mem.Got); served++ {
			k.memAns.Queue = append(k.memAns.Queue, pipe.MemAnswer{Op: pipe.Read, Client: k.mem.Got[served].Client})
		}
	}
	require.Len(t, k.ans[DMARead].Got, 6)
	require.Equal(t, 2, k.ans[Vertex].F.Len(), "as many as its answers have room")
}

func TestClientsAreServedInTurn(t *testing.T) {
	k := newBench(t)
	for c := range 3 {
		for range 4 {
			k.req[c].Queue = append(k.req[c].Queue, pipe.MemRequest{Op: pipe.Read})
		}
	}
	k.Step(8)
	var got []uint8
	for i := range k.mem.Got {
		got = append(got, k.mem.Got[i].Client)
	}
	require.Equal(t, []uint8{1, 2, 0, 1, 2, 0}, got[:6])
}
