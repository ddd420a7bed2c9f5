package monitor

import (
	"tilemark/golden"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// missing checks how many pages a fault says are missing beside its own. They are those of what the draw's pin set binds that the page
// table does not have, when the break point has found one of them missing; a page of two areas counts twice. What the page table has is known where no page is
// taken away or moved meanwhile.
func (mon *Monitor) missing(i int, e *csp.Event) {
	o := mon.host.OS
	if o == nil || o.Steal+o.Move > 0 || o.Frames < o.Pages || mon.v.Spoiled[i] || e.Client != regs.MxuClientBreakPoint && e.More == 0 {
		return
	}
	want, found := uint16(0), false
	if e.Client == regs.MxuClientBreakPoint && !mon.pinsAlone(i) {
		for _, page := range boundPages(mon.v.Traces[i], mon.s.Contexts[i].Pos) {
			switch {
			case found && mon.m.Memory.ReadWord(o.Table(i)+4*page)&pipe.PagePresent == 0:
				want++
			case page == e.Addr>>pipe.PageShift:
				found = true
			}
		}
	}
	if e.More != want {
		mon.fail(checkMissingPages, "MXU", "context %d: %d pages after %#x are said to be missing too, %d of what the pin set binds are", i, e.More, e.Addr, want)
	}
}

// pinsAlone tells whether what passes the break point next needs pages of its own, and no pin set: a query, a fence, a fill or copy. It may lie in a page of the
// set, which no tile has needed.
func (mon *Monitor) pinsAlone(i int) bool {
	t, at := mon.v.Traces[i], mon.s.Contexts[i].Pos
	if at >= len(t.Events) {
		return false
	}
	k := t.Events[at].Kind
	return k == golden.KindQuery || k == golden.KindFence || k == golden.KindBlit
}

// boundPages are the pages of what pixel kernels bind when so many events have passed: the kernel, buffers, textures.
func boundPages(t *golden.Trace, passed int) (list []uint32) {
	var bind regs.BINDRegs
	bind.Reset()
	for k := range t.Events[:min(passed, len(t.Events))] {
		if e := &t.Events[k]; e.Kind == golden.KindState && e.Block == regs.BlockBIND {
			regs.Write(bind[:], e.Reg, e.Value)
		}
	}
	add := func(base, bytes uint32) {
		for page := uint64(base) >> pipe.PageShift; bytes > 0 && page <= (uint64(base)+uint64(bytes)-1)>>pipe.PageShift; page++ {
			list = append(list, uint32(page))
		}
	}
	add(bind.PixelKernel(), bind.PixelKernelBytes())
	for at := regs.BINDBinding0Base; at < regs.BINDTexture0Base; at += regs.BINDBinding1Base - regs.BINDBinding0Base {
		add(bind[at], bind[at+1])
	}
	for at := regs.BINDTexture0Base; at < regs.BINDSampler0Mode; at += regs.BINDTexture1Base - regs.BINDTexture0Base {
		add(bind[at], bind[at+1])
	}
	return list
}
