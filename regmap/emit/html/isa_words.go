package html

import (
	"slices"
	"strings"

	"tilemark/regmap/formats"
)

// What the words of the tables mean.
var (
	typeWords = map[string]string{
		"integer": "Types ub to q.",
		"float":   "Types hf and f.",
		"word":    "Type ud alone.",
	}
	allowsWords = map[string]string{
		"saturate":  "The result may be clamped (.sat).",
		"condition": "The result may be compared with 0 for the flag register.",
		"select":    "A condition or a predicate chooses between the sources.",
		"compare":   "A condition must be there: both sources are compared.",
		"negate":    "Sources may be negated.",
		"modifiers": "Sources may be negated, or be absolute values where they are signed.",
		"swizzle":   "Source 0 may be ordered in each four lanes.",
		"immediate": "The last source may be a number.",
		"count":     "Sources that count bits are unsigned integers.",
		"implied":   "A second result goes to the registers after those of the destination.",
		"fours":     "It works on four lanes together and needs as many.",
		"lane":      "A predicate by lane.",
		"uniform":   "A predicate for all lanes at once: any or all.",
		"target":    "It goes to a place.",
		"levels":    "A number of loops.",
		"handler":   "In a handler only.",
		"special":   "A special register, by its number; for one lane, always.",
		"write":     "The special register is written.",
	}
	sendsWords = map[string]string{
		"addresses":   "A register set of ud: an address a lane.",
		"components":  "A register set for each component.",
		"operands":    "A register set; of cmpxchg two: what is compared, what is written.",
		"registers":   "Whole registers, as many as the count says.",
		"coordinates": "Register sets of coordinates, as many as TYPE says: x, y, z and what the message needs besides.",
		"gradients":   "Register sets of the gradients of the first coordinates, three at most, along x, then along y.",
		"depths":      "A register set of depths after the components.",
		"one":         "A number in lane 0.",
		"set":         "A set of registers in lanes 0 to 3, a bit each.",
	}
	answersWords = map[string]string{
		"components": "A register set for each component.",
		"returns":    "What was there before, where it is asked for.",
		"one":        "A number in lane 0.",
		"block":      "Whole registers, the same for all lanes.",
		"registers":  "Whole registers.",
		"texel":      "A register set for each component of the texel.",
		"grant":      "Lanes 0 to 2: address, entry, status.",
	}
	usesWords = map[string]string{
		"binding":       "BINDING names an entry of the binding table.",
		"type":          "TYPE is that of a component.",
		"count":         "COUNT is the number of components or registers, less one.",
		"coordinates":   "TYPE is the number of register sets of coordinates, less one, 4 at most.",
		"texels":        "OFFSET has texels that are added in x, y and z, -8 to 7.",
		"non_cacheable": "NON_CACHEABLE: the access is executed in the MXU (nc).",
		"atomic":        "OPERATION is that of the atomic, RETURNS asks for the answer.",
		"sampler":       "OPERATION is the sampler.",
		"last":          "LAST ends the thread.",
	}
)

// tagWords lists what the tags of operations and messages mean.
func tagWords() (list []isaWord) {
	for _, part := range []struct {
		words []string
		means map[string]string
	}{{formats.ExecutionTypes, typeWords}, {formats.InstructionAllows, allowsWords}} {
		for _, w := range part.words {
			list = append(list, isaWord{Text: w, Means: part.means[w]})
		}
	}
	return list
}

// operationSyntax writes what an instruction of the operation looks like in a text.
func operationSyntax(i *formats.Instruction) string {
	has := func(what string) bool { return slices.Contains(i.Allows, what) }
	var b strings.Builder
	special := has("special")
	switch {
	case i.Format == "NATIVE" && !special || has("lane"):
		b.WriteString("[([~]f)] ")
	case has("uniform"):
		b.WriteString("[([~]f.any|all)] ")
	}
	b.WriteString(strings.ToLower(i.Name))
	switch {
	case i.Format == "SEND":
		b.WriteString(".message… [(size[@lane])] operands [{nomask, nc, last, texels …, nos …}]")
	case i.Format == "FLOW":
		flowSyntax(&b, has)
	case special && has("write"):
		b.WriteString(" special, source" + stateSyntax)
	case special:
		b.WriteString(" destination, special" + stateSyntax)
	default:
		operandSyntax(&b, i.Sources, has)
	}
	return b.String()
}

// stateSyntax is for instructions that have no attributes but state that they depend on.
const stateSyntax = " [{nos …}]"

func flowSyntax(b *strings.Builder, has func(string) bool) {
	if has("levels") {
		b.WriteString("[.levels]")
	}
	if has("target") {
		b.WriteString(" target")
	}
	b.WriteString(stateSyntax)
}

func operandSyntax(b *strings.Builder, sources int, has func(string) bool) {
	for _, s := range []struct{ allows, text string }{{"saturate", "[.sat]"}, {"condition", "[.condition[.f]]"}, {"select", "[.condition]"}, {"compare", ".condition[.f]"}} {
		if has(s.allows) {
			b.WriteString(s.text)
		}
	}
	b.WriteString(" [(size[@lane])] destination")
	for k := range sources {
		b.WriteString(", source")
		if k == 0 && has("swizzle") {
			b.WriteString("[order]")
		}
		if k == sources-1 && has("immediate") {
			b.WriteString("|number")
		}
	}
	b.WriteString(" [{nomask, nos …}]")
}

// messageSyntax writes what a send of the message looks like in a text.
func messageSyntax(m *formats.Message) string {
	uses := func(what string) bool { return slices.Contains(m.Allows, what) }
	name := "send." + strings.ToLower(m.Name)
	for _, s := range []struct{ uses, text string }{{"type", ".type"}, {"count", "[.count]"}, {"coordinates", ".coordinates"}, {"atomic", ".atomic"}} {
		if uses(s.uses) {
			name += s.text
		}
	}
	text := "[([~]f)] " + name + " [(size[@lane])]"
	if list := messageOperands(m, uses); len(list) > 0 {
		text += " " + strings.ReplaceAll(strings.Join(list, ", "), "[answer], ", "[answer,] ")
	}
	attributes := "nomask, nos …"
	switch {
	case len(m.Allows) == 1 && uses("last"): // it ends the thread
		return text + " {last[, " + attributes + "]}"
	case uses("last"):
		attributes += ", last"
	case uses("non_cacheable"):
		attributes += ", nc"
	case uses("texels"):
		attributes += ", texels …"
	}
	return text + " [{" + attributes + "}]"
}

func messageOperands(m *formats.Message, uses func(string) bool) (list []string) {
	sends := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(m.Sends, w) })
	}
	add := func(there bool, text string) {
		if there {
			list = append(list, text)
		}
	}
	offset := sends("registers", "set") || m.Answers == "block" || m.Answers == "registers"
	add(m.Answers == "returns", "[answer]")
	add(m.Answers != "" && m.Answers != "returns", "answer")
	add(sends("addresses"), "address[+offset]")
	add(sends("coordinates"), "coordinates")
	add(sends("one"), "number")
	add(sends("set"), "set")
	add(sends("components", "operands", "registers", "gradients"), "data")
	add(offset, "+offset")
	add(uses("binding"), "binding")
	add(uses("sampler"), "sampler")
	return list
}
