// Package pipe defines what travels on the machine's connections: commands and
// tokens, triangles, spans, tiles, quads, memory traffic and the reports on the
// datapaths to the back-end parser (spec chapter 1, "What joins them").
//
// A token is a type of entry, never a payload. Every entry carries the slot of its
// context, since two contexts can be in the pipe.
package pipe

// Kind is the type of an entry.
type Kind uint8

// Entry types. Not every connection carries every type.
const (
	None          Kind = iota
	State              // register write: RegWrite
	Head               // ring head or DMA buffer changes: Head, Buffer
	Interruptible      // every block copies its registers
	Resume             // a restore's cursor
	Fence              // write a word at the end of the pipe: FenceWrite
	Query              // write a counter at the end of the pipe: QueryWrite
	Blit               // a fill or copy begins when everything before it is in memory: BlitFill or BlitCopy
	Draw               // draw header
	Prim               // a primitive's vertex numbers, or its shaded vertices
	Patch              // a patch's first vertex number; the pool makes it into primitives
	Mark               // all primitives below Instance, Primitive are done
	Tri                // a triangle
	Span               // a row of covered pixels
	TriEnd             // the triangle has no more spans, or tiles
	Planes             // attribute planes of the triangle that follows
	Tile               // a tile
	Quad               // two by two pixels
	TileEnd            // the tile has no more quads
	EndDraw            // the draw is complete
	Stats              // counts of primitives that are complete: Stats
	Invalidate         // drop cached texels of the slot
	TGInt              // the tile generator was interrupted here
	IntEnd             // end of the context: what follows belongs to the next
	Flush              // everything before it is to be in memory, and caches have nothing of the slot's context after it
)

var kindNames = [...]string{
	"NONE", "STATE", "HEAD", "INTERRUPTIBLE", "RESUME", "FENCE", "QUERY", "BLIT", "DRAW", "PRIM", "PATCH", "MARK", "TRI", "SPAN", "TRI_END",
	"PLANES", "TILE", "QUAD", "TILE_END", "END_DRAW", "STATS", "INVALIDATE", "TG_INT", "INT_END", "FLUSH",
}

// String returns the name used in traces.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "?"
}

// Kinds is the number of entry types.
const Kinds = Flush + 1

// Control tells whether an entry is no part of a picture: state, a marker or a token.
func (k Kind) Control() bool {
	switch k {
	case None, Prim, Patch, Tri, Span, Planes, Tile, Quad:
		return false
	}
	return k < Kinds
}

// What a Blit does.
const (
	BlitFill = iota
	BlitCopy
)

// Slots is the number of context slots: so many contexts can be in the pipe at a time.
const Slots = 2

// Cursor is the place of a cut (spec chapter 2): everything before it is done. Head
// and Offset count DWORDs in the ring and in the DMA buffer; Buffer is a byte
// address, 0 outside a DMA buffer.
type Cursor struct {
	Head, Buffer, Offset, Instance, Primitive, Triangle, Tile uint32
}

// Before tells whether c lies before d in the same DMA buffer.
func (c *Cursor) Before(d *Cursor) bool {
	switch {
	case c.Offset != d.Offset:
		return c.Offset < d.Offset
	case c.Instance != d.Instance:
		return c.Instance < d.Instance
	case c.Primitive != d.Primitive:
		return c.Primitive < d.Primitive
	case c.Triangle != d.Triangle:
		return c.Triangle < d.Triangle
	}
	return c.Tile < d.Tile
}

// Cmd is the common part of an entry on the way down the pipe. What a kind carries beside it has accessors of its own.
type Cmd struct {
	Kind Kind
	Slot uint8  // context slot, below Slots
	At   Cursor // the cursor after this entry; Tri: its IDs; Resume: where to resume; Stats: none
	load payload
}

// Attributes is the most that a vertex has beside its position, in components.
const Attributes = 16

// PlanesPerEntry is the number of planes in an entry of the AFIFO, and PlaneEntries the most entries of a triangle:
// a plane for 1/w, and one for each attribute.
const (
	PlanesPerEntry = 4
	PlaneEntries   = (1 + Attributes + PlanesPerEntry - 1) / PlanesPerEntry
)

// ScreenVertex is a vertex set up by TSU.
type ScreenVertex struct {
	X, Y int32   // 24.8 fixed point, pixel centres on multiples of 256
	Z    float32 // window depth
	O    float32 // 1/w
	A    [Attributes]float32
}

// Vertex is a shaded vertex.
type Vertex struct {
	Clip [4]float32 // x, y, z, w
	A    [Attributes]float32
}

// VertexEntry is an entry of VERTEX: a primitive's vertex numbers, or a patch's first.
type VertexEntry struct {
	Cmd
	V [3]uint32
}

// Thread is an entry of EUP_IN: a vertex thread for one primitive, or a patch.
type Thread struct {
	Cmd
	V     [3]uint32 // vertex numbers; a patch: the first of its control points
	Fetch [3]uint32 // byte addresses of the vertex records; a patch: of the first of its 16 neighbouring records
	Null  uint16    // bit i: vertex i lies past VERTEX_COUNT and reads as zeros
}

// PatchParts is in how many entries the 16 control records of a patch travel.
const PatchParts = 6

// VertexThread is an entry of VF_TESS and TESS_EU: a primitive, or a part of a patch. On TESS_EU the parts of a patch come before its primitives.
type VertexThread struct {
	Cmd
	Part   uint8          // Patch: In are the control records from 3*Part on
	Hull   bool           // Patch, the last part on TESS_EU: TESS waits for the number of segments, which a hull kernel says
	Domain bool           // Prim: of a patch; In[k][0] and In[k][1] are u and v of corner k, for a domain kernel
	V      [3]uint32      // Prim that is of no patch: vertex numbers
	In     [3][16]float32 // words of the records; 0 for those that are not read

	Discarded uint32 // IntEnd: entries that VF and TESS, which have no datapath, have thrown away
}

// Whole tells whether all of a primitive or a patch has come: a patch counts with its last part.
func (k Kind) Whole(part uint8) bool { return k != Patch || part == PatchParts-1 }

// Shaded is an entry of the EUP_FIFO.
type Shaded struct {
	Cmd
	V     [3]Vertex
	Fault KernelFault // Prim: its thread could not go on, and it has no vertices
}

// Triangle is an entry of the TSU_FIFO.
type Triangle struct {
	Cmd
	Front bool
	Area  int64 // twice the signed area, 16.16 pixels
	V     [3]ScreenVertex
}

// Edges is an entry of the ASU_FIFO: corners oriented so that the inside is positive.
type Edges struct {
	Cmd
	X, Y [3]int32 // 24.8 fixed point
}

// DepthPlane is an entry of the ASU_ZL1_FIFO.
type DepthPlane struct {
	Kind  Kind
	Slot  uint8
	Front bool
	X0    int32 // anchor, 24.8 fixed point
	Y0    int32
	Plane Plane
}

// Plane is a linear function: Q at the anchor, and gradients per 1/256 pixel.
type Plane struct{ Q, GX, GY float32 }

// At evaluates the plane dx, dy sub-pixels from its anchor.
func (p *Plane) At(dx, dy float32) float32 {
	tx := float32(p.GX * dx)
	ty := float32(p.GY * dy)
	s := float32(tx + ty)
	return float32(p.Q + s)
}

// AttributePlanes is an entry of the AFIFO. The planes of a triangle come in as many entries as they
// take: that of 1/w, then those of its attributes divided by w, in their order; of a flat one Q is the value.
type AttributePlanes struct {
	Kind   Kind
	Slot   uint8
	Last   bool  // of the triangle
	Count  uint8 // planes in P
	Flat   uint8 // of them those that are the value of the provoking vertex, undivided, a bit each
	X0, Y0 int32 // anchor, 24.8 fixed point
	P      [PlanesPerEntry]Plane
}

// SpanEntry is an entry of SG_TG.
type SpanEntry struct {
	Cmd
	Y, X0, X1 int32 // row, first pixel, first pixel past them
}

// TileEntry is an entry of the TG_FIFO.
type TileEntry struct {
	Cmd
	X, Y uint16 // tile coordinates, in tiles
	Mask uint64 // bit 8y+x: pixel (x, y) is covered
}

// TileDepth is an entry of the ZFIFO.
type TileDepth struct {
	Kind  Kind
	Slot  uint8
	X, Y  uint16
	Mask  uint64 // 0: rejected by hierarchical Z
	Depth DepthPlane
	// Told: ZL1 waits to be told of the tile on ZL_BACK, which may store greater depths
	// (Raises) or lesser ones (Lowers) than there were.
	Told, Raises, Lowers bool
}

// DepthRange is an entry of ZL_BACK: what a finished tile has left in the depth buffer.
type DepthRange struct {
	Slot           uint8
	Raises, Lowers bool // as in TileDepth
	Whole          bool // Min and Max are those of all stored depths of the tile
	X, Y           uint16
	Min, Max       uint32 // words of the depth buffer, without stencil
}

// AttributeEntry is an entry of the ZL1_FIFO.
type AttributeEntry struct {
	Cmd
	A AttributePlanes
}

// QuadEntry is an entry of the PS_FIFO.
type QuadEntry struct {
	Cmd
	X, Y uint16 // pixel coordinates of the quad's first pixel
	Mask uint8  // bit 2y+x: pixel (x, y) of the quad passed, or is covered when Late
	Late bool   // the test comes after the pixel program

	Front bool       // Quad: its primitive faces the front
	Z     [4]float32 // Quad: depth of each pixel, covered or not, 0 to 1
	A     AttributePlanes
}

// Color is a pixel's colour, R lowest: four bytes, or four binary16 for surfaces that
// are not RGBA8.
type Color = uint64

// LateQuad is an entry of LATE_Z: a quad to be tested after the pixel program. ZL2 knows
// which, for they come in the order in which it sent them.
type LateQuad struct {
	Slot       uint8
	Kept       uint8 // pixels that the program did not drop
	WriteDepth bool
	Depth      [4]float32 // with WriteDepth: what is tested instead of the plane
}

// LateAnswer is an entry of LATE_ANS: the pixels of a quad that passed.
type LateAnswer struct {
	Slot uint8
	Pass uint8
}

// ColorEntry is an entry of the WB_FIFO.
type ColorEntry struct {
	Cmd
	X, Y  uint16
	Mask  uint8
	Color [4]Color
}
