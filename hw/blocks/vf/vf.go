// Package vf is the vertex fetch of the execution-unit pool: it takes primitives and patches from
// EUP_IN, reads their records, and hands them on to TESS in order, with what else travels among
// them. On the cancel line it drops what it holds of the interrupted context.
package vf

import (
	"fmt"
	"math"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

const maxEntries = wires.QueueCap

// Config of vertex fetch.
type Config struct {
	Entries int `cfg:"entries" default:"32" min:"2" max:"64" unit:"entries" doc:"Primitives, parts of patches and markers whose records are fetched side by side."`
}

// Ports of vertex fetch.
type Ports struct {
	EUPCancel wires.LineIn
	EUPIn     wires.In[pipe.Thread]        // EUP_IN
	VFTess    wires.Out[pipe.VertexThread] // VF_TESS
	VtxReq    wires.Out[pipe.MemRequest]   // an entry has room for each answer
	VtxAns    wires.In[pipe.MemAnswer]
}

// Phase is the state of the input.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Discard       // entries of a cancelled context, up to INT_END
)

// ticket is a place in the order: records, or what passes with them.
type ticket struct {
	Fetch uint8 // valid for pipe.Prim and pipe.Patch
	Part  uint8 // pipe.Patch: which of its parts
	Cmd   pipe.Cmd
}

// State is everything that a clock edge changes.
type State struct {
	Phase   Phase
	Part    uint8 // parts of the patch at the head of EUP_IN that are taken
	Fetches [maxEntries]fetch
	Free    uint64 // fetches
	Sending uint64 // fetches that have requests to send
	Zombie  uint64 // cancelled fetches whose answers are not all in
	Order   wires.Queue[ticket]

	Discarded uint32 // entries thrown away since the last INT_END
}

// fetch is up to three records that are read.
type fetch struct {
	Slot    uint8 // context slot
	Waiting uint8 // answers that are not in
	ToFetch uint8 // records that are not requested
	Addr    [3]uint32
	V       [3]uint32 // vertex numbers
	In      [3][16]float32
}

// VF is the block.
type VF struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
}

// New makes an idle vertex fetch.
func New(name string, cfg Config) *VF {
	b := &VF{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.S.Free = 1<<cfg.Entries - 1
	return b
}

// Parts implements wires.Block.
func (b *VF) Parts() (ports, state any) { return &b.P, &b.S }

// Tick evaluates one cycle.
func (b *VF) Tick(uint64) wires.Activity {
	moved := false
	if b.P.EUPCancel.High() {
		b.cancel()
		moved = true
	}
	moved = b.pass() || moved
	moved = b.takeAnswer() || moved
	moved = b.request() || moved
	moved = b.take() || moved
	s := &b.S
	switch {
	case moved:
		return wires.Busy
	case s.Order.Len() > 0 && b.complete(s.Order.Front()):
		return b.P.VFTess.Blocked()
	case s.Sending != 0:
		return b.P.VtxReq.Blocked()
	case s.Order.Len() > 0 || s.Zombie != 0 && b.P.EUPIn.Valid(): // the next context's entry waits for room
		return b.P.VtxAns.Starved()
	}
	return b.P.EUPIn.Starved()
}

// cancel drops all that is held: it belongs to the interrupted context, since the next one's comes
// after its INT_END. Fetches that wait for memory stay until their answers are in.
func (b *VF) cancel() {
	s := &b.S
	for i := range s.Order.Len() {
		t := s.Order.At(i)
		if !t.fetches() {
			continue
		}
		if t.Cmd.Kind.Whole(t.Part) {
			s.Discarded++
		}
		bit := uint64(1) << t.Fetch
		s.Sending &^= bit
		if s.Fetches[t.Fetch].Waiting > 0 {
			s.Zombie |= bit
		} else {
			b.free(t.Fetch)
		}
	}
	s.Order.Clear()
	s.Part = 0
	s.Phase = Discard
}

// fetches tells whether a ticket has records.
func (t *ticket) fetches() bool { return t.Cmd.Kind == pipe.Prim || t.Cmd.Kind == pipe.Patch }

// complete tells whether a ticket's records are in.
func (b *VF) complete(t *ticket) bool {
	f := &b.S.Fetches[t.Fetch]
	return !t.fetches() || f.ToFetch == 0 && f.Waiting == 0
}

func (b *VF) free(i uint8) {
	b.S.Fetches[i] = fetch{}
	b.S.Free |= 1 << i
}

// take takes an entry of EUP_IN, of a patch a part of it.
func (b *VF) take() bool {
	s := &b.S
	if !b.P.EUPIn.Valid() {
		return false
	}
	e := b.P.EUPIn.Head()
	if s.Phase == Discard && e.Kind != pipe.IntEnd {
		s.Discarded++
		b.P.EUPIn.Drop()
		return true
	}
	if s.Order.Len() >= b.cfg.Entries {
		return false
	}
	t := ticket{Cmd: e.Cmd, Part: s.Part}
	if t.fetches() {
		if s.Free == 0 {
			return false
		}
		t.Fetch = b.start(e)
	}
	s.Order.Push(t)
	s.Phase = Normal
	if e.Kind == pipe.Patch && s.Part < pipe.PatchParts-1 {
		s.Part++
		return true
	}
	s.Part = 0
	b.P.EUPIn.Drop()
	return true
}

// start begins to fetch the records of a primitive, or of the next part of a patch. Which place it
// takes depends on the work and little on what came before: a context that was cut soon comes back
// to the state of one that was not.
func (b *VF) start(e *pipe.Thread) uint8 {
	s := &b.S
	first := int((e.At.Primitive + uint32(s.Part)) % uint32(b.cfg.Entries))
	i := (first + bits.TrailingZeros64(bits.RotateLeft64(s.Free, -first))) % maxEntries
	s.Free &^= 1 << i
	f := &s.Fetches[i]
	*f = fetch{Slot: e.Slot, Addr: e.Fetch, V: e.V, ToFetch: 7 &^ uint8(e.Null)}
	if e.Kind == pipe.Patch {
		at := uint32(3 * s.Part)
		f.ToFetch = 7 & uint8(^e.Null>>at) // the 16 records end with the first of the last part
		for k := range f.Addr {
			f.Addr[k] = e.Fetch[0] + pipe.LineBytes*(at+uint32(k))
		}
	}
	if f.ToFetch != 0 {
		s.Sending |= 1 << i
	}
	return uint8(i)
}

// request sends a request for a record.
func (b *VF) request() bool {
	s := &b.S
	if s.Sending == 0 || !b.P.VtxReq.Ready() {
		return false
	}
	i := bits.TrailingZeros64(s.Sending)
	f := &s.Fetches[i]
	lane := bits.TrailingZeros8(f.ToFetch)
	*b.P.VtxReq.Slot() = pipe.MemRequest{Op: pipe.Read, Slot: f.Slot, Tag: uint16(i<<2 | lane), Addr: f.Addr[lane]}
	b.P.VtxReq.Push()
	f.Waiting++
	if f.ToFetch &^= 1 << lane; f.ToFetch == 0 {
		s.Sending &^= 1 << i
	}
	return true
}

// takeAnswer takes a record.
func (b *VF) takeAnswer() bool {
	s := &b.S
	if !b.P.VtxAns.Valid() {
		return false
	}
	a := b.P.VtxAns.Head()
	i, lane := a.Tag>>2, a.Tag&3
	f := &s.Fetches[i]
	f.Waiting--
	switch {
	case s.Zombie>>i&1 == 0:
		for k := range f.In[lane] {
			f.In[lane][k] = math.Float32frombits(a.Data[k])
		}
	case f.Waiting == 0: // answers to cancelled work are dropped
		s.Zombie &^= 1 << i
		b.free(uint8(i))
	}
	b.P.VtxAns.Drop()
	return true
}

// pass hands the oldest entry on when its records are in.
func (b *VF) pass() bool {
	s := &b.S
	if s.Order.Len() == 0 || !b.complete(s.Order.Front()) || !b.P.VFTess.Ready() {
		return false
	}
	t := s.Order.Front()
	e := b.P.VFTess.Slot()
	*e = pipe.VertexThread{Cmd: t.Cmd, Part: t.Part}
	if t.fetches() {
		f := &s.Fetches[t.Fetch]
		e.V, e.In = f.V, f.In
		b.free(t.Fetch)
	}
	if t.Cmd.Kind == pipe.IntEnd {
		e.Discarded, s.Discarded = s.Discarded, 0
	}
	b.P.VFTess.Push()
	s.Order.Pop()
	return true
}

// Line prints what is held.
func (b *VF) Line() string {
	return fmt.Sprintf("VF %s q%02d z%d", [...]string{"run", "dis"}[b.S.Phase], b.S.Order.Len(), bits.OnesCount64(b.S.Zombie))
}

var _ wires.Block = (*VF)(nil)
