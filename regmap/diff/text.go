package diff

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/text/number"
)

// Text writes a comparison for people: the changes, the worst class first, then what becomes of
// save areas and versions.
func (r *Result) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s -> %s: %s\n", r.Old, r.New, r.counts())
	for _, class := range Classes {
		if list := r.Of(class); len(list) > 0 {
			fmt.Fprintf(&b, "\n%s (%s)\n", class, number.Thousands(len(list)))
			rows(&b, list)
		}
	}
	if len(r.Changes) > 0 {
		b.WriteByte('\n')
	}
	r.saveLines(&b)
	r.versionLines(&b)
	for _, a := range r.Unused {
		fmt.Fprintf(&b, "note: %s: nothing needs the exception of %s at %s\n", a.Place, a.Rule, a.What)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// counts is how many changes each class has.
func (r *Result) counts() string {
	var words []string
	for _, class := range Classes {
		if n := len(r.Of(class)); n > 0 {
			words = append(words, fmt.Sprintf("%s %s", number.Thousands(n), class))
		}
	}
	if words == nil {
		return "no change"
	}
	return strings.Join(words, ", ")
}

// rows writes changes as tables, one for each rule.
func rows(b *strings.Builder, list []Change) {
	for _, group := range byRule(list) {
		fmt.Fprintf(b, "  %s: %s\n", group[0].Rule, group[0].explanation())
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.TabIndent)
		for _, c := range group {
			fmt.Fprintf(t, "    %s\t%s\t%s%s\n", c.What, c.values(), c.place(), c.mark())
		}
		t.Flush() // into memory
	}
}

// byRule groups changes that say the same, in the order in which they come.
func byRule(list []Change) (groups [][]Change) {
	group := map[string]int{}
	for _, c := range list {
		key := c.Rule + c.explanation()
		i, ok := group[key]
		if !ok {
			i = len(groups)
			group[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// valueWidth is how much of a value a table shows.
const valueWidth = 36

// values shows the old and the new value.
func (c Change) values() string {
	switch old, new := around(c.Old, c.New); {
	case c.Old == "" && c.New == "":
		return ""
	case c.Old == "":
		return "+ " + new
	case c.New == "":
		return "- " + old
	default:
		return old + " -> " + new
	}
}

// around cuts two texts in one line to the width of a table; of long ones it shows where they
// begin to differ.
func around(old, new string) (string, string) {
	o, n := []rune(strings.Join(strings.Fields(old), " ")), []rune(strings.Join(strings.Fields(new), " "))
	first := 0
	if len(o) > valueWidth || len(n) > valueWidth {
		for first < min(len(o), len(n)) && o[first] == n[first] {
			first++
		}
		first = max(0, first-valueWidth/3)
	}
	return window(o, first), window(n, first)
}

// window shows a text from somewhere on.
func window(text []rune, first int) string {
	before, behind := "", ""
	if first > 3 {
		before, text = "...", text[min(first, len(text)):]
	}
	if width := valueWidth - len(before); len(text) > width {
		behind, text = "...", text[:width-3]
	}
	return before + string(text) + behind
}

// place is where to look: in the new map, or where the old one had what is gone.
func (c Change) place() string {
	if c.NewAt.Line > 0 {
		return c.NewAt.String()
	}
	return c.OldAt.String()
}

// explanation says what the change means, and for whom.
func (c Change) explanation() string {
	if len(c.Breaks) == 0 {
		return c.Sentence
	}
	return c.Sentence + " Concerns: " + audiences(c.Breaks) + "."
}

// mark says what the policy makes of the change.
func (c Change) mark() string {
	switch c.Severity {
	case SeverityError:
		return "  ERROR"
	case SeverityAllowed:
		return "  allowed: " + c.Reason
	}
	return ""
}

func audiences(list []Audience) string {
	words := make([]string, len(list))
	for i, a := range list {
		words[i] = string(a)
	}
	return strings.Join(words, ", ")
}

// mostCauses is how many causes people are shown.
const mostCauses = 8

func (r *Result) saveLines(b *strings.Builder) {
	causes := r.SaveArea.Causes
	if r.SaveArea.Verdict != NoArea {
		fmt.Fprintf(b, "save area: %s\n", r.SaveArea.Reason())
	}
	for i, c := range causes {
		if i == mostCauses {
			fmt.Fprintf(b, "  and %s changes more\n", number.Thousands(len(causes)-i))
			break
		}
		fmt.Fprintf(b, "  %s: %s\n", c.What, c.Rule)
	}
}

// versionLines says the same of several blocks once.
func (r *Result) versionLines(b *strings.Builder) {
	var sentences []string
	blocks := map[string][]string{}
	for _, v := range r.Versions {
		if v.Bump == NoBump && v.Old == v.Declared {
			continue
		}
		s := v.sentence()
		if blocks[s] == nil {
			sentences = append(sentences, s)
		}
		blocks[s] = append(blocks[s], v.Block)
	}
	for _, s := range sentences {
		fmt.Fprintf(b, "version of %s: %s\n", strings.Join(blocks[s], ", "), s)
	}
}

// sentence says what is due and what is declared.
func (v BlockVersion) sentence() string {
	switch {
	case v.Old == "":
		return fmt.Sprintf("%s is the first one declared; nothing is due", v.Declared)
	case v.Unstable:
		return fmt.Sprintf("was %s, declared %s; unstable: nothing is due", v.Old, v.Declared)
	}
	return fmt.Sprintf("was %s, due %s (%s), declared %s", v.Old, v.Due, v.Bump, v.Declared)
}
