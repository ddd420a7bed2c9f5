package pipe

// ReportKind is the type of an item on a datapath to the back-end parser.
type ReportKind uint8

// Reports.
const (
	Committed ReportKind = iota + 1 // state write that passed the break point
	HeadMoved                       // ring head or DMA buffer, committed
	Dumped                          // a register as it stands
	CutAt                           // the cursor at the end of the context above the break point
	Resumed                         // the first thing at or past a restore's cursor
	Progress                        // the cursor moved since the context started
	TokenOut                        // INT_END is in all outputs of ASU
	TokenLeft                       // INT_END has left the break point
	Discarded                       // entries were thrown away by a block: Entries
	Drained                         // INT_END reached the end; all writes are answered
	BlitReady                       // everything before a fill or copy is in memory: Blit
	BlitDone                        // a fill or copy is in memory
	Failed                          // a thread could not go on: KernelFault
	Flushed                         // everything before a flush is in memory, and no cache has anything of the context
)

// Report is an item on a datapath. It carries the ID of its block. What a kind carries beside it has accessors of
// its own.
type Report struct {
	Kind   ReportKind
	Slot   uint8
	Block  uint8
	Copied bool // CutAt: the context is interruptible and not in a restore, so the cursor counts
	reg    uint16
	load   uint32
	At     Cursor
}

// RegisterReport is a register of the sender: Committed or Dumped.
func RegisterReport(kind ReportKind, slot uint8, reg uint16, value uint32) Report {
	return Report{Kind: kind, Slot: slot, reg: reg, load: value}
}

// Register is the register of a Committed or Dumped item, of the block that it carries the ID of.
func (r *Report) Register() (reg uint16, value uint32) { return r.reg, r.load }

// DiscardReport says that a block has thrown entries away.
func DiscardReport(slot uint8, entries uint32) Report {
	return Report{Kind: Discarded, Slot: slot, load: entries}
}

// Entries is how many a Discarded item tells of.
func (r *Report) Entries() uint32 { return r.load }

// BlitReport says that a BlitFill or BlitCopy can begin: BlitReady.
func BlitReport(slot, what uint8) Report {
	return Report{Kind: BlitReady, Slot: slot, load: uint32(what)}
}

// Blit is BlitFill or BlitCopy, of a BlitReady item.
func (r *Report) Blit() uint8 { return uint8(r.load) }

// FailureReport says that a thread could not go on: Failed.
func FailureReport(slot uint8, f KernelFault) Report {
	return Report{Kind: Failed, Slot: slot, reg: uint16(f.Code), load: f.At}
}

// KernelFault is why a thread could not go on, of a Failed item.
func (r *Report) KernelFault() KernelFault { return KernelFault{uint8(r.reg), r.load} }

// From is the item with the ID of a block.
func (r Report) From(block uint8) Report {
	r.Block = block
	return r
}
