package wgsl

import "encoding/binary"

// place is where a pointer points: into the words of a variable, or into the bytes of a buffer. Of a texture or sampler it is the variable.
type place struct {
	typ     *typ
	words   []uint32 // of the value that it points to
	buffer  []byte   // all of it
	offset  int      // in the buffer
	binding Binding
}

func (p *place) isBuffer() bool { return p.words == nil }

// part is an element or a member.
func (p *place) part(index uint32) place {
	t := p.typ
	part := place{buffer: p.buffer, offset: p.offset}
	switch {
	case t.form == structure:
		m := &t.members[index]
		part.typ, part.offset = m.typ, p.offset+m.offset
		if !p.isBuffer() {
			part.words = p.words[m.word:][:m.typ.words]
		}
		return part
	case !t.isArrayOfRuntimeSize():
		index = min(index, uint32(t.count-1))
	}
	part.typ, part.offset = t.elem, int(uint32(p.offset)+index*uint32(t.stride))
	if !p.isBuffer() {
		part.words = p.words[int(index)*t.elem.words:][:t.elem.words]
	}
	return part
}

// length is the number of elements of an array of runtime size.
func (p *place) length() uint32 {
	if !p.typ.isArrayOfRuntimeSize() {
		return uint32(p.typ.count)
	}
	return uint32(max(len(p.buffer)-p.offset, 0) / p.typ.stride)
}

// load reads the value.
func (p *place) load(to []uint32) {
	switch {
	case !p.isBuffer():
		copy(to, p.words)
	default:
		loadFrom(p.buffer, p.offset, p.typ, to)
	}
}

// store writes the value.
func (p *place) store(value []uint32) {
	switch {
	case !p.isBuffer():
		copy(p.words, value)
	default:
		storeTo(p.buffer, p.offset, p.typ, value)
	}
}

// loadFrom reads a value of a buffer. Scalars that do not lie in it as a whole are 0.
func loadFrom(buffer []byte, at int, t *typ, to []uint32) {
	switch t.form {
	case scalar:
		to[0] = 0
		at = int(uint32(at))
		switch size := t.kind.bytes(); {
		case at+size > len(buffer):
		case size == 2:
			to[0] = uint32(binary.LittleEndian.Uint16(buffer[at:]))
		default:
			to[0] = binary.LittleEndian.Uint32(buffer[at:])
		}
	case structure:
		for _, m := range t.members {
			loadFrom(buffer, at+m.offset, m.typ, to[m.word:])
		}
	default:
		for n := range t.count {
			loadFrom(buffer, at+n*t.stride, t.elem, to[n*t.elem.words:])
		}
	}
}

// storeTo writes a value to a buffer, without its gaps. Scalars that do not lie in it as a whole are not written.
func storeTo(buffer []byte, at int, t *typ, value []uint32) {
	switch t.form {
	case scalar:
		at = int(uint32(at))
		switch size := t.kind.bytes(); {
		case at+size > len(buffer):
		case size == 2:
			binary.LittleEndian.PutUint16(buffer[at:], uint16(value[0]))
		default:
			binary.LittleEndian.PutUint32(buffer[at:], value[0])
		}
	case structure:
		for _, m := range t.members {
			storeTo(buffer, at+m.offset, m.typ, value[m.word:])
		}
	default:
		for n := range t.count {
			storeTo(buffer, at+n*t.stride, t.elem, value[n*t.elem.words:])
		}
	}
}
