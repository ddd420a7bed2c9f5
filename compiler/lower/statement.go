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
		fr.result = l.newVariable(l.leaves(l.inner(f.Result.Type)), false)
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
		l.leave(breakTarget)
	case ir.StmtContinue:
		l.leave(continueTarget)
	case ir.StmtReturn:
		if s.Value != nil {
			l.env[fr.result.number] = l.fitted(fr.values(*s.Value), fr.result.leaves)
		}
		if fr.block {
			l.leave(returnTarget)
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
	l.constructs = append(l.constructs, &construct{instr: i, merged: merged, kind: kind})
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

// leave leaves the innermost construct of a kind.
func (l *lowerer) leave(kind constructKind) {
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

// loop lowers a loop: a block around its body when something continues.
func (fr *frame) loop(s ir.StmtLoop) {
	l := fr.l
	written := fr.written(slices.Concat(s.Body, s.Continuing), true)
	known := slices.Clone(fr.known)
	l.inConstruct(&llir.Instr{Op: llir.Loop}, breakTarget, written, func() {
		if continues(s.Body) {
			b := &llir.Instr{Op: llir.Block}
			before := slices.Clone(fr.known)
			l.inConstruct(b, continueTarget, slices.Clone(written), func() { fr.list(s.Body) })
			fr.export(b, before)
		} else {
			fr.list(s.Body)
		}
		if l.ended {
			return
		}
		fr.list(s.Continuing)
		if s.BreakIf == nil || l.ended {
			return
		}
		stay := l.op(llir.Not, llir.Bool, fr.value(*s.BreakIf))
		now := l.scalars(l.constructs[len(l.constructs)-1].merged)
		l.add(&llir.Instr{Op: llir.RepeatIf, Args: append([]llir.Value{stay}, now...), Exit: slices.Clone(now)})
	})
	copy(fr.known, known)
}

// export makes what a loop's body has evaluated known to what follows its block, as further results of it. Where lanes leave the block before a value is
// made, nobody asks for it.
func (fr *frame) export(b *llir.Instr, before []*operand) {
	x := exporter{l: fr.l, block: b, renamed: map[llir.Value]llir.Value{}}
	for h, o := range fr.known {
		if o != nil && o != before[h] {
			fr.known[h] = x.operand(o)
		}
	}
	x.hand(b.Bodies[0], 0, map[llir.Value]bool{})
}

// exporter gives values of a block names outside of it.
type exporter struct {
	l       *lowerer
	block   *llir.Instr
	values  []llir.Value
	renamed map[llir.Value]llir.Value
	inside  map[llir.Value]bool
}

func (x *exporter) operand(o *operand) *operand {
	c := *o
	c.values = x.l.each(o.values, x.value)
	if o.place != nil {
		p := *o.place
		p.address = x.value(p.address)
		p.chosen = slices.Clone(p.chosen)
		for n := range p.chosen {
			p.chosen[n].value = x.value(p.chosen[n].value)
		}
		c.place = &p
	}
	return &c
}

func (x *exporter) value(v llir.Value) llir.Value {
	if _, known := x.l.bits[v]; known || v == 0 {
		return v
	}
	if x.renamed[v] == 0 {
		x.renamed[v] = x.l.k.New(x.l.k.TypeOf(v))
		x.values = append(x.values, v)
		x.block.Results = append(x.block.Results, x.renamed[v])
	}
	return x.renamed[v]
}

// hand adds the values to what is handed to the block where it ends or is left.
func (x *exporter) hand(r *llir.Region, level int, made map[llir.Value]bool) {
	for _, i := range r.Code {
		if i.Op == llir.Break && i.Level == level || i.Op == llir.Yield && r == x.block.Bodies[0] {
			for _, v := range x.values {
				if !made[v] && x.madeInside(v) {
					v = x.l.constant(x.l.k.TypeOf(v), 0)
				}
				i.Args = append(i.Args, v)
			}
		}
		for _, b := range i.Bodies {
			inner := level
			if i.Op.Breakable() {
				inner++
			}
			x.hand(b, inner, made)
		}
		for _, v := range i.Results {
			made[v] = true
		}
	}
}

// madeInside tells whether a value is one of the block.
func (x *exporter) madeInside(v llir.Value) bool {
	if x.inside == nil {
		x.inside = map[llir.Value]bool{}
		x.block.Bodies[0].Walk(func(i *llir.Instr) {
			for _, r := range i.Results {
				x.inside[r] = true
			}
		})
	}
	return x.inside[v]
}

// continues tells whether a block has a continue of the loop whose body it is.
func continues(b ir.Block) bool {
	for _, s := range b {
		switch s := s.Kind.(type) {
		case ir.StmtContinue:
			return true
		case ir.StmtLoop:
		default:
			if slices.ContainsFunc(blocksOf(s), continues) {
				return true
			}
		}
	}
	return false
}

// breaks tells whether a block has a break of the switch in which it stands.
func breaks(b ir.Block) bool {
	for _, s := range b {
		switch s := s.Kind.(type) {
		case ir.StmtBreak:
			return true
		case ir.StmtLoop, ir.StmtSwitch:
		default:
			if slices.ContainsFunc(blocksOf(s), breaks) {
				return true
			}
		}
	}
	return false
}

// clause is a body of a switch, with the values that lead to it.
type clause struct {
	values    []uint32
	isDefault bool
	body      ir.Block
}

// clauses are those of a switch. A case without a body that falls through belongs to the next one.
func clauses(s ir.StmtSwitch) []clause {
	var list []clause
	c := clause{}
	for _, k := range s.Cases {
		switch v := k.Value.(type) {
		case ir.SwitchValueI32:
			c.values = append(c.values, uint32(v))
		case ir.SwitchValueU32:
			c.values = append(c.values, uint32(v))
		default:
			c.isDefault = true
		}
		c.body = append(c.body, k.Body...)
		if !k.FallThrough {
			list = append(list, withoutLastBreak(c))
			c = clause{}
		}
	}
	return list
}

func withoutLastBreak(c clause) clause {
	if n := len(c.body); n > 0 {
		if _, ok := c.body[n-1].Kind.(ir.StmtBreak); ok {
			c.body = c.body[:n-1]
		}
	}
	return c
}

// switched lowers a switch: ifs one in the other, in a block when something breaks.
func (fr *frame) switched(s ir.StmtSwitch) {
	l, list := fr.l, clauses(s)
	slices.SortStableFunc(list, func(a, b clause) int { // the default comes last: what leads to it is what leads to no other
		return number(a.isDefault) - number(b.isDefault)
	})
	var all ir.Block
	leaves := false
	for _, c := range list {
		all = append(all, c.body...)
		leaves = leaves || breaks(c.body)
	}
	selector := fr.value(s.Selector)
	body := func() { fr.chain(selector, list) }
	if !leaves {
		body()
		return
	}
	known := slices.Clone(fr.known)
	l.inConstruct(&llir.Instr{Op: llir.Block}, breakTarget, fr.written(all, true), body)
	copy(fr.known, known)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (fr *frame) chain(selector llir.Value, list []clause) {
	l := fr.l
	switch {
	case len(list) == 0:
		return
	case list[0].isDefault:
		fr.list(list[0].body)
		return
	}
	var is llir.Value
	for n, v := range list[0].values {
		this := l.compare(llir.Equal, llir.U32, selector, l.u32(v))
		if n == 0 {
			is = this
		} else {
			is = l.op(llir.Or, llir.Bool, is, this)
		}
	}
	var all ir.Block
	for _, c := range list {
		all = append(all, c.body...)
	}
	fr.branch(is, fr.written(all, false), func() { fr.list(list[0].body) }, func() { fr.chain(selector, list[1:]) })
}

// written are the variables in registers that statements may change; with returns, that of the function's result too.
func (fr *frame) written(b ir.Block, returns bool) []int {
	w := writes{fr: fr, variables: map[int]bool{}}
	w.block(b)
	if fr.result != nil && (returns || hasReturn(b)) {
		w.variables[fr.result.number] = true
	}
	var list []int
	for n := range w.variables {
		list = append(list, n)
	}
	return list
}

// writes collects variables that are changed, also by functions that are called.
type writes struct {
	fr        *frame
	variables map[int]bool
}

func (w *writes) block(b ir.Block) {
	eachStatement(b, func(s ir.StatementKind) {
		switch s := s.(type) {
		case ir.StmtStore:
			w.root(w.fr.f, s.Pointer)
		case ir.StmtCall:
			for _, a := range s.Arguments {
				if isPointer(w.fr.typeOf(a)) {
					w.root(w.fr.f, a)
				}
			}
			w.callee(&w.fr.l.module.Functions[s.Function])
		}
	})
}

func isPointer(t ir.TypeInner) bool {
	switch t.(type) {
	case ir.PointerType, ir.ValuePointerType:
		return true
	}
	return false
}

// callee adds the module's private variables that a function changes; what its arguments point to is known.
func (w *writes) callee(f *ir.Function) {
	eachStatement(f.Body, func(s ir.StatementKind) {
		switch s := s.(type) {
		case ir.StmtStore:
			w.global(f, s.Pointer)
		case ir.StmtCall:
			for _, a := range s.Arguments {
				w.global(f, a)
			}
			w.callee(&w.fr.l.module.Functions[s.Function])
		}
	})
}

func (w *writes) global(f *ir.Function, h ir.ExpressionHandle) {
	if g, ok := f.Expressions[rootOf(f, h)].Kind.(ir.ExprGlobalVariable); ok {
		w.add(w.fr.l.globals[g.Variable])
	}
}

func rootOf(f *ir.Function, h ir.ExpressionHandle) ir.ExpressionHandle {
	for {
		switch e := f.Expressions[h].Kind.(type) {
		case ir.ExprAccess:
			h = e.Base
		case ir.ExprAccessIndex:
			h = e.Base
		default:
			return h
		}
	}
}

// root adds the variable that a pointer of the frame's function points into.
func (w *writes) root(f *ir.Function, h ir.ExpressionHandle) {
	switch e := f.Expressions[rootOf(f, h)].Kind.(type) {
	case ir.ExprLocalVariable:
		w.add(w.fr.locals[e.Variable])
	case ir.ExprGlobalVariable:
		w.add(w.fr.l.globals[e.Variable])
	case ir.ExprFunctionArgument:
		if p := w.fr.args[e.Index].place; p != nil {
			w.add(p.variable)
		}
	}
}

func (w *writes) add(v *variable) {
	if v != nil && !v.memory {
		w.variables[v.number] = true
	}
}
