package sm

import (
	"math/bits"
	"slices"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/wires"
)

// accessShared does a message to shared memory. Nothing else is in the unit meanwhile, so that it is one step for all of the CTA.
func (b *SM) accessShared(n uint8, t *Thread, o *eu.Op, cycle uint64) bool {
	u := &b.S.Shared
	switch {
	case uint64(u.Free) > cycle:
		return b.waitFor(sharedUnit, n, u.Free)
	case u.Results.Len()+o.Answer.Count > wires.QueueCap:
		return false
	}
	pc := t.Control.PC
	lanes := o.Executing(&t.Control)
	t.Control.PC += uint32(o.Bytes)
	if lanes != 0 {
		a := b.accessOf(t, o, lanes)
		takes := uint64(o.Payload[0].Count+o.Payload[1].Count) + a.conflicts()
		b.result.Begin(lanes)
		switch o.Message.Code {
		case isa.MessageSharedLoad:
			a.load()
		case isa.MessageSharedStore:
			a.store()
		default:
			a.atomic()
		}
		u.Free = wires.Cycle(cycle + takes)
		b.deliver(n, t, o, u, cycle+takes-1+uint64(b.cfg.SharedLatency), 1)
	}
	b.issued(n, t, pc, o, lanes)
	return true
}

// access is a message to shared memory.
type access struct {
	*SM
	o      *eu.Op
	file   eu.File
	lanes  uint32              // of the message
	writes uint32              // those of them that may write
	size   uint64              // of a component
	set    int                 // bytes of registers from one component to the next
	row    uint32              // where the CTA's shared memory begins
	end    uint64              // its bytes
	at     [eu.MaxLanes]uint32 // addresses of the lanes, multiples of the size
}

func (b *SM) accessOf(t *Thread, o *eu.Op, lanes uint32) *access {
	m, h := &o.Message, &t.Head
	a := &b.access
	*a = access{SM: b, o: o, file: b.file(t), lanes: lanes >> o.First, writes: lanes &^ t.Control.Helpers >> o.First, size: uint64(isa.Bytes(m.Type)),
		row: uint32(h.Shared), end: uint64(h.SharedSize)*lineBytes - uint64(h.SharedRest)}
	a.set = isa.RegisterSet(int(h.Lanes), int(a.size)) * isa.RegisterSize
	for set := a.lanes; set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set)
		a.at[k] = (a.file.Word(uint32(m.Address)*8+uint32(k)) + uint32(int32(m.Offset))) &^ uint32(a.size-1)
	}
	return a
}

// place is where a component of a lane lies; false: beyond the end.
func (a *access) place(k int, c uint8) (at uint64, ok bool) {
	at = uint64(a.at[k]) + a.size*uint64(c)
	return at, at+a.size <= a.end
}

// word is a word of the CTA's shared memory, to be read.
func (a *access) word(at uint64) uint32 {
	return a.shared.Row(a.row + uint32(at/lineBytes))[at%lineBytes/4]
}

// edit is the same, to be written.
func (a *access) edit(at uint64) *uint32 {
	return &a.shared.Edit(a.row + uint32(at/lineBytes))[at%lineBytes/4]
}

// load answers components.
func (a *access) load() {
	for c := range a.o.Message.Count + 1 {
		for set := a.lanes; set != 0; set &= set - 1 {
			k := bits.TrailingZeros32(set)
			v := uint64(0)
			if at, ok := a.place(k, c); ok {
				if v = uint64(a.word(at)) >> (at % 4 * 8); a.size == 8 {
					v |= uint64(a.word(at+4)) << 32
				}
			}
			a.result.Put(int(a.o.Dst.Reg)*isa.RegisterSize+int(c)*a.set+k*int(a.size), uint8(a.size), v)
		}
	}
}

// store writes components, lane by lane.
func (a *access) store() {
	m := &a.o.Message
	for set := a.writes; set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set)
		for c := range m.Count + 1 {
			at, ok := a.place(k, c)
			if !ok {
				continue
			}
			from := uint32(int(m.Data)*isa.RegisterSize + int(c)*a.set + k*int(a.size))
			v := a.file.Word(from/4) >> (from % 4 * 8)
			switch a.size {
			case 8:
				*a.edit(at), *a.edit(at + 4) = v, a.file.Word(from/4+1)
			case 4:
				*a.edit(at) = v
			default:
				mask := uint32(1<<(8*a.size)-1) << (at % 4 * 8)
				to := a.edit(at)
				*to = *to&^mask | v<<(at%4*8)&mask
			}
		}
	}
}

// atomic changes words, lane by lane.
func (a *access) atomic() {
	m := &a.o.Message
	data := uint32(m.Data) * 8
	for lanes := a.lanes; lanes != 0; lanes &= lanes - 1 {
		k := bits.TrailingZeros32(lanes)
		was := uint32(0)
		if at, ok := a.place(k, 0); ok && a.writes>>k&1 != 0 {
			was = a.word(at)
			x, y := uint32(0), uint32(0)
			if m.Operation != isa.AtomicLoad {
				x = a.file.Word(data + uint32(k))
			}
			if m.Operation == isa.AtomicCompare {
				y = a.file.Word(data + uint32(a.set/4+k))
			}
			*a.edit(at) = eu.Atomic(m.Operation, m.Type == isa.TypeD, was, x, y)
		}
		if m.Returns {
			a.result.Put(int(a.o.Dst.Reg)*isa.RegisterSize+4*k, 4, uint64(was))
		}
	}
}

// conflicts is the number of cycles that the banks need: in each, one word, which any number of lanes may read.
func (a *access) conflicts() (cycles uint64) {
	var words [2 * eu.MaxLanes]uint64
	for c := range a.o.Message.Count + 1 {
		n := 0
		for set := a.lanes; set != 0; set &= set - 1 {
			at, ok := a.place(bits.TrailingZeros32(set), c)
			for w := at / 4; ok && w <= (at+a.size-1)/4; w++ {
				words[n] = w
				n++
			}
		}
		cycles += max(1, a.most(words[:n]))
	}
	return cycles
}

// most is the largest number of words in a bank. Words that are the same count once, but for atomics.
func (a *access) most(words []uint64) (most uint64) {
	var count, last [maxBanks]uint64
	once, banks := a.o.Message.Code != isa.MessageSharedAtomic, uint64(a.cfg.Banks)
	for n, w := range words {
		bank := w % banks
		if once && count[bank] > 0 && (last[bank] == w || slices.Contains(words[:n], w)) {
			continue
		}
		last[bank] = w
		count[bank]++
		most = max(most, count[bank])
	}
	return most
}

// maxBanks bounds the configuration.
const maxBanks = 32
