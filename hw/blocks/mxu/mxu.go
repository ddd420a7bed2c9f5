// Package mxu is the memory access unit: every block's way to memory. It has a queue
// for each client, arbitrates between them, returns answers in each client's order,
// and keeps the pins that hold pages in place from the break point to the end of a
// tile and for as long as a line is cached (spec chapter 2, "Page faults").
package mxu

import (
	"fmt"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// PageShift is the size of a page: 64 KiB.
const PageShift = 16

// maxPages is the number of pages of the largest memory.
const maxPages = 256 << 20 >> PageShift

// Clients of the MXU, in the order of their ports.
const (
	DMARead = iota
	DMAWrite
	Vertex
	Texture
	Depth
	Color
	C2D
	NumClients
)

// Ports of the MXU.
type Ports struct {
	Req    [NumClients]*wires.Fifo[pipe.MemRequest]
	Ans    [NumClients]*wires.Fifo[pipe.MemAnswer]
	MemReq *wires.Fifo[pipe.MemRequest]
	MemAns *wires.Fifo[pipe.MemAnswer]
	Pin    *wires.Fifo[pipe.PinRequest] // from the break point
	Pinned *wires.Fifo[pipe.PinAnswer]
	// Commands and Answers are CSP_MXU and MXU_CSP.
	Commands *wires.Fifo[pipe.MXUCommand]
	Answers  *wires.Fifo[pipe.MXUAnswer]
	DRQ      drq.Unit
}

// State is everything that a clock edge changes.
type State struct {
	Regs    [2]regs.MXURegs // by context slot
	Pins    [maxPages]uint16
	Waiting [NumClients]uint8 // requests in memory, by client
	Turn    wires.RoundRobin
	DRQ     drq.State
}

// MXU is the block.
type MXU struct {
	wires.BlockBase
	P Ports
	S State
}

// New makes an MXU in reset state.
func New(name string) *MXU {
	m := &MXU{BlockBase: wires.NewBlockBase(name)}
	for i := range m.S.Regs {
		m.S.Regs[i].Reset()
	}
	m.P.DRQ.Init(regs.BlockMXU, &m.S.DRQ)
	return m
}

// Tick returns an answer, forwards a request and serves the break point.
func (m *MXU) Tick(uint64) wires.Activity {
	moved := m.P.DRQ.Forward(false)
	moved = m.answer() || moved
	moved = m.request() || moved
	moved = m.pin() || moved
	moved = m.P.DRQ.Forward(true) || moved
	if moved {
		return wires.Busy
	}
	return m.sleep()
}

func (m *MXU) sleep() wires.Activity {
	for i := range m.P.Req {
		if m.P.Req[i].Valid() && !m.P.MemReq.Ready() {
			return m.P.MemReq.Blocked()
		}
	}
	for _, n := range m.S.Waiting {
		if n > 0 {
			return m.P.MemAns.Starved()
		}
	}
	return wires.Idle
}

func (m *MXU) answer() bool {
	if !m.P.MemAns.Valid() {
		return false
	}
	a := m.P.MemAns.Head()
	out := m.P.Ans[a.Client]
	*out.Slot() = *a
	out.Push()
	m.S.Waiting[a.Client]--
	m.P.MemAns.Drop()
	return true
}

// request forwards one request, fairly. A client whose answer queue could overflow
// waits, so that no answer ever blocks another client's.
func (m *MXU) request() bool {
	var want uint32
	for i, f := range m.P.Req {
		if f.Valid() && (f.Head().Op >= pipe.Release || m.P.MemReq.Ready() && m.room(i)) {
			want |= 1 << i
		}
	}
	i := m.S.Turn.Pick(want, NumClients)
	if i < 0 {
		return false
	}
	r := m.P.Req[i].Head()
	m.count(i, r)
	if r.Op < pipe.Release {
		out := m.P.MemReq.Slot()
		*out = *r
		out.Client = uint8(i)
		m.P.MemReq.Push()
		m.S.Waiting[i]++
	}
	m.P.Req[i].Drop()
	return true
}

func (m *MXU) room(client int) bool {
	f := m.P.Ans[client]
	return int(m.S.Waiting[client])+f.Promised() < f.Depth()
}

// count keeps the pins of cached lines and retired tiles, and refuses accesses of the
// back end to pages that are not pinned: they could fault.
func (m *MXU) count(client int, r *pipe.MemRequest) {
	page := r.Addr >> PageShift
	switch {
	case r.Op == pipe.Unpin:
		m.unpin(r.Addr, r.Bytes)
	case client == Texture: // the draw holds the pins of its textures, not the lines
		if r.Op == pipe.Read {
			m.check(page)
		}
	case r.Op == pipe.Release:
		m.drop(page)
	case client == Depth || client == Color:
		m.check(page)
		if r.Op == pipe.Read {
			m.S.Pins[page]++
		} else if r.Evict {
			m.drop(page)
		}
	}
}

func (m *MXU) check(page uint32) {
	if page >= maxPages || m.S.Pins[page] == 0 {
		m.Break("pin", "the back end uses page %#x, which is not pinned", page)
	}
}

func (m *MXU) drop(page uint32) {
	m.check(page)
	m.S.Pins[page]--
}

func (m *MXU) unpin(addr, bytes uint32) {
	for page := addr >> PageShift; page <= (addr+bytes-1)>>PageShift; page++ {
		m.drop(page)
	}
}

// pin serves the break point: one entry a cycle, in order.
func (m *MXU) pin() bool {
	if !m.P.Pin.Valid() {
		return false
	}
	r := m.P.Pin.Head()
	g := &m.S.Regs[r.Slot]
	switch r.Kind {
	case pipe.State:
		regs.Write(g[:], r.Reg, r.Value)
	case pipe.Interruptible:
		if a, done := m.P.DRQ.Dump(r.Slot, g[:]); !done {
			return a == wires.Busy
		}
	case pipe.IntEnd:
		g.Reset()
	default:
		if r.Back {
			m.each(g, r, m.unpin)
			break
		}
		if !m.P.Pinned.Ready() {
			return false
		}
		m.P.Pinned.Put(m.translate(g, r))
	}
	m.P.Pin.Drop()
	return true
}

// tileAddr returns a tile's address (docs/arithmetic.md, section 9). Tiles do not cross
// pages.
func tileAddr(base, pitch, bytes uint32, r *pipe.PinRequest) uint32 {
	return base&^(max(bytes, 256)-1) + bytes*(uint32(r.Y)*pitch+uint32(r.X))
}

// tileBytes returns the bytes of a tile of the colour and of the depth surface.
func tileBytes(g *regs.MXURegs) (color, depth uint32) {
	color, depth = 256, 256
	if g.SurfaceFormatColorWide() {
		color = 512
	}
	if g.SurfaceFormatDepthNarrow() {
		depth = 128
	}
	return color, depth
}

// translate pins what a tile, a draw's textures, or a write of the pipe's end need.
func (m *MXU) translate(g *regs.MXURegs, r *pipe.PinRequest) pipe.PinAnswer {
	m.each(g, r, m.hold)
	a := pipe.PinAnswer{Kind: r.Kind, Slot: r.Slot}
	if r.Kind == pipe.Draw {
		a.Base, a.Bytes = g.TextureBase(), g.TextureBytes()
	}
	return a
}

// each calls do for every range that a request names.
func (m *MXU) each(g *regs.MXURegs, r *pipe.PinRequest, do func(addr, bytes uint32)) {
	switch {
	case r.Kind == pipe.Tile:
		color, depth := tileBytes(g)
		do(tileAddr(g.ColorBase(), g.SurfacePitchColor(), color, r), 1)
		do(tileAddr(g.DepthBase(), g.SurfacePitchDepth(), depth, r), 1)
	case r.Kind != pipe.Draw:
		do(r.Value, 1)
	case g.TextureBytes() > 0:
		do(g.TextureBase(), g.TextureBytes())
	}
}

func (m *MXU) hold(addr, bytes uint32) {
	for page := addr >> PageShift; page <= (addr+bytes-1)>>PageShift; page++ {
		if page >= maxPages {
			m.Break("pin", "a surface or texture lies at address %#x, outside memory", addr)
		}
		m.S.Pins[page]++
	}
}

// Line prints the requests under way by client.
func (m *MXU) Line() string {
	w := m.S.Waiting
	return fmt.Sprintf("MXU r%d w%d v%d t%d z%d c%d 2d%d", w[0], w[1], w[2], w[3], w[4], w[5], w[6])
}
