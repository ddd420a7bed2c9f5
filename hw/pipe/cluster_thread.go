package pipe

// Sides of the break point. What comes from work above it and from work below it has connections, credits and queues of its own in a cluster, so that
// nothing below waits for something above (rule X2).
const (
	Above = iota // vertex, hull and domain threads
	Below        // pixels, compute
	Sides
)

// RegisterWords is the number of words of a general register of 256 bits.
const RegisterWords = 8

// ThreadHead is what a thread request says before the registers that the thread begins with.
type ThreadHead struct {
	Slot       uint8  // of the context
	Thread     uint8  // thread slot of the multiprocessor
	Generation uint8  // of the thread slot: answers of an earlier one are not this thread's
	Stage      uint8  // isa.Stage... value
	Lanes      uint8  // 8, 16 or 32
	Set        uint8  // pin set that has its kernel and bindings
	Number     uint8  // in the CTA
	Threads    uint8  // of the CTA; 0: it is in none
	CTA        uint8  // CTA slot of the multiprocessor
	First      uint16 // register of the register file that is its r0
	Registers  uint8  // that it has, less one
	Version    uint8  // of the state that its kernel is patched for
	Kernel     uint32 // byte address of the first instruction, aligned to LineBytes
	Bytes      uint32 // of the kernel's instructions
	Active     uint32 // lanes that it was filled with
	Helpers    uint32
	Limit      uint32 // instructions that it may execute; 0: any number
	Scratch    uint32 // bytes of scratch memory, a multiple of 32
	Shared     uint16 // row of the multiprocessor's shared memory where that of its CTA begins
	SharedSize uint16 // of the CTA, in rows of 64 bytes, the last one perhaps not whole
	SharedRest uint8  // bytes that the last row lacks
	Work       uint16 // number of the work, by which the pipeline manager begins to look for a thread slot
	Restored   bool   // it was saved, and does not begin before a HandlerCall
	Table      uint8  // lines of the patch table, which begins at the first line after the kernel; 0: lines are not patched
	Live       bool   // in memory, a table of live registers follows the kernel: see LiveAt
}

// LiveBytes is the size of an entry of a table of live registers: a set, a bit a register. The table has one for each 8 bytes of the kernel.
const LiveBytes = 16

// LiveAt is the byte address of the entry for a byte of a kernel. The table begins at the first line after the kernel.
func LiveAt(kernel, bytes, pc uint32) uint32 {
	if pc >= bytes {
		return NoAddress
	}
	return kernel + (bytes+LineBytes-1)&^(LineBytes-1) + pc/8*LiveBytes
}

// HandlerCall has a thread enter a handler. It is an entry of PM_SM.
type HandlerCall struct {
	Thread     uint8 // thread slot
	Generation uint8
	Stage      uint8 // isa.StageTrap or isa.StageRestore
	Lanes      uint8
	Slot       uint8     // of the context
	Kernel     uint32    // byte address of the handler's first instruction
	Bytes      uint32    // of its instructions
	Trap       [4]uint32 // trap registers; the multiprocessor fills in what TR2 says
}

// Beat is a call as it is sent.
func (c *HandlerCall) Beat() ThreadBeat {
	return ThreadBeat{Kind: BeatHandler, Slot: c.Slot, Last: true, load: [RegisterWords]uint32{
		uint32(c.Thread) | uint32(c.Generation)<<8 | uint32(c.Stage)<<16 | uint32(c.Lanes)<<24, c.Kernel, c.Bytes, c.Trap[0], c.Trap[1], c.Trap[2], c.Trap[3],
	}}
}

// HandlerCall reads a call.
func (b *ThreadBeat) HandlerCall() HandlerCall {
	w := &b.load
	return HandlerCall{Thread: uint8(w[0]), Generation: uint8(w[0] >> 8), Stage: uint8(w[0] >> 16), Lanes: uint8(w[0] >> 24), Slot: b.Slot, Kernel: w[1], Bytes: w[2], Trap: [4]uint32(w[3:7])}
}

// ThreadBeatKind is what an entry of PM_SM is.
type ThreadBeatKind uint8

// Entries of PM_SM. The first two are a thread request: two beats of head, then its registers from r0 on.
const (
	BeatHead     ThreadBeatKind = iota + 1
	BeatRegister                // 256 bits
	BeatResults                 // the results of a thread are called for
	BeatHandler                 // a HandlerCall
	BeatCut                     // the token of a cut: requests of the slot that came earlier from above the break point are discarded
)

// ThreadBeat is an entry of PM_SM, and of EUP_PM: a part of a thread request, or what PM has a thread do.
type ThreadBeat struct {
	Kind ThreadBeatKind
	Slot uint8 // of the context
	Last bool  // of the request
	load [RegisterWords]uint32
}

// HeadBeats is how many beats a head takes.
const HeadBeats = 2

// Beats is the head as it is sent. Registers follow.
func (h *ThreadHead) Beats() [HeadBeats]ThreadBeat { return [...]ThreadBeat{h.Beat(0), h.Beat(1)} }

// Beat is beat n of a head.
func (h *ThreadHead) Beat(n uint8) (b ThreadBeat) {
	b.Kind, b.Slot = BeatHead, h.Slot
	w := &b.load
	if n == 1 {
		w[0], w[1], w[2] = h.Scratch, uint32(h.Shared)|uint32(h.SharedSize)<<16, uint32(h.Threads)|uint32(h.SharedRest)<<8|uint32(h.Work)<<16
		if h.Restored {
			w[3] = 1
		}
		if h.Live {
			w[3] |= 2
		}
		w[3] |= uint32(h.Table) << 8
		return b
	}
	w[0] = uint32(h.Slot) | uint32(h.Thread)<<8 | uint32(h.Generation)<<16 | uint32(h.Stage)<<24
	w[1] = uint32(h.Lanes) | uint32(h.Set)<<8 | uint32(h.Number)<<16 | uint32(h.CTA)<<24
	w[2] = uint32(h.First) | uint32(h.Registers)<<16 | uint32(h.Version)<<24
	w[3], w[4], w[5], w[6], w[7] = h.Kernel, h.Bytes, h.Active, h.Helpers, h.Limit
	return b
}

// TakeHead reads beat n of a head.
func (h *ThreadHead) TakeHead(n uint8, b *ThreadBeat) {
	w := &b.load
	if n == 1 {
		h.Scratch, h.Shared, h.SharedSize, h.Threads, h.SharedRest, h.Work = w[0], uint16(w[1]), uint16(w[1]>>16), uint8(w[2]), uint8(w[2]>>8), uint16(w[2]>>16)
		h.Restored, h.Live, h.Table = w[3]&1 != 0, w[3]&2 != 0, uint8(w[3]>>8)
		return
	}
	h.Slot, h.Thread, h.Generation, h.Stage = uint8(w[0]), uint8(w[0]>>8), uint8(w[0]>>16), uint8(w[0]>>24)
	h.Lanes, h.Set, h.Number, h.CTA = uint8(w[1]), uint8(w[1]>>8), uint8(w[1]>>16), uint8(w[1]>>24)
	h.First, h.Registers, h.Version = uint16(w[2]), uint8(w[2]>>16), uint8(w[2]>>24)
	h.Kernel, h.Bytes, h.Active, h.Helpers, h.Limit = w[3], w[4], w[5], w[6], w[7]
}

// RegisterBeat is a beat with a register of a thread of a slot's context.
func RegisterBeat(slot uint8, words *[RegisterWords]uint32, last bool) ThreadBeat {
	return ThreadBeat{Kind: BeatRegister, Slot: slot, Last: last, load: *words}
}

// CallBeat calls for the results of a thread.
func CallBeat(slot, thread, generation uint8) ThreadBeat {
	return ThreadBeat{Kind: BeatResults, Slot: slot, Last: true, load: [RegisterWords]uint32{uint32(thread) | uint32(generation)<<8}}
}

// Called is the thread slot of a CallBeat, and its generation.
func (b *ThreadBeat) Called() (thread, generation uint8) {
	return uint8(b.load[0]), uint8(b.load[0] >> 8)
}

// ResultHead is what the results of a thread begin with.
type ResultHead struct {
	Work    uint16 // number of the work
	Set     uint8  // pin set of its kernel
	Message uint8  // isa.MessageResult, MessageColor or MessageColorDepth; 0: it has none
	Fault   uint8  // eu.Fault: why the thread could not go on
	Lanes   uint32 // of colours: pixels that are written
	At      uint32 // Fault: byte of the kernel
}

// ResultBeat is an entry of SM_RES: 256 bits of a thread's results. The first one is the head, those that follow are registers.
type ResultBeat struct {
	Slot  uint8 // of the context
	Head  bool
	Last  bool
	Token bool // it is no result, but the token of a cut: no result of the slot from before the cut follows
	Words [RegisterWords]uint32
}

// SetHead makes it a head.
func (b *ResultBeat) SetHead(h ResultHead) {
	b.Words = [RegisterWords]uint32{uint32(h.Work) | uint32(h.Set)<<16 | uint32(h.Message)<<24, uint32(h.Fault), h.Lanes, h.At}
}

// ResultHead reads a head.
func (b *ResultBeat) ResultHead() ResultHead {
	w := &b.Words
	return ResultHead{Work: uint16(w[0]), Set: uint8(w[0] >> 16), Message: uint8(w[0] >> 24), Fault: uint8(w[1]), Lanes: w[2], At: w[3]}
}

// What implements Entry.
func (b *ResultBeat) What() string {
	if b.Token {
		return "INT_END"
	}
	return beatName(b.Head)
}

// Of implements Entry.
func (b *ResultBeat) Of() uint8 { return b.Slot }

// ResultCall is an entry of EUP_CALL: results of a thread are called for that has ended.
type ResultCall struct {
	Slot uint8
	Cut  bool // it is no call, but the token of a cut: no call of the slot from before the cut follows
	Work uint16
}

// What implements Entry.
func (c *ResultCall) What() string {
	if c.Cut {
		return "TOKEN"
	}
	return "CALL"
}

// Of implements Entry.
func (c *ResultCall) Of() uint8 { return c.Slot }

// CutBeat is the token of a cut.
func CutBeat(slot uint8) ThreadBeat { return ThreadBeat{Kind: BeatCut, Slot: slot, Last: true} }

// Register is the register of a beat after the head.
func (b *ThreadBeat) Register() *[RegisterWords]uint32 { return &b.load }

// ThreadFreeKind is what an entry of PM_EUP says.
type ThreadFreeKind uint8

// Entries of PM_EUP.
const (
	PlaceFree   ThreadFreeKind = iota + 1 // the thread has ended, or its request was discarded by a cut
	ResultsDone                           // it has ended, and its results can be called for; its place is not free
	NothingLeft                           // the cluster has nothing left of the slot's context above the break point, which was cut
)

// ThreadFree is an entry of PM_EUP.
type ThreadFree struct {
	Kind  ThreadFreeKind
	Slot  uint8
	Side  uint8
	Fault uint8
	Work  uint16
}

// What implements Entry.
func (e *ThreadFree) What() string {
	return [...]string{"?", "FREE", "DONE", "INT_END"}[min(e.Kind, NothingLeft)]
}

// Of implements Entry.
func (e *ThreadFree) Of() uint8 { return e.Slot }

// ThreadEndKind is what an entry of SM_PM says.
type ThreadEndKind uint8

// Entries of SM_PM.
const (
	SlotFree     ThreadEndKind = iota + 1 // the thread has ended, and its slot is free
	ThreadDone                            // it has ended, and its results can be called for
	ThreadSaved                           // it has ended in a trap handler, and is to come back
	ThreadBack                            // it has come back, and executes its kernel
	TokenArrived                          // the token of a cut has come
)

// ThreadEnd is an entry of SM_PM.
type ThreadEnd struct {
	Kind       ThreadEndKind
	Slot       uint8
	Thread     uint8
	Generation uint8
	Fault      uint8  // eu.Fault: why the thread could not go on
	At         uint32 // Fault: byte of the kernel
}

// What implements Entry.
func (*PageFlush) What() string { return "FLUSH_PAGE" }

// Of implements Entry.
func (*PageFlush) Of() uint8 { return 0 }

// What implements Entry.
func (*UnitDone) What() string { return "DONE" }

// What implements Entry.
func (*Descriptor) What() string { return "DESCRIPTOR" }

func beatName(head bool) string {
	if head {
		return "HEAD"
	}
	return "REGISTER"
}

// What implements Entry.
func (b *ThreadBeat) What() string {
	return [...]string{"?", "HEAD", "REGISTER", "CALL", "HANDLER", "INT_END"}[min(b.Kind, BeatCut)]
}

// Of implements Entry.
func (b *ThreadBeat) Of() uint8 { return b.Slot }

// What implements Entry.
func (*CodeFetch) What() string { return "FETCH" }

// What implements Entry.
func (e *ThreadEnd) What() string {
	if e.Kind == SlotFree && e.Fault != 0 {
		return "FAULT"
	}
	return [...]string{"?", "END", "DONE", "SAVED", "BACK", "INT_END"}[min(e.Kind, TokenArrived)]
}

// Of implements Entry.
func (e *ThreadEnd) Of() uint8 { return e.Slot }
