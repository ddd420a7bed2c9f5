package golang

import (
	"strings"
	"unicode/utf8"

	"tilemark/regmap/emit"
)

// columns collects lines whose cells are to stand in columns, as gofmt sets them.
// Formatting the whole text afterwards would take longer than all the rest.
type columns struct {
	rows [][3]string
}

func (c *columns) add(a, b, comment string) { c.rows = append(c.rows, [3]string{a, b, comment}) }

// write writes the lines; comments are in a column of their own over lines that have
// one and stand together.
func (c *columns) write(t *emit.Text) {
	first := 0
	for _, r := range c.rows {
		first = max(first, utf8.RuneCountInString(r[0]))
	}
	for i := 0; i < len(c.rows); {
		if c.rows[i][2] == "" {
			t.Add("\t", pad(c.rows[i][0], first), " ", c.rows[i][1], "\n")
			i++
			continue
		}
		end, second := i, 0
		for end < len(c.rows) && c.rows[end][2] != "" {
			second = max(second, utf8.RuneCountInString(c.rows[end][1]))
			end++
		}
		for ; i < end; i++ {
			r := c.rows[i]
			t.Add("\t", pad(r[0], first), " ", pad(r[1], second), " // ", r[2], "\n")
		}
	}
	c.rows = c.rows[:0]
}

const blanks = "                                                                                "

func pad(s string, width int) string {
	n := width - utf8.RuneCountInString(s)
	if n <= 0 {
		return s
	}
	if n <= len(blanks) {
		return s + blanks[:n]
	}
	return s + strings.Repeat(" ", n)
}
