package mxu

import (
	"math/bits"

	"tilemark/hw/eu"
	"tilemark/hw/pipe"
)

// MaxAtomics is the most lines that the atomic unit can have.
const MaxAtomics = 16

// atomicPhase is the state of an entry of the atomic unit.
type atomicPhase uint8

// Phases of an entry.
const (
	Unused   atomicPhase = iota
	Fetched              // its line is read; the request that has brought it is executed when it comes
	Held                 // the line is here: atomics are executed on it
	Yielding             // the line is in memory, and another access of it comes before the next atomic; the entry is free for other lines
)

// atomicEntry is a line of the atomic unit.
type atomicEntry struct {
	Phase  atomicPhase
	Client uint8           // Fetched: client of a cluster
	Slot   uint8           // of the last atomic
	By     uint8           // Held: slots whose atomics have changed it, a bit each
	Addr   uint32          // place in memory
	Mask   uint64          // bytes that were changed
	First  pipe.MemRequest // Fetched
	Data   [16]uint32
}

// atomicUnit executes atomics of all clusters in lines that it has read from memory. A line is written back when no atomic of it is at the head of a queue, or when another
// access is, or AllTaken of a slot that has changed it: other accesses of the line wait until then, so that an atomic is one step for all. Atomics of the line wait then until one of the others has passed that can, so that
// none of both keeps the other waiting.
type atomicUnit struct {
	Entries [MaxAtomics]atomicEntry
	Used    uint8  // entries that have a line
	Writes  uint16 // that memory has not answered
	Reads   uint16 // the same
}

// entryAt is the entry of a line, or -1.
func (m *MXU) entryAt(addr uint32) int {
	u := &m.hub.unit[0]
	for i := range m.cfg.Atomics {
		if e := &u.Entries[i]; e.Phase != Unused && e.Addr == addr&^(pipe.LineBytes-1) {
			return i
		}
	}
	return -1
}

// atomicAt tells whether the atomic unit has a line, so that other accesses of it wait.
func (m *MXU) atomicAt(addr uint32) bool {
	if m.cfg.Clusters == 0 || m.hub.unit[0].Used == 0 {
		return false
	}
	i := m.entryAt(addr)
	return i >= 0 && m.hub.unit[0].Entries[i].Phase != Yielding
}

// canBegin tells whether an atomic can be executed, or its line be read.
func (m *MXU) canBegin(addr uint32) bool {
	u := &m.hub.unit[0]
	if i := m.entryAt(addr); i >= 0 {
		switch u.Entries[i].Phase {
		case Fetched:
			return false
		case Held:
			return !m.wanted(addr) && !m.awaited(&u.Entries[i])
		}
		if m.passes(addr) {
			return false
		}
	}
	return int(u.Used) < m.cfg.Atomics && m.P.MemReq.Ready()
}

// wanted tells whether another access of a line, no atomic, is at the head of a queue.
func (m *MXU) wanted(addr uint32) bool {
	line := addr &^ (pipe.LineBytes - 1)
	for set := m.cluster.Bits(); set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		in := &m.P.ClusterReq[n]
		if !in.Valid() {
			continue
		}
		switch r := in.Head(); r.Op {
		case pipe.Read, pipe.Write:
			if m.placeOf(n, r)&^(pipe.LineBytes-1) == line {
				return true
			}
		case pipe.ReadAbove:
			if _, f := m.seek(clusterPort+n, r.Slot, uint64(r.Addr)); f == here && m.placeOf(n, r)&^(pipe.LineBytes-1) == line {
				return true
			}
		}
	}
	for i := range m.P.Req {
		if in := &m.P.Req[i]; in.Valid() && in.Head().Op < pipe.Release && m.known(i, in.Head()) && m.place(i, in.Head())&^(pipe.LineBytes-1) == line {
			return true
		}
	}
	return false
}

// passes tells whether such an access can be forwarded in this cycle.
func (m *MXU) passes(addr uint32) bool {
	line := addr &^ (pipe.LineBytes - 1)
	for set := m.cluster.Bits(); set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		in := &m.P.ClusterReq[n]
		if !in.Valid() {
			continue
		}
		switch in.Head().Op {
		case pipe.Read, pipe.Write, pipe.ReadAbove:
			if m.ready(n) && m.placeOf(n, in.Head())&^(pipe.LineBytes-1) == line {
				return true
			}
		}
	}
	for i := range m.P.Req {
		if r := &m.P.Req[i]; m.able(i, m.P.MemReq.Ready()) && r.Head().Op < pipe.Release && m.place(i, r.Head())&^(pipe.LineBytes-1) == line {
			return true
		}
	}
	return false
}

// passed ends the waiting of atomics of a line, since another access of it is forwarded.
func (m *MXU) passed(addr uint32) {
	if m.cfg.Clusters == 0 {
		return
	}
	if i := m.entryAt(addr); i >= 0 && m.hub.unit[0].Entries[i].Phase == Yielding {
		m.hub.unit[0].Entries[i] = atomicEntry{}
	}
}

// endYields does that with lines that no other access wants any more.
func (m *MXU) endYields() (moved bool) {
	for i := range m.hub.unit {
		for k := range m.cfg.Atomics {
			if e := &m.hub.unit[i].Entries[k]; e.Phase == Yielding && !m.wanted(e.Addr) {
				*e = atomicEntry{}
				moved = true
			}
		}
	}
	return moved
}

// free is an entry for another line.
func (u *atomicUnit) free(entries int) (free int) {
	free = -1
	for i := range entries {
		switch u.Entries[i].Phase {
		case Unused:
			return i
		case Yielding:
			free = i
		}
	}
	return free
}

// begin executes an atomic, or reads its line.
func (m *MXU) begin(n int, r *pipe.MemRequest) {
	u, addr := &m.hub.unit[0], m.placeOf(n, r)
	i := m.entryAt(addr)
	switch {
	case i < 0:
		i = u.free(m.cfg.Atomics)
	case u.Entries[i].Phase == Held:
		m.execute(&u.Entries[i], n, r)
		return
	}
	line := addr &^ (pipe.LineBytes - 1)
	u.Entries[i] = atomicEntry{Phase: Fetched, Client: uint8(n), Addr: line, First: *r}
	u.Used++
	u.Reads++
	m.hub.stations[n].Reads++
	*m.P.MemReq.Slot() = pipe.MemRequest{Op: pipe.Read, Slot: r.Slot, Client: atomicPort, Tag: uint16(i), Addr: line}
	m.P.MemReq.Push()
}

// execute executes an atomic on its line, and answers with what was there before.
func (m *MXU) execute(e *atomicEntry, n int, r *pipe.MemRequest) {
	operation, signed := r.AtomicOf()
	a := pipe.MemAnswer{Op: pipe.Atomic, Slot: r.Slot, Tag: r.Tag}
	first := int(r.Addr % pipe.LineBytes / 4)
	for k := range 8 {
		if r.Mask>>k&1 == 0 {
			continue
		}
		word := &e.Data[first+k]
		a.Data[k] = *word
		*word = eu.Atomic(operation, signed, *word, r.Data[k], r.Data[8+k])
		e.Mask |= 15 << (4 * (first + k))
	}
	e.Slot = r.Slot
	e.By |= 1 << r.Slot
	m.answerCluster(n, &a)
	m.executed(n, r)
}

// fetched takes an answer of memory to the atomic unit.
func (m *MXU) fetched(a *pipe.MemAnswer) {
	u := &m.hub.unit[0]
	if a.Op == pipe.Write {
		u.Writes--
		return
	}
	u.Reads--
	e := &u.Entries[a.Tag]
	e.Phase, e.Data = Held, a.Data
	m.hub.stations[e.Client].Reads--
	m.execute(e, int(e.Client), &e.First)
	e.First, e.Client = pipe.MemRequest{}, 0
}

// writesBack is the entry that is to be written back; -1: none.
func (m *MXU) writesBack() int {
	if m.cfg.Clusters == 0 || m.hub.unit[0].Used == 0 || !m.P.MemReq.Ready() {
		return -1
	}
	for i := range m.cfg.Atomics {
		if e := &m.hub.unit[0].Entries[i]; e.Phase == Held && (!m.more(e.Addr) || m.wanted(e.Addr) || m.awaited(e)) {
			return i
		}
	}
	return -1
}

// changedBy tells whether the unit has a line that atomics of a slot have changed.
func (m *MXU) changedBy(slot uint8) bool {
	u := &m.hub.unit[0]
	for i := range m.cfg.Atomics {
		if e := &u.Entries[i]; u.Used > 0 && e.Phase == Held && e.By>>slot&1 != 0 {
			return true
		}
	}
	return false
}

// awaited tells whether a cluster at the head of whose queue is AllTaken waits for a line.
func (m *MXU) awaited(e *atomicEntry) bool {
	for set := m.cluster.Bits(); set != 0; set &= set - 1 {
		in := &m.P.ClusterReq[bits.TrailingZeros64(set)]
		if in.Valid() && in.Head().Op == pipe.AllTaken && e.By>>in.Head().Slot&1 != 0 {
			return true
		}
	}
	return false
}

// more tells whether another atomic of a line is at the head of a queue.
func (m *MXU) more(line uint32) bool {
	for set := m.cluster.Bits(); set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		if in := &m.P.ClusterReq[n]; in.Valid() && in.Head().Op == pipe.Atomic && m.placeOf(n, in.Head())&^(pipe.LineBytes-1) == line {
			return true
		}
	}
	return false
}

// writeBack writes a line back to memory.
func (m *MXU) writeBack(i int) {
	u := &m.hub.unit[0]
	e := &u.Entries[i]
	*m.P.MemReq.Slot() = pipe.MemRequest{Op: pipe.Write, Slot: e.Slot, Client: atomicPort, Addr: e.Addr, Mask: e.Mask, Data: e.Data}
	m.P.MemReq.Push()
	line := e.Addr
	*e = atomicEntry{}
	if m.wanted(line) {
		e.Phase, e.Addr = Yielding, line
	}
	u.Used--
	u.Writes++
}

// atomicsIn tells whether the atomic unit has a line of a frame.
func (m *MXU) atomicsIn(frame uint16) bool {
	for i := range m.hub.unit {
		for k := range m.cfg.Atomics {
			if e := &m.hub.unit[i].Entries[k]; (e.Phase == Fetched || e.Phase == Held) && e.Addr>>pipe.PageShift == uint32(frame) {
				return true
			}
		}
	}
	return false
}
