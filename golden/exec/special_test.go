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
	require.Equal(t, &Fault{32, "an execution-mask stack of 33 entries, expected 32 at most"}, thread.Fault)
	thread = NewThread(deep, nil, nil)
	thread.run()
	require.Equal(t, &Fault{32, "iret without an interrupted program"}, thread.Fault)
	require.ErrorContains(t, NewThread(kernel, nil, nil).Enter(kernel, [4]uint32{}), "expected a handler")
	wide, err := Load(Program{Lanes: 16, Stage: StageTrap})
	require.NoError(t, err)
	require.ErrorContains(t, NewThread(kernel, nil, nil).Enter(wide, [4]uint32{}), "expected 8")
}

func TestHandlersWriteEveryWordOfTheStack(t *testing.T) {
	const place = isa.SpecialStack + 4*31
	handler, err := Load(Program{Code: assemble(wrsr(place, 1), wrsr(place+1, 2), wrsr(place+2, 3), wrsr(place+3, 4),
		rdsr(11, place), rdsr(12, place+1), rdsr(13, place+2), rdsr(14, place+3), end()), Lanes: 8, Stage: StageTrap})
	require.NoError(t, err)
	kernel, err := Load(Program{Code: assemble(end()), Lanes: 8})
	require.NoError(t, err)
	thread := NewThread(kernel, nil, nil)
	require.NoError(t, thread.Enter(handler, [4]uint32{}))
	for reg, value := range []uint32{0, 0x3c, 0xc3, uint32(Else), 9} {
		thread.set(reg, value)
	}
	thread.run()
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	for reg, want := range map[int]uint32{11: 0x3c, 12: 0xc3, 13: uint32(Else), 14: 0} {
		require.Equal(t, want, thread.at(reg, 1)[0], "r%d", reg)
	}
}
