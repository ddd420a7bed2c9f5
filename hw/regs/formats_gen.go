// Code generated from hw/regs/formats/*.yaml by "go run ./regmap/gen" (make regs). DO NOT EDIT.

package regs

// CLIENT: Who executes a command.
const (
	ClientMemory     = 0 // The command stream processor and the memory interface.
	ClientGraphics2d = 1 // Fills and copies.
	ClientGraphics3d = 2 // The 3D pipeline.
	ClientCompute    = 3 // Has no commands yet.

	ClientLimit = 4 // above every value
)

// FLUSH_MODE: What FLUSH does with what memory does not have yet.
const (
	FlushModeInvalidate = 0 // It stays in caches: only what they have read is dropped.
	FlushModeWriteBack  = 1 // It is written back, and nothing stays.

	FlushModeLimit = 2 // above every value
)

// COUNTER: Counters of 64 bits that QUERY_WRITE writes.
const (
	CounterOcclusion       = 0 // Pixels that passed depth and stencil test.
	CounterIaVertices      = 1 // Vertices of the primitives.
	CounterIaPrimitives    = 2 // Primitives.
	CounterVsInvocations   = 3 // Runs of the vertex kernel.
	CounterClipInvocations = 4 // Triangles that reach the clipper.
	CounterClipPrimitives  = 5 // Triangles that leave the clipper.
	CounterPsInvocations   = 6 // Runs of the pixel kernel.

	CounterLimit = 7 // above every value
)

// HOST_COMMAND: Commands of the CPU.
const (
	HostCommandRunList      = 1 // Writes the even or the odd run list. The one that runs is refused. On an idle machine the list starts.
	HostCommandInterrupt    = 2 // Cuts the context that runs. With OTHER the other list runs next, from its context 0. It returns to the interrupted context when it has no more work, or as RETURN_MODE says. Of interrupts with OTHER inside one another the outermost return counts.
	HostCommandSwap         = 3 // The other list runs from the next switch on.
	HostCommandReturn       = 4 // The interrupted list runs on from the next switch on.
	HostCommandDoorbell     = 5 // A tail was moved, or a word that a WAIT looks at.
	HostCommandStatusBuffer = 6 // Where the context status buffer is. Bits 5:0 of the address are ignored.
	HostCommandServed       = 7 // The page fault of a context is served: it may be scheduled again. It answers the context's entry in the status buffer, and may come before it; while the CSP knows of no fault of the context it does nothing. Bits 5:0 of the address are ignored.
	HostCommandFlushPage    = 8 // An entry of a page table has been changed; the status buffer says when nothing uses the old place any more, with the address as it was given. Bits 15:0 of it are ignored.

	HostCommandLimit = 9 // above every value
)

// RETURN_MODE: When a list that an interrupt has started gives way to the one that it interrupted.
const (
	ReturnModeNever   = 0 // On command, or when it has nothing more to run.
	ReturnModeContext = 1 // When the first context that it runs has ended.

	ReturnModeLimit = 2 // above every value
)

// STATUS_KIND: Kinds of entries of the context status buffer.
const (
	StatusKindSwitched = 1 // A context has left the machine, or did not start: the causes say why.
	StatusKindRefused  = 2 // A run list was written while it runs.
	StatusKindIdle     = 3 // Both lists have nothing to run.
	StatusKindIgnored  = 4 // An interrupt found nothing to cut.
	StatusKindStalled  = 5 // Every context waits for a word.
	StatusKindFlushed  = 6 // Nothing uses a page any more whose table entry the CPU has changed.

	StatusKindLimit = 7 // above every value
)

// CAUSE: What asks for a switch.
const (
	CauseCpu        = 0x1  // Interrupt command.
	CauseSlice      = 0x2  // The time slice is over.
	CauseEnd        = 0x4  // The ring is empty.
	CauseWait       = 0x8  // A WAIT has not passed for csp.wait_yield cycles while other contexts may run or miss a page, or while a page is being taken away.
	CauseFault      = 0x10 // A page is not there.
	CauseInvalid    = 0x20 // The context's work is malformed.
	CauseNoProgress = 0x40 // The other causes have waited csp.progress_limit cycles for a restore to make progress, and it has not.
)

// REASON: What of a context is malformed.
const (
	ReasonNone             = 0  // Nothing.
	ReasonHeader           = 1  // HEAD or TAIL not below RING_SIZE, RING_SIZE too large, SAVE_AREA or SCRATCH not aligned to 64 bytes, or scratch memory that cannot be.
	ReasonPlaceHolder      = 2  // Place-holder that is neither SKIP_1_DWORD nor RESTORE.
	ReasonSaveArea         = 3  // Save area of another context or layout, or RESTORE to another address than SAVE_AREA.
	ReasonOpcode           = 4  // Unknown command.
	ReasonPlace            = 5  // Command of the ring in a DMA buffer, or the other way round.
	ReasonLength           = 6  // Wrong length.
	ReasonPastEnd          = 7  // Command that goes on after its DMA buffer, or is cut off by the tail for csp.tail_wait cycles.
	ReasonAlignment        = 8  // Address not aligned.
	ReasonBlock            = 9  // Unknown block.
	ReasonRegister         = 10 // Register past the block's length.
	ReasonCounter          = 11 // Unknown counter.
	ReasonTwice            = 12 // INTERRUPTIBLE a second time or after a state write.
	ReasonAddress          = 13 // Address without memory.
	ReasonNotInterruptible = 14 // Page fault before INTERRUPTIBLE.
	ReasonNotPinned        = 15 // Surface that is not where the MXU has it.
	ReasonFrames           = 16 // A careful run has found a page missing that was served for one before, without progress between: the step needs more pages at once than memory has.
	ReasonPacking          = 17 // Packing in which a block has too little room, moves from where a restore looks for it, overlaps another or ends past the save area, or one that is written after INTERRUPTIBLE.
	ReasonKernel           = 18 // Kernel with an instruction that is not legal, or a place outside of it, or a mask stack that is full or empty.
	ReasonInstructions     = 19 // Thread that has executed as many instructions as its kernel's limit says.
	ReasonFlushMode        = 20 // Unknown mode of a FLUSH.

	ReasonLimit = 21 // above every value
)

// MXU_CLIENT: Whose access of memory it is.
const (
	MxuClientDmaRead    = 0 // Reads of the CSP.
	MxuClientDmaWrite   = 1 // Writes of the CSP.
	MxuClientVertex     = 2 // Vertex records.
	MxuClientDepth      = 3 // Depth and stencil.
	MxuClientColor      = 4 // Colours.
	MxuClientC2d        = 5 // Fills and copies.
	MxuClientWalker     = 6 // Page tables.
	MxuClientBreakPoint = 7 // Pins of the break point.
	MxuClientCommand    = 8 // Pins of the CSP.
	MxuClientCluster    = 9 // Instructions, loads and textures of kernels.

	MxuClientLimit = 10 // above every value
)

// Fields of the command header; masks stand before the shift.
const (
	HeaderClientShift    = 29
	HeaderClientMask     = 0x7
	HeaderOpcodeShift    = 24
	HeaderOpcodeMask     = 0x1f
	HeaderSubOpcodeShift = 16
	HeaderSubOpcodeMask  = 0xff
	HeaderLengthShift    = 0
	HeaderLengthMask     = 0xffff
)

// HeaderFields holds the fields of the command header: First DWORD of every command.
type HeaderFields struct {
	Client    uint32 // bits 31:29: Who executes the command.
	Opcode    uint32 // bits 28:24: What it does; each client counts its own.
	SubOpcode uint32 // bits 23:16: More about it, where the command says so.
	Length    uint32 // bits 15:0: Number of DWORDs that follow the header.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v HeaderFields) Pack() uint32 {
	var word uint32
	word |= v.Client & 0x7 << 29
	word |= v.Opcode & 0x1f << 24
	word |= v.SubOpcode & 0xff << 16
	word |= v.Length & 0xffff << 0
	return word
}

// UnpackHeader takes a word apart.
func UnpackHeader(word uint32) HeaderFields {
	return HeaderFields{
		Client:    word >> 29 & 0x7,
		Opcode:    word >> 24 & 0x1f,
		SubOpcode: word >> 16 & 0xff,
		Length:    word >> 0 & 0xffff,
	}
}

// HeaderCommandMask are the bits of a header that tell commands apart, those of the constants below.
const HeaderCommandMask = 0xff000000

// Commands: client and opcode in a header.
const (
	CommandNop           = 0x0        // Does nothing.
	CommandSkip1Dword    = 0x1000000  // The context was not interrupted since it began.
	CommandRestore       = 0x2000000  // The context was interrupted and goes on from its save area.
	CommandInterruptible = 0x3000000  // Every block copies its registers to the save area; from here on the context can be interrupted.
	CommandDma           = 0x4000000  // Executes a DMA buffer.
	CommandFence         = 0x5000000  // Writes a word when everything before it is in memory.
	CommandWait          = 0x6000000  // Stops the parser until a word is large enough.
	CommandFlush         = 0x7000000  // Stops the parser until everything before it has come to its end, and read caches have nothing of the context. With WRITE_BACK all of it is in memory then, and no cache has anything of the context.
	CommandSetState      = 0x41000000 // Writes neighbouring registers of one block.
	CommandDraw          = 0x42000000 // Draws primitives.
	CommandQueryWrite    = 0x43000000 // Writes a counter of 64 bits as it stands after everything before it.
	CommandFill          = 0x21000000 // Fills a rectangle as the registers of C2D say.
	CommandCopy          = 0x22000000 // Copies a rectangle as the registers of C2D say.
)

// Whole headers of commands of one length, with sub-opcode 0, and the least length in DWORDs of the others.
const (
	CommandNopLeast            = 0
	CommandSkip1DwordHeader    = CommandSkip1Dword | 1
	CommandRestoreHeader       = CommandRestore | 1
	CommandInterruptibleHeader = CommandInterruptible | 0
	CommandDmaHeader           = CommandDma | 2
	CommandFenceHeader         = CommandFence | 2
	CommandWaitHeader          = CommandWait | 2
	CommandFlushHeader         = CommandFlush | 0
	CommandSetStateLeast       = 2
	CommandDrawHeader          = CommandDraw | 4
	CommandQueryWriteHeader    = CommandQueryWrite | 1
	CommandFillHeader          = CommandFill | 0
	CommandCopyHeader          = CommandCopy | 0
)

// Operands of NOP, in DWORDs from the header.
const (
	CommandNopIgnored = 1 // Has no effect.
)

// Operands of SKIP_1_DWORD, in DWORDs from the header.
const (
	CommandSkip1DwordIgnored = 1 // NULL, in the place of RESTORE's address.
)

// Operands of RESTORE, in DWORDs from the header.
const (
	CommandRestoreSaveArea      = 1  // Address of the save area.
	CommandRestoreSaveAreaAlign = 64 // bytes
)

// Operands of DMA, in DWORDs from the header.
const (
	CommandDmaAddress      = 1  // Address of the DMA buffer; not 0.
	CommandDmaAddressAlign = 64 // bytes
	CommandDmaDwords       = 2  // DWORDs in it.
)

// Operands of FENCE, in DWORDs from the header.
const (
	CommandFenceAddress      = 1 // Where the word is.
	CommandFenceAddressAlign = 4 // bytes
	CommandFenceValue        = 2 // What is written.
)

// Operands of WAIT, in DWORDs from the header.
const (
	CommandWaitAddress      = 1 // Where the word is.
	CommandWaitAddressAlign = 4 // bytes
	CommandWaitValue        = 2 // What it must be at least, unsigned.
)

// Operands of SET_STATE, in DWORDs from the header.
const (
	CommandSetStateFirst = 1 // The first register.
	CommandSetStateValue = 2 // What it and its neighbours get, one DWORD each.
)

// Operands of DRAW, in DWORDs from the header.
const (
	CommandDrawCount     = 1 // Vertices, indices, or indexed patches.
	CommandDrawInstances = 2 // How often they are drawn.
	CommandDrawFirst     = 3 // The first vertex, or the place of the first index.
	CommandDrawFlags     = 4 // How vertices are named.
)

// Fields of FLAGS; masks stand before the shift.
const (
	CommandDrawFlagsIndexedShift = 0
	CommandDrawFlagsIndexedMask  = 0x1
)

// CommandDrawFlagsFields holds the fields of FLAGS: How vertices are named.
type CommandDrawFlagsFields struct {
	Indexed bool // bits 0:0: By the index buffer.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v CommandDrawFlagsFields) Pack() uint32 {
	var word uint32
	if v.Indexed {
		word |= 1 << 0
	}
	return word
}

// UnpackCommandDrawFlags takes a word apart.
func UnpackCommandDrawFlags(word uint32) CommandDrawFlagsFields {
	return CommandDrawFlagsFields{
		Indexed: word>>0&0x1 != 0,
	}
}

// Operands of QUERY_WRITE, in DWORDs from the header.
const (
	CommandQueryWriteAddress      = 1 // Where it is written.
	CommandQueryWriteAddressAlign = 8 // bytes
)

// ShapeOf returns what a parser has to know of a header's command; a shape without places is of no command.
func ShapeOf(header uint32) Shape {
	switch header & HeaderCommandMask {
	case CommandNop:
		return Shape{Where: InRing | InDmaBuffer, Least: 0, Most: 65535, Fixed: 0}
	case CommandSkip1Dword:
		return Shape{Where: InPlaceHolder, Least: 1, Most: 1, Fixed: 1}
	case CommandRestore:
		return Shape{Where: InPlaceHolder, Least: 1, Most: 1, Fixed: 1}
	case CommandInterruptible:
		return Shape{Where: InRing, Least: 0, Most: 0, Fixed: 0}
	case CommandDma:
		return Shape{Where: InRing, Least: 2, Most: 2, Fixed: 2}
	case CommandFence:
		return Shape{Where: InRing | InDmaBuffer, Least: 2, Most: 2, Fixed: 2}
	case CommandWait:
		return Shape{Where: InRing | InDmaBuffer, Least: 2, Most: 2, Fixed: 2}
	case CommandFlush:
		return Shape{Where: InRing | InDmaBuffer, Least: 0, Most: 0, Fixed: 0}
	case CommandSetState:
		return Shape{Where: InDmaBuffer, Least: 2, Most: 65535, Fixed: 1}
	case CommandDraw:
		return Shape{Where: InDmaBuffer, Least: 4, Most: 4, Fixed: 4}
	case CommandQueryWrite:
		return Shape{Where: InDmaBuffer, Least: 1, Most: 1, Fixed: 1}
	case CommandFill:
		return Shape{Where: InDmaBuffer, Least: 0, Most: 0, Fixed: 0}
	case CommandCopy:
		return Shape{Where: InDmaBuffer, Least: 0, Most: 0, Fixed: 0}
	}
	return Shape{}
}

// RUN_LIST: A context of a run list. The command RUN_LIST brings four of them.
const (
	RunListDWords = 3
	RunListBytes  = 12
	RunListAlign  = 4 // bytes
	RunListCount  = 4 // how many stand one after the other
)

// Words of RUN_LIST, in DWORDs from its first word.
const (
	RunListContext        = 0  // Address of the context's header, 0 for none. Bits 5:0 are ignored.
	RunListContextAlign   = 64 // bytes
	RunListPageTable      = 1  // Address of its page table in memory, 0: its addresses are those of memory. Bits 5:0 are ignored.
	RunListPageTableAlign = 64 // bytes
	RunListSlice          = 2  // Time slice in cycles, 0: csp.time_slice.
)

// CONTEXT_HEADER: Begins a context; its ring follows.
const (
	ContextHeaderDWords = 8
	ContextHeaderBytes  = 32
	ContextHeaderAlign  = 64 // bytes
)

// Words of CONTEXT_HEADER, in DWORDs from its first word.
const (
	ContextHeaderHead           = 0 // DWORD offset in the ring of the command being executed, as committed at the break point.
	ContextHeaderTail           = 1 // DWORD offset just after the last command.
	ContextHeaderRestore        = 2 // Place-holder: SKIP_1_DWORD, or RESTORE after a save.
	ContextHeaderRestoreAddress = 3 // Place-holder: NULL, or the save area's address after a save.
	ContextHeaderRingSize       = 4 // DWORDs in the ring.
	ContextHeaderRingSizeMax    = 1048576
	ContextHeaderSaveArea       = 5  // Address of the save area.
	ContextHeaderSaveAreaAlign  = 64 // bytes
	ContextHeaderScratch        = 6  // Address of the scratch memory, where SCRATCH_SIZE says that there is any.
	ContextHeaderScratchAlign   = 64 // bytes
	ContextHeaderScratchSize    = 7  // Scratch memory: each thread of the machine has a part of its own.
)

// Fields of SCRATCH_SIZE; masks stand before the shift.
const (
	ContextHeaderScratchSizeLinesShift   = 0
	ContextHeaderScratchSizeLinesMask    = 0xffff
	ContextHeaderScratchSizeThreadsShift = 16
	ContextHeaderScratchSizeThreadsMask  = 0xffff
)

// ContextHeaderScratchSizeFields holds the fields of SCRATCH_SIZE: Scratch memory: each thread of the machine has a part of its own.
type ContextHeaderScratchSizeFields struct {
	Lines   uint32 // bits 15:0: Of a thread, in lines of 64 bytes; 0: there is none.
	Threads uint32 // bits 31:16: Parts that there is room for: at least one for each hardware thread of the machine.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v ContextHeaderScratchSizeFields) Pack() uint32 {
	var word uint32
	word |= v.Lines & 0xffff << 0
	word |= v.Threads & 0xffff << 16
	return word
}

// UnpackContextHeaderScratchSize takes a word apart.
func UnpackContextHeaderScratchSize(word uint32) ContextHeaderScratchSizeFields {
	return ContextHeaderScratchSizeFields{
		Lines:   word >> 0 & 0xffff,
		Threads: word >> 16 & 0xffff,
	}
}

// SAVE_AREA_HEAD: Begins a save area; the blocks follow, then SAVE_AREA_TAIL.
const (
	SaveAreaHeadDWords = 4
	SaveAreaHeadBytes  = 16
	SaveAreaHeadAlign  = 64 // bytes
)

// Words of SAVE_AREA_HEAD, in DWORDs from its first word.
const (
	SaveAreaHeadDmaOffset    = 0  // DWORD offset in the DMA buffer.
	SaveAreaHeadContext      = 1  // Address of the context's header.
	SaveAreaHeadContextAlign = 64 // bytes
	SaveAreaHeadLayout       = 2  // A hash of names and places of all that is saved.
)

// SAVE_AREA_TAIL: Ends a save area: the rest of the cursor.
const (
	SaveAreaTailDWords = 8
	SaveAreaTailBytes  = 32
	SaveAreaTailAlign  = 16 // bytes
)

// Words of SAVE_AREA_TAIL, in DWORDs from the save area's first word.
const (
	SaveAreaTailPrimitive      = SaveTail + 0 // Primitive ID.
	SaveAreaTailInstance       = SaveTail + 1 // Instance ID.
	SaveAreaTailTile           = SaveTail + 2 // Tile ID.
	SaveAreaTailTriangle       = SaveTail + 3 // Tessellated triangle ID.
	SaveAreaTailRingHead       = SaveTail + 4 // DWORD offset in the ring.
	SaveAreaTailRingHeadMax    = 1048575
	SaveAreaTailDmaBuffer      = SaveTail + 5 // Address of the DMA buffer, 0 outside one.
	SaveAreaTailDmaBufferAlign = 64           // bytes
)

// PAGE_TABLE: A word for each page of 64 KiB of a context's 256 MiB.
const (
	PageTableDWords = 1
	PageTableBytes  = 4
	PageTableAlign  = 64   // bytes
	PageTableCount  = 4096 // how many stand one after the other
)

// Words of PAGE_TABLE, in DWORDs from its first word.
const (
	PageTableEntry = 0 // Where the page is.
)

// Fields of ENTRY; masks stand before the shift.
const (
	PageTableEntryPresentShift = 0
	PageTableEntryPresentMask  = 0x1
	PageTableEntryFrameShift   = 16
	PageTableEntryFrameMask    = 0xffff
)

// PageTableEntryFields holds the fields of ENTRY: Where the page is.
type PageTableEntryFields struct {
	Present bool   // bits 0:0: The page is in memory.
	Frame   uint32 // bits 31:16: Bits 31:16 of its address in memory.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v PageTableEntryFields) Pack() uint32 {
	var word uint32
	if v.Present {
		word |= 1 << 0
	}
	word |= v.Frame & 0xffff << 16
	return word
}

// UnpackPageTableEntry takes a word apart.
func UnpackPageTableEntry(word uint32) PageTableEntryFields {
	return PageTableEntryFields{
		Present: word>>0&0x1 != 0,
		Frame:   word >> 16 & 0xffff,
	}
}

// VERTEX: A vertex record.
const (
	VertexDWords = 16
	VertexBytes  = 64
	VertexAlign  = 64 // bytes
)

// Words of VERTEX, in DWORDs from its first word.
const (
	VertexPosition = 0 // x, y, z.
	VertexNormal   = 3 // x, y, z.
	VertexTexcoord = 6 // u, v.
	VertexColor    = 8 // r, g, b, a.
)

// STATUS_ENTRY: An entry of the context status buffer. Sequence and kind are written last.
const (
	StatusEntryDWords = 16
	StatusEntryBytes  = 64
	StatusEntryAlign  = 64 // bytes
)

// Words of STATUS_ENTRY, in DWORDs from its first word.
const (
	StatusEntrySequence       = 0  // Sequence number, from 1.
	StatusEntryEvent          = 1  // What happened.
	StatusEntryContext        = 2  // Address of the context's header.
	StatusEntryContextAlign   = 64 // bytes
	StatusEntryAddress        = 3  // Address of a page fault or of a flushed page; the malformed word.
	StatusEntryCycle          = 4  // When it happened, the low half first.
	StatusEntryRingHead       = 6  // Cursor: DWORD offset in the ring.
	StatusEntryDmaBuffer      = 7  // Cursor: address of the DMA buffer.
	StatusEntryDmaBufferAlign = 64 // bytes
	StatusEntryDmaOffset      = 8  // Cursor: DWORD offset in it.
	StatusEntryInstance       = 9  // Cursor: instance.
	StatusEntryPrimitive      = 10 // Cursor: primitive.
	StatusEntryTriangle       = 11 // Cursor: tessellated triangle.
	StatusEntryTile           = 12 // Cursor: tile.
	StatusEntryClient         = 13 // Client of the MXU that has faulted.
	StatusEntryMore           = 14 // Pages beside that of ADDRESS that are missing, all of one pin set: such as follow it.
)

// Fields of EVENT; masks stand before the shift.
const (
	StatusEntryEventKindShift    = 0
	StatusEntryEventKindMask     = 0xff
	StatusEntryEventCausesShift  = 8
	StatusEntryEventCausesMask   = 0xff
	StatusEntryEventReasonShift  = 16
	StatusEntryEventReasonMask   = 0xff
	StatusEntryEventOddShift     = 24
	StatusEntryEventOddMask      = 0x1
	StatusEntryEventIndexShift   = 25
	StatusEntryEventIndexMask    = 0x3
	StatusEntryEventCarefulShift = 27
	StatusEntryEventCarefulMask  = 0x1
	StatusEntryEventKeptShift    = 31
	StatusEntryEventKeptMask     = 0x1
)

// StatusEntryEventFields holds the fields of EVENT: What happened.
type StatusEntryEventFields struct {
	Kind    uint32 // bits 7:0: Kind of the entry.
	Causes  uint32 // bits 15:8: Causes of the switch.
	Reason  uint32 // bits 23:16: What is malformed.
	Odd     bool   // bits 24:24: The list is the odd one.
	Index   uint32 // bits 26:25: Context of the list.
	Careful bool   // bits 27:27: Page faults keep the context from making progress. Its runs are careful until it does, and a page that is served for one must stay.
	Kept    bool   // bits 31:31: The save area is that of the cursor.
}

// Pack returns the word; a value too wide for its field loses its upper bits.
func (v StatusEntryEventFields) Pack() uint32 {
	var word uint32
	word |= v.Kind & 0xff << 0
	word |= v.Causes & 0xff << 8
	word |= v.Reason & 0xff << 16
	if v.Odd {
		word |= 1 << 24
	}
	word |= v.Index & 0x3 << 25
	if v.Careful {
		word |= 1 << 27
	}
	if v.Kept {
		word |= 1 << 31
	}
	return word
}

// UnpackStatusEntryEvent takes a word apart.
func UnpackStatusEntryEvent(word uint32) StatusEntryEventFields {
	return StatusEntryEventFields{
		Kind:    word >> 0 & 0xff,
		Causes:  word >> 8 & 0xff,
		Reason:  word >> 16 & 0xff,
		Odd:     word>>24&0x1 != 0,
		Index:   word >> 25 & 0x3,
		Careful: word>>27&0x1 != 0,
		Kept:    word>>31&0x1 != 0,
	}
}

// ClientValues are the values of CLIENT.
var ClientValues = []NamedValue{
	{Name: "MEMORY", Value: 0, Label: "memory interface", Description: "The command stream processor and the memory interface."},
	{Name: "GRAPHICS_2D", Value: 1, Label: "2D", Description: "Fills and copies."},
	{Name: "GRAPHICS_3D", Value: 2, Label: "3D", Description: "The 3D pipeline."},
	{Name: "COMPUTE", Value: 3, Label: "compute", Description: "Has no commands yet."},
}

// FlushModeValues are the values of FLUSH_MODE.
var FlushModeValues = []NamedValue{
	{Name: "INVALIDATE", Value: 0, Label: "INVALIDATE", Description: "It stays in caches: only what they have read is dropped."},
	{Name: "WRITE_BACK", Value: 1, Label: "WRITE_BACK", Description: "It is written back, and nothing stays."},
}

// CounterValues are the values of COUNTER.
var CounterValues = []NamedValue{
	{Name: "OCCLUSION", Value: 0, Label: "OCCLUSION", Description: "Pixels that passed depth and stencil test."},
	{Name: "IA_VERTICES", Value: 1, Label: "IA_VERTICES", Description: "Vertices of the primitives."},
	{Name: "IA_PRIMITIVES", Value: 2, Label: "IA_PRIMITIVES", Description: "Primitives."},
	{Name: "VS_INVOCATIONS", Value: 3, Label: "VS_INVOCATIONS", Description: "Runs of the vertex kernel."},
	{Name: "CLIP_INVOCATIONS", Value: 4, Label: "CLIP_INVOCATIONS", Description: "Triangles that reach the clipper."},
	{Name: "CLIP_PRIMITIVES", Value: 5, Label: "CLIP_PRIMITIVES", Description: "Triangles that leave the clipper."},
	{Name: "PS_INVOCATIONS", Value: 6, Label: "PS_INVOCATIONS", Description: "Runs of the pixel kernel."},
}

// HostCommandValues are the values of HOST_COMMAND.
var HostCommandValues = []NamedValue{
	{Name: "RUN_LIST", Value: 1, Label: "RUN_LIST", Description: "Writes the even or the odd run list. The one that runs is refused. On an idle machine the list starts."},
	{Name: "INTERRUPT", Value: 2, Label: "INTERRUPT", Description: "Cuts the context that runs. With OTHER the other list runs next, from its context 0. It returns to the interrupted context when it has no more work, or as RETURN_MODE says. Of interrupts with OTHER inside one another the outermost return counts."},
	{Name: "SWAP", Value: 3, Label: "SWAP", Description: "The other list runs from the next switch on."},
	{Name: "RETURN", Value: 4, Label: "RETURN", Description: "The interrupted list runs on from the next switch on."},
	{Name: "DOORBELL", Value: 5, Label: "DOORBELL", Description: "A tail was moved, or a word that a WAIT looks at."},
	{Name: "STATUS_BUFFER", Value: 6, Label: "STATUS_BUFFER", Description: "Where the context status buffer is. Bits 5:0 of the address are ignored."},
	{Name: "SERVED", Value: 7, Label: "SERVED", Description: "The page fault of a context is served: it may be scheduled again. It answers the context's entry in the status buffer, and may come before it; while the CSP knows of no fault of the context it does nothing. Bits 5:0 of the address are ignored."},
	{Name: "FLUSH_PAGE", Value: 8, Label: "FLUSH_PAGE", Description: "An entry of a page table has been changed; the status buffer says when nothing uses the old place any more, with the address as it was given. Bits 15:0 of it are ignored."},
}

// ReturnModeValues are the values of RETURN_MODE.
var ReturnModeValues = []NamedValue{
	{Name: "NEVER", Value: 0, Label: "NEVER", Description: "On command, or when it has nothing more to run."},
	{Name: "CONTEXT", Value: 1, Label: "CONTEXT", Description: "When the first context that it runs has ended."},
}

// StatusKindValues are the values of STATUS_KIND.
var StatusKindValues = []NamedValue{
	{Name: "SWITCHED", Value: 1, Label: "SWITCHED", Description: "A context has left the machine, or did not start: the causes say why."},
	{Name: "REFUSED", Value: 2, Label: "REFUSED", Description: "A run list was written while it runs."},
	{Name: "IDLE", Value: 3, Label: "IDLE", Description: "Both lists have nothing to run."},
	{Name: "IGNORED", Value: 4, Label: "IGNORED", Description: "An interrupt found nothing to cut."},
	{Name: "STALLED", Value: 5, Label: "STALLED", Description: "Every context waits for a word."},
	{Name: "FLUSHED", Value: 6, Label: "FLUSHED", Description: "Nothing uses a page any more whose table entry the CPU has changed."},
}

// CauseValues are the values of CAUSE.
var CauseValues = []NamedValue{
	{Name: "CPU", Value: 1, Label: "cpu", Description: "Interrupt command."},
	{Name: "SLICE", Value: 2, Label: "time slice", Description: "The time slice is over."},
	{Name: "END", Value: 4, Label: "end", Description: "The ring is empty."},
	{Name: "WAIT", Value: 8, Label: "wait", Description: "A WAIT has not passed for csp.wait_yield cycles while other contexts may run or miss a page, or while a page is being taken away."},
	{Name: "FAULT", Value: 16, Label: "fault", Description: "A page is not there."},
	{Name: "INVALID", Value: 32, Label: "invalid", Description: "The context's work is malformed."},
	{Name: "NO_PROGRESS", Value: 64, Label: "no progress", Description: "The other causes have waited csp.progress_limit cycles for a restore to make progress, and it has not."},
}

// ReasonValues are the values of REASON.
var ReasonValues = []NamedValue{
	{Name: "NONE", Value: 0, Label: "none", Description: "Nothing."},
	{Name: "HEADER", Value: 1, Label: "HEAD, TAIL, SAVE_AREA or SCRATCH of the header", Description: "HEAD or TAIL not below RING_SIZE, RING_SIZE too large, SAVE_AREA or SCRATCH not aligned to 64 bytes, or scratch memory that cannot be."},
	{Name: "PLACE_HOLDER", Value: 2, Label: "place-holder", Description: "Place-holder that is neither SKIP_1_DWORD nor RESTORE."},
	{Name: "SAVE_AREA", Value: 3, Label: "save area", Description: "Save area of another context or layout, or RESTORE to another address than SAVE_AREA."},
	{Name: "OPCODE", Value: 4, Label: "unknown command", Description: "Unknown command."},
	{Name: "PLACE", Value: 5, Label: "command in the wrong place", Description: "Command of the ring in a DMA buffer, or the other way round."},
	{Name: "LENGTH", Value: 6, Label: "length of a command", Description: "Wrong length."},
	{Name: "PAST_END", Value: 7, Label: "command past the end", Description: "Command that goes on after its DMA buffer, or is cut off by the tail for csp.tail_wait cycles."},
	{Name: "ALIGNMENT", Value: 8, Label: "alignment of an address", Description: "Address not aligned."},
	{Name: "BLOCK", Value: 9, Label: "unknown block", Description: "Unknown block."},
	{Name: "REGISTER", Value: 10, Label: "register past the block's length", Description: "Register past the block's length."},
	{Name: "COUNTER", Value: 11, Label: "unknown counter", Description: "Unknown counter."},
	{Name: "TWICE", Value: 12, Label: "INTERRUPTIBLE not first", Description: "INTERRUPTIBLE a second time or after a state write."},
	{Name: "ADDRESS", Value: 13, Label: "address without memory", Description: "Address without memory."},
	{Name: "NOT_INTERRUPTIBLE", Value: 14, Label: "page fault before INTERRUPTIBLE", Description: "Page fault before INTERRUPTIBLE."},
	{Name: "NOT_PINNED", Value: 15, Label: "surface that is not where the MXU has it", Description: "Surface that is not where the MXU has it."},
	{Name: "FRAMES", Value: 16, Label: "more pages at once than memory has", Description: "A careful run has found a page missing that was served for one before, without progress between: the step needs more pages at once than memory has."},
	{Name: "PACKING", Value: 17, Label: "packing of the save area", Description: "Packing in which a block has too little room, moves from where a restore looks for it, overlaps another or ends past the save area, or one that is written after INTERRUPTIBLE."},
	{Name: "KERNEL", Value: 18, Label: "kernel that cannot go on", Description: "Kernel with an instruction that is not legal, or a place outside of it, or a mask stack that is full or empty."},
	{Name: "INSTRUCTIONS", Value: 19, Label: "kernel at its limit of instructions", Description: "Thread that has executed as many instructions as its kernel's limit says."},
	{Name: "FLUSH_MODE", Value: 20, Label: "unknown mode of a flush", Description: "Unknown mode of a FLUSH."},
}

// MxuClientValues are the values of MXU_CLIENT.
var MxuClientValues = []NamedValue{
	{Name: "DMA_READ", Value: 0, Label: "DMA_READ", Description: "Reads of the CSP."},
	{Name: "DMA_WRITE", Value: 1, Label: "DMA_WRITE", Description: "Writes of the CSP."},
	{Name: "VERTEX", Value: 2, Label: "VERTEX", Description: "Vertex records."},
	{Name: "DEPTH", Value: 3, Label: "DEPTH", Description: "Depth and stencil."},
	{Name: "COLOR", Value: 4, Label: "COLOR", Description: "Colours."},
	{Name: "C2D", Value: 5, Label: "C2D", Description: "Fills and copies."},
	{Name: "WALKER", Value: 6, Label: "WALKER", Description: "Page tables."},
	{Name: "BREAK_POINT", Value: 7, Label: "BREAK_POINT", Description: "Pins of the break point."},
	{Name: "COMMAND", Value: 8, Label: "COMMAND", Description: "Pins of the CSP."},
	{Name: "CLUSTER", Value: 9, Label: "CLUSTER", Description: "Instructions, loads and textures of kernels."},
}

// HeaderFormat are the fields of a command's header.
var HeaderFormat = []WordField{
	{Name: "CLIENT", Shift: 29, Width: 3, Type: "enum", Values: ClientValues, Description: "Who executes the command."},
	{Name: "OPCODE", Shift: 24, Width: 5, Type: "uint", Description: "What it does; each client counts its own."},
	{Name: "SUB_OPCODE", Shift: 16, Width: 8, Type: "uint", Description: "More about it, where the command says so."},
	{Name: "LENGTH", Shift: 0, Width: 16, Type: "uint", Description: "Number of DWORDs that follow the header."},
}

// Commands describes all commands.
var Commands = []Command{
	{Name: "NOP", Alone: "NULL", Code: CommandNop, Shape: Shape{Where: InRing | InDmaBuffer, Least: 0, Most: 65535, Fixed: 0}, Description: "Does nothing.",
		Operands: []Word{
			{Name: "IGNORED", Offset: 1, Count: 1, Rest: true, Type: "raw", Align: 0, Max: 0, Writer: "", Description: "Has no effect."},
		}},
	{Name: "SKIP_1_DWORD", Alone: "", Code: CommandSkip1Dword, Shape: Shape{Where: InPlaceHolder, Least: 1, Most: 1, Fixed: 1}, Description: "The context was not interrupted since it began.",
		Operands: []Word{
			{Name: "IGNORED", Offset: 1, Count: 1, Rest: false, Type: "raw", Align: 0, Max: 0, Writer: "", Description: "NULL, in the place of RESTORE's address."},
		}},
	{Name: "RESTORE", Alone: "", Code: CommandRestore, Shape: Shape{Where: InPlaceHolder, Least: 1, Most: 1, Fixed: 1}, Description: "The context was interrupted and goes on from its save area.",
		Operands: []Word{
			{Name: "SAVE_AREA", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "", Description: "Address of the save area."},
		}},
	{Name: "INTERRUPTIBLE", Alone: "", Code: CommandInterruptible, Shape: Shape{Where: InRing, Least: 0, Most: 0, Fixed: 0}, Description: "Every block copies its registers to the save area; from here on the context can be interrupted."},
	{Name: "DMA", Alone: "", Code: CommandDma, Shape: Shape{Where: InRing, Least: 2, Most: 2, Fixed: 2}, Description: "Executes a DMA buffer.",
		Operands: []Word{
			{Name: "ADDRESS", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "", Description: "Address of the DMA buffer; not 0."},
			{Name: "DWORDS", Offset: 2, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "", Description: "DWORDs in it."},
		}},
	{Name: "FENCE", Alone: "", Code: CommandFence, Shape: Shape{Where: InRing | InDmaBuffer, Least: 2, Most: 2, Fixed: 2}, Description: "Writes a word when everything before it is in memory.",
		Operands: []Word{
			{Name: "ADDRESS", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 4, Max: 0, Writer: "", Description: "Where the word is."},
			{Name: "VALUE", Offset: 2, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "", Description: "What is written."},
		}},
	{Name: "WAIT", Alone: "", Code: CommandWait, Shape: Shape{Where: InRing | InDmaBuffer, Least: 2, Most: 2, Fixed: 2}, Description: "Stops the parser until a word is large enough.",
		Operands: []Word{
			{Name: "ADDRESS", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 4, Max: 0, Writer: "", Description: "Where the word is."},
			{Name: "VALUE", Offset: 2, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "", Description: "What it must be at least, unsigned."},
		}},
	{Name: "FLUSH", Alone: "", Code: CommandFlush, Shape: Shape{Where: InRing | InDmaBuffer, Least: 0, Most: 0, Fixed: 0}, Description: "Stops the parser until everything before it has come to its end, and read caches have nothing of the context. With WRITE_BACK all of it is in memory then, and no cache has anything of the context.",
		Sub: &WordField{Name: "MODE", Shift: HeaderSubOpcodeShift, Width: 8, Type: "enum", Values: FlushModeValues, Description: "What becomes of what was written."},
	},
	{Name: "SET_STATE", Alone: "", Code: CommandSetState, Shape: Shape{Where: InDmaBuffer, Least: 2, Most: 65535, Fixed: 1}, Description: "Writes neighbouring registers of one block.",
		Sub: &WordField{Name: "BLOCK", Shift: HeaderSubOpcodeShift, Width: 8, Type: "block", Description: "The block's ID."},
		Operands: []Word{
			{Name: "FIRST", Offset: 1, Count: 1, Rest: false, Type: "register", Align: 0, Max: 0, Writer: "", Description: "The first register."},
			{Name: "VALUE", Offset: 2, Count: 1, Rest: true, Type: "value", Align: 0, Max: 0, Writer: "", Description: "What it and its neighbours get, one DWORD each."},
		}},
	{Name: "DRAW", Alone: "", Code: CommandDraw, Shape: Shape{Where: InDmaBuffer, Least: 4, Most: 4, Fixed: 4}, Description: "Draws primitives.",
		Operands: []Word{
			{Name: "COUNT", Offset: 1, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "", Description: "Vertices, indices, or indexed patches."},
			{Name: "INSTANCES", Offset: 2, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "", Description: "How often they are drawn."},
			{Name: "FIRST", Offset: 3, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "", Description: "The first vertex, or the place of the first index."},
			{Name: "FLAGS", Offset: 4, Count: 1, Rest: false, Type: "fields", Align: 0, Max: 0, Writer: "", Description: "How vertices are named.", Fields: []WordField{
				{Name: "INDEXED", Shift: 0, Width: 1, Type: "bool", Description: "By the index buffer."},
			}},
		}},
	{Name: "QUERY_WRITE", Alone: "", Code: CommandQueryWrite, Shape: Shape{Where: InDmaBuffer, Least: 1, Most: 1, Fixed: 1}, Description: "Writes a counter of 64 bits as it stands after everything before it.",
		Sub: &WordField{Name: "COUNTER", Shift: HeaderSubOpcodeShift, Width: 8, Type: "enum", Values: CounterValues, Description: "The counter."},
		Operands: []Word{
			{Name: "ADDRESS", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 8, Max: 0, Writer: "", Description: "Where it is written."},
		}},
	{Name: "FILL", Alone: "", Code: CommandFill, Shape: Shape{Where: InDmaBuffer, Least: 0, Most: 0, Fixed: 0}, Description: "Fills a rectangle as the registers of C2D say."},
	{Name: "COPY", Alone: "", Code: CommandCopy, Shape: Shape{Where: InDmaBuffer, Least: 0, Most: 0, Fixed: 0}, Description: "Copies a rectangle as the registers of C2D say."},
}

// Structures describes all structures.
var Structures = []Structure{
	{Name: "RUN_LIST", DWords: 3, Align: 4, Count: 4, Behind: "", Description: "A context of a run list. The command RUN_LIST brings four of them.", Words: []Word{
		{Name: "CONTEXT", Offset: 0, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "cpu", Description: "Address of the context's header, 0 for none. Bits 5:0 are ignored."},
		{Name: "PAGE_TABLE", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "cpu", Description: "Address of its page table in memory, 0: its addresses are those of memory. Bits 5:0 are ignored."},
		{Name: "SLICE", Offset: 2, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "cpu", Description: "Time slice in cycles, 0: csp.time_slice."},
	}},
	{Name: "CONTEXT_HEADER", DWords: 8, Align: 64, Count: 1, Behind: "", Description: "Begins a context; its ring follows.", Words: []Word{
		{Name: "HEAD", Offset: 0, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "DWORD offset in the ring of the command being executed, as committed at the break point."},
		{Name: "TAIL", Offset: 1, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "cpu", Description: "DWORD offset just after the last command."},
		{Name: "RESTORE", Offset: 2, Count: 1, Rest: false, Type: "command", Align: 0, Max: 0, Writer: "gpu", Description: "Place-holder: SKIP_1_DWORD, or RESTORE after a save."},
		{Name: "RESTORE_ADDRESS", Offset: 3, Count: 1, Rest: false, Type: "address", Align: 0, Max: 0, Writer: "gpu", Description: "Place-holder: NULL, or the save area's address after a save."},
		{Name: "RING_SIZE", Offset: 4, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 1048576, Writer: "cpu", Description: "DWORDs in the ring."},
		{Name: "SAVE_AREA", Offset: 5, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "cpu", Description: "Address of the save area."},
		{Name: "SCRATCH", Offset: 6, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "cpu", Description: "Address of the scratch memory, where SCRATCH_SIZE says that there is any."},
		{Name: "SCRATCH_SIZE", Offset: 7, Count: 1, Rest: false, Type: "fields", Align: 0, Max: 0, Writer: "cpu", Description: "Scratch memory: each thread of the machine has a part of its own.", Fields: []WordField{
			{Name: "LINES", Shift: 0, Width: 16, Type: "uint", Description: "Of a thread, in lines of 64 bytes; 0: there is none."},
			{Name: "THREADS", Shift: 16, Width: 16, Type: "uint", Description: "Parts that there is room for: at least one for each hardware thread of the machine."},
		}},
	}},
	{Name: "SAVE_AREA_HEAD", DWords: 4, Align: 64, Count: 1, Behind: "", Description: "Begins a save area; the blocks follow, then SAVE_AREA_TAIL.", Words: []Word{
		{Name: "DMA_OFFSET", Offset: 0, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "DWORD offset in the DMA buffer."},
		{Name: "CONTEXT", Offset: 1, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "gpu", Description: "Address of the context's header."},
		{Name: "LAYOUT", Offset: 2, Count: 1, Rest: false, Type: "raw", Align: 0, Max: 0, Writer: "gpu", Description: "A hash of names and places of all that is saved."},
	}},
	{Name: "SAVE_AREA_TAIL", DWords: 8, Align: 16, Count: 1, Behind: "blocks", Description: "Ends a save area: the rest of the cursor.", Words: []Word{
		{Name: "PRIMITIVE", Offset: 0, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Primitive ID."},
		{Name: "INSTANCE", Offset: 1, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Instance ID."},
		{Name: "TILE", Offset: 2, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Tile ID."},
		{Name: "TRIANGLE", Offset: 3, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Tessellated triangle ID."},
		{Name: "RING_HEAD", Offset: 4, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 1048575, Writer: "gpu", Description: "DWORD offset in the ring."},
		{Name: "DMA_BUFFER", Offset: 5, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "gpu", Description: "Address of the DMA buffer, 0 outside one."},
	}},
	{Name: "PAGE_TABLE", DWords: 1, Align: 64, Count: 4096, Behind: "", Description: "A word for each page of 64 KiB of a context's 256 MiB.", Words: []Word{
		{Name: "ENTRY", Offset: 0, Count: 1, Rest: false, Type: "fields", Align: 0, Max: 0, Writer: "cpu", Description: "Where the page is.", Fields: []WordField{
			{Name: "PRESENT", Shift: 0, Width: 1, Type: "bool", Description: "The page is in memory."},
			{Name: "FRAME", Shift: 16, Width: 16, Type: "uint", Description: "Bits 31:16 of its address in memory."},
		}},
	}},
	{Name: "VERTEX", DWords: 16, Align: 64, Count: 1, Behind: "", Description: "A vertex record.", Words: []Word{
		{Name: "POSITION", Offset: 0, Count: 3, Rest: false, Type: "f32", Align: 0, Max: 0, Writer: "cpu", Description: "x, y, z."},
		{Name: "NORMAL", Offset: 3, Count: 3, Rest: false, Type: "f32", Align: 0, Max: 0, Writer: "cpu", Description: "x, y, z."},
		{Name: "TEXCOORD", Offset: 6, Count: 2, Rest: false, Type: "f32", Align: 0, Max: 0, Writer: "cpu", Description: "u, v."},
		{Name: "COLOR", Offset: 8, Count: 4, Rest: false, Type: "f32", Align: 0, Max: 0, Writer: "cpu", Description: "r, g, b, a."},
	}},
	{Name: "STATUS_ENTRY", DWords: 16, Align: 64, Count: 1, Behind: "", Description: "An entry of the context status buffer. Sequence and kind are written last.", Words: []Word{
		{Name: "SEQUENCE", Offset: 0, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Sequence number, from 1."},
		{Name: "EVENT", Offset: 1, Count: 1, Rest: false, Type: "fields", Align: 0, Max: 0, Writer: "gpu", Description: "What happened.", Fields: []WordField{
			{Name: "KIND", Shift: 0, Width: 8, Type: "enum", Values: StatusKindValues, Description: "Kind of the entry."},
			{Name: "CAUSES", Shift: 8, Width: 8, Type: "flags", Values: CauseValues, Description: "Causes of the switch."},
			{Name: "REASON", Shift: 16, Width: 8, Type: "enum", Values: ReasonValues, Description: "What is malformed."},
			{Name: "ODD", Shift: 24, Width: 1, Type: "bool", Description: "The list is the odd one."},
			{Name: "INDEX", Shift: 25, Width: 2, Type: "uint", Description: "Context of the list."},
			{Name: "CAREFUL", Shift: 27, Width: 1, Type: "bool", Description: "Page faults keep the context from making progress. Its runs are careful until it does, and a page that is served for one must stay."},
			{Name: "KEPT", Shift: 31, Width: 1, Type: "bool", Description: "The save area is that of the cursor."},
		}},
		{Name: "CONTEXT", Offset: 2, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "gpu", Description: "Address of the context's header."},
		{Name: "ADDRESS", Offset: 3, Count: 1, Rest: false, Type: "raw", Align: 0, Max: 0, Writer: "gpu", Description: "Address of a page fault or of a flushed page; the malformed word."},
		{Name: "CYCLE", Offset: 4, Count: 1, Rest: false, Type: "uint64", Align: 0, Max: 0, Writer: "gpu", Description: "When it happened, the low half first."},
		{Name: "RING_HEAD", Offset: 6, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Cursor: DWORD offset in the ring."},
		{Name: "DMA_BUFFER", Offset: 7, Count: 1, Rest: false, Type: "address", Align: 64, Max: 0, Writer: "gpu", Description: "Cursor: address of the DMA buffer."},
		{Name: "DMA_OFFSET", Offset: 8, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Cursor: DWORD offset in it."},
		{Name: "INSTANCE", Offset: 9, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Cursor: instance."},
		{Name: "PRIMITIVE", Offset: 10, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Cursor: primitive."},
		{Name: "TRIANGLE", Offset: 11, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Cursor: tessellated triangle."},
		{Name: "TILE", Offset: 12, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Cursor: tile."},
		{Name: "CLIENT", Offset: 13, Count: 1, Rest: false, Type: "enum", Align: 0, Max: 0, Writer: "gpu", Values: MxuClientValues, Description: "Client of the MXU that has faulted."},
		{Name: "MORE", Offset: 14, Count: 1, Rest: false, Type: "uint", Align: 0, Max: 0, Writer: "gpu", Description: "Pages beside that of ADDRESS that are missing, all of one pin set: such as follow it."},
	}},
}
