package hw

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// connection is a row of the table: a FIFO or a line, with what is fixed about it. It may stand for
// several, one for each instance of the blocks that it joins.
type connection struct {
	name    string
	class   class
	depth   int    // default; 0: it is a line
	least   int    // least legal depth
	bits    int    // of an entry
	carries string // what, for readers
	control []pipe.Kind
	stage   bool               // what is drawn goes through it
	reports bool               // it is a step of a datapath
	discard bool               // at a cut its reader throws away what is in it, up to INT_END
	after   string             // discard: when its reader has come to INT_END in this one
	only    []breakpoint.Place // it is built where the break point is one of these; nil: always
	join    func(m *Machine, w *wiring)
}

// class is a connection's class, seen from the break point.
type class uint8

const (
	above   class = iota // leads to the break point
	between              // leads from TG to ZL1: above the break point or below it
	below                // leads on from the break point, and serves what is below it
	answer               // what is asked for, and is taken at once
	save                 // leads to the back-end parser and on to memory
)

// at returns the class for a place of the break point.
func (c class) at(p breakpoint.Place) wires.Class {
	if c == between {
		if p == breakpoint.AtZL1 {
			return wires.Above
		}
		return wires.Below
	}
	return [...]wires.Class{above: wires.Above, below: wires.Below, answer: wires.Answer, save: wires.Save}[c]
}

// connections is the table, in the order in which they are built. Names are those of spec chapter 1.
var connections = []connection{
	fifo("HOST_CSP", above, 4, "commands of the CPU", func(m *Machine, join joiner[csp.HostCommand]) { join(&m.Host.P.HostCSP, &m.CSP.P.HostCSP) }),
	stage("CSP_FIFO", above, 32, "state, draw headers, fences, markers, INT_END",
		func(m *Machine, join joiner[pipe.Cmd]) { join(&m.CSP.P.CSPFifo, &m.TSU.P.CSPFifo) },
		pipe.State, pipe.Head, pipe.Interruptible, pipe.Resume, pipe.Fence, pipe.Query, pipe.Blit, pipe.Draw, pipe.IntEnd).discardedAfter("EUP_FIFO"),
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
	stage("VTX_SM", above, 4, "vertex threads with their thread slots, registers, INT_END",
		func(m *Machine, join joiner[pipe.VertexRequest]) { join(&m.EUP.P.VtxSM, &m.SM.P.VtxSM) }, pipe.State, pipe.IntEnd).discarded(),
	fifo("CALL_VTX", above, 4, "calls for results of vertex threads, INT_END",
		func(m *Machine, join joiner[pipe.Call]) { join(&m.EUP.P.CallVtx, &m.SM.P.CallVtx) }, pipe.IntEnd).discarded(),
	stage("SM_VTX", above, 4, "results of vertex threads that were called for, INT_END",
		func(m *Machine, join joiner[pipe.VertexResult]) { join(&m.SM.P.SMVtx, &m.EUP.P.SMVtx) }, pipe.IntEnd).discarded(),
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
	stage("PS_EU", below, 8, "pixel threads", func(m *Machine, join joiner[pipe.PixelThread]) { join(&m.PS.P.PSEU, &m.EUP.P.PSEU) }),
	stage("EU_PS", below, 8, "results of pixel threads", func(m *Machine, join joiner[pipe.PixelResult]) { join(&m.EUP.P.EUPS, &m.PS.P.EUPS) }),
	stage("PIX_SM", below, 4, "pixel threads with their thread slots", func(m *Machine, join joiner[pipe.PixelRequest]) { join(&m.EUP.P.PixSM, &m.SM.P.PixSM) }),
	fifo("CALL_PIX", below, 4, "calls for results of pixel threads", func(m *Machine, join joiner[pipe.Call]) { join(&m.EUP.P.CallPix, &m.SM.P.CallPix) }, pipe.Invalidate),
	stage("SM_PIX", below, 4, "results of pixel threads that were called for", func(m *Machine, join joiner[pipe.PixelResult]) { join(&m.SM.P.SMPix, &m.EUP.P.SMPix) }),
	stage("SM_TEX", below, 4, "quads that sample a texture", func(m *Machine, join joiner[pipe.SampleRequest]) { join(&m.SM.P.SMTex, &m.Sampler.P.SMTex) }),
	stage("TEX_SM", answer, 4, "samples of quads", func(m *Machine, join joiner[pipe.SampleAnswer]) { join(&m.Sampler.P.TexSM, &m.SM.P.TexSM) }),
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
		return &m.EUPFront.P.EUPCancel, []*wires.LineIn{&m.VF.P.EUPCancel, &m.Tess.P.EUPCancel, &m.EUP.P.EUPCancel, &m.SM.P.EUPCancel}
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
	requests("TEX_REQ", below, "texture fetches", mxu.Texture, func(m *Machine) *wires.Out[pipe.MemRequest] { return &m.Sampler.P.TexReq }),
	answers("TEX_ANS", 16, "texture lines", mxu.Texture, func(m *Machine) *wires.In[pipe.MemAnswer] { return &m.Sampler.P.TexAns }),
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
		pipe.State, pipe.Head, pipe.Interruptible, pipe.Resume, pipe.Fence, pipe.Query, pipe.Blit, pipe.Draw, pipe.Mark, pipe.EndDraw, pipe.Stats,
		pipe.IntEnd,
	}
}

// fromBreakPoint is what goes down from ZL1.
func fromBreakPoint() []pipe.Kind {
	return []pipe.Kind{pipe.State, pipe.Interruptible, pipe.Fence, pipe.Query, pipe.Blit, pipe.EndDraw, pipe.IntEnd}
}

// ports are what the block that is the break point has more than others.
type ports struct {
	pin    *wires.Out[pipe.PinRequest]
	pinned *wires.In[pipe.PinAnswer]
	side   *wires.In[pipe.Report]
	dp     *wires.Out[pipe.Report]
}

// joiner joins an output to an input by a connection of a row.
type joiner[T any] func(out *wires.Out[T], in *wires.In[T])

// fifo makes a row. The function calls join for each instance; control are the types of its entries,
// apart from those that are part of a picture.
func fifo[T any](name string, c class, depth int, carries string, ends func(m *Machine, join joiner[T]), control ...pipe.Kind) connection {
	return connection{
		name: name, class: c, depth: depth, least: 1, carries: carries, control: control, bits: wires.BitsOf(reflect.TypeFor[T]()),
		reports: reflect.TypeFor[T]() == reflect.TypeFor[pipe.Report](),
		join: func(m *Machine, w *wiring) {
			ends(m, func(out *wires.Out[T], in *wires.In[T]) { joinFifo(w, out, in) })
		},
	}
}

// stage makes the row of a FIFO between two stages of the pipe.
func stage[T any](name string, c class, depth int, carries string, ends func(m *Machine, join joiner[T]), control ...pipe.Kind) connection {
	row := fifo(name, c, depth, carries, ends, control...)
	row.stage = true
	return row
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

// line makes the row of a line.
func line(name string, c class, carries string, ends func(m *Machine) (*wires.LineOut, []*wires.LineIn)) connection {
	return connection{
		name: name, class: c, carries: carries,
		join: func(m *Machine, w *wiring) {
			out, ins := ends(m)
			_, err := wires.JoinLine(name, out, ins...)
			w.failed(err)
		},
	}
}

// atLeast gives a row a least legal depth.
func (c connection) atLeast(depth int) connection {
	c.least = depth
	return c
}

// discarded marks a row whose reader throws away what is in it, at a cut.
func (c connection) discarded() connection {
	c.discard = true
	return c
}

// discardedAfter is discarded for a reader with several inputs: they are thrown away one after the other.
func (c connection) discardedAfter(before string) connection {
	c.discard, c.after = true, before
	return c
}

// onlyAt has a row built for some places of the break point.
func (c connection) onlyAt(places ...breakpoint.Place) connection {
	c.only = places
	return c
}

// built tells whether a machine with the break point at a place has the connection.
func (c *connection) built(p breakpoint.Place) bool {
	return c.only == nil || slices.Contains(c.only, p)
}

// wiring makes connections, and keeps the first error.
type wiring struct {
	cfg *Config
	row *connection
	of  Link // its shape
	err error
}

func (w *wiring) failed(err error) {
	if w.err == nil {
		w.err = err
	}
}

func joinFifo[T any](w *wiring, out *wires.Out[T], in *wires.In[T]) {
	c, shape := w.row, w.of
	width, beats := shape.entries(c.bits)
	f, err := wires.Join(wires.InstanceName(c.name, out, in), wires.LinkConfig{
		Depth: shape.Depth, Width: width, Beats: beats, Latency: shape.Latency,
		Stall: wires.Stall{Percent: uint32(w.cfg.Stall.Percent), Max: uint32(w.cfg.Stall.Max)},
		Class: c.class.at(w.cfg.Place()),
	}, out, in)
	if err != nil {
		w.failed(err)
		return
	}
	if slices.Contains(c.control, pipe.IntEnd) && w.cfg.Stall.Percent > 0 {
		f.Tokens(func(v *T) bool { return any(v).(pipe.Carrier).Type() == pipe.IntEnd })
	}
}

// check looks for a class that cannot be: what leads to the back-end parser is of class save, and what INT_END comes down leads
// to the break point or on from it.
func (c *connection) check() error {
	token := slices.Contains(c.control, pipe.IntEnd)
	switch {
	case c.reports && c.class != save:
		return fmt.Errorf("%s carries reports to the back-end parser; class save was expected", c.name)
	case token && (c.class == answer || c.class == save):
		return fmt.Errorf("%s carries INT_END; class above, between or below was expected", c.name)
	}
	return nil
}

// join makes all connections, and checks that none is forgotten and that nothing below the break
// point waits for something above it.
func (m *Machine) join() error {
	w := &wiring{cfg: &m.Config}
	for i := range connections {
		w.failed(connections[i].check())
		if w.row, w.of = &connections[i], m.Config.Links[i]; w.row.built(m.Config.Place()) {
			w.row.join(m, w)
		}
	}
	if w.err != nil {
		return w.err
	}
	if wrong := m.Misnamed(); len(wrong) > 0 {
		return fmt.Errorf("%s; a port called after its connection was expected, or the tag port:\"shared\"", strings.Join(wrong, ", "))
	}
	if loose := m.Loose(); len(loose) > 0 {
		return fmt.Errorf("joined to nothing: %s; each port needs a row in the table of connections, or the tag port:\"optional\"", strings.Join(loose, ", "))
	}
	return m.CheckWaits()
}

// row finds a connection by its name, or by that of an instance of it.
func row(name string) (*connection, int, bool) {
	name = name[strings.LastIndexByte(name, '.')+1:]
	i := slices.IndexFunc(connections, func(c connection) bool { return c.name == name })
	if i < 0 {
		return nil, 0, false
	}
	return &connections[i], i, true
}

// Carries tells whether entries of a type come into a connection; k is one that is no part
// of a picture.
func Carries(name string, k pipe.Kind) bool {
	c, _, ok := row(name)
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
func (c *Config) Rows() (list []Connection) {
	for i := range connections {
		r := &connections[i]
		if !r.built(c.Place()) {
			continue
		}
		list = append(list, Connection{
			Name: r.name, Class: r.class.at(c.Place()), Carries: r.carries, Depth: c.Links[i].Depth,
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
	for i := range connections {
		if connections[i].depth > 0 {
			names = append(names, connections[i].name)
		}
	}
	return names
}
