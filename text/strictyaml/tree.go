// Package strictyaml reads YAML that people write: each error names line and column and says what was expected. A file becomes a tree of
// Nodes; Decode fills structs from it.
package strictyaml

import (
	"errors"
	"fmt"
	"strconv"
)

// Place is a line and a column, each from 1. The zero Place is not known.
type Place struct{ Line, Column int }

// String writes a place as line:column.
func (p Place) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Wrong makes an error at the place.
func (p Place) Wrong(format string, args ...any) error { return p.place(fmt.Errorf(format, args...)) }

// place gives an error the place, unless it has one.
func (p Place) place(err error) error {
	var at *Error
	if err == nil || p == (Place{}) || errors.As(err, &at) {
		return err
	}
	return &Error{p, err}
}

// Error is an error at a place of the file.
type Error struct {
	Place Place
	Err   error
}

// Error begins with line and column.
func (e *Error) Error() string { return fmt.Sprintf("%v: %v", e.Place, e.Err) }

// Unwrap returns the error without its place.
func (e *Error) Unwrap() error { return e.Err }

// Inside puts words in front of an error, after its place.
func Inside(err error, format string, args ...any) error {
	var at *Error
	if errors.As(err, &at) {
		return &Error{at.Place, fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), at.Err)}
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// Kind is what a Node is.
type Kind uint8

// Kinds.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Mapping
)

var kindNames = [...]string{"nothing", "true or false", "a number", "text", "a list", "a mapping"}

// String describes a kind in a message.
func (k Kind) String() string { return kindNames[k] }

// Node is a value of the file.
type Node struct {
	Place
	Offset  uint32 // of the first character: bytes from the beginning of the file, with its byte order mark
	Kind    Kind
	Text    string   // of a scalar, as it is written; of a text, its content
	Items   []*Node  // of a list
	Entries []*Entry // of a mapping, in order
}

// Entry is a key of a mapping and its value.
type Entry struct {
	Place         // of the key
	Offset uint32 // of the key, as in Node
	Key    string
	Value  *Node
}

// Scalar tells whether the node is a single word or number.
func (n *Node) Scalar() bool { return n.Kind != Null && n.Kind < List }

// entry finds a key; nil when it is not there.
func (n *Node) entry(key string) *Entry {
	for _, e := range n.Entries {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// String describes the node in a message.
func (n *Node) String() string {
	switch n.Kind {
	case Null:
		return "nothing"
	case Text:
		return short(n.Text, strconv.Quote)
	case List:
		return fmt.Sprintf("a list of %d", len(n.Items))
	case Mapping:
		return "a mapping"
	}
	return short(n.Text, func(s string) string { return s })
}

// short keeps messages short.
func short(text string, write func(string) string) string {
	const most = 40
	if len(text) > most {
		return write(text[:most]) + "..."
	}
	return write(text)
}

// Expected is the error that something else was expected in the node's place.
func (n *Node) Expected(format string, args ...any) error {
	return n.Wrong("%v; %s was expected", n, fmt.Sprintf(format, args...))
}
