package eup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// How far a thread is follows from what the pool has noted of it.
func TestStagesOfTheOldestThreads(t *testing.T) {
	const thread = 3
	for _, c := range []struct {
		want  Stage
		kind  pipe.Kind
		place func(*State)
	}{
		{NoThread, 0, nil},
		{Fetching, pipe.Prim, func(*State) {}},
		{Ready, pipe.Prim, func(s *State) { s.Runnable |= 1 << thread }},
		{Running, pipe.Prim, func(s *State) { s.FreeUnit &^= 1 << 1; s.Units[1].Thread = thread }},
		{Fetching, pipe.Prim, func(s *State) { s.FreeUnit &^= 1 << 1; s.Units[1].Thread, s.Units[0].Thread = thread+1, thread }},
		{Retiring, pipe.Prim, func(s *State) { s.Done |= 1 << thread }},
		{Retiring, pipe.Head, func(*State) {}},
		{Fetching, pipe.Invalidate, func(*State) {}},
		{Retiring, pipe.Invalidate, func(s *State) { s.Forgotten = 1 }},
	} {
		b := New("EUP", Config{Threads: 8, Units: 2, Order: 8})
		if c.place != nil {
			b.S.Vertices.Push(ticket{Thread: thread, Cmd: pipe.Cmd{Kind: c.kind}})
			c.place(&b.S)
		}
		require.Equal(t, c.want, b.OldestVertex(), "%s", c.kind)
		if c.place != nil && c.kind == pipe.Prim {
			b.S.Pixels.Push(ticket{Thread: thread, Cmd: pipe.Cmd{Kind: pipe.Quad}})
			require.Equal(t, c.want, b.OldestPixel())
		} else {
			require.Equal(t, NoThread, b.OldestPixel())
		}
	}
}
