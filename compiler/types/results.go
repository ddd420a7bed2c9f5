package types

import "strings"

// Frexp is the structure that frexp gives for a scalar or vector of floats.
func Frexp(of *Type) *Type {
	exponent := TypeI32
	if of.IsAbstract() {
		exponent = TypeAbstractInt
	}
	var e *Type = exponent
	if of.Kind == Vector {
		e = VectorOf(of.Rows, exponent)
	}
	return &Type{Kind: Struct, Name: "__frexp_result_" + suffix(of), Elem: of, Members: []Member{{Name: "fract", Type: of}, {Name: "exp", Type: e}}}
}

// Modf is the structure that modf gives for a scalar or vector of floats.
func Modf(of *Type) *Type {
	return &Type{Kind: Struct, Name: "__modf_result_" + suffix(of), Elem: of, Members: []Member{{Name: "fract", Type: of}, {Name: "whole", Type: of}}}
}

// Exchange is the structure that atomicCompareExchangeWeak gives.
func Exchange(of *Type) *Type {
	return &Type{Kind: Struct, Name: "__atomic_compare_exchange_result_" + suffix(of), Members: []Member{{Name: "old_value", Type: of}, {Name: "exchanged", Type: TypeBool}}}
}

func suffix(t *Type) string {
	return strings.NewReplacer("<", "_", ">", "", "abstract-float", "abstract").Replace(t.String())
}

// resultOf is the structure of the same function for another type.
func resultOf(t, elem *Type) *Type {
	if t.Members[1].Name == "exp" {
		return Frexp(elem)
	}
	return Modf(elem)
}
