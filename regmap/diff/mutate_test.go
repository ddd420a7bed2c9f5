package diff

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// mutator changes one thing of a table's text; it returns the text as it is when the table
// has nothing of the kind.
type mutator struct {
	name   string
	mutate func(r *rand.Rand, text string) string
}

var mutators = []mutator{
	{"number", func(r *rand.Rand, s string) string {
		return substitute(r, s, `[:{,] *(-?(?:0x[0-9a-f]+|[0-9]+))[,}\n]`, func(old string) string {
			return pick(r, old+"0", "0", "1", "-1", "31", "0xffff", fmt.Sprint(r.IntN(40)), old+"1")
		})
	}},
	{"bits", func(r *rand.Rand, s string) string {
		return substitute(r, s, `"([0-9]+:[0-9]+)"`, func(string) string {
			lo := r.IntN(32)
			return fmt.Sprintf("%d:%d", lo+r.IntN(32-lo), lo)
		})
	}},
	{"name", func(r *rand.Rand, s string) string {
		return substitute(r, s, `name: (\w+)`, func(old string) string { return pick(r, old+"_X", "X", strings.ToLower(old)) })
	}},
	{"swap of names", func(r *rand.Rand, s string) string { return swap(r, s, `name: (\w+)`) }},
	{"swap of offsets", func(r *rand.Rand, s string) string { return swap(r, s, `offset: (\w+)`) }},
	{"swap of bits", func(r *rand.Rand, s string) string { return swap(r, s, `bits: ("[0-9:]+")`) }},
	{"swap of descriptions", func(r *rand.Rand, s string) string { return swap(r, s, `(?m)^    description: (.*)$`) }},
	{"enum value", func(r *rand.Rand, s string) string {
		return substitute(r, s, `\b[A-Z][A-Z0-9_]*: ([0-9]+)`, func(string) string { return fmt.Sprint(r.IntN(9)) })
	}},
	{"enum name", func(r *rand.Rand, s string) string {
		return substitute(r, s, `\b([A-Z][A-Z0-9_]*): [0-9]+`, func(old string) string { return old + pick(r, "_X", "2", "x") })
	}},
	{"enum value removed", func(r *rand.Rand, s string) string {
		return substitute(r, s, `\b([A-Z][A-Z0-9_]*: [0-9]+, )`, func(string) string { return "" })
	}},
	{"enum value added", func(r *rand.Rand, s string) string {
		return substitute(r, s, `enum: \{()`, func(string) string { return fmt.Sprintf("MORE: %d, ", r.IntN(9)) })
	}},
	{"type", word(`type: (\w+)`, "uint", "sint", "bool", "address", "f32", "enum", "zero", "one", "u8.8", "s1.31", "integer")},
	{"class", word(`class: (\w+)`, "save", "reset", "derived", "volatile", "none", "kept")},
	{"hardware access", word(`hw: (\w+)`, "ro", "rw", "wo", "set", "none", "x")},
	{"software access", func(r *rand.Rand, s string) string {
		return substitute(r, s, `, (type): `, func(string) string {
			return pick(r, "sw: ro, type", "sw: rw, type", "sw: rw1c, type", "sw: wo, type", "hw: rw, type", "hw: none, type", "align: 4, type")
		})
	}},
	{"key of a register", func(r *rand.Rand, s string) string {
		return substitute(r, s, `(?m)^    (class): `, func(string) string {
			return pick(r, "since: 1.0.0", "since: 9.0.0", "count: 2", "count: 1", "stride: 2", "hw: rw", "hw: ro", "lock: MODE.KIND", "alias: MODE", "lock: A") + "\n    class"
		})
	}},
	{"key removed", func(r *rand.Rand, s string) string {
		return substitute(r, s, `(\w+: [^,{}"]+, )`, func(string) string { return "" })
	}},
	{"version", word(`version: (\S+)`, "1.0.1", "0.9.0", "2.0.0", "1.0.0", "1.0", "one")},
	{"description", func(r *rand.Rand, s string) string {
		return substitute(r, s, `description: "?(\w)`, func(old string) string { return pick(r, "", old+old, "Not "+old) })
	}},
	{"line removed", func(r *rand.Rand, s string) string {
		return atLine(r, s, func(lines []string, i int) []string { return slices.Delete(lines, i, i+1) })
	}},
	{"line doubled", func(r *rand.Rand, s string) string {
		return atLine(r, s, func(lines []string, i int) []string { return slices.Insert(lines, i, lines[i]) })
	}},
	{"lines swapped", func(r *rand.Rand, s string) string {
		return atLine(r, s, func(lines []string, i int) []string {
			k := r.IntN(len(lines))
			lines[i], lines[k] = lines[k], lines[i]
			return lines
		})
	}},
	{"character", func(r *rand.Rand, s string) string {
		i := r.IntN(len(s))
		return s[:i] + s[r.IntN(len(s)-1):][:1] + s[i+1:]
	}},
	{"register doubled", func(r *rand.Rand, s string) string {
		return registers(r, s, func(list []string, i int) []string { return slices.Insert(list, i, list[i]) })
	}},
	{"register removed", func(r *rand.Rand, s string) string {
		return registers(r, s, func(list []string, i int) []string { return slices.Delete(list, i, i+1) })
	}},
	// These mean nothing.
	{"registers reordered", func(r *rand.Rand, s string) string {
		return registers(r, s, func(list []string, _ int) []string {
			r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
			return list
		})
	}},
	{"comment", func(r *rand.Rand, s string) string {
		return atLine(r, s, func(lines []string, i int) []string { return slices.Insert(lines, i, "# name: NOTHING\n") })
	}},
	{"number written otherwise", func(r *rand.Rand, s string) string {
		return substitute(r, s, `: ([0-9]+)[,}\n]`, func(old string) string {
			var n int
			fmt.Sscan(old, &n)
			return fmt.Sprintf("0x%X", n)
		})
	}},
	{"quotes", func(r *rand.Rand, s string) string {
		return substitute(r, s, `(?:name|type|class): (\w+)`, func(old string) string { return `"` + old + `"` })
	}},
	{"keys reordered", func(r *rand.Rand, s string) string {
		return substitute(r, s, `\{(name: \w+, bits: "[0-9:]+")`, func(old string) string {
			name, bits, _ := strings.Cut(old, ", ")
			return bits + ", " + name
		})
	}},
}

// word puts another word in place of one.
func word(pattern string, words ...string) func(r *rand.Rand, s string) string {
	return func(r *rand.Rand, s string) string {
		return substitute(r, s, pattern, func(string) string { return pick(r, words...) })
	}
}

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// substitute changes the group of one of a pattern's matches.
func substitute(r *rand.Rand, text, pattern string, change func(old string) string) string {
	found := regexp.MustCompile(pattern).FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return text
	}
	m := found[r.IntN(len(found))]
	return text[:m[2]] + change(text[m[2]:m[3]]) + text[m[3]:]
}

// swap exchanges the groups of two of a pattern's matches.
func swap(r *rand.Rand, text, pattern string) string {
	found := regexp.MustCompile(pattern).FindAllStringSubmatchIndex(text, -1)
	if len(found) < 2 {
		return text
	}
	i := r.IntN(len(found) - 1)
	k := i + 1 + r.IntN(len(found)-1-i)
	a, b := found[i], found[k]
	return text[:a[2]] + text[b[2]:b[3]] + text[a[3]:b[2]] + text[a[2]:a[3]] + text[b[3]:]
}

func atLine(r *rand.Rand, text string, change func(lines []string, i int) []string) string {
	lines := slices.Collect(strings.Lines(text))
	return strings.Join(change(lines, r.IntN(len(lines))), "")
}

// registers changes the list of registers, each with all its lines.
func registers(r *rand.Rand, text string, change func(list []string, i int) []string) string {
	start := strings.Index(text, "  - name: ")
	end := regexp.MustCompile(`(?m)^(windows|reserved|version):`).FindStringIndex(text[max(start, 0):])
	if start < 0 || end == nil {
		return text
	}
	list := strings.SplitAfter(text[start:start+end[0]], "\n  - name: ")
	for i := range list { // the separator begins the next one
		if i+1 < len(list) {
			list[i] = strings.TrimSuffix(list[i], "  - name: ")
			list[i+1] = "  - name: " + list[i+1]
		}
	}
	return text[:start] + strings.Join(change(list, r.IntN(len(list))), "") + text[start+end[0]:]
}
