package cases

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// Model predicts what registers hold, from the tables alone.
type Model struct {
	cells map[Place]*cell
}

// Place is a DWORD of a block.
type Place struct{ Block, Index int }

// cell is a register, or an element of an array of them.
type cell struct {
	block    *table.Block
	register *table.Register
	name     string // BLOCK.REGISTER, with [i] after an array's
	home     Place  // whose word the bits are: of another register when this one is an alias
	locks    []lock
	word     uint32
	unknown  bool // the hardware may have changed it
	written  bool // since reset
}

// lock is a field that stops writes while it is not 0.
type lock struct {
	at   Place
	mask uint32
}

// NewModel makes a model of a fresh context. An alias or lock that names nothing is an
// error; checked tables have none.
func NewModel(blocks []table.Block) (*Model, error) {
	m := &Model{map[Place]*cell{}}
	for i := range blocks {
		for k := range blocks[i].Registers {
			m.add(&blocks[i], &blocks[i].Registers[k])
		}
	}
	for at, c := range m.cells {
		if err := m.bind(at, c); err != nil {
			return nil, err
		}
	}
	for _, c := range m.cells {
		if home := m.cells[c.home]; home != c { // an alias is locked with its register
			c.locks = append(c.locks, home.ownLock(m)...)
		}
	}
	m.Reset()
	return m, nil
}

func (m *Model) add(b *table.Block, r *table.Register) {
	for i := range r.Count {
		at := Place{b.ID, r.Offset + i*r.Stride}
		name := b.Name + "." + r.Name
		if r.Count > 1 {
			name = fmt.Sprintf("%s[%d]", name, i)
		}
		m.cells[at] = &cell{block: b, register: r, name: name, home: at}
	}
}

// bind finds the register of an alias, and the lock.
func (m *Model) bind(at Place, c *cell) error {
	if c.register.Alias != "" {
		i := slices.IndexFunc(c.block.Registers, func(r table.Register) bool { return r.Name == c.register.Alias })
		if i < 0 {
			return fmt.Errorf("%s is an alias of %s, which the block does not have", c.name, c.register.Alias)
		}
		of := &c.block.Registers[i]
		element := 0
		if of.Count > 1 {
			element = (at.Index - c.register.Offset) / c.register.Stride
		}
		c.home.Index = of.Offset + element*of.Stride
		if m.cells[c.home] == nil {
			return fmt.Errorf("%s is an alias of an element that %s does not have", c.name, of.Name)
		}
	}
	c.locks = c.ownLock(m)
	if c.register.Lock != "" && c.locks == nil {
		return fmt.Errorf("%s is locked by %s, which the block does not have", c.name, c.register.Lock)
	}
	return nil
}

// ownLock returns the lock that the register's table names; nil for none.
func (c *cell) ownLock(m *Model) []lock {
	register, field, _ := strings.Cut(c.register.Lock, ".")
	for i := range c.block.Registers {
		r := &c.block.Registers[i]
		for _, f := range r.Fields {
			if r.Name == register && f.Name == field {
				return []lock{{Place{c.block.ID, r.Offset}, f.Mask() << f.Lo}}
			}
		}
	}
	return nil
}

// Reset gives all registers their reset values.
func (m *Model) Reset() {
	for _, c := range m.cells {
		c.word, c.unknown, c.written = c.register.Reset(), false, false
	}
}

// Write is a value of SET_STATE. In reserved space it changes nothing.
func (m *Model) Write(at Place, value uint32) {
	c := m.cells[at]
	if c == nil {
		return
	}
	for _, l := range c.locks {
		if m.cells[l.at].word&l.mask != 0 {
			return
		}
	}
	home := m.cells[c.home]
	word := c.reserved(home.word, value)
	for _, f := range c.register.Fields {
		a, mask := access(f), f.Mask()<<f.Lo
		if !a.Once() || !c.written {
			word = word&^mask | a.Write(home.word, value, mask)
		}
		if a.Writes == table.Pulse && value&mask != 0 {
			m.pulsed(c.block)
		}
	}
	c.written = true
	home.word, home.unknown = word, false
}

// reserved returns the bits of no field after a write: as written where all fields are
// plain and the register is no alias, else as they were.
func (c *cell) reserved(held, written uint32) uint32 {
	if c.register.Alias == "" && c.plain() {
		return written
	}
	return held
}

// plainAccess is that of a field which a write simply stores.
const plainAccess = "rw"

func (c *cell) plain() bool {
	return !slices.ContainsFunc(c.register.Fields, func(f table.Field) bool { return f.SW != plainAccess })
}

// access returns what reads and writes of a field do.
func access(f table.Field) table.Access {
	a, _ := table.AccessByName(f.SW)
	return a
}

// pulsed: a strobe has the hardware do something, maybe to registers that it writes.
func (m *Model) pulsed(b *table.Block) {
	for _, c := range m.cells {
		if c.block == b && c.register.HW() == "rw" {
			c.unknown = true
		}
	}
}

// Word returns what a register of class save holds; known is false for all others, and
// where the tables do not say.
func (m *Model) Word(at Place) (word uint32, known bool) {
	c := m.cells[at]
	if c == nil || c.register.Class != "save" || c.unknown {
		return 0, false
	}
	return c.word, true
}

// Saved tells whether a save area has a word for the place.
func (m *Model) Saved(at Place) bool {
	c := m.cells[at]
	return c != nil && c.register.Class == "save"
}
