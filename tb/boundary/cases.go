// Package boundary makes vectors that stand at the boundaries of what the parser takes: each field of commands and of
// the structures that it reads at its last legal and its first illegal value, each alignment missed by a word, each sum at
// its wrap, each command where it may not stand. What must come of a vector follows from the tables of formats
// (hw/regs/formats) and of registers; golden, which reads commands by code of its own, must agree.
package boundary

import (
	"encoding/binary"
	"fmt"
	"strings"

	"tilemark/hw/regs"
	"tilemark/tb/directed"
)

// Case is a vector of two contexts. Something is written into the first one; the second one is as it should be.
type Case struct {
	Name   string
	Reason uint32 // why the first context stops, of regs.ReasonValues; regs.ReasonNone: it comes to its end
	Text   []byte // the vector, as `tilemark check` reads it
	pokes  []poke // that are written before the run
}

// base is what the first context draws: its ring has INTERRUPTIBLE, and DMA and FENCE in turn, its DMA buffers state,
// draws, queries and a fence.
const base = `size: [16, 16]
contexts:
  - {scene: query, draws_per_buffer: 3, ring_fence: true%s}
  - scene: one-triangle
`

// generator collects cases.
type generator struct {
	base         string // the vector that words are written into, with a place for %s
	ring, buffer []command
	words        func(in string, dword int) uint32
	header       uint32 // its address
	cases        []Case
}

// command is a command of the base.
type command struct {
	header uint32
	at     int // DWORD in the ring or DMA buffer
	length int // DWORDs, with the header
}

// poke writes a word.
type poke struct {
	in    string // as in the vectors' format
	dword int
	value uint32
}

// Cases returns all cases, in an order that follows from the tables.
func Cases() ([]Case, error) {
	g, err := newGenerator()
	if err != nil {
		return nil, err
	}
	g.commands()
	g.lengths()
	g.operands()
	g.states()
	g.headers()
	g.saved()
	g.buffers()
	g.orders()
	if err := g.lists(); err != nil {
		return nil, err
	}
	return g.workloads()
}

func newGenerator() (*generator, error) { return generatorOf(base) }

// generatorOf makes a generator of vectors that begin with another workload.
func generatorOf(base string) (*generator, error) {
	v, err := directed.Parse([]byte("covers: what boundary vectors begin with\n" + fmt.Sprintf(base, "")))
	if err != nil {
		return nil, err
	}
	_, cv, err := v.Build()
	if err != nil {
		return nil, err
	}
	x := &cv.Image.Contexts[0]
	read := func(addr uint32) uint32 { return binary.LittleEndian.Uint32(cv.Image.Bytes[addr:]) }
	ring := x.Header + regs.ContextHeaderBytes
	g := &generator{base: base, header: x.Header}
	g.ring = walk(func(n int) uint32 { return read(ring + 4*uint32(n)) }, int(x.Tail))
	dma := g.find(g.ring, regs.CommandDma)
	at, n := read(ring+4*uint32(dma.at)+4*regs.CommandDmaAddress), read(ring+4*uint32(dma.at)+4*regs.CommandDmaDwords)
	g.buffer = walk(func(n int) uint32 { return read(at + 4*uint32(n)) }, int(n))
	from := map[string]uint32{inRing: ring, inBuffer: at, inHeader: x.Header}
	g.words = func(in string, dword int) uint32 { return read(from[in] + 4*uint32(dword)) }
	return g, nil
}

// walk takes a stream of so many DWORDs apart.
func walk(word func(n int) uint32, dwords int) (out []command) {
	for at := 0; at < dwords; {
		c := command{word(at), at, 1}
		if c.header != 0 {
			c.length += int(c.header & regs.HeaderLengthMask)
		}
		out = append(out, c)
		at += c.length
	}
	return out
}

// find returns the first command with a code.
func (g *generator) find(in []command, code uint32) command {
	for _, c := range in {
		if c.header&regs.HeaderCommandMask == code {
			return c
		}
	}
	panic(fmt.Sprintf("the vector that boundary vectors begin with has no command %#x", code))
}

// last returns the last command with a code and a length of so many DWORDs at least.
func (g *generator) last(in []command, code uint32, least int) command {
	for k := len(in) - 1; k >= 0; k-- {
		if c := in[k]; c.header&regs.HeaderCommandMask == code && c.length >= least {
			return c
		}
	}
	panic(fmt.Sprintf("the vector that boundary vectors begin with has no command %#x of %d DWORDs", code, least))
}

// room is where any command may be written: in a ring the first FENCE, in a DMA buffer state of the last draw. What it
// leaves of its place is a NOP.
func (g *generator) room(in string, dwords int) command {
	if in == inRing {
		return g.find(g.ring, regs.CommandFence)
	}
	return g.last(g.buffer, regs.CommandSetState, dwords)
}

// Places of words, as in the vectors' format.
const (
	inRing   = "ring"
	inBuffer = "buffer"
	inHeader = "header"
)

// put writes a command into a room.
func (g *generator) put(in string, words ...uint32) (pokes []poke) {
	at := g.room(in, len(words))
	for k, w := range words {
		pokes = append(pokes, poke{in, at.at + k, w})
	}
	if left := at.length - len(words); left > 0 {
		pokes = append(pokes, poke{in, at.at + len(words), regs.CommandNop | uint32(left-1)})
	}
	return pokes
}

// add makes a case in which words are written before the run.
func (g *generator) add(name string, reason uint32, pokes ...poke) {
	status := "context 0: end"
	if reason != regs.ReasonNone {
		status = fmt.Sprintf("context 0: invalid (%s)", label(reason))
	}
	g.vector(name, reason, poked(g.base, pokes...), status)
	g.cases[len(g.cases)-1].pokes = pokes
}

// restored makes a case in which a word of a save area is written before its context is restored.
func (g *generator) restored(name string, word int, value uint32) {
	steps := fmt.Sprintf("steps:\n  - {cursor: {draw: 1, tile: 1}, do: interrupt}\n  - {state: [\" .R\"], do: poke, poke: %s}\n", poke{"save", word, value})
	invalid := fmt.Sprintf("context 0: invalid (%s)", label(regs.ReasonSaveArea))
	g.vector(name, regs.ReasonSaveArea, fmt.Sprintf(g.base, "")+steps, "context 0: cpu", invalid)
}

// vector adds a case whose first context leaves as the status buffer must say.
func (g *generator) vector(name string, reason uint32, body string, status ...string) {
	var quoted []string
	for _, s := range append(status, "context 1: end", "idle") {
		quoted = append(quoted, fmt.Sprintf("%q", s))
	}
	body += fmt.Sprintf("status: [%s]\n", strings.Join(quoted, ", "))
	g.cases = append(g.cases, Case{Name: name, Reason: reason, Text: g.text(name, body)})
}

// text makes a vector's text; without a body it is that of the base.
func (g *generator) text(name, body string) []byte {
	if body == "" {
		body = fmt.Sprintf(g.base, "")
	}
	return fmt.Appendf(nil, "covers: %q\n%s", name+" is at the boundary of what the parser takes.", body)
}

func (p poke) String() string {
	return fmt.Sprintf("{in: %s, dword: %d, value: %#x}", p.in, p.dword, p.value)
}

// label names a reason as the status buffer's text does.
func label(reason uint32) string {
	for _, v := range regs.ReasonValues {
		if v.Value == reason {
			return v.Label
		}
	}
	return ""
}
