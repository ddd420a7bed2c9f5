package mxu

import (
	"strconv"

	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments: requests in memory, and searches
// for pages, by who they are for; the walker; faults by context slot; flushes by what
// holds them up.
func (m *MXU) Signals(s *wires.Signals) {
	for i := range m.S.Waiting {
		s.Word("waiting_"+portNames[i], 8, func() uint64 { return uint64(m.S.Waiting[i]) })
	}
	for _, i := range seekers {
		wires.Phase(s, "search_"+portNames[i], &m.S.Seeking[i].Phase, "NONE", "WANTED", "WALKED", "FOUND", "REFUSED").Transitions(
			"NONE WANTED WALKED FOUND NONE", "WALKED REFUSED NONE", "NONE WALKED NONE", "NONE REFUSED", "WANTED NONE",
			"WALKED WANTED", "FOUND WANTED", "FOUND WALKED", "REFUSED WANTED", "REFUSED WALKED")
	}
	wires.Phase(s, "walker", &m.S.Walk.Phase, "RESTING", "ASKING", "READING").Transitions("RESTING ASKING READING RESTING", "READING ASKING", "ASKING RESTING")
	for i := range m.S.Faults {
		slot := strconv.Itoa(i)
		wires.Phase(s, "fault_"+slot, &m.S.Faults[i].Phase, "CLEAN", "UNSAID", "SAID", "RELEASED").Transitions(
			"CLEAN UNSAID SAID RELEASED CLEAN", "CLEAN SAID", "CLEAN RELEASED", "UNSAID RELEASED")
		s.Word("fault_addr_"+slot, 32, func() uint64 { return uint64(m.S.Faults[i].Addr) })
	}
	for i := range m.S.Flushes {
		n := strconv.Itoa(i)
		s.Flag("flush_"+n, &m.S.Flushes[i].Valid)
		s.Flag("leaving_"+n, &m.S.Flushes[i].Leaving)
	}
	m.drq.Signals(s)
}
