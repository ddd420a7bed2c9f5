package emit

import (
	"fmt"
	"hash/fnv"
	"io"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// NumBlocks is the number of block IDs; not every one has a table.
const NumBlocks = table.MaxBlockID + 1

// HeadDWords stand before the blocks.
const HeadDWords = dwordsPerUnit

const (
	dwordsPerUnit = 4
	bytesPerUnit  = 4 * dwordsPerUnit
)

// Layout is the save area (chapter 3, docs/commands.md): unit 0 holds
// what stands before the blocks, then come the blocks, each rounded up to
// whole units, then the tail of two units. A unit is 128 bits. Slices are indexed by block ID.
type Layout struct {
	Length     []uint32 // DWORDs
	Offset     []uint32 // units
	Tail       uint32   // first DWORD after the blocks
	ID         uint32   // tells save areas of different tables apart
	tailLength uint32   // DWORDs after the blocks
	places     []Place
}

// Place is a named DWORD of the save area that belongs to no block.
type Place struct {
	Name  string
	DWord uint32
	About string
}

// NewLayout lays out the blocks.
func NewLayout(blocks []table.Block) Layout {
	n := NumBlocks
	for _, b := range blocks {
		n = max(n, b.ID+1)
	}
	l := Layout{Length: make([]uint32, n), Offset: make([]uint32, n), tailLength: 2 * dwordsPerUnit}
	for _, b := range blocks {
		l.Length[b.ID] = uint32(b.Length)
	}
	unit := uint32(1)
	for id, n := range l.Length {
		l.Offset[id] = unit
		unit += (n + dwordsPerUnit - 1) / dwordsPerUnit
	}
	l.Tail = unit * dwordsPerUnit
	l.ID = l.hash(blocks, nil)
	return l
}

// Base is where a block begins in the save area, in bytes.
func (l Layout) Base(b table.Block) int { return int(l.Offset[b.ID]) * bytesPerUnit }

// DWords is the size of the save area.
func (l Layout) DWords() uint32 { return l.Tail + l.tailLength }

// Places are the DWORDs before and after the blocks, but for the reserved ones; none
// without tables of formats.
func (l Layout) Places() []Place { return l.places }

// SetFormats adds commands and structures to a map, perhaps nil, and names the DWORDs of
// the save area that belong to no block.
func (m *Map) SetFormats(set *formats.Set) {
	m.Formats, m.Layout.places = set, nil
	if set == nil {
		return
	}
	var words []formats.Word
	for _, s := range set.Structures {
		switch s.Name {
		case formats.HeadStructure:
			m.Layout.name(s, 0)
		case formats.TailStructure:
			m.Layout.tailLength = uint32(s.Length)
			m.Layout.name(s, m.Layout.Tail)
		default:
			continue
		}
		words = append(words, s.Words...)
	}
	m.Layout.ID = m.Layout.hash(m.Blocks, words)
}

func (l *Layout) name(s formats.Structure, first uint32) {
	for _, w := range s.Words {
		l.places = append(l.places, Place{Name: w.Name, DWord: first + uint32(w.Offset), About: Line(w.Description)})
	}
}

// OffsetRegisters packs two 16-bit offsets a register, the even block low. Only maps of
// another machine have offsets that do not fit; 65535 stands for those.
func (l Layout) OffsetRegisters() []uint32 {
	words := make([]uint32, (len(l.Offset)+1)/2)
	for id, unit := range l.Offset {
		words[id/2] |= min(unit, 0xffff) << (16 * (id % 2))
	}
	return words
}

// LengthRegisters packs four 8-bit lengths a register; 255 stands for 255 and
// more.
func (l Layout) LengthRegisters() []uint32 {
	words := make([]uint32, (len(l.Length)+3)/4)
	for id, n := range l.Length {
		words[id/4] |= min(n, 0xff) << (8 * (id % 4))
	}
	return words
}

// hash tells layouts apart: names and places of the saved registers and of the words beside
// the blocks (FNV-1a). What their bits mean is left to versions, so that a field in bits that
// were unused does not make old areas worthless.
func (l *Layout) hash(blocks []table.Block, words []formats.Word) uint32 {
	h := fnv.New32a()
	for _, b := range blocks {
		for _, r := range b.Registers {
			if r.Class == "save" {
				hashRegister(h, b, r, int(l.Offset[b.ID])*dwordsPerUnit)
			}
		}
	}
	for i, w := range words {
		fmt.Fprintf(h, "%s %d %d\n", w.Name, l.places[i].DWord, w.DWords())
	}
	return h.Sum32()
}

func hashRegister(h io.Writer, b table.Block, r table.Register, base int) {
	for i := range r.Count {
		fmt.Fprintf(h, "%s.%s %d %d\n", b.Name, ElementName(r, i), b.ID, base+r.Offset+i*r.Stride)
	}
}

// ElementName is the name of an element of an array, or of a register that is
// none.
func ElementName(r table.Register, i int) string {
	if r.Count == 1 {
		return r.Name
	}
	return fmt.Sprintf("%s[%d]", r.Name, i)
}
