// Command choose chooses the compaction tables of the instruction set from kernels (docs/isa.md). It is called by `make compaction` from the top of the
// repository; `make regs` makes the code of what it writes. Exit status: 0 written, 1 a kernel has mistakes, 2 wrong use, or a file that cannot be read or written.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/text/output"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("choose", flag.ContinueOnError)
	flags.SetOutput(stderr)
	kernels := flags.String("kernels", "vectors/kernels", "folder with the texts of kernels, *.tka")
	out := flags.String("out", "hw/isa/compaction.yaml", "table to write; empty for none")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "choose: unexpected argument %q, expected flags only\n", flags.Arg(0))
		return 2
	}
	parts, all, status := read(*kernels, false, stderr)
	if status != 0 {
		return status
	}
	c := choose(parts)
	report(stdout, c, all)
	if *out == "" {
		return 0
	}
	version := versionOf(*out)
	if err := output.Write(*out, func(w io.Writer) error { return write(w, c, version) }); err != nil {
		fmt.Fprintln(stderr, "choose:", err)
		return 2
	}
	fmt.Fprintf(stdout, "written: %s\n", *out)
	return 0
}

// read returns the parts of all instructions that can be compact, and how many instructions there are, those of handlers if they count.
//
//fuzz:hw/isa/asm.FuzzAssemble
func read(folder string, handlers bool, stderr io.Writer) (parts []isa.Parts, all, status int) {
	files, err := filepath.Glob(filepath.Join(folder, "*.tka"))
	if err != nil || len(files) == 0 {
		fmt.Fprintf(stderr, "choose: %s: no kernels (*.tka) there\n", folder)
		return nil, 0, 2
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintln(stderr, "choose:", err)
			return nil, 0, 2
		}
		k, errs := asm.Assemble(file, string(text))
		for _, e := range errs {
			fmt.Fprintln(stderr, e)
		}
		if len(errs) > 0 {
			return nil, 0, 1
		}
		if !handlers && (k.Stage == isa.StageTrap || k.Stage == isa.StageRestore) {
			continue // long, and executed once for each preemption: they would take the indices of kernels that loop
		}
		for i := range k.Code {
			all++
			if p, why := isa.PartsOf(k.Code[i].Native); why == "" {
				parts = append(parts, p)
			}
		}
	}
	return parts, all, 0
}

// report says what each entry is for: how many instructions need it, and how many bytes of code it saves.
func report(w io.Writer, c *choice, all int) {
	now := c.compact(-1, 0)
	fmt.Fprintf(w, "%d of %d instructions are compact (%d could be): %d bytes of %d are saved\n", now, all, len(c.parts), 8*now, 16*all)
	for t := range tables {
		fmt.Fprintf(w, "\n%s\n%5s %10s %6s %12s\n", tables[t].name, "index", "value", "uses", "bytes saved")
		uses := c.uses(t)
		for i, v := range c.values[t] {
			if uses[v] > 0 {
				fmt.Fprintf(w, "%5d %#10x %6d %12d\n", i, v, uses[v], 8*(now-c.compact(t, v)))
			}
		}
	}
}

// versionOf is the version of a table that is written again, which stays (tilemark regs diff says what is due); 1.0.0 of a new one.
//
//fuzz:none it reads a line of a table of this project
func versionOf(file string) string {
	old, err := os.ReadFile(file)
	if err != nil {
		return "1.0.0"
	}
	_, rest, _ := strings.Cut(string(old), "\nversion: ")
	version, _, _ := strings.Cut(rest, "\n")
	return cmp.Or(version, "1.0.0")
}

// write writes the table.
func write(w io.Writer, c *choice, version string) (err error) {
	printf := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	printf("formats: COMPACTION\nversion: %s\ndescription: What the indices of compact instructions stand for, in the order of the index. A program chooses them (docs/isa.md).\nenums:\n", version)
	for t := range tables {
		printf("  - name: %s\n    description: %q\n    values:\n", tables[t].name, tables[t].about)
		for i, v := range c.values[t] {
			printf("      - {name: I%d, value: %#x, description: \"Index %d.\"}\n", i, v, i)
		}
	}
	return err
}
