// Package near finds the name that a misspelt one was meant to be, for messages.
package near

import (
	"fmt"
	"strings"
)

// Name returns the name that looks most like word, "" when none does: at most one letter in two differs, and three in all. Of names that
// are as near, the first counts.
func Name(word string, names []string) string {
	best, name := min(3, len(word)/2)+1, ""
	for _, n := range names {
		if d := distance(strings.ToLower(word), strings.ToLower(n)); d < best {
			best, name = d, n
		}
	}
	return name
}

// Suggest is `; did you mean "NAME"?` with the name that looks most like word, otherwise when none does.
func Suggest(word string, names []string, otherwise string) string {
	if n := Name(word, names); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return otherwise
}

// distance is the number of single-letter edits between two words, two letters that changed places being one.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(next[j]+1, row[j+1]+1, row[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
