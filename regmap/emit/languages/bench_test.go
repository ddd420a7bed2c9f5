package languages

import (
	"bytes"
	"fmt"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// largeTable is a table of registers with two fields each.
func largeTable(id, registers int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "block: BLK%d\nid: %d\nversion: 1.0.0\nlength: %d\nsaturates: %t\ndescription: Block %d of a large map.\nregisters:\n",
		id, id, registers, registers > table.MaxRegisterLength, id)
	for i := range registers {
		fmt.Fprintf(&b, "  - name: REGISTER_%d\n    offset: %d\n    class: save\n    description: Register %d of the block.\n    fields:\n", i, i, i)
		fmt.Fprintf(&b, "      - {name: LEVEL, bits: \"15:0\", type: uint, reset: %d, description: The level of the register.}\n", i%65536)
		fmt.Fprintf(&b, "      - {name: READY, bits: \"31:31\", type: bool, sw: ro, hw: rw, reset: 0, description: The register is ready.}\n")
	}
	b.WriteString("reserved: []\n")
	return b.Bytes()
}

// BenchmarkGenerate reads and checks blocks of 1000 registers, 100,000 registers and a million of them, and generates one language, or
// several one after the other.
func BenchmarkGenerate(b *testing.B) {
	for _, blocks := range []int{100, 1000} {
		b.Run(fmt.Sprint(1000*blocks), func(b *testing.B) { generateLarge(b, blocks) })
	}
}

func generateLarge(b *testing.B, blocks int) {
	var sources []table.Source
	for id := range blocks {
		sources = append(sources, table.Source{Name: fmt.Sprintf("block%d.yaml", id), Read: func() ([]byte, error) { return largeTable(id, 1000), nil }})
	}
	limits := table.Limits{Blocks: 1000, SaveUnits: table.AnySaveUnits}
	for _, names := range []string{"go,c,json", "systemverilog", "systemrdl", "ipxact", "svd", "csv", "markdown", "html"} {
		b.Run(names, func(b *testing.B) {
			chosen, err := Select(names)
			require.NoError(b, err)
			for b.Loop() {
				before := used(b)
				blocks, errs, err := limits.Load(sources)
				require.NoError(b, err)
				require.Empty(b, errs)
				b.ReportMetric(float64(generateAll(b, emit.NewMap(blocks), chosen))/1e6, "MB")
				after := used(b)
				b.ReportMetric(float64(after.Utime.Nano()+after.Stime.Nano()-before.Utime.Nano()-before.Stime.Nano())/1e9, "processor-s/op")
				b.ReportMetric(float64(after.Maxrss)/1e3, "MB-resident-so-far")
			}
		})
	}
}

// used is what this process has used of the machine.
func used(b *testing.B) (u syscall.Rusage) {
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u
}

// generateAll returns the number of bytes.
func generateAll(b *testing.B, m *emit.Map, chosen []Language) (n int64) {
	for _, l := range chosen {
		files, err := l.Emit(m)
		require.NoError(b, err)
		for _, f := range files {
			var c counter
			require.NoError(b, f.Write(&c))
			n += int64(c)
		}
	}
	return n
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
