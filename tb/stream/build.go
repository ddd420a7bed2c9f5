package stream

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/tb/driver"
)

// builder reads the text form.
type builder struct {
	f       *File
	number  int      // of the line
	begun   bool     // stream VERSION has been read
	context *Context // being read
	segment *Segment // being read
	body    assembler
}

// maxLine is the longest line in bytes.
const maxLine = 1 << 20

// Build reads a stream's text form. Errors begin with the line.
func Build(r io.Reader) (*File, error) {
	b := &builder{f: &File{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		b.number++
		text := strings.TrimSpace(uncomment(lines.Text()))
		if text == "" {
			continue
		}
		if err := b.line(text); err != nil {
			return nil, fmt.Errorf("%d: %w", b.number, err)
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("line longer than %d bytes", maxLine)
		}
		return nil, fmt.Errorf("%d: %w", b.number+1, err)
	}
	switch {
	case b.number == 0 || b.f.Memory == 0:
		return nil, fmt.Errorf("%d: the text ends; memory SIZE was expected", b.number+1)
	case b.context != nil || b.segment != nil:
		return nil, fmt.Errorf("%d: the text ends; end was expected", b.number+1)
	}
	return b.f, b.f.check()
}

// uncomment takes away what stands behind #, outside quotes.
func uncomment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == '#' && !quoted:
			return line[:i]
		}
	}
	return line
}

func (b *builder) line(text string) error {
	switch {
	case b.segment != nil:
		return b.segmentLine(text)
	case b.context != nil:
		return b.contextLine(text)
	}
	word, rest, _ := strings.Cut(text, " ")
	fields := strings.Fields(rest)
	if !b.begun && word != "stream" {
		return fmt.Errorf("%.40q; stream %d was expected first", word, Version)
	}
	if b.f.Memory == 0 && (word == "segment" || word == "fill") {
		return fmt.Errorf("%s before memory SIZE", word)
	}
	switch word {
	case "stream":
		if rest != strconv.Itoa(Version) {
			return fmt.Errorf("stream %s; version %d was expected", rest, Version)
		}
		b.begun = true
		return nil
	case "name":
		var err error
		if b.f.Name, err = strconv.Unquote(strings.TrimSpace(rest)); err != nil {
			return fmt.Errorf("name %s; a text in quotes was expected", rest)
		}
		return nil
	case "memory":
		return b.memory(fields)
	case "interrupts":
		return cycles(fields, &b.f.Interrupts)
	case "every":
		var list []uint64
		if err := cycles(fields, &list); err != nil || len(list) != 1 {
			return fmt.Errorf("every %s; a number of cycles was expected", rest)
		}
		b.f.Every = list[0]
		return nil
	case "context":
		b.context = &Context{}
		return none("context", fields)
	case "segment":
		b.segment, b.body = &Segment{}, assembler{}
		return numbers("segment", fields, &b.segment.Addr)
	case "fill":
		return b.fill(fields)
	}
	return fmt.Errorf("%q; stream, name, memory, interrupts, every, context, segment or fill was expected", word)
}

func (b *builder) memory(fields []string) error {
	if err := numbers("memory", fields, &b.f.Memory); err != nil {
		return err
	}
	if b.f.Memory == 0 || b.f.Memory > driver.Limit {
		return fmt.Errorf("memory %d; 1 to %d bytes were expected", b.f.Memory, driver.Limit)
	}
	return nil
}

func cycles(fields []string, to *[]uint64) error {
	for _, f := range fields {
		n, err := strconv.ParseUint(f, 10, 64)
		if err != nil {
			return fmt.Errorf("%q; a number of cycles was expected", f)
		}
		*to = append(*to, n)
	}
	return nil
}

// numbers reads exactly the numbers that are wanted.
func numbers(what string, fields []string, to ...*uint32) error {
	if len(fields) != len(to) {
		return fmt.Errorf("%s with %d operands; %d were expected", what, len(fields), len(to))
	}
	for i, f := range fields {
		v, err := parseWord(f)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		*to[i] = v
	}
	return nil
}

func (b *builder) fill(fields []string) error {
	if len(fields) != 5 || fields[1] != "bytes" || fields[3] != "pattern" {
		return fmt.Errorf("fill ADDRESS bytes N pattern P was expected")
	}
	s := Segment{}
	if err := numbers("fill", []string{fields[0], fields[2]}, &s.Addr, &s.Bytes); err != nil {
		return err
	}
	var err error
	if s.Pattern, err = strconv.ParseUint(fields[4], 0, 64); err != nil {
		return fmt.Errorf("%q; a pattern of 64 bits was expected", fields[4])
	}
	b.f.Segments = append(b.f.Segments, s)
	return nil
}

func (b *builder) segmentLine(text string) error {
	if text == "end" {
		if err := b.body.finish(); err != nil {
			return err
		}
		if len(b.body.out) == 0 {
			return fmt.Errorf("an empty segment; at least one byte was expected")
		}
		b.segment.Data = b.body.out
		b.f.Segments = append(b.f.Segments, *b.segment)
		b.segment = nil
		return nil
	}
	if err := b.body.line(text); err != nil {
		return err
	}
	if len(b.body.out) > int(b.f.Memory) {
		return fmt.Errorf("the segment is larger than the memory of %d bytes", b.f.Memory)
	}
	return nil
}

func (b *builder) contextLine(text string) error {
	c := b.context
	fields := strings.Fields(text)
	word, operands := fields[0], fields[1:]
	switch word {
	case "end":
		b.f.Contexts = append(b.f.Contexts, *c)
		b.context = nil
		return none("end", operands)
	case "header":
		return numbers(word, operands, &c.Header)
	case "ring_size":
		return numbers(word, operands, &c.RingSize)
	case "tail":
		return numbers(word, operands, &c.Tail)
	case "save_area":
		return numbers(word, operands, &c.SaveArea)
	case "wait":
		return numbers(word, operands, &c.Wait)
	case "belongs":
		return numbers(word, operands, &c.From, &c.To)
	case "color":
		return readSurface(operands, &c.Color, colorFormats, colorBytes, &c.ColorFormat)
	case "depth":
		return readSurface(operands, &c.Depth, depthFormats, depthBytes, &c.DepthFormat)
	case "clear_depth":
		return floats(word, operands, &c.ClearDepth)
	case "view_projection":
		var to []*float32
		for i := range c.ViewProjection {
			to = append(to, &c.ViewProjection[i])
		}
		return floats(word, operands, to...)
	case "queries":
		return list(operands, &c.Queries)
	case "fences":
		return list(operands, &c.Fences)
	case "tails":
		return list(operands, &c.Tails)
	}
	return fmt.Errorf("%q; header, ring_size, tail, save_area, wait, belongs, color, depth, clear_depth, view_projection, queries, fences, tails or end was expected", word)
}

func floats(what string, fields []string, to ...*float32) error {
	if len(fields) != len(to) {
		return fmt.Errorf("%s with %d operands; %d were expected", what, len(fields), len(to))
	}
	for i, f := range fields {
		v, err := parseFloat(f)
		if err != nil {
			return err
		}
		*to[i] = math.Float32frombits(v)
	}
	return nil
}

func list(fields []string, to *[]uint32) error {
	for _, f := range fields {
		v, err := parseWord(f)
		if err != nil {
			return err
		}
		*to = append(*to, v)
	}
	return nil
}

// readSurface reads "ADDRESS pitch N size WxH format NAME".
func readSurface(fields []string, s *driver.Surface, names []string, bytes []int, format *uint32) error {
	if len(fields) != 7 || fields[1] != "pitch" || fields[3] != "size" || fields[5] != "format" {
		return fmt.Errorf("ADDRESS pitch N size WxH format NAME was expected")
	}
	width, height, _ := strings.Cut(fields[4], "x")
	var w, h, pitch uint32
	if err := numbers("surface", []string{fields[0], fields[2], width, height}, &s.Base, &pitch, &w, &h); err != nil {
		return err
	}
	n := slices.Index(names, fields[6])
	if n < 0 {
		return fmt.Errorf("format %q; one of %s was expected", fields[6], strings.Join(names, ", "))
	}
	s.Pitch, s.Width, s.Height, s.Bytes, *format = int(pitch), int(w), int(h), bytes[n], uint32(n)
	return nil
}
