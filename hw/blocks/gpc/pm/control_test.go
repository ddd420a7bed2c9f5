package pm_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/pipe"
)

type controlBench struct {
	*bench
	ctrl [2]*blocktest.Source[pipe.Control]
	done [2]*blocktest.Sink[pipe.ControlDone]
}

func newControlBench(t *testing.T) *controlBench {
	k := &controlBench{bench: newBench(t)}
	for n, name := range []string{"EUP", "MXU"} {
		k.ctrl[n], k.done[n] = blocktest.In(k.Bench, &k.b.P.Ctrl[n], name+"_CTRL", 4), blocktest.Out(k.Bench, &k.b.P.CtrlDone[n], "CTRL_"+name, 2)
	}
	return k
}

// What a set binds goes to the units that use it, and the set is there when both have all of it.
func TestSetsAreThereWhenBothUnitsHaveThem(t *testing.T) {
	k := newControlBench(t)
	words := [8]uint32{0x1000, 64, 3, 4, 5, 6, 7, 8}
	k.ctrl[pm.FromMXU].Queue = []pipe.Control{
		{Kind: pipe.ControlBuffer, Slot: 1, Set: 2, Number: 3, Words: words}, {Kind: pipe.ControlScratch, Slot: 1, Words: words}, {Kind: pipe.ControlContext, Slot: 1, Words: words},
		{Kind: pipe.ControlTexture, Slot: 1, Set: 2, Number: 4, Words: words}, {Kind: pipe.ControlSampler, Slot: 1, Set: 2, Number: 5, Words: words},
		{Kind: pipe.ControlSet, Slot: 1, Set: 2}, {Kind: pipe.ControlBuffer, Set: 1},
	}
	k.Step(30)
	last := pipe.Descriptor{Slot: 1, Set: 2, Last: true, Source: pm.FromMXU}
	require.Equal(t, []pipe.Descriptor{
		{Slot: 1, Set: 2, Binding: 3, Addr: 0x1000, Bytes: 64}, {Slot: 1, Scratch: true, Addr: 0x1000, Bytes: 64}, {Slot: 1, Context: true, Addr: 0x1000, Bytes: 64}, last,
	}, k.units.bindings.Got, "the next set waits")
	require.Equal(t, []pipe.TextureDescriptor{
		{Slot: 1, Set: 2, Number: 4, Words: words}, {Slot: 1, Set: 2, Number: 5, Sampler: true, Words: words}, {Slot: 1, Set: 2, Last: true, Source: pm.FromMXU},
	}, k.units.textures.Got)
	for _, unit := range []*blocktest.Source[pipe.UnitDone]{k.units.tex, k.units.lsu} {
		require.Empty(t, k.done[pm.FromMXU].Got)
		unit.Queue = []pipe.UnitDone{{Slot: 1, Source: pm.FromMXU}}
		k.Step(10)
	}
	require.Equal(t, []pipe.ControlDone{{Kind: pipe.ControlSet, Slot: 1, Set: 2}}, k.done[pm.FromMXU].Got)
	require.Len(t, k.units.bindings.Got, 5)
	require.Empty(t, k.done[pm.FromEUP].Got)
}

// Commands for caches go to the cache, one after the other, and to their own source's answers; the other source goes on meanwhile.
func TestCommandsForCaches(t *testing.T) {
	k := newControlBench(t)
	k.ctrl[pm.FromEUP].Queue = []pipe.Control{{Kind: pipe.ControlDrop, Slot: 1}, {Kind: pipe.ControlForget}, {Kind: pipe.ControlClean}, {Kind: pipe.ControlTexels, Slot: 1}, {Kind: pipe.ControlRefresh, Slot: 1}}
	k.Step(20)
	require.Equal(t, []pipe.CacheCommand{{Op: pipe.CacheDrop, Slot: 1}}, k.units.lines.Got)
	k.ctrl[pm.FromMXU].Queue = []pipe.Control{{Kind: pipe.ControlSet, Set: 7}}
	k.Step(10)
	k.units.lsu.Queue, k.units.tex.Queue = []pipe.UnitDone{{Source: pm.FromMXU}}, []pipe.UnitDone{{Source: pm.FromMXU}}
	k.Step(20)
	require.Equal(t, []pipe.ControlDone{{Kind: pipe.ControlSet, Set: 7}}, k.done[pm.FromMXU].Got)
	require.Empty(t, k.done[pm.FromEUP].Got)
	for _, slot := range []uint8{1, 0, 0} {
		k.units.l15.Queue = []pipe.UnitDone{{Slot: slot}}
		k.Step(20)
	}
	require.Equal(t, []pipe.CacheCommand{{Op: pipe.CacheDrop, Slot: 1}, {Op: pipe.CacheForget}, {Op: pipe.CacheClean}}, k.units.lines.Got)
	require.Equal(t, []pipe.CacheCommand{{Op: pipe.CacheDrop, Slot: 1}}, k.units.texels.Got)
	k.units.dropped.Queue = []pipe.UnitDone{{Slot: 1}}
	k.Step(10)
	require.Equal(t, []pipe.ControlDone{{Kind: pipe.ControlDrop, Slot: 1}, {Kind: pipe.ControlForget}, {Kind: pipe.ControlClean}, {Kind: pipe.ControlTexels, Slot: 1}}, k.done[pm.FromEUP].Got)
	require.Equal(t, pipe.CacheCommand{Op: pipe.CacheRefresh, Slot: 1}, k.units.lines.Got[3])
	k.units.l15.Queue = []pipe.UnitDone{{Slot: 1}}
	k.Step(10)
	require.Equal(t, pipe.ControlDone{Kind: pipe.ControlRefresh, Slot: 1}, k.done[pm.FromEUP].Got[4])
}

// Sets of both sources are on their way at once, and are answered to whom they belong, in either order, when there is room for the answer.
func TestSetsOfBothSources(t *testing.T) {
	for _, first := range []uint8{pm.FromEUP, pm.FromMXU} {
		k := newControlBench(t)
		for n := range k.ctrl {
			k.ctrl[n].Queue = []pipe.Control{{Kind: pipe.ControlSet, Slot: uint8(n)}}
			k.done[n].Shut = true
		}
		k.Step(20)
		for _, source := range []uint8{first, 1 - first} {
			k.units.lsu.Queue, k.units.tex.Queue = []pipe.UnitDone{{Slot: source, Source: source}}, []pipe.UnitDone{{Slot: source, Source: source}}
			k.Step(20)
			k.done[source].Shut = false
			k.Step(10)
			require.Equal(t, []pipe.ControlDone{{Kind: pipe.ControlSet, Slot: source}}, k.done[source].Got)
		}
	}
}

// The two sources take turns: many controls of one keep those of the other waiting for one control each.
func TestSourcesOfControlsTakeTurns(t *testing.T) {
	k := newControlBench(t)
	for range 20 {
		k.ctrl[pm.FromEUP].Queue = append(k.ctrl[pm.FromEUP].Queue, pipe.Control{Kind: pipe.ControlBuffer})
	}
	k.Step(6)
	k.ctrl[pm.FromMXU].Queue = []pipe.Control{{Kind: pipe.ControlBuffer, Slot: 1}}
	k.Step(60)
	at := slices.IndexFunc(k.units.bindings.Got, func(d pipe.Descriptor) bool { return d.Slot == 1 })
	require.Less(t, at, 12)
	require.Len(t, k.units.bindings.Got, 21)
}

// What is no control, and what was done that nobody has asked for, stop the run.
func TestControlsThatAreNone(t *testing.T) {
	for name, spoil := range map[string]func(k *controlBench){
		"a control of kind 0": func(k *controlBench) { k.ctrl[pm.FromMXU].Out.Put(pipe.Control{}) },
		"has not asked for":   func(k *controlBench) { k.units.l15.Out.Put(pipe.UnitDone{}) },
	} {
		k := newControlBench(t)
		spoil(k)
		require.ErrorContains(t, k.Run(k.Cycle()+20), name)
	}
}
