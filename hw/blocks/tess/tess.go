// Package tess is the tessellator of the execution-unit pool: a patch, whose control records come by VF_TESS in parts, leaves by TESS_EU as those parts and then as primitives, whose corners are
// places u, v of the patch: domain kernels compute the points. Into how many segments its sides are split says a register, or a hull kernel, whose answer comes by EU_TESS. What is no patch passes.
// On the cancel line it drops what it holds of the interrupted context.
package tess

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of the tessellator, which has no parameters.
type Config struct{}

// Ports of the tessellator.
type Ports struct {
	EUPCancel wires.LineIn
	VFTess    wires.In[pipe.VertexThread]  // VF_TESS
	TessEU    wires.Out[pipe.VertexThread] // TESS_EU
	EUTess    wires.In[pipe.PatchLevel]    `waits:"-"` // EU_TESS
}

// Phase is the state of the tessellator.
type Phase uint8

// Phases.
const (
	Passing   Phase = iota // what comes is handed on
	Gathering              // parts of a patch have been handed on
	Asking                 // all of them: a hull kernel is to say how many segments its sides have
	Splitting              // its triangles become primitives, one after the other
	Discard                // entries of a cancelled context, up to INT_END
)

// State is everything that a clock edge changes.
type State struct {
	Phase Phase
	Level uint8 // segments of a side, of TESSELLATION
	Hull  bool  // there is a hull kernel, which says it instead
	Stale uint8 // answers that come first, for patches that were cancelled
	Patch patch

	Discarded uint32 // entries thrown away since the last INT_END
}

// Tess is the block.
type Tess struct {
	wires.BlockBase
	P Ports
	S State
}

// New makes an idle tessellator.
func New(name string, _ Config) *Tess {
	b := &Tess{BlockBase: wires.NewBlockBase(name)}
	b.resetRegisters()
	return b
}

// Parts implements wires.Block.
func (b *Tess) Parts() (ports, state any) { return &b.P, &b.S }

// resetRegisters gives what TESS keeps of the registers of EUP the values of the reset state.
func (b *Tess) resetRegisters() {
	var r regs.EUPRegs
	r.Reset()
	b.S.Level, b.S.Hull = segments(r.TessellationLevel()), r.HullKernelBytes() != 0
}

// Tick evaluates one cycle.
func (b *Tess) Tick(uint64) wires.Activity {
	if b.P.EUPCancel.High() {
		b.cancel()
		return wires.Busy
	}
	answered := b.takeAnswer()
	if a := b.next(); !answered {
		return a
	}
	return wires.Busy
}

// cancel drops the patch, which belongs to the interrupted context: the next one's comes after its INT_END. An answer that it waits for comes in any case, and can be under way since before the
// line, so that the next one's patch could take it for its own: it is counted, and answers come in the order of questions.
func (b *Tess) cancel() {
	switch b.S.Phase {
	case Asking:
		b.S.Stale++
		b.S.Discarded++
	case Splitting:
		b.S.Discarded++
	}
	b.S.Patch = patch{}
	b.S.Phase = Discard
}

// takeAnswer takes the answer of a hull kernel, which is never kept waiting.
func (b *Tess) takeAnswer() bool {
	if !b.P.EUTess.Valid() {
		return false
	}
	switch e := b.P.EUTess.Head(); {
	case b.S.Stale > 0:
		b.S.Stale--
	case b.S.Phase == Asking:
		b.S.Patch.Level = segments(e.Segments)
		b.S.Phase = Splitting
	default:
		b.Break("connection", "the number of segments of a patch comes, and none was asked for")
	}
	b.P.EUTess.Drop()
	return true
}

// next goes a step on with the patch, or with the next entry.
func (b *Tess) next() wires.Activity {
	switch {
	case b.S.Phase == Asking:
		return b.P.EUTess.Starved()
	case b.S.Phase == Splitting:
		return b.split()
	case !b.P.VFTess.Valid():
		return b.P.VFTess.Starved()
	}
	e := b.P.VFTess.Head()
	if b.S.Phase == Discard && e.Kind != pipe.IntEnd {
		if e.Kind.Whole(e.Part) {
			b.S.Discarded++
		}
		b.P.VFTess.Drop()
		return wires.Busy
	}
	return b.pass(e)
}

// pass hands an entry on.
func (b *Tess) pass(e *pipe.VertexThread) wires.Activity {
	if !b.P.TessEU.Ready() {
		return b.P.TessEU.Blocked()
	}
	out := b.P.TessEU.Slot()
	*out = *e
	switch {
	case e.Kind == pipe.Patch:
		out.Hull = b.gather(e)
	case e.Kind == pipe.IntEnd:
		out.Discarded += b.S.Discarded
		b.S.Phase, b.S.Discarded = Passing, 0
		b.resetRegisters()
	case e.Writes(regs.BlockEUP):
		b.write(e.RegWrite())
	}
	b.P.TessEU.Push()
	b.P.VFTess.Drop()
	return wires.Busy
}

// write keeps what a register of EUP says of patches.
func (b *Tess) write(w pipe.RegWrite) {
	switch w.Reg {
	case regs.EUPTessellation:
		var r regs.EUPRegs
		regs.Write(r[:], w.Reg, w.Value)
		b.S.Level = segments(r.TessellationLevel())
	case regs.EUPHullKernelBytes:
		b.S.Hull = w.Value != 0
	}
}

// gather notes that a part of a patch is handed on. After the last one it is split, or TESS asks into how many segments.
func (b *Tess) gather(e *pipe.VertexThread) (asks bool) {
	b.S.Phase = Gathering
	if e.Part == pipe.PatchParts-1 {
		b.S.Patch = patch{Level: b.S.Level, Cmd: e.Cmd}
		b.S.Phase = Splitting
		if b.S.Hull {
			b.S.Patch.Level, b.S.Phase = 0, Asking
		}
	}
	return b.S.Phase == Asking
}

// split makes the patch's next triangle a primitive.
func (b *Tess) split() wires.Activity {
	p := &b.S.Patch
	if !b.P.TessEU.Ready() {
		return b.P.TessEU.Blocked()
	}
	e := b.P.TessEU.Slot()
	*e = pipe.VertexThread{Cmd: p.command(), Domain: true}
	for k := range e.In {
		e.In[k][0], e.In[k][1] = p.point(k)
	}
	b.P.TessEU.Push()
	p.Triangle++
	if p.Triangle == p.triangles() {
		*p = patch{}
		b.S.Phase = Passing
	}
	return wires.Busy
}

// Line prints the phase and how far a patch is.
func (b *Tess) Line() string {
	return fmt.Sprintf("TES %s t%04d", [...]string{"pas", "gat", "ask", "spl", "dis"}[b.S.Phase], b.S.Patch.Triangle)
}

var _ wires.Block = (*Tess)(nil)
