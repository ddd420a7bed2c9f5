package driver

import (
	"tilemark/hw/regs"
	"tilemark/tb/scene"
)

// A counter is a 64-bit counter in two registers, low half first.
type counter struct{ block, low int }

// counters are numbered as QUERY_WRITE names them.
var counters = [regs.CounterLimit]counter{
	regs.CounterOcclusion:       {regs.BlockZL2, regs.ZL2OcclusionLo},
	regs.CounterIaVertices:      {regs.BlockBP, regs.BPIaVerticesLo},
	regs.CounterIaPrimitives:    {regs.BlockBP, regs.BPIaPrimitivesLo},
	regs.CounterVsInvocations:   {regs.BlockBP, regs.BPVsInvocationsLo},
	regs.CounterClipInvocations: {regs.BlockBP, regs.BPClipInvocationsLo},
	regs.CounterClipPrimitives:  {regs.BlockBP, regs.BPClipPrimitivesLo},
	regs.CounterPsInvocations:   {regs.BlockPS, regs.PSPsInvocationsLo},
}

// firstStatistic is the first counter of pipeline statistics; those before it belong to occlusion queries.
const firstStatistic = regs.CounterIaVertices

func isCounter(block, reg int) bool {
	for _, c := range counters {
		if c.block == block && (reg == c.low || reg == c.low+1) {
			return true
		}
	}
	return false
}

// counted gives the range of counters that a draw uses.
func counted(d *scene.Draw) (from, to int) {
	from, to = firstStatistic, firstStatistic
	if d.Query {
		from = 0
	}
	if d.Statistics {
		to = len(counters)
	}
	return from, to
}

// beginQueries zeroes and enables a draw's counters.
func (b *builder) beginQueries(s state, d *scene.Draw) {
	enable := func(block, reg int, on bool) {
		if on {
			s.set(block, reg, 1)
		}
	}
	enable(regs.BlockZL2, regs.ZL2QueryControl, d.Query)
	enable(regs.BlockTSU, regs.TSUStatisticsControl, d.Statistics)
	enable(regs.BlockPS, regs.PSStatisticsControl, d.Statistics)
	from, to := counted(d)
	for _, c := range counters[from:to] {
		for reg := c.low; reg <= c.low+1; reg++ {
			s.set(c.block, reg, 0)
			delete(b.shadow, key(c.block, reg)) // the hardware has counted
		}
	}
}

// endQueries writes a draw's counters to memory, 8 bytes each in a line of its own draw, and disables them.
func (b *builder) endQueries(d *scene.Draw) {
	from, to := counted(d)
	if from == to {
		return
	}
	at := b.alloc(64, 64)
	b.changes(at, 64)
	for i := from; i < to; i++ {
		b.c.Queries = append(b.c.Queries, at)
		b.buffer = append(b.buffer, regs.CommandQueryWriteHeader|uint32(i)<<regs.HeaderSubOpcodeShift, at)
		at += 8
	}
	off := state{}
	if d.Query {
		off.set(regs.BlockZL2, regs.ZL2QueryControl, 0)
	}
	if d.Statistics {
		off.set(regs.BlockTSU, regs.TSUStatisticsControl, 0)
		off.set(regs.BlockPS, regs.PSStatisticsControl, 0)
	}
	b.write(off)
}
