// Command gen checks the register tables and writes the Go package regs from
// them. It is called by `make regs` from the top of the repository. Exit
// status: 0 written, 1 errors in the tables or while writing, 2 wrong flags.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/golang"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/tb/output"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run is the program without the process around it; it returns the exit
// status.
func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	tables := flags.String("tables", "hw/regs", "directory with the register tables, *.yaml")
	out := flags.String("out", "hw/regs/regs_gen.go", "file to write; what else is generated is written beside it")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "gen: unexpected argument %q, expected flags only\n", flags.Arg(0))
		return 2
	}
	m, errs, err := load(*tables)
	for _, e := range errs {
		fmt.Fprintln(stderr, e)
	}
	if err == nil && len(errs) > 0 {
		err = fmt.Errorf("%d errors in the tables, nothing written", len(errs))
	}
	if err == nil {
		err = write(*out, m)
	}
	if err != nil {
		fmt.Fprintln(stderr, "gen:", err)
		return 1
	}
	return 0
}

// load reads and checks a folder of tables.
func load(tables string) (*emit.Map, []table.Error, error) {
	blocks, errs, err := table.Load(tables)
	if err != nil {
		return nil, nil, err
	}
	set, more, err := formats.Load(tables)
	m := emit.NewMap(blocks)
	m.Formats = set
	return m, append(errs, more...), err
}

// write replaces each file as a whole: whoever builds meanwhile sees the old
// one or the new one.
func write(path string, m *emit.Map) error {
	files, err := golang.Emit(m)
	if err != nil {
		return err
	}
	for _, f := range files[1:] {
		if err := output.Write(filepath.Join(filepath.Dir(path), f.Name), f.Write); err != nil {
			return err
		}
	}
	return output.Write(path, files[0].Write)
}
