package check

import (
	"fmt"

	"tilemark/compiler/syntax"
)

// stages checks what each entry point uses, itself and through the functions that it calls: variables by address space, bindings, and built-in functions.
func (c *checker) stages(all []*function) {
	for _, f := range all {
		if f.stage == "" {
			continue
		}
		bindings := map[binding]*object{}
		for _, g := range reachable(f) {
			for _, o := range c.objects {
				if at, uses := g.used[o]; uses {
					c.usable(f, o, at)
					c.boundOnce(f, o, bindings)
				}
			}
			for _, b := range g.builtins {
				if b.Stage != "" && b.Stage != f.stage {
					c.fail(b.expr.Place, "function %s is for stage %s, not for %s entry point %q", b.Name, b.Stage, f.stage, f.ident.Text)
				}
			}
			for _, at := range g.discards {
				if f.stage != "fragment" {
					c.fail(at, "discard is for stage fragment, not for %s entry point %q", f.stage, f.ident.Text)
				}
			}
		}
	}
}

// reachable is a function and all that it calls.
func reachable(f *function) (out []*function) {
	seen := map[*function]bool{}
	var visit func(*function)
	visit = func(f *function) {
		if seen[f] {
			return
		}
		seen[f] = true
		out = append(out, f)
		for _, k := range f.calls {
			visit(k.fn)
		}
	}
	visit(f)
	return out
}

// usable refuses variables that a stage cannot use: workgroup outside of compute, and storage that a vertex shader could write.
func (c *checker) usable(f *function, o *object, at syntax.Place) {
	if o.typ == nil {
		return
	}
	switch {
	case o.typ.Space == "workgroup" && f.stage != "compute":
		c.fail(at, "variable %q in address space workgroup is for stage compute, not for %s entry point %q", o.ident.Text, f.stage, f.ident.Text)
	case f.stage == "vertex" && o.typ.Space == "storage" && o.typ.Access == "read_write",
		f.stage == "vertex" && o.typ.Elem.Format != "" && o.typ.Elem.Access != "read":
		c.fail(at, "variable %q can be written, which vertex entry point %q must not", o.ident.Text, f.ident.Text)
	}
}

// boundOnce refuses two resources of an entry point at the same group and binding.
func (c *checker) boundOnce(f *function, o *object, had map[binding]*object) {
	if o.binding == nil {
		return
	}
	other := had[*o.binding]
	had[*o.binding] = o
	if other == nil || other == o {
		return
	}
	first, second := other, o
	if second.ident.Before(first.ident.Place) {
		first, second = second, first
	}
	text := fmt.Sprintf("entry point %q uses %q and %q, which both have group %d and binding %d", f.ident.Text, first.ident.Text, second.ident.Text,
		o.binding.group, o.binding.number)
	c.fail(second.ident.Place, "%s", text)
}
