package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const vectorAdd = "../../vectors/kernels/vector-add.tka"

func TestExecRunsAKernel(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "c.bin")
	in := filepath.Join(dir, "a.bin")
	require.NoError(t, os.WriteFile(in, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}, 0o644)) // 1, 2
	got := held(t, "exec", vectorAdd, "--grid", "1", "--arg", "2", "--buffer", "0="+in, "--buffer", "1=f:0.5,-3", "--buffer", "2=8", "--print", "2=f", "--out", "2="+out)
	require.Equal(t, "buffer 2, 8 bytes\n     0  1.5 -1\nwritten: "+out+", 8 bytes\nPASSED: 72 instructions\n", got)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, []byte{0, 0, 0xc0, 0x3f, 0, 0, 0x80, 0xbf}, data)

	file := filepath.Join(dir, "k.tkb")
	held(t, "asm", vectorAdd, "--out", file)
	require.Equal(t, "buffer 2, 8 bytes\n     0  1.5 -1\nPASSED: 72 instructions\n",
		held(t, "exec", file, "--grid", "1", "--arg", "2", "--buffer", "0="+in, "--buffer", "1=f:0.5,-3", "--buffer", "2=8", "--print", "2=f", "--in-turn"))
}

func TestExecTracesWatchesAndStops(t *testing.T) {
	buffers := []string{"exec", vectorAdd, "--grid", "1", "--arg", "8", "--buffer", "0=f:1,2,3", "--buffer", "1=f:1,2,3", "--buffer", "2=0"}
	trace := held(t, append(buffers, "--trace")...)
	require.Contains(t, trace, "0,0,0/0      17 000000ff  add r11:f, r11:f, r12:f\n                            r11 = 2 4 6 0 0 0 0 0\n")
	watch := held(t, append(buffers, "--watch", "r12")...)
	require.Contains(t, watch, "send.load.f r12, r10, b1\n                            r12 = 1 2 3 0 0 0 0 0\n")
	require.NotContains(t, watch, "add r11")
	stop := held(t, append(buffers, "--until", "17")...)
	require.Contains(t, stop, "stopped after line 17, CTA 0,0,0, thread 0, active lanes 000000ff\n")
	require.Contains(t, stop, "   r11  2 4 6 0 0 0 0 0\n")
}

// A line that no thread comes to is a failure; bytes are printed as numbers.
func TestExecUntilIsReached(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "k.tka")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 8 1 1\n.binding 0 buffer read write\nsend.load.ub r10, r1, b0\ncmp.lt.f0 null:ud, r1:ud, 9:ud\n(f0.all) jmp out\nnop\nout: send.end {last}\n"), 0o644))
	run := []string{"exec", kernel, "--grid", "1", "--buffer", "0=ub:1,2,3,255,4"}
	status, out, _ := tilemark(append(run, "--until", "6")...)
	require.Equal(t, 1, status)
	require.Contains(t, out, "FAILED: --until 6: no thread has executed line 6\n")
	require.Contains(t, held(t, append(run, "--until", "4", "--print", "0=b")...), "   r10  1 2 3 255 4 0 0 0 0")
	require.Contains(t, held(t, append(run, "--print", "0=b")...), "buffer 0, 5 bytes\n     0  1 2 3 -1 4\nPASSED")
	require.Contains(t, held(t, "exec", kernel, "--grid", "1", "--buffer", "0=q:-1,5", "--print", "0=q"), "     0  -1 5\n")
	require.Contains(t, held(t, "exec", kernel, "--grid", "1", "--buffer", "0=uw:65535,5", "--print", "0=w"), "     0  -1 5\n")
}

// What a kernel enqueues is printed; without a ring it is refused.
func TestExecRing(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "k.tka")
	text := ".cta 8 1 1\n.binding 7 ring write\n.binding 0 buffer write\n.enqueue child\nmov r8:ud, 1:ud\nmov r9:ud, 0:ud\nsend.allocate r12, r8, b7\n" +
		"cmp.ne.f0 null:ud, r12.2<0>:ud, 0:ud\n(f0.any) jmp refused\nmov (4) r20:ud, KERNEL:ud\nshl r10:ud, r1:ud, 2:ud\nadd r10:ud, r10:ud, r12<0>:ud\n" +
		"send.store.ud r10, r20, b7 {nc}\nmov r14:ud, r12.1<0>:ud\nsend.thread_end r14\nrefused:\nmov (1) r20:ud, r12.2<0>:ud\nsend.store.ud (1) r9, r20, b0\nsend.end {last}\n"
	write := func(number string) {
		require.NoError(t, os.WriteFile(kernel, []byte(strings.ReplaceAll(text, "KERNEL", number)), 0o644))
	}
	write("1")
	run := []string{"exec", kernel, "--grid", "2", "--buffer", "0=4"}
	require.Contains(t, held(t, run...), "     0  1\nPASSED", "refused")
	require.Contains(t, held(t, append(run, "--ring", "7=2")...), "     0  0\nentry 0 of CTA 0,0,0, thread 0\n  child, grid 1,1,1, bindings 0x0, priority 0, arguments 0 0 0 0 0 0 0 0\nentry 1 of CTA 1,0,0, thread 0\n  child")
	require.Contains(t, held(t, append(run, "--ring", "7=1")...), "     0  1\nentry 0 ", "the second one is refused")
	write("2")
	status, out, _ := tilemark(append(run, "--ring", "7=2")...)
	require.Equal(t, 1, status)
	require.Contains(t, out, "FAILED: entry 0, command 0 at byte 0x0: KERNEL 2, expected 0 to 1: the kernel names 1\n")
	for _, flag := range []string{"7", "7=0", "7=x", "256=1", "7=1048577"} {
		wrong(t, "exec "+kernel+" --grid 1 --buffer 0=4 --ring "+flag, "N=COMMANDS was expected, N a binding, COMMANDS from 1 to 1048576")
	}
	wrong(t, "exec "+kernel+" --grid 1 --buffer 0=4 --ring 0=1", "the kernel has no binding 0 that is a ring")
	wrong(t, "exec "+kernel+" --grid 1 --buffer 0=4 --ring 9=1", "the kernel has no binding 9 that is a ring")
	wrong(t, "exec "+kernel+" --grid 1 --buffer 0=4 --buffer 7=64", `binding 7 is a ring: --ring 7=COMMANDS was expected`)
}

// A label stands for the line after it; a register that nothing writes is noted.
func TestExecUntilALabel(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "k.tka")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 8 1 1\nmov r10:f, 1.5:f\nhere: there:\n// a comment\nadd r11:f, r10:f, r12:f\nmov r10:ud, 1:ud\nsend.end {last}\n"), 0o644))
	status, out, errs := tilemark("exec", kernel, "--grid", "1", "--until", "here")
	require.Zero(t, status)
	require.Contains(t, out, "stopped after line 5, CTA 0,0,0, thread 0, active lanes 000000ff\n    r0  0 0 0 1 1 1 0 1\n    r1  0 1 2 3 4 5 6 7\n")
	require.Contains(t, out, "   r11  1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5\n", "of one type")
	require.Contains(t, out, "   r10  0x3fc00000 ", "of two")
	require.Equal(t, "note: "+kernel+":5: r12 is read, but nothing writes it: it is 0\n", errs)
	wrong(t, "exec ../../vectors/kernels/directed/life-compute.tka --grid 1 --buffer 0=64 --until earli", `--until earli: a line with an instruction, or a label before one was expected; did you mean "early"?`)
}

func TestExecOfAVertexKernel(t *testing.T) {
	got := held(t, "exec", "../../vectors/kernels/hull.tka", "--set", "r36=ud:0,0,0,0,0,17")
	require.Contains(t, got, "result, lanes 000000ff\n")
}

// CTAs on clusters do not see each other's stores; the counters of a launch are right, in whatever order.
func TestExecOnClusters(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "next.tka")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 8 1 1\n.binding 0 buffer read write\nmov r10:ud, 0:ud\nsend.load.ud r11, r10, b0\nadd r11:ud, r11:ud, 1:ud\n"+
		"send.store.ud r10, r11, b0\nsend.end {last}\n"), 0o644))
	launch := []string{"exec", kernel, "--grid", "4", "--buffer", "0=4"}
	require.Contains(t, held(t, launch...), "     0  4\n")
	require.Contains(t, held(t, append(launch, "--clusters", "2")...), "     0  2\n")
	histogram := []string{"exec", "../../vectors/kernels/histogram.tka", "--grid", "2", "--arg", "8", "--buffer", "0=ud:0x01020304,0xfcfcfcfc", "--buffer", "1=256"}
	require.Equal(t, held(t, histogram...), held(t, append(histogram, "--clusters", "2", "--seed", "9", "--in-turn")...))
}

// Arguments are what they look like; results are registers of eight words, whatever the lanes.
func TestExecOfNumbers(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "k.tka")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 8 1 1\n.args 5\n.binding 0 buffer write\nmov r10:ud, r4:ud\nshl r11:ud, r1:ud, 2:ud\n"+
		"send.store.ud r11, r10, b0\nsend.end {last}\n"), 0o644))
	out := held(t, "exec", kernel, "--grid", "1", "--buffer", "0=32", "--arg", "-0x1f", "--arg", "0X1f", "--arg", "-2", "--arg", "-1.5", "--arg", "1e3", "--print", "0=d")
	require.Contains(t, out, "     0  -31 31 -2 -1077936128 1148846080 0 0 0\n")

	require.NoError(t, os.WriteFile(kernel, []byte(".stage vertex\n.lanes 16\nmov r10:f, 1.5:f\nsend.result.2 r10, +0 {last}\n"), 0o644))
	require.Contains(t, held(t, "exec", kernel), "result, lanes 0000ffff\n     0  1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5\n    20  1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5\n")
}

func TestExecFailsWithThePlace(t *testing.T) {
	dir := t.TempDir()
	kernel := filepath.Join(dir, "forever.tka")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 8 1 1\nx: jmp x\nsend.end {last}\n"), 0o644))
	status, out, _ := tilemark("exec", kernel, "--grid", "1", "--limit", "1000")
	require.Equal(t, 1, status)
	require.Contains(t, out, "FAILED: "+kernel+":2: the thread has executed 1000 instructions, which is its limit (byte 0x0: x: jmp x; CTA 0,0,0, thread 0)\n")
}

// Threads that meet at barriers of different places are noted; a run that fails writes no buffer; numbers are decimal.
func TestExecNotesAndFailures(t *testing.T) {
	dir := t.TempDir()
	kernel, out := filepath.Join(dir, "k.tka"), filepath.Join(dir, "out.bin")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 16 1 1\n.binding 0 buffer write\ncmp.lt.f0 null:ud, r1:ud, 8:ud\n(f0) if\nsend.barrier\nendif\n"+
		"mov r10:ud, 100000:ud\nmov r11:ud, 0:ud\nsend.store.ud r11, r10, b0\nsend.barrier\nsend.end {last}\n"), 0o644))
	status, text, errs := tilemark("exec", kernel, "--grid", "1", "--buffer", "0=4", "--limit", "3", "--out", "0="+out)
	require.Equal(t, 1, status)
	require.Contains(t, text, "executed 3 instructions, which is its limit")
	require.Empty(t, errs)
	require.NoFileExists(t, out)
	for _, machine := range [][]string{nil, {"--machine", "default"}} {
		status, text, errs = tilemark(append([]string{"exec", kernel, "--grid", "1", "--buffer", "0=4", "--out", "0=" + out}, machine...)...)
		require.Zero(t, status)
		require.Contains(t, text, "     0  100000\n")
		require.FileExists(t, out)
		require.Equal(t, "note: CTA 0,0,0: threads have met at barriers of different places; a barrier counts whoever arrives at any\n", errs)
	}
}

func TestExecWrongUse(t *testing.T) {
	with := "exec " + vectorAdd
	wrong(t, with, "--grid is missing: a compute kernel needs it")
	wrong(t, with+" --grid 1", "0 arguments; the kernel has 1: --arg for each was expected")
	wrong(t, with+" --grid 1 --arg x", `--arg "x": a number of 32 bits was expected, as 16, -1, 0x10 or 1.5`)
	wrong(t, with+" --grid 1 --arg 8", "--buffer 0=... is missing: the kernel has that binding")
	wrong(t, with+" --grid 1 --arg 8 --buffer 9=4", "the kernel has no binding 9")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=no.bin", "no.bin is no file; a file, a number of bytes, or a type and numbers, ud:1,2, was expected")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 1=4 --buffer 2=4 --until 3", "--until 3: a line with an instruction, or a label before one was expected")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 1=4 --buffer 2=4 --watch r128", "a register, r0 to r127, or a flag register, f0 to f3, was expected")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 1=4 --buffer 2=4 --print 2=qq", "N=TYPE was expected, TYPE ub, b, uw, w, ud, d, uq, q, hf or f")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 1=4 --buffer 2=4 --set r1=ud:1", "it goes with kernels that are not compute")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 1=4 --buffer 2=4 --clusters 65", "--clusters 65: a number from 0 to 64 was expected, for compute kernels")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 1=4 --buffer 2=4 --seed 1", "--seed 1: it goes with --clusters")
	wrong(t, "exec ../../vectors/kernels/hull.tka --clusters 1", "for compute kernels")
	pixel := "exec ../../vectors/kernels/pixel.tka"
	wrong(t, pixel+" --print 0=ud", `--print "0=ud": binding 0 is a texture, expected a buffer or constants`)
	wrong(t, pixel+" --out 0=foo.bin", "binding 0 is a texture")
	wrong(t, pixel+" --buffer 0=8", "binding 0 is a texture")
	wrong(t, pixel+" --set r1=hf:1", "rN=TYPE:V,V,... was expected, TYPE ud, d or f")
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=hf:65520", "65520 is too large for 16 bits")
	wrong(t, with+" --grid 1 --arg 0x1g --buffer 0=4", "a number of 32 bits was expected")
	wrong(t, with+" --grid 0 --arg 8", `--grid "0": X, X,Y or X,Y,Z was expected`)
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=4 --buffer 0=8", `--buffer "0=8": binding 0 was given before`)
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=ux:1", `"ux" is no type of numbers, expected ub, b, uw, w, ud, d, uq, q, hf or f`)
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=ub:256", `"256": a number from 0 to 255 was expected`)
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=b:-129", `"-129": a number from -128 to 127 was expected`)
	wrong(t, with+" --grid 1 --arg 8 --buffer 0=..", "is a folder, expected a file")
	cut := filepath.Join(t.TempDir(), "cut.tkb")
	require.NoError(t, os.WriteFile(cut, []byte("TKR"), 0o644))
	wrong(t, "exec "+cut, "is neither the text of a kernel nor a kernel file, which begins with TKRN")
	wrong(t, "exec none.tka", "none.tka: no such file")
}
