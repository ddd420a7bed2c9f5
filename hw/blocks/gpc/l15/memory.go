package l15

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// takeAnswer takes an answer of memory.
func (b *L15) takeAnswer() bool {
	if !b.P.L15Ans.Valid() {
		return false
	}
	a := b.P.L15Ans.Head()
	if a.Op == pipe.Write {
		n := 1 + a.More
		b.S.Writes -= n
		for i := range b.S.Evictions.Len() {
			g := b.S.Evictions.At(i)
			g.Ahead -= min(n, g.Ahead)
		}
	} else {
		m := &b.misses[int(a.Tag)/b.cfg.Misses][int(a.Tag)%b.cfg.Misses]
		if !m.Stale {
			b.fill(int(m.Line), &a.Data)
		}
		m.Arrived, m.Stale = true, false
	}
	b.P.L15Ans.Drop()
	return true
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
	b.event(Filled, l)
}

// command does what the pipeline manager wants of the lines of a slot. No access of the slot comes meanwhile.
func (b *L15) command() bool {
	s := &b.S
	switch s.Phase {
	case Serve:
		if !b.P.PML15.Valid() {
			return false
		}
		s.Command, s.Next, s.Phase = b.P.PML15.Take(), 0, Clean
		return true
	case Clean:
		if int(s.Next) == len(b.lines) {
			s.Phase, s.Next = Drain, 0
			return true
		}
		return b.cleanNext()
	}
	if s.Writes > 0 || !b.P.L15PM.Ready() {
		return false
	}
	b.P.L15PM.Put(pipe.CacheDone{Slot: s.Command.Slot})
	s.Command, s.Phase = pipe.CacheCommand{}, Serve
	return true
}

// cleanNext looks at a line.
func (b *L15) cleanNext() bool {
	s := &b.S
	i := int(s.Next)
	l := &b.lines[i]
	forget := s.Command.Op == pipe.CacheForget
	if l.Slot == s.Command.Slot && l.Kind != None && (l.Kind == ReadOnly) == forget {
		if l.Written != 0 {
			if !b.P.L15Req.Ready() {
				return false
			}
			b.writeBack(i)
		}
		if s.Command.Op != pipe.CacheClean && l.Miss == 0 {
			b.drop(i)
		}
	}
	s.Next++
	return true
}
