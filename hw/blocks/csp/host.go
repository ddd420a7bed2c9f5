package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// HostCommand is what the CPU tells the CSP.
type HostCommand struct {
	Kind   uint8 // one of regs.HostCommandValues
	Odd    bool  // RUN_LIST: the odd list, otherwise the even one
	List   RunList
	Other  bool       // INTERRUPT
	Return ReturnMode // INTERRUPT with Other
	Addr   uint32
	Count  uint32 // STATUS_BUFFER: entries
	Frame  uint32 // FLUSH_PAGE: byte address in memory
}

// host takes a command of the CPU. Some have to be answered, so all of them wait while half of
// the room for entries of the status buffer is taken.
func (b *CSP) host() bool {
	if !b.P.HostCSP.Valid() || b.S.Back.Records.Len() >= maxCommandRecords {
		return false
	}
	f := &b.S.Front
	h := b.P.HostCSP.Head()
	switch h.Kind {
	case regs.HostCommandRunList:
		b.writeList(h)
	case regs.HostCommandInterrupt:
		f.Pending |= regs.CauseCpu
		if h.Other {
			f.Jump, f.JumpBack = true, h.Return
		}
	case regs.HostCommandSwap:
		f.Swap = true
		b.look()
	case regs.HostCommandReturn:
		f.Come = true
		b.look()
	case regs.HostCommandDoorbell:
		f.Bell = true
		b.look()
	case regs.HostCommandStatusBuffer:
		if b.S.Back.Records.Len() > 0 { // they belong into the old one
			return false
		}
		b.S.Back.Status, b.S.Back.Entries, b.S.Back.Sequence = aligned(h.Addr), h.Count, 0
	case regs.HostCommandFlushPage:
		if f.Flushes == pipe.MaxFlushes || !b.P.CSPMXU.Ready() {
			return false
		}
		f.Flushes++
		b.P.CSPMXU.Put(pipe.MXUCommand{Kind: pipe.FlushPage, Addr: h.Addr, Frame: h.Frame})
	case regs.HostCommandServed:
		b.served(aligned(h.Addr))
	}
	b.P.HostCSP.Drop()
	return true
}

// look has an idle CSP look at its lists again.
func (b *CSP) look() {
	if b.S.Front.Phase == Idle {
		b.S.Front.Phase = Pick
		b.S.Front.boundary()
	}
}
