package cosim

import (
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/tb/number"
)

// numDiscarded is the number of inputs that blocks discard.
const numDiscarded = 8

// discardedInputs are the inputs that blocks discard up to INT_END when they have seen the line. Before is the input of the
// same block, as an index, that is discarded before it.
var discardedInputs = [numDiscarded]struct {
	fifo   string
	before int
	zl1    bool // of ZL1, which is told by TG_INT where it does not see the line
}{
	{fifo: "VERTEX", before: -1}, {fifo: "EUP_FIFO", before: -1}, {fifo: "CSP_FIFO", before: 1}, {fifo: "TSU_FIFO", before: -1}, {fifo: "SG_TG", before: -1},
	{fifo: "ASU_ZL1_FIFO", before: -1, zl1: true}, {fifo: "AFIFO", before: 5, zl1: true}, {fifo: "TG_FIFO", before: 6, zl1: true},
}

// discardState is what the monitor knows of an input.
type discardState struct {
	Entries uint32 // that it holds
	Next    uint64 // cycle from which on the oldest one can be taken
	Active  bool   // what is taken from From on is discarded
	From    uint64
	Last    uint64 // cycle of the last entry that was discarded; 0: none was
}

// watchDiscards puts monitors on the inputs that are discarded.
func (mon *Monitor) watchDiscards() {
	for k := range discardedInputs {
		for i := range mon.fifos {
			if v := mon.fifos[i].View; v.Name() == discardedInputs[k].fifo {
				hop := mon.m.Config.Hop(v.Name())
				v.Observe(func(cycle uint64, _ any) { mon.s.Discards[k].put(cycle) })
				v.ObserveTakes(func(cycle uint64, e any) { mon.discard(k, hop, cycle, e.(pipe.Carrier).Type()) })
			}
		}
	}
}

// put: an entry is put.
func (s *discardState) put(cycle uint64) {
	if s.Entries == 0 {
		s.Next = cycle + 1
	}
	s.Entries++
}

// discardFrom: the blocks that see the line, or ZL1, discard from a cycle on.
func (mon *Monitor) discardFrom(cycle uint64, byTGInt bool) {
	atTG := mon.m.Config.Place() == breakpoint.AtTG
	for k := range discardedInputs {
		if (discardedInputs[k].zl1 && atTG) == byTGInt {
			s := &mon.s.Discards[k]
			s.Active, s.From, s.Last = true, cycle, 0
		}
	}
}

// discard: an entry is taken. A block that discards takes one in each cycle in which it can, and goes on to its next input
// at once (T5). How long its first one takes is not known here: what it was writing is finished first. Nor is it of the
// token in its last input, which is taken when the block has dumped its counters.
func (mon *Monitor) discard(k int, hop, cycle uint64, kind pipe.Kind) {
	s := &mon.s.Discards[k]
	if s.Active && cycle >= s.From {
		if could := mon.discardable(k); could > 0 && cycle >= could+hop && (kind != pipe.IntEnd || followed(k)) {
			mon.fail(checkDiscardRate, discardedInputs[k].fifo, "an entry is discarded that could have been %s cycles before", number.Thousands(cycle-could))
		}
		s.Last, s.Active = cycle, kind != pipe.IntEnd
		if !s.Active && !followed(k) {
			mon.discarded(k)
		}
	}
	s.Entries--
	s.Next = 0
	if s.Entries > 0 {
		s.Next = cycle + 1
	}
	if kind == pipe.TGInt && discardedInputs[k].zl1 && mon.m.Config.Place() == breakpoint.AtTG {
		mon.discardFrom(cycle+1, true)
	}
}

// discarded: a block has discarded all its inputs, the last one too.
func (mon *Monitor) discarded(last int) {
	for ; last >= 0; last = discardedInputs[last].before {
		mon.s.Discards[last].Last = 0
	}
}

// followed tells whether another input of the block is discarded after one.
func followed(k int) bool {
	return k+1 < numDiscarded && discardedInputs[k+1].before == k
}

// discardable is the cycle from which on an input's next entry could be discarded; 0: it is the first one.
func (mon *Monitor) discardable(k int) uint64 {
	s := &mon.s.Discards[k]
	from := s.Last
	if b := discardedInputs[k].before; from == 0 && b >= 0 {
		from = mon.s.Discards[b].Last
	}
	if from == 0 {
		return 0
	}
	return max(s.Next, from+1)
}

// mixDiscards adds what is compared with later, times relative to the present.
func (mon *Monitor) mixDiscards(h *mixer, now uint64) {
	for k := range mon.s.Discards {
		s := &mon.s.Discards[k]
		h.word(uint64(s.Entries))
		h.flags(s.Active, s.Last > 0, s.Next > now, s.From > now)
		if could := mon.discardable(k); s.Active && could > 0 {
			h.word(now - could)
		}
	}
}
