package types

// Align is AlignOf of a type in bytes (section Alignment and Size).
func (t *Type) Align() int64 {
	switch t.Kind {
	case F16:
		return 2
	case Vector:
		return vectorAlign(t.Rows) * t.Elem.Size()
	case Matrix:
		return vectorAlign(t.Rows) * t.Elem.Size()
	case Array:
		return t.Elem.Align()
	case Struct:
		return t.once("align", t.structAlign)
	}
	return 4
}

func (t *Type) structAlign() int64 {
	align := int64(1)
	for _, m := range t.Members {
		align = max(align, m.AlignOf())
	}
	return align
}

func vectorAlign(rows int) int64 {
	if rows == 2 {
		return 2
	}
	return 4
}

// Size is SizeOf of a type in bytes; of an array of runtime or overridable size that of one element.
func (t *Type) Size() int64 {
	switch t.Kind {
	case F16:
		return 2
	case Vector:
		return int64(t.Rows) * t.Elem.Size()
	case Matrix:
		return int64(t.Columns) * RoundUp(t.Align(), t.Column().Size())
	case Array:
		return max(t.Length.Count, 1) * t.Stride()
	case Struct:
		return t.once("size", t.structSize)
	}
	return 4
}

func (t *Type) structSize() int64 {
	end := int64(0)
	for i, o := range t.Offsets() {
		end = o + t.Members[i].SizeOf()
	}
	return RoundUp(t.Align(), end)
}

// Stride is the distance of an array's elements.
func (t *Type) Stride() int64 { return RoundUp(t.Elem.Align(), t.Elem.Size()) }

// AlignOf is the alignment of a member, with its attribute.
func (m *Member) AlignOf() int64 {
	if m.Align > 0 || m.Type == nil {
		return max(m.Align, 1)
	}
	return m.Type.Align()
}

// SizeOf is the size of a member, with its attribute.
func (m *Member) SizeOf() int64 {
	if m.Size > 0 || m.Type == nil {
		return m.Size
	}
	return m.Type.Size()
}

// Offsets is where the members of a structure begin.
func (t *Type) Offsets() []int64 {
	out := make([]int64, len(t.Members))
	end := int64(0)
	for i := range t.Members {
		out[i] = RoundUp(t.Members[i].AlignOf(), end)
		end = out[i] + t.Members[i].SizeOf()
	}
	return out
}

// RoundUp is the next multiple of an alignment.
func RoundUp(to, n int64) int64 { return (n + to - 1) / to * to }
