package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// segment is a run of DWORDs of the save area that a restore reads.
type segment struct{ from, count uint32 }

// segments lists what is read: the DMA offset and what tells whose save area it is, the
// fields behind the registers, then the registers of class save, block by block. The rest
// of the area is reserved.
var segments = func() (out []segment) {
	out = append(out, segment{regs.SaveAreaHeadDmaOffset, saveHead}, segment{regs.SaveTail, saveFields})
	for i, it := range regs.SaveList {
		at := regs.SaveOffset[it.Block]*4 + uint32(it.Reg)
		if last := &out[len(out)-1]; i > 0 && last.from+last.count == at {
			last.count++
			continue
		}
		out = append(out, segment{at, 1})
	}
	return out
}()

// DWORDs that come before the registers.
const (
	saveHead   = 3 // DMA offset, context, layout
	saveFields = 6 // the rest of the cursor
	loadFirst  = saveHead + saveFields
)

// load reads the cursor, then sends the saved registers down the pipe with their block
// IDs.
func (b *CSP) load() wires.Activity {
	f := &b.S.Front
	st := &f.Streams[commands]
	if st.Left == 0 && int(f.Segment) < len(segments) {
		g := segments[f.Segment]
		st.Addr, st.Left = b.S.Slots[f.Slot].Save+4*g.from, g.count
		f.Segment++
	}
	if st.dry() {
		return b.resume()
	}
	if st.Words.Len() == 0 {
		return b.P.DMACSP.Starved()
	}
	w := *st.Words.Front()
	if n := int(f.Item); n < loadFirst {
		if !b.loadField(n, w) {
			return b.refuse(regs.ReasonSaveArea, w)
		}
	} else {
		it := regs.SaveList[n-loadFirst]
		c := pipe.Cmd{Kind: pipe.State, Restored: true, Block: it.Block, Reg: it.Reg, Value: w}
		if a, ok := b.sendState(c); !ok {
			return a
		}
	}
	st.take()
	f.Item++
	return wires.Busy
}

// loadField takes a DWORD that is no register, and tells whether it can be one of this
// context's save area.
func (b *CSP) loadField(n int, w uint32) bool {
	f := &b.S.Front
	c := &f.Resume
	switch n {
	case 0:
		c.Offset = w
	case 1:
		return w == b.S.Slots[f.Slot].Base
	case 2:
		return w == regs.SaveLayoutID
	default:
		*[saveFields]*uint32{&c.Primitive, &c.Instance, &c.Tile, &c.Triangle, &c.Head, &c.Buffer}[n-saveHead] = w
	}
	return c.Head < f.RingSize && c.Buffer%pipe.LineBytes == 0
}

// resume sends the cursor down the pipe and starts parsing at the saved head; commands,
// instances and primitives below the cursor are skipped here, triangles in TSU, tiles at
// the break point.
func (b *CSP) resume() wires.Activity {
	f := &b.S.Front
	if !b.P.CSPFifo.Ready() {
		return b.P.CSPFifo.Blocked()
	}
	c := pipe.Cmd{Kind: pipe.Resume, At: f.Resume}
	if f.Careful {
		c.Value = 1 // the parser waits for progress: TSU marks each primitive of which nothing is drawn
	}
	b.send(c)
	b.event(EventLoaded, f.Slot, Event{At: f.Resume})
	f.Cur, b.S.Slots[f.Slot].At = f.Resume.Head, f.Resume
	f.Resuming = f.Resume.Buffer != 0
	if !f.Resuming {
		f.Resume = pipe.Cursor{}
	}
	f.Item, f.Segment = 0, 0
	f.Phase = Parse
	return wires.Busy
}
