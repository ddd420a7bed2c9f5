// Package mxu is the memory access unit: every block's way to memory. It has a queue
// for each client, arbitrates between them, returns answers in each client's order,
// translates addresses by the page tables of the contexts, and keeps the pins that
// hold pages in place from the break point to the end of a tile and for as long as a
// line is cached (spec chapter 2, "Page faults"). What is above the break point may
// find no page at any time; what is below uses pinned pages only.
package mxu

import (
	"fmt"
	"math/bits"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// MaxTLB is the most translations that the MXU can remember.
const MaxTLB = 256

// Config of the MXU.
type Config struct {
	TLB       int `cfg:"tlb" default:"64" min:"1" max:"256" power:"2" unit:"pages of 64 KiB" doc:"Translations that are remembered, a power of two."`
	Sets      int `cfg:"sets" default:"8" min:"1" max:"16" unit:"pin sets" doc:"Pin sets of a context: draws between the break point and the end of the pipe that bind different kernels, buffers, textures or surfaces. A draw that finds none free waits for one."`
	Atomics   int `cfg:"atomics" default:"4" min:"1" max:"16" unit:"lines" doc:"Lines on which the MXU's atomic unit works at the same time."`
	MemoryMiB int // size of the memory
	Clusters  int // that it serves
}

// Clients of the MXU, in the order of their ports.
const (
	DMARead    = regs.MxuClientDmaRead
	DMAWrite   = regs.MxuClientDmaWrite
	Vertex     = regs.MxuClientVertex
	Depth      = regs.MxuClientDepth
	Color      = regs.MxuClientColor
	C2D        = regs.MxuClientC2d
	NumClients = regs.MxuClientWalker
)

// Others whose accesses are numbered as if they were clients.
const (
	Walker     = regs.MxuClientWalker
	BreakPoint = regs.MxuClientBreakPoint
	Command    = regs.MxuClientCommand
	numPorts   = Command + 1
)

// State.Untold has a bit for each client, and what a wires.RoundRobin picks from one for each port: one more than fit is an
// error of the compiler.
const (
	_ uint8  = 1 << (NumClients - 1)
	_ uint64 = 1 << (clusterPort + MaxClusters*ClusterClients - 1)
)

// mayFault are the clients whose accesses may find no page. All others use pinned pages.
var mayFault = [...]int{DMARead, Vertex}

// seekers are those who may need the walker, besides clients of clusters.
var seekers = [...]int{DMARead, Vertex, BreakPoint, Command}

// Ports of the MXU.
type Ports struct {
	Req    [NumClients]wires.In[pipe.MemRequest] `waits:"MemReq Ans[] 0:MXUCSP 2:MXUCSP" wakes:"each"` // DMARead and Vertex may fault
	Ans    [NumClients]wires.Out[pipe.MemAnswer] `wakes:"each"`
	MemReq wires.Out[pipe.MemRequest]
	MemAns wires.In[pipe.MemAnswer]
	BPMXU  wires.In[pipe.PinRequest] `waits:"MemReq DPMXU Ctrl"` // from the break point
	MXUBP  wires.Out[pipe.PinAnswer] // has room: one pin is asked for at a time
	CSPMXU wires.In[pipe.MXUCommand] `waits:"MemReq MXUCSP"` // CSP_MXU
	MXUCSP wires.Out[pipe.MXUAnswer] // MXU_CSP
	DPC2D  wires.In[pipe.Report]     `waits:"DPMXU"`
	DPMXU  wires.Out[pipe.Report]

	ClusterReq [MaxClusters * ClusterClients]wires.In[pipe.MemRequest] `port:"optional" waits:"MemReq ClusterAns[]" wakes:"each"`
	ClusterAns [MaxClusters * ClusterClients]wires.Out[pipe.MemAnswer] `port:"optional" wakes:"each"`
	MXUL15     [MaxClusters]wires.Out[pipe.PageFlush]                  `port:"optional"`
	MXUTex     [MaxClusters]wires.Out[pipe.PageFlush]                  `port:"optional"`
	Ctrl       [MaxClusters]wires.Out[pipe.Control]                    `port:"optional"` // what pin sets bind
	CtrlDone   [MaxClusters]wires.In[pipe.ControlDone]                 `port:"optional" waits:"-"`

	Executed wires.Probe[Executed]
}

// Executed is what the probe shows of an access of a cluster's client, n of them a cluster.
type Executed struct {
	Client  int
	Request *pipe.MemRequest // with the context's address
}

// State is everything that a clock edge changes.
type State struct {
	Regs     [pipe.Slots]regs.MXURegs         // by context slot
	C2D      [pipe.Slots]regs.C2DRegs         // those of C2D as committed, by context slot
	Bind     [pipe.Slots]regs.BINDRegs        // what pixel kernels bind, by context slot
	Dumped   bool                             // INTERRUPTIBLE: the registers of MXU are sent, those of BIND follow
	Paging   bool                             // there has been a page table, a flush or a fault; until then none of them costs the model time
	Tables   [pipe.Slots]uint32               // byte addresses of page tables, 0: none, by context slot
	Pins     [pipe.Slots][pipe.TablePages]pin // by context slot and page
	Blits    [pipe.Slots][few]area            // what is pinned for a fill or copy, by context slot
	Sets     [pipe.Slots][MaxSets]pinSet      // by context slot and number, from 1 on
	Lack     lack                             // of the set that is looked for
	Holding  [numPorts]place                  // how far pins of BreakPoint and Command are
	TLB      [MaxTLB]translation              // by a hash of slot and page
	Seeking  [numPorts]search                 // translations that the TLB does not have, by whom they are for
	Walk     walk                             // the page table walker
	Faults   [pipe.Slots]pageFault            // by context slot
	Strays   [pipe.Slots]pageFault            // accesses to pages that are not pinned, by context slot
	Astray   [NumClients]bool                 // the request at the client's head is one
	Stale    [pipe.Slots]uint16               // vertex reads in the queue of a context that has left its slot
	Flushes  [pipe.MaxFlushes]flush           // not answered
	Waiting  [NumClients]uint16               // requests in memory, by client
	Reads    [NumClients]uint16               // of them, reads: each has its place among the client's answers
	Written  [NumClients]uint16               // writes that memory has answered and the client is not told of
	Untold   uint8                            // clients that have such
	Turn     wires.RoundRobin                 // of clients and the walker
	WalkTurn wires.RoundRobin                 // of those who need the walker
	DRQ      drq.State
}

// MXU is the block.
type MXU struct {
	wires.BlockBase
	cfg     Config
	pages   uint32 // of memory
	P       Ports
	S       State
	hub     hub
	asked   wires.ValidBits // of Req
	cluster wires.ValidBits // of ClusterReq
	seekers []int           // all who may need the walker
	drq     drq.Unit
}

// New makes an MXU in reset state.
func New(name string, cfg Config) *MXU {
	m := &MXU{BlockBase: wires.NewBlockBase(name), cfg: cfg, pages: uint32(cfg.MemoryMiB) << 20 >> pipe.PageShift, hub: makeHub(cfg)}
	for i := range m.S.Regs {
		m.S.Regs[i].Reset()
		m.S.C2D[i].Reset()
		m.S.Bind[i].Reset()
	}
	m.seekers = append(m.seekers, seekers[:]...)
	for n := range m.hub.stations {
		m.seekers = append(m.seekers, clusterPort+n)
	}
	m.drq.Init(regs.BlockMXU, &m.S.DRQ, &m.P.DPMXU, &m.P.DPC2D, nil)
	return m
}

// Parts implements wires.Block.
func (m *MXU) Parts() (ports, state any) { return &m.P, &m.S }

// Tick returns an answer, forwards a request, and serves the CSP and the break point.
func (m *MXU) Tick(uint64) wires.Activity {
	moved := m.blitDone()
	m.drq.Begin()
	moved = m.answer() || moved
	moved = m.acknowledge() || moved
	moved = m.acknowledgeClusters() || moved
	moved = m.command() || moved
	if m.S.Paging {
		moved = m.zeros() || moved
	}
	moved = m.request() || moved
	moved = m.endYields() || moved
	moved = m.pin() || moved
	if m.S.Paging {
		moved = m.startWalk() || moved
		moved = m.flushCaches() || moved
		moved = m.flush() || moved
		moved = m.report() || moved
	}
	if m.drq.Moved() || moved {
		return wires.Busy
	}
	return m.sleep()
}

func (m *MXU) sleep() wires.Activity {
	if (m.asked.Bits()|m.cluster.Bits()) != 0 && !m.P.MemReq.Ready() {
		return m.P.MemReq.Blocked()
	}
	if m.inFlight() > 0 {
		return m.P.MemAns.Starved()
	}
	for set := m.cluster.Bits(); set != 0; set &= set - 1 {
		if out := &m.P.ClusterAns[bits.TrailingZeros64(set)]; !out.Ready() {
			return out.Blocked()
		}
	}
	if len(m.hub.unit) > 0 && m.hub.unit[0].Used > 0 && !m.P.MemReq.Ready() {
		return m.P.MemReq.Blocked()
	}
	return wires.Idle
}

// inFlight is the number of requests in memory.
func (m *MXU) inFlight() (n int) {
	for _, w := range m.S.Waiting {
		n += int(w)
	}
	for i := range m.hub.stations {
		n += int(m.hub.stations[i].Waiting)
	}
	for i := range m.hub.unit {
		n += int(m.hub.unit[i].Reads + m.hub.unit[i].Writes)
	}
	if m.S.Walk.Phase == Reading {
		n++
	}
	return n
}

// Busy tells observers whether memory has to answer, or lines of the atomic unit are to be written back.
func (m *MXU) Busy() bool {
	return m.inFlight() > 0 || len(m.hub.unit) > 0 && m.hub.unit[0].Used > 0
}

// answer returns what memory brings to its client.
func (m *MXU) answer() bool {
	if !m.P.MemAns.Valid() {
		return false
	}
	a := m.P.MemAns.Head()
	switch {
	case a.Client == Walker:
		m.walked(a)
	case a.Client == atomicPort:
		m.fetched(a)
	case a.Client >= clusterPort:
		m.answeredCluster(a)
	case a.Op == pipe.Write:
		m.S.Waiting[a.Client]--
		m.S.Written[a.Client]++
		m.S.Untold |= 1 << a.Client
	default:
		out := m.P.Ans[a.Client]
		*out.Slot() = *a
		out.Push()
		m.S.Waiting[a.Client]--
		m.S.Reads[a.Client]--
	}
	m.flushAnswered()
	m.P.MemAns.Drop()
	return true
}

// acknowledge tells clients of writes that are in memory. They are counted, so a client may
// have more under way than its queue has places, and none of them blocks an answer.
func (m *MXU) acknowledge() (moved bool) {
	for set := m.S.Untold; set != 0; set &= set - 1 {
		i := bits.TrailingZeros8(set)
		out := &m.P.Ans[i]
		if !out.Ready() || int(m.S.Reads[i])+out.Promised() >= out.Depth() {
			continue
		}
		a := out.Slot()
		*a = pipe.MemAnswer{Op: pipe.Write, Client: uint8(i), More: m.S.Written[i] - 1}
		out.Push()
		m.S.Written[i] = 0
		m.S.Untold &^= 1 << i
		moved = true
	}
	return moved
}

// request forwards one request, fairly. A read for whose answer its client's queue could
// have no place waits, so that no answer ever blocks another client's; one whose page is not
// known waits for the walker.
func (m *MXU) request() bool {
	var want uint64
	ready := m.P.MemReq.Ready()
	for set := m.asked.Bits(); set != 0; set &= set - 1 {
		if i := bits.TrailingZeros64(set); m.able(i, ready) {
			want |= 1 << i
		}
	}
	if m.S.Walk.Phase == Asking && m.P.MemReq.Ready() {
		want |= 1 << Walker
	}
	for set := m.cluster.Bits(); set != 0; set &= set - 1 {
		if n := bits.TrailingZeros64(set); m.ready(n) {
			want |= 1 << (Walker + 2 + n)
		}
	}
	back := m.writesBack()
	if back >= 0 {
		want |= 1 << (Walker + 1)
	}
	switch i := m.S.Turn.Pick(want); {
	case i < 0:
		return false
	case i == Walker:
		m.readTable()
	case i == Walker+1:
		m.writeBack(back)
	case i > Walker:
		m.serveCluster(i - Walker - 2)
	default:
		m.forward(i)
	}
	return true
}

// able tells whether the request at a client's head can be forwarded, if memory is ready.
func (m *MXU) able(i int, ready bool) bool {
	f := &m.P.Req[i]
	if !f.Valid() || m.S.Astray[i] {
		return false
	}
	r := f.Head()
	return r.Op >= pipe.Release || m.known(i, r) && ready && (r.Op == pipe.Write || m.room(i)) && !(m.cfg.Clusters > 0 && m.atomicAt(m.place(i, r)))
}

// room tells whether a read's answer has a place. One is left to the writes that the client is
// to be told of, so that reads cannot keep it waiting.
func (m *MXU) room(client int) bool {
	f := &m.P.Ans[client]
	return int(m.S.Reads[client])+int(m.S.Untold>>client&1)+f.Promised() < f.Depth()
}

// forward sends a client's request to memory, or takes what needs no memory.
func (m *MXU) forward(client int) {
	r := m.P.Req[client].Head()
	if r.Op < pipe.Release {
		if m.stray(client, r) {
			return
		}
		out := m.P.MemReq.Slot()
		*out = *r
		out.Client = uint8(client)
		out.Addr = m.place(client, r)
		m.used(client)
		m.passed(out.Addr)
		m.P.MemReq.Push()
		m.S.Waiting[client]++
		if r.Op == pipe.Read {
			m.S.Reads[client]++
		}
	}
	m.count(client, r)
	m.P.Req[client].Drop()
}

// Line prints the requests under way by client, whom the walker works for, and who is
// parked.
func (m *MXU) Line() string {
	w := m.S.Waiting
	text := fmt.Sprintf("MXU r%d w%d v%d z%d c%d 2d%d", w[DMARead], w[DMAWrite], w[Vertex], w[Depth], w[Color], w[C2D])
	if m.S.Walk.Phase != Resting {
		text += " walk:" + portName(int(m.S.Walk.Port))
	}
	for _, i := range mayFault {
		if m.S.Seeking[i].Phase == Refused {
			text += " parked:" + portNames[i]
		}
	}
	return text
}

// portName names a port: of a cluster, by its number and the client's.
func portName(port int) string {
	switch n := port - clusterPort; {
	case port == atomicPort:
		return "atomics"
	case n >= 0:
		cluster, unit := ClusterUnit(n)
		return fmt.Sprintf("cluster%d.%s_%s", cluster, [...]string{"l15", "lsu", "tex"}[unit], [...]string{"above", "below"}[n%pipe.Sides])
	}
	return portNames[port]
}

var portNames = [numPorts]string{
	"dma_read", "dma_write", "vertex", "depth", "colour", "c2d", "walker", "break_point", "csp",
}
