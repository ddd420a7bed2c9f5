package sm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// A thread above the break point is cancelled in each phase of its life. It executes nothing more, and keeps its slot until all that it has asked for is answered; then the
// multiprocessor is as after reset.
func TestCancel(t *testing.T) {
	const text = vertex + "add r8:ud, r1:ud, r2:ud\nrcp r9:f, r8:f\nsend.load.ud r10, r1, b0\nmov r11:ud, 1:ud\nadd r12:ud, r10:ud, r9:ud\nsend.end {last}"
	for _, c := range []struct {
		what   string
		cycles int  // from the request to the cut
		silent bool // neither lines nor answers come before it
		asks   bool // it has to wait for an answer
	}{
		{what: "its request is on its way", cycles: 0},
		{what: "it waits for its first line", cycles: 8, silent: true, asks: true},
		{what: "results are on their way", cycles: 13},
		{what: "its message is sent", cycles: 22, asks: true},
		{what: "it waits for an answer", cycles: 60, asks: true},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := newBench(t, config, ".binding 0 buffer read\n"+text)
			cancel := s.Line(&s.b.P.Cancel[1], "CANCEL_1")
			fresh := s.state()
			h := pipe.ThreadHead{Slot: 1, Stage: isa.StageVertex, Lanes: 8, Thread: 2}
			s.thread(h, [8]uint32{}, [8]uint32{4}, [8]uint32{})
			step := s.run
			if c.silent {
				step = s.Step
			}
			step(c.cycles)
			issued := len(s.issued)
			cancel.Raise()
			step(1)
			s.pm.Queue = append(s.pm.Queue, pipe.CutBeat(1))
			step(40)
			require.LessOrEqual(t, len(s.issued), issued+1, "the line is seen in the next cycle")
			if c.asks {
				require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.TokenArrived, Slot: 1}}, s.ends.Got, "the token is acknowledged, the thread stays")
				for _, f := range s.fetch[pipe.Above].Got {
					s.lines.Queue = append(s.lines.Queue, pipe.CodeLine{Slot: 1, Thread: 2, Addr: f.Addr})
				}
				s.fetch[pipe.Above].Got = nil
				if len(s.lsu[pipe.Above].Got) > 0 {
					s.answers.Queue = append(s.answers.Queue, pipe.MessageAnswer{Slot: 1, Thread: 2, Reg: 10, Mask: ^uint32(0), Words: [8]uint32{5}, Last: true})
				}
				step(40)
			}
			require.ElementsMatch(t, []pipe.ThreadEnd{{Kind: pipe.TokenArrived, Slot: 1}, {Kind: pipe.SlotFree, Slot: 1, Thread: 2}}, s.ends.Got)
			require.Equal(t, fresh, s.state())
		})
	}
}

// state is the digests of the multiprocessor's registers and memories, without connections and without which thread issued last.
func (s *bench) state() map[string]uint64 {
	names, sums := s.Digests()
	state := map[string]uint64{}
	for n, name := range names {
		if _, part, _ := strings.Cut(name, " "); part != "" {
			state[name] = sums[n]
		}
	}
	return state
}

// A page that is not in memory: the thread stops, others go on, and its cut ends it. A line that was fetched in advance and is not needed stops nobody.
func TestMissingPages(t *testing.T) {
	s := newBench(t, config, vertex+".binding 0 buffer read\nsend.load.ud.2 r10, r1, b0\nmov r11:ud, 1:ud\nadd r12:ud, r10:ud, r10:ud\nsend.end {last}")
	cancel := s.Line(&s.b.P.Cancel[0], "CANCEL_0")
	h := pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8}
	s.thread(h)
	s.run(40)
	s.answers.Queue = []pipe.MessageAnswer{{Reg: 10, NotPresent: true}, {Reg: 11, NotPresent: true, Last: true}}
	s.run(60)
	require.Empty(t, s.ends.Got)
	issued := len(s.issued)
	h.Thread = 1
	s.thread(h)
	s.run(60)
	require.Greater(t, len(s.issued), issued, "another thread runs")
	s.answers.Queue = []pipe.MessageAnswer{{Thread: 1, Reg: 10, Mask: ^uint32(0)}, {Thread: 1, Reg: 11, Mask: ^uint32(0), Last: true}}
	s.run(60)
	require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree, Thread: 1}}, s.ends.Got)
	cancel.Raise()
	s.run(20)
	require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree, Thread: 1}, {Kind: pipe.SlotFree, Thread: 0}}, s.ends.Got)
}

// A thread that has issued its last instruction, and whose message then finds no page, waits for the cut, too: what has not come may be one of its results.
func TestMissingPagesAfterTheLastInstruction(t *testing.T) {
	for _, results := range []string{"", "send.result.1 r12, +0\n"} {
		s := newBench(t, config, vertex+".binding 0 buffer read\nsend.load.ud.2 r10, r1, b0\nmov r12:ud, 1:ud\n"+results+"send.end {last}")
		cancel := s.Line(&s.b.P.Cancel[0], "CANCEL_0")
		s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8})
		s.run(60)
		require.True(t, strings.HasSuffix(s.issued[len(s.issued)-1], "send"), "%v", s.issued)
		s.answers.Queue = []pipe.MessageAnswer{{Reg: 10, NotPresent: true}, {Reg: 11, NotPresent: true, Last: true}}
		s.run(60)
		require.Empty(t, s.ends.Got)
		cancel.Raise()
		s.run(20)
		require.Equal(t, []pipe.ThreadEnd{{Kind: pipe.SlotFree}}, s.ends.Got)
	}
}

// A cut is of one slot, above the break point: threads of the other slot and those below go on, and so does the slot's next context, whose request comes after the token.
func TestCutIsOfOneSlot(t *testing.T) {
	for slot := range uint8(pipe.Slots) {
		s := newBench(t, config, vertex+"nop\nnop\nsend.end {last}")
		cancel := []interface{ Raise() }{s.Line(&s.b.P.Cancel[0], "CANCEL_0"), s.Line(&s.b.P.Cancel[1], "CANCEL_1")}
		s.lines.Shut = true // all of them wait for their first line
		s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8, Slot: slot})
		s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8, Slot: 1 - slot, Thread: 1})
		s.run(20)
		cancel[slot].Raise()
		s.thread(pipe.ThreadHead{Stage: isa.StagePixel, Lanes: 8, Slot: slot, Thread: 2})
		s.run(20)
		s.pm.Queue = append(s.pm.Queue, pipe.CutBeat(slot))
		s.thread(pipe.ThreadHead{Stage: isa.StageVertex, Lanes: 8, Slot: slot, Thread: 3})
		s.run(20)
		s.lines.Shut = false
		s.run(60)
		require.ElementsMatch(t, []pipe.ThreadEnd{{Kind: pipe.TokenArrived, Slot: slot}, {Kind: pipe.SlotFree, Slot: slot}, {Kind: pipe.SlotFree, Slot: 1 - slot, Thread: 1}, {Kind: pipe.SlotFree, Slot: slot, Thread: 2}, {Kind: pipe.SlotFree, Slot: slot, Thread: 3}}, s.ends.Got)
		issued := [4]int{}
		for _, text := range strings.Fields(s.order()) {
			issued[text[strings.Index(text, ":")+1]-'0']++
		}
		require.Equal(t, [4]int{0, 3, 3, 3}, issued)
	}
}
