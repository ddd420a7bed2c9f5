package lower

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Varying is a location between the vertex and the pixel stage: which attributes of the pipeline its components are.
type Varying struct {
	Location     uint32
	First, Count int
	Type         llir.Type
	Way          Way
}

// ownSizes are the components that the project's own vertex kernels give at locations 0 and 1: a colour and texture coordinates. A shader that has no others has them there.
var ownSizes = [...]int{4, 2}

// Way is how a value is interpolated.
type Way uint8

// Ways.
const (
	Perspective Way = iota
	Linear
	Flat
)

var wayNames = [...]string{"perspective", "linear", "flat"}

func (w Way) String() string { return wayNames[w] }

// attributes are those of the pipeline that a location takes, a bit each.
func (v *Varying) attributes() uint16 { return (1<<v.Count - 1) << v.First }

// Interface is what an entry point of the vertex stage gives to pixels, or one of the pixel stage takes, in ascending order of locations. Of a compute shader it is nil.
func Interface(m *ir.Module, entry string) (list []Varying, err error) {
	e, err := Entry(m, entry)
	if err != nil {
		return nil, err
	}
	defer refused(e, &err)
	l := &lowerer{module: m, entry: e, k: &llir.Kernel{}}
	return l.varyings(), nil
}

// varyings is Interface of the entry point.
func (l *lowerer) varyings() (list []Varying) {
	var visit func(t ir.TypeInner, b ir.Binding)
	visit = func(t ir.TypeInner, b ir.Binding) {
		if s, ok := t.(ir.StructType); ok {
			for _, m := range s.Members {
				if m.Binding != nil {
					visit(l.inner(m.Type), *m.Binding)
				}
			}
			return
		}
		if at, ok := b.(ir.LocationBinding); ok {
			v := Varying{Location: at.Location, Count: l.count(t), Type: l.scalarOf(t)}
			v.Way = wayOf(at.Interpolation, v.Type)
			list = append(list, v)
		}
	}
	f := &l.entry.Function
	switch l.entry.Stage {
	case ir.StageFragment:
		for _, a := range f.Arguments {
			visit(l.inner(a.Type), pointed(a.Binding))
		}
	case ir.StageVertex:
		if f.Result != nil {
			visit(l.inner(f.Result.Type), pointed(f.Result.Binding))
		}
	}
	slices.SortFunc(list, func(a, b Varying) int { return cmp.Compare(a.Location, b.Location) })
	own := !slices.ContainsFunc(list, func(v Varying) bool { return v.Location >= uint32(len(ownSizes)) || v.Count > ownSizes[v.Location] })
	next := 0
	for n := range list {
		if own && list[n].Location > 0 {
			next = ownSizes[0]
		}
		list[n].First = next
		next += list[n].Count
	}
	if next > kernel.MostAttributes {
		refuse("%d components to interpolate, the machine has %d", next, kernel.MostAttributes)
	}
	return list
}

func wayOf(i *ir.Interpolation, t llir.Type) Way {
	switch {
	case t.Integer():
		return Flat
	case i == nil:
		return Perspective
	case i.Kind == ir.InterpolationFlat:
		return Flat
	case i.Kind == ir.InterpolationLinear:
		return Linear
	}
	return Perspective
}

// linked are the inputs of the pixel stage where the vertex stage has put them.
func (l *lowerer) linked(own, given []Varying) []Varying {
	for n := range own {
		v := &own[n]
		k := slices.IndexFunc(given, func(g Varying) bool { return g.Location == v.Location })
		if k < 0 {
			refuse("location %d of the pixels, which the vertex shader does not give", v.Location)
		}
		g := &given[k]
		if v.Count != g.Count || v.Type != g.Type || v.Way != g.Way {
			refuse("location %d: pixels have %d %v (%v), vertices %d %v (%v)", v.Location, v.Count, v.Type, v.Way, g.Count, g.Type, g.Way)
		}
		v.First = g.First
	}
	return own
}

// interpolated are the attributes that a pixel kernel of some locations has: their number, and which are flat.
func (l *lowerer) interpolated(list []Varying) {
	for n := range list {
		v := &list[n]
		l.k.Attributes = max(l.k.Attributes, v.First+v.Count)
		if v.Way == Flat {
			l.k.Flat |= v.attributes()
		}
		if l.sprites(v) {
			l.k.Attributes = max(l.k.Attributes, pointCoordinates+2)
		}
	}
}

// pointCoordinates is the first of the two attributes that have the coordinates of a point: the texture coordinates of the project's own vertex kernels.
const pointCoordinates = 4

// sprites tells whether state may replace components of a location by a point's coordinates.
func (l *lowerer) sprites(v *Varying) bool {
	return l.applies(isa.NosPointSprite) && v.Type.Float() && v.Way != Flat
}

// sprite is a component, or the coordinate of the point that state has in its place: s of even ones, t of odd ones.
func (l *lowerer) sprite(n int, x llir.Value) llir.Value {
	at := l.input(uint32(llir.InputVarying+pointCoordinates+n%2), llir.F32)
	if n%2 != 0 {
		c := calculation{l, llir.F32}
		at = l.choose(llir.F32, l.on(isa.NosValuePointSpriteLower, 0), c.sub(c.n(1), at), at)
	}
	return l.choose(llir.F32, l.on(isa.NosValuePointSpriteOn, uint8(n)), at, x)
}

// location finds one of a list.
func location(list []Varying, n uint32) *Varying {
	for k := range list {
		if list[k].Location == n {
			return &list[k]
		}
	}
	panic(fmt.Sprintf("no location %d", n))
}

// varying are the components of a location in a pixel thread. Linear ones come divided by w, so that perspective is taken from them.
func (l *lowerer) varying(v *Varying) (values []llir.Value) {
	for n := range v.Count {
		x := l.input(uint32(llir.InputVarying+v.First+n), llir.F32)
		if v.Way == Linear {
			x = l.op(llir.Mul, llir.F32, x, l.input(llir.InputReciprocalW, llir.F32))
		}
		if l.sprites(v) {
			x = l.sprite(v.First+n, x)
		}
		switch {
		case v.Type == llir.F16:
			x = l.convert(llir.F32, llir.F16, x)
		case v.Type.Integer():
			x = l.bitcast(llir.F32, v.Type, x)
		}
		values = append(values, x)
	}
	return values
}

// given are the components of a location as a vertex gives them, with the w of its position.
func (l *lowerer) sent(v *Varying, values []llir.Value, w llir.Value) []llir.Value {
	return l.each(l.widened(values), func(x llir.Value) llir.Value {
		x = l.bitcast(l.k.TypeOf(x), llir.F32, x)
		if v.Way == Linear {
			x = l.op(llir.Mul, llir.F32, x, w)
		}
		return x
	})
}
