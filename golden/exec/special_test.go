package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

func rdsr(reg int, special uint32) ins {
	return do(isa.OpRdsr, ud(reg), num(special, isa.TypeUd))
}

func wrsr(special uint32, reg int) ins {
	return do(isa.OpWrsr, null(isa.TypeUd), ud(reg).by(isa.RegionScalar), num(special, isa.TypeUd))
}

func TestSpecialRegisters(t *testing.T) {
	m := machine{Program: Program{Lanes: 16}, prepare: func(t *Thread) {
		t.Active, t.Helpers, t.Flags, t.RA, t.SP, t.Number, t.Slot = 0xf0, 0x30, [4]uint32{1, 2, 3, 4}, 5, 6, 7, 8
		t.set(20, 9, 9)
		t.set(1, 0x1234, 7)
	}}
	for special, want := range map[uint32]uint32{
		isa.SpecialF0: 1, isa.SpecialF1: 2, isa.SpecialF2: 3, isa.SpecialF3: 4, isa.SpecialRa: 5, isa.SpecialSp: 6, isa.SpecialThread: 7, isa.SpecialSlot: 8,
		isa.SpecialActive: 0xf0, isa.SpecialHelpers: 0x30, isa.SpecialLanes: 16, isa.SpecialDepth: 0,
	} {
		require.Equal(t, []uint32{want, 9}, m.run(t, rdsr(20, special)).at(20, 2), "lane 0, whether it is active or not")
	}
	got := m.run(t, wrsr(isa.SpecialF1, 1), wrsr(isa.SpecialRa, 1), wrsr(isa.SpecialSp, 1), flow(isa.OpLoop, ""), rdsr(21, isa.SpecialDepth))
	require.Equal(t, [4]uint32{1, 0x1234, 3, 4}, got.Flags)
	require.Equal(t, uint32(0x1234), got.RA)
	require.Equal(t, uint32(0x1234), got.SP)
	require.Equal(t, uint32(1), got.at(21, 1)[0])
}

func TestHandlersAccessWhatTheyInterrupt(t *testing.T) {
	load := func(stage Stage, items ...any) *Kernel {
		k, err := Load(Program{Code: assemble(items...), Lanes: 8, Stage: stage})
		require.NoError(t, err)
		return k
	}
	kernel := load(StageCompute, below(4), flow(isa.OpIf, "endif").when(0), mark(0), mark(1), label("endif"), flow(isa.OpEndif, ""), mark(2), end())
	trap := load(StageTrap, rdsr(40, isa.SpecialActive), rdsr(41, isa.SpecialPc), rdsr(42, isa.SpecialDepth), rdsr(43, isa.SpecialStack), rdsr(44, isa.SpecialStack+1),
		rdsr(45, isa.SpecialStack+2), rdsr(46, isa.SpecialF0), rdsr(47, isa.SpecialTr0+1),
		do(isa.OpCmp, ud(48), ud(1), num(2, isa.TypeUd)).cond(isa.ConditionGe, 0), // flags and mask of its own
		do(isa.OpMov, ud(50), num(0x05, isa.TypeUd)), wrsr(isa.SpecialActive, 50), wrsr(isa.SpecialHelpers, 50), wrsr(isa.SpecialTr0+3, 50),
		rdsr(51, isa.SpecialTr0+3), flow(isa.OpIret, ""))
	thread := NewThread(kernel, nil, nil)
	numbered(thread)
	for range 3 {
		thread.Step()
	}
	require.NoError(t, thread.Enter(trap, [4]uint32{10, 11, 12, 13}))
	require.Equal(t, uint32(0xff), thread.Active)
	require.Error(t, thread.Enter(trap, [4]uint32{}))
	thread.run()
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	for reg, want := range map[int]uint32{40: 0x0f, 41: 48, 42: 1, 43: 0xff, 44: 0xf0, 45: uint32(If), 46: 0x0f, 47: 11, 51: 5} {
		require.Equal(t, want, thread.at(reg, 1)[0], "r%d", reg)
	}
	require.Equal(t, []uint32{0, 0, 0xffffffff, 0xffffffff}, thread.at(48, 4))
	require.Equal(t, uint32(0x0f), thread.Flags[0])
	require.Equal(t, uint32(0x05), thread.Helpers)
	require.Equal(t, []uint32{111, 101, 111, 101, 100, 100, 100, 100}, thread.at(2, 8), "in mark(1) lanes 0 and 2 were left")

	// A restore: everything is written, then the program goes on.
	restore := load(StageRestore, do(isa.OpMov, ud(50), num(0x03, isa.TypeUd)), wrsr(isa.SpecialActive, 50), do(isa.OpMov, ud(51), num(1, isa.TypeUd)), wrsr(isa.SpecialDepth, 51),
		wrsr(isa.SpecialStack, 51), wrsr(isa.SpecialStack+2, 51), do(isa.OpMov, ud(52), num(48, isa.TypeUd)), wrsr(isa.SpecialPc, 52), flow(isa.OpIret, ""))
	thread = NewThread(kernel, nil, nil)
	require.NoError(t, thread.Enter(restore, [4]uint32{}))
	thread.run()
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	require.Equal(t, []uint32{110, 10, 0, 0, 0, 0, 0, 0}, thread.at(2, 8))

	deep := load(StageRestore, do(isa.OpMov, ud(50), num(33, isa.TypeUd)), wrsr(isa.SpecialDepth, 50), flow(isa.OpIret, ""))
	thread = NewThread(kernel, nil, nil)
	require.NoError(t, thread.Enter(deep, [4]uint32{}))
	thread.run()
	require.Equal(t, &Fault{At: 32, Reason: "an execution-mask stack of 33 entries, expected 32 at most"}, thread.Fault)
	thread = NewThread(deep, nil, nil)
	thread.run()
	require.Equal(t, &Fault{At: 32, Reason: "iret without an interrupted program"}, thread.Fault)
	require.ErrorContains(t, NewThread(kernel, nil, nil).Enter(kernel, [4]uint32{}), "expected a handler")
	require.ErrorContains(t, thread.Enter(trap, [4]uint32{}), "has ended")
}

func TestHandlersWriteEveryWordOfTheStack(t *testing.T) {
	const place = isa.SpecialStack + 4*31
	handler, err := Load(Program{Code: assemble(wrsr(isa.SpecialDepth, 5), wrsr(place, 1), wrsr(place+1, 2), wrsr(place+2, 3), wrsr(place+3, 4),
		rdsr(11, place), rdsr(12, place+1), rdsr(13, place+2), rdsr(14, place+3), end()), Lanes: 8, Stage: StageTrap})
	require.NoError(t, err)
	kernel, err := Load(Program{Code: assemble(end()), Lanes: 8})
	require.NoError(t, err)
	thread := NewThread(kernel, nil, nil)
	require.NoError(t, thread.Enter(handler, [4]uint32{}))
	for reg, value := range []uint32{0, 0x3c, 0xc3, uint32(Else) | 0x10, 9, 64 + 32} {
		thread.set(reg, value)
	}
	thread.run()
	require.Equal(t, Saved, thread.State, "%v", thread.Fault)
	for reg, want := range map[int]uint32{11: 0x3c, 12: 0xc3, 13: uint32(Else), 14: 0} {
		require.Equal(t, want, thread.at(reg, 1)[0], "r%d", reg)
	}
}

// stackOf is what a handler that is entered now reads of the mask stack, of at most three entries: an entry's words. Words beyond the stack must be 0. It uses
// registers from r100 on.
func stackOf(t *testing.T, thread *Thread) (entries [][4]uint32) {
	t.Helper()
	var items []any
	for n := range 12 {
		items = append(items, rdsr(100+n, isa.SpecialStack+uint32(n)))
	}
	trap := kernel(t, Program{Lanes: thread.kernel.Lanes, Stage: StageTrap}, append(items, rdsr(112, isa.SpecialDepth), flow(isa.OpIret, ""))...)
	require.NoError(t, thread.Enter(trap, [4]uint32{}))
	for thread.kernel == trap {
		thread.Step()
	}
	depth := int(thread.at(112, 1)[0])
	for n := range 3 {
		var e [4]uint32
		for word := range e {
			e[word] = thread.at(100+4*n+word, 1)[0]
		}
		entries = append(entries, e)
		require.True(t, n < depth || e == [4]uint32{}, "entry %d of a stack of %d: %v", n, depth, e)
	}
	if depth == 0 {
		return nil
	}
	return entries[:depth]
}

// An entry of the stack has the mask after the construct, lanes that wait for the else or for the rejoin, and 1 for if, 2 for else, 3 for loop.
func TestWordsOfTheStack(t *testing.T) {
	type after struct {
		active uint32
		stack  [][4]uint32
	}
	loop := [4]uint32{0xff, 0, 3}
	waits := func(lanes uint32) [4]uint32 { return [4]uint32{0xff, lanes, 3} }
	continues := func(on ins, waiting, active uint32) ([]any, []after) {
		return []any{flow(isa.OpLoop, ""), label("body"), flow(isa.OpIf, "else").when(0), flow(isa.OpContinue, "else").when(1),
				label("else"), flow(isa.OpElse, "endif"), flow(isa.OpBreak, "endif").when(2),
				label("endif"), flow(isa.OpEndif, ""), on, flow(isa.OpWhile, "body").when(3)},
			[]after{
				{0xff, [][4]uint32{loop}}, {0x0f, [][4]uint32{loop, {0xff, 0xf0, 1}}}, {0x0c, [][4]uint32{waits(3), {0xfc, 0xf0, 1}}},
				{0xf0, [][4]uint32{waits(3), {0xfc, 0, 2}}}, {0x30, [][4]uint32{waits(3), {0x3c, 0, 2}}},
				{0x3c, [][4]uint32{waits(3)}}, {active, [][4]uint32{waits(waiting)}}, {0x11, [][4]uint32{loop}},
				// Lane 0 continues, then lane 4 is in the else.
				{0x01, [][4]uint32{loop, {0x11, 0x10, 1}}}, {0, [][4]uint32{waits(1), {0x10, 0x10, 1}}}, {0x10, [][4]uint32{waits(1), {0x10, 0, 2}}},
			}
	}
	run := func(items []any, want []after) {
		t.Helper()
		thread := machine{}.thread(t, append(items, end())...)
		thread.Flags = [4]uint32{0x0f, 0x03, 0xc0, 0x11}
		for n, w := range want {
			thread.Step()
			require.Equal(t, Running, thread.State, "%v", thread.Fault)
			require.Equal(t, w.stack, stackOf(t, thread), "after step %d", n)
			require.Equal(t, w.active, thread.Active, "after step %d", n)
		}
	}
	run(continues(flow(isa.OpRejoin, ""), 0, 0x3f))
	run(continues(flow(isa.OpNop, ""), 3, 0x3c))
	run([]any{flow(isa.OpIf, "else"), label("else"), flow(isa.OpElse, "endif"), label("endif"), flow(isa.OpEndif, "")},
		[]after{{0xff, [][4]uint32{{0xff, 0, 1}}}, {0, [][4]uint32{{0xff, 0, 2}}}, {0xff, nil}})
	// A break of two loops: lanes leave every entry within the outer one.
	run([]any{flow(isa.OpLoop, ""), flow(isa.OpLoop, ""), label("body"), flow(isa.OpIf, "endif").when(0), flow(isa.OpBreak, "endif").when(1).levelled(2),
		flow(isa.OpBreak, "endif"), label("endif"), flow(isa.OpEndif, ""), flow(isa.OpWhile, "body").when(3)},
		[]after{{0xff, [][4]uint32{loop}}, {0xff, [][4]uint32{loop, loop}}, {0x0f, [][4]uint32{loop, loop, {0xff, 0xf0, 1}}},
			{0x0c, [][4]uint32{loop, {0xfc, 0, 3}, {0xfc, 0xf0, 1}}}, {0, [][4]uint32{loop, {0xfc, 0, 3}, {0xf0, 0xf0, 1}}},
			{0xf0, [][4]uint32{loop, {0xfc, 0, 3}}}, {0x10, [][4]uint32{loop, {0xfc, 0, 3}}}})
}

// A thread that is interrupted with a full stack comes back with it.
func TestHandlersReturnToAFullStack(t *testing.T) {
	thread := NewThread(kernel(t, Program{Lanes: 8}, append(nested(32), end())...), nil, nil)
	numbered(thread)
	for thread.Depth < 32 {
		thread.Step()
	}
	before := thread.Masks
	require.NoError(t, thread.Enter(kernel(t, Program{Lanes: 8, Stage: StageTrap}, rdsr(20, isa.SpecialDepth), flow(isa.OpIret, "")), [4]uint32{}))
	runHandler(t, thread)
	require.Equal(t, uint32(32), thread.at(20, 1)[0])
	require.Equal(t, before, thread.Masks)
	thread.run()
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	require.Equal(t, []uint32{1, 1, 1, 1, 1, 1, 1, 1}, thread.at(2, 8))
}

// Masks have the lanes of the thread, flags and the other special registers 32 bits.
func TestHandlersWriteSpecialRegistersOfAllLanes(t *testing.T) {
	const ones = 0xffffffff
	for _, lanes := range []int{8, 16, 32} {
		all := uint32(ones) >> (32 - lanes)
		want := map[uint32]uint32{isa.SpecialActive: all, isa.SpecialHelpers: all, isa.SpecialRa: ones, isa.SpecialSp: ones}
		for n := range uint32(4) {
			want[isa.SpecialF0+n], want[isa.SpecialTr0+n] = ones, ones
		}
		for special, value := range want {
			trap := kernel(t, Program{Lanes: lanes, Stage: StageTrap}, wrsr(special, 1), rdsr(2, special), flow(isa.OpIret, ""))
			after := end()
			if special < isa.SpecialTr0 {
				after = rdsr(3, special)
			}
			thread := NewThread(kernel(t, Program{Lanes: lanes}, after, end()), nil, nil)
			thread.Active, thread.Helpers = 1, 1
			thread.set(1, ones)
			require.NoError(t, thread.Enter(trap, [4]uint32{}))
			thread.run()
			require.Equal(t, Ended, thread.State, "%v", thread.Fault)
			require.Equal(t, value, thread.at(2, 1)[0], "special register %d of a thread of %d lanes", special, lanes)
			if special < isa.SpecialTr0 {
				require.Equal(t, value, thread.at(3, 1)[0], "special register %d of the interrupted program, of %d lanes", special, lanes)
			}
		}
	}
}

// A handler begins with all lanes, no helpers, and f0 of 0, each time; the interrupted program's are there again after it.
func TestHandlersHaveMasksOfTheirOwn(t *testing.T) {
	for _, lanes := range []int{8, 16, 32} {
		items := []any{do(isa.OpMov, ud(20), num(1, isa.TypeUd)), sends(isa.MessageSharedStore, noAnswer, 10, 20, fields{Type: isa.TypeUd})}
		items = append(items, do(isa.OpMov, ud(30), num(1, isa.TypeUd)).when(0), do(isa.OpMov, ud(50), num(1, isa.TypeUd)).when(0).not(),
			do(isa.OpCmp, null(isa.TypeUd), ud(20), ud(20)).cond(isa.ConditionEq, 0), flow(isa.OpIret, ""))
		trap := kernel(t, Program{Lanes: lanes, Stage: StageTrap}, items...)
		thread := NewThread(kernel(t, Program{Lanes: lanes}, end()), nil, nil)
		thread.cta = &CTA{Shared: make([]byte, 4*lanes), Threads: []*Thread{thread}}
		thread.Active, thread.Helpers, thread.Flags, thread.Depth = 2, thread.lanes(), [4]uint32{allLanes, allLanes, allLanes, allLanes}, 1
		thread.Stack[0] = Entry{Mask: 3, Waiting: 1, Construct: If}
		before := thread.Masks
		ones := make([]uint32, lanes)
		for k := range ones {
			ones[k] = 1
		}
		for range 2 {
			clear(thread.Registers[:])
			clear(thread.cta.Shared)
			for k := range lanes {
				thread.Registers[80+k] = uint32(4 * k)
			}
			require.NoError(t, thread.Enter(trap, [4]uint32{}))
			for thread.kernel == trap && thread.State == Running {
				thread.Step()
			}
			require.Nil(t, thread.Fault)
			require.Equal(t, ones, thread.at(20, lanes))
			require.Equal(t, ones, wordsOf(thread.cta.Shared), "no lane is a helper")
			require.Equal(t, make([]uint32, lanes), thread.at(30, lanes), "f0 is 0")
			require.Equal(t, ones, thread.at(50, lanes), "f0 is 0")
			require.Equal(t, before, thread.Masks)
		}
	}
}

// A thread that has ended in a handler begins its program anew.
func TestRestartAfterAHandler(t *testing.T) {
	k := kernel(t, Program{Lanes: 8}, do(isa.OpMov, ud(10), num(1, isa.TypeUd)), end())
	thread := NewThread(k, nil, nil)
	require.NoError(t, thread.Enter(kernel(t, Program{Lanes: 8, Stage: StageTrap}, end()), [4]uint32{}))
	thread.run()
	thread.Restart()
	thread.run()
	require.Equal(t, uint32(1), thread.at(10, 1)[0])
}

// Masks of the stack are those of lanes that there are.
func TestMasksOfTheStackAreOfTheThreadsLanes(t *testing.T) {
	thread := NewThread(kernel(t, Program{Lanes: 8}, end()), nil, nil)
	e := Entry{}
	e.setWord(0, 0xffffffff, thread.lanes())
	e.setWord(1, 0xffffff0f, thread.lanes())
	require.Equal(t, Entry{Mask: 0xff, Waiting: 0x0f}, e)
}
