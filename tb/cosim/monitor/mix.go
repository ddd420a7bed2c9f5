package monitor

import (
	"tilemark/tb/cosim/digest"
)

// WritesAnew tells whether the next thing that happens to a context's save area is that
// the words above are written: the context runs, has reached its restore's cursor, and
// its end was not sent.
func (s *State) WritesAnew(context int) bool {
	c := &s.Contexts[context]
	return c.Reached && !c.Leaving && (int(s.Slot[0]) == context || int(s.Slot[1]) == context)
}

// Mix adds what the monitors will compare with. Of counts only the differences are
// compared, so only they are taken; times are taken relative to the present. What is known of
// one context may be left out.
func (mon *Monitor) Mix(h *digest.Mixer, without int8) {
	s := &mon.s
	for i := range mon.v.Traces {
		if i != int(without) {
			mon.mixContext(h, i)
		}
	}
	for i := range s.Slot {
		h.Word(uint64(uint8(s.Slot[i]))<<32 | uint64(s.DMA[i]))
		h.Word(uint64(s.BlitWrites[i]))
		h.Word(uint64(s.Unanswered[i][colors])<<32 | uint64(s.Unanswered[i][depths]))
	}
	mon.mixTokens(h)
	mon.mixDiscards(h, mon.m.Cycle())
	if mon.at == "TG" {
		h.Word(uint64(s.Cuts - s.TGInts))
	}
	h.Word(uint64(s.Fruitless))
	h.Flags(s.Cutting, s.Pulsed)
	h.Flags(s.Flushing[:]...)
	now := mon.m.Cycle()
	if s.Cutting || s.Pulsed { // the time of discarding is bounded
		h.Word(now - s.PulseAt)
	}
	s.Int.mix(h)
	s.Status.mix(h)
	s.Schedule.mix(h, now)
	h.Word(uint64(s.Barrier))
	h.Flags(s.Keeps)
	for _, n := range s.Atomics {
		h.Word(n)
	}
	for side := range s.Filling {
		s.Filling[side].mix(h, now)
	}
}

func (mon *Monitor) mixContext(h *digest.Mixer, i int) {
	c := &mon.s.Contexts[i]
	for _, n := range []int{c.Pos, c.State, c.Tile, int(c.Fragment), c.Blend, int(c.Pixel), c.Write, int(c.Head), c.HeadAt} {
		h.Word(uint64(n))
	}
	h.Place(&c.At)
	if !mon.s.WritesAnew(i) { // the next cut replaces them
		h.Word(uint64(c.Saved))
		h.Place(&c.SavedAt)
	}
	h.Word(uint64(c.HeadMoves - c.HeadWrites))
	h.Flags(c.Skipping, c.Reached, c.Started, c.Runs > 1 && !c.TakenBack, c.Leaving, c.Blitting, c.Refused, c.Restoring, c.Aborted)
	if c.Blitting {
		h.Word(uint64(c.Blit))
	}
	h.Word(uint64(c.Residence.Faults)<<32 | uint64(c.Residence.Careful))
	h.Flags(c.Residence.Told, c.Residence.Restored)
	h.Word(uint64(mon.v.BlitsBefore(i, c.Blit)))
	h.Word(uint64(c.BlitPixels))
	h.Word(c.BlitSum)
	h.Word(uint64(c.Doubt)<<32 | uint64(c.Failures))
	h.Word(uint64(c.Failed.Reason)<<32 | uint64(c.Failed.Addr))
	h.Flags(c.Ahead.Known)
	h.Word(uint64(c.Ahead.Count))
	h.Place(&c.Ahead.At)
	h.Word(c.Threads.Sum)
	h.Word(uint64(c.Flushed))
	h.Word(c.Stored.Count)
	h.Word(c.Stored.Sum)
	for _, n := range c.Owed {
		h.Word(n)
	}
}

// mixTokens takes how many tokens each FIFO lacks, and whether those of a cut are among
// them; how long ago the line was counts for some cycles.
func (mon *Monitor) mixTokens(h *digest.Mixer) {
	s := &mon.s
	awaited := false
	for i := range mon.fifos {
		k := &s.Tokens[i]
		h.Word(uint64(s.Ended - k.Count))
		if h.Flags(k.Known); k.Known {
			h.Word(uint64(k.Slot))
		}
		awaited = awaited || !mon.fifos[i].aside && k.Count < s.CutTokens
	}
	if awaited {
		h.Word(uint64(s.CutTokens - s.Ended))
		h.Word(min(mon.m.Cycle()-s.PulseAt, longestLag))
	}
}
