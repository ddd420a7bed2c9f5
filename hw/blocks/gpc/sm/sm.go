// Package sm is a multiprocessor of a cluster: hardware threads that share a register file execute kernels, an instruction a cycle (spec chapter 5). An
// instruction takes its way: its line is fetched into the thread's line buffers, it is decoded, waits in the scoreboard until its registers are free, is
// issued, passes through its unit and is written back.
//
// It is large because it is one block: every step of an instruction reads and writes the state of the same threads.
package sm

import (
	"fmt"
	"math/bits"

	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MaxThreads bounds the configuration.
const MaxThreads = 128

// Config of a multiprocessor.
type Config struct {
	Threads       int    `cfg:"threads" default:"16" min:"2" max:"128" unit:"threads" doc:"Hardware threads."`
	Registers     int    `cfg:"registers" default:"1024" min:"256" max:"16384" unit:"registers" doc:"Size of the register file, 256 bits each, which threads share."`
	Lanes         int    `cfg:"lanes" default:"8" min:"4" max:"32" power:"2" unit:"lanes" doc:"Lanes of 32 bits of the ALU, a power of 2: an instruction takes a pass for each so many."`
	MathLanes     int    `cfg:"math_lanes" default:"2" min:"1" max:"32" unit:"lanes" doc:"The same of the math unit: rcp, sqrt, rsqrt, exp2, log2, sin, cos, div, rem."`
	ALULatency    int    `cfg:"alu_latency" default:"4" min:"1" max:"64" unit:"cycles" doc:"From an instruction's last pass to its result in the ALU."`
	MathLatency   int    `cfg:"math_latency" default:"12" min:"1" max:"64" unit:"cycles" doc:"The same in the math unit."`
	Shared        int    `cfg:"shared" default:"32768" min:"64" max:"131072" unit:"bytes" doc:"Shared memory, a multiple of 64."`
	Banks         int    `cfg:"banks" default:"16" min:"1" max:"32" unit:"banks" doc:"Banks of 32 bits of the shared memory: an access takes a cycle for each word that it reads or writes in the same bank."`
	SharedLatency int    `cfg:"shared_latency" default:"6" min:"1" max:"64" unit:"cycles" doc:"From the last of these cycles to the answer."`
	FlowLatency   int    `cfg:"flow_latency" default:"2" min:"1" max:"64" unit:"cycles" doc:"From an instruction of control flow to the next one of its thread."`
	Select        string `cfg:"select" default:"round_robin" values:"round_robin greedy" doc:"Which thread issues: the next one in turn, or the one that issued last as long as it can, then the oldest."`

	Cluster, SM uint8 // its place, which threads can read
}

// Ports of a multiprocessor.
type Ports struct {
	PMSM  wires.In[pipe.ThreadBeat] `waits:"SMPM"` // thread requests; the pipeline manager has chosen thread slot and registers
	SMPM  wires.Out[pipe.ThreadEnd] // thread slots that are free
	SML15 [pipe.Sides]wires.Out[pipe.CodeFetch]
	L15SM wires.In[pipe.CodeLine]
	SMLSU [pipe.Sides]wires.Out[pipe.MessageBeat]
	LSUSM wires.In[pipe.MessageAnswer]
	SMTex [pipe.Sides]wires.Out[pipe.MessageBeat] `port:"optional"`
	TexSM wires.In[pipe.MessageAnswer]            `port:"optional"`

	Res [pipe.Sides]wires.Out[pipe.ResultBeat] `port:"optional"`

	Cancel [pipe.Slots]wires.LineIn `port:"optional"` // the cut of a slot's context, for its threads above the break point

	Issued wires.Probe[Issue]
	Wrote  wires.Probe[Write]
	Ended  wires.Probe[End]

	Handlers wires.Probe[HandlerEvent]
}

// Phase is the state of the input of thread requests.
type Phase uint8

// Phases.
const (
	Header  Phase = iota // the first beat of a head is expected
	Second               // the second one
	Payload              // registers
)

// Bits is a set of threads, a bit each.
type Bits [MaxThreads / 64]uint64

func (b *Bits) add(n uint8)      { b[n>>6&1] |= 1 << (n & 63) }
func (b *Bits) remove(n uint8)   { b[n>>6&1] &^= 1 << (n & 63) }
func (b *Bits) has(n uint8) bool { return b[n>>6&1]>>(n&63)&1 != 0 }
func (b *Bits) none() bool       { return b[0]|b[1] == 0 }

// and is the threads of both sets.
func (b *Bits) and(o *Bits) Bits { return Bits{b[0] & o[0], b[1] & o[1]} }

// first is the lowest of a set that is not empty.
func (b *Bits) first() uint8 {
	if b[0] != 0 {
		return uint8(bits.TrailingZeros64(b[0]))
	}
	return 64 + uint8(bits.TrailingZeros64(b[1]))
}

// after is the next of a set that is not empty, in turn from the one after n.
func (b *Bits) after(n uint8) uint8 {
	w := n >> 6 & 1
	if above := b[w] &^ (2<<(n&63) - 1); above != 0 {
		return w<<6 | uint8(bits.TrailingZeros64(above))
	}
	if other := b[w^1]; other != 0 {
		return (w^1)<<6 | uint8(bits.TrailingZeros64(other))
	}
	return w<<6 | uint8(bits.TrailingZeros64(b[w]))
}

// State is everything that a clock edge changes, but for the threads, which are an array beside it, and what is in pages.
type State struct {
	Phase   Phase
	Filling uint8 // thread slot: Second, Payload
	Next    uint8 // register of the next beat

	Sides    [pipe.Sides]Bits  // thread slots in use, by the side of the break point that their work is on
	Runs     Bits              // threads that have a next instruction
	Parked   Bits              // of them those that wait for something of the thread itself: a line, an answer, a result
	Wants    Bits              // of them those that wait for the line of the next instruction
	Ahead    Bits              // threads whose next line is not there, while they execute the one before
	Waits    Bits              // threads at a barrier: they do not run
	Stopping Bits              // threads that are to enter a handler: what they have issued comes to its end
	Moves    Bits              // threads that move registers of a set: they do not run
	Back     Bits              // threads that have come back by a restore handler: the pipeline manager is to be told
	Ending   Bits              // threads that have executed their last instruction, or cannot go on
	Uncalled Bits              // of them those whose results are there and are not called for
	Last     uint8             // thread that issued last
	Fetched  [pipe.Sides]uint8 // thread that asked for a line last
	Ended    uint8             // thread whose end took a step last
	Ages     [MaxThreads]uint8 // thread slots in the order in which they were filled
	Threads  uint8             // their number
	ALU      unit
	Math     unit
	Shared   unit
	Sending  [pipe.Sides]sending
	ToTex    [pipe.Sides]sending // the same, to the sampler
	Cut      [pipe.Slots]bool    // the slot's context is cut, and the token has not come: requests above the break point are cancelled
	Delivery [pipe.Sides]delivery
	Issues   uint64 `digest:"-"` // a statistic
}

// SM is the block.
type SM struct {
	wires.BlockBase
	cfg     Config
	P       Ports
	S       State
	threads []Thread
	ctas    []CTA
	ram     wires.Pages // register file
	stacks  wires.Pages // execution-mask stacks
	lines   wires.Pages // line buffers
	shared  wires.Pages // shared memory

	inputs    wires.ValidBits // in the order of the inputs' numbers
	ports     int             // registers that the ALU writes in a cycle
	greedy    bool            // Config.Select
	decoder   decoder
	waiting   [units]Bits                // threads whose next instruction waits for a unit alone: no state, it saves trying them in each cycle
	waits     bool                       // there are some
	result    eu.Result                  // of the instruction that is issued
	collector eu.Collector               // of it
	unwritten [pipe.RegisterWords]uint32 // what it computes for its condition alone
	access    access                     // to shared memory, by it
	retryAt   uint64                     // when a thread that could not issue in this cycle may be able to; never: that is not a matter of time
}

// Inputs, a bit each.
const (
	fromPM = 1 << iota
	fromL15
	fromLSU
	fromTex
)

const never = ^uint64(0)

// New makes an idle multiprocessor.
func New(name string, cfg Config) *SM {
	b := &SM{
		BlockBase: wires.NewBlockBase(name), cfg: cfg, ports: max(1, cfg.Lanes*4/isa.RegisterSize), greedy: cfg.Select == "greedy", threads: make([]Thread, cfg.Threads), ctas: make([]CTA, cfg.Threads), decoder: decoder{list: new([decodes]decoded)},
		ram: wires.MakePages(uint32(cfg.Registers / 2)), stacks: wires.MakePages(uint32(cfg.Threads * eu.StackRows)), lines: wires.MakePages(uint32(cfg.Threads * buffers)),
		shared: wires.MakePages(uint32(cfg.Shared / lineBytes)),
	}
	b.collector.RAM = &b.ram
	return b
}

// Parts implements wires.Block.
func (b *SM) Parts() (ports, state any) { return &b.P, &b.S }

// Stores implements wires.Storer.
func (b *SM) Stores(d *wires.Domain) {
	wires.AddArray(d, b, "threads", b.threads)
	wires.AddArray(d, b, "ctas", b.ctas)
	d.AddPages(b, "registers", &b.ram)
	d.AddPages(b, "stacks", &b.stacks)
	d.AddPages(b, "lines", &b.lines)
	d.AddPages(b, "shared", &b.shared)
	d.Gather(&b.inputs, &b.P.PMSM, &b.P.L15SM, &b.P.LSUSM, &b.P.TexSM)
}

// Tick evaluates one cycle. What an instruction needs is looked at before this cycle's results are written.
func (b *SM) Tick(cycle uint64) wires.Activity {
	s := &b.S
	moved := b.cutNow() && b.cut()
	moved = b.issue(cycle) || moved
	if s.lists() {
		moved = b.serveLists() || moved
	}
	for n := b.ports; n > 0 && s.ALU.isDue(cycle); n-- {
		b.writeBack(&s.ALU, eu.ALU)
		moved = true
	}
	if s.Math.isDue(cycle) {
		b.writeBack(&s.Math, eu.Math)
		moved = true
	}
	if s.Shared.isDue(cycle) {
		b.writeBack(&s.Shared, eu.Send)
		moved = true
	}
	inputs := b.inputs.Bits()
	if inputs&fromLSU != 0 {
		moved = b.takeAnswer(&b.P.LSUSM) || moved
	}
	if inputs&fromTex != 0 {
		moved = b.takeAnswer(&b.P.TexSM) || moved
	}
	if inputs&fromL15 != 0 {
		moved = b.takeLine() || moved
	}
	if inputs&fromPM != 0 {
		moved = b.take() || moved
	}
	if moved {
		return wires.Busy
	}
	return b.sleep()
}

// cutNow tells whether a context is cut in this cycle.
func (b *SM) cutNow() bool { return b.P.Cancel[0].High() || b.P.Cancel[1].High() }

// lists tells whether a thread sends a message, wants a line, ends, enters a handler, moves registers, or has come back.
func (s *State) lists() bool {
	some := uint64(0)
	for i := range s.Wants {
		some |= s.Wants[i] | s.Ahead[i] | s.Ending[i]&^s.Uncalled[i] | s.Back[i] | s.Stopping[i] | s.Moves[i]
	}
	return some != 0 || s.sends()
}

// sends tells whether a message is being sent.
func (s *State) sends() bool {
	return s.Sending[pipe.Above].Active || s.Sending[pipe.Below].Active || s.ToTex[pipe.Above].Active || s.ToTex[pipe.Below].Active
}

// serveLists has threads stop and move registers, sends a beat and asks for a line for each side, and ends a thread.
func (b *SM) serveLists() (moved bool) {
	if !b.S.Stopping.none() {
		moved = b.halt()
	}
	if !b.S.Moves.none() {
		moved = b.moveSets() || moved
	}
	for side := range pipe.Sides {
		moved = b.send(&b.S.Sending[side], &b.P.SMLSU[side]) || moved
		moved = b.send(&b.S.ToTex[side], &b.P.SMTex[side]) || moved
	}
	for side := range pipe.Sides {
		moved = b.fetch(side) || moved
	}
	return b.end() || moved
}

// sleep says what the multiprocessor waits for.
func (b *SM) sleep() wires.Activity {
	s := &b.S
	waits := false
	for _, u := range [...]*unit{&s.ALU, &s.Math, &s.Shared} {
		if u.Results.Len() > 0 {
			b.WakeAt(uint64(u.Results.Front().Due))
			waits = true
		}
	}
	if b.retryAt != never {
		b.WakeAt(b.retryAt)
		waits = true
	}
	switch {
	case waits:
		return wires.Waiting
	case s.Sending[pipe.Below].Active:
		return b.P.SMLSU[pipe.Below].Blocked()
	case s.Sending[pipe.Above].Active:
		return b.P.SMLSU[pipe.Above].Blocked()
	case s.ToTex[pipe.Below].Active:
		return b.P.SMTex[pipe.Below].Blocked()
	case s.ToTex[pipe.Above].Active:
		return b.P.SMTex[pipe.Above].Blocked()
	case !s.Wants.none() && !b.P.SML15[pipe.Below].Ready():
		return b.P.SML15[pipe.Below].Blocked()
	case !s.Wants.none() && !b.P.SML15[pipe.Above].Ready():
		return b.P.SML15[pipe.Above].Blocked()
	case !s.Wants.none():
		return b.P.L15SM.Starved()
	case !(s.Ending.none() && s.Back.none()) && !b.P.SMPM.Ready():
		return b.P.SMPM.Blocked()
	case !s.Runs.none(), !s.Ending.none(), !s.Stopping.none(), !s.Moves.none():
		return b.P.LSUSM.Starved()
	}
	if b.P.PMSM.Valid() { // a token, which is to be acknowledged
		return b.P.SMPM.Blocked()
	}
	return b.P.PMSM.Starved()
}

// Line prints threads by what they do.
func (b *SM) Line() string {
	s := &b.S
	return fmt.Sprintf("SM  run%02d park%02d end%02d", s.Runs.count(), s.Parked.count(), s.Ending.count())
}

var _ wires.Storer = (*SM)(nil)
