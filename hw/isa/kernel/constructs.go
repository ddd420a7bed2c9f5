package kernel

import (
	"fmt"

	"tilemark/hw/isa"
)

// Error is why a kernel may not run: where in its code, and what was expected.
type Error struct {
	Instruction int    // number, -1: the header
	Directive   string // of the header: which of the text's directives says it
	Offset      int    // bytes from the first instruction
	Line        int    // of the text; 0: not known
	Message     string
}

func (e *Error) Error() string {
	switch {
	case e.Instruction < 0:
		return e.Message
	case e.Line > 0:
		return fmt.Sprintf("line %d, byte %d: %s", e.Line, e.Offset, e.Message)
	}
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
}

// nesting is how constructs of a kernel lie in each other.
type nesting struct {
	in    []int // by instruction: number of the instruction that began the innermost part around it, -1 for none
	depth []int // by instruction: entries of the mask stack before it
	most  int
	// By instruction that begins a part: the next instruction at which lanes may be active that have gone. An if's is its else or endif, an else's its
	// endif, a loop's its rejoin or while, a rejoin's its while.
	next map[int]int
}

// part is a construct that is open.
type part struct {
	began int // its if, else, loop or rejoin
	outer int // began of the part around it
	first int // of a loop: its loop
}

// constructs finds them by one reading of the code. The error is of the first that is not nested.
func constructs(code []Instruction) (*nesting, *Error) {
	n := &nesting{in: make([]int, len(code)), depth: make([]int, len(code)), next: map[int]int{}}
	var open []part
	fail := func(i int, format string, args ...any) (*nesting, *Error) {
		return nil, &Error{Instruction: i, Offset: code[i].Offset, Line: code[i].Line, Message: fmt.Sprintf(format, args...)}
	}
	for i := range code {
		in := isa.Decode(code[i].Native)
		name := isa.Operations[in.Op].Name
		top := part{-1, -1, -1}
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		n.in[i], n.depth[i] = top.began, len(open)
		began := uint8(0)
		if top.began >= 0 {
			began = opOf(code, top.began)
		}
		switch in.Op {
		case isa.OpIf, isa.OpLoop:
			open = append(open, part{i, top.began, i})
		case isa.OpElse:
			if began != isa.OpIf {
				return fail(i, "else without an if%s", stillOpen(code, top.began))
			}
			n.next[top.began] = i
			open[len(open)-1].began = i
		case isa.OpEndif:
			if began != isa.OpIf && began != isa.OpElse {
				return fail(i, "endif without an if%s", stillOpen(code, top.began))
			}
			n.next[top.began] = i
			open = open[:len(open)-1]
		case isa.OpRejoin:
			if began != isa.OpLoop {
				return fail(i, "rejoin, but no loop is open, or it has one already")
			}
			n.next[top.began] = i
			open[len(open)-1].began = i
		case isa.OpWhile:
			if began != isa.OpLoop && began != isa.OpRejoin {
				return fail(i, "while without a loop%s", stillOpen(code, top.began))
			}
			n.next[top.began] = i
			open = open[:len(open)-1]
		case isa.OpBreak, isa.OpContinue:
			loops := 0
			for _, p := range open {
				if op := opOf(code, p.began); op == isa.OpLoop || op == isa.OpRejoin {
					loops++
				}
			}
			switch {
			case loops == 0:
				return fail(i, "%s outside of a loop", name)
			case loops < int(in.Levels):
				return fail(i, "%s leaves %d loops, but is in %d", name, in.Levels, loops)
			}
		}
		if n.most = max(n.most, len(open)); n.most > isa.StackEntries {
			return fail(i, "%d constructs lie in each other, expected %d at most", len(open), isa.StackEntries)
		}
	}
	if len(open) > 0 {
		last := open[len(open)-1].began
		op := opOf(code, last)
		end := "endif"
		if op == isa.OpLoop || op == isa.OpRejoin {
			end = "while"
		}
		return fail(last, "%s without an end: %s was expected", isa.Operations[op].Name, end)
	}
	return n, nil
}

// stillOpen names the construct that is open where the end of another one stands.
func stillOpen(code []Instruction, began int) string {
	if began < 0 {
		return ""
	}
	name := isa.Operations[opOf(code, began)].Name
	if line := code[began].Line; line > 0 {
		return fmt.Sprintf(": the %s of line %d is open", name, line)
	}
	return fmt.Sprintf(": the %s of byte %d is open", name, code[began].Offset)
}

func opOf(code []Instruction, i int) uint8 { return uint8(code[i].Native[isa.NativeControl]) }

// target returns where an instruction must go by its construct: the number of an instruction. false for one that goes where it likes.
func (n *nesting) target(code []Instruction, i int) (to int, ok bool) {
	switch opOf(code, i) {
	case isa.OpIf, isa.OpElse:
		return n.next[i], true
	case isa.OpWhile:
		began := n.in[i]
		for opOf(code, began) == isa.OpRejoin { // its loop is the one whose next is the rejoin
			for first, next := range n.next {
				if next == began && opOf(code, first) == isa.OpLoop {
					began = first
					break
				}
			}
		}
		return began + 1, true
	case isa.OpBreak, isa.OpContinue:
		return n.next[n.in[i]], true
	}
	return 0, false
}

// Targets returns where the instructions go whose constructs say it, both by their numbers. The error is of a construct that is not nested.
func Targets(code []Instruction) (map[int]int, *Error) {
	n, err := constructs(code)
	if err != nil {
		return nil, err
	}
	targets := map[int]int{}
	for i := range code {
		if to, ok := n.target(code, i); ok {
			targets[i] = to
		}
	}
	return targets, nil
}
