package pipe

// LineBytes is the size of a memory transaction and of a cache line.
const LineBytes = 64

// Op is a kind of memory request.
type Op uint8

// Requests. Pins keep a page where it is: a tile holds one on each of its pages
// from the break point to its end, a cached line one on its own page.
const (
	Read      Op = iota + 1
	Write        // masked; answered when it is in memory
	Release      // a clean cached line is given up; not answered
	Unpin        // a tile is done with its page; not answered
	UnpinSet     // a draw is done with its pin set; not answered
	Atomic       // of up to 8 words, in one step: see SetAtomic; answered like a read with what was there before
	Pin          // a cached line is to be written to: its page is pinned by it until a Write that evicts or a Release; answered
	ReadAbove    // a read of a cluster for work above the break point: its page may not be there
	NoPage       // the answer to such a read: there is no page
	FlushDone    // a cache has written back and dropped the lines of a page, after its writes; not answered
	AllTaken     // answered when all requests of the client that came before have been taken: pins that it has given up are no longer there, and what atomics of the slot's context have changed is on its way to memory
)

// MemRequest is an entry of a memory port.
type MemRequest struct {
	Op     Op
	Slot   uint8
	Client uint8 // set by the MXU
	Evict  bool  // Write: the cached line is given up
	Tag    uint16
	Addr   uint32 // byte address, aligned to LineBytes
	Set    uint8  // UnpinSet: its number
	Mask   uint64 // Write: bit i: byte i is written
	Data   [16]uint32
}

// SetAtomic makes a request an atomic of the words of 32 bytes, to which its address is aligned: those that bits 7:0 of Mask name. x and y are what the
// message brings for each; operation is an isa.Atomic... value.
func (r *MemRequest) SetAtomic(operation uint8, signed bool, x, y *[8]uint32) {
	r.Op, r.Set = Atomic, operation
	if signed {
		r.Set |= atomicSigned
	}
	copy(r.Data[:8], x[:])
	copy(r.Data[8:], y[:])
}

const atomicSigned = 1 << 7

// AtomicOf is the operation of an Atomic.
func (r *MemRequest) AtomicOf() (operation uint8, signed bool) {
	return r.Set &^ atomicSigned, r.Set&atomicSigned != 0
}

// MemAnswer answers a Read or Writes, reads in the order of a client's requests and writes
// in theirs.
type MemAnswer struct {
	Op     Op
	Slot   uint8 // of a Read
	Client uint8
	Tag    uint16 // of a Read
	More   uint16 // Write: so many that followed are in memory too
	Data   [16]uint32
}

// PinAnswer is an entry of MXU_BP.
type PinAnswer struct {
	Kind  Kind
	Slot  uint8
	Fault bool  // a page is not there; nothing is pinned
	Set   uint8 // Draw: number of the pin set, by which the end of the pipe gives it up; 0: nothing is to be given up
}

// Fetch is an entry of CSP_DMA: read DWORDs that lie in one line.
type Fetch struct {
	Addr   uint32 // byte address, aligned to 4
	DWords uint8  // 1 to 16
	Stream uint8  // which of the CSP's streams wants them
	Slot   uint8
}

// Beat is an entry of DMA_CSP: up to 128 bits.
type Beat struct {
	Stream uint8
	Slot   uint8
	Count  uint8 // DWORDs
	Data   [4]uint32
}

// Save is an entry of the state FIFO, 128 bits: one or two DWORDs for memory.
type Save struct {
	Addr   uint32 // byte address, aligned to 4 times DWords
	DWords uint8
	Slot   uint8
	Now    bool // somebody waits for it: it, and all before it, wait for no more words of their lines
	Data   [2]uint32
}

// Saved is an entry of DMA_ACK: entries of the state FIFO are in memory.
type Saved struct {
	Slot uint8
	More uint16 // entries beside the first
}
