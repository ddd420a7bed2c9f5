package obj

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/tb/scene"
	"tilemark/text/near"
	"tilemark/text/number"
)

// notes gathers what a file asks for and is not drawn: each text once for a file, with the first line and how often it came.
type notes struct {
	list    []*note
	known   map[scene.Remark]*note // without a line
	strange map[string]int         // different unknown words by file
}

type note struct {
	remark scene.Remark
	times  int
}

// MostUnknown is how many different unknown words of a file are named.
const MostUnknown = 20

// add notes something about a line of a file, "" for the scene's own.
func (n *notes) add(file string, line int, format string, args ...any) {
	key := scene.Remark{File: file, Text: fmt.Sprintf(format, args...)}
	if n.known == nil {
		n.known, n.strange = map[scene.Remark]*note{}, map[string]int{}
	}
	if at := n.known[key]; at != nil {
		at.times++
		return
	}
	at := &note{scene.Remark{File: file, Line: line, Text: key.Text}, 1}
	n.known[key] = at
	n.list = append(n.list, at)
}

// unknown notes a word that the format does not have, and the one that it may be meant for.
func (n *notes) unknown(file string, line int, word string, words []string) {
	before := len(n.list)
	if n.strange[file] >= MostUnknown {
		n.add(file, line, "further unknown words are skipped")
		return
	}
	n.add(file, line, "unknown word %.40q is skipped%s", word, near.Suggest(word, words, ""))
	if len(n.list) > before {
		n.strange[file]++
	}
}

// about tells whether something has been noted that begins so.
func (n *notes) about(beginning string) bool {
	return slices.ContainsFunc(n.list, func(at *note) bool { return strings.HasPrefix(at.remark.Text, beginning) })
}

// remarks are the notes for the user.
func (n *notes) remarks() (out []scene.Remark) {
	for _, at := range n.list {
		r := at.remark
		if at.times > 1 {
			r.Text += fmt.Sprintf(" (%s times)", number.Thousands(at.times))
		}
		out = append(out, r)
	}
	return out
}
