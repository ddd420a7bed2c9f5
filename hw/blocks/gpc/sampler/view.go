package sampler

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MessageOf tells observers whether the sampler works on a message of a thread, and whether nothing of it goes on before memory answers: by which client of the MXU.
func (b *Sampler) MessageOf(sm, thread uint8, side int) (works, memory bool, client int) {
	for i := range b.entries[side] {
		e := &b.entries[side][i]
		if e.Phase == Free || e.SM != sm || e.Head.Thread != thread {
			continue
		}
		if e.Phase == Working && e.Todo == 0 && e.Open == 0 && e.Writes > 0 {
			return true, true, pipe.Below
		}
		waits := e.Open > 0
		for k := range b.quads[side] {
			if q := &b.quads[side][k]; q.Stage != idle && int(q.Entry) == i {
				waits = waits && q.Stage == fetching && (q.asks() < 0 || b.fullOfMisses(side))
			}
		}
		return true, waits, side
	}
	return false, false, 0
}

// LinesOf tells observers how many lines the texture cache has of a context slot.
func (b *Sampler) LinesOf(slot uint8) (n int) {
	for i := range b.lines {
		if l := &b.lines[i]; l.Used && l.Slot == slot {
			n++
		}
	}
	return n
}

// fullOfMisses tells whether no other line of a side can be asked for.
func (b *Sampler) fullOfMisses(side int) bool {
	for i := range b.misses[side] {
		if !b.misses[side][i].Used {
			return false
		}
	}
	return true
}

// TextureOf tells observers what the descriptors say that a message names: fields LEVELS of the texture and MIP of the sampler.
func (b *Sampler) TextureOf(h *pipe.MessageHead) (levels, mip uint8) {
	if at, ok := b.textureAt(h.Slot, h.Set, h.Binding); ok {
		levels = uint8(b.bindings.Row(at / wires.RowWords)[at%wires.RowWords+4] >> 16 & 15)
	}
	if at, ok := b.samplerAt(h.Slot, h.Set, h.Operation); ok {
		mip = uint8(b.bindings.Row(at / wires.RowWords)[at%wires.RowWords] >> 8 & 3)
	}
	return levels, mip
}
