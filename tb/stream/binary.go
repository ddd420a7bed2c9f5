package stream

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"tilemark/hw/regs"
	"tilemark/tb/driver"
	"tilemark/text/number"
)

const saveAreaBytes = regs.SaveRoomBytes

// The file begins with these bytes; the line ends in them show when a file was transferred as text.
const magic = "TMCS\r\n\x1a\n"

// headerBytes are those of magic, version, checksum and length.
const headerBytes = len(magic) + 4 + 4 + 8

// Encode writes a stream as a file's bytes.
func (f *File) Encode() []byte {
	w := &writer{}
	w.text(f.Name)
	w.word(f.Memory)
	w.word(uint32(len(f.Interrupts)))
	for _, c := range f.Interrupts {
		w.long(c)
	}
	w.long(f.Every)
	w.word(uint32(len(f.Contexts)))
	for i := range f.Contexts {
		w.context(&f.Contexts[i])
	}
	w.word(uint32(len(f.Segments)))
	for i := range f.Segments {
		w.segment(&f.Segments[i])
	}
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, Version)
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(w.b))
	out = binary.LittleEndian.AppendUint64(out, uint64(headerBytes+len(w.b)))
	return append(out, w.b...)
}

type writer struct{ b []byte }

func (w *writer) word(v uint32) { w.b = binary.LittleEndian.AppendUint32(w.b, v) }
func (w *writer) long(v uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, v) }

func (w *writer) text(s string) {
	w.word(uint32(len(s)))
	w.b = append(w.b, s...)
}

func (w *writer) list(l []uint32) {
	w.word(uint32(len(l)))
	for _, v := range l {
		w.word(v)
	}
}

func (w *writer) surface(s *driver.Surface) {
	for _, v := range []int{int(s.Base), s.Pitch, s.Width, s.Height, s.Bytes} {
		w.word(uint32(v))
	}
}

func (w *writer) context(c *Context) {
	for _, v := range []uint32{c.Header, c.RingSize, c.Tail, c.SaveArea, c.Wait, c.From, c.To, c.ColorFormat, c.DepthFormat} {
		w.word(v)
	}
	w.word(math.Float32bits(c.ClearDepth))
	w.surface(&c.Color)
	w.surface(&c.Depth)
	for _, v := range c.ViewProjection {
		w.word(math.Float32bits(v))
	}
	w.list(c.Queries)
	w.list(c.Fences)
	w.list(c.Tails)
}

// Kinds of segments.
const (
	kindData    = 0
	kindPattern = 1
)

func (w *writer) segment(s *Segment) {
	if s.Data == nil {
		w.word(kindPattern)
		w.word(s.Addr)
		w.word(s.Bytes)
		w.long(s.Pattern)
		return
	}
	w.word(kindData)
	w.word(s.Addr)
	w.word(uint32(len(s.Data)))
	w.b = append(w.b, s.Data...)
}

// IsStream tells whether bytes begin like a stream's file.
func IsStream(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }

// Decode reads a file's bytes. Errors name the offset and what was expected there.
func Decode(data []byte) (*File, error) {
	if !IsStream(data) {
		return nil, fmt.Errorf("offset 0: %q; a command stream, which begins with %q, was expected", data[:min(len(data), len(magic))], magic)
	}
	if len(data) < headerBytes {
		return nil, fmt.Errorf("offset %d: the file ends; a header of %d bytes was expected", len(data), headerBytes)
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	if v := word(8); v != Version {
		return nil, fmt.Errorf("offset 8: version %d; %d was expected", v, Version)
	}
	if n := binary.LittleEndian.Uint64(data[16:]); n != uint64(len(data)) {
		return nil, fmt.Errorf("offset 16: a length of %s bytes; the file has %s", number.Thousands(n), number.Thousands(len(data)))
	}
	if sum := crc32.ChecksumIEEE(data[headerBytes:]); sum != word(12) {
		return nil, fmt.Errorf("offset 12: checksum %08x; %08x was expected: the file is damaged", word(12), sum)
	}
	r := &reader{b: data, at: headerBytes}
	f := r.file()
	if r.err == nil && r.at != len(data) {
		r.fail(r.at, "%s bytes after the last segment; the end of the file was expected", number.Thousands(len(data)-r.at))
	}
	if r.err != nil {
		return nil, r.err
	}
	return f, f.check()
}

// reader reads until something is wrong; from then on everything is zero.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) fail(at int, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("offset %d: %w", at, fmt.Errorf(format, args...))
	}
}

func (r *reader) bytes(n uint64, what string) []byte {
	if r.err != nil {
		return nil
	}
	if left := uint64(len(r.b) - r.at); n > left {
		r.fail(r.at, "%s bytes are left; %s of %s were expected", number.Thousands(left), number.Thousands(n), what)
		return nil
	}
	r.at += int(n)
	return r.b[r.at-int(n) : r.at]
}

func (r *reader) word(what string) uint32 {
	if b := r.bytes(4, what); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) long(what string) uint64 {
	if b := r.bytes(8, what); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// count reads a number of entries that have at least size bytes each.
func (r *reader) count(what string, size int) int {
	at := r.at
	n := r.word("the number of " + what)
	if r.err == nil && uint64(n)*uint64(size) > uint64(len(r.b)-r.at) {
		r.fail(at, "%s %s; at most %s fit into the rest of the file", number.Thousands(n), what, number.Thousands((len(r.b)-r.at)/size))
		return 0
	}
	return int(n)
}

func (r *reader) list(what string) (l []uint32) {
	for range r.count(what, 4) {
		l = append(l, r.word(what))
	}
	return l
}

func (r *reader) file() *File {
	f := &File{Name: string(r.bytes(uint64(r.count("letters of the name", 1)), "the name")), Memory: r.word("the memory's size")}
	for range r.count("interrupts", 8) {
		f.Interrupts = append(f.Interrupts, r.long("interrupts"))
	}
	f.Every = r.long("the interval of interrupts")
	for range r.count("contexts", 160) {
		f.Contexts = append(f.Contexts, r.context())
	}
	for range r.count("segments", 12) {
		f.Segments = append(f.Segments, r.segment())
	}
	return f
}

func (r *reader) surface() driver.Surface {
	word := func() int { return int(r.word("a surface")) }
	return driver.Surface{Base: r.word("a surface"), Pitch: word(), Width: word(), Height: word(), Bytes: word()}
}

func (r *reader) context() (c Context) {
	for _, to := range []*uint32{&c.Header, &c.RingSize, &c.Tail, &c.SaveArea, &c.Wait, &c.From, &c.To, &c.ColorFormat, &c.DepthFormat} {
		*to = r.word("a context")
	}
	c.ClearDepth = math.Float32frombits(r.word("a context"))
	c.Color, c.Depth = r.surface(), r.surface()
	for i := range c.ViewProjection {
		c.ViewProjection[i] = math.Float32frombits(r.word("a matrix"))
	}
	c.Queries, c.Fences, c.Tails = r.list("queries"), r.list("fences"), r.list("tails")
	return c
}

func (r *reader) segment() (s Segment) {
	at := r.at
	kind := r.word("a segment")
	s.Addr = r.word("a segment")
	n := r.word("a segment")
	switch {
	case kind == kindPattern:
		s.Bytes, s.Pattern = n, r.long("a pattern")
	case kind == kindData && n > 0:
		s.Data = r.bytes(uint64(n), "a segment")
	default:
		r.fail(at, "a segment of kind %d with %s bytes; kind %d or %d, and at least one byte, was expected", kind, number.Thousands(n), kindData, kindPattern)
	}
	return s
}
