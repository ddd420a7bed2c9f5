package driver

import "encoding/binary"

// Headers of ring commands.
const (
	waitHeader  = clientMemory<<29 | opWait<<24 | 2
	fenceHeader = clientMemory<<29 | opFence<<24 | 2
)

// RingFences returns the addresses of the fences in a context's ring.
func (im *Image) RingFences(c *Context) (addresses []uint32) {
	for _, operand := range im.operands(c, fenceHeader) {
		addresses = append(addresses, binary.LittleEndian.Uint32(im.Bytes[operand:]))
	}
	return addresses
}

// WaitFor has the WAITs in a context's ring, in their order, wait until the words at these
// addresses are at least one. Of an address 0 the WAIT keeps its own.
func (im *Image) WaitFor(c *Context, addresses []uint32) {
	for n, operand := range im.operands(c, waitHeader) {
		if n < len(addresses) && addresses[n] != 0 {
			binary.LittleEndian.PutUint32(im.Bytes[operand:], addresses[n])
		}
	}
}

// operands returns where the first operands of a ring's commands with a header are.
func (im *Image) operands(c *Context, header uint32) (places []uint32) {
	ring := func(offset uint32) uint32 { return c.Header + ringOffset + 4*(offset%c.RingSize) }
	at := binary.LittleEndian.Uint32(im.Bytes[c.Header:])
	for _, behind := range c.Tails {
		if binary.LittleEndian.Uint32(im.Bytes[ring(at):]) == header {
			places = append(places, ring(at+1))
		}
		at = behind
	}
	return places
}
