package driver

import (
	"encoding/binary"

	"tilemark/hw/regs"
)

// RingFences returns the addresses of the fences in a context's ring.
func (im *Image) RingFences(c *Context) (addresses []uint32) {
	for _, operand := range im.operands(c, regs.CommandFenceHeader) {
		addresses = append(addresses, binary.LittleEndian.Uint32(im.Bytes[operand:])+c.Offset)
	}
	return addresses
}

// WaitFor has the WAITs in a context's ring, in their order, wait until the words at these
// addresses are at least one. Of an address 0 the WAIT keeps its own.
func (im *Image) WaitFor(c *Context, addresses []uint32) {
	for n, operand := range im.operands(c, regs.CommandWaitHeader) {
		if n < len(addresses) && addresses[n] != 0 {
			binary.LittleEndian.PutUint32(im.Bytes[operand:], addresses[n]-c.Offset)
			c.Reads = append(c.Reads, Span{addresses[n], addresses[n] + 4})
		}
	}
}

// operands returns where the addresses are that a ring's commands with a header name in
// their first operand.
func (im *Image) operands(c *Context, header uint32) (places []uint32) {
	ring := func(offset uint32) uint32 { return c.Header + regs.ContextHeaderBytes + 4*(offset%c.RingSize) }
	at := binary.LittleEndian.Uint32(im.Bytes[c.Header:])
	for _, behind := range c.Tails {
		if binary.LittleEndian.Uint32(im.Bytes[ring(at):]) == header {
			places = append(places, ring(at+1))
		}
		at = behind
	}
	return places
}
