package wires_test

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

func TestSnapshotGivesTheSameFuture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := wires.LinkConfig{
			Depth: rapid.IntRange(1, 9).Draw(rt, "depth"), Width: 1, Beats: rapid.IntRange(0, 3).Draw(rt, "beats"), Latency: rapid.IntRange(1, 5).Draw(rt, "latency"),
			Stall: wires.Stall{Percent: uint32(rapid.IntRange(0, 60).Draw(rt, "percent")), Max: 12},
		}
		at := uint64(rapid.IntRange(1, 300).Draw(rt, "at"))
		a, other := newBench(t), newBench(t)
		chain(a, 4, cfg)
		chain(other, 4, cfg)
		a.run(at)
		var s wires.Snapshot
		a.Save(&s)
		at = a.Cycle() // it may have come to rest earlier
		require.Equal(t, at, s.Cycle())
		want := digests(t, a, at+300)
		a.Load(&s)
		require.Equal(t, want, digests(t, a, at+300), "in the same machine")
		other.Load(&s)
		require.Equal(t, want, digests(t, other, at+300), "in another machine")
	})
}

func TestSavingAgainAllocatesNothing(t *testing.T) {
	b := newBench(t)
	chain(b, 4, wires.LinkConfig{Depth: 4, Width: 1, Latency: 1})
	var s wires.Snapshot
	b.Save(&s)
	require.Zero(t, testing.AllocsPerRun(5, func() { b.Save(&s) }))
	require.Positive(t, s.Bytes())
}

func TestDigestTakesLiveEntriesInOrderAndNotTheirSlots(t *testing.T) {
	build := func(skew uint64) (*bench, *duct[uint64]) {
		b := newBench(t)
		f, from, to := b.pair(wires.LinkConfig{Depth: 4, Width: 1, Latency: 1})
		from.tick = func(cycle uint64) wires.Activity {
			switch {
			case cycle <= skew:
				f.Put(100 + cycle) // taken again
			case cycle == skew+3 || cycle == skew+4:
				f.Put(cycle - skew)
			}
			return wires.Busy
		}
		to.tick = func(cycle uint64) wires.Activity {
			if f.Valid() && *f.Head() > 100 {
				f.Drop()
			}
			return wires.Busy
		}
		b.run(skew + 6)
		return b, f
	}
	plain, _ := build(0)
	for skew := uint64(1); skew < 6; skew++ {
		b, f := build(skew)
		require.Equal(t, 2, f.Len())
		require.Equal(t, plain.Digest(), b.Digest(), "%d entries went through before", skew)
		*f.Peek(1)++
		require.NotEqual(t, plain.Digest(), b.Digest())
	}
}

func TestDigestTakesTimesRelativeToThePresent(t *testing.T) {
	build := func(cycle uint64, due wires.Cycle) uint64 {
		b := newBench(t)
		c := b.cell("Unit", func(c *cell, _ uint64) wires.Activity { c.WakeAt(1 << 40); return wires.Waiting })
		b.run(cycle)
		c.s.Due = due
		return b.Digest()
	}
	require.Equal(t, build(10, 30), build(500, 520))
	require.NotEqual(t, build(10, 30), build(10, 31))
	require.Equal(t, build(10, 3), build(10, 7), "all of the past is alike")
	require.Equal(t, build(10, 10), build(10, 3))
	require.NotEqual(t, build(10, 10), build(10, 0), "0 is no time")
	seen := map[uint64]wires.Cycle{}
	for _, due := range []wires.Cycle{0, 10, 11, 12, 13, 14, 20} {
		was, twice := seen[build(10, due)]
		require.False(t, twice, "in cycle 10, %d digests like %d", due, was)
		seen[build(10, due)] = due
	}
}

// nested has everything that state may be made of.
type nested struct {
	Bits  [3]bool
	Small struct {
		A uint8
		B uint32
		C int16
	}
	Times [2]wires.Cycle
	Real  float32
	Pairs [2]struct {
		At  wires.Cycle
		Val [3]uint16
	}
	Words wires.Queue[struct {
		Due wires.Cycle
		N   uint64
	}]
	Note struct{ X uint64 } `digest:"-"`
	Last uint64
}

func TestDigestNoticesEveryByteOfEveryField(t *testing.T) {
	b := newBench(t)
	s := &nested{}
	c := &cell{BlockBase: wires.NewBlockBase("Unit"), other: s}
	b.Add(c)
	for k := range 3 {
		e := s.Words.Add()
		e.N, e.Due = uint64(k), wires.Cycle(1000+k)
	}
	for i := range s.Times {
		s.Times[i], s.Pairs[i].At = 1<<40, 1<<41
	}
	b.run(1)
	before := b.Digest()
	flip := func(v reflect.Value, path string, noticed bool) {
		bytes := unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
		for i := range bytes {
			bytes[i] ^= 1
			require.Equal(t, noticed, before != b.Digest(), "byte %d of %s", i, path)
			bytes[i] ^= 1
		}
	}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				switch {
				case f.Name == "Words":
				case f.Tag.Get("digest") == "-":
					flip(v.Field(i), path+"."+f.Name, false)
				default:
					walk(v.Field(i), path+"."+f.Name)
				}
			}
		case reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i), path)
			}
		default:
			flip(v, path, true)
		}
	}
	walk(reflect.ValueOf(s).Elem(), "State")
	s.Words.At(1).N++
	require.NotEqual(t, before, b.Digest())
	s.Words.At(1).N--
	s.Words.At(2).Due++
	require.NotEqual(t, before, b.Digest())
	s.Words.At(2).Due--
	s.Words.At(3).N = 99
	require.Equal(t, before, b.Digest(), "a dead place of the queue")
}

func TestStateThatIsNotPlainDataIsRefused(t *testing.T) {
	for name, state := range map[string]any{
		"map":       &struct{ M map[int]int }{},
		"slice":     &struct{ S []int }{},
		"pointer":   &struct{ P *int }{},
		"string":    &struct{ S string }{},
		"function":  &struct{ F func() }{},
		"interface": &struct{ I any }{},
		"channel":   &struct{ C chan int }{},
		"nested":    &struct{ A [2]struct{ M map[int]int } }{},
		"queued":    &struct{ Q wires.Queue[*int] }{},
		"untouched": &struct {
			M map[int]int `digest:"-"`
		}{},
		"not a pointer": struct{ A int }{},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			require.Panics(t, func() { b.Add(&cell{BlockBase: wires.NewBlockBase("Unit"), other: state}) })
		})
	}
}

// A field that the digest leaves out is copied by a snapshot all the same.
func TestLeftOutStructWithAMapIsRefused(t *testing.T) {
	b := newBench(t)
	state := &struct {
		S struct{ M map[int]int } `digest:"-"`
	}{}
	require.Panics(t, func() { b.Add(&cell{BlockBase: wires.NewBlockBase("Unit"), other: state}) })
}

func TestEntriesThatAreNotPlainDataAreRefused(t *testing.T) {
	b := newBench(t)
	from, to := b.cell("From", nil), b.cell("To", nil)
	require.Panics(t, func() { connect[*int](b, "F", wires.LinkConfig{Depth: 1, Width: 1, Latency: 1}, from, to) })
}

func TestDigestsNameTheParts(t *testing.T) {
	b := newBench(t)
	_, from, _ := b.pair(wires.LinkConfig{Depth: 1, Width: 1, Latency: 1})
	names, before := b.Digests()
	require.Equal(t, []string{"From", "To", "F entries"}, names)
	from.s.Count++
	_, after := b.Digests()
	require.NotEqual(t, before[0], after[0])
	require.Equal(t, before[1:], after[1:])
}

func TestQueueIsFirstInFirstOut(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var q wires.Queue[int]
		var want []int
		for i := range 300 {
			if rapid.Bool().Draw(rt, "push") && q.Len() < wires.QueueCap {
				q.Push(i)
				want = append(want, i)
			} else if q.Len() > 0 {
				require.Equal(t, want[0], *q.Front())
				q.Pop()
				want = want[1:]
			}
			require.Equal(t, len(want), q.Len())
			for k := range want {
				require.Equal(t, want[k], *q.At(k))
			}
		}
		q.Clear()
		require.Zero(t, q.Len())
	})
}

func TestQueueOverflowBreaksTheRun(t *testing.T) {
	b := newBench(t)
	var q wires.Queue[int]
	b.cell("Unit", func(*cell, uint64) wires.Activity { q.Push(1); return wires.Busy })
	var v *wires.Violation
	require.ErrorAs(t, b.Run(100), &v)
	require.Equal(t, "queue overflow", v.Rule)
	require.Equal(t, b.Cycle(), v.Cycle)
	require.EqualValues(t, wires.QueueCap+1, b.Cycle())
}
