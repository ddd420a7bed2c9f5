package check

import (
	"fmt"

	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// io is how a parameter, a result or a member is part of the interface of an entry point.
type io struct {
	at            syntax.Place
	builtin       string
	location      int64 // -1 without
	interpolation string
	sampling      string
	invariant     bool
}

// builtins are built-in values: type, and stages with directions (section Built-in Values).
var builtins = map[string]struct {
	typ    *types.Type
	stages []string
}{
	"vertex_index":           {types.TypeU32, []string{"vertex in"}},
	"instance_index":         {types.TypeU32, []string{"vertex in"}},
	"position":               {types.VectorOf(4, types.TypeF32), []string{"vertex out", "fragment in"}},
	"front_facing":           {types.TypeBool, []string{"fragment in"}},
	"frag_depth":             {types.TypeF32, []string{"fragment out"}},
	"sample_index":           {types.TypeU32, []string{"fragment in"}},
	"sample_mask":            {types.TypeU32, []string{"fragment in", "fragment out"}},
	"local_invocation_id":    {types.VectorOf(3, types.TypeU32), []string{"compute in"}},
	"local_invocation_index": {types.TypeU32, []string{"compute in"}},
	"global_invocation_id":   {types.VectorOf(3, types.TypeU32), []string{"compute in"}},
	"workgroup_id":           {types.VectorOf(3, types.TypeU32), []string{"compute in"}},
	"num_workgroups":         {types.VectorOf(3, types.TypeU32), []string{"compute in"}},
}

// foreignBuiltins are those of extensions.
var foreignBuiltins = map[string]bool{"clip_distances": true, "subgroup_invocation_id": true, "subgroup_size": true, "subgroup_id": true, "num_subgroups": true,
	"primitive_index": true, "barycentric_coord": true, "view_index": true, "point_size": true, "draw_index": true, "workgroup_index": true, "global_invocation_index": true, "barycentric": true}

// interfaceOf checks attributes of the interface that do not depend on the stage; nil without any.
func (c *checker) interfaceOf(as attributes, t *types.Type, at syntax.Place) *io {
	out := &io{at: at, location: -1}
	found := false
	if a := as["builtin"]; a != nil {
		out.builtin, found = c.builtinValue(a, t), true
	}
	if a := as["location"]; a != nil {
		if as["builtin"] != nil {
			c.fail(a.Place, "a value cannot have both attributes builtin and location")
		}
		if n, ok := c.whole(a, 0, most); ok {
			out.location, found = n, true
		}
		if t != nil && !located(t) {
			c.fail(a.Place, "a value of type %s cannot have a location, expected a number or a vector of numbers", t)
		}
	}
	if a := as["interpolate"]; a != nil {
		if as["location"] == nil {
			c.fail(a.Place, "attribute interpolate needs attribute location")
		}
		c.interpolation(a, out, t)
	}
	if a := as["invariant"]; a != nil {
		out.invariant = true
		if out.builtin != "position" {
			c.fail(a.Place, "attribute invariant needs attribute builtin(position)")
		}
	}
	if !found {
		return nil
	}
	return out
}

func located(t *types.Type) bool {
	return (t.IsScalar() || t.Kind == types.Vector) && t.Base().IsNumeric()
}

// word is an argument of an attribute that is a name.
func word(e syntax.Expr) string {
	if n, is := e.(*syntax.Name); is && !n.Templated {
		return n.Text
	}
	return ""
}

func (c *checker) builtinValue(a *syntax.Attribute, t *types.Type) string {
	name := word(a.Args[0])
	b, known := builtins[name]
	switch {
	case foreignBuiltins[name]:
		c.fail(a.Args[0].At(), unsupported+"built-in value %s", name)
	case !known:
		c.fail(a.Args[0].At(), "%q is no built-in value", name)
	case t != nil && !types.Same(t, b.typ):
		c.fail(a.Place, "built-in value %s is of type %s, not %s", name, b.typ, t)
	}
	return name
}

var samplings = map[string]string{"center": "perspective linear", "centroid": "perspective linear", "sample": "perspective linear", "first": "flat", "either": "flat"}

// interpolation checks type and sampling of attribute interpolate (section Interpolation).
func (c *checker) interpolation(a *syntax.Attribute, out *io, t *types.Type) {
	out.interpolation = word(a.Args[0])
	switch out.interpolation {
	case "perspective", "linear", "flat":
	case "per_vertex":
		c.fail(a.Args[0].At(), unsupported+"interpolation per_vertex")
		return
	default:
		c.fail(a.Args[0].At(), "%q is no interpolation, expected perspective, linear or flat", out.interpolation)
		return
	}
	if len(a.Args) == 2 {
		out.sampling = word(a.Args[1])
		switch of := samplings[out.sampling]; {
		case of == "":
			c.fail(a.Args[1].At(), "%q is no sampling, expected center, centroid, sample, first or either", out.sampling)
		case (of == "flat") != (out.interpolation == "flat"):
			c.fail(a.Args[1].At(), "sampling %s is not for interpolation %s", out.sampling, out.interpolation)
		}
	}
	if t != nil && located(t) && t.Base().IsInteger() && out.interpolation != "flat" {
		c.fail(a.Place, "integers can only be interpolated flat")
	}
}

// noInterface refuses attributes of the interface where a function is no entry point.
func (c *checker) noInterface(f *function) {
	for _, p := range f.decl.Params {
		for _, a := range p.Attributes {
			c.fail(a.Place, "attribute %s is not for parameters of functions that are no entry points", a.Name)
		}
	}
	for _, a := range f.decl.ReturnAttrs {
		c.fail(a.Place, "attribute %s is not for results of functions that are no entry points", a.Name)
	}
}

// entryPoint checks the interface of an entry point (section Entry Points).
func (c *checker) entryPoint(f *function) {
	in, out := &side{c: c, f: f, direction: "in"}, &side{c: c, f: f, direction: "out"}
	for i, p := range f.decl.Params {
		in.value(f.params[i].typ, p.Attributes, p.Place, fmt.Sprintf("parameter %q", p.Text))
	}
	if f.decl.Return != nil {
		out.value(f.result, f.decl.ReturnAttrs, f.decl.Return.At(), "the result")
	}
	if f.stage == "vertex" && !out.seen["position"] {
		c.fail(f.decl.Place, "vertex entry point %q must give builtin(position)", f.ident.Text)
	}
}

// side is the inputs or the outputs of an entry point.
type side struct {
	c         *checker
	f         *function
	direction string
	seen      map[string]bool // built-in values and locations
}

// value checks a parameter or a result: a structure of values, or one value.
func (s *side) value(t *types.Type, attributes []*syntax.Attribute, at syntax.Place, what string) {
	as := s.c.attributesOf(attributes, what+" of an entry point", "builtin", "location", "interpolate", "invariant")
	if t == nil {
		s.seen = map[string]bool{"position": true}
		return
	}
	if t.Kind != types.Struct {
		s.one(s.c.interfaceOf(as, t, at), t, at, what)
		return
	}
	if len(attributes) > 0 {
		s.c.fail(attributes[0].Place, "%s is a structure, whose members have the attributes of the interface", what)
	}
	for _, m := range t.Members {
		if m.Type == nil {
			continue
		}
		if m.Type.Kind == types.Struct {
			s.c.fail(at, "member %q of %s is a structure in a structure, which cannot be part of an interface", m.Name, t)
			continue
		}
		s.one(m.IO.(*io), m.Type, at, fmt.Sprintf("member %q of %s", m.Name, t))
	}
}

// one checks a value of the interface for the stage.
func (s *side) one(v *io, t *types.Type, at syntax.Place, what string) {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	switch {
	case v == nil:
		s.c.fail(at, "%s needs attribute builtin or location", what)
	case v.builtin != "":
		s.once(v.builtin, at, "built-in value "+v.builtin)
		if b, known := builtins[v.builtin]; known && !contains(b.stages, s.f.stage+" "+s.direction) {
			s.c.fail(v.at, "built-in value %s is no %sput of stage %s", v.builtin, s.direction, s.f.stage)
		}
	case s.f.stage == "compute":
		s.c.fail(at, "%s: a compute entry point has no locations", what)
	case v.location >= 0:
		s.once(fmt.Sprint(v.location), at, fmt.Sprintf("location %d", v.location))
		if between := s.f.stage+" "+s.direction == "vertex out" || s.f.stage+" "+s.direction == "fragment in"; between && t.Base().IsInteger() && v.interpolation != "flat" {
			s.c.fail(v.at, "%s is an integer, which needs attribute interpolate(flat)", what)
		}
	}
}

func (s *side) once(key string, at syntax.Place, what string) {
	if s.seen[key] {
		s.c.fail(at, "%s is given twice", what)
	}
	s.seen[key] = true
}
