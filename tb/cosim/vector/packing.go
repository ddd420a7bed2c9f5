package vector

import (
	"tilemark/golden"
	"tilemark/golden/packing"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// HeaderBytes is the length of the line that a context header and the ring's first
// DWORDs share; the machine's digest leaves all of it out.
const HeaderBytes = 64

// SavedLines is the number of DWORDs of the lines that a save area lies in.
const SavedLines = (regs.SaveRoomBytes + pipe.LineBytes - 1) / pipe.LineBytes * (pipe.LineBytes / 4)

// packed is how a context's save area is packed. anew are the DWORDs that every cut writes before
// a restore reads them: the cursor, and the registers that the hardware counts.
type packed struct {
	*packing.Packing

	Anew [regs.SaveRoomDWords]bool
}

// packedAs notes how the save area of a context is packed that golden has run.
func packedAs(t *golden.Trace) *packed {
	p := &packed{Packing: t.Packing(len(t.Events))}
	if _, wrong := p.Wrong(); wrong { // it is never saved
		p.Packing = packing.Tables()
	}
	for _, w := range []int{
		regs.SaveAreaHeadDmaOffset, regs.SaveAreaTailInstance, regs.SaveAreaTailPrimitive, regs.SaveAreaTailTriangle, regs.SaveAreaTailTile, regs.SaveAreaTailRingHead, regs.SaveAreaTailDmaBuffer, regs.SaveAreaHeadContext, regs.SaveAreaHeadLayout,
	} {
		p.Anew[p.Field(w)] = true
	}
	for b := range regs.Blocks {
		for _, r := range regs.Blocks[b].Registers {
			if r.HW == "rw" && regs.Saved(uint8(b), uint16(r.Index)) {
				p.Anew[p.Place(b, r.Index)] = true
			}
		}
	}
	return p
}

// Counted tells whether a word of a save area is a counter that depends on which fragments pass and are shaded.
func (p *packed) Counted(word int) bool {
	for _, r := range [][2]int{{regs.BlockZL2, regs.ZL2OcclusionLo}, {regs.BlockZL2, regs.ZL2OcclusionHi}, {regs.BlockPS, regs.PSPsInvocationsLo}, {regs.BlockPS, regs.PSPsInvocationsHi}} {
		if p.Place(r[0], r[1]) == word {
			return true
		}
	}
	return false
}
