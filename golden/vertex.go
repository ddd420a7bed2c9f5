package golden

import (
	"math"

	"tilemark/hw/regs"
)

// A vertex record in memory.
const (
	recordBytes  = regs.VertexBytes
	recordValues = regs.VertexColor + 4 // position, normal, texture coordinates, colour; the rest is unused
)

type record [recordValues]float32

// Components of a vertex after the vertex program.
const (
	posX = iota
	posY
	posZ
	posW
	firstAttribute
	attributes = 16 // at most
)

// vertex is a clip position and attributes, the components of section 2.
type vertex [firstAttribute + attributes]float32

// vertexSource finds the vertex records of a draw.
type vertexSource struct {
	mem         image
	base, count uint32
	first       uint32
	indexed     bool
	indexBase   uint32
	indexBytes  uint64 // of one index
	baseVertex  uint32 // added to each index
}

func newVertexSource(mem image, r *registers, first uint32, indexed bool) vertexSource {
	s := vertexSource{
		mem:        mem,
		base:       r.word(regs.BlockEUPFront, regs.EUPFrontVertexBase),
		count:      r.word(regs.BlockEUPFront, regs.EUPFrontVertexCount),
		first:      first,
		indexed:    indexed,
		indexBase:  r.word(regs.BlockCSP, regs.CSPIndexBase),
		indexBytes: 2,
		baseVertex: r.word(regs.BlockCSP, regs.CSPBaseVertex),
	}
	if field(r.word(regs.BlockCSP, regs.CSPIndexFormat), regs.CSPIndexFormatShift, regs.CSPIndexFormatMask) != 0 {
		s.indexBytes = 4
	}
	return s
}

// number returns the number of vertex k of the draw.
func (s *vertexSource) number(k uint32) (uint32, error) {
	if !s.indexed {
		return s.first + k, nil
	}
	index, err := s.index(k)
	return s.baseVertex + index, err
}

// restartIndex is the index that restarts a primitive.
func (s *vertexSource) restartIndex() uint32 { return uint32(1)<<(8*s.indexBytes-1)<<1 - 1 }

// index reads index k of the draw.
func (s *vertexSource) index(k uint32) (uint32, error) {
	n := s.first + k
	if s.indexBase%64 != 0 {
		return 0, expected(uint64(s.indexBase), "an index buffer aligned to 64 bytes")
	}
	addr := uint64(s.indexBase) + s.indexBytes*uint64(n)
	if !s.mem.has(addr, s.indexBytes) {
		return 0, expected(addr, "index %d inside the memory of %#x bytes", n, len(s.mem))
	}
	index := uint32(s.mem[addr]) | uint32(s.mem[addr+1])<<8
	if s.indexBytes == 4 {
		index = s.mem.word(addr)
	}
	return index, nil
}

// numbered reads vertex record n.
func (s *vertexSource) numbered(n uint32) (rec record, err error) {
	if n >= s.count {
		return record{}, nil
	}
	if s.base%recordBytes != 0 {
		return record{}, expected(uint64(s.base), "vertex records aligned to %d bytes", recordBytes)
	}
	addr := uint64(s.base) + recordBytes*uint64(n)
	if !s.mem.has(addr, recordBytes) {
		return record{}, expected(addr, "vertex %d inside the memory of %#x bytes", n, len(s.mem))
	}
	for i := range rec {
		rec[i] = math.Float32frombits(s.mem.word(addr + 4*uint64(i)))
	}
	return rec, nil
}
