package wires_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

// stages is a pipelined unit as its registers: the last one is the end. What is there moves on when the next register is free
// or becomes so.
type stages []uint64 // 0: empty

// edge is a clock edge: the end was taken or not, and an entry enters the first stage, when that is free.
func (s stages) edge(taken bool, enters func() uint64) {
	if taken {
		s[len(s)-1] = 0
	}
	for i := len(s) - 1; i > 0; i-- {
		if s[i] == 0 {
			s[i], s[i-1] = s[i-1], 0
		}
	}
	if s[0] == 0 {
		s[0] = enters()
	}
}

func (s stages) end() uint64 { return s[len(s)-1] }

// delays is the state of a cell with both kinds of units.
type delays struct {
	In, Out wires.Stages[uint64]
}

// What a block sees of an input after some stages, and a connection of an output, is what a row of registers says, in each
// cycle and whoever hesitates.
func TestDelaysAreRowsOfRegisters(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newBench(t)
		n := rapid.IntRange(1, wires.StagesCap).Draw(rt, "latency")
		seed := rapid.Uint64().Draw(rt, "seed")
		percent := [3]uint64{}
		for i := range percent {
			percent[i] = rapid.SampledFrom([]uint64{0, 20, 60, 95}).Draw(rt, "hesitates")
		}
		acts := func(who, cycle uint64) bool { return wires.Mix(seed+who, cycle)%100 >= percent[who] }
		var s delays
		from, unit, to := b.cell("From", nil), &cell{BlockBase: wires.NewBlockBase("Unit"), other: &s}, b.cell("To", nil)
		b.Add(unit)
		first, last := connect[uint64](b, "FIRST", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, from, unit), connect[uint64](b, "LAST", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, unit, to)
		number := uint64(0)
		from.tick = func(cycle uint64) wires.Activity {
			if first.Ready() && acts(0, cycle) {
				number++
				first.Put(number)
			}
			return wires.Busy
		}
		var in wires.DelayedIn[uint64]
		var out wires.DelayedOut[uint64]
		in.Init(&first.In, &s.In, n)
		out.Init(&last.Out, &s.Out, n)
		before, after := make(stages, n), make(stages, n)
		unit.tick = func(cycle uint64) wires.Activity {
			room := last.Ready()
			came := uint64(0)
			if first.Valid() {
				came = *first.Head()
			}
			in.Begin(cycle)
			out.Begin(cycle)
			require.Equal(rt, before.end() != 0, in.Valid(), "cycle %d", cycle)
			leaves := after.end() != 0 && room
			require.Equal(rt, leaves, last.Promised() > last.Len(), "cycle %d", cycle)
			if leaves {
				after[n-1] = 0
			}
			full := true
			for _, v := range after {
				full = full && v != 0
			}
			require.Equal(rt, !full, out.Ready(), "cycle %d", cycle)
			taken := uint64(0)
			a := wires.Waiting
			if in.Valid() && out.Ready() && acts(1, cycle) {
				taken = *in.Head()
				require.Equal(rt, before.end(), taken)
				*out.Slot() = taken
				in.Drop()
				out.Push()
				a = wires.Busy
			}
			before.edge(taken != 0, func() uint64 { return came })
			after.edge(false, func() uint64 { return taken })
			in.End(out.End(a))
			return wires.Busy
		}
		next := uint64(1)
		to.tick = func(cycle uint64) wires.Activity {
			if last.Valid() && acts(2, cycle) {
				require.Equal(rt, next, *last.Head())
				last.Drop()
				next++
			}
			return wires.Busy
		}
		b.run(400)
		require.Greater(rt, next, uint64(1))
	})
}

// sleepy is a chain with a unit that sleeps when it can. It returns what comes out, with its cycle.
func sleepy(t *testing.T, b *bench, s *delays, latency, every int) *[]uint64 {
	from, unit, to := b.cell("From", nil), &cell{BlockBase: wires.NewBlockBase("Unit"), other: s}, b.cell("To", nil)
	b.Add(unit)
	first, last := connect[uint64](b, "FIRST", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, from, unit), connect[uint64](b, "LAST", wires.LinkConfig{Depth: 1, Width: 1, Latency: 1}, unit, to)
	from.tick = func(cycle uint64) wires.Activity {
		if first.Ready() && cycle%3 != 1 && cycle < 100 {
			first.Put(cycle)
		}
		if cycle < 100 {
			return wires.Busy
		}
		return wires.Idle
	}
	var in wires.DelayedIn[uint64]
	var out wires.DelayedOut[uint64]
	in.Init(&first.In, &s.In, latency)
	out.Init(&last.Out, &s.Out, latency)
	unit.tick = func(cycle uint64) wires.Activity {
		in.Begin(cycle)
		out.Begin(cycle)
		a := wires.Busy
		switch {
		case !in.Valid():
			a = in.Starved()
		case !out.Ready():
			a = out.Blocked()
		default:
			*out.Slot() = *in.Head()
			in.Drop()
			out.Push()
		}
		return in.End(out.End(a))
	}
	got := &[]uint64{}
	to.tick = func(cycle uint64) wires.Activity {
		if last.Valid() && int(cycle)%every == 0 {
			*got = append(*got, cycle<<16|*last.Head())
			last.Drop()
		}
		return wires.Busy
	}
	return got
}

// A block with stages sleeps, and misses nothing; with none it is as if it had no stages at all.
func TestDelaysWakeTheirBlock(t *testing.T) {
	for _, latency := range []int{0, 1, 2, 7, wires.StagesCap} {
		for _, every := range []int{1, 2, 5, 40} {
			var got [2][]uint64
			for k := range got {
				b := newBench(t)
				b.SetAlwaysAwake(k == 1)
				var s delays
				all := sleepy(t, b, &s, latency, every)
				b.run(3000)
				require.Zero(t, s.In.Len()+s.Out.Len())
				got[k] = *all
			}
			require.Equal(t, got[1], got[0], "latency %d, every %d", latency, every)
			if every == 1 {
				require.EqualValues(t, 2+1+1+2*latency, got[0][0]>>16, "put in cycle 2, taken in the next one, and so on")
			}
		}
	}
}

// Digests take the live entries of stages, a snapshot has them, and none of it depends on where they lie and on what has been.
func TestDelaysInDigestsAndSnapshots(t *testing.T) {
	b, plain := newBench(t), newBench(t)
	var s, u delays
	sleepy(t, b, &s, 7, 3)
	got := sleepy(t, plain, &u, 7, 3)
	require.Equal(t, plain.Digest(), b.Digest())
	b.run(60)
	require.Positive(t, s.In.Len())
	require.Positive(t, s.Out.Len())
	var snap wires.Snapshot
	b.Save(&snap)
	want := digests(t, b, 500)
	b.Load(&snap)
	require.Equal(t, want, digests(t, b, 500))

	r := rand.New(rand.NewPCG(1, 2))
	b.Load(&snap)
	digest := b.Digest()
	b.Rotate(r)
	b.FillDead(r)
	require.Equal(t, digest, b.Digest())
	*s.In.At(0)++
	require.NotEqual(t, digest, b.Digest(), "an entry counts")
	*s.In.At(0)--
	plain.Load(&snap)
	require.Equal(t, digest, plain.Digest())
	require.Equal(t, want, digests(t, plain, 500))
	require.NotEmpty(t, *got)
}

// A cut empties the stages; what comes then goes past them until they are used again.
func TestDelaysAreCut(t *testing.T) {
	b := newBench(t)
	var s delays
	from, unit := b.cell("From", nil), &cell{BlockBase: wires.NewBlockBase("Unit"), other: &s}
	b.Add(unit)
	first, last := connect[uint64](b, "FIRST", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, from, unit), connect[uint64](b, "LAST", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, unit, b.cell("To", nil))
	from.tick = func(cycle uint64) wires.Activity {
		if first.Ready() {
			first.Put(cycle)
		}
		return wires.Busy
	}
	var in wires.DelayedIn[uint64]
	var out wires.DelayedOut[uint64]
	in.Init(&first.In, &s.In, 4)
	out.Init(&last.Out, &s.Out, 4)
	var seen []uint64
	unit.tick = func(cycle uint64) wires.Activity {
		in.Begin(cycle)
		if cycle == 10 {
			require.Equal(t, 4, in.Cut())
			require.Equal(t, 4, out.Cut())
			require.True(t, in.Valid(), "the input itself")
		}
		if cycle == 12 {
			in.Through()
		}
		out.Begin(cycle)
		if in.Valid() && out.Ready() {
			seen = append(seen, cycle<<16|*in.Head())
			*out.Slot() = *in.Head()
			in.Drop()
			out.Push()
		}
		return in.End(out.End(wires.Busy))
	}
	b.run(20)
	var cycles []uint64
	for _, e := range seen {
		if e>>16 >= 10 {
			cycles = append(cycles, e>>16, e&0xffff)
		}
	}
	require.Equal(t, []uint64{10, 9, 11, 10, 16, 11, 17, 12, 18, 13, 19, 14}, cycles, "then all stages are full")
	require.Equal(t, 2, last.Len())
}
