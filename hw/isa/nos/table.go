package nos

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Sizes of the patch table in memory (docs/isa.md, "The machine's patcher").
const (
	LineWords  = 16 // DWORDs of a line
	lineBytes  = 4 * LineWords
	GroupLines = 16 // lines of the kernel that a word at the table's beginning is for
	mostLines  = 255
	MostWords  = GroupLines * lineBytes / isa.NativeBytes * isa.PatchPartLimit // of a group
)

// Table is the patch table of a kernel, for the stage that it is of, in whole lines of 64 bytes; empty of one without tags. In memory it begins at the first line after the code.
// An error names the instruction by its line of the kernel's text.
func Table(k *kernel.Kernel) ([]byte, error) {
	tagged := Tagged(k)
	if len(tagged) == 0 {
		return nil, nil
	}
	last := k.Code[len(k.Code)-1]
	groups := (last.Offset+last.Bytes()-1)/lineBytes/GroupLines + 1
	words := make([]uint32, groups)
	for n, at := range tagged {
		i := &k.Code[at]
		line := i.Offset / lineBytes
		group := &words[line/GroupLines]
		if *group == 0 {
			*group = isa.PatchGroupEntryFields{First: uint32(len(words))}.Pack()
		}
		*group |= 1 << (line % GroupLines) << isa.PatchGroupEntryLinesShift
		lastOfLine := n+1 == len(tagged) || k.Code[tagged[n+1]].Offset/lineBytes != line
		for p, patch := range i.Patches {
			if !Has(k.Stage, patch.Value, patch.Index) {
				return nil, fmt.Errorf("kernel %s, line %d: %s; a value that the registers of the %s stage have was expected (docs/isa.md)", k.Name, i.Line, kernel.ValueText(patch.Value, patch.Index), isa.StageNames[uint32(k.Stage)])
			}
			f := isa.PatchWordEntryFields{
				Place: uint32(i.Offset % lineBytes / isa.CompactBytes), Line: uint32(line % GroupLines), Last: lastOfLine && p == len(i.Patches)-1, Value: uint32(patch.Value), Index: uint32(patch.Index), Part: uint32(patch.Part),
			}
			if patch.Part == isa.PatchPartSource {
				of := i.Native[isa.NativeSources] >> isa.NativeSourcesSrc0TypeShift & isa.NativeSourcesSrc0TypeMask
				f.Set = uint32(bits.TrailingZeros(uint(isa.RegisterSet(k.Lanes, isa.Bytes(uint8(of))))))
			}
			words = append(words, f.Pack())
		}
	}
	lines := (len(words) + LineWords - 1) / LineWords
	if lines > mostLines {
		return nil, fmt.Errorf("kernel %s: a patch table of %d lines of %d bytes; at most %d were expected", k.Name, lines, lineBytes, mostLines)
	}
	table := make([]byte, lines*lineBytes)
	for n, w := range words {
		binary.LittleEndian.PutUint32(table[4*n:], w)
	}
	return table, nil
}

// Line is the patching of a line of instructions: what is known of the instruction to which the last word of the table belonged.
type Line struct {
	Begun bool
	Place uint8  // of the instruction, in units of 8 bytes
	Tags  uint16 // that it had
	Nop   bool   // it has become nop, of as many bits
}

// Patch does to a line what a word of the table says, for a stage's state. false: the word is malformed.
func (l *Line) Patch(line *[LineWords]uint32, word uint32, stage uint8, w *Words) bool {
	f := isa.UnpackPatchWordEntry(word)
	value, index, part := uint8(f.Value), uint8(f.Index), uint8(f.Part)
	if f.Pack() != word || !Has(stage, value, index) || !kernel.Replaces(value, part) || f.Set != 0 && part != isa.PatchPartSource {
		return false
	}
	if place := uint8(f.Place); (!l.Begun || place != l.Place) && !l.begin(line, place) {
		return false
	}
	at := line[isa.CompactDWords*int(l.Place):]
	compact := isa.IsCompact(at[0])
	if l.Tags>>(value>>4)&1 == 0 || compact && !kernel.IsShort(part) {
		return false
	}
	if l.Nop {
		return true
	}
	switch v := w.Value(stage, value, index); {
	case part == isa.PatchPartEnable:
		l.Nop = v == 0
	case part == isa.PatchPartDisable:
		l.Nop = v != 0
	case compact:
		shortSource((*isa.Compact)(at), v<<f.Set)
	default:
		fields[part].replace((*isa.Native)(at), part, v, 1<<f.Set)
	}
	switch {
	case l.Nop && compact:
		copy(at, shortNop[:])
	case l.Nop:
		copy(at, nop[:])
	}
	return true
}

// begin goes on to the instruction at a place, and clears its tags; false: it begins before the end of the one before, or passes the line's end.
func (l *Line) begin(line *[LineWords]uint32, place uint8) bool {
	if l.Begun && place < l.Place+size(line, l.Place) || int(place+size(line, place)) > lineBytes/isa.CompactBytes {
		return false
	}
	*l = Line{Begun: true, Place: place}
	if at := line[isa.CompactDWords*int(place):]; isa.IsCompact(at[0]) {
		l.Tags = (*isa.Compact)(at).TakeNOS()
	} else {
		l.Tags = uint16(at[isa.NativeDestination] >> isa.NativeDestinationNosShift & isa.NativeDestinationNosMask)
		at[isa.NativeDestination] &^= tags
	}
	return true
}

// size is that of the instruction at a place, in units of 8 bytes.
func size(line *[LineWords]uint32, place uint8) uint8 {
	if isa.IsCompact(line[isa.CompactDWords*int(place)]) {
		return 1
	}
	return isa.NativeBytes / isa.CompactBytes
}
