// Command mutants plants each listed bug of the compiler and of the patcher of tagged instructions, judges shaders and runs unit tests until one notices it,
// and prints what noticed it (docs/shaders.md, "Mutants"; package tb/mutants). It is called in the project's folder.
package main

import (
	"flag"
	"fmt"

	"tilemark/tb/bugs"
	"tilemark/tb/mutants"
	"tilemark/tb/overlay"
)

// judge is the folder of the tests that compare compiled shaders with the reference; tested are packages with unit tests.
const judge = "tb/shaders/judge"

var tested = []string{
	"compiler", "compiler/gen", "compiler/opt", "compiler/front", "compiler/llir", "compiler/types", "compiler/constant", "compiler/builtin", "compiler/syntax", "compiler/check", "hw/isa/nos",
}

// listed is the table of the bugs.
const listed = "tb/shaders/mutants/tables/compiler.yaml"

func main() {
	o := mutants.Flags("tb/shaders/mutants/tables", "out/compiler-mutants")
	seeds := flag.Int("seeds", 40, "`N` random shaders for each bug")
	states := flag.Int("states", 4, "`N` states of each kind for which each shader is patched")
	flag.Parse()
	o.Main(&mutants.Program{Listed: listed, Plan: plan, Suites: suites(*seeds, *states)})
}

// plan plans the build with all bugs of a table, and returns them.
func plan(table string) ([]bugs.Bug, *overlay.Build, error) {
	if table == "" {
		table = listed
	}
	return bugs.PlanFile(".", table, "compiler/", "hw/isa/nos/")
}

func suites(seeds, states int) []*mutants.Suite {
	const random, patched, pipeline = "TestRandomShaders", "TestPatchedIsCompiled", "TestRandomPipelineShaders"
	list := []*mutants.Suite{
		{Name: "random shaders", Package: judge, Args: []string{"-test.run=" + random + "$", fmt.Sprintf("-seeds=%d", seeds)}},
		{Name: "patched and compiled shaders", Package: judge, Args: []string{"-test.run=" + patched, fmt.Sprintf("-states=%d", states)}},
		{Name: "other shaders of the judge", Package: judge, Args: []string{"-test.skip=" + random + "|" + patched + "|" + pipeline}},
	}
	for _, pkg := range tested {
		list = append(list, &mutants.Suite{Name: "unit tests", Package: pkg})
	}
	return append(list, &mutants.Suite{Name: "random fragment and vertex shaders", Package: judge, Args: []string{"-test.run=" + pipeline + "$", fmt.Sprintf("-seeds=%d", seeds)}})
}
