// Package sampler is the sampler of a cluster (docs/textures.md): it takes messages of the multiprocessors apart into quads, finds their levels of detail and
// texels, reads those through a texture cache that is never dirty, filters them and answers; and it writes texels to memory. Hits go on below misses. What
// comes from above the break point and from below it has inputs, entries, quads and misses of its own.
package sampler

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MaxSMs is the most multiprocessors of a cluster.
const MaxSMs = 8

// Config of the sampler.
type Config struct {
	Entries  int `cfg:"entries" default:"4" min:"1" max:"16" unit:"messages" doc:"Messages that it works on at the same time, for each side of the break point."`
	Quads    int `cfg:"quads" default:"4" min:"1" max:"16" unit:"quads" doc:"Quads of these messages that are in work at the same time, for each side of the break point."`
	Rate     int `cfg:"rate" default:"1" min:"1" max:"16" unit:"quads" doc:"Quads that pass each stage of the datapath in a cycle: levels, addresses, filter."`
	Lookups  int `cfg:"lookups" default:"4" min:"1" max:"32" unit:"lines" doc:"Lines that are looked up in a cycle."`
	Lines    int `cfg:"lines" default:"64" min:"1" max:"4096" power:"2" unit:"lines of 64 bytes" doc:"Size of the texture cache, a power of two."`
	Ways     int `cfg:"ways" default:"4" min:"1" max:"16" power:"2" unit:"lines" doc:"Lines among which the place of a line is chosen, a power of two; all when there are fewer."`
	Misses   int `cfg:"misses" default:"8" min:"1" max:"32" unit:"lines" doc:"Lines that may be on their way at the same time, for each side of the break point."`
	Sets     int `cfg:"sets" default:"17" min:"1" max:"256" unit:"sets" doc:"Pin sets of a context whose textures and samplers it has: their numbers are smaller."`
	Textures int `cfg:"textures" default:"32" min:"1" max:"256" unit:"textures" doc:"Textures of a pin set, by their bindings."`
}

// Samplers is the number of samplers of a pin set.
const Samplers = 16

// Ports of the sampler.
type Ports struct {
	SMTex  [MaxSMs][pipe.Sides]wires.In[pipe.MessageBeat] `port:"optional" waits:"TexReq[] TexReq[1] TexSM"`
	TexSM  [MaxSMs]wires.Out[pipe.MessageAnswer]          `port:"optional"`
	PMTex  wires.In[pipe.TextureDescriptor]               `waits:"TexPM"`
	PMDrop wires.In[pipe.CacheCommand]                    `waits:"DropPM"`
	DropPM wires.Out[pipe.UnitDone]
	TexPM  wires.Out[pipe.UnitDone]
	MXUTex wires.In[pipe.PageFlush]               `port:"optional" waits:"TexReq[1]"`
	TexReq [pipe.Sides]wires.Out[pipe.MemRequest] // reads from above the break point, and all else
	TexAns [pipe.Sides]wires.In[pipe.MemAnswer]

	Took     wires.Probe[Took]
	Answered wires.Probe[Took]
	Lines    wires.Probe[LineEvent]
	Texels   wires.Probe[TexelEvent]
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
	Working   // its quads are in work
	Answering // registers go to the multiprocessor
)

// entry is a message.
type entry struct {
	Phase   Phase
	SM      uint8
	Beat    uint8  // Filling, Answering: register of the next beat
	Brought uint8  // registers that the message has brought
	Todo    uint8  // quads that are not in work yet, a bit each
	Open    uint8  // quads in work
	Missing bool   // a page that it reads is not in memory: nothing more is done for it
	Writes  uint16 // that memory has not acknowledged
	Head    pipe.MessageHead
	Texture texture
	Sampler filter
}

// part is what each side of the break point has.
type part struct {
	Filling bool      // a message of a multiprocessor is being taken
	SM      uint8     // Filling
	Entry   uint8     // Filling
	Last    uint8     // multiprocessor whose message was taken last
	Order   [16]uint8 // entries in the order in which their messages were complete
	Count   uint8
	Work    [16]uint8 // quads in the order in which they were begun
	Works   uint8
}

// State is everything that a clock edge changes, but for entries, quads, lines and misses, which are arrays beside it.
type State struct {
	Sides  [pipe.Sides]part
	Writes wires.Queue[written] // that memory is to acknowledge, in the order in which they were sent
}

// written is a line that was written, with the message.
type written struct {
	Side, Entry, Slot uint8
	Number            uint32
}

// Registers of an entry in its memory: coordinates, gradients or components, answer.
const (
	coordinateRegisters = 5 * 4
	dataRegisters       = 6 * 4
	answerRegisters     = 4 * 4
	firstAnswer         = coordinateRegisters + dataRegisters
	entryRows           = (firstAnswer + answerRegisters) / 2
)

// Sampler is the block.
type Sampler struct {
	wires.BlockBase
	cfg      Config
	P        Ports
	S        State
	entries  [pipe.Sides][]entry
	quads    [pipe.Sides][]quad
	misses   [pipe.Sides][]miss
	lines    []line
	data     wires.Pages // of lines
	ram      wires.Pages // registers of entries
	bindings wires.Pages // descriptors: of each set textures, then samplers
}

// New makes an idle sampler with an empty cache.
func New(name string, cfg Config) *Sampler {
	b := &Sampler{
		BlockBase: wires.NewBlockBase(name), cfg: cfg, lines: make([]line, cfg.Lines), data: wires.MakePages(uint32(cfg.Lines)),
		ram: wires.MakePages(uint32(pipe.Sides * cfg.Entries * entryRows)), bindings: wires.MakePages(uint32(pipe.Slots * cfg.Sets * setRows(cfg.Textures))),
	}
	for side := range b.entries {
		b.entries[side], b.quads[side], b.misses[side] = make([]entry, cfg.Entries), make([]quad, cfg.Quads), make([]miss, cfg.Misses)
	}
	return b
}

// Parts implements wires.Block.
func (b *Sampler) Parts() (ports, state any) { return &b.P, &b.S }

// Stores implements wires.Storer.
func (b *Sampler) Stores(d *wires.Domain) {
	for side := range b.entries {
		wires.AddArray(d, b, fmt.Sprintf("entries[%d]", side), b.entries[side])
		wires.AddArray(d, b, fmt.Sprintf("quads[%d]", side), b.quads[side])
		wires.AddArray(d, b, fmt.Sprintf("misses[%d]", side), b.misses[side])
	}
	wires.AddArray(d, b, "lines", b.lines)
	d.AddPages(b, "data", &b.data)
	d.AddPages(b, "registers", &b.ram)
	d.AddPages(b, "bindings", &b.bindings)
}

// Tick evaluates one cycle, the last stage first: a quad passes one stage a cycle.
func (b *Sampler) Tick(uint64) wires.Activity {
	moved := b.answer()
	moved = b.filterQuads() || moved
	moved = b.accessLines() || moved
	moved = b.findAddresses() || moved
	moved = b.findLevels() || moved
	for side := range pipe.Sides {
		moved = b.beginQuad(side) || moved
	}
	moved = b.takeMemory() || moved
	for side := range pipe.Sides {
		moved = b.take(side) || moved
	}
	moved = b.takeDescriptor() || moved
	moved = b.takeCommand() || moved
	moved = b.takeFlush() || moved
	if moved {
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the sampler waits for.
func (b *Sampler) sleep() wires.Activity {
	for side := pipe.Sides - 1; side >= 0; side-- {
		for i := range b.misses[side] {
			if b.misses[side][i].Used {
				return b.P.TexAns[side].Starved()
			}
		}
	}
	if b.S.Writes.Len() > 0 {
		return b.P.TexAns[pipe.Below].Starved()
	}
	for side := pipe.Sides - 1; side >= 0; side-- {
		if b.S.Sides[side].Works > 0 {
			return b.P.TexReq[side].Blocked()
		}
		for i := range b.entries[side] {
			if e := &b.entries[side][i]; e.Phase == Answering {
				return b.P.TexSM[e.SM].Blocked()
			}
		}
	}
	switch {
	case b.P.PMDrop.Valid():
		return b.P.DropPM.Blocked()
	case b.P.MXUTex.Joined() && b.P.MXUTex.Valid():
		return b.P.TexReq[pipe.Below].Blocked()
	}
	for side := pipe.Sides - 1; side >= 0; side-- {
		if s := &b.S.Sides[side]; s.Filling {
			return b.P.SMTex[s.SM][side].Starved()
		}
	}
	return b.P.SMTex[0][pipe.Below].Starved()
}

// register is a register of an entry's memory.
func (b *Sampler) register(side, e, n int) *[pipe.RegisterWords]uint32 {
	return b.ram.Half(uint32((side*b.cfg.Entries+e)*entryRows*2 + n))
}

// editRegister is register, to be written.
func (b *Sampler) editRegister(side, e, n int) *[pipe.RegisterWords]uint32 {
	return b.ram.EditHalf(uint32((side*b.cfg.Entries+e)*entryRows*2 + n))
}

// Line prints messages and quads in work, and lines that are on their way.
func (b *Sampler) Line() string {
	misses := 0
	for side := range b.misses {
		for i := range b.misses[side] {
			if b.misses[side][i].Used {
				misses++
			}
		}
	}
	s := &b.S.Sides
	return fmt.Sprintf("TEX msg%02d quad%02d miss%02d", s[pipe.Above].Count+s[pipe.Below].Count, s[pipe.Above].Works+s[pipe.Below].Works, misses)
}

var _ wires.Storer = (*Sampler)(nil)
