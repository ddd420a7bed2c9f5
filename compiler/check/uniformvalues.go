package check

import (
	"strings"

	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// value is control flow after an expression, and the node of its value.
func (g *flow) value(cf *node, e syntax.Expr) (*node, *node) {
	t := g.Types[e]
	if t != nil && t.Kind == types.Reference {
		after, place := g.location(cf, e)
		return after, g.node(after, place, g.content(cf, g.rootOf(e), t))
	}
	switch e := e.(type) {
	case *syntax.Name:
		if o := g.uses[e]; o != nil && (o.kind == aLet || o.kind == aParam) {
			return cf, g.node(cf, g.values[o])
		}
	case *syntax.Unary:
		if e.Op == "&" {
			return g.location(cf, e.Operand)
		}
		return g.value(cf, e.Operand)
	case *syntax.Binary:
		return g.binary(cf, e)
	case *syntax.Index:
		cf, base := g.base(cf, e.Base)
		cf, i := g.value(cf, e.Index)
		return cf, g.node(base, i)
	case *syntax.Member:
		return g.base(cf, e.Base)
	case *syntax.Call:
		return g.call(cf, e)
	}
	return cf, cf
}

// base is the value that something is taken of: through a pointer, of what it points to.
func (g *flow) base(cf *node, e syntax.Expr) (*node, *node) {
	t := g.Types[e]
	after, v := g.value(cf, e)
	if t != nil && t.Kind == types.Pointer {
		v = g.node(v, g.content(cf, g.rootOf(e), t))
	}
	return after, v
}

// binary evaluates the right side of && and || only if the left one does not decide.
func (g *flow) binary(cf *node, e *syntax.Binary) (*node, *node) {
	cf, a := g.value(cf, e.Left)
	if e.Op == "&&" || e.Op == "||" {
		_, b := g.value(g.node(a), e.Right)
		return cf, g.node(a, b)
	}
	cf, b := g.value(cf, e.Right)
	return cf, g.node(a, b)
}

// location is where a reference refers to: the indices on the way, and pointers.
func (g *flow) location(cf *node, e syntax.Expr) (*node, *node) {
	switch e := e.(type) {
	case *syntax.Unary:
		return g.value(cf, e.Operand)
	case *syntax.Index:
		cf, base := g.reference(cf, e.Base)
		cf, i := g.value(cf, e.Index)
		return cf, g.node(base, i)
	case *syntax.Member:
		return g.reference(cf, e.Base)
	}
	return cf, cf
}

// reference is the location of a base, which may be a pointer.
func (g *flow) reference(cf *node, e syntax.Expr) (*node, *node) {
	if t := g.Types[e]; t != nil && t.Kind == types.Pointer {
		return g.value(cf, e)
	}
	return g.location(cf, e)
}

// content is what memory holds: that of functions is followed; other memory that can be written may be non-uniform.
func (g *flow) content(cf *node, root *object, t *types.Type) *node {
	switch {
	case t.Space == "function":
		if n := g.env[root]; n != nil {
			return n
		}
		return cf
	case t.Space == "uniform" || t.Space == "handle" || t.Access == "read":
		return cf
	}
	return g.nonUniform
}

const (
	mustBeUniform   = "function %s must be called in uniform control flow; this may be non-uniform"
	argumentUniform = "an argument of %s must be uniform; this may be non-uniform"
)

// call is a call of a function, or a value of a type.
func (g *flow) call(cf *node, e *syntax.Call) (*node, *node) {
	args := make([]*node, len(e.Args))
	for i, a := range e.Args {
		cf, args[i] = g.value(cf, a)
	}
	if o := g.uses[e.Func]; o != nil && o.kind == aFunction {
		return cf, g.userCall(cf, e, o.fn, args)
	}
	result := g.node(append(args, cf)...)
	choice := g.choices[e]
	if choice == nil {
		return cf, result
	}
	if choice.Barrier || choice.Derivative && !g.quiet[e] {
		g.required = append(g.required, requirement{cf, e, mustBeUniform})
	}
	if choice.Name == "workgroupUniformLoad" {
		g.required = append(g.required, requirement{args[0], e, argumentUniform})
		return cf, g.node(cf)
	}
	if choice.Derivative || strings.HasPrefix(choice.Name, "atomic") || choice.Name == "textureLoad" && g.textureWritable(e.Args[0]) {
		result.depend(g.nonUniform)
	}
	return cf, result
}

func (g *flow) textureWritable(e syntax.Expr) bool {
	t := g.Types[e]
	if t != nil && t.Kind == types.Reference {
		t = t.Elem
	}
	return t != nil && t.Access == "read_write"
}

// userCall is the result of a call of a function of the shader, whose pointers may have been written through.
func (g *flow) userCall(cf *node, e *syntax.Call, f *function, args []*node) *node {
	s := g.summaries[f]
	result := g.node(cf)
	if s.nonUniform {
		result.depend(g.nonUniform)
	}
	if s.site {
		g.required = append(g.required, requirement{cf, e, mustBeUniform})
	}
	contents := make([]*node, len(args))
	for i, a := range e.Args {
		p := s.params[i]
		if t := f.params[i].typ; t.Kind == types.Pointer {
			contents[i] = g.content(cf, g.rootOf(a), t)
		}
		if p.required {
			g.required = append(g.required, requirement{args[i], e, argumentUniform})
		}
		if p.contentsRequired && contents[i] != nil {
			g.required = append(g.required, requirement{contents[i], e, argumentUniform})
		}
		if p.result {
			result.depend(args[i])
		}
		if p.contentsResult {
			result.depend(contents[i])
		}
	}
	g.written(cf, e, f, s, args, contents)
	return result
}

// written gives variables whose pointers are arguments what the call leaves in them.
func (g *flow) written(cf *node, e *syntax.Call, f *function, s *summary, args, contents []*node) {
	for i, a := range e.Args {
		root := g.rootOf(a)
		if t := f.params[i].typ; t.Kind != types.Pointer || t.Space != "function" || g.env[root] == nil {
			continue
		}
		out := g.node(cf, args[i])
		if s.params[i].outNonUniform {
			out.depend(g.nonUniform)
		}
		for _, k := range s.params[i].out {
			out.depend(args[k])
		}
		for _, k := range s.params[i].outContents {
			out.depend(contents[k])
		}
		if !g.entire(a) {
			out.depend(g.env[root])
		}
		g.env[root] = out
	}
}
