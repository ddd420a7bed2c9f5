package shaders

import (
	"fmt"
	"strings"
)

// kind is the type of the scalars of a value.
type kind uint8

const (
	i32 kind = iota
	u32
	f32
	f16
	boolean
)

func (k kind) String() string { return [...]string{"i32", "u32", "f32", "f16", "bool"}[k] }

func (k kind) isFloat() bool { return k == f32 || k == f16 }
func (k kind) isInt() bool   { return k == i32 || k == u32 }

// form is what a type is made of.
type form uint8

const (
	scalar form = iota
	vector
	matrix
	array
	structure
)

// Type is a type; types with the same name are the same.
type Type struct {
	name    string
	form    form
	kind    kind
	rows    int // components of a vector, or of a column
	columns int
	elem    *Type // of arrays; of vectors the scalar, of matrices a column
	count   int   // elements of an array; 0 where the buffer decides
	members []member
}

type member struct {
	name string
	typ  *Type
}

func (t *Type) String() string { return t.name }

func scalarOf(k kind) *Type { return &Type{name: k.String(), form: scalar, kind: k} }

func vectorOf(k kind, n int) *Type {
	return &Type{name: fmt.Sprintf("vec%d<%s>", n, k), form: vector, kind: k, rows: n, elem: scalarOf(k), count: n}
}

// withRows is a scalar for one row, otherwise a vector.
func withRows(k kind, n int) *Type {
	if n <= 1 {
		return scalarOf(k)
	}
	return vectorOf(k, n)
}

func matrixOf(k kind, columns, rows int) *Type {
	return &Type{name: fmt.Sprintf("mat%dx%d<%s>", columns, rows, k), form: matrix, kind: k, rows: rows, columns: columns, elem: vectorOf(k, rows), count: columns}
}

func arrayOf(t *Type, n int) *Type {
	if n == 0 {
		return &Type{name: fmt.Sprintf("array<%s>", t), form: array, elem: t}
	}
	return &Type{name: fmt.Sprintf("array<%s, %d>", t, n), form: array, elem: t, count: n}
}

// declaration is the text of a structure.
func (t *Type) declaration() string {
	var b strings.Builder
	fmt.Fprintf(&b, "struct %s {\n", t.name)
	for _, m := range t.members {
		fmt.Fprintf(&b, "    %s: %s,\n", m.name, m.typ)
	}
	b.WriteString("}\n")
	return b.String()
}

// structures are the names of the structures that a type is made of.
func (t *Type) structures() (names []string) {
	if t.form == structure {
		names = append(names, t.name)
	}
	for _, m := range t.members {
		names = append(names, m.typ.structures()...)
	}
	if t.elem != nil {
		names = append(names, t.elem.structures()...)
	}
	return names
}

// contains tells whether a value of the type has a part of another type, or is one.
func (t *Type) contains(part *Type) bool {
	if t.name == part.name {
		return true
	}
	for _, m := range t.members {
		if m.typ.contains(part) {
			return true
		}
	}
	return t.elem != nil && t.elem.contains(part)
}

// isShared tells whether a value of the type may be in a buffer.
func (t *Type) isShared() bool { return !t.contains(scalarOf(boolean)) }
