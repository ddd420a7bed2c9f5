package sweep

import (
	"hash/maphash"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/host"
	"tilemark/tb/cosim/monitor"
)

// fields digests everything that can be reached from a value, by type and field: what a
// test of exclusions compares. Functions, and what other projects' packages hold, are
// left out.
type fields struct {
	sums map[string]uint64
	skip func(at unsafe.Pointer, bytes uintptr) bool // nil: nothing
	seen map[place]bool
}

type place struct {
	at  unsafe.Pointer
	typ reflect.Type
}

// whole are fields whose own fields are not told apart.
var whole = map[string]bool{"wires.Fifo.buf": true, "wires.Probe.last": true, "wires.about.stamps": true, "sm.decoder.list": true}

// nothing are fields that hold what is free to be used.
var nothing = map[string]bool{"wires.Pages.spare": true, "wires.Pages.spareChunks": true}

var (
	cycleType    = reflect.TypeFor[wires.Cycle]()
	digesterType = reflect.TypeFor[wires.Digester]()
	fieldSeed    = maphash.MakeSeed()
)

// fieldsOf walks from a pointer.
func fieldsOf(from any, skip func(at unsafe.Pointer, bytes uintptr) bool) map[string]uint64 {
	f := &fields{map[string]uint64{}, skip, map[place]bool{}}
	f.walk(reflect.ValueOf(from), "")
	return f.sums
}

// changed names the fields that two walks differ in.
func changed(a, b map[string]uint64) (names []string) {
	for name := range a {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	for name := range b { // a list that was empty
		if _, was := a[name]; !was {
			names = append(names, name)
		}
	}
	return names
}

func (f *fields) walk(v reflect.Value, name string) {
	if v.CanAddr() && f.skip != nil && f.skip(v.Addr().UnsafePointer(), v.Type().Size()) {
		return
	}
	t := v.Type()
	switch {
	case t == cycleType:
		f.add("wires.Cycle", v)
		return
	case v.CanAddr() && reflect.PointerTo(t).Implements(digesterType):
		name, _, _ = strings.Cut(t.String(), "[")
		f.add(name, v)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		at := place{v.UnsafePointer(), t}
		if pkg := t.Elem().PkgPath(); !v.IsNil() && !f.seen[at] && (pkg == "" || strings.HasPrefix(pkg, "tilemark/")) {
			f.seen[at] = true
			f.walk(v.Elem(), name)
		}
	case reflect.Interface:
		if !v.IsNil() {
			f.walk(v.Elem(), name)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if n := wires.FieldName(t, i); nothing[n] {
				continue
			} else if whole[n] || t.Field(i).Tag.Get("digest") == "-" {
				f.add(n, reflect.Indirect(v.Field(i)))
			} else {
				f.walk(v.Field(i), n)
			}
		}
	case reflect.Slice, reflect.Array:
		if numbers(t) && v.Kind() == reflect.Array {
			f.add(name, v)
			return
		}
		for i := range v.Len() {
			f.walk(v.Index(i), name)
		}
	case reflect.Func, reflect.Map, reflect.Chan, reflect.UnsafePointer:
	default:
		f.add(name, v)
	}
}

// numbers tells whether an array holds nothing but numbers.
func numbers(t reflect.Type) bool {
	for t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Float64 && t != cycleType
}

// add adds a value's bytes.
func (f *fields) add(name string, v reflect.Value) {
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			f.add(name, v.Index(i))
		}
		return
	}
	if !v.CanAddr() { // in an interface
		return
	}
	f.sums[name] = wires.Mix(f.sums[name], maphash.Bytes(fieldSeed, unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())))
}

// eachLeaf visits the numbers of monitors, those of contexts that exist.
func eachLeaf(v reflect.Value, name string, contexts int, visit func(v reflect.Value, name string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachLeaf(v.Field(i), wires.FieldName(v.Type(), i), contexts, visit)
		}
	case reflect.Array:
		n := v.Len()
		if e := v.Type().Elem(); e == reflect.TypeFor[monitor.ContextState]() || e == reflect.TypeFor[host.JobState]() {
			n = contexts
		} else if e == reflect.TypeFor[monitor.TokenState]() {
			n = tokenFifos()
		} else if e == reflect.TypeFor[monitor.DiscardState]() {
			n = inputsDiscarded()
		}
		for i := range n {
			eachLeaf(v.Index(i), name, contexts, visit)
		}
	default:
		visit(v, name)
	}
}

// inputsDiscarded is the number of inputs that the monitor watches for discarding: its state has room for more.
var inputsDiscarded = sync.OnceValue(func() int {
	m, err := hw.Build(hw.DefaultConfig())
	if err != nil {
		panic(err)
	}
	return len(monitor.DiscardedInputs(m))
})

// tokenFifos is the number of FIFOs that carry INT_END: the monitor's state has room for more.
func tokenFifos() (n int) {
	c := hw.DefaultConfig()
	for _, f := range c.Fifos() {
		if f.Token {
			n++
		}
	}
	return n
}
