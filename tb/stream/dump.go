package stream

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/regs"
	"tilemark/tb/driver"
)

// texter writes the text form.
type texter struct{ w *bufio.Writer }

func (t *texter) line(format string, args ...any) { fmt.Fprintf(t.w, format+"\n", args...) }

// Dump writes a stream as text; Build makes the same stream of it, byte for byte.
func (f *File) Dump(w io.Writer) error {
	t := &texter{bufio.NewWriter(w)}
	t.line("stream %d", Version)
	t.line("name %q", f.Name)
	t.line("memory 0x%08x", f.Memory)
	if len(f.Interrupts) > 0 {
		text := "interrupts"
		for _, c := range f.Interrupts {
			text += fmt.Sprintf(" %d", c)
		}
		t.line("%s", text)
	}
	if f.Every > 0 {
		t.line("every %d", f.Every)
	}
	for i := range f.Contexts {
		t.context(i, &f.Contexts[i])
	}
	areas := f.areas()
	for i := range f.Segments {
		t.line("")
		t.segment(&f.Segments[i], areas)
	}
	return t.w.Flush()
}

func (t *texter) context(i int, c *Context) {
	t.line("\ncontext # %d", i)
	t.line("  header 0x%08x", c.Header)
	t.line("  ring_size %d", c.RingSize)
	t.line("  tail %d", c.Tail)
	t.line("  save_area 0x%08x", c.SaveArea)
	if c.Wait != 0 {
		t.line("  wait 0x%08x", c.Wait)
	}
	t.line("  belongs 0x%08x 0x%08x", c.From, c.To)
	t.surface("color", &c.Color, formatName(colorFormats, c.ColorFormat))
	t.surface("depth", &c.Depth, formatName(depthFormats, c.DepthFormat))
	t.line("  clear_depth %s", floatText(math.Float32bits(c.ClearDepth)))
	text := "  view_projection"
	for _, v := range c.ViewProjection {
		text += " " + floatText(math.Float32bits(v))
	}
	t.line("%s", text)
	for _, l := range []struct {
		name string
		list []uint32
	}{{"queries", c.Queries}, {"fences", c.Fences}} {
		if len(l.list) > 0 {
			t.line("  %s%s", l.name, hexList(l.list))
		}
	}
	if len(c.Tails) > 0 {
		text := "  tails"
		for _, v := range c.Tails {
			text += fmt.Sprintf(" %d", v)
		}
		t.line("%s", text)
	}
	t.line("end")
}

func formatName(names []string, n uint32) string { return names[n] }

func (t *texter) surface(name string, s *driver.Surface, format string) {
	t.line("  %s 0x%08x pitch %d size %dx%d format %s", name, s.Base, s.Pitch, s.Width, s.Height, format)
}

func (t *texter) segment(s *Segment, areas []area) {
	if s.Data == nil {
		t.line("fill 0x%08x bytes %d pattern 0x%016x", s.Addr, s.Bytes, s.Pattern)
		return
	}
	t.line("segment 0x%08x # %d bytes", s.Addr, len(s.Data))
	t.parts(s, areas)
	t.line("end")
}

// parts writes the data of a segment, area by area.
func (t *texter) parts(s *Segment, areas []area) {
	at, end := s.Addr, s.Addr+uint32(len(s.Data))
	part := func(to uint32) []byte { return s.Data[at-s.Addr:][:to-at] }
	for _, a := range areas {
		from, to := max(at, a.addr), min(end, a.addr+a.bytes)
		whole := (to-from)%4 == 0 || to == a.addr+a.bytes
		if from >= to || (from-a.addr)%4 != 0 || !whole { // a segment that cuts words is written raw
			continue
		}
		t.raw(at, part(from))
		at = from
		t.line("  # 0x%08x: %s", at, a.title)
		a.write(t, at-a.addr, part(to))
		at = to
	}
	t.raw(at, part(end))
}

// raw writes bytes of which nothing is known.
func (t *texter) raw(addr uint32, b []byte) {
	if len(b) == 0 {
		return
	}
	t.line("  # 0x%08x", addr)
	for len(b) >= 4 {
		if n := zeroBytes(b); n >= 32 {
			n = min(n, maxZeros)
			t.line("  zeros %d", n)
			b = b[n:]
			continue
		}
		n := min(32, len(b)&^3)
		for k := 4; k < n; k += 4 { // zeros stand on a line of their own
			if zeroBytes(b[k:]) >= 32 {
				n = k
			}
		}
		t.line("  words%s", hexList(wordsOf(b[:n])))
		b = b[n:]
	}
	if len(b) > 0 {
		t.line("  bytes % x", b)
	}
}

// zeroBytes counts zeros at the front, in whole words.
func zeroBytes(b []byte) (n int) {
	for n+4 <= len(b) && binary.LittleEndian.Uint32(b[n:]) == 0 {
		n += 4
	}
	return n
}

func wordsOf(b []byte) []uint32 {
	out := make([]uint32, 0, len(b)/4)
	for ; len(b) >= 4; b = b[4:] {
		out = append(out, binary.LittleEndian.Uint32(b))
	}
	return out
}

// rows writes rows of n bytes, each as text gives it; what is left over, and a row without text, is written raw.
func (t *texter) rows(b []byte, n int, text func(row []byte) string) {
	for len(b) >= n {
		if s := text(b[:n]); s != "" {
			t.line("  %s", s)
		} else {
			t.line("  words%s", hexList(wordsOf(b[:n])))
		}
		b = b[n:]
	}
	if len(b) == 0 {
		return
	}
	if len(b)%4 == 0 {
		t.line("  words%s", hexList(wordsOf(b)))
	} else {
		t.line("  bytes % x", b)
	}
}

// header writes a context header: words with their names beside them, and the place-holder as the command that it is.
func (t *texter) header(from uint32, b []byte) {
	words := wordsOf(b)
	for i := 0; i < len(words); i++ {
		k := i + int(from/4)
		if k == regs.ContextHeaderRestore && i+1 < len(words) {
			if lines, n := commandText(words[i : i+2]); n == 2 {
				t.line("  %s # place-holder", lines[0])
				i++
				continue
			}
		}
		t.line("  words 0x%08x # %s", words[i], headerName(k))
	}
}

// headerName names a word of a context header.
func headerName(k int) string {
	if w := regs.StructureOf("CONTEXT_HEADER").Word(k); w != nil {
		return w.Name
	}
	return "reserved"
}

// commands writes commands with their DWORD offsets.
func (t *texter) commands(from uint32, b []byte) {
	words := wordsOf(b)
	for at := 0; at < len(words); {
		lines, n := commandText(words[at:])
		if n == 0 {
			lines, n = []string{fmt.Sprintf("words 0x%08x", words[at])}, 1
		}
		t.line("  %s # %d", lines[0], int(from/4)+at)
		for _, l := range lines[1:] {
			t.line("  %s", l)
		}
		at += n
	}
}

// kernel writes a kernel's instructions as words, with their text beside them. What is none is written as words alone.
func (t *texter) kernel(_ uint32, b []byte) {
	for len(b) >= isa.CompactBytes {
		i, ok := firstInstruction(b)
		if !ok {
			break
		}
		t.line("  words%s # %s", hexList(wordsOf(b[:i.Bytes()])), asm.Instruction(i.Native))
		b = b[i.Bytes():]
	}
	t.words(0, b)
}

// firstInstruction takes the first instruction of some bytes apart.
func firstInstruction(b []byte) (i kernel.Instruction, ok bool) {
	for _, size := range []int{isa.CompactBytes, isa.NativeBytes} {
		if len(b) < size {
			break
		}
		if list, err := kernel.ParseCode(b[:size]); err == nil && len(list) == 1 {
			return list[0], true
		}
	}
	return i, false
}

// words writes words of which only the place is known.
func (t *texter) words(_ uint32, b []byte) {
	t.rows(b, wordsRow, func([]byte) string { return "" })
}

// wordsRow is how many bytes of words a line has.
const wordsRow = 32

func (t *texter) vertices(_ uint32, b []byte) {
	t.rows(b, regs.VertexBytes, func(row []byte) string {
		words := wordsOf(row)
		for _, w := range words[vertexFloats:] {
			if w != 0 {
				return ""
			}
		}
		var parts []string
		for _, w := range words[:vertexFloats] {
			parts = append(parts, floatText(w))
		}
		return "vertex " + strings.Join(parts, " ")
	})
}

func (t *texter) indices16(_ uint32, b []byte) {
	t.grouped(b, 2, 12, "indices16", func(e []byte) string { return fmt.Sprint(binary.LittleEndian.Uint16(e)) })
}

func (t *texter) indices32(_ uint32, b []byte) {
	t.grouped(b, 4, 12, "indices32", func(e []byte) string { return fmt.Sprint(binary.LittleEndian.Uint32(e)) })
}

func (t *texter) texels(_ uint32, b []byte) {
	t.grouped(b, 4, 8, "texels", func(e []byte) string { return fmt.Sprintf("%x", e) })
}

// grouped writes elements of some bytes, a few a line.
func (t *texter) grouped(b []byte, size, perLine int, name string, text func(e []byte) string) {
	for len(b) >= size {
		line := name
		for range perLine {
			if len(b) < size {
				break
			}
			line += " " + text(b[:size])
			b = b[size:]
		}
		t.line("  %s", line)
	}
	if len(b) > 0 {
		t.line("  bytes % x", b)
	}
}
