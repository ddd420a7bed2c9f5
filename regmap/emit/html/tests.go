package html

import (
	"strings"

	"tilemark/regmap/cases"
	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// testsData is what tests a register, in the page's data.
type testsData struct {
	Vectors   []int       `json:"v,omitempty"` // that write it, by their places in the list
	Ones      uint32      `json:"p,omitempty"` // bits that a written value sets
	Zeros     uint32      `json:"z,omitempty"` // bits that a written value clears
	Enums     []string    `json:"e,omitempty"` // enumeration values that are not written, as FIELD.NAME
	Generated [][2]string `json:"g,omitempty"` // subjects of generated tests, and the tests of each
	Restored  *uint64     `json:"r,omitempty"` // how often restored with another value than that of reset; where that is counted
	Values    []useData   `json:"u,omitempty"` // of its fields, where that is counted
}

// useData is how often a named value was used: FIELD.NAME, written by commands, restored.
type useData [3]any

// vectorData is a directed vector and what it shows.
type vectorData struct {
	Name   string `json:"n"`
	Covers string `json:"c"`
}

// mostListed bounds the registers of a map whose generated tests are listed.
const mostListed = 1 << 14

// tests finds which tests touch a register.
type tests struct {
	of        *emit.Tests    // nil: not known
	coverage  *emit.Coverage // nil: not known
	generated map[string][][2]string
}

func newBuilder(m *emit.Map) (*builder, error) {
	b := &builder{diagrams: newDiagrams(), layout: &m.Layout, tests: tests{of: m.Tests, coverage: m.Coverage, generated: map[string][][2]string{}}}
	if n, _ := table.Size(m.Blocks); n > mostListed {
		return b, nil
	}
	list, err := cases.List(m.Blocks)
	for _, c := range list {
		b.tests.add(c)
	}
	return b, err
}

// add notes a generated test: of a field, BLOCK.REGISTER.FIELD, or of other bits, BLOCK.REGISTER[reserved]. Those of space without registers are left out.
func (t *tests) add(c cases.Case) {
	block, rest, found := strings.Cut(c.Of, ".")
	if !found {
		return
	}
	register := block + "." + rest[:strings.IndexAny(rest+".", ".[")]
	list := t.generated[register]
	if n := len(list); n > 0 && list[n-1][0] == c.Of {
		list[n-1][1] += " " + string(c.Kind)
		return
	}
	t.generated[register] = append(list, [2]string{c.Of, string(c.Kind)})
}

func (t *tests) vectors() []vectorData {
	out := []vectorData{}
	if t.of != nil {
		for _, v := range t.of.Vectors {
			out = append(out, vectorData{v.Name, v.Covers})
		}
	}
	return out
}

// register says what tests a register; nil when nothing does, or nothing is known.
func (t *tests) register(name string, r *table.Register) *testsData {
	out := &testsData{Generated: t.generated[name]}
	if t.of != nil {
		if w := t.of.Registers[name]; w != nil {
			out.written(w, r)
		}
	}
	if t.coverage != nil && r.Class == "save" {
		out.covered(t.coverage, name, r)
	}
	if len(out.Generated) == 0 && len(out.Vectors) == 0 && out.Restored == nil {
		return nil
	}
	return out
}

// covered says what runs have shown of a saved register.
func (d *testsData) covered(c *emit.Coverage, name string, r *table.Register) {
	n := c.Restored(name)
	d.Restored = &n
	for i := range r.Fields {
		f := &r.Fields[i]
		for _, e := range f.Enum {
			written, restored := c.Value(name, f.Name, e.Name)
			d.Values = append(d.Values, useData{f.Name + "." + e.Name, written, restored})
		}
	}
}

func (d *testsData) written(w *emit.Written, r *table.Register) {
	d.Vectors = w.Vectors
	for v := range w.Values {
		d.Ones |= v
		d.Zeros |= ^v
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		seen := map[uint32]bool{}
		for v := range w.Values {
			seen[v>>f.Lo&f.Mask()] = true
		}
		for _, e := range f.Enum {
			if !seen[uint32(e.Value)&f.Mask()] {
				d.Enums = append(d.Enums, f.Name+"."+e.Name)
			}
		}
	}
}
