package sweep

import (
	"math/rand/v2"
	"slices"

	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
)

// shiftTime puts the machine's clock, and with it the monitors' times, elsewhere.
func shiftTime(s *cosim.Session, r *rand.Rand) {
	was := s.M.Cycle()
	s.M.SetCycle(1+r.Uint64N(1<<40), r)
	m := s.Mon.State()
	m.PulseAt += s.M.Cycle() - was
	m.LastMove = s.M.Cycle() - r.Uint64N(s.Patience/2) // the watchdog has waited for some time
	for k := range m.Discards {
		m.Discards[k].Shift(s.M.Cycle() - was)
	}
	m.Schedule.Model.Shift(s.M.Cycle() - was)
	for side := range m.Filling {
		m.Filling[side].Last += s.M.Cycle() - was
	}
	if s.OS != nil {
		s.OS.State().Shift(s.M.Cycle() - was)
	}
	if d := s.Driver; d != nil {
		for _, at := range []*uint64{&d.State().Due, &d.State().RunFrom} {
			if *at > 0 {
				*at += s.M.Cycle() - was
			}
		}
	}
}

func spoilStatistics(s *cosim.Session, r *rand.Rand) {
	s.M.SpoilStatistics(r)
	s.M.ZL2.P.Tested.SpoilLast(r)
	s.M.WBU.P.Blended.SpoilLast(r)
	s.M.WBU.P.Written.SpoilLast(r)
	s.M.CSP.P.Events.SpoilLast(r)
}

// saves tells whether the next thing that happens to a context's header, save area and
// what the monitors know of them is that they are written.
func saves(s *cosim.Session, context int) bool {
	if s.OS != nil { // the digest has all of memory
		return false
	}
	for slot, k := range s.Mon.State().Slot {
		if int(k) == context && s.M.CSP.S.Slots[slot].Interruptible() {
			return s.Mon.State().WritesAnew(context)
		}
	}
	return false
}

// spoilHeaders overwrites the head and the place-holders.
func spoilHeaders(s *cosim.Session, r *rand.Rand) {
	for i := range s.V.Image.Contexts {
		if saves(s, i) {
			for _, word := range []uint32{0, 2, 3} {
				s.Memory().WriteWord(s.V.Image.Contexts[i].Header+4*word, r.Uint32())
			}
		}
	}
}

func spoilStatus(s *cosim.Session, r *rand.Rand) {
	at := s.V.StatusBuffer()
	for n := range s.V.Status * vector.StatusBytes / 4 {
		s.M.Memory.WriteWord(at+4*n, r.Uint32())
	}
}

func spoilSaveAreas(s *cosim.Session, r *rand.Rand) {
	for i := range s.V.Image.Contexts {
		for w := range uint32(regs.SaveRoomDWords) {
			if s.V.Packings[i].Anew[w] && saves(s, i) {
				s.Memory().WriteWord(s.V.Image.Contexts[i].SaveArea+4*w, r.Uint32())
			}
		}
	}
}

func spoilSaved(s *cosim.Session, r *rand.Rand) {
	for i := range s.V.Traces {
		if c := &s.Mon.State().Contexts[i]; saves(s, i) {
			c.Saved = r.IntN(c.Pos+2) - 1
			c.SavedAt.Tile, c.SavedAt.Offset, c.SavedAt.Head = r.Uint32(), r.Uint32(), r.Uint32()
		}
	}
}

// spoilSizes has other pixel threads before those that count.
func spoilSizes(s *cosim.Session, r *rand.Rand) {
	for i := range s.V.Traces {
		t := &s.Mon.State().Contexts[i].Threads.All
		t.Word, t.Count, t.Before = r.Uint64(), r.Uint32(), &monitor.MoreSizes{Word: r.Uint64(), Before: t.Before}
	}
}

// shiftCounts adds the same to counts that are compared with each other.
func shiftCounts(s *cosim.Session, r *rand.Rand) {
	m := s.Mon.State()
	add := func(counts ...*uint32) {
		by := r.Uint32N(1 << 16)
		for _, c := range counts {
			*c += by
		}
	}
	ended := []*uint32{&m.Ended, &m.CutTokens}
	for i := range s.Mon.TokenFifos() {
		ended = append(ended, &m.Tokens[i].Count)
	}
	add(ended...)
	add(&m.Int.Put, &m.Int.Taken)
	sum := r.Uint64()
	m.Status.Put += sum
	m.Status.Got += sum
	if add(&m.Cuts, &m.TGInts); s.M.Config.Place() != breakpoint.AtTG { // it sends no TG_INT
		add(&m.Cuts)
	}
	for i := range s.V.Traces {
		c := &m.Contexts[i]
		add(&c.HeadMoves, &c.HeadWrites)
		if c.Runs > 1 {
			c.Runs = 2 + r.Uint32N(100)
		} else {
			c.TakenBack = r.IntN(2) == 0
		}
	}
}

func spoilSystem(s *cosim.Session, r *rand.Rand) {
	if s.OS == nil {
		return
	}
	st := s.OS.State()
	st.Faults = r.Uint32()
	for i := st.Mapped; i < len(st.Order); i++ {
		st.Order[i] = int16(r.Uint32())
	}
	for i := s.OS.Pages; i < len(st.Frame); i++ {
		st.Frame[i] = int16(r.Uint32())
	}
	for i := s.OS.Frames; i < len(st.Used); i++ {
		st.Used[i] = r.IntN(2) == 0
	}
}

func spoilDriver(s *cosim.Session, r *rand.Rand) {
	d := s.Driver
	if d == nil {
		return
	}
	turns, ran := r.Uint32N(1<<16), r.Uint64N(1<<16)
	d.State().Turns += turns
	for i := range s.V.Image.Contexts {
		j := &d.State().Jobs[i]
		j.Turn += turns
		if j.Ran += ran; !d.Policy.Measures() {
			j.Ran = r.Uint64()
		}
	}
	if d.State().RunFrom > 0 && !d.WatchesTurn() {
		d.State().RunFrom = 1 + r.Uint64N(s.M.Cycle())
	}
}

func spoilMonitor(s *cosim.Session, r *rand.Rand) {
	m := s.Mon.State()
	m.Worst, m.Int.Served = r.Uint64(), r.Uint32()
	seen := m.Tokens[0].Count
	for i := range s.Mon.TokenFifos() {
		k := &m.Tokens[i]
		seen = min(seen, k.Count)
		if !k.Known {
			k.Slot = uint8(r.IntN(2))
		}
	}
	if !m.Pulsed && !m.Cutting && m.CutTokens <= seen {
		m.PulseAt, m.CutTokens = r.Uint64N(s.M.Cycle()), r.Uint32N(seen+1)
	}
	for i := range s.V.Traces {
		if c := &m.Contexts[i]; !c.Blitting {
			spoilBlit(c, s.V.BlitAt[i], r)
		}
	}
}

// spoilBlit has the next fill or copy looked for from another place after the last one.
func spoilBlit(c *monitor.ContextState, at []int, r *rand.Rand) {
	n, _ := slices.BinarySearch(at, c.Blit)
	from, to := 0, c.Pos
	if n > 0 {
		from = at[n-1] + 1
	}
	if n < len(at) {
		to = min(to, at[n])
	}
	c.Blit = from + r.IntN(to-from+1)
}
