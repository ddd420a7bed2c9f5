// Package sg is the span generator: it walks a triangle into spans, one row of covered
// pixels each. It has no interrupt line: it works on until it meets INT_END, forwards
// it to TG and goes on with the next entry (spec chapter 2, step 6).
package sg

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of SG, which has no parameters.
type Config struct{}

// Ports of SG.
type Ports struct {
	ASUFifo wires.In[pipe.Edges]
	SGTG    wires.Out[pipe.SpanEntry]
}

// Phase is the state of the block's state machine.
type Phase uint8

// Phases.
const (
	Normal Phase = iota
	Rows         // walks the triangle at the head of the ASU_FIFO
)

// State is everything that a clock edge changes.
type State struct {
	Phase  Phase
	Regs   regs.SGTGRegs
	Row    int32 // next row
	EndRow int32
}

// SG is the block.
type SG struct {
	wires.BlockBase
	P Ports
	S State
}

// New makes the block in reset state.
func New(name string, _ Config) *SG {
	b := &SG{BlockBase: wires.NewBlockBase(name)}
	b.S.Regs.Reset()
	return b
}

// Parts implements wires.Block.
func (b *SG) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *SG) Tick(uint64) wires.Activity {
	switch {
	case !b.P.ASUFifo.Valid():
		return b.P.ASUFifo.Starved()
	case !b.P.SGTG.Ready():
		return b.P.SGTG.Blocked()
	case b.S.Phase == Rows:
		return b.row()
	}
	e := b.P.ASUFifo.Head()
	if e.Kind == pipe.Tri {
		b.begin(e)
		return wires.Busy
	}
	if e.Writes(regs.BlockSGTG) {
		w := e.RegWrite()
		regs.Write(b.S.Regs[:], w.Reg, w.Value)
	}
	if e.Kind == pipe.IntEnd {
		b.S.Regs.Reset() // for the next context
	}
	b.send(&e.Cmd)
	b.P.ASUFifo.Drop()
	return wires.Busy
}

func (b *SG) send(c *pipe.Cmd) {
	o := b.P.SGTG.Slot()
	*o = pipe.SpanEntry{Cmd: *c}
	b.P.SGTG.Push()
}

// begin announces the triangle and finds its rows.
func (b *SG) begin(e *pipe.Edges) {
	b.send(&e.Cmd)
	y0 := min(e.Y[0], e.Y[1], e.Y[2])
	y1 := max(e.Y[0], e.Y[1], e.Y[2])
	top, bottom := b.limits(b.S.Regs.TargetSizeHeight(), b.S.Regs.ScissorMinY(), b.S.Regs.ScissorMaxY())
	b.S.Row = max(ceilShift(y0), top)
	b.S.EndRow = min(y1>>8+1, bottom)
	b.S.Phase = Rows
}

// limits returns the range of pixels inside target and scissor.
func (b *SG) limits(size, lo, hi uint32) (int32, int32) {
	return int32(lo), int32(min(size, hi))
}

// row sends the span of one row, or the triangle's end.
func (b *SG) row() wires.Activity {
	e := b.P.ASUFifo.Head()
	if b.S.Row >= b.S.EndRow {
		end := e.Cmd
		end.Kind = pipe.TriEnd
		b.send(&end)
		b.S.Phase, b.S.Row, b.S.EndRow = Normal, 0, 0
		b.P.ASUFifo.Drop()
		return wires.Busy
	}
	left, right := b.limits(b.S.Regs.TargetSizeWidth(), b.S.Regs.ScissorMinX(), b.S.Regs.ScissorMaxX())
	x0, x1 := span(e, b.S.Row, left, right)
	if x0 < x1 {
		o := b.P.SGTG.Slot()
		*o = pipe.SpanEntry{Cmd: e.Cmd, Y: b.S.Row, X0: x0, X1: x1}
		o.Kind = pipe.Span
		b.P.SGTG.Push()
	}
	b.S.Row++
	return wires.Busy
}

// span returns the covered pixels x0 to x1-1 of a row: each edge bounds them from one
// side (docs/arithmetic.md, section 4).
func span(e *pipe.Edges, row, x0, x1 int32) (int32, int32) {
	for i := range 3 {
		j := i + 1
		if j == 3 {
			j = 0
		}
		dx, dy := int64(e.X[j]-e.X[i]), int64(e.Y[j]-e.Y[i])
		// E = c - dy·256·x, and it must be at least 0 on top-left edges, 1 on others.
		c := dx*(int64(row)<<8-int64(e.Y[i])) + dy*int64(e.X[i])
		if !(dy < 0 || dy == 0 && dx > 0) {
			c--
		}
		switch {
		case dy > 0:
			x1 = min(x1, clamp(floorDiv(c, dy<<8))+1)
		case dy < 0:
			x0 = max(x0, clamp(ceilDiv(c, dy<<8)))
		case c < 0:
			return 0, 0
		}
	}
	return x0, x1
}

func clamp(v int64) int32 { return int32(min(max(v, -1<<24), 1<<24)) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// ceilShift returns the first row at or below a 24.8 position.
func ceilShift(y int32) int32 { return (y + 255) >> 8 }

// Line prints phase and row.
func (b *SG) Line() string {
	return fmt.Sprintf("SG %s %d", [...]string{"run", "row"}[b.S.Phase], b.S.Row)
}
