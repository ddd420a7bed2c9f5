package monitor

import (
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/text/number"
)

// memory watches what goes to memory: a context writes to its own only, C2D writes what
// golden's fills and copies do, and to headers the DMA block writes heads that were
// committed, and place-holders in one aligned 64-bit write, RESTORE after all else.
func (mon *Monitor) memory(cycle uint64, r *pipe.MemRequest) {
	mon.asksFor(r)
	if r.Slot == pipe.Physical {
		mon.statusWrite(r)
		return
	}
	raw := r.Addr
	if mon.host.OS != nil {
		e := *r
		r = &e
		at, found := mon.host.OS.Image(r.Addr)
		if !found {
			if r.Op == pipe.Write {
				mon.fail(checkForeignWrite, "MXU", "a write of client %d to %#x, which is no page of a context", r.Client, r.Addr)
			}
			return
		}
		r.Addr = at
	}
	if r.Op == pipe.Write {
		mon.own(r)
		if w, ok := writerOf(r.Client); ok {
			mon.pay(w, r, raw)
		}
	}
	if r.Client == mxu.C2D && r.Op == pipe.Write {
		mon.blitWrite(r)
	}
	if r.Client != mxu.DMAWrite || r.Op != pipe.Write {
		return
	}
	for i := range mon.v.Image.Contexts {
		if r.Addr != mon.v.Image.Contexts[i].Header {
			continue
		}
		if r.Mask&0xf != 0 {
			mon.headWritten(i, r.Data[0])
		}
		if r.Mask&0xff00 != 0 {
			mon.placeHolders(i, r)
		}
		if r.Mask&^0xff0f != 0 {
			mon.fail(checkHeaderBytes, "MXU", "context %d: the GPU writes bytes %#x of the header", i, r.Mask)
		}
	}
	mon.s.DMA[r.Slot]++
}

// own: a context writes to its own memory only, and to what others lend it.
func (mon *Monitor) own(r *pipe.MemRequest) {
	_, _, i := mon.context(r.Slot, "MXU")
	if x := &mon.v.Image.Contexts[i]; !x.Writes(r.Addr) {
		mon.fail(checkForeignWrite, "MXU", "context %d writes to %#x, its memory is %#x to %#x", i, r.Addr, x.From, x.To)
	}
}

func (mon *Monitor) memoryAnswer(_ uint64, a *pipe.MemAnswer) {
	if a.Client == mxu.DMAWrite && a.Op == pipe.Write && a.Slot != pipe.Physical {
		mon.s.DMA[a.Slot]--
	}
	if a.Client == mxu.C2D && a.Op == pipe.Write {
		mon.s.BlitWrites[a.Slot]--
	}
	if w, ok := writerOf(a.Client); ok && a.Op == pipe.Write && a.Slot < pipe.Slots {
		mon.s.Unanswered[a.Slot][w]--
	}
}

// placeHolders checks a write of a context's place-holders.
func (mon *Monitor) placeHolders(i int, r *pipe.MemRequest) {
	const holder, address = regs.ContextHeaderRestore, regs.ContextHeaderRestoreAddress
	c := &mon.s.Contexts[i]
	switch {
	case r.Mask&0xff00 != 0xff00:
		mon.fail(checkHoldersTorn, "MXU", "context %d: place-holders are written in two parts", i)
	case r.Data[holder] == regs.CommandRestoreHeader && r.Data[address] == mon.v.Image.Contexts[i].SaveArea-mon.v.Image.Contexts[i].Offset:
		if mon.s.DMA[r.Slot] != 0 {
			mon.fail(checkRestoreAfterData, "MXU", "context %d: RESTORE is written while %s writes of save data are not answered", i, number.Thousands(mon.s.DMA[r.Slot]))
		}
	case r.Data[holder] == regs.CommandSkip1DwordHeader && r.Data[address] == 0:
		if !c.Reached {
			mon.fail(checkHoldersWrong, "MXU", "context %d: the place-holders are taken back before the restore has reached its cursor", i)
		}
		c.TakenBack = true
	default:
		mon.fail(checkHoldersWrong, "MXU", "context %d: place-holders %#x %#x are neither SKIP and NULL nor RESTORE and the save area", i, r.Data[holder], r.Data[address])
		c.TakenBack = c.TakenBack || c.Reached
	}
}

// headWritten: a head in memory is one that the break point has passed, and they come
// in order.
func (mon *Monitor) headWritten(i int, head uint32) {
	c, t := &mon.s.Contexts[i], mon.v.Traces[i]
	c.HeadWrites++
	if head == c.Head {
		return
	}
	for ; c.HeadAt < c.Pos; c.HeadAt++ {
		if t.Events[c.HeadAt].Cursor.Head == head {
			c.Head = head
			return
		}
	}
	mon.fail(checkHeadUncommitted, "MXU", "context %d: head %d is written, which was not committed after %d", i, head, c.Head)
}
