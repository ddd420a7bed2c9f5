package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// startValues begins a SET_STATE; after a restore in the middle of it, at the value
// that was next.
func (b *CSP) startValues(h header) wires.Activity {
	f := &b.S.Front
	first, n := f.Words[regs.CommandSetStateFirst], h.length()-regs.ShapeOf(h.w).Fixed
	if int(h.sub()) >= regs.NumBlocks {
		return b.invalid(regs.ReasonBlock, h.sub())
	}
	if size := regs.BlockLength[h.sub()]; first+n > size || first+n < first {
		return b.invalid(regs.ReasonRegister, max(first, size))
	}
	if b.locks(h.sub(), first, n) {
		return b.invalid(regs.ReasonPacking, max(first, regs.PackingFirst))
	}
	f.Words[2], f.Words[3] = first, n // next register, values left
	if f.Resuming && f.Resume.Offset > f.Next {
		skip := f.Resume.Offset - f.Next
		f.Skip = skip
		f.Words[2] += skip
		f.Words[3] -= skip
	}
	f.Phase = Values
	return wires.Busy
}

// locks tells whether a SET_STATE changes the packing of a save area in which registers lie already.
func (b *CSP) locks(block, first, n uint32) bool {
	packs := block == regs.BlockCSP && first < regs.PackingFirst+regs.PackingCount && first+n > regs.PackingFirst
	return packs && b.S.Slots[b.S.Front.Slot].Interruptible
}

// values sends one value a cycle down the pipe, and to the pool's front when it is for
// vertices.
func (b *CSP) values() wires.Activity {
	f := &b.S.Front
	if f.Words[3] == 0 {
		return b.done()
	}
	st := &f.Streams[commands]
	if st.Words.Len() == 0 {
		return b.P.DMACSP.Starved()
	}
	if f.Skip > 0 {
		f.Skip--
		f.Next++
		st.take()
		return wires.Busy
	}
	block := uint8(header{f.Words[0]}.sub())
	at := b.here()
	at.Offset = f.Next + 1
	w := pipe.RegWrite{Block: block, Reg: uint16(f.Words[2]), Value: *st.Words.Front()}
	if a, ok := b.sendState(w, at); !ok {
		return a
	}
	st.take()
	f.Next++
	f.Words[2]++
	f.Words[3]--
	return wires.Busy
}

// sendState sends a register write wherever it is needed, or nowhere yet.
func (b *CSP) sendState(w pipe.RegWrite, at pipe.Cursor) (wires.Activity, bool) {
	vertex := w.Block == regs.BlockEUPFront || w.Block == regs.BlockEUP
	if !b.P.CSPFifo.Ready() {
		return b.P.CSPFifo.Blocked(), false
	}
	if vertex && !b.P.Vertex.Ready() {
		return b.P.Vertex.Blocked(), false
	}
	twoD := w.Block == regs.BlockC2D
	if twoD && !b.P.CSPC2D.Ready() {
		return b.P.CSPC2D.Blocked(), false
	}
	b.resolve(&w)
	slot := b.S.Front.Slot
	if !regs.IsPacking(w.Block, uint32(w.Reg)) { // the packing comes before INTERRUPTIBLE
		b.S.Slots[slot].Written = true
	}
	c := w.Cmd(slot, at)
	b.stepped(&c)
	b.P.CSPFifo.Put(c)
	if twoD {
		b.P.CSPC2D.Put(c)
	}
	if vertex {
		b.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	}
	if w.Block == regs.BlockCSP {
		regs.Write(b.S.Front.Regs[:], w.Reg, w.Value)
	}
	return 0, true
}

// resolve turns a write of software into the register that changes and its word, which is
// what everything behind the parser is told. A restored word is one already.
func (b *CSP) resolve(w *pipe.RegWrite) {
	a := &b.S.Front.Access
	if w.Restored {
		a.Load(w.Block, w.Reg, w.Value)
		return
	}
	w.Reg, w.Value = a.Write(w.Block, w.Reg, w.Value)
}
