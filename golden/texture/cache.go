package texture

import (
	"fmt"
	"math/bits"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
)

// LineBytes is the size of a line.
const LineBytes = 64

// Line is a copy of a line of memory.
type Line struct {
	number uint32
	bytes  [LineBytes]byte
	read   int // when memory was read
}

// Cache is what a texture cache has of an image of memory. When lines are read, come and go is not its to say: who observes a cache calls Read, Fill and Drop.
// It knows the order of stores: who begins when a store is acknowledged must see it.
type Cache struct {
	image  []byte
	lines  map[uint32]*Line // by number
	read   map[int]*Line    // what memory has read and the cache does not have yet, by the number of the miss
	clock  int              // events so far
	stores map[uint32][]*stored
}

// stored is a store to a line.
type stored struct{ written, acknowledged int } // when; 0: not yet

// now is the time of an event.
func (c *Cache) now() int {
	c.clock++
	return c.clock
}

// unseen tells whether a line was read before a store that was acknowledged when a message began.
func (c *Cache) unseen(number uint32, l *Line, began int) bool {
	for _, s := range c.stores[number] {
		if s.acknowledged != 0 && s.acknowledged < began && s.written > l.read {
			return true
		}
	}
	return false
}

// NewCache is a cache without lines.
func NewCache(image []byte) *Cache {
	return &Cache{image: image, lines: map[uint32]*Line{}, read: map[int]*Line{}, stores: map[uint32][]*stored{}}
}

// Read has memory read a line for a miss.
func (c *Cache) Read(miss int, number uint32) {
	l := &Line{number: number, read: c.now()}
	if at := uint64(number) * LineBytes; at < uint64(len(c.image)) {
		copy(l.bytes[:], c.image[at:])
	}
	c.read[miss] = l
}

// Fill has the line of a miss come into the cache.
func (c *Cache) Fill(miss int, number uint32) { c.lines[number] = c.read[miss] }

// Drop gives up a line.
func (c *Cache) Drop(number uint32) { delete(c.lines, number) }

// Here is a line that is in the cache; nil: it is not.
func (c *Cache) Here(number uint32) *Line { return c.lines[number] }

// Arrived is what memory has read for a miss; nil: nothing.
func (c *Cache) Arrived(miss int) *Line { return c.read[miss] }

// Message is a message whose texels are read or written one after the other.
type Message struct {
	call
	image  []byte
	cache  *Cache
	began  int
	stores []*stored
	lanes  [32]progress
}

// progress is what a lane has read or written.
type progress struct {
	samples []sample
	values  values
	done    [2][8]bool
}

// Begin takes a message apart, whose thread is a cache's user.
func (u *Unit) Begin(r *exec.Request, c *Cache) *Message {
	m := &Message{call: u.call(r), image: u.Image, cache: c, began: c.now()}
	for set := r.Lanes; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set)
		m.lanes[lane].samples = m.samples(lane)
	}
	return m
}

// Take has a lane read some of the texels of a level, named by a bit each, which lie in a line. An error says what is wrong with it.
func (m *Message) Take(lane, level int, texels uint8, number uint32, l *Line) error {
	p := &m.lanes[lane]
	if level >= len(p.samples) {
		return fmt.Errorf("lane %d reads a texel of level number %d, and the message does not", lane, level)
	}
	for ; texels != 0; texels &= texels - 1 {
		n := bits.TrailingZeros8(texels)
		s := &p.samples[level].texels[n]
		switch {
		case !s.Wanted || !s.Present:
			return fmt.Errorf("lane %d reads texel %d of level number %d, and the message does not", lane, n, level)
		case s.Address/LineBytes != number:
			return fmt.Errorf("lane %d: texel %d of level number %d is read from line %#x, expected %#x", lane, n, level, number, s.Address/LineBytes)
		case p.done[level][n]:
			return fmt.Errorf("lane %d: texel %d of level number %d is read twice", lane, n, level)
		case l == nil:
			return fmt.Errorf("lane %d reads line %#x, which is not in the texture cache", lane, number)
		case l.number != number:
			return fmt.Errorf("lane %d reads line %#x, and what was read from memory is line %#x", lane, number, l.number)
		case m.cache.unseen(number, l, m.began):
			return fmt.Errorf("lane %d reads line %#x as it was before a store that was acknowledged before the message began", lane, number)
		}
		p.done[level][n] = true
		p.values[level][n] = m.texture.format.take(l.bytes[s.Address%LineBytes:])
	}
	return nil
}

// Store has lanes write their texels that lie in a line of memory, in ascending order. Bytes are those that are written, a bit each.
func (m *Message) Store(lanes uint32, number uint32) (bytes uint64, err error) {
	for set := lanes; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set)
		p := &m.lanes[lane]
		if m.request.Helpers>>lane&1 != 0 || len(p.samples) == 0 || p.done[0][0] {
			continue
		}
		s := &p.samples[0].texels[0]
		if !s.Present || s.Address/LineBytes != number {
			continue
		}
		p.done[0][0] = true
		bytes |= (1<<s.Bytes - 1) << (s.Address % LineBytes)
		m.store(m.image, lane, p.samples)
	}
	if bytes == 0 {
		return 0, fmt.Errorf("lanes %#x write to line %#x, and the message does not", lanes, number)
	}
	s := &stored{written: m.cache.now()}
	m.cache.stores[number], m.stores = append(m.cache.stores[number], s), append(m.stores, s)
	return bytes, nil
}

// Finish answers the message. An error says what it should have read or written before.
func (m *Message) Finish() error {
	for _, s := range m.stores {
		s.acknowledged = m.cache.now()
	}
	for set := m.request.Lanes; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros32(set)
		p := &m.lanes[lane]
		stores := m.request.Message == isa.MessageTexelStore
		for level := range p.samples {
			for n, s := range p.samples[level].texels {
				if s.Wanted && s.Present && !p.done[level][n] && !(stores && m.request.Helpers>>lane&1 != 0) {
					return fmt.Errorf("the message ends, and lane %d has not accessed texel %d of level number %d in line %#x", lane, n, level, s.Address/LineBytes)
				}
			}
		}
		if !stores {
			m.reply(lane, m.answer(lane, p.samples, &p.values))
		}
	}
	return nil
}
