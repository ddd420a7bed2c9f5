package builtin

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/compiler/types"
)

// Arg is an argument: its type, after the load rule, and whether it is a const-expression.
type Arg struct {
	Type  *types.Type
	Const bool
}

// Choice is the overload that fits: the types that the arguments are converted to, and that of the result.
type Choice struct {
	*Overload
	Args   []*types.Type
	Result *types.Type
}

// Resolve chooses the overload of a function, or of an operator ("op+"), that takes the arguments with the least conversions; the error says what there is.
func Resolve(name string, args []Arg) (*Choice, error) {
	var best *Choice
	lowest := 0
	for _, o := range table[name] {
		if c, cost := o.match(args); c != nil && (best == nil || cost < lowest) {
			best, lowest = c, cost
		}
	}
	if best == nil {
		return nil, mismatch(name, args)
	}
	return best, nil
}

// mismatch says that no overload fits.
func mismatch(name string, args []Arg) error {
	var given, want []string
	for _, a := range args {
		given = append(given, a.Type.String())
	}
	for _, o := range candidates(name, args) {
		want = append(want, o.String())
	}
	called := strings.TrimPrefix(name, "op")
	if len(want) == 0 {
		return fmt.Errorf("%s does not take %d arguments, expected %s", called, len(args), table[name][0])
	}
	if len(want) > 3 {
		want = append(want[:3], "...")
	}
	return fmt.Errorf("%s does not take (%s), expected %s", called, strings.Join(given, ", "), strings.Join(want, " or "))
}

// candidates are overloads with as many parameters: those that take the first argument, or all.
func candidates(name string, args []Arg) (near []*Overload) {
	var all []*Overload
	for _, o := range table[name] {
		if len(o.params) != len(args) {
			continue
		}
		b := bindings{o: o, elems: map[string]*types.Type{}, shapes: map[string]int{}, numbers: map[string]int{}}
		if all = append(all, o); len(args) > 0 && b.bind(o.params[0], args[0].Type) {
			near = append(near, o)
		}
	}
	if len(near) > 0 {
		return near
	}
	return all
}

// bindings are the values of an overload's variables.
type bindings struct {
	o       *Overload
	elems   map[string]*types.Type // common scalar of a type variable
	shapes  map[string]int         // elements of its vectors, 0 for scalars
	numbers map[string]int
	texel   *types.Type
	loaded  *types.Type
}

// match is the choice of an overload and the sum of the ranks of its conversions; nil if it does not fit.
func (o *Overload) match(args []Arg) (*Choice, int) {
	if len(args) != len(o.params) {
		return nil, 0
	}
	b := bindings{o: o, elems: map[string]*types.Type{}, shapes: map[string]int{}, numbers: map[string]int{}}
	constant := true
	for i, a := range args {
		constant = constant && a.Const
		if a.Type == nil || o.params[i].fixed && !a.Const || !b.bind(o.params[i], a.Type) {
			return nil, 0
		}
	}
	if !b.choose(constant) {
		return nil, 0
	}
	c, cost := &Choice{Overload: o}, 0
	for i, a := range args {
		to := b.typeOf(o.params[i], a.Type)
		rank, feasible := types.Rank(a.Type, to)
		if !feasible {
			return nil, 0
		}
		cost += rank
		c.Args = append(c.Args, to)
	}
	c.Result = b.typeOf(o.result, nil)
	return c, cost
}

// bind takes what an argument says of the variables; false if its type cannot be of the pattern.
func (b *bindings) bind(p pattern, t *types.Type) bool {
	switch {
	case p.of != "":
		return b.elem(p.of, t.Base()) && (t.IsScalar() || t.Kind == types.Vector)
	case isVariable(p.name):
		return b.variable(p.name, t)
	case strings.HasPrefix(p.name, "vec"):
		return t.Kind == types.Vector && b.number(dimensions(p.name, "vec")[0], t.Rows) && b.elem(p.arg.name, t.Elem)
	case strings.HasPrefix(p.name, "mat"):
		d := dimensions(p.name, "mat")
		return t.Kind == types.Matrix && b.number(d[0], t.Columns) && b.number(d[1], t.Rows) && b.elem(p.arg.name, t.Elem)
	case p.name == "ptr":
		return t.Kind == types.Pointer && b.pointer(p.arg, t)
	case strings.HasPrefix(p.name, "texture"):
		return t.Kind == types.Texture && t.Name == p.name && b.texture(p.arg, t)
	case strings.HasPrefix(p.name, "sampler"):
		return t.Kind == types.Sampler && t.Name == p.name
	}
	return true // a scalar, or texel: what converts to it
}

func isVariable(name string) bool { return len(name) == 1 && name[0] >= 'A' && name[0] <= 'Z' }

// variable binds a type variable by itself: a scalar, or a vector where its class has them.
func (b *bindings) variable(name string, t *types.Type) bool {
	rows := 0
	if t.Kind == types.Vector && b.o.classes[name].vectors {
		rows = t.Rows
	} else if !t.IsScalar() {
		return false
	}
	if had, bound := b.shapes[name]; bound && had != rows {
		return false
	}
	b.shapes[name] = rows
	return b.elem(name, t.Base())
}

// elem binds the scalar of a type variable: the common type of all arguments that have it. Names of scalars are no variables.
func (b *bindings) elem(name string, t *types.Type) bool {
	if !isVariable(name) {
		return true
	}
	if had := b.elems[name]; had != nil {
		t = types.Common(had, t)
	}
	b.elems[name] = t
	return t != nil
}

func (b *bindings) number(name string, n int) bool {
	if fixed, err := strconv.Atoi(name); err == nil {
		return fixed == n
	}
	had, bound := b.numbers[name]
	b.numbers[name] = n
	return !bound || had == n
}

// pointer binds ptr<array> of arrayLength, ptr<atomic<I>> and ptr<workgroup> of workgroupUniformLoad.
func (b *bindings) pointer(p *pattern, t *types.Type) bool {
	switch p.name {
	case "array":
		return t.Elem.Kind == types.Array && t.Elem.Length.Runtime
	case "atomic":
		return t.Elem.Kind == types.Atomic && t.Access == "read_write" && b.elem(p.arg.name, t.Elem.Elem)
	}
	b.loaded = t.Elem
	if t.Elem.Kind == types.Atomic {
		b.loaded = t.Elem.Elem
	}
	return t.Space == "workgroup" && (t.Elem.Kind == types.Atomic || t.Elem.IsConstructible() || t.Elem.HasOverride())
}

// texture binds what a sampled texture gives, or the texels of a storage texture.
func (b *bindings) texture(p *pattern, t *types.Type) bool {
	if t.Format != "" {
		b.texel = types.VectorOf(4, Channel(t.Format))
		return p.name == "any" || t.Access == "read_write" || t.Access == map[string]string{"readable": "read", "writable": "write"}[p.name]
	}
	return p == nil || isVariable(p.name) && b.elem(p.name, t.Elem) || t.Elem.String() == p.name
}

// choose makes a scalar of its class of each type variable: abstract ones only if all arguments are const-expressions.
func (b *bindings) choose(constant bool) bool {
	for name, t := range b.elems {
		best, lowest := (*types.Type)(nil), 0
		for _, k := range b.o.classes[name].scalars {
			to := types.Scalar(k)
			if rank, feasible := types.Rank(t, to); feasible && (constant || !to.IsAbstract()) && (best == nil || rank < lowest) {
				best, lowest = to, rank
			}
		}
		if best == nil {
			return false
		}
		b.elems[name] = best
	}
	return b.together()
}

// together makes the exponent of ldexp concrete with the number.
func (b *bindings) together() bool {
	t, e := b.elems["T"], b.elems["E"]
	if e != nil && e.IsAbstract() != t.IsAbstract() {
		b.elems["E"], b.elems["T"] = e.Concrete(), t.Concrete()
	}
	return true
}

// typeOf is the type of a pattern whose variables are bound; given is the argument's.
func (b *bindings) typeOf(p pattern, given *types.Type) *types.Type {
	switch {
	case p.of != "":
		return shaped(b.shapes[p.name], b.scalar(p.of))
	case isVariable(p.name):
		return shaped(b.shapes[p.name], b.elems[p.name])
	case strings.HasPrefix(p.name, "vec"):
		return types.VectorOf(b.count(dimensions(p.name, "vec")[0]), b.scalar(p.arg.name))
	case strings.HasPrefix(p.name, "mat"):
		d := dimensions(p.name, "mat")
		return types.MatrixOf(b.count(d[0]), b.count(d[1]), b.scalar(p.arg.name))
	}
	switch p.name {
	case "texel":
		return b.texel
	case "loaded":
		return b.loaded
	case "void":
		return types.TypeVoid
	case "frexp":
		return types.Frexp(b.typeOf(*p.arg, nil))
	case "modf":
		return types.Modf(b.typeOf(*p.arg, nil))
	case "exchange":
		return types.Exchange(b.typeOf(*p.arg, nil))
	}
	if k, is := kinds[p.name]; is {
		return types.Scalar(k)
	}
	return given
}

func (b *bindings) scalar(name string) *types.Type {
	if isVariable(name) {
		return b.elems[name]
	}
	return types.Scalar(kinds[name])
}

func (b *bindings) count(name string) int {
	if n, err := strconv.Atoi(name); err == nil {
		return n
	}
	return b.numbers[name]
}

func shaped(rows int, scalar *types.Type) *types.Type {
	if rows == 0 {
		return scalar
	}
	return types.VectorOf(rows, scalar)
}
