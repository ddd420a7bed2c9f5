package directed

import (
	"encoding/binary"
	"maps"
	"slices"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/driver"
)

// actions are what a step can do.
var actions = map[string]func(v *Vector, s *cosim.Session, st *Step) error{
	"interrupt":               func(_ *Vector, s *cosim.Session, _ *Step) error { return s.Interrupt() },
	"interrupt for other":     func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.InterruptFor(regs.ReturnModeNever) },
	"interrupt and come back": func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.InterruptFor(regs.ReturnModeContext) },
	"swap":                    func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.SwapLists() },
	"return":                  func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.ReturnToList() },
	"write even":              func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.WriteRunList(false, s.Lists()[0]) },
	"write odd":               func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.WriteRunList(true, s.Lists()[1]) },
	"turn even":               func(_ *Vector, s *cosim.Session, _ *Step) error { return writeTurned(s, 0) },
	"turn odd":                func(_ *Vector, s *cosim.Session, _ *Step) error { return writeTurned(s, 1) },
	"join even":               func(_ *Vector, s *cosim.Session, _ *Step) error { return writeJoined(s, 0) },
	"join odd":                func(_ *Vector, s *cosim.Session, _ *Step) error { return writeJoined(s, 1) },
	"doorbell":                func(_ *Vector, s *cosim.Session, _ *Step) error { return s.M.Doorbell() },
	"tail":                    (*Vector).showTails,
	"tail step":               (*Vector).stepTails,
	"pass":                    func(v *Vector, s *cosim.Session, _ *Step) error { return v.pass(s, 0) },
	"pass last":               func(v *Vector, s *cosim.Session, _ *Step) error { return v.pass(s, len(v.Contexts)-1) },
	"poke":                    (*Vector).poke,
	"status buffer":           (*Vector).statusBuffer,
	"served":                  func(_ *Vector, s *cosim.Session, _ *Step) error { return s.ServedForNothing() },
	"flush":                   func(_ *Vector, s *cosim.Session, _ *Step) error { return s.FlushForNothing() },
	"take header away":        func(_ *Vector, s *cosim.Session, _ *Step) error { return s.TakeHeaderAway(0) },
}

func actionNames() []string { return slices.Sorted(maps.Keys(actions)) }

// turnedSlices are time slices, in cycles, of contexts in a list that has been turned: less than most restores take, more than some contexts run, and more
// than 16 bits hold.
var turnedSlices = [...]uint32{60, 400, 3000, 70_000}

// writeTurned gives the CSP a run list with its contexts in another order, each with a time slice that follows from the cycle, and the other LEAVE.
func writeTurned(s *cosim.Session, which int) error {
	l := s.Lists()[which]
	turned := csp.RunList{Leave: !l.Leave}
	n := len(l.Contexts)
	for k := range n {
		from := (k + 1) % n
		turned.Contexts[k], turned.Tables[k], turned.Slices[k] = l.Contexts[from], l.Tables[from], turnedSlices[(s.M.Cycle()+uint64(k))%uint64(len(turnedSlices))]
	}
	return s.M.WriteRunList(which == 1, turned)
}

// writeJoined gives the CSP a run list that has contexts of the other one in its free places, so that both name them.
func writeJoined(s *cosim.Session, which int) error {
	lists := s.Lists()
	l, other := lists[which], &lists[1-which]
	next := 0
	for k := range l.Contexts {
		if l.Contexts[k] != 0 {
			continue
		}
		for next < len(other.Contexts) && other.Contexts[next] == 0 {
			next++
		}
		if next == len(other.Contexts) {
			break
		}
		l.Contexts[k], l.Tables[k], l.Slices[k] = other.Contexts[next], other.Tables[next], other.Slices[next]
		next++
	}
	return s.M.WriteRunList(which == 1, l)
}

// showTails shows all commands.
func (v *Vector) showTails(s *cosim.Session, _ *Step) error {
	for i := range v.Contexts {
		x := &s.V.Image.Contexts[i]
		s.Memory().WriteWord(x.Header+4*regs.ContextHeaderTail, x.Tail)
	}
	return s.M.Doorbell()
}

// stepTails shows one ring command more of each context that hides some.
func (v *Vector) stepTails(s *cosim.Session, _ *Step) error {
	for i := range v.Contexts {
		x := &s.V.Image.Contexts[i]
		tail := x.Header + 4*regs.ContextHeaderTail
		ends := append([]uint32{uint32(v.Contexts[i].RingStart)}, x.Tails...)
		if k := slices.Index(ends, s.Memory().ReadWord(tail)); v.Contexts[i].HoldBack.some() && k >= 0 && k+1 < len(ends) {
			s.Memory().WriteWord(tail, ends[k+1])
		}
	}
	return s.M.Doorbell()
}

// pass lets the WAITs pass. A word that a fence has written already stays as it is; so does one
// that says who is first in memory that contexts share.
func (v *Vector) pass(s *cosim.Session, first int) error {
	for i := first; i < len(v.Contexts); i++ {
		if v.Contexts[i].WaitsFor != nil && v.borrows() {
			continue
		}
		if x := &s.V.Image.Contexts[i]; x.Wait != 0 && s.Memory().ReadWord(x.Wait) == 0 {
			s.Memory().WriteWord(x.Wait, 1)
		}
	}
	return nil
}

// statusBuffer names the context status buffer again, as a driver does that has read all of it: what it held is gone, and
// entries begin anew. A vector that has none stays without.
func (v *Vector) statusBuffer(s *cosim.Session, _ *Step) error {
	if s.V.Status == 0 {
		return nil
	}
	return s.NewStatusBuffer()
}

// poke spoils a DWORD of the first context.
func (v *Vector) poke(s *cosim.Session, st *Step) error {
	at, err := st.Poke.place(s.V.Image, 0)
	if err != nil {
		return err
	}
	s.Memory().WriteWord(at, st.Poke.Value)
	return nil
}

// place returns the address of a DWORD that is to be spoiled. It lies inside what In names.
func (p *Poke) place(im *driver.Image, context int) (uint32, error) {
	x := &im.Contexts[context]
	var at, dwords uint32
	switch p.In {
	case "header":
		at, dwords = x.Header, regs.ContextHeaderDWords
	case "ring":
		at, dwords = x.Header+regs.ContextHeaderBytes, x.RingSize
	case "save":
		at, dwords = x.SaveArea, regs.SaveRoomDWords
	case "buffer":
		at, dwords = firstBuffer(im, x)
	default:
		return 0, p.check(false)
	}
	if p.DWord >= dwords {
		return 0, p.tooFar(dwords)
	}
	return at + 4*p.DWord, nil
}

// firstBuffer returns address and DWORDs of the DMA buffer that the ring names first, which
// may wrap there, of those that are not empty; 0 and 0 when it names none.
func firstBuffer(im *driver.Image, x *driver.Context) (at, dwords uint32) {
	header := func(n uint32) uint32 { return binary.LittleEndian.Uint32(im.Bytes[x.Header+4*n:]) }
	head := header(regs.ContextHeaderHead)
	word := func(n uint32) uint32 { return header(regs.ContextHeaderDWords + (head+n)%x.RingSize) }
	for n := range x.RingSize {
		if word(n) == regs.CommandDmaHeader && word(n+regs.CommandDmaDwords) > 0 {
			return word(n+regs.CommandDmaAddress) + x.Offset, word(n + regs.CommandDmaDwords)
		}
	}
	return 0, 0
}
