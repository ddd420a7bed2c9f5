package check

import (
	"fmt"
	"math/bits"

	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// arity is how many arguments attributes take (section Attributes).
var arity = map[string][2]int{"align": {1, 1}, "binding": {1, 1}, "builtin": {1, 1}, "compute": {}, "const": {}, "fragment": {}, "group": {1, 1}, "id": {1, 1},
	"interpolate": {1, 2}, "invariant": {}, "location": {1, 1}, "must_use": {}, "size": {1, 1}, "vertex": {}, "workgroup_size": {1, 3}}

// foreignAttributes are those of extensions.
var foreignAttributes = map[string]bool{"blend_src": true, "color": true, "input_attachment_index": true, "early_depth_test": true, "subgroup_size": true,
	"mesh": true, "task": true, "payload": true, "per_primitive": true, "internal": true}

// attributes are attributes by name.
type attributes map[string]*syntax.Attribute

// attributesOf checks names and numbers of arguments; allowed are those that stand at a place, which is named in errors.
func (c *checker) attributesOf(all []*syntax.Attribute, where string, allowed ...string) attributes {
	out := attributes{}
	for _, a := range all {
		count, known := arity[a.Name]
		switch {
		case foreignAttributes[a.Name]:
			c.fail(a.Place, unsupported+"attribute %s", a.Name)
		case !known || a.Name == "const":
			c.fail(a.Place, "%q is no attribute", a.Name)
		case !contains(allowed, a.Name):
			c.fail(a.Place, "attribute %s is not for %s", a.Name, where)
		case out[a.Name] != nil:
			c.fail(a.Place, "attribute %s is given twice", a.Name)
		case len(a.Args) < count[0] || len(a.Args) > count[1]:
			c.fail(a.Place, "attribute %s takes %s, not %d", a.Name, many(count[0], "argument"), len(a.Args))
		default:
			out[a.Name] = a
		}
	}
	return out
}

// many is a number of things.
func many(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

func contains(all []string, one string) bool {
	for _, a := range all {
		if a == one {
			return true
		}
	}
	return false
}

// whole is an argument of an attribute: a const-expression of i32 or u32 in a range.
func (c *checker) whole(a *syntax.Attribute, low, high int64) (n int64, ok bool) {
	v := c.value(a.Args[0])
	switch {
	case v.typ == nil:
	case !v.typ.IsInteger():
		c.fail(a.Args[0].At(), "attribute %s takes an i32 or u32, not %s", a.Name, v.typ)
	case v.stage != constStage:
		c.fail(a.Args[0].At(), "attribute %s takes a const-expression", a.Name)
	case v.value == nil:
	case v.typ.Kind == types.AbstractInt && v.value.I != int64(int32(v.value.I)):
		c.fail(a.Args[0].At(), "value %d is out of range of i32", v.value.I)
	case v.value.I < low || v.value.I > high:
		c.fail(a.Args[0].At(), "attribute %s takes %d to %d, not %d", a.Name, low, high, v.value.I)
	default:
		return v.value.I, true
	}
	return 0, false
}

// most is the largest u32.
const most = 1<<32 - 1

// binding is group and binding of a resource.
type binding struct{ group, number int64 }

// varAttributes checks the attributes of a variable: resources have group and binding, others have none.
func (c *checker) varAttributes(d *syntax.Var, space string) *binding {
	as := c.attributesOf(d.Attributes, "a variable", "group", "binding")
	resource := space == "uniform" || space == "storage" || space == "handle"
	switch {
	case !resource && space != "" && len(as) > 0:
		c.fail(d.Place, "variable %q is no resource, so it has no group and binding", d.Ident.Text)
	case resource && (as["group"] == nil || as["binding"] == nil):
		if len(as) == len(d.Attributes) {
			c.fail(d.Place, "variable %q is a resource, so it needs group and binding", d.Ident.Text)
		}
	case resource:
		g, ok := c.whole(as["group"], 0, most)
		b, also := c.whole(as["binding"], 0, most)
		if ok && also {
			return &binding{g, b}
		}
	}
	return nil
}

// overrideAttributes checks that numbers of overrides are unique.
func (c *checker) overrideAttributes(d *syntax.Value) {
	as := c.attributesOf(d.Attributes, "an override", "id")
	if as["id"] == nil {
		return
	}
	id, ok := c.whole(as["id"], 0, 65535)
	if !ok {
		return
	}
	if c.ids == nil {
		c.ids = map[int64]string{}
	}
	if had := c.ids[id]; had != "" {
		c.fail(as["id"].Place, "override %q has the id %d already", had, id)
	}
	c.ids[id] = d.Ident.Text
}

// memberAttributes checks the attributes of a member (section Structure Member Layout).
func (c *checker) memberAttributes(m *types.Member, p *syntax.Param) {
	as := c.attributesOf(p.Attributes, "a member", "align", "size", "builtin", "location", "interpolate", "invariant")
	if a := as["align"]; a != nil {
		if n, ok := c.whole(a, 1, most); ok {
			c.alignment(m, a, n)
		}
	}
	if a := as["size"]; a != nil {
		if n, ok := c.whole(a, 1, most); ok && m.Type != nil {
			switch {
			case !m.Type.IsFixed():
				c.fail(a.Place, "attribute size is not for a member without a fixed size")
			case n < m.Type.Size():
				c.fail(a.Place, "attribute size must be at least %d, the size of %s", m.Type.Size(), m.Type)
			default:
				m.Size = n
			}
		}
	}
	m.IO = c.interfaceOf(as, m.Type, p.Place)
}

func (c *checker) alignment(m *types.Member, a *syntax.Attribute, n int64) {
	switch {
	case bits.OnesCount64(uint64(n)) != 1:
		c.fail(a.Args[0].At(), "attribute align must be a power of two, not %d", n)
	case m.Type != nil && n%m.Type.Align() != 0:
		c.fail(a.Args[0].At(), "attribute align must be a multiple of %d, the alignment of %s", m.Type.Align(), m.Type)
	default:
		m.Align = n
	}
}

// functionAttributes finds the stage of an entry point and the size of its workgroups.
func (c *checker) functionAttributes(f *function) {
	as := c.attributesOf(f.decl.Attributes, "a function", "vertex", "fragment", "compute", "workgroup_size", "must_use")
	for _, s := range []string{"vertex", "fragment", "compute"} {
		if as[s] == nil {
			continue
		}
		if f.stage != "" {
			c.fail(as[s].Place, "function %q is an entry point for stage %s already", f.ident.Text, f.stage)
		}
		f.stage = s
	}
	f.mustUse = as["must_use"] != nil
	size := as["workgroup_size"]
	switch {
	case size == nil && f.stage == "compute":
		c.fail(f.decl.Place, "entry point %q needs attribute workgroup_size", f.ident.Text)
	case size != nil && f.stage != "compute":
		c.fail(size.Place, "attribute workgroup_size is for compute entry points only")
	case size != nil:
		c.workgroupSize(size)
	}
}

// workgroupSize checks that sizes are positive i32 or u32, all of the same type.
func (c *checker) workgroupSize(a *syntax.Attribute) {
	var all []*types.Type
	invocations := int64(1)
	for _, e := range a.Args {
		v := c.value(e)
		switch {
		case v.typ == nil:
			return
		case !v.typ.IsInteger():
			c.fail(e.At(), "attribute workgroup_size takes i32 or u32, not %s", v.typ)
			return
		case v.stage == runtimeStage:
			c.fail(e.At(), "attribute workgroup_size takes const- or override-expressions")
			return
		case v.value != nil && (v.value.I < 1 || v.typ.Kind == types.AbstractInt && v.value.I != int64(int32(v.value.I))):
			c.fail(e.At(), "a workgroup's size must be an i32 or u32 of at least 1, not %d", v.value.I)
			return
		}
		all = append(all, v.typ)
		if v.value != nil {
			invocations = min(invocations*v.value.I, most+1)
		}
	}
	if invocations > most {
		c.fail(a.Place, "a workgroup has at most %d invocations", int64(most))
	}
	if types.Common(all...) == nil {
		c.fail(a.Place, "the arguments of attribute workgroup_size must be of the same type, i32 or u32")
	}
}
