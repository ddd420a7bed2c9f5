package stream

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"tilemark/hw/regs"
	"tilemark/text/number"
)

// Part reads a stretch of a stream's memory.
func (f *File) Part(addr, bytes uint32) ([]byte, error) {
	if !f.inside(addr, uint64(bytes)) {
		return nil, fmt.Errorf("%s bytes at %#x; a range inside the memory of %#x bytes was expected", number.Thousands(bytes), addr, f.Memory)
	}
	out := make([]byte, bytes)
	memory{f}.read(addr, out)
	return out, nil
}

// RingBytes says how many bytes the context header at the front of b and its ring have; 0 when b has no whole header.
func RingBytes(b []byte) uint64 {
	if len(b) < regs.ContextHeaderBytes {
		return 0
	}
	return regs.ContextHeaderBytes + 4*uint64(binary.LittleEndian.Uint32(b[4*regs.ContextHeaderRingSize:]))
}

// DumpRing writes a context header and the ring after it as text: commands from HEAD to TAIL, the rest as words.
func DumpRing(w io.Writer, b []byte) error {
	if n := RingBytes(b); n == 0 || n > uint64(len(b)) {
		return fmt.Errorf("%s bytes; a context header of %s bytes and a ring, %s bytes in all, were expected", number.Thousands(len(b)), number.Thousands(regs.ContextHeaderBytes), number.Thousands(max(n, regs.ContextHeaderBytes)))
	}
	f := &File{Memory: uint32(len(b)), Segments: []Segment{{Data: b}}, Contexts: []Context{{}}}
	t := &texter{bufio.NewWriter(w)}
	t.parts(&f.Segments[0], f.areas())
	return t.w.Flush()
}

// DumpDMA writes a DMA buffer as text, with DWORD offsets.
func DumpDMA(w io.Writer, b []byte) error {
	if len(b) == 0 || len(b)%4 != 0 {
		return fmt.Errorf("%s bytes; whole DWORDs were expected", number.Thousands(len(b)))
	}
	t := &texter{bufio.NewWriter(w)}
	t.commands(0, b)
	return t.w.Flush()
}
