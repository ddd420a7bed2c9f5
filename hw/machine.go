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
		Host:     newHost("GPU.Host"),
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
	if err := m.join(); err != nil {
		return nil, fmt.Errorf("building the machine: %w", err)
	}
	return m, nil
}

func (m *Machine) addBlocks() {
	m.Add(m.Host)
	m.Add(m.CSP)
	m.Add(m.DMA)
	m.Add(m.C2D)
	m.Add(m.EUPFront)
	m.Add(m.EUP)
	m.Add(m.TSU)
	m.Add(m.ASU)
	m.Add(m.SG)
	m.Add(m.TG)
	m.Add(m.ZL1)
	m.Add(m.ZL2)
	m.Add(m.PS)
	m.Add(m.WBU)
	m.Add(m.MXU)
	m.Add(m.Memory)
	m.AddPages(m.Memory, "contents", &m.Memory.Pages)
}

// atBreakPoint returns the ports that only the block at the break point uses.
func (m *Machine) atBreakPoint() ports {
	if m.Config.Place() == breakpoint.AtZL1 {
		p := &m.ZL1.P
		return ports{&p.Pin, &p.Pinned, &p.DPSide, &p.DP}
	}
	p := &m.TG.P
	return ports{&p.Pin, &p.Pinned, &p.DPSide, &p.DP}
}

// Taps gives observers the connections that the rules speak of.
func (m *Machine) Taps() Taps {
	return Taps{
		Int: m.CSP.P.Int.Tap(), Csp: m.CSP.P.Csp.Tap(), Vertex: m.CSP.P.Vertex.Tap(), Threads: m.EUPFront.P.Threads.Tap(), Eup: m.EUP.P.Out.Tap(),
		Tsu: m.TSU.P.Out.Tap(), Asu: m.ASU.P.Edges.Tap(), Depth: m.ASU.P.Depth.Tap(), Planes: m.ASU.P.Planes.Tap(), Spans: m.SG.P.Out.Tap(), Tiles: m.TG.P.Out.Tap(),
		ZTiles: m.ZL1.P.ZOut.Tap(), Attributes: m.ZL1.P.Out.Tap(), Quads: m.ZL2.P.Out.Tap(), Colors: m.PS.P.Out.Tap(),
		PathA: m.CSP.P.PathA.Tap(), PathB: m.CSP.P.PathB.Tap(), State: m.CSP.P.Save.Tap(), Blits: m.CSP.P.C2D.Tap(), MemReq: m.MXU.P.MemReq.Tap(), MemAns: m.MXU.P.MemAns.Tap(),
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
