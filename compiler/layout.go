package compiler

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler/check"
	"tilemark/compiler/types"
)

// layOut gives structures the offsets that WGSL says: naga does not let a member's @align count for the structure that it is in.
func layOut(m *ir.Module, r *check.Result) {
	l := layouts{m: m, known: structures(r)}
	for h := range m.Types {
		l.structure(ir.TypeHandle(h))
	}
	for h := range m.Types {
		l.array(ir.TypeHandle(h))
	}
}

// structures are those of a shader by their names.
func structures(r *check.Result) map[string]*types.Type {
	known := map[string]*types.Type{}
	var visit func(t *types.Type)
	visit = func(t *types.Type) {
		switch {
		case t == nil:
		case t.Kind == types.Struct:
			if known[t.Name] != nil {
				return
			}
			known[t.Name] = t
			for n := range t.Members {
				visit(t.Members[n].Type)
			}
		default:
			visit(t.Elem)
		}
	}
	for _, t := range r.Types {
		visit(t)
	}
	return known
}

type layouts struct {
	m     *ir.Module
	known map[string]*types.Type
}

func (l *layouts) structure(h ir.TypeHandle) {
	s, ok := l.m.Types[h].Inner.(ir.StructType)
	t := l.known[l.m.Types[h].Name]
	if !ok || t == nil || t.Builtin() || len(t.Members) != len(s.Members) || !t.IsHostShareable() {
		return
	}
	members := append([]ir.StructMember(nil), s.Members...)
	for n, at := range t.Offsets() {
		members[n].Offset = uint32(at)
	}
	s.Members, s.Span = members, uint32(t.Size())
	l.m.Types[h].Inner = s
}

// array gives an array the stride that follows from the structures that it has, and returns bytes and alignment of what it is made of; 0 when it has none.
func (l *layouts) array(h ir.TypeHandle) (bytes, align int64) {
	switch t := l.m.Types[h].Inner.(type) {
	case ir.StructType:
		if s := l.known[l.m.Types[h].Name]; s != nil && s.IsHostShareable() {
			return s.Size(), s.Align()
		}
	case ir.ArrayType:
		bytes, align := l.array(t.Base)
		if bytes == 0 {
			return 0, 0
		}
		t.Stride = uint32(types.RoundUp(align, bytes))
		l.m.Types[h].Inner = t
		if t.Size.Constant != nil {
			return int64(*t.Size.Constant) * int64(t.Stride), align
		}
	}
	return 0, 0
}
