// Package cases says what is to be tested of every register and field, and predicts what
// must come out, from the register tables alone. tb/regtest runs the tests on the machine;
// documents link to them by name.
package cases

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"tilemark/regmap/table"
)

// Kind is a kind of test.
type Kind string

// Kinds.
const (
	ResetValue  Kind = "reset-value"  // what a fresh context has
	ReadWrite   Kind = "read-write"   // all zeros, all ones, and their neighbours otherwise
	BitBash     Kind = "bit-bash"     // each bit alone, set and clear
	Access      Kind = "access"       // what a write does that does not simply store
	Alias       Kind = "alias"        // another register's bits
	Lock        Kind = "lock"         // writes that are to be ignored
	SaveRestore Kind = "save-restore" // a value of its own comes back, wherever the cut is
	Unmapped    Kind = "unmapped"     // writes where nothing is
)

// Kinds lists all kinds in the order of reports.
var Kinds = []Kind{ResetValue, ReadWrite, BitBash, Access, Alias, Lock, SaveRestore, Unmapped}

// Case is a test of a field, of a register's bits that belong to no field, or of a range
// of a block that has no register.
type Case struct {
	Of   string `json:"of"` // BLOCK.REGISTER.FIELD, BLOCK.REGISTER[reserved], BLOCK[FROM..TO]
	Kind Kind   `json:"kind"`
}

// Name is the name of the test: its subject, a slash, its kind.
func (c Case) Name() string { return c.Of + "/" + string(c.Kind) }

// List returns the tests of checked tables, by block, register and field.
func List(blocks []table.Block) ([]Case, error) {
	m, err := NewModel(blocks)
	if err != nil {
		return nil, err
	}
	var out []Case
	for _, at := range m.Places() {
		for _, s := range m.Subjects(at) {
			for _, k := range s.Kinds {
				out = append(out, Case{s.Name, k})
			}
		}
	}
	for i := range blocks {
		for _, r := range Empty(&blocks[i]) {
			out = append(out, Case{r.Name, Unmapped})
		}
	}
	return out, nil
}

// Places returns where registers are, in order.
func (m *Model) Places() []Place {
	out := make([]Place, 0, len(m.cells))
	for at := range m.cells {
		out = append(out, at)
	}
	slices.SortFunc(out, func(a, b Place) int { return cmp.Or(a.Block-b.Block, a.Index-b.Index) })
	return out
}

// Subject is what a test speaks of: bits of a register.
type Subject struct {
	Name  string
	Mask  uint32
	Kinds []Kind
}

// Subjects returns the fields of a register, and its other bits.
func (m *Model) Subjects(at Place) (out []Subject) {
	c := m.cells[at]
	left := ^uint32(0)
	for _, f := range c.register.Fields {
		mask := f.Mask() << f.Lo
		left &^= mask
		if kinds := c.kinds(f.SW); len(kinds) > 0 {
			out = append(out, Subject{c.name + "." + f.Name, mask, kinds})
		}
	}
	if left != 0 && c.stored() {
		out = append(out, Subject{c.name + "[reserved]", left, []Kind{ReadWrite, BitBash, SaveRestore}})
	}
	return out
}

// stored tells whether the register has bits of its own that a save area shows.
func (c *cell) stored() bool { return c.register.Alias == "" && c.register.Class == "save" }

// kinds returns the tests of a field.
func (c *cell) kinds(access string) (out []Kind) {
	if c.stored() {
		out = append(out, ResetValue)
		if access == plainAccess {
			out = append(out, ReadWrite, BitBash)
		}
		out = append(out, SaveRestore)
	}
	if access != plainAccess {
		out = append(out, Access)
	}
	if c.register.Alias != "" {
		out = append(out, Alias)
	}
	if len(c.locks) > 0 {
		out = append(out, Lock)
	}
	return out
}

// Span is a range of a block in which there is no register.
type Span struct {
	Name          string
	First, Behind Place
}

// Empty returns the ranges of a block in which there is no register.
func Empty(b *table.Block) (out []Span) {
	used := make([]bool, b.Length+1)
	used[b.Length] = true
	for _, r := range b.Registers {
		for i := range r.Count {
			if at := r.Offset + i*r.Stride; at < b.Length {
				used[at] = true
			}
		}
	}
	for _, w := range b.Windows {
		for at := w.Offset; at < min(w.Offset+w.Length, b.Length); at++ {
			used[at] = true
		}
	}
	for first := 0; first < b.Length; first++ {
		end := first
		for !used[end] {
			end++
		}
		if end > first {
			name := fmt.Sprintf("%s[%d..%d]", b.Name, first, end-1)
			out = append(out, Span{name, Place{b.ID, first}, Place{b.ID, end}})
			first = end
		}
	}
	return out
}

// Unique is a word that no other place has, and that is no register's reset value; zeros
// and ones are about as many.
func Unique(at Place, seed uint32) uint32 {
	x := uint32(at.Block+1)<<16 + uint32(at.Index+1) + seed*0x9e3779b9
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return bits.RotateLeft32(x^x>>16, at.Index)
}
