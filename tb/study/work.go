package study

import (
	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Work counts what the blocks above the break point have done.
type Work struct {
	Primitives float64 `json:"primitives"` // sent by CSP
	Shaded     float64 `json:"shaded"`     // shaded by EUP
	Triangles  float64 `json:"triangles"`  // set up by TSU
	Spans      float64 `json:"spans"`      // walked by SG
}

// counter counts the work of a session. It is set to zero when the session becomes a fork.
type counter struct{ primitives, shaded, triangles, spans int }

func (c *counter) watch(m *hw.Machine) {
	add := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	m.CSP.P.Vertex.Tap().OnPut(func(_ uint64, e *pipe.VertexEntry) { add(&c.primitives, e.Kind == pipe.Prim) })
	m.EUP.P.EUPFifo.Tap().OnPut(func(_ uint64, e *pipe.Shaded) { add(&c.shaded, e.Kind == pipe.Prim) })
	m.TSU.P.TSUFifo.Tap().OnPut(func(_ uint64, e *pipe.Triangle) { add(&c.triangles, e.Kind == pipe.Tri) })
	m.SG.P.SGTG.Tap().OnPut(func(_ uint64, e *pipe.SpanEntry) { add(&c.spans, e.Kind == pipe.Span) })
}

func (c counter) minus(d counter) counter {
	return counter{c.primitives - d.primitives, c.shaded - d.shaded, c.triangles - d.triangles, c.spans - d.spans}
}

func (c *counter) add(d counter) {
	c.primitives += d.primitives
	c.shaded += d.shaded
	c.triangles += d.triangles
	c.spans += d.spans
}

// mean is the work for each of n cuts.
func (c *counter) mean(n int) Work {
	of := func(k int) float64 { return tenth(float64(k) / float64(max(n, 1))) }
	return Work{of(c.primitives), of(c.shaded), of(c.triangles), of(c.spans)}
}

// Dump is what a save of everything would write, in bytes: the bits of registers, memories
// and FIFO entries as the model holds them, without memory itself and the CPU's bus. A cut
// may come at any time, so the registers and memories of the blocks count whole; of the FIFOs
// and queues only what is in them.
type Dump struct {
	Fifos    Spread  `json:"fifos"`
	Blocks   Spread  `json:"blocks"`
	Capacity float64 `json:"fifo_capacity"` // of all FIFOs, full
}

// dumpOf returns the bytes in a machine's FIFOs and blocks.
func dumpOf(m *hw.Machine) (fifos, blocks float64) {
	bits := 0
	for _, c := range m.Connections() {
		if inside(m, &c) {
			bits += c.Len * c.EntryBits
		}
	}
	state := uint64(0)
	for _, b := range m.Blocks() {
		if b != wires.Block(m.Memory) && b != wires.Block(m.Host) {
			state += m.StateBits(b)
		}
	}
	return float64(bits) / 8, float64(state) / 8
}

// capacity returns the bytes of all FIFOs.
func capacity(m *hw.Machine) float64 {
	bits := 0
	for _, c := range m.Connections() {
		if inside(m, &c) {
			bits += c.Depth * c.EntryBits
		}
	}
	return float64(bits) / 8
}

// inside leaves out lines, and the CPU's bus.
func inside(m *hw.Machine, c *wires.Connection) bool { return !c.Line && c.From != m.Host.Name() }
