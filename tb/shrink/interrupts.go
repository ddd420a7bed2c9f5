package shrink

import (
	"math/bits"
	"slices"
	"strconv"

	"tilemark/text/strictyaml"
)

// mostInterrupts are moved or tried alone: of more, halves have been left out before.
const mostInterrupts = 12

// interrupts writes periods and aims as the cycles in which they interrupted, and tries each of
// them alone, the last one first, which is nearest to the failure.
func (s *shrinker) interrupts() {
	raised := s.raised
	if len(raised) == 0 || s.interruptIn(nil) {
		return
	}
	if s.root.Lookup("every") != nil || s.root.Lookup("aims") != nil {
		s.interruptIn(raised)
	}
	if len(raised) < 2 || len(raised) > mostInterrupts {
		return
	}
	for _, cycle := range slices.Backward(raised) {
		if s.interruptIn([]uint64{cycle}) {
			return
		}
	}
}

// interruptIn tries those cycles for all periods, aims and interrupts.
func (s *shrinker) interruptIn(cycles []uint64) bool {
	old := s.root.Clone()
	s.root.Delete("every")
	s.root.Delete("interrupts")
	if aims := s.root.Lookup("aims"); aims != nil {
		kept := strictyaml.Seq[*strictyaml.Node]()
		for _, a := range aims.Items {
			if do := a.Lookup("do"); do != nil && do.Text != "interrupt" {
				kept.Items = append(kept.Items, a)
			}
		}
		s.root.Delete("aims")
		if len(kept.Items) > 0 {
			s.root.Set("aims", kept)
		}
	}
	if len(cycles) > 0 {
		s.root.Set("interrupts", cycles)
	}
	return s.try(func() { *s.root = *old })
}

// places of an interrupt between two others are tried.
const places = 64

// closer leaves out an interrupt and moves those after it closer: the machine saves and
// restores once less, and comes to what they cut sooner.
func (s *shrinker) closer() {
	cycles := s.listed()
	for i := 0; i+1 < len(cycles) && len(cycles) <= mostInterrupts; {
		before := uint64(0)
		if i > 0 {
			before = cycles[i-1] + 1
		}
		if s.moved(cycles, i, cycles[i+1]-min(before, cycles[i+1])) {
			cycles, i = s.listed(), 0
			continue
		}
		i++
	}
}

// moved leaves interrupt i out and tries those after it at places up to so many cycles
// sooner, spread over them ever more densely.
func (s *shrinker) moved(cycles []uint64, i int, room uint64) bool {
	for k := range uint64(places) {
		sooner := room * uint64(bits.Reverse8(uint8(k))>>2) / places
		list := slices.Clone(cycles[:i])
		for _, c := range cycles[i+1:] {
			list = append(list, c-sooner)
		}
		if s.interruptIn(list) {
			return true
		}
	}
	return false
}

// listed are the cycles of interrupts when nothing else says when they come.
func (s *shrinker) listed() (cycles []uint64) {
	list := s.root.Lookup("interrupts")
	if list == nil || s.root.Lookup("every") != nil {
		return nil
	}
	for _, n := range list.Items {
		c, err := strconv.ParseUint(n.Text, 10, 64)
		if err != nil {
			return nil
		}
		cycles = append(cycles, c)
	}
	slices.Sort(cycles)
	return cycles
}
