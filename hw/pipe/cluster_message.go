package pipe

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

// Descriptor is an entry of PM_LSU: a binding of a pin set, as it was when the set was pinned.
type Descriptor struct {
	Slot    uint8
	Set     uint8
	Binding uint8
	Scratch bool   // it is no binding, but where the scratch memory of the slot's context begins; Bytes are those of a thread, a multiple of a line
	Context bool   // it is no binding, but the context buffer of the slot's context
	Last    bool   // it is no binding: all of the set has been sent. It is answered
	Source  uint8  // Last: to whom PM answers
	Addr    uint32 // byte address of its first byte
	Bytes   uint32
}

// Of implements Entry.
func (d *Descriptor) Of() uint8 { return d.Slot }

// What implements Entry.
func (b *MessageBeat) What() string { return beatName(b.Head) }

// Of implements Entry.
func (b *MessageBeat) Of() uint8 { return b.Slot }

// What implements Entry.
func (a *MessageAnswer) What() string {
	if a.Done {
		return present("DONE", a.NotPresent)
	}
	return present("ANSWER", a.NotPresent)
}

// Of implements Entry.
func (a *MessageAnswer) Of() uint8 { return a.Slot }
