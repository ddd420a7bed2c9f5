package memory

import (
	"encoding/binary"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Contents is what the memory holds: a row of its pages is a line.
type Contents struct {
	Pages wires.Pages
	size  uint32
}

func newContents(size uint32) *Contents {
	return &Contents{Pages: wires.MakePages(size / pipe.LineBytes), size: size}
}

// Size returns the size in bytes.
func (c *Contents) Size() uint32 { return c.size }

func (c *Contents) line(addr uint32) *[wires.RowWords]uint32 {
	return c.Pages.Row(addr / pipe.LineBytes)
}

// writeBytes writes the bytes of a line that the mask has a bit for.
func writeBytes(line *[wires.RowWords]uint32, mask uint64, data *[wires.RowWords]uint32) {
	if mask == allBytes {
		*line = *data
		return
	}
	for i := range line {
		m := byteMask(uint32(mask>>(4*i)) & 15)
		line[i] = line[i]&^m | data[i]&m
	}
}

const allBytes = 1<<pipe.LineBytes - 1

// byteMask spreads four bits over the bytes of a word.
func byteMask(m uint32) uint32 {
	return m&1*0xff | m>>1&1*0xff00 | m>>2&1*0xff0000 | m>>3&1*0xff000000
}

// LeaveOut excludes a range of whole lines from the digest. Call it before the range
// is written.
func (c *Contents) LeaveOut(from, to uint32) {
	c.Pages.LeaveOut(from/pipe.LineBytes, (to+pipe.LineBytes-1)/pipe.LineBytes)
}

// LeftOut tells whether the digest leaves a word out.
func (c *Contents) LeftOut(addr uint32) bool { return c.Pages.LeftOut(addr / pipe.LineBytes) }

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
		writeBytes(c.Pages.Poke(addr/pipe.LineBytes), (uint64(1)<<n-1)<<off, &data)
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
