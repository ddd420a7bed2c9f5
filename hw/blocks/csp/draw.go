package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// draw is a DRAW being executed.
type draw struct {
	Count, Instances, First uint32
	Indexed                 bool
	Restart                 bool   // an index of all ones restarts the primitive: Prims is not known
	Prims                   uint32 // primitives of an instance
	Instance, Prim          uint32 // the next one
	From                    uint32 // Restart: primitives of the instance before this one are passed over
	Run                     uint32 // primitives since the instance or its last restart began
	Next                    uint32 // Restart: number of the next index
	Window                  [3]uint32
	Filled                  uint8 // vertices of the window that are there
	Half                    bool  // 16-bit indices: the upper half is next
	Reading                 bool  // the index stream runs for this instance
}

// patchVertices is the number of control records of a patch.
const patchVertices = 16

// startDraw sends the draw header. After a restore it begins at the saved instance and
// primitive: what lies before is skipped without being shaded.
func (f *frontEnd) startDraw() wires.Activity {
	w := &f.Words
	d := draw{Count: w[regs.CommandDrawCount], Instances: w[regs.CommandDrawInstances], First: w[regs.CommandDrawFirst],
		Indexed: regs.UnpackCommandDrawFlags(w[regs.CommandDrawFlags]).Indexed}
	if !f.send(pipe.Cmd{Kind: pipe.Draw, At: f.here()}) {
		return f.P.CSPFifo.Blocked()
	}
	topology := f.Regs.Topology()
	d.Prims = d.primitives(topology)
	d.Restart = d.Indexed && f.Regs.IndexFormatRestart() && topology != regs.CSPTopologyPatchList && d.Prims > 0
	if f.Resuming {
		d.Instance, d.Prim = f.Resume.Instance, f.Resume.Primitive
		f.Resuming, f.Resume = false, pipe.Cursor{}
	}
	if d.Restart { // the indices say which primitives there are
		d.From, d.Prim = d.Prim, 0
	} else {
		d.Run = d.Prim
	}
	f.Draw = d
	f.Phase = Prims
	return wires.Busy
}

// primitives returns the number of primitives of an instance, when nothing restarts them.
func (d *draw) primitives(topology uint32) uint32 {
	switch topology {
	case regs.CSPTopologyTriangleList:
		return d.Count / 3
	case regs.CSPTopologyPatchList:
		if d.Indexed {
			return d.Count
		}
		return d.Count / patchVertices
	}
	return max(d.Count, 2) - 2
}

// prims sends the next primitive.
func (f *frontEnd) prims() wires.Activity {
	d := &f.Draw
	if d.ended() {
		d.nextInstance()
	}
	if d.Instance >= d.Instances {
		f.Phase = EndDraw
		return f.endDraw()
	}
	if !f.P.Vertex.Ready() {
		return f.P.Vertex.Blocked()
	}
	if d.Indexed {
		if a, ok := f.gather(); !ok {
			return a
		}
	}
	if d.Prim >= d.From {
		f.sendPrim()
	}
	d.slide(f.Regs.Topology())
	d.Prim++
	d.Run++
	if d.Prim >= d.From {
		d.From = 0
	}
	return wires.Busy
}

// ended tells whether the instance has no more primitives.
func (d *draw) ended() bool {
	if d.Restart {
		return d.Next >= d.Count
	}
	return d.Prim >= d.Prims
}

// nextInstance begins the next instance, which walks the indices anew. When this one
// had no primitive, no other one has.
func (d *draw) nextInstance() {
	d.Instance++
	if d.Prims == 0 || d.Restart && d.Prim == 0 {
		d.Instance = d.Instances
	}
	d.Prim, d.From, d.Run, d.Next, d.Filled, d.Reading = 0, 0, 0, 0, 0, false
	d.Window = [3]uint32{}
}

// corners returns which vertices of the draw a primitive has, as numbers of an index or
// of a vertex before First is added.
func (d *draw) corners(topology uint32) [3]uint32 {
	i := d.Prim
	switch {
	case topology == regs.CSPTopologyTriangleList:
		return [3]uint32{3 * i, 3*i + 1, 3*i + 2}
	case topology == regs.CSPTopologyPatchList:
		return [3]uint32{patchVertices * i}
	case topology == regs.CSPTopologyTriangleFan:
		return [3]uint32{0, i + 1, i + 2}
	case i&1 != 0:
		return [3]uint32{i + 1, i, i + 2}
	}
	return [3]uint32{i, i + 1, i + 2}
}

// provokes returns which corner of the next primitive is its provoking vertex: vertex i of a strip, i + 1 of a fan (docs/commands.md, DRAW).
func (d *draw) provokes(topology uint32) uint8 {
	if topology == regs.CSPTopologyTriangleFan || topology == regs.CSPTopologyTriangleStrip && d.Run&1 != 0 {
		return 1
	}
	return 0
}

// consumed returns how many vertices the next primitive takes that none before it took
// (docs/arithmetic.md, section 10).
func (d *draw) consumed(topology uint32) uint32 {
	switch {
	case topology == regs.CSPTopologyPatchList:
		return patchVertices
	case topology == regs.CSPTopologyTriangleList || d.Run == 0:
		return 3
	}
	return 1
}

// sendPrim sends a primitive's three vertex numbers, or a patch's first one.
func (f *frontEnd) sendPrim() {
	d := &f.Draw
	topology := f.Regs.Topology()
	e := f.P.Vertex.Slot()
	e.Cmd = pipe.Cmd{Kind: pipe.Prim, Slot: f.Slot, At: f.here()}
	e.SetAssembly(pipe.Assembly{Vertices: d.consumed(topology), Provokes: d.provokes(topology)})
	e.At.Instance, e.At.Primitive = d.Instance, d.Prim
	patch := topology == regs.CSPTopologyPatchList
	if patch {
		e.Kind = pipe.Patch
	}
	switch {
	case d.Indexed && patch:
		e.V = [3]uint32{uint32(f.Regs.BaseVertex()) + patchVertices*d.Window[0]}
	case d.Indexed:
		for k := range e.V {
			e.V[k] = uint32(f.Regs.BaseVertex()) + d.Window[k]
		}
		if topology == regs.CSPTopologyTriangleStrip && d.Run&1 != 0 {
			e.V[0], e.V[1] = e.V[1], e.V[0]
		}
	default:
		e.V = d.corners(topology)
		for k := range e.V {
			if k == 0 || !patch {
				e.V[k] += d.First
			}
		}
	}
	f.stepped(&e.Cmd)
	f.P.Vertex.Push()
}

// slide keeps the vertices of the window that the next primitive shares.
func (d *draw) slide(topology uint32) {
	if !d.Indexed {
		return
	}
	switch topology {
	case regs.CSPTopologyTriangleStrip:
		d.Window[0], d.Window[1], d.Filled = d.Window[1], d.Window[2], 2
	case regs.CSPTopologyTriangleFan:
		d.Window[1], d.Filled = d.Window[2], 2
	default:
		d.Filled = 0
	}
}

// gather fills the window from the index buffer. Without restart the stream starts at
// the first index that the primitive needs, and a fan reads its centre first; with it
// at the instance's first one.
func (f *frontEnd) gather() (wires.Activity, bool) {
	d := &f.Draw
	topology := f.Regs.Topology()
	if !d.Reading {
		d.Reading, d.Filled = true, 0
		switch {
		case topology == regs.CSPTopologyTriangleList:
			f.readIndices(3 * d.Prim)
		case topology == regs.CSPTopologyTriangleFan && d.Prim > 0:
			f.readIndices(0)
		default: // with restart Prim is 0 here
			f.readIndices(d.Prim)
		}
	}
	need := uint8(3)
	if topology == regs.CSPTopologyPatchList {
		need = 1
	}
	for d.Filled < need {
		if d.Restart && d.Next >= d.Count {
			return wires.Busy, false // left-over vertices
		}
		v, ok := f.index()
		if !ok {
			return f.P.DMACSP.Starved(), false
		}
		if d.Restart {
			d.Next++
			if v == f.restartIndex() {
				d.Window, d.Filled, d.Run = [3]uint32{}, 0, 0
				return wires.Busy, false
			}
		}
		d.Window[d.Filled] = v
		d.Filled++
		if d.Filled == 1 && topology == regs.CSPTopologyTriangleFan && !d.Restart && d.Prim > 0 {
			f.readIndices(d.Prim + 1)
			return f.P.DMACSP.Starved(), false
		}
	}
	return 0, true
}

// restartIndex is the index of all ones.
func (f *frontEnd) restartIndex() uint32 {
	if f.Regs.IndexFormat() == regs.CSPIndexFormatU32 {
		return 0xffffffff
	}
	return 0xffff
}

// readIndices starts the index stream at index number n of the draw.
func (f *frontEnd) readIndices(n uint32) {
	d := &f.Draw
	base := f.Regs.IndexBase()
	first, end := d.First+n, d.First+d.Count
	if f.Regs.IndexFormat() == regs.CSPIndexFormatU32 {
		d.Half = false
		f.Streams[operands].start(base+4*first, end-first)
		return
	}
	d.Half = first&1 != 0
	f.Streams[operands].start(base+first>>1<<2, (end+1)>>1-first>>1)
}

// index gives the next index.
func (f *frontEnd) index() (v uint32, ok bool) {
	d := &f.Draw
	st := &f.Streams[operands]
	if st.Words.Len() == 0 {
		return 0, false
	}
	if f.Regs.IndexFormat() == regs.CSPIndexFormatU32 {
		return st.take(), true
	}
	w := *st.Words.Front()
	if d.Half {
		st.Words.Pop()
		d.Half = false
		return w >> 16, true
	}
	d.Half = true
	return w & 0xffff, true
}

// endDraw sends the draw's end after its primitives.
func (f *frontEnd) endDraw() wires.Activity {
	if !f.P.Vertex.Ready() {
		return f.P.Vertex.Blocked()
	}
	c := pipe.Cmd{Kind: pipe.EndDraw, Slot: f.Slot, At: f.behind()}
	f.stepped(&c)
	f.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	f.Streams[operands].stop()
	f.Draw = draw{}
	return f.done()
}
