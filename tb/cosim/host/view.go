package host

import (
	"tilemark/tb/cosim/vector"
)

// Memory is the contents of the session's memory by the addresses of the image: where
// contexts have page tables, a page lies elsewhere, or on disk.
type Memory struct{ s *Host }

// Memory gives access to the session's memory.
func (h *Host) Memory() Memory { return Memory{h} }

func (m Memory) place(addr uint32) uint32 {
	if m.s.OS == nil {
		return addr
	}
	return m.s.OS.place(addr)
}

// ReadWord reads a word.
func (m Memory) ReadWord(addr uint32) uint32 { return m.s.M.Memory.ReadWord(m.place(addr)) }

// WriteWord writes a word.
func (m Memory) WriteWord(addr, v uint32) { m.s.M.Memory.WriteWord(m.place(addr), v) }

// Read fills b from an address on.
func (m Memory) Read(addr uint32, b []byte) {
	m.each(addr, b, func(at uint32, b []byte) { m.s.M.Memory.Read(at, b) })
}

// Write writes b from an address on.
func (m Memory) Write(addr uint32, b []byte) {
	m.each(addr, b, func(at uint32, b []byte) { m.s.M.Memory.Write(at, b) })
}

// each calls do for the part of a range in each page.
func (m Memory) each(addr uint32, b []byte, do func(at uint32, b []byte)) {
	for len(b) > 0 {
		n := min(len(b), vector.PageBytes-int(addr%vector.PageBytes))
		do(m.place(addr), b[:n])
		b, addr = b[n:], addr+uint32(n)
	}
}
