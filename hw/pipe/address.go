package pipe

import "tilemark/hw/regs"

// Pages of the MXU.
const (
	// PageShift is the size of a page: 64 KiB.
	PageShift = regs.PageTableEntryFrameShift
	// TablePages is the number of pages of a context's address space, 256 MiB, and of
	// the words of its page table.
	TablePages = regs.PageTableCount
	// SpaceBytes is the size of that address space.
	SpaceBytes = TablePages << PageShift
	// PagePresent in a word of a page table says that bits 31:16 are those of the
	// page's address in memory.
	PagePresent = regs.PageTableEntryPresentMask << regs.PageTableEntryPresentShift
)

// Physical is the slot of a memory request that belongs to no context: its address is
// that in memory.
const Physical = Slots

// MXUCommandKind is the type of an entry of CSP_MXU.
type MXUCommandKind uint8

// What the CSP asks of the MXU. Commands are executed in order, apart from answers to
// FlushPage.
const (
	// SetSpace gives a slot the page table at Addr (aligned to 64 bytes), or with 0 the
	// addresses of memory. No read of the slot's old context may be under way. It is not
	// answered: a PinPages after it is, and reads that depend on it wait for that.
	SetSpace MXUCommandKind = iota + 1
	// PinPages keeps the pages of Bytes from Addr where they are. PagesPinned or PinFault
	// answers.
	PinPages
	// UnpinPages gives up what PinPages, of the same range, has pinned. It is not answered.
	UnpinPages
	// ReleaseSlot says that the slot's context has been cut, and its INT_END has left the
	// break point. From here to SetSpace its reads that fault are answered with zeros, and
	// its faults are not reported. It is not answered.
	ReleaseSlot
	// FlushPage says that the CPU has changed the word of a page table for the page at
	// Addr, which was present at Frame in memory. PageFlushed answers when nothing uses
	// that any more, which can be long after; at most MaxFlushes are unanswered.
	FlushPage
)

// MaxFlushes is the most FlushPage commands that may be unanswered.
const MaxFlushes = 4

// MXUCommand is an entry of CSP_MXU.
type MXUCommand struct {
	Kind  MXUCommandKind
	Slot  uint8  // below Slots; not FlushPage
	Addr  uint32 // byte address; SetSpace: in memory
	Bytes uint32 // PinPages, UnpinPages: length of the range
	Lent  bool   // PinPages, UnpinPages: clusters use the range below the break point, as scratch memory
	Frame uint32 // FlushPage: byte address in memory where the page was
}

// MXUAnswerKind is the type of an entry of MXU_CSP.
type MXUAnswerKind uint8

// What the MXU tells the CSP.
const (
	PagesPinned MXUAnswerKind = iota + 1 // answers PinPages
	PinFault                             // answers PinPages: nothing of the range is pinned. Client, Addr, Reason
	PageFlushed                          // answers FlushPage: Addr
	// PageFault comes by itself: an access of the slot found no page. Client, Addr and
	// Reason say which. Until ReleaseSlot it is the only one for the slot, apart from one
	// that is NotPinned, which can come until the slot gets another context.
	PageFault
)

// FaultReason says why an address has no place in memory.
type FaultReason uint8

// Reasons.
const (
	NotPresent   FaultReason = iota + 1 // the page table says so
	Outside                             // beyond the address space, or a place beyond memory
	NotPinned                           // the back end names an address that the break point was not told of
	KernelFailed                        // a thread could not go on
	KernelLimit                         // a thread has executed as many instructions as it may
)

// MXUAnswer is an entry of MXU_CSP.
type MXUAnswer struct {
	Kind   MXUAnswerKind
	Slot   uint8
	Client uint8 // whose access it was, as numbered by the MXU
	Reason FaultReason
	Addr   uint32 // byte address
	More   uint16 // of a fault: further pages of the same pin set that are not there
}
