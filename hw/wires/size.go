package wires

import (
	"reflect"
	"unsafe"
)

// sized is a part of a block's state that counts what is in use.
type sized interface{ liveBits() uint64 }

var sizedType = reflect.TypeFor[sized]()

// bitsOf returns the bits of a type of plain data: one for each bool, the width of every
// number, nothing for padding and for fields that a digest leaves out. A Queue in it counts 0.
func bitsOf(t reflect.Type) (n uint64) {
	if reflect.PointerTo(t).Implements(sizedType) {
		return 0
	}
	switch t.Kind() {
	case reflect.Bool:
		return 1
	case reflect.Array:
		return uint64(t.Len()) * bitsOf(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Tag.Get("digest") != "-" {
				n += bitsOf(f.Type)
			}
		}
		return n
	}
	return uint64(t.Bits())
}

// BitsOf is the number of bits of an entry: see bitsOf.
func BitsOf(t reflect.Type) int { return int(bitsOf(t)) }

// queuesOf returns the queues in a block's state.
func queuesOf(t reflect.Type, p unsafe.Pointer) (out []sized) {
	if reflect.PointerTo(t).Implements(sizedType) {
		return []sized{reflect.NewAt(t, p).Interface().(sized)}
	}
	switch t.Kind() {
	case reflect.Array:
		for i := range t.Len() {
			out = append(out, queuesOf(t.Elem(), unsafe.Add(p, uintptr(i)*t.Elem().Size()))...)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			out = append(out, queuesOf(t.Field(i).Type, unsafe.Add(p, t.Field(i).Offset))...)
		}
	}
	return out
}

func (q *Queue[T]) liveBits() uint64 { return uint64(q.n) * bitsOf(reflect.TypeFor[T]()) }

// StateBits returns the bits of a block's state: all its registers and memories, and the
// entries that are in its queues.
func (d *Domain) StateBits(b Block) uint64 {
	s := &d.states[b.base().index]
	if s.bits == 0 {
		v := reflect.ValueOf(s.state)
		s.bits, s.queues = bitsOf(v.Type().Elem()), queuesOf(v.Type().Elem(), v.UnsafePointer())
		for i := range s.arrays {
			s.bits += bitsOf(s.arrays[i].typ)
			s.queues = append(s.queues, queuesOf(s.arrays[i].typ, s.arrays[i].ptr)...)
		}
		for _, p := range d.pages {
			if p.owner == b {
				s.bits += uint64(p.rows) * RowWords * 32
			}
		}
	}
	n := s.bits
	for _, q := range s.queues {
		n += q.liveBits()
	}
	return n
}

// stateSize is what StateBits needs of a block. It is found out when it is asked for.
type stateSize struct {
	state  any
	arrays []region // beside it
	bits   uint64
	queues []sized
}
