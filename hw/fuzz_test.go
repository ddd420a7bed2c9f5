package hw

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzConfigFile: a configuration file is read, the same each time, or is an error with file, line and column. What is read has values
// that can be set again.
func FuzzConfigFile(f *testing.F) {
	for _, text := range []string{
		"memory: {latency: 200}", "# nothing\n", "fifo:\n  TG_FIFO: {depth: 4, latency: 2}\n  depth: 64\ncsp: {wait_clear: wbu}\nseed: 18446744073709551615\n",
		"fifo: {depth: least}\nbreak_point: zl1\n", "memory: &m {latency: 7}\n", "memory:\n  latencyy: 3", "wbu: {cache: {lines: 3}}", "stall: {percent: 100, max: 3}",
	} {
		f.Add([]byte(text))
	}
	was := DefaultConfig()
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		c := was
		var err error
		fuzztest.Within(t, 8<<20, 1<<13, len(data), func() {
			err = c.Read("c.yaml", data)
		})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "c.yaml:") {
				t.Fatalf("%q does not name the file", err)
			}
			fuzztest.Placed(t, data, err)
			return
		}
		again := was
		if err := again.Read("c.yaml", data); err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("%q is read as something else for the second time: %v", data, err)
		}
		resettable(t, &c, was)
	})
}

// resettable wants a configuration's values to give the same configuration again, key by key, from the default one.
func resettable(t *testing.T, c *Config, back Config) {
	t.Helper()
	to := back.Params()
	for i, p := range c.Params() {
		if err := to[i].Set(p.Value()); err != nil {
			t.Fatalf("%s has the value %q, which it refuses: %v", p.Key, p.Value(), err)
		}
	}
	if !reflect.DeepEqual(back, *c) {
		t.Fatalf("the values of a configuration give another one")
	}
}

// FuzzSet: --set KEY=VALUE changes the parameter and no other, or is an error that quotes the key or names the parameter.
//
// Slow: each execution lists the 150 parameters of three machines by reflection, with their documentation.
func FuzzSet(f *testing.F) {
	for _, s := range [][2]string{
		{"memory.latency", "200"}, {"fifo.TG_FIFO.depth", "0x40"}, {"fifo.depth", "least"}, {"break_point", "zl1"}, {"csp.wait_clear", "wbu"},
		{"seed", "18446744073709551615"}, {"memory.latencyy", "1"}, {"wbu.cache.lines", "3"}, {"stall.percent", "-1"}, {"", ""}, {"memory.size", "1e9"},
	} {
		f.Add(s[0], s[1])
	}
	was := DefaultConfig()
	f.Fuzz(func(t *testing.T, key, value string) {
		c := was
		if err := c.Set(key, value); err != nil {
			if text := err.Error(); !strings.Contains(text, "expected") && !strings.HasPrefix(text, "unknown parameter") {
				t.Fatalf("%q=%q: %q says neither what was expected nor that there is no such parameter", key, value, text)
			}
			return
		}
		ps := c.Params()
		i := slices.IndexFunc(ps, func(p Param) bool { return p.Key == key })
		if i < 0 {
			if key != AllDepths {
				t.Fatalf("%q is no parameter, and has been set to %q", key, value)
			}
			resettable(t, &c, was)
			return
		}
		back := was
		if err := back.Set(key, ps[i].Value()); err != nil || !reflect.DeepEqual(back, c) {
			t.Fatalf("%q=%q is the value %q, which is read as another one: %v", key, value, ps[i].Value(), err)
		}
		if err := ps[i].Set(ps[i].Default); err != nil || !reflect.DeepEqual(c, was) {
			t.Fatalf("%q=%q changes other parameters, too: %v", key, value, err)
		}
	})
}
