package compiler

import "github.com/gogpu/naga/ir"

// Member is a part of a uniform buffer: a member of its structure, or the variable itself.
type Member struct {
	Name          string
	Offset        int // bytes
	Columns, Rows int // of a scalar 1 and 1, of a vector of three components 1 and 3
	Stride        int // bytes from a column to the next one
	Float         bool
}

// Members are those of a variable of a module by its group and binding; nil when it is no structure of scalars, vectors and matrices of 32 bits, nor one of them.
func Members(m *ir.Module, group, binding uint32) (list []Member) {
	for n := range m.GlobalVariables {
		g := &m.GlobalVariables[n]
		if g.Binding == nil || g.Binding.Group != group || g.Binding.Binding != binding {
			continue
		}
		s, ok := m.Types[g.Type].Inner.(ir.StructType)
		if !ok {
			s.Members = []ir.StructMember{{Name: g.Name, Type: g.Type}}
		}
		for _, x := range s.Members {
			of, ok := member(m.Types[x.Type].Inner)
			if !ok {
				return nil
			}
			of.Name, of.Offset = x.Name, int(x.Offset)
			list = append(list, of)
		}
	}
	return list
}

func member(t ir.TypeInner) (m Member, ok bool) {
	m = Member{Columns: 1, Rows: 1}
	scalar := ir.ScalarType{}
	switch t := t.(type) {
	case ir.ScalarType:
		scalar = t
	case ir.VectorType:
		scalar, m.Rows = t.Scalar, int(t.Size)
	case ir.MatrixType:
		scalar, m.Columns, m.Rows = t.Scalar, int(t.Columns), int(t.Rows)
	default:
		return m, false
	}
	m.Stride, m.Float = 4*(m.Rows+m.Rows%2), scalar.Kind == ir.ScalarFloat // three rows take the room of four
	if m.Rows == 1 {
		m.Stride = 4
	}
	return m, scalar.Width == 4
}
