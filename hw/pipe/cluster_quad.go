package pipe

import "math"

// QuadThread is an entry of PS_EU. Kinds: State, what kernel the quads that follow have and with which constants; Quad; TileEnd, after which a thread is not
// filled any more; Invalidate, after which nothing is left in caches of what the slot's context has read.
type QuadThread struct {
	Kind  Kind
	Slot  uint8
	Mask  uint8 // Quad: covered pixels; the others are helpers. Invalidate: see Keeps
	Front bool  // Quad: its primitive faces the front
	load  [1 + 8 + 4*Attributes]uint32
}

// PixelConstants is the number of constants of a pixel kernel: the registers of PS.
const PixelConstants = 16

// StateWords is the number of words of state that the kernels of a stage depend on: its registers NOS.
const StateWords = 8

// StateVersions is how many versions of the state of a stage there can be: that of threads to come, and those of threads that were filled before it was written.
const StateVersions = 4

// ThreadKernel is what a thread's request says of its kernel.
type ThreadKernel struct {
	Kernel    uint32 // byte address of the first instruction
	Bytes     uint32 // of its instructions
	Limit     uint32 // instructions; 0: any number
	Registers uint8  // less one
	Lanes     uint8
	Inputs    uint8 // registers that a thread begins with
	Varyings  uint8 // attributes among them, of a pixel kernel
	Set       uint8 // what binds its buffers and textures
	Scratch   uint8 // field SCRATCH of the register
	Table     uint8 // lines of its patch table; 0: its lines are not patched
}

// LanesOf is the number of lanes that a field LANES of a register stands for: 8, 16 or 32.
func LanesOf(field uint32) uint8 { return 8 << min(field, 2) }

// ScratchBytes is the scratch memory of a thread, in bytes.
func (k *ThreadKernel) ScratchBytes() uint32 {
	if k.Scratch == 0 {
		return 0
	}
	return 4 * RegisterWords << k.Scratch
}

// kernelWords is the number of words of a State entry that say what the kernel is.
const kernelWords = 5

// SetKernel makes it a State entry.
func (q *QuadThread) SetKernel(slot uint8, k ThreadKernel, constants *[PixelConstants]uint32, state *[StateWords]uint32) {
	*q = QuadThread{Kind: State, Slot: slot}
	q.load[0], q.load[1], q.load[2] = k.Kernel, k.Bytes, k.Limit
	q.load[3] = uint32(k.Registers) | uint32(k.Lanes)>>4<<8 | uint32(k.Scratch)<<10 | uint32(k.Inputs)<<16 | uint32(k.Set)<<24
	q.load[4] = uint32(k.Varyings) | uint32(k.Table)<<8
	copy(q.load[kernelWords:], constants[:])
	copy(q.load[kernelWords+PixelConstants:], state[:])
}

// Kernel is what a State entry says of the kernel.
func (q *QuadThread) Kernel() (k ThreadKernel, constants [PixelConstants]uint32) {
	w := q.load[3]
	k = ThreadKernel{Kernel: q.load[0], Bytes: q.load[1], Limit: q.load[2], Registers: uint8(w), Lanes: LanesOf(w >> 8 & 3), Scratch: uint8(w >> 10 & 15), Inputs: uint8(w >> 16), Set: uint8(w >> 24), Varyings: uint8(q.load[4]), Table: uint8(q.load[4] >> 8)}
	copy(constants[:], q.load[kernelWords:])
	return k, constants
}

// State is what a State entry says of what the kernel depends on.
func (q *QuadThread) State() *[StateWords]uint32 {
	return (*[StateWords]uint32)(q.load[kernelWords+PixelConstants:])
}

// KernelFault is why a thread could not go on. The first primitive or quad of the thread brings it.
type KernelFault struct {
	Code uint8  // eu.Fault; 0: none
	At   uint32 // byte address of the instruction
}

// SetKeeps says of Invalidate whether caches keep what memory does not have.
func (q *QuadThread) SetKeeps(keeps bool) {
	if q.Mask = 0; keeps {
		q.Mask = 1
	}
}

// Keeps: see SetKeeps.
func (q *QuadThread) Keeps() bool { return q.Mask != 0 }

// SetPlace says where the upper left pixel of a Quad is.
func (q *QuadThread) SetPlace(x, y uint16) { q.load[0] = uint32(x) | uint32(y)<<16 }

// Place is where the upper left pixel of a Quad is.
func (q *QuadThread) Place() (x, y uint16) { return uint16(q.load[0]), uint16(q.load[0] >> 16) }

// SetPixel says what one of the four pixels of a Quad has: depth, 1/w, attributes.
func (q *QuadThread) SetPixel(k int, z, w float32, a *[Attributes]float32) {
	q.load[1+k], q.load[5+k] = math.Float32bits(z), math.Float32bits(w)
	for n, v := range a {
		q.load[9+Attributes*k+n] = math.Float32bits(v)
	}
}

// Depths, Reciprocals and Attribute are the same, as bits, by pixel.
func (q *QuadThread) Depths() [4]uint32 { return [4]uint32(q.load[1:]) }

// Reciprocals: see Depths.
func (q *QuadThread) Reciprocals() [4]uint32 { return [4]uint32(q.load[5:]) }

// Attribute: see Depths.
func (q *QuadThread) Attribute(n int) [4]uint32 {
	a := q.load[9+n:]
	return [4]uint32{a[0], a[Attributes], a[2*Attributes], a[3*Attributes]}
}

// QuadResult is an entry of EU_PS.
type QuadResult struct {
	Kind  Kind // Quad or Invalidate
	Slot  uint8
	Kept  uint8         // pixels that are written
	Depth bool          // the kernel has computed depths
	Fault KernelFault   // why its thread could not go on: none of its pixels is written
	Color [4][4]float32 // by pixel
	Z     [4]float32    // Depth
}

// PatchLevel is an entry of EU_TESS: the answer to a patch whose number of segments TESS asks for. There is one for each, also for one that was cancelled.
type PatchLevel struct {
	Slot     uint8
	Segments uint32 // of a side, as the hull kernel says: any word; 0 when the patch was cancelled
}

// What implements Entry.
func (l *PatchLevel) What() string { return "LEVEL" }

// Of implements Entry.
func (l *PatchLevel) Of() uint8 { return l.Slot }

// What implements Entry.
func (q *QuadThread) What() string { return q.Kind.String() }

// Of implements Entry.
func (q *QuadThread) Of() uint8 { return q.Slot }

// What implements Entry.
func (q *QuadResult) What() string { return q.Kind.String() }

// Of implements Entry.
func (q *QuadResult) Of() uint8 { return q.Slot }
