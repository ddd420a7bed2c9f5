package sm_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// Threads take turns in asking for lines, those that are wanted and those ahead, when fewer lines come than they want.
func TestThreadsTakeTurnsInFetching(t *testing.T) {
	loop := strings.Repeat("add r1:ud, r1:ud, r2:ud\n", 24)
	cfg := config
	cfg.Threads, cfg.Registers = 16, 16*64 // more than the connection has entries
	s := newBench(t, cfg, vertex+"a:\n"+loop+"jmp a\nsend.end {last}\n")
	for n := range uint8(16) {
		s.thread(pipe.ThreadHead{Thread: n, Stage: isa.StageVertex, Lanes: 8, Limit: 1 << 30})
	}
	asked := make([]int, 16)
	list := s.fetch[pipe.Above]
	for range 1000 { // a request is taken every twenty cycles
		list.Shut = false
		s.Step(1)
		list.Shut = true
		if len(list.Got) > 0 {
			r := list.Got[0]
			list.Got = list.Got[1:]
			asked[r.Thread]++
			l := pipe.CodeLine{Slot: r.Slot, Thread: r.Thread, Generation: r.Generation, Addr: r.Addr}
			for n, c := range s.code[min(int(r.Addr-s.at), len(s.code)):] {
				if n < 64 {
					l.Words[n/4] |= uint32(c) << (n % 4 * 8)
				}
			}
			s.lines.Queue = append(s.lines.Queue, l)
		}
		s.Step(19)
	}
	require.Greater(t, 2*slices.Min(asked), slices.Max(asked), "%v", asked)
}

// Threads that end take turns, too: the next one comes after that whose end took a step last.
func TestEndsTakeTurns(t *testing.T) {
	s := newBench(t, config, vertex+"send.end {last}\n")
	begin := func(list ...uint8) {
		for _, n := range list {
			s.thread(pipe.ThreadHead{Thread: n, Stage: isa.StageVertex, Lanes: 8})
		}
		s.run(80)
	}
	s.ends.Shut = true
	for range 4 { // the connection is full
		begin(1)
	}
	begin(0, 3, 2)
	s.ends.Shut = false
	s.run(20)
	var order []uint8
	for _, e := range s.ends.Got {
		order = append(order, e.Thread)
	}
	require.Equal(t, []uint8{1, 1, 1, 1, 2, 3, 0}, order)
}

// With the greedy selection the oldest thread goes on where several can: threads of dependent instructions are done in the order in which they began, also when others have ended before them.
func TestGreedyThreadsKeepTheirAges(t *testing.T) {
	cfg := config
	cfg.Select, cfg.Threads, cfg.Registers = "greedy", 16, 16*64
	s := newBench(t, cfg, vertex+"mov r9:d, 40:d\nloop\nadd r9:d, r9:d, -1:d\ncmp.gt.f0 null:d, r9:d, 0:d\n(f0) while\nsend.end {last}\n") // all of it lies in its line buffers
	began := []uint8{2, 0, 3, 1, 9, 15, 7, 4, 11, 12, 5, 8}
	for _, n := range began {
		s.thread(pipe.ThreadHead{Thread: n, Stage: isa.StageVertex, Lanes: 8})
	}
	s.run(6000)
	var order []uint8
	for _, e := range s.ends.Got {
		order = append(order, e.Thread)
	}
	require.Equal(t, began, order)
}
