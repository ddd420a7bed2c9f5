package hw

import (
	"slices"

	"tilemark/hw/blocks/asu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// linkID names a connection.
type linkID int

// Connections, in the order of spec chapter 1.
const (
	lHost linkID = iota
	lCSP
	lVertex
	lEUPIn
	lEUP
	lTSU
	lASU
	lASUZL1
	lAFIFO
	lSGTG
	lTG
	lZ
	lZL1
	lZLBack
	lPS
	lWB
	lPSEU
	lEUPS
	lLateZ
	lLateAns
	lBPMXU
	lMXUBP
	lCSPMXU
	lMXUCSP
	lCSPDMA
	lDMACSP
	lCSPC2D
	lState
	lDMAAck
	lDMARReq
	lDMARAns
	lDMAWReq
	lDMAWAns
	lVtxReq
	lVtxAns
	lTexReq
	lTexAns
	lZReq
	lZAns
	lCReq
	lCAns
	lC2DReq
	lC2DAns
	lMemReq
	lMemAns
	lDPEUP
	lDPEUF
	lDPTSU
	lDPASU
	lDPTG
	lDPC2D
	lDPMXU
	lDPA
	lDPZL1
	lDPZL2
	lDPPS
	lDPB
	numLinks
)

// linkSpec is what is fixed about a connection, and its default depth.
type linkSpec struct {
	name    string
	depth   int // default
	least   int // least legal
	carries string
}

var links = [numLinks]linkSpec{
	lHost:    {"HOST_CSP", 4, 1, "commands of the CPU"},
	lCSP:     {"CSP_FIFO", 32, 1, "state, draw headers, fences, markers, INT_END"},
	lVertex:  {"VERTEX", 16, 1, "primitives with their vertex numbers, shader state, INT_END"},
	lEUPIn:   {"EUP_IN", 8, 1, "vertex threads, INT_END"},
	lEUP:     {"EUP_FIFO", 16, 1, "shaded vertices by primitive, INT_END"},
	lTSU:     {"TSU_FIFO", 8, 1, "set-up triangles, state, markers, INT_END"},
	lASU:     {"ASU_FIFO", 8, 1, "edges, state, markers, INT_END"},
	lASUZL1:  {"ASU_ZL1_FIFO", 16, 1, "depth planes, INT_END"},
	lAFIFO:   {"AFIFO", 32, asu.PlaneEntries, "attribute planes, INT_END"},
	lSGTG:    {"SG_TG", 16, 1, "spans, state, markers, INT_END"},
	lTG:      {"TG_FIFO", 16, 1, "tiles, state, markers, TG_INT, INT_END"},
	lZ:       {"ZFIFO", 8, 1, "tile depth work, INT_END"},
	lZL1:     {"ZL1_FIFO", 16, 1, "attributes, state, markers, INT_END"},
	lZLBack:  {"ZL_BACK", 4, 1, "depth ranges of tiles for hierarchical Z"},
	lPS:      {"PS_FIFO", 16, 1, "quads, attributes, state, markers, INT_END"},
	lWB:      {"WB_FIFO", 16, 1, "colours, state, markers, INT_END"},
	lPSEU:    {"PS_EU", 8, 1, "pixel threads"},
	lEUPS:    {"EU_PS", 8, 1, "results of pixel threads"},
	lLateZ:   {"LATE_Z", 8, 1, "quads for the late depth test"},
	lLateAns: {"LATE_ANS", 8, 1, "pixels that passed the late depth test"},
	lBPMXU:   {"BP_MXU", 4, 1, "pin requests of the break point, and state of the MXU"},
	lMXUBP:   {"MXU_BP", 2, 1, "answers to pin requests"},
	lCSPMXU:  {"CSP_MXU", 4, 1, "page tables, pins of rings and save areas, flushes"},
	lMXUCSP:  {"MXU_CSP", 4, 1, "answers to CSP_MXU, page faults"},
	lCSPDMA:  {"CSP_DMA", 4, 1, "fetches"},
	lDMACSP:  {"DMA_CSP", 8, 1, "fetched data, 128 bits an entry"},
	lCSPC2D:  {"CSP_C2D", 4, 1, "registers, fills and copies to be started"},
	lState:   {"STATE_FIFO", 512, 1, "what is written to the save area, 128 bits an entry"},
	lDMAAck:  {"DMA_ACK", 4, 1, "acknowledged writes"},
	lDMARReq: {"DMA_RD_REQ", 4, 1, "read requests of DMA"},
	lDMARAns: {"DMA_RD_ANS", 8, 1, "read answers for DMA"},
	lDMAWReq: {"DMA_WR_REQ", 4, 1, "write requests of DMA"},
	lDMAWAns: {"DMA_WR_ANS", 8, 1, "write answers for DMA"},
	lVtxReq:  {"VTX_REQ", 4, 1, "vertex fetches"},
	lVtxAns:  {"VTX_ANS", 48, 1, "vertex records"},
	lTexReq:  {"TEX_REQ", 4, 1, "texture fetches"},
	lTexAns:  {"TEX_ANS", 16, 1, "texture lines"},
	lZReq:    {"Z_REQ", 4, 1, "depth reads and writes"},
	lZAns:    {"Z_ANS", 16, 1, "depth answers"},
	lCReq:    {"C_REQ", 4, 1, "colour reads and writes, fence and query writes"},
	lCAns:    {"C_ANS", 16, 1, "colour answers"},
	lC2DReq:  {"C2D_REQ", 4, 1, "reads and writes of fills and copies"},
	lC2DAns:  {"C2D_ANS", 16, 1, "answers for fills and copies"},
	lMemReq:  {"MEM_REQ", 4, 1, "memory requests of all clients"},
	lMemAns:  {"MEM_ANS", 4, 1, "memory answers for all clients"},
	lDPEUP:   {"DP_EUP", 2, 1, "reports of EUP, towards datapath A"},
	lDPEUF:   {"DP_EUP_FRONT", 2, 1, "reports of EUP_FRONT and before, towards datapath A"},
	lDPTSU:   {"DP_TSU", 2, 1, "reports of TSU and before, towards datapath A"},
	lDPASU:   {"DP_ASU", 2, 1, "reports of ASU and before, towards datapath A"},
	lDPTG:    {"DP_TG", 2, 1, "reports of TG and before, towards datapath A when ZL1 is the break point"},
	lDPC2D:   {"DP_C2D", 2, 1, "reports of C2D, towards datapath A"},
	lDPMXU:   {"DP_MXU", 2, 1, "reports of MXU and before, towards datapath A"},
	lDPA:     {"DATAPATH_A", 4, 1, "committed state, cursor, markers"},
	lDPZL1:   {"DP_ZL1", 2, 1, "reports of ZL1, towards datapath B"},
	lDPZL2:   {"DP_ZL2", 2, 1, "reports of ZL2 and before, towards datapath B"},
	lDPPS:    {"DP_PS", 2, 1, "reports of PS and before, towards datapath B"},
	lDPB:     {"DATAPATH_B", 4, 1, "counters, registers written by hardware, acknowledgements"},
}

// control are the types of entries that a connection carries, apart from those that are
// part of a picture.
var control = [numLinks][]pipe.Kind{
	lCSP:    {pipe.State, pipe.Head, pipe.Interruptible, pipe.Resume, pipe.Fence, pipe.Query, pipe.Blit, pipe.Draw, pipe.IntEnd},
	lVertex: {pipe.State, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd},
	lEUPIn:  {pipe.State, pipe.Interruptible, pipe.EndDraw, pipe.IntEnd},
	lEUP:    {pipe.Interruptible, pipe.EndDraw, pipe.IntEnd},
	lTSU:    above(),
	lASU:    above(),
	lASUZL1: {pipe.IntEnd},
	lAFIFO:  {pipe.IntEnd},
	lSGTG:   append(above(), pipe.TriEnd),
	lTG:     append(above(), pipe.TriEnd, pipe.TGInt),
	lZ:      {pipe.IntEnd},
	lZL1:    below(),
	lPS:     append(below(), pipe.TileEnd),
	lWB:     append(below(), pipe.TileEnd),
	lCSPC2D: {pipe.State, pipe.Interruptible, pipe.Blit, pipe.IntEnd},
}

// above is what goes down the pipe to the break point.
func above() []pipe.Kind {
	return []pipe.Kind{
		pipe.State, pipe.Head, pipe.Interruptible, pipe.Resume, pipe.Fence, pipe.Query, pipe.Blit, pipe.Draw, pipe.Mark, pipe.EndDraw, pipe.Stats,
		pipe.IntEnd,
	}
}

// below is what goes down from ZL1.
func below() []pipe.Kind {
	return []pipe.Kind{pipe.State, pipe.Interruptible, pipe.Fence, pipe.Query, pipe.Blit, pipe.EndDraw, pipe.IntEnd}
}

// Carries tells whether entries of a type come into a connection; k is one that is no part
// of a picture.
func Carries(name string, k pipe.Kind) bool {
	i := slices.IndexFunc(links[:], func(l linkSpec) bool { return l.name == name })
	return i >= 0 && slices.Contains(control[i], k)
}

// wiring collects the first error while connections are made.
type wiring struct {
	cfg *Config
	err error
}

func join[T any](w *wiring, id linkID, from wires.Block, out string, to wires.Block, in string, token func(*T) pipe.Kind) *wires.Fifo[T] {
	if w.err != nil {
		return nil
	}
	l := w.cfg.Links[id]
	f, err := wires.Connect[T](links[id].name, wires.LinkConfig{
		Depth: l.Depth, Width: l.Width, Latency: l.Latency,
		Stall: wires.Stall{Percent: uint32(w.cfg.Stall.Percent), Max: uint32(w.cfg.Stall.Max)},
	}, from, out, to, in)
	if err != nil {
		w.err = err
		return nil
	}
	if token != nil && w.cfg.Stall.Percent > 0 {
		f.Tokens(func(v *T) bool { return token(v) == pipe.IntEnd })
	}
	return f
}

func (w *wiring) line(name string, from wires.Block, out string, to ...wires.Reader) *wires.Line {
	if w.err != nil {
		return nil
	}
	l, err := wires.ConnectLine(name, from, out, to...)
	if err != nil {
		w.err = err
	}
	return l
}

// port joins a client of the MXU to it, in both directions.
func (w *wiring) port(req, ans linkID, client wires.Block, name string, mxu wires.Block) (*wires.Fifo[pipe.MemRequest], *wires.Fifo[pipe.MemAnswer]) {
	return join[pipe.MemRequest](w, req, client, name+"Req", mxu, links[req].name, nil),
		join[pipe.MemAnswer](w, ans, mxu, links[ans].name, client, name+"Ans", nil)
}
