package directed

import (
	"fmt"

	"tilemark/hw/regs"
	"tilemark/regmap/emit"
	"tilemark/tb/stream"
)

// Registers says which of the project's directed vectors write which registers, and what: as their contexts' commands do, whether a vector is interrupted before
// them or not.
func Registers() (*emit.Tests, error) {
	tests := &emit.Tests{Registers: map[string]*emit.Written{}}
	for i, name := range Names() {
		v, err := Load(name)
		if err != nil {
			return nil, err
		}
		tests.Vectors = append(tests.Vectors, emit.Vector{Name: name, Covers: v.Covers})
		im, scenes, err := v.layOut()
		if err != nil {
			return nil, fmt.Errorf("directed vector %s: %w", name, err)
		}
		stream.FromImage(name, im, make([]float32, len(scenes))).Writes(func(block, reg int, value uint32) {
			add(tests.Registers, block, reg, value, i)
		})
	}
	return tests, nil
}

// add notes a write of vector i.
func add(written map[string]*emit.Written, block, reg int, value uint32, i int) {
	name := regs.RegisterName(block, reg)
	w := written[name]
	if w == nil {
		w = &emit.Written{Values: map[uint32]bool{}}
		written[name] = w
	}
	if n := len(w.Vectors); n == 0 || w.Vectors[n-1] != i {
		w.Vectors = append(w.Vectors, i)
	}
	w.Values[value] = true
}
