package exec

import (
	"encoding/binary"
	"math/bits"

	"tilemark/hw/isa"
)

func loadBuffer(t *Thread, i *instruction, lanes uint32) {
	b := t.binding(i)
	switch {
	case b == nil:
	case t.inLines(i, b, lanes):
		t.loadLines(i, b, lanes)
	default:
		t.load(i, b.Data, lanes)
	}
}

func storeBuffer(t *Thread, i *instruction, lanes uint32) {
	b := t.binding(i)
	switch {
	case b == nil:
	case t.inLines(i, b, lanes&^t.Helpers):
		t.storeLines(i, b, lanes)
	default:
		t.store(i, b.Data, lanes)
	}
}

// inLines tells whether an access is to the lines of a cluster. Another one, of these lanes, first has the cluster give up what it touches.
func (t *Thread) inLines(i *instruction, b *Binding, lanes uint32) bool {
	if t.Cluster == nil {
		return false
	}
	if i.send.noCache {
		t.surrender(i, b, lanes)
		return false
	}
	return true
}

func atomicBuffer(t *Thread, i *instruction, lanes uint32) {
	if b := t.binding(i); b != nil {
		if t.Cluster != nil {
			t.surrender(i, b, lanes&^t.Helpers)
		}
		t.atomics(i, b.Data, lanes)
	}
}

func loadShared(t *Thread, i *instruction, lanes uint32) { t.load(i, t.shared(), lanes) }

func storeShared(t *Thread, i *instruction, lanes uint32) { t.store(i, t.shared(), lanes) }

func atomicShared(t *Thread, i *instruction, lanes uint32) { t.atomics(i, t.shared(), lanes) }

// shared is the memory of the CTA; a thread alone has none.
func (t *Thread) shared() []byte {
	if t.cta == nil {
		return nil
	}
	return t.cta.Shared
}

// sizeOfBuffer answers in lane 0; the rest of the register becomes 0.
func sizeOfBuffer(t *Thread, i *instruction, _ uint32) {
	if b := t.binding(i); b != nil {
		clear(t.Registers[i.send.answer:][:registerWords])
		t.Registers[i.send.answer] = uint32(len(b.Data))
	}
}

func loadConstant(t *Thread, i *instruction, _ uint32) {
	b := t.binding(i)
	switch {
	case b == nil:
	case t.Cluster != nil:
		t.loadConstants(i, b)
	default:
		t.loadRegisters(i, b.Data)
	}
}

// loadRegisters reads whole registers, a word after the other.
func (t *Thread) loadRegisters(i *instruction, data []byte) {
	s := &i.send
	for n := range uint16(s.components) * registerWords {
		t.Registers[s.answer+n] = wordAt(data, uint64(s.offset)+4*uint64(n))
	}
}

// addresses computes the addresses of the lanes that send: sums modulo 2^32, multiples of the type's size.
func (t *Thread) addresses(i *instruction, lanes uint32) {
	s := &i.send
	low := uint32(s.size) - 1
	from := t.Registers[s.address:][:i.count]
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		t.address[k&(mostLanes-1)] = (from[k] + uint32(s.offset)) &^ low
	}
}

// load reads components of each lane.
func (t *Thread) load(i *instruction, data []byte, lanes uint32) {
	s := &i.send
	t.addresses(i, lanes)
	if s.size != 4 {
		t.loadSized(i, data, lanes)
		return
	}
	for c := range uint64(s.components) {
		answer := t.Registers[s.answer+uint16(c)*s.set:][:i.count]
		for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m) & (mostLanes - 1)
			answer[k] = wordAt(data, uint64(t.address[k])+4*c)
		}
	}
}

// loadSized is load for components that are not of 32 bits.
func (t *Thread) loadSized(i *instruction, data []byte, lanes uint32) {
	s := &i.send
	size := uint64(s.size)
	for c := range uint64(s.components) {
		for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			value := component(data, uint64(t.address[k])+size*c, size)
			t.Registers.write(laneAt(s.answer+uint16(c)*s.set, k, s.size), s.size, value)
		}
	}
}

// laneAt is the byte of a lane of a packed register set that begins at a word of the register file.
func laneAt(word uint16, k int, size uint8) uint16 { return 4*word + uint16(k)*uint16(size) }

// component is a number of size bytes at a byte; 0 if it does not lie in the data as a whole.
func component(data []byte, at, size uint64) uint64 {
	if at+size > uint64(len(data)) {
		return 0
	}
	var value [8]byte
	copy(value[:size], data[at:])
	return binary.LittleEndian.Uint64(value[:])
}

// putComponent writes size bytes at a byte, which lie in the data.
func putComponent(data []byte, at, size, value uint64) {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], value)
	copy(data[at:at+size], bytes[:size])
}

// store writes components of each lane that is no helper.
func (t *Thread) store(i *instruction, data []byte, lanes uint32) {
	s := &i.send
	t.addresses(i, lanes)
	writers := lanes &^ t.Helpers >> i.firstLane
	if t.options.Writes != nil {
		t.tallyStore(i, len(data), writers)
	}
	if s.size != 4 {
		t.storeSized(i, data, writers)
		return
	}
	for m := writers; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m) & (mostLanes - 1)
		for c := range uint64(s.components) {
			putWord(data, uint64(t.address[k])+4*c, t.Registers[s.data+uint16(c)*s.set+uint16(k)])
		}
	}
}

// storeSized is store for components that are not of 32 bits.
func (t *Thread) storeSized(i *instruction, data []byte, writers uint32) {
	s := &i.send
	size := uint64(s.size)
	for m := writers; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		for c := range uint64(s.components) {
			if at := uint64(t.address[k]) + size*c; at+size <= uint64(len(data)) {
				putComponent(data, at, size, t.Registers.read(laneAt(s.data+uint16(c)*s.set, k, s.size), s.size))
			}
		}
	}
}

// atomics changes a word for each lane, lanes in ascending order. What helpers and addresses beyond the data answer is 0.
func (t *Thread) atomics(i *instruction, data []byte, lanes uint32) {
	s := &i.send
	t.addresses(i, lanes)
	for n := range uint16(s.operands) {
		copy(t.data[n][:i.count], t.Registers[s.data+n*s.set:])
	}
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		at, before := uint64(t.address[k]), uint32(0)
		if t.Helpers>>i.firstLane>>k&1 == 0 && at+4 <= uint64(len(data)) {
			before = wordAt(data, at)
			putWord(data, at, atomic(s, before, t.data[0][k], t.data[1][k]))
			if t.options.Writes != nil {
				t.tallyAtomic(i, k)
			}
		}
		if s.returns {
			t.Registers[s.answer+uint16(k)] = before
		}
	}
}

// atomic is what an atomic leaves in memory.
func atomic(s *message, before, a, b uint32) uint32 {
	less := a < before
	if s.typ == isa.TypeD {
		less = int32(a) < int32(before)
	}
	switch s.operation {
	case isa.AtomicAdd:
		return before + a
	case isa.AtomicSub:
		return before - a
	case isa.AtomicAnd:
		return before & a
	case isa.AtomicOr:
		return before | a
	case isa.AtomicXor:
		return before ^ a
	}
	takes := s.operation == isa.AtomicExchange || s.operation == isa.AtomicStore ||
		s.operation == isa.AtomicMin && less || s.operation == isa.AtomicMax && !less
	switch {
	case s.operation == isa.AtomicCompare && a == before:
		return b
	case takes:
		return a
	}
	return before
}
