package golden

import (
	"cmp"
	"sort"

	"tilemark/golden/exec"
	"tilemark/hw/regs"
)

// Kind says what passed the break point.
type Kind uint8

// What passes the break point (docs/commands.md, "The cursor").
const (
	KindHead          Kind = iota // ring head or DMA buffer changed
	KindInterruptible             // the context may be cut from here on
	KindState                     // one value of SET_STATE
	KindDraw                      // a draw begins
	KindTriangle                  // a triangle that was not culled
	KindTile                      // a tile of it
	KindEndDraw                   // the draw is complete
	KindFence                     // a word for memory
	KindQuery                     // a counter for memory
	KindBlit                      // a fill or copy
	KindFlush                     // everything before it ends before anything after it begins; Data: its mode
)

var kindNames = [...]string{
	"HEAD", "INTERRUPTIBLE", "STATE", "DRAW", "TRIANGLE", "TILE", "END_DRAW", "FENCE", "QUERY", "BLIT", "FLUSH",
}

// String returns the name used in reports.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "?"
}

// Cursor is the place of a cut: everything before it is done. Head counts DWORDs in
// the ring, Offset in the DMA buffer; Buffer is a byte address, 0 outside a buffer.
type Cursor struct {
	Head, Buffer, Offset, Instance, Primitive, Triangle, Tile uint32
}

// Compare orders two cursors of the same ring head and DMA buffer: -1 when c lies
// before d, 0 when they are the same place, 1 when c lies after d.
func (c Cursor) Compare(d Cursor) int {
	return cmp.Or(
		cmp.Compare(c.Offset, d.Offset),
		cmp.Compare(c.Instance, d.Instance),
		cmp.Compare(c.Primitive, d.Primitive),
		cmp.Compare(c.Triangle, d.Triangle),
		cmp.Compare(c.Tile, d.Tile),
	)
}

// Event is one thing that passes the break point.
type Event struct {
	Kind         Kind
	Block        uint8  // State: block ID
	Reg          uint16 // State: register of the block; Query: number of the counter
	X, Y         uint16 // Tile: coordinates in tiles
	Value        uint32 // State
	Addr         uint32 // Fence, Query: byte address
	Cursor       Cursor // after this event
	Data         uint64 // Fence: value; Query: count
	Mask         uint64 // Tile: bit 8·y + x is set when that pixel is covered
	Copy         bool   // Blit: a copy, not a fill
	Color, Depth Bytes  // Tile: where its pixels are in the two surfaces
	First, Count int32  // Tile: its fragments are Trace.Fragments[First : First+Count]; Blit: the same of Trace.Writes
	Occlusion    uint64 // occlusion counter after this event
	PixelRuns    uint64 // runs of the pixel program counted after this event
	note         int32  // in Trace.notes: statistics as of the cursor
}

// Bytes says where the pixels of a tile are in a surface.
type Bytes struct {
	Tile  uint32 // byte address of the first pixel
	Pixel uint8  // size of a pixel in bytes: 2, 4 or 8; 0: the surface is not looked at
}

// At returns the byte address of pixel (x, y) of the surface, which is in the tile.
func (b Bytes) At(x, y uint16) uint32 {
	return b.Tile + uint32(b.Pixel)*uint32(pixelNumber(int(x%tileSize), int(y%tileSize)))
}

// Fragment is one covered pixel, with the values of the depth and the colour surface
// before and after it. The depth values are 0 when neither test is enabled, and when it
// was not tested; the colour values when its colour is not written. With a colour write
// mask of 0 both are the old value.
type Fragment struct {
	X, Y       uint16 // pixel
	Tested     bool   // not dropped before a late test
	Pass       bool   // passed the stencil and the depth test
	Colored    bool   // passed, and not dropped by the pixel program
	ZOld, ZNew uint32
	COld, CNew uint64
}

// Write is a pixel that a fill or copy writes.
type Write struct {
	Addr  uint32 // byte address
	Bytes uint8  // 2, 4 or 8
	Value uint64
}

// Stats counts the work of a run.
type Stats struct {
	Primitives uint64 // culled ones too
	Given      uint64 // triangles before clipping and culling, those that patches are cut into among them
	InView     uint64 // of these, those of which clipping and culling leave something
	Triangles  uint64 // after clipping, not culled
	Tiles      uint64
	Fragments  uint64 // covered pixels
	Passed     uint64 // fragments that passed both tests
}

// Wait is a WAIT that has been executed.
type Wait struct {
	Addr  uint32 // of the word that it looks at
	Value uint32 // what that must be at least
	Event int    // events that pass the break point before it
}

// Stop is where and why a context stops (docs/commands.md, "Invalid work").
type Stop struct {
	At     Cursor
	Reason uint8  // one of regs.ReasonValues
	Word   uint32 // what makes no sense
	Twice  bool   // the event before it is a head with the same cursor
}

// Work is what a thread of a kernel does.
type Work struct {
	Instructions int
	Messages     int
}

// Stores is what pixel threads have written to bindings up to an event, and with it.
type Stores struct {
	Event int
	exec.Tally
}

// Trace is what a run did.
type Trace struct {
	Context   uint32    // address of the context's header
	Stopped   error     // the malformed command that the context stops at, or the *Failure; nil: it comes to its end, if no pixel thread fails
	Stop      *Stop     // the malformed command as the CPU is told; nil: there is none, or its header makes no sense
	Failures  []Failure // threads that cannot go on, in order: pixel threads, of which others may follow, then one above the break point that stops the context
	Events    []Event
	Fragments []Fragment
	Writes    []Write  // of fills and copies
	Waits     []Wait   // in order
	Stores    []Stores // what pixel threads write to bindings, in order: an entry where it has become more
	Scratch   uint32   // bytes of scratch memory of a thread, as the header says
	Stats     Stats
	Vertex    Work                     // most of a vertex, hull or domain thread
	Pixel     Work                     // most of the thread of a quad
	FinalRegs [regs.NumBlocks][]uint32 // reserved registers are 0

	startHead uint32 // HEAD when the run began
	writes    writeIndex
	notes     []statistics // in order, one for each change
	draws     []drawNote   // with statistics
}

// Stored is what pixel threads have written to bindings when the first n events have come to their end.
func (t *Trace) Stored(n int) exec.Tally {
	if k := sort.Search(len(t.Stores), func(k int) bool { return t.Stores[k].Event >= n }); k > 0 {
		return t.Stores[k-1].Tally
	}
	return exec.Tally{}
}
