package check

import (
	"fmt"
	"regexp"
	"strings"

	"tilemark/compiler/builtin"
	"tilemark/compiler/syntax"
	"tilemark/compiler/types"
)

// predeclared are types without template arguments (section Predeclared Types), vec2f and mat2x2f among them.
var predeclared = func() map[string]*types.Type {
	out := map[string]*types.Type{"bool": types.TypeBool, "i32": types.TypeI32, "u32": types.TypeU32, "f32": types.TypeF32, "f16": types.TypeF16}
	for _, s := range []string{"sampler", "sampler_comparison"} {
		out[s] = &types.Type{Kind: types.Sampler, Name: s}
	}
	for _, s := range strings.Fields("texture_depth_2d texture_depth_2d_array texture_depth_cube texture_depth_cube_array texture_depth_multisampled_2d texture_external") {
		out[s] = &types.Type{Kind: types.Texture, Name: s}
	}
	letters := map[string]*types.Type{"i": types.TypeI32, "u": types.TypeU32, "f": types.TypeF32, "h": types.TypeF16}
	for letter, elem := range letters {
		for n := 2; n <= 4; n++ {
			out[fmt.Sprintf("vec%d%s", n, letter)] = types.VectorOf(n, elem)
			for rows := 2; rows <= 4 && elem.IsFloat(); rows++ {
				out[fmt.Sprintf("mat%dx%d%s", n, rows, letter)] = types.MatrixOf(n, rows, elem)
			}
		}
	}
	return out
}()

// generators are types with template arguments, and how many they take.
var generators = func() map[string][2]int {
	out := map[string][2]int{"array": {1, 2}, "atomic": {1, 1}, "ptr": {2, 3}}
	for n := 2; n <= 4; n++ {
		out[fmt.Sprintf("vec%d", n)] = [2]int{1, 1}
		for rows := 2; rows <= 4; rows++ {
			out[fmt.Sprintf("mat%dx%d", n, rows)] = [2]int{1, 1}
		}
	}
	for _, t := range strings.Fields("texture_1d texture_2d texture_2d_array texture_3d texture_cube texture_cube_array texture_multisampled_2d") {
		out[t] = [2]int{1, 1}
	}
	for _, t := range strings.Fields("texture_storage_1d texture_storage_2d texture_storage_2d_array texture_storage_3d") {
		out[t] = [2]int{2, 2}
	}
	return out
}()

// foreignTypes are those of extensions, of Dawn and of naga.
var foreignTypes = func() map[string]bool {
	out := map[string]bool{}
	for _, t := range strings.Fields(`i64 u64 f64 i8 u8 binding_array acceleration_structure ray_query RayDesc RayIntersection texture_multisampled_2d_array
		texture_storage_cube subgroup_matrix_left subgroup_matrix_right subgroup_matrix_result resource_table sampler_filtering buffer input_attachment print hasResource getResource inputAttachmentLoad bufferView bufferArrayView bufferLength`) {
		out[t] = true
	}
	return out
}()

// foreignFunction are built-in functions of extensions.
var foreignFunction = regexp.MustCompile(`^(subgroup|quadSwap|quadBroadcast|rayQuery)`)

// typeOf is the type that an expression names; nil after an error.
func (c *checker) typeOf(e syntax.Expr) *types.Type {
	n, is := e.(*syntax.Name)
	if !is {
		c.fail(e.At(), "expected a type")
		return nil
	}
	t := c.named(n)
	if t != nil {
		c.Types[e] = t
	}
	return t
}

func (c *checker) named(n *syntax.Name) *types.Type {
	if o := c.find(n); o != nil {
		switch {
		case o.kind != aType:
			c.fail(n.Place, "%s %q is no type", o.kind, n.Text)
			return nil
		case n.Templated:
			c.fail(n.Place, "type %q does not take template arguments", n.Text)
			return nil
		}
		return o.typ
	}
	if t := predeclared[n.Text]; t != nil {
		if n.Templated {
			c.fail(n.Place, "type %q does not take template arguments", n.Text)
			return nil
		}
		c.extended(n, t)
		return t
	}
	if count, is := generators[n.Text]; is {
		if len(n.Args) < count[0] || len(n.Args) > count[1] {
			c.fail(n.Place, "type %s takes %s, not %d", n.Text, many(count[0], "template argument"), len(n.Args))
			return nil
		}
		return c.generated(n)
	}
	c.unknown(n, "type")
	return nil
}

// unknown says that nothing has a name, or what of another implementation has.
func (c *checker) unknown(n *syntax.Name, what string) {
	switch {
	case foreignTypes[n.Text] || foreignFunction.MatchString(n.Text):
		c.fail(n.Place, unsupported+"%s", n.Text)
	case builtin.IsFunction(n.Text):
		c.fail(n.Place, "%q is a function, expected a %s", n.Text, what)
	case predeclared[n.Text] != nil || generators[n.Text] != [2]int{}:
		c.fail(n.Place, "%q is a type, expected a %s", n.Text, what)
	default:
		c.fail(n.Place, "%q is not declared", n.Text)
	}
}

// extended refuses f16 unless its extension is enabled.
func (c *checker) extended(n *syntax.Name, t *types.Type) {
	if (t.Kind <= types.Matrix && t.Base().Kind == types.F16) && !c.enabled["f16"] {
		c.fail(n.Place, "type %s needs `enable f16;`", n.Text)
	}
}

// generated is a type with template arguments.
func (c *checker) generated(n *syntax.Name) *types.Type {
	switch {
	case n.Text == "array":
		return c.array(n)
	case n.Text == "ptr":
		return c.pointer(n)
	case strings.HasPrefix(n.Text, "texture_storage"):
		return c.storageTexture(n)
	}
	elem := c.typeOf(n.Args[0])
	if elem == nil {
		return nil
	}
	t, want := generic(n.Text, elem)
	if want != "" {
		c.fail(n.Args[0].At(), "%s<%s> is no type, expected %s in its place", n.Text, elem, want)
		return nil
	}
	return t
}

// generic is a type of one other type, or what was expected of that.
func generic(name string, elem *types.Type) (t *types.Type, want string) {
	switch {
	case strings.HasPrefix(name, "vec"):
		if !elem.IsScalar() {
			return nil, "a scalar"
		}
		return types.VectorOf(int(name[3]-'0'), elem), ""
	case strings.HasPrefix(name, "mat"):
		if !elem.IsFloat() {
			return nil, "f32 or f16"
		}
		return types.MatrixOf(int(name[3]-'0'), int(name[5]-'0'), elem), ""
	case name == "atomic":
		if elem.Kind != types.I32 && elem.Kind != types.U32 {
			return nil, "i32 or u32"
		}
		return &types.Type{Kind: types.Atomic, Elem: elem}, ""
	}
	if elem.Kind != types.F32 && elem.Kind != types.I32 && elem.Kind != types.U32 {
		return nil, "f32, i32 or u32"
	}
	return &types.Type{Kind: types.Texture, Name: name, Elem: elem}, ""
}

// array is array<T> or array<T, N> (section Array Types).
func (c *checker) array(n *syntax.Name) *types.Type {
	elem := c.typeOf(n.Args[0])
	if elem == nil {
		return nil
	}
	if !elem.IsPlain() || !elem.IsFixed() || elem.HasOverride() {
		c.fail(n.Args[0].At(), "the elements of an array cannot be of type %s", elem)
		return nil
	}
	t := &types.Type{Kind: types.Array, Elem: elem}
	if len(n.Args) == 1 {
		t.Length.Runtime = true
		return t
	}
	return c.sized(t, n.Args[1])
}

func (c *checker) sized(t *types.Type, count syntax.Expr) *types.Type {
	skipped := c.skipped
	c.skipped = 0 // types need their values, wherever they stand
	v := c.value(count)
	c.skipped = skipped
	switch {
	case v.typ == nil:
		return nil
	case v.typ.Kind != types.I32 && v.typ.Kind != types.U32 && v.typ.Kind != types.AbstractInt:
		c.fail(count.At(), "the number of an array's elements must be i32 or u32, not %s", v.typ)
		return nil
	case v.stage == runtimeStage:
		c.fail(count.At(), "the number of an array's elements must be a const- or override-expression")
		return nil
	case v.stage == overrideStage:
		t.Length.Override = count
		if n, is := count.(*syntax.Name); is {
			t.Length.Override = c.find(n)
		}
		return t
	case v.value == nil:
		return nil
	case v.value.I < 1:
		c.fail(count.At(), "an array must have at least one element, not %d", v.value.I)
		return nil
	case v.value.I > maxBytes || t.Elem.Size() > maxBytes/v.value.I:
		c.fail(count.At(), "an array of %d elements is too large", v.value.I)
		return nil
	}
	t.Length.Count = v.value.I
	return t
}

// maxBytes is what a type may have at most, which keeps sizes from overflowing.
const maxBytes = 1 << 32

// pointer is ptr<space, T> or ptr<space, T, access> (section Pointer Types).
func (c *checker) pointer(n *syntax.Name) *types.Type {
	name, is := n.Args[0].(*syntax.Name)
	if !is {
		c.fail(n.Args[0].At(), "expected an address space")
		return nil
	}
	space, elem := c.space(name), c.typeOf(n.Args[1])
	if space == "" || elem == nil {
		return nil
	}
	access := spaces[space]
	if len(n.Args) == 3 {
		given := n.Args[2].(*syntax.Name)
		if space != "storage" {
			c.fail(given.Place, "only pointers to address space storage have an access mode")
			return nil
		}
		if access = c.access(given); access == "" || access == "write" {
			c.fail(given.Place, "access mode write is not for address space storage")
			return nil
		}
	}
	if !elem.IsStorable() || elem.Kind == types.Texture || elem.Kind == types.Sampler || elem.HasRuntimeArray() && space != "storage" ||
		(space == "storage" || space == "uniform") && !elem.IsHostShareable() || (space == "function" || space == "private") && !elem.IsConstructible() {
		c.fail(n.Args[1].At(), "type %s cannot be in address space %s", elem, space)
		return nil
	}
	if elem.HasAtomic() && (space == "uniform" || access == "read") {
		c.fail(n.Args[1].At(), "type %s needs access mode read_write", elem)
	}
	return &types.Type{Kind: types.Pointer, Elem: elem, Space: space, Access: access}
}

// storageTexture is texture_storage_...<format, access>.
func (c *checker) storageTexture(n *syntax.Name) *types.Type {
	format, is := n.Args[0].(*syntax.Name)
	access, also := n.Args[1].(*syntax.Name)
	if !is || !also {
		c.fail(n.Place, "type %s takes a texel format and an access mode", n.Text)
		return nil
	}
	if !builtin.IsFormat(format.Text) || c.find(format) != nil {
		if strings.HasPrefix(format.Text, "r64") {
			c.fail(format.Place, unsupported+"texel format %s", format.Text)
			return nil
		}
		c.fail(format.Place, "%q is no texel format", format.Text)
		return nil
	}
	mode := c.access(access)
	if mode == "" {
		return nil
	}
	return &types.Type{Kind: types.Texture, Name: n.Text, Format: format.Text, Access: mode}
}
