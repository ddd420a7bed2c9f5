package cosim

import (
	"tilemark/hw/regs"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
)

// Key is the digest of everything that the rest of a run depends on: the machine's
// canonical digest, the headers and save areas that it leaves out, and what the monitors
// remember, relative to the present. What is left out is listed in exclusions.
func (s *Session) Key() uint64 { return s.KeyWithout(s.M.Digest(), vector.None) }

// KeyWithout is the key of a state of which the machine's digest is known. It leaves out what is a context's
// own; vector.None: nothing.
func (s *Session) KeyWithout(machine uint64, without int8) uint64 {
	h := digest.Mixer(machine)
	h.Word(uint64(uint8(without)))
	s.MixMemory(&h, without)
	s.Mon.Mix(&h, without)
	if s.OS != nil {
		s.OS.Mix(&h)
	}
	if s.Driver != nil {
		s.Driver.Mix(&h)
	}
	return uint64(h)
}

// MixMemory adds headers and save areas: whole lines, as the machine's own digest leaves
// them out, so that what lies after a save area in its last line counts too. Those of one
// context may be left out.
func (s *Session) MixMemory(h *digest.Mixer, without int8) {
	for i := range s.V.Image.Contexts {
		if i == int(without) {
			continue
		}
		x := &s.V.Image.Contexts[i]
		for at := x.Header; at < x.Header+vector.HeaderBytes; at += 4 {
			h.Word(uint64(s.Memory().ReadWord(at)))
		}
		anew := s.Mon.State().WritesAnew(i)
		for w := range uint32(vector.SavedLines) {
			if anew && w < regs.SaveRoomDWords && s.V.Packings[i].Anew[w] {
				continue
			}
			if v := s.Memory().ReadWord(x.SaveArea + 4*w); v != 0 {
				h.Word(uint64(w)<<32 | uint64(v))
			}
		}
	}
}
