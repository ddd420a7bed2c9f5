package wave

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilemark/text/number"
)

// Marks in a row of names: a token that stands at the head of a FIFO, or in it.
const (
	markEnd = 'E' // INT_END
	markCut = '!' // TG_INT
)

// Text draws the record: a row for each signal, a column for each cycle or, when there
// are more cycles than columns, for as many as it takes. columns 0 is as many as there
// are cycles.
func (s *Store) Text(w io.Writer, columns int) error {
	b := bufio.NewWriter(w)
	cycles := int(s.To - s.From)
	if columns < 1 || columns > cycles {
		columns = cycles
	}
	per := (cycles + columns - 1) / columns
	columns = (cycles + per - 1) / per
	fmt.Fprintf(b, "cycles %s to %s, %s a column\n", number.Thousands(s.From), number.Thousands(s.To-1), number.Count(per, "cycle"))
	b.WriteString("bits: _ 0, # 1, | both; fill: 0 to 9, a to z, + above 35, of several the largest; ? unknown\n")
	fmt.Fprintf(b, "names and numbers: from | on; a dot: several; %c INT_END, %c TG_INT\n\n", markEnd, markCut)
	wide := 0
	for i := range s.Signals {
		wide = max(wide, len(s.label(i)))
	}
	s.ruler(b, wide, per, columns)
	for i := range s.Signals {
		fmt.Fprintf(b, "%-*s %s\n", wide, s.label(i), strings.TrimRight(s.row(i, per, columns), " "))
	}
	return b.Flush()
}

// label is a signal's name without the machine's.
func (s *Store) label(i int) string { return strings.TrimPrefix(s.Signals[i].Path(), top+".") }

// ruler numbers every twentieth column.
func (s *Store) ruler(b *bufio.Writer, wide, per, columns int) {
	line := []byte(strings.Repeat(" ", columns+12))
	for c := 0; c < columns; c += 20 {
		copy(line[c:], "|"+strconv.FormatUint(s.From+uint64(c*per), 10))
	}
	fmt.Fprintf(b, "%-*s %s\n", wide, "", strings.TrimRight(string(line), " "))
}

// row draws a signal.
func (s *Store) row(i, per, columns int) string {
	sig := &s.Signals[i]
	cells := s.cells(i, per, columns)
	switch {
	case sig.Width == 1:
		return bitRow(cells)
	case sig.Label == "fill":
		return fillRow(cells)
	case sig.Width == 0:
		return s.wordRow(cells, s.Name)
	}
	return s.wordRow(cells, func(v uint64) string { return strconv.FormatUint(v, 10) })
}

// cell is what a signal did in a column.
type cell struct {
	values []uint64 // in order, without repeats next to each other
	fresh  bool     // the first value is not the column before's last
}

func (s *Store) cells(signal, per, columns int) []cell {
	out := make([]cell, columns)
	for _, t := range s.Stretches(signal) {
		for c := (t.From - s.From) / uint64(per); c < uint64(columns) && s.From+c*uint64(per) < t.To; c++ {
			if len(out[c].values) == 0 {
				out[c].fresh = s.From+c*uint64(per) == t.From
			}
			out[c].values = append(out[c].values, t.Value)
		}
	}
	return out
}

func bitRow(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		switch {
		case len(c.values) > 1:
			b.WriteByte('|')
		case c.values[0] == Unknown:
			b.WriteByte('?')
		case c.values[0] == 0:
			b.WriteByte('_')
		default:
			b.WriteByte('#')
		}
	}
	return b.String()
}

func fillRow(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		most := uint64(0)
		for _, v := range c.values {
			most = max(most, v)
		}
		if most > 35 {
			b.WriteByte('+')
		} else {
			b.WriteString(strconv.FormatUint(most, 36))
		}
	}
	return b.String()
}

// wordRow writes a word where it begins, as far as there is room before the next; a
// column in which a token was seen has its mark.
func (s *Store) wordRow(cells []cell, word func(uint64) string) string {
	line := []byte(strings.Repeat(" ", len(cells)))
	room, text := 0, ""
	for i, c := range cells {
		if c.fresh || len(c.values) > 1 || i == 0 {
			text, room = "|", 0
			if v := c.values[len(c.values)-1]; v == Unknown {
				text += "?"
			} else {
				text += word(v)
			}
			if len(c.values) > 1 {
				text = "." + text[1:]
			}
		}
		if room < len(text) {
			line[i] = text[room]
			room++
		}
		for _, v := range c.values {
			if m := mark(word(v)); m != 0 && v != Unknown {
				line[i] = m
			}
		}
	}
	return string(line)
}

// mark is the mark of a token's name, 0 for others.
func mark(name string) byte {
	switch {
	case strings.HasPrefix(name, "TG_INT"):
		return markCut
	case name == "INT_END":
		return markEnd
	}
	return 0
}
