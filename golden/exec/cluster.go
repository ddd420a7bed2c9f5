package exec

import (
	"fmt"
	"math/bits"
)

// LineBytes is the size of a line.
const LineBytes = 64

// Cluster is what a cluster's level-1.5 cache has of a memory (spec chapter 12): lines of data, and lines that constants are read from. Stores stay in
// the lines until they are written back, byte by byte; atomics and non-cacheable accesses go to the memory. When lines come, are written back
// and go is not the simulator's to say: who runs it calls Fill, WriteBack and Drop. A load of bytes that are not there fills the line itself, unless
// the cluster is Observed: then it is a fault.
type Cluster struct {
	Observed bool

	image     []byte
	data      lines
	constants lines
}

// lines are the lines that are there, by number and in some order.
type lines struct {
	at      map[uint64]*line
	numbers []uint64
}

// line is a copy of 64 bytes. Bit n of a mask is byte n.
type line struct {
	bytes          [LineBytes]byte
	valid, written uint64 // written ones are valid, too, and are not yet in memory
	place          int    // in numbers
}

// NewCluster is a cluster without lines. The bindings of its programs are parts of the image (Memory).
func NewCluster(image []byte) *Cluster {
	return &Cluster{image: image, data: lines{at: map[uint64]*line{}}, constants: lines{at: map[uint64]*line{}}}
}

// Lines are the numbers of the lines of data that are there. It is valid until the next call of anything.
func (c *Cluster) Lines() []uint64 { return c.data.numbers }

// Fill brings a line of data from memory. What was written to it stays.
func (c *Cluster) Fill(n uint64) { c.data.fill(c.image, n) }

// FillWith is Fill with what memory had when it executed the read.
func (c *Cluster) FillWith(n uint64, from *[LineBytes]byte) { c.data.put(n, from) }

// FillConstants brings a line for constants.
func (c *Cluster) FillConstants(n uint64) { c.constants.fill(c.image, n) }

// FillConstantsWith is FillConstants with what memory had when it executed the read.
func (c *Cluster) FillConstantsWith(n uint64, from *[LineBytes]byte) { c.constants.put(n, from) }

// Written takes from a line of data what was written to it: a bit for each byte, and the line. Who takes it writes it to memory.
func (c *Cluster) Written(n uint64) (mask uint64, bytes [LineBytes]byte) {
	if l := c.data.at[n]; l != nil {
		mask, bytes, l.written = l.written, l.bytes, 0
	}
	return mask, bytes
}

// WriteBack writes to memory what was written to a line of data.
func (c *Cluster) WriteBack(n uint64) {
	mask, bytes := c.Written(n)
	for k := range bytes {
		if at := n*LineBytes + uint64(k); mask>>k&1 != 0 {
			c.image[at] = bytes[k]
		}
	}
}

// Drop gives up a line of data, and what was written to it.
func (c *Cluster) Drop(n uint64) { c.data.drop(n) }

// Refresh gives up what a line of data has from memory. What was written to it stays.
func (c *Cluster) Refresh(n uint64) {
	if l := c.data.at[n]; l != nil {
		l.valid = l.written
	}
}

// WriteBackAll writes back every line.
func (c *Cluster) WriteBackAll() {
	for _, n := range c.data.numbers {
		c.WriteBack(n)
	}
}

// Begin is called before the first CTA of a launch: it sees what earlier ones stored. Constants stay: a flush and a new kernel drop them.
func (c *Cluster) Begin() {
	c.WriteBackAll()
	c.data = lines{at: map[uint64]*line{}}
}

// DropConstants gives up every line of constants.
func (c *Cluster) DropConstants() { c.constants = lines{at: map[uint64]*line{}} }

func (s *lines) line(n uint64) *line {
	l := s.at[n]
	if l == nil {
		l = &line{place: len(s.numbers)}
		s.at[n], s.numbers = l, append(s.numbers, n)
	}
	return l
}

func (s *lines) fill(image []byte, n uint64) *line {
	var from [LineBytes]byte
	if begin := n * LineBytes; begin < uint64(len(image)) {
		copy(from[:], image[begin:])
	}
	return s.put(n, &from)
}

// put brings a line. What was written to it stays.
func (s *lines) put(n uint64, from *[LineBytes]byte) *line {
	l := s.line(n)
	for k := range l.bytes {
		if l.written>>k&1 == 0 {
			l.bytes[k] = from[k]
		}
	}
	l.valid = 1<<LineBytes - 1
	return l
}

func (s *lines) drop(n uint64) {
	l := s.at[n]
	if l == nil {
		return
	}
	last := s.numbers[len(s.numbers)-1]
	s.at[last].place, s.numbers[l.place] = l.place, last
	s.numbers = s.numbers[:len(s.numbers)-1]
	delete(s.at, n)
}

// read reads a number of size bytes at an address of the image; false when a byte is not there and may not be fetched.
func (c *Cluster) read(s *lines, at, size uint64) (value uint64, ok bool) {
	for k := range size {
		n, byteOf := (at+k)/LineBytes, (at+k)%LineBytes
		l := s.at[n]
		if l == nil || l.valid>>byteOf&1 == 0 {
			if c.Observed {
				return 0, false
			}
			l = s.fill(c.image, n)
		}
		value |= uint64(l.bytes[byteOf]) << (8 * k)
	}
	return value, true
}

// write writes a number of size bytes into the lines of data.
func (c *Cluster) write(at, size, value uint64) {
	for k := range size {
		l, byteOf := c.data.line((at+k)/LineBytes), (at+k)%LineBytes
		l.bytes[byteOf] = byte(value >> (8 * k))
		l.valid |= 1 << byteOf
		l.written |= 1 << byteOf
	}
}

// surrender writes back and drops the lines that an access of size bytes touches: it is executed in memory.
func (c *Cluster) surrender(at, size uint64) {
	for n := at / LineBytes; n <= (at+size-1)/LineBytes; n++ {
		c.WriteBack(n)
		c.Drop(n)
	}
}

// holds tells whether a number lies in the binding as a whole.
func (b *Binding) holds(at, size uint64) bool { return at+size <= uint64(len(b.Data)) }

// loadLines reads components of each lane from the cluster's lines.
func (t *Thread) loadLines(i *instruction, b *Binding, lanes uint32) {
	t.eachComponent(i, lanes, func(c uint16, k int, at, size uint64) {
		value := uint64(0)
		if b.holds(at, size) {
			value = t.read(i, &t.Cluster.data, b.Base+at, size)
		}
		t.Registers.write(laneAt(i.send.answer+c*i.send.set, k, i.send.size), i.send.size, value)
	})
}

// read reads from lines of the thread's cluster; what may not be fetched ends the thread.
func (t *Thread) read(i *instruction, s *lines, at, size uint64) uint64 {
	value, ok := t.Cluster.read(s, at, size)
	if !ok && t.State == Running {
		t.fail(i, fmt.Sprintf("a load of address %#x, which is not in the cluster's lines", at))
	}
	return value
}

// storeLines writes components of each lane that is no helper into the cluster's lines.
func (t *Thread) storeLines(i *instruction, b *Binding, lanes uint32) {
	t.eachComponent(i, lanes&^t.Helpers, func(c uint16, k int, at, size uint64) {
		if b.holds(at, size) {
			t.Cluster.write(b.Base+at, size, t.Registers.read(laneAt(i.send.data+c*i.send.set, k, i.send.size), i.send.size))
		}
	})
}

// surrender gives up the lines of an access that is executed in memory.
func (t *Thread) surrender(i *instruction, b *Binding, lanes uint32) {
	t.eachComponent(i, lanes, func(_ uint16, _ int, at, size uint64) {
		if b.holds(at, size) {
			t.Cluster.surrender(b.Base+at, size)
		}
	})
}

// loadConstants reads whole registers from the cluster's lines of constants, a word after the other.
func (t *Thread) loadConstants(i *instruction, b *Binding) {
	s := &i.send
	for n := range uint16(s.components) * registerWords {
		at, value := uint64(s.offset)+4*uint64(n), uint64(0)
		if b.holds(at, 4) {
			value = t.read(i, &t.Cluster.constants, b.Base+at, 4)
		}
		t.Registers[s.answer+n] = uint32(value)
	}
}

// eachComponent calls f for each component of each lane, a lane after the other, with the byte of the binding.
func (t *Thread) eachComponent(i *instruction, lanes uint32, f func(c uint16, k int, at, size uint64)) {
	t.addresses(i, lanes)
	size := uint64(i.send.size)
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		for c := range uint16(i.send.components) {
			f(c, k, uint64(t.address[k])+size*uint64(c), size)
		}
	}
}
