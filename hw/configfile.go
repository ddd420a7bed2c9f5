package hw

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxConfigBytes is the largest configuration file that is read.
const maxConfigBytes = 1 << 20

// ReadFile changes the parameters that a YAML file names. Its keys nest as the dots of
// the parameters' names say: "fifo: {TG_FIFO: {depth: 4}}". An error names file, line
// and column, and what was expected; the configuration is then of no use.
func (c *Config) ReadFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file", path)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: is not a regular file", path)
	case info.Size() > maxConfigBytes:
		return fmt.Errorf("%s: too large: %d bytes; at most %d are read", path, info.Size(), maxConfigBytes)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return c.Read(path, data)
}

// Read is ReadFile for a file's content.
func (c *Config) Read(name string, data []byte) error {
	file, err := parseYAML(data)
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	r := &configReader{file: name, params: c.Params()}
	if len(file.Docs) > 1 {
		return r.fail(file.Docs[1].Body, "a second document; one was expected")
	}
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType {
			continue
		}
		if err := r.read(doc.Body, ""); err != nil {
			return err
		}
	}
	return nil
}

// parseYAML returns the syntax tree, or an error that begins with line and column.
func parseYAML(data []byte) (file *ast.File, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New(" malformed YAML")
		}
	}()
	file, err = parser.ParseBytes(data, 0)
	var syntax yaml.Error
	if errors.As(err, &syntax) {
		at := ""
		if t := syntax.GetToken(); t != nil {
			at = fmt.Sprintf("%d:%d:", t.Position.Line, t.Position.Column)
		}
		return nil, fmt.Errorf("%s %s", at, syntax.GetMessage())
	}
	if err != nil {
		return nil, fmt.Errorf(" %w", err)
	}
	return file, nil
}

// configReader walks a configuration file.
type configReader struct {
	file   string
	params []Param
}

func (r *configReader) fail(n ast.Node, format string, args ...any) error {
	at := ""
	if n != nil && n.GetToken() != nil {
		at = position(n.GetToken())
	}
	return fmt.Errorf("%s:%s %s", r.file, at, fmt.Sprintf(format, args...))
}

func position(t *token.Token) string {
	return fmt.Sprintf("%d:%d:", t.Position.Line, t.Position.Column)
}

// read takes a mapping, the keys of which continue prefix.
func (r *configReader) read(n ast.Node, prefix string) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return r.fail(n, "%s was found; %s was expected", what(n), r.expected(prefix))
	}
	for it := m.MapRange(); it.Next(); {
		key, ok := it.Key().(*ast.StringNode)
		if !ok {
			return r.fail(it.Key(), "the key %s is no name; %s was expected", it.Key(), r.expected(prefix))
		}
		if err := r.entry(key, prefix+key.Value, it.Value()); err != nil {
			return err
		}
	}
	return nil
}

// entry takes one key: a group of parameters, or a parameter.
func (r *configReader) entry(key *ast.StringNode, name string, value ast.Node) error {
	for i := range r.params {
		switch {
		case r.params[i].Key == name:
			return r.set(&r.params[i], value)
		case strings.HasPrefix(r.params[i].Key, name+"."):
			return r.read(value, name+".")
		}
	}
	return r.fail(key, "unknown parameter %q%s", name, suggest(name, r.params))
}

// set takes a parameter's value: a whole number, or true or false, as it is declared.
func (r *configReader) set(p *Param, value ast.Node) error {
	text := ""
	switch v := value.(type) {
	case *ast.StringNode:
		if p.value.Kind() == reflect.String {
			text = v.Value
		}
	case *ast.IntegerNode:
		if p.value.Kind() != reflect.Bool && p.value.Kind() != reflect.String {
			text = fmt.Sprint(v.Value)
		}
	case *ast.BoolNode:
		if p.value.Kind() == reflect.Bool {
			text = fmt.Sprint(v.Value)
		}
	}
	if text == "" {
		expected := "a whole number"
		switch p.value.Kind() {
		case reflect.Bool:
			expected = "true or false"
		case reflect.String:
			expected = "one of " + p.Values
		}
		return r.fail(value, "%s: %s was found; %s was expected", p.Key, what(value), expected)
	}
	if err := p.Set(text); err != nil {
		return r.fail(value, "%v", err)
	}
	return nil
}

// expected names what may stand below a prefix.
func (r *configReader) expected(prefix string) string {
	if prefix == "" {
		return "a mapping of parameters, such as `memory: {latency: 200}`,"
	}
	var names []string
	last := ""
	for i := range r.params {
		rest, ok := strings.CutPrefix(r.params[i].Key, prefix)
		name, _, _ := strings.Cut(rest, ".")
		if ok && name != last {
			last = name
			names = append(names, name)
		}
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return fmt.Sprintf("a mapping with keys of %s (%s)", strings.TrimSuffix(prefix, "."), strings.Join(names, ", "))
}

// what describes a node in a message.
func what(n ast.Node) string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode:
		return fmt.Sprintf("the text %q", n.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.String()
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		return "an anchor, alias or tag"
	}
	return fmt.Sprintf("%s", n.Type())
}
