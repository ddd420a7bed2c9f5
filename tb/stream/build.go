package stream

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilemark/tb/driver"
	"tilemark/text/lines"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

// builder reads the text form.
type builder struct {
	f       *File
	number  int      // of the line
	begun   bool     // stream VERSION has been read
	context *Context // being read
	segment *Segment // being read
	body    assembler
	raw     string                 // the line as it is written
	places  map[string]lines.Place // of the parts that have been read, as partError names them
}

// maxLine is the longest line in bytes.
const maxLine = 1 << 20

// Build reads a stream's text form. Errors begin with line and column.
func Build(r io.Reader) (*File, error) {
	b := &builder{f: &File{}, places: map[string]lines.Place{}}
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, maxLine)
	for scan.Scan() {
		b.number++
		b.raw = scan.Text()
		if b.number == 1 {
			b.raw = strings.TrimPrefix(b.raw, strictyaml.ByteOrderMark)
		}
		text := strings.TrimSpace(uncomment(b.raw))
		if text == "" {
			continue
		}
		if err := b.line(text); err != nil {
			return nil, b.here(err).Wrong(err)
		}
	}
	end := lines.Place{Line: b.number + 1, Column: 1}
	if err := scan.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line of more than %s bytes; shorter ones were expected", number.Thousands(maxLine))
		}
		return nil, end.Wrong(err)
	}
	switch {
	case b.number == 0 || b.f.Memory == 0:
		return nil, end.Wrong(errors.New("the text ends; memory SIZE was expected"))
	case b.context != nil || b.segment != nil:
		return nil, end.Wrong(errors.New("the text ends; end was expected"))
	}
	if err := b.f.check(); err != nil {
		return nil, b.placeOf(err, end).Wrong(err)
	}
	return b.f, nil
}

// here is where an error stands in the line that is read.
func (b *builder) here(err error) lines.Place {
	return lines.Place{Line: b.number, Column: lines.Column(b.raw, err)}
}

// placeOf finds the statement that an error is about, or that of the whole to which it belongs.
func (b *builder) placeOf(err error, otherwise lines.Place) lines.Place {
	var p *partError
	if !errors.As(err, &p) {
		return otherwise
	}
	for part := p.part; part != ""; part = part[:max(0, strings.LastIndexByte(part, ' '))] {
		if at, found := b.places[part]; found {
			return at
		}
	}
	return otherwise
}

// note remembers the place of a part, which must be the first of its name.
func (b *builder) note(part string) error {
	if first, twice := b.places[part]; twice {
		return fmt.Errorf("%s for the second time (first in line %d); once was expected", part, first.Line)
	}
	b.places[part] = b.here(nil)
	return nil
}

// uncomment takes away what stands after #, outside quotes.
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
	if !b.begun && word != "stream" {
		return fmt.Errorf("%.40q; stream %d was expected first", word, Version)
	}
	if b.f.Memory == 0 && (word == "segment" || word == "fill") {
		return fmt.Errorf("%s before memory SIZE", word)
	}
	read, known := topLines[word]
	if !known {
		return lines.WrongWord(word, "%.40q; stream, name, memory, interrupts, every, context, segment or fill was expected", word)
	}
	if err := b.noteLine(word); err != nil {
		return err
	}
	return read(b, rest)
}

// topLines are the lines outside contexts and segments, by their first word; rest is what
// stands after it.
var topLines = map[string]func(b *builder, rest string) error{
	"stream": (*builder).stream,
	"name":   (*builder).name,
	"memory": (*builder).memory,
	"interrupts": func(b *builder, rest string) error {
		return cycles(strings.Fields(rest), &b.f.Interrupts)
	},
	"every": (*builder).every,
	"context": func(b *builder, rest string) error {
		b.context = &Context{}
		return none("context", strings.Fields(rest))
	},
	"segment": func(b *builder, rest string) error {
		b.segment, b.body = &Segment{}, assembler{}
		return numbers("segment", strings.Fields(rest), &b.segment.Addr)
	},
	"fill": (*builder).fill,
}

// noteLine remembers the place of a line outside contexts and segments.
func (b *builder) noteLine(word string) error {
	switch word {
	case "context":
		b.places[fmt.Sprintf("context %d", len(b.f.Contexts))] = b.here(nil)
	case "segment", "fill":
		b.places[fmt.Sprintf("segment %d", len(b.f.Segments))] = b.here(nil)
	default:
		return b.note(word)
	}
	return nil
}

func (b *builder) stream(rest string) error {
	if rest != strconv.Itoa(Version) {
		return fmt.Errorf("stream %s; version %d was expected", rest, Version)
	}
	b.begun = true
	return nil
}

func (b *builder) name(rest string) (err error) {
	if b.f.Name, err = strconv.Unquote(strings.TrimSpace(rest)); err != nil {
		return fmt.Errorf("name %s; a text in quotes was expected", rest)
	}
	return nil
}

func (b *builder) every(rest string) error {
	var list []uint64
	if err := cycles(strings.Fields(rest), &list); err != nil || len(list) != 1 {
		return fmt.Errorf("every %s; a number of cycles was expected", rest)
	}
	b.f.Every = list[0]
	return nil
}

func (b *builder) memory(rest string) error {
	if err := numbers("memory", strings.Fields(rest), &b.f.Memory); err != nil {
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
			return lines.WrongWord(f, "%q; a number of cycles was expected", f)
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

func (b *builder) fill(rest string) error {
	fields := strings.Fields(rest)
	if len(fields) != 5 || fields[1] != "bytes" || fields[3] != "pattern" {
		return fmt.Errorf("fill ADDRESS bytes N pattern P was expected")
	}
	s := Segment{}
	if err := numbers("fill", []string{fields[0], fields[2]}, &s.Addr, &s.Bytes); err != nil {
		return err
	}
	var err error
	if s.Pattern, err = strconv.ParseUint(fields[4], 0, 64); err != nil {
		return lines.WrongWord(fields[4], "%q; a pattern of 64 bits was expected", fields[4])
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
		return fmt.Errorf("the segment is larger than the memory of %s bytes", number.Thousands(b.f.Memory))
	}
	return nil
}
