package csp

import (
	"tilemark/hw/fault"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// draw is a DRAW being executed.
type draw struct {
	Count, Instances, First uint32
	Indexed                 bool
	Prims                   uint32 // primitives of an instance
	Instance, Prim          uint32 // the next one
	Window                  [3]uint32
	Filled                  uint8 // vertices of the window that are there
	Half                    bool  // 16-bit indices: the upper half is next
	Reading                 bool  // the index stream runs for this primitive
}

// startDraw sends the draw header. After a restore it begins at the saved instance and
// primitive: what lies before is skipped without being shaded.
func (b *CSP) startDraw() wires.Activity {
	f := &b.S.Front
	d := draw{Count: f.Words[1], Instances: f.Words[2], First: f.Words[3], Indexed: f.Words[4]&1 != 0}
	if !b.send(pipe.Cmd{Kind: pipe.Draw, At: b.here()}) {
		return b.P.Csp.Blocked()
	}
	d.Prims = d.Count / 3
	if f.Regs.Topology() != regs.CSPTopologyTriangleList {
		d.Prims = max(d.Count, 2) - 2
	}
	if f.Resuming {
		d.Instance, d.Prim = f.Resume.Instance, f.Resume.Primitive
		f.Resuming, f.Resume = false, pipe.Cursor{}
	}
	f.Draw = d
	f.Phase = Prims
	return wires.Busy
}

// prims sends the next primitive.
func (b *CSP) prims() wires.Activity {
	d := &b.S.Front.Draw
	if d.Prim >= d.Prims {
		d.Prim, d.Reading = 0, false
		d.Instance++
		if d.Prims == 0 {
			d.Instance = d.Instances
		}
	}
	if d.Instance >= d.Instances {
		b.S.Front.Phase = EndDraw
		return b.endDraw()
	}
	if !b.P.Vertex.Ready() {
		return b.P.Vertex.Blocked()
	}
	if d.Indexed && !b.gather() {
		return b.P.Beats.Starved()
	}
	b.sendPrim()
	d.Prim++
	return wires.Busy
}

// corners returns which vertices of the draw a primitive has, as numbers of an index or
// of a vertex before First is added.
func (d *draw) corners(topology uint32) [3]uint32 {
	i := d.Prim
	switch {
	case topology == regs.CSPTopologyTriangleList:
		return [3]uint32{3 * i, 3*i + 1, 3*i + 2}
	case topology == regs.CSPTopologyTriangleFan:
		return [3]uint32{0, i + 1, i + 2}
	case i&1 != 0:
		return [3]uint32{i + 1, i, i + 2}
	}
	return [3]uint32{i, i + 1, i + 2}
}

func (b *CSP) sendPrim() {
	f := &b.S.Front
	d := &f.Draw
	e := b.P.Vertex.Slot()
	e.Cmd = pipe.Cmd{Kind: pipe.Prim, Slot: f.Slot, At: b.here()}
	e.At.Instance, e.At.Primitive = d.Instance, d.Prim
	topology := f.Regs.Topology()
	if d.Indexed {
		e.V = d.Window
		if topology == regs.CSPTopologyTriangleStrip && d.Prim&1 != 0 {
			e.V[0], e.V[1] = d.Window[1], d.Window[0]
		}
		b.slide(topology)
	} else {
		for k, c := range d.corners(topology) {
			e.V[k] = d.First + c
		}
	}
	b.P.Vertex.Push()
}

// slide keeps the vertices of the window that the next primitive shares.
func (b *CSP) slide(topology uint32) {
	d := &b.S.Front.Draw
	switch topology {
	case regs.CSPTopologyTriangleStrip:
		d.Window[0], d.Window[1], d.Filled = d.Window[1], d.Window[2], 2
	case regs.CSPTopologyTriangleFan:
		d.Window[1], d.Filled = d.Window[2], 2
	default:
		d.Filled = 0
	}
}

// gather fills the window from the index buffer. The stream starts at the first index
// that the primitive needs; a fan reads its centre first.
func (b *CSP) gather() bool {
	f := &b.S.Front
	d := &f.Draw
	topology := f.Regs.Topology()
	if !d.Reading {
		d.Reading, d.Filled = true, 0
		switch {
		case topology == regs.CSPTopologyTriangleList:
			b.readIndices(3 * d.Prim)
		case topology == regs.CSPTopologyTriangleFan && d.Prim > 0:
			b.readIndices(0)
		default:
			b.readIndices(d.Prim)
		}
	}
	for d.Filled < 3 {
		v, ok := b.index()
		if !ok {
			return false
		}
		d.Window[d.Filled] = v
		d.Filled++
		if d.Filled == 1 && topology == regs.CSPTopologyTriangleFan && d.Prim > 0 {
			b.readIndices(d.Prim + 1)
			return false
		}
	}
	return true
}

// readIndices starts the index stream at index number n of the draw.
func (b *CSP) readIndices(n uint32) {
	f := &b.S.Front
	d := &f.Draw
	base := f.Regs.IndexBase()
	first, end := d.First+n, d.First+d.Count
	if f.Regs.IndexFormat() == regs.CSPIndexFormatU32 {
		d.Half = false
		if fault.On(fault.WideIndexWrong) {
			base -= 2 * first
		}
		f.Streams[operands].start(base+4*first, end-first)
		return
	}
	d.Half = first&1 != 0
	f.Streams[operands].start(base+first>>1<<2, (end+1)>>1-first>>1)
}

// index gives the next index.
func (b *CSP) index() (v uint32, ok bool) {
	f := &b.S.Front
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

// endDraw sends the draw's end behind its primitives.
func (b *CSP) endDraw() wires.Activity {
	f := &b.S.Front
	if !b.P.Vertex.Ready() {
		return b.P.Vertex.Blocked()
	}
	b.P.Vertex.Put(pipe.VertexEntry{Cmd: pipe.Cmd{Kind: pipe.EndDraw, Slot: f.Slot, At: b.behind()}})
	f.Streams[operands].stop()
	f.Draw = draw{}
	return b.done()
}
