package table

import (
	"errors"

	"tilemark/text/strictyaml"
)

// content is the word for what a file must hold.
const content = "one YAML document with a mapping"

// syntax is where an error of the reader is in a file, and its message without that.
func (f *file) syntax(err error) (spot, string) {
	var bad *strictyaml.Error
	if !errors.As(err, &bad) {
		return 0, err.Error()
	}
	return spot(strictyaml.Offset(f.source(), bad.Place) + 1), bad.Err.Error()
}

// KindOf is the word for what stands in a node's place.
func KindOf(n *strictyaml.Node) string {
	switch n.Kind {
	case strictyaml.Null:
		return "nothing"
	case strictyaml.Bool:
		return "true or false"
	case strictyaml.Number:
		if n.Whole() {
			return "integer"
		}
		return "fraction"
	case strictyaml.Text:
		return "text"
	case strictyaml.List:
		return "list"
	}
	return "mapping"
}
