package cosim

import (
	"bytes"
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
)

// Check compares final memory with golden's, byte for byte: surfaces first, so that a
// difference has a place, then everything but save areas and what the machine writes of headers.
func (s *Session) Check() error {
	if s.Mon != nil {
		v, traces, err := s.V.UpTo(s.Mon.Reached())
		if err != nil {
			return err
		}
		for i, t := range traces {
			if err := s.Mon.CheckFailures(i, t.Failures); err != nil {
				return err
			}
			if err := s.Mon.CheckCounts(i, t); err != nil {
				return err
			}
		}
		defer func(old *vector.Vector) { s.V = old }(s.V)
		s.V = v
	}
	for i := range s.V.Image.Contexts {
		if err := s.checkContext(i); err != nil {
			return err
		}
	}
	var line [pipe.LineBytes]byte
	for at := uint32(0); int(at) < len(s.V.Final); at += pipe.LineBytes {
		s.Memory().Read(at, line[:])
		from := s.private(at)
		if bytes.Equal(line[from:], s.V.Final[at+from:at+pipe.LineBytes]) {
			continue
		}
		if err := s.mismatch("P1", "memory at %#x is %x, golden has %x", at, line, s.V.Final[at:at+pipe.LineBytes]); err != nil {
			return err
		}
	}
	return nil
}

// headerWritten is how many bytes of a header the machine writes.
const headerWritten = 16

// private returns how many bytes at the beginning of a line golden does not write: all of
// a save area and of scratch memory, and what the machine writes of a header.
func (s *Session) private(at uint32) uint32 {
	for i := range s.V.Image.Contexts {
		x := &s.V.Image.Contexts[i]
		switch {
		case at == x.Header:
			return headerWritten
		case at >= x.SaveArea && at < x.SaveArea+regs.SaveRoomBytes:
			return pipe.LineBytes
		case at >= x.Scratch.From && at < x.Scratch.To:
			return pipe.LineBytes
		}
	}
	return 0
}

// mismatch is a difference of final memory; nil when its check is left out.
func (s *Session) mismatch(rule, format string, args ...any) error {
	if !s.Fails(monitor.CheckFinalMemory) {
		return nil
	}
	return &monitor.Mismatch{Rule: rule, Text: fmt.Sprintf(format, args...)}
}

func (s *Session) checkContext(i int) error {
	x := &s.V.Image.Contexts[i]
	read := s.Memory().ReadWord
	for _, f := range []struct {
		name string
		of   int
	}{{"colour", 0}, {"depth", 1}} {
		surface := &x.Color
		if f.of == 1 {
			surface = &x.Depth
		}
		want := s.V.Golden(surface)
		for k, got := range surface.Pixels(read) {
			if got == want[k] {
				continue
			}
			if err := s.mismatch("P1", "context %d, %s at (%d, %d) is %0*x, golden has %0*x",
				i, f.name, k%surface.Width, k/surface.Width, 2*surface.Bytes, got, 2*surface.Bytes, want[k]); err != nil {
				return err
			}
		}
	}
	for _, at := range append(append([]uint32(nil), x.Queries...), x.Fences...) {
		for k := uint32(0); k < 8; k += 4 {
			got, want := read(at+k), s.V.Word(at+k)
			if got == want {
				continue
			}
			if err := s.mismatch("P7", "context %d, memory at %#x is %#x, golden has %#x", i, at+k, got, want); err != nil {
				return err
			}
		}
	}
	return nil
}
