package wgsl

import "github.com/gogpu/naga/ir"

// lane is an invocation.
type lane struct {
	program *Program
	run     *run
	globals []place // of all invocations, of the workgroup, or its own
	helper  bool    // its writes do not count
	depth   int     // of calls
	number  int     // in the quad or workgroup
	meeting         // with other invocations
}

// frame is a call of a function by an invocation.
type frame struct {
	*function
	lane      *lane
	values    []uint32 // of expressions, then local variables
	places    []place  // of expressions that are pointers
	ready     []bool   // expressions that a statement has evaluated
	arguments []argument
	answer    []uint32 // what the function returns
}

// argument is a value or, of a pointer, texture or sampler, a place.
type argument struct {
	value []uint32
	place place
}

// frame is a frame for a call by an invocation. Local variables are 0 in it.
func (f *function) frame(l *lane) *frame {
	free := l.run.frames[f]
	if last := len(free) - 1; last >= 0 {
		fr := free[last]
		l.run.frames[f] = free[:last]
		fr.lane = l
		clear(fr.ready)
		if len(f.locals) > 0 {
			clear(fr.values[f.locals[0]:])
		}
		return fr
	}
	return &frame{function: f, lane: l, values: make([]uint32, f.words), places: make([]place, len(f.types)), ready: make([]bool, len(f.types)),
		arguments: make([]argument, len(f.source.Arguments))}
}

// release gives a frame back.
func (fr *frame) release() {
	frames := fr.lane.run.frames
	frames[fr.function] = append(frames[fr.function], fr)
}

// slot is where the value of an expression lies.
func (fr *frame) slot(h ir.ExpressionHandle) []uint32 {
	return fr.values[fr.at[h]:][:fr.types[h].words:fr.types[h].words]
}

// value is the value of an expression, of a pointer what it points to. It stays as it is until the expression is evaluated again.
func (fr *frame) value(h ir.ExpressionHandle) []uint32 {
	if c := fr.constants[h]; c != nil {
		return c
	}
	switch {
	case !fr.pinned[h]:
		fr.evaluate(h)
	case !fr.ready[h]:
		fail("an expression of function %s is used before it is evaluated", fr.name)
	}
	if t := fr.types[h]; t.form == pointer {
		loaded := make([]uint32, t.elem.words)
		fr.places[h].load(loaded)
		return loaded
	}
	return fr.slot(h)
}

// valueType is the type of the value of an expression.
func (fr *frame) valueType(h ir.ExpressionHandle) *typ {
	if t := fr.types[h]; t.form == pointer {
		return t.elem
	}
	return fr.types[h]
}

// place is where a pointer points, or the texture or sampler that an expression is.
func (fr *frame) place(h ir.ExpressionHandle) *place {
	if !fr.pinned[h] {
		fr.evaluate(h)
	}
	return &fr.places[h]
}

// local is a local variable.
func (fr *frame) local(n int) place {
	t := fr.localTypes[n]
	return place{typ: t, words: fr.values[fr.locals[n]:][:t.words:t.words]}
}

// call executes the function, whose arguments are there, and leaves its result in answer.
func (fr *frame) call() {
	const deepest = 200
	if fr.lane.depth++; fr.lane.depth > deepest {
		fail("calls are nested more than %d deep in function %s", deepest, fr.name)
	}
	for n, l := range fr.source.LocalVars {
		if l.Init != nil {
			p := fr.local(n)
			value := fr.initial(*l.Init)
			fr.fits(p.typ, value)
			p.store(value)
		}
	}
	fr.answer = nil
	fr.block(fr.source.Body)
	fr.lane.depth--
}

// initial is what a local variable begins with.
func (fr *frame) initial(h ir.ExpressionHandle) []uint32 {
	if fr.pinned[h] && fr.constants[h] == nil {
		fail("a local variable of function %s whose initial value is computed later", fr.name)
	}
	return fr.value(h)
}
