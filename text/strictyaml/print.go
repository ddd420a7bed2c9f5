package strictyaml

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// lineWidth is how much of a value is written in a line before it gets lines of its own.
const lineWidth = 150

// Map makes a mapping of keys and values by turns: the values are Nodes, texts, bools, numbers
// or lists of numbers. A nil Node leaves its key out.
func Map(pairs ...any) *Node {
	n := &Node{Kind: Mapping}
	for i := 0; i < len(pairs); i += 2 {
		n.Set(pairs[i].(string), pairs[i+1])
	}
	return n
}

// Seq makes a list.
func Seq[T any](items ...T) *Node {
	n := &Node{Kind: List}
	for _, v := range items {
		n.Items = append(n.Items, nodeOf(v))
	}
	return n
}

// Set adds a key to a mapping, or changes its value; with a nil Node it does neither.
func (n *Node) Set(key string, value any) {
	v := nodeOf(value)
	if v == nil {
		return
	}
	if e := n.entry(key); e != nil {
		e.Value = v
		return
	}
	n.Entries = append(n.Entries, &Entry{Key: key, Value: v})
}

func nodeOf(value any) *Node {
	switch v := value.(type) {
	case *Node:
		return v
	case bool:
		return &Node{Kind: Bool, Text: strconv.FormatBool(v)}
	case string:
		return &Node{Kind: Text, Text: v}
	case int:
		return &Node{Kind: Number, Text: strconv.Itoa(v)}
	case uint64:
		return &Node{Kind: Number, Text: strconv.FormatUint(v, 10)}
	case float64:
		return &Node{Kind: Number, Text: strconv.FormatFloat(v, 'g', -1, 64)}
	case []int:
		return Seq(v...)
	case []uint64:
		return Seq(v...)
	case []float64:
		return Seq(v...)
	}
	panic("strictyaml: no node can be made of this type")
}

// Print writes a document that Parse reads as the same tree: what fits into a line in a line,
// the rest in blocks.
func (n *Node) Print() string {
	var b strings.Builder
	if n.Kind == Mapping && len(n.Entries) > 0 {
		n.block(&b, "")
		return b.String()
	}
	return n.flow() + "\n"
}

// block writes the entries of a mapping or the items of a list in lines.
func (n *Node) block(b *strings.Builder, indent string) {
	for i, e := range n.Entries {
		if i > 0 {
			b.WriteString(indent)
		}
		b.WriteString(word(e.Key) + ":")
		if line := e.Value.flow(); len(line) <= lineWidth || len(e.Value.Entries)+len(e.Value.Items) == 0 {
			b.WriteString(" " + line + "\n")
			continue
		}
		b.WriteString("\n" + indent + "  ")
		e.Value.block(b, indent+"  ")
	}
	for i, v := range n.Items {
		if i > 0 {
			b.WriteString(indent)
		}
		b.WriteString("- ")
		if line := v.flow(); len(line) <= lineWidth || v.Kind != Mapping {
			b.WriteString(line + "\n")
			continue
		}
		v.block(b, indent+"  ")
	}
}

// flow writes a value in a line.
func (n *Node) flow() string {
	var parts []string
	switch n.Kind {
	case Null:
		return "null"
	case Bool, Number:
		return n.Text
	case Text:
		return word(n.Text)
	case List:
		for _, v := range n.Items {
			parts = append(parts, v.flow())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, e := range n.Entries {
		parts = append(parts, word(e.Key)+": "+e.Value.flow())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

var (
	plain  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_ ./-]*[A-Za-z0-9_]$|^[A-Za-z]$`)
	notted = regexp.MustCompile(`(?i)^(true|false|yes|no|on|off|null|y|n|nan|inf)$`)
)

// word writes a text so that it is read as one.
func word(text string) string {
	if plain.MatchString(text) && !notted.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

// Clone copies a tree.
func (n *Node) Clone() *Node {
	c := *n
	c.Items, c.Entries = nil, nil
	for _, v := range n.Items {
		c.Items = append(c.Items, v.Clone())
	}
	for _, e := range n.Entries {
		c.Entries = append(c.Entries, &Entry{Place: e.Place, Key: e.Key, Value: e.Value.Clone()})
	}
	return &c
}

// Lookup finds the value of a key; nil when it is not there.
func (n *Node) Lookup(key string) *Node {
	if e := n.entry(key); e != nil {
		return e.Value
	}
	return nil
}

// Delete takes a key out of a mapping.
func (n *Node) Delete(key string) {
	n.Entries = slices.DeleteFunc(slices.Clone(n.Entries), func(e *Entry) bool { return e.Key == key })
}
