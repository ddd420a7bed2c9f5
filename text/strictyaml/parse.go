package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// maxDepth is how deep lists and mappings may be nested; the library's stack grows with it.
const maxDepth = 100

// ErrNothing is that a file is empty, or has comments only.
var ErrNothing = errors.New("nothing")

// ByteOrderMark is what some editors put before UTF-8. It is no part of the text, and no column.
const ByteOrderMark = "\ufeff"

// Parse reads one document, with or without a byte order mark; what is the word for what it should hold. Errors are Errors.
func Parse(data []byte, what string) (*Node, error) { return parse(data, what, false) }

// ParsePlain reads one document of the part of YAML that tables are written in: mappings, lists, numbers and texts, whose keys are
// words. Anchors, aliases, tags, merge keys, directives, marks of documents, tabs, and text without quotes over several lines are
// errors. Keys that a mapping has several times are all in its Entries.
func ParsePlain(data []byte, what string) (*Node, error) { return parse(data, what, true) }

func parse(data []byte, what string, plain bool) (*Node, error) {
	text := string(data)
	if bad := characters(text, plain); bad != nil {
		return nil, bad
	}
	root, err := load(bytes.TrimPrefix(data, []byte(ByteOrderMark)), text, what)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return nil, Place{1, 1}.Wrong("%w; %s was expected", ErrNothing, what)
	}
	c := &converter{cursor: newCursor(text), plain: plain, anchors: map[*yaml.Node]*Node{}}
	return c.node(root, new(Node))
}

// What the library is given to say of values that are nested too deep.
var (
	errBrackets = fmt.Errorf("brackets inside brackets; at most %d deep was expected", maxDepth)
	errBlocks   = fmt.Errorf("a value inside %d others; at most %d deep was expected", maxDepth+1, maxDepth)
)

var depth = loaderlimits.New(loaderlimits.DepthFunc(func(depth int, in *loaderlimits.DepthContext) error {
	switch {
	case depth <= maxDepth:
		return nil
	case in.Kind == yaml.DepthKindFlow:
		return errBrackets
	}
	return errBlocks
}))

// load makes the library's tree of the only document that is not empty; nil when there is none. text is data with its byte order mark.
func load(data []byte, text, what string) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil { // a broken invariant of the library is no reason to end the program
			root, err = nil, Place{1, 1}.Wrong("malformed YAML")
		}
	}()
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithPlugin(depth))
	if err != nil {
		return nil, err
	}
	for {
		var document yaml.Node
		if err := loader.Load(&document); err == io.EOF {
			return root, nil
		} else if err != nil {
			return nil, malformed(err, text)
		}
		body := &document
		if document.Kind == yaml.DocumentNode {
			body = document.Content[0]
		}
		switch {
		case empty(body):
		case root != nil:
			return nil, Place{body.Line, body.Column}.Wrong("a second document; one, %s, was expected", what)
		default:
			root = body
		}
	}
}

// empty tells whether nothing stands in a node's place.
func empty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == "" && n.Tag == nullTag
}

// expected is what stands in the places of which the library says only what is wrong.
var expected = map[string]string{
	"mapping values are not allowed in this context":               `a key at the column of those above, or quotes around text with ": ", was expected`,
	"found character that cannot start any token":                  "text in quotes was expected",
	"could not find expected ':'":                                  "a key with a colon and a blank after it was expected",
	"did not find expected key":                                    "a key at the column of those above, or the end of the line, was expected",
	"did not find expected '-' indicator":                          "an item at the column of those above was expected",
	"did not find expected <document start>":                       "a key at the column of those above was expected",
	"did not find expected node content":                           "a value was expected",
	"block sequence entries are not allowed in this context":       "a list below its key, or quotes, were expected",
	"mapping keys are not allowed in this context":                 "a key without a question mark was expected",
	"found a comment without preceding whitespace":                 "a blank before # was expected",
	"found unexpected end of stream":                               "the quotes at its end were expected",
	"found unexpected document indicator":                          "the quotes at its end were expected",
	"found unknown escape character":                               `one such as \\ \" \n \t \x41 \u00e9 was expected`,
	"found invalid Unicode character escape code":                  "the code of a character was expected",
	"found a tab character that violates indentation":              "spaces were expected",
	"found a tab character where an indentation space is expected": "spaces were expected",
	"found incompatible YAML document":                             "no directive, or one of version 1.1, was expected",
}

// malformed is the library's error in a line, at its place: where it noticed, or, when that is the end of the text, where it began to read
// what has no end.
func malformed(err error, text string) error {
	var bad *yaml.LoadError
	if !errors.As(err, &bad) {
		return Place{1, 1}.Wrong("malformed YAML: %s", oneLine(err.Error()))
	}
	at := Place{max(1, bad.Mark.Line), max(1, bad.Mark.Column)}
	if context := (Place{bad.ContextMark.Line, bad.ContextMark.Column}); atEnd(text, at) {
		if at = context; context.Line < 1 || atEnd(text, context) {
			last := strings.TrimRight(text, " \t\r\n")
			_, size := utf8.DecodeLastRuneInString(last)
			at = placeIn(text, len(last)-size)
		}
	}
	switch {
	case bad.Message == errBrackets.Error(), bad.Message == errBlocks.Error():
		return at.Wrong("%s", bad.Message)
	case bad.Stage == yaml.ComposerStage:
		return at.Wrong("%s; the name of an anchor before it was expected", oneLine(bad.Message))
	}
	message := bad.Message
	if bad.ContextMsg != "" {
		message = bad.ContextMsg + ", " + message
	}
	switch more, ok := expected[bad.Message]; {
	case ok:
		message += "; " + more
	case !strings.Contains(message, "expected"):
		message += "; YAML was expected"
	}
	return at.Wrong("malformed YAML: %s", oneLine(message))
}

// atEnd tells whether nothing but blanks and line breaks follow from a place on.
func atEnd(text string, p Place) bool {
	return strings.Trim(text[Offset(text, p):], " \t\r\n") == ""
}

// oneLine writes a message of the library, which may quote the text, in one line.
func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }
