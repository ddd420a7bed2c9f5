// Package diff compares two register maps by what they mean, not by their text: each
// change has a class, a rule, the places in both tables, and whom it breaks. It says whether a
// save area of the old map still restores, and which version each block is due.
package diff

import (
	"slices"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Class says how bad a change is.
type Class string

// The classes, the worst first. Version is for what the tables say about themselves: a
// version that is too low for the changes.
const (
	Version       Class = "version"
	Breaking      Class = "breaking"
	Behavioural   Class = "behavioural"
	Compatible    Class = "compatible"
	Documentation Class = "documentation"
)

// Classes are all classes, the worst first.
var Classes = []Class{Version, Breaking, Behavioural, Compatible, Documentation}

// Audience is somebody or something that a change can break.
type Audience string

// Who can be broken.
const (
	Binary   Audience = "driver binary"
	Source   Audience = "driver source"
	SaveArea Audience = "save area"
	Readers  Audience = "documentation"
)

// Map is one side of a comparison.
type Map struct {
	Name    string // as the user named it
	Blocks  []table.Block
	Formats *formats.Set // of commands and structures; nil without any
	Part    bool         // of a machine's tables
}

// Change is one difference between two maps.
type Change struct {
	Rule     string
	Class    Class
	What     string // BLOCK, BLOCK.REGISTER or BLOCK.REGISTER.FIELD; FILE.COMMAND and such of formats; new names where there are new ones
	Old, New string // "" on the side that has none
	OldAt    table.Pos
	NewAt    table.Pos
	Breaks   []Audience
	Sentence string // what it means for them
	Severity Severity
	Reason   string // why the policy lets it pass
}

// Block is the name of the block, or of the file of formats, that the change is in.
func (c Change) Block() string { return head(c.What) }

// Result is a comparison.
type Result struct {
	Old, New string
	Changes  []Change
	SaveArea Save
	Versions []BlockVersion
	Unused   []Allowance // of the policy: exceptions that nothing needed
}

// Failed reports whether a change is an error by the policy.
func (r *Result) Failed() bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Severity == SeverityError })
}

// Of lists the changes of a class.
func (r *Result) Of(class Class) (list []Change) {
	for _, c := range r.Changes {
		if c.Class == class {
			list = append(list, c)
		}
	}
	return list
}

// Compare finds what changed from old to new, and judges it by the policy.
func Compare(old, new Map, p *Policy) *Result {
	for _, m := range []*Map{&old, &new} {
		if m.Formats == nil {
			m.Formats = &formats.Set{}
		}
	}
	c := &comparer{policy: p}
	c.blocks(old.Blocks, new.Blocks)
	c.formats(old.Formats, new.Formats)
	r := &Result{Old: old.Name, New: new.Name}
	r.SaveArea = saveArea(old, new, c.changes)
	r.Versions = c.versions(old, new)
	r.Changes = c.changes
	r.Unused = p.judge(r.Changes)
	return r
}

// comparer collects changes.
type comparer struct {
	policy  *Policy
	changes []Change
}

// side is what one map says, and where.
type side struct {
	text string
	of   placed
	key  string
}

// placed knows where its keys stand. Lines are counted only for what changed.
type placed interface{ At(key string) table.Pos }

func (s side) at() table.Pos {
	if s.of == nil {
		return table.Pos{}
	}
	return s.of.At(s.key)
}

// add enters a change; saved says that it concerns words that a save writes.
func (c *comparer) add(rule, what string, old, new side, saved bool) {
	r := ruleNamed(rule)
	breaks := slices.Clone(r.Breaks)
	if saved && r.Saved && !slices.Contains(breaks, SaveArea) {
		breaks = append(breaks, SaveArea)
	}
	c.changes = append(c.changes, Change{Rule: rule, Class: c.policy.class(r), What: what, Old: old.text, New: new.text,
		OldAt: old.at(), NewAt: new.at(), Breaks: breaks, Sentence: r.Sentence})
}

// came enters a change of something that only the new map has.
func (c *comparer) came(rule, what string, new side, saved bool) {
	c.add(rule, what, side{}, new, saved)
}

// went enters a change of something that only the old map has.
func (c *comparer) went(rule, what string, old side, saved bool) {
	c.add(rule, what, old, side{}, saved)
}
