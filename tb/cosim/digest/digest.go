// Package digest adds what a session remembers beside the machine to a digest of its state.
package digest

import (
	"tilemark/golden"
	"tilemark/hw/wires"
)

// Mixer is a digest to which words are added. Their order counts.
type Mixer uint64

// Word adds a word.
func (h *Mixer) Word(x uint64) { *h = Mixer(wires.Mix(uint64(*h), x)) }

// Place adds a cursor.
func (h *Mixer) Place(c *golden.Cursor) {
	for _, n := range []uint32{c.Head, c.Buffer, c.Offset, c.Instance, c.Primitive, c.Triangle, c.Tile} {
		h.Word(uint64(n))
	}
}

// Flags adds up to 64 flags, as one word.
func (h *Mixer) Flags(on ...bool) {
	x := uint64(0)
	for _, b := range on {
		x <<= 1
		if b {
			x |= 1
		}
	}
	h.Word(x)
}
