package types

import "testing"

func TestLayoutOfStructures(t *testing.T) {
	vec3 := VectorOf(3, TypeF32)
	s := &Type{Kind: Struct, Name: "S", Members: []Member{{Name: "a", Type: TypeF32}, {Name: "b", Type: vec3}, {Name: "c", Type: TypeF32},
		{Name: "d", Type: MatrixOf(3, 3, TypeF16)}, {Name: "e", Type: ArrayOf(2, vec3), Size: 64}}}
	want := []int64{0, 16, 28, 32, 64}
	for i, o := range s.Offsets() {
		if o != want[i] {
			t.Errorf("member %s is at %d, want %d", s.Members[i].Name, o, want[i])
		}
	}
	if s.Size() != 128 || s.Align() != 16 {
		t.Errorf("size %d, alignment %d", s.Size(), s.Align())
	}
}

func TestConversionsOfAbstractTypes(t *testing.T) {
	for _, c := range []struct {
		from, to *Type
		rank     int
		feasible bool
	}{
		{TypeAbstractInt, TypeI32, 3, true},
		{TypeAbstractInt, TypeF16, 7, true},
		{TypeAbstractFloat, TypeI32, 0, false},
		{TypeI32, TypeU32, 0, false},
		{VectorOf(2, TypeAbstractInt), VectorOf(2, TypeF32), 6, true},
		{VectorOf(2, TypeAbstractInt), VectorOf(3, TypeF32), 0, false},
		{ArrayOf(2, TypeAbstractFloat), ArrayOf(2, TypeF32), 1, true},
		{Frexp(TypeAbstractFloat), Frexp(TypeF32), 1, true},
		{Frexp(TypeAbstractFloat), Modf(TypeF32), 0, false},
	} {
		rank, feasible := Rank(c.from, c.to)
		if rank != c.rank || feasible != c.feasible {
			t.Errorf("%s to %s: %d %v", c.from, c.to, rank, feasible)
		}
	}
}

func TestCommonType(t *testing.T) {
	if c := Common(TypeAbstractInt, TypeAbstractFloat, TypeF16); c != TypeF16 {
		t.Errorf("%s", c)
	}
	if c := Common(TypeAbstractFloat, TypeU32); c != nil {
		t.Errorf("%s", c)
	}
}

func TestPropertiesOfTypes(t *testing.T) {
	atomic := &Type{Kind: Atomic, Elem: TypeU32}
	runtime := &Type{Kind: Array, Elem: TypeU32, Length: Length{Runtime: true}}
	s := &Type{Kind: Struct, Name: "S", Members: []Member{{Name: "a", Type: atomic}, {Name: "b", Type: runtime}}}
	if s.IsConstructible() || s.IsFixed() || !s.IsHostShareable() || !s.HasAtomic() || !s.HasRuntimeArray() || s.Depth() != 3 {
		t.Errorf("constructible %v, fixed %v, shareable %v, atomic %v, runtime %v, depth %d", s.IsConstructible(), s.IsFixed(), s.IsHostShareable(), s.HasAtomic(),
			s.HasRuntimeArray(), s.Depth())
	}
	if VectorOf(2, TypeBool).IsHostShareable() || !ArrayOf(2, TypeF32).IsConstructible() {
		t.Error("vec2<bool> is host-shareable, or array<f32, 2> not constructible")
	}
}
