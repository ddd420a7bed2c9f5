package emit

import (
	"fmt"
	"strings"

	"tilemark/regmap/table"
)

// FlatNames checks that names stay different where a language has one namespace for
// all: joined by underscores, register A_B with field C is as good as A with B_C.
// Endings that languages add are the same for names of one kind, so kinds do not mix.
func FlatNames(m *Map) error {
	for i, b := range m.Blocks {
		seen := flat{}
		if err := seen.block(b); err != nil {
			return err
		}
		for _, other := range m.Blocks[i+1:] {
			if !strings.HasPrefix(b.Name, other.Name+"_") && !strings.HasPrefix(other.Name, b.Name+"_") {
				continue
			}
			if err := seen.block(other); err != nil {
				return err
			}
		}
	}
	return nil
}

// flat maps a name to where it comes from.
type flat map[string]string

func (s flat) add(kind, from string, parts ...string) error {
	name := strings.Join(parts, "_")
	key := kind + name
	if first, ok := s[key]; ok && first != from {
		return fmt.Errorf("%s and %s both become %s, expected names that differ when they are joined", first, from, name)
	}
	s[key] = from
	return nil
}

func (s flat) block(b table.Block) error {
	for _, w := range b.Windows {
		if err := s.add("register ", b.Name+"."+w.Name, b.Name, w.Name); err != nil {
			return err
		}
	}
	for _, r := range b.Registers {
		if err := s.register(b, r); err != nil {
			return err
		}
	}
	return nil
}

func (s flat) register(b table.Block, r table.Register) error {
	from := b.Name + "." + r.Name
	if err := s.add("register ", from, b.Name, r.Name); err != nil {
		return err
	}
	for _, f := range r.Fields {
		if err := s.add("field ", from+"."+f.Name, b.Name, r.Name, f.Name); err != nil {
			return err
		}
		for _, v := range f.Enum {
			if err := s.add("value ", from+"."+f.Name+"."+v.Name, b.Name, r.Name, f.Name, v.Name); err != nil {
				return err
			}
		}
	}
	return nil
}
