package wires

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"unsafe"
)

// Cycle is a point in time kept in a block's state; 0 is none. The digest takes it
// relative to the present, and all of the past alike, so that two machines that will
// behave the same digest the same whatever their clocks say.
type Cycle uint64

// Mix is a hash of two words.
func Mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	hi ^= lo
	hi, lo = bits.Mul64(hi^0xe7037ed1a0b428db, lo^0x8ebc6af09c88c6e3)
	return hi ^ lo
}

// Hasher digests plain data.
type Hasher struct {
	h   uint64
	now uint64
}

// Word adds a word.
func (h *Hasher) Word(x uint64) {
	hi, lo := bits.Mul64(h.h^x, 0x9e3779b97f4a7c15)
	h.h = hi ^ lo ^ bits.RotateLeft64(x, 29)
}

// pair adds two words in the time of one.
func (h *Hasher) pair(x, y uint64) {
	hi, lo := bits.Mul64(h.h^x, y^0x9e3779b97f4a7c15)
	h.h = hi ^ lo ^ bits.RotateLeft64(x, 29) ^ bits.RotateLeft64(y, 7) ^ bits.RotateLeft64(h.h, 17) // the product may be 0
}

// Sum returns the digest.
func (h *Hasher) Sum() uint64 { return Mix(h.h, 0x2545f4914f6cdd1d) }

// plan says how to digest a type: which bytes are data. It is made once for each
// type by reflection, so no field can be forgotten; a field with the tag
// digest:"-" is left out, with the reason in its comment.
type plan struct {
	raw   []span
	times []uintptr
	loops []loop
	own   []custom
	out   []leftOut
}

// leftOut is a field with the tag digest:"-".
type leftOut struct {
	off uintptr
	typ reflect.Type
}

type span struct{ off, size uintptr }

type loop struct {
	off, stride uintptr
	count       int
	body        *plan
}

var cycleType = reflect.TypeFor[Cycle]()

func planOf(t reflect.Type) (*plan, error) {
	p := &plan{}
	err := p.add(t, 0)
	return p, err
}

func (p *plan) add(t reflect.Type, off uintptr) error {
	if t == cycleType {
		p.times = append(p.times, off)
		return nil
	}
	if reflect.PointerTo(t).Implements(digesterType) {
		p.own = append(p.own, custom{off, t})
		return allPlain(t)
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		p.addRaw(off, t.Size())
		return nil
	case reflect.Array:
		return p.addArray(t, off)
	case reflect.Struct:
		return p.addStruct(t, off)
	}
	return fmt.Errorf("%s is not plain data", t)
}

func (p *plan) addRaw(off, size uintptr) {
	if n := len(p.raw); n > 0 && p.raw[n-1].off+p.raw[n-1].size == off {
		p.raw[n-1].size += size
		return
	}
	p.raw = append(p.raw, span{off, size})
}

func (p *plan) addArray(t reflect.Type, off uintptr) error {
	body, err := planOf(t.Elem())
	if err != nil {
		return err
	}
	size := t.Elem().Size()
	if len(body.times) == 0 && len(body.loops) == 0 && len(body.own) == 0 && len(body.out) == 0 && len(body.raw) == 1 && body.raw[0].size == size {
		p.addRaw(off, t.Size())
		return nil
	}
	p.loops = append(p.loops, loop{off, size, t.Len(), body})
	return nil
}

func (p *plan) addStruct(t reflect.Type, off uintptr) error {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("digest") == "-" {
			if err := allPlain(f.Type); err != nil {
				return fmt.Errorf("%s.%s: %w", t, f.Name, err)
			}
			p.out = append(p.out, leftOut{off + f.Offset, f.Type})
			continue
		}
		if err := p.add(f.Type, off+f.Offset); err != nil {
			return fmt.Errorf("%s.%s: %w", t, f.Name, err)
		}
	}
	return nil
}

// plain refuses what a copy of the bytes would share.
func plain(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.String,
		reflect.UnsafePointer:
		return fmt.Errorf("%s is not plain data", t)
	}
	return nil
}

// allPlain is plain for everything inside t.
func allPlain(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Array:
		return allPlain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if err := allPlain(t.Field(i).Type); err != nil {
				return fmt.Errorf("%s.%s: %w", t, t.Field(i).Name, err)
			}
		}
		return nil
	}
	return plain(t)
}

func (p *plan) hash(h *Hasher, base unsafe.Pointer) {
	for _, s := range p.raw {
		h.bytes(unsafe.Slice((*byte)(unsafe.Add(base, s.off)), s.size))
	}
	for _, off := range p.times {
		switch t := *(*uint64)(unsafe.Add(base, off)); {
		case t == 0:
			h.Word(0)
		case t <= h.now:
			h.Word(1)
		default:
			h.Word(t - h.now + 1)
		}
	}
	for _, c := range p.own {
		c.hash(h, base)
	}
	for _, l := range p.loops {
		for i := range l.count {
			l.body.hash(h, unsafe.Add(base, l.off+uintptr(i)*l.stride))
		}
	}
}

// eachTime visits the times of live data, eachOwn what knows its own canonical form, and
// eachTagged the fields that are left out.
func (p *plan) eachTime(base unsafe.Pointer, fn func(t *Cycle)) {
	for _, off := range p.times {
		fn((*Cycle)(unsafe.Add(base, off)))
	}
	for _, c := range p.own {
		c.at(base).eachTime(fn)
	}
	p.eachBody(base, func(body *plan, at unsafe.Pointer) { body.eachTime(at, fn) })
}

func (p *plan) eachOwn(base unsafe.Pointer, fn func(d Digester)) {
	for _, c := range p.own {
		fn(c.at(base))
	}
	p.eachBody(base, func(body *plan, at unsafe.Pointer) { body.eachOwn(at, fn) })
}

func (p *plan) eachTagged(base unsafe.Pointer, fn func(t reflect.Type, at unsafe.Pointer)) {
	for _, f := range p.out {
		fn(f.typ, unsafe.Add(base, f.off))
	}
	p.eachBody(base, func(body *plan, at unsafe.Pointer) { body.eachTagged(at, fn) })
}

func (p *plan) eachBody(base unsafe.Pointer, fn func(body *plan, at unsafe.Pointer)) {
	for _, l := range p.loops {
		for i := range l.count {
			fn(l.body, unsafe.Add(base, l.off+uintptr(i)*l.stride))
		}
	}
}

// bytes adds a span. How long it is says its type, so nothing is added for it.
func (h *Hasher) bytes(b []byte) {
	for ; len(b) >= 16; b = b[16:] {
		h.pair(binary.NativeEndian.Uint64(b), binary.NativeEndian.Uint64(b[8:]))
	}
	if len(b) >= 8 {
		h.Word(binary.NativeEndian.Uint64(b))
		b = b[8:]
	}
	if len(b) == 0 {
		return
	}
	last := uint64(0)
	if len(b) >= 4 {
		last = uint64(binary.NativeEndian.Uint32(b))
		b = b[4:]
	}
	for _, c := range b {
		last = last<<8 | uint64(c)
	}
	h.Word(last)
}

// Digester is plain data that knows its own canonical form: a ring that digests
// its live entries only.
type Digester interface {
	DigestTo(h *Hasher)
	eachTime(fn func(t *Cycle))
	rotate(by uint32)
	fillDead(r *rand.Rand)
}

var digesterType = reflect.TypeFor[Digester]()

type custom struct {
	off uintptr
	typ reflect.Type
}

func (c custom) at(base unsafe.Pointer) Digester {
	return reflect.NewAt(c.typ, unsafe.Add(base, c.off)).Interface().(Digester)
}

func (c custom) hash(h *Hasher, base unsafe.Pointer) { c.at(base).DigestTo(h) }
