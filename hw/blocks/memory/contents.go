package memory

import (
	"encoding/binary"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

const (
	pageShift = 12
	pageBytes = 1 << pageShift
	pageLines = pageBytes / pipe.LineBytes
)

// page is a part of the contents. Once shared by a snapshot it is never written.
type page [pageLines][16]uint32

// Contents is what the memory holds. Lines outside the ranges left out count in a
// sum that is kept up to date at each write, so a digest costs nothing.
type Contents struct {
	size  uint32
	pages []*page // nil: zeros
	owned []bool  // not shared with a snapshot
	used  int     // pages from here on are nil
	out   []span  // ranges that the digest leaves out
	sum   uint64
}

type span struct{ from, to uint32 }

func newContents(size uint32) *Contents {
	n := size >> pageShift
	return &Contents{size: size, pages: make([]*page, n), owned: make([]bool, n)}
}

// Size returns the size in bytes.
func (c *Contents) Size() uint32 { return c.size }

var zeroLine [16]uint32

func (c *Contents) line(addr uint32) *[16]uint32 {
	p := c.pages[addr>>pageShift]
	if p == nil {
		return &zeroLine
	}
	return &p[addr>>6&(pageLines-1)]
}

// writable returns a line that may be changed in place.
func (c *Contents) writable(addr uint32) *[16]uint32 {
	n := addr >> pageShift
	if !c.owned[n] {
		fresh := new(page)
		if c.pages[n] != nil {
			*fresh = *c.pages[n]
		}
		c.pages[n], c.owned[n] = fresh, true
		c.used = max(c.used, int(n)+1)
	}
	return &c.pages[n][addr>>6&(pageLines-1)]
}

func (c *Contents) writeLine(addr uint32, mask uint64, data *[16]uint32) {
	l := c.writable(addr)
	counted := c.counted(addr)
	for i := range l {
		m := byteMask(uint32(mask>>(4*i)) & 15)
		if m == 0 {
			continue
		}
		was := l[i]
		now := was&^m | data[i]&m
		if counted {
			c.sum += weight(addr+uint32(4*i), now) - weight(addr+uint32(4*i), was)
		}
		l[i] = now
	}
}

// weight is a word's part of the sum; a zero word has none.
func weight(addr, value uint32) uint64 {
	if value == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(value)<<32|uint64(addr), 0x9e3779b97f4a7c15)
	hi ^= lo
	hi, lo = bits.Mul64(hi^0xe7037ed1a0b428db, 0xd1b54a32d192ed03)
	return hi ^ lo
}

// byteMask spreads four bits over the bytes of a word.
func byteMask(m uint32) uint32 {
	return m&1*0xff | m>>1&1*0xff00 | m>>2&1*0xff0000 | m>>3&1*0xff000000
}

func (c *Contents) counted(addr uint32) bool {
	for _, s := range c.out {
		if addr >= s.from && addr < s.to {
			return false
		}
	}
	return true
}

// LeaveOut excludes a range of whole lines from the digest. Call it before the range
// is written.
func (c *Contents) LeaveOut(from, to uint32) {
	c.out = append(c.out, span{from &^ (pipe.LineBytes - 1), (to + pipe.LineBytes - 1) &^ (pipe.LineBytes - 1)})
}

// LeftOut tells whether the digest leaves a word out.
func (c *Contents) LeftOut(addr uint32) bool { return !c.counted(addr) }

// Write stores bytes from outside the machine: the CPU.
func (c *Contents) Write(addr uint32, b []byte) {
	for len(b) > 0 {
		off := addr % pipe.LineBytes
		n := min(len(b), int(pipe.LineBytes-off))
		var line [pipe.LineBytes]byte
		copy(line[off:], b[:n])
		var data [16]uint32
		for i := range data {
			data[i] = binary.LittleEndian.Uint32(line[4*i:])
		}
		c.writeLine(addr-off, (uint64(1)<<n-1)<<off, &data)
		addr, b = addr+uint32(n), b[n:]
	}
}

// Read returns bytes for the outside.
func (c *Contents) Read(addr uint32, b []byte) {
	for len(b) > 0 {
		off := addr % pipe.LineBytes
		var line [pipe.LineBytes]byte
		for i, w := range c.line(addr &^ (pipe.LineBytes - 1)) {
			binary.LittleEndian.PutUint32(line[4*i:], w)
		}
		n := copy(b, line[off:])
		addr, b = addr+uint32(n), b[n:]
	}
}

// WriteWord and ReadWord are the same for a word.
func (c *Contents) WriteWord(addr, v uint32) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], v)
	c.Write(addr, b[:])
}

// ReadWord: see WriteWord.
func (c *Contents) ReadWord(addr uint32) uint32 {
	return c.line(addr &^ (pipe.LineBytes - 1))[addr>>2&15]
}

type saved struct {
	pages []*page
	sum   uint64
}

// Save shares the pages with a snapshot.
func (c *Contents) Save() any {
	clear(c.owned[:c.used])
	return saved{append([]*page(nil), c.pages[:c.used]...), c.sum}
}

// Load puts a snapshot's pages back.
func (c *Contents) Load(v any) {
	s := v.(saved)
	n := copy(c.pages, s.pages)
	if c.used > n {
		clear(c.pages[n:c.used])
	}
	clear(c.owned[:max(n, c.used)])
	c.used, c.sum = n, s.sum
}

// Digest adds the sum over all lines that count.
func (c *Contents) Digest(h *wires.Hasher) { h.Word(c.sum) }
