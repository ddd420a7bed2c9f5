package lower

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// mostLeaves is the number of scalars of a variable that may live in registers. Arrays with more elements than mostChosen are not indexed by choosing
// one of their values: they live in memory.
const (
	mostLeaves = 64
	mostChosen = 16
)

func (l *lowerer) inner(h ir.TypeHandle) ir.TypeInner { return l.module.Types[h].Inner }

// typeOf is the type of an expression of a function.
func (l *lowerer) typeOf(f *ir.Function, h ir.ExpressionHandle) ir.TypeInner {
	t := f.ExpressionTypes[h]
	switch {
	case t.Handle != nil:
		return l.inner(*t.Handle)
	case t.Value == nil:
		return l.foundType(f, h)
	}
	return t.Value
}

// foundType is the type of an expression that naga has left without one: of vectors made of what a texture gives.
func (l *lowerer) foundType(f *ir.Function, h ir.ExpressionHandle) ir.TypeInner {
	element := func(of ir.ExpressionHandle) ir.TypeInner {
		if v, ok := l.typeOf(f, of).(ir.VectorType); ok {
			return v.Scalar
		}
		return nil
	}
	switch e := f.Expressions[h].Kind.(type) {
	case ir.ExprSplat:
		if s, ok := l.typeOf(f, e.Value).(ir.ScalarType); ok {
			return ir.VectorType{Size: e.Size, Scalar: s}
		}
	case ir.ExprAccessIndex:
		return element(e.Base)
	case ir.ExprAccess:
		return element(e.Base)
	}
	return nil
}

func scalar(s ir.ScalarType) llir.Type {
	switch {
	case s.Kind == ir.ScalarBool:
		return llir.Bool
	case s.Width == 4 && s.Kind == ir.ScalarUint:
		return llir.U32
	case s.Width == 4 && s.Kind == ir.ScalarSint:
		return llir.I32
	case s.Width == 4 && s.Kind == ir.ScalarFloat:
		return llir.F32
	case s.Width == 2 && s.Kind == ir.ScalarFloat:
		return llir.F16
	case s.Kind == ir.ScalarAbstractInt:
		return llir.I32
	case s.Kind == ir.ScalarAbstractFloat:
		return llir.F32
	}
	refuse("a scalar of %d bytes, which the machine does not compute with", s.Width)
	return llir.Void
}

// leafTypes are the scalars of a type, in order.
func (l *lowerer) leafTypes(t ir.TypeInner) []llir.Type {
	switch t := t.(type) {
	case ir.ScalarType:
		return []llir.Type{scalar(t)}
	case ir.AtomicType:
		return []llir.Type{scalar(t.Scalar)}
	case ir.VectorType:
		return repeated([]llir.Type{scalar(t.Scalar)}, int(t.Size))
	case ir.MatrixType:
		return repeated([]llir.Type{scalar(t.Scalar)}, int(t.Columns)*int(t.Rows))
	case ir.ArrayType:
		if t.Size.Constant == nil {
			refuse("a value that is an array of runtime size")
		}
		if n := int(*t.Size.Constant); n*l.count(l.inner(t.Base)) > 1<<18 {
			refuse("an array of %d elements in registers or workgroup memory", n)
		}
		return repeated(l.leafTypes(l.inner(t.Base)), int(*t.Size.Constant))
	case ir.StructType:
		var list []llir.Type
		for _, m := range t.Members {
			list = append(list, l.leafTypes(l.inner(m.Type))...)
		}
		return list
	}
	refuse("a value of a type that has no values: %T", t)
	return nil
}

func repeated(list []llir.Type, n int) []llir.Type {
	all := make([]llir.Type, 0, n*len(list))
	for range n {
		all = append(all, list...)
	}
	return all
}

// count is the number of scalars of a type.
func (l *lowerer) count(t ir.TypeInner) int {
	switch t := t.(type) {
	case ir.VectorType:
		return int(t.Size)
	case ir.MatrixType:
		return int(t.Columns) * int(t.Rows)
	case ir.ArrayType:
		if t.Size.Constant == nil {
			return 0
		}
		return int(*t.Size.Constant) * l.count(l.inner(t.Base))
	case ir.StructType:
		n := 0
		for _, m := range t.Members {
			n += l.count(l.inner(m.Type))
		}
		return n
	}
	return 1
}

// needsMemory tells whether a variable of the type cannot live in registers.
func (l *lowerer) needsMemory(t ir.TypeInner) bool {
	return l.count(t) > mostLeaves || l.longestArray(t) > mostChosen
}

func (l *lowerer) longestArray(t ir.TypeInner) int {
	switch t := t.(type) {
	case ir.ArrayType:
		return max(int(*t.Size.Constant), l.longestArray(l.inner(t.Base)))
	case ir.StructType:
		n := 0
		for _, m := range t.Members {
			n = max(n, l.longestArray(l.inner(m.Type)))
		}
		return n
	}
	return 0
}

// element is what an index of a type leads to: its type, how many there are (0: as many as memory has), and how far they are apart in scalars and in
// bytes of a buffer.
type element struct {
	typ    ir.TypeInner
	count  int
	leaves int
	bytes  int
}

func (l *lowerer) element(t ir.TypeInner) element {
	switch t := t.(type) {
	case ir.VectorType:
		return element{t.Scalar, int(t.Size), 1, int(t.Scalar.Width)}
	case ir.MatrixType:
		return element{ir.VectorType{Size: t.Rows, Scalar: t.Scalar}, int(t.Columns), int(t.Rows), columnBytes(t)}
	case ir.ArrayType:
		e := element{typ: l.inner(t.Base), bytes: int(t.Stride)}
		if e.leaves = l.count(e.typ); t.Size.Constant != nil {
			e.count = int(*t.Size.Constant)
		}
		return e
	}
	refuse("an index of %T", t)
	return element{}
}

// columnBytes is how far columns are apart: those of two rows are aligned to two scalars, the others to four.
func columnBytes(t ir.MatrixType) int {
	if t.Rows == 2 {
		return 2 * int(t.Scalar.Width)
	}
	return 4 * int(t.Scalar.Width)
}

// member is where a member of a structure begins.
func (l *lowerer) member(t ir.StructType, n int) (typ ir.TypeInner, leaf, bytes int) {
	for _, m := range t.Members[:n] {
		leaf += l.count(l.inner(m.Type))
	}
	return l.inner(t.Members[n].Type), leaf, int(t.Members[n].Offset)
}

// placed is a scalar in memory.
type placed struct {
	t     llir.Type
	bytes int
}

// layout is where the scalars of a type lie in a buffer.
func (l *lowerer) layout(t ir.TypeInner, at int) []placed {
	switch t := t.(type) {
	case ir.ScalarType:
		return []placed{{scalar(t), at}}
	case ir.AtomicType:
		return []placed{{scalar(t.Scalar), at}}
	case ir.StructType:
		var list []placed
		for _, m := range t.Members {
			list = append(list, l.layout(l.inner(m.Type), at+int(m.Offset))...)
		}
		return list
	}
	e := l.element(t)
	if e.count == 0 {
		refuse("a value that is an array of runtime size")
	}
	var list []placed
	for n := range e.count {
		list = append(list, l.layout(e.typ, at+n*e.bytes)...)
	}
	return list
}

// words is where they lie in shared and private memory: one after the other, a word each.
func (l *lowerer) words(t ir.TypeInner, at int) []placed {
	var list []placed
	for n, leaf := range l.leafTypes(t) {
		list = append(list, placed{leaf, at + 4*n})
	}
	return list
}
