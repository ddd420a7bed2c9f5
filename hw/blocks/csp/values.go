package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// startValues begins a SET_STATE; after a restore in the middle of it, at the value
// that was next.
func (f *frontEnd) startValues(h header) wires.Activity {
	first, n := f.Words[regs.CommandSetStateFirst], h.length()-regs.ShapeOf(h.w).Fixed
	if int(h.sub()) >= regs.NumBlocks {
		return f.invalid(regs.ReasonBlock, h.sub())
	}
	if size := regs.BlockLength[h.sub()]; first+n > size || first+n < first {
		return f.invalid(regs.ReasonRegister, max(first, size))
	}
	if f.locks(h.sub(), first, n) {
		return f.invalid(regs.ReasonPacking, max(first, regs.PackingFirst))
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
func (f *frontEnd) locks(block, first, n uint32) bool {
	packs := block == regs.BlockCSP && first < regs.PackingFirst+regs.PackingCount && first+n > regs.PackingFirst
	return packs && f.slot().Interruptible()
}

// values sends one value a cycle down the pipe, and to the pool's front when it is for
// vertices.
func (f *frontEnd) values() wires.Activity {
	if f.Words[3] == 0 {
		return f.done()
	}
	st := &f.Streams[commands]
	if st.Words.Len() == 0 {
		return f.P.DMACSP.Starved()
	}
	if f.Skip > 0 {
		f.Skip--
		f.Next++
		st.take()
		return wires.Busy
	}
	block := uint8(header{f.Words[0]}.sub())
	at := f.here()
	at.Offset = f.Next + 1
	w := pipe.RegWrite{Block: block, Reg: uint16(f.Words[2]), Value: *st.Words.Front()}
	if a, ok := f.sendState(w, at); !ok {
		return a
	}
	st.take()
	f.Next++
	f.Words[2]++
	f.Words[3]--
	return wires.Busy
}

// sendState sends a register write wherever it is needed, or nowhere yet.
func (f *frontEnd) sendState(w pipe.RegWrite, at pipe.Cursor) (wires.Activity, bool) {
	vertex := w.Block == regs.BlockEUPFront || w.Block == regs.BlockEUP
	if !f.P.CSPFifo.Ready() {
		return f.P.CSPFifo.Blocked(), false
	}
	if vertex && !f.P.Vertex.Ready() {
		return f.P.Vertex.Blocked(), false
	}
	twoD := w.Block == regs.BlockC2D
	if twoD && !f.P.CSPC2D.Ready() {
		return f.P.CSPC2D.Blocked(), false
	}
	f.resolve(&w)
	if s := f.slot(); s.Copy == copyNone && !w.Restored && !regs.IsPacking(w.Block, uint32(w.Reg)) { // the packing comes before INTERRUPTIBLE
		s.Copy = copyTooLate
	}
	c := w.Cmd(f.Slot, at)
	f.stepped(&c)
	f.P.CSPFifo.Put(c)
	if twoD {
		f.P.CSPC2D.Put(c)
	}
	if vertex {
		f.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	}
	if w.Block == regs.BlockCSP {
		regs.Write(f.Regs[:], w.Reg, w.Value)
	}
	return 0, true
}

// resolve turns a write of software into the register that changes and its word, which is
// what everything after the parser is told. A restored word is one already.
func (f *frontEnd) resolve(w *pipe.RegWrite) {
	a := &f.Access
	if w.Restored {
		a.Load(w.Block, w.Reg, w.Value)
		return
	}
	w.Reg, w.Value = a.Write(w.Block, w.Reg, w.Value)
}
