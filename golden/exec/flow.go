package exec

import (
	"fmt"

	"tilemark/hw/isa"
)

// flows execute control flow.
var flows = [256]func(*Thread, *instruction){
	isa.OpJmp: jump, isa.OpCall: call, isa.OpRet: ret, isa.OpIf: enterIf, isa.OpElse: turnElse, isa.OpEndif: leaveIf, isa.OpLoop: enterLoop,
	isa.OpWhile: turnLoop, isa.OpBreak: breakLoops, isa.OpContinue: continueLoop, isa.OpRejoin: rejoin, isa.OpIret: returnFromHandler,
	isa.OpNop: doNothing, isa.OpWait: doNothing, isa.OpDiscard: discard,
}

// doNothing: messages are answered at once, so wait has nothing to wait for.
func doNothing(*Thread, *instruction) {}

// holds tells whether a predicate for all lanes holds. Of no active lane any fails and all holds.
func (t *Thread) holds(i *instruction) bool {
	set := t.Flags[i.flag]
	if i.invert {
		set = ^set
	}
	switch i.predicate {
	case isa.PredicateAny:
		return set&t.Active != 0
	case isa.PredicateAll:
		return set&t.Active == t.Active
	}
	return true
}

func jump(t *Thread, i *instruction) {
	if t.holds(i) {
		t.PC = i.target
	}
}

func call(t *Thread, i *instruction) {
	if t.holds(i) {
		t.RA, t.PC = uint32(t.PC), i.target
	}
}

func ret(t *Thread, i *instruction) {
	if t.holds(i) {
		t.PC = int(t.RA)
	}
}

// push pushes the active mask.
func (t *Thread) push(i *instruction, e Entry) bool {
	if t.Depth >= StackEntries {
		t.fail(i, fmt.Sprintf("the execution-mask stack has no entry after %d", StackEntries))
		return false
	}
	t.Stack[t.Depth] = e
	t.Depth++
	return true
}

// top is the entry of the construct that an instruction belongs to, or nil when it does not.
func (t *Thread) top(i *instruction, wants, or Construct) *Entry {
	if t.Depth == 0 {
		t.fail(i, "the execution-mask stack is empty")
		return nil
	}
	e := &t.Stack[t.Depth-1]
	if e.Construct != wants && e.Construct != or {
		t.fail(i, isa.Operations[i.op].Name+" within another construct than its own")
		return nil
	}
	return e
}

// resume goes to the target when no lane is active.
func (t *Thread) resume(i *instruction) {
	if t.Active == 0 {
		t.PC = i.target
	}
}

func enterIf(t *Thread, i *instruction) {
	takes := t.executing(i)
	if !t.push(i, Entry{Mask: t.Active, Waiting: t.Active &^ takes, Construct: If}) {
		return
	}
	t.Active = takes
	t.resume(i)
}

func turnElse(t *Thread, i *instruction) {
	e := t.top(i, If, If)
	if e == nil {
		return
	}
	t.Active, e.Waiting, e.Construct = e.Waiting, 0, Else
	t.resume(i)
}

func leaveIf(t *Thread, i *instruction) {
	if e := t.top(i, If, Else); e != nil {
		t.Active = e.Mask
		t.Depth--
	}
}

func enterLoop(t *Thread, i *instruction) {
	t.push(i, Entry{Mask: t.Active, Construct: Loop})
}

// turnLoop is while.
func turnLoop(t *Thread, i *instruction) {
	e := t.top(i, Loop, Loop)
	if e == nil {
		return
	}
	t.Active |= e.Waiting
	e.Waiting = 0
	if on := t.executing(i); on != 0 {
		t.Active, t.PC = on, i.target
		return
	}
	t.Active = e.Mask
	t.Depth--
}

// loopOf is the place in the stack of the n-th innermost loop, or -1.
func (t *Thread) loopOf(i *instruction, n int) int {
	for at := t.Depth - 1; at >= 0; at-- {
		if t.Stack[at].Construct == Loop {
			if n--; n == 0 {
				return at
			}
		}
	}
	t.fail(i, isa.Operations[i.op].Name+" within fewer loops than it leaves")
	return -1
}

// exitLoop makes lanes inactive in all entries within a loop.
func (t *Thread) exitLoop(loop int, lanes uint32) {
	for n := loop + 1; n < t.Depth; n++ {
		t.Stack[n].Mask &^= lanes
	}
	t.Active &^= lanes
}

func breakLoops(t *Thread, i *instruction) {
	loop := t.loopOf(i, int(i.levels))
	if loop < 0 {
		return
	}
	t.exitLoop(loop, t.executing(i))
	t.resume(i)
}

func continueLoop(t *Thread, i *instruction) {
	loop := t.loopOf(i, 1)
	if loop < 0 {
		return
	}
	lanes := t.executing(i)
	t.exitLoop(loop, lanes)
	t.Stack[loop].Waiting |= lanes
	t.resume(i)
}

func rejoin(t *Thread, i *instruction) {
	if e := t.top(i, Loop, Loop); e != nil {
		t.Active |= e.Waiting
		e.Waiting = 0
	}
}

func discard(t *Thread, i *instruction) { t.Helpers |= t.executing(i) }
