// Package cache is the line cache inside ZL2, WBU and the sampler: direct-mapped,
// write-back, with lookups ahead of use. A line that is in use is never replaced;
// a line that is cached holds a pin on its page.
package cache

import (
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MaxLines is the most lines that a cache can have.
const MaxLines = 64

// Config of a cache.
type Config struct {
	Lines int `cfg:"lines" default:"64" min:"1" max:"64" power:"2" unit:"lines of 64 bytes" doc:"Size of the cache, a power of two."`
}

// Line is a cached line.
type Line struct {
	Number  uint32 // address / 64
	Slot    uint8  // context slot
	Pending bool   // read, not answered
	Dirty   bool
	Users   uint16 // lookups that are not released
	Data    [16]uint32
}

// State is the cache's part of its block's state.
type State struct {
	Valid  uint64 // bit i: line i is cached
	Lines  [MaxLines]Line
	Writes uint16 // writes not answered
}

// Cache binds the state to the memory port.
type Cache struct {
	req   *wires.Out[pipe.MemRequest]
	ans   *wires.In[pipe.MemAnswer]
	st    *State
	lines uint32
}

// Init binds the cache to its state and to its block's port to memory.
func (c *Cache) Init(cfg Config, st *State, req *wires.Out[pipe.MemRequest], ans *wires.In[pipe.MemAnswer]) {
	c.lines, c.st, c.req, c.ans = uint32(cfg.Lines), st, req, ans
}

// place spreads neighbouring tiles, in both directions, over the lines.
func (c *Cache) place(number uint32) uint32 {
	return (number ^ uint32(spread[number>>6%uint32(len(spread))]) ^ number>>18) & (c.lines - 1)
}

// spread is what the bits of a line's number above the lowest six change of its place: bit i of
// them changes the bits of spreads[i]. A search found these: of targets 64 to 4096 pixels wide, and
// of tiles of two, four and eight lines, the fewest blocks of 2x2 and 3x3 tiles have two lines in one
// place. Folding the bits one above the other puts the next row's tile on the same one's lines in
// targets whose width is a power of two.
var (
	spreads = [12]uint8{37, 16, 44, 40, 51, 33, 8, 59, 27, 38, 30, 32}
	spread  = func() (t [1 << len(spreads)]uint8) {
		for i := range t {
			for bit, change := range spreads {
				if i>>bit&1 != 0 {
					t[i] ^= change
				}
			}
		}
		return t
	}()
)

// Lookup asks for the line at an address of a context slot; equal addresses of two
// slots are different memory. When it is cached, or on its way, it
// returns its index and counts a user. Otherwise it makes room or sends the read,
// a step a cycle; moved tells whether it did something.
func (c *Cache) Lookup(addr uint32, slot uint8) (index int, ok, moved bool) {
	number := addr / pipe.LineBytes
	i := c.place(number)
	l := &c.st.Lines[i]
	valid := c.st.Valid>>i&1 != 0
	if valid && l.Number == number && l.Slot == slot {
		l.Users++
		return int(i), true, true
	}
	if valid && l.Users > 0 || !c.req.Ready() {
		return 0, false, false
	}
	if valid {
		c.evict(i)
		return 0, false, true
	}
	*c.req.Slot() = pipe.MemRequest{Op: pipe.Read, Slot: slot, Tag: uint16(i), Addr: number * pipe.LineBytes}
	c.req.Push()
	*l = Line{Number: number, Slot: slot, Pending: true, Users: 1}
	c.st.Valid |= 1 << i
	return int(i), true, true
}

// evict writes a line back, or gives it up when it is clean.
func (c *Cache) evict(i uint32) {
	l := &c.st.Lines[i]
	r := c.req.Slot()
	*r = pipe.MemRequest{Op: pipe.Release, Slot: l.Slot, Tag: uint16(i), Addr: l.Number * pipe.LineBytes}
	if l.Dirty {
		r.Op, r.Evict, r.Mask, r.Data = pipe.Write, true, ^uint64(0), l.Data
		c.st.Writes++
	}
	c.req.Push()
	*l = Line{}
	c.st.Valid &^= 1 << i
}

// Answer takes an answer from memory and returns the line that it filled, or -1.
func (c *Cache) Answer() (filled int, moved bool) {
	if !c.ans.Valid() {
		return -1, false
	}
	a := c.ans.Head()
	filled = -1
	if a.Op == pipe.Write {
		c.st.Writes -= 1 + a.More
	} else {
		l := &c.st.Lines[a.Tag]
		l.Data, l.Pending = a.Data, false
		filled = int(a.Tag)
	}
	c.ans.Drop()
	return filled, true
}

// Line gives a line in place; its user has looked it up.
func (c *Cache) Line(i int) *Line { return &c.st.Lines[i] }

// Done releases a user of a line. Users of a line that is on its way stay until it has come.
func (c *Cache) Done(i int) { c.st.Lines[i].Users-- }

// Flush writes back and gives up a line a cycle. It is done when nothing is cached
// and memory has answered every write; until then the activity is what the block does in
// this cycle. No line may be in use.
func (c *Cache) Flush() (a wires.Activity, done bool) {
	switch {
	case c.st.Valid == 0 && c.st.Writes == 0:
		return wires.Busy, true
	case c.st.Valid == 0:
		return c.ans.Starved(), false
	case !c.req.Ready():
		return c.req.Blocked(), false
	}
	c.evict(uint32(bits.TrailingZeros64(c.st.Valid)))
	return wires.Busy, false
}

// Forget drops the lines of a slot without writing them: texels.
func (c *Cache) Forget(slot uint8) (done, moved bool) {
	for set := c.st.Valid; set != 0; set &= set - 1 {
		i := uint32(bits.TrailingZeros64(set))
		if c.st.Lines[i].Slot == slot {
			c.st.Lines[i] = Line{}
			c.st.Valid &^= 1 << i
		}
	}
	return true, true
}
