package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// faultPhase is the state of a context slot's fault.
type faultPhase uint8

// Phases of a fault.
const (
	Clean    faultPhase = iota
	Unsaid              // the CSP is to be told
	Said                // the CSP cuts the context
	Released            // the context has been cut: what it still reads does not matter
)

// pageFault is the first fault of a context slot's context.
type pageFault struct {
	Phase  faultPhase
	Client uint8
	Reason pipe.FaultReason
	More   uint16 // further pages of the same pin set that are not there
	Addr   uint32
}

// refuse ends a search: there is no page. For a client that is a fault; of pins the answer tells.
func (m *MXU) refuse(port int, reason pipe.FaultReason) {
	s := m.seeking(port)
	s.Phase, s.Reason = Refused, reason
	m.S.Paging = true
	if port != Command && port != BreakPoint {
		m.fault(port, s.Slot, reason, s.Addr, 0)
	}
}

// fault has the CSP told of the context's first one.
func (m *MXU) fault(port int, slot uint8, reason pipe.FaultReason, addr uint32, more uint16) {
	if f := &m.S.Faults[slot]; f.Phase == Clean {
		*f = pageFault{Phase: Unsaid, Client: reported(port), Reason: reason, More: more, Addr: addr}
	}
}

// reported is what the status of a context calls the client of a port.
func reported(port int) uint8 { return uint8(min(port, regs.MxuClientCluster)) }

// stray tells whether a request that must not fault goes to a page that is not pinned. It
// is kept from memory. The registers of a context may name a surface in one way to the MXU,
// which pins it, and in another to the block that uses it; and what such a context gives
// up may have been pinned for another access of its own.
func (m *MXU) stray(client int, r *pipe.MemRequest) bool {
	physical := client == DMAWrite && (r.Slot == pipe.Physical || m.S.Tables[r.Slot] == 0)
	if client == DMARead || client == Vertex || physical || m.isPinned(client, r.Slot, r.Addr>>pipe.PageShift) {
		return false
	}
	m.strayed(client, r.Slot, r.Addr)
	m.S.Astray[client] = true
	return true
}

// strayed has the CSP told of the context's first such.
func (m *MXU) strayed(port int, slot uint8, addr uint32) {
	m.S.Paging = true
	if f := &m.S.Strays[slot]; f.Phase == Clean {
		*f = pageFault{Phase: Unsaid, Client: reported(port), Reason: pipe.NotPinned, Addr: addr}
	}
}

// forget gives up what a context with strays has left pinned. Nothing of it is in the pipe, and caches of clusters have dropped its lines.
func (m *MXU) forget(slot uint8) {
	if m.S.Strays[slot].Phase == Clean {
		return
	}
	for i := range m.S.Pins[slot] {
		p := &m.S.Pins[slot][i]
		if p.Count%cspPin == 0 {
			continue
		}
		if p.Count -= p.Count % cspPin; p.Count == 0 {
			*p = pin{}
		}
		m.givenUp(Command, slot, uint32(i))
	}
}

// report tells the CSP of a fault.
func (m *MXU) report() bool {
	for i := range m.S.Faults {
		for _, f := range [...]*pageFault{&m.S.Faults[i], &m.S.Strays[i]} {
			if f.Phase == Unsaid && m.P.MXUCSP.Ready() {
				m.P.MXUCSP.Put(pipe.MXUAnswer{Kind: pipe.PageFault, Slot: uint8(i), Client: f.Client, Reason: f.Reason, More: f.More, Addr: f.Addr})
				f.Phase = Said
				return true
			}
		}
	}
	return false
}

// zeros answers a request without memory: a read of a context that has been cut, whose
// client drops what comes, or one that went astray.
func (m *MXU) zeros() bool {
	for _, i := range mayFault {
		if m.P.Req[i].Valid() && m.lost(i) && m.S.Waiting[i] == 0 && m.P.Ans[i].Ready() {
			m.zero(i)
			return true
		}
	}
	for i := range m.S.Astray {
		if m.S.Astray[i] && m.S.Waiting[i] == 0 && m.P.Ans[i].Ready() {
			m.S.Astray[i] = false
			m.zero(i)
			return true
		}
	}
	return false
}

func (m *MXU) zero(client int) {
	r, out := m.P.Req[client].Head(), m.P.Ans[client]
	*out.Slot() = pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Client: uint8(client), Tag: r.Tag}
	out.Push()
	switch {
	case client != DMARead && client != Vertex: // it has searched for nothing
	case m.stale(client):
		m.S.Stale[r.Slot]--
	default:
		m.S.Seeking[client] = search{}
	}
	m.P.Req[client].Drop()
}

// lost tells whether the request at a client's head is answered without memory.
func (m *MXU) lost(client int) bool {
	if m.S.Seeking[client].Phase == Refused && m.S.Faults[m.S.Seeking[client].Slot].Phase == Released {
		return true
	}
	return m.stale(client)
}

// stale tells whether the request at a client's head is of a context that has left its
// slot.
func (m *MXU) stale(client int) bool {
	slot := m.P.Req[client].Head().Slot
	return client == Vertex && slot < pipe.Physical && m.S.Stale[slot] > 0
}
