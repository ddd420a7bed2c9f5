package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

func contextMessage(code uint32, dst arg, address, data, registers int) ins {
	return sends(code, dst, address, data, fields{Count: uint32(max(1, registers) - 1)})
}

// interrupted is a thread in a handler, with a context buffer of so many bytes at an address. It has as many registers as it is told.
func interrupted(t *testing.T, stage Stage, p Program, base uint64, bytes int, trap [4]uint32, items ...any) *Thread {
	t.Helper()
	p.Lanes, p.Code = 8, assemble(end())
	k, err := Load(p)
	require.NoError(t, err)
	m := &Memory{Context: ContextBuffer{Base: base, Data: make([]byte, bytes)}}
	thread := NewThread(k, m, nil)
	for w := range thread.Registers {
		thread.Registers[w] = uint32(w)
	}
	require.NoError(t, thread.Enter(kernel(t, Program{Lanes: 8, Stage: stage, Registers: 8}, append(items, flow(isa.OpIret, ""))...), trap))
	return thread
}

// runHandler executes a handler to its iret.
func runHandler(t *testing.T, thread *Thread) {
	t.Helper()
	for thread.InHandler() && thread.State == Running {
		thread.Step()
	}
	require.Nil(t, thread.Fault)
}

// Registers move to the address in trap registers 0 and 1, of 64 bits, and the message's offset; and back.
func TestRegistersMoveToTheContextBuffer(t *testing.T) {
	const base = 1<<32 - 64
	store := interrupted(t, StageTrap, Program{}, base, 256, [4]uint32{0xfffffff0, 0, 0, 0}, contextMessage(isa.MessageContextStore, noAnswer, 0, 2, 3).plus(32))
	runHandler(t, store)
	data := wordsOf(store.memory.Context.Data)
	require.Equal(t, make([]uint32, 20), data[:20], "80 bytes: 48 to the trap registers' address, 32 of offset")
	for n, v := range data[20:44] {
		require.Equal(t, uint32(16+n), v)
	}
	require.Equal(t, make([]uint32, 20), data[44:])
	load := interrupted(t, StageRestore, Program{}, base, 256, [4]uint32{0x10, 1, 0, 0}, contextMessage(isa.MessageContextLoad, ud(5), 0, 0, 2))
	copy(load.memory.Context.Data, store.memory.Context.Data)
	runHandler(t, load)
	require.Equal(t, data[20:36], load.at(5, 16), "the address has a high half")
	require.Equal(t, uint32(56), load.at(7, 1)[0])
}

// Beyond the context buffer reads are 0 and nothing is written, below it too.
func TestEndsOfTheContextBuffer(t *testing.T) {
	for _, address := range []uint32{0, 960, 1000, 2000} {
		thread := interrupted(t, StageTrap, Program{}, 992, 40, [4]uint32{address, 0, 0, 0},
			contextMessage(isa.MessageContextStore, noAnswer, 0, 2, 2), contextMessage(isa.MessageContextLoad, ud(4), 0, 0, 2))
		runHandler(t, thread)
		for n := range 16 {
			want := uint32(0)
			if at := int(address) + 4*n; at >= 992 && at+4 <= 1032 {
				want = uint32(16 + n)
				require.Equal(t, want, wordsOf(thread.memory.Context.Data)[(at-992)/4])
			}
			require.Equal(t, want, thread.at(4, 16)[n], "word %d from address %d on", n, address)
		}
	}
}

// A set moves the registers that the thread has, one after the other in memory. A thread has at least those of its handler.
func TestSetsOfRegisters(t *testing.T) {
	set := []any{do(isa.OpMov, ud(1).el(0), num(0x80000c04, isa.TypeUd)).sized(isa.SizeLanes1, 0), do(isa.OpMov, ud(1).el(1), num(0x3, isa.TypeUd)).sized(isa.SizeLanes1, 0),
		do(isa.OpMov, ud(1).el(2), num(0, isa.TypeUd)).sized(isa.SizeLanes1, 0), do(isa.OpMov, ud(1).el(3), num(0x80000000, isa.TypeUd)).sized(isa.SizeLanes1, 0)}
	for registers, want := range map[int][]int{128: {2, 10, 11, 31, 32, 33, 127}, 33: {2, 10, 11, 31, 32}, 11: {2, 10}, 1: {2}} {
		store := interrupted(t, StageTrap, Program{Registers: registers}, 0, 512, [4]uint32{}, append(set, contextMessage(isa.MessageContextStoreSet, noAnswer, 1, 0, 1).plus(64))...)
		runHandler(t, store)
		data := wordsOf(store.memory.Context.Data)[16:]
		for n, reg := range want {
			require.Equal(t, uint32(8*reg+7), data[8*n+7], "r%d of %d registers", reg, registers)
		}
		require.Zero(t, data[8*len(want)], "%d registers", registers)
		load := interrupted(t, StageRestore, Program{Registers: registers}, 0, 512, [4]uint32{}, append(set, contextMessage(isa.MessageContextLoadSet, noAnswer, 1, 0, 1).plus(64))...)
		copy(load.memory.Context.Data, store.memory.Context.Data)
		for _, reg := range want {
			load.set(reg, make([]uint32, 8)...)
		}
		runHandler(t, load)
		for reg := 2; reg < 128; reg++ {
			require.Equal(t, uint32(8*reg+1), load.at(reg, 2)[1], "r%d of %d registers", reg, registers)
		}
	}
}

// A load of a set that has the register in which the set is takes the set as it was.
func TestSetThatIsOverwritten(t *testing.T) {
	thread := interrupted(t, StageRestore, Program{}, 0, 512, [4]uint32{}, do(isa.OpMov, ud(1), num(0, isa.TypeUd)),
		do(isa.OpMov, ud(1).el(0), num(0x6, isa.TypeUd)).sized(isa.SizeLanes1, 0), contextMessage(isa.MessageContextLoadSet, noAnswer, 1, 0, 1))
	runHandler(t, thread)
	require.Equal(t, make([]uint32, 16), thread.at(1, 16))
	require.Equal(t, uint32(24), thread.at(3, 1)[0])
}

// The live registers are those of the program's table at PC, for each 8 bytes; without a table all that the thread has.
func TestLiveRegistersOfThePlace(t *testing.T) {
	live := []RegisterSet{{1, 2, 3, 4}, {}, {5, 6, 7, 8}}
	for pc, want := range map[uint32][]uint32{0: {1, 2, 3, 4}, 8: {0, 0, 0, 0}, 16: {5, 6, 7, 8}, 24: {0, 0, 0, 0}, 0xfffffff8: {0, 0, 0, 0}} {
		thread := interrupted(t, StageTrap, Program{Live: live, Registers: 40}, 0, 0, [4]uint32{}, do(isa.OpMov, ud(1), num(pc, isa.TypeUd)), wrsr(isa.SpecialPc, 1),
			sends(isa.MessageLive, ud(2), 0, 0, fields{}), do(isa.OpMov, ud(1), num(0, isa.TypeUd)), wrsr(isa.SpecialPc, 1))
		runHandler(t, thread)
		require.Equal(t, append(want, 0, 0, 0, 0), thread.at(2, 8), "byte %d", pc)
	}
	for registers, want := range map[int][]uint32{40: {0xffffffff, 0xff, 0, 0}, 3: {0xff, 0, 0, 0}} {
		thread := interrupted(t, StageTrap, Program{Registers: registers}, 0, 0, [4]uint32{}, sends(isa.MessageLive, ud(2), 0, 0, fields{}))
		runHandler(t, thread)
		require.Equal(t, append(want, 0, 0, 0, 0), thread.at(2, 8), "%d registers, the handler has 8", registers)
	}
}

// A handler reads how many registers the thread has, the size of shared memory, and the instructions that count, which it may write.
func TestWhatHandlersReadOfThreads(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, Registers: 20, Shared: 100}, flow(isa.OpNop, ""), flow(isa.OpNop, ""), flow(isa.OpNop, ""), end())
	c, err := NewCTA(k, [3]int{}, [3]int{1, 1, 1}, nil, nil, &Options{Limit: 4})
	require.NoError(t, err)
	thread := c.Threads[0]
	thread.Step()
	thread.Step()
	trap := kernel(t, Program{Lanes: 8, Stage: StageTrap, Registers: 30}, rdsr(10, isa.SpecialRegisters), rdsr(11, isa.SpecialShared), rdsr(12, isa.SpecialCount),
		do(isa.OpMov, ud(13), num(3, isa.TypeUd)), wrsr(isa.SpecialCount, 13), flow(isa.OpIret, ""))
	require.NoError(t, thread.Enter(trap, [4]uint32{}))
	runHandler(t, thread)
	require.Equal(t, []uint32{30, 100, 2}, []uint32{thread.at(10, 1)[0], thread.at(11, 1)[0], thread.at(12, 1)[0]})
	thread.Step()
	require.Equal(t, Running, thread.State)
	thread.Step()
	require.Equal(t, "the thread has executed 4 instructions, which is its limit", thread.Fault.Reason)
	for _, c := range []struct {
		registers, allocated, handler int
		want                          uint32
	}{{20, 0, 8, 20}, {20, 40, 8, 40}, {20, 40, 50, 50}, {40, 20, 8, 40}} {
		thread := NewThread(kernel(t, Program{Lanes: 8, Registers: c.registers, Allocated: c.allocated}, end()), nil, nil)
		require.NoError(t, thread.Enter(kernel(t, Program{Lanes: 8, Stage: StageTrap, Registers: c.handler}, rdsr(1, isa.SpecialRegisters), flow(isa.OpIret, "")), [4]uint32{}))
		runHandler(t, thread)
		require.Equal(t, c.want, thread.at(1, 1)[0], "%+v", c)
	}
	alone := machine{Program: Program{Stage: StageTrap, Registers: 8, Allocated: 40}}.run(t, rdsr(1, isa.SpecialRegisters))
	require.Equal(t, uint32(40), alone.at(1, 1)[0], "a handler without an interrupted program")
}

// The limit does not count instructions of handlers, of which there may be more.
func TestHandlersHaveNoLimit(t *testing.T) {
	k := kernel(t, Program{Lanes: 8}, flow(isa.OpNop, ""), end())
	thread := NewThread(k, nil, &Options{Limit: 2})
	var items []any
	for range 10 {
		items = append(items, flow(isa.OpNop, ""))
	}
	trap := kernel(t, Program{Lanes: 16, Stage: StageTrap}, append(items, flow(isa.OpIret, ""))...)
	for range 2 {
		require.NoError(t, thread.Enter(trap, [4]uint32{}))
		runHandler(t, thread)
		thread.Step()
	}
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	require.Equal(t, 2, thread.Instructions)
}

// A thread that waits at a barrier and is interrupted has not arrived; it arrives again. One that is saved has not ended: the barrier stays shut.
func TestInterruptsAtBarriers(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{24, 1, 1}}, flow(isa.OpNop, ""), sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), mark(0), end())
	trap := kernel(t, Program{Lanes: 8, Stage: StageTrap}, rdsr(10, isa.SpecialTr0+2), rdsr(11, isa.SpecialPc), flow(isa.OpIret, ""))
	save := kernel(t, Program{Lanes: 8, Stage: StageTrap}, end())
	c, err := NewCTA(k, [3]int{}, [3]int{1, 1, 1}, nil, nil, nil)
	require.NoError(t, err)
	a, b, last := c.Threads[0], c.Threads[1], c.Threads[2]
	a.run()
	b.run()
	require.Equal(t, []State{Waiting, Waiting, Running}, []State{a.State, b.State, last.State})
	executed := a.Instructions
	for _, th := range c.Threads {
		require.NoError(t, th.Enter(trap, [4]uint32{}))
		runHandler(t, th)
	}
	require.Equal(t, uint32(1|0<<8|2<<16), a.at(10, 1)[0], "bit 0: at a barrier, then rank and threads less one")
	require.Equal(t, uint32(1|1<<8|2<<16), b.at(10, 1)[0])
	require.Equal(t, uint32(2<<8|2<<16), last.at(10, 1)[0])
	require.Equal(t, []uint32{16, 16, 0}, []uint32{a.at(11, 1)[0], b.at(11, 1)[0], last.at(11, 1)[0]})
	last.run()
	require.Equal(t, Waiting, last.State, "the others have not arrived any more")
	a.run()
	require.Equal(t, executed, a.Instructions, "a barrier counts once")
	require.NoError(t, b.Enter(save, [4]uint32{}))
	b.run()
	require.Equal(t, []State{Waiting, Saved, Waiting}, []State{a.State, b.State, last.State})
	require.Error(t, b.Enter(save, [4]uint32{}))
}

// Ranks are of the threads that have not ended. A CTA that comes back has threads that have ended, and scratch memory as it was.
func TestCTAsThatComeBack(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{24, 1, 1}, Scratch: 32, Shared: 32}, flow(isa.OpNop, ""), sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), end())
	saved, err := NewCTA(k, [3]int{}, [3]int{1, 1, 1}, nil, nil, nil)
	require.NoError(t, err)
	saved.Threads[0].end()
	saved.Threads[0].Instructions = 7
	saved.Threads[1].Scratch[3] = 9
	saved.Shared[5] = 1
	c, err := NewCTA(k, [3]int{}, [3]int{1, 1, 1}, nil, nil, nil)
	require.NoError(t, err)
	c.Preempted(saved)
	require.Equal(t, byte(9), c.Threads[1].Scratch[3])
	require.Equal(t, make([]byte, 32), c.Shared)
	require.Equal(t, RegisterFile{}, c.Threads[2].Registers)
	require.Equal(t, []int{7, 0, 0}, []int{c.Threads[0].Instructions, c.Threads[1].Instructions, c.Threads[2].Instructions})
	trap := kernel(t, Program{Lanes: 8, Stage: StageTrap}, rdsr(10, isa.SpecialTr0+2), flow(isa.OpIret, ""))
	require.Error(t, c.Threads[0].Enter(trap, [4]uint32{}))
	for n, want := range []uint32{1: 0<<8 | 1<<16, 2: 1<<8 | 1<<16} {
		if n > 0 {
			require.NoError(t, c.Threads[n].Enter(trap, [4]uint32{}))
			runHandler(t, c.Threads[n])
			require.Equal(t, want, c.Threads[n].at(10, 1)[0])
		}
	}
	require.NoError(t, c.Run())
	require.Equal(t, Ended, c.Threads[2].State, "the two threads that are left open the barrier")
}
