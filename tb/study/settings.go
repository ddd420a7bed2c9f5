package study

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/text/near"
)

// breakPointKey is the machine's parameter that a study varies anyhow.
const breakPointKey = "break_point"

// OfMachine makes a parameter of one of the machine's own, by its key as `tilemark config` has it; the name of
// a connection stands for its depth.
func OfMachine(key string) (*Parameter, error) {
	cfg := hw.DefaultConfig()
	if slices.Contains(hw.Connections(), key) {
		key = "fifo." + key + ".depth"
	}
	if key == breakPointKey {
		return nil, fmt.Errorf("%s: every break point is measured; --break-point says which", key)
	}
	names := Names()
	for _, p := range cfg.Params() {
		names = append(names, p.Key)
		if p.Key == key {
			return &Parameter{Name: key, Unit: p.Unit, Doc: strings.TrimSuffix(p.Doc, "."), key: key, now: func(*hw.Config) float64 { return 0 }}, nil
		}
	}
	return nil, fmt.Errorf("unknown parameter %q%s", key, near.Suggest(key, names, "; `tilemark config` lists those of the machine"))
}

// Names are those of the parameters that a study has of its own, and of connections.
func Names() (list []string) {
	for i := range Parameters {
		list = append(list, Parameters[i].Name)
	}
	return append(list, hw.Connections()...)
}

// setting finds a machine's own parameter in a configuration.
func (p *Parameter) setting(c *hw.Config) *hw.Param {
	for _, s := range c.Params() {
		if s.Key == p.key {
			return &s
		}
	}
	panic("no parameter " + p.key) // OfMachine has found it
}

// parseSettings reads values of one of the machine's own parameters.
func (p *Parameter) parseSettings(list string) (out []Value, err error) {
	cfg := hw.DefaultConfig()
	s := p.setting(&cfg)
	for i, text := range strings.Split(list, ",") {
		if err := s.Set(strings.TrimSpace(text)); err != nil {
			return nil, err
		}
		v := Value{Text: s.Value(), X: float64(i)}
		if slices.ContainsFunc(out, func(o Value) bool { return o.Text == v.Text }) {
			return nil, fmt.Errorf("%s: %s: given twice; each once was expected", p.key, v.Text)
		}
		out = append(out, v)
	}
	return out, nil
}

// Refuse tells why no machine can be built with a value, nil: one can.
func (v *Varied) Refuse(cfg hw.Config) error {
	if v.key == "" {
		return nil
	}
	for _, x := range v.List {
		c := cfg
		set(v.setting(&c), x.Text)
		if _, err := hw.Build(c); err != nil {
			return fmt.Errorf("%s=%s: %w", v.key, x.Text, err)
		}
	}
	return nil
}
