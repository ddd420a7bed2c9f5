package sampler

import (
	"math"

	"tilemark/hw/alu"
)

// Coordinates are patterns of binary32. What is found of them are integers: the number of a texel, or a place in 1/256 texel.

// Patterns of numbers.
const (
	oneF      = 0x3f800000
	halfF     = 0x3f000000
	infinityF = 0x7f800000
	signF     = 1 << 31
)

func float(n uint16) uint32 { return math.Float32bits(float32(n)) }

func isNaN(p uint32) bool { return p&^signF > infinityF }

// floorOf is floor(v·2^shift), v clamped to ±most before. v is no NaN.
func floorOf(v uint32, shift int, most int32) int32 {
	limit := int64(most) << shift
	exponent, m := int(v>>23&0xff), int64(v&0x7fffff)
	if exponent == 0 {
		exponent = 1
	} else {
		m |= 1 << 23
	}
	negative := v&signF != 0
	if negative {
		m = -m
	}
	switch at := exponent - 150 + shift; { // the last bit of m is worth 2^at
	case at > 31 && negative:
		m = -limit
	case at > 31:
		m = limit
	case at >= 0:
		m <<= at
	default:
		m >>= min(-at, 63)
	}
	return int32(min(max(m, -limit), limit))
}

// finite is a number as it is; what is not finite is 0.
func finite(p uint32) uint32 {
	if p&infinityF == infinityF {
		return 0
	}
	return p
}

// texelNumber is the number of the texel at a coordinate, not wrapped.
func texelNumber(c uint32, size uint16) int32 {
	return floorOf(finite(alu.MulF(c, float(size))), 0, 1<<30)
}

// fixedPlace is a coordinate in 1/256 texel from the centre of the first one.
func fixedPlace(c uint32, size uint16) int32 {
	return floorOf(finite(alu.AddF(alu.MulF(c, float(size)), halfF|signF)), 8, 1<<22)
}

// wrap brings the number of a texel into a level.
func wrap(n int32, width uint16, mode uint8) int32 {
	size := int32(width)
	period := size
	switch mode {
	case wrapClamp:
		return min(max(n, 0), size-1)
	case wrapMirror:
		period = 2 * size
	}
	if n %= period; n < 0 {
		n += period
	}
	if n >= size {
		n = period - 1 - n
	}
	return n
}

// faces is the number of faces of a cube: +x, -x, +y, -y, +z, -z.
const faces = 6

// axis is a component of a direction, negated or not.
type axis struct {
	Component uint8
	Sign      uint32
}

func (a axis) of(d *[3]uint32) uint32 { return d[a.Component] ^ a.Sign }

// faceAxes are s and t of each face.
var faceAxes = [faces][2]axis{
	{{2, signF}, {1, signF}}, {{2, 0}, {1, signF}},
	{{0, 0}, {2, 0}}, {{0, 0}, {2, signF}},
	{{0, 0}, {1, signF}}, {{0, signF}, {1, signF}},
}

// faceOf is the face that a direction meets.
func faceOf(d *[3]uint32) uint8 {
	var size [3]uint32
	for k, p := range d {
		if !isNaN(p) {
			size[k] = p &^ signF
		}
	}
	n := uint8(0)
	switch {
	case size[2] >= size[0] && size[2] >= size[1]:
		n = 2
	case size[1] >= size[0]:
		n = 1
	}
	if p := d[n]; !isNaN(p) && p&signF != 0 {
		return 2*n + 1
	}
	return 2 * n
}

// onFace is u and v of a direction on a face.
func onFace(face uint8, d *[3]uint32) (uv [2]uint32) {
	m := d[face>>1] &^ signF
	for k, a := range faceAxes[face] {
		uv[k] = alu.AddF(alu.MulF(alu.DivF(a.of(d), m), halfF), halfF)
	}
	return uv
}

// along says where a column or row of the face on the other side of an edge comes from.
type along uint8

const (
	first    along = iota
	last           // of the face
	same           // the place along the edge
	mirrored       // the same, counted from the other end
)

func (a along) of(at, size int32) int32 {
	switch a {
	case first:
		return 0
	case last:
		return size - 1
	case mirrored:
		return size - 1 - at
	}
	return at
}

// neighbour is the face on the other side of an edge, and where on it a texel beside the edge is.
type neighbour struct {
	Face        uint8
	Column, Row along
}

// edges are those of each face: before the first column, after the last one, before the first row, after the last one.
var edges = [faces][4]neighbour{
	{{4, last, same}, {5, first, same}, {2, last, mirrored}, {3, last, same}},
	{{5, last, same}, {4, first, same}, {2, first, same}, {3, first, mirrored}},
	{{1, same, first}, {0, mirrored, first}, {5, mirrored, first}, {4, same, first}},
	{{1, mirrored, last}, {0, same, last}, {4, same, last}, {5, mirrored, last}},
	{{1, last, same}, {0, first, same}, {2, same, last}, {3, same, first}},
	{{0, last, same}, {1, first, same}, {2, mirrored, first}, {3, mirrored, last}},
}

// overEdge finds a texel of a cube that may lie one step beyond the edges of a face. Beyond a corner there is none: its row is clamped to the face first.
func overEdge(face uint8, column, row, size int32) (uint8, int32, int32) {
	edge, at := 0, row
	switch {
	case column < 0, column >= size:
		at = min(max(row, 0), size-1)
		if column >= size {
			edge = 1
		}
	case row < 0:
		edge, at = 2, column
	case row >= size:
		edge, at = 3, column
	default:
		return face, column, row
	}
	n := &edges[face][edge]
	return n.Face, n.Column.of(at, size), n.Row.of(at, size)
}
