package kernel

import (
	"fmt"

	"tilemark/hw/isa"
)

// grants checks that between a grant and its thread_end there is no barrier, wait, call, end or backward branch on any path. A grant is known when the
// instructions after an allocate compare its status with 0 and branch: then the path of a refusal is free, to try again for instance. Otherwise the
// allocation counts as granted on all paths. A
// thread_end follows a grant on each path: where lanes part, a thread takes both paths and would send two.
func (c *checker) grants() {
	without := []int{0} // places to which a thread comes without a grant
	for i := range c.k.Code {
		switch {
		case c.sends(i, isa.MessageAllocate):
			c.grant(i)
			if r := c.refused(i); r[0] >= 0 {
				without = append(without, c.k.successors(r[0])[r[1]])
			}
		case c.sends(i, isa.MessageThreadEnd):
			without = append(without, c.k.successors(i)[0])
		}
	}
	c.withoutGrant(without)
}

// sends tells whether an instruction is a message.
func (c *checker) sends(i int, code uint8) bool {
	in := isa.Decode(c.k.Code[i].Native)
	return in.Op == isa.OpSend && in.Message.Code == code
}

// needsGrant names an instruction that only a thread with a grant may execute; "" for others.
func (c *checker) needsGrant(i int) string {
	in := isa.Decode(c.k.Code[i].Native)
	switch m := &in.Message; {
	case in.Op != isa.OpSend:
	case m.Code == isa.MessageThreadEnd:
		return "thread_end"
	case m.Code == isa.MessageStore && c.kind(m.Binding) == isa.BindingKindRing:
		return "store to the ring"
	}
	return ""
}

// withoutGrant finds a thread_end or a store to the ring to which a way leads that has no grant.
func (c *checker) withoutGrant(list []int) {
	seen := map[int]bool{}
	for len(list) > 0 {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		if i < 0 || seen[i] || c.sends(i, isa.MessageAllocate) {
			continue
		}
		seen[i] = true
		if what := c.needsGrant(i); what != "" {
			c.add(i, "%s without a grant on some path", what)
			return
		}
		next := c.k.successors(i)
		list = append(list, next[:]...)
	}
}

func (c *checker) grant(from int) {
	seen := map[int]bool{}
	refused := c.refused(from)
	for list := []int{c.k.successors(from)[0]}; len(list) > 0; {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		if i < 0 || seen[i] {
			continue
		}
		seen[i] = true
		in := isa.Decode(c.k.Code[i].Native)
		if in.Op == isa.OpSend && in.Message.Code == isa.MessageThreadEnd {
			continue
		}
		if what := untilThreadEnd(&in); what != "" {
			c.add(i, "%s between the grant of %s and its thread_end%s", what, c.where(from), c.ifRefused(from))
			return
		}
		for k, to := range c.k.successors(i) {
			switch {
			case refused == [2]int{i, k}:
			case k == 1 && to >= 0 && to <= i:
				c.add(i, "a branch back between the grant of %s and its thread_end%s", c.where(from), c.ifRefused(from))
				return
			default:
				list = append(list, to)
			}
		}
	}
}

// untilThreadEnd names an instruction that may not stand between a grant and its thread_end; "" for others.
func untilThreadEnd(in *isa.Instruction) string {
	switch m := &in.Message; {
	case in.Op == isa.OpWait, in.Op == isa.OpCall, in.Op == isa.OpRet:
		return isa.Operations[in.Op].Name
	case in.Op == isa.OpSend && (m.Code == isa.MessageBarrier || m.Code == isa.MessageAllocate || m.Last):
		return isa.Messages[m.Code].Name
	}
	return ""
}

// ifRefused says how a refusal is known, where none is.
func (c *checker) ifRefused(from int) string {
	if c.refused(from)[0] >= 0 {
		return ""
	}
	return fmt.Sprintf("; the path of a refusal is known by cmp.ne.f0 null:ud, r%d.2<0>:ud, 0:ud and (f0.any) jmp right after the allocate",
		isa.Decode(c.k.Code[from].Native).Dst.Reg)
}

// statusAt is the byte of the answer of allocate in which the status is.
const statusAt = 8

// refused returns the jmp after an allocate, and which of its two ways a refusal takes, when the code says so; otherwise -1.
func (c *checker) refused(from int) [2]int {
	unknown := [2]int{-1, -1}
	compare := c.afterNops(from)
	jump := c.afterNops(compare)
	if jump >= len(c.k.Code) || c.k.Code[compare].optional() || c.k.Code[jump].optional() {
		return unknown
	}
	allocate, cmp, jmp := isa.Decode(c.k.Code[from].Native), isa.Decode(c.k.Code[compare].Native), isa.Decode(c.k.Code[jump].Native)
	status := isa.Source{Reg: allocate.Dst.Reg, Sub: statusAt, Type: isa.TypeUd, Region: isa.RegionScalar}
	switch {
	case cmp.Op != isa.OpCmp || cmp.Size != isa.SizeThread || cmp.Predicate != isa.PredicateNone || cmp.NOS != 0:
		return unknown
	case cmp.Src[0] != status || !cmp.Immediate || cmp.Number != 0 || cmp.Swizzle != isa.OwnOrder:
		return unknown
	case jmp.Op != isa.OpJmp || jmp.Predicate == isa.PredicateNone || jmp.Flag != cmp.Flag:
		return unknown
	case cmp.Condition == isa.ConditionNe:
		return [2]int{jump, int(bit(!jmp.Invert))}
	case cmp.Condition == isa.ConditionEq:
		return [2]int{jump, int(bit(jmp.Invert))}
	}
	return unknown
}

// afterNops is the number of the next instruction that does something.
func (c *checker) afterNops(i int) int {
	for i++; i < len(c.k.Code) && opOf(c.k.Code, i) == isa.OpNop; i++ {
	}
	return i
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
