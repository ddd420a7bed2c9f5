package eup

import (
	"math"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// patchPhase is the state of the tessellator.
type patchPhase uint8

// Phases of the tessellator.
const (
	noPatch   patchPhase = iota
	fetching             // control records are on their way
	splitting            // its triangles become threads, one after the other
	dropped              // cancelled; answers to its fetches are not all in
)

// patch is the patch that the tessellator holds. Vertex work behind it waits until
// its last triangle has a thread.
type patch struct {
	Phase    patchPhase
	Level    uint8    // segments of a side
	Waiting  uint8    // answers that are not in
	ToFetch  uint16   // control records that are not requested
	Triangle uint16   // the next one
	Cmd      pipe.Cmd // of the patch
	Addr     uint32   // of its first control record
	Control  controls
	Ready    wires.Cycle // when the next triangle is evaluated
}

// patchTag marks requests for control records; the low bits say which.
const patchTag = maxThreads << 2

// triangles returns the number of triangles of the patch.
func (p *patch) triangles() uint16 { return 2 * uint16(p.Level) * uint16(p.Level) }

// holds tells whether vertex work must wait for the patch.
func (p *patch) holds() bool { return p.Phase == fetching || p.Phase == splitting }

// takePatch gives a patch to the tessellator, when it is free.
func (b *EUP) takePatch(e *pipe.Thread) bool {
	s := &b.S
	if s.Patch.Phase != noPatch {
		return false
	}
	s.Patch = patch{
		Phase: fetching, Level: segments(s.Regs[e.Slot].TessellationLevel()), ToFetch: ^e.Null, Cmd: e.Cmd, Addr: e.Fetch[0],
	}
	b.P.EUPIn.Drop()
	return true
}

// fetchControl asks for the next control record.
func (b *EUP) fetchControl() bool {
	p := &b.S.Patch
	if p.ToFetch == 0 {
		return false
	}
	k := bits.TrailingZeros16(p.ToFetch)
	*b.P.VtxReq.Slot() = pipe.MemRequest{
		Op: pipe.Read, Slot: p.Cmd.Slot, Tag: patchTag | uint16(k), Addr: p.Addr + pipe.LineBytes*uint32(k),
	}
	b.P.VtxReq.Push()
	p.Waiting++
	p.ToFetch &^= 1 << k
	return true
}

// control takes a control record.
func (b *EUP) control(a *pipe.MemAnswer) {
	p := &b.S.Patch
	p.Waiting--
	if p.Phase == dropped { // an answer to cancelled work is dropped
		if p.Waiting == 0 {
			*p = patch{}
		}
		return
	}
	c := &p.Control[a.Tag&^patchTag]
	for k := range c {
		c[k] = math.Float32frombits(a.Data[k])
	}
}

// dropPatch forgets a cancelled patch, except that answers are due.
func (b *EUP) dropPatch() {
	p := &b.S.Patch
	if !p.holds() {
		return
	}
	b.drq.Discard()
	waiting := p.Waiting
	*p = patch{}
	if waiting > 0 {
		p.Phase, p.Waiting = dropped, waiting
	}
}

// tessellate makes the patch's next triangle a vertex thread whose records are
// evaluated instead of fetched.
func (b *EUP) tessellate(cycle uint64) bool {
	p := &b.S.Patch
	switch {
	case p.Phase == fetching && p.ToFetch == 0 && p.Waiting == 0:
		p.Phase, p.Ready = splitting, b.evaluated(cycle)
		return true
	case p.Phase != splitting || uint64(p.Ready) > cycle || !b.vertexRoom():
		return false
	}
	c := p.Cmd
	made := c.Assembly()
	if made.More = p.triangles() - 1 - p.Triangle; p.Triangle > 0 {
		made.Vertices = 0
	}
	c.Kind, c.At.Triangle = pipe.Prim, 8*uint32(p.Triangle)
	c.SetAssembly(made)
	i := b.startVertex(c)
	b.S.Runnable |= 1 << i
	in := &b.S.Threads[i].In
	for k := range in {
		p.point(k, (*[recWords]float32)(in[k][:]))
	}
	p.Triangle++
	p.Ready = b.evaluated(cycle)
	if p.Triangle == p.triangles() {
		*p = patch{}
	}
	return true
}

// point evaluates corner k of the next triangle.
func (p *patch) point(k int, out *[recWords]float32) {
	i, j := corner(p.Triangle, k, p.Level)
	n := float32(p.Level)
	p.Control.evaluate(float32(i)/n, float32(j)/n, out)
}

// evaluated returns when a triangle that is begun now has been evaluated.
func (b *EUP) evaluated(cycle uint64) wires.Cycle {
	return wires.Cycle(cycle + uint64(b.cfg.TessellateCycles))
}
