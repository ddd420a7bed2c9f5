// Package l15 is the level-1.5 cache of a cluster (spec chapters 5 and 12): lines of data, which stores of threads change and which are written back byte by
// byte, and lines of instructions and constants, which nothing changes. Hits go on below misses. What waits for a line waits in the order in which it
// came; what comes from above the break point and from below it has inputs, misses and places to wait of its own.
package l15

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MaxSMs is the most multiprocessors of a cluster.
const MaxSMs = 8

// Config of the cache.
type Config struct {
	Lines  int `cfg:"lines" default:"256" min:"2" max:"4096" power:"2" unit:"lines of 64 bytes" doc:"Size of the cache, a power of two."`
	Ways   int `cfg:"ways" default:"4" min:"2" max:"16" power:"2" unit:"lines" doc:"Lines among which the place of a line is chosen, a power of two; all when there are fewer. What is above the break point leaves one of them to what is below."`
	Misses int `cfg:"misses" default:"8" min:"1" max:"32" unit:"lines" doc:"Lines that may be on their way at the same time, for each side of the break point."`
	Held   int `cfg:"held" default:"16" min:"1" max:"64" unit:"requests" doc:"Requests that may wait for lines, for each side of the break point."`
	Writes int `cfg:"writes" default:"16" min:"1" max:"64" unit:"lines" doc:"Lines that may be on their way to memory at the same time."`
}

// Ports of the cache.
type Ports struct {
	SML15  [MaxSMs][pipe.Sides]wires.In[pipe.CodeFetch] `port:"optional" waits:"L15Req[] L15Req[1] L15SM"`
	L15SM  [MaxSMs]wires.Out[pipe.CodeLine]             `port:"optional"`
	LSUL15 [pipe.Sides]wires.In[pipe.LineRequest]       `waits:"L15Req[] L15Req[1] L15LSU"`
	L15LSU wires.Out[pipe.LineAnswer]
	PML15  wires.In[pipe.CacheCommand] `waits:"L15Req[1] L15PM"`
	L15PM  wires.Out[pipe.UnitDone]
	MXUL15 wires.In[pipe.PageFlush]               `port:"optional" waits:"L15Req[1] L15PM"`
	L15Req [pipe.Sides]wires.Out[pipe.MemRequest] // reads from above the break point, and all else
	L15Ans [pipe.Sides]wires.In[pipe.MemAnswer]

	Events wires.Probe[Event]
}

// Phase is the state of a command.
type Phase uint8

// Phases.
const (
	Serve Phase = iota // there is none
	Clean              // lines are written back
	Drain              // memory is to answer
	Leave              // the lines of a page are written back and dropped
)

// Kind is what a line has.
type Kind uint8

// Kinds of lines.
const (
	None Kind = iota
	Data
	ReadOnly // instructions and constants
	Patched  // instructions, patched for a version of the state of a stage
)

// Line is a cached line, or one that is on its way.
type Line struct {
	Kind    Kind
	Slot    uint8
	Miss    uint8 // sides of the break point for which it is on its way, a bit each
	Age     uint8 // uses of other lines of its set since it was used, 255 at most
	Stage   uint8 // Patched: isa.Stage... value, and version of its state
	Version uint8
	Tables  uint8  // lines of the patch table by which it is patched, or that says that it has no tagged instructions; 0: that is not known
	Table   uint32 // the table's address
	Of      uint16 // with Tables: number of the line in the kernel whose table it is; kernels that overlap in memory may have one table
	Number  uint32 // address / LineBytes
	Valid   uint64 // bytes that are here
	Written uint64 // of them those that memory does not have; if there are any, the line has a pin of its page
}

// request is an access of a line.
type request struct {
	Fetch      bool // of an instruction line, by a thread
	Patcher    bool // by the patcher of the side
	Version    uint8
	Patch      pipe.PatchTable
	SM         uint8
	Thread     uint8
	Generation uint8
	Line       uint16 // that it waits for
	pipe.LineRequest
}

// miss is a line on its way.
type miss struct {
	Used    bool
	Arrived bool // what waits for it is served now
	Stale   bool // the line was evicted meanwhile: what comes is older than that
	Missing bool // Arrived: its page is not in memory
	Line    uint16
}

// eviction is an access that is answered when memory has what was written before.
type eviction struct {
	Side  uint8
	Slot  uint8
	Tag   uint8
	Ahead uint16 // writes that are not answered, up to its own
}

// acknowledgement is a store that is answered when the pins are counted that were asked for before.
type acknowledgement struct {
	Side  uint8
	Slot  uint8
	Tag   uint8
	Ahead uint16 // pins that are not answered, up to that of its line
}

// wroteLine is a line on its way to memory.
type wroteLine struct {
	Slot   uint8
	Number uint32
}

// State is everything that a clock edge changes, but for lines, misses and requests that wait, which are arrays beside it.
type State struct {
	Phase     Phase
	Command   pipe.CacheCommand
	Page      uint32                 // Leave: number of the page
	Next      uint16                 // Clean, Leave: line to look at
	Held      [pipe.Sides]uint8      // requests in each part of held
	Last      uint8                  // input that was served last
	Writes    wires.Queue[wroteLine] // that memory has not answered
	Ahead     uint16                 // Drain: those of them that are the command's, or came before it
	Taken     bool                   // Drain: the MXU has taken what the cache has sent
	Evictions wires.Queue[eviction]
	Patchers  [pipe.Sides]patcher
	Pins      uint16 // that are not answered
	Stores    wires.Queue[acknowledgement]
}

// L15 is the block.
type L15 struct {
	wires.BlockBase
	cfg    Config
	P      Ports
	S      State
	lines  []Line
	misses [pipe.Sides][]miss
	held   [pipe.Sides][]request
	states []stateVersion // by slot, stage and version
	data   wires.Pages
	asked  wires.ValidBits // of LSUL15, then of SML15; sides in turn
}

// New makes an empty cache.
func New(name string, cfg Config) *L15 {
	b := &L15{BlockBase: wires.NewBlockBase(name), cfg: cfg, lines: make([]Line, cfg.Lines), states: make([]stateVersion, pipe.Slots*statesOfSlot), data: wires.MakePages(uint32(cfg.Lines))}
	for n := range b.misses {
		b.misses[n], b.held[n] = make([]miss, cfg.Misses), make([]request, cfg.Held)
	}
	return b
}

// Parts implements wires.Block.
func (b *L15) Parts() (ports, state any) { return &b.P, &b.S }

// Stores implements wires.Storer.
func (b *L15) Stores(d *wires.Domain) {
	inputs := wires.Inputs(b.P.LSUL15[:])
	for n := range b.P.SML15 {
		inputs = append(inputs, wires.Inputs(b.P.SML15[n][:])...)
	}
	d.Gather(&b.asked, inputs...)
	wires.AddArray(d, b, "lines", b.lines)
	wires.AddArray(d, b, "states", b.states)
	for n := range b.misses {
		wires.AddArray(d, b, fmt.Sprintf("misses[%d]", n), b.misses[n])
		wires.AddArray(d, b, fmt.Sprintf("held[%d]", n), b.held[n])
	}
	d.AddPages(b, "data", &b.data)
}

// Tick evaluates one cycle: an answer of memory is taken, and one request is served.
func (b *L15) Tick(uint64) wires.Activity {
	moved := b.acknowledgeEviction()
	moved = b.acknowledgeStore() || moved
	moved = b.takeAnswer() || moved
	moved = b.command() || moved
	patching := b.S.Patchers[pipe.Above].Step != NoLine || b.S.Patchers[pipe.Below].Step != NoLine
	if patching {
		moved = b.apply() || moved
	}
	moved = b.serve(patching) || moved
	if moved {
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the cache waits for.
func (b *L15) sleep() wires.Activity {
	s := &b.S
	requested := s.Held[pipe.Above] > 0 || s.Held[pipe.Below] > 0 || b.P.LSUL15[pipe.Above].Valid() || b.P.LSUL15[pipe.Below].Valid()
	switch {
	case requested && !b.P.L15LSU.Ready():
		return b.P.L15LSU.Blocked()
	case requested && !b.P.L15Req[pipe.Below].Ready():
		return b.P.L15Req[pipe.Below].Blocked()
	case s.Evictions.Len() > 0 && s.Evictions.Front().Ahead == 0:
		return b.P.L15LSU.Blocked()
	case b.patchedWaits(pipe.Below):
		return b.P.L15SM[s.Patchers[pipe.Below].Request.SM].Blocked()
	case s.Writes.Len() > 0, s.Pins > 0, b.waits(pipe.Below), s.Phase == Drain && !s.Taken:
		return b.P.L15Ans[pipe.Below].Starved()
	case b.patchedWaits(pipe.Above):
		return b.P.L15SM[s.Patchers[pipe.Above].Request.SM].Blocked()
	case b.waits(pipe.Above):
		return b.P.L15Ans[pipe.Above].Starved()
	case s.Phase == Drain:
		return b.P.L15PM.Blocked()
	case s.Stores.Len() > 0:
		return b.P.L15LSU.Blocked()
	case s.Phase == Clean, s.Phase == Leave:
		return b.P.L15Req[pipe.Below].Blocked()
	}
	return b.P.LSUL15[pipe.Below].Starved()
}

// waits tells whether a line of a side is on its way.
func (b *L15) waits(side int) bool {
	for i := range b.misses[side] {
		if m := &b.misses[side][i]; m.Used && !m.Arrived {
			return true
		}
	}
	return false
}

// Has tells observers whether a line of a slot is in the cache.
func (b *L15) Has(slot uint8, number uint32) bool {
	for i := range b.lines {
		if l := &b.lines[i]; l.Kind == Data && l.Slot == slot && l.Number == number {
			return true
		}
	}
	return false
}

// Line prints lines that are there and that are on their way, and requests that wait.
func (b *L15) Line() string {
	lines, dirty, misses := 0, 0, 0
	for i := range b.lines {
		if l := &b.lines[i]; l.Kind != None {
			lines++
			if l.Written != 0 {
				dirty++
			}
			if l.Miss != 0 {
				misses++
			}
		}
	}
	return fmt.Sprintf("L15 line%03d dirty%03d miss%02d held%02d", lines, dirty, misses, b.S.Held[pipe.Above]+b.S.Held[pipe.Below])
}

var _ wires.Storer = (*L15)(nil)
