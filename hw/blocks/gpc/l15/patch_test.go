package l15_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/nos"
	"tilemark/hw/pipe"
)

// patchBench is a cache with a kernel in memory. Line 0 has no tagged instructions, line 1 three words of the table, line 2 one.
type patchBench struct {
	*bench
	memory []byte
	table  pipe.PatchTable
	patch  *nos.Patcher
	reads  map[uint32]int // by line
	pages  map[uint32]bool
}

const codeAt = 0x1000

func newPatchBench(t testing.TB) *patchBench { return newPatchBenchOf(t, kernelText) }

// newPatchBenchOf has another kernel.
func newPatchBenchOf(t testing.TB, text string) *patchBench {
	k, errs := asm.Assemble("k.tka", text)
	require.Empty(t, errs)
	table, err := nos.Table(k)
	require.NoError(t, err)
	code := k.Bytes()
	from := pipe.TableAt(codeAt, uint32(len(code)))
	p := &patchBench{bench: newBench(t, l15.Config{Lines: 64, Ways: 16, Misses: 2, Held: 4}), memory: make([]byte, 0x30000), patch: nos.NewPatcher(k), reads: map[uint32]int{}, pages: map[uint32]bool{}}
	p.table = pipe.PatchTable{Stage: isa.StagePixel, Lines: uint8(len(table) / pipe.LineBytes), Addr: from}
	copy(p.memory[codeAt:], code)
	copy(p.memory[from:], table)
	return p
}

const kernelText = `.kernel k
.stage pixel
.lanes 8
.inputs 12
mov r20:f, 0.1:f
mov r21:f, 0.2:f
mov r22:f, 0.3:f
mov r23:f, 0.4:f
cmp.lt.f0 null:f, r9:f, 0.7:f {nos enable=alpha_test.compares condition=alpha_test.function immediate=alpha_test.reference}
mov r24:f, 0.1:f
mov r25:f, 0.2:f
mov r26:f, 0.3:f
mov r6:f, 0.5:f {nos disable=write_mask.channel}
send.color.4 r6 {last}
`

// serve runs the cache, and answers reads from memory.
func (p *patchBench) serve(cycles int) {
	p.serveSome(cycles, func(*pipe.MemRequest) bool { return true })
}

// serveSome answers some requests, and keeps the others.
func (p *patchBench) serveSome(cycles int, of func(r *pipe.MemRequest) bool) {
	for range cycles {
		p.run(1)
		var kept []pipe.MemRequest
		for _, r := range p.req.Got {
			if !of(&r) {
				kept = append(kept, r)
				continue
			}
			a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag}
			if p.pages[r.Addr>>pipe.PageShift] {
				a.Op = pipe.NoPage
			}
			for n := range a.Data {
				a.Data[n] = binary.LittleEndian.Uint32(p.memory[r.Addr+4*uint32(n):])
			}
			p.reads[r.Addr/pipe.LineBytes]++
			p.req.Answer(a)
		}
		p.req.Got = kept
	}
}

// state sends a version of the state.
func (p *patchBench) state(slot, version uint8, s *nos.State) {
	w, err := s.Words(isa.StagePixel)
	if err != nil {
		panic(err)
	}
	p.pm.Queue = append(p.pm.Queue, pipe.CacheCommand{Op: pipe.CacheState, Slot: slot, Stage: isa.StagePixel, Version: version, Words: w})
	p.serve(8)
}

// fetch fetches a line for a version, and returns what the thread gets.
func (p *patchBench) fetch(slot, version uint8, line uint16) pipe.CodeLine {
	f := pipe.CodeFetch{Slot: slot, Version: version, Addr: codeAt + uint32(line)*pipe.LineBytes, Patch: p.table}
	f.Patch.Line = line
	p.lines.Got = nil
	p.code.Queue = append(p.code.Queue, f)
	p.serve(60)
	if len(p.lines.Got) != 1 {
		panic("one line was expected")
	}
	return p.lines.Got[0]
}

// want is the line as the driver would patch it.
func (p *patchBench) want(line int, s *nos.State) (words [16]uint32) {
	code := append([]byte(nil), p.patch.Code()...)
	p.patch.Patch(code, s)
	code = append(code, make([]byte, pipe.LineBytes)...)
	for n := range words {
		words[n] = binary.LittleEndian.Uint32(code[line*pipe.LineBytes+4*n:])
	}
	return words
}

func less(reference float32) *nos.State {
	s := nos.Default()
	s.AlphaFunction, s.AlphaReference = nos.Less, reference
	return &s
}

// Each version of the state has its own lines where there are tagged instructions; others are shared, and come from memory once (rule N4).
func TestLinesArePatchedForTheirVersion(t *testing.T) {
	p := newPatchBench(t)
	states := []*nos.State{less(0.25), less(0.75)}
	for v, s := range states {
		p.state(0, uint8(v), s)
	}
	for round := range 2 {
		for v, s := range states {
			for line := range 3 {
				got := p.fetch(0, uint8(v), uint16(line))
				require.Equal(t, p.want(line, s), got.Words, "version %d, line %d, round %d", v, line, round)
			}
		}
	}
	for line, n := range p.reads {
		require.Equal(t, 1, n, "line %#x", line)
	}
	require.Len(t, p.reads, 4, "three lines of instructions, one of the table")
}

// The words of a kernel line may lie in the table's second line, after those of the lines before it, which are passed.
func TestWordsInTheSecondLineOfTheTable(t *testing.T) {
	text := ".kernel k\n.stage pixel\n.lanes 8\n.inputs 12\n"
	for n := range 28 { // each has a word; one more is for the group
		text += fmt.Sprintf("mov r%d:f, 0.5:f {nos disable=write_mask.channel}\n", 16+n)
	}
	p := newPatchBenchOf(t, text+"send.color.4 r6 {last}\n")
	require.EqualValues(t, 2, p.table.Lines)
	some, none := nos.Default(), nos.Default()
	none.WriteMask = 0
	for v, s := range []*nos.State{&some, &none} {
		p.state(0, uint8(v), s)
		for line := (len(p.patch.Code()) - 1) / pipe.LineBytes; line >= 0; line-- {
			got := p.fetch(0, uint8(v), uint16(line))
			require.False(t, got.Malformed, "line %d", line)
			require.Equal(t, p.want(line, s), got.Words, "version %d, line %d", v, line)
		}
	}
}

// A version that is written drops what was patched for it. Lines of other versions, slots and stages stay, and so do those without tagged instructions.
func TestAWrittenVersionIsPatchedAnew(t *testing.T) {
	p := newPatchBench(t)
	var patched []l15.Line
	var dropped []l15.Line
	p.b.P.Events.Watch(func(e *l15.Event) {
		switch e.Kind {
		case l15.WasPatched:
			patched = append(patched, *e.Line)
		case l15.Dropped:
			dropped = append(dropped, *e.Line)
		}
	})
	old, other, slot1 := less(0.25), less(0.5), less(0.125)
	p.state(0, 0, old)
	p.state(0, 1, other)
	p.state(1, 0, slot1)
	for line := range uint16(3) {
		require.Equal(t, p.want(int(line), old), p.fetch(0, 0, line).Words)
		require.Equal(t, p.want(int(line), other), p.fetch(0, 1, line).Words)
		require.Equal(t, p.want(int(line), slot1), p.fetch(1, 0, line).Words)
	}
	require.Len(t, patched, 6)
	reads := len(p.reads)
	patched = nil
	next := less(1)
	next.WriteMask = 0xe
	p.state(0, 0, next)
	require.Len(t, dropped, 2, "those of version 0 of slot 0")
	for _, l := range dropped {
		require.Equal(t, []any{l15.Patched, uint8(0), uint8(0)}, []any{l.Kind, l.Slot, l.Version})
	}
	for line := range uint16(3) {
		require.Equal(t, p.want(int(line), next), p.fetch(0, 0, line).Words)
		require.Equal(t, p.want(int(line), other), p.fetch(0, 1, line).Words)
		require.Equal(t, p.want(int(line), slot1), p.fetch(1, 0, line).Words)
	}
	require.Len(t, patched, 2, "others are as they were")
	require.Len(t, p.reads, reads)
	for line, n := range p.reads {
		require.LessOrEqual(t, n, 2, "line %#x: once for each slot", line)
	}
}

// Forgetting instructions forgets what was patched, and the state.
func TestForgottenStateComesAnew(t *testing.T) {
	p := newPatchBench(t)
	p.state(0, 0, less(0.25))
	p.fetch(0, 0, 1)
	p.pm.Queue = append(p.pm.Queue, pipe.CacheCommand{Op: pipe.CacheForget})
	p.serve(40)
	lines, _, _ := p.b.LinesOf(0)
	require.Zero(t, lines)
	require.Equal(t, p.want(1, less(0.25)), p.fetch(0, 0, 1).Words, "of vertices that go on at a fence the state stays")
	p.pm.Queue = append(p.pm.Queue, pipe.CacheCommand{Op: pipe.CacheForget, Stages: 1 << isa.StagePixel})
	p.serve(40)
	p.state(0, 0, less(0.5))
	require.Equal(t, p.want(1, less(0.5)), p.fetch(0, 0, 1).Words)
}

// The page of the table that is not there is answered as that of the line; a page that leaves takes with it what was patched by a table of which a part lies there.
func TestPagesOfTables(t *testing.T) {
	p := newPatchBench(t)
	copy(p.memory[0x20000:], p.memory[p.table.Addr:][:64*int(p.table.Lines)])
	p.table.Addr = 0x20000
	p.state(0, 0, less(0.25))
	p.pages[2] = true
	require.True(t, p.fetch(0, 0, 1).NotPresent)
	p.pages[2] = false
	require.Equal(t, p.want(1, less(0.25)), p.fetch(0, 0, 1).Words)
	require.Equal(t, p.want(0, less(0.25)), p.fetch(0, 0, 0).Words)
	p.flush.Queue = append(p.flush.Queue, pipe.PageFlush{Addr: 0x20000})
	p.serve(20)
	lines, _, _ := p.b.LinesOf(0)
	require.Equal(t, 1, lines, "line 1 as memory has it")
}

// The words of a line may lie in another page than its group's word: a page that is not there is named as well when only they are in it, and the line is patched when it is there.
func TestATableOfTwoPages(t *testing.T) {
	p := newPatchBench(t)
	const words = 100 // of the table before those of the first line that has some
	p.table.Addr, p.table.Lines = 0x20000-pipe.LineBytes, 8
	table := append([]byte(nil), p.memory[pipe.TableAt(codeAt, uint32(len(p.patch.Code()))):][:pipe.LineBytes]...)
	group := binary.LittleEndian.Uint32(table)
	require.Equal(t, uint32(1), group>>16, "words begin after that of the group")
	binary.LittleEndian.PutUint32(p.memory[p.table.Addr:], group+words<<16)
	copy(p.memory[p.table.Addr+4*(1+words):], table[4:])
	p.state(0, 0, less(0.25))
	require.Equal(t, p.want(0, less(0.25)), p.fetch(0, 0, 0).Words, "a line without tagged instructions needs no words")
	p.pages[2] = true
	for range 2 {
		require.True(t, p.fetch(0, 0, 1).NotPresent)
	}
	p.pages[2] = false
	require.Equal(t, p.want(1, less(0.25)), p.fetch(0, 0, 1).Words)
	require.Equal(t, p.want(2, less(0.25)), p.fetch(0, 0, 2).Words)
}

// A table that is malformed is said to be, whatever is wrong with it; the cache goes on.
func TestMalformedTables(t *testing.T) {
	for name, spoil := range map[string]func(p *patchBench, word func(n int) []byte){
		"words beyond the table":    func(_ *patchBench, word func(n int) []byte) { word(0)[3] = 0xff },
		"no last word":              func(_ *patchBench, word func(n int) []byte) { word(3)[0] &^= 0x80 },
		"a value that is none":      func(_ *patchBench, word func(n int) []byte) { word(1)[1] = 0xff },
		"bits that mean nothing":    func(_ *patchBench, word func(n int) []byte) { word(2)[3] |= 0x80 },
		"an instruction in another": func(_ *patchBench, word func(n int) []byte) { word(2)[0] |= 1 },
		"a line beyond the table":   func(p *patchBench, _ func(n int) []byte) { p.table.Line = 16 * 16 },
	} {
		p := newPatchBench(t)
		p.state(0, 0, less(0.25))
		spoil(p, func(n int) []byte { return p.memory[p.table.Addr+4*uint32(n):] })
		f := pipe.CodeFetch{Addr: codeAt + pipe.LineBytes, Patch: p.table}
		f.Patch.Line = max(1, p.table.Line)
		p.code.Queue = append(p.code.Queue, f)
		p.serve(700)
		require.Len(t, p.lines.Got, 1, name)
		require.True(t, p.lines.Got[0].Malformed, name)
		require.Equal(t, [16]uint32{}, p.lines.Got[0].Words, name)
	}
}

// cycles is how long a fetch takes.
func (p *patchBench) cycles(version uint8, line uint16) (n int) {
	f := pipe.CodeFetch{Version: version, Addr: codeAt + uint32(line)*pipe.LineBytes, Patch: p.table}
	f.Patch.Line = line
	p.lines.Got = nil
	p.code.Queue = append(p.code.Queue, f)
	for len(p.lines.Got) == 0 {
		p.serve(1)
		n++
	}
	return n
}

// A line that is patched from what the cache has takes a cycle more for each word of the table, and as many for what every one needs; it takes none when it is there, or is shared (docs/shaders.md, "State").
func TestCyclesOfAPatchedLine(t *testing.T) {
	p := newPatchBench(t)
	p.state(0, 0, less(0.25))
	for line := range uint16(3) {
		p.fetch(0, 0, line)
	}
	there := p.cycles(0, 0)
	require.Equal(t, there, p.cycles(0, 1))
	p.state(0, 0, less(0.5))
	require.Equal(t, there, p.cycles(0, 0), "a line without tagged instructions")
	three, one := p.cycles(0, 1), p.cycles(0, 2)
	require.Equal(t, 2, three-one, "of the words of two lines")
	t.Logf("a line takes %d cycles more than one that is there, and one for each word", one-1-there)
}

// A line that two kernels have, each with a table of its own, is patched for each by its own.
func TestTablesOfTwoKernels(t *testing.T) {
	p := newPatchBench(t)
	p.state(0, 0, less(0.25))
	for range 2 {
		for line := range 3 {
			require.Equal(t, p.want(line, less(0.25)), p.fetch(0, 0, uint16(line)).Words)
		}
		other := p.table
		p.table.Addr = 0x20000 // all of it is 0: no line has tagged instructions
		for line := range 3 {
			var want [16]uint32
			for n := range want {
				want[n] = binary.LittleEndian.Uint32(p.memory[codeAt+line*pipe.LineBytes+4*n:])
			}
			if got := p.fetch(0, 0, uint16(line)); line < 2 { // what follows the last one is no instruction
				require.Equal(t, want, got.Words, "line %d", line)
			}
		}
		p.table = other
	}
}

// Two kernels that overlap in memory may have one table: a line of both is patched by what the table says of its number in each.
func TestKernelsThatOverlapHaveOneTable(t *testing.T) {
	p := newPatchBench(t)
	p.state(0, 0, less(0.25))
	of := func(number uint16) pipe.CodeLine { // the line of number 1 of the first kernel, by its number in one of them
		p.lines.Got = nil
		f := pipe.CodeFetch{Addr: codeAt + pipe.LineBytes, Patch: p.table}
		f.Patch.Line = number
		p.code.Queue = append(p.code.Queue, f)
		p.serve(60)
		require.Len(t, p.lines.Got, 1)
		return p.lines.Got[0]
	}
	var memory [16]uint32
	for n := range memory {
		memory[n] = binary.LittleEndian.Uint32(p.memory[codeAt+pipe.LineBytes+4*n:])
	}
	for range 2 {
		require.Equal(t, p.want(1, less(0.25)), of(1).Words)
		require.Equal(t, memory, of(0).Words, "line 0 of the second kernel has no tagged instructions")
		require.True(t, of(2).Malformed, "the word of line 2 is of an instruction that this one does not have there")
	}
}

// Two kernels that overlap in memory, each with a table and a version of the state of its own, are in the cache at once, each line as its own kernel has it. A version that is written drops the lines of its kernel alone.
func TestKernelsThatOverlapHaveStatesOfTheirOwn(t *testing.T) {
	p := newPatchBench(t)
	const second = 0x20000 // the table of the kernel that begins with line 1 of the first one
	copy(p.memory[second:], p.memory[p.table.Addr:][:pipe.LineBytes*int(p.table.Lines)])
	group := binary.LittleEndian.Uint32(p.memory[second:])
	binary.LittleEndian.PutUint32(p.memory[second:], group>>16<<16|group&0xffff>>1)
	for n := second + 4; binary.LittleEndian.Uint32(p.memory[n:]) != 0; n += 4 { // the number of their line, too
		p.memory[n] -= 1 << isa.PatchWordEntryLineShift
	}
	tables, states := [2]uint32{p.table.Addr, second}, [2]*nos.State{less(0.25), less(0.75)}
	var dropped []l15.Line
	p.b.P.Events.Watch(func(e *l15.Event) {
		if e.Kind == l15.Dropped {
			dropped = append(dropped, *e.Line)
		}
	})
	both := func() {
		for _, line := range []int{1, 2, 1} {
			for k := range uint8(2) { // the kernel, and the version of its state
				f := pipe.CodeFetch{Version: k, Addr: codeAt + uint32(line)*pipe.LineBytes, Patch: p.table}
				f.Patch.Addr, f.Patch.Line = tables[k], uint16(line)-uint16(k)
				p.lines.Got = nil
				p.code.Queue = append(p.code.Queue, f)
				p.serve(60)
				require.Len(t, p.lines.Got, 1)
				require.Equal(t, p.want(line, states[k]), p.lines.Got[0].Words, "line %d of kernel %d", line, k)
			}
		}
	}
	p.state(0, 0, states[0])
	p.state(0, 1, states[1])
	both()
	reads := len(p.reads)
	states[1] = less(0.5)
	p.state(0, 1, states[1])
	require.Len(t, dropped, 2)
	for _, l := range dropped {
		require.Equal(t, []any{l15.Patched, uint32(second), uint8(1)}, []any{l.Kind, l.Table, l.Version})
	}
	both()
	require.Len(t, dropped, 2)
	require.Len(t, p.reads, reads)
	for line, n := range p.reads {
		require.Equal(t, 1, n, "line %#x", line)
	}
}

// What is being patched when instructions are forgotten is read again, with its table, wherever the patcher is.
func TestForgottenLinesArePatchedAgain(t *testing.T) {
	for cycles := range 24 {
		p := newPatchBench(t)
		p.state(0, 0, less(0.25))
		want := p.want(1, less(0.25))
		p.code.Queue = append(p.code.Queue, pipe.CodeFetch{Addr: codeAt + pipe.LineBytes, Patch: pipe.PatchTable{Stage: isa.StagePixel, Lines: p.table.Lines, Line: 1, Addr: p.table.Addr}})
		p.serve(cycles)
		p.pm.Queue = append(p.pm.Queue, pipe.CacheCommand{Op: pipe.CacheForget})
		p.run(1)
		const word = 7 // the number of an instruction without a tag
		p.memory[codeAt+pipe.LineBytes+4*word] ^= 1
		want[word] ^= 1
		p.serve(60)
		require.Len(t, p.lines.Got, 1)
		require.Equal(t, want, p.fetch(0, 0, 1).Words, "%d cycles", cycles)
	}
}

// While lines of a page are written back that leaves its place, nothing is marked or kept that was read from a table there.
func TestNothingIsKeptOfATableThatLeaves(t *testing.T) {
	for _, line := range []uint16{0, 1} {
		p := newPatchBench(t)
		copy(p.memory[0x20000:], p.memory[p.table.Addr:][:64*int(p.table.Lines)])
		p.table.Addr = 0x20000
		p.state(0, 0, less(0.25))
		for n := range uint32(10) { // more than can be on their way, in the set of the table, before it
			p.ask(pipe.Below, store(uint8(n), 0x20000/64+4+4*n, 0, 1))
		}
		p.fetch(0, 0, 2) // brings the table
		p.flush.Queue = append(p.flush.Queue, pipe.PageFlush{Addr: 0x20000})
		p.run(12)
		p.lines.Got = nil
		p.code.Queue = append(p.code.Queue, pipe.CodeFetch{Addr: codeAt + uint32(line)*pipe.LineBytes, Patch: pipe.PatchTable{Stage: isa.StagePixel, Lines: p.table.Lines, Line: line, Addr: p.table.Addr}})
		p.serveSome(40, func(r *pipe.MemRequest) bool { return r.Op == pipe.Read })
		binary.LittleEndian.PutUint32(p.memory[0x20000:], isa.PatchGroupEntryFields{Lines: 3, First: 100}.Pack()) // words beyond the table
		p.serve(60)
		require.Len(t, p.lines.Got, 1)
		require.Equal(t, line == 1, p.lines.Got[0].Malformed, "a line that cannot be kept is read again; one that is not kept was sent")
		require.True(t, p.fetch(0, 0, line).Malformed, "line %d", line)
	}
}

// A patcher that cannot send its line waits for that.
func TestAPatcherWaitsForItsMultiprocessor(t *testing.T) {
	p := newPatchBench(t)
	p.state(0, 0, less(0.25))
	p.lines.Shut = true
	for n := range uint16(5) { // four have room
		line := 1 + n/4
		p.code.Queue = append(p.code.Queue, pipe.CodeFetch{Addr: codeAt + uint32(line)*pipe.LineBytes, Patch: pipe.PatchTable{Stage: isa.StagePixel, Lines: p.table.Lines, Line: line, Addr: p.table.Addr}})
		p.serve(60)
	}
	p.serve(100)
	require.Equal(t, p.b.P.L15SM[0].Blocked(), p.MainActivity(p.b))
}

// What a patcher reads is no access of the load/store unit, whose numbers begin with 0, too.
func TestReadsOfPatchersAreNoAccesses(t *testing.T) {
	p := newPatchBench(t)
	p.state(0, 0, less(0.25))
	p.code.Queue = append(p.code.Queue, pipe.CodeFetch{Addr: codeAt + pipe.LineBytes, Patch: pipe.PatchTable{Stage: isa.StagePixel, Lines: p.table.Lines, Line: 1, Addr: p.table.Addr}})
	p.run(20)
	patches, memory := p.b.PatchOf(0, 0, pipe.Below)
	require.Equal(t, []bool{true, true}, []bool{patches, memory})
	waits, _ := p.b.AccessOf(0, pipe.Below)
	require.False(t, waits)
}
