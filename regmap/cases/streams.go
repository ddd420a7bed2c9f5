package cases

import (
	"slices"

	"tilemark/regmap/table"
)

// Write is a value that SET_STATE writes.
type Write struct {
	At    Place
	Value uint32
}

// Stream is what one context writes, in order. What must hold afterwards, and after each of
// the writes, is what a Model says.
type Stream struct {
	Kind     Kind
	Subjects []string // what is tested; nil: every bit whose register is in a save area
	Writes   []Write
}

// rounds is how often streams of values of their own write everything.
const rounds = 3

// uniques is the number of such streams.
const uniques = 8

// Streams returns the tests of checked tables as what contexts write.
func Streams(blocks []table.Block) ([]Stream, error) {
	m, err := NewModel(blocks)
	if err != nil {
		return nil, err
	}
	out := []Stream{{Kind: ResetValue}}
	for _, value := range []func(c *cell) uint32{
		func(*cell) uint32 { return 0 }, func(*cell) uint32 { return ^uint32(0) }, func(c *cell) uint32 { return ^c.register.Reset() },
	} {
		out = append(out, Stream{Kind: ReadWrite, Writes: m.once(func(_ int, c *cell) uint32 { return value(c) })})
	}
	for bit := range 32 { // neighbours have different bits
		out = append(out,
			Stream{Kind: BitBash, Writes: m.once(func(i int, _ *cell) uint32 { return 1 << ((bit + i) % 32) })},
			Stream{Kind: BitBash, Writes: m.once(func(i int, _ *cell) uint32 { return ^uint32(1 << ((bit + i) % 32)) })})
	}
	for seed := range uint32(uniques) {
		out = append(out,
			Stream{Kind: SaveRestore, Writes: m.once(func(_ int, c *cell) uint32 { return Unique(c.home, seed) })},
			Stream{Kind: SaveRestore, Writes: m.mixed(seed)})
	}
	out = append(out, m.special()...)
	for i := range blocks {
		out = append(out, empty(&blocks[i])...)
	}
	return append(out, Stream{Kind: ResetValue}), nil // after all the others
}

// once writes every register that is no alias, those last that lock others.
func (m *Model) once(value func(i int, c *cell) uint32) []Write {
	var first, last []Write
	for i, at := range m.Places() {
		c := m.cells[at]
		if c.home != at {
			continue
		}
		w := Write{at, value(i, c) &^ c.strobes()}
		if m.locksOthers(at) {
			last = append(last, w)
		} else {
			first = append(first, w)
		}
	}
	return append(first, last...)
}

// mixed writes everything some times, with strobes, aliases and locks in the order of places.
func (m *Model) mixed(seed uint32) (out []Write) {
	for round := range uint32(rounds) {
		for _, at := range m.Places() {
			out = append(out, Write{at, Unique(at, seed*rounds+round+uniques)})
		}
	}
	return out
}

// strobes returns the bits that have the hardware do something.
func (c *cell) strobes() (mask uint32) {
	for _, f := range c.register.Fields {
		if access(f).Writes == table.Pulse {
			mask |= f.Mask() << f.Lo
		}
	}
	return mask
}

func (m *Model) locksOthers(at Place) bool {
	for _, c := range m.cells {
		if slices.ContainsFunc(c.locks, func(l lock) bool { return l.at == at }) {
			return true
		}
	}
	return false
}

// pairs are what is held, and what is written then.
var pairs = [][2]uint32{{0, ^uint32(0)}, {^uint32(0), 0}, {^uint32(0), ^uint32(0)}, {0x55555555, 0x33333333}, {0xc3a59687, 0x0ff0a55a}}

// special returns the streams of access types, aliases and locks.
func (m *Model) special() (out []Stream) {
	for _, at := range m.Places() {
		c := m.cells[at]
		for _, k := range []Kind{Access, Alias} {
			names := m.subjects(at, k)
			for _, p := range pairs {
				if len(names) > 0 {
					out = append(out, Stream{k, names, []Write{{c.home, p[0]}, {at, p[1]}}})
				}
			}
		}
		names := m.subjects(at, Lock)
		for _, l := range c.locks {
			set, open := Write{l.at, l.mask}, Write{l.at, ^l.mask}
			for _, p := range pairs {
				a, b := Write{at, p[0]}, Write{at, p[1]}
				out = append(out, Stream{Lock, names, []Write{a, b, set, a}}, Stream{Lock, names, []Write{a, open, b}},
					Stream{Lock, names, []Write{set, a, open, b}})
			}
		}
	}
	return out
}

// subjects names what a kind tests at a place.
func (m *Model) subjects(at Place, k Kind) (names []string) {
	for _, s := range m.Subjects(at) {
		if slices.Contains(s.Kinds, k) {
			names = append(names, s.Name)
		}
	}
	return names
}

// empty writes to all of a block where nothing is.
func empty(b *table.Block) []Stream {
	s := Stream{Kind: Unmapped}
	for _, r := range Empty(b) {
		s.Subjects = append(s.Subjects, r.Name)
		for at := r.First; at != r.Behind; at.Index++ {
			s.Writes = append(s.Writes, Write{at, Unique(at, 0)})
		}
	}
	if s.Writes == nil {
		return nil
	}
	return []Stream{s}
}
