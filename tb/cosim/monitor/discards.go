package monitor

import (
	"fmt"

	"tilemark/hw"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
	"tilemark/text/number"
)

// maxDiscarded is the most inputs that the monitor watches.
const maxDiscarded = 16

// discardedInput is an input that a block discards up to INT_END when it has seen the line.
type discardedInput struct {
	fifo   string
	before int  // the input of the same block, as an index, that is discarded before it; none
	zl1    bool // of ZL1, which is told by TG_INT where it does not see the line
}

// DiscardedInputs are those that the table of connections has, after each one the one that is discarded next. The pool's are not
// among them: it is told by a line of its own, and finishes what it has asked memory for.
func DiscardedInputs(m *hw.Machine) (list []discardedInput) {
	lag := lags(m)
	reader := map[string]wires.Block{}
	for _, v := range m.Views() {
		_, reader[v.Name()] = v.Ends()
	}
	rows := m.Config.Fifos()
	var add func(after string, before int)
	add = func(after string, before int) {
		for _, f := range rows {
			to := reader[f.Name]
			if zl1 := to == wires.Block(m.ZL1); f.Discard && f.After == after && (zl1 || to == wires.Block(m.TG) || lag[to] == 1) {
				list = append(list, discardedInput{f.Name, before, zl1})
				add(f.Name, len(list)-1)
			}
		}
	}
	add("", vector.None)
	if len(list) > maxDiscarded {
		panic(fmt.Sprintf("%d inputs are discarded; the monitor watches %d at most", len(list), maxDiscarded))
	}
	return list
}

// DiscardState is what the monitor knows of an input.
type DiscardState struct {
	Entries uint32 // that it holds
	Next    uint64 // cycle from which on the oldest one can be taken
	Active  bool   // what is taken from From on is discarded
	From    uint64
	Last    uint64 // cycle of the last entry that was discarded; 0: none was
}

// watchDiscards puts monitors on the inputs that are discarded.
func (mon *Monitor) watchDiscards() {
	mon.discarding = DiscardedInputs(mon.m)
	for k := range mon.discarding {
		for i := range mon.fifos {
			if v := mon.fifos[i].View; v.Name() == mon.discarding[k].fifo {
				hop := mon.m.Config.Hop(v.Name())
				v.Observe(func(cycle uint64, _ any) { mon.s.Discards[k].put(cycle) })
				v.ObserveTakes(func(cycle uint64, e any) { mon.discard(k, hop, cycle, e.(pipe.Carrier).Type()) })
			}
		}
	}
}

// put: an entry is put.
func (s *DiscardState) put(cycle uint64) {
	if s.Entries == 0 {
		s.Next = cycle + 1
	}
	s.Entries++
}

// discardFrom: the blocks that see the line, or ZL1, discard from a cycle on.
func (mon *Monitor) discardFrom(cycle uint64, byTGInt bool) {
	atTG := mon.m.Config.Place() == breakpoint.AtTG
	for k := range mon.discarding {
		if (mon.discarding[k].zl1 && atTG) == byTGInt {
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
		if could := mon.discardable(k); could > 0 && cycle >= could+hop && (kind != pipe.IntEnd || mon.followed(k)) {
			mon.fail(checkDiscardRate, mon.discarding[k].fifo, "an entry is discarded that could have been %s cycles before", number.Thousands(cycle-could))
		}
		s.Last, s.Active = cycle, kind != pipe.IntEnd
		if !s.Active && !mon.followed(k) {
			mon.discarded(k)
		}
	}
	s.Entries--
	s.Next = 0
	if s.Entries > 0 {
		s.Next = cycle + 1
	}
	if kind == pipe.TGInt && mon.discarding[k].zl1 && mon.m.Config.Place() == breakpoint.AtTG {
		mon.discardFrom(cycle+1, true)
	}
}

// discarded: a block has discarded all its inputs, the last one too.
func (mon *Monitor) discarded(last int) {
	for ; last >= 0; last = mon.discarding[last].before {
		mon.s.Discards[last].Last = 0
	}
}

// followed tells whether another input of the block is discarded after one.
func (mon *Monitor) followed(k int) bool {
	return k+1 < len(mon.discarding) && mon.discarding[k+1].before == k
}

// discardable is the cycle from which on an input's next entry could be discarded; 0: it is the first one.
func (mon *Monitor) discardable(k int) uint64 {
	s := &mon.s.Discards[k]
	from := s.Last
	if b := mon.discarding[k].before; from == 0 && b >= 0 {
		from = mon.s.Discards[b].Last
	}
	if from == 0 {
		return 0
	}
	return max(s.Next, from+1)
}

// mixDiscards adds what is compared with later, times relative to the present.
func (mon *Monitor) mixDiscards(h *digest.Mixer, now uint64) {
	for k := range mon.discarding {
		s := &mon.s.Discards[k]
		h.Word(uint64(s.Entries))
		h.Flags(s.Active, s.Last > 0, s.Next > now, s.From > now)
		if could := mon.discardable(k); s.Active && could > 0 {
			h.Word(now - could)
		}
	}
}

// Shift moves the times of an input.
func (d *DiscardState) Shift(by uint64) {
	for _, at := range []*uint64{&d.Next, &d.From, &d.Last} {
		if *at > 0 {
			*at += by
		}
	}
}
