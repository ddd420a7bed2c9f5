package pipe

// payload is what an entry carries beside kind, slot and cursor: wires that the kinds share. What
// they mean is the kind's; the accessors say so.
type payload [5]uint32

// RegWrite is the payload of State, in a Cmd and in a PinRequest: a register write.
type RegWrite struct {
	Block    uint8 // block ID
	Restored bool  // from the save area, so already committed
	Reg      uint16
	Value    uint32
}

const restoredBit = 1 << 8

func (w RegWrite) words() (a, b uint32) {
	a = uint32(w.Block) | uint32(w.Reg)<<16
	if w.Restored {
		a |= restoredBit
	}
	return a, w.Value
}

func regWrite(a, b uint32) RegWrite {
	return RegWrite{Block: uint8(a), Restored: a&restoredBit != 0, Reg: uint16(a >> 16), Value: b}
}

// Cmd is a State entry with the write.
func (w RegWrite) Cmd(slot uint8, at Cursor) Cmd {
	c := Cmd{Kind: State, Slot: slot, At: at}
	c.SetRegWrite(w)
	return c
}

// RegWrite is the write of a State entry.
func (c *Cmd) RegWrite() RegWrite { return regWrite(c.load[0], c.load[1]) }

// Writes tells whether the entry is a register write of a block.
func (c *Cmd) Writes(block uint8) bool { return c.Kind == State && uint8(c.load[0]) == block }

// SetRegWrite gives a State entry its write.
func (c *Cmd) SetRegWrite(w RegWrite) { c.load[0], c.load[1] = w.words() }

// FlushCmd is a Flush entry. With writeBack caches write back what memory does not have.
func FlushCmd(slot uint8, writeBack bool, at Cursor) Cmd {
	c := Cmd{Kind: Flush, Slot: slot, At: at}
	if !writeBack {
		c.load[0] = 1
	}
	return c
}

// Keeps tells whether an entry is a Flush after which caches keep what was written.
func (c *Cmd) Keeps() bool { return c.Kind == Flush && c.load[0] != 0 }

// FenceWrite is the payload of Fence: Value is written to Addr, a byte address aligned to 4, at the end of the pipe.
type FenceWrite struct{ Addr, Value uint32 }

// Cmd is a Fence entry with the write.
func (w FenceWrite) Cmd(slot uint8, at Cursor) Cmd {
	return Cmd{Kind: Fence, Slot: slot, At: at, load: payload{w.Addr, w.Value}}
}

// FenceWrite is the write of a Fence entry.
func (c *Cmd) FenceWrite() FenceWrite { return FenceWrite{c.load[0], c.load[1]} }

// QueryWrite is the payload of Query: a counter, by its number, is written to Addr, a byte address aligned to 8,
// at the end of the pipe. Count is its value as of this place, from the block on that keeps it.
type QueryWrite struct {
	Addr    uint32
	Counter uint16
	Count   uint64
}

// Cmd is a Query entry with the write.
func (w QueryWrite) Cmd(slot uint8, at Cursor) Cmd {
	c := Cmd{Kind: Query, Slot: slot, At: at, load: payload{w.Addr, uint32(w.Counter)}}
	c.SetCount(w.Count)
	return c
}

// QueryWrite is the write of a Query entry.
func (c *Cmd) QueryWrite() QueryWrite {
	return QueryWrite{Addr: c.load[0], Counter: uint16(c.load[1]), Count: uint64(c.load[3])<<32 | uint64(c.load[2])}
}

// SetCount gives a Query entry the counter's value.
func (c *Cmd) SetCount(n uint64) { c.load[2], c.load[3] = uint32(n), uint32(n>>32) }

// BlitCmd is a Blit entry: BlitFill or BlitCopy.
func BlitCmd(slot uint8, what uint8, at Cursor) Cmd {
	return Cmd{Kind: Blit, Slot: slot, At: at, load: payload{uint32(what)}}
}

// Blit is what a Blit entry does: BlitFill or BlitCopy.
func (c *Cmd) Blit() uint8 { return uint8(c.load[0]) }

// Assembly is the payload of Prim and Patch.
type Assembly struct {
	Vertices uint32 // that the primitive consumes, counted with its first triangle: 0 with later ones of a patch
	More     uint16 // triangles of the patch that follow this one
	Provokes uint8  // corner, 0 to 2, whose flat attributes the primitive has
}

// Assembly is what a Prim or Patch is made of.
func (c *Cmd) Assembly() Assembly {
	return Assembly{c.load[0], uint16(c.load[1]), uint8(c.load[1] >> 16)}
}

// SetAssembly says what a Prim or Patch is made of.
func (c *Cmd) SetAssembly(a Assembly) {
	c.load = payload{a.Vertices, uint32(a.More) | uint32(a.Provokes)<<16}
}

// PinSet is the number of the pin set that a Tile or Quad is drawn with, and that an EndDraw or IntEnd gives up at the end of the pipe; 0: none.
func (c *Cmd) PinSet() uint8 { return uint8(c.load[0]) }

// SetPinSet gives a Tile, Quad, EndDraw or IntEnd the number of a pin set.
func (c *Cmd) SetPinSet(n uint8) { c.load = payload{uint32(n)} }

// KernelFault is why the thread of a Mark's primitive could not go on; none: all primitives before the place are done.
func (c *Cmd) KernelFault() KernelFault { return KernelFault{uint8(c.load[0]), c.load[1]} }

// SetKernelFault says why the thread of a Mark's primitive could not go on.
func (c *Cmd) SetKernelFault(f KernelFault) { c.load[0], c.load[1] = uint32(f.Code), f.At }

// Careful tells whether the parser waits for progress after a Resume: TSU marks each primitive of which nothing
// is drawn.
func (c *Cmd) Careful() bool { return c.load[0] != 0 }

// SetCareful says that the parser waits for progress after a Resume.
func (c *Cmd) SetCareful() { c.load[0] = 1 }

// Plain drops the payload of an entry whose kind is changed.
func (c *Cmd) Plain(kind Kind) { c.Kind, c.load = kind, payload{} }

// Stats returns what a Stats entry adds to the pipeline statistics, in the order of their registers: IA vertices,
// IA primitives, VS invocations, clip invocations and clip primitives.
func (c *Cmd) Stats() [5]uint32 { return c.load }

// StatsCmd is a Stats entry. It has no cursor: it belongs to the entry that follows.
func StatsCmd(slot uint8, n [5]uint32) Cmd { return Cmd{Kind: Stats, Slot: slot, load: n} }

// PinRequest is an entry of BP_MXU: what the break point wants translated and pinned, and state of the MXU and of C2D, in
// order. Kinds: Tile, Draw (its pin set), Fence, Query, Blit; State, Interruptible, IntEnd.
type PinRequest struct {
	Kind Kind
	Slot uint8
	Back bool // the pin is taken back: a cut came before its use
	load [2]uint32
}

// PinTile asks for a tile's pages, at tile coordinates.
func PinTile(slot uint8, x, y uint16) PinRequest {
	return PinRequest{Kind: Tile, Slot: slot, load: [2]uint32{uint32(x) | uint32(y)<<16}}
}

// Tile is the tile, in tile coordinates.
func (r *PinRequest) Tile() (x, y uint16) { return uint16(r.load[0]), uint16(r.load[0] >> 16) }

// PinWord asks for the page that a Fence or Query writes to, at a byte address.
func PinWord(kind Kind, slot uint8, addr uint32) PinRequest {
	return PinRequest{Kind: kind, Slot: slot, load: [2]uint32{addr}}
}

// Word is the byte address that a Fence or Query writes to.
func (r *PinRequest) Word() uint32 { return r.load[0] }

// PinBlit asks for what a fill or copy uses: BlitFill or BlitCopy.
func PinBlit(slot, what uint8) PinRequest {
	return PinRequest{Kind: Blit, Slot: slot, load: [2]uint32{uint32(what)}}
}

// Blit is BlitFill or BlitCopy.
func (r *PinRequest) Blit() uint8 { return uint8(r.load[0]) }

// Pin is a State entry for the MXU.
func (w RegWrite) Pin(slot uint8) PinRequest {
	a, b := w.words()
	return PinRequest{Kind: State, Slot: slot, load: [2]uint32{a, b}}
}

// RegWrite is the write of a State entry.
func (r *PinRequest) RegWrite() RegWrite { return regWrite(r.load[0], r.load[1]) }

// PinSet is the number of a draw's pin set that is taken back.
func (r *PinRequest) PinSet() uint8 { return uint8(r.load[0]) }

// TakenBack is the request for what the MXU has answered with, to be taken back.
func (r PinRequest) TakenBack(a *PinAnswer) PinRequest {
	if r.Back = true; r.Kind == Draw {
		r.load[0] = uint32(a.Set)
	}
	return r
}
