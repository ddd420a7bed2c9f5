package l15

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// takeAnswer takes an answer of memory, one below the break point first. The MXU takes one request in a cycle, so that answers for one side do not keep the others waiting for long.
func (b *L15) takeAnswer() bool {
	for side := pipe.Sides - 1; side >= 0; side-- {
		if in := &b.P.L15Ans[side]; in.Valid() {
			b.answered(in.Head())
			in.Drop()
			return true
		}
	}
	return false
}

func (b *L15) answered(a *pipe.MemAnswer) {
	switch a.Op {
	case pipe.Write:
		n := 1 + a.More
		for range n {
			b.S.Writes.Pop()
		}
		b.S.Ahead -= min(n, b.S.Ahead)
		for i := range b.S.Evictions.Len() {
			g := b.S.Evictions.At(i)
			g.Ahead -= min(n, g.Ahead)
		}
	case pipe.AllTaken:
		b.S.Taken = true
	case pipe.Pin:
		b.S.Pins--
		for i := range b.S.Stores.Len() {
			q := b.S.Stores.At(i)
			q.Ahead -= min(1, q.Ahead)
		}
	default:
		m := &b.misses[int(a.Tag)/b.cfg.Misses][int(a.Tag)%b.cfg.Misses]
		m.Missing = a.Op == pipe.NoPage
		if !m.Stale && !m.Missing {
			b.fill(int(m.Line), &a.Data)
			if b.P.Events.On() {
				b.P.Events.Emit(&Event{Kind: Filled, Line: &b.lines[m.Line], Tag: uint8(a.Tag)})
			}
		}
		m.Arrived, m.Stale = true, false
	}
}

// fill takes a line from memory; what was written to it stays.
func (b *L15) fill(i int, from *[wires.RowWords]uint32) {
	l := &b.lines[i]
	row := b.data.Edit(uint32(i))
	for k := range row {
		m := bytesOf[l.Written>>(4*k)&15]
		row[k] = row[k]&m | from[k]&^m
	}
	l.Valid = ^uint64(0)
}

// command does what the pipeline manager wants of the lines of a slot, of which no access comes meanwhile, and what the MXU wants of those of a page.
func (b *L15) command() bool {
	s := &b.S
	switch s.Phase {
	case Serve:
		if b.P.MXUL15.Joined() && b.P.MXUL15.Valid() {
			s.Page, s.Next, s.Phase = b.P.MXUL15.Take().Addr>>pipe.PageShift, 0, Leave
			return true
		}
		if !b.P.PML15.Valid() {
			return false
		}
		if c := b.P.PML15.Head(); c.Op == pipe.CacheState {
			if !b.P.L15PM.Ready() {
				return false
			}
			b.takeState(c)
			b.P.L15PM.Put(pipe.UnitDone{Slot: c.Slot, Source: c.Source})
			b.P.PML15.Drop()
			return true
		}
		s.Command, s.Next, s.Phase = b.P.PML15.Take(), 0, Clean
		return true
	case Clean:
		if int(s.Next) == len(b.lines) {
			out := &b.P.L15Req[pipe.Below]
			if !out.Ready() {
				return false
			}
			if s.Command.Op == pipe.CacheForget {
				b.forgetStates(s.Command.Slot, s.Command.Stages)
			}
			out.Put(pipe.MemRequest{Op: pipe.AllTaken, Slot: s.Command.Slot}) // pins that were given up without a write are not answered
			s.Phase, s.Next, s.Ahead = Drain, 0, uint16(s.Writes.Len())
			return true
		}
		return b.cleanNext()
	case Leave:
		return b.evictNextOfPage()
	}
	if s.Ahead > 0 || !s.Taken || !b.P.L15PM.Ready() {
		return false
	}
	b.P.L15PM.Put(pipe.UnitDone{Slot: s.Command.Slot, Source: s.Command.Source})
	s.Command, s.Phase, s.Taken = pipe.CacheCommand{}, Serve, false
	return true
}

// cleanNext goes on to the next line that is to be written back: one a cycle. All others are compared, and dropped, at once.
func (b *L15) cleanNext() bool {
	s := &b.S
	from, forget := s.Next, s.Command.Op == pipe.CacheForget
	for ; int(s.Next) < len(b.lines); s.Next++ {
		i := int(s.Next)
		l := &b.lines[i]
		if l.Slot != s.Command.Slot || l.Kind == None || (l.Kind != Data) != forget {
			continue
		}
		written := l.Written != 0
		if written && s.Command.Op == pipe.CacheRefresh {
			b.refresh(i)
			continue
		}
		if written {
			if !b.canWrite() {
				return s.Next != from
			}
			b.writeBack(i)
			b.stale(i)
		}
		if s.Command.Op != pipe.CacheClean {
			b.discard(i)
		}
		if written {
			s.Next++
			return true
		}
	}
	if forget {
		b.repatchSlot(s.Command.Slot)
	}
	return true
}

// refresh drops what was read of a line to which something was written.
func (b *L15) refresh(i int) {
	l, row := &b.lines[i], b.data.Edit(uint32(i))
	for k := range row {
		row[k] &= bytesOf[l.Written>>(4*k)&15]
	}
	l.Valid = l.Written
	b.stale(i)
	b.event(Refreshed, l)
}

// evictNextOfPage does the same with lines of the page that is to leave its place. After the last one the MXU is told.
func (b *L15) evictNextOfPage() bool {
	s, out := &b.S, &b.P.L15Req[pipe.Below]
	if int(s.Next) == len(b.lines) {
		if !out.Ready() {
			return false
		}
		out.Put(pipe.MemRequest{Op: pipe.FlushDone, Addr: s.Page << pipe.PageShift})
		b.repatchPage(s.Page)
		s.Phase, s.Next, s.Page = Serve, 0, 0
		return true
	}
	from := s.Next
	for ; int(s.Next) < len(b.lines); s.Next++ {
		i := int(s.Next)
		l := &b.lines[i]
		if l.Kind == None || !l.isOfPage(s.Page) {
			continue
		}
		written := l.Written != 0
		if written {
			if !b.canWrite() {
				return s.Next != from
			}
			b.writeBack(i)
		}
		if b.discard(i); written {
			s.Next++
			return true
		}
	}
	return true
}

// lineShift is the number of bits of an address within a line.
const lineShift = 6
