package report

import (
	"fmt"
	"strconv"
)

// thousands writes a number with a comma between groups of three digits.
func thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%s %ss", thousands(uint64(n)), noun)
}

// percent writes a share of a whole; nothing for none.
func percent(part, whole uint64) string {
	if part == 0 || whole == 0 {
		return "."
	}
	p := 100 * float64(part) / float64(whole)
	if p < 0.05 {
		return "<0.1"
	}
	return fmt.Sprintf("%.1f", p)
}
