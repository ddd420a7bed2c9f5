// Package types has the types of WGSL (section Types): what they are, what they convert to, and how they lie in memory.
package types

import (
	"fmt"
	"strings"
)

// Kind is what a type is.
type Kind uint8

// Scalars come first, in the order of their conversions.
const (
	AbstractInt Kind = iota
	AbstractFloat
	Bool
	I32
	U32
	F32
	F16
	Vector
	Matrix
	Array
	Struct
	Atomic
	Pointer
	Reference
	Sampler
	Texture
	Void // of calls of functions without a result
)

// Type is a type. Structures are equal when they are the same *Type, all others when Same says so.
type Type struct {
	Kind          Kind
	Name          string           // of structures, samplers and textures
	Elem          *Type            // of vectors, matrices (a scalar), arrays, atomics; what pointers point to; what sampled textures give
	Rows, Columns int              // of matrices; Rows of vectors too
	Length        Length           // of arrays
	Members       []Member         // of structures
	Space, Access string           // of pointers and references; Access of storage textures too
	Format        string           // of storage textures
	found         map[string]int64 // properties of a structure, by name: structures in structures would make them expensive
}

// Length is how many elements an array has: Count, or as many as its buffer has, or what an override-expression says.
type Length struct {
	Count    int64
	Runtime  bool
	Override any // what tells one override-expression from another
}

// Member is a member of a structure. Align and Size are those of attributes, 0 without.
type Member struct {
	Name        string
	Type        *Type
	Align, Size int64
	IO          any // attributes of the interface, which package check keeps here
}

// The types that there is one of.
var (
	TypeAbstractInt   = &Type{Kind: AbstractInt}
	TypeAbstractFloat = &Type{Kind: AbstractFloat}
	TypeBool          = &Type{Kind: Bool}
	TypeI32           = &Type{Kind: I32}
	TypeU32           = &Type{Kind: U32}
	TypeF32           = &Type{Kind: F32}
	TypeF16           = &Type{Kind: F16}
	TypeVoid          = &Type{Kind: Void}
)

var scalars = [...]*Type{TypeAbstractInt, TypeAbstractFloat, TypeBool, TypeI32, TypeU32, TypeF32, TypeF16}

// Scalar is the scalar type of a kind.
func Scalar(k Kind) *Type { return scalars[k] }

// VectorOf is the vector of n elements.
func VectorOf(n int, elem *Type) *Type { return &Type{Kind: Vector, Rows: n, Elem: elem} }

// MatrixOf is the matrix of columns with rows elements each.
func MatrixOf(columns, rows int, elem *Type) *Type {
	return &Type{Kind: Matrix, Columns: columns, Rows: rows, Elem: elem}
}

// ArrayOf is the array of n elements.
func ArrayOf(n int64, elem *Type) *Type {
	return &Type{Kind: Array, Elem: elem, Length: Length{Count: n}}
}

// Column is the type of a matrix's columns.
func (t *Type) Column() *Type { return VectorOf(t.Rows, t.Elem) }

// Same is whether two types are equal.
func Same(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || a.Kind == Struct {
		return a != nil && b != nil && a.Kind == Struct && b.Kind == Struct && a.Builtin() && a.Name == b.Name
	}
	return a.Name == b.Name && a.Rows == b.Rows && a.Columns == b.Columns && a.Length == b.Length && a.Space == b.Space && a.Access == b.Access &&
		a.Format == b.Format && (a.Elem == nil) == (b.Elem == nil) && (a.Elem == nil || Same(a.Elem, b.Elem))
}

// Builtin is whether a structure is the result of a built-in function. No name of a shader begins with two underscores.
func (t *Type) Builtin() bool { return strings.HasPrefix(t.Name, "__") }

var names = [...]string{"abstract-int", "abstract-float", "bool", "i32", "u32", "f32", "f16"}

// String is the type as WGSL writes it.
func (t *Type) String() string {
	if t == nil {
		return "unknown"
	}
	if t.Kind <= F16 {
		return names[t.Kind]
	}
	switch t.Kind {
	case Vector:
		return fmt.Sprintf("vec%d<%s>", t.Rows, t.Elem)
	case Matrix:
		return fmt.Sprintf("mat%dx%d<%s>", t.Columns, t.Rows, t.Elem)
	case Array:
		return t.arrayString()
	case Atomic:
		return fmt.Sprintf("atomic<%s>", t.Elem)
	case Pointer:
		return fmt.Sprintf("ptr<%s, %s, %s>", t.Space, t.Elem, t.Access)
	case Reference:
		return fmt.Sprintf("ref<%s, %s, %s>", t.Space, t.Elem, t.Access)
	case Texture:
		return t.textureString()
	case Void:
		return "no value"
	}
	return t.Name
}

func (t *Type) arrayString() string {
	switch {
	case t.Length.Runtime:
		return fmt.Sprintf("array<%s>", t.Elem)
	case t.Length.Override != nil:
		return fmt.Sprintf("array<%s, an override-expression>", t.Elem)
	}
	return fmt.Sprintf("array<%s, %d>", t.Elem, t.Length.Count)
}

func (t *Type) textureString() string {
	switch {
	case t.Format != "":
		return fmt.Sprintf("%s<%s, %s>", t.Name, t.Format, t.Access)
	case t.Elem != nil:
		return fmt.Sprintf("%s<%s>", t.Name, t.Elem)
	}
	return t.Name
}

// MemberOf is the member of a structure with a name; nil without.
func (t *Type) MemberOf(name string) *Member {
	for i := range t.Members {
		if t.Members[i].Name == name {
			return &t.Members[i]
		}
	}
	return nil
}
