package sm_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
)

// What the checks of a kernel refuse, the multiprocessor refuses, too, since text in memory may be anything: the thread ends with a fault, executes nothing of it, and nobody else sees anything.
func TestIllegalInstructionsEndTheirThread(t *testing.T) {
	for _, c := range []struct {
		name, text string
		stage      uint8
		registers  uint8
		refused    bool
	}{
		{"a register of another thread", ".kernel k\n.lanes 8\n.cta 8 1 1\n mov r9:ud, 1:ud\n send.end {last}", isa.StageCompute, 7, true},
		{"the last register of its own", ".kernel k\n.lanes 8\n.cta 8 1 1\n mov r7:ud, 1:ud\n send.end {last}", isa.StageCompute, 7, false},
		{"a source of another thread", ".kernel k\n.lanes 8\n.cta 8 1 1\n mov r1:ud, r8:ud\n send.end {last}", isa.StageCompute, 7, true},
		{"a store above the break point", ".kernel k\n.lanes 8\n.cta 8 1 1\n.binding 0 buffer write\n send.store.ud r1, r2, b0\n send.end {last}", isa.StageVertex, 63, true},
		{"an atomic above it", ".kernel k\n.lanes 8\n.cta 8 1 1\n.binding 0 buffer read write\n send.atomic.ud.add r3, r1, r2, b0\n send.end {last}", isa.StageDomain, 63, true},
		{"a texel that is stored above it", ".kernel k\n.stage pixel\n.lanes 8\n.inputs 12\n.binding 1 texture write\n send.texel_store.4.xy r1, r6, b1\n send.end {last}", isa.StageVertex, 63, true},
		{"a store below it", ".kernel k\n.lanes 8\n.cta 8 1 1\n.binding 0 buffer write\n send.store.ud r1, r2, b0\n send.end {last}", isa.StagePixel, 63, false},
		{"colours above it", ".kernel k\n.stage pixel\n.lanes 8\n.inputs 12\n send.color.4 r6 {last}", isa.StageVertex, 63, true},
		{"results of pixels", ".kernel k\n.stage vertex\n.lanes 8\n.inputs 16\n send.result.4 r6, +0\n send.result.4 r10, +128 {last}", isa.StagePixel, 63, true},
		{"a barrier of a pixel thread", ".kernel k\n.lanes 8\n.cta 8 1 1\n send.barrier\n send.end {last}", isa.StagePixel, 63, true},
		{"the ring", ".kernel k\n.lanes 8\n.cta 8 1 1\n.enqueue f\n.binding 7 ring write\n send.allocate r3, r1, b7\n cmp.ne.f0 null:ud, r3.2<0>:ud, 0:ud\n (f0.any) jmp out\n send.thread_end r3\nout:\n send.end {last}", isa.StageCompute, 63, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newBench(t, config, c.text)
			h := pipe.ThreadHead{Lanes: 8, Stage: c.stage, Kernel: k.at, Bytes: uint32(len(k.code)), Registers: c.registers, Active: 0xff}
			beats := h.Beats()
			k.pm.Queue = append(append(k.pm.Queue, beats[:]...), pipe.RegisterBeat(0, &[8]uint32{}, true))
			k.run(120)
			sent := len(k.lsu[pipe.Above].Got) + len(k.lsu[pipe.Below].Got)
			if !c.refused {
				require.Greater(t, len(k.issued)+sent, 1)
				return
			}
			require.Zero(t, sent)
			require.Len(t, k.ends.Got, 1)
			require.EqualValues(t, eu.BadOpcode, k.ends.Got[0].Fault)
			require.Equal(t, pipe.SlotFree, k.ends.Got[0].Kind)
		})
	}
}

// Results that begin before r0, or end beyond the thread's registers, would be another thread's.
func TestResultsLieInTheThreadsRegisters(t *testing.T) {
	for _, c := range []struct {
		first, offset uint8 // registers
		refused       bool
	}{{2, 2, false}, {2, 3, true}, {60, 0, false}, {61, 0, true}, {2, 255, true}} {
		k, errs := asm.Assemble("k.tka", ".kernel k\n.stage vertex\n.lanes 8\n.inputs 16\nsend.result.4 r2, +0 {last}")
		require.Empty(t, errs)
		in := isa.Decode(k.Code[0].Native)
		in.Message.Data, in.Message.Offset = c.first, int16(c.offset)*isa.RegisterSize
		s := newBench(t, config, vertex+"send.result.4 r2, +0 {last}")
		s.code = nil
		for _, w := range in.Encode() {
			s.code = binary.LittleEndian.AppendUint32(s.code, w)
		}
		s.thread(pipe.ThreadHead{Lanes: 8, Stage: isa.StageVertex})
		s.run(60)
		require.Len(t, s.ends.Got, 1)
		require.Equal(t, c.refused, s.ends.Got[0].Fault == uint8(eu.BadOpcode), "%+v: %+v", c, s.ends.Got)
	}
}

// A line whose patch table is malformed ends the thread that comes to it, and no other: not one that has fetched it ahead and jumps over it. What the thread fetches names the table, which lies after the kernel.
func TestMalformedPatchTablesEndTheirThread(t *testing.T) {
	const text = `.kernel k
.stage vertex
.lanes 8
.inputs 16
mov r20:f, 0.1:f
mov r21:f, 0.1:f
mov r22:f, 0.1:f
%s
mov r20:f, 0.2:f
mov r21:f, 0.2:f
mov r22:f, 0.2:f
mov r23:f, 0.2:f
end:
send.result.4 r20, +0 {last}
`
	for jump, stops := range map[string]bool{"jmp end": false, "mov r23:f, 0.1:f": true} {
		k := newBench(t, config, fmt.Sprintf(text, jump))
		k.spoiled = map[uint16]bool{1: true}
		var tables []uint32
		k.b.P.SML15[pipe.Above].Tap().OnPut(func(_ uint64, f *pipe.CodeFetch) {
			tables = append(tables, f.Patch.Addr)
			require.Equal(t, []any{uint8(isa.StageVertex), uint8(2), uint8(3)}, []any{f.Patch.Stage, f.Version, f.Patch.Lines})
			require.Equal(t, (f.Addr-k.at)/pipe.LineBytes, uint32(f.Patch.Line))
		})
		k.thread(pipe.ThreadHead{Lanes: 8, Stage: isa.StageVertex, Version: 2, Table: 3})
		k.run(120)
		require.NotEmpty(t, tables)
		for _, at := range tables {
			require.Equal(t, pipe.TableAt(k.at, uint32(len(k.code))), at)
		}
		require.Len(t, k.ends.Got, 1, jump)
		require.Equal(t, stops, k.ends.Got[0].Fault == uint8(eu.BadTable), "%s: %+v", jump, k.ends.Got)
		if stops {
			require.EqualValues(t, pipe.LineBytes, k.ends.Got[0].At)
		}
	}
}

// A line that was fetched ahead and cannot be had may come when its thread has jumped and waits for another one: the thread goes on with that.
func TestALineAheadFailsWhileAnotherIsWanted(t *testing.T) {
	const movs = "mov r20:f, 0.1:f\nmov r21:f, 0.1:f\nmov r22:f, 0.1:f\n"
	for _, fails := range []pipe.CodeLine{{NotPresent: true}, {Malformed: true}} {
		k := newBench(t, config, ".kernel k\n.stage vertex\n.lanes 8\n.inputs 16\n"+movs+"jmp end\n"+movs+"mov r23:f, 0.2:f\nend:\nsend.result.4 r20, +0 {last}\n")
		fetches := k.fetch[pipe.Above]
		k.thread(pipe.ThreadHead{Lanes: 8, Stage: isa.StageVertex, Table: 3})
		k.Step(20)
		require.Len(t, fetches.Got, 1)
		k.lines.Queue = append(k.lines.Queue, k.line(fetches.Got[0]))
		k.Step(40)
		require.Len(t, fetches.Got, 3, "the line ahead, and the one that it jumps to")
		ahead, wanted := fetches.Got[1], fetches.Got[2]
		require.Equal(t, []uint32{k.at + pipe.LineBytes, k.at + 2*pipe.LineBytes}, []uint32{ahead.Addr, wanted.Addr})
		fails.Slot, fails.Thread, fails.Generation, fails.Addr = ahead.Slot, ahead.Thread, ahead.Generation, ahead.Addr
		k.lines.Queue = append(k.lines.Queue, fails)
		k.Step(20)
		require.Empty(t, k.ends.Got)
		k.lines.Queue = append(k.lines.Queue, k.line(wanted))
		k.Step(40)
		require.Len(t, k.ends.Got, 1, "%+v", fails)
		require.Zero(t, k.ends.Got[0].Fault, "%+v", fails)
	}
}

// Lines of a kernel after the first 65,535 are of that number, which no table has a word for: they are not taken for the first ones.
func TestLinesOfLongKernelsAreOfNoGroup(t *testing.T) {
	for line, want := range map[int]uint16{65534: 65534, 65535: 65535, 65536: 65535, 65537: 65535} {
		k, errs := asm.Assemble("k.tka", ".kernel k\n.stage vertex\n.lanes 8\n.inputs 16\njmp end\nend:\nsend.result.4 r2, +0 {last}")
		require.Empty(t, errs)
		in := isa.Decode(k.Code[0].Native)
		in.Target = int32(line * pipe.LineBytes)
		s := newBench(t, config, vertex+"send.result.4 r2, +0 {last}")
		s.code = nil
		for _, w := range in.Encode() {
			s.code = binary.LittleEndian.AppendUint32(s.code, w)
		}
		s.code = append(s.code, make([]byte, line*pipe.LineBytes)...)
		s.spoiled = map[uint16]bool{want: true}
		var last uint16
		s.fetch[pipe.Above].F.OnPut(func(_ uint64, f *pipe.CodeFetch) { last = max(last, f.Patch.Line) })
		s.thread(pipe.ThreadHead{Lanes: 8, Stage: isa.StageVertex, Table: 1})
		s.run(60)
		require.Equal(t, want, last)
		require.Len(t, s.ends.Got, 1)
		require.Equal(t, uint8(eu.BadTable), s.ends.Got[0].Fault, "line %d", line)
		require.EqualValues(t, line*pipe.LineBytes, s.ends.Got[0].At)
	}
}
