// Package prose breaks the lines of Markdown pages, so that they can be read beside code.
package prose

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Width is the number of characters of the longest line of prose. Tables, code, headings and HTML have lines of their own.
const Width = 120

var (
	item   = regexp.MustCompile(`^(\s*)([-*+]|\d+[.)])(\s+)(.*)$`)
	marker = regexp.MustCompile(`^([-+*#>|=].*|\d+[.)])$`) // a word that Markdown would read as more than a word at the start of a line
)

// Wrap breaks the paragraphs and list items of a page that have a line longer than Width. Others stay as they are.
func Wrap(page string) string {
	var out []string
	paragraphs(page, func(lines []string, prose bool) {
		if prose && !fits(lines) {
			lines = broken(lines)
		}
		out = append(out, lines...)
	})
	return strings.Join(out, "\n")
}

// Long returns the numbers of lines of prose, from 1, that are longer than Width though they could be broken.
func Long(page string) []int {
	var long []int
	number := 1
	paragraphs(page, func(lines []string, prose bool) {
		for i, l := range lines {
			if prose && utf8.RuneCountInString(l) > Width && len(broken([]string{l})) > 1 {
				long = append(long, number+i)
			}
		}
		number += len(lines)
	})
	return long
}

func fits(lines []string) bool {
	for _, l := range lines {
		if utf8.RuneCountInString(l) > Width {
			return false
		}
	}
	return true
}

// paragraphs calls each with the lines of a page in turn: paragraphs and list items as prose, other lines one by one.
func paragraphs(page string, each func(lines []string, prose bool)) {
	var para []string
	flush := func() {
		if len(para) > 0 {
			each(para, true)
		}
		para = nil
	}
	fence := false
	for l := range strings.SplitSeq(page, "\n") {
		bare := strings.TrimSpace(l)
		fenced := strings.HasPrefix(bare, "```")
		switch {
		case fenced || fence || bare == "" || strings.ContainsAny(bare[:1], "|#<!"),
			len(para) == 0 && (strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "\t")) && !item.MatchString(l):
			flush()
			each([]string{l}, false)
			fence = fence != fenced
		case item.MatchString(l):
			flush()
			para = []string{l}
		default:
			para = append(para, l)
		}
	}
	flush()
}

// broken is a paragraph or list item in lines of at most Width characters, as far as its words allow.
func broken(lines []string) []string {
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
	first, text := indent, strings.Join(lines, " ")
	if m := item.FindStringSubmatch(lines[0]); m != nil {
		first = m[1] + m[2] + m[3]
		indent = strings.Repeat(" ", len(first))
		text = strings.Join(append([]string{m[4]}, lines[1:]...), " ")
	}
	var out []string
	line, empty := first, true
	for _, w := range words(text) {
		switch {
		case empty:
			line += w
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > Width && !marker.MatchString(w):
			out = append(out, line)
			line = indent + w
		default:
			line += " " + w
		}
		empty = false
	}
	return append(out, line)
}

// words are the words of a text; code between backticks is one word.
func words(text string) []string {
	var out []string
	word := "" // of code that has not ended
	for _, w := range strings.Fields(text) {
		if word != "" {
			w = word + " " + w
		}
		if word = w; strings.Count(w, "`")%2 == 0 {
			out, word = append(out, w), ""
		}
	}
	if word != "" {
		out = append(out, word)
	}
	return out
}
