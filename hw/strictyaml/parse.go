package strictyaml

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxDepth is how deep lists and mappings may be nested; the parser's stack grows with it.
const maxDepth = 100

// ErrNothing is that a file is empty, or has comments only.
var ErrNothing = errors.New("nothing")

// ByteOrderMark is what some editors put before UTF-8.
const ByteOrderMark = "\ufeff"

// Parse reads one document, with or without a byte order mark; what is the word for what it should hold. Errors are Errors.
func Parse(data []byte, what string) (*Node, error) {
	file, err := parse(bytes.TrimPrefix(data, []byte(ByteOrderMark)))
	if err != nil {
		return nil, err
	}
	var body ast.Node
	for _, d := range file.Docs {
		switch {
		case d.Body == nil || d.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, startOf(d.Body).Wrong("a second document; one, %s, was expected", what)
		default:
			body = d.Body
		}
	}
	if body == nil {
		return nil, Place{1, 1}.Wrong("%w; %s was expected", ErrNothing, what)
	}
	c := &converter{anchors: map[string]*Node{}}
	return c.node(body)
}

// parse makes the library's syntax tree.
func parse(data []byte) (file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil { // the library does so with some malformed files
			err = Place{1, 1}.Wrong("malformed YAML")
		}
	}()
	tokens := lexer.Tokenize(string(data))
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			if depth++; depth > maxDepth {
				return nil, placeOf(t).Wrong("brackets inside brackets; at most %d deep was expected", maxDepth)
			}
		case token.MappingEndType, token.SequenceEndType:
			depth--
		}
	}
	file, err = parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	var syntax yaml.Error
	if errors.As(err, &syntax) {
		at := Place{1, 1}
		if t := syntax.GetToken(); t != nil {
			at = placeOf(t).inside(data)
		}
		return nil, at.Wrong("malformed YAML: %s", syntax.GetMessage())
	}
	if err != nil {
		return nil, Place{1, 1}.Wrong("malformed YAML: %w", err)
	}
	return file, nil
}

func placeOf(t *token.Token) Place { return Place{t.Position.Line, t.Position.Column} }

// inside is the place, or the end of its line where the library counts beyond it, as it does after texts of several lines.
func (p Place) inside(data []byte) Place {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n")
	if p.Line <= len(lines) {
		p.Column = min(p.Column, utf8.RuneCountInString(lines[p.Line-1])+1)
	}
	return p
}

// startOf is the place of a node's first character.
func startOf(n ast.Node) Place {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return startOf(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return startOf(n.Key)
	}
	if n.GetToken() == nil {
		return Place{1, 1}
	}
	return placeOf(n.GetToken())
}

// plainNumber reads numbers that the library takes for texts, such as 1e3.
func plainNumber(n *ast.StringNode) (float64, bool) {
	if n.Token.Type != token.StringType || n.Value == "" || !strings.ContainsRune("+-.0123456789", rune(n.Value[0])) {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	return f, err == nil && !math.IsInf(f, 0)
}

// converter makes Nodes of the library's; aliases stand for the same Node as their anchors.
type converter struct {
	anchors map[string]*Node
	depth   int
}

func (c *converter) node(n ast.Node) (*Node, error) {
	if n == nil {
		return &Node{Place: Place{1, 1}}, nil
	}
	if c.depth++; c.depth > maxDepth {
		return nil, startOf(n).Wrong("a value inside %d others; at most %d deep was expected", c.depth, maxDepth)
	}
	defer func() { c.depth-- }()
	out := &Node{Place: startOf(n), Text: n.GetToken().Value}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		out.Kind = Bool
	case *ast.IntegerNode:
		out.Kind, out.number = Number, n.Value
	case *ast.FloatNode:
		out.Kind, out.number = Number, n.Value
	case *ast.InfinityNode:
		out.Kind, out.number = Number, n.Value
	case *ast.NanNode:
		out.Kind, out.number = Number, n.GetValue()
	case *ast.StringNode:
		out.Kind, out.Text = Text, n.Value
		if f, ok := plainNumber(n); ok {
			out.Kind, out.number = Number, f
		}
	case *ast.LiteralNode:
		out.Kind, out.Text = Text, n.Value.Value
	case *ast.SequenceNode:
		return c.list(out, n)
	case ast.MapNode:
		return c.mapping(out, n)
	case *ast.AnchorNode:
		target, err := c.node(n.Value)
		if err == nil {
			c.anchors[n.Name.String()] = target
		}
		return target, err
	case *ast.AliasNode:
		if target := c.anchors[n.Value.String()]; target != nil {
			return target, nil
		}
		return nil, out.Wrong("alias %s; the name of an anchor before it was expected", n.Value)
	case *ast.TagNode:
		return nil, out.Wrong("tag %s; a value without tag was expected", out.Text)
	default:
		return nil, out.Wrong("%s; a value was expected", n.Type())
	}
	return out, nil
}

func (c *converter) list(out *Node, n *ast.SequenceNode) (*Node, error) {
	out.Kind = List
	for _, v := range n.Values {
		item, err := c.node(v)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// mapping reads keys; those of a merge (<<) follow behind the mapping's own, which come before them.
func (c *converter) mapping(out *Node, n ast.MapNode) (*Node, error) {
	out.Kind = Mapping
	var merged []*Node
	for it := n.MapRange(); it.Next(); {
		value, err := c.node(it.Value())
		if err != nil {
			return nil, err
		}
		key, at := it.Key(), startOf(it.Key())
		if key.IsMergeKey() {
			if value.Kind != Mapping {
				return nil, value.Expected("a mapping behind <<")
			}
			merged = append(merged, value)
			continue
		}
		name, err := keyName(key)
		if err != nil {
			return nil, err
		}
		if first := out.entry(name); first != nil {
			return nil, at.Wrong("key %q for the second time (first in %v); each key once was expected", name, first.Place)
		}
		if value.Kind == Null && value.Line == 0 {
			value.Place = at
		}
		out.Entries = append(out.Entries, &Entry{at, name, value})
	}
	for _, m := range merged {
		for _, e := range m.Entries {
			if out.entry(e.Key) == nil {
				out.Entries = append(out.Entries, e)
			}
		}
	}
	return out, nil
}

// keyName is the text of a key.
func keyName(key ast.Node) (string, error) {
	switch k := key.(type) {
	case *ast.StringNode:
		return k.Value, nil
	case ast.ScalarNode:
		return k.GetToken().Value, nil
	}
	return "", startOf(key).Wrong("a key that is no name; a name was expected")
}
