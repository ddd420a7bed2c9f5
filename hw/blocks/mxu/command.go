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
		m.unpin(Command, c.Slot, areas{bytes(c.Addr, c.Bytes)})
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
	was := m.S.Holding[Command]
	f := m.hold(Command, c.Slot, areas{bytes(c.Addr, c.Bytes)})
	if f == later {
		return m.S.Holding[Command] != was, false
	}
	a := pipe.MXUAnswer{Kind: pipe.PagesPinned, Slot: c.Slot}
	if s := &m.S.Seeking[Command]; f == nowhere {
		a = pipe.MXUAnswer{Kind: pipe.PinFault, Slot: c.Slot, Client: Command, Reason: s.Reason, Addr: s.Addr}
	}
	m.S.Seeking[Command] = search{}
	m.P.MXUCSP.Put(a)
	return true, true
}
