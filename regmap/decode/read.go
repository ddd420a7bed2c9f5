// Package decode makes tables of raw memory: save areas, registers, commands, context headers and status entries become rows with an address, a name, a field,
// its value and what that means. Everything about them comes from the register tables and those of formats.
package decode

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

// Inputs are the forms of a dump.
var Inputs = []string{"auto", "binary", "words", "xxd"}

// Dump is a stretch of memory and where it lies.
type Dump struct {
	Input string // of Inputs, but for auto
	Base  uint64 // address of the first byte
	Data  []byte
}

// Word returns a DWORD by its place.
func (d *Dump) Word(dword int) uint32 { return binary.LittleEndian.Uint32(d.Data[4*dword:]) }

// DWords counts whole DWORDs.
func (d *Dump) DWords() int { return len(d.Data) / 4 }

// end is the address after the last byte.
func (d *Dump) end() uint64 { return d.Base + uint64(len(d.Data)) }

// Read reads a dump: binary bytes; words in hexadecimal, with or without addresses, as gdb's x/Nxw and `xxd -e` print them; or bytes as xxd and hexdump -C print
// them. auto is binary unless all is text, and then what the first line looks like. Errors name the line.
func Read(data []byte, input string) (*Dump, error) {
	if text := bytes.TrimPrefix(data, []byte(strictyaml.ByteOrderMark)); input != "binary" && isText(text) {
		data = text
	}
	if input == "auto" {
		var err error
		if input, err = guess(data); err != nil {
			return nil, err
		}
	}
	if input == "binary" {
		return &Dump{Input: input, Data: data}, nil
	}
	r := &reader{dump: Dump{Input: input}, line: wordsLine}
	if input == "xxd" {
		r.line = bytesLine
	}
	return r.read(data)
}

var (
	plainAddress = regexp.MustCompile(`^([0-9a-fA-F]{6,16})(:| ) *`)
	address      = regexp.MustCompile(`^(?:0[xX])?([0-9a-fA-F]{1,16})(?:[ \t]*<[^>]*>)?:[ \t]*`)
	firstGroup   = regexp.MustCompile(`^[0-9a-fA-F]+`)
)

// guess tells the form by the first line that holds anything.
func guess(data []byte) (string, error) {
	if !isText(data) {
		return "binary", nil
	}
	for text := range strings.Lines(string(data)) {
		line := content(text)
		m := plainAddress.FindString(line)
		switch {
		case line == "":
			continue
		case strings.Contains(line, "0x"):
			return "words", nil
		case m == "":
			return "", fmt.Errorf("text, but %q begins neither words with 0x nor a dump of xxd; --input says what it is", cut(line))
		}
		if n := len(firstGroup.FindString(line[len(m):])); n != 2 && n != 4 {
			return "", fmt.Errorf("text with groups of %d digits; --input words (as `xxd -e` prints) or --input xxd (bytes in their order) was expected", n)
		}
		return "xxd", nil
	}
	return "binary", nil // nothing but blanks is no dump; what reads it says so
}

func isText(data []byte) bool {
	for _, c := range data {
		if (c < ' ' || c > '~') && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return len(data) > 0
}

// content is a line without its comment.
func content(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.TrimSpace(line)
}

func cut(text string) string {
	if len(text) > 24 {
		return text[:24] + "..."
	}
	return text
}

// reader puts the lines of a text one after the other.
type reader struct {
	dump    Dump
	line    func(text string) (line, error)
	begun   bool
	last    []byte // of the line before
	repeats bool   // a line with a star: the line before stands up to the next address
}

// line is what a line holds.
type line struct {
	placed bool
	at     uint64
	data   []byte
}

func (r *reader) read(data []byte) (*Dump, error) {
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if err := r.add(lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("a line of text: %w", err)
	}
	if r.repeats {
		return nil, fmt.Errorf("the text ends after *; a line with the address after what is repeated was expected")
	}
	return &r.dump, nil
}

func (r *reader) add(text string) error {
	if strings.TrimSpace(text) == "*" && r.dump.Input == "xxd" && len(r.last) > 0 {
		r.repeats = true
		return nil
	}
	l, err := r.line(text)
	if err != nil || !l.placed && len(l.data) == 0 {
		return err
	}
	if l.placed && !r.begun {
		r.dump.Base = l.at
	}
	if err := r.place(l); err != nil {
		return err
	}
	r.begun, r.last = true, l.data
	r.dump.Data = append(r.dump.Data, l.data...)
	return nil
}

// mostRepeated bounds a dump in which a star stands for lines, in bytes.
const mostRepeated = 1 << 24

// place wants a line where the one before ends, and fills in what a star left out.
func (r *reader) place(l line) error {
	gap := l.at - r.dump.end()
	if r.repeats {
		if !l.placed || l.at < r.dump.end() || gap > mostRepeated-min(mostRepeated, uint64(len(r.dump.Data))) || gap%uint64(len(r.last)) != 0 {
			return fmt.Errorf("after *: an address that is whole lines after %#x, and makes %s bytes at most, was expected", r.dump.end(), number.Thousands(mostRepeated))
		}
		r.dump.Data = append(r.dump.Data, bytes.Repeat(r.last, int(gap)/len(r.last))...)
		r.repeats = false
		return nil
	}
	if l.placed && r.begun && gap != 0 {
		return fmt.Errorf("address %#x; %#x was expected, where the line before ends", l.at, r.dump.end())
	}
	return nil
}

// wordsLine reads words. A line whose address has no 0x is one of `xxd -e`: letters follow two blanks.
func wordsLine(text string) (l line, err error) {
	text = strings.TrimSpace(text)
	if m := address.FindStringSubmatch(text); m != nil {
		l.placed = true
		l.at, _ = strconv.ParseUint(m[1], 16, 64) // up to 16 digits
		text = text[len(m[0]):]
		if !strings.HasPrefix(m[0], "0x") {
			text, _, _ = strings.Cut(text, "  ")
		}
	}
	text = strings.TrimPrefix(content(text), "words ")
	for _, word := range strings.Fields(text) {
		v, err := parseWord(word)
		if err != nil {
			return l, err
		}
		l.data = binary.LittleEndian.AppendUint32(l.data, v)
	}
	return l, nil
}

func parseWord(word string) (uint32, error) {
	digits, marked := strings.CutPrefix(strings.ToLower(word), "0x")
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || !marked && len(digits) != 8 {
		return 0, fmt.Errorf("%q; a word of 8 hexadecimal digits, or one with 0x, was expected", cut(word))
	}
	return uint32(v), nil
}

// bytesLine reads a line of xxd, whose letters follow two blanks, or of hexdump -C, whose letters stand between bars.
func bytesLine(text string) (l line, err error) {
	text = strings.TrimSpace(text)
	m := plainAddress.FindStringSubmatch(text)
	switch {
	case text == "":
		return l, nil
	case m != nil:
		text = text[len(m[0]):]
	case firstGroup.FindString(text) == text: // the last line of hexdump has an address only
		m = []string{"", text}
		text = ""
	default:
		return l, fmt.Errorf("%q; an address and bytes, as xxd or hexdump -C print them, were expected", cut(text))
	}
	l.placed = true
	if l.at, err = strconv.ParseUint(m[1], 16, 64); err != nil {
		return l, fmt.Errorf("%q; an address of at most 16 hexadecimal digits was expected", cut(m[1]))
	}
	if m[0] != "" && strings.HasPrefix(m[2], ":") {
		text, _, _ = strings.Cut(text, "  ")
	} else {
		text, _, _ = strings.Cut(text, "|")
	}
	l.data, err = hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		return l, fmt.Errorf("%q; bytes of two hexadecimal digits were expected", cut(text))
	}
	return l, nil
}

// Part cuts a stretch out of a dump: bytes from an address on, 0 for all.
func (d *Dump) Part(at uint64, bytes uint64) (*Dump, error) {
	if at < d.Base || at > d.end() {
		return nil, fmt.Errorf("--at %#x; %#x to %#x was expected", at, d.Base, d.end())
	}
	rest := d.Data[at-d.Base:]
	if bytes == 0 {
		bytes = uint64(len(rest))
	}
	if bytes > uint64(len(rest)) {
		return nil, fmt.Errorf("%s bytes from %#x; only %s are there", number.Thousands(bytes), at, number.Thousands(len(rest)))
	}
	return &Dump{Input: d.Input, Base: at, Data: rest[:bytes]}, nil
}
