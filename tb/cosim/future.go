package cosim

import (
	"tilemark/golden"
	"tilemark/golden/packing"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// headerBytes is the length of the line that a context header and the ring's first
// DWORDs share; the machine's digest leaves all of it out.
const headerBytes = 64

// key is the digest of everything that the rest of a run depends on: the machine's
// canonical digest, the headers and save areas that it leaves out, and what the monitors
// remember, relative to the present. What is left out is listed in exclusions.
func (s *Session) key() uint64 { return s.keyWithout(s.M.Digest(), none) }

// keyWithout is the key of a state with the machine's digest. It leaves out what is a context's
// own (type own); none: nothing.
func (s *Session) keyWithout(digest uint64, without int8) uint64 {
	h := mixer(digest)
	h.word(uint64(uint8(without)))
	s.mixMemory(&h, without)
	s.Mon.mix(&h, without)
	if s.os != nil {
		s.os.mix(&h)
	}
	if s.driver != nil {
		s.driver.mix(&h)
	}
	return uint64(h)
}

// mixMemory adds headers and save areas: whole lines, as the machine's own digest leaves
// them out, so that what lies after a save area in its last line counts too. Those of one
// context may be left out.
func (s *Session) mixMemory(h *mixer, without int8) {
	for i := range s.V.Image.Contexts {
		if i == int(without) {
			continue
		}
		x := &s.V.Image.Contexts[i]
		for at := x.Header; at < x.Header+headerBytes; at += 4 {
			h.word(uint64(s.Memory().ReadWord(at)))
		}
		anew := s.Mon.State().writesAnew(i)
		for w := range uint32(savedLines) {
			if anew && w < regs.SaveRoomDWords && s.V.packings[i].anew[w] {
				continue
			}
			if v := s.Memory().ReadWord(x.SaveArea + 4*w); v != 0 {
				h.word(uint64(w)<<32 | uint64(v))
			}
		}
	}
}

// savedLines is the number of DWORDs of the lines that a save area lies in.
const savedLines = (regs.SaveRoomBytes + pipe.LineBytes - 1) / pipe.LineBytes * (pipe.LineBytes / 4)

// packed is how a context's save area is packed. anew are the DWORDs that every cut writes before
// a restore reads them: the cursor, and the registers that the hardware counts.
type packed struct {
	*packing.Packing

	anew [regs.SaveRoomDWords]bool
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
		p.anew[p.Field(w)] = true
	}
	for b := range regs.Blocks {
		for _, r := range regs.Blocks[b].Registers {
			if r.HW == "rw" && regs.Saved(uint8(b), uint16(r.Index)) {
				p.anew[p.Place(b, r.Index)] = true
			}
		}
	}
	return p
}

// writesAnew tells whether the next thing that happens to a context's save area is that
// the words above are written: the context runs, has reached its restore's cursor, and
// its end was not sent.
func (s *monitorState) writesAnew(context int) bool {
	c := &s.Contexts[context]
	return c.Reached && !c.Leaving && (int(s.Slot[0]) == context || int(s.Slot[1]) == context)
}

// mixer adds words to a digest.
type mixer uint64

func (h *mixer) word(x uint64) { *h = mixer(wires.Mix(uint64(*h), x)) }

func (h *mixer) place(c *golden.Cursor) {
	for _, n := range []uint32{c.Head, c.Buffer, c.Offset, c.Instance, c.Primitive, c.Triangle, c.Tile} {
		h.word(uint64(n))
	}
}

func (h *mixer) flags(on ...bool) {
	x := uint64(0)
	for _, b := range on {
		x <<= 1
		if b {
			x |= 1
		}
	}
	h.word(x)
}

// mix adds what the monitors will compare with. Of counts only the differences are
// compared, so only they are taken; times are taken relative to the present. What is known of
// one context may be left out.
func (mon *Monitor) mix(h *mixer, without int8) {
	s := &mon.s
	for i := range mon.v.Traces {
		if i != int(without) {
			mon.mixContext(h, i)
		}
	}
	for i := range s.Slot {
		h.word(uint64(uint8(s.Slot[i]))<<32 | uint64(s.DMA[i]))
		h.word(uint64(s.BlitWrites[i]))
		h.word(uint64(s.Unanswered[i][colors])<<32 | uint64(s.Unanswered[i][depths]))
	}
	mon.mixTokens(h)
	mon.mixDiscards(h, mon.m.Cycle())
	if mon.at == "TG" {
		h.word(uint64(s.Cuts - s.TGInts))
	}
	h.word(uint64(s.Fruitless))
	h.flags(s.Cutting, s.Pulsed)
	h.flags(s.Flushing[:]...)
	now := mon.m.Cycle()
	if s.Cutting || s.Pulsed { // the time of discarding is bounded
		h.word(now - s.PulseAt)
	}
	s.Int.mix(h)
	s.Status.mix(h)
	s.Schedule.mix(h, now)
	h.word(uint64(s.Barrier))
	h.flags(s.Keeps)
	for _, n := range s.Atomics {
		h.word(n)
	}
	for side := range s.Filling {
		s.Filling[side].mix(h, now)
	}
}

func (mon *Monitor) mixContext(h *mixer, i int) {
	c := &mon.s.Contexts[i]
	for _, n := range []int{c.Pos, c.State, c.Tile, int(c.Fragment), c.Blend, int(c.Pixel), c.Write, int(c.Head), c.HeadAt} {
		h.word(uint64(n))
	}
	h.place(&c.At)
	if !mon.s.writesAnew(i) { // the next cut replaces them
		h.word(uint64(c.Saved))
		h.place(&c.SavedAt)
	}
	h.word(uint64(c.HeadMoves - c.HeadWrites))
	h.flags(c.Skipping, c.Reached, c.Started, c.Runs > 1 && !c.TakenBack, c.Leaving, c.Blitting, c.Refused, c.Restoring, c.Aborted)
	if c.Blitting {
		h.word(uint64(c.Blit))
	}
	h.word(uint64(c.Residence.Faults)<<32 | uint64(c.Residence.Careful))
	h.flags(c.Residence.Told, c.Residence.Restored)
	h.word(uint64(mon.v.blitsBefore(i, c.Blit)))
	h.word(uint64(c.BlitPixels))
	h.word(c.BlitSum)
	h.word(uint64(c.Doubt)<<32 | uint64(c.Failures))
	h.word(uint64(c.Failed.Reason)<<32 | uint64(c.Failed.Addr))
	h.flags(c.Ahead.Known)
	h.word(uint64(c.Ahead.Count))
	h.place(&c.Ahead.At)
	h.word(c.Threads.Sum)
	h.word(uint64(c.Flushed))
	h.word(c.Stored.Count)
	h.word(c.Stored.Sum)
	for _, n := range c.Owed {
		h.word(n)
	}
}

// mixTokens takes how many tokens each FIFO lacks, and whether those of a cut are among
// them; how long ago the line was counts for some cycles.
func (mon *Monitor) mixTokens(h *mixer) {
	s := &mon.s
	awaited := false
	for i := range mon.fifos {
		k := &s.Tokens[i]
		h.word(uint64(s.Ended - k.Count))
		if h.flags(k.Known); k.Known {
			h.word(uint64(k.Slot))
		}
		awaited = awaited || !mon.fifos[i].aside && k.Count < s.CutTokens
	}
	if awaited {
		h.word(uint64(s.CutTokens - s.Ended))
		h.word(min(mon.m.Cycle()-s.PulseAt, longestLag))
	}
}
