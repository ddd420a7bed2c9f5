package hw

import (
	"slices"

	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// connection is a row of the machine's table.
type connection = row[*Machine]

// connections is the table, in the order in which they are built. Names are those of spec chapter 1.
var connections = []connection{
	fifo("HOST_CSP", above, 4, "commands of the CPU", func(m *Machine, join joiner[csp.HostCommand]) { join(&m.Host.P.HostCSP, &m.CSP.P.HostCSP) }),
	stage("CSP_FIFO", above, 32, "state, draw headers, fences, markers, INT_END",
		func(m *Machine, join joiner[pipe.Cmd]) { join(&m.CSP.P.CSPFifo, &m.TSU.P.CSPFifo) },
		pipe.State, pipe.Head, pipe.Interruptible, pipe.Resume, pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush, pipe.Draw, pipe.IntEnd).discardedAfter("EUP_FIFO"),
	stage("VERTEX", above, 16, "primitives with their vertex numbers, shader state, INT_END",
		func(m *Machine, join joiner[pipe.VertexEntry]) { join(&m.CSP.P.Vertex, &m.EUPFront.P.Vertex) },
		pipe.State, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd).discarded(),
	stage("EUP_IN", above, 8, "vertex threads, INT_END",
		func(m *Machine, join joiner[pipe.Thread]) { join(&m.EUPFront.P.EUPIn, &m.VF.P.EUPIn) },
		pipe.State, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd).discarded(),
	stage("VF_TESS", above, 4, "vertex threads and parts of patches with their records, INT_END",
		func(m *Machine, join joiner[pipe.VertexThread]) { join(&m.VF.P.VFTess, &m.Tess.P.VFTess) },
		pipe.State, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd).discarded(),
	stage("TESS_EU", above, 4, "vertex threads with their records, INT_END",
		func(m *Machine, join joiner[pipe.VertexThread]) { join(&m.Tess.P.TessEU, &m.EUP.P.TessEU) },
		pipe.State, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd).discarded(),
	fifo("EU_TESS", answer, 2, "segments of patches, from hull kernels", func(m *Machine, join joiner[pipe.PatchLevel]) { join(&m.EUP.P.EUTess, &m.Tess.P.EUTess) }),
	stage("EUP_FIFO", above, 16, "shaded vertices by primitive, INT_END",
		func(m *Machine, join joiner[pipe.Shaded]) { join(&m.EUP.P.EUPFifo, &m.TSU.P.EUPFifo) },
		pipe.Interruptible, pipe.EndDraw, pipe.IntEnd).discarded(),
	stage("TSU_FIFO", above, 8, "set-up triangles, state, markers, INT_END",
		func(m *Machine, join joiner[pipe.Triangle]) { join(&m.TSU.P.TSUFifo, &m.ASU.P.TSUFifo) }, toBreakPoint()...).discarded(),
	stage("ASU_FIFO", above, 8, "edges, state, markers, INT_END",
		func(m *Machine, join joiner[pipe.Edges]) { join(&m.ASU.P.ASUFifo, &m.SG.P.ASUFifo) }, toBreakPoint()...),
	stage("ASU_ZL1_FIFO", above, 16, "depth planes, INT_END",
		func(m *Machine, join joiner[pipe.DepthPlane]) { join(&m.ASU.P.ASUZL1Fifo, &m.ZL1.P.ASUZL1Fifo) }, pipe.IntEnd).discarded(),
	stage("AFIFO", above, 32, "attribute planes, INT_END",
		func(m *Machine, join joiner[pipe.AttributePlanes]) { join(&m.ASU.P.AFifo, &m.ZL1.P.AFifo) }, pipe.IntEnd).atLeast(pipe.PlaneEntries).discardedAfter("ASU_ZL1_FIFO"),
	stage("SG_TG", above, 16, "spans, state, markers, INT_END",
		func(m *Machine, join joiner[pipe.SpanEntry]) { join(&m.SG.P.SGTG, &m.TG.P.SGTG) }, append(toBreakPoint(), pipe.TriEnd)...).discarded(),
	stage("TG_FIFO", between, 16, "tiles, state, markers, TG_INT, INT_END",
		func(m *Machine, join joiner[pipe.TileEntry]) { join(&m.TG.P.TGFifo, &m.ZL1.P.TGFifo) }, append(toBreakPoint(), pipe.TriEnd, pipe.TGInt)...).discardedAfter("AFIFO"),
	stage("ZFIFO", below, 8, "tile depth work, INT_END",
		func(m *Machine, join joiner[pipe.TileDepth]) { join(&m.ZL1.P.ZFifo, &m.ZL2.P.ZFifo) }, pipe.IntEnd),
	stage("ZL1_FIFO", below, 16, "attributes, state, markers, INT_END",
		func(m *Machine, join joiner[pipe.AttributeEntry]) { join(&m.ZL1.P.ZL1Fifo, &m.ZL2.P.ZL1Fifo) }, fromBreakPoint()...),
	fifo("ZL_BACK", answer, 4, "depth ranges of tiles for hierarchical Z",
		func(m *Machine, join joiner[pipe.DepthRange]) { join(&m.ZL2.P.ZLBack, &m.ZL1.P.ZLBack) }),
	stage("PS_FIFO", below, 16, "quads, attributes, state, markers, INT_END",
		func(m *Machine, join joiner[pipe.QuadEntry]) { join(&m.ZL2.P.PSFifo, &m.PS.P.PSFifo) }, append(fromBreakPoint(), pipe.TileEnd)...),
	stage("PS_EU", below, 8, "quads, their kernel and its constants, ends of tiles", func(m *Machine, join joiner[pipe.QuadThread]) { join(&m.PS.P.PSEU, &m.EUP.P.PSEU) }, pipe.State, pipe.Invalidate),
	stage("EU_PS", below, 8, "colours of quads", func(m *Machine, join joiner[pipe.QuadResult]) { join(&m.EUP.P.EUPS, &m.PS.P.EUPS) }, pipe.Invalidate),
	stage("LATE_Z", below, 8, "quads for the late depth test", func(m *Machine, join joiner[pipe.LateQuad]) { join(&m.PS.P.LateZ, &m.ZL2.P.LateZ) }),
	stage("LATE_ANS", below, 8, "pixels that passed the late depth test", func(m *Machine, join joiner[pipe.LateAnswer]) { join(&m.ZL2.P.LateAns, &m.PS.P.LateAns) }),
	stage("WB_FIFO", below, 16, "colours, state, markers, INT_END",
		func(m *Machine, join joiner[pipe.ColorEntry]) { join(&m.PS.P.WBFifo, &m.WBU.P.WBFifo) }, append(fromBreakPoint(), pipe.TileEnd)...),

	line("INT", above, "the cut: a pulse that all of them see on the same edge", func(m *Machine) (*wires.LineOut, []*wires.LineIn) {
		readers := []*wires.LineIn{&m.EUPFront.P.Int, &m.TSU.P.Int, &m.ASU.P.Int, &m.TG.P.Int}
		if m.Config.Place() == breakpoint.AtZL1 {
			readers = append(readers, &m.ZL1.P.Int)
		}
		return &m.CSP.P.Int, readers
	}),
	line("EUP_CANCEL", above, "the cut, for vertex threads in the pool", func(m *Machine) (*wires.LineOut, []*wires.LineIn) {
		return &m.EUPFront.P.EUPCancel, []*wires.LineIn{&m.VF.P.EUPCancel, &m.Tess.P.EUPCancel, &m.EUP.P.EUPCancel}
	}),

	fifo("CSP_DMA", above, 4, "fetches", func(m *Machine, join joiner[pipe.Fetch]) { join(&m.CSP.P.CSPDMA, &m.DMA.P.CSPDMA) }),
	fifo("DMA_CSP", answer, 8, "fetched data, 128 bits an entry", func(m *Machine, join joiner[pipe.Beat]) { join(&m.DMA.P.DMACSP, &m.CSP.P.DMACSP) }),
	fifo("STATE_FIFO", save, 512, "what is written to the save area, 128 bits an entry",
		func(m *Machine, join joiner[pipe.Save]) { join(&m.CSP.P.StateFifo, &m.DMA.P.StateFifo) }),
	fifo("DMA_ACK", answer, 4, "acknowledged writes", func(m *Machine, join joiner[pipe.Saved]) { join(&m.DMA.P.DMAAck, &m.CSP.P.DMAAck) }),
	fifo("CSP_C2D", above, 4, "registers, fills and copies to be started",
		func(m *Machine, join joiner[pipe.Cmd]) { join(&m.CSP.P.CSPC2D, &m.C2D.P.CSPC2D) }, pipe.State, pipe.Interruptible, pipe.Blit, pipe.IntEnd),

	requests("DMA_RD_REQ", above, "read requests of DMA", mxu.DMARead, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.DMA.P.DMARdReq }),
	answers("DMA_RD_ANS", 8, "read answers for DMA", mxu.DMARead, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.DMA.P.DMARdAns }),
	requests("DMA_WR_REQ", save, "write requests of DMA", mxu.DMAWrite, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.DMA.P.DMAWrReq }),
	answers("DMA_WR_ANS", 8, "write answers for DMA", mxu.DMAWrite, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.DMA.P.DMAWrAns }),
	requests("VTX_REQ", above, "vertex fetches", mxu.Vertex, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.VF.P.VtxReq }),
	answers("VTX_ANS", 48, "vertex records", mxu.Vertex, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.VF.P.VtxAns }),
	requests("Z_REQ", below, "depth reads and writes", mxu.Depth, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.ZL2.P.ZReq }),
	answers("Z_ANS", 16, "depth answers", mxu.Depth, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.ZL2.P.ZAns }),
	requests("C_REQ", below, "colour reads and writes, fence and query writes", mxu.Color, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.WBU.P.CReq }),
	answers("C_ANS", 16, "colour answers", mxu.Color, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.WBU.P.CAns }),
	requests("C2D_REQ", below, "reads and writes of fills and copies", mxu.C2D, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.C2D.P.C2DReq }),
	answers("C2D_ANS", 16, "answers for fills and copies", mxu.C2D, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.C2D.P.C2DAns }),
	fifo("MEM_REQ", below, 4, "memory requests of all clients", func(m *Machine, join joiner[pipe.MemRequest]) { join(&m.MXU.P.MemReq, &m.Memory.P.MemReq) }),
	fifo("MEM_ANS", answer, 4, "memory answers for all clients", func(m *Machine, join joiner[pipe.MemAnswer]) { join(&m.Memory.P.MemAns, &m.MXU.P.MemAns) }),
	fifo("BP_MXU", above, 4, "pin requests of the break point, and state of the MXU", func(m *Machine, join joiner[pipe.PinRequest]) {
		join(m.atBreakPoint().pin, &m.MXU.P.BPMXU)
	}),
	fifo("MXU_BP", above, 2, "answers to pin requests", func(m *Machine, join joiner[pipe.PinAnswer]) { join(&m.MXU.P.MXUBP, m.atBreakPoint().pinned) }),

	// Two shared ways to the back-end parser: datapath A through the break point, B through WBU. Blocks
	// without a way of their own hand on to a neighbour.
	fifo("DP_EUP", save, 2, "reports of EUP, towards datapath A", func(m *Machine, join reports) { join(&m.EUP.P.DPEUP, &m.EUPFront.P.DPEUP) }),
	fifo("DP_EUP_FRONT", save, 2, "reports of EUP_FRONT and before, towards datapath A", func(m *Machine, join reports) { join(&m.EUPFront.P.DPEUPFront, &m.TSU.P.DPEUPFront) }),
	fifo("DP_TSU", save, 2, "reports of TSU and before, towards datapath A", func(m *Machine, join reports) { join(&m.TSU.P.DPTSU, &m.ASU.P.DPTSU) }),
	fifo("DP_ASU", save, 2, "reports of ASU and before, towards datapath A", func(m *Machine, join reports) { join(&m.ASU.P.DPASU, &m.TG.P.DPASU) }),
	fifo("DP_TG", save, 2, "reports of TG and before, towards datapath A when ZL1 is the break point", func(m *Machine, join reports) {
		join(&m.TG.P.DP, &m.ZL1.P.DPTG)
	}).onlyAt(breakpoint.AtZL1),
	fifo("DP_ZL1", save, 2, "reports of ZL1, towards datapath B when TG is the break point", func(m *Machine, join reports) {
		join(&m.ZL1.P.DP, &m.ZL2.P.DPZL1)
	}).onlyAt(breakpoint.AtTG),
	fifo("DP_C2D", save, 2, "reports of C2D, towards datapath A", func(m *Machine, join reports) { join(&m.C2D.P.DPC2D, &m.MXU.P.DPC2D) }),
	fifo("DP_MXU", save, 2, "reports of MXU and before, towards datapath A", func(m *Machine, join reports) { join(&m.MXU.P.DPMXU, m.atBreakPoint().side) }),
	fifo("DATAPATH_A", save, 4, "committed state, cursor, markers", func(m *Machine, join reports) { join(m.atBreakPoint().dp, &m.CSP.P.DatapathA) }),
	fifo("DP_ZL2", save, 2, "reports of ZL2 and before, towards datapath B", func(m *Machine, join reports) { join(&m.ZL2.P.DPZL2, &m.PS.P.DPZL2) }),
	fifo("DP_PS", save, 2, "reports of PS and before, towards datapath B", func(m *Machine, join reports) { join(&m.PS.P.DPPS, &m.WBU.P.DPPS) }),
	fifo("DATAPATH_B", save, 4, "counters, registers written by hardware, acknowledgements", func(m *Machine, join reports) { join(&m.WBU.P.DatapathB, &m.CSP.P.DatapathB) }),

	fifo("CSP_MXU", above, 4, "page tables, pins of rings and save areas, flushes", func(m *Machine, join joiner[pipe.MXUCommand]) { join(&m.CSP.P.CSPMXU, &m.MXU.P.CSPMXU) }),
	fifo("MXU_CSP", answer, 4, "answers to CSP_MXU, page faults", func(m *Machine, join joiner[pipe.MXUAnswer]) { join(&m.MXU.P.MXUCSP, &m.CSP.P.MXUCSP) }),
}

// toBreakPoint is what goes down the pipe to the break point, apart from what is part of a picture.
func toBreakPoint() []pipe.Kind {
	return []pipe.Kind{
		pipe.State, pipe.Head, pipe.Interruptible, pipe.Resume, pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush, pipe.Draw, pipe.Mark, pipe.EndDraw, pipe.Stats,
		pipe.IntEnd,
	}
}

// fromBreakPoint is what goes down from ZL1; TG_INT only where a parameter says so.
func fromBreakPoint() []pipe.Kind {
	return []pipe.Kind{pipe.State, pipe.Interruptible, pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush, pipe.EndDraw, pipe.TGInt, pipe.IntEnd}
}

// ports are what the block that is the break point has more than others.
type ports struct {
	pin    *wires.Out[pipe.PinRequest]
	pinned *wires.In[pipe.PinAnswer]
	side   *wires.In[pipe.Report]
	dp     *wires.Out[pipe.Report]
}

// reports joins steps of a datapath.
type reports = joiner[pipe.Report]

// requests and answers make the rows of a client of the MXU.
func requests(name string, c class, carries string, client int, port func(m *Machine) *wires.Out[pipe.MemRequest]) connection {
	return fifo(name, c, 4, carries, func(m *Machine, join joiner[pipe.MemRequest]) { join(port(m), &m.MXU.P.Req[client]) })
}

func answers(name string, depth int, carries string, client int, port func(m *Machine) *wires.In[pipe.MemAnswer]) connection {
	return fifo(name, answer, depth, carries, func(m *Machine, join joiner[pipe.MemAnswer]) { join(&m.MXU.P.Ans[client], port(m)) })
}

// join makes all connections, and checks that none is forgotten and that nothing below the break
// point waits for something above it.
func (m *Machine) join() error {
	w := &wiring{stall: m.Config.Stall, place: m.Config.Place()}
	join(w, m, connections, m.Config.Links)
	for n, c := range m.Clusters {
		join(w, clusterEnds{c, m.around(n)}, drawing, m.Config.ofClusters())
	}
	if w.err != nil {
		return w.err
	}
	return CheckJoined(m.Domain)
}

// Carries tells whether entries of a type come into a connection; k is one that is no part
// of a picture.
func Carries(name string, k pipe.Kind) bool {
	c, _, ok := named(connections, name)
	return ok && slices.Contains(c.control, k)
}

// Connection is what the table says of a FIFO or a line.
type Connection struct {
	Name     string
	Class    wires.Class
	Carries  string // what goes through it, for readers
	Depth    int    // 0: it is a line
	Stage    bool   // it lies between two stages of the pipe: what is drawn goes through it
	Token    bool   // INT_END goes through it
	Datapath bool   // it is a step of a datapath to the back-end parser
	Discard  bool   // at a cut its reader throws away what is in it, up to INT_END
	After    string // Discard: after it has come to INT_END in this one
}

// Rows lists what the table says of the connections of a machine: of those that are built with its break point.
func (c *Config) Rows() []Connection {
	return append(describe(connections, c.Links, c.Place()), describe(drawing, c.ofClusters(), c.Place())...)
}

func describe[M any](rows []row[M], shapes []Link, place breakpoint.Place) (list []Connection) {
	for i := range rows {
		r := &rows[i]
		if !r.built(place) {
			continue
		}
		list = append(list, Connection{
			Name: r.name, Class: r.class.at(place), Carries: r.carries, Depth: shapes[i].Depth,
			Stage: r.stage, Token: slices.Contains(r.control, pipe.IntEnd), Datapath: r.reports,
			Discard: r.discard, After: r.after,
		})
	}
	return list
}

// Fifos is Rows without the lines.
func (c *Config) Fifos() []Connection {
	return slices.DeleteFunc(c.Rows(), func(r Connection) bool { return r.Depth == 0 })
}

// Connections lists the names of all FIFOs that machines have, with whichever break point: each has parameters.
func Connections() (names []string) {
	for i := range len(connections) + len(drawing) {
		if c := shapeOf(i); c.depth > 0 {
			names = append(names, c.name)
		}
	}
	return names
}
