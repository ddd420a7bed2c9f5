package golden

import (
	"math"
	"sort"

	"tilemark/hw/regs"
)

// numStatistics counters, from regs.CounterIaVertices on, are those above the break point.
const numStatistics = regs.CounterPsInvocations - regs.CounterIaVertices

// counters are the counters of a context.
type counters [regs.CounterLimit]uint64

// statistics are the counters above the break point (section 10).
type statistics [numStatistics]uint64

// counterRegister is where a counter is shown: its low half, with the high half after.
type counterRegister struct {
	block uint8
	low   uint16
}

var counterRegisters = [regs.CounterLimit]counterRegister{
	regs.CounterOcclusion:       {regs.BlockZL2, regs.ZL2OcclusionLo},
	regs.CounterIaVertices:      {regs.BlockBP, regs.BPIaVerticesLo},
	regs.CounterIaPrimitives:    {regs.BlockBP, regs.BPIaPrimitivesLo},
	regs.CounterVsInvocations:   {regs.BlockBP, regs.BPVsInvocationsLo},
	regs.CounterClipInvocations: {regs.BlockBP, regs.BPClipInvocationsLo},
	regs.CounterClipPrimitives:  {regs.BlockBP, regs.BPClipPrimitivesLo},
	regs.CounterPsInvocations:   {regs.BlockPS, regs.PSPsInvocationsLo},
}

// findCounter tells which counter a register shows a half of, if any.
func findCounter(block uint8, reg uint16) (counter int, high, found bool) {
	for i, c := range counterRegisters {
		if c.block == block && (reg == c.low || reg == c.low+1) {
			return i, reg != c.low, true
		}
	}
	return 0, false, false
}

// half returns half of a counter.
func half(counter uint64, high bool) uint32 {
	if high {
		return uint32(counter >> 32)
	}
	return uint32(counter)
}

// withHalf replaces half of a counter.
func withHalf(counter uint64, high bool, value uint32) uint64 {
	if high {
		return counter&math.MaxUint32 | uint64(value)<<32
	}
	return counter&^math.MaxUint32 | uint64(value)
}

func resetCounters() (c counters) {
	for i, r := range counterRegisters {
		c[i] = uint64(resetValue(r.block, r.low)) | uint64(resetValue(r.block, r.low+1))<<32
	}
	return c
}

// setCounters shows the counters in their registers.
func (r *registers) setCounters(c *counters) {
	for i, at := range counterRegisters {
		r[at.block][at.low], r[at.block][at.low+1] = half(c[i], false), half(c[i], true)
	}
}

// noteStatistics makes the trace remember the counters above the break point as they
// stand now. Events name the note that belongs to their cursor.
func (r *renderer) noteStatistics() {
	r.trace.notes = append(room(r.trace.notes, 1), statistics(r.counters[regs.CounterIaVertices:regs.CounterPsInvocations]))
}

// counts tells whether statistics above the break point are counted.
func (r *registers) counts() bool {
	return flag(r.word(regs.BlockTSU, regs.TSUStatisticsControl), regs.TSUStatisticsControlEnableShift)
}

// complete counts a primitive of which clipping left so many triangles.
func (r *renderer) complete(d *draw, clipped uint64) {
	if !d.counted {
		return
	}
	triangles := uint64(1)
	if d.topology == regs.CSPTopologyPatchList {
		triangles = uint64(2 * d.segments * d.segments)
	}
	r.counters[regs.CounterIaVertices] += d.consumes(d.at.Primitive)
	r.counters[regs.CounterIaPrimitives]++
	r.counters[regs.CounterVsInvocations] += 3 * triangles
	r.counters[regs.CounterClipInvocations] += triangles
	r.counters[regs.CounterClipPrimitives] += clipped
	r.noteStatistics()
}

// consumes is the number of vertices that a primitive takes.
func (a *assembly) consumes(primitive uint32) uint64 {
	anew := primitive == 0
	if a.restart {
		anew = a.cut[primitive].anew
	}
	switch {
	case a.topology == regs.CSPTopologyPatchList:
		return patchVertices
	case a.topology == regs.CSPTopologyTriangleList || anew:
		return 3
	}
	return 1
}

// drawNote is a draw whose primitives have notes, one after each.
type drawNote struct {
	event      int    // index in Trace.Events
	primitives uint32 // of an instance
}

// counters returns the counters after the first n events, when a marker has moved the
// cursor to at.
func (t *Trace) counters(n int, at Cursor) (c counters) {
	if n == 0 {
		return resetCounters()
	}
	e := &t.Events[n-1]
	note := int(e.note)
	if from := e.Cursor; from.Instance != at.Instance || from.Primitive != at.Primitive {
		note += t.primitivesBetween(n-1, from, at)
	}
	c[regs.CounterOcclusion], c[regs.CounterPsInvocations] = e.Occlusion, e.PixelRuns
	copy(c[regs.CounterIaVertices:], t.notes[min(note, len(t.notes)-1)][:])
	return c
}

// primitivesBetween is the number of counted primitives between two places of the draw
// that event belongs to.
func (t *Trace) primitivesBetween(event int, from, to Cursor) int {
	i := sort.Search(len(t.draws), func(i int) bool { return t.draws[i].event > event }) - 1
	if i < 0 {
		return 0
	}
	if draw := t.Events[t.draws[i].event].Cursor; draw.Head != from.Head || draw.Buffer != from.Buffer || draw.Offset != from.Offset {
		return 0 // in another draw, which is not counted
	}
	return int(to.Instance-from.Instance)*int(t.draws[i].primitives) + int(to.Primitive) - int(from.Primitive)
}
