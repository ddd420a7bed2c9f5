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
	Careful     bool // the context's runs are careful
	Client      uint8
	More        uint16 // pages that are missing too
	Context     uint32
	Addr        uint32
	Cycle       wires.Cycle
	At          pipe.Cursor
}

// maxRecords is the number of entries that wait for the state FIFO. Those of the CPU's
// commands leave room: a CPU whose run lists are refused again and again must not keep a
// save from being complete.
const (
	maxRecords        = 8
	maxCommandRecords = maxRecords / 2
)

// full tells whether another entry has to wait.
func (k *backEnd) full() bool { return k.Records.Len() >= maxRecords }

// crowded tells whether commands of the CPU have to wait, since some are answered by an entry.
func (k *backEnd) crowded() bool { return k.Records.Len() >= maxCommandRecords }

// give has entries written into another buffer. It returns false while there are some for the one before.
func (k *backEnd) give(addr, entries uint32) bool {
	if k.Records.Len() > 0 {
		return false
	}
	k.Status, k.Entries, k.Sequence = addr, entries, 0
	return true
}

// record queues an entry, when the CPU wants to be told.
func (k *backEnd) record(r record) {
	if k.Entries == 0 {
		return
	}
	r.Cycle = wires.Cycle(k.Domain().Cycle())
	k.Records.Push(r)
}

// writeRecord writes 64 bits of the oldest entry; those with its sequence number come
// last, so that the CPU sees whole entries.
func (k *backEnd) writeRecord() bool {
	const parts = regs.StatusEntryDWords / 2
	if k.Records.Len() == 0 {
		return false
	}
	k.Part = (k.Part + 1) % parts
	part := k.Part
	e := pipe.Save{Addr: k.Status + k.Sequence%k.Entries*4*regs.StatusEntryDWords + 8*uint32(part), DWords: 2, Slot: pipe.Physical}
	e.Data = k.Records.Front().words(part, k.Sequence+1)
	if k.Part == 0 {
		e.Now = true
		k.Sequence++
		k.Records.Pop()
	}
	k.P.StateFifo.Put(e)
	k.Unanswered++
	return true
}

// words returns two DWORDs of an entry, of which each case names the first.
func (r *record) words(part uint8, sequence uint32) [2]uint32 {
	switch 2 * part {
	case regs.StatusEntrySequence:
		return [2]uint32{sequence, regs.StatusEntryEventFields{
			Kind: uint32(r.Kind), Causes: uint32(r.Cause), Reason: uint32(r.Reason), Odd: r.List == 1, Index: uint32(r.Index), Careful: r.Careful, Kept: r.Kept,
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
	case regs.StatusEntryMore:
		return [2]uint32{uint32(r.More)}
	}
	return [2]uint32{}
}
