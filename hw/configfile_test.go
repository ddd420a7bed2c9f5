package hw

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
)

func TestConfigFileSetsParameters(t *testing.T) {
	c := DefaultConfig()
	require.NoError(t, c.Read("c.yaml", []byte(`
# a slow machine
memory: {latency: 200}
fifo:
  TG_FIFO: {depth: 4, latency: 2}
  AFIFO: {depth: 0x40}
csp: {wait_clear: wbu}
seed: 18446744073709551615
`)))
	require.Equal(t, 200, c.Memory.Latency)
	require.Equal(t, 4, c.Depth("TG_FIFO"))
	require.Equal(t, 64, c.Depth("AFIFO"))
	require.Equal(t, csp.ClearWBU, c.CSP.WaitClear)
	require.Equal(t, ^uint64(0), c.Seed)
	require.NoError(t, c.Read("c.yaml", []byte("fifo: {TG_FIFO: {depth: 9}, depth: 64}\nmemory: &m {latency: 7}\n")))
	require.Equal(t, []int{9, 64, 7}, []int{c.Depth("TG_FIFO"), c.Depth("SG_TG"), c.Memory.Latency})
	for _, empty := range []string{"", "# nothing\n", "---\n"} {
		require.NoError(t, c.Read("c.yaml", []byte(empty)), "%q", empty)
	}
}

func TestConfigFileIsStrict(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown group", "memry: {latency: 3}", `c.yaml:1:1: unknown parameter "memry"`},
		{"misspelt key", "memory:\n  latencyy: 3", `c.yaml:2:3: unknown parameter "memory.latencyy"; did you mean "memory.latency"?`},
		{"unknown FIFO", "fifo: {TG_FIF: {depth: 3}}", `c.yaml:1:8: unknown parameter "fifo.TG_FIF"`},
		{"text", "memory: {latency: fast}", `c.yaml:1:19: memory.latency: "fast"; a whole number was expected`},
		{"number as text", `memory: {latency: "3"}`, `c.yaml:1:19: memory.latency: "3"; a whole number was expected`},
		{"fraction", "memory: {latency: 3.5}", `c.yaml:1:19: memory.latency: "3.5"; a whole number from 1 to 100000 cycles was expected`},
		{"bool for number", "memory: {latency: true}", `c.yaml:1:19: memory.latency: true; a whole number was expected`},
		{"number for bool", "zl1: {hiz: 1}", `c.yaml:1:12: zl1.hiz: 1; true or false was expected`},
		{"nothing", "memory: {latency: }", `memory.latency: nothing; a whole number was expected`},
		{"list", "memory: {latency: [1]}", `memory.latency: a list of 1; a whole number was expected`},
		{"mapping for number", "memory: {latency: {a: 1}}", `memory.latency: a mapping; a whole number was expected`},
		{"number for mapping", "memory: 3", `c.yaml:1:9: 3; a mapping with keys of memory (size, latency`},
		{"list at the top", "- 1", `c.yaml:1:1: a list of 1; a mapping of parameters, such as`},
		{"out of range", "memory: {latency: 0}", `c.yaml:1:19: memory.latency: 0; a whole number from 1 to 100000 cycles was expected`},
		{"too large", "memory: {latency: 99999999999999999999}", `memory.latency: `},
		{"below the least depth", "fifo: {AFIFO: {depth: 1}}", `c.yaml:1:23: fifo.AFIFO.depth: 1; a whole number from`},
		{"key twice", "seed: 1\nseed: 2", `c.yaml:2:1: `},
		{"no YAML", "memory: {latency: 3", `c.yaml:1:`},
		{"second document", "seed: 1\n---\nseed: 2", `c.yaml:3:1: a second document; one, a mapping of parameters, was expected`},
		{"no power of two", "wbu: {cache: {lines: 3}}", `c.yaml:1:22: wbu.cache.lines: 3; a power of two was expected`},
		{"tag", "seed: !!int 1", `c.yaml:1:7: tag !!int; a value without tag was expected`},
		{"depth of all", "fifo: {depth: [1]}", `c.yaml:1:15: fifo.depth: a list of 1; a whole number, or least, was expected`},
		{"depth of all, a word", "fifo: {depth: most}", `c.yaml:1:15: `},
		{"break point", "break_point: tgg", `c.yaml:1:14: break_point: "tgg"; tg or zl1 was expected`},
		{"break point, a number", "break_point: 5", `c.yaml:1:14: break_point: 5; tg or zl1 was expected`},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := DefaultConfig()
			require.ErrorContains(t, cfg.Read("c.yaml", []byte(c.text)), c.want)
		})
	}
}

func TestConfigFileNotReadable(t *testing.T) {
	c, dir := DefaultConfig(), t.TempDir()
	require.ErrorContains(t, c.ReadFile(filepath.Join(dir, "none.yaml")), "no such file")
	require.ErrorContains(t, c.ReadFile(dir), "is not a regular file")
}
