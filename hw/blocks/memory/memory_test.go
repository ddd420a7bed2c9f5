package memory

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

func answers(t *testing.T, cfg Config, requests []pipe.MemRequest) (m *Memory, at []uint64, got []pipe.MemAnswer) {
	m = New("Memory", cfg)
	k := blocktest.New(t, m)
	in := blocktest.In(k, &m.P.MemReq, "REQ", 4)
	out := blocktest.Out(k, &m.P.MemAns, "ANS", 4)
	out.F.OnPut(func(cycle uint64, _ *pipe.MemAnswer) { at = append(at, cycle) })
	in.Queue = requests
	for range 5000 {
		k.Step(1)
		if len(out.Got) == len(requests) {
			break
		}
	}
	return m, at, out.Got
}

func reads(n int) (out []pipe.MemRequest) {
	for i := range n {
		out = append(out, pipe.MemRequest{Op: pipe.Read, Tag: uint16(i), Addr: uint32(i) * 64})
	}
	return out
}

func TestLatencyAndBandwidth(t *testing.T) {
	_, at, _ := answers(t, Config{SizeMiB: 1, Latency: 40, Interval: 1, InFlight: 64}, reads(4))
	require.Equal(t, []uint64{42, 43, 44, 45}, at) // taken in cycles 2 to 5
	_, at, _ = answers(t, Config{SizeMiB: 1, Latency: 40, Interval: 7, InFlight: 64}, reads(4))
	require.Equal(t, []uint64{42, 49, 56, 63}, at)
	_, at, _ = answers(t, Config{SizeMiB: 1, Latency: 40, Interval: 1, InFlight: 1}, reads(3))
	require.Equal(t, []uint64{42, 82, 122}, at)
}

func TestAnswersKeepTheirOrderWithVaryingLatency(t *testing.T) {
	_, at, got := answers(t, Config{SizeMiB: 1, Latency: 10, Vary: 90, Interval: 1, InFlight: 16}, reads(60))
	require.Len(t, got, 60)
	for i := range got {
		require.EqualValues(t, i, got[i].Tag)
		require.True(t, i == 0 || at[i] > at[i-1])
	}
}

func TestReadSeesTheWritesTakenBeforeIt(t *testing.T) {
	w := pipe.MemRequest{Op: pipe.Write, Addr: 64, Mask: 0xf0}
	w.Data[1], w.Data[0] = 0x12345678, 0xffffffff
	_, _, got := answers(t, Config{SizeMiB: 1, Latency: 5, Interval: 1, InFlight: 8}, []pipe.MemRequest{w, {Op: pipe.Read, Addr: 64}})
	require.Equal(t, [2]uint32{0, 0x12345678}, [2]uint32{got[1].Data[0], got[1].Data[1]})
}

// Each byte of a line is written by a bit of the mask, and no other.
func TestEachByteHasItsBitOfTheMask(t *testing.T) {
	for bit := range 64 {
		for _, mask := range []uint64{1 << bit, ^(uint64(1) << bit)} {
			c := newContents(1 << 20)
			var line [16]uint32
			for i := range line {
				line[i] = 0xffffffff
			}
			writeBytes(c.Pages.Poke(2), mask, &line)
			for n := range 64 {
				got := c.ReadWord(128+uint32(n)&^3) >> (8 * (n % 4)) & 0xff
				require.Equal(t, mask>>n&1*0xff, uint64(got), "byte %d, mask %#x", n, mask)
			}
		}
	}
}

func TestAccessOutsideMemoryStopsTheRun(t *testing.T) {
	m := New("Memory", Config{SizeMiB: 1, Latency: 5, Interval: 1, InFlight: 8})
	k := blocktest.New(t, m)
	in := blocktest.In(k, &m.P.MemReq, "REQ", 4)
	blocktest.Out(k, &m.P.MemAns, "ANS", 4)
	in.Out.Put(pipe.MemRequest{Op: pipe.Read, Client: 3, Addr: 1 << 20})
	k.Wake(m)
	require.ErrorContains(t, k.Run(5), "rule memory range broken at Memory in cycle 2: read of client 3 at address 0x100000, memory ends at 0x100000")
}

func digest(c *Contents) uint64 {
	var h wires.Hasher
	c.Pages.Digest(&h)
	return h.Sum()
}

// Writes after a snapshot change neither it nor its digest, whatever is restored when.
func TestSnapshotsShareAndKeepTheirPages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newContents(1 << 16)
		type shot struct {
			state  wires.SavedPages
			bytes  []byte
			digest uint64
		}
		var shots []shot
		all := func() []byte {
			b := make([]byte, 1<<16)
			c.Read(0, b)
			return b
		}
		for range 40 {
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				s := shot{bytes: all(), digest: digest(c)}
				c.Pages.Save(&s.state)
				shots = append(shots, s)
			case 1:
				if len(shots) > 0 {
					s := shots[rapid.IntRange(0, len(shots)-1).Draw(rt, "which")]
					c.Pages.Load(&s.state)
					require.Equal(t, s.bytes, all())
					require.Equal(t, s.digest, digest(c))
				}
			default:
				b := rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(rt, "bytes")
				c.Write(rapid.Uint32Range(0, 1<<16-200).Draw(rt, "at"), b)
			}
		}
	})
}

// The digest is that of the contents, however they came about; ranges left out do not count.
func TestDigestIsOfTheContents(t *testing.T) {
	a, b := newContents(1<<16), newContents(1<<16)
	a.LeaveOut(0x100, 0x140)
	b.LeaveOut(0x100, 0x140)
	r := rand.New(rand.NewSource(1))
	for range 200 {
		a.WriteWord(uint32(r.Intn(1<<14))*4, r.Uint32())
	}
	all := make([]byte, 1<<16)
	a.Read(0, all)
	b.Write(0, all)
	require.Equal(t, digest(a), digest(b))
	a.WriteWord(0x13c, 99)
	require.Equal(t, digest(a), digest(b))
	a.WriteWord(0x140, a.ReadWord(0x140)+1)
	require.NotEqual(t, digest(a), digest(b))
}

// The last line of memory is inside, and so is all of it.
func TestTheLastLineIsInside(t *testing.T) {
	w := pipe.MemRequest{Op: pipe.Write, Addr: 1<<20 - pipe.LineBytes, Mask: 15 << 60}
	w.Data[15] = 0x600d
	_, _, got := answers(t, Config{SizeMiB: 1, Latency: 5, Interval: 1, InFlight: 8}, []pipe.MemRequest{w, {Op: pipe.Read, Addr: 1<<20 - pipe.LineBytes}})
	require.EqualValues(t, 0x600d, got[1].Data[15])
}
