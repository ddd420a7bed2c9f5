package exec

import (
	"fmt"
	"math/bits"
	"slices"

	"tilemark/hw/isa"
)

// Sent is a message to memory that a thread has sent, done in parts: its user says when each line of memory has been accessed, and when the answer is in
// the registers. Order comes from outside, values are found here.
type Sent struct {
	Thread *Thread
	At     int // byte of the code

	instruction *instruction
	binding     *Binding
	request     *Request // of a message to the sampler, which has no parts here
	lanes       uint32
	registers   RegisterFile // the thread's as it was sent
	gathered    RegisterFile // the answer, in its registers
	parts       []part
}

// part is a component of a lane that lies in the binding.
type part struct {
	component uint16
	lane      uint8 // of the instruction
	done      bool
	at        uint64 // byte of the binding
}

// inParts tells whether a message is one that Options.Parts takes: to buffers and constants. Others are done at once.
func (i *instruction) inParts() bool {
	switch uint32(i.send.code) {
	case isa.MessageLoad, isa.MessageStore, isa.MessageAtomic, isa.MessageConstant:
		return true
	}
	return false
}

// sendInParts takes a message apart. What lies beyond the binding, and atomics of helpers, are answered with 0 and have no part.
func (t *Thread) sendInParts(i *instruction, lanes uint32) {
	b := t.binding(i)
	if b == nil {
		return
	}
	s := &Sent{Thread: t, At: i.at, instruction: i, binding: b, lanes: lanes, registers: t.Registers}
	if i.send.code == isa.MessageConstant {
		s.constants()
	} else {
		s.components()
	}
	t.outstanding = append(t.outstanding, s)
	t.options.Parts(s)
}

func (s *Sent) constants() {
	m := &s.instruction.send
	for n := range uint16(m.components) * registerWords {
		if at := uint64(m.offset) + 4*uint64(n); s.binding.holds(at, 4) {
			s.parts = append(s.parts, part{component: n, at: at})
		}
	}
}

func (s *Sent) components() {
	i, t := s.instruction, s.Thread
	m := &i.send
	t.eachComponent(i, s.lanes, func(c uint16, k int, at, size uint64) {
		helper := t.Helpers>>i.firstLane>>k&1 != 0 // they load, and nothing else
		if s.binding.holds(at, size) && (m.code == isa.MessageLoad || !helper) {
			s.parts = append(s.parts, part{component: c, lane: uint8(k), at: at})
		}
	})
}

// answer gathers a component of a lane.
func (s *Sent) answer(component uint16, lane int, value uint64) {
	m := &s.instruction.send
	s.gathered.write(laneAt(m.answer+component*m.set, lane, m.size), m.size, value)
}

// size is that of a component in memory.
func (s *Sent) size() uint64 {
	if s.instruction.send.code == isa.MessageConstant {
		return 4
	}
	return uint64(s.instruction.send.size)
}

func (s *Sent) line(p *part) uint64 { return (s.binding.Base + p.at) / LineBytes }

// Lines are the lines that are still to be accessed, in ascending order.
func (s *Sent) Lines() (lines []uint64) {
	for k := range s.parts {
		if p := &s.parts[k]; !p.done {
			lines = append(lines, s.line(p))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// Deliver does what the message does in a line. An error says that it has nothing left there, or that an earlier message of the thread should have come
// first, or what is wrong with the lines of the cluster.
func (s *Sent) Deliver(line uint64) error {
	var here []*part
	for k := range s.parts {
		p := &s.parts[k]
		if p.done || s.line(p) != line {
			continue
		}
		here = append(here, p)
	}
	return s.deliver(here, line)
}

// deliver does parts in a line.
func (s *Sent) deliver(here []*part, line uint64) error {
	if here == nil {
		return fmt.Errorf("byte %#x: the message has no access left in line %#x", s.At, line)
	}
	for _, p := range here {
		if err := s.inOrder(p); err != nil {
			return err
		}
	}
	for _, p := range here {
		if err := s.access(p); err != nil {
			return err
		}
		p.done = true
	}
	return nil
}

// DeliverSome is Deliver for the bytes of a line that a mask names, a bit each. Of an atomic it does one lane a word, the lowest that is left.
func (s *Sent) DeliverSome(line, bytes uint64) error {
	var here []*part
	words := map[uint64]bool{}
	for k := range s.parts {
		p := &s.parts[k]
		at := (s.binding.Base + p.at) % LineBytes
		if p.done || s.line(p) != line || bytes>>at&1 == 0 || words[at] {
			continue
		}
		if s.instruction.send.code == isa.MessageAtomic {
			words[at] = true
		}
		here = append(here, p)
	}
	return s.deliver(here, line)
}

// inOrder finds an earlier message of the thread that has not accessed the same bytes yet, where one of both writes.
func (s *Sent) inOrder(p *part) error {
	for _, o := range s.Thread.outstanding {
		if o == s {
			return nil
		}
		if !s.changes() && !o.changes() {
			continue
		}
		for k := range o.parts {
			if q := &o.parts[k]; !q.done && s.meets(p, o, q) {
				return fmt.Errorf("byte %#x: address %#x is accessed before the message of byte %#x has accessed it", s.At, p.at, o.At)
			}
		}
	}
	return nil
}

// meets tells whether parts of two messages are of the same memory. Without a cluster bindings have no addresses and are apart.
func (s *Sent) meets(p *part, o *Sent, q *part) bool {
	if s.Thread.Cluster == nil && s.binding != o.binding {
		return false
	}
	a, b := s.binding.Base+p.at, o.binding.Base+q.at
	return a < b+o.size() && b < a+s.size()
}

func (s *Sent) changes() bool { return s.instruction.send.writes }

// access does a part.
func (s *Sent) access(p *part) error {
	m, t := &s.instruction.send, s.Thread
	c := t.Cluster
	if c != nil && (m.code == isa.MessageAtomic || m.noCache) {
		if c.Observed && c.data.at[s.line(p)] != nil {
			return fmt.Errorf("byte %#x: line %#x is in the cluster, but the access goes to memory: it was to be written back and dropped before", s.At, s.line(p))
		}
		c.surrender(s.binding.Base+p.at, s.size())
		c = nil
	}
	switch m.code {
	case isa.MessageAtomic:
		s.atomic(p)
	case isa.MessageStore:
		value := s.registers.read(laneAt(m.data+p.component*m.set, int(p.lane), m.size), m.size)
		if c != nil {
			c.write(s.binding.Base+p.at, s.size(), value)
		} else {
			putComponent(s.binding.Data, p.at, s.size(), value)
		}
	default:
		return s.load(p, c)
	}
	return nil
}

func (s *Sent) load(p *part, c *Cluster) error {
	value := component(s.binding.Data, p.at, s.size())
	constant := s.instruction.send.code == isa.MessageConstant
	if c != nil {
		lines := &c.data
		if constant {
			lines = &c.constants
		}
		var ok bool
		if value, ok = c.read(lines, s.binding.Base+p.at, s.size()); !ok {
			return fmt.Errorf("byte %#x: a load of address %#x, which is not in the cluster's lines", s.At, s.binding.Base+p.at)
		}
	}
	if constant {
		s.gathered[s.instruction.send.answer+p.component] = uint32(value)
	} else {
		s.answer(p.component, int(p.lane), value)
	}
	return nil
}

func (s *Sent) atomic(p *part) {
	m := &s.instruction.send
	before := wordAt(s.binding.Data, p.at)
	operand := func(n uint16) uint32 { // the second one of cmpxchg only
		if n >= uint16(m.operands) {
			return 0
		}
		return s.registers[m.data+n*m.set+uint16(p.lane)]
	}
	putWord(s.binding.Data, p.at, atomic(m, before, operand(0), operand(1)))
	if m.returns {
		s.answer(0, int(p.lane), uint64(before))
	}
}

// Answer ends the message: its answer is in the registers, or it is acknowledged. An error says what is still to be accessed.
func (s *Sent) Answer() error {
	t, m := s.Thread, &s.instruction.send
	if lines := s.Lines(); len(lines) > 0 {
		return fmt.Errorf("byte %#x: the message is answered before line %#x was accessed", s.At, lines[0])
	}
	at := slices.Index(t.outstanding, s)
	if at < 0 {
		return fmt.Errorf("byte %#x: the message was answered before", s.At)
	}
	t.outstanding = slices.Delete(t.outstanding, at, at+1)
	switch {
	case s.request != nil:
		t.request = *s.request
		t.takeTexels(s.instruction, s.lanes)
	case m.code == isa.MessageConstant:
		n := int(m.components) * registerWords
		copy(t.Registers[m.answer:][:n], s.gathered[m.answer:][:n])
	default:
		if m.answers() {
			s.write()
		}
	}
	return nil
}

// answers tells whether a message to a buffer has an answer.
func (m *message) answers() bool { return m.code == isa.MessageLoad || m.returns }

// write brings the answer's lanes into the thread's registers.
func (s *Sent) write() {
	i, m := s.instruction, &s.instruction.send
	for lanes := s.lanes >> i.firstLane; lanes != 0; lanes &= lanes - 1 {
		k := bits.TrailingZeros32(lanes)
		for c := range uint16(m.components) {
			at := laneAt(m.answer+c*m.set, k, m.size)
			s.Thread.Registers.write(at, m.size, s.gathered.read(at, m.size))
		}
	}
}

// Blocked tells whether the next instruction cannot execute yet (early).
func (t *Thread) Blocked() bool {
	code := t.kernel.code
	n := uint(t.PC) / slotBytes
	return len(t.outstanding) > 0 && n < uint(len(code)) && t.early(&code[n]) != ""
}

// early says why an instruction cannot execute yet: it needs a register of an answer that is to come, or it waits for all answers; a barrier and a thread_end
// say to others that memory has been accessed.
func (t *Thread) early(i *instruction) string {
	first := t.outstanding[0]
	switch {
	case i.op == isa.OpWait:
		return fmt.Sprintf("wait goes on before the message of byte %#x is answered", first.At)
	case i.op == isa.OpSend && (i.send.code == isa.MessageBarrier || i.send.code == isa.MessageThreadEnd):
		for _, s := range t.outstanding {
			if s.stores() {
				return fmt.Sprintf("%s before the message of byte %#x has written its texels", isa.Messages[i.send.code].Name, s.At)
			}
			if lines := s.Lines(); len(lines) > 0 {
				return fmt.Sprintf("%s before the message of byte %#x has accessed line %#x", isa.Messages[i.send.code].Name, s.At, lines[0])
			}
		}
	}
	for _, s := range t.outstanding {
		answer := s.instruction.written[0]
		for _, span := range [...]Span{i.read[0], i.read[1], i.read[2], i.written[0], i.written[1]} {
			if span.First < answer.First+answer.Count && answer.First < span.First+span.Count {
				return fmt.Sprintf("it uses r%d before the message of byte %#x is answered", max(span.First, answer.First), s.At)
			}
		}
	}
	return ""
}
