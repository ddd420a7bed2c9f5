package cosim

import (
	"tilemark/golden"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// key is the digest of everything that the rest of a run depends on: the machine's
// canonical digest, the headers and save areas that it leaves out, and what the monitors
// remember, relative to the present. What is left out: docs/decisions/0004-futures.md.
func (s *Session) key() uint64 {
	h := s.Mon.s.mix(s.M.Digest(), len(s.V.Traces))
	for i := range s.V.Image.Contexts {
		x := &s.V.Image.Contexts[i]
		for at := x.Header; at < x.Header+32; at += 4 {
			h = wires.Mix(h, uint64(s.M.Memory.ReadWord(at)))
		}
		anew := s.Mon.s.writesAnew(i)
		for w := range uint32(regs.SaveAreaDWords) {
			if anew && writtenAnew[w] {
				continue
			}
			if v := s.M.Memory.ReadWord(x.SaveArea + 4*w); v != 0 {
				h = wires.Mix(h, uint64(w)<<32|uint64(v))
			}
		}
	}
	return h
}

// writtenAnew are the DWORDs of a save area that every cut writes before a restore reads
// them: the cursor, and the registers that the hardware counts.
var writtenAnew = func() (out [regs.SaveAreaDWords]bool) {
	for _, w := range []int{
		regs.SaveDMAOffset, regs.SaveInstance, regs.SavePrimitive, regs.SaveTriangle, regs.SaveTile, regs.SaveRingHead, regs.SaveDMABuffer,
	} {
		out[w] = true
	}
	for b := range regs.Blocks {
		for _, r := range regs.Blocks[b].Registers {
			if r.HW == "rw" {
				out[int(regs.SaveOffset[b])*4+int(r.Index)] = true
			}
		}
	}
	return out
}()

// writesAnew tells whether the next thing that happens to a context's save area is that
// the words above are written: the context runs, has reached its restore's cursor, and
// its end was not sent.
func (s *monitorState) writesAnew(context int) bool {
	c := &s.Contexts[context]
	return c.Reached && !c.Leaving && (int(s.Slot[0]) == context || int(s.Slot[1]) == context)
}

// mix adds what the monitors will compare with. Counts are taken relative to each other,
// since only their differences are compared; times and the worst values are left out.
func (s *monitorState) mix(h uint64, contexts int) uint64 {
	word := func(x uint64) { h = wires.Mix(h, x) }
	place := func(c *golden.Cursor) {
		for _, n := range []uint32{c.Head, c.Buffer, c.Offset, c.Instance, c.Primitive, c.Triangle, c.Tile} {
			word(uint64(n))
		}
	}
	flag := func(on ...bool) {
		x := uint64(0)
		for _, b := range on {
			x <<= 1
			if b {
				x |= 1
			}
		}
		word(x)
	}
	for i := range contexts {
		c := &s.Contexts[i]
		for _, n := range []int{c.Pos, c.State, c.Tile, int(c.Fragment), c.Blend, int(c.Pixel), c.Write, int(c.Head), c.HeadAt} {
			word(uint64(n))
		}
		place(&c.At)
		if !s.writesAnew(i) { // the next cut replaces them
			word(uint64(c.Saved))
			place(&c.SavedAt)
		}
		word(uint64(c.HeadMoves - c.HeadWrites))
		flag(c.Skipping, c.Reached, c.Started, c.Runs > 1 && !c.TakenBack, c.Leaving)
	}
	for i := range s.Slot {
		word(uint64(uint8(s.Slot[i]))<<32 | uint64(s.DMA[i]))
	}
	for i := range s.Tokens {
		k := &s.Tokens[i]
		word(uint64(s.Ended - k.Count))
		if flag(k.Known); k.Known {
			word(uint64(k.Slot))
		}
	}
	word(uint64(max(s.CutTokens, s.Ended) - s.Ended))
	word(uint64(s.Cuts - s.TGInts))
	flag(s.Cutting, s.Pulsed)
	return h
}
