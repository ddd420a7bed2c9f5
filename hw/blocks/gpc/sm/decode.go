package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/wires"
)

// decoder remembers what it has decoded. Decoding depends on an instruction's words and the thread's lanes alone, so this is no state: it saves simulating
// the decoder.
type decoder struct {
	lines [MaxThreads * buffers]codeLine // of the line buffers
	loads uint32                         // wires.Pages.Loads of the line buffers when these were known
	table [1 << tableBits]uint16         // by a hash of words and lanes: numbers in list, from 1 on
	list  []decoded
}

// Bits of a hash, and so many instructions of which half the table is full.
const (
	tableBits = 10
	decodes   = 1 << (tableBits - 1)
)

// codeLine is what was decoded of a line: numbers in decoder.list, from 1 on, by the places where an instruction can begin.
type codeLine [lineBytes / isa.CompactBytes]uint16

// decoded is an instruction that was decoded.
type decoded struct {
	key   instructionKey
	lanes uint8
	most  uint8  // results that it has at most
	ports uint8  // results that come in a cycle
	takes uint64 // passes
	after uint64 // cycles from its first pass to its first result
	op    eu.Op
}

// instructionKey is an instruction's words, two in each.
type instructionKey struct{ low, high uint64 }

// decode decodes the instruction at a thread's PC, whose line is there.
func (b *SM) decode(n uint8, pc uint32, lanes uint8) *decoded {
	d := &b.decoder
	if loads := b.lines.Loads(); d.loads != loads {
		d.lines, d.loads = [MaxThreads * buffers]codeLine{}, loads
	}
	at := &d.lines[uint32(n)*buffers+bufferOf(pc)][pc%lineBytes/isa.CompactBytes]
	if *at == 0 {
		*at = d.find(b.words(n, pc), lanes, b)
	}
	return &d.list[*at-1]
}

// newLine forgets what was decoded of the line that was in a buffer.
func (d *decoder) newLine(buffer uint32) { d.lines[buffer] = codeLine{} }

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
	at := (k.low ^ k.high*odd ^ uint64(lanes)) * odd >> (64 - tableBits)
	for ; d.table[at] != 0; at = (at + 1) % (1 << tableBits) {
		if e := &d.list[d.table[at]-1]; e.key == k && e.lanes == lanes {
			return d.table[at]
		}
	}
	if len(d.list) == decodes {
		*d = decoder{list: d.list[:0], loads: d.loads}
		return d.find(k, lanes, b)
	}
	d.list = append(d.list, b.decoded(k, lanes))
	d.table[at] = uint16(len(d.list))
	return d.table[at]
}

// decoded decodes an instruction.
func (b *SM) decoded(k instructionKey, lanes uint8) decoded {
	words := [isa.NativeDWords]uint32{uint32(k.low), uint32(k.low >> 32), uint32(k.high), uint32(k.high >> 32)}
	d := decoded{key: k, lanes: lanes, ports: 1, op: eu.Decode(&words, int(lanes))}
	d.takes, d.most = b.passes(&d.op), uint8(max(1, d.op.Registers[0]))
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
