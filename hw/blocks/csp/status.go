package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// record is an entry of the context status buffer before it is written.
type record struct {
	Kind, Cause uint8
	Reason      Reason
	List, Index uint8
	Kept        bool // the save area is that of the cursor
	Client      uint8
	Context     uint32
	Addr        uint32
	Cycle       wires.Cycle
	At          pipe.Cursor
}

// maxRecords is the number of entries that wait for the state FIFO; a slot's own needs
// room beside those of the CPU's commands.
const maxRecords = 8

// record queues an entry, when the CPU wants to be told.
func (b *CSP) record(r record) {
	if b.S.Back.Entries == 0 {
		return
	}
	r.Cycle = wires.Cycle(b.Domain().Cycle())
	b.S.Back.Records.Push(r)
}

// writeRecord writes 64 bits of the oldest entry; those with its sequence number come
// last, so that the CPU sees whole entries.
func (b *CSP) writeRecord() bool {
	k := &b.S.Back
	if k.Records.Len() == 0 {
		return false
	}
	r := k.Records.Front()
	part := (k.Part + 1) % (regs.StatusEntryDWords / 2)
	e := pipe.Save{Addr: k.Status + k.Sequence%k.Entries*4*regs.StatusEntryDWords + 8*uint32(part), DWords: 2, Slot: pipe.Physical}
	e.Data = r.words(part)
	k.Part = part
	if part == 0 {
		k.Sequence++
		e.Data[0] = k.Sequence
		k.Records.Pop()
	}
	b.P.Save.Put(e)
	k.Unanswered++
	return true
}

// words returns two DWORDs of an entry, of which each case names the first.
func (r *record) words(part uint8) [2]uint32 {
	switch 2 * part {
	case regs.StatusEntrySequence:
		return [2]uint32{0, regs.StatusEntryEventFields{
			Kind: uint32(r.Kind), Causes: uint32(r.Cause), Reason: uint32(r.Reason), Odd: r.List == 1, Index: uint32(r.Index), Kept: r.Kept,
		}.Pack()}
	case regs.StatusEntryContext:
		return [2]uint32{r.Context, r.Addr}
	case regs.StatusEntryCycle:
		return [2]uint32{uint32(r.Cycle), uint32(r.Cycle >> 32)}
	case regs.StatusEntryRingHead:
		return [2]uint32{r.At.Head, r.At.Buffer}
	case regs.StatusEntryDmaOffset:
		return [2]uint32{r.At.Offset, r.At.Instance}
	case regs.StatusEntryPrimitive:
		return [2]uint32{r.At.Primitive, r.At.Triangle}
	case regs.StatusEntryTile:
		return [2]uint32{r.At.Tile, uint32(r.Client)}
	}
	return [2]uint32{}
}
