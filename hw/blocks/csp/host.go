package csp

import "tilemark/hw/pipe"

// Host commands.
const (
	HostRunList   = iota + 1 // writes the run list Odd names
	HostInterrupt            // CPU interrupt; with Other the other list runs next
	HostSwap                 // the other list runs from the next switch on
	HostReturn               // the interrupted list runs on from the next switch on
	HostDoorbell             // a tail was moved, or a word that a WAIT looks at
	HostStatus               // context status buffer: Addr, Count entries; 0: none
	HostServed               // the page fault of the context at Addr is served
	HostFlush                // the CPU has changed the table entry for the page at Addr, which was at Frame in memory
)

// HostCommand is what the CPU tells the CSP.
type HostCommand struct {
	Kind   uint8
	Odd    bool // HostRunList: the odd list, otherwise the even one
	List   RunList
	Other  bool       // HostInterrupt
	Return ReturnMode // HostInterrupt with Other
	Addr   uint32
	Count  uint32 // HostStatus: entries
	Frame  uint32 // HostFlush: byte address in memory
}

// host takes a command of the CPU. One that has to be answered waits until there is room
// for the answer.
func (b *CSP) host() bool {
	if !b.P.Host.Valid() || b.S.Back.Records.Len() >= maxRecords {
		return false
	}
	f := &b.S.Front
	h := b.P.Host.Head()
	switch h.Kind {
	case HostRunList:
		b.writeList(h)
	case HostInterrupt:
		f.Pending |= CauseCPU
		if h.Other {
			f.Jump, f.JumpBack = true, h.Return
		}
	case HostSwap:
		f.Swap = true
		b.look()
	case HostReturn:
		f.Come = true
		b.look()
	case HostDoorbell:
		f.Bell = true
		b.look()
	case HostStatus:
		if b.S.Back.Records.Len() > 0 { // they belong into the old one
			return false
		}
		b.S.Back.Status, b.S.Back.Entries, b.S.Back.Sequence = h.Addr, h.Count, 0
	case HostFlush:
		if f.Flushes == pipe.MaxFlushes || !b.P.Mxu.Ready() {
			return false
		}
		f.Flushes++
		b.P.Mxu.Put(pipe.MXUCommand{Kind: pipe.FlushPage, Addr: h.Addr, Frame: h.Frame})
	case HostServed:
		b.served(h.Addr)
	}
	b.P.Host.Drop()
	return true
}

// look has an idle CSP look at its lists again.
func (b *CSP) look() {
	if b.S.Front.Phase == Idle {
		b.S.Front.Phase = Pick
		b.S.Front.boundary()
	}
}
