// Command gen checks the register tables and writes the Go package regs and the
// pages docs/registers from them. It is called by `make regs` from the top of the repository. Exit
// status: 0 written, 1 errors in the tables, 2 wrong flags, or files that cannot be read or written.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/golang"
	"tilemark/regmap/emit/markdown"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/text/number"
	"tilemark/text/output"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run is the program without the process around it; it returns the exit
// status.
func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	tables := flags.String("tables", "hw/regs", "directory with the register tables, *.yaml")
	out := flags.String("out", "hw/regs/regs_gen.go", "file to write; what else is generated is written beside it")
	docs := flags.String("docs", "docs/registers", "folder for the pages of the blocks; empty for no pages")
	tablesIn := flags.String("tables-in", "docs/commands.md", "document whose tables of commands and structures are written; empty for none")
	isa := flags.String("isa", "hw/isa", "directory with the tables of the instruction set; isa_gen.go is written there; empty for none")
	isaDocs := flags.String("isa-docs", "docs/isa", "folder for the reference of the instruction set; empty for none")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "gen: unexpected argument %q, expected flags only\n", flags.Arg(0))
		return 2
	}
	m, errs, err := emit.LoadFolder(*tables)
	if err == nil && len(errs) == 0 {
		errs = m.CheckPacking()
	}
	var set *formats.Set
	if err == nil && *isa != "" {
		var more []table.Error
		set, more, err = formats.Load(*isa)
		errs = append(errs, more...)
	}
	for _, e := range errs {
		fmt.Fprintln(stderr, e)
	}
	if err == nil && len(errs) > 0 {
		fmt.Fprintf(stderr, "gen: %s in the tables, nothing written\n", number.Count(len(errs), "error"))
		return 1
	}
	if err == nil {
		err = write(*out, m)
	}
	if err == nil && set != nil {
		err = writeISA(*isa, *isaDocs, set)
	}
	if err == nil && *docs != "" {
		err = writePages(*docs, m)
	}
	if err == nil && *tablesIn != "" {
		err = writeTables(*tablesIn, m)
	}
	if err != nil {
		fmt.Fprintln(stderr, "gen:", err)
		return 2
	}
	return 0
}

// writeISA writes the generated file of the instruction set beside its tables, and its reference.
func writeISA(folder, docs string, set *formats.Set) error {
	f, err := golang.EmitISA(set)
	if err == nil {
		err = output.Write(filepath.Join(folder, f.Name), f.Write)
	}
	if err != nil || docs == "" {
		return err
	}
	if err := os.MkdirAll(docs, 0o755); err != nil {
		return err
	}
	page := markdown.ISA(set)
	return output.Write(filepath.Join(docs, page.Name), page.Write)
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

// writePages writes the blocks' pages, and removes those of blocks that are gone.
func writePages(folder string, m *emit.Map) error {
	files, err := markdown.Emit(m)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		if err := output.Write(path, f.Write); err != nil {
			return err
		}
		old = slices.DeleteFunc(old, func(p string) bool { return p == path })
	}
	for _, path := range old {
		if err := removeGenerated(path); err != nil {
			return err
		}
	}
	return nil
}

// removeGenerated removes a page unless somebody has written it.
//
//fuzz:none it compares the first line of a generated page
func removeGenerated(path string) error {
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), markdown.Mark) {
		return err
	}
	return os.Remove(path)
}
