package stream

import (
	"encoding/binary"
	"slices"
)

// A line is the grain at which memory is cut into segments, in bytes.
const line = 64

// fewestLines is the shortest stretch of one pattern that is worth a segment of its own.
const fewestLines = 4

// segments describes memory: stretches of one 8-byte pattern become patterns, zeros are left out, and the rest is data.
func segments(mem []byte) (list []Segment) {
	data := -1 // start of the data that has not become a segment yet
	flush := func(end int) {
		if data >= 0 {
			list = append(list, Segment{Addr: uint32(data), Data: slices.Clone(mem[data:end])})
		}
		data = -1
	}
	for at := 0; at < len(mem); {
		pattern, end := stretch(mem, at)
		if end-at < fewestLines*line {
			if data < 0 {
				data = at
			}
			at = max(end, at+min(line, len(mem)-at))
			continue
		}
		flush(at)
		if pattern != 0 {
			list = append(list, Segment{Addr: uint32(at), Pattern: pattern, Bytes: uint32(end - at)})
		}
		at = end
	}
	flush(len(mem))
	return list
}

// stretch finds how far whole lines repeat the 8 bytes at an address; the address itself when its line does not.
func stretch(mem []byte, at int) (pattern uint64, end int) {
	if at+line > len(mem) {
		return 0, at
	}
	pattern = binary.LittleEndian.Uint64(mem[at:])
	for end = at; end+line <= len(mem); end += line {
		for k := 0; k < line; k += 8 {
			if binary.LittleEndian.Uint64(mem[end+k:]) != pattern {
				return pattern, end
			}
		}
	}
	return pattern, end
}

// memory reads a stream's memory without laying it out.
type memory struct{ f *File }

// read fills to from an address on; what no segment describes is zero. The address range must lie inside the memory.
func (m memory) read(addr uint32, to []byte) {
	clear(to)
	end := uint64(addr) + uint64(len(to))
	i, _ := slices.BinarySearchFunc(m.f.Segments, addr, func(s Segment, a uint32) int {
		if uint64(s.Addr)+s.size() <= uint64(a) {
			return -1
		}
		return 1
	})
	for ; i < len(m.f.Segments) && uint64(m.f.Segments[i].Addr) < end; i++ {
		s := &m.f.Segments[i]
		if s.Addr >= addr {
			s.read(to[s.Addr-addr:], 0)
		} else {
			s.read(to, addr-s.Addr)
		}
	}
}

func (m memory) has(addr uint32, bytes uint64) bool { return m.f.inside(addr, bytes) }

func (m memory) word(addr uint32) uint32 {
	var b [4]byte
	m.read(addr, b[:])
	return binary.LittleEndian.Uint32(b[:])
}
