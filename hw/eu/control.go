package eu

import (
	"fmt"

	"tilemark/hw/isa"
	"tilemark/hw/wires"
)

// Control is the state of a thread that decides who executes what.
type Control struct {
	PC      uint32 // byte of the kernel's next instruction
	Active  uint32 // lanes that execute
	Helpers uint32 // lanes that change nothing outside of the thread
	Flags   [4]uint32
	RA, SP  uint32
	Depth   uint8 // entries of the execution-mask stack
}

// Stack is the execution-mask stack of a thread: rows of pages, an entry 16 bytes.
type Stack struct {
	RAM   *wires.Pages
	First uint32 // row
}

// Words of an entry, as the special registers STACK have them.
const (
	entryMask      = iota // lanes that are active after the construct
	entryWaiting          // lanes that wait: of an if for its else, of a loop for its rejoin
	entryConstruct        // If, Else or Loop
	_
	entryWords
)

// Constructs of entries.
const (
	If = iota + 1
	Else
	Loop
)

// StackRows is the number of rows of a stack.
const StackRows = isa.StackEntries * entryWords / wires.RowWords

// entry is an entry to be read.
func (s *Stack) entry(n uint8) *[entryWords]uint32 {
	const perRow = wires.RowWords / entryWords
	return (*[entryWords]uint32)(s.RAM.Row(s.First + uint32(n)/perRow)[n%perRow*entryWords:])
}

// edit is an entry to be written.
func (s *Stack) edit(n uint8) *[entryWords]uint32 {
	const perRow = wires.RowWords / entryWords
	return (*[entryWords]uint32)(s.RAM.Edit(s.First + uint32(n)/perRow)[n%perRow*entryWords:])
}

// Clear forgets the entries of a stack.
func (s *Stack) Clear(depth uint8) {
	for n := range depth {
		*s.edit(n) = [entryWords]uint32{}
	}
}

// Word is a word of the special registers STACK, of a stack with so many entries; those that are not on it read as 0.
func (s *Stack) Word(depth uint8, n uint32) uint32 {
	if n/entryWords >= uint32(depth) {
		return 0
	}
	return s.entry(uint8(n / entryWords))[n%entryWords]
}

// SetWord writes such a word of an entry that is on the stack; masks are those of lanes that the thread has.
func (s *Stack) SetWord(depth uint8, n, v, lanes uint32) {
	if n/entryWords >= uint32(depth) {
		return
	}
	switch e := s.edit(uint8(n / entryWords)); n % entryWords {
	case entryMask, entryWaiting:
		e[n%entryWords] = v & lanes
	case entryConstruct:
		e[entryConstruct] = v % 4
	}
}

// Drop forgets entries from one on, of so many.
func (s *Stack) Drop(from, depth uint8) {
	for n := from; n < min(depth, isa.StackEntries); n++ {
		*s.edit(n) = [entryWords]uint32{}
	}
}

// Fault is why a thread cannot go on.
type Fault uint8

// Faults of control flow.
const (
	NoFault        Fault = iota
	StackFull            // the stack has no entry left
	StackEmpty           // a construct ends that has not begun
	WrongConstruct       // another one has begun
	BadOpcode            // an instruction that is not legal, or ends outside of the kernel
	BadCounter           // no instruction of the kernel is at PC
	LimitReached         // the kernel's limit of instructions
	BadTable             // the patch table of the line at PC is malformed
)

// faultNames are for readers.
var faultNames = [...]string{NoFault: "none", StackFull: "stack full", StackEmpty: "stack empty", WrongConstruct: "wrong construct", BadOpcode: "bad opcode", BadCounter: "bad counter",
	LimitReached: "limit reached", BadTable: "malformed patch table"}

// String names it.
func (f Fault) String() string {
	if int(f) < len(faultNames) {
		return faultNames[f]
	}
	return fmt.Sprintf("fault %d", uint8(f))
}

// Branch executes an instruction of control flow. PC is that of the instruction; it comes to be that of the next one.
func (o *Op) Branch(c *Control, s *Stack) Fault {
	next := c.PC + uint32(o.Bytes)
	target := c.PC + uint32(o.Target)
	c.PC = next
	switch o.Op {
	case isa.OpJmp:
		if o.taken(c) {
			c.PC = target
		}
	case isa.OpCall:
		if o.taken(c) {
			c.RA, c.PC = next, target
		}
	case isa.OpRet:
		if o.taken(c) {
			c.PC = c.RA
		}
	case isa.OpDiscard:
		c.Helpers |= o.Executing(c)
	case isa.OpIf:
		return o.enterIf(c, s, target)
	case isa.OpLoop:
		return push(c, s, [entryWords]uint32{entryMask: c.Active, entryConstruct: Loop})
	case isa.OpElse, isa.OpEndif, isa.OpRejoin, isa.OpWhile:
		return o.top(c, s, target)
	case isa.OpBreak:
		return o.exitLoop(c, s, int(o.Levels), false, target)
	case isa.OpContinue:
		return o.exitLoop(c, s, 1, true, target)
	}
	return NoFault
}

// NeedsStack tells whether an instruction of control flow changes masks.
func (o *Op) NeedsStack() bool {
	switch o.Op {
	case isa.OpIf, isa.OpElse, isa.OpEndif, isa.OpLoop, isa.OpRejoin, isa.OpWhile, isa.OpBreak, isa.OpContinue, isa.OpDiscard:
		return true
	}
	return false
}

// taken tells whether a predicate for all lanes holds.
func (o *Op) taken(c *Control) bool {
	set := o.flag(c) & c.Active
	switch o.Predicate {
	case isa.PredicateAny:
		return set != 0
	case isa.PredicateAll:
		return set == c.Active
	}
	return true
}

func push(c *Control, s *Stack, e [entryWords]uint32) Fault {
	if c.Depth == isa.StackEntries {
		return StackFull
	}
	*s.edit(c.Depth) = e
	c.Depth++
	return NoFault
}

// pop forgets the highest entry: one that is not on the stack reads as 0.
func pop(c *Control, s *Stack) {
	c.Depth--
	*s.edit(c.Depth) = [entryWords]uint32{}
}

func (o *Op) enterIf(c *Control, s *Stack, target uint32) Fault {
	taken := o.Executing(c)
	if f := push(c, s, [entryWords]uint32{c.Active, c.Active &^ taken, If}); f != NoFault {
		return f
	}
	c.Active = taken
	c.skip(target)
	return NoFault
}

// skip goes on at a place when no lane is active.
func (c *Control) skip(target uint32) {
	if c.Active == 0 {
		c.PC = target
	}
}

// top executes what changes the highest entry.
func (o *Op) top(c *Control, s *Stack, target uint32) Fault {
	if c.Depth == 0 {
		return StackEmpty
	}
	e := s.edit(c.Depth - 1)
	inLoop := o.Op == isa.OpRejoin || o.Op == isa.OpWhile
	switch construct := e[entryConstruct]; {
	case inLoop != (construct == Loop), o.Op == isa.OpElse && construct != If:
		return WrongConstruct
	}
	switch o.Op {
	case isa.OpElse:
		c.Active, e[entryWaiting], e[entryConstruct] = e[entryWaiting], 0, Else
		c.skip(target)
	case isa.OpEndif:
		c.Active = e[entryMask]
		pop(c, s)
	case isa.OpRejoin:
		c.Active, e[entryWaiting] = c.Active|e[entryWaiting], 0
	case isa.OpWhile:
		c.Active, e[entryWaiting] = c.Active|e[entryWaiting], 0
		if again := o.Executing(c); again != 0 {
			c.Active, c.PC = again, target
			break
		}
		c.Active = e[entryMask]
		pop(c, s)
	}
	return NoFault
}

// exitLoop takes lanes out of all constructs within the n-th loop; they wait there for the rejoin, or have left the loop.
func (o *Op) exitLoop(c *Control, s *Stack, n int, wait bool, target uint32) Fault {
	at := int(c.Depth) - 1
	for ; at >= 0; at-- {
		if s.entry(uint8(at))[entryConstruct] == Loop {
			if n--; n == 0 {
				break
			}
		}
	}
	if at < 0 {
		return StackEmpty
	}
	lanes := o.Executing(c)
	for k := at + 1; k < int(c.Depth); k++ {
		e := s.edit(uint8(k))
		e[entryMask] &^= lanes
	}
	if wait {
		s.edit(uint8(at))[entryWaiting] |= lanes
	}
	c.Active &^= lanes
	c.skip(target)
	return NoFault
}
