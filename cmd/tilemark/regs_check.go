package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/golang"
	"tilemark/regmap/findings"
	"tilemark/regmap/table"
	"tilemark/tb/request"
	"tilemark/text/number"
)

type regsCheckFlags struct {
	format string
	blocks int
}

// checkFormats are what --format can be.
var checkFormats = []string{"text", "json", "sarif"}

func regsCheckCommand() *cobra.Command {
	f := &regsCheckFlags{}
	cmd := &cobra.Command{
		Use:   "check [FILE|FOLDER ...]",
		Short: "Checks register tables and reports every error of all files",
		Long: `check reads register tables and reports every error of all files in one run: its place, its rule, what was expected, the
line with a ruler of the register's bits, and a suggestion (docs/registers.md). A folder stands for its files *.yaml, for the
tables of command formats in its folder formats, and for the generated file regs_gen.go in it, which must be what the tables
make. A table of command formats stands for all of its folder, since they refer to each other. Without arguments hw/regs is checked when that folder is there, otherwise the machine's own tables, which are built
into the program.

The exit status is 1 when a table has an error, 2 when a file cannot be read.`,
		Example: `  tilemark regs check
  tilemark regs check --format json
  tilemark regs check --format sarif > check.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.Flags().StringVar(&f.format, "format", "text", "`FORM` of what is printed: text, json or sarif (2.1.0)")
	blocksFlag(cmd, &f.blocks)
	return cmd
}

// blocksFlag adds the number of block IDs.
func blocksFlag(cmd *cobra.Command, blocks *int) {
	cmd.Flags().IntVar(blocks, "blocks", table.MachineLimits.Blocks, "`N` block IDs, from 0; tables of another machine when it is not this one's: its save area can be of any size")
}

func checkBlocks(n int) error {
	if n < 1 || n > table.MaxBlocks {
		return request.Usage("--blocks %d: 1 to %d was expected", n, table.MaxBlocks)
	}
	return nil
}

// limitsOf is what a map with so many block IDs has room for.
func limitsOf(blocks int) table.Limits {
	if blocks == table.MachineLimits.Blocks {
		return table.MachineLimits
	}
	return table.Limits{Blocks: blocks, SaveUnits: table.AnySaveUnits}
}

func (f *regsCheckFlags) run(cmd *cobra.Command, paths []string) error {
	if err := oneOf("format", f.format, checkFormats); err != nil {
		return err
	}
	if err := checkBlocks(f.blocks); err != nil {
		return err
	}
	m, errs, err := f.check(paths)
	if err != nil {
		return request.Usage("%w", err)
	}
	if err := f.print(cmd, m, errs); err != nil {
		return err
	}
	if len(errs) > 0 {
		return errFailed
	}
	return nil
}

func (f *regsCheckFlags) print(cmd *cobra.Command, m *emit.Map, errs []table.Error) error {
	out := cmd.OutOrStdout()
	switch f.format {
	case "json":
		return findings.JSON(out, findings.CountOf(m), errs)
	case "sarif":
		return findings.SARIF(out, errs)
	}
	if len(errs) > 0 {
		if err := findings.Text(out, errs); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "FAILED: %s in %s\n", number.Count(len(errs), "error"), number.Count(findings.Files(errs), "file"))
		return err
	}
	_, err := fmt.Fprintln(out, "PASSED:", checked(m))
	return err
}

// checked says what there was of each kind of table that was read.
func checked(m *emit.Map) string {
	n := findings.CountOf(m)
	var words []string
	if len(m.Blocks) > 0 {
		words = append(words, number.Count(n.Blocks, "block"), number.Count(n.Registers, "register"), number.Count(n.Fields, "field"))
	}
	if m.Formats != nil {
		words = append(words, number.Count(n.Commands, "command"), number.Count(n.Structures, "structure"))
		if i := len(m.Formats.Instructions); i > 0 {
			words = append(words, number.Count(i, "instruction"), number.Count(len(m.Formats.Messages), "message"))
		}
	}
	return strings.Join(words, ", ")
}

// check reads and checks tables, the formats that belong to them, and what was generated
// from them.
func (f *regsCheckFlags) check(paths []string) (*emit.Map, []table.Error, error) {
	m, folders, errs, err := loadTables(paths, f.blocks)
	if err == nil && len(errs) == 0 {
		errs = m.CheckPacking()
	}
	if err == nil && len(errs) == 0 && m.Formats != nil && len(folders) == 1 {
		errs, err = stale(m, folders[0])
	}
	return m, errs, err
}

// loadTables reads and checks tables and the formats that belong to them, and lists the
// folders among the paths. blocks is how many block IDs there may be.
func loadTables(paths []string, blocks int) (m *emit.Map, folders []string, errs []table.Error, err error) {
	sources, folders, err := tableSources(paths)
	if err != nil {
		return nil, nil, nil, err
	}
	m, errs, err = emit.Load(sources, limitsOf(blocks))
	return m, folders, errs, err
}

// stale compares the generated Go files in a folder with what its tables make. It is the
// content that counts, not its age.
//
//fuzz:none it compares bytes
func stale(m *emit.Map, folder string) ([]table.Error, error) {
	files, err := goFiles(m)
	if err != nil {
		return nil, err
	}
	var errs []table.Error
	for _, file := range files {
		path := filepath.Join(folder, file.Name)
		have, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		want, err := file.Bytes()
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(have, want) {
			errs = append(errs, staleFile(path, have, want))
		}
	}
	return errs, nil
}

// goFiles are the Go files that tables make: of registers, or of an instruction set.
func goFiles(m *emit.Map) ([]emit.File, error) {
	if m.Formats == nil || len(m.Formats.Instructions) == 0 {
		return golang.Emit(m)
	}
	f, err := golang.EmitISA(m.Formats)
	return []emit.File{f}, err
}

func staleFile(path string, have, want []byte) table.Error {
	line := 1
	was, now := bytes.Split(have, []byte("\n")), bytes.Split(want, []byte("\n"))
	for line <= len(was) && line <= len(now) && bytes.Equal(was[line-1], now[line-1]) {
		line++
	}
	e := table.Error{Pos: table.Pos{File: path, Line: line, Col: 1}, End: 2, Rule: "stale",
		Message: "the file is not what the tables make", Suggestion: "make regs"}
	if line <= len(was) {
		e.Line = string(was[line-1])
	}
	if line <= len(now) {
		e.Message += fmt.Sprintf(", expected %q here", bytes.TrimSpace(now[line-1]))
	}
	return e
}
