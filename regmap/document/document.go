// Package document writes JSON for other programs. Each object begins with the name of its kind and the version of its
// schema, so that a reader knows what it holds; `tilemark schema` prints the schemas.
package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// Kind is a kind of JSON object that a verb prints. The version counts changes that a reader of the one before would
// stumble on: a key that is gone, renamed or means something else.
type Kind[T any] struct {
	Name    string // of the verb, words joined by hyphens
	Version int
	About   string // a sentence
}

// Known is a kind without its type, for lists of kinds.
type Known interface {
	Header() Header
	Shape() reflect.Type // of what the object holds besides the header
}

// Header is what each object begins with, and what the kind is about.
type Header struct {
	Name    string
	Version int
	About   string
}

// Schema is the value of the key "schema".
func (h Header) Schema() string { return "tilemark/" + h.Name }

// Header implements Known.
func (k Kind[T]) Header() Header { return Header(k) }

// Shape implements Known.
func (k Kind[T]) Shape() reflect.Type { return reflect.TypeFor[T]() }

// Write prints an object, indented, and a line's end.
func (k Kind[T]) Write(w io.Writer, v T) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(filled(reflect.ValueOf(v)).Interface()); err != nil {
		return err
	}
	rest, isObject := bytes.CutPrefix(b.Bytes(), []byte("{"))
	if !isObject {
		panic(fmt.Sprintf("document: %s is no object", k.Name))
	}
	head := fmt.Sprintf("{\n  \"schema\": %q,\n  \"schema_version\": %d", k.Header().Schema(), k.Version)
	if !bytes.Equal(rest, []byte("}\n")) {
		head += ","
	} else {
		head += "\n"
	}
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	_, err := w.Write(rest)
	return err
}
