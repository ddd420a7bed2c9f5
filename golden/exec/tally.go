package exec

import (
	"math/bits"

	"tilemark/hw/isa"
)

// Write is what a lane writes to a binding: a component of a store, an atomic, or a texel (of which neither place nor value counts).
type Write struct {
	Code      uint8 // isa.Message... value
	Operation uint8 // of an atomic, as in its descriptor
	Binding   uint8
	At        uint32    // byte of the binding
	Values    [2]uint64 // what is stored, or the operands of an atomic
}

// Tally sums up writes, in whatever order they come: a write too many, one too few, and one to another place or with another value change it.
type Tally struct {
	Count uint64
	Sum   uint64 // of a hash of each
}

// Add counts a write.
func (t *Tally) Add(w Write) {
	h := uint64(w.Code)<<48 | uint64(w.Operation)<<40 | uint64(w.Binding)<<32 | uint64(w.At)
	for _, v := range [...]uint64{w.Values[0], w.Values[1], 0} {
		hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ v
	}
	t.Count++
	t.Sum += h
}

// tallyStore counts what lanes of a store write to data of that many bytes.
func (t *Thread) tallyStore(i *instruction, bytes int, lanes uint32) {
	s := &i.send
	size := uint64(s.size)
	for m := lanes; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		for c := range uint64(s.components) {
			if at := uint64(t.address[k]) + size*c; at+size <= uint64(bytes) {
				value := t.Registers.read(laneAt(s.data+uint16(c)*s.set, k, s.size), s.size)
				t.options.Writes.Add(Write{Code: s.code, Binding: s.binding, At: uint32(at), Values: [2]uint64{value}})
			}
		}
	}
}

// tallyAtomic counts an atomic of a lane. A load changes nothing, and does not count.
func (t *Thread) tallyAtomic(i *instruction, k int) {
	if s := &i.send; s.operation != isa.AtomicLoad {
		w := Write{Code: s.code, Operation: s.operation, Binding: s.binding, At: t.address[k]}
		for n := range s.operands {
			w.Values[n] = uint64(t.data[n][k])
		}
		t.options.Writes.Add(w)
	}
}
