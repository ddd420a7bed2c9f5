package dma

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

// word makes an entry of the state FIFO with one DWORD.
func word(addr, value uint32) pipe.Save {
	return pipe.Save{Addr: addr, DWords: 1, Data: [2]uint32{value}}
}

func TestWordsOfALineAreWrittenTogether(t *testing.T) {
	k := newBench(t, Config{Reads: 1, Writes: 4, Lines: 2, Gather: 12})
	for i := range uint32(4) { // two lines in turn
		k.state.Queue = append(k.state.Queue, word(64+4*i, i), word(256+4*i, 16+i))
	}
	k.Step(30)
	require.Len(t, k.write.Got, 2)
	for i, want := range []struct{ addr, value uint32 }{{64, 0}, {256, 16}} {
		w := &k.write.Got[i]
		require.Equal(t, want.addr, w.Addr)
		require.EqualValues(t, 0xffff, w.Mask)
		for n := range uint32(4) {
			require.Equal(t, want.value+n, w.Data[n])
		}
	}
	k.writeAns.Queue = []pipe.MemAnswer{{Op: pipe.Write, More: 1}}
	k.Step(6)
	require.Equal(t, []pipe.Saved{{More: 7}}, k.acks.Got, "all entries of both, at once")
}

func TestAWordThatIsWaitedForTakesAllBeforeItAlong(t *testing.T) {
	k := newBench(t, Config{Reads: 1, Writes: 4, Lines: 4, Gather: 200})
	last := word(128, 3)
	last.Now = true
	k.state.Queue = []pipe.Save{word(0, 1), word(64, 2), last, word(64, 4)}
	k.Step(12)
	require.Equal(t, []uint32{0, 64, 128}, addresses(k.write.Got), "the fourth is gathered for")
	k.Step(200)
	require.Equal(t, []uint32{0, 64, 128, 64}, addresses(k.write.Got))
}

func TestAWordBehindALinesEndBeginsTheNext(t *testing.T) {
	k := newBench(t, Config{Reads: 1, Writes: 4, Lines: 4, Gather: 8})
	k.state.Queue = []pipe.Save{word(60, 1), word(64, 2)}
	k.Step(20)
	require.Equal(t, []uint32{0, 64}, addresses(k.write.Got))
	require.Equal(t, []uint64{15 << 60, 15}, []uint64{k.write.Got[0].Mask, k.write.Got[1].Mask})
	require.EqualValues(t, 1, k.write.Got[0].Data[15])
	require.EqualValues(t, 2, k.write.Got[1].Data[0])
}

func TestEqualAddressesOfTwoSlotsAreTwoLines(t *testing.T) {
	k := newBench(t, Config{Reads: 1, Writes: 4, Lines: 4, Gather: 8})
	other := word(68, 2)
	other.Slot = 1
	k.state.Queue = []pipe.Save{word(64, 1), other}
	k.Step(20)
	require.Equal(t, []uint8{0, 1}, []uint8{k.write.Got[0].Slot, k.write.Got[1].Slot})
	k.writeAns.Queue = []pipe.MemAnswer{{Op: pipe.Write, More: 1}}
	k.Step(6)
	require.Equal(t, []pipe.Saved{{}, {Slot: 1}}, k.acks.Got)
}

func addresses(w []pipe.MemRequest) (out []uint32) {
	for i := range w {
		out = append(out, w[i].Addr)
	}
	return out
}

// Whatever comes in whatever order, memory ends as if each word had been written by itself,
// no word is acknowledged before memory has answered it, and all of them are.
func TestBurstsWriteWhatWordsWould(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		cfg := Config{
			Reads: 1, Writes: rapid.IntRange(1, 6).Draw(r, "writes"), Lines: rapid.IntRange(1, 5).Draw(r, "lines"),
			Gather: rapid.SampledFrom([]int{0, 1, 5, 40}).Draw(r, "gather"),
		}
		k := newBench(t, cfg)
		var want, got [2][64]uint32
		put := [2]int{}
		for i := range rapid.IntRange(1, 60).Draw(r, "words") {
			e := word(4*rapid.Uint32Range(0, 63).Draw(r, "at"), uint32(i+1))
			e.Slot, e.Now = uint8(rapid.IntRange(0, 1).Draw(r, "slot")), rapid.IntRange(0, 9).Draw(r, "now") == 0
			want[e.Slot][e.Addr/4] = e.Data[0]
			if e.Addr%8 == 0 && rapid.Bool().Draw(r, "two") {
				e.DWords, e.Data[1] = 2, uint32(i+1)<<8
				want[e.Slot][e.Addr/4+1] = e.Data[1]
			}
			put[e.Slot]++
			k.state.Queue = append(k.state.Queue, e)
		}
		answered, acked := 0, [2]int{}
		for range 60 * (cfg.Gather + 30) {
			k.Step(1)
			under := len(k.write.Got) - answered
			require.LessOrEqual(r, under, cfg.Writes)
			if under > 0 && rapid.IntRange(0, 3).Draw(r, "answer") == 0 {
				n := rapid.IntRange(1, under).Draw(r, "of them")
				for i := range k.write.Got[answered : answered+n] {
					w := &k.write.Got[answered+i]
					for word := range uint32(16) {
						if w.Mask>>(4*word)&15 != 0 {
							got[w.Slot][w.Addr/4+word] = w.Data[word]
						}
					}
				}
				answered += n
				k.writeAns.Queue = append(k.writeAns.Queue, pipe.MemAnswer{Op: pipe.Write, More: uint16(n - 1)})
			}
			acked = [2]int{}
			for _, a := range k.acks.Got {
				acked[a.Slot] += 1 + int(a.More)
			}
			require.True(r, answered > 0 || acked == [2]int{})
			if acked == put {
				break
			}
		}
		require.Equal(r, put, acked)
		require.Equal(r, want, got)
	})
}

// A line for which nobody waits is written so many cycles after its first word was taken.
func TestALineWaitsItsTimeForMoreWords(t *testing.T) {
	for _, gather := range []int{0, 1, 5, 40} {
		k := newBench(t, Config{Reads: 1, Writes: 4, Lines: 4, Gather: gather})
		var taken, written uint64
		k.b.P.StateFifo.Tap().OnTake(func(cycle uint64, _ *pipe.Save) { taken = cycle })
		k.b.P.DMAWrReq.Tap().OnPut(func(cycle uint64, _ *pipe.MemRequest) { written = cycle })
		k.state.Queue = []pipe.Save{word(64, 1)}
		k.Step(60)
		require.NotZero(t, taken)
		require.EqualValues(t, gather, written-taken)
	}
}

// Words that come later do not make it wait longer.
func TestMoreWordsDoNotMakeALineWaitLonger(t *testing.T) {
	k := newBench(t, Config{Reads: 1, Writes: 4, Lines: 4, Gather: 12})
	var first, written uint64
	k.b.P.StateFifo.Tap().OnTake(func(cycle uint64, _ *pipe.Save) {
		if first == 0 {
			first = cycle
		}
	})
	k.b.P.DMAWrReq.Tap().OnPut(func(cycle uint64, _ *pipe.MemRequest) {
		if written == 0 {
			written = cycle
		}
	})
	for i := range uint32(8) {
		k.state.Queue = append(k.state.Queue, word(64+4*i, i))
		k.Step(2)
	}
	require.EqualValues(t, 12, written-first)
}
