// Package csp is the command stream processor (spec chapters 2 and 3). It has three rooms, each
// with state, ports and files of its own:
//   - host (host, lists, schedule, yields, pages, care): run lists and causes, and which context comes next;
//   - frontEnd (front, header, restore, parse, execute, values, draw, blit, waits, invalid, careful,
//     stream): reads rings and DMA buffers and feeds the pipe through CSP_FIFO and VERTEX;
//   - backEnd (backend, finish, status): collects what the pipe commits, and the place of a cut, from
//     the two datapaths and writes them to the save area through the state FIFO.
//
// They ask and tell each other by methods, and never reach into each other's state. What they share
// is the slots of contexts (slot, finisher, packing).
//
// It is large because it is one block: its rooms share the slots, and what they ask each other is no
// business of other blocks.
package csp

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of the CSP.
type Config struct {
	TimeSlice int    `cfg:"time_slice" default:"0" min:"0" max:"1000000000" unit:"cycles" doc:"A context is interrupted after this time. 0: never."`
	TailWait  int    `cfg:"tail_wait" default:"64" min:"0" max:"1000000" unit:"cycles" doc:"How long an empty ring is watched for a new tail."`
	WaitYield int    `cfg:"wait_yield" default:"4000" min:"0" max:"1000000000" unit:"cycles" doc:"A context that waits so long for a word is interrupted when there are others that run or miss a page, or a page is being taken away. 0: never."`
	TailPoll  int    `cfg:"tail_poll" default:"16" min:"1" max:"1000000" unit:"cycles" doc:"Time between two looks at a tail, or at a word that is waited for."`
	Progress  int    `cfg:"progress_limit" default:"4000000" min:"1000" max:"1000000000" unit:"cycles" doc:"An interrupt that is held back until a restore has made progress is taken after this time in any case, with status NO_PROGRESS."`
	Ahead     int    `cfg:"ahead" default:"64" min:"16" max:"64" unit:"DWORDs" doc:"Fetched ahead of use: commands, and operands such as indices, each."`
	Scratch   int    // bytes of scratch memory of a thread, at most
	Threads   int    // hardware threads of all clusters
	WaitClear string `cfg:"wait_clear" default:"none" values:"none break_point wbu" doc:"What must be clear of the old context before the next one is looked at (embodiments with a returned token): nothing, so that the switch is pipelined; the tile generator, or ZL1 where that is the break point, and all above; or all down to the write-back unit, with the old context saved."`
}

// Values of Config.WaitClear (seed 003: the pipeline may wait until the tile generator or a write-back unit clears).
const (
	ClearNone       = "none"
	ClearBreakPoint = "break_point"
	ClearWBU        = "wbu"
)

// clearance is Config.WaitClear, as a number.
type clearance uint8

const (
	clearNone clearance = iota
	clearBreakPoint
	clearWBU
)

// clearance decodes WaitClear.
func (c *Config) clearance() clearance {
	switch c.WaitClear {
	case ClearBreakPoint:
		return clearBreakPoint
	case ClearWBU:
		return clearWBU
	}
	return clearNone
}

// Ports of the CSP.
type Ports struct {
	HostCSP   wires.In[HostCommand]
	Int       wires.LineOut
	CSPFifo   wires.Out[pipe.Cmd]         // CSP_FIFO
	Vertex    wires.Out[pipe.VertexEntry] // VERTEX
	CSPDMA    wires.Out[pipe.Fetch]       // CSP_DMA
	DMACSP    wires.In[pipe.Beat]         // DMA_CSP
	CSPC2D    wires.Out[pipe.Cmd]         // CSP_C2D
	StateFifo wires.Out[pipe.Save]        // STATE_FIFO
	DMAAck    wires.In[pipe.Saved]        // DMA_ACK
	CSPMXU    wires.Out[pipe.MXUCommand]  // CSP_MXU
	MXUCSP    wires.In[pipe.MXUAnswer]    `waits:"StateFifo"` // MXU_CSP: PAGE_FLUSHED waits for a place among the records of the context status buffer
	DatapathA wires.In[pipe.Report]       `waits:"StateFifo"` // datapath A
	DatapathB wires.In[pipe.Report]       `waits:"StateFifo"` // datapath B
	// Events shows what happens to contexts.
	Events wires.Probe[Event]
}

// State is everything that a clock edge changes.
type State struct {
	Host  hostState
	Front frontState
	Back  backState
	Slots [pipe.Slots]slot
	Stats Stats `digest:"-"` // counts for reports; nothing depends on them
}

// Stats counts what happened since reset.
type Stats struct {
	Cuts      uint32
	Aborted   uint32 // cuts in a restore
	Ends      uint32
	Ignored   uint32                 // interrupts with nothing to cut
	Discarded [regs.NumBlocks]uint32 // entries thrown away, by block
}

// CSP is the block.
type CSP struct {
	wires.BlockBase
	cfg   Config
	P     Ports
	S     State
	host  host
	front frontEnd
	back  backEnd
	ends  finishers
}

// shared is what all rooms see.
type shared struct {
	*wires.BlockBase
	cfg    *Config
	slots  *[pipe.Slots]slot
	stats  *Stats
	events *wires.Probe[Event]
	ends   *finishers
}

// New makes an idle CSP.
func New(name string, cfg Config) *CSP {
	b := &CSP{BlockBase: wires.NewBlockBase(name), cfg: cfg, ends: ownFinishers}
	s := shared{&b.BlockBase, &b.cfg, &b.S.Slots, &b.S.Stats, &b.P.Events, &b.ends}
	b.host.hostState, b.host.shared, b.host.front, b.host.back = &b.S.Host, s, &b.front, &b.back
	b.front.frontState, b.front.shared, b.front.host, b.front.back = &b.S.Front, s, &b.host, &b.back
	b.back.backState, b.back.shared, b.back.host, b.back.front = &b.S.Back, s, &b.host, &b.front
	b.host.clear = cfg.clearance()
	b.handPorts()
	b.S.Front.Regs.Reset()
	b.S.Front.Access.Reset()
	return b
}

// handPorts gives each room the ports that it uses.
func (b *CSP) handPorts() {
	p := &b.P
	h, f, k := &b.host.P, &b.front.P, &b.back.P
	h.HostCSP, h.Int, h.CSPMXU, h.MXUCSP = &p.HostCSP, &p.Int, &p.CSPMXU, &p.MXUCSP
	f.CSPFifo, f.Vertex, f.CSPDMA, f.DMACSP, f.CSPC2D = &p.CSPFifo, &p.Vertex, &p.CSPDMA, &p.DMACSP, &p.CSPC2D
	k.StateFifo, k.DMAAck, k.DatapathA, k.DatapathB, k.CSPC2D = &p.StateFifo, &p.DMAAck, &p.DatapathA, &p.DatapathB, &p.CSPC2D
}

// Parts implements wires.Block.
func (b *CSP) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *CSP) Tick(cycle uint64) wires.Activity {
	moved := b.front.takeBeat()
	moved = b.host.command() || moved
	moved = b.host.answers() || moved
	moved = b.back.work() || moved
	cut, told := b.host.serve(cycle)
	if cut {
		b.front.fetch()
		b.Main(wires.Busy)
		return wires.Busy
	}
	a := b.front.step(cycle)
	b.Main(a)
	if moved = b.front.fetch() || moved; moved || told {
		return wires.Busy
	}
	return a
}

// Idle tells whether the CSP has found all contexts of both lists empty, and said so.
func (b *CSP) Idle() bool { return b.Resting() && b.back.quiet() }

// Resting is Idle, but the CPU may still be told of what has happened.
func (b *CSP) Resting() bool { return b.front.idle() }

// Progressing tells whether a context runs that is not on its way back to where it was cut.
func (b *CSP) Progressing() bool { return b.front.running() && !b.front.slot().Restoring() }

// Line prints phases and slots.
func (b *CSP) Line() string {
	f := &b.S.Front
	var slots [pipe.Slots]byte
	for i := range slots {
		slots[i] = slotLetters[b.S.Slots[i].Phase]
	}
	return fmt.Sprintf("CSP %s h%d o%d %s", phaseNames[f.Phase], f.Head, f.Offset, slots[:])
}
