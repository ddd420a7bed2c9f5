// Package eup is the execution-unit pool: it dispatches vertex threads, which come by TESS_EU with
// their records, and pixel threads to thread slots and execution units, and retires them in order,
// vertices to the EUP_FIFO and pixels back to PS. The sampler samples textures for pixel threads. One
// thread slot is kept free for pixels, so that vertices cannot block them. What a thread computes is a
// Program.
package eup

import (
	"fmt"
	"math/bits"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

const (
	maxThreads = 64
	maxUnits   = 32
)

// Config of the pool.
type Config struct {
	Threads      int `cfg:"threads" default:"32" min:"2" max:"64" unit:"threads" doc:"Thread slots of the pool. One is kept free for pixels."`
	Units        int `cfg:"units" default:"16" min:"1" max:"32" unit:"units" doc:"Execution units."`
	Order        int `cfg:"order" default:"64" min:"2" max:"64" unit:"entries" doc:"Threads and markers that retire in order, for vertices and for pixels each."`
	VertexCycles int `cfg:"vertex_cycles" default:"24" min:"1" max:"100000" unit:"cycles" doc:"Length of the vertex program."`
	PixelCycles  int `cfg:"pixel_cycles" default:"8" min:"1" max:"100000" unit:"cycles" doc:"Length of the pixel program."`
}

// Ports of the pool.
type Ports struct {
	EUPCancel wires.LineIn
	TessEU    wires.In[pipe.VertexThread] `waits:"EUPFifo DPEUP"` // TESS_EU
	EUPFifo   wires.Out[pipe.Shaded]      // EUP_FIFO
	PSEU      wires.In[pipe.PixelThread]  `waits:"EUPS EUTex"`
	EUPS      wires.Out[pipe.PixelResult]
	EUTex     wires.Out[pipe.SampleRequest] // EU_TEX; the thread has room for the answer
	TexEU     wires.In[pipe.SampleAnswer]   // TEX_EU
	DPIn      wires.In[pipe.Report]         `port:"optional" waits:"DPEUP"`
	DPEUP     wires.Out[pipe.Report]
}

// Phase is the state of the input of vertex threads.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Discard       // threads of a cancelled context, up to INT_END
)

// ticket is a place in the order of retirement: a thread, or what passes with them.
type ticket struct {
	Thread uint8 // valid for pipe.Prim and pipe.Quad
	Cmd    pipe.Cmd
}

// State is everything that a clock edge changes.
type State struct {
	Phase     Phase
	Regs      [2]regs.EUPRegs // by context slot
	Threads   [maxThreads]Thread
	Free      uint64 // thread slots
	OfPixels  uint64 // thread slots that hold pixel threads
	Runnable  uint64 // threads that have all data, and no unit yet
	Done      uint64 // threads that have a result
	FreeUnit  uint32
	Units     [maxUnits]unit
	Vertices  wires.Queue[ticket]
	Pixels    wires.Queue[ticket]
	Last      uint8 // thread issued last
	Forgotten uint8 // answers to INVALIDATE that are not passed on
	DRQ       drq.State
}

type unit struct {
	Thread uint8
	Until  wires.Cycle
}

// EUP is the block.
type EUP struct {
	wires.BlockBase
	cfg    Config
	vertex Program
	pixel  Program
	P      Ports
	S      State
	drq    drq.Unit
}

// New makes an idle pool with the fixed programs.
func New(name string, cfg Config) *EUP {
	b := &EUP{
		BlockBase: wires.NewBlockBase(name), cfg: cfg,
		vertex: vertexProgram{cfg.VertexCycles}, pixel: pixelProgram{cfg.PixelCycles},
	}
	for i := range b.S.Regs {
		b.S.Regs[i].Reset()
	}
	b.S.Free = 1<<cfg.Threads - 1
	b.S.FreeUnit = uint32(uint64(1)<<cfg.Units - 1)
	b.drq.Init(regs.BlockEUP, &b.S.DRQ, &b.P.DPEUP, &b.P.DPIn, nil)
	return b
}

// Parts implements wires.Block.
func (b *EUP) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *EUP) Tick(cycle uint64) wires.Activity {
	b.drq.Begin()
	moved := false
	if b.P.EUPCancel.High() {
		b.cancel()
		moved = true
	}
	moved = b.finish(cycle) || moved
	moved = b.retirePixel() || moved
	moved = b.retireVertex() || moved
	moved = b.takeSample() || moved
	moved = b.issue(cycle) || moved
	moved = b.takePixel() || moved
	moved = b.takeVertex() || moved
	if b.drq.Moved() || moved {
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the pool waits for.
func (b *EUP) sleep() wires.Activity {
	s := &b.S
	busy := ^s.FreeUnit & uint32(uint64(1)<<b.cfg.Units-1)
	for set := busy; set != 0; set &= set - 1 {
		b.WakeAt(uint64(s.Units[bits.TrailingZeros32(set)].Until))
	}
	switch {
	case busy != 0:
		return wires.Waiting
	case s.Vertices.Len() > 0 && b.retirable(s.Vertices.Front()) && b.P.EUPFifo.Ready():
		return b.P.DPEUP.Blocked() // registers are to be copied first
	case s.Vertices.Len() > 0 && b.retirable(s.Vertices.Front()):
		return b.P.EUPFifo.Blocked()
	case s.Pixels.Len() > 0 && b.retirable(s.Pixels.Front()):
		return b.P.EUPS.Blocked()
	case s.Pixels.Len() > 0:
		return b.P.TexEU.Starved()
	case b.P.TessEU.Valid(): // INT_END waits until registers have been reported
		return b.P.DPEUP.Blocked()
	}
	return b.P.TessEU.Starved()
}

// cancel drops every vertex thread: all belong to the interrupted context, since the next one's come
// after its INT_END.
func (b *EUP) cancel() {
	s := &b.S
	for i := range s.Vertices.Len() {
		t := s.Vertices.At(i)
		if t.Cmd.Kind != pipe.Prim {
			continue
		}
		b.drq.Discard()
		bit := uint64(1) << t.Thread
		s.Runnable &^= bit
		s.Done &^= bit
		b.stopUnit(t.Thread)
		b.free(t.Thread)
	}
	s.Vertices.Clear()
	b.drq.Cancel()
	s.Phase = Discard
}

func (b *EUP) stopUnit(thread uint8) {
	all := uint32(uint64(1)<<b.cfg.Units - 1)
	for set := ^b.S.FreeUnit & all; set != 0; set &= set - 1 {
		if u := bits.TrailingZeros32(set); b.S.Units[u].Thread == thread {
			b.freeUnit(u)
		}
	}
}

func (b *EUP) freeUnit(u int) {
	b.S.Units[u] = unit{}
	b.S.FreeUnit |= 1 << u
}

// takeSlot takes the thread slot that a number names, or the next free one behind it.
// So which slot a thread has depends on the work and little on what ran before: a
// context that was cut soon comes back to the state of one that was not.
func (b *EUP) takeSlot(number uint32) int {
	start := int(number % uint32(b.cfg.Threads))
	i := (start + bits.TrailingZeros64(bits.RotateLeft64(b.S.Free, -start))) % maxThreads
	b.S.Free &^= 1 << i
	return i
}

func (b *EUP) free(thread uint8) {
	b.S.Threads[thread] = Thread{}
	b.S.Free |= 1 << thread
	b.S.OfPixels &^= 1 << thread
}

// finish ends programs whose time is up; the result is in the thread.
func (b *EUP) finish(cycle uint64) (moved bool) {
	s := &b.S
	for set := ^s.FreeUnit & uint32(uint64(1)<<b.cfg.Units-1); set != 0; set &= set - 1 {
		u := bits.TrailingZeros32(set)
		if uint64(s.Units[u].Until) > cycle {
			continue
		}
		s.Done |= 1 << s.Units[u].Thread
		b.freeUnit(u)
		moved = true
	}
	return moved
}

// issue starts one runnable thread on a free unit: pixels first, which the end of an
// old context waits for, then in turn.
func (b *EUP) issue(cycle uint64) bool {
	s := &b.S
	if s.Runnable == 0 || s.FreeUnit == 0 {
		return false
	}
	run := s.Runnable
	if p := run & s.OfPixels; p != 0 {
		run = p
	}
	start := int(s.Last+1) % maxThreads
	i := (start + bits.TrailingZeros64(bits.RotateLeft64(run, -start))) % maxThreads
	s.Last = uint8(i)
	s.Runnable &^= 1 << i
	t := &s.Threads[i]
	p := b.vertex
	if t.Kind == pipe.Quad {
		p = b.pixel
	}
	p.Run(t, &s.Regs[t.Slot])
	u := bits.TrailingZeros32(s.FreeUnit)
	s.FreeUnit &^= 1 << u
	s.Units[u] = unit{Thread: uint8(i), Until: wires.Cycle(cycle + uint64(p.Cycles()))}
	return true
}

// Line prints threads by what they do.
func (b *EUP) Line() string {
	s := &b.S
	return fmt.Sprintf("EUP v%02d p%02d run%02d", s.Vertices.Len(), s.Pixels.Len(), b.cfg.Units-bits.OnesCount32(s.FreeUnit))
}
