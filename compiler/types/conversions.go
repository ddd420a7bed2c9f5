package types

// ranks are the automatic conversions between scalars (section Conversion Rank): the lower one is preferred.
var ranks = map[[2]Kind]int{
	{AbstractFloat, F32}: 1, {AbstractFloat, F16}: 2,
	{AbstractInt, I32}: 3, {AbstractInt, U32}: 4, {AbstractInt, AbstractFloat}: 5, {AbstractInt, F32}: 6, {AbstractInt, F16}: 7,
}

// Rank is the rank of the automatic conversion from one type to another.
func Rank(from, to *Type) (rank int, feasible bool) {
	if Same(from, to) {
		return 0, true
	}
	if from.IsScalar() && to.IsScalar() {
		rank, feasible = ranks[[2]Kind{from.Kind, to.Kind}]
		return rank, feasible
	}
	if !from.IsAbstract() || from.Kind != to.Kind || from.Rows != to.Rows || from.Columns != to.Columns || from.Length != to.Length {
		return 0, false
	}
	if from.Kind == Struct && (!to.Builtin() || to.Elem == nil || family(from) != family(to)) {
		return 0, false
	}
	return Rank(from.Elem, to.Elem)
}

// family tells the structures of built-in functions apart.
func family(t *Type) string { return t.Members[0].Name + t.Members[1].Name }

// Concrete is the type that a value has where abstract ones cannot be: i32 and f32.
func (t *Type) Concrete() *Type {
	switch {
	case t.Kind == AbstractInt:
		return TypeI32
	case t.Kind == AbstractFloat:
		return TypeF32
	case !t.IsAbstract():
		return t
	case t.Kind == Struct:
		return t.WithElem(t.Elem.Concrete())
	}
	return t.WithElem(t.Elem.Concrete())
}

// WithElem is the type with elements of another type.
func (t *Type) WithElem(elem *Type) *Type {
	if t.Kind == Struct {
		return resultOf(t, elem)
	}
	other := *t
	other.Elem = elem
	return &other
}

// Common is the type that all of these convert to with the least ranks; nil without.
func Common(all ...*Type) *Type {
	common := all[0]
	for _, t := range all[1:] {
		if _, feasible := Rank(t, common); feasible {
			continue
		}
		if _, feasible := Rank(common, t); !feasible {
			return nil
		}
		common = t
	}
	return common
}
