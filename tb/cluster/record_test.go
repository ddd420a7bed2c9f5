package cluster

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

var (
	record      = flag.String("record", "", "file into which TestRecord writes digests")
	recordRuns  = flag.Uint64("record-runs", 100, "random runs whose digests TestRecord writes")
	recordUpTo  = flag.Uint64("record-cycles", 1500, "cycles of each of them")
	recordFirst = flag.Uint64("record-first", 0, "seed of the first one")
)

// Writes a digest for each part of clusters that run random kernels, over the states after each cycle. Two versions of the blocks that write the same
// file are in the same state in each cycle: this is how a change that only makes the simulation faster is checked.
func TestRecord(t *testing.T) {
	if *record == "" {
		t.Skip("no -record")
	}
	var out strings.Builder
	for n := range *recordRuns {
		seed := *recordFirst + n
		r := rand.New(rand.NewPCG(seed, 21))
		b, err := NewBench(randomConfig(r), seed)
		require.NoError(t, err)
		b.pace(r.IntN(60), 1+r.IntN(1+r.IntN(100)), r.IntN(1+r.IntN(60)))
		disturb(b, r)
		require.NoError(t, preempt(b, r))
		for n := range 1 + r.IntN(3) {
			p, _ := made(t, randomProgram, r, fmt.Sprintf("random-%d", n))
			require.NoError(t, load(b, r, p))
		}
		var names []string
		var all []uint64
		b.watch = func() {
			if b.Cycle() > *recordUpTo {
				return
			}
			parts, sums := b.Digests()
			if names == nil {
				names, all = parts, make([]uint64, len(parts))
			}
			for i, sum := range sums {
				all[i] = wires.Mix(all[i], sum)
			}
		}
		require.NoError(t, b.Run(3_000_000))
		fmt.Fprintf(&out, "%d cycles %d issues %d\n", seed, b.Cycle(), b.Issues)
		for i, name := range names {
			fmt.Fprintf(&out, "%d %016x %s\n", seed, all[i], name)
		}
	}
	require.NoError(t, os.WriteFile(*record, []byte(out.String()), 0o644))
}
