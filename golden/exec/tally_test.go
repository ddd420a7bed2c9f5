package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// A tally is that of its writes in any order, and of each of their parts.
func TestATallyIsThatOfItsWrites(t *testing.T) {
	a := Write{Code: 1, Operation: 2, Binding: 3, At: 4, Values: [2]uint64{5, 6}}
	b := Write{Code: 1, Operation: 2, Binding: 3, At: 8, Values: [2]uint64{6, 5}}
	sum := func(writes ...Write) (t Tally) {
		for _, w := range writes {
			t.Add(w)
		}
		return t
	}
	require.Equal(t, sum(a, b), sum(b, a))
	require.NotEqual(t, sum(a), sum(a, a))
	for n, change := range []func(w *Write){
		func(w *Write) { w.Code++ }, func(w *Write) { w.Operation++ }, func(w *Write) { w.Binding++ }, func(w *Write) { w.At++ },
		func(w *Write) { w.Values[0]++ }, func(w *Write) { w.Values[1]++ }, func(w *Write) { w.Values[0], w.Values[1] = 6, 5 },
	} {
		other := a
		change(&other)
		require.NotEqual(t, sum(a), sum(other), "change %d", n)
	}
}

// Lanes that execute and are no helpers count, with each component that lies in the binding; loads, also atomic ones, do not.
func TestWritesAreCounted(t *testing.T) {
	tally := Tally{}
	m := machine{memory: Memory{Bindings: []Binding{{Data: counted(0, 8), Write: true}, {Data: counted(0, 8), Write: true}}}, options: Options{Writes: &tally}, prepare: func(t *Thread) {
		t.set(4, 0, 8, 16, 28, 32, 0, 0, 0)
		t.set(5, 1, 2, 3, 4, 5, 6, 7, 8)
		t.set(6, 11, 12, 13, 14, 15, 16, 17, 18)
		t.Active, t.Helpers = 0x1f, 2
	}}
	count := func(want Tally, i ...any) {
		tally = Tally{}
		m.run(t, i...)
		require.Equal(t, want, tally)
	}
	add := func(writes ...Write) (t Tally) {
		for _, w := range writes {
			t.Add(w)
		}
		return t
	}
	at := func(at uint32, values ...uint64) (w Write) {
		w.Code, w.Binding, w.At = isa.MessageStore, 1, at
		copy(w.Values[:], values)
		return w
	}
	count(add(at(0, 1), at(4, 11), at(16, 3), at(20, 13), at(28, 4)), sends(isa.MessageStore, noAnswer, 4, 5, fields{Binding: 1, Type: isa.TypeUd, Count: 1}))
	atomics := add()
	for _, w := range []Write{at(0, 1, 11), at(16, 3, 13), at(28, 4, 14)} {
		w.Code, w.Operation = isa.MessageAtomic, isa.AtomicCompare
		atomics.Add(w)
	}
	count(atomics, sends(isa.MessageAtomic, noAnswer, 4, 5, fields{Binding: 1, Type: isa.TypeUd, Operation: isa.AtomicCompare}))
	count(Tally{}, sends(isa.MessageAtomic, ud(10), 4, 0, fields{Type: isa.TypeUd, Operation: isa.AtomicLoad, Returns: true}), sends(isa.MessageLoad, ud(10), 4, 0, fields{Type: isa.TypeUd}))
	m.options.Sampler, m.Stage = &textures{}, StagePixel
	texel := Write{Code: isa.MessageTexelStore, Binding: 3}
	count(add(texel, texel, texel, texel), sends(isa.MessageTexelStore, noAnswer, 2, 10, fields{Binding: 3, Type: 1}))
}
