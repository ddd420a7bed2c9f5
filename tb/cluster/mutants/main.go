// Command mutants plants each known bug of clusters, runs random kernels and unit tests until one notices it, and prints what noticed it
// (docs/clusters.md, "Listed bugs"; package tb/mutants). It is called in the project's folder.
package main

import (
	"flag"
	"fmt"
	"path"

	"tilemark/tb/bugs"
	"tilemark/tb/mutants"
	"tilemark/tb/overlay"
)

// bench is the folder of the bench; blocks are those with tests of their own, one of them with properties. The tests of arithmetic know no block, so they can notice its own bugs alone.
const (
	bench          = "tb/cluster"
	withProperties = "hw/blocks/mxu"
	arithmetic     = "hw/alu"
)

var blocks = []string{
	"hw/blocks/gpc/pm", "hw/blocks/gpc/sm", "hw/blocks/gpc/lsu", "hw/blocks/gpc/l15", "hw/blocks/gpc/sampler", "hw/blocks/mxu", "hw/eu", arithmetic,
}

// others is the name of the slowest suite, which comes last.
const others = "other tests of the bench"

func main() {
	o := mutants.Flags("tb/cluster/mutants/tables", "out/cluster-mutants")
	kernels := flag.Int("kernels", 300, "`N` random programs for each bug, and as many with textures")
	first := flag.Uint64("first", 0, "`SEED` of the first one")
	flag.Parse()
	o.Main(&mutants.Program{Listed: "tb/bugs/tables/clusters.yaml", Plan: plan, Suites: suites(*kernels, *first), Rank: rank})
}

// plan plans the build with all bugs of a table, and returns them.
func plan(table string) ([]bugs.Bug, *overlay.Build, error) {
	if table != "" {
		return bugs.PlanFile(".", table)
	}
	b, err := bugs.PlanClusters(".")
	return bugs.Clusters(), b, err
}

func suites(kernels int, first uint64) []*mutants.Suite {
	const random, samples = "TestRandomKernels", "TestRandomSamples"
	tries := []string{fmt.Sprintf("-kernels=%d", kernels), fmt.Sprintf("-first=%d", first)}
	list := []*mutants.Suite{
		{Name: "random kernels", Package: bench, Args: append([]string{"-test.run=" + random}, tries...)},
		{Name: "random kernels with textures", Package: bench, Args: append([]string{"-test.run=" + samples}, tries...)},
	}
	for _, pkg := range blocks {
		s := &mutants.Suite{Name: "unit tests", Package: pkg}
		if pkg == withProperties {
			s.Args = []string{"-rapid.shrinktime=1s", "-rapid.nofailfile"}
		}
		list = append(list, s)
	}
	return append(list, &mutants.Suite{Name: others, Package: bench, Args: []string{"-test.skip=" + random + "|" + samples}})
}

// rank is where a suite comes for a bug of a block: the block's unit tests, random kernels, other unit tests, the other tests of the bench.
func rank(s *mutants.Suite, b *bugs.Bug) int {
	switch own := path.Dir(b.File); {
	case s.Package == own:
		return 0
	case s.Package == arithmetic:
		return -1
	case s.Package == bench && s.Name != others:
		return 1
	case s.Package == bench:
		return 3
	}
	return 2
}
