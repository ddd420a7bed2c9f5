package operator

import (
	"go/ast"
	"slices"
	"strings"
)

// leftOut are files and folders that have no mutants, each with the reason. Generated files have none either: they are compared with
// what they are generated from.
var leftOut = []struct{ path, why string }{
	{"hw/bench/", "benchmarks, not the machine"},
	{"hw/blocks/blocktest/", "the bench of the blocks' tests, not the machine"},
	{"hw/blocks/gatetest/", "the model of the break points' tests, not the machine"},
	{"hw/hard/", "values that the blocks' tests draw, not the machine"},
	{"text/near/", "names that were meant, for messages"},
	{"text/strictyaml/", "reads files of users, not the machine"},
	{"hw/configfile.go", "reads files of users, not the machine"},
	{"hw/pipe/show.go", "texts for people"},
	{"hw/wires/describe.go", "what pictures and reports are told of connections"},
	{"hw/wires/leftout.go", "names what digests leave out"},
	{"hw/wires/size.go", "counts bits for reports"},
	{"hw/wires/randomise.go", "changes states for tests"},
	{"hw/regs/", "tables that are read, and what is generated from them"},
}

// leftOutNames are files that have no mutants in any folder.
var leftOutNames = map[string]string{
	"signals.go": "names of signals and states for waveforms and coverage",
}

// textFunctions print for people: no program reads what they return.
var textFunctions = []string{"String", "Line", "Name", "Show", "Error", "GoString", "Text"}

// LeftOut is the reason why a file has no mutants; "" when it has some.
func LeftOut(file string) string {
	if strings.HasSuffix(file, "_test.go") {
		return "a test"
	}
	for _, l := range leftOut {
		if strings.HasPrefix(file, l.path) {
			return l.why
		}
	}
	return leftOutNames[file[strings.LastIndex(file, "/")+1:]]
}

// printsText tells whether a function prints for people.
func printsText(fn *ast.FuncDecl) bool { return slices.Contains(textFunctions, fn.Name.Name) }

// speaks tells whether a call makes a text or ends the program: its arguments are for people.
func speaks(call *ast.CallExpr) bool {
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		return fn.Name == "panic"
	case *ast.SelectorExpr:
		pkg, is := fn.X.(*ast.Ident)
		return is && (pkg.Name == "fmt" || pkg.Name == "errors")
	}
	return false
}
