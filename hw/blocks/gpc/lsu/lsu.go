// Package lsu is the load/store unit of a cluster (spec chapters 5 and 12). It takes messages of the multiprocessors apart into accesses of lines: loads,
// stores and constants go to the level-1.5 cache; atomics and non-cacheable accesses have it evict the line, and go to memory. What comes from above
// the break point and from below it has inputs, entries and accesses of its own.
package lsu

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MaxSMs is the most multiprocessors of a cluster.
const MaxSMs = 8

// Config of the unit.
type Config struct {
	Entries  int `cfg:"entries" default:"4" min:"1" max:"16" unit:"messages" doc:"Messages that it works on at the same time, for each side of the break point."`
	Accesses int `cfg:"accesses" default:"16" min:"1" max:"64" unit:"lines" doc:"Lines that may be accessed at the same time, for each side of the break point."`
	Sets     int `cfg:"sets" default:"17" min:"1" max:"256" unit:"sets" doc:"Pin sets of a context whose bindings it has: their numbers are smaller."`
	Bindings int `cfg:"bindings" default:"32" min:"1" max:"256" unit:"bindings" doc:"Bindings of a pin set."`
	Scratch  int `cfg:"scratch" default:"16" min:"1" max:"1024" unit:"KiB" doc:"Scratch memory of a thread, at most: each line has a valid bit for each hardware thread."`

	SMs     int // multiprocessors
	Threads int // of each
}

// ScratchBytes is how much scratch memory a thread can have.
func (c *Config) ScratchBytes() int { return c.Scratch << 10 }

// Ports of the unit.
type Ports struct {
	SMLSU  [MaxSMs][pipe.Sides]wires.In[pipe.MessageBeat] `port:"optional" waits:"LSUL15[] LSUReq[] LSUReq[1] LSUSM"`
	LSUSM  [MaxSMs]wires.Out[pipe.MessageAnswer]          `port:"optional"`
	LSUL15 [pipe.Sides]wires.Out[pipe.LineRequest]
	L15LSU wires.In[pipe.LineAnswer]
	PMLSU  wires.In[pipe.Descriptor] `waits:"LSUPM"`
	LSUPM  wires.Out[pipe.UnitDone]
	LSUReq [pipe.Sides]wires.Out[pipe.MemRequest] // reads from above the break point, and all else
	LSUAns [pipe.Sides]wires.In[pipe.MemAnswer]

	Took     wires.Probe[Took]
	Answered wires.Probe[Took]
}

// Took is what the probes show: a message that is complete, and one that is answered.
type Took struct {
	Side, Entry int
	SM          uint8
	Head        *pipe.MessageHead
	Missing     bool // a page that it reads is not in memory
}

// Phase is the state of an entry.
type Phase uint8

// Phases.
const (
	Free Phase = iota
	Filling
	Issuing   // accesses are made for it
	Waiting   // all are made
	Answering // registers go to the multiprocessor
)

// entry is a message.
type entry struct {
	Phase   Phase
	SM      uint8
	Beat    uint8 // Filling, Answering: register of the next beat
	Brought uint8 // registers that the message has brought
	Open    uint8 // accesses that are not answered
	Missing bool  // a page that it reads is not in memory: no more accesses are made for it
	Head    pipe.MessageHead
	Base    uint32    // address of its binding, or of the thread's scratch memory
	Bytes   uint32    // of the binding
	Start   uint64    // of whole registers: bytes from Base to the first word
	Pending [2]uint64 // components that are not accessed yet: bit 4 times the lane and the component; of whole registers, the next word and the end; at a thread's end the same of lines
}

// stage is how far an access is.
type stage uint8

const (
	unused   stage = iota
	cached         // in the cache
	evicting       // the cache evicts the line
	evicted        // it has
	memory         // in memory
)

// access is an access of a line.
type access struct {
	Stage stage
	Entry uint8
	Line  uint32
	Parts [2]uint64 // components of it, as in entry
}

// part is what each side of the break point has.
type part struct {
	Filling bool      // a message of a multiprocessor is being taken
	SM      uint8     // Filling
	Entry   uint8     // Filling
	Last    uint8     // multiprocessor whose message was taken last
	Sent    uint8     // access that was sent to memory last
	Order   [16]uint8 // entries in the order in which their messages were complete
	Count   uint8
}

// State is everything that a clock edge changes, but for entries and accesses, which are arrays beside it.
type State struct {
	Sides   [pipe.Sides]part
	Writes  wires.Queue[written] // accesses that write memory, in the order in which they were sent
	Last    uint8                // side that has sent to memory last
	Scratch [pipe.Slots]area     // where the scratch memory of each slot's context begins, and how much each thread has
	Context [pipe.Slots]area     // context buffers
}

// area is a part of memory.
type area struct{ Addr, Bytes uint32 }

// written is an access that memory is to acknowledge.
type written struct{ Side, Access uint8 }

// Registers of an entry in its memory: addresses, data, answer.
const (
	addressRegisters = 4
	dataRegisters    = 32
	entryRegisters   = addressRegisters + 2*dataRegisters
	entryRows        = entryRegisters / 2
)

// LSU is the block.
type LSU struct {
	wires.BlockBase
	cfg      Config
	P        Ports
	S        State
	entries  [pipe.Sides][]entry
	accesses [pipe.Sides][]access
	ram      wires.Pages // registers of entries
	bindings wires.Pages // descriptors, two words each
	valid    wires.Pages // valid bits of lines of scratch memory
}

// New makes an idle unit.
func New(name string, cfg Config) *LSU {
	b := &LSU{
		BlockBase: wires.NewBlockBase(name), cfg: cfg, ram: wires.MakePages(uint32(pipe.Sides * cfg.Entries * entryRows)),
		valid:    wires.MakePages(uint32((cfg.SMs*cfg.Threads*cfg.ScratchBytes()/pipe.LineBytes + RowLines - 1) / RowLines)),
		bindings: wires.MakePages(uint32((pipe.Slots*cfg.Sets*cfg.Bindings*2 + wires.RowWords - 1) / wires.RowWords)),
	}
	for side := range b.entries {
		b.entries[side], b.accesses[side] = make([]entry, cfg.Entries), make([]access, cfg.Accesses)
	}
	return b
}

// Parts implements wires.Block.
func (b *LSU) Parts() (ports, state any) { return &b.P, &b.S }

// Stores implements wires.Storer.
func (b *LSU) Stores(d *wires.Domain) {
	for side := range b.entries {
		wires.AddArray(d, b, fmt.Sprintf("entries[%d]", side), b.entries[side])
		wires.AddArray(d, b, fmt.Sprintf("accesses[%d]", side), b.accesses[side])
	}
	d.AddPages(b, "registers", &b.ram)
	d.AddPages(b, "bindings", &b.bindings)
	d.AddPages(b, "scratch", &b.valid)
}

// Tick evaluates one cycle.
func (b *LSU) Tick(uint64) wires.Activity {
	moved := b.answer()
	for side := range pipe.Sides {
		moved = b.issue(side) || moved
	}
	moved = b.toMemory() || moved
	moved = b.takeLine() || moved
	moved = b.takeMemory() || moved
	for side := range pipe.Sides {
		moved = b.take(side) || moved
	}
	moved = b.takeBinding() || moved
	if moved {
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the unit waits for.
func (b *LSU) sleep() wires.Activity {
	for side := pipe.Sides - 1; side >= 0; side-- {
		for i := range b.accesses[side] {
			a := &b.accesses[side][i]
			switch way := b.entries[side][a.Entry].way(side); a.Stage {
			case cached, evicting:
				return b.P.L15LSU.Starved()
			case evicted:
				return b.P.LSUReq[way].Blocked()
			case memory:
				return b.P.LSUAns[way].Starved()
			}
		}
		for i := range b.entries[side] {
			switch e := &b.entries[side][i]; e.Phase {
			case Issuing:
				return b.P.LSUL15[side].Blocked()
			case Answering:
				return b.P.LSUSM[e.SM].Blocked()
			}
		}
	}
	if b.P.PMLSU.Valid() {
		return b.P.LSUPM.Blocked()
	}
	return b.P.SMLSU[0][pipe.Below].Starved()
}

// takeBinding takes a binding of a set, or that all of a set has been sent.
func (b *LSU) takeBinding() bool {
	if !b.P.PMLSU.Valid() || b.P.PMLSU.Head().Last && !b.P.LSUPM.Ready() {
		return false
	}
	d := b.P.PMLSU.Take()
	switch {
	case d.Last:
		b.P.LSUPM.Put(pipe.UnitDone{Slot: d.Slot, Source: d.Source})
		return true
	case d.Scratch:
		b.S.Scratch[d.Slot] = area{d.Addr, d.Bytes}
		return true
	case d.Context:
		b.S.Context[d.Slot] = area{d.Addr, d.Bytes}
		return true
	}
	if at, ok := b.bindingAt(d.Slot, d.Set, d.Binding); ok {
		row := b.bindings.Edit(at / wires.RowWords)
		row[at%wires.RowWords], row[at%wires.RowWords+1] = d.Addr, d.Bytes
	}
	return true
}

// bindingAt is the word at which a binding of a slot's pin set stands; false: there is none of that number.
func (b *LSU) bindingAt(slot, set, binding uint8) (at uint32, ok bool) {
	return 2 * (uint32(int(slot)*b.cfg.Sets+int(set))*uint32(b.cfg.Bindings) + uint32(binding)), int(set) < b.cfg.Sets && int(binding) < b.cfg.Bindings
}

// binding is the place of a binding; one that there is none of has no bytes.
func (b *LSU) binding(slot, set, binding uint8) (addr, bytes uint32) {
	at, ok := b.bindingAt(slot, set, binding)
	if !ok {
		return 0, 0
	}
	row := b.bindings.Row(at / wires.RowWords)
	return row[at%wires.RowWords], row[at%wires.RowWords+1]
}

// register is a register of an entry's memory.
func (b *LSU) register(side, e, n int) *[pipe.RegisterWords]uint32 {
	return b.ram.Half(uint32((side*b.cfg.Entries+e)*entryRows*2 + n))
}

// editRegister is register, to be written.
func (b *LSU) editRegister(side, e, n int) *[pipe.RegisterWords]uint32 {
	return b.ram.EditHalf(uint32((side*b.cfg.Entries+e)*entryRows*2 + n))
}

// Line prints entries and accesses in use.
func (b *LSU) Line() string {
	entries, accesses := 0, 0
	for side := range b.entries {
		for i := range b.entries[side] {
			if b.entries[side][i].Phase != Free {
				entries++
			}
		}
		for i := range b.accesses[side] {
			if b.accesses[side][i].Stage != unused {
				accesses++
			}
		}
	}
	return fmt.Sprintf("LSU msg%02d line%02d", entries, accesses)
}

var _ wires.Storer = (*LSU)(nil)
