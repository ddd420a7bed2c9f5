package hw

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestConfigFileSetsParameters(t *testing.T) {
	c := DefaultConfig()
	require.NoError(t, c.Read("c.yaml", []byte(`
# a slow machine
memory: {latency: 200}
fifo:
  TG_FIFO: {depth: 4, latency: 2}
  AFIFO: {depth: 0x40}
csp: {wait_drain: true}
seed: 18446744073709551615
`)))
	require.Equal(t, 200, c.Memory.Latency)
	require.Equal(t, 4, c.Depth("TG_FIFO"))
	require.Equal(t, 64, c.Depth("AFIFO"))
	require.True(t, c.CSP.WaitDrain)
	require.Equal(t, ^uint64(0), c.Seed)
	for _, empty := range []string{"", "# nothing\n", "---\n"} {
		require.NoError(t, c.Read("c.yaml", []byte(empty)), "%q", empty)
	}
}

func TestConfigFileIsStrict(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown group", "memry: {latency: 3}", `c.yaml:1:1: unknown parameter "memry"`},
		{"misspelt key", "memory:\n  latencyy: 3", `c.yaml:2:3: unknown parameter "memory.latencyy"; did you mean "memory.latency"?`},
		{"unknown FIFO", "fifo: {TG_FIF: {depth: 3}}", `c.yaml:1:8: unknown parameter "fifo.TG_FIF"`},
		{"text", "memory: {latency: fast}", `c.yaml:1:19: memory.latency: the text "fast" was found; a whole number was expected`},
		{"number as text", `memory: {latency: "3"}`, `c.yaml:1:19: memory.latency: the text "3" was found; a whole number was expected`},
		{"fraction", "memory: {latency: 3.5}", `c.yaml:1:19: memory.latency: 3.5 was found; a whole number was expected`},
		{"bool for number", "memory: {latency: true}", `c.yaml:1:19: memory.latency: true was found; a whole number was expected`},
		{"number for bool", "csp: {wait_drain: 1}", `c.yaml:1:19: csp.wait_drain: 1 was found; true or false was expected`},
		{"nothing", "memory: {latency: }", `memory.latency: nothing was found; a whole number was expected`},
		{"list", "memory: {latency: [1]}", `memory.latency: a list was found; a whole number was expected`},
		{"mapping for number", "memory: {latency: {a: 1}}", `memory.latency: a mapping was found; a whole number was expected`},
		{"number for mapping", "memory: 3", `c.yaml:1:9: 3 was found; a mapping with keys of memory (size, latency`},
		{"list at the top", "- 1", `a list was found; a mapping of parameters, such as`},
		{"out of range", "memory: {latency: 0}", `c.yaml:1:19: memory.latency: 0 is outside 1 to`},
		{"too large", "memory: {latency: 99999999999999999999}", `memory.latency: `},
		{"below the least depth", "fifo: {AFIFO: {depth: 1}}", `c.yaml:1:23: fifo.AFIFO.depth: 1 is outside`},
		{"key twice", "seed: 1\nseed: 2", `c.yaml:2:1: `},
		{"no YAML", "memory: {latency: 3", `c.yaml:1:`},
		{"second document", "seed: 1\n---\nseed: 2", `a second document; one was expected`},
		{"anchor", "seed: &a 1", `an anchor, alias or tag was found`},
		{"merge", "memory: {<<: {latency: 3}}", `c.yaml:`},
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

func FuzzConfigFile(f *testing.F) {
	f.Add([]byte("memory: {latency: 200}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := DefaultConfig()
		_ = c.Read("c.yaml", data) // an error or none, never a panic
	})
}
