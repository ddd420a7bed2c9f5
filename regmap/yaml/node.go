// Package yaml reads the part of YAML that tables are written in, strictly: mappings,
// lists, numbers and texts, in blocks or in braces and brackets. What YAML has besides
// (anchors, aliases, tags, merge keys, directives, several documents, keys that are no
// words, text that goes on on the next line without quotes, tabs) is refused with its
// place. What is accepted means what every YAML reader takes it for. It keeps no tree
// longer than the caller does, and reads about 100 MB a second.
package yaml

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is what a node is.
type Kind uint8

// Kinds of nodes. Text in quotes and block text is Text whatever it looks like.
const (
	Null Kind = iota
	Bool
	Integer
	Float
	Text
	Mapping
	List
)

var kindNames = [...]string{"nothing", "true or false", "integer", "fraction", "text", "mapping", "list"}

func (k Kind) String() string { return kindNames[k] }

// SyntaxError is text that is no YAML, or none of the part that is read.
type SyntaxError struct {
	Offset  int // bytes from the beginning
	Message string
}

func (e *SyntaxError) Error() string { return e.Message }

// Document holds the nodes of a text.
type Document struct{ nodes []node }

// node is an element of the tree. The children of a mapping are its keys and values in turn.
type node struct {
	text        string // of a scalar, without quotes
	offset      uint32 // of its first character
	first, next int32  // child and sibling; 0 for none, since the first node is the root
	kind        Kind
}

// Node is a place in a document.
type Node struct {
	d *Document
	i int32
}

// Root is the document's only node that is in no other.
func (d *Document) Root() Node { return Node{d, 0} }

// Kind says what the node is.
func (n Node) Kind() Kind { return n.d.nodes[n.i].kind }

// Offset is where the node begins, in bytes from the beginning of the text.
func (n Node) Offset() int { return int(n.d.nodes[n.i].offset) }

// Text is what a scalar says, without quotes; "" for mappings and lists.
func (n Node) Text() string { return n.d.nodes[n.i].text }

// Bool is the value of a node of kind Bool.
func (n Node) Bool() bool { return strings.EqualFold(n.Text(), "true") }

// Int is the value of a node of kind Integer; false when 64 bits cannot hold it.
func (n Node) Int() (int64, bool) {
	if n.Kind() != Integer {
		return 0, false
	}
	text := n.Text()
	if v, ok := smallInt(text); ok {
		return v, true
	}
	v, err := strconv.ParseInt(text, 0, 64)
	return v, err == nil
}

// smallInt reads up to nine decimal digits without a sign.
func smallInt(text string) (v int64, ok bool) {
	if len(text) > 9 {
		return 0, false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		v = 10*v + int64(text[i]-'0')
	}
	return v, true
}

// Items lists the elements of a list.
func (n Node) Items() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i := n.d.nodes[n.i].first; i != 0; i = n.d.nodes[i].next {
			if !yield(Node{n.d, i}) {
				return
			}
		}
	}
}

// Len is the number of elements of a list.
func (n Node) Len() (count int) {
	for i := n.d.nodes[n.i].first; i != 0; i = n.d.nodes[i].next {
		count++
	}
	return count
}

// Pairs lists keys and values of a mapping in order, doubles included. Keys are scalars.
func (n Node) Pairs() iter.Seq2[Node, Node] {
	return func(yield func(key, value Node) bool) {
		for i := n.d.nodes[n.i].first; i != 0; {
			value := n.d.nodes[i].next
			if !yield(Node{n.d, i}, Node{n.d, value}) {
				return
			}
			i = n.d.nodes[value].next
		}
	}
}

// ByteOrderMark is what some editors put before UTF-8. It is no part of the text, and no column.
const ByteOrderMark = "\ufeff"

// Position turns an offset into line and column; both count from 1, columns in characters.
func Position(source string, offset int) (line, column int) {
	before := strings.TrimPrefix(source[:min(offset, len(source))], ByteOrderMark)
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// Parse reads a text. The document refers to the text's bytes.
func Parse(source string) (*Document, *SyntaxError) { return new(Reader).Parse(source) }

// Reader reads one text after the other in the same memory.
type Reader struct{ nodes []node }

// Parse reads a text. The document before it is lost.
func (r *Reader) Parse(source string) (d *Document, err *SyntaxError) {
	p := &parser{source: source, nodes: r.nodes[:0]}
	if strings.HasPrefix(source, ByteOrderMark) {
		p.at, p.lineStart = len(ByteOrderMark), len(ByteOrderMark)
	}
	defer func() {
		r.nodes = p.nodes
		if r := recover(); r != nil {
			bad, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			d, err = nil, bad
		}
	}()
	p.characters()
	p.document()
	return &Document{p.nodes}, nil
}

// fail ends the parser with an error at an offset.
func fail(offset int, format string, args ...any) {
	panic(&SyntaxError{offset, fmt.Sprintf(format, args...)})
}
