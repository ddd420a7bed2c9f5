package texture

// Words of descriptors.
const (
	TextureWords = 8
	SamplerWords = 4
)

// dimension of a texture.
type dimension uint32

const (
	oneD dimension = iota
	twoD
	threeD
	cube
)

// texture is a descriptor, read.
type texture struct {
	address, bytes, pitch uint64
	size                  [3]int // of level 0; layers do not count
	layers                int    // or cubes
	levels                int
	dimension             dimension
	array                 bool
	format                format
	empty                 bool
}

// coordinates is how many coordinates name a place in the texture.
func (t *texture) coordinates() int { return [...]int{1, 2, 3, 3}[t.dimension] }

// directions is how many directions a level, or a face, has.
func (t *texture) directions() int { return [...]int{1, 2, 3, 2}[t.dimension] }

func readTexture(w [TextureWords]uint32) texture {
	t := texture{
		address: uint64(w[0] &^ 63), bytes: uint64(w[1]), pitch: uint64(w[2] &^ 63),
		size: [3]int{int(w[3] & 0xffff), int(w[3] >> 16), 1}, layers: 1,
		levels: int(w[4] >> 16 & 15), dimension: dimension(w[4] >> 20 & 3),
	}
	depth := int(w[4] & 0xffff)
	switch t.dimension {
	case oneD:
		t.size[1] = 1
	case threeD:
		t.size[2] = depth
	case cube:
		t.size[1] = t.size[0]
	}
	if t.array = w[4]>>22&1 != 0 && t.dimension != threeD; t.array {
		t.layers = depth
	}
	t.levels = min(max(t.levels, 1), 14)
	var known bool
	t.format, known = formats[w[4]>>24]
	t.empty = !known || t.size[0] == 0 || t.size[1] == 0 || t.size[2] == 0 || t.layers == 0
	return t
}

// level is the size of a level.
func (t *texture) level(k int) [3]int {
	return [3]int{max(1, t.size[0]>>k), max(1, t.size[1]>>k), max(1, t.size[2]>>k)}
}

// bytesOf is the size of a level in memory, without what aligns the next one.
func (t *texture) bytesOf(k int) uint64 {
	s := t.level(k)
	return uint64(t.format.bytes()) * uint64(s[0]) * uint64(s[1]) * uint64(s[2])
}

// spot is a texel that a message reads or writes.
type spot struct {
	Wanted  bool // the message reads it
	Present bool // it is in memory, not absent
	Address uint32
	Bytes   int
}

// spot finds a texel of a layer, or of a face of one, which is in the level.
func (t *texture) spot(layer, k int, at [3]int) spot {
	offset := uint64(layer) * t.pitch
	for j := range k {
		offset += (t.bytesOf(j) + 63) / 64 * 64
	}
	s := t.level(k)
	size := uint64(t.format.bytes())
	offset += ((uint64(at[2])*uint64(s[1])+uint64(at[1]))*uint64(s[0]) + uint64(at[0])) * size
	return spot{Wanted: true, Present: offset+size <= t.bytes, Address: uint32(t.address + offset), Bytes: int(size)}
}

// sampler is a descriptor, read.
type sampler struct {
	wrap              [3]uint32
	magnify, minify   bool // linear
	mip               uint32
	compare           uint32
	bias, least, most int // in 1/256 level
}

func readSampler(w [SamplerWords]uint32) sampler {
	return sampler{
		wrap: [3]uint32{w[0] & 3, w[0] >> 2 & 3, w[0] >> 4 & 3}, magnify: w[0]>>6&1 != 0, minify: w[0]>>7&1 != 0, mip: w[0] >> 8 & 3, compare: w[0] >> 10 & 7,
		bias: int(int16(w[1])), least: int(w[2] & 0xffff), most: int(w[2] >> 16),
	}
}
