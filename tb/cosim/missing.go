package cosim

import (
	"tilemark/golden"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// missing checks how many pages a fault says are missing beside its own. They are those of the bound texture that the page
// table does not have, when the break point has found one of it missing. What the page table has is known where no page is
// taken away or moved meanwhile.
func (mon *Monitor) missing(i int, e *csp.Event) {
	o := mon.sess.os
	if o == nil || o.Steal+o.Move > 0 || o.Frames < o.pages || mon.v.Spoiled[i] || e.Client != regs.MxuClientBreakPoint && e.More == 0 {
		return
	}
	base, bytes := boundTexture(mon.v.Traces[i], mon.s.Contexts[i].Pos)
	want := uint16(0)
	page := e.Addr >> pipe.PageShift
	if last := (base + bytes - 1) >> pipe.PageShift; e.Client == regs.MxuClientBreakPoint && bytes > 0 && page >= base>>pipe.PageShift {
		for page++; page <= last; page++ {
			if mon.m.Memory.ReadWord(o.table(i)+4*page)&pipe.PagePresent == 0 {
				want++
			}
		}
	}
	if e.More != want {
		mon.fail(checkMissingPages, "MXU", "context %d: %d pages after %#x are said to be missing too, %d of the texture's %d bytes at %#x are", i, e.More, e.Addr, want, bytes, base)
	}
}

// boundTexture is where the texture is that is bound when so many events have passed.
func boundTexture(t *golden.Trace, passed int) (base, bytes uint32) {
	for k := range t.Events[:min(passed, len(t.Events))] {
		if e := &t.Events[k]; e.Kind == golden.KindState && e.Block == regs.BlockMXU {
			switch e.Reg {
			case regs.MXUTextureBase:
				base = e.Value
			case regs.MXUTextureBytes:
				bytes = e.Value
			}
		}
	}
	return base, bytes
}
