package lower

import (
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// call lowers a function in place, and returns the scalars of its result.
func (l *lowerer) call(f *ir.Function, args []operand) []llir.Value {
	if slices.Contains(l.calls, f) {
		refuse("function %s calls itself", f.Name)
	}
	l.calls = append(l.calls, f)
	defer func() { l.calls = l.calls[:len(l.calls)-1] }()
	fr := l.newFrame(f, args)
	if f.Result != nil {
		fr.result = l.newVariable(l.leafTypes(l.inner(f.Result.Type)), false)
	}
	if fr.block = returnsEarly(f.Body); fr.block {
		l.inConstruct(&llir.Instr{Op: llir.Block}, returnTarget, fr.written(f.Body, true), func() { fr.list(f.Body) })
	} else {
		fr.list(f.Body)
	}
	if fr.result == nil {
		return nil
	}
	return l.env[fr.result.number]
}

// returnsEarly tells whether a return stands where something of the function would follow it.
func returnsEarly(b ir.Block) bool {
	early := false
	for n, s := range b {
		switch s := s.Kind.(type) {
		case ir.StmtReturn:
			return early // what follows is never executed
		case ir.StmtIf:
			if n < len(b)-1 {
				if accept, reject := returnsAlways(s.Accept), returnsAlways(s.Reject); accept || reject {
					early = early || !accept && hasReturn(s.Accept) || !reject && hasReturn(s.Reject)
					return early || returnsEarly(s.Accept) || returnsEarly(s.Reject) || returnsEarly(b[n+1:])
				}
				early = early || hasReturn(s.Accept) || hasReturn(s.Reject)
			} else {
				early = early || returnsEarly(s.Accept) || returnsEarly(s.Reject)
			}
		case ir.StmtBlock:
			early = early || n < len(b)-1 && hasReturn(s.Block) || returnsEarly(s.Block)
		default:
			for _, inner := range blocksOf(s) {
				early = early || hasReturn(inner)
			}
		}
	}
	return early
}

// returnsAlways tells whether a block ends with a return that all who enter it come to.
func returnsAlways(b ir.Block) bool {
	if len(b) == 0 {
		return false
	}
	_, ok := b[len(b)-1].Kind.(ir.StmtReturn)
	return ok
}

func hasReturn(b ir.Block) (found bool) {
	eachStatement(b, func(s ir.StatementKind) {
		_, ok := s.(ir.StmtReturn)
		found = found || ok
	})
	return found
}

// list lowers statements one after the other.
func (fr *frame) list(b ir.Block) {
	for n, s := range b {
		if fr.l.ended {
			return
		}
		if i, ok := s.Kind.(ir.StmtIf); ok && !fr.block && n < len(b)-1 && (returnsAlways(i.Accept) || returnsAlways(i.Reject)) {
			fr.guarded(i, b[n+1:])
			return
		}
		if _, ok := s.Kind.(ir.StmtReturn); ok && !fr.block {
			fr.statement(s.Kind)
			return
		}
		fr.statement(s.Kind)
	}
}

// guarded lowers an if one of whose sides returns: what follows belongs to the other one.
func (fr *frame) guarded(i ir.StmtIf, rest ir.Block) {
	accept, reject := func() { fr.list(i.Accept) }, func() { fr.list(i.Reject) }
	follow := func(side func(), b ir.Block) func() {
		if returnsAlways(b) {
			return side
		}
		return func() {
			side()
			if !fr.l.ended {
				fr.list(rest)
			}
		}
	}
	all := slices.Concat(i.Accept, i.Reject, rest)
	fr.branch(fr.value(i.Condition), fr.written(all, true), follow(accept, i.Accept), follow(reject, i.Reject))
}

func (fr *frame) statement(s ir.StatementKind) {
	l := fr.l
	switch s := s.(type) {
	case ir.StmtEmit:
		fr.emit(s.Range)
	case ir.StmtBlock:
		fr.list(s.Block)
	case ir.StmtIf:
		fr.branch(fr.value(s.Condition), fr.written(slices.Concat(s.Accept, s.Reject), false), func() { fr.list(s.Accept) }, func() { fr.list(s.Reject) })
	case ir.StmtSwitch:
		fr.switched(s)
	case ir.StmtLoop:
		fr.loop(s)
	case ir.StmtBreak:
		l.breakFrom(breakTarget)
	case ir.StmtContinue:
		l.breakFrom(continueTarget)
	case ir.StmtReturn:
		if s.Value != nil {
			l.env[fr.result.number] = l.fitted(fr.values(*s.Value), fr.result.leaves)
		}
		if fr.block {
			l.breakFrom(returnTarget)
		}
	case ir.StmtKill:
		l.add(&llir.Instr{Op: llir.Discard})
	case ir.StmtBarrier:
		l.add(&llir.Instr{Op: llir.Barrier})
	case ir.StmtStore:
		fr.store(s)
	case ir.StmtAtomic:
		fr.atomicStatement(s)
	case ir.StmtWorkGroupUniformLoad:
		l.add(&llir.Instr{Op: llir.Barrier})
		values := l.load(fr.operand(s.Pointer).place)
		l.add(&llir.Instr{Op: llir.Barrier})
		fr.set(s.Result, values)
	case ir.StmtCall:
		fr.callStatement(s)
	case ir.StmtImageStore:
		fr.imageStore(s)
	default:
		refuse("%T, which the machine has no place for", s)
	}
}

func (fr *frame) store(s ir.StmtStore) {
	p, values := fr.operand(s.Pointer).place, fr.values(s.Value)
	if a, ok := p.typ.(ir.AtomicType); ok {
		fr.l.atomic(p, llir.AtomicStore, scalar(a.Scalar), values...)
		return
	}
	fr.l.assign(p, values)
}

func (fr *frame) callStatement(s ir.StmtCall) {
	args := make([]operand, len(s.Arguments))
	for n, a := range s.Arguments {
		args[n] = *fr.operand(a)
	}
	result := fr.l.call(&fr.l.module.Functions[s.Function], args)
	if s.Result != nil {
		fr.set(*s.Result, result)
	}
}

// atomic adds an atomic operation, and returns what was there before.
func (l *lowerer) atomic(p *pointer, a llir.Atomic, t llir.Type, operands ...llir.Value) []llir.Value {
	op, m, base := l.access(p, l.places(p)[0])
	m.Atomic, m.Count = a, 1
	results := 1
	if a == llir.AtomicStore {
		results = 0
	}
	return l.message(atomics[op], m, results, t, append([]llir.Value{base}, operands...)...)
}

func (fr *frame) atomicStatement(s ir.StmtAtomic) {
	l, p := fr.l, fr.operand(s.Pointer).place
	t := l.scalarOf(p.typ)
	if t != llir.U32 && t != llir.I32 {
		refuse("atomics of %v", t)
	}
	a, operands := llir.AtomicExchange, []llir.Value(nil)
	switch f := s.Fun.(type) {
	case ir.AtomicAdd:
		a = llir.AtomicAdd
	case ir.AtomicSubtract:
		a = llir.AtomicSub
	case ir.AtomicAnd:
		a = llir.AtomicAnd
	case ir.AtomicExclusiveOr:
		a = llir.AtomicXor
	case ir.AtomicInclusiveOr:
		a = llir.AtomicOr
	case ir.AtomicMin:
		a = llir.AtomicMin
	case ir.AtomicMax:
		a = llir.AtomicMax
	case ir.AtomicStore:
		a = llir.AtomicStore
	case ir.AtomicLoad:
		a = llir.AtomicLoad
	case ir.AtomicExchange:
		if f.Compare != nil {
			a, operands = llir.AtomicCompareExchange, []llir.Value{fr.value(*f.Compare)}
		}
	}
	if a != llir.AtomicLoad {
		operands = append(operands, fr.value(s.Value))
	}
	values := l.atomic(p, a, t, operands...)
	if s.Result == nil {
		return
	}
	if a == llir.AtomicCompareExchange {
		values = append(values, l.compare(llir.Equal, llir.U32, values[0], operands[0]))
	}
	fr.set(*s.Result, values)
}

// merged are the variables that a construct changes, in registers only.
func (l *lowerer) merged(written []int) []int {
	slices.Sort(written)
	return slices.Compact(written)
}

// scalars are the values of variables.
func (l *lowerer) scalars(variables []int) []llir.Value {
	var list []llir.Value
	for _, n := range variables {
		list = append(list, l.env[n]...)
	}
	return list
}

// renew gives variables new values, which it returns.
func (l *lowerer) renew(variables []int) []llir.Value {
	var list []llir.Value
	for _, n := range variables {
		values := make([]llir.Value, len(l.variables[n].leaves))
		for k, t := range l.variables[n].leaves {
			values[k] = l.k.New(t)
		}
		l.env[n] = values
		list = append(list, values...)
	}
	return list
}

// branch lowers an if whose sides change some variables.
func (fr *frame) branch(c llir.Value, written []int, accept, reject func()) {
	l := fr.l
	if b, known := l.bits[c]; known {
		if b.bits != 0 {
			accept()
		} else {
			reject()
		}
		return
	}
	merged := l.merged(written)
	i := &llir.Instr{Op: llir.If, Args: []llir.Value{c}, Bodies: []*llir.Region{{}, {}}}
	l.add(i)
	before := slices.Clone(l.env)
	known := slices.Clone(fr.known)
	var ended [2]bool
	for n, side := range []func(){accept, reject} {
		copy(l.env, before)
		ended[n] = l.within(i.Bodies[n], func() {
			side()
			if !l.ended {
				l.add(&llir.Instr{Op: llir.Yield, Args: l.scalars(merged)})
			}
			l.ended = i.Bodies[n].Last().Op != llir.Yield
		})
		copy(fr.known, known)
	}
	copy(l.env, before)
	i.Results = l.renew(merged)
	if ended[0] && ended[1] {
		l.unreachable()
	}
}

// unreachable ends a region that is never come to the end of: it leaves what is around it.
func (l *lowerer) unreachable() {
	if len(l.constructs) == 0 {
		return
	}
	c := l.constructs[len(l.constructs)-1]
	l.add(&llir.Instr{Op: llir.Break, Args: l.scalars(c.merged)})
}

// inConstruct lowers a block, or a loop, whose body changes some variables.
func (l *lowerer) inConstruct(i *llir.Instr, kind constructKind, written []int, body func()) {
	merged := l.merged(written)
	l.add(i)
	i.Bodies = []*llir.Region{{}}
	if i.Op == llir.Loop {
		i.Args = l.scalars(merged)
	}
	l.constructs = append(l.constructs, &construct{merged: merged, kind: kind})
	before := slices.Clone(l.env)
	if i.Op == llir.Loop {
		i.Bodies[0].Params = l.renew(merged)
	}
	l.within(i.Bodies[0], func() {
		body()
		if l.ended {
			return
		}
		end := llir.Yield
		if i.Op == llir.Loop {
			end = llir.Repeat
		}
		l.add(&llir.Instr{Op: end, Args: l.scalars(merged)})
	})
	l.constructs = l.constructs[:len(l.constructs)-1]
	copy(l.env, before)
	i.Results = l.renew(merged)
}

// breakFrom leaves the innermost construct of a kind.
func (l *lowerer) breakFrom(kind constructKind) {
	level := 0
	for n := len(l.constructs) - 1; n >= 0; n-- {
		if c := l.constructs[n]; c.kind == kind {
			l.add(&llir.Instr{Op: llir.Break, Level: level, Args: l.scalars(c.merged)})
			return
		}
		level++
	}
	refuse("a break, continue or return outside of what it leaves")
}
