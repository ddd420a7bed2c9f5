package judge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/gogpu/naga/ir"
	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/golden/exec"
	"tilemark/hw"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/cluster"
	"tilemark/tb/kernels"
	"tilemark/text/number"
)

// A thread that is alone on the clusters of the default machine takes no more cycles for scheduled instructions than for those in the order in which they were chosen, in sum;
// the simulator, which is compared at each instruction, executes both. With -v the table of docs/shaders.md is written.
func TestScheduledInstructionsTakeLessCycles(t *testing.T) {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	w.Write([]byte("shader\tinstructions\tscheduled\tregisters\tscheduled\tcycles\tscheduled\t%\t\n"))
	sum := [2]int{}
	for _, pattern := range []string{"vectors/shaders/*.wgsl", "examples/*.wgsl", "tb/scene/shaders/*.wgsl"} {
		files, err := filepath.Glob(filepath.Join("../../..", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			module, err := compiler.Load(file, string(source), nil)
			require.NoError(t, err)
			for _, e := range module.EntryPoints {
				if e.Stage != ir.StageFragment {
					continue
				}
				var list [2]*kernel.Kernel
				var cycles [2]int
				for n := range list {
					r, err := compiler.Module(file, module, compiler.Options{Entry: e.Name, InOrder: n == 0})
					require.NoError(t, err)
					list[n] = r.Kernel
					cycles[n] = cyclesOf(t, r.Kernel)
					sum[n] += cycles[n]
				}
				name := strings.TrimSuffix(filepath.Base(file), ".wgsl")
				if e.Name != "main" {
					name += " " + e.Name
				}
				row(w, name, len(list[0].Code), len(list[1].Code), list[0].Registers, list[1].Registers, cycles[0], cycles[1], 100*(cycles[1]-cycles[0])/cycles[0])
				for n, k := range list {
					require.Equal(t, list[0].Lanes, k.Lanes, "%s: lanes of %d", file, n)
					require.Equal(t, list[0].Scratch, k.Scratch, "%s: scratch memory of %d", file, n)
				}
			}
		}
	}
	row(w, "all", 0, 0, 0, 0, sum[0], sum[1], 100*(sum[1]-sum[0])/sum[0])
	w.Flush()
	t.Log("\n" + text.String())
	require.Less(t, sum[1], sum[0])
}

func row(w *tabwriter.Writer, name string, numbers ...int) {
	line := name
	for _, n := range numbers {
		line += "\t" + number.Thousands(n)
	}
	w.Write([]byte(line + "\t\n"))
}

// cyclesOf has one thread of a pixel kernel executed; textures have no texels, and buffers some numbers.
func cyclesOf(t *testing.T, k *kernel.Kernel) int {
	pixels := &Pixels{Seed: 3}
	_, sets := pixels.inputs(k.Lanes)
	l := &kernels.Launch{Kernel: k, Bindings: make([]exec.Binding, 256), Limit: mostPixelInstructions}
	for _, b := range k.Bindings {
		if b.Kind == isa.BindingKindBuffer || b.Kind == isa.BindingKindConstant {
			l.Bindings[b.Number] = exec.Binding{Data: slices.Repeat([]byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f}, 128), Write: b.Write}
		}
	}
	set := isa.RegisterSet(k.Lanes, 4)
	for n, s := range sets[:inputVarying+k.Attributes] {
		for lane := range k.Lanes {
			l.Set = append(l.Set, kernels.Register{Reg: 1 + set*n + lane/8, Element: lane % 8, Value: s[lane]})
		}
	}
	x, err := cluster.Execute(hw.DefaultClusters(), l)
	require.NoError(t, err)
	require.NoError(t, x.Run())
	return int(x.End() - x.Begin())
}
