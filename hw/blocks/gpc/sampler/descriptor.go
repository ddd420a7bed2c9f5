package sampler

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Dimensions of textures.
const (
	oneD = iota
	twoD
	threeD
	cube
)

// texture is a descriptor, taken apart. Sizes are those of level 0.
type texture struct {
	Base, Bytes, Pitch uint32
	Size               [3]uint16 // 1 in directions that it does not have
	Layers             uint16    // or cubes
	Levels             uint8
	Dimension          uint8
	Array              bool
	Format             uint8
	Empty              bool
}

// filter is a sampler's descriptor, taken apart.
type filter struct {
	Wrap        [3]uint8
	Mag, Min    bool // linear
	Mip         uint8
	Compare     uint8
	Bias        int16 // these three in 1/256 level
	Least, Most uint16
}

// Wrap modes and mip filters; what has no name counts as repeat, and as no mip filter.
const (
	wrapClamp  = 1
	wrapMirror = 2
	mipNearest = 1
	mipLinear  = 2
)

const maxLevels = 14

// textureOf takes the words of a descriptor apart.
func textureOf(w []uint32) texture {
	const line = ^uint32(63)
	t := texture{
		Base: w[0] & line, Bytes: w[1], Pitch: w[2] & line, Size: [3]uint16{uint16(w[3]), uint16(w[3] >> 16), 1}, Layers: 1,
		Levels: min(max(uint8(w[4]>>16&15), 1), maxLevels), Dimension: uint8(w[4] >> 20 & 3), Format: uint8(w[4] >> 24),
	}
	depth := uint16(w[4])
	t.Array = w[4]>>22&1 != 0 && t.Dimension != threeD
	switch t.Dimension {
	case oneD:
		t.Size[1] = 1
	case threeD:
		t.Size[2] = depth
	case cube:
		t.Size[1] = t.Size[0]
	}
	if t.Array {
		t.Layers = depth
	}
	t.Empty = formats[t.Format].Bytes == 0 || t.Size[0] == 0 || t.Size[1] == 0 || t.Size[2] == 0 || t.Layers == 0
	return t
}

// samplerOf does the same for a sampler.
func samplerOf(w []uint32) filter {
	return filter{
		Wrap: [3]uint8{uint8(w[0] & 3), uint8(w[0] >> 2 & 3), uint8(w[0] >> 4 & 3)}, Mag: w[0]>>6&1 != 0, Min: w[0]>>7&1 != 0, Mip: uint8(w[0] >> 8 & 3),
		Compare: uint8(w[0] >> 10 & 7), Bias: int16(w[1]), Least: uint16(w[2]), Most: uint16(w[2] >> 16),
	}
}

// directions is how many directions a level, or a face, has.
func (t *texture) directions() int { return int([4]uint8{1, 2, 3, 2}[t.Dimension]) }

// coordinates is how many coordinates name a place in the texture.
func (t *texture) coordinates() int { return int([4]uint8{1, 2, 3, 3}[t.Dimension]) }

// level is a level of a texture: its size, and the byte of a layer at which it begins.
type level struct {
	Size [3]uint16
	At   uint64
}

// level finds a level: they lie one after the other, each aligned to a line.
func (t *texture) level(k uint8) (l level) {
	bytes := uint64(formats[t.Format].Bytes)
	for j := range k {
		s := t.size(j)
		l.At += (bytes*uint64(s[0])*uint64(s[1])*uint64(s[2]) + 63) &^ 63
	}
	l.Size = t.size(k)
	return l
}

// size is that of a level.
func (t *texture) size(k uint8) (size [3]uint16) {
	for d, n := range t.Size {
		size[d] = max(n>>k, 1)
	}
	return size
}

// Rows of the memory of descriptors: two textures or four samplers a row.
const (
	textureWords = 8
	samplerWords = 4
)

func setRows(textures int) int {
	return (textures*textureWords+wires.RowWords-1)/wires.RowWords + Samplers*samplerWords/wires.RowWords
}

// textureAt and samplerAt are the words of a descriptor of a slot's pin set in the memory of descriptors; false: there is none of that number.
func (b *Sampler) textureAt(slot, set, n uint8) (word uint32, ok bool) {
	return uint32((int(slot)*b.cfg.Sets+int(set))*setRows(b.cfg.Textures)*wires.RowWords + int(n)*textureWords), int(set) < b.cfg.Sets && int(n) < b.cfg.Textures
}

func (b *Sampler) samplerAt(slot, set, n uint8) (word uint32, ok bool) {
	rows := setRows(b.cfg.Textures)
	first := (int(slot)*b.cfg.Sets+int(set)+1)*rows*wires.RowWords - Samplers*samplerWords
	return uint32(first + int(n)*samplerWords), int(set) < b.cfg.Sets && n < Samplers
}

// takeDescriptor takes a texture or a sampler of a pin set.
func (b *Sampler) takeDescriptor() bool {
	if !b.P.PMTex.Valid() {
		return false
	}
	d := b.P.PMTex.Head()
	if d.Last {
		if !b.P.TexPM.Ready() {
			return false
		}
		b.P.TexPM.Put(pipe.UnitDone{Slot: d.Slot, Source: d.Source})
		b.P.PMTex.Drop()
		return true
	}
	at, ok := b.textureAt(d.Slot, d.Set, d.Number)
	words := d.Words[:]
	if d.Sampler {
		at, ok = b.samplerAt(d.Slot, d.Set, d.Number)
		words = d.Words[:samplerWords]
	}
	if ok {
		copy(b.bindings.Edit(at / wires.RowWords)[at%wires.RowWords:], words)
	}
	b.P.PMTex.Drop()
	return true
}

// describe latches the descriptors that a message names. One that there is none of is all zeros.
func (b *Sampler) describe(e *entry) {
	var none [textureWords]uint32
	words := none[:]
	if at, ok := b.textureAt(e.Head.Slot, e.Head.Set, e.Head.Binding); ok {
		words = b.bindings.Row(at / wires.RowWords)[at%wires.RowWords:]
	}
	e.Texture = textureOf(words)
	words = none[:]
	if at, ok := b.samplerAt(e.Head.Slot, e.Head.Set, e.Head.Operation); ok {
		words = b.bindings.Row(at / wires.RowWords)[at%wires.RowWords:]
	}
	e.Sampler = samplerOf(words)
}
