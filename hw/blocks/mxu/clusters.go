package mxu

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// MaxClusters is the most clusters that the MXU serves.
const MaxClusters = 8

// Units of a cluster that use memory.
const (
	ClusterL15 = iota
	ClusterLSU
	ClusterSampler
	clusterUnits
)

// ClusterClients is the number of a cluster's clients. Each unit is two of them: one for its reads from above the break point, which may find no page, and one for
// all else, which uses pinned pages.
const ClusterClients = clusterUnits * pipe.Sides

// ClusterClient is the number of a client of a cluster: those of cluster 0 come first, then those of cluster 1 and so on.
func ClusterClient(cluster, unit, side int) int {
	return cluster*ClusterClients + unit*pipe.Sides + side
}

// ClusterUnit is the cluster and the unit of a client.
func ClusterUnit(client int) (cluster, unit int) {
	return client / ClusterClients, client % ClusterClients / pipe.Sides
}

// clusterPort is the number of the first client of the first cluster; others that are numbered as clients come before it.
const (
	atomicPort  = numPorts
	clusterPort = numPorts + 1
)

// station is what the MXU knows of a client of a cluster. Its reads are answered in any order, by their tags.
type station struct {
	Waiting uint16 // requests in memory
	Reads   uint16 // of them, and of atomics that are not executed, those that need a place among the client's answers
	Written uint16 // writes that memory has answered and the client is not told of
	Search  search // for the page of the read at the head of its queue
}

// flushing is how far caches of clusters are with a flush: a bit for each.
type flushing struct {
	Ask  uint16 // they are to be asked
	Left uint16 // they were, and have lines of the page left
}

// hub is what the MXU has for clusters beside its state.
type hub struct {
	stations []station
	flushes  []flushing // as in State.Flushes
	unit     []atomicUnit
	bound    []regs.BINDRegs // what pin sets bind, by context slot and number
	binds    []binding       // one
}

func makeHub(cfg Config) hub {
	h := hub{bound: make([]regs.BINDRegs, pipe.Slots*MaxSets), binds: make([]binding, 1)}
	if cfg.Clusters > 0 {
		h.stations, h.flushes, h.unit = make([]station, ClusterClients*cfg.Clusters), make([]flushing, pipe.MaxFlushes), make([]atomicUnit, 1)
	}
	return h
}

// Stores implements wires.Storer.
func (m *MXU) Stores(d *wires.Domain) {
	d.Gather(&m.asked, wires.Inputs(m.P.Req[:])...)
	d.Gather(&m.cluster, wires.Inputs(m.P.ClusterReq[:len(m.hub.stations)])...)
	wires.AddArray(d, m, "sets", m.hub.bound)
	wires.AddArray(d, m, "binding", m.hub.binds)
	if m.cfg.Clusters == 0 {
		return
	}
	wires.AddArray(d, m, "stations", m.hub.stations)
	wires.AddArray(d, m, "flushes", m.hub.flushes)
	wires.AddArray(d, m, "atomics", m.hub.unit)
}

// seeking is the search of a port.
func (m *MXU) seeking(port int) *search {
	if port >= clusterPort {
		return &m.hub.stations[port-clusterPort].Search
	}
	return &m.S.Seeking[port]
}

// ready tells whether the request at the head of a cluster's client can be served.
func (m *MXU) ready(n int) bool {
	in := &m.P.ClusterReq[n]
	if !in.Valid() {
		return false
	}
	r := in.Head()
	switch r.Op {
	case pipe.AllTaken:
		return m.answersNow(n) && !m.changedBy(r.Slot)
	case pipe.Pin:
		return m.answersNow(n) && m.S.Pins[r.Slot][r.Addr>>pipe.PageShift%pipe.TablePages].Count%cspPin < cspPin-1
	case pipe.ReadAbove:
		_, f := m.seek(clusterPort+n, r.Slot, uint64(r.Addr))
		if f == nowhere {
			return m.answersNow(n)
		}
		return f == here && m.P.MemReq.Ready() && m.answerable(n) && !m.atomicAt(m.placeOf(n, r))
	case pipe.Read:
		return m.P.MemReq.Ready() && m.answersNow(n) && !m.atomicAt(m.placeOf(n, r))
	case pipe.Write:
		return m.P.MemReq.Ready() && !m.atomicAt(m.placeOf(n, r))
	case pipe.Atomic:
		return m.answersNow(n) && m.canBegin(m.placeOf(n, r))
	}

	return true
}

// answerable tells whether an answer has a place. One is left to the writes that the client is to be told of.
func (m *MXU) answerable(n int) bool {
	s, out := &m.hub.stations[n], &m.P.ClusterAns[n]
	told := 0
	if s.Written > 0 {
		told = 1
	}
	return int(s.Reads)+told+out.Promised() < out.Depth()
}

// answersNow tells whether an answer can be put in this cycle.
func (m *MXU) answersNow(n int) bool { return m.answerable(n) && m.P.ClusterAns[n].Ready() }

// placeOf is the place in memory of a request of a cluster, whose page is known.
func (m *MXU) placeOf(n int, r *pipe.MemRequest) uint32 {
	frame := uint32(0)
	if r.Op == pipe.ReadAbove {
		frame, _ = m.seek(clusterPort+n, r.Slot, uint64(r.Addr))
	} else {
		frame = m.pinnedFrame(r.Slot, r.Addr>>pipe.PageShift)
	}
	return frame<<pipe.PageShift | r.Addr&(1<<pipe.PageShift-1)
}

// serveCluster serves the request at the head of a cluster's client.
func (m *MXU) serveCluster(n int) {
	in := &m.P.ClusterReq[n]
	r, s := in.Head(), &m.hub.stations[n]
	if (r.Op == pipe.ReadAbove) != (n%pipe.Sides == pipe.Above) {
		m.Break("client", "client %d of the clusters has an access of the other side of the break point", n)
	}
	port, page := clusterPort+n, r.Addr>>pipe.PageShift
	switch r.Op {
	case pipe.FlushDone:
		m.left(n, r.Addr)
	case pipe.AllTaken:
		m.answerCluster(n, &pipe.MemAnswer{Op: pipe.AllTaken, Slot: r.Slot})
	case pipe.Release, pipe.Unpin:
		m.drop(port, r.Slot, page)
	case pipe.ReadAbove:
		_, f := m.seek(port, r.Slot, uint64(r.Addr))
		if f == nowhere {
			m.answerCluster(n, &pipe.MemAnswer{Op: pipe.NoPage, Slot: r.Slot, Tag: r.Tag})
		} else {
			m.toMemory(n, r, pipe.Read)
		}
		s.Search = search{}
	default:
		m.servePinned(n, r)
	}
	in.Drop()
}

// servePinned serves a request whose page is pinned. One to a page that is not has no effect, reads zeros, and the CSP is told.
func (m *MXU) servePinned(n int, r *pipe.MemRequest) {
	s, page := &m.hub.stations[n], r.Addr>>pipe.PageShift
	if !m.isPinned(clusterPort+n, r.Slot, page) {
		m.strayed(clusterPort+n, r.Slot, r.Addr)
		if r.Op == pipe.Write {
			s.Written++
		} else {
			m.answerCluster(n, &pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag})
		}
		return
	}
	switch r.Op {
	case pipe.Pin:
		m.S.Pins[r.Slot][page].Count += backEndPin
		m.answerCluster(n, &pipe.MemAnswer{Op: pipe.Pin, Slot: r.Slot, Tag: r.Tag})
	case pipe.Atomic:
		m.begin(n, r)
	default:
		m.toMemory(n, r, r.Op)
		if r.Op == pipe.Write && r.Evict {
			m.drop(clusterPort+n, r.Slot, page)
		}
	}
}

// toMemory sends a request of a cluster to memory.
func (m *MXU) toMemory(n int, r *pipe.MemRequest, op pipe.Op) {
	s, out := &m.hub.stations[n], m.P.MemReq.Slot()
	addr := m.placeOf(n, r)
	*out = *r
	out.Op, out.Client, out.Addr = op, uint8(clusterPort+n), addr
	m.passed(addr)
	m.P.MemReq.Push()
	if s.Waiting++; op == pipe.Read {
		s.Reads++
	}
	m.executed(n, r)
}

// executed shows observers an access at the moment at which it has its place in the order of all accesses.
func (m *MXU) executed(n int, r *pipe.MemRequest) {
	if m.P.Executed.On() {
		m.P.Executed.Emit(&Executed{Client: n, Request: r})
	}
}

// answerCluster answers a client without memory.
func (m *MXU) answerCluster(n int, a *pipe.MemAnswer) {
	out := &m.P.ClusterAns[n]
	*out.Slot() = *a
	out.Slot().Client = uint8(clusterPort + n)
	out.Push()
}

// answeredCluster returns what memory brings to a client of a cluster.
func (m *MXU) answeredCluster(a *pipe.MemAnswer) {
	n := int(a.Client) - clusterPort
	s := &m.hub.stations[n]
	s.Waiting--
	if a.Op == pipe.Write {
		s.Written++
		return
	}
	s.Reads--
	m.answerCluster(n, a)
}

// acknowledgeClusters tells clients of writes that are in memory.
func (m *MXU) acknowledgeClusters() (moved bool) {
	for n := range m.hub.stations {
		s, out := &m.hub.stations[n], &m.P.ClusterAns[n]
		if s.Written == 0 || !out.Ready() || int(s.Reads)+out.Promised() >= out.Depth() {
			continue
		}
		m.answerCluster(n, &pipe.MemAnswer{Op: pipe.Write, More: s.Written - 1})
		s.Written = 0
		moved = true
	}
	return moved
}

// queuedByClusters counts requests of a slot that clients of clusters have sent.
func (m *MXU) queuedByClusters(slot uint8) (count int) {
	for n := range m.hub.stations {
		in := &m.P.ClusterReq[n]
		for i := 0; in.Joined() && i < in.Len(); i++ {
			if in.Peek(i).Slot == slot {
				count++
			}
		}
	}
	return count
}

// caches are the connections to the caches of clusters: a level-1.5 cache and a texture cache each.
func (m *MXU) cache(n int) *wires.Out[pipe.PageFlush] {
	if n%2 == 0 {
		return &m.P.MXUL15[n/2]
	}
	return &m.P.MXUTex[n/2]
}

// cacheOf is the number, as in cache, of a client's cache.
func cacheOf(client int) int {
	cluster, unit := ClusterUnit(client)
	if unit == ClusterSampler {
		return 2*cluster + 1
	}
	return 2 * cluster
}

// askCaches has the caches of clusters write back and drop the lines of a page that is to leave its place.
func (m *MXU) askCaches(flush int) {
	if m.cfg.Clusters == 0 {
		return
	}
	for n := range 2 * m.cfg.Clusters {
		if m.cache(n).Joined() {
			m.hub.flushes[flush].Ask |= 1 << n
		}
	}
}

// flushCaches sends a page to a cache that is to be asked.
func (m *MXU) flushCaches() (moved bool) {
	for i := range m.hub.flushes {
		f := &m.hub.flushes[i]
		if f.Ask&^f.Left == 0 {
			continue
		}
		for n := range 2 * m.cfg.Clusters {
			if ask := f.Ask &^ f.Left; ask>>n&1 == 0 || !m.cache(n).Ready() { // one that is at work is asked again when it is done
				continue
			}
			m.cache(n).Put(pipe.PageFlush{Addr: m.S.Flushes[i].Addr})
			f.Ask &^= 1 << n
			f.Left |= 1 << n
			moved = true
		}
	}
	return moved
}

// cached tells whether a cache of a cluster may have lines of a page that is to leave its place.
func (m *MXU) cached(flush int) bool {
	return m.cfg.Clusters > 0 && m.hub.flushes[flush] != flushing{}
}

// left notes that a cache has no line of a page any more.
func (m *MXU) left(client int, addr uint32) {
	n := cacheOf(client)
	for i := range m.S.Flushes {
		if f := &m.S.Flushes[i]; f.Valid && f.Addr == addr && m.hub.flushes[i].Left>>n&1 != 0 {
			m.hub.flushes[i].Left &^= 1 << n
			return
		}
	}
	m.Break("flush", "client %d of the clusters has flushed page %#x, and nobody has asked for it", client, addr)
}

// givenUp has caches asked again when somebody else gives up a pin of a page that is to leave its place: until then stores could make new lines of it.
func (m *MXU) givenUp(port int, slot uint8, page uint32) {
	if m.cfg.Clusters == 0 || port >= clusterPort {
		return
	}
	for i := range m.S.Flushes {
		if f := &m.S.Flushes[i]; f.Valid && !f.Leaving && f.Addr>>pipe.PageShift%pipe.TablePages == page {
			m.askCaches(i)
		}
	}
}
