// Package sm is a multiprocessor: it runs the threads that EUP gives it. EUP has chosen the thread slot of each, so that a
// request never waits here for one; a result stays in its thread until EUP calls for it. Vertices and pixels come and go by
// connections of their own, so that pixels, which are below the break point, never wait for vertices. What a thread computes is
// a Program; the sampler samples textures for pixel threads.
package sm

import (
	"fmt"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

const maxUnits = 32

// Config of a multiprocessor.
type Config struct {
	Threads      int `cfg:"threads" default:"32" min:"2" max:"64" unit:"threads" doc:"Thread slots. One is kept free for pixels."`
	Units        int `cfg:"units" default:"16" min:"1" max:"32" unit:"units" doc:"Execution units."`
	VertexCycles int `cfg:"vertex_cycles" default:"24" min:"1" max:"100000" unit:"cycles" doc:"Length of the vertex program."`
	PixelCycles  int `cfg:"pixel_cycles" default:"8" min:"1" max:"100000" unit:"cycles" doc:"Length of the pixel program."`
}

// Ports of a multiprocessor.
type Ports struct {
	EUPCancel wires.LineIn
	VtxSM     wires.In[pipe.VertexRequest] `waits:"-"` // VTX_SM; each has its thread slot
	CallVtx   wires.In[pipe.Call]          `waits:"-"` // CALL_VTX
	SMVtx     wires.Out[pipe.VertexResult] // SM_VTX
	PixSM     wires.In[pipe.PixelRequest]  `waits:"SMTex SMPix"` // PIX_SM; each has its thread slot
	CallPix   wires.In[pipe.Call]          `waits:"-"`           // CALL_PIX
	SMPix     wires.Out[pipe.PixelResult]  // SM_PIX
	SMTex     wires.Out[pipe.SampleRequest]
	TexSM     wires.In[pipe.SampleAnswer] // the thread has room for it
}

// Phase is the state of an input of EUP's vertices.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Discard       // what belongs to a cancelled context, up to INT_END
)

// State is everything that a clock edge changes.
type State struct {
	Requests    Phase
	Calls       Phase
	Regs        [pipe.Slots]regs.EUPRegs // what programs read, by context slot
	Threads     [pipe.MaxThreads]Thread
	OfVertices  uint64 // thread slots that hold vertex threads
	OfPixels    uint64 // and pixel threads
	Runnable    uint64 // threads that have all data, and no unit yet
	Done        uint64 // threads that have a result
	FreeUnit    uint32
	Units       [maxUnits]unit
	VertexCalls wires.Queue[pipe.Call]
	PixelCalls  wires.Queue[pipe.Call]
	Last        uint8 // thread issued last
	Ended       uint8 // INT_ENDs that have come as requests, and are not answered
	Forgotten   uint8 // answers to INVALIDATE that are not passed on
}

type unit struct {
	Thread uint8
	Until  wires.Cycle
}

// SM is the block.
type SM struct {
	wires.BlockBase
	cfg    Config
	vertex Program
	pixel  Program
	P      Ports
	S      State
}

// New makes an idle multiprocessor with the fixed programs.
func New(name string, cfg Config) *SM {
	b := &SM{
		BlockBase: wires.NewBlockBase(name), cfg: cfg,
		vertex: VertexProgram(cfg), pixel: PixelProgram(cfg),
	}
	for i := range b.S.Regs {
		b.S.Regs[i].Reset()
	}
	b.S.FreeUnit = uint32(uint64(1)<<cfg.Units - 1)
	return b
}

// Parts implements wires.Block.
func (b *SM) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *SM) Tick(cycle uint64) wires.Activity {
	moved := false
	if b.P.EUPCancel.High() {
		b.cancel()
		moved = true
	}
	moved = b.finish(cycle) || moved
	moved = b.answerPixel() || moved
	moved = b.answerVertex() || moved
	moved = b.takeSample() || moved
	moved = b.issue(cycle) || moved
	moved = b.takeCalls() || moved
	moved = b.takePixel() || moved
	moved = b.takeVertex() || moved
	if moved {
		return wires.Busy
	}
	return b.sleep()
}

// busy returns the units that run a thread.
func (b *SM) busy() uint32 { return ^b.S.FreeUnit & uint32(uint64(1)<<b.cfg.Units-1) }

// sleep says what the multiprocessor waits for.
func (b *SM) sleep() wires.Activity {
	s := &b.S
	busy := b.busy()
	for set := busy; set != 0; set &= set - 1 {
		b.WakeAt(uint64(s.Units[bits.TrailingZeros32(set)].Until))
	}
	switch {
	case busy != 0:
		return wires.Waiting
	case s.VertexCalls.Len() > 0 && b.answerable(s.VertexCalls.Front()):
		return b.P.SMVtx.Blocked()
	case s.PixelCalls.Len() > 0 && b.answerable(s.PixelCalls.Front()):
		return b.P.SMPix.Blocked()
	case b.P.PixSM.Valid():
		return b.P.SMTex.Blocked()
	case s.OfPixels&^s.Done != 0 || s.PixelCalls.Len() > 0:
		return b.P.TexSM.Starved()
	case s.Done&s.OfPixels != 0:
		return b.P.CallPix.Starved()
	case s.Done != 0:
		return b.P.CallVtx.Starved()
	}
	return b.P.VtxSM.Starved()
}

// cancel drops every vertex thread and the calls for them: all belong to the interrupted context, since the next one's come
// after its INT_END. Of both inputs what is under way is dropped up to that.
func (b *SM) cancel() {
	s := &b.S
	for set := b.busy(); set != 0; set &= set - 1 {
		if u := bits.TrailingZeros32(set); s.OfVertices>>s.Units[u].Thread&1 != 0 {
			b.freeUnit(u)
		}
	}
	for set := s.OfVertices; set != 0; set &= set - 1 {
		b.free(uint8(bits.TrailingZeros64(set)))
	}
	s.VertexCalls.Clear()
	s.Requests, s.Calls = Discard, Discard
}

func (b *SM) freeUnit(u int) {
	b.S.Units[u] = unit{}
	b.S.FreeUnit |= 1 << u
}

func (b *SM) free(thread uint8) {
	s := &b.S
	s.Threads[thread].clear()
	bit := uint64(1) << thread
	s.OfVertices &^= bit
	s.OfPixels &^= bit
	s.Runnable &^= bit
	s.Done &^= bit
}

// finish ends programs whose time is up; the result is in the thread.
func (b *SM) finish(cycle uint64) (moved bool) {
	s := &b.S
	for set := b.busy(); set != 0; set &= set - 1 {
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
func (b *SM) issue(cycle uint64) bool {
	s := &b.S
	if s.Runnable == 0 || s.FreeUnit == 0 {
		return false
	}
	run := s.Runnable
	if p := run & s.OfPixels; p != 0 {
		run = p
	}
	start := int(s.Last+1) % pipe.MaxThreads
	i := (start + bits.TrailingZeros64(bits.RotateLeft64(run, -start))) % pipe.MaxThreads
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
func (b *SM) Line() string {
	s := &b.S
	return fmt.Sprintf("SM  v%02d p%02d run%02d", bits.OnesCount64(s.OfVertices), bits.OnesCount64(s.OfPixels), bits.OnesCount32(b.busy()))
}

var _ wires.Block = (*SM)(nil)
