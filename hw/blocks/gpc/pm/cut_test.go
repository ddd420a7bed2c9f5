package pm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// A cut discards the slot's requests above the break point that have no place, up to the token. It goes to each multiprocessor after those that have one, and EUP is told when
// all of these have ended.
func TestCut(t *testing.T) {
	b := pm.New("PM", pm.Config{Tasks: 2, SMs: 2, Threads: 1, Registers: 64, Shared: 256})
	k := &bench{Bench: blocktest.New(t, b)}
	k.eup[pipe.Above], k.eup[pipe.Below] = blocktest.In(k.Bench, &b.P.EUPPM[pipe.Above], "ABOVE", 4), blocktest.In(k.Bench, &b.P.EUPPM[pipe.Below], "BELOW", 4)
	k.wdu, k.other = blocktest.In(k.Bench, &b.P.WDUPM[1], "WDU_1", 4), blocktest.In(k.Bench, &b.P.WDUPM[0], "WDU_0", 4)
	k.free, k.exit = blocktest.Out(k.Bench, &b.P.PMEUP, "FREE", 2), blocktest.Out(k.Bench, &b.P.PMWDU, "EXIT", 2)
	k.units = newUnits(k.Bench, b)
	for n, name := range []string{"0", "1"} {
		k.sm[n], k.ends[n] = blocktest.Out(k.Bench, &b.P.PMSM[n], "SM"+name, 8), blocktest.In(k.Bench, &b.P.SMPM[n], "END"+name, 2)
	}
	cancel := k.Line(&b.P.Cancel[1], "CANCEL_1")
	head := func(slot uint8, work uint16) pipe.ThreadHead {
		return pipe.ThreadHead{Stage: isa.StageVertex, Slot: slot, Registers: 7, Work: work}
	}
	k.request(pipe.Above, head(1, 0), [8]uint32{1}, [8]uint32{2})
	k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Slot: 1, Registers: 7, Work: 1}, [8]uint32{3})
	k.request(pipe.Above, head(1, 2), [8]uint32{4}, [8]uint32{5}) // no place is free
	for n := range k.sm {
		heads, _ := k.placed(n)
		require.Len(t, heads, 1)
	}
	cancel.Raise()
	k.Step(20)
	require.Equal(t, []pipe.ThreadFree{{Kind: pipe.PlaceFree, Slot: 1, Side: pipe.Above, Work: 2}}, k.free.Got, "the one that had no place")
	k.request(pipe.Above, head(1, 4))
	require.Equal(t, pipe.ThreadFree{Kind: pipe.PlaceFree, Slot: 1, Side: pipe.Above, Work: 4}, k.free.Got[1], "one before the token, without registers")
	k.eup[pipe.Above].Queue = []pipe.ThreadBeat{pipe.CutBeat(1)}
	k.request(pipe.Above, head(0, 6), [8]uint32{6})
	for n := range k.sm {
		require.Equal(t, []pipe.ThreadBeat{pipe.CutBeat(1)}, k.sm[n].Got)
		k.sm[n].Got = nil
		k.ends[n].Queue = []pipe.ThreadEnd{{Kind: pipe.TokenArrived, Slot: 1}}
	}
	k.Step(20)
	require.Len(t, k.free.Got, 2, "a thread is left")
	k.end(1, 0, 0)
	require.Equal(t, pipe.ThreadFree{Kind: pipe.PlaceFree, Slot: 1, Side: pipe.Below, Work: 1}, k.free.Got[2], "below the break point nothing is cancelled")
	require.Len(t, k.free.Got, 3)
	require.Empty(t, k.sm[1].Got, "the last place is for what is below the break point")
	k.end(0, 0, 0)
	require.ElementsMatch(t, []pipe.ThreadFree{{Kind: pipe.PlaceFree, Slot: 1, Side: pipe.Above}, {Kind: pipe.NothingLeft, Slot: 1, Side: pipe.Above}}, k.free.Got[3:])
	heads, _ := k.placed(0)
	require.Len(t, heads, 1, "another context's request after the token")
	k.sm[0].Got = nil
	k.end(0, 0, 0)
	k.request(pipe.Above, head(1, 8), [8]uint32{7})
	heads, _ = k.placed(0)
	require.Len(t, heads, 1, "the slot's next context")
}

// A cut is over when all multiprocessors have the token, also when no thread of the slot is left: each may have one on its way.
func TestCutWaitsForTheTokenOfEach(t *testing.T) {
	k := newBench(t)
	k.eup[pipe.Above].Queue = []pipe.ThreadBeat{pipe.CutBeat(1)}
	k.Step(10)
	for n := range k.sm {
		require.Empty(t, k.free.Got)
		require.Equal(t, []pipe.ThreadBeat{pipe.CutBeat(1)}, k.sm[n].Got)
		k.ends[n].Queue = []pipe.ThreadEnd{{Kind: pipe.TokenArrived, Slot: 1}}
		k.Step(10)
	}
	require.Equal(t, []pipe.ThreadFree{{Kind: pipe.NothingLeft, Slot: 1, Side: pipe.Above}}, k.free.Got)
}
