package dma

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
)

type bench struct {
	*blocktest.Bench
	b        *DMA
	fetch    *blocktest.Source[pipe.Fetch]
	state    *blocktest.Source[pipe.Save]
	readAns  *blocktest.Source[pipe.MemAnswer]
	writeAns *blocktest.Source[pipe.MemAnswer]
	beats    *blocktest.Sink[pipe.Beat]
	acks     *blocktest.Sink[pipe.Saved]
	read     *blocktest.Sink[pipe.MemRequest]
	write    *blocktest.Sink[pipe.MemRequest]
}

func newBench(t testing.TB, cfg Config) *bench {
	b := New("DMA", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.fetch = blocktest.In(k.Bench, &b.P.CSPDMA, "FETCH", 4)
	k.state = blocktest.In(k.Bench, &b.P.StateFifo, "STATE", 8)
	k.readAns = blocktest.In(k.Bench, &b.P.DMARdAns, "RD_ANS", 8)
	k.writeAns = blocktest.In(k.Bench, &b.P.DMAWrAns, "WR_ANS", 8)
	k.beats = blocktest.Out(k.Bench, &b.P.DMACSP, "BEATS", 2)
	k.acks = blocktest.Out(k.Bench, &b.P.DMAAck, "ACKS", 2)
	k.read = blocktest.Out(k.Bench, &b.P.DMARdReq, "RD", 2)
	k.write = blocktest.Out(k.Bench, &b.P.DMAWrReq, "WR", 2)
	return k
}

// line makes the answer for a line whose DWORDs count up.
func line(from uint32) (a pipe.MemAnswer) {
	a.Op = pipe.Read
	for i := range a.Data {
		a.Data[i] = from + uint32(i)
	}
	return a
}

func TestFetchesBringTheirDWordsInOrder(t *testing.T) {
	k := newBench(t, Config{Reads: 4, Writes: 4, Lines: 1})
	k.fetch.Queue = []pipe.Fetch{{Addr: 64 + 4*13, DWords: 3}, {Addr: 128, DWords: 6, Stream: 1}}
	k.Step(5)
	require.Equal(t, [2]uint32{64, 128}, [2]uint32{k.read.Got[0].Addr, k.read.Got[1].Addr})
	k.readAns.Queue = []pipe.MemAnswer{line(100), line(200)}
	k.Step(8)
	require.Equal(t, []pipe.Beat{
		{Count: 3, Data: [4]uint32{113, 114, 115}},
		{Stream: 1, Count: 4, Data: [4]uint32{200, 201, 202, 203}},
		{Stream: 1, Count: 2, Data: [4]uint32{204, 205}},
	}, k.beats.Got)
}

func TestReadsAndWritesUnderWayAreLimitedEachOnItsOwn(t *testing.T) {
	k := newBench(t, Config{Reads: 2, Writes: 3, Lines: 2})
	for i := range uint32(6) {
		k.fetch.Queue = append(k.fetch.Queue, pipe.Fetch{Addr: 64 * i, DWords: 1})
		k.state.Queue = append(k.state.Queue, pipe.Save{Addr: 4 * i, DWords: 1, Slot: 1})
	}
	k.Step(20)
	require.Len(t, k.read.Got, 2)
	require.Len(t, k.write.Got, 3, "writes go on when reads are stuck")
	k.writeAns.Queue = []pipe.MemAnswer{{Op: pipe.Write}}
	k.Step(6)
	require.Len(t, k.write.Got, 4)
	require.Equal(t, []pipe.Saved{{Slot: 1}}, k.acks.Got)
}

func TestWriteMasksItsDWords(t *testing.T) {
	k := newBench(t, Config{Reads: 2, Writes: 2, Lines: 1})
	k.state.Queue = []pipe.Save{{Addr: 64 + 8, DWords: 2, Data: [2]uint32{5, 6}}}
	k.Step(4)
	w := &k.write.Got[0]
	require.Equal(t, [2]uint32{5, 6}, [2]uint32{w.Data[2], w.Data[3]})
	require.EqualValues(t, 64, w.Addr)
	require.EqualValues(t, 0xff00, w.Mask)
}
