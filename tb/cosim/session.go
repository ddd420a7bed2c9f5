package cosim

import (
	"bytes"
	"fmt"
	"strings"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Session is a machine that runs a vector, with its monitors.
type Session struct {
	M   *hw.Machine
	V   *Vector
	Mon *Monitor
	// Patience is the number of cycles without progress behind which a run is called
	// hung.
	Patience uint64
	// Live has the machine run through its engine, which Akita's monitor can pause.
	Live bool
	// Interrupts counts those that the CPU has raised.
	Interrupts int
	bare       bare
	os         *paging // nil: addresses are those of memory
	halted     bool    // a monitor has stopped the run
}

// Advance runs the machine to a cycle, or until a monitor or an idle machine stops it;
// the operating system does its part on the way.
func (s *Session) Advance(until uint64) error {
	s.halted = false
	for s.os != nil {
		target := until
		if at := s.os.next(); at > 0 {
			target = min(until, max(at, s.M.Cycle()+1))
		}
		s.os.st.Woken = false
		before := s.M.Cycle()
		if err := s.run(target); err != nil {
			return err
		}
		if s.M.Quiet() {
			s.os.hurry()
		}
		if err := s.os.work(); err != nil {
			return err
		}
		if s.M.Cycle() >= until || s.halted || s.M.Cycle() == before && s.M.Quiet() {
			return nil
		}
	}
	return s.run(until)
}

func (s *Session) run(until uint64) error {
	if s.Live {
		return s.M.Engine.RunTo(until)
	}
	return s.M.Run(until)
}

// stop has the run return to who waits for what has happened.
func (mon *Monitor) stop() {
	mon.sess.halted = true
	mon.m.Stop()
}

// NewSession builds a machine, loads the vector into its memory and gives it the run
// list. With monitors off only the final check remains.
func NewSession(cfg hw.Config, v *Vector, monitors bool) (*Session, error) {
	if need := int(v.end()); need > cfg.Memory.SizeMiB<<20 {
		cfg.Memory.SizeMiB = (need + 1<<20 - 1) >> 20
	}
	m, err := hw.Build(cfg)
	if err != nil {
		return nil, err
	}
	s := &Session{M: m, V: v, Patience: 4 * (v.Bounds(&m.Config).Total() + 100000)}
	if v.Paging != nil {
		s.paged(*v.Paging)
	} else {
		for i := range v.Image.Contexts {
			x := &v.Image.Contexts[i]
			m.Memory.LeaveOut(x.Header, x.Header+32)
			m.Memory.LeaveOut(x.SaveArea, x.SaveArea+regs.SaveAreaBytes)
		}
	}
	s.Memory().Write(0, v.Image.Bytes)
	if monitors {
		s.Mon = attach(s)
	} else {
		s.bare.watch(m)
	}
	if err := s.give(); err != nil {
		return nil, err
	}
	return s, m.Run(m.Cycle() + startCycles)
}

// give gives the CSP its status buffer and its run lists: the even one, which starts, then
// the odd one.
func (s *Session) give() error {
	if s.V.Status > 0 {
		at := s.V.StatusBuffer()
		s.M.Memory.LeaveOut(at, at+s.V.Status*statusBytes)
		if err := s.M.StatusBuffer(at, s.V.Status); err != nil {
			return err
		}
	}
	lists := s.V.Lists()
	if s.os != nil {
		for i := range s.V.Image.Contexts {
			for k := range lists {
				for n, base := range lists[k].Contexts {
					if base == s.V.Image.Contexts[i].Header {
						lists[k].Tables[n] = s.os.table(i)
					}
				}
			}
		}
	}
	if err := s.M.WriteRunList(false, lists[0]); err != nil {
		return err
	}
	if lists[1] == (csp.RunList{}) {
		return nil
	}
	return s.M.WriteRunList(true, lists[1])
}

// statusBytes is the size of an entry of the context status buffer.
const statusBytes = 4 * csp.StatusDWords

// StatusBuffer returns the address of the context status buffer, behind all else.
func (v *Vector) StatusBuffer() uint32 {
	if v.Paging != nil {
		return v.pagedBytes()
	}
	return (uint32(len(v.Image.Bytes)) + 63) &^ 63
}

// end returns the memory that a session needs.
func (v *Vector) end() uint32 { return v.StatusBuffer() + v.Status*statusBytes }

// Lists returns the even and the odd run list.
func (v *Vector) Lists() (lists [2]csp.RunList) {
	var n [2]int
	for i := range v.Image.Contexts {
		k := 0
		if v.Odd[i] {
			k = 1
		}
		lists[k].Contexts[n[k]] = v.Image.Contexts[i].Header
		n[k]++
	}
	if v.Leave {
		lists[0].Leave, lists[1].Leave = true, true
	}
	return lists
}

// contextAt returns the number of the context with a header.
func (s *Session) contextAt(header uint32) int {
	for i := range s.V.Image.Contexts {
		if s.V.Image.Contexts[i].Header == header {
			return i
		}
	}
	return -1
}

// startCycles is how long the run list is on its way to the CSP; interrupts count from
// there on.
const startCycles = 4

// RunTo runs to a cycle, or until the machine is idle.
func (s *Session) RunTo(cycle uint64) error {
	for s.M.Cycle() < cycle && !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(min(cycle, before+s.Patience/4)); err != nil {
			return err
		}
		if err := s.hung(); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			break
		}
	}
	return nil
}

// Finish runs until the machine is idle.
func (s *Session) Finish() error {
	if err := s.RunTo(^uint64(0)); err != nil {
		return err
	}
	if !s.Idle() {
		return s.Hang("nothing can happen any more")
	}
	if s.Mon != nil {
		return s.guard(func() { s.Mon.checkTokens(); s.Mon.checkFinished() })
	}
	return nil
}

// guard turns a broken rule into an error.
func (s *Session) guard(check func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			v, ok := r.(*wires.Violation)
			if !ok {
				panic(r)
			}
			err = v
		}
	}()
	check()
	return nil
}

// Idle tells whether every context has ended and the pipe is empty.
func (s *Session) Idle() bool {
	return s.M.Idle() && (s.os == nil || !s.os.busy())
}

// hung is the progress watchdog.
func (s *Session) hung() error {
	if s.Mon == nil || s.M.Cycle() < s.Mon.s.LastMove+s.Patience || s.Idle() {
		return nil
	}
	return s.Hang(fmt.Sprintf("no progress for %d cycles", s.Patience))
}

// Hang makes the hang report: each block's state in a line, each FIFO's fill and head.
func (s *Session) Hang(why string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "hang in cycle %d: %s\n", s.M.Cycle(), why)
	for _, k := range s.M.Blocks() {
		fmt.Fprintf(&b, "  %s\n", k.Line())
	}
	heads := Heads(s.M)
	for _, c := range s.M.Connections() {
		if c.Len > 0 {
			fmt.Fprintf(&b, "  %-14s %d of %d  %s\n", c.Name, c.Len, c.Depth, heads[c.Name])
		}
	}
	return &HangError{Report: b.String()}
}

// HangError is a run that makes no progress.
type HangError struct{ Report string }

// Error returns the report.
func (e *HangError) Error() string { return e.Report }

// Heads returns the oldest entry of each pipe FIFO as text.
func Heads(m *hw.Machine) map[string]string {
	t := m.Taps()
	out := map[string]string{}
	put := func(name string, n int, c func() *pipe.Cmd) {
		if n > 0 {
			h := c()
			out[name] = fmt.Sprintf("%s slot %d at %+v", h.Kind, h.Slot, h.At)
		}
	}
	put(t.Csp.Name(), t.Csp.Len(), func() *pipe.Cmd { return t.Csp.Peek(0) })
	put(t.Vertex.Name(), t.Vertex.Len(), func() *pipe.Cmd { return &t.Vertex.Peek(0).Cmd })
	put(t.Threads.Name(), t.Threads.Len(), func() *pipe.Cmd { return &t.Threads.Peek(0).Cmd })
	put(t.Eup.Name(), t.Eup.Len(), func() *pipe.Cmd { return &t.Eup.Peek(0).Cmd })
	put(t.Tsu.Name(), t.Tsu.Len(), func() *pipe.Cmd { return &t.Tsu.Peek(0).Cmd })
	put(t.Asu.Name(), t.Asu.Len(), func() *pipe.Cmd { return &t.Asu.Peek(0).Cmd })
	put(t.Spans.Name(), t.Spans.Len(), func() *pipe.Cmd { return &t.Spans.Peek(0).Cmd })
	put(t.Tiles.Name(), t.Tiles.Len(), func() *pipe.Cmd { return &t.Tiles.Peek(0).Cmd })
	put(t.Attributes.Name(), t.Attributes.Len(), func() *pipe.Cmd { return &t.Attributes.Peek(0).Cmd })
	put(t.Quads.Name(), t.Quads.Len(), func() *pipe.Cmd { return &t.Quads.Peek(0).Cmd })
	put(t.Colors.Name(), t.Colors.Len(), func() *pipe.Cmd { return &t.Colors.Peek(0).Cmd })
	return out
}

// Interrupt raises the CPU's interrupt.
func (s *Session) Interrupt() (err error) {
	s.Interrupts++
	if s.Live {
		s.M.Engine.Inspect(func() { err = s.M.Interrupt() })
		return err
	}
	return s.M.Interrupt()
}

// Check compares final memory with golden's, byte for byte: surfaces first, so that a
// difference has a place, then everything but save areas and what the machine writes of headers.
func (s *Session) Check() error {
	if s.Mon != nil {
		v, err := s.V.upTo(&s.Mon.s)
		if err != nil {
			return err
		}
		defer func(old *Vector) { s.V = old }(s.V)
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
		return &Mismatch{fmt.Sprintf("rule P1: memory at %#x is %x, golden has %x", at, line, s.V.Final[at:at+pipe.LineBytes])}
	}
	return nil
}

// headerWritten is how many bytes of a header the machine writes.
const headerWritten = 16

// private returns how many bytes at the beginning of a line golden does not write: all of
// a save area, and what the machine writes of a header.
func (s *Session) private(at uint32) uint32 {
	for i := range s.V.Image.Contexts {
		x := &s.V.Image.Contexts[i]
		switch {
		case at == x.Header:
			return headerWritten
		case at >= x.SaveArea && at < x.SaveArea+regs.SaveAreaBytes:
			return pipe.LineBytes
		}
	}
	return 0
}

// Mismatch is a difference of final memory.
type Mismatch struct{ Text string }

// Error names context, surface and pixel.
func (e *Mismatch) Error() string { return e.Text }

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
			if got != want[k] {
				return &Mismatch{fmt.Sprintf("rule P1: context %d, %s at (%d, %d) is %0*x, golden has %0*x",
					i, f.name, k%surface.Width, k/surface.Width, 2*surface.Bytes, got, 2*surface.Bytes, want[k])}
			}
		}
	}
	for _, at := range append(append([]uint32(nil), x.Queries...), x.Fences...) {
		for k := uint32(0); k < 8; k += 4 {
			if got, want := read(at+k), s.V.word(at+k); got != want {
				return &Mismatch{fmt.Sprintf("rule P7: context %d, memory at %#x is %#x, golden has %#x", i, at+k, got, want)}
			}
		}
	}
	return nil
}

// Cursor returns the break point's cursor in a context, as golden has it.
func (s *Session) Cursor(context int) golden.Cursor { return s.Mon.s.Contexts[context].At }

// Cuts returns how often the line was raised.
func (s *Session) Cuts() int { return int(s.Mon.s.Cuts) }
