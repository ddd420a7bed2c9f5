package pm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

type bench struct {
	*blocktest.Bench
	b          *pm.PM
	eup        [pipe.Sides]*blocktest.Source[pipe.ThreadBeat]
	wdu, other *blocktest.Source[pipe.TaskBeat] // of slot 1, and of slot 0
	call       *blocktest.Source[pipe.HandlerRequest]
	free       *blocktest.Sink[pipe.ThreadFree]
	exit       *blocktest.Sink[pipe.CTAEnd]
	sm         [2]*blocktest.Sink[pipe.ThreadBeat]
	ends       [2]*blocktest.Source[pipe.ThreadEnd]
	units      *units
}

// units are the load/store unit, the sampler and their caches.
type units struct {
	bindings               *blocktest.Sink[pipe.Descriptor]
	textures               *blocktest.Sink[pipe.TextureDescriptor]
	lines, texels          *blocktest.Sink[pipe.CacheCommand]
	lsu, tex, l15, dropped *blocktest.Source[pipe.UnitDone]
}

func newUnits(k *blocktest.Bench, b *pm.PM) *units {
	u := &units{}
	u.bindings, u.lsu = blocktest.Out(k, &b.P.PMLSU, "PM_LSU", 2), blocktest.In(k, &b.P.LSUPM, "LSU_PM", 2)
	u.textures, u.tex = blocktest.Out(k, &b.P.PMTex, "PM_TEX", 2), blocktest.In(k, &b.P.TexPM, "TEX_PM", 2)
	u.lines, u.l15 = blocktest.Out(k, &b.P.PML15, "PM_L15", 2), blocktest.In(k, &b.P.L15PM, "L15_PM", 2)
	u.texels, u.dropped = blocktest.Out(k, &b.P.PMDrop, "PM_DROP", 2), blocktest.In(k, &b.P.DropPM, "DROP_PM", 2)
	return u
}

// newBench has two multiprocessors of four threads, 64 registers and 256 bytes of shared memory.
func newBench(t testing.TB) *bench {
	return newBenchOf(t, pm.Config{Tasks: 2, SMs: 2, Threads: 4, Registers: 64, Shared: 256})
}

func newBenchOf(t testing.TB, cfg pm.Config) *bench {
	b := pm.New("PM", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	for side, name := range []string{"ABOVE", "BELOW"} {
		k.eup[side] = blocktest.In(k.Bench, &b.P.EUPPM[side], "EUP_"+name, 4)
	}
	k.wdu, k.other = blocktest.In(k.Bench, &b.P.WDUPM[1], "WDU_1", 4), blocktest.In(k.Bench, &b.P.WDUPM[0], "WDU_0", 4)
	k.call = blocktest.In(k.Bench, &b.P.WDUCall, "CALL", 2)
	k.free, k.exit = blocktest.Out(k.Bench, &b.P.PMEUP, "FREE", 2), blocktest.Out(k.Bench, &b.P.PMWDU, "EXIT", 2)
	k.units = newUnits(k.Bench, b)
	for n, name := range []string{"0", "1"} {
		k.sm[n], k.ends[n] = blocktest.Out(k.Bench, &b.P.PMSM[n], "SM"+name, 8), blocktest.In(k.Bench, &b.P.SMPM[n], "END"+name, 2)
	}
	return k
}

// request sends a thread request with some registers.
func (k *bench) request(side int, h pipe.ThreadHead, registers ...[8]uint32) {
	beats := h.Beats()
	list := beats[:]
	for n := range registers {
		list = append(list, pipe.RegisterBeat(h.Slot, &registers[n], false))
	}
	list[len(list)-1].Last = true
	k.eup[side].Queue = append(k.eup[side].Queue, list...)
	k.Step(20)
}

// placed are the heads that a multiprocessor has received, and the number of registers after each.
func (k *bench) placed(sm int) (heads []pipe.ThreadHead, registers []int) {
	for _, b := range k.sm[sm].Got {
		switch {
		case b.Kind != pipe.BeatHead:
			registers[len(registers)-1]++
		case len(heads) == 0 || registers[len(registers)-1] >= 0:
			heads, registers = append(heads, pipe.ThreadHead{}), append(registers, -1)
			heads[len(heads)-1].TakeHead(0, &b)
		default:
			heads[len(heads)-1].TakeHead(1, &b)
			registers[len(registers)-1] = 0
		}
	}
	k.sm[sm].Got = nil
	return heads, registers
}

func (k *bench) end(sm int, thread uint8, fault uint8) {
	k.ends[sm].Queue = append(k.ends[sm].Queue, pipe.ThreadEnd{Kind: pipe.SlotFree, Thread: thread, Fault: fault})
	k.Step(20)
}

// What is above the break point leaves the last thread slot of the last multiprocessor, and half of its registers where it has few, to what is below.
func TestPlacesThatAboveCannotHave(t *testing.T) {
	for _, c := range []struct {
		registers uint8
		want      [2]int // threads of each multiprocessor
	}{{32, [2]int{2, 1}}, {8, [2]int{4, 3}}} {
		k := newBench(t)
		for work := range uint16(9) {
			k.request(pipe.Above, pipe.ThreadHead{Stage: isa.StageVertex, Registers: c.registers - 1, Work: work}, [8]uint32{})
		}
		for sm, want := range c.want {
			heads, _ := k.placed(sm)
			require.Len(t, heads, want)
			k.sm[sm].Got = nil
		}
		k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Registers: 31}, [8]uint32{})
		heads, _ := k.placed(1)
		require.Len(t, heads, 1)
	}
}

// A CTA of several threads gets its places although threads above the break point come all the time; after it one of them gets one, though another CTA waits.
func TestCTAsFindPlacesBesideThreadsAbove(t *testing.T) {
	k := newBench(t)
	work := uint16(0)
	above := func() {
		k.request(pipe.Above, pipe.ThreadHead{Stage: isa.StageVertex, Registers: 7, Work: work}, [8]uint32{})
		work++
	}
	for range 7 {
		above()
	}
	task := pipe.Task{Slot: 1, Lanes: 8, Registers: 7, Size: [3]uint16{24, 1, 1}, Grid: [3]uint32{2, 1, 1}}
	beats := task.Beats()
	k.wdu.Queue = append(k.wdu.Queue, beats[:]...)
	for n := range uint32(2) {
		k.wdu.Queue = append(k.wdu.Queue, (&pipe.Launch{At: [3]uint32{n}}).Beat(1))
	}
	above() // waits
	k.Step(20)
	look := func() (ctas, vertices int) { // that have got places in the last multiprocessor since the last look
		k.Step(40)
		heads, _ := k.placed(1)
		for _, h := range heads {
			if h.Stage == isa.StageCompute {
				ctas++
			} else {
				vertices++
			}
		}
		return ctas, vertices
	}
	look()
	k.end(1, 0, 0)
	above()
	ctas, vertices := look()
	require.Equal(t, []int{0, 0}, []int{ctas, vertices}, "a place is free, the CTA needs three")
	k.end(1, 1, 0)
	ctas, vertices = look()
	require.Equal(t, []int{3, 0}, []int{ctas, vertices}, "it has them and the last one")
	k.end(1, 2, 0)
	ctas, vertices = look()
	require.Equal(t, []int{0, 1}, []int{ctas, vertices}, "though another CTA waits")
}

// A kernel of 128 registers finds a place beside threads above the break point that have all that they can get.
func TestRegistersThatAboveCannotHave(t *testing.T) {
	k := newBenchOf(t, pm.Config{Tasks: 2, SMs: 2, Threads: 64, Registers: 1024, Shared: 256})
	for work := range uint16(100) {
		k.request(pipe.Above, pipe.ThreadHead{Stage: isa.StageVertex, Registers: 31, Work: work}, [8]uint32{})
	}
	for sm, want := range []int{32, 28} {
		heads, _ := k.placed(sm)
		require.Len(t, heads, want)
		k.sm[sm].Got = nil
	}
	k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Registers: 127}, [8]uint32{})
	heads, _ := k.placed(1)
	require.Len(t, heads, 1)
}

// A thread takes the place that its work's number names, or the next free one after it; its registers are the first that are free.
func TestPlacesOfThreads(t *testing.T) {
	k := newBench(t)
	for _, work := range []uint16{5, 5, 5, 13} {
		k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Registers: 19, Work: work}, [8]uint32{uint32(work)})
	}
	first, registers := k.placed(0)
	require.Equal(t, []int{1, 1}, registers)
	require.Equal(t, []uint8{3, 0}, []uint8{first[0].Thread, first[1].Thread}, "works 5 and 13: places 6 and 8 of 8")
	require.Equal(t, []uint16{0, 24}, []uint16{first[0].First, first[1].First})
	second, _ := k.placed(1)
	require.Len(t, second, 2)
	require.Equal(t, []uint8{2, 3}, []uint8{second[0].Thread, second[1].Thread}, "places 5 and 7")
	require.Equal(t, []uint16{5, 5}, []uint16{second[0].Work, second[1].Work})

	k.request(pipe.Above, pipe.ThreadHead{Stage: isa.StageVertex, Registers: 19, Work: 0}, [8]uint32{})
	k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Registers: 15, Work: 1}, [8]uint32{})
	above, _ := k.placed(0)
	require.Empty(t, above, "24 registers are free nowhere")
	below, _ := k.placed(1)
	require.Len(t, below, 1)
	require.Equal(t, []uint8{0}, []uint8{below[0].Thread}, "below goes on: it takes 16")
	require.Equal(t, uint16(48), below[0].First)

	k.end(0, 3, 0)
	require.Equal(t, []pipe.ThreadFree{{Kind: pipe.PlaceFree, Side: pipe.Below, Work: 5}}, k.free.Got)
	above, _ = k.placed(0)
	require.Len(t, above, 1)
	require.Equal(t, []uint16{0}, []uint16{above[0].First}, "what has become free")
	require.Equal(t, uint8(1), above[0].Thread)
}

// A thread gets the registers that it needs, 8 at a time: the next one's begin after them.
func TestRegistersAreGivenEightAtATime(t *testing.T) {
	for last, want := range map[uint8]uint16{0: 8, 7: 8, 8: 16, 15: 16, 16: 24} {
		k := newBench(t)
		for _, work := range []uint16{0, 2} {
			k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Registers: last, Work: work}, [8]uint32{})
		}
		heads, _ := k.placed(0)
		require.Len(t, heads, 2)
		require.Equal(t, []uint16{0, want}, []uint16{heads[0].First, heads[1].First}, "registers up to r%d", last)
	}
}

// A request without registers is its head.
func TestRequestsWithoutRegisters(t *testing.T) {
	k := newBench(t)
	k.request(pipe.Above, pipe.ThreadHead{Stage: isa.StageVertex, Slot: 1, Registers: 7, Work: 1})
	k.request(pipe.Above, pipe.ThreadHead{Stage: isa.StageVertex, Slot: 1, Registers: 7, Work: 3}, [8]uint32{1}, [8]uint32{2})
	heads, registers := k.placed(1)
	require.Equal(t, []int{0, 2}, registers)
	require.Equal(t, []uint8{0, 1}, []uint8{heads[0].Thread, heads[1].Thread})
	k.end(1, 1, 5)
	require.Equal(t, []pipe.ThreadFree{{Kind: pipe.PlaceFree, Slot: 1, Side: pipe.Above, Fault: 5, Work: 3}}, k.free.Got)
}

// task has CTAs of 20 by 1 by 1 lanes, so of three threads of 8, 16 registers each, and 100 bytes of shared memory.
var task = pipe.Task{Slot: 1, Task: 1, Set: 9, Lanes: 8, Registers: 15, Kernel: 0x1000, Bytes: 64, Limit: 7, Scratch: 32, Shared: 100, Size: [3]uint16{5, 2, 2}, Grid: [3]uint32{4, 5, 6}, Args: 9}

func (k *bench) launch(at [3]uint32, work uint16) {
	l := pipe.Launch{Task: 1, At: at, Work: work}
	k.wdu.Queue = append(k.wdu.Queue, l.Beat(1))
	k.Step(60)
}

// A CTA gets all that it needs in one multiprocessor, or waits; its threads begin with their places and the arguments.
func TestCTAs(t *testing.T) {
	k := newBench(t)
	beats := task.Beats()
	args := [2][8]uint32{{1, 2, 3, 4, 5, 6, 7, 8}, {9}}
	k.wdu.Queue = []pipe.TaskBeat{beats[0], beats[1], pipe.ArgsBeat(1, &args[0]), pipe.ArgsBeat(1, &args[1])}
	k.launch([3]uint32{1, 2, 3}, 0)
	got := k.sm[0].Got
	require.Len(t, got, 3*8, "head, r0, x, y and z, two registers of arguments")
	require.Equal(t, [8]uint32{1, 2, 3, 4, 5, 6, 2, 3}, *got[18].Register(), "r0 of thread 2")
	require.Equal(t, [8]uint32{3, 4, 0, 1, 2, 3, 4, 0}, *got[11].Register(), "x of thread 1: lanes 8 to 15")
	require.Equal(t, [8]uint32{1, 1, 0, 0, 0, 0, 0, 1}, *got[12].Register(), "y")
	require.Equal(t, [8]uint32{0, 0, 1, 1, 1, 1, 1, 1}, *got[13].Register(), "z")
	require.Equal(t, [8]uint32{1, 2, 3, 4}, *got[19].Register(), "x of thread 2 is of four lanes")
	require.Equal(t, args, [2][8]uint32{*got[22].Register(), *got[23].Register()})
	heads, _ := k.placed(0)
	require.Equal(t, pipe.ThreadHead{
		Slot: 1, Thread: 2, Stage: isa.StageCompute, Lanes: 8, Set: 9, Number: 2, Threads: 3, First: 32, Registers: 15, Kernel: 0x1000, Bytes: 64, Active: 0xf, Limit: 7, Scratch: 32,
		SharedSize: 2, SharedRest: 28,
	}, heads[2])

	k.launch([3]uint32{2, 2, 3}, 0)
	second, _ := k.placed(1)
	require.Len(t, second, 3, "one thread slot is free in the first multiprocessor")
	k.launch([3]uint32{3, 2, 3}, 0)
	waits, _ := k.placed(0)
	require.Empty(t, waits)
	k.end(0, 0, 0)
	waits, _ = k.placed(0)
	require.Empty(t, waits, "two thread slots are free: all of it or nothing")
	k.end(0, 1, 3)
	k.Step(40)
	waits, _ = k.placed(0)
	require.Equal(t, []uint8{0, 1, 3}, []uint8{waits[0].Thread, waits[1].Thread, waits[2].Thread})
	require.Equal(t, []uint16{0, 16, 48}, []uint16{waits[0].First, waits[1].First, waits[2].First})
	require.Equal(t, []uint16{2, 2}, []uint16{waits[0].Shared, waits[0].SharedSize})
	require.Equal(t, []uint8{1, 1}, []uint8{waits[0].CTA, waits[2].CTA})
	require.Empty(t, k.exit.Got)
	k.end(0, 2, 4)
	require.Equal(t, []pipe.CTAEnd{{Kind: pipe.CTAExited, Slot: 1, Task: 1, Fault: 3, At: [3]uint32{1, 2, 3}}}, k.exit.Got, "with its first fault")
}

// A CTA is saved when all of its threads are that have not ended, and again after they have come back. No other CTA of the slot begins meanwhile.
func TestSavedCTAs(t *testing.T) {
	k := newBench(t)
	beats := task.Beats()
	k.wdu.Queue = []pipe.TaskBeat{beats[0], beats[1], pipe.ArgsBeat(1, &[8]uint32{}), pipe.ArgsBeat(1, &[8]uint32{})}
	k.launch([3]uint32{1, 2, 3}, 0)
	k.placed(0)
	all := []uint8{0, 1, 2}
	for range 2 {
		k.call.Queue = []pipe.HandlerRequest{{Slot: 1, Stage: isa.StageTrap, Lanes: 8}}
		k.Step(40)
		require.Len(t, k.sm[0].Got, 3, "a call of each thread")
		for _, n := range all {
			require.Empty(t, k.exit.Got)
			k.ends[0].Queue = []pipe.ThreadEnd{{Kind: pipe.ThreadSaved, Slot: 1, Thread: n}}
			k.Step(20)
		}
		require.Equal(t, []pipe.CTAEnd{{Kind: pipe.CTASaved, Slot: 1, Task: 1, At: [3]uint32{1, 2, 3}}, {Kind: pipe.CallDone, Slot: 1}}, k.exit.Got)
		k.exit.Got, k.sm[0].Got = nil, nil
		k.launch([3]uint32{2, 2, 3}, 1)
		require.Empty(t, k.sm[1].Got, "the slot's CTAs are stopped")
		k.call.Queue = []pipe.HandlerRequest{{Slot: 1, Stage: isa.StageRestore, Lanes: 8}}
		k.Step(60)
		require.Len(t, k.sm[0].Got, 3*(pipe.HeadBeats+1))
		k.sm[0].Got = nil
		for _, n := range all {
			require.Empty(t, k.exit.Got)
			k.ends[0].Queue = []pipe.ThreadEnd{{Kind: pipe.ThreadBack, Slot: 1, Thread: n}}
			k.Step(20)
		}
		require.Equal(t, []pipe.CTAEnd{{Kind: pipe.CallDone, Slot: 1}}, k.exit.Got)
		k.exit.Got = nil
		k.Step(40)
		require.NotEmpty(t, k.sm[1].Got, "the CTA that was stopped begins")
		k.sm[1].Got = nil
		for _, n := range all { // and ends
			k.ends[1].Queue = append(k.ends[1].Queue, pipe.ThreadEnd{Kind: pipe.SlotFree, Slot: 1, Thread: n})
		}
		k.Step(40)
		require.Len(t, k.exit.Got, 1)
		k.exit.Got = nil
	}
}

// A call for results has the generation of the thread's slot.
func TestCallsForResultsNameTheGeneration(t *testing.T) {
	k := newBench(t)
	call := blocktest.In(k.Bench, &k.b.P.EUPCall[pipe.Below], "EUP_CALL", 2)
	k.request(pipe.Below, pipe.ThreadHead{Stage: isa.StagePixel, Registers: 7, Generation: 9}, [8]uint32{1})
	k.placed(0)
	call.Queue = []pipe.ResultCall{{Work: 0}}
	k.Step(20)
	require.Equal(t, []pipe.ThreadBeat{pipe.CallBeat(0, 0, 9)}, k.sm[0].Got)
}

// That nothing is left of a cut is said when its token has also come after the last call for results: a call from before the cut would reach the next context's thread.
func TestNothingIsLeftWhenNoCallIsOnItsWay(t *testing.T) {
	k := newBench(t)
	call := blocktest.In(k.Bench, &k.b.P.EUPCall[pipe.Above], "EUP_CALL", 2)
	k.eup[pipe.Above].Queue = []pipe.ThreadBeat{pipe.CutBeat(1)}
	for n := range k.ends {
		k.ends[n].Queue = []pipe.ThreadEnd{{Kind: pipe.TokenArrived, Slot: 1}}
	}
	k.Step(20)
	require.Empty(t, k.free.Got)
	call.Queue = []pipe.ResultCall{{Slot: 1, Work: 3}, {Slot: 1, Cut: true}}
	k.Step(20)
	require.Equal(t, []pipe.ThreadFree{{Kind: pipe.NothingLeft, Slot: 1, Side: pipe.Above}}, k.free.Got)
}

// Of two threads of the same number a call for results is for the one of its context.
func TestCallsForResultsAreOfAContext(t *testing.T) {
	for slot := range uint8(pipe.Slots) {
		k := newBench(t)
		call := blocktest.In(k.Bench, &k.b.P.EUPCall[pipe.Below], "EUP_CALL", 2)
		for n := range uint8(pipe.Slots) {
			k.request(pipe.Below, pipe.ThreadHead{Slot: n, Stage: isa.StagePixel, Registers: 7, Generation: 8 + n}, [8]uint32{1})
		}
		heads, _ := k.placed(0)
		others, _ := k.placed(1)
		require.Len(t, append(heads, others...), 2)
		call.Queue = []pipe.ResultCall{{Slot: slot}}
		k.Step(20)
		got := append(k.sm[0].Got, k.sm[1].Got...)
		require.Len(t, got, 1)
		_, generation := got[0].Called()
		require.Equal(t, 8+slot, generation)
	}
}

// Threads that come back have what their CTA has: no more shared memory than before, and as many threads as are left.
func TestThreadsComeBackWithWhatTheirCTAHas(t *testing.T) {
	k := newBench(t)
	beats := task.Beats()
	k.wdu.Queue = []pipe.TaskBeat{beats[0], beats[1], pipe.ArgsBeat(1, &[8]uint32{}), pipe.ArgsBeat(1, &[8]uint32{})}
	k.launch([3]uint32{1, 2, 3}, 0)
	began, _ := k.placed(0)
	k.end(0, 1, 0)
	k.call.Queue = []pipe.HandlerRequest{{Slot: 1, Stage: isa.StageTrap, Lanes: 8}}
	k.Step(40)
	k.ends[0].Queue = []pipe.ThreadEnd{{Kind: pipe.ThreadSaved, Slot: 1, Thread: 0}, {Kind: pipe.ThreadSaved, Slot: 1, Thread: 2}}
	k.Step(40)
	k.sm[0].Got = nil
	k.call.Queue = []pipe.HandlerRequest{{Slot: 1, Stage: isa.StageRestore, Lanes: 8}}
	k.Step(60)
	got := k.sm[0].Got
	require.Len(t, got, 2*(pipe.HeadBeats+1))
	for n, was := range []pipe.ThreadHead{began[0], began[2]} {
		var h pipe.ThreadHead
		for beat := range uint8(pipe.HeadBeats) {
			h.TakeHead(beat, &got[n*(pipe.HeadBeats+1)+int(beat)])
		}
		was.Threads, was.Active, was.Restored = 2, 0, true
		require.Equal(t, was, h)
	}
}

// A thread that ends with a fault in its trap handler is not saved. The others of its CTA are, whoever comes first.
func TestAFaultInATrapHandler(t *testing.T) {
	for faulty := range uint8(3) {
		k := newBench(t)
		beats := task.Beats()
		k.wdu.Queue = []pipe.TaskBeat{beats[0], beats[1], pipe.ArgsBeat(1, &[8]uint32{}), pipe.ArgsBeat(1, &[8]uint32{})}
		k.launch([3]uint32{1, 2, 3}, 0)
		k.placed(0)
		k.call.Queue = []pipe.HandlerRequest{{Slot: 1, Stage: isa.StageTrap, Lanes: 8}}
		k.Step(40)
		for n := range uint8(3) {
			require.Empty(t, k.exit.Got)
			e := pipe.ThreadEnd{Kind: pipe.ThreadSaved, Slot: 1, Thread: n}
			if n == faulty {
				e.Kind, e.Fault = pipe.SlotFree, 4
			}
			k.ends[0].Queue = []pipe.ThreadEnd{e}
			k.Step(20)
		}
		require.Equal(t, []pipe.CTAEnd{{Kind: pipe.CTASaved, Slot: 1, Task: 1, At: [3]uint32{1, 2, 3}}, {Kind: pipe.CallDone, Slot: 1}}, k.exit.Got)
	}
}

// Sources take turns: requests of both sides of the break point and launches get places one after the other, as long as there are places for all.
func TestSourcesTakeTurns(t *testing.T) {
	k := newBench(t)
	short := task
	short.Size, short.Args = [3]uint16{8, 1, 1}, 0
	beats := short.Beats()
	k.wdu.Queue = beats[:]
	k.Step(10)
	for n := range uint16(20) {
		l := pipe.Launch{Task: 1, At: [3]uint32{uint32(n)}, Work: n}
		k.wdu.Queue = append(k.wdu.Queue, l.Beat(1))
		for side, stage := range [pipe.Sides]uint8{isa.StageVertex, isa.StagePixel} {
			h := pipe.ThreadHead{Stage: stage, Registers: 7, Work: n}
			list := h.Beats()
			list[len(list)-1].Last = true
			k.eup[side].Queue = append(k.eup[side].Queue, list[:]...)
		}
	}
	var order []uint8 // stages
	k.b.P.Placed.Watch(func(e *pm.Placed) {
		order = append(order, e.Head.Stage)
		k.ends[e.SM].Queue = append(k.ends[e.SM].Queue, pipe.ThreadEnd{Kind: pipe.SlotFree, Thread: e.Head.Thread})
	})
	k.Step(600)
	require.Len(t, order, 60)
	for n := 3; n+3 < len(order); n += 3 {
		require.ElementsMatch(t, []uint8{isa.StageVertex, isa.StagePixel, isa.StageCompute}, order[n:n+3], "%d: %v", n, order)
	}
}

// A call for results finds its thread by side, context and number of the work, though others have the same number.
func TestCallsFindTheirThreads(t *testing.T) {
	k := newBench(t)
	calls := [pipe.Sides]*blocktest.Source[pipe.ResultCall]{}
	for side := range calls {
		calls[side] = blocktest.In(k.Bench, &k.b.P.EUPCall[side], []string{"CALL_ABOVE", "CALL_BELOW"}[side], 2)
	}
	type who struct {
		sm     int
		thread uint8
	}
	at := map[[2]int]who{} // by side and slot
	k.b.P.Placed.Watch(func(e *pm.Placed) {
		side := pipe.Below
		if e.Head.Stage == isa.StageVertex {
			side = pipe.Above
		}
		at[[2]int{side, int(e.Head.Slot)}] = who{int(e.SM), e.Head.Thread}
	})
	for slot := range uint8(2) {
		k.request(pipe.Above, pipe.ThreadHead{Slot: slot, Stage: isa.StageVertex, Registers: 7, Work: 3})
		k.request(pipe.Below, pipe.ThreadHead{Slot: slot, Stage: isa.StagePixel, Registers: 7, Work: 3})
	}
	require.Len(t, at, 4)
	for key, want := range at {
		k.sm[0].Got, k.sm[1].Got = nil, nil
		calls[key[0]].Queue = []pipe.ResultCall{{Slot: uint8(key[1]), Work: 3}}
		k.Step(10)
		require.Len(t, k.sm[want.sm].Got, 1, "side %d, slot %d", key[0], key[1])
		require.Empty(t, k.sm[1-want.sm].Got)
		require.Equal(t, pipe.CallBeat(uint8(key[1]), want.thread, 0), k.sm[want.sm].Got[0])
	}
}

// A launch of a context that is stopped keeps nothing of the other context waiting: neither its tasks nor its CTAs.
func TestAStoppedContextKeepsNobodyWaiting(t *testing.T) {
	k := newBench(t)
	held, free := task, task
	held.Size, held.Args, free.Size, free.Args, free.Slot, free.Task = [3]uint16{8, 1, 1}, 0, [3]uint16{8, 1, 1}, 1, 0, 0
	first, second := held.Beats(), free.Beats()
	k.wdu.Queue = first[:]
	k.call.Queue = []pipe.HandlerRequest{{Slot: 1, Stage: isa.StageTrap}}
	k.Step(40)
	k.launch([3]uint32{1, 0, 0}, 0)
	heads, _ := k.placed(0)
	require.Empty(t, heads, "no CTA of a stopped context begins")
	l := pipe.Launch{At: [3]uint32{2, 0, 0}}
	k.other.Queue = append(second[:], pipe.ArgsBeat(0, &[8]uint32{77}), l.Beat(0))
	k.Step(40)
	got := k.sm[0].Got
	require.NotEmpty(t, got)
	require.Equal(t, [8]uint32{77}, *got[len(got)-1].Register())
	heads, _ = k.placed(0)
	require.Equal(t, []any{uint8(0), [3]uint32{}}, []any{heads[0].Slot, [3]uint32{}})
}
