package exec

import (
	"fmt"

	"tilemark/hw/isa"
)

// access is where a special register can be read or written.
type access uint8

const (
	never access = iota
	always
	inHandler
)

// special is a special register.
type special struct {
	read, write access
	get         func(*Thread) uint32
	set         func(*Thread, uint32)
}

// specials are the special registers by their numbers.
var specials = func() map[uint32]special {
	s := map[uint32]special{
		isa.SpecialRa: {always, always, func(t *Thread) uint32 { return t.RA }, func(t *Thread, v uint32) { t.RA = v }},
		isa.SpecialSp: {always, always, func(t *Thread) uint32 { return t.SP }, func(t *Thread, v uint32) { t.SP = v }},
		isa.SpecialActive: {always, inHandler, func(t *Thread) uint32 { return t.accessed().Active },
			func(t *Thread, v uint32) { t.accessed().Active = v & t.lanes() }},
		isa.SpecialHelpers: {always, inHandler, func(t *Thread) uint32 { return t.accessed().Helpers },
			func(t *Thread, v uint32) { t.accessed().Helpers = v & t.lanes() }},
		isa.SpecialDepth: {always, inHandler, func(t *Thread) uint32 { return uint32(t.accessed().Depth) },
			func(t *Thread, v uint32) { t.accessed().setDepth(int(v % 64)) }},
		isa.SpecialLanes:  {always, never, func(t *Thread) uint32 { return uint32(t.kernel.Lanes) }, nil},
		isa.SpecialThread: {always, never, func(t *Thread) uint32 { return uint32(t.Number) }, nil},
		isa.SpecialSlot:   {always, never, func(t *Thread) uint32 { return t.Slot }, nil},
		isa.SpecialPc: {inHandler, inHandler, func(t *Thread) uint32 { return t.handler.pc },
			func(t *Thread, v uint32) { t.handler.pc = v }},
		isa.SpecialCount: {inHandler, inHandler, func(t *Thread) uint32 { return uint32(t.handler.executed) },
			func(t *Thread, v uint32) { t.handler.executed = int(v) }},
		isa.SpecialRegisters: {inHandler, never, func(t *Thread) uint32 { return uint32(t.allocated()) }, nil},
		isa.SpecialShared:    {inHandler, never, func(t *Thread) uint32 { return uint32(len(t.shared())) }, nil},
	}
	for n := range uint32(4) {
		s[isa.SpecialF0+n] = special{always, always, func(t *Thread) uint32 { return t.accessed().Flags[n] },
			func(t *Thread, v uint32) { t.accessed().Flags[n] = v }}
		s[isa.SpecialTr0+n] = special{inHandler, inHandler, func(t *Thread) uint32 { return t.handler.trap[n] },
			func(t *Thread, v uint32) { t.handler.trap[n] = v }}
	}
	for n := uint32(isa.SpecialStack); n <= isa.SpecialStackEnd; n++ {
		entry, word := (n-isa.SpecialStack)/stackWords, (n-isa.SpecialStack)%stackWords
		s[n] = special{inHandler, inHandler, func(t *Thread) uint32 { return t.accessed().word(entry, word) },
			func(t *Thread, v uint32) { t.accessed().setWord(entry, word, v, t.lanes()) }}
	}
	return s
}()

// stackWords is how many words of STACK an entry has.
const stackWords = 4

// setDepth changes the number of entries. Those that come to it are empty.
func (m *Masks) setDepth(depth int) {
	for n := m.Depth; n < min(depth, StackEntries); n++ {
		m.Stack[n] = Entry{}
	}
	m.Depth = depth
}

// word reads a word of an entry; those that are not on the stack read as 0.
func (m *Masks) word(entry, n uint32) uint32 {
	if int(entry) >= m.Depth {
		return 0
	}
	e := &m.Stack[entry]
	return [stackWords]uint32{e.Mask, e.Waiting, uint32(e.Construct), 0}[n]
}

// setWord writes a word of an entry that is on the stack.
func (m *Masks) setWord(entry, n, v, lanes uint32) {
	if int(entry) < m.Depth {
		m.Stack[entry].setWord(n, v, lanes)
	}
}

// setWord writes a word; masks are those of lanes that the thread has.
func (e *Entry) setWord(n, v, lanes uint32) {
	switch n {
	case 0:
		e.Mask = v & lanes
	case 1:
		e.Waiting = v & lanes
	case 2:
		e.Construct = Construct(v % 4)
	}
}

// lanes are those of the thread's program, interrupted or not.
func (t *Thread) lanes() uint32 {
	k := t.kernel
	if t.InHandler() {
		k = t.handler.interrupted
	}
	return allLanes >> (mostLanes - k.Lanes)
}

// accessed are the masks that special registers name: in a handler those of the interrupted program.
func (t *Thread) accessed() *Masks {
	if t.kernel.Stage.handler() {
		return &t.handler.masks
	}
	return &t.Masks
}

// readSpecial is rdsr: into lane 0, whether it is active or not.
func readSpecial(t *Thread, i *instruction) {
	value := specials[uint32(i.src[0].number)].get(t)
	if !i.null {
		t.Registers.write(i.dst.lane[0], i.dst.size, uint64(value))
	}
}

// writeSpecial is wrsr, of lane 0.
func writeSpecial(t *Thread, i *instruction) {
	i.src[0].gather(&t.Registers, 1, &t.values[0])
	specials[uint32(i.src[1].number)].set(t, uint32(t.values[0][0]))
}

// Enter interrupts the thread: it goes on at the beginning of a handler, with lanes and masks of its own, and with these trap registers; in the
// third the bits of TRAP are set besides. A thread that waits at a barrier has not arrived then. An iret brings the thread back.
func (t *Thread) Enter(handler *Kernel, trap [4]uint32) error {
	switch {
	case t.State != Running && t.State != Waiting:
		return fmt.Errorf("a thread that has ended is interrupted")
	case !handler.Stage.handler():
		return fmt.Errorf("a program of stage %d, expected a handler", handler.Stage)
	case t.kernel.Stage.handler():
		return fmt.Errorf("a handler is interrupted by another one")
	case len(t.outstanding) > 0:
		return fmt.Errorf("a thread is interrupted before its message of byte %#x is answered", t.outstanding[0].At)
	}
	if t.State == Waiting {
		_ = t.Withdraw()
	}
	if t.withdrawn {
		trap[2] |= 1 << isa.TrapStateBarrierShift
		t.withdrawn = false
	}
	rank, others := t.rank()
	trap[2] |= uint32(rank)<<isa.TrapStateRankShift | uint32(others)<<isa.TrapStateThreadsShift
	t.handler = handlerState{masks: t.Masks, pc: uint32(t.PC), interrupted: t.kernel, executed: t.Instructions, trap: trap}
	t.most = noLimit
	t.kernel, t.PC, t.Masks = handler, 0, Masks{Active: allLanes >> (mostLanes - handler.Lanes)}
	return nil
}

// Withdraw has a thread not have arrived at the barrier at which it waits: it is to enter a handler, and does not go on before. Others may arrive meanwhile.
func (t *Thread) Withdraw() error {
	if t.State != Waiting {
		return fmt.Errorf("the arrival of a thread at a barrier is withdrawn that does not wait")
	}
	t.State, t.PC, t.withdrawn = Running, t.barrier, true
	t.cta.waiting--
	t.Instructions--
	return nil
}

// returnFromHandler is iret.
func returnFromHandler(t *Thread, i *instruction) {
	h := &t.handler
	switch {
	case h.interrupted == nil:
		t.fail(i, "iret without an interrupted program")
		return
	case h.masks.Depth > StackEntries:
		t.fail(i, fmt.Sprintf("an execution-mask stack of %d entries, expected %d at most", h.masks.Depth, StackEntries))
		return
	}
	t.kernel, t.PC, t.Masks, t.Instructions, t.most = h.interrupted, int(h.pc), h.masks, h.executed, t.options.most()
	t.handler = handlerState{}
}
