package kernels

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa/asm"
)

// enqueues launches a kernel of 16 lanes whose ring, binding 7, has room for so many commands.
func enqueues(t *testing.T, text string, commands int) *Launch {
	t.Helper()
	k, errs := asm.Assemble("k.tka", ".lanes 16\n.cta 16 1 1\n.binding 7 ring write\n.enqueue first\n.enqueue other\n"+text)
	require.Empty(t, errs)
	data := make([]byte, 64*commands)
	return &Launch{Kernel: k, Grid: [3]int{2, 1, 1}, Limit: 1000, Ring: NewRing(data), Bindings: append(make([]exec.Binding, 7), exec.Binding{Data: data, Write: true})}
}

// docsExample is the code of docs/isa.md that enqueues a kernel.
func docsExample(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/isa.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(page), "        mov r8:ud, 1:ud                             // a command\n")
	require.True(t, found)
	rest, _, found = strings.Cut(rest, "{last}\n")
	require.True(t, found)
	return "mov r8:ud, 1:ud\n" + rest + "{last}\n"
}

func TestExampleOfTheManualEnqueues(t *testing.T) {
	l := enqueues(t, docsExample(t), 2)
	require.NoError(t, l.Run())
	lines, err := l.Ring.Commands(l.Kernel)
	require.NoError(t, err)
	require.Equal(t, []string{
		"entry 0 of CTA 0,0,0, thread 0", "  first, grid 1,1,1, bindings 0x0, priority 0, arguments 100 0 0 0 0 0 0 0",
		"entry 1 of CTA 1,0,0, thread 0", "  first, grid 1,1,1, bindings 0x0, priority 0, arguments 100 0 0 0 0 0 0 0",
	}, lines)

	full := enqueues(t, docsExample(t), 1)
	require.NoError(t, full.Run(), "the second one is refused")
	lines, err = full.Ring.Commands(full.Kernel)
	require.NoError(t, err)
	require.Len(t, lines, 2)

	preempted := enqueues(t, docsExample(t), 2)
	preempted.Preempt = 3
	require.NoError(t, preempted.Run())
	lines, err = preempted.Ring.Commands(preempted.Kernel)
	require.NoError(t, err)
	require.Len(t, lines, 4)
	require.NotContains(t, strings.Join(lines, "\n"), "without thread_end")
}

// An entry is ended once, by the thread that has it.
func TestEntriesOfOthersAreNotEnded(t *testing.T) {
	const allocate = "mov r8:ud, 1:ud\nsend.allocate r12, r8, b7\n"
	for _, c := range []struct{ text, says string }{
		{allocate + "send.thread_end r12\nsend.end {last}\n", "thread_end of entry 64, expected one that allocate has answered"}, // its address
		{allocate + "mov r9:ud, 0:ud\nsend.thread_end r9\nsend.end {last}\n", "thread_end of entry 0, which CTA 0,0,0, thread 0 has allocated (byte 0x20"},
		{"wait\nwait\nmov r9:ud, r6.0<0>:ud\n" + allocate + "mov r12:ud, r12.1<0>:ud\nsend.thread_end r12\n" + allocate + "mov r12:ud, 0:ud\nsend.thread_end r12\nsend.end {last}\n", "thread_end of entry 0, which has had one"},
	} {
		require.ErrorContains(t, enqueues(t, c.text, 4).Run(), c.says)
	}
	alone := enqueues(t, allocate+"send.thread_end r12\nsend.end {last}\n", 4)
	alone.Ring = nil
	require.ErrorContains(t, alone.Run(), "thread_end of entry 0, but the thread has allocated none")
}

// Commands that the machine would refuse are found, and what is not announced is told.
func TestCommandsAreChecked(t *testing.T) {
	const store = "shl r20:ud, r1:ud, 2:ud\nmov r8:ud, 1:ud\nsend.allocate r12, r8, b7\nadd r20:ud, r20:ud, r12<0>:ud\nsend.store.ud r20, r16, b7 {nc}\nmov r14:ud, r12.1<0>:ud\nsend.thread_end r14\nsend.end {last}\n"
	for _, c := range []struct{ text, line, says string }{
		{"", "  nothing", ""},
		{"mov r16:ud, 3:ud\n", "  kernel 3, grid 3,3,3, bindings 0x3, priority 3, arguments 3 3 3 3 3 3 3 3", "entry 0, command 0 at byte 0x0: KERNEL 3, expected 0 to 2: the kernel names 2"},
		{"mov (1) r16:ud, 2:ud\n", "  other, grid 0,0,0, bindings 0x0, priority 0, arguments 0 0 0 0 0 0 0 0", "a grid without CTAs"},
		{"mov (4) r16:ud, 1:ud\nmov (1) r16.6:ud, 1:ud\n", "  first, grid 1,1,1, bindings 0x0, priority 0, arguments 0 0 0 0 0 0 0 0", "FLAGS and reserved words are not 0"},
		{"mov (4) r16:ud, 1:ud\nmov (1) r16.7:ud, 1:ud\n", "  first, grid 1,1,1", "FLAGS and reserved words are not 0"},
		{"mov (4) r16:ud, 1:ud\nmov (1) r16.5:ud, 65536:ud\n", "  first, grid 1,1,1", "FLAGS and reserved words are not 0"},
		{"mov (4) r16:ud, 1:ud\nmov (1) r16.5:ud, 255:ud\n", "priority 255", ""},
	} {
		l := enqueues(t, c.text+store, 2)
		require.NoError(t, l.Run())
		lines, err := l.Ring.Commands(l.Kernel)
		require.Contains(t, lines[1], c.line)
		if c.says == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.says)
		}
	}
	open := NewRing(make([]byte, 128))
	_, entry, status := open.Allocate(&exec.Thread{Number: 3}, 2)
	require.Equal(t, [2]uint32{0, 0}, [2]uint32{entry, status})
	lines, err := open.Commands(enqueues(t, docsExample(t), 1).Kernel)
	require.NoError(t, err)
	require.Equal(t, []string{"entry 0 of CTA 0,0,0, thread 3, without thread_end", "  nothing", "  nothing"}, lines)
}
