package exec

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// kernel loads a program of compute.
func kernel(t testing.TB, p Program, items ...any) *Kernel {
	t.Helper()
	p.Code = assemble(items...)
	k, err := Load(p)
	require.NoError(t, err)
	return k
}

func storeTo(binding uint32, address, data int) ins {
	return sends(isa.MessageStore, noAnswer, address, data, fields{Binding: binding, Type: isa.TypeUd})
}

func TestWhatALaunchBrings(t *testing.T) {
	var got []*Thread
	k := kernel(t, Program{Lanes: 16, CTA: [3]int{5, 2, 2}, Args: 9}, end())
	c, err := NewCTA(k, [3]int{1, 2, 3}, [3]int{4, 5, 6}, []uint32{70, 71, 72, 73, 74, 75, 76, 77, 78}, nil, nil)
	require.NoError(t, err)
	got = c.Threads
	require.Len(t, got, 2)
	for n, thread := range got {
		require.Equal(t, []uint32{1, 2, 3, 4, 5, 6, uint32(n), 2}, thread.at(0, 8))
		for k := range 16 {
			local := 16*n + k
			if local >= 20 {
				require.Zero(t, thread.Active>>k&1)
				require.Zero(t, thread.at(1, 16)[k]+thread.at(3, 16)[k]+thread.at(5, 16)[k])
				continue
			}
			require.NotZero(t, thread.Active>>k&1)
			require.Equal(t, []uint32{uint32(local % 5), uint32(local / 5 % 2), uint32(local / 10)},
				[]uint32{thread.at(1, 16)[k], thread.at(3, 16)[k], thread.at(5, 16)[k]})
		}
		require.Equal(t, []uint32{70, 71, 72, 73, 74, 75, 76, 77, 78, 0}, thread.at(7, 10))
		require.Equal(t, n, thread.Number)
	}
}

// A sum of all lanes of a CTA, by shared memory and a barrier: each thread writes its lanes, lane k of thread 0 adds them up.
func sumOfCTA() []any {
	return []any{
		do(isa.OpShl, ud(10), ud(1), num(2, isa.TypeUd)), // address of the lane's word
		sends(isa.MessageSharedStore, noAnswer, 10, 1, fields{Type: isa.TypeUd}),
		sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}),
		do(isa.OpMov, ud(11), num(0, isa.TypeUd)), do(isa.OpMov, ud(12), num(0, isa.TypeUd)),
		flow(isa.OpLoop, ""), label("body"),
		sends(isa.MessageSharedLoad, ud(13), 11, 0, fields{Type: isa.TypeUd}),
		do(isa.OpAdd, ud(12), ud(12), ud(13)),
		do(isa.OpAdd, ud(11), ud(11), num(4, isa.TypeUd)),
		do(isa.OpCmp, null(isa.TypeUd), ud(11), num(4*24, isa.TypeUd)).cond(isa.ConditionLt, 0),
		flow(isa.OpWhile, "body").when(0),
		do(isa.OpAdd, ud(12), ud(12), ud(0).by(isa.RegionScalar)), // the CTA's number
		do(isa.OpMad, ud(14), ud(0).by(isa.RegionScalar), ud(4).by(isa.RegionScalar), ud(1)),
		do(isa.OpShl, ud(14), ud(14), num(2, isa.TypeUd)),
		storeTo(0, 14, 12), end(),
	}
}

func TestBarriersAndSharedMemory(t *testing.T) {
	for name, o := range map[string]Options{
		"ascending":        {},
		"descending":       {Threads: []int{2, 1, 0}, CTAs: []int{2, 0, 1}},
		"round robin":      {RoundRobin: true},
		"round robin back": {RoundRobin: true, Threads: []int{1, 2, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			items := append([]any{do(isa.OpMov, ud(4), num(24, isa.TypeUd))}, sumOfCTA()...)
			k := kernel(t, Program{Lanes: 8, CTA: [3]int{24, 1, 1}, Shared: 96}, items...)
			m := Memory{Bindings: []Binding{{Data: make([]byte, 4*24*3), Write: true}}}
			require.NoError(t, RunGrid(k, [3]int{3, 1, 1}, nil, &m, o))
			for n, sum := range wordsOf(m.Bindings[0].Data) {
				require.Equal(t, uint32(24*23/2+n/24), sum, "lane %d", n)
			}
		})
	}
}

// Threads that have ended are not waited for, whether they end before the others arrive or after.
func TestBarriersDoNotWaitForThreadsThatHaveEnded(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{24, 1, 1}},
		do(isa.OpCmp, null(isa.TypeUd), ud(0).el(6).by(isa.RegionScalar), num(1, isa.TypeUd)).cond(isa.ConditionEq, 0),
		flow(isa.OpJmp, "end").pred(isa.PredicateAll, 0), sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), mark(0), label("end"), end())
	for _, o := range []Options{{}, {Threads: []int{1, 0, 2}}, {Threads: []int{0, 2, 1}}, {RoundRobin: true}} {
		require.NoError(t, RunGrid(k, [3]int{1, 1, 1}, nil, nil, o))
	}
}

// A thread that lingers is waited for until it leaves.
func TestBarriersWaitForThreadsThatLinger(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{16, 1, 1}}, sends(isa.MessageBarrier, noAnswer, 0, 0, fields{}), mark(0), label("end"), end())
	c, err := NewCTA(k, [3]int{}, [3]int{1, 1, 1}, nil, nil, &Options{Lingers: true})
	require.NoError(t, err)
	c.Threads[0].Step()
	c.Threads[1].end()
	require.Equal(t, []State{Waiting, Ended}, []State{c.Threads[0].State, c.Threads[1].State})
	require.NoError(t, c.Threads[0].Withdraw())
	c.Threads[0].Step()
	c.Threads[1].Retire()
	require.Equal(t, Running, c.Threads[0].State)
}

func TestOrderOfCTAs(t *testing.T) {
	var got [][3]int
	o := Options{Hook: func(e *Event) {
		got = append(got, [3]int{int(e.Thread.Registers[0]), int(e.Thread.Registers[1]), int(e.Thread.Registers[2])})
	}}
	k := kernel(t, Program{Lanes: 8}, end())
	require.NoError(t, RunGrid(k, [3]int{2, 2, 2}, nil, nil, o))
	require.Equal(t, [][3]int{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}, got)
	got, o.CTAs = nil, []int{7, 0, 1, 2, 3, 4, 5, 6}
	require.NoError(t, RunGrid(k, [3]int{2, 2, 2}, nil, nil, o))
	require.Equal(t, [3]int{1, 1, 1}, got[0])
	require.Equal(t, [3]int{0, 0, 0}, got[1])
	require.NoError(t, RunGrid(k, [3]int{2, 0, 2}, nil, nil, Options{}))
}

// Each CTA begins with registers, shared and scratch memory that are 0.
func TestCTAsBeginAnew(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{8, 1, 1}, Shared: 4, Scratch: 32},
		do(isa.OpMov, ud(20), num(0, isa.TypeUd)),
		sends(isa.MessageSharedAtomic, ud(21), 20, 22, fields{Type: isa.TypeUd, Operation: isa.AtomicAdd, Returns: true}),
		do(isa.OpAdd, ud(22), ud(22), num(1, isa.TypeUd)), do(isa.OpAdd, ud(22), ud(22), ud(21)),
		sends(isa.MessageScratchLoad, ud(23), 0, 0, fields{}), do(isa.OpAdd, ud(22), ud(22), ud(23)),
		sends(isa.MessageSharedStore, noAnswer, 20, 22, fields{Type: isa.TypeUd}), sends(isa.MessageScratchStore, noAnswer, 0, 22, fields{}),
		sends(isa.MessageSharedLoad, ud(24), 20, 0, fields{Type: isa.TypeUd}), storeTo(0, 20, 24), end())
	m := Memory{Bindings: []Binding{{Data: make([]byte, 4), Write: true}}}
	require.NoError(t, RunGrid(k, [3]int{4, 1, 1}, nil, &m, Options{}))
	require.Equal(t, []uint32{1}, wordsOf(m.Bindings[0].Data))
}

// leaves is a program that leaves something in everything that a thread has, and ends within constructs.
func leaves() []any {
	items := []any{flow(isa.OpNop, ""), do(isa.OpMov, ud(1), num(0xffffffff, isa.TypeUd)).noMask(), wrsr(isa.SpecialRa, 1), wrsr(isa.SpecialSp, 1),
		sends(isa.MessageSharedStore, noAnswer, 1, 1, fields{Type: isa.TypeUd}).plus(1), sends(isa.MessageScratchStore, noAnswer, 0, 1, fields{})}
	for n := range uint32(4) {
		items = append(items, wrsr(isa.SpecialF0+n, 1))
	}
	items = append(items, flow(isa.OpDiscard, ""), flow(isa.OpLoop, ""),
		do(isa.OpMov, ud(1), num(5, isa.TypeUd)).noMask(), wrsr(isa.SpecialF0, 1), flow(isa.OpIf, "endif").when(0),
		do(isa.OpMov, ud(1), num(1, isa.TypeUd)).noMask(), wrsr(isa.SpecialF0, 1), flow(isa.OpContinue, "endif").when(0))
	for n := range 128 {
		items = append(items, do(isa.OpMov, ud(n), num(4, isa.TypeUd)).noMask())
	}
	return append(items, label("endif"), end())
}

// Nothing of a CTA is left to the next one, of any thread: whatever masks, registers and memory of its own it had, and how many instructions it executed.
func TestThreadsBeginAnew(t *testing.T) {
	type begin struct {
		seen
		instructions int
		shared       string
	}
	var begins []begin
	program := leaves()
	o := Options{Limit: len(program), Hook: func(e *Event) {
		if e.At == 0 {
			s := begin{snapshot(e.Thread), e.Thread.Instructions, string(e.Thread.cta.Shared)}
			s.Registers[0] = 0 // the CTA's number
			begins = append(begins, s)
		}
	}}
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{20, 1, 1}, Shared: 64, Scratch: 64, Args: 2}, program...)
	require.NoError(t, RunGrid(k, [3]int{3, 1, 1}, []uint32{6, 7}, nil, o))
	require.Len(t, begins, 9)
	for n, b := range begins {
		require.Equal(t, begins[n%3], b, "thread %d of CTA %d", n%3, n/3)
		require.Equal(t, Masks{Active: []uint32{0xff, 0xff, 0x0f}[n%3]}, b.Masks)
		require.Equal(t, []any{uint32(0), uint32(0), 1}, []any{b.RA, b.SP, b.instructions})
		require.Equal(t, string(make([]byte, 64)), b.Scratch)
	}
	require.Equal(t, string(make([]byte, 64)), begins[0].shared)

	thread := machine{Program: Program{Shared: 64, Scratch: 64}, options: Options{Limit: len(program)}}.thread(t, program...)
	before := snapshot(thread)
	for range 2 {
		thread.run()
		require.Equal(t, Ended, thread.State, "%v", thread.Fault)
		require.Equal(t, Masks{Active: 4, Helpers: 0xff, Flags: [4]uint32{1, allLanes, allLanes, allLanes}, Depth: 2,
			Stack: [StackEntries]Entry{{0xff, 0x01, Loop}, {0xfe, 0xfa, If}}}, thread.Masks)
		thread.Restart()
		require.Equal(t, before, snapshot(thread))
		require.Zero(t, thread.Instructions)
	}
	thread = machine{}.thread(t, flow(isa.OpEndif, ""))
	before = snapshot(thread)
	thread.run()
	require.Equal(t, Failed, thread.State)
	thread.Restart()
	require.Equal(t, before, snapshot(thread), "after a fault")
}

func TestFaultsOfAGrid(t *testing.T) {
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{16, 1, 1}},
		do(isa.OpCmp, null(isa.TypeUd), ud(0).el(6).by(isa.RegionScalar), num(1, isa.TypeUd)).cond(isa.ConditionEq, 0),
		flow(isa.OpJmp, "away").pred(isa.PredicateAll, 0), end(), label("away"), flow(isa.OpRejoin, ""))
	err := RunGrid(k, [3]int{2, 1, 1}, nil, nil, Options{})
	require.EqualError(t, err, "CTA [0 0 0], thread 1: 0x30: the execution-mask stack is empty")
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, 0x30, fault.At)
	good := kernel(t, Program{Lanes: 8, Args: 1}, end())
	args := []uint32{1}
	require.ErrorContains(t, RunGrid(good, [3]int{1, 1, 1}, nil, nil, Options{}), "0 arguments of a launch, expected 1")
	require.ErrorContains(t, RunGrid(good, [3]int{1, -1, 1}, args, nil, Options{}), "a grid of [1 -1 1] CTAs")
	require.ErrorContains(t, RunGrid(good, [3]int{1 << 30, 1 << 30, 1}, args, nil, Options{}), "a grid of")
	require.ErrorContains(t, RunGrid(good, [3]int{2, 1, 1}, args, nil, Options{CTAs: []int{0, 0}}), "an order of CTAs")
	require.ErrorContains(t, RunGrid(good, [3]int{2, 1, 1}, args, nil, Options{Threads: []int{1}}), "an order of threads")
	pixel := kernel(t, Program{Lanes: 8, Stage: StagePixel}, end())
	require.ErrorContains(t, RunGrid(pixel, [3]int{1, 1, 1}, nil, nil, Options{}), "for CTAs")
	endless := kernel(t, Program{Lanes: 8}, label("L"), flow(isa.OpJmp, "L"))
	require.ErrorContains(t, RunGrid(endless, [3]int{1, 1, 1}, nil, nil, Options{Limit: 10}), "executed 10 instructions, which is its limit")
}

func TestHookSeesWhatIsExecuted(t *testing.T) {
	type event struct {
		at        int
		lanes     uint32
		registers [2]Span
		flag      int
		message   *Message
	}
	var got []event
	m := machine{memory: Memory{Bindings: []Binding{{}, {Data: make([]byte, 64), Write: true}}}, prepare: func(t *Thread) { numbered(t); t.Active = 0x3f }}
	m.options.Hook = func(e *Event) {
		copied := e.Message
		if copied != nil {
			copied = &Message{}
			*copied = *e.Message
		}
		got = append(got, event{e.At, e.Lanes, e.Registers, e.Flag, copied})
	}
	thread := m.thread(t, below(2), mark(0).when(0), do(isa.OpMull, r(20, isa.TypeUq), ud(1), ud(1)), do(isa.OpMov, ud(24).el(4), ud(1)),
		do(isa.OpCmp, null(isa.TypeUd), ud(1), ud(1)).cond(isa.ConditionNe, 0).when(0), flow(isa.OpDiscard, "").when(0).not(),
		sends(isa.MessageLoad, ud(30), 1, 0, fields{Binding: 1, Type: isa.TypeUd, Count: 1}).plus(8),
		storeTo(1, 30, 1), end())
	thread.run()
	require.Equal(t, Ended, thread.State, "%v", thread.Fault)
	require.Len(t, got, 9)
	none := [2]Span{}
	require.Equal(t, event{0, 0x3f, none, 0, nil}, got[0])
	require.Equal(t, event{16, 0x03, [2]Span{{2, 1}}, -1, nil}, got[1])
	require.Equal(t, event{32, 0x3f, [2]Span{{20, 2}, {22, 2}}, -1, nil}, got[2])
	require.Equal(t, event{48, 0x3f, [2]Span{{24, 2}}, -1, nil}, got[3], "of a place within a register")
	require.Equal(t, uint32(0x03), got[4].lanes, "by the flags before it")
	require.Equal(t, event{80, 0x3f, none, -1, nil}, got[5])
	load := got[6]
	require.Equal(t, [2]Span{{30, 2}}, load.registers)
	require.Equal(t, Message{Code: isa.MessageLoad, Binding: 1, Type: isa.TypeUd, Components: 2, Lanes: 0x3f, Helpers: 0x3f,
		Address: [32]uint32{8, 8, 8, 8, 12, 12}}, *load.message)
	require.Equal(t, isa.MessageStore, got[7].message.Code)
	require.Equal(t, 1, got[7].message.Data)
	require.True(t, got[8].message.Last)
	require.True(t, slices.IsSortedFunc(got, func(a, b event) int { return a.at - b.at }))
}
