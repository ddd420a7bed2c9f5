package diff

import (
	"fmt"
	"slices"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
)

// Verdict says what becomes of a save area of the old map on the new machine.
type Verdict string

// The verdicts.
const (
	Restores Verdict = "restores"
	Refused  Verdict = "refused" // the machine sees another layout
	Misread  Verdict = "misread" // the machine takes it, and words mean something else
	NoArea   Verdict = "none"    // neither map has blocks whose registers are saved
)

// Save is what becomes of an old save area, and why.
type Save struct {
	Verdict              Verdict
	OldLayout, NewLayout uint32 // what the machine compares (docs/commands.md)
	Causes               []Change
	Part                 bool // the layouts are those of a part of a machine's tables
}

// Reason is a sentence for people.
func (s Save) Reason() string {
	text := fmt.Sprintf("an old save area restores: both layouts are 0x%08x, and every saved word means what it did", s.OldLayout)
	switch s.Verdict {
	case NoArea:
		return "these tables have no registers"
	case Refused:
		text = fmt.Sprintf("an old save area is refused: its layout is 0x%08x, RESTORE expects 0x%08x", s.OldLayout, s.NewLayout)
	case Misread:
		text = fmt.Sprintf("an old save area is taken, since both layouts are 0x%08x, but words in it mean something else", s.OldLayout)
	}
	if s.Part {
		text += " (of these tables alone; the machine's layout is that of all)"
	}
	return text
}

// saveArea judges by the machine's rule, the hash, and by what the hash does not see.
func saveArea(old, new Map, changes []Change) Save {
	s := Save{Verdict: Restores, OldLayout: old.layout(), NewLayout: new.layout(), Part: old.Part || new.Part}
	for _, c := range changes {
		if slices.Contains(c.Breaks, SaveArea) {
			s.Causes = append(s.Causes, c)
		}
	}
	switch {
	case !old.hasSaveArea() && !new.hasSaveArea():
		s.Verdict = NoArea
	case s.OldLayout != s.NewLayout:
		s.Verdict = Refused
	case len(s.Causes) > 0:
		s.Verdict = Misread
	}
	return s
}

// hasSaveArea tells whether anything of the tables stands in a save area.
func (m Map) hasSaveArea() bool {
	return len(m.Blocks) > 0 || slices.ContainsFunc(m.Formats.Structures, func(s formats.Structure) bool { return inSaveArea(&s) })
}

func (m Map) layout() uint32 {
	whole := emit.NewMap(m.Blocks)
	whole.SetFormats(m.Formats)
	return whole.Layout.ID
}
