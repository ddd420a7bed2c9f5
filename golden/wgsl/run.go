package wgsl

import (
	"iter"

	"github.com/gogpu/naga/ir"
)

// Binding is the place of a resource: @group and @binding.
type Binding struct{ Group, Binding uint32 }

// Resources are what a run reads and writes.
type Resources struct {
	Buffers  map[Binding][]byte // storage and uniform buffers, in WGSL's layout; changed in place
	Textures Textures           // nil where the shader has none
	Steps    int                // most statements and expressions of all invocations; 0 is DefaultSteps
	Reverse  bool               // invocations and workgroups in descending order: nothing should depend on it
}

// DefaultSteps is the limit of a run that does not say another: a few seconds.
const DefaultSteps = 50_000_000

// run is an execution of an entry point.
type run struct {
	*Resources
	frames  map[*function][]*frame // that are not in use
	steps   int                    // that are left
	globals []place                // of all invocations
}

func (p *Program) run(r *Resources) *run {
	n := &run{Resources: r, frames: map[*function][]*frame{}, steps: r.Steps}
	if n.steps == 0 {
		n.steps = DefaultSteps
	}
	for k := range p.module.GlobalVariables {
		n.globals = append(n.globals, n.resource(p, &p.module.GlobalVariables[k]))
	}
	return n
}

// resource is a variable of the module; memory of workgroups and of invocations comes later.
func (n *run) resource(p *Program, g *ir.GlobalVariable) place {
	v := place{typ: p.types.of(g.Type)}
	known := g.Space == ir.SpacePrivate || g.Space == ir.SpaceWorkGroup
	switch {
	case v.typ.form == unknown:
		return v
	case known && v.typ.isArrayOfRuntimeSize():
		v.typ = unknownType("variable %s has a size that is not known, such as that of an override", g.Name)
		return v
	case known:
		return v
	case g.Binding == nil:
		v.typ = unknownType("variable %s in address space %d of naga's", g.Name, g.Space)
		return v
	}
	v.binding = Binding{g.Binding.Group, g.Binding.Binding}
	if v.typ.form == image || v.typ.form == sampler {
		return v
	}
	buffer, bound := n.Buffers[v.binding]
	if !bound {
		v.typ = unknownType("no buffer for @group(%d) @binding(%d)", v.binding.Group, v.binding.Binding)
	}
	v.buffer = buffer
	return v
}

// lane is an invocation with its own private variables.
func (p *Program) lane(n *run, globals []place) *lane {
	l := &lane{program: p, run: n, globals: globals}
	for k := range p.module.GlobalVariables {
		if g := &p.module.GlobalVariables[k]; g.Space == ir.SpacePrivate {
			if &l.globals[0] == &globals[0] {
				l.globals = append([]place{}, globals...)
			}
			v := &l.globals[k]
			v.words = make([]uint32, v.typ.words)
			p.initialise(v, g)
		}
	}
	return l
}

// initialise gives a private variable its initial value. Naga has some of another kind than the variable's.
func (p *Program) initialise(v *place, g *ir.GlobalVariable) {
	switch {
	case g.InitExpr != nil:
		copy(v.words, p.initial(*g.InitExpr))
		if from := p.constants.types[*g.InitExpr].kind; v.typ.form == scalar && from != v.typ.kind {
			v.words[0] = converted(from, v.typ.kind, v.words[0])
		}
	case g.Init != nil:
		copy(v.words, p.constant(*g.Init))
	}
}

// global is a variable of the module, as the invocation has it.
func (l *lane) global(v ir.GlobalVariableHandle) place {
	g := l.globals[v]
	if g.typ.form == unknown {
		fail("%s", g.typ.why)
	}
	return g
}

// step counts statements and expressions.
func (l *lane) step(count int) {
	if l.run.steps -= count; l.run.steps < 0 {
		fail("more steps than the limit: it may not end")
	}
}

// start executes an entry point for an invocation: inputs are asked for its parameters, and outputs told its results.
func (l *lane) start(e *entry, input func(ir.Binding, *typ) []uint32, output func(ir.Binding, []uint32)) {
	fr := e.frame(l)
	for n, a := range e.source.Arguments {
		fr.arguments[n].value = nil
		l.bindings(a.Type, a.Binding, func(b ir.Binding, t *typ, _ int) {
			fr.arguments[n].value = append(fr.arguments[n].value, input(b, t)...)
		})
	}
	fr.call()
	if r := e.source.Result; r != nil && output != nil {
		if fr.answer == nil {
			fail("entry point %s ended without a result", e.name)
		}
		l.bindings(r.Type, r.Binding, func(b ir.Binding, t *typ, word int) { output(b, fr.answer[word:][:t.words]) })
	}
	fr.release()
}

// bindings calls do for a parameter or result, or for each member of one that is a structure; word is where its value begins.
func (l *lane) bindings(h ir.TypeHandle, b *ir.Binding, do func(b ir.Binding, t *typ, word int)) {
	t := l.program.types.of(h)
	if b != nil {
		do(*b, t, 0)
		return
	}
	s, ok := l.program.module.Types[h].Inner.(ir.StructType)
	if !ok {
		fail("a parameter or result of an entry point that is bound to nothing")
	}
	for n, m := range s.Members {
		if m.Binding == nil {
			fail("member %s of a parameter or result is bound to nothing", m.Name)
		}
		do(*m.Binding, t.members[n].typ, t.members[n].word)
	}
}

// meeting is where an invocation waits for others.
type meeting struct {
	pause func()   // until all have come; nil when it is alone
	offer offer    // what it brings
	peers []uint32 // values of a quad's invocations, one after the other
}

// offer is what an invocation waits for.
type offer struct {
	what     string
	function *function
	at       ir.ExpressionHandle
	value    []uint32
	request  *Request
}

// wait pauses until all invocations have come to the same.
func (l *lane) wait(o offer) {
	if l.pause == nil {
		fail("a %s where no other invocations are", o.what)
	}
	l.offer = o
	l.pause()
}

func (l *lane) barrier() { l.wait(offer{what: "barrier"}) }

// stopped is what ends an invocation that waits when the run ends.
type stopped struct{}

// coroutine executes body until the invocation waits, each time that next is called; it is false when body has ended.
func (l *lane) coroutine(body func()) (next func() bool, stop func()) {
	pull, stop := iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if p := recover(); p != nil && p != any(stopped{}) {
				panic(p)
			}
		}()
		l.pause = func() {
			if !yield(struct{}{}) {
				panic(stopped{})
			}
		}
		body()
	})
	return func() bool { _, waits := pull(); return waits }, stop
}

// together executes invocations that wait for each other, in the order of the list: all of them until they wait, then meet, and so on until all have ended.
func together(lanes []*lane, body func(*lane), meet func()) {
	next := make([]func() bool, len(lanes))
	for n, l := range lanes {
		var stop func()
		next[n], stop = l.coroutine(func() { body(l) })
		defer stop()
	}
	for {
		waiting, last := 0, ""
		for n, l := range lanes {
			if next[n]() {
				waiting, last = waiting+1, l.offer.what
			}
		}
		switch waiting {
		case 0:
			return
		case len(lanes):
			meet()
		default:
			fail("a %s that only %d of %d invocations come to", last, waiting, len(lanes))
		}
	}
}
