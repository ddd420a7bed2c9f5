package tsu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// drawn runs a draw of six primitives, one of them culled, and INT_END, and returns what comes out and when the first triangle and the
// last entry do.
func drawn(t *testing.T, cfg Config) (got []pipe.Triangle, first, last uint64) {
	k := newBenchOf(t, cfg)
	k.out.F.OnPut(func(cycle uint64, e *pipe.Triangle) {
		if last = cycle; e.Kind == pipe.Tri && first == 0 {
			first = cycle
		}
	})
	k.csp.Queue = commands(pipe.Draw, pipe.State, pipe.IntEnd)
	k.eup.Queue = shaded(pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.EndDraw, pipe.IntEnd)
	k.eup.Queue[3].V[2] = k.eup.Queue[3].V[1]
	k.Step(200)
	require.Zero(t, k.b.S.Clip.Len()+k.b.S.Setup.Len())
	return k.out.Got, first, last
}

// With stages a draw's entries are the same in the same order, and so many cycles later: the first triangle has gone through those
// of both, and a new one has entered in each cycle, so the last entry comes no later than that.
func TestStagesOfClippingAndSetupTakeTheirCycles(t *testing.T) {
	want, first, last := drawn(t, Config{})
	for _, c := range []Config{{ClipLatency: 1}, {SetupLatency: 1}, {ClipLatency: 7}, {SetupLatency: 7}, {3, 5}, {32, 32}} {
		got, f, l := drawn(t, c)
		require.Equal(t, want, got, "%+v", c)
		require.EqualValues(t, c.SetupLatency, int(f-first)-max(0, c.ClipLatency-1), "%+v: DRAW passes while the first primitive is clipped", c)
		require.LessOrEqual(t, int(l-last), 2*c.ClipLatency+c.SetupLatency, "%+v: the INT_END of the context has stages of its own", c)
	}
}

// A full TSU_FIFO fills the stages and stops what comes after them, and nothing is lost.
func TestStagesWaitForRoom(t *testing.T) {
	want, _, _ := drawn(t, Config{})
	k := newBenchOf(t, Config{ClipLatency: 2, SetupLatency: 3})
	k.out.Shut = true
	k.csp.Queue = commands(pipe.Draw, pipe.State, pipe.IntEnd)
	k.eup.Queue = shaded(pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.EndDraw, pipe.IntEnd)
	k.eup.Queue[3].V[2] = k.eup.Queue[3].V[1]
	k.Step(40)
	require.Equal(t, "blocked by OUT", k.Waits())
	require.Equal(t, 3, k.b.S.Setup.Len())
	require.Equal(t, 1, k.b.S.Clip.Len(), "INT_END")
	k.out.Shut = false
	k.Step(60)
	require.Equal(t, want, k.out.Got)
}

// A cut drops what is in the stages and counts it; what is discarded has no stages, INT_END has those of setup, and the next
// context has them all again.
func TestStagesAreCut(t *testing.T) {
	k := newBenchOf(t, Config{ClipLatency: 4, SetupLatency: 5})
	k.csp.Queue = commands(pipe.Draw, pipe.State, pipe.Draw)
	k.eup.Queue = shaded(pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim, pipe.Prim)
	k.Step(8)
	require.Positive(t, k.b.S.Clip.Len())
	require.Positive(t, k.b.S.Setup.Len())
	inside := k.b.S.Clip.Len() + k.b.S.Setup.Len()
	k.int.Raise()
	k.Step(2)
	require.Zero(t, k.b.S.Clip.Len()+k.b.S.Setup.Len())
	dropped := k.b.S.DRQ.Discarded
	require.GreaterOrEqual(t, int(dropped), inside)
	sent := len(k.out.Got)
	k.csp.Queue = append(k.csp.Queue, commands(pipe.IntEnd, pipe.Draw)...)
	k.eup.Queue = append(k.eup.Queue, shaded(pipe.IntEnd, pipe.Prim, pipe.EndDraw)...)
	k.Step(60)
	var kinds []pipe.Kind
	for _, e := range k.out.Got[sent:] {
		kinds = append(kinds, e.Kind)
	}
	require.Equal(t, []pipe.Kind{pipe.IntEnd, pipe.Draw, pipe.EndDraw}, kinds, "the registers of the viewport are reset")
	require.Equal(t, unit().S.DRQ, k.b.S.DRQ)
}
