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
	Discarded                       // Value entries were thrown away by a block
	Drained                         // INT_END reached the end; all writes are answered
	BlitReady                       // everything before a fill or copy is in memory; Value: BlitFill or BlitCopy
	BlitDone                        // a fill or copy is in memory
)

// Report is an item on a datapath. It carries the ID of its block.
type Report struct {
	Kind   ReportKind
	Slot   uint8
	Block  uint8
	Copied bool // CutAt: the context is interruptible and not in a restore, so the cursor counts
	Reg    uint16
	Value  uint32
	At     Cursor
}
