package sm_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
)

// A store of bytes changes these bytes, not for discarded lanes, and not beyond the last byte of the CTA's shared memory, where loads find 0.
func TestBytesOfSharedMemory(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 8 1 1\n.shared 1024\nsend.shared_store.ub r1, r2\nsend.shared_load.ud r10, r3\nsend.end {last}\n")
	var got [8]uint32
	s.b.P.Wrote.Watch(func(w *sm.Write) {
		if w.Reg == 10 {
			got = *w.Data
		}
	})
	var bytes, wordsAt [8]uint32
	for n := range uint32(8) {
		bytes[n], wordsAt[n] = 4*n+1, 4*n
	}
	s.thread(pipe.ThreadHead{Lanes: 8, Threads: 1, Helpers: 4, SharedSize: 1, SharedRest: 40}, [8]uint32{}, bytes, [8]uint32{0x14131211, 0x18171615}, wordsAt)
	s.run(60)
	require.Equal(t, [8]uint32{0x1100, 0x1200, 0, 0x1400, 0x1500, 0x1600, 0, 0}, got)
	require.Len(t, s.ends.Got, 1)
}

// A component that begins before the end of shared memory and ends after it is not there: it reads as 0, and a store changes none of its bytes.
func TestComponentsAcrossTheEndOfSharedMemory(t *testing.T) {
	for _, c := range []struct {
		typ   string
		bytes uint8
	}{{"uw", 1}, {"ud", 1}, {"ud", 3}, {"uq", 4}, {"uq", 7}} {
		s := newBench(t, config, fmt.Sprintf(".lanes 8\n.cta 8 1 1\n.shared 1024\nsend.shared_store.ub r1, r2\nsend.shared_load.%s r10, r3\nsend.shared_store.%[1]s r3, r4\nsend.shared_load.ub r12, r1\nsend.end {last}\n", c.typ))
		got := map[uint8][8]uint32{}
		s.b.P.Wrote.Watch(func(w *sm.Write) { got[w.Reg] = *w.Data })
		s.thread(pipe.ThreadHead{Lanes: 8, Threads: 1, SharedSize: 1, SharedRest: 64 - c.bytes}, [8]uint32{}, [8]uint32{0, 1, 2, 3, 4, 5, 6, 7}, [8]uint32{0xffffffff, 0xffffffff}, [8]uint32{}, [8]uint32{0x12345678, 0x12345678})
		s.run(90)
		require.Len(t, s.ends.Got, 1)
		require.Zero(t, got[10], c)
		require.Equal(t, ^uint32(0)>>(8*max(0, 4-int(c.bytes))), got[12][0], c)
	}
}

// Threads of a CTA enter their handlers when all have stopped, with the kernel's stack pointer, and go on in the kernel when all have returned.
func TestHandlersOfACTA(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 16 1 1\nwrsr sp, r0<0>:ud\nx: jmp x\nsend.end {last}\n")
	handler, errs := asm.Assemble("h.tka", ".stage restore\n.lanes 8\nrdsr r4:ud, sp\nsend.context_load r5, +128\nmov r6:ud, r5:ud\niret\n")
	require.Empty(t, errs)
	bytes := uint32(len(s.code))
	s.code = append(append(s.code, make([]byte, 64-len(s.code))...), handler.Bytes()...)
	pointers := map[uint8]uint32{}
	s.b.P.Wrote.Watch(func(w *sm.Write) {
		if w.Reg == 4 {
			pointers[w.Thread] = w.Data[0]
		}
	})
	var events [2][]sm.HandlerEventKind
	s.b.P.Handlers.Watch(func(e *sm.HandlerEvent) { events[e.Thread] = append(events[e.Thread], e.Kind) })
	for n := range uint8(2) {
		s.threadOf(bytes, pipe.ThreadHead{Lanes: 8, Thread: n, Number: n, Threads: 2}, [8]uint32{100 + uint32(n)})
	}
	s.run(80)
	call := func(n uint8) {
		c := pipe.HandlerCall{Thread: n, Stage: isa.StageRestore, Lanes: 8, Kernel: s.at + 64, Bytes: uint32(len(handler.Bytes()))}
		s.pm.Queue = append(s.pm.Queue, c.Beat())
		s.run(60)
	}
	call(0)
	require.Empty(t, events[0], "the other thread executes")
	call(1)
	entered := []sm.HandlerEventKind{sm.Entered}
	require.Equal(t, [2][]sm.HandlerEventKind{entered, entered}, events)
	require.Equal(t, map[uint8]uint32{0: 100, 1: 101}, pointers)
	s.answers.Queue = append(s.answers.Queue, pipe.MessageAnswer{Reg: 5, Mask: ^uint32(0), Last: true})
	s.run(60)
	require.Equal(t, entered, events[0], "the other thread is in its handler")
	s.answers.Queue = append(s.answers.Queue, pipe.MessageAnswer{Thread: 1, Reg: 5, Mask: ^uint32(0), Last: true})
	s.run(60)
	left := []sm.HandlerEventKind{sm.Entered, sm.Left}
	require.Equal(t, [2][]sm.HandlerEventKind{left, left}, events)
}

// A handler that takes entries off the mask stack leaves nothing of them: the thread ends as after reset.
func TestHandlerTakesEntriesOffTheStack(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 8 1 1\nif\nif\nx: jmp x\nendif\nendif\nsend.end {last}\n")
	fresh := s.state()
	s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1, Limit: 60}, isa.StageRestore, "mov r4:ud, 1:ud\nwrsr depth, r4<0>:ud\niret\n")
	s.run(300)
	require.Equal(t, uint8(eu.LimitReached), s.ends.Got[len(s.ends.Got)-1].Fault)
	require.Equal(t, fresh, s.state())
}

// When a thread ends in a trap handler the load/store unit is told that its kernel's scratch memory is saved.
func TestScratchOfASavedThread(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 8 1 1\nx: jmp x\nsend.end {last}\n")
	s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1, Scratch: 100}, isa.StageTrap, "send.end {last}\n")
	s.run(100)
	require.Len(t, s.lsu[pipe.Below].Got, 1)
	m := s.lsu[pipe.Below].Got[0].Message()
	require.Equal(t, []any{uint8(isa.MessageEnd), uint8(pipe.ScratchSaved), uint32(100)}, []any{m.Code, m.Operation, m.Scratch})
	s.answers.Queue = append(s.answers.Queue, pipe.MessageAnswer{Last: true, Done: true})
	s.run(20)
	require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.ThreadSaved}}, s.ends.Got)
}

// handled starts a thread and has it call a handler.
func (s *bench) handled(h pipe.ThreadHead, stage uint8, text string) {
	name := map[uint8]string{isa.StageTrap: "trap", isa.StageRestore: "restore"}[stage]
	handler, errs := asm.Assemble("h.tka", ".stage "+name+"\n.lanes 8\n"+text)
	require.Empty(s.t, errs)
	bytes := uint32(len(s.code))
	s.code = append(append(s.code, make([]byte, 64-len(s.code))...), handler.Bytes()...)
	s.threadOf(bytes, h)
	s.run(60)
	c := pipe.HandlerCall{Stage: stage, Lanes: 8, Kernel: s.at + 64, Bytes: uint32(len(handler.Bytes()))}
	s.pm.Queue = append(s.pm.Queue, c.Beat())
}

// Flags that are on their way when a handler ends are the handler's, and do not come to the kernel.
func TestFlagsOfAHandlerDoNotComeToTheKernel(t *testing.T) {
	s := newBench(t, config, ".cta 8 1 1\nloop: jmp loop\n")
	var flags *uint32
	s.b.P.Handlers.Watch(func(e *sm.HandlerEvent) {
		if e.Kind == sm.Left {
			flags = &e.State.Control.Flags[0]
		}
	})
	s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1}, isa.StageRestore, "cmp.eq.f0 null:ud, r9:ud, r9:ud\niret\n")
	s.run(100)
	require.NotNil(t, flags)
	require.Zero(t, *flags, "also later")
}

// The registers of a set are sent when nothing is on its way to them.
func TestASetWaitsForItsRegisters(t *testing.T) {
	s := newBench(t, config, ".cta 8 1 1\nloop: jmp loop\n")
	s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1}, isa.StageTrap, "mov (1) r4:ud, 1024:ud\nrcp r10:f, 2.0:f\nsend.context_store_set r4, +0\nsend.end {last}\n")
	s.run(200)
	got := s.lsu[pipe.Below].Got
	require.Len(t, got, 2)
	require.Equal(t, [8]uint32{0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000}, *got[1].Register())
}

// A thread whose stack is full goes on after a handler. One with more entries than there are does not.
func TestAFullStackAfterAHandler(t *testing.T) {
	for entries, want := range map[int]eu.Fault{isa.StackEntries: eu.LimitReached, isa.StackEntries + 1: eu.StackFull} {
		s := newBench(t, config, ".lanes 8\n.cta 8 1 1\nx: jmp x\nsend.end {last}\n")
		fresh := s.state()
		s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1, Limit: 60}, isa.StageRestore, fmt.Sprintf("mov r4:ud, %d:ud\nwrsr depth, r4<0>:ud\nmov r4:ud, 7:ud\nwrsr stack+124, r4<0>:ud\niret\n", entries))
		s.run(300)
		require.Equal(t, uint8(want), s.ends.Got[len(s.ends.Got)-1].Fault, entries)
		require.Equal(t, fresh, s.state())
	}
}

// A thread that ends with a fault in its trap handler is not saved: its slot is free.
func TestAFaultInATrapHandler(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 8 1 1\nx: jmp x\nsend.end {last}\n")
	s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1}, isa.StageTrap, "x: jmp x\nnop\nsend.end {last}\n")
	s.code[64] = 0xff
	s.run(100)
	require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree, Fault: uint8(eu.BadOpcode)}}, s.ends.Got)
}

// A set moves the registers that the thread has, up to its last one and none after it, which is another thread's.
func TestASetEndsWithTheThreadsRegisters(t *testing.T) {
	s := newBench(t, config, ".cta 8 1 1\nloop: jmp loop\n")
	s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1}, isa.StageTrap, "mov r4:ud, 0xc0000001:ud\nsend.context_store_set r4, +0\nsend.end {last}\n") // r0, r30 to r32, r62 to r64 and so on
	s.run(200)
	require.Len(t, s.lsu[pipe.Below].Got, 2*6)
}

// A handler gives masks the lanes that the kernel has, and no others.
func TestMasksHaveTheKernelsLanes(t *testing.T) {
	for _, name := range []string{"active", "helpers", "stack", "stack+1"} {
		s := newBench(t, config, ".lanes 8\n.cta 8 1 1\nx: jmp x\nsend.end {last}\n")
		var got uint32
		s.b.P.Wrote.Watch(func(w *sm.Write) {
			if w.Reg == 5 {
				got = w.Data[0]
			}
		})
		s.handled(pipe.ThreadHead{Lanes: 8, Threads: 1}, isa.StageRestore, "mov r4:ud, 1:ud\nwrsr depth, r4<0>:ud\nmov r4:ud, 0x12345678:ud\nwrsr "+name+", r4<0>:ud\nrdsr r5:ud, "+name+"\niret\n")
		s.run(100)
		require.Equal(t, uint32(0x78), got, name)
	}
}

// A thread whose restore handler has ended goes on when the last one whose handler has not ends with a fault.
func TestAFaultInARestoreHandler(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 16 1 1\nx: jmp x\nsend.end {last}\n")
	handlers := [2]string{"iret\n", "nop\nnop\nnop\niret\n"}
	bytes := uint32(len(s.code))
	for n, text := range handlers {
		h, errs := asm.Assemble("h.tka", ".stage restore\n.lanes 8\n"+text)
		require.Empty(t, errs)
		s.code = append(append(s.code, make([]byte, 64*(n+1)-len(s.code))...), h.Bytes()...)
	}
	s.code[128] = 0xff // the second one begins with what is no instruction
	var left []uint8
	s.b.P.Handlers.Watch(func(e *sm.HandlerEvent) {
		if e.Kind == sm.Left {
			left = append(left, e.Thread)
		}
	})
	for n := range uint8(2) {
		s.threadOf(bytes, pipe.ThreadHead{Lanes: 8, Thread: n, Number: n, Threads: 2})
	}
	s.run(80)
	for n := range uint8(2) {
		c := pipe.HandlerCall{Thread: n, Stage: isa.StageRestore, Lanes: 8, Kernel: s.at + 64*uint32(n+1), Bytes: 32}
		s.pm.Queue = append(s.pm.Queue, c.Beat())
	}
	s.run(100)
	require.Len(t, s.ends.Got, 2, "%v", s.ends.Got) // one has come back, one has ended
	require.Equal(t, []uint8{0}, left)
}

// Helpers of the upper lanes write nothing in shared memory, and others do.
func TestHelpersOfUpperLanes(t *testing.T) {
	s := newBench(t, config, ".lanes 16\n.cta 16 1 1\n.shared 1024\nsend.shared_store.ud (8@8) r1, r2\nsend.shared_load.ud (8@8) r10, r1\nsend.end {last}\n")
	var got [8]uint32
	s.b.P.Wrote.Watch(func(w *sm.Write) {
		if w.Reg == 10 || w.Reg == 11 {
			got = *w.Data
		}
	})
	at := [8]uint32{0, 4, 8, 12, 16, 20, 24, 28}
	data := [8]uint32{11, 12, 13, 14, 15, 16, 17, 18}
	s.thread(pipe.ThreadHead{Lanes: 16, Threads: 1, Helpers: 0x0503, SharedSize: 1}, [8]uint32{}, at, data)
	s.run(60)
	require.Equal(t, [8]uint32{0, 12, 0, 14, 15, 16, 17, 18}, got, "lanes 8 and 10 are helpers")
}
