package wgsl

import "github.com/gogpu/naga/ir"

// way is how a block of statements was left.
type way uint8

const (
	onward way = iota
	broken
	continued
	returned
)

// block executes statements until one leaves it.
func (fr *frame) block(b []ir.Statement) way {
	for k := range b {
		if k+1 < len(b) {
			fr.emitLate(b[k].Kind, b[k+1].Kind)
		}
		if w := fr.statement(b[k].Kind); w != onward {
			return w
		}
	}
	return onward
}

// emitLate evaluates the operands of a store before it: of stores to atomics naga has them evaluated by the next statement.
func (fr *frame) emitLate(s, next ir.StatementKind) {
	store, ok := s.(ir.StmtStore)
	if !ok {
		return
	}
	if e, ok := next.(ir.StmtEmit); ok && (contains(e.Range, store.Pointer) || contains(e.Range, store.Value)) {
		fr.emit(e.Range)
	}
}

func contains(r ir.Range, h ir.ExpressionHandle) bool { return r.Start <= h && h < r.End }

func (fr *frame) statement(s ir.StatementKind) way {
	fr.lane.step(1)
	switch s := s.(type) {
	case ir.StmtEmit:
		fr.emit(s.Range)
	case ir.StmtBlock:
		return fr.block(s.Block)
	case ir.StmtIf:
		if fr.value(s.Condition)[0] != 0 {
			return fr.block(s.Accept)
		}
		return fr.block(s.Reject)
	case ir.StmtSwitch:
		return fr.choose(&s)
	case ir.StmtLoop:
		return fr.loop(&s)
	case ir.StmtBreak:
		return broken
	case ir.StmtContinue:
		return continued
	case ir.StmtReturn:
		if s.Value != nil {
			fr.answer = fr.value(*s.Value)
		}
		return returned
	case ir.StmtKill:
		fr.lane.helper = true
	default:
		fr.effect(s)
	}
	return onward
}

// effect executes statements that do not change the order of statements.
func (fr *frame) effect(s ir.StatementKind) {
	switch s := s.(type) {
	case ir.StmtStore:
		value, p := fr.value(s.Value), fr.place(s.Pointer)
		fr.fits(p.typ, value)
		if !p.isBuffer() || !fr.lane.helper {
			p.store(value)
		}
	case ir.StmtCall:
		fr.invoke(&s)
	case ir.StmtAtomic:
		fr.atomic(&s)
	case ir.StmtImageStore:
		fr.storeTexel(&s)
	case ir.StmtBarrier:
		fr.lane.barrier()
	case ir.StmtWorkGroupUniformLoad:
		fr.lane.barrier()
		fr.place(s.Pointer).load(fr.slot(s.Result))
		fr.ready[s.Result] = true
		fr.lane.barrier()
	default:
		fail("statement %T in function %s", s, fr.name)
	}
}

// fits sees that a value is of a type, as far as its size shows it. Where naga loses a type, as of a bitcast to f16, it is not.
func (fr *frame) fits(t *typ, value []uint32) {
	if len(value) != t.words {
		fail("a value of %d words in function %s where there should be %d", len(value), fr.name, t.words)
	}
}

// emit evaluates expressions in their order.
func (fr *frame) emit(r ir.Range) {
	fr.lane.step(int(r.End - r.Start))
	for h := r.Start; h < r.End; h++ {
		if fr.pinned[h] && fr.constants[h] == nil {
			fr.evaluate(h)
			fr.ready[h] = true
		}
	}
}

func (fr *frame) choose(s *ir.StmtSwitch) way {
	selector := fr.value(s.Selector)[0]
	chosen := -1
	for k := range s.Cases {
		switch v := s.Cases[k].Value.(type) {
		case ir.SwitchValueI32:
			if uint32(v) == selector {
				chosen = k
			}
		case ir.SwitchValueU32:
			if uint32(v) == selector {
				chosen = k
			}
		case ir.SwitchValueDefault:
			if chosen < 0 {
				chosen = k
			}
		}
		if _, isDefault := s.Cases[k].Value.(ir.SwitchValueDefault); chosen == k && !isDefault {
			break
		}
	}
	for k := max(chosen, 0); chosen >= 0 && k < len(s.Cases); k++ {
		switch w := fr.block(s.Cases[k].Body); {
		case w == broken:
			return onward
		case w != onward:
			return w
		case !s.Cases[k].FallThrough:
			return onward
		}
	}
	return onward
}

func (fr *frame) loop(s *ir.StmtLoop) way {
	for {
		fr.lane.step(1)
		switch fr.block(s.Body) {
		case broken:
			return onward
		case returned:
			return returned
		}
		switch fr.block(s.Continuing) {
		case broken:
			return onward
		case returned:
			return returned
		}
		if s.BreakIf != nil && fr.value(*s.BreakIf)[0] != 0 {
			return onward
		}
	}
}

// invoke calls a function.
func (fr *frame) invoke(s *ir.StmtCall) {
	callee := fr.lane.program.functions[s.Function].frame(fr.lane)
	for n, h := range s.Arguments {
		switch fr.lane.program.types.of(callee.source.Arguments[n].Type).form {
		case pointer, image, sampler:
			callee.arguments[n].place = *fr.place(h)
		default:
			callee.arguments[n].value = append(callee.arguments[n].value[:0], fr.value(h)...)
		}
	}
	callee.call()
	if s.Result != nil {
		if callee.answer == nil {
			fail("function %s ended without a result", callee.name)
		}
		fr.fits(callee.result, callee.answer)
		copy(fr.slot(*s.Result), callee.answer)
		fr.ready[*s.Result] = true
	}
	callee.release()
}
