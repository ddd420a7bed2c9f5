package strictyaml

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// The library's names of kinds of scalars.
const (
	nullTag  = "!!null"
	boolTag  = "!!bool"
	intTag   = "!!int"
	floatTag = "!!float"
	mergeTag = "!!merge"
)

// converter makes Nodes of the library's; aliases stand for the same Node as their anchors.
type converter struct {
	*cursor
	plain   bool
	anchors map[*yaml.Node]*Node // those that are complete
	depth   int
	merged  int // entries of merge keys
}

// node fills out. It returns another Node for an alias.
func (c *converter) node(n *yaml.Node, out *Node) (*Node, error) {
	out.Place = Place{n.Line, n.Column}
	if c.depth++; c.depth > maxDepth {
		return nil, out.Wrong("a value inside %d others; at most %d deep was expected", c.depth, maxDepth)
	}
	defer func() { c.depth-- }()
	if n.Kind == yaml.ScalarNode && empty(n) && out.Column > 1 {
		out.Column-- // nothing is where its colon or dash is
	}
	out.Offset = uint32(c.offset(out.Place))
	if c.plain {
		if err := c.plainNode(n, out); err != nil {
			return nil, err
		}
	}
	var err error
	switch {
	case n.Kind == yaml.AliasNode:
		if target := c.anchors[n.Alias]; target != nil {
			return target, nil
		}
		return nil, out.Wrong("alias %s inside of its anchor; the name of an anchor before it was expected", n.Value)
	case n.Style&yaml.TaggedStyle != 0 || n.Tag == "!":
		return nil, out.Wrong("tag %s; a value without tag was expected", n.Tag)
	case n.Kind == yaml.ScalarNode:
		out.Text, out.Kind = n.Value, kindOf(n)
	case n.Kind == yaml.SequenceNode:
		err = c.list(n, out)
	case n.Kind == yaml.MappingNode:
		err = c.mapping(n, out)
	}
	if n.Anchor != "" {
		c.anchors[n] = out
	}
	return out, err
}

func kindOf(n *yaml.Node) Kind {
	switch n.Tag {
	case nullTag:
		return Null
	case boolTag:
		return Bool
	case intTag, floatTag:
		return Number
	}
	return Text // dates are texts, too
}

func (c *converter) list(n *yaml.Node, out *Node) (err error) {
	out.Kind = List
	out.Items = make([]*Node, len(n.Content))
	items := make([]Node, len(n.Content))
	for i, v := range n.Content {
		if out.Items[i], err = c.node(v, &items[i]); err != nil {
			return err
		}
	}
	return nil
}

// mapping reads keys; those of a merge (<<) follow after the mapping's own, which come before them.
func (c *converter) mapping(n *yaml.Node, out *Node) error {
	out.Kind = Mapping
	pairs := len(n.Content) / 2
	entries, values := make([]Entry, pairs), make([]Node, pairs)
	out.Entries = make([]*Entry, 0, pairs)
	var merged []*Node
	known := index{of: out}
	for i := range pairs {
		key, e := n.Content[2*i], &entries[i]
		e.Place = Place{key.Line, key.Column}
		if err := c.key(key, e); err != nil {
			return err
		}
		value, err := c.node(n.Content[2*i+1], &values[i])
		if err != nil {
			return err
		}
		if key.Tag == mergeTag {
			if value.Kind != Mapping {
				return value.Expected("a mapping after <<")
			}
			merged = append(merged, value)
			continue
		}
		if !c.plain {
			if first := known.find(e.Key); first != nil {
				return e.Wrong("key %q for the second time (first in %v); each key once was expected", e.Key, first.Place)
			}
			known.add(e)
		}
		e.Value = value
		out.Entries = append(out.Entries, e)
	}
	return c.merge(&known, merged)
}

// maxMerged is how many entries all merge keys of a file may add: mappings that merge one another would take memory with the square of
// their number.
const maxMerged = 1 << 20

// merge adds the entries of mappings whose keys are not there.
func (c *converter) merge(to *index, from []*Node) error {
	for _, m := range from {
		for _, e := range m.Entries {
			if to.find(e.Key) != nil {
				continue
			}
			if c.merged++; c.merged > maxMerged {
				return to.of.Wrong("more than %d keys by way of merge keys; fewer were expected", maxMerged)
			}
			to.add(e)
			to.of.Entries = append(to.of.Entries, e)
		}
	}
	return nil
}

// index finds the entries of a mapping by their keys.
type index struct {
	of    *Node
	names map[string]*Entry // of a large one
}

// small is how many entries are looked through one by one.
const small = 16

func (x *index) find(key string) *Entry {
	if x.names == nil {
		return x.of.entry(key)
	}
	return x.names[key]
}

// add notes an entry that its mapping is about to get.
func (x *index) add(e *Entry) {
	if x.names == nil && len(x.of.Entries) < small {
		return
	}
	if x.names == nil {
		x.names = map[string]*Entry{}
		for _, have := range x.of.Entries {
			x.names[have.Key] = have
		}
	}
	x.names[e.Key] = e
}

// key reads the name of an entry.
func (c *converter) key(n *yaml.Node, e *Entry) error {
	if n.Kind != yaml.ScalarNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Tag == "!" {
		return e.Wrong("a key that is no name; a name was expected")
	}
	e.Key, e.Offset = n.Value, uint32(c.offset(e.Place))
	if c.plain {
		return c.plainKey(n, e)
	}
	return nil
}

// plainNode refuses what tables do not have.
func (c *converter) plainNode(n *yaml.Node, at *Node) error {
	rest := c.text[at.Offset:]
	switch {
	case n.Kind == yaml.AliasNode:
		return at.Wrong("'*' begins an alias, which tables do not have; text was expected (quote it)")
	case n.Anchor != "":
		return at.Wrong("'&' begins an anchor, which tables do not have; text was expected (quote it)")
	case n.Style&yaml.TaggedStyle != 0 || n.Tag == "!":
		return at.Wrong("'!' begins a tag, which tables do not have; text was expected (quote it)")
	case n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle != 0 && !strings.HasPrefix(rest, "{"):
		return at.Wrong("a key in a list; braces around it, or quotes around text with a colon, were expected")
	case n.Kind == yaml.ScalarNode && n.Style == 0 && !strings.HasPrefix(rest, n.Value):
		return at.Wrong("text that goes on on the next line; quotes around it were expected")
	}
	return nil
}

// plainKey refuses keys that are no words, and such as readers take for numbers and the like.
func (c *converter) plainKey(n *yaml.Node, e *Entry) error {
	kind, quoted := kindOf(n), n.Style != 0
	switch {
	case n.Tag == mergeTag:
		return e.Wrong("a merge key, which tables do not have; text was expected (quote it)")
	case n.Value == "":
		return e.Wrong("an empty key; text was expected")
	case kind != Text:
		return e.Wrong("the key %s is %s; text was expected (quote it)", e.Key, kind)
	case !quoted && strings.Contains(n.Value, ":"):
		return e.Wrong("a colon in the key %s; a blank after it, or quotes, were expected", e.Key)
	case !strings.HasPrefix(strings.TrimLeft(c.text[int(e.Offset)+length(c.text[e.Offset:], n):], " "), ":"):
		return e.Wrong("a key without a colon; a key with a colon and a blank after it was expected")
	}
	return nil
}

// length is how many bytes a key has in the text, with its quotes.
func length(text string, n *yaml.Node) int {
	if n.Style == 0 {
		return min(len(n.Value), len(text))
	}
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}
