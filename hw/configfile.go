package hw

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"tilemark/text/strictyaml"
)

// maxConfigBytes is the largest configuration file that is read.
const maxConfigBytes = 1 << 20

// ReadFile changes the parameters that a YAML file names. Its keys nest as the dots of
// the parameters' names say: "fifo: {TG_FIFO: {depth: 4}}". An error names file, line
// and column, and what was expected; the configuration is then of no use.
//
//fuzz:hw.FuzzConfigFile
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
	root, err := strictyaml.Parse(data, "a mapping of parameters")
	switch {
	case errors.Is(err, strictyaml.ErrNothing):
		return nil
	case err == nil:
		err = (&configReader{c, c.Params()}).read(root, "")
	}
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	return nil
}

// configReader walks a configuration file.
type configReader struct {
	c      *Config
	params []Param
}

// read takes a mapping, the keys of which continue prefix.
func (r *configReader) read(n *strictyaml.Node, prefix string) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("%s", r.expected(prefix))
	}
	for _, e := range n.Entries { // single depths override that of all
		if prefix+e.Key == AllDepths {
			if err := r.allDepths(e.Value); err != nil {
				return err
			}
		}
	}
	for _, e := range n.Entries {
		if err := r.entry(e, prefix+e.Key); err != nil {
			return err
		}
	}
	return nil
}

func (r *configReader) allDepths(n *strictyaml.Node) error {
	if !n.Scalar() {
		return strictyaml.Inside(n.Expected("a whole number, or least,"), AllDepths)
	}
	if err := setDepths(r.params, n.Text); err != nil {
		return n.Wrong("%w", err)
	}
	return nil
}

// entry takes one key: a group of parameters, or a parameter.
func (r *configReader) entry(e *strictyaml.Entry, name string) error {
	if name == AllDepths {
		return nil
	}
	for i := range r.params {
		switch {
		case r.params[i].Key == name:
			return r.set(&r.params[i], e.Value)
		case strings.HasPrefix(r.params[i].Key, name+"."):
			return r.read(e.Value, name+".")
		}
	}
	return e.Wrong("unknown parameter %q%s", name, suggest(name, r.params, AllDepths))
}

// set takes a parameter's value: a whole number, true or false, or a name, as it is declared.
func (r *configReader) set(p *Param, n *strictyaml.Node) error {
	kind, expected := strictyaml.Number, "a whole number"
	switch p.value.Kind() {
	case reflect.Bool:
		kind, expected = strictyaml.Bool, "true or false"
	case reflect.String:
		kind, expected = strictyaml.Text, strictyaml.OneOf(strings.Fields(p.Values))
	}
	if n.Kind != kind {
		return strictyaml.Inside(n.Expected("%s", expected), "%s", p.Key)
	}
	if err := p.Set(n.Text); err != nil {
		return n.Wrong("%w", err)
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
