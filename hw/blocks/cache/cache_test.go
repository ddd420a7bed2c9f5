package cache_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

func TestLookupReadsALineOnceAndCountsUsers(t *testing.T) {
	k := newBench(t)
	i, ok, moved := k.lookup(0x44)
	require.True(t, ok && moved)
	require.True(t, k.b.c.Line(i).Pending)
	j, ok, _ := k.lookup(0x78)
	require.True(t, ok, "on its way")
	require.Equal(t, i, j)
	require.EqualValues(t, 2, k.b.c.Line(i).Users)
	require.Equal(t, i, k.answer(pipe.Read, i, 77))
	require.False(t, k.b.c.Line(i).Pending)
	require.EqualValues(t, 77, k.b.c.Line(i).Data[0])
	require.Equal(t, []string{"READ 0x40"}, k.requests())
	k.b.c.Done(i)
	k.b.c.Done(i)
	require.Zero(t, k.b.c.Line(i).Users)
}

// 64 pixel threads may each want 32 texels of one line before any of them has come.
func TestUsersOfALineAreAllCounted(t *testing.T) {
	for _, users := range []int{1, 64, 255, 256, 257, 512, 64 * 32} {
		k := newBench(t)
		i, _, _ := k.lookup(0)
		for range users - 1 {
			j, ok, _ := k.lookup(0)
			require.True(t, ok)
			require.Equal(t, i, j)
		}
		k.answer(pipe.Read, i, 77)
		for other := range uint32(256) {
			k.lookup(64 * (1 + other))
			require.Zero(t, k.b.c.Line(i).Number, "with %d users it is replaced by line %d", users, 1+other)
		}
		require.EqualValues(t, 77, k.b.c.Line(i).Data[0])
	}
}

func TestLookupWaitsForThePort(t *testing.T) {
	k := newBench(t)
	k.req.Shut = true
	for a := range uint32(2) {
		_, ok, _ := k.lookup(64 * a)
		require.True(t, ok)
	}
	_, ok, moved := k.lookup(64 * 2)
	require.False(t, ok || moved)
	_, ok, _ = k.lookup(0)
	require.True(t, ok, "a hit needs no port")
	require.Equal(t, 2, popcount(k.b.S.Valid))
}

// A line that is in use is never replaced; a clean one is released, a dirty one written.
func TestLineInUseIsNeverReplaced(t *testing.T) {
	for _, dirty := range []bool{false, true} {
		k := newBench(t)
		i, _, _ := k.lookup(0)
		k.answer(pipe.Read, i, 5)
		k.b.c.Line(i).Dirty = dirty
		require.Equal(t, []string{"READ 0x0"}, k.requests())
		at := uint32(64)
		for ; ; at += 64 { // up to an address that has the same place
			before := k.b.S.Valid
			j, ok, moved := k.lookup(at)
			if !ok {
				require.False(t, moved, "it is in use")
				break
			}
			require.NotEqual(t, i, j)
			if before != k.b.S.Valid {
				k.answer(pipe.Read, j, 0)
			}
			k.b.c.Done(j)
		}
		k.requests()
		for range 3 {
			_, ok, moved := k.lookup(at)
			require.False(t, ok || moved)
		}
		require.Empty(t, k.requests())
		require.EqualValues(t, 5, k.b.c.Line(i).Data[0])

		k.b.c.Done(i)
		_, ok, moved := k.lookup(at)
		require.True(t, !ok && moved, "makes room first")
		j, ok, _ := k.lookup(at)
		require.True(t, ok)
		require.Equal(t, i, j)
		want := []string{"RELEASE 0x0", fmt.Sprintf("READ %#x", at)}
		if dirty {
			want[0] = "WRITE 0x0"
		}
		require.Equal(t, want, k.requests())
	}
}

// Flush gives up a line a cycle, writes dirty ones back once, and is done only when
// memory has answered each write.
func TestFlushWritesDirtyLinesOnceAndWaitsForTheAnswers(t *testing.T) {
	k := newBench(t)
	for a := range uint32(lines) {
		k.b.c.Line(k.load(64*a, 100+a)).Dirty = a&1 != 0
	}
	k.requests()
	k.Wave()
	doing, done := wires.Busy, false
	flush := func(c *cache.Cache) { doing, done = c.Flush() }
	for range lines {
		k.cycle(flush)
		require.False(t, done)
		require.Equal(t, wires.Busy, doing)
	}
	for range 3 {
		k.cycle(flush)
		require.False(t, done)
		require.Equal(t, k.b.P.Ans.Starved(), doing, "two writes are not answered")
	}
	require.Contains(t, k.Wave(), "CACHE, REQ: WRITE 0x40\n")
	var writes []pipe.MemRequest
	for _, r := range k.req.Got {
		if r.Op == pipe.Write {
			writes = append(writes, r)
		}
	}
	require.Len(t, writes, 2)
	require.Len(t, k.req.Got, lines)
	for i, w := range writes {
		require.Equal(t, pipe.MemRequest{
			Op: pipe.Write, Slot: 1, Evict: true, Tag: w.Tag, Addr: uint32(64 * (2*i + 1)), Mask: ^uint64(0),
			Data: [16]uint32{uint32(101 + 2*i)},
		}, w)
		require.Equal(t, -1, k.answer(pipe.Write, int(w.Tag), 0), "an answer to a write fills no line")
		k.cycle(flush)
		require.Equal(t, i == 1, done, "write %d is answered", i)
	}
	k.req.Got = nil
	require.Empty(t, k.requests(), "nothing is written twice")
	require.Zero(t, k.b.S.Valid)
}

func TestFlushWaitsForThePort(t *testing.T) {
	k := newBench(t)
	for a := range uint32(lines) {
		k.load(64*a, 0)
	}
	k.requests()
	k.req.Shut = true
	moves := 0
	for range 6 {
		k.cycle(func(c *cache.Cache) {
			doing, done := c.Flush()
			require.False(t, done)
			if doing == wires.Busy {
				moves++
			} else {
				require.Equal(t, k.b.P.Req.Blocked(), doing)
			}
		})
	}
	require.Equal(t, 2, moves)
	require.Equal(t, 2, popcount(k.b.S.Valid))
}

func TestAnswerWithNothingThere(t *testing.T) {
	k := newBench(t)
	k.cycle(func(c *cache.Cache) {
		filled, moved := c.Answer()
		require.Equal(t, -1, filled)
		require.False(t, moved)
	})
}

func TestForgetDropsOneSlotsLinesAndAsksMemoryNothing(t *testing.T) {
	k := newBench(t)
	mine := k.load(0, 1)
	var other int
	k.cycle(func(c *cache.Cache) { other, _, _ = c.Lookup(64, 0) })
	k.answer(pipe.Read, other, 2)
	k.b.c.Done(other)
	k.requests()
	k.cycle(func(c *cache.Cache) { c.Forget(1) })
	require.Empty(t, k.requests())
	require.Zero(t, k.b.S.Valid>>mine&1)
	require.NotZero(t, k.b.S.Valid>>other&1)
	k.lookup(0)
	require.Equal(t, []string{"READ 0x0"}, k.requests(), "it is read anew")
}

// A user that adds to words through the cache leaves memory as if there were none.
func TestMemoryBehindACacheEndsAsWithoutOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		memory, want := map[uint32]uint32{}, map[uint32]uint32{}
		hold := map[int]uint32{} // lines in use and their addresses
		serve := func() {
			for _, r := range k.req.Got {
				a := pipe.MemAnswer{Op: r.Op, Tag: r.Tag}
				switch r.Op {
				case pipe.Write:
					memory[r.Addr] = r.Data[0]
				case pipe.Read:
					a.Data[0] = memory[r.Addr]
				}
				if r.Op != pipe.Release {
					k.ans.Queue = append(k.ans.Queue, a)
				}
			}
			k.req.Got = nil
		}
		for _, n := range rapid.SliceOfN(rapid.Uint32Range(0, 11), 1, 40).Draw(rt, "lines") {
			ok := false
			for try := 0; !ok; try++ {
				k.cycle(func(c *cache.Cache) {
					c.Answer()
					var i int
					if i, ok, _ = c.Lookup(64*n, 0); ok {
						if at, used := hold[i]; used {
							require.Equal(rt, at, n, "a used line was replaced")
						}
						hold[i] = n
					}
				})
				if rapid.Bool().Draw(rt, "memory is quick") || try > 3 {
					serve()
				}
				for i, at := range hold {
					l := k.b.c.Line(i)
					if l.Pending || !ok && try < 3 {
						continue
					}
					require.Equal(rt, at, l.Number)
					require.Equal(rt, want[64*at], l.Data[0])
					for ; l.Users > 0; l.Users-- { // each user adds one
						l.Data[0]++
						l.Dirty = true
						want[64*at]++
					}
					delete(hold, i)
				}
				require.Less(rt, try, 50)
			}
		}
		flushed := false
		for range 200 {
			k.cycle(func(c *cache.Cache) {
				c.Answer()
				for i := range hold {
					if l := c.Line(i); !l.Pending {
						for ; l.Users > 0; l.Users-- {
							l.Data[0]++
							l.Dirty = true
							want[64*hold[i]]++
						}
						delete(hold, i)
					}
				}
				if len(hold) == 0 {
					_, flushed = c.Flush()
				}
			})
			serve()
		}
		require.True(rt, flushed)
		require.Equal(rt, want, memory)
	})
}

func popcount(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}
