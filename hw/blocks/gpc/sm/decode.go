package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/wires"
)

// decoder remembers what it has decoded. Decoding depends on an instruction's words and the thread's lanes alone, so this is no state: it saves simulating
// the decoder.
type decoder struct {
	codes [MaxThreads * places]uint16 // by thread slot and place in its line buffers: which instruction in list begins there; 0: it is not known
	loads uint32                      // wires.Pages.Loads of the line buffers when it was known
	table [2 * decodes]uint16         // the same by a hash of words and lanes
	list  *[decodes]decoded           // the first is none
	used  uint16                      // of them
}

// Instructions that are remembered, a power of 2, and places in the line buffers of a thread where one can begin.
const (
	decodeBits = 9
	decodes    = 1 << decodeBits
	places     = buffers * lineBytes / isa.CompactBytes
)

// decoded is an instruction that was decoded.
type decoded struct {
	key    instructionKey
	lanes  uint8
	most   uint8  // results that it has at most
	ports  uint8  // results that come in a cycle
	single bool   // all that it leaves is one register, by eu.Op.ExecuteEight
	takes  uint64 // passes
	after  uint64 // cycles from its first pass to its first result
	op     eu.Op
}

// instructionKey is an instruction's words, two in each.
type instructionKey struct{ low, high uint64 }

// place is the place of a byte of a thread's kernel in its line buffers.
func place(n uint8, pc uint32) uint32 {
	return uint32(n)%MaxThreads*places + pc/isa.CompactBytes%places
}

// at is the instruction at a thread's PC, if it is known.
func (d *decoder) at(n uint8, pc uint32) (e *decoded, known bool) {
	number := d.codes[place(n, pc)]
	return &d.list[number%decodes], number != 0
}

// decode decodes the instruction at a thread's PC, whose line is there.
func (b *SM) decode(n uint8, pc uint32, lanes uint8) *decoded {
	d := &b.decoder
	number := d.find(b.words(n, pc), lanes, b)
	d.codes[place(n, pc)] = number
	return &d.list[number]
}

// newLine forgets what was decoded of the line that was in a thread's buffer.
func (d *decoder) newLine(n uint8, line uint32) {
	clear(d.codes[place(n, line):][:lineBytes/isa.CompactBytes])
}

// update forgets all lines, since others have been put in their place.
func (d *decoder) update(loads uint32) {
	d.loads = loads
	clear(d.codes[:])
}

// words are those of the instruction at a byte of a thread's kernel.
func (b *SM) words(n uint8, pc uint32) (k instructionKey) {
	row := b.lines.Row(uint32(n)*buffers + bufferOf(pc))
	at := pc % lineBytes / 4
	k.low = uint64(row[at]) | uint64(row[at+1])<<32
	if !isa.IsCompact(row[at]) && at+isa.NativeDWords <= wires.RowWords { // one that passes the line's end is none
		k.high = uint64(row[at+2]) | uint64(row[at+3])<<32
	}
	return k
}

// find is the number of an instruction, which is decoded unless it is known.
func (d *decoder) find(k instructionKey, lanes uint8, b *SM) uint16 {
	const odd = 0x9e3779b97f4a7c15
	at := (k.low ^ k.high*odd ^ uint64(lanes)) * odd >> (64 - decodeBits - 1)
	for ; d.table[at] != 0; at = (at + 1) % (2 * decodes) {
		if e := &d.list[d.table[at]]; e.key == k && e.lanes == lanes {
			return d.table[at]
		}
	}
	if d.used++; d.used == decodes { // begin anew
		d.used = 1
		clear(d.codes[:])
		clear(d.table[:])
	}
	d.table[at] = d.used
	d.list[d.used] = b.decoded(k, lanes)
	return d.used
}

// decoded decodes an instruction.
func (b *SM) decoded(k instructionKey, lanes uint8) decoded {
	words := [isa.NativeDWords]uint32{uint32(k.low), uint32(k.low >> 32), uint32(k.high), uint32(k.high >> 32)}
	d := decoded{key: k, lanes: lanes, ports: 1, op: eu.Decode(&words, int(lanes))}
	d.takes, d.most = b.passes(&d.op), uint8(max(1, d.op.Registers[0]))
	d.single = d.op.Eights == 1 && !d.op.Dst.Null && !d.op.SetsFlag
	switch d.op.Unit {
	case eu.ALU:
		d.ports, d.after = uint8(b.ports), d.takes-1+uint64(b.cfg.ALULatency)
	case eu.Math:
		d.after = d.takes - 1 + uint64(b.cfg.MathLatency)
	}
	return d
}

// passes is for how many cycles an instruction keeps its unit: for its lanes, and for registers that it reads and writes.
func (b *SM) passes(o *eu.Op) uint64 {
	lanes := b.cfg.Lanes
	switch o.Unit {
	case eu.Math:
		lanes = b.cfg.MathLanes
	case eu.ALU:
	default:
		return 1
	}
	n := (int(o.Count)*max(4, isa.Bytes(o.Dst.Type))/4 + lanes - 1) / lanes
	for _, r := range o.Registers {
		n = max(n, (r+b.ports-1)/b.ports)
	}
	return uint64(n)
}
