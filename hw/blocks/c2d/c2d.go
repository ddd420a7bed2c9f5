// Package c2d is the 2D block: fills and copies between surfaces (spec chapter 1,
// docs/arithmetic.md, section 11). The CSP gives it register writes as they are parsed
// and starts it when everything before the command is in memory; it then works to its
// end and reports on datapath A, through the MXU.
package c2d

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of C2D.
type Config struct {
	InFlight int `cfg:"in_flight" default:"8" min:"1" max:"64" unit:"lines of 64 bytes" doc:"Destination lines between their first read and the answer to their write."`
}

// Ports of C2D.
type Ports struct {
	CSPC2D wires.In[pipe.Cmd] // CSP_C2D
	C2DReq wires.Out[pipe.MemRequest]
	C2DAns wires.In[pipe.MemAnswer]
	DPC2D  wires.Out[pipe.Report]
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Ready  Phase = iota
	Walk         // goes through the destination's lines
	Finish       // waits for memory, then reports
)

// State is everything that a clock edge changes.
type State struct {
	Phase  Phase
	Regs   [pipe.Slots]regs.C2DRegs // by context slot
	Slot   uint8                    // of the command that runs
	Copy   bool                     // it is a copy, not a fill
	At     point                    // Walk: destination pixel with which the next line begins
	Lines  wires.Queue[line]
	Writes uint8 // writes that memory has not answered
	DRQ    drq.State
}

// C2D is the block.
type C2D struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
	drq drq.Unit
}

// New makes the block in reset state.
func New(name string, cfg Config) *C2D {
	b := &C2D{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	for i := range b.S.Regs {
		b.S.Regs[i].Reset()
	}
	b.drq.Init(regs.BlockC2D, &b.S.DRQ, &b.P.DPC2D, nil, nil)
	return b
}

// Parts implements wires.Block.
func (b *C2D) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *C2D) Tick(uint64) wires.Activity {
	moved := b.answer()
	took, held := b.command()
	a := b.work()
	switch {
	case moved || took:
		return wires.Busy
	case held && b.S.Phase == Ready:
		return b.P.DPC2D.Blocked()
	}
	return a
}

// command takes an entry of CSP_C2D. Registers of the slot that does not run may be
// written meanwhile; a second fill or copy waits. It is held while registers cannot be copied.
func (b *C2D) command() (took, held bool) {
	if !b.P.CSPC2D.Valid() {
		return false, false
	}
	s := &b.S
	c := b.P.CSPC2D.Head()
	g := &s.Regs[c.Slot]
	switch c.Kind {
	case pipe.State:
		w := c.RegWrite()
		regs.Write(g[:], w.Reg, w.Value)
	case pipe.Interruptible:
		if a, done := b.drq.Dump(c.Slot, g[:]); !done {
			return a == wires.Busy, a != wires.Busy
		}
	case pipe.IntEnd:
		g.Reset()
	case pipe.Blit:
		if s.Phase != Ready {
			return false, false
		}
		b.start(c)
	}
	b.P.CSPC2D.Drop()
	return true, false
}

func (b *C2D) start(c *pipe.Cmd) {
	s := &b.S
	g := &s.Regs[c.Slot]
	s.Slot, s.Copy, s.Phase = c.Slot, c.Blit() == pipe.BlitCopy, Walk
	if g.ExtentWidth() == 0 || g.ExtentHeight() == 0 {
		s.Phase = Finish
		return
	}
	d := b.destination()
	s.At = d.first(g)
}

func (b *C2D) destination() surface {
	g := &b.S.Regs[b.S.Slot]
	return surfaceOf(g.DstBase(), g.DstLayoutPitch(), g.DstLayoutFormat(), g.DstLayoutTiled())
}

func (b *C2D) source() surface {
	g := &b.S.Regs[b.S.Slot]
	return surfaceOf(g.SrcBase(), g.SrcLayoutPitch(), g.SrcLayoutFormat(), g.SrcLayoutTiled())
}

// work sends a request and begins a line.
func (b *C2D) work() wires.Activity {
	s := &b.S
	if s.Phase == Ready {
		return b.P.CSPC2D.Starved()
	}
	a, sent := b.request()
	if begun := b.begin(); begun || sent {
		return wires.Busy
	}
	if s.Phase == Finish && s.Lines.Len() == 0 && s.Writes == 0 {
		return b.report()
	}
	return a
}

// request writes the oldest line when it is complete, else reads for the newest one.
func (b *C2D) request() (a wires.Activity, sent bool) {
	s := &b.S
	n := s.Lines.Len()
	if n == 0 {
		return b.P.C2DAns.Starved(), false
	}
	l, newest := s.Lines.Front(), s.Lines.At(n-1)
	switch {
	case l.Missing != 0 && newest.Ask == 0:
		return b.P.C2DAns.Starved(), false
	case !b.P.C2DReq.Ready():
		return b.P.C2DReq.Blocked(), false
	case l.Missing == 0:
		r := b.P.C2DReq.Slot()
		*r = pipe.MemRequest{Op: pipe.Write, Slot: s.Slot, Addr: l.Addr, Mask: b.mask(l), Data: l.Data}
		b.P.C2DReq.Push()
		s.Lines.Pop()
		s.Writes++
	default:
		addr, served := b.sourceLine(newest, newest.Ask)
		newest.Ask &^= served
		r := b.P.C2DReq.Slot()
		*r = pipe.MemRequest{Op: pipe.Read, Slot: s.Slot, Addr: addr}
		b.P.C2DReq.Push()
	}
	return 0, true
}

// begin takes up the next line when everything is asked for the one before.
func (b *C2D) begin() bool {
	s := &b.S
	n := s.Lines.Len()
	if s.Phase != Walk || n+int(s.Writes) >= b.cfg.InFlight || n > 0 && s.Lines.At(n-1).Ask != 0 {
		return false
	}
	g := &s.Regs[s.Slot]
	l := s.Lines.Add()
	d := b.destination()
	*l = line{}
	if !d.line(g, s.At, l) {
		b.outside(&d, s.At)
	}
	if s.Copy {
		l.Ask, l.Missing = l.Want, l.Want
	} else {
		fill(&l.Data, d.bytes, g.FillLo(), g.FillHi())
	}
	if at, more := d.next(g, s.At); more {
		s.At = at
	} else {
		s.At, s.Phase = point{}, Finish
	}
	return true
}

// answer takes what memory brings; there is always room for it.
func (b *C2D) answer() bool {
	if !b.P.C2DAns.Valid() {
		return false
	}
	s := &b.S
	a := b.P.C2DAns.Head()
	if a.Op == pipe.Write {
		s.Writes -= uint8(1 + a.More)
	} else {
		i := 0
		for s.Lines.At(i).Missing == 0 {
			i++
		}
		l := s.Lines.At(i)
		_, served := b.sourceLine(l, l.Missing)
		b.convert(l, served, &a.Data)
		l.Missing &^= served
	}
	b.P.C2DAns.Drop()
	return true
}

// convert puts the pixels that a source line holds into a destination line.
func (b *C2D) convert(l *line, pixels uint32, data *[16]uint32) {
	d, src := b.destination(), b.source()
	for k := range d.pixels() {
		if pixels>>k&1 == 0 {
			continue
		}
		a, _ := src.address(b.sourcePixel(l, &d, k))
		v := get(data, a%pipe.LineBytes, src.bytes)
		put(&l.Data, uint32(k)*d.bytes, d.bytes, convertPixel(v, src.format, d.format))
	}
}

// mask returns the bytes of a line that are written.
func (b *C2D) mask(l *line) (m uint64) {
	n := bytesOf(b.S.Regs[b.S.Slot].DstLayoutFormat())
	for k := uint32(0); k < pipe.LineBytes/n; k++ {
		if l.Want>>k&1 != 0 {
			m |= (1<<n - 1) << (k * n)
		}
	}
	return m
}

// report tells the back-end parser that everything is in memory.
func (b *C2D) report() wires.Activity {
	if !b.drq.Ready() {
		return b.P.DPC2D.Blocked()
	}
	b.drq.Send(pipe.Report{Kind: pipe.BlitDone, Slot: b.S.Slot})
	b.S.Slot, b.S.Copy, b.S.Phase = 0, false, Ready
	return wires.Busy
}

// outside stops the run: a pixel has no address.
func (b *C2D) outside(s *surface, p point) {
	b.Break("memory range", "context slot %d: pixel (%d, %d) of the surface at %#x lies outside memory", b.S.Slot, p.X, p.Y, s.base)
}

// Line prints phase, lines and writes under way.
func (b *C2D) Line() string {
	return fmt.Sprintf("C2D %s l%d w%d", [...]string{"rdy", "wlk", "fin"}[b.S.Phase], b.S.Lines.Len(), b.S.Writes)
}
