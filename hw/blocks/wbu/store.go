package wbu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// store performs a fence or query write. Before a fence everything is written back;
// after it, as after a query write, memory has answered.
func (b *WBU) store(c *pipe.Cmd) (a wires.Activity, done bool) {
	s := &b.S
	if s.Phase == Written {
		if s.Cache.Writes > 0 {
			return b.P.CAns.Starved(), false
		}
		s.Phase = Normal
		return 0, true
	}
	if c.Kind == pipe.Fence {
		if a, ok := b.cache.Flush(); !ok {
			return a, false
		}
	}
	if !b.P.CReq.Ready() {
		return b.P.CReq.Blocked(), false
	}
	b.sendStore(c)
	s.Phase = Written
	return wires.Busy, false
}

func (b *WBU) sendStore(c *pipe.Cmd) {
	var st Store
	var mask uint64
	switch c.Kind {
	case pipe.Fence:
		f := c.FenceWrite()
		st, mask = Store{Slot: c.Slot, Addr: f.Addr, Value: uint64(f.Value)}, 15
	case pipe.Query:
		q := c.QueryWrite()
		st, mask = Store{Slot: c.Slot, Query: true, Addr: q.Addr, Value: q.Count}, 255
	}
	r := b.P.CReq.Slot()
	*r = pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: c.Slot, Addr: st.Addr &^ (pipe.LineBytes - 1)}
	w := st.Addr >> 2 & 15
	r.Data[w], r.Mask = uint32(st.Value), mask<<(4*w)
	if st.Query {
		r.Data[w|1] = uint32(st.Value >> 32)
	}
	b.P.CReq.Push()
	b.S.Cache.Writes++
	if b.P.Written.On() {
		b.P.Written.Emit(&st)
	}
}

// startBlit tells the back-end parser that everything before a fill or copy is in memory.
func (b *WBU) startBlit(c *pipe.Cmd) (a wires.Activity, done bool) {
	if a, ok := b.cache.Flush(); !ok {
		return a, false
	}
	if !b.drq.Ready() {
		return b.P.DatapathB.Blocked(), false
	}
	b.drq.Send(pipe.BlitReport(c.Slot, c.Blit()))
	return 0, true
}

// flush tells the back-end parser that everything before a flush has ended, and is in memory if that was asked for: depths and
// what clusters have were written back before it came here.
func (b *WBU) flush(c *pipe.Cmd) (a wires.Activity, done bool) {
	if !c.Keeps() {
		if a, ok := b.cache.Flush(); !ok {
			return a, false
		}
	}
	if !b.drq.Ready() {
		return b.P.DatapathB.Blocked(), false
	}
	b.drq.Send(pipe.Report{Kind: pipe.Flushed, Slot: c.Slot})
	return 0, true
}
