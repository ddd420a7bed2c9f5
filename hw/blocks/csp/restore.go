package csp

import (
	"tilemark/hw/fault"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// segment is a run of DWORDs of the save area that a restore reads.
type segment struct{ from, count uint32 }

// segments lists what is read: the DMA offset, the registers of class save, block by
// block, and the fields behind them. The rest of the area is reserved.
var segments = func() (out []segment) {
	out = append(out, segment{regs.SaveDMAOffset, 1})
	for i, it := range regs.SaveList {
		at := regs.SaveOffset[it.Block]*4 + uint32(it.Reg)
		if last := &out[len(out)-1]; i > 0 && last.from+last.count == at {
			last.count++
			continue
		}
		out = append(out, segment{at, 1})
	}
	return append(out, segment{regs.SaveTail, 6})
}()

// load sends the saved registers down the pipe with their block IDs, then the cursor.
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
		return b.P.Beats.Starved()
	}
	w := *st.Words.Front()
	switch n := int(f.Item); {
	case n == 0:
		f.Resume.Offset = w
	case n <= regs.SaveListLen:
		it := regs.SaveList[n-1]
		if n == regs.SaveListLen && fault.On(fault.LastRegisterLost) {
			break
		}
		c := pipe.Cmd{Kind: pipe.State, Restored: true, Block: it.Block, Reg: it.Reg, Value: w}
		if a, ok := b.sendState(c); !ok {
			return a
		}
	default:
		*b.cursorField(n - regs.SaveListLen - 1) = w
	}
	st.take()
	f.Item++
	return wires.Busy
}

// cursorField returns the field of the cursor in the order of the save area's tail.
func (b *CSP) cursorField(n int) *uint32 {
	c := &b.S.Front.Resume
	return [...]*uint32{&c.Primitive, &c.Instance, &c.Tile, &c.Triangle, &c.Head, &c.Buffer}[n]
}

// resume sends the cursor down the pipe and starts parsing at the saved head; commands,
// instances and primitives below the cursor are skipped here, triangles in TSU, tiles at
// the break point.
func (b *CSP) resume() wires.Activity {
	f := &b.S.Front
	if !b.P.Csp.Ready() {
		return b.P.Csp.Blocked()
	}
	if f.Resume.Head >= f.RingSize {
		b.invalid("the save area's ring head %d must lie below the ring's size %d", f.Resume.Head, f.RingSize)
	}
	b.send(pipe.Cmd{Kind: pipe.Resume, At: f.Resume})
	b.event(EventLoaded, f.Slot, Event{At: f.Resume})
	f.Cur = f.Resume.Head
	f.Resuming = f.Resume.Buffer != 0
	if !f.Resuming {
		f.Resume = pipe.Cursor{}
	}
	f.Item, f.Segment = 0, 0
	f.Phase = Parse
	return wires.Busy
}
