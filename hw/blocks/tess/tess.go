// Package tess is the tessellator of the execution-unit pool: a patch, whose control records come by
// VF_TESS in parts, leaves by TESS_EU as primitives whose records are evaluated instead of read. What
// is no patch passes. On the cancel line it drops what it holds of the interrupted context.
package tess

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Config of the tessellator.
type Config struct {
	Cycles int `cfg:"cycles" default:"4" min:"1" max:"100000" unit:"cycles" doc:"Time to evaluate the three vertices of a patch's triangle."`
}

// Ports of the tessellator.
type Ports struct {
	EUPCancel wires.LineIn
	VFTess    wires.In[pipe.VertexThread]  // VF_TESS
	TessEU    wires.Out[pipe.VertexThread] // TESS_EU
}

// Phase is the state of the tessellator.
type Phase uint8

// Phases.
const (
	Passing   Phase = iota // what comes is handed on
	Gathering              // parts of a patch are there
	Splitting              // its triangles become primitives, one after the other
	Discard                // entries of a cancelled context, up to INT_END
)

// State is everything that a clock edge changes.
type State struct {
	Phase Phase
	Level uint8 // segments of a side, of TESSELLATION
	Patch patch

	Discarded uint32 // entries thrown away since the last INT_END
}

// patch is the patch that is split. What follows it waits until its last triangle has left.
type patch struct {
	Level    uint8    // segments of a side
	Triangle uint16   // the next one
	Cmd      pipe.Cmd // of the patch
	Control  controls
	Ready    wires.Cycle // when the next triangle is evaluated
}

// Tess is the block.
type Tess struct {
	wires.BlockBase
	cfg Config
	P   Ports
	S   State
}

// New makes an idle tessellator.
func New(name string, cfg Config) *Tess {
	b := &Tess{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	b.resetLevel()
	return b
}

// Parts implements wires.Block.
func (b *Tess) Parts() (ports, state any) { return &b.P, &b.S }

// resetLevel gives the level that of the reset state.
func (b *Tess) resetLevel() {
	var r regs.EUPRegs
	r.Reset()
	b.S.Level = segments(r.TessellationLevel())
}

// Tick evaluates one cycle.
func (b *Tess) Tick(cycle uint64) wires.Activity {
	if b.P.EUPCancel.High() {
		b.cancel()
		return wires.Busy
	}
	if b.S.Phase == Splitting {
		return b.split(cycle)
	}
	if !b.P.VFTess.Valid() {
		return b.P.VFTess.Starved()
	}
	e := b.P.VFTess.Head()
	switch {
	case b.S.Phase == Discard && e.Kind != pipe.IntEnd:
		if e.Kind.Whole(e.Part) {
			b.S.Discarded++
		}
		b.P.VFTess.Drop()
		return wires.Busy
	case e.Kind == pipe.Patch:
		b.gather(e, cycle)
		b.P.VFTess.Drop()
		return wires.Busy
	}
	return b.pass(e)
}

// cancel drops the patch, which belongs to the interrupted context: the next one's comes after its INT_END.
func (b *Tess) cancel() {
	if b.S.Phase == Splitting {
		b.S.Discarded++
	}
	b.S.Patch = patch{}
	b.S.Phase = Discard
}

// pass hands on what is no patch.
func (b *Tess) pass(e *pipe.VertexThread) wires.Activity {
	if !b.P.TessEU.Ready() {
		return b.P.TessEU.Blocked()
	}
	out := b.P.TessEU.Slot()
	*out = *e
	switch {
	case e.Kind == pipe.IntEnd:
		out.Discarded += b.S.Discarded
		b.S.Phase, b.S.Discarded = Passing, 0
		b.resetLevel()
	case e.Writes(regs.BlockEUP):
		var r regs.EUPRegs
		if w := e.RegWrite(); w.Reg == regs.EUPTessellation {
			regs.Write(r[:], w.Reg, w.Value)
			b.S.Level = segments(r.TessellationLevel())
		}
	}
	b.P.TessEU.Push()
	b.P.VFTess.Drop()
	return wires.Busy
}

// gather takes a part of a patch; with the last one it is split.
func (b *Tess) gather(e *pipe.VertexThread, cycle uint64) {
	p := &b.S.Patch
	for i := range e.In {
		if k := 3*int(e.Part) + i; k < len(p.Control) {
			copy(p.Control[k][:], e.In[i][:])
		}
	}
	b.S.Phase = Gathering
	if e.Part == pipe.PatchParts-1 {
		p.Level, p.Cmd, p.Ready = b.S.Level, e.Cmd, b.evaluated(cycle)
		b.S.Phase = Splitting
	}
}

// split makes the patch's next triangle a primitive.
func (b *Tess) split(cycle uint64) wires.Activity {
	p := &b.S.Patch
	if uint64(p.Ready) > cycle {
		b.WakeAt(uint64(p.Ready))
		return wires.Waiting
	}
	if !b.P.TessEU.Ready() {
		return b.P.TessEU.Blocked()
	}
	e := b.P.TessEU.Slot()
	*e = pipe.VertexThread{Cmd: p.command()}
	for k := range e.In {
		p.point(k, (*[recWords]float32)(e.In[k][:]))
	}
	b.P.TessEU.Push()
	p.Triangle++
	p.Ready = b.evaluated(cycle)
	if p.Triangle == p.triangles() {
		*p = patch{}
		b.S.Phase = Passing
	}
	return wires.Busy
}

// evaluated returns when a triangle that is begun now has been evaluated.
func (b *Tess) evaluated(cycle uint64) wires.Cycle {
	return wires.Cycle(cycle + uint64(b.cfg.Cycles))
}

// triangles returns the number of triangles of the patch.
func (p *patch) triangles() uint16 { return 2 * uint16(p.Level) * uint16(p.Level) }

// command is that of the next triangle.
func (p *patch) command() pipe.Cmd {
	c := p.Cmd
	made := c.Assembly()
	if made.More = p.triangles() - 1 - p.Triangle; p.Triangle > 0 {
		made.Vertices = 0
	}
	c.Kind, c.At.Triangle = pipe.Prim, 8*uint32(p.Triangle)
	c.SetAssembly(made)
	return c
}

// point evaluates corner k of the next triangle.
func (p *patch) point(k int, out *[recWords]float32) {
	i, j := corner(p.Triangle, k, p.Level)
	n := float32(p.Level)
	p.Control.evaluate(float32(i)/n, float32(j)/n, out)
}

// Line prints the phase and how far a patch is.
func (b *Tess) Line() string {
	return fmt.Sprintf("TES %s t%04d", [...]string{"pas", "gat", "spl", "dis"}[b.S.Phase], b.S.Patch.Triangle)
}

var _ wires.Block = (*Tess)(nil)
