package table

import (
	"bytes"
	"fmt"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// largeSources are tables of blocks with a number of registers each, made when they are read.
func largeSources(blocks, registers int) []Source {
	var out []Source
	for id := range blocks {
		out = append(out, Source{Name: fmt.Sprintf("block%d.yaml", id), Read: func() ([]byte, error) { return largeTable(id, registers), nil }})
	}
	return out
}

// largeTable is a table of registers with two fields each, every tenth with an enum.
func largeTable(id, registers int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "block: BLK%d\nid: %d\nversion: 1.0.0\nlength: %d\nsaturates: %t\ndescription: Block %d of a large map.\nregisters:\n",
		id, id, registers, registers > MaxRegisterLength, id)
	for i := range registers {
		fmt.Fprintf(&b, "  - name: REGISTER_%d\n    offset: %d\n    class: save\n    description: Register %d of the block.\n    fields:\n", i, i, i)
		fmt.Fprintf(&b, "      - {name: LEVEL, bits: \"15:0\", type: uint, reset: %d, description: The level of the register.}\n", i%65536)
		if i%10 == 0 {
			b.WriteString("      - {name: MODE, bits: \"17:16\", type: enum, reset: 1, description: The mode of the register., enum: {OFF: 0, ON: 1}}\n")
		} else {
			b.WriteString("      - {name: READY, bits: \"31:31\", type: bool, sw: ro, hw: rw, reset: 0, description: The register is ready.}\n")
		}
	}
	b.WriteString("reserved: []\n")
	return b.Bytes()
}

// BenchmarkCheck reads and checks blocks of 1000 registers: a hundred of them, one of the largest size, and a thousand.
func BenchmarkCheck(b *testing.B) {
	for _, size := range []struct{ blocks, registers int }{{100, 1000}, {1, 65_535}, {1000, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", size.blocks, size.registers), func(b *testing.B) {
			for b.Loop() {
				checkLarge(b, size.blocks, size.registers)
			}
		})
	}
}

func checkLarge(b *testing.B, blocks, registers int) {
	before := processorTime()
	read, errs, err := Limits{Blocks: 1000, SaveUnits: 1 << 30}.Load(largeSources(blocks, registers))
	require.NoError(b, err)
	require.Empty(b, errs)
	have, _ := Size(read)
	require.Equal(b, blocks*registers, have)
	b.ReportMetric(processorTime()-before, "cpu-s/op")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB-from-system")
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/1e6, "MB-kept")
	runtime.KeepAlive(read)
}

// processorTime is what this process has used, in seconds.
func processorTime() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
