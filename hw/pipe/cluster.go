package pipe

import "tilemark/hw/isa"

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
	return ThreadBeat{Slot: c.Slot, Call: true, Last: true, load: [RegisterWords]uint32{
		uint32(c.Thread) | uint32(c.Generation)<<8 | uint32(c.Stage)<<16 | uint32(c.Lanes)<<24, c.Kernel, c.Bytes, c.Trap[0], c.Trap[1], c.Trap[2], c.Trap[3],
	}}
}

// HandlerCall reads a call.
func (b *ThreadBeat) HandlerCall() HandlerCall {
	w := &b.load
	return HandlerCall{Thread: uint8(w[0]), Generation: uint8(w[0] >> 8), Stage: uint8(w[0] >> 16), Lanes: uint8(w[0] >> 24), Slot: b.Slot, Kernel: w[1], Bytes: w[2], Trap: [4]uint32(w[3:7])}
}

// ThreadBeat is an entry of PM_SM: 256 bits of a thread request. The first two are its head, those that follow its registers from r0 on.
type ThreadBeat struct {
	Slot    uint8 // of the context
	Head    bool  // a part of the head
	Last    bool  // of the request
	Call    bool  // it is none: a HandlerCall
	Results bool  // it is none: the results of a thread are called for
	Cut     bool  // it is none: the token of a cut, INT_END. Requests of the slot before it, from above the break point, are discarded
	load    [RegisterWords]uint32
}

// HeadBeats is how many beats a head takes.
const HeadBeats = 2

// Beats is the head as it is sent. Registers follow.
func (h *ThreadHead) Beats() (b [HeadBeats]ThreadBeat) {
	b[0].Slot, b[0].Head, b[1].Slot, b[1].Head = h.Slot, true, h.Slot, true
	b[0].load = [RegisterWords]uint32{
		uint32(h.Slot) | uint32(h.Thread)<<8 | uint32(h.Generation)<<16 | uint32(h.Stage)<<24,
		uint32(h.Lanes) | uint32(h.Set)<<8 | uint32(h.Number)<<16 | uint32(h.CTA)<<24,
		uint32(h.First) | uint32(h.Registers)<<16 | uint32(h.Version)<<24,
		h.Kernel, h.Bytes, h.Active, h.Helpers, h.Limit,
	}
	b[1].load = [RegisterWords]uint32{h.Scratch, uint32(h.Shared) | uint32(h.SharedSize)<<16, uint32(h.Threads) | uint32(h.SharedRest)<<8 | uint32(h.Work)<<16}
	if h.Restored {
		b[1].load[3] = 1
	}
	if h.Live {
		b[1].load[3] |= 2
	}
	return b
}

// TakeHead reads beat n of a head.
func (h *ThreadHead) TakeHead(n uint8, b *ThreadBeat) {
	w := &b.load
	if n == 1 {
		h.Scratch, h.Shared, h.SharedSize, h.Threads, h.SharedRest, h.Work = w[0], uint16(w[1]), uint16(w[1]>>16), uint8(w[2]), uint8(w[2]>>8), uint16(w[2]>>16)
		h.Restored, h.Live = w[3]&1 != 0, w[3]&2 != 0
		return
	}
	h.Slot, h.Thread, h.Generation, h.Stage = uint8(w[0]), uint8(w[0]>>8), uint8(w[0]>>16), uint8(w[0]>>24)
	h.Lanes, h.Set, h.Number, h.CTA = uint8(w[1]), uint8(w[1]>>8), uint8(w[1]>>16), uint8(w[1]>>24)
	h.First, h.Registers, h.Version = uint16(w[2]), uint8(w[2]>>16), uint8(w[2]>>24)
	h.Kernel, h.Bytes, h.Active, h.Helpers, h.Limit = w[3], w[4], w[5], w[6], w[7]
}

// RegisterBeat is a beat with a register of a thread of a slot's context.
func RegisterBeat(slot uint8, words *[RegisterWords]uint32, last bool) ThreadBeat {
	return ThreadBeat{Slot: slot, Last: last, load: *words}
}

// CallBeat calls for the results of a thread.
func CallBeat(slot, thread, generation uint8) ThreadBeat {
	return ThreadBeat{Slot: slot, Last: true, Results: true, load: [RegisterWords]uint32{uint32(thread) | uint32(generation)<<8}}
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
}

// ResultBeat is an entry of SM_RES: 256 bits of a thread's results. The first one is the head, those that follow are registers.
type ResultBeat struct {
	Slot  uint8 // of the context
	Head  bool
	Last  bool
	Words [RegisterWords]uint32
}

// SetHead makes it a head.
func (b *ResultBeat) SetHead(h ResultHead) {
	b.Words = [RegisterWords]uint32{uint32(h.Work) | uint32(h.Set)<<16 | uint32(h.Message)<<24, uint32(h.Fault), h.Lanes}
}

// ResultHead reads a head.
func (b *ResultBeat) ResultHead() ResultHead {
	w := &b.Words
	return ResultHead{Work: uint16(w[0]), Set: uint8(w[0] >> 16), Message: uint8(w[0] >> 24), Fault: uint8(w[1]), Lanes: w[2]}
}

// What implements Entry.
func (b *ResultBeat) What() string { return beatName(b.Head) }

// Of implements Entry.
func (b *ResultBeat) Of() uint8 { return b.Slot }

// ResultCall is an entry of EUP_CALL: results of a thread are called for that has ended.
type ResultCall struct {
	Slot uint8
	Work uint16
}

// What implements Entry.
func (*ResultCall) What() string { return "CALL" }

// Of implements Entry.
func (c *ResultCall) Of() uint8 { return c.Slot }

// CutBeat is the token of a cut.
func CutBeat(slot uint8) ThreadBeat { return ThreadBeat{Slot: slot, Last: true, Cut: true} }

// Register is the register of a beat after the head.
func (b *ThreadBeat) Register() *[RegisterWords]uint32 { return &b.load }

// Task is what a cluster knows of a task of compute.
type Task struct {
	Slot      uint8 // of the context
	Task      uint8 // its number among those of the cluster
	Set       uint8 // pin set that has its kernel and bindings
	Version   uint8
	Lanes     uint8
	Registers uint8 // of a thread, less one
	Kernel    uint32
	Bytes     uint32
	Limit     uint32
	Scratch   uint32    // bytes of a thread
	Shared    uint32    // bytes of a CTA
	Size      [3]uint16 // lanes of a CTA in x, y and z
	Grid      [3]uint32 // CTAs in x, y and z
	Args      uint16    // words of arguments
	Live      bool      // in memory, a table of live registers follows the kernel
}

// Launch is a CTA that a cluster is to run.
type Launch struct {
	Task uint8
	At   [3]uint32 // its place in the grid
	Work uint16    // its number, by which the pipeline manager begins to look for thread slots
}

// TaskBeatKind is the type of an entry of WDU_PM.
type TaskBeatKind uint8

// Entries of WDU_PM.
const (
	TaskFirst  TaskBeatKind = iota + 1 // of a Task
	TaskSecond                         // of a Task
	TaskArgs                           // eight arguments
	TaskLaunch                         // a Launch
)

// TaskBeat is an entry of WDU_PM: 256 bits. A task is two beats, and those of its arguments; a launch is one.
type TaskBeat struct {
	Kind TaskBeatKind
	Slot uint8
	load [RegisterWords]uint32
}

// Beats is a task as it is sent. Arguments follow.
func (t *Task) Beats() (b [2]TaskBeat) {
	b[0] = TaskBeat{TaskFirst, t.Slot, [RegisterWords]uint32{
		uint32(t.Task) | uint32(t.Set)<<8 | uint32(t.Version)<<16 | uint32(t.Lanes)<<24, uint32(t.Registers) | uint32(t.Args)<<16, t.Kernel, t.Bytes, t.Limit, t.Scratch, t.Shared,
	}}
	if t.Live {
		b[0].load[7] = 1
	}
	b[1] = TaskBeat{TaskSecond, t.Slot, [RegisterWords]uint32{
		uint32(t.Task), uint32(t.Size[0]) | uint32(t.Size[1])<<16, uint32(t.Size[2]), t.Grid[0], t.Grid[1], t.Grid[2],
	}}
	return b
}

// TakeTask reads a beat of a task.
func (t *Task) TakeTask(b *TaskBeat) {
	w := &b.load
	if b.Kind == TaskSecond {
		t.Size = [3]uint16{uint16(w[1]), uint16(w[1] >> 16), uint16(w[2])}
		t.Grid = [3]uint32{w[3], w[4], w[5]}
		return
	}
	t.Slot, t.Task, t.Set, t.Version, t.Lanes = b.Slot, uint8(w[0]), uint8(w[0]>>8), uint8(w[0]>>16), uint8(w[0]>>24)
	t.Registers, t.Args, t.Kernel, t.Bytes, t.Limit, t.Scratch, t.Shared = uint8(w[1]), uint16(w[1]>>16), w[2], w[3], w[4], w[5], w[6]
	t.Live = w[7]&1 != 0
}

// Task is the number of the task that a first or second beat, or a launch, is of.
func (b *TaskBeat) Task() uint8 { return uint8(b.load[0]) }

// ArgsBeat is a beat with eight arguments of the task that was sent before.
func ArgsBeat(slot uint8, words *[RegisterWords]uint32) TaskBeat {
	return TaskBeat{TaskArgs, slot, *words}
}

// Args are the arguments of a beat.
func (b *TaskBeat) Args() *[RegisterWords]uint32 { return &b.load }

// Beat is a launch as it is sent.
func (l *Launch) Beat(slot uint8) TaskBeat {
	return TaskBeat{TaskLaunch, slot, [RegisterWords]uint32{uint32(l.Task) | uint32(l.Work)<<16, l.At[0], l.At[1], l.At[2]}}
}

// Launch reads a launch.
func (b *TaskBeat) Launch() Launch {
	w := &b.load
	return Launch{Task: uint8(w[0]), Work: uint16(w[0] >> 16), At: [3]uint32{w[1], w[2], w[3]}}
}

// HandlerRequest is an entry of WDU_CALL: all CTAs of a slot are to be saved by a trap handler, or brought back by a restore handler.
type HandlerRequest struct {
	Slot    uint8
	Stage   uint8  // isa.StageTrap or isa.StageRestore
	Lanes   uint8  // of the handler
	Kernel  uint32 // byte address of its first instruction
	Bytes   uint32 // of its instructions
	Context uint32 // byte address of the cluster's part of the context buffer
}

// What implements Entry.
func (r *HandlerRequest) What() string {
	if r.Stage == isa.StageTrap {
		return "TRAP"
	}
	return "RESTORE"
}

// Of implements Entry.
func (r *HandlerRequest) Of() uint8 { return r.Slot }

// CTAEnd is an entry of PM_WDU: a CTA has exited, or was saved.
type CTAEnd struct {
	Slot  uint8
	Saved bool // it has been, and comes back
	Done  bool // it is none: of the slot no CTA is left that is not saved; or all are back
	Task  uint8
	Fault uint8     // eu.Fault of a thread of it that could not go on, or 0
	At    [3]uint32 // its place in the grid
}

// ThreadFree is an entry of PM_EUP: a thread that EUP has sent has ended, or its request was discarded by a cut.
type ThreadFree struct {
	Slot  uint8
	Done  bool // it has ended, and its results can be called for; its place is not free
	Cut   bool // it is none: the cluster has nothing left of the slot's context above the break point, which was cut
	Side  uint8
	Fault uint8
	Work  uint16
}

// What implements Entry.
func (b *TaskBeat) What() string {
	return [...]string{"?", "TASK", "TASK", "ARGS", "LAUNCH"}[min(b.Kind, TaskLaunch)]
}

// Of implements Entry.
func (b *TaskBeat) Of() uint8 { return b.Slot }

// What implements Entry.
func (e *CTAEnd) What() string {
	switch {
	case e.Done:
		return "DONE"
	case e.Saved:
		return "SAVED"
	}
	return "EXIT"
}

// Of implements Entry.
func (e *CTAEnd) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *ThreadFree) What() string {
	switch {
	case e.Cut:
		return "INT_END"
	case e.Done:
		return "DONE"
	}
	return "FREE"
}

// Of implements Entry.
func (e *ThreadFree) Of() uint8 { return e.Slot }

// CodeFetch is an entry of SM_L15: a thread wants a line of its kernel.
type CodeFetch struct {
	Slot       uint8
	Thread     uint8
	Generation uint8
	Version    uint8
	Addr       uint32 // byte address, aligned to LineBytes
}

// CodeLine is an entry of L15_SM: the line that a thread wanted.
type CodeLine struct {
	Slot       uint8
	Thread     uint8
	Generation uint8
	Addr       uint32
	NotPresent bool // its page is not in memory: there are no words
	Words      [16]uint32
}

// MessageHead is what a message says before its registers.
type MessageHead struct {
	Slot         uint8
	Thread       uint8
	Generation   uint8
	Set          uint8 // pin set that has the bindings
	Lanes        uint8 // of the thread
	First        uint8 // lane of the thread that the message's lane 0 is
	Count        uint8 // lanes of the message
	Code         uint8 // isa.Message... value
	Binding      uint8
	Type         uint8 // isa.Type... value, or register sets of coordinates less one
	Components   uint8 // or registers, less one
	Operation    uint8 // of an atomic, or the sampler
	NonCacheable bool
	Returns      bool
	Answer       uint8  // first register of the answer
	Offset       int16  // bytes
	Mask         uint32 // lanes of the thread that send
	Helpers      uint32 // those of them that write nothing
	Scratch      uint32 // bytes of the thread's scratch memory; of a message of handlers, the address from which it counts
	Far          uint32 // of a message of handlers: its offset, signed
}

// NoAddress is an address that lies in no context buffer.
const NoAddress = ^uint32(0)

// What a message MessageEnd says of the thread's scratch memory, in Operation.
const (
	ScratchEnds  = iota // nobody reads it any more
	ScratchSaved        // the thread is saved: what it has not written is to be 0 in memory
	ScratchWhole        // the thread comes back: all of it is in memory
)

// MessageBeat is an entry of SM_LSU: 256 bits of a message. The first one is its head, those that follow are registers: addresses, then data.
type MessageBeat struct {
	Slot uint8 // of the context
	Head bool
	Last bool // of the message
	load [RegisterWords]uint32
}

// Beat is the head as it is sent.
func (h *MessageHead) Beat(last bool) MessageBeat {
	flags := uint32(0)
	if h.NonCacheable {
		flags |= 1
	}
	if h.Returns {
		flags |= 2
	}
	return MessageBeat{h.Slot, true, last, [RegisterWords]uint32{
		uint32(h.Slot) | uint32(h.Thread)<<8 | uint32(h.Generation)<<16 | uint32(h.Set)<<24,
		uint32(h.Lanes) | uint32(h.First)<<8 | uint32(h.Count)<<16 | uint32(h.Code)<<24,
		uint32(h.Binding) | uint32(h.Type)<<8 | uint32(h.Components)<<16 | uint32(h.Operation)<<24,
		flags | uint32(h.Answer)<<8 | uint32(uint16(h.Offset))<<16,
		h.Mask, h.Helpers, h.Scratch, h.Far,
	}}
}

// Message reads a message's head.
func (b *MessageBeat) Message() (h MessageHead) {
	w := &b.load
	return MessageHead{
		Slot: uint8(w[0]), Thread: uint8(w[0] >> 8), Generation: uint8(w[0] >> 16), Set: uint8(w[0] >> 24),
		Lanes: uint8(w[1]), First: uint8(w[1] >> 8), Count: uint8(w[1] >> 16), Code: uint8(w[1] >> 24),
		Binding: uint8(w[2]), Type: uint8(w[2] >> 8), Components: uint8(w[2] >> 16), Operation: uint8(w[2] >> 24),
		NonCacheable: w[3]&1 != 0, Returns: w[3]&2 != 0, Answer: uint8(w[3] >> 8), Offset: int16(w[3] >> 16),
		Mask: w[4], Helpers: w[5], Scratch: w[6], Far: w[7],
	}
}

// DataBeat is a beat with a register that a thread of a slot's context sends.
func DataBeat(slot uint8, words *[RegisterWords]uint32, last bool) MessageBeat {
	return MessageBeat{Slot: slot, Last: last, load: *words}
}

// Register is the register of a beat after the head.
func (b *MessageBeat) Register() *[RegisterWords]uint32 { return &b.load }

// MessageAnswer is an entry of LSU_SM: a register of an answer, or that a message is done which has none.
type MessageAnswer struct {
	Slot       uint8
	Thread     uint8
	Generation uint8
	Last       bool // the message is answered
	Done       bool // it has no answer: what it wrote is acknowledged
	NotPresent bool // a page that it reads is not in memory: nothing is written, and Reg is one that was to be
	Reg        uint8
	Mask       uint32 // bytes of the register that are written
	Words      [RegisterWords]uint32
}

// ThreadEnd is an entry of SM_PM: a thread slot is free.
type ThreadEnd struct {
	Slot       uint8
	Thread     uint8
	Generation uint8
	Cut        bool   // it is none: the token of a cut has come
	Saved      bool   // it has ended in a trap handler, and is to come back
	Done       bool   // it is none: the thread has ended, and its results can be called for
	Back       bool   // it is none: the thread has come back, and executes its kernel
	Fault      uint8  // eu.Fault: why the thread could not go on
	At         uint32 // Fault: byte of the kernel
}

// LineOp is what an entry of LSU_L15 wants of a line.
type LineOp uint8

// Accesses of lines.
const (
	LineLoad     LineOp = iota + 1 // bytes of data; answered with the line
	LineConstant                   // of constants: no store changes them
	LineStore                      // bytes are written; answered when they are in the cache
	LineEvict                      // the line is written back and dropped; answered when memory has it
	LineForget                     // the line is dropped with what was written to it: scratch memory of a thread that has ended
)

// LineRequest is an entry of LSU_L15.
type LineRequest struct {
	Op   LineOp
	Slot uint8
	Tag  uint8  // of the access, for the answer
	Addr uint32 // byte address, aligned to LineBytes
	Mask uint64 // bytes, a bit each
	Data [16]uint32
}

// LineAnswer is an entry of L15_LSU.
type LineAnswer struct {
	Slot       uint8
	Side       uint8
	Tag        uint8
	NotPresent bool       // its page is not in memory
	Data       [16]uint32 // LineLoad, LineConstant
}

// CacheCommandOp is what the pipeline manager has the L1.5 do with all lines of a slot.
type CacheCommandOp uint8

// Commands.
const (
	CacheClean  CacheCommandOp = iota + 1 // dirty lines are written back, and memory has answered
	CacheDrop                             // the same, and they are dropped
	CacheForget                           // instructions and constants are dropped
)

// CacheCommand is an entry of PM_L15.
type CacheCommand struct {
	Op   CacheCommandOp
	Slot uint8
}

// CacheDone is an entry of L15_PM: a command is done.
type CacheDone struct{ Slot uint8 }

// PageFlush is an entry of MXU_L15: the lines of a page, of whatever slot, are to be written back and dropped. The cache answers with a request FlushDone behind its
// writes.
type PageFlush struct {
	Addr uint32 // byte address of the page
}

// What implements Entry.
func (*PageFlush) What() string { return "FLUSH_PAGE" }

// Of implements Entry.
func (*PageFlush) Of() uint8 { return 0 }

// Descriptor is an entry of PM_LSU: a binding of a pin set, as it was when the set was pinned.
type Descriptor struct {
	Slot    uint8
	Set     uint8
	Binding uint8
	Scratch bool   // it is no binding, but where the scratch memory of the slot's context begins
	Context bool   // it is no binding, but the context buffer of the slot's context
	Addr    uint32 // byte address of its first byte
	Bytes   uint32
}

// What implements Entry.
func (r *LineRequest) What() string {
	return [...]string{"?", "LOAD", "CONSTANT", "STORE", "EVICT", "FORGET"}[min(r.Op, LineForget)]
}

// Of implements Entry.
func (r *LineRequest) Of() uint8 { return r.Slot }

// What implements Entry.
func (a *LineAnswer) What() string { return present("ANSWER", a.NotPresent) }

// Of implements Entry.
func (a *LineAnswer) Of() uint8 { return a.Slot }

// What implements Entry.
func (c *CacheCommand) What() string {
	return [...]string{"?", "CLEAN", "DROP", "FORGET"}[min(c.Op, CacheForget)]
}

// Of implements Entry.
func (c *CacheCommand) Of() uint8 { return c.Slot }

// What implements Entry.
func (*CacheDone) What() string { return "DONE" }

// Of implements Entry.
func (d *CacheDone) Of() uint8 { return d.Slot }

// What implements Entry.
func (*Descriptor) What() string { return "DESCRIPTOR" }

// Of implements Entry.
func (d *Descriptor) Of() uint8 { return d.Slot }

// What implements Entry.
func (l *CodeLine) What() string { return present("LINE", l.NotPresent) }

// present is the name of an answer.
func present(name string, notPresent bool) string {
	if notPresent {
		return "NOT_PRESENT"
	}
	return name
}

func beatName(head bool) string {
	if head {
		return "HEAD"
	}
	return "REGISTER"
}

// What implements Entry.
func (b *ThreadBeat) What() string {
	switch {
	case b.Cut:
		return "INT_END"
	case b.Call:
		return "HANDLER"
	case b.Results:
		return "CALL"
	}
	return beatName(b.Head)
}

// Of implements Entry.
func (b *ThreadBeat) Of() uint8 { return b.Slot }

// What implements Entry.
func (b *MessageBeat) What() string { return beatName(b.Head) }

// Of implements Entry.
func (b *MessageBeat) Of() uint8 { return b.Slot }

// What implements Entry.
func (*CodeFetch) What() string { return "FETCH" }

// Of implements Entry.
func (f *CodeFetch) Of() uint8 { return f.Slot }

// Of implements Entry.
func (l *CodeLine) Of() uint8 { return l.Slot }

// What implements Entry.
func (a *MessageAnswer) What() string {
	if a.Done {
		return present("DONE", a.NotPresent)
	}
	return present("ANSWER", a.NotPresent)
}

// Of implements Entry.
func (a *MessageAnswer) Of() uint8 { return a.Slot }

// What implements Entry.
func (e *ThreadEnd) What() string {
	switch {
	case e.Cut:
		return "INT_END"
	case e.Saved:
		return "SAVED"
	case e.Back:
		return "BACK"
	case e.Done:
		return "DONE"
	case e.Fault != 0:
		return "FAULT"
	}
	return "END"
}

// Of implements Entry.
func (e *ThreadEnd) Of() uint8 { return e.Slot }
