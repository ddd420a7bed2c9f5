package scene

// Places of a transfer besides textures, whose numbers are from 0 on.
const (
	PlaceColor = -1
	PlaceDepth = -2
)

// Transfer is a step of the 2D block between draws: a fill, or a copy when From is another place or rectangle. Rect is x0, y0, x1, y1 in
// pixels, the maximum exclusive, nil the whole surface: of the destination of a fill, of the source of a copy, whose first
// pixel goes to At. Only level 0 of a texture is touched.
type Transfer struct {
	Before  int // number of the draw that follows; the number of draws: after the last
	Copy    bool
	To      int
	From    int // of a copy
	Rect    *[4]int
	At      [2]int
	Color   [4]uint8 // of a fill of a colour surface or a texture: R, G, B, A
	Depth   float32  // of a fill of the depth surface
	Stencil uint8
	Bits    *uint64 // of a fill: the pixel as it stands in memory, instead of Color, Depth and Stencil; nil: those
}
