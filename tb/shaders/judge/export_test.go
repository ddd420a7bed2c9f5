package judge

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gogpu/naga/ir"
	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/golden/wgsl"
	"tilemark/tb/shaders"
)

var export = flag.String("export", "", "write the compute shaders that the tests run, with their buffers before and after, into this `folder` (docs/judges.md, wgsl-run)")

// exported is a compute shader that others run: NAME.wgsl and NAME.json beside it. Buffers' contents follow each other in NAME.before and NAME.after.
type exported struct {
	Name    string           `json:"name"`
	Kind    string           `json:"kind"` // small, random, others
	Entry   string           `json:"entry"`
	Groups  [3]uint32        `json:"groups"`
	Buffers []exportedBuffer `json:"buffers"`
}

type exportedBuffer struct {
	Group   uint32 `json:"group"`
	Binding uint32 `json:"binding"`
	Type    string `json:"type"` // as WebGPU names it
	Bytes   int    `json:"bytes"`
}

// write exports a shader that was judged. Of a buffer that ends with an array as long as it likes, what no invocation comes to is left out.
func (c *Compute) write(t *testing.T, kind, name, source string, m *ir.Module) {
	if *export == "" {
		return
	}
	after, err := c.reference(m)
	require.NoError(t, err)
	x := &exported{Name: name, Kind: kind, Entry: c.Entry, Groups: c.Groups}
	var list [2][]byte
	for _, g := range m.GlobalVariables {
		b := bindingOf(&g)
		data, ok := c.Buffers[b]
		if !ok || g.Binding == nil {
			continue
		}
		size := min(len(data), c.used(m, &g, len(data)))
		of := "storage"
		switch {
		case g.Space == ir.SpaceUniform:
			of = "uniform"
		case g.Access != ir.StorageReadWrite:
			of = "read-only-storage"
		}
		x.Buffers = append(x.Buffers, exportedBuffer{b.Group, b.Binding, of, size})
		list[0], list[1] = append(list[0], data[:size]...), append(list[1], after[b][:size]...)
	}
	text, err := json.Marshal(x)
	require.NoError(t, err)
	file := filepath.Join(*export, strings.Map(plain, kind+"-"+name))
	for end, data := range map[string][]byte{".wgsl": []byte(source), ".json": text, ".before": list[0], ".after": list[1]} {
		require.NoError(t, os.WriteFile(file+end, data, 0o600))
	}
}

func plain(c rune) rune {
	if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' {
		return c
	}
	return '-'
}

func bindingOf(g *ir.GlobalVariable) (b wgsl.Binding) {
	if g.Binding != nil {
		b = wgsl.Binding{Group: g.Binding.Group, Binding: g.Binding.Binding}
	}
	return b
}

// used is how many bytes invocations of a random program come to: an element each of an array that is theirs.
func (c *Compute) used(m *ir.Module, g *ir.GlobalVariable, all int) int {
	a, ok := m.Types[g.Type].Inner.(ir.ArrayType)
	if !ok || g.Name != "states" {
		return all
	}
	size := m.EntryPoints[0].Workgroup
	n := 1
	for d := range size {
		n *= int(size[d] * c.Groups[d])
	}
	return n * int(a.Stride)
}

// TestExport exports random programs without floats, -seeds of them, and a quarter as many of others that RANDOM_SHADERS names.
func TestExport(t *testing.T) {
	if *export == "" {
		t.Skip("no -export")
	}
	for seed := *first; seed < *first+*seeds; seed++ {
		o, options := options(seed)
		o.Half, o.Integers = false, true
		p := shaders.New(seed, o)
		err := run(p, options)
		require.False(t, differs(err), "seed %d: %v", seed, err)
		if err != nil {
			t.Logf("seed %d: %v", seed, err)
			continue
		}
		m, err := lowered("random.wgsl", p.Source())
		require.NoError(t, err)
		programOf(p).write(t, "random", fmt.Sprint(seed), p.Source(), m)
	}
	files, err := filepath.Glob(filepath.Join(os.Getenv("RANDOM_SHADERS"), "*.wgsl"))
	require.NoError(t, err)
	for _, f := range files[:min(len(files), int(*seeds)/4)] {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		m, err := lowered(f, string(text))
		if err != nil {
			t.Log(err)
			continue
		}
		c, err := otherProgram(m, string(text))
		require.NoError(t, err)
		err = c.Run(m, compiler.Options{})
		require.False(t, differs(err), "%s: %v", f, err)
		if err != nil {
			t.Logf("%s: %v", f, err)
			continue
		}
		c.write(t, "others", strings.TrimSuffix(filepath.Base(f), ".wgsl"), string(text), m)
	}
}
