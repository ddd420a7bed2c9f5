package vector

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// ListWord has the CPU say something else of a context in its run list than what is so: a word of regs.RunList.
type ListWord struct {
	Context, Word int
	Value         uint32
}

// FreeBits are those that the CSP ignores in addresses of contexts, page tables and the status buffer.
const FreeBits = pipe.LineBytes - 1

// Garbage is what those bits hold of what the CPU says of a context.
func (v *Vector) Garbage(context int) uint32 {
	if !v.Residue[context] {
		return 0
	}
	return uint32(37+26*context) & FreeBits
}

// Called returns the address by which the run lists name a context. A context that they do not name keeps its own.
func (v *Vector) Called(context int) uint32 {
	for _, w := range v.ListWords {
		if w.Context == context && w.Word == regs.RunListContext && w.Value > FreeBits {
			return w.Value &^ FreeBits
		}
	}
	return v.Image.Contexts[context].Name()
}

// ListLength is the number of contexts of a run list.
const ListLength = 4
