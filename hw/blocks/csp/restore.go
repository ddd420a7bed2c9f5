package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// segment is a run of DWORDs of the save area that a restore reads.
type segment struct{ from, count uint32 }

// DWORDs that come before the registers.
const (
	saveHead    = 3                            // DMA offset, context, layout
	loadPacking = saveHead                     // the first of the packing
	loadTail    = saveHead + regs.PackingCount // the first of the tail
	saveFields  = 6                            // the rest of the cursor
	loadFirst   = loadTail + saveFields
)

// run is a run of registers of class save of a block.
type run struct {
	block uint8
	reg   uint16
	count uint32
}

var savedRuns = func() (out []run) {
	for i, it := range regs.SaveList {
		if i > 0 {
			if last := &out[len(out)-1]; last.block == it.Block && uint32(last.reg)+last.count == uint32(it.Reg) {
				last.count++
				continue
			}
		}
		out = append(out, run{it.Block, it.Reg, 1})
	}
	return out
}()

// Segments that come before those of the registers.
const (
	headSegment = iota
	packingSegment
	tailSegment
	firstRun
)

// segment returns what is read next: the DMA offset and what tells whose save area it is,
// the packing in block 0, whose place is fixed, then where that says the fields after the
// registers, and the registers of class save, block by block. The rest of the area is
// reserved. ok is false after the last, and until the packing has come.
func (f *frontEnd) segment() (g segment, ok bool) {
	p := &f.slot().Packing
	switch n := int(f.Segment); {
	case n == headSegment:
		return segment{regs.SaveAreaHeadDmaOffset, saveHead}, true
	case n == packingSegment:
		return segment{unitDWords*regs.SaveOffset[regs.BlockCSP] + regs.PackingFirst, regs.PackingCount}, true
	case f.Item < loadTail:
		return segment{}, false
	case n == tailSegment:
		return segment{p.tail(), saveFields}, true
	case n < firstRun+len(savedRuns):
		r := &savedRuns[n-firstRun]
		return segment{p.place(r.block, r.reg) / 4, r.count}, true
	}
	return segment{}, false
}

// load reads packing and cursor, then sends the saved registers down the pipe with their
// block IDs.
func (f *frontEnd) load() wires.Activity {
	st := &f.Streams[commands]
	if st.Left == 0 {
		if g, ok := f.segment(); ok {
			st.Addr, st.Left = f.slot().Save+4*g.from, g.count
			f.Segment++
		}
	}
	switch {
	case st.dry() && f.slot().Scratch.Bytes > 0:
		f.Item, f.Phase = 0, Scratch
		return wires.Busy
	case st.dry():
		return f.resume()
	}
	if st.Words.Len() == 0 {
		return f.P.DMACSP.Starved()
	}
	w := *st.Words.Front()
	if n := int(f.Item); n < loadFirst {
		if !f.loadField(n, w) {
			return f.refuse(regs.ReasonSaveArea, w)
		}
	} else {
		it := regs.SaveList[n-loadFirst]
		set := pipe.RegWrite{Restored: true, Block: it.Block, Reg: it.Reg, Value: w}
		if a, ok := f.sendState(set, pipe.Cursor{}); !ok {
			return a
		}
	}
	st.take()
	f.Item++
	return wires.Busy
}

// loadField takes a DWORD that is no register, and tells whether it can be one of this
// context's save area.
func (f *frontEnd) loadField(n int, w uint32) bool {
	s := f.slot()
	c := &f.Resume
	switch {
	case n == 0:
		c.Offset = w
	case n == 1:
		return w == s.Base
	case n == 2:
		return w == regs.SaveLayoutID
	case n < loadTail:
		s.Packing[n-loadPacking] = w
		_, wrong := s.Packing.wrong()
		return n < loadTail-1 || !wrong
	default:
		*[saveFields]*uint32{&c.Primitive, &c.Instance, &c.Tile, &c.Triangle, &c.Head, &c.Buffer}[n-loadTail] = w
	}
	return c.Head < f.RingSize && c.Buffer%pipe.LineBytes == 0
}

// resume sends the cursor down the pipe and starts parsing at the saved head; commands,
// instances and primitives below the cursor are skipped here, triangles in TSU, tiles at
// the break point.
func (f *frontEnd) resume() wires.Activity {
	if !f.P.CSPFifo.Ready() {
		return f.P.CSPFifo.Blocked()
	}
	c := pipe.Cmd{Kind: pipe.Resume, At: f.Resume}
	if f.Careful {
		c.SetCareful() // the parser waits for progress: TSU marks each primitive of which nothing is drawn
	}
	f.send(c)
	f.event(EventLoaded, f.Slot, Event{At: f.Resume})
	s := f.slot()
	s.to(slotRun)
	f.Cur, s.At = f.Resume.Head, f.Resume
	f.Resuming = f.Resume.Buffer != 0
	if !f.Resuming {
		f.Resume = pipe.Cursor{}
	}
	f.Item, f.Segment = 0, 0
	f.Phase = Parse
	return wires.Busy
}
