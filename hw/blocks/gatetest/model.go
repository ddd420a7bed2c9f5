// Package gatetest has a model of the break point for the tests of the blocks that can be
// it: what docs/commands.md ("The cursor") and spec chapter 2 say passes, is reported and is
// pinned, and contexts that are made at random, cut and restored.
package gatetest

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Item is something that comes to the break point: an entry, or a tile of a triangle.
type Item struct {
	pipe.Cmd
	X, Y uint16
	Mask uint64
}

// Moment is what the break point does in one cycle.
type Moment struct {
	Out    *Item            // goes down
	Report *pipe.Report     // on datapath A
	Pin    *pipe.PinRequest // to the MXU
	Answer bool             // an answer of the MXU is taken
	Take   bool             // the entry is taken from the input
	after  func()
}

// Model says what the break point does next.
type Model struct {
	Breaks bool                 // the block is the break point; else it sends all entries on
	Block  uint8                // of the dumps for INTERRUPTIBLE
	Below  func(*pipe.Cmd) bool // entries that go down
	TGInt  bool                 // a cut sends TG_INT
	Tiles  bool                 // tiles are entries of the input, and ends of triangles are not offered
	Reset  []uint32             // registers of the block when nothing has been written
	Regs   []uint32
	Items  []Item           // of the context, not passed
	Answer []pipe.PinAnswer // that have come and are not taken
	Left   func(cut bool)   // the token has left

	Slot    uint8
	At      pipe.Cursor
	Copy    bool
	Skips   bool // a restore has not come to its cursor
	Resumed bool // it has, and the cursor has not moved since
	skip    pipe.Cursor
	pinDraw bool
	set     uint8 // pin set of the draw
	asked   *pipe.PinRequest
	Fault   bool
	counts  [10]uint32
	held    [5]uint32
	dumped  int

	ending    int // steps of the end, 0: none
	Cut       bool
	Discarded uint32 // entries
	AtToken   bool   // INT_END is the next entry
}

// Steps of a context's end.
const (
	running = iota
	sendTGInt
	reportCut
	takeBack
	discard
	left
)

// Start begins the next context.
func (m *Model) Start() {
	*m = Model{Breaks: m.Breaks, Block: m.Block, Below: m.Below, TGInt: m.TGInt, Tiles: m.Tiles, Reset: m.Reset, Left: m.Left, Regs: append([]uint32(nil), m.Reset...)}
}

// Interrupt is the line.
func (m *Model) Interrupt() {
	m.Cut, m.ending, m.dumped = true, reportCut, 0
	switch {
	case !m.Breaks:
		m.ending = discard
	case m.TGInt:
		m.ending = sendTGInt
	}
}

// Ending tells whether the end has begun.
func (m *Model) Ending() bool { return m.ending != running }

// Next returns what comes next, when the neighbours let it; nil when nothing does.
func (m *Model) Next() *Moment {
	if m.ending != running {
		return m.nextOfEnd()
	}
	switch {
	case m.Fault:
		return nil
	case m.Resumed && m.At != m.skip:
		return &Moment{Report: m.report(pipe.Progress), after: func() { m.Resumed, m.skip = false, pipe.Cursor{} }}
	}
	for len(m.Items) > 0 && m.Skips && m.Items[0].Kind == pipe.Tile && m.Items[0].At.Before(&m.skip) {
		if m.Tiles {
			return &Moment{Take: true, after: func() { m.Items = m.Items[1:] }}
		}
		m.Items = m.Items[1:]
	}
	if len(m.Items) == 0 {
		return nil
	}
	e := &m.Items[0]
	if m.Skips && m.reached(e) {
		at := m.At
		if e.Kind == pipe.Tile {
			at = e.At
		}
		return &Moment{
			Report: &pipe.Report{Kind: pipe.Resumed, Slot: m.Slot, Block: m.Block, At: at},
			after:  func() { m.Skips, m.Resumed, m.At = false, true, at },
		}
	}
	switch e.Kind {
	case pipe.IntEnd:
		if m.ending = reportCut; !m.Breaks {
			m.ending = discard
		}
		return m.nextOfEnd()
	case pipe.Interruptible:
		if m.dumped < len(m.Regs) {
			return &Moment{
				Report: m.register(pipe.Dumped, e.Slot, m.Block, m.dumped, m.Regs[m.dumped]),
				after:  func() { m.dumped++ },
			}
		}
		if k := m.dumped - len(m.Regs); m.Breaks && k < len(m.counts) {
			return &Moment{
				Report: m.register(pipe.Dumped, e.Slot, regs.BlockBP, regs.BPIaVerticesLo+k, m.counts[k]),
				after:  func() { m.dumped++ },
			}
		}
	}
	switch {
	case !m.Breaks:
		return m.through(e)
	case e.Kind == pipe.Tile:
		return m.tile(e)
	case e.Kind == pipe.Fence || e.Kind == pipe.Query || e.Kind == pipe.Blit:
		return m.write(e)
	case e.Kind == pipe.Flush:
		o := m.withHead(m.pass(e), e)
		o.Answer = false
		return o
	}
	return m.marker(e)
}

// through sends an entry on where the break point is not.
func (m *Model) through(e *Item) *Moment {
	o := m.pass(e)
	after := o.after
	o.after = func() {
		if e.Kind == pipe.State {
			m.registerWritten(e.RegWrite())
		}
		after()
	}
	return o
}

// NextAtEnd is Next when INT_END may have come. Then a cursor that has moved after a restore
// needs no report of its own: that of the end has it.
func (m *Model) NextAtEnd() *Moment {
	if m.ending == running && len(m.Items) > 0 && m.Items[0].Kind == pipe.IntEnd {
		m.Resumed = false
	}
	return m.Next()
}

// registerWritten takes a state write to one of the block's registers.
func (m *Model) registerWritten(w pipe.RegWrite) {
	if w.Block == m.Block && int(w.Reg) < len(m.Regs) {
		m.Regs[w.Reg] = w.Value
	}
}

func (m *Model) register(kind pipe.ReportKind, slot, block uint8, reg int, value uint32) *pipe.Report {
	r := pipe.RegisterReport(kind, slot, uint16(reg), value).From(block)
	return &r
}

func (m *Model) report(kind pipe.ReportKind) *pipe.Report {
	return &pipe.Report{Kind: kind, Slot: m.Slot, Block: m.Block, At: m.At}
}

// reached tells whether an entry is the first thing at or past the restore's cursor: its
// place is that before it.
func (m *Model) reached(e *Item) bool {
	at := e.At
	switch e.Kind {
	case pipe.TriEnd, pipe.Resume, pipe.IntEnd, pipe.Stats:
		return false
	case pipe.State:
		if at.Offset--; e.RegWrite().Restored {
			return false
		}
	case pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush, pipe.EndDraw: // none is sent that lies before
		return true
	}
	return at.Head != m.skip.Head || at.Buffer != m.skip.Buffer || !at.Before(&m.skip)
}

// pass is the moment in which the entry itself passes.
func (m *Model) pass(e *Item) *Moment {
	o := &Moment{Take: e.Kind != pipe.Tile || m.Tiles}
	if m.Below(&e.Cmd) {
		x := *e
		o.Out = &x
	}
	o.after = func() {
		m.Items = m.Items[1:]
		m.dumped = 0
	}
	return o
}

func (m *Model) ask(r pipe.PinRequest) *Moment {
	return &Moment{Pin: &r, after: func() { m.asked = &r }}
}

// answer is the MXU's, nil when it has not come.
func (m *Model) answer() (a *pipe.PinAnswer) {
	if len(m.Answer) == 0 {
		return nil
	}
	return &m.Answer[0]
}

func (m *Model) answered() {
	m.Answer, m.asked = m.Answer[1:], nil
}

func (m *Model) tile(e *Item) *Moment {
	if m.asked == nil {
		if m.pinDraw {
			return m.ask(pipe.PinRequest{Kind: pipe.Draw, Slot: e.Slot})
		}
		return m.ask(pipe.PinTile(e.Slot, e.X, e.Y))
	}
	a := m.answer()
	switch {
	case a == nil:
		return nil
	case a.Fault:
		return &Moment{Answer: true, after: func() { m.answered(); m.Fault = true }}
	case m.asked.Kind == pipe.Draw:
		return &Moment{Answer: true, after: func() { m.set, m.pinDraw = a.Set, false; m.answered() }}
	}
	x := *e
	x.SetPinSet(m.set)
	o := m.pass(&x)
	o.Answer = true
	after := o.after
	o.after = func() { m.answered(); m.At.Tile = e.At.Tile + 1; after() }
	return o
}

func (m *Model) write(e *Item) *Moment {
	if m.asked == nil {
		switch e.Kind {
		case pipe.Fence:
			return m.ask(pipe.PinWord(e.Kind, e.Slot, e.FenceWrite().Addr))
		case pipe.Query:
			return m.ask(pipe.PinWord(e.Kind, e.Slot, e.QueryWrite().Addr))
		}
		return m.ask(pipe.PinBlit(e.Slot, e.Blit()))
	}
	a := m.answer()
	switch {
	case a == nil:
		return nil
	case a.Fault:
		return &Moment{Answer: true, after: func() { m.answered(); m.Fault = true }}
	}
	if i := int(e.QueryWrite().Counter) - regs.CounterIaVertices; e.Kind == pipe.Query && i >= 0 && i < 5 {
		x := *e
		x.SetCount(uint64(m.counts[2*i+1])<<32 + uint64(m.counts[2*i]))
		o := m.pass(&x)
		return m.withHead(o, e)
	}
	return m.withHead(m.pass(e), e)
}

// withHead moves the cursor past a command, and reports the head when it is one of the ring.
func (m *Model) withHead(o *Moment, e *Item) *Moment {
	at := e.At
	o.Answer = true
	if at.Buffer == 0 {
		o.Report = &pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, Block: m.Block, At: at}
	}
	after := o.after
	o.after = func() {
		if o.Answer {
			m.answered()
		}
		m.At = at
		after()
	}
	return o
}

// marker is all that needs no answer.
func (m *Model) marker(e *Item) *Moment {
	o := m.pass(e)
	after := o.after
	do := func(fn func()) { o.after = func() { fn(); after() } }
	moves := func() {
		if !m.Skips {
			m.At = e.At
		}
	}
	counts := func() {
		if moves(); m.Skips {
			return
		}
		for i, n := range m.held {
			sum := uint64(m.counts[2*i+1])<<32 + uint64(m.counts[2*i]) + uint64(n)
			m.counts[2*i], m.counts[2*i+1] = uint32(sum), uint32(sum>>32)
		}
		m.held = [5]uint32{}
	}
	switch e.Kind {
	case pipe.State:
		w := e.RegWrite()
		if m.Copy && !w.Restored {
			o.Report = m.register(pipe.Committed, e.Slot, w.Block, int(w.Reg), w.Value)
		}
		if w.Block == regs.BlockMXU || w.Block == regs.BlockC2D {
			pin := w.Pin(e.Slot)
			o.Pin = &pin
		}
		do(func() {
			if !w.Restored {
				moves()
			}
			if i := int(w.Reg) - regs.BPIaVerticesLo; w.Block == regs.BlockBP && i >= 0 && i < 10 {
				m.counts[i] = w.Value
			}
			m.registerWritten(w)
		})
	case pipe.Interruptible:
		o.Report = &pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, Block: m.Block, At: e.At}
		o.Pin = &pipe.PinRequest{Kind: pipe.Interruptible, Slot: e.Slot}
		do(func() { moves(); m.Copy = true })
	case pipe.Head:
		o.Report = &pipe.Report{Kind: pipe.HeadMoved, Slot: e.Slot, Block: m.Block, At: e.At}
		do(moves)
	case pipe.Resume:
		do(func() { m.skip, m.At, m.Skips, m.Copy = e.At, e.At, true, true })
	case pipe.Draw:
		do(func() { moves(); m.pinDraw = true })
	case pipe.Tri, pipe.Mark:
		do(counts)
	case pipe.EndDraw:
		o.Out.SetPinSet(m.set)
		do(func() { counts(); m.set, m.pinDraw = 0, false })
	case pipe.Stats:
		do(func() {
			for i, n := range e.Stats() {
				m.held[i] += n
			}
		})
	}
	return o
}

func (m *Model) discards() *pipe.Report {
	r := pipe.DiscardReport(m.Slot, m.Discarded).From(m.Block)
	return &r
}

// nextOfEnd is what follows the line, or INT_END.
func (m *Model) nextOfEnd() *Moment {
	switch m.ending {
	case sendTGInt:
		return &Moment{Out: &Item{Cmd: pipe.Cmd{Kind: pipe.TGInt, Slot: m.Slot}}, after: func() { m.ending = reportCut }}
	case reportCut:
		r := m.report(pipe.CutAt)
		r.Copied = m.Copy && !m.Skips
		return &Moment{Report: r, after: func() {
			if m.ending = discard; m.asked != nil {
				m.ending = takeBack
			}
		}}
	case takeBack:
		a := m.answer()
		if a == nil {
			return nil
		}
		o := &Moment{Answer: true, after: func() { m.answered(); m.ending = discard }}
		if !a.Fault {
			back := m.asked.TakenBack(a)
			o.Pin = &back
		}
		return o
	case discard:
		switch {
		case !m.AtToken:
			return nil
		case m.Discarded > 0:
			return &Moment{Report: m.discards(), after: func() { m.Discarded = 0 }}
		case !m.Breaks:
			return &Moment{Out: &Item{Cmd: pipe.Cmd{Kind: pipe.IntEnd, Slot: m.Slot}}, after: func() { m.ending = left }}
		case m.dumped < len(m.counts):
			r := m.register(pipe.Dumped, m.Slot, regs.BlockBP, regs.BPIaVerticesLo+m.dumped, m.counts[m.dumped])
			return &Moment{Report: r, after: func() { m.dumped++ }}
		}
		out := &Item{Cmd: pipe.Cmd{Kind: pipe.IntEnd, Slot: m.Slot}}
		out.SetPinSet(m.set)
		return &Moment{Out: out, Pin: &pipe.PinRequest{Kind: pipe.IntEnd, Slot: m.Slot}, after: func() { m.ending = left }}
	}
	if !m.Breaks {
		return &Moment{Take: true, after: func() { m.Left(m.Cut) }}
	}
	return &Moment{Take: true, Report: &pipe.Report{Kind: pipe.TokenLeft, Slot: m.Slot, Block: m.Block}, after: func() { m.Left(m.Cut) }}
}

// Do notes that a moment has been.
func (m *Model) Do(o *Moment) { o.after() }
