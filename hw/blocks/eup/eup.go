// Package eup dispatches threads: vertex threads, which come by TESS_EU with their records, and pixel threads, which come by
// PS_EU, each to a thread slot of the multiprocessor. It retires them in order, vertices to the EUP_FIFO and pixels back to PS:
// a result stays in the multiprocessor until it is called for. Thread slots are credits: a request is sent for one that is
// free, and the last one is kept for pixels, so that vertices cannot block them.
package eup

import (
	"fmt"
	"math/bits"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of the dispatcher.
type Config struct {
	Order   int `cfg:"order" default:"64" min:"2" max:"64" unit:"entries" doc:"Threads and markers that retire in order, for vertices and for pixels each."`
	Results int `cfg:"results" default:"32" min:"1" max:"64" unit:"results" doc:"Results that the multiprocessor is asked for at a time, of vertices and of pixels each."`
	Threads int // thread slots of the multiprocessor
}

// Ports of the dispatcher.
type Ports struct {
	EUPCancel wires.LineIn
	TessEU    wires.In[pipe.VertexThread]   `waits:"EUPFifo DPEUP VtxSM CallVtx"` // TESS_EU
	VtxSM     wires.Out[pipe.VertexRequest] // VTX_SM
	CallVtx   wires.Out[pipe.Call]          // CALL_VTX
	SMVtx     wires.In[pipe.VertexResult]   `waits:"EUPFifo"` // SM_VTX
	EUPFifo   wires.Out[pipe.Shaded]        // EUP_FIFO
	PSEU      wires.In[pipe.PixelThread]    `waits:"EUPS PixSM CallPix"` // PS_EU
	PixSM     wires.Out[pipe.PixelRequest]  // PIX_SM
	CallPix   wires.Out[pipe.Call]          // CALL_PIX
	SMPix     wires.In[pipe.PixelResult]    `waits:"EUPS"` // SM_PIX
	EUPS      wires.Out[pipe.PixelResult]   // EU_PS
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

// order is the order of retirement of vertices or of pixels.
type order struct {
	Tickets wires.Queue[ticket]
	Called  uint8 // of them, the oldest first, are called for, or need no call
	Asked   uint8 // calls that are not answered
}

// State is everything that a clock edge changes.
type State struct {
	Phase    Phase
	Regs     [pipe.Slots]regs.EUPRegs // by context slot
	Free     uint64                   // thread slots
	Vertices order
	Pixels   order
	DRQ      drq.State
}

// EUP is the block.
type EUP struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
	drq drq.Unit
}

// New makes an idle dispatcher.
func New(name string, cfg Config) *EUP {
	b := &EUP{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	for i := range b.S.Regs {
		b.S.Regs[i].Reset()
	}
	b.S.Free = 1<<cfg.Threads - 1
	b.drq.Init(regs.BlockEUP, &b.S.DRQ, &b.P.DPEUP, nil, nil)
	return b
}

// Parts implements wires.Block.
func (b *EUP) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *EUP) Tick(uint64) wires.Activity {
	b.drq.Begin()
	moved := false
	if b.P.EUPCancel.High() {
		b.cancel()
		moved = true
	}
	moved = b.retirePixel() || moved
	moved = b.retireVertex() || moved
	moved = b.takePixel() || moved
	moved = b.takeVertex() || moved
	moved = b.call(&b.S.Pixels, &b.P.CallPix) || moved
	moved = b.call(&b.S.Vertices, &b.P.CallVtx) || moved
	if b.drq.Moved() || moved {
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the dispatcher waits for.
func (b *EUP) sleep() wires.Activity {
	s, p := &b.S, &b.P
	switch {
	case s.Vertices.Tickets.Len() > 0 && b.vertexThere() && p.EUPFifo.Ready():
		return p.DPEUP.Blocked() // registers are to be copied first
	case s.Vertices.Tickets.Len() > 0 && b.vertexThere():
		return p.EUPFifo.Blocked()
	case p.SMPix.Valid():
		return p.EUPS.Blocked()
	case s.Pixels.Tickets.Len() > 0:
		return p.SMPix.Starved()
	case s.Vertices.Tickets.Len() > 0:
		return p.SMVtx.Starved()
	case p.TessEU.Valid() && p.VtxSM.Ready(): // INT_END waits until registers have been reported
		return p.DPEUP.Blocked()
	case p.TessEU.Valid():
		return p.VtxSM.Blocked()
	}
	return p.TessEU.Starved()
}

// call asks the multiprocessor for the result of the next thread, in the order in which they retire.
func (b *EUP) call(o *order, to *wires.Out[pipe.Call]) (moved bool) {
	for int(o.Called) < o.Tickets.Len() {
		t := o.Tickets.At(int(o.Called))
		switch t.Cmd.Kind {
		case pipe.Prim, pipe.Quad, pipe.IntEnd, pipe.Invalidate:
			if int(o.Asked) < b.cfg.Results && to.Ready() {
				to.Put(pipe.Call{Kind: t.Cmd.Kind, Slot: t.Cmd.Slot, Thread: t.Thread})
				o.Asked++
				o.Called++
				return true
			}
			return moved
		}
		o.Called++
		moved = true
	}
	return moved
}

// takeSlot takes the thread slot that a number names, or the next free one behind it.
// So which slot a thread has depends on the work and little on what ran before: a
// context that was cut soon comes back to the state of one that was not.
func (b *EUP) takeSlot(number uint32) uint8 {
	start := int(number % uint32(b.cfg.Threads))
	i := (start + bits.TrailingZeros64(bits.RotateLeft64(b.S.Free, -start))) % pipe.MaxThreads
	b.S.Free &^= 1 << i
	return uint8(i)
}

// retired takes the oldest ticket, whose result is taken.
func (b *EUP) retired(o *order) {
	switch t := o.Tickets.Front(); t.Cmd.Kind {
	case pipe.Prim, pipe.Quad:
		b.S.Free |= 1 << t.Thread
		o.Asked--
	case pipe.IntEnd, pipe.Invalidate:
		o.Asked--
	}
	o.Called--
	o.Tickets.Pop()
}

// OldestPixel is what PS gets next, and its thread slot if it is a thread; 0: nothing.
func (b *EUP) OldestPixel() (kind pipe.Kind, thread uint8) { return b.S.Pixels.oldest() }

// OldestVertex is what TSU gets next, and its thread slot if it is a thread; 0: nothing.
func (b *EUP) OldestVertex() (kind pipe.Kind, thread uint8) { return b.S.Vertices.oldest() }

func (o *order) oldest() (kind pipe.Kind, thread uint8) {
	if o.Tickets.Len() == 0 {
		return 0, 0
	}
	t := o.Tickets.Front()
	return t.Cmd.Kind, t.Thread
}

// Line prints threads by what they do.
func (b *EUP) Line() string {
	s := &b.S
	return fmt.Sprintf("EUP v%02d p%02d", s.Vertices.Tickets.Len(), s.Pixels.Tickets.Len())
}

var _ wires.Block = (*EUP)(nil)
