package check

import (
	"fmt"

	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// require resolves an object of module scope: its type, and its value or signature. One that needs itself is an error.
func (c *checker) require(o *object) {
	switch {
	case o.state == resolved || o.decl == nil:
		return
	case o.state == resolving:
		if o.kind != aFunction {
			c.fail(o.ident.Place, "%s %q needs itself", o.kind, o.ident.Text)
		}
		return
	}
	o.state = resolving
	scope, fn, loops, skipped := c.scope, c.fn, c.loops, c.skipped
	c.scope, c.fn, c.loops, c.skipped = c.module, nil, nil, 0
	c.resolve(o)
	c.scope, c.fn, c.loops, c.skipped = scope, fn, loops, skipped
	o.state = resolved
}

func (c *checker) resolve(o *object) {
	switch d := o.decl.(type) {
	case *syntax.Struct:
		o.typ = c.structure(d)
	case *syntax.Alias:
		o.typ = c.typeOf(d.Type)
	case *syntax.Value:
		c.moduleValue(o, d)
	case *syntax.Var:
		c.moduleVar(o, d)
	case *syntax.Function:
		c.signature(o.fn)
	}
}

// moduleValue resolves const and override of module scope (section Value Declarations).
func (c *checker) moduleValue(o *object, d *syntax.Value) {
	switch d.Kind {
	case "let":
		c.fail(d.Place, "let cannot be in module scope, expected const, override or var")
	case "const":
		c.constant(o, d)
	case "override":
		c.override(o, d)
	}
}

// constant resolves a const-declaration, of any scope.
func (c *checker) constant(o *object, d *syntax.Value) {
	want := c.typed(d.Type)
	v := c.value(d.Init)
	if v.typ == nil {
		o.typ = want
		return
	}
	if v.stage != constStage {
		c.fail(d.Init.At(), "%q must be made of a const-expression", o.ident.Text)
		v.value = nil
	}
	if want != nil {
		v = c.convert(v, want, "%s %q", o.kind, o.ident.Text)
	}
	if v.typ != nil && (!v.typ.IsConstructible() || v.typ.HasLongArray(mostElements)) {
		c.fail(d.Init.At(), "a constant cannot be of type %s", v.typ)
	}
	o.typ, o.value = v.typ, v.value
}

// override resolves a pipeline-overridable constant: a scalar.
func (c *checker) override(o *object, d *syntax.Value) {
	c.overrideAttributes(d)
	o.typ = c.typed(d.Type)
	if d.Init == nil && d.Type == nil {
		c.fail(d.Place, "override %q must have a type or a value", o.ident.Text)
	}
	if d.Init != nil {
		v := c.value(d.Init)
		if v.typ != nil && v.stage == runtimeStage {
			c.fail(d.Init.At(), "override %q must be made of a const- or override-expression", o.ident.Text)
		}
		if o.typ != nil {
			v = c.convert(v, o.typ, "override %q", o.ident.Text)
		}
		if d.Type == nil {
			o.typ = c.concrete(v).typ
		}
	}
	if o.typ != nil && (!o.typ.IsScalar() || o.typ.IsAbstract()) {
		c.fail(d.Place, "override %q must be a scalar, not %s", o.ident.Text, o.typ)
		o.typ = nil
	}
}

// typed is the type of a declaration; nil where it has none.
func (c *checker) typed(e syntax.Expr) *types.Type {
	if e == nil {
		return nil
	}
	return c.typeOf(e)
}

// assert checks const_assert.
func (c *checker) assert(a *syntax.Assert) {
	v := c.value(a.Condition)
	switch {
	case v.typ == nil:
	case v.typ.Kind != types.Bool:
		c.fail(a.Condition.At(), "const_assert needs a bool, not %s", v.typ)
	case v.stage != constStage:
		c.fail(a.Condition.At(), "const_assert needs a const-expression")
	case v.value != nil && v.value.I == 0:
		c.fail(a.Place, "the assertion does not hold")
	}
}

// structure resolves a structure (section Structure Types).
func (c *checker) structure(d *syntax.Struct) *types.Type {
	t := &types.Type{Kind: types.Struct, Name: d.Ident.Text}
	seen, locations := map[string]bool{}, map[int64]bool{}
	for i, m := range d.Members {
		if seen[m.Text] {
			c.fail(m.Place, "structure %q has a member %q already", d.Ident.Text, m.Text)
		}
		seen[m.Text] = true
		member := types.Member{Name: m.Text, Type: c.typeOf(m.Type)}
		c.memberType(member.Type, m, i == len(d.Members)-1)
		c.memberAttributes(&member, m)
		if v := member.IO.(*io); v != nil && v.location >= 0 {
			if locations[v.location] {
				c.fail(m.Place, "structure %q has location %d already", d.Ident.Text, v.location)
			}
			locations[v.location] = true
		}
		t.Members = append(t.Members, member)
	}
	if t.Depth() > 255 {
		c.fail(d.Place, "structure %q is nested deeper than 255 types", d.Ident.Text)
	}
	return t
}

func (c *checker) memberType(t *types.Type, m *syntax.Param, last bool) {
	switch {
	case t == nil:
	case !t.IsPlain() || t.HasOverride():
		c.fail(m.Type.At(), "a member cannot be of type %s", t)
	case t.Kind == types.Array && t.Length.Runtime && !last:
		c.fail(m.Type.At(), "an array of runtime size must be the last member")
	case t.Kind == types.Struct && t.HasRuntimeArray():
		c.fail(m.Type.At(), "a structure with an array of runtime size cannot be a member")
	}
}

// moduleVar resolves a variable of module scope (section Address Spaces).
func (c *checker) moduleVar(o *object, d *syntax.Var) {
	store := c.typed(d.Type)
	init := c.initial(d)
	if d.Type == nil && d.Init == nil {
		c.fail(d.Place, "variable %q must have a type or a value", d.Ident.Text)
	}
	if store != nil && d.Init != nil {
		c.convert(init, store, "variable %q", d.Ident.Text)
	}
	if d.Type == nil && d.Init != nil {
		store = c.concrete(init).typ
	}
	space, access := c.spaceOf(d, store)
	if init.typ != nil && init.stage == runtimeStage {
		c.fail(d.Init.At(), "variable %q of module scope must be made of a const- or override-expression", d.Ident.Text)
	}
	if d.Init != nil && space != "private" && space != "" {
		c.fail(d.Init.At(), "a variable in address space %s cannot have an initial value", space)
	}
	o.binding = c.varAttributes(d, space)
	if store == nil {
		return
	}
	c.storeType(d, store, space, access)
	o.typ = &types.Type{Kind: types.Reference, Elem: store, Space: space, Access: access}
	o.root = o
}

// initial is the initial value of a variable.
func (c *checker) initial(d *syntax.Var) operand {
	if d.Init == nil {
		return operand{}
	}
	return c.value(d.Init)
}

// spaces are the accesses of address spaces; only storage may have another one.
var spaces = map[string]string{"function": "read_write", "private": "read_write", "workgroup": "read_write", "uniform": "read", "storage": "read", "handle": "read"}

// spaceOf is address space and access of a variable of module scope.
func (c *checker) spaceOf(d *syntax.Var, store *types.Type) (space, access string) {
	if d.Space == nil {
		if store != nil && store.Kind != types.Texture && store.Kind != types.Sampler {
			c.fail(d.Place, "variable %q of module scope needs an address space", d.Ident.Text)
			return "", "read_write"
		}
		return "handle", "read"
	}
	space = c.space(d.Space)
	access = spaces[space]
	switch {
	case space == "function":
		c.fail(d.Space.Place, "a variable of module scope cannot be in address space function")
	case d.Access == nil:
	case space != "storage":
		c.fail(d.Access.Place, "only variables in address space storage have an access mode")
	default:
		access = c.access(d.Access)
		if access == "write" {
			c.fail(d.Access.Place, "access mode write is not for address space storage, expected read or read_write")
		}
	}
	return space, access
}

// space is the name of an address space.
func (c *checker) space(n *syntax.Name) string {
	switch {
	case n.Templated || c.find(n) != nil:
		c.fail(n.Place, "%q is no address space", n.Text)
	case n.Text == "push_constant" || n.Text == "immediate" || n.Text == "pixel_local" || n.Text == "task_payload":
		c.fail(n.Place, unsupported+"address space %s", n.Text)
	case n.Text == "handle" || spaces[n.Text] == "":
		c.fail(n.Place, "%q is no address space, expected function, private, workgroup, uniform or storage", n.Text)
	default:
		return n.Text
	}
	return ""
}

// access is the name of an access mode.
func (c *checker) access(n *syntax.Name) string {
	if n.Text == "atomic" {
		c.fail(n.Place, unsupported+"access mode atomic")
		return ""
	}
	if c.find(n) != nil || n.Text != "read" && n.Text != "write" && n.Text != "read_write" {
		c.fail(n.Place, "%q is no access mode, expected read, write or read_write", n.Text)
		return ""
	}
	return n.Text
}

// storeType is whether a type may be that of a variable in an address space.
func (c *checker) storeType(d *syntax.Var, t *types.Type, space, access string) {
	at := d.Place
	if d.Type != nil {
		at = d.Type.At()
	}
	refuse := func(why string) {
		c.fail(at, "type %s cannot be in address space %s: %s", t, space, why)
	}
	if t.HasLongArray(mostElements) && space != "storage" {
		refuse(fmt.Sprintf("it has more than %d elements", mostElements))
		return
	}
	switch space {
	case "private", "function":
		if !t.IsConstructible() {
			refuse("it must be constructible")
		}
	case "workgroup":
		if !t.IsPlain() || !t.IsFixed() {
			refuse("it must have a fixed size")
		}
	case "uniform":
		if !t.IsConstructible() || !t.IsHostShareable() {
			refuse("it must be constructible and host-shareable")
			return
		}
		if !c.relaxed {
			c.uniformLayout(at, t, map[*types.Type]bool{})
		}
	case "storage":
		switch {
		case !t.IsHostShareable() || t.HasOverride():
			refuse("it must be host-shareable")
		case t.HasAtomic() && access != "read_write":
			refuse("atomics need access mode read_write")
		}
	case "handle":
		if t.Kind != types.Texture && t.Kind != types.Sampler {
			refuse("it must be a texture or a sampler")
		}
	}
}

// mostElements is the limit of an array outside of storage (section Limits).
const mostElements = 65535

// uniformLayout checks the layout of uniform buffers (section Address Space Layout Constraints): arrays and structures begin at multiples of 16 bytes.
func (c *checker) uniformLayout(at syntax.Place, t *types.Type, seen map[*types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind {
	case types.Array:
		if t.Stride()%16 != 0 {
			c.fail(at, "the elements of %s in address space uniform are %d bytes apart, expected a multiple of 16", t, t.Stride())
			return
		}
		c.uniformLayout(at, t.Elem, seen)
	case types.Struct:
		offsets := t.Offsets()
		for i, m := range t.Members {
			if m.Type == nil {
				return
			}
			composite := m.Type.Kind == types.Struct || m.Type.Kind == types.Array
			if composite && offsets[i]%16 != 0 {
				c.fail(at, "member %q of %s is at byte %d, expected a multiple of 16 in address space uniform", m.Name, t, offsets[i])
				return
			}
			if i+1 < len(t.Members) && m.Type.Kind == types.Struct && offsets[i+1]-offsets[i] < types.RoundUp(16, m.Type.Size()) {
				c.fail(at, "member %q of %s is %d bytes after the structure before it, expected %d in address space uniform", t.Members[i+1].Name, t,
					offsets[i+1]-offsets[i], types.RoundUp(16, m.Type.Size()))
				return
			}
			c.uniformLayout(at, m.Type, seen)
		}
	}
}
