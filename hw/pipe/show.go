package pipe

import (
	"math/bits"

	"tilemark/hw/wires"
)

// Entry is what instruments ask an entry of a connection.
type Entry interface {
	// What is the type of the entry, a name without spaces.
	What() string
	// Of is the slot of its context, below Slots, or Physical.
	Of() uint8
}

// Placed is an entry that carries IDs.
type Placed interface {
	// Place is the entry's cursor; nil when it has none.
	Place() *Cursor
}

// Carrier is an entry of a connection that tokens can pass.
type Carrier interface {
	Entry
	// Type is the type of the entry.
	Type() Kind
}

// Type implements Carrier for all that carries a Cmd.
func (c *Cmd) Type() Kind { return c.Kind }

// Type implements Carrier.
func (e *DepthPlane) Type() Kind { return e.Kind }

// Type implements Carrier.
func (e *AttributePlanes) Type() Kind { return e.Kind }

// Type implements Carrier.
func (e *TileDepth) Type() Kind { return e.Kind }

// What implements Entry for all that carries a Cmd.
func (c *Cmd) What() string { return c.Kind.String() }

// Of implements Entry.
func (c *Cmd) Of() uint8 { return c.Slot }

// Place implements Placed.
func (c *Cmd) Place() *Cursor {
	if c.Kind == Stats {
		return nil
	}
	return &c.At
}

// What implements Entry.
func (e *DepthPlane) What() string { return e.Kind.String() }

// Of implements Entry.
func (e *DepthPlane) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *AttributePlanes) What() string { return e.Kind.String() }

// Of implements Entry.
func (e *AttributePlanes) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *TileDepth) What() string { return e.Kind.String() }

// Of implements Entry.
func (e *TileDepth) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *PinRequest) What() string { return e.Kind.String() }

// Of implements Entry.
func (e *PinRequest) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *PinAnswer) What() string { return e.Kind.String() }

// Of implements Entry.
func (e *PinAnswer) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *MXUCommand) What() string { return name(commandNames[:], uint8(e.Kind)) }

// Of implements Entry.
func (e *MXUCommand) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *MXUAnswer) What() string { return name(answerNames[:], uint8(e.Kind)) }

// Of implements Entry.
func (e *MXUAnswer) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *MemRequest) What() string { return name(opNames[:], uint8(e.Op)) }

// Of implements Entry.
func (e *MemRequest) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *MemAnswer) What() string { return name(opNames[:], uint8(e.Op)) }

// Of implements Entry.
func (e *MemAnswer) Of() uint8 { return e.Slot }

// What implements Entry.
func (e *Report) What() string { return name(reportNames[:], uint8(e.Kind)) }

// Of implements Entry.
func (e *Report) Of() uint8 { return e.Slot }

// Place implements Placed.
func (e *Report) Place() *Cursor { return &e.At }

var opNames = [...]string{Read: "READ", Write: "WRITE", Release: "RELEASE", Unpin: "UNPIN", UnpinSet: "UNPIN_SET", Atomic: "ATOMIC", Pin: "PIN", ReadAbove: "READ_ABOVE", NoPage: "NO_PAGE", FlushDone: "FLUSH_DONE", AllTaken: "ALL_TAKEN"}

var commandNames = [...]string{
	SetSpace: "SET_SPACE", PinPages: "PIN_PAGES", UnpinPages: "UNPIN_PAGES", ReleaseSlot: "RELEASE_SLOT", FlushPage: "FLUSH_PAGE",
}

var answerNames = [...]string{PagesPinned: "PAGES_PINNED", PinFault: "PIN_FAULT", PageFlushed: "PAGE_FLUSHED", PageFault: "PAGE_FAULT"}

var reportNames = [...]string{
	Committed: "COMMITTED", HeadMoved: "HEAD_MOVED", Dumped: "DUMPED", CutAt: "CUT_AT", Resumed: "RESUMED", Progress: "PROGRESS",
	TokenOut: "TOKEN_OUT", TokenLeft: "TOKEN_LEFT", Discarded: "DISCARDED", Drained: "DRAINED", BlitReady: "BLIT_READY", BlitDone: "BLIT_DONE",
	Failed: "FAILED", Flushed: "FLUSHED",
}

func name(names []string, i uint8) string {
	if int(i) < len(names) && names[i] != "" {
		return names[i]
	}
	return "?"
}

// SlotBits is the width of a slot's number.
func SlotBits() int { return bits.Len(Slots - 1) }

// ShowSlot adds a slot's number that a block holds to what it shows.
func ShowSlot(s *wires.Signals, label string, slot *uint8) {
	s.Word(label, SlotBits(), func() uint64 { return uint64(*slot) })
}

// ShowCursor adds the fields of a cursor that a block holds to what it shows.
func ShowCursor(s *wires.Signals, label string, c *Cursor) {
	for _, f := range []struct {
		name string
		word *uint32
	}{
		{"head", &c.Head}, {"buffer", &c.Buffer}, {"offset", &c.Offset}, {"instance", &c.Instance},
		{"primitive", &c.Primitive}, {"triangle", &c.Triangle}, {"tile", &c.Tile},
	} {
		s.Word(label+"_"+f.name, 32, func() uint64 { return uint64(*f.word) })
	}
}
