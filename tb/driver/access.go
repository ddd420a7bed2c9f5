package driver

import "tilemark/hw/regs"

// accesses does what aliases, locks and strobes can do for a draw, after its state: the
// write mask is made anew, the counter of its query is zeroed, and writes are tried that
// the surface's lock stops.
func (b *builder) accesses(s state) {
	mask := s[key(regs.BlockWBU, regs.WBUWriteMask)]
	b.setState(regs.BlockWBU, regs.WBUWriteMaskClear, ^uint32(0))
	b.setState(regs.BlockWBU, regs.WBUWriteMaskSet, mask)
	b.setState(regs.BlockWBU, regs.WBUSurfaceLock, regs.WBUSurfaceLockFields{Color: true}.Pack())
	b.setState(regs.BlockWBU, regs.WBUColorBase, ^b.c.Color.Base, 0)
	b.setState(regs.BlockWBU, regs.WBUSurfaceLock, 0)
	b.setState(regs.BlockWBU, regs.WBUColorFormat, b.c.ColorFormat+1)
	if s[key(regs.BlockZL2, regs.ZL2QueryControl)] != 0 {
		b.setState(regs.BlockZL2, regs.ZL2OcclusionLo, 0x80000001, 0x40000003)
		b.setState(regs.BlockZL2, regs.ZL2QueryClear, 0)
		b.setState(regs.BlockZL2, regs.ZL2QueryClear, regs.ZL2QueryClearFields{Occlusion: true}.Pack())
	}
}

func (b *builder) setState(block, first int, values ...uint32) {
	b.buffer = append(b.buffer, setStateHeader(uint32(block), len(values)), uint32(first))
	b.buffer = append(b.buffer, values...)
}
