package mxu

import "tilemark/hw/pipe"

// command takes an entry of CSP_MXU.
func (m *MXU) command() bool {
	if !m.P.CSPMXU.Valid() {
		return false
	}
	c := m.P.CSPMXU.Head()
	switch c.Kind {
	case pipe.SetSpace:
		if m.returning(c.Slot) {
			return false
		}
		m.setSpace(c.Slot, c.Addr)
	case pipe.PinPages:
		if moved, done := m.pinPages(c); !done {
			return moved
		}
	case pipe.UnpinPages:
		if a := (areas{bytes(c.Addr, c.Bytes)}); c.Lent {
			m.takeLent(c.Slot, a)
		} else {
			m.unpin(Command, c.Slot, a)
		}
		m.forget(c.Slot)
	case pipe.ReleaseSlot:
		m.S.Faults[c.Slot] = pageFault{Phase: Released}
	case pipe.FlushPage:
		m.startFlush(c)
	}
	m.P.CSPMXU.Drop()
	return true
}

// pinPages pins a range for the CSP and answers.
func (m *MXU) pinPages(c *pipe.MXUCommand) (moved, done bool) {
	if !m.P.MXUCSP.Ready() {
		return false, false
	}
	was, area := m.S.Holding[Command], areas{bytes(c.Addr, c.Bytes)}
	f := m.hold(Command, c.Slot, area)
	if f == later {
		return m.S.Holding[Command] != was, false
	}
	if f == here && c.Lent {
		m.lend(c.Slot, area)
	}
	a := pipe.MXUAnswer{Kind: pipe.PagesPinned, Slot: c.Slot}
	if s := &m.S.Seeking[Command]; f == nowhere {
		a = pipe.MXUAnswer{Kind: pipe.PinFault, Slot: c.Slot, Client: Command, Reason: s.Reason, Addr: s.Addr}
	}
	m.S.Seeking[Command] = search{}
	m.P.MXUCSP.Put(a)
	return true, true
}
