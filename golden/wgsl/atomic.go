package wgsl

import "github.com/gogpu/naga/ir"

// atomic changes a word of memory. What it answers is the word before; of a helper, and beyond the end of an array, it is 0.
func (fr *frame) atomic(s *ir.StmtAtomic) {
	p := fr.place(s.Pointer)
	if p.typ.kind != i32 && p.typ.kind != u32 {
		fail("an atomic of %s in function %s", p.typ.kind, fr.name)
	}
	idle := p.isBuffer() && fr.lane.helper
	var before [1]uint32
	if !idle {
		p.load(before[:])
	}
	if _, loads := s.Fun.(ir.AtomicLoad); !loads {
		operand := fr.value(s.Value)[0]
		after, exchanged := fr.combined(s.Fun, p.typ.kind, before[0], operand)
		if !idle {
			p.store([]uint32{after})
		}
		if e, ok := s.Fun.(ir.AtomicExchange); ok && e.Compare != nil && s.Result != nil {
			fr.slot(*s.Result)[1] = wordOf(exchanged)
		}
	}
	if s.Result != nil {
		fr.ready[*s.Result] = true
		fr.slot(*s.Result)[0] = before[0]
	}
}

// combined is what an atomic leaves, and of a comparison whether it was equal.
func (fr *frame) combined(f ir.AtomicFunction, k kind, before, operand uint32) (after uint32, equal bool) {
	switch f := f.(type) {
	case ir.AtomicAdd:
		return before + operand, false
	case ir.AtomicSubtract:
		return before - operand, false
	case ir.AtomicAnd:
		return before & operand, false
	case ir.AtomicInclusiveOr:
		return before | operand, false
	case ir.AtomicExclusiveOr:
		return before ^ operand, false
	case ir.AtomicMin:
		return least(k, before, operand), false
	case ir.AtomicMax:
		return greatest(k, before, operand), false
	case ir.AtomicStore:
		return operand, false
	case ir.AtomicExchange:
		if f.Compare == nil {
			return operand, false
		}
		if fr.value(*f.Compare)[0] == before {
			return operand, true
		}
		return before, false
	}
	fail("atomic %T in function %s", f, fr.name)
	return 0, false
}
