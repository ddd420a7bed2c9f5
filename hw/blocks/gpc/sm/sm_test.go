package sm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
)

// bench is a multiprocessor alone. Its kernel's lines come two cycles after they are asked for.
type bench struct {
	*blocktest.Bench
	t       testing.TB
	b       *sm.SM
	code    []byte
	at      uint32 // address of the kernel
	pm      *blocktest.Source[pipe.ThreadBeat]
	ends    *blocktest.Sink[pipe.ThreadEnd]
	fetch   [pipe.Sides]*blocktest.Sink[pipe.CodeFetch]
	lines   *blocktest.Source[pipe.CodeLine]
	lsu     [pipe.Sides]*blocktest.Sink[pipe.MessageBeat]
	answers *blocktest.Source[pipe.MessageAnswer]
	issued  []string        // "cycle thread operation"
	spoiled map[uint16]bool // lines whose patch table is malformed
}

var config = sm.Config{Threads: 4, Registers: 256, Lanes: 8, MathLanes: 2, ALULatency: 4, MathLatency: 12, FlowLatency: 2, Shared: 1024, Banks: 16, SharedLatency: 6, Select: "round_robin"}

const codeAt = 0x1000

func newBench(t testing.TB, cfg sm.Config, text string) *bench {
	k, errs := asm.Assemble("k.tka", text)
	require.Empty(t, errs)
	b := sm.New("SM", cfg)
	s := &bench{Bench: blocktest.New(t, b), t: t, b: b, code: k.Bytes(), at: codeAt}
	s.pm, s.ends = blocktest.In(s.Bench, &b.P.PMSM, "PM", 4), blocktest.Out(s.Bench, &b.P.SMPM, "ENDS", 4)
	for side, name := range []string{"ABOVE", "BELOW"} {
		s.fetch[side] = blocktest.Out(s.Bench, &b.P.SML15[side], "FETCH_"+name, 4)
		s.lsu[side] = blocktest.Out(s.Bench, &b.P.SMLSU[side], "LSU_"+name, 4)
	}
	s.lines, s.answers = blocktest.In(s.Bench, &b.P.L15SM, "LINES", 4), blocktest.In(s.Bench, &b.P.LSUSM, "ANSWERS", 4)
	b.P.Issued.Watch(func(i *sm.Issue) {
		s.issued = append(s.issued, fmt.Sprintf("%d %d %s", s.Cycle(), i.Thread, isa.Operations[i.Op.Op].Name))
	})
	return s
}

// thread sends a request for a thread of so many lanes, with registers.
func (s *bench) thread(h pipe.ThreadHead, registers ...[8]uint32) {
	s.threadOf(uint32(len(s.code)), h, registers...)
}

// threadOf does that with a kernel of the first bytes of the code.
func (s *bench) threadOf(bytes uint32, h pipe.ThreadHead, registers ...[8]uint32) {
	h.Kernel, h.Bytes, h.Registers, h.First = s.at, bytes, 63, 64*uint16(h.Thread)
	h.Active = uint32(uint64(1)<<h.Lanes - 1)
	if len(registers) == 0 {
		registers = [][8]uint32{{}}
	}
	beats := h.Beats()
	s.pm.Queue = append(s.pm.Queue, beats[:]...)
	for n := range registers {
		s.pm.Queue = append(s.pm.Queue, pipe.RegisterBeat(h.Slot, &registers[n], n == len(registers)-1))
	}
}

// run goes on for some cycles.
func (s *bench) run(cycles int) {
	for range cycles {
		s.Step(1)
		for _, f := range s.fetch {
			for _, r := range f.Got {
				s.lines.Queue = append(s.lines.Queue, s.line(r))
			}
			f.Got = nil
		}
	}
}

// line is what a fetch is answered with.
func (s *bench) line(r pipe.CodeFetch) pipe.CodeLine {
	l := pipe.CodeLine{Slot: r.Slot, Thread: r.Thread, Generation: r.Generation, Addr: r.Addr}
	for n, c := range s.code[min(int(r.Addr-s.at), len(s.code)):] {
		if n < 64 {
			l.Words[n/4] |= uint32(c) << (n % 4 * 8)
		}
	}
	if r.Patch.Lines > 0 && s.spoiled[r.Patch.Line] {
		l.Malformed, l.Words = true, [16]uint32{}
	}
	return l
}

// order are the instructions that were issued: cycles since the first one, thread and operation.
func (s *bench) order() string {
	first, list := 0, []string{}
	for n, text := range s.issued {
		var cycle, thread int
		var op string
		fmt.Sscan(text, &cycle, &thread, &op)
		if n == 0 {
			first = cycle
		}
		list = append(list, fmt.Sprintf("%d:%d:%s", cycle-first, thread, op))
	}
	return strings.Join(list, " ")
}

const vertex = ".stage vertex\n.inputs 16\n"

// An instruction waits for the results that it needs: passes and latency of the unit, and a cycle to write.
func TestWhenInstructionsIssue(t *testing.T) {
	for _, c := range []struct {
		what, text string
		lanes      uint8
		want       string
	}{
		{"independent", "add r1:ud, r2:ud, r3:ud\nadd r4:ud, r2:ud, r3:ud", 8, "0:0:add 1:0:add 2:0:send"},
		{"read after write", "add r1:ud, r2:ud, r3:ud\nadd r4:ud, r1:ud, r3:ud", 8, "0:0:add 5:0:add 6:0:send"},
		{"write after write", "add r1:ud, r2:ud, r3:ud\nmov r1:ud, r3:ud", 8, "0:0:add 5:0:mov 6:0:send"},
		{"32 lanes take four passes", "add r8:ud, r4:ud, r4:ud\nadd r12:ud, r4:ud, r4:ud", 32, "0:0:add 4:0:add 8:0:send"},
		{"64 bits take two", "add r2:uq, r4:uq, r4:uq\nadd r6:uq, r4:uq, r4:uq", 8, "0:0:add 2:0:add 4:0:send"},
		{"the math unit has two lanes", "rcp r1:f, r2:f\nrcp r3:f, r2:f\nmov r4:f, r1:f", 8, "0:0:rcp 4:0:rcp 16:0:mov 17:0:send"},
		{"registers of a source", "mov r1:ub, r4<8>:ub", 8, "0:0:mov 2:0:send"},
		{"control flow", "jmp x\nx: nop\nnop", 8, "0:0:jmp 2:0:nop 3:0:nop 4:0:send"},
		{"a flag", "cmp.lt.f1 null:ud, r2:ud, r3:ud\n(f1) mov r4:ud, r2:ud", 8, "0:0:cmp 5:0:mov 6:0:send"},
		{"another flag", "cmp.lt.f1 null:ud, r2:ud, r3:ud\n(f2) mov r4:ud, r2:ud", 8, "0:0:cmp 1:0:mov 2:0:send"},
		{"special registers wait for flags", "cmp.lt.f1 null:ud, r2:ud, r3:ud\nrdsr r4:ud, sp", 8, "0:0:cmp 5:0:rdsr 6:0:send"},
	} {
		s := newBench(t, config, vertex+fmt.Sprintf(".lanes %d\n", c.lanes)+c.text+"\nsend.end {last}\n")
		s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: c.lanes})
		s.run(60)
		require.Equal(t, c.want, s.order(), c.what)
		require.Len(t, s.ends.Got, 1, c.what)
	}
}

// The line after the one that is executed is fetched ahead, but not from the next page, which may not be there: only when an instruction needs it. Nor is one above the break point that is patched by a table of
// which a part lies in another page.
func TestNothingIsFetchedAheadOfAPage(t *testing.T) {
	const page = 1 << pipe.PageShift
	for _, c := range []struct {
		at    uint32
		table uint8
		stage uint8
		want  []uint32
	}{
		{codeAt, 0, isa.StageVertex, []uint32{codeAt, codeAt + 64}}, {page - 64, 0, isa.StageVertex, []uint32{page - 64}},
		{codeAt, 255, isa.StageVertex, []uint32{codeAt, codeAt + 64}},
		{page - 128, 0, isa.StageVertex, []uint32{page - 128, page - 64}}, {page - 128, 1, isa.StageVertex, []uint32{page - 128}},
		{page - 256, 1, isa.StageVertex, []uint32{page - 256, page - 192}}, {page - 256, 2, isa.StageVertex, []uint32{page - 256}},
		{page - 128, 1, isa.StagePixel, []uint32{page - 128, page - 64}},
	} {
		side := pipe.Above
		if c.stage == isa.StagePixel {
			side = pipe.Below
		}
		s := newBench(t, config, vertex+".lanes 8\nnop\nnop\nsend.end {last}\n")
		s.at, s.code = c.at, append(s.code, make([]byte, 128)...)
		var got []uint32
		s.fetch[side].F.OnPut(func(_ uint64, f *pipe.CodeFetch) { got = append(got, f.Addr) })
		s.thread(pipe.ThreadHead{Stage: c.stage, Lanes: 8, Table: c.table})
		s.run(60)
		require.Equal(t, c.want, got, "%+v", c)
		require.Len(t, s.ends.Got, 1)
	}
}

// Threads issue in turn, or one as long as it can and then the oldest.
func TestSelection(t *testing.T) {
	const text = vertex + ".lanes 8\nmov r1:ud, 1:ud\nmov r2:ud, 1:ud\nadd r3:ud, r1:ud, r2:ud\nsend.end {last}\n"
	for _, c := range []struct{ policy, want string }{
		{"round_robin", "2:mov 3:mov 0:mov 2:mov 3:mov 0:mov"},
		{"greedy", "2:mov 2:mov 3:mov 3:mov 0:mov 0:mov"},
	} {
		cfg := config
		cfg.Select, cfg.ALULatency = c.policy, 20
		s := newBench(t, cfg, text)
		s.lines.Shut = true
		for _, n := range []uint8{2, 3, 0} {
			s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8, Thread: n})
		}
		s.run(30)
		s.lines.Shut = false
		s.run(120)
		var got []string
		for _, i := range strings.Fields(s.order()) {
			_, rest, _ := strings.Cut(i, ":")
			got = append(got, rest)
		}
		require.Equal(t, c.want, strings.Join(got[:6], " "))
		require.Len(t, s.ends.Got, 3)
	}
}

// A thread that cannot go on ends with a fault and its place.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit uint32
		spoil func(code []byte) []byte
		fault eu.Fault
		at    uint32
	}{
		{"x: jmp x\nsend.end {last}", 5, nil, eu.LimitReached, 0},
		{"nop\nnop\nsend.end {last}", 2, nil, eu.LimitReached, 16},
		{"nop\nmov r1:ud, r2:ud\nsend.end {last}", 0, func(c []byte) []byte { c[8] = 0xff; return c }, eu.BadOpcode, 8},
		{"nop\nnop\nsend.end {last}", 0, func(c []byte) []byte { return c[:16] }, eu.BadCounter, 16},
		{"if\nendif\nsend.end {last}", 0, func(c []byte) []byte { copy(c, c[8:16]); return c }, eu.StackEmpty, 0},
		{"if\nelse\nendif\nsend.end {last}", 0, func(c []byte) []byte { copy(c[16:], c[8:16]); return c }, eu.WrongConstruct, 16},
		{"loop\n(f0) while\nsend.end {last}", 0, func(c []byte) []byte { return append(c[:8:8], append([]byte{}, mustEndif(t)...)...) }, eu.WrongConstruct, 8},
	} {
		s := newBench(t, config, vertex+".lanes 8\n"+c.text+"\n")
		if c.spoil != nil {
			s.code = c.spoil(s.code)
		}
		s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8, Limit: c.limit, Generation: 3})
		s.run(60)
		require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree, Generation: 3, Fault: uint8(c.fault), At: c.at}}, s.ends.Got, c.text)
	}
	s := newBench(t, config, vertex+".lanes 8\nx: loop\n(f0) while\nsend.end {last}\n")
	loop := s.code[:8]
	for len(s.code) < 8*40 {
		s.code = append(loop[:8:8], s.code...)
	}
	s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8})
	s.run(300)
	require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree, Fault: uint8(eu.StackFull), At: 32 * 8}}, s.ends.Got)
}

// mustEndif is the code of an endif.
func mustEndif(t testing.TB) []byte {
	k, errs := asm.Assemble("k.tka", vertex+".lanes 8\nif\nendif\nsend.end {last}\n")
	require.Empty(t, errs)
	return k.Bytes()[8:16]
}

// A message is its head and its registers. Its thread goes on when the last one has left; the answer frees the registers one after the other, and the
// thread's end waits for it.
func TestMessages(t *testing.T) {
	s := newBench(t, config, vertex+".lanes 8\n.binding 2 buffer read\nsend.load.f.2 r10, r4+8, b2\nmov r4:ud, 0:ud\nmov r20:f, r11:f\nsend.end {last}\n")
	s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Slot: 1, Lanes: 8, Thread: 3, Generation: 7, Set: 5}, [8]uint32{}, [8]uint32{}, [8]uint32{}, [8]uint32{}, [8]uint32{1, 2, 3, 4, 5, 6, 7, 8})
	s.run(60)
	require.Len(t, s.lsu[pipe.Above].Got, 2)
	require.Empty(t, s.lsu[pipe.Below].Got)
	head := s.lsu[pipe.Above].Got[0].Message()
	require.Equal(t, pipe.MessageHead{
		Slot: 1, Thread: 3, Generation: 7, Set: 5, Lanes: 8, Count: 8, Code: isa.MessageLoad, Binding: 2, Type: isa.TypeF, Components: 1, Answer: 10, Offset: 8, Mask: 0xff,
	}, head)
	require.Equal(t, [8]uint32{1, 2, 3, 4, 5, 6, 7, 8}, *s.lsu[pipe.Above].Got[1].Register())
	require.Equal(t, "0:3:send 2:3:mov", s.order(), "two beats, and the answer is missing")
	s.answers.Queue = []pipe.MessageAnswer{{Slot: 1, Thread: 3, Generation: 7, Reg: 10, Mask: ^uint32(0)}}
	s.run(20)
	require.Equal(t, "0:3:send 2:3:mov", s.order(), "it needs r11")
	require.Empty(t, s.ends.Got)
	s.answers.Queue = []pipe.MessageAnswer{{Slot: 1, Thread: 3, Generation: 7, Reg: 11, Mask: ^uint32(0), Last: true}}
	s.run(20)
	require.Contains(t, s.order(), "mov")
	require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree, Slot: 1, Thread: 3, Generation: 7}}, s.ends.Got)
}

// A barrier opens when all threads of the CTA have arrived, those that come later too, or have ended.
func TestBarriers(t *testing.T) {
	s := newBench(t, config, ".lanes 8\n.cta 24 1 1\ncmp.eq.f0 null:ud, r0.6<0>:ud, 2:ud\n(f0.any) jmp out\nsend.barrier\nmov r9:ud, 1:ud\nout: send.end {last}\n")
	for n := range uint8(2) {
		s.thread(pipe.ThreadHead{Lanes: 8, Thread: n, Number: n, Threads: 3}, [8]uint32{6: uint32(n)})
	}
	s.run(60)
	require.NotContains(t, s.order(), "mov", "the third thread is not here yet")
	s.thread(pipe.ThreadHead{Lanes: 8, Thread: 3, Number: 2, Threads: 3}, [8]uint32{6: 2})
	s.run(60)
	require.Equal(t, 2, strings.Count(s.order(), "mov"))
	require.Len(t, s.ends.Got, 3)
}

// An access of shared memory takes a cycle for each register, and for each word of a bank.
func TestBanksOfSharedMemory(t *testing.T) {
	for _, c := range []struct {
		what     string
		multiple uint32
		cycles   int
	}{{"all banks", 4, 1}, {"one word", 0, 1}, {"every second bank", 8, 1}, {"every eighth", 32, 4}, {"one bank", 64, 8}} {
		s := newBench(t, config, ".lanes 8\n.cta 8 1 1\n.shared 1024\nsend.shared_load.ud r10, r1\nsend.shared_load.ud r11, r1\nsend.end {last}\n")
		var addresses [8]uint32
		for n := range addresses {
			addresses[n] = c.multiple * uint32(n)
		}
		s.thread(pipe.ThreadHead{Lanes: 8, Threads: 1, SharedSize: 16}, [8]uint32{}, addresses)
		s.run(60)
		require.Equal(t, fmt.Sprintf("0:0:send %d:0:send %d:0:send", 1+c.cycles, 2+c.cycles), s.order(), c.what)
	}
}
