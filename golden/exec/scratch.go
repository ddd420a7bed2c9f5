package exec

import "math/bits"

func loadScratch(t *Thread, i *instruction, _ uint32) { t.loadRegisters(i, t.Scratch) }

func storeScratch(t *Thread, i *instruction, _ uint32) {
	s := &i.send
	for n := range uint16(s.components) * registerWords {
		putWord(t.Scratch, uint64(s.offset)+4*uint64(n), t.Registers[s.data+n])
	}
}

// privateAt is the byte in the scratch memory of a component of a lane of the instruction: word w of lane k of the thread is word w · lanes + k.
func (t *Thread) privateAt(i *instruction, k int, component uint16) uint64 {
	word := uint64(t.address[k]/4) + uint64(component)
	return 4 * (word*uint64(t.kernel.Lanes) + uint64(k) + uint64(i.firstLane))
}

func loadPrivate(t *Thread, i *instruction, lanes uint32) {
	s := &i.send
	t.addresses(i, lanes)
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		for c := range uint16(s.components) {
			t.Registers[s.answer+c*s.set+uint16(k)] = wordAt(t.Scratch, t.privateAt(i, k, c))
		}
	}
}

// storePrivate: helpers write too, scratch memory is a part of the thread.
func storePrivate(t *Thread, i *instruction, lanes uint32) {
	s := &i.send
	t.addresses(i, lanes)
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		for c := range uint16(s.components) {
			putWord(t.Scratch, t.privateAt(i, k, c), t.Registers[s.data+c*s.set+uint16(k)])
		}
	}
}
