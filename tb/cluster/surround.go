package cluster

import (
	"math/rand/v2"
	"slices"

	"tilemark/golden/exec"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// surround is everything around a multiprocessor: it sends thread requests, has the kernels' lines, and does messages, each after a random time. It is no
// hardware: what it answers comes from the simulator.
type surround struct {
	wires.BlockBase
	P struct {
		PMSM  wires.Out[pipe.ThreadBeat]
		SMPM  wires.In[pipe.ThreadEnd]
		SML15 [pipe.Sides]wires.In[pipe.CodeFetch]
		L15SM wires.Out[pipe.CodeLine]
		SMLSU [pipe.Sides]wires.In[pipe.MessageBeat]
		LSUSM wires.Out[pipe.MessageAnswer]
	}
	r       *rand.Rand
	slowest int // cycles
	stall   int // percent of cycles in which it does not take or put

	code     map[uint32][]byte // kernels by their addresses
	requests []pipe.ThreadBeat
	lines    []dueLine
	message  [pipe.Sides][]pipe.MessageBeat
	messages []dueMessage
	answers  []pipe.MessageAnswer
	ended    func(pipe.ThreadEnd)
	sent     func(h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding
}

type dueLine struct {
	at   uint64
	line pipe.CodeLine
}

type dueMessage struct {
	at   uint64
	head pipe.MessageHead
	what *outstanding
}

// outstanding is a message as the simulator has sent it.
type outstanding struct {
	thread *exec.Thread
	pc     uint32
	head   pipe.MessageHead
	sent   *exec.Sent  // nil: it is done
	answer exec.Span   // registers
	data   [][8]uint32 // registers that it brings
}

func newSurround(seed uint64) *surround {
	return &surround{BlockBase: wires.NewBlockBase("Surround"), r: rand.New(rand.NewPCG(seed, 5)), slowest: 20, code: map[uint32][]byte{}}
}

func (s *surround) Parts() (ports, state any) { return &s.P, &struct{}{} }

func (s *surround) Line() string { return "" }

func (s *surround) due(cycle uint64) uint64 { return cycle + 1 + uint64(s.r.IntN(s.slowest)) }

func (s *surround) open() bool { return s.r.IntN(100) >= s.stall }

// Tick implements wires.Block.
func (s *surround) Tick(cycle uint64) wires.Activity {
	if len(s.requests) > 0 && s.P.PMSM.Ready() && s.open() {
		s.P.PMSM.Put(s.requests[0])
		s.requests = s.requests[1:]
	}
	if s.P.SMPM.Valid() && s.open() {
		s.ended(s.P.SMPM.Take())
	}
	for side := range pipe.Sides {
		if in := &s.P.SML15[side]; in.Valid() && s.open() {
			s.lines = append(s.lines, dueLine{s.due(cycle), s.lineOf(in.Take())})
		}
		if in := &s.P.SMLSU[side]; in.Valid() && s.open() {
			s.take(cycle, side, in.Take())
		}
	}
	for n := range s.lines {
		if s.lines[n].at <= cycle && s.P.L15SM.Ready() && s.open() {
			s.P.L15SM.Put(s.lines[n].line)
			s.lines = slices.Delete(s.lines, n, n+1)
			break
		}
	}
	for n := range s.messages {
		if m := &s.messages[n]; m.at <= cycle && s.finish(m) {
			s.messages = slices.Delete(s.messages, n, n+1)
			break
		}
	}
	if len(s.answers) > 0 && s.P.LSUSM.Ready() && s.open() {
		s.P.LSUSM.Put(s.answers[0])
		s.answers = s.answers[1:]
	}
	return wires.Busy
}

func (s *surround) lineOf(f pipe.CodeFetch) pipe.CodeLine {
	l := pipe.CodeLine{Slot: f.Slot, Thread: f.Thread, Generation: f.Generation, Addr: f.Addr}
	for at, code := range s.code {
		if f.Addr >= at && f.Addr < at+uint32(len(code)) {
			for n, c := range code[f.Addr-at:] {
				if n == 64 {
					break
				}
				l.Words[n/4] |= uint32(c) << (n % 4 * 8)
			}
		}
	}
	return l
}

func (s *surround) take(cycle uint64, side int, b pipe.MessageBeat) {
	m := &s.message[side]
	*m = append(*m, b)
	if !b.Last {
		return
	}
	head := (*m)[0].Message()
	what := s.sent(&head, (*m)[1:])
	*m = nil
	s.messages = append(s.messages, dueMessage{s.due(cycle), head, what})
}

// finish does a message and answers it. One that has to come after another one of its thread is done later.
func (s *surround) finish(m *dueMessage) bool {
	if m.what.sent != nil {
		for _, line := range m.what.sent.Lines() {
			if m.what.sent.Deliver(line) != nil {
				return false
			}
		}
		if m.what.sent.Answer() != nil {
			return false
		}
	}
	a := pipe.MessageAnswer{Slot: m.head.Slot, Thread: m.head.Thread, Generation: m.head.Generation}
	if m.what.answer.Count == 0 {
		a.Last, a.Done = true, true
		s.answers = append(s.answers, a)
		return true
	}
	for n := range m.what.answer.Count {
		a.Reg, a.Last, a.Mask = uint8(m.what.answer.First+n), n == m.what.answer.Count-1, ^uint32(0)
		copy(a.Words[:], m.what.thread.Registers[8*int(a.Reg):])
		s.answers = append(s.answers, a)
	}
	return true
}
