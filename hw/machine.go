// Package hw is the machine: it builds the blocks, joins them, and lets the outside
// drive and observe the whole.
package hw

import (
	"fmt"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/hw/blocks/asu"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/c2d"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/dma"
	"tilemark/hw/blocks/drq"
	"tilemark/hw/blocks/eup"
	"tilemark/hw/blocks/eupfront"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/blocks/ps"
	"tilemark/hw/blocks/sg"
	"tilemark/hw/blocks/tg"
	"tilemark/hw/blocks/tsu"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl1"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Machine is a built machine.
type Machine struct {
	*wires.Domain
	Engine *wires.Engine
	Config Config

	Host     *Host
	CSP      *csp.CSP
	DMA      *dma.DMA
	C2D      *c2d.C2D
	EUPFront *eupfront.EUPFront
	EUP      *eup.EUP
	TSU      *tsu.TSU
	ASU      *asu.ASU
	SG       *sg.SG
	TG       *tg.TG
	ZL1      *zl1.ZL1
	ZL2      *zl2.ZL2
	PS       *ps.PS
	WBU      *wbu.WBU
	MXU      *mxu.MXU
	Memory   *memory.Memory
}

// Build makes a machine in reset state.
func Build(cfg Config) (*Machine, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	m := &Machine{
		Domain: wires.NewDomain(sim.Freq(cfg.Clock)*sim.MHz, cfg.Seed), Config: cfg,
		Host:     &Host{BlockBase: wires.NewBlockBase("GPU.Host")},
		CSP:      csp.New("GPU.CSP", cfg.CSP),
		DMA:      dma.New("GPU.DMA", cfg.DMA),
		C2D:      c2d.New("GPU.C2D", cfg.C2D),
		EUPFront: eupfront.New("GPU.EUPFront"),
		EUP:      eup.New("GPU.EUP", cfg.EUP),
		TSU:      tsu.New("GPU.TSU"),
		ASU:      asu.New("GPU.ASU"),
		SG:       sg.New("GPU.SG"),
		TG:       tg.New("GPU.TG", cfg.Place()),
		ZL1:      zl1.New("GPU.ZL1", cfg.Place(), cfg.ZL1),
		ZL2:      zl2.New("GPU.ZL2", cfg.ZL2),
		PS:       ps.New("GPU.PS", cfg.PS),
		WBU:      wbu.New("GPU.WBU", cfg.WBU),
		MXU:      mxu.New("GPU.MXU", cfg.MXU, cfg.Memory.SizeMiB),
		Memory:   memory.New("GPU.Memory", cfg.Memory),
	}
	m.Engine = wires.NewEngine(m.Domain)
	m.addBlocks()
	w := &wiring{cfg: &m.Config}
	m.joinPipe(w)
	m.joinMemory(w)
	m.joinDatapaths(w)
	m.joinAddresses(w)
	if w.err != nil {
		return nil, fmt.Errorf("building the machine: %w", w.err)
	}
	return m, nil
}

func (m *Machine) addBlocks() {
	m.Add(m.Host, &m.Host.s)
	m.Add(m.CSP, &m.CSP.S)
	m.Add(m.DMA, &m.DMA.S)
	m.Add(m.C2D, &m.C2D.S)
	m.Add(m.EUPFront, &m.EUPFront.S)
	m.Add(m.EUP, &m.EUP.S)
	m.Add(m.TSU, &m.TSU.S)
	m.Add(m.ASU, &m.ASU.S)
	m.Add(m.SG, &m.SG.S)
	m.Add(m.TG, &m.TG.S)
	m.Add(m.ZL1, &m.ZL1.S)
	m.Add(m.ZL2, &m.ZL2.S)
	m.Add(m.PS, &m.PS.S)
	m.Add(m.WBU, &m.WBU.S)
	m.Add(m.MXU, &m.MXU.S)
	m.Add(m.Memory, &m.Memory.S)
	m.AddPages(m.Memory, "contents", &m.Memory.Pages)
}

// joinPipe makes the FIFOs and lines that lead down the pipe.
func (m *Machine) joinPipe(w *wiring) {
	m.Host.out = join[csp.HostCommand](w, lHost, m.Host, "Out", m.CSP, "Host", nil)
	m.CSP.P.Host = m.Host.out
	m.CSP.P.Csp = join(w, lCSP, m.CSP, "CspFifo", m.TSU, "CspFifo", func(e *pipe.Cmd) pipe.Kind { return e.Kind })
	m.TSU.P.Csp = m.CSP.P.Csp
	m.CSP.P.Vertex = join(w, lVertex, m.CSP, "Vertex", m.EUPFront, "Vertex", func(e *pipe.VertexEntry) pipe.Kind { return e.Kind })
	m.EUPFront.P.Vertex = m.CSP.P.Vertex
	m.EUPFront.P.Threads = join(w, lEUPIn, m.EUPFront, "Threads", m.EUP, "Threads", func(e *pipe.Thread) pipe.Kind { return e.Kind })
	m.EUP.P.In = m.EUPFront.P.Threads
	m.EUP.P.Out = join(w, lEUP, m.EUP, "Shaded", m.TSU, "EupFifo", func(e *pipe.Shaded) pipe.Kind { return e.Kind })
	m.TSU.P.Eup = m.EUP.P.Out
	m.TSU.P.Out = join(w, lTSU, m.TSU, "Triangles", m.ASU, "TsuFifo", func(e *pipe.Triangle) pipe.Kind { return e.Kind })
	m.ASU.P.In = m.TSU.P.Out
	m.ASU.P.Edges = join(w, lASU, m.ASU, "Edges", m.SG, "AsuFifo", func(e *pipe.Edges) pipe.Kind { return e.Kind })
	m.SG.P.In = m.ASU.P.Edges
	m.ASU.P.Depth = join(w, lASUZL1, m.ASU, "DepthPlanes", m.ZL1, "AsuZl1Fifo", func(e *pipe.DepthPlane) pipe.Kind { return e.Kind })
	m.ZL1.P.Depth = m.ASU.P.Depth
	m.ASU.P.Planes = join(w, lAFIFO, m.ASU, "AttributePlanes", m.ZL1, "Afifo", func(e *pipe.AttributePlanes) pipe.Kind { return e.Kind })
	m.ZL1.P.Planes = m.ASU.P.Planes
	m.SG.P.Out = join(w, lSGTG, m.SG, "Spans", m.TG, "Spans", func(e *pipe.SpanEntry) pipe.Kind { return e.Kind })
	m.TG.P.In = m.SG.P.Out
	m.TG.P.Out = join(w, lTG, m.TG, "Tiles", m.ZL1, "TgFifo", func(e *pipe.TileEntry) pipe.Kind { return e.Kind })
	m.ZL1.P.Tiles = m.TG.P.Out
	m.joinBackEnd(w)
	readers := []wires.Reader{
		{Block: m.EUPFront, Port: "Int"}, {Block: m.TSU, Port: "Int"}, {Block: m.ASU, Port: "Int"}, {Block: m.TG, Port: "Int"},
	}
	if m.Config.Place() == breakpoint.AtZL1 {
		readers = append(readers, wires.Reader{Block: m.ZL1, Port: "Int"})
	}
	line := w.line("INT", m.CSP, "Int", readers...)
	m.CSP.P.Int, m.EUPFront.P.Int, m.TSU.P.Int, m.ASU.P.Int, m.TG.P.Int = line, line, line, line, line
	if m.Config.Place() == breakpoint.AtZL1 {
		m.ZL1.P.Int = line
	}
	m.EUPFront.P.Cancel = w.line("EUP_CANCEL", m.EUPFront, "Cancel", wires.Reader{Block: m.EUP, Port: "Cancel"})
	m.EUP.P.Cancel = m.EUPFront.P.Cancel
}

func (m *Machine) joinBackEnd(w *wiring) {
	m.ZL1.P.ZOut = join(w, lZ, m.ZL1, "DepthWork", m.ZL2, "Zfifo", func(e *pipe.TileDepth) pipe.Kind { return e.Kind })
	m.ZL2.P.Tiles = m.ZL1.P.ZOut
	m.ZL1.P.Out = join(w, lZL1, m.ZL1, "Attributes", m.ZL2, "Zl1Fifo", func(e *pipe.AttributeEntry) pipe.Kind { return e.Kind })
	m.ZL2.P.In = m.ZL1.P.Out
	m.ZL2.P.Back = join[pipe.DepthRange](w, lZLBack, m.ZL2, "Ranges", m.ZL1, "Ranges", nil)
	m.ZL1.P.Back = m.ZL2.P.Back
	m.ZL2.P.Out = join(w, lPS, m.ZL2, "Quads", m.PS, "PsFifo", func(e *pipe.QuadEntry) pipe.Kind { return e.Kind })
	m.PS.P.In = m.ZL2.P.Out
	m.PS.P.Threads = join[pipe.PixelThread](w, lPSEU, m.PS, "Threads", m.EUP, "Pixels", nil)
	m.EUP.P.Pixels = m.PS.P.Threads
	m.EUP.P.Results = join[pipe.PixelResult](w, lEUPS, m.EUP, "Results", m.PS, "Results", nil)
	m.PS.P.Results = m.EUP.P.Results
	m.PS.P.LateZ = join[pipe.LateQuad](w, lLateZ, m.PS, "LateZ", m.ZL2, "LateZ", nil)
	m.ZL2.P.LateZ = m.PS.P.LateZ
	m.ZL2.P.LateAns = join[pipe.LateAnswer](w, lLateAns, m.ZL2, "LateAns", m.PS, "LateAns", nil)
	m.PS.P.LateAns = m.ZL2.P.LateAns
	m.PS.P.Out = join(w, lWB, m.PS, "Colors", m.WBU, "WbFifo", func(e *pipe.ColorEntry) pipe.Kind { return e.Kind })
	m.WBU.P.In = m.PS.P.Out
}

// joinMemory makes what leads to memory, and the break point's way to the MXU.
func (m *Machine) joinMemory(w *wiring) {
	m.CSP.P.Fetch = join[pipe.Fetch](w, lCSPDMA, m.CSP, "Fetch", m.DMA, "Fetch", nil)
	m.DMA.P.Fetch = m.CSP.P.Fetch
	m.DMA.P.Beats = join[pipe.Beat](w, lDMACSP, m.DMA, "Beats", m.CSP, "Beats", nil)
	m.CSP.P.Beats = m.DMA.P.Beats
	m.CSP.P.Save = join[pipe.Save](w, lState, m.CSP, "StateFifo", m.DMA, "StateFifo", nil)
	m.DMA.P.State = m.CSP.P.Save
	m.DMA.P.Acks = join[pipe.Saved](w, lDMAAck, m.DMA, "Acks", m.CSP, "Acks", nil)
	m.CSP.P.Acks = m.DMA.P.Acks

	m.CSP.P.C2D = join(w, lCSPC2D, m.CSP, "C2D", m.C2D, "CspC2d", func(e *pipe.Cmd) pipe.Kind { return e.Kind })
	m.C2D.P.In = m.CSP.P.C2D

	x := m.MXU
	m.DMA.P.ReadReq, m.DMA.P.ReadAns = w.port(lDMARReq, lDMARAns, m.DMA, "Read", x)
	m.DMA.P.WriteReq, m.DMA.P.WriteAns = w.port(lDMAWReq, lDMAWAns, m.DMA, "Write", x)
	m.EUP.P.Req, m.EUP.P.Ans = w.port(lVtxReq, lVtxAns, m.EUP, "Vertex", x)
	m.EUP.P.Texels.Req, m.EUP.P.Texels.Ans = w.port(lTexReq, lTexAns, m.EUP, "Texture", x)
	m.ZL2.P.Cache.Req, m.ZL2.P.Cache.Ans = w.port(lZReq, lZAns, m.ZL2, "Mem", x)
	m.WBU.P.Cache.Req, m.WBU.P.Cache.Ans = w.port(lCReq, lCAns, m.WBU, "Mem", x)
	m.C2D.P.Req, m.C2D.P.Ans = w.port(lC2DReq, lC2DAns, m.C2D, "Mem", x)
	x.P.Req = [mxu.NumClients]*wires.Fifo[pipe.MemRequest]{
		m.DMA.P.ReadReq, m.DMA.P.WriteReq, m.EUP.P.Req, m.EUP.P.Texels.Req, m.ZL2.P.Cache.Req, m.WBU.P.Cache.Req,
		m.C2D.P.Req,
	}
	x.P.Ans = [mxu.NumClients]*wires.Fifo[pipe.MemAnswer]{
		m.DMA.P.ReadAns, m.DMA.P.WriteAns, m.EUP.P.Ans, m.EUP.P.Texels.Ans, m.ZL2.P.Cache.Ans, m.WBU.P.Cache.Ans,
		m.C2D.P.Ans,
	}
	x.P.MemReq = join[pipe.MemRequest](w, lMemReq, x, "MemReq", m.Memory, "Req", nil)
	m.Memory.P.Req = x.P.MemReq
	x.P.MemAns = join[pipe.MemAnswer](w, lMemAns, m.Memory, "Ans", x, "MemAns", nil)
	m.Memory.P.Ans = x.P.MemAns
	at, gate, _ := m.breakPoint()
	gate.Pin = join[pipe.PinRequest](w, lBPMXU, at, "Pin", x, "Pin", nil)
	x.P.Pin = gate.Pin
	gate.Pinned = join[pipe.PinAnswer](w, lMXUBP, x, "Pinned", at, "Pinned", nil)
	x.P.Pinned = gate.Pinned
}

// joinAddresses makes the CSP's way to the MXU, and back.
func (m *Machine) joinAddresses(w *wiring) {
	m.CSP.P.Mxu = join[pipe.MXUCommand](w, lCSPMXU, m.CSP, "Mxu", m.MXU, "Commands", nil)
	m.MXU.P.Commands = m.CSP.P.Mxu
	m.MXU.P.Answers = join[pipe.MXUAnswer](w, lMXUCSP, m.MXU, "Answers", m.CSP, "MxuAns", nil)
	m.CSP.P.MxuAns = m.MXU.P.Answers
}

// breakPoint returns the block that is the break point, its gate, and its share of
// datapath A.
func (m *Machine) breakPoint() (wires.Block, *breakpoint.Gate, *drq.Unit) {
	if m.Config.Place() == breakpoint.AtZL1 {
		return m.ZL1, &m.ZL1.P.Gate, &m.ZL1.P.DRQ
	}
	return m.TG, &m.TG.P.Gate, &m.TG.P.DRQ
}

// joinDatapaths makes the two shared ways to the back-end parser: A through the break
// point, B through WBU. Blocks without a path of their own hand on to a neighbour.
func (m *Machine) joinDatapaths(w *wiring) {
	step := func(id linkID, from wires.Block, u *drq.Unit, to wires.Block, next *drq.Unit) {
		f := join[pipe.Report](w, id, from, "Reports", to, links[id].name, nil)
		u.Out = f
		if next != nil {
			next.In = f
		}
	}
	step(lDPEUP, m.EUP, &m.EUP.P.DRQ, m.EUPFront, &m.EUPFront.P.DRQ)
	step(lDPEUF, m.EUPFront, &m.EUPFront.P.DRQ, m.TSU, &m.TSU.P.DRQ)
	step(lDPTSU, m.TSU, &m.TSU.P.DRQ, m.ASU, &m.ASU.P.DRQ)
	step(lDPASU, m.ASU, &m.ASU.P.DRQ, m.TG, &m.TG.P.DRQ)
	at, _, unit := m.breakPoint()
	if m.Config.Place() == breakpoint.AtZL1 {
		step(lDPTG, m.TG, &m.TG.P.DRQ, m.ZL1, &m.ZL1.P.DRQ)
	} else {
		step(lDPZL1, m.ZL1, &m.ZL1.P.DRQ, m.ZL2, &m.ZL2.P.DRQ)
	}
	step(lDPC2D, m.C2D, &m.C2D.P.DRQ, m.MXU, &m.MXU.P.DRQ)
	step(lDPMXU, m.MXU, &m.MXU.P.DRQ, at, nil)
	unit.Side = m.MXU.P.DRQ.Out
	step(lDPA, at, unit, m.CSP, nil)
	m.CSP.P.PathA = unit.Out
	step(lDPZL2, m.ZL2, &m.ZL2.P.DRQ, m.PS, &m.PS.P.DRQ)
	step(lDPPS, m.PS, &m.PS.P.DRQ, m.WBU, &m.WBU.P.DRQ)
	step(lDPB, m.WBU, &m.WBU.P.DRQ, m.CSP, nil)
	m.CSP.P.PathB = m.WBU.P.DRQ.Out
}

// Taps gives observers the connections that the rules speak of.
func (m *Machine) Taps() Taps {
	return Taps{
		Int: m.CSP.P.Int, Csp: m.CSP.P.Csp, Vertex: m.CSP.P.Vertex, Threads: m.EUPFront.P.Threads, Eup: m.EUP.P.Out,
		Tsu: m.TSU.P.Out, Asu: m.ASU.P.Edges, Depth: m.ASU.P.Depth, Planes: m.ASU.P.Planes, Spans: m.SG.P.Out, Tiles: m.TG.P.Out,
		ZTiles: m.ZL1.P.ZOut, Attributes: m.ZL1.P.Out, Quads: m.ZL2.P.Out, Colors: m.PS.P.Out,
		PathA: m.CSP.P.PathA, PathB: m.WBU.P.DRQ.Out, State: m.CSP.P.Save, Blits: m.CSP.P.C2D, MemReq: m.MXU.P.MemReq, MemAns: m.MXU.P.MemAns,
		Tested: &m.ZL2.P.Tested, Blended: &m.WBU.P.Blended, Written: &m.WBU.P.Written, Events: &m.CSP.P.Events,
	}
}

// Taps are the connections and probes of a machine, for observers.
type Taps struct {
	Int        *wires.Line
	Csp        *wires.Fifo[pipe.Cmd]
	Vertex     *wires.Fifo[pipe.VertexEntry]
	Threads    *wires.Fifo[pipe.Thread]
	Eup        *wires.Fifo[pipe.Shaded]
	Tsu        *wires.Fifo[pipe.Triangle]
	Asu        *wires.Fifo[pipe.Edges]
	Depth      *wires.Fifo[pipe.DepthPlane]
	Planes     *wires.Fifo[pipe.AttributePlanes]
	Spans      *wires.Fifo[pipe.SpanEntry]
	Tiles      *wires.Fifo[pipe.TileEntry]
	ZTiles     *wires.Fifo[pipe.TileDepth]
	Attributes *wires.Fifo[pipe.AttributeEntry]
	Quads      *wires.Fifo[pipe.QuadEntry]
	Colors     *wires.Fifo[pipe.ColorEntry]
	PathA      *wires.Fifo[pipe.Report]
	PathB      *wires.Fifo[pipe.Report]
	State      *wires.Fifo[pipe.Save]
	Blits      *wires.Fifo[pipe.Cmd]
	MemReq     *wires.Fifo[pipe.MemRequest]
	MemAns     *wires.Fifo[pipe.MemAnswer]
	Tested     *wires.Probe[zl2.Fragment]
	Blended    *wires.Probe[wbu.Pixel]
	Written    *wires.Probe[wbu.Store]
	Events     *wires.Probe[csp.Event]
}
