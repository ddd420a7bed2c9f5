package wgsl

import (
	"fmt"

	"github.com/gogpu/naga/ir"
)

// form is what a type is made of.
type form uint8

const (
	unknown form = iota // of an expression that cannot be evaluated; why says the reason
	scalar
	vector
	matrix
	array
	structure
	pointer // to elem
	image
	sampler
)

// kind is the type of the scalars of a value.
type kind uint8

const (
	i32 kind = iota + 1
	u32
	f32
	f16
	boolean
)

func (k kind) String() string { return [...]string{"no scalar", "i32", "u32", "f32", "f16", "bool"}[k] }

func (k kind) isFloat() bool { return k == f32 || k == f16 }

// bytes is the size of a scalar in a buffer.
func (k kind) bytes() int {
	if k == f16 {
		return 2
	}
	return 4
}

// mostWords is the size of the largest value.
const mostWords = 1 << 24

// runtime is the count of an array whose size the binding decides.
const runtime = -1

// typ is a type. Offsets, sizes and strides count in bytes and are those of buffers; words are those of values.
type typ struct {
	form    form
	kind    kind
	rows    int  // of vectors and matrices
	columns int  // of matrices
	elem    *typ // of arrays, vectors, matrices (a column), pointers
	count   int  // elements of an array, components, columns
	stride  int  // from an element to the next
	words   int
	members []member
	image   ir.ImageType
	why     string
}

// member is a part of a structure.
type member struct {
	typ    *typ
	offset int // in bytes
	word   int
}

// isArrayOfRuntimeSize tells whether the binding decides how many elements there are.
func (t *typ) isArrayOfRuntimeSize() bool { return t.form == array && t.count == runtime }

func scalarOf(k kind) *typ { return &typ{form: scalar, kind: k, words: 1, rows: 1} }

func vectorOf(k kind, rows int) *typ {
	return &typ{form: vector, kind: k, rows: rows, count: rows, words: rows, elem: scalarOf(k), stride: k.bytes()}
}

// matrixOf has columns that lie like vectors: those of three components take the place of four.
func matrixOf(k kind, columns, rows int) *typ {
	return &typ{form: matrix, kind: k, rows: rows, columns: columns, count: columns, words: rows * columns, elem: vectorOf(k, rows),
		stride: (rows + rows&1) * k.bytes()}
}

func pointerTo(t *typ) *typ { return &typ{form: pointer, elem: t} }

// resultOf is a structure of values, such as what modf gives. It is never in a buffer.
func resultOf(parts ...*typ) *typ {
	t := &typ{form: structure}
	for _, p := range parts {
		t.members = append(t.members, member{typ: p, word: t.words})
		t.words += p.words
	}
	return t
}

func kindOf(s ir.ScalarType) (kind, bool) {
	switch {
	case s.Kind == ir.ScalarBool:
		return boolean, true
	case s.Kind == ir.ScalarAbstractInt:
		return i32, true
	case s.Kind == ir.ScalarAbstractFloat:
		return f32, true
	case s.Width == 4 && s.Kind == ir.ScalarSint:
		return i32, true
	case s.Width == 4 && s.Kind == ir.ScalarUint:
		return u32, true
	case s.Width == 4 && s.Kind == ir.ScalarFloat:
		return f32, true
	case s.Width == 2 && s.Kind == ir.ScalarFloat:
		return f16, true
	}
	return 0, false
}

func unknownType(format string, a ...any) *typ {
	return &typ{form: unknown, why: fmt.Sprintf(format, a...)}
}

// types are those of a module, by handle; read reads one, and what it is made of, once.
type types struct {
	module *ir.Module
	list   []*typ
}

func (t *types) of(h ir.TypeHandle) *typ {
	if int(h) >= len(t.list) {
		return unknownType("a type that the module does not have")
	}
	if t.list[h] == nil {
		t.list[h] = t.read(t.module.Types[h].Inner)
	}
	return t.list[h]
}

func (t *types) read(inner ir.TypeInner) *typ {
	switch i := inner.(type) {
	case ir.ScalarType:
		if k, ok := kindOf(i); ok {
			return scalarOf(k)
		}
	case ir.AtomicType:
		return t.read(i.Scalar)
	case ir.VectorType:
		if k, ok := kindOf(i.Scalar); ok {
			return vectorOf(k, int(i.Size))
		}
	case ir.MatrixType:
		if k, ok := kindOf(i.Scalar); ok {
			return matrixOf(k, int(i.Columns), int(i.Rows))
		}
	case ir.ArrayType:
		return t.array(i)
	case ir.StructType:
		return t.structure(i)
	case ir.PointerType:
		return pointerTo(t.of(i.Base))
	case ir.ImageType:
		return &typ{form: image, image: i}
	case ir.SamplerType:
		return &typ{form: sampler}
	}
	return unknownType("type %T %+v", inner, inner)
}

func (t *types) array(i ir.ArrayType) *typ {
	a := &typ{form: array, elem: t.of(i.Base), stride: int(i.Stride), count: runtime}
	if a.elem.form == unknown {
		return a.elem
	}
	if i.Size.Constant == nil {
		return a
	}
	a.count = int(*i.Size.Constant)
	if a.words = a.count * a.elem.words; a.words > mostWords {
		return unknownType("an array of %d words", a.words)
	}
	return a
}

func (t *types) structure(i ir.StructType) *typ {
	s := &typ{form: structure}
	for _, m := range i.Members {
		part := t.of(m.Type)
		if part.form == unknown {
			return part
		}
		s.members = append(s.members, member{typ: part, offset: int(m.Offset), word: s.words})
		s.words += part.words
	}
	return s
}
