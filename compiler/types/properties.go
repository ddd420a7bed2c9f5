package types

import "fmt"

// IsScalar is of numbers and truth values.
func (t *Type) IsScalar() bool { return t.Kind <= F16 }

// IsNumeric is of scalars that are numbers.
func (t *Type) IsNumeric() bool { return t.Kind <= F16 && t.Kind != Bool }

// IsInteger is of scalars that are integers.
func (t *Type) IsInteger() bool { return t.Kind == I32 || t.Kind == U32 || t.Kind == AbstractInt }

// IsFloat is of scalars with a point.
func (t *Type) IsFloat() bool { return t.Kind == F32 || t.Kind == F16 || t.Kind == AbstractFloat }

// Base is the scalar of a vector or matrix, or the type itself.
func (t *Type) Base() *Type {
	if t.Kind == Vector || t.Kind == Matrix {
		return t.Elem
	}
	return t
}

// IsAbstract is whether there is an abstract number in a type.
func (t *Type) IsAbstract() bool {
	switch t.Kind {
	case AbstractInt, AbstractFloat:
		return true
	case Vector, Matrix, Array:
		return t.Elem.IsAbstract()
	case Struct:
		return t.Builtin() && t.Elem != nil && t.Elem.IsAbstract()
	}
	return false
}

// IsConstructible is whether values of a type can be made, and given to and by functions (section Constructible Types).
func (t *Type) IsConstructible() bool {
	switch t.Kind {
	case Array:
		return !t.Length.Runtime && t.Length.Override == nil && t.Elem.IsConstructible()
	case Struct:
		return t.holds("constructible", func() bool { return t.all((*Type).IsConstructible) })
	}
	return t.Kind <= Matrix
}

// IsFixed is whether a type has a size that no buffer decides on (section Fixed-Footprint Types).
func (t *Type) IsFixed() bool {
	switch t.Kind {
	case Array:
		return !t.Length.Runtime && t.Elem.IsFixed()
	case Struct:
		return t.holds("fixed", func() bool { return t.all((*Type).IsFixed) })
	}
	return t.Kind <= Matrix || t.Kind == Atomic
}

// HasOverride is whether the size of a type depends on an override-expression.
func (t *Type) HasOverride() bool {
	return t.Kind == Array && (t.Length.Override != nil || t.Elem.HasOverride())
}

// IsPlain is of scalars, vectors, matrices, arrays, structures and atomics.
func (t *Type) IsPlain() bool { return t.Kind <= Atomic }

// IsStorable is of types that a variable may have (section Storable Types).
func (t *Type) IsStorable() bool { return t.IsPlain() || t.Kind == Sampler || t.Kind == Texture }

// IsHostShareable is of types that buffers may have (section Host-shareable Types).
func (t *Type) IsHostShareable() bool {
	switch t.Kind {
	case Vector, Matrix, Array, Atomic:
		return t.Elem.IsHostShareable()
	case Struct:
		return t.holds("shareable", func() bool { return t.all((*Type).IsHostShareable) })
	}
	return t.Kind == I32 || t.Kind == U32 || t.Kind == F32 || t.Kind == F16
}

// HasAtomic is whether there is an atomic in a type.
func (t *Type) HasAtomic() bool {
	return t.has("atomic", func(t *Type) bool { return t.Kind == Atomic })
}

// HasRuntimeArray is whether there is an array of runtime size in a type.
func (t *Type) HasRuntimeArray() bool {
	return t.has("runtime", func(t *Type) bool { return t.Kind == Array && t.Length.Runtime })
}

// HasLongArray is whether there is an array of more elements in a type.
func (t *Type) HasLongArray(than int64) bool {
	return t.has(fmt.Sprint(than), func(t *Type) bool { return t.Kind == Array && t.Length.Count > than })
}

func (t *Type) has(name string, what func(*Type) bool) bool {
	switch {
	case what(t):
		return true
	case t.Kind == Array:
		return t.Elem.has(name, what)
	case t.Kind == Struct:
		return t.holds("has "+name, func() bool { return !t.all(func(m *Type) bool { return !m.has(name, what) }) })
	}
	return false
}

// holds is a property of a structure that is complete, found once.
func (t *Type) holds(name string, find func() bool) bool {
	return t.once(name, func() int64 {
		if find() {
			return 1
		}
		return 0
	}) == 1
}

func (t *Type) once(name string, find func() int64) int64 {
	if n, had := t.found[name]; had {
		return n
	}
	if t.found == nil {
		t.found = map[string]int64{}
	}
	n := find()
	t.found[name] = n
	return n
}

// all is whether a property holds of each member; members whose type is wrong have every property.
func (t *Type) all(of func(*Type) bool) bool {
	for _, m := range t.Members {
		if m.Type != nil && !of(m.Type) {
			return false
		}
	}
	return true
}

// Depth is how deep types are nested (section Limits).
func (t *Type) Depth() int64 {
	switch t.Kind {
	case Vector, Matrix, Array, Atomic:
		return 1 + t.Elem.Depth()
	case Struct:
		return t.once("depth", t.deepest)
	}
	return 1
}

func (t *Type) deepest() int64 {
	deepest := int64(0)
	for _, m := range t.Members {
		if m.Type != nil {
			deepest = max(deepest, m.Type.Depth())
		}
	}
	return 1 + deepest
}
