package wires

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// LeftOut names the state that the digest leaves out, by type and field: state without a
// digest, fields with the tag digest:"-", and what keeps its entries in places that do
// not count. A test sees that each is randomised.
func (d *Domain) LeftOut() []string {
	var out []string
	for i := range d.regions {
		r := &d.regions[i]
		switch {
		case r.field != "":
			out = append(out, r.field)
		case r.plan != nil:
			out = append(out, leftOutOf(r.typ)...)
		case r.typ.Kind() == reflect.Struct:
			for k := range r.typ.NumField() {
				out = append(out, FieldName(r.typ, k))
			}
		case r.digest == nil:
			out = append(out, "wires.about.stamps")
		default:
			out = append(append(out, "wires.Fifo.buf"), leftOutOf(r.typ.Elem())...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func leftOutOf(t reflect.Type) (out []string) {
	if reflect.PointerTo(t).Implements(digesterType) {
		out = append(out, typeName(t))
	}
	switch t.Kind() {
	case reflect.Array:
		return leftOutOf(t.Elem())
	case reflect.Struct:
		for k := range t.NumField() {
			if t.Field(k).Tag.Get("digest") == "-" {
				out = append(out, FieldName(t, k))
			} else {
				out = append(out, leftOutOf(t.Field(k).Type)...)
			}
		}
	}
	return out
}

// FieldName names field k of a struct, without the arguments of a generic type.
func FieldName(t reflect.Type, k int) string { return typeName(t) + "." + t.Field(k).Name }

func typeName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.String(), "[")
	return name
}

// InState tells whether some bytes lie in the state that snapshots copy.
func (d *Domain) InState(at unsafe.Pointer, bytes uintptr) bool {
	for i := range d.regions {
		if r := &d.regions[i]; uintptr(at) >= uintptr(r.ptr) && uintptr(at)+bytes <= uintptr(r.ptr)+r.size {
			return true
		}
	}
	return false
}
