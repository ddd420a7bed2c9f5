package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/languages"
	"tilemark/regmap/findings"
	"tilemark/tb/directed"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/version"
	"tilemark/text/number"
	"tilemark/text/output"
)

type regsGenFlags struct {
	lang, out string
	coverage  string
	tables    []string
	blocks    int
}

func regsGenCommand() *cobra.Command {
	f := &regsGenFlags{}
	cmd := &cobra.Command{
		Use:   "gen",
		Short: "Generates headers, packages and documents from register tables",
		Long: `gen checks register tables and writes them in other languages (docs/registers.md says what each holds, and what it cannot):

` + languageHelp() + `
The same tables give the same bytes, but for the commit of the program that the page of html names. When a table has an error, all errors are reported, nothing is written, and the exit status is 1.`,
		Example: `  tilemark regs gen --lang c --out include
  tilemark regs gen --lang systemrdl,ipxact,svd --out exchange
  tilemark cover directed/isolation --json > coverage.json && tilemark regs gen --lang html --coverage coverage.json --out pages
  tilemark regs gen --lang all --out everything`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.lang, "lang", "", "`LANGUAGES` as a list such as c,json; all for all of them")
	cmd.Flags().StringVar(&f.out, "out", "", "folder `DIR` for the files, made if need be")
	cmd.Flags().StringArrayVar(&f.tables, "tables", nil, "`FILE` or folder with tables instead of the machine's own; may be repeated")
	cmd.Flags().StringVar(&f.coverage, "coverage", "", "`FILE` that tilemark cover --json has printed: the page says what of each register runs have shown")
	blocksFlag(cmd, &f.blocks)
	return cmd
}

func languageHelp() string {
	var b strings.Builder
	for _, l := range languages.All {
		fmt.Fprintf(&b, "  %-14s %s\n", l.Name, l.About)
	}
	return b.String()
}

func (f *regsGenFlags) run(cmd *cobra.Command) error {
	if f.lang == "" {
		return request.Usage("--lang is missing: all or a list of %s was expected", strings.Join(languages.Names(), ", "))
	}
	chosen, err := languages.Select(f.lang)
	if err != nil {
		return request.Usage("--lang %w", err)
	}
	if f.out == "" {
		return request.Usage("--out is missing: a folder for the files was expected")
	}
	coverage, err := f.readCoverage(chosen)
	if err != nil {
		return err
	}
	m, err := f.load(cmd)
	if err != nil {
		return err
	}
	m.Coverage = coverage
	if m.Version, err = f.version(); err != nil {
		return err
	}
	if len(f.tables) == 0 { // the vectors are about the machine's own registers
		if m.Tests, err = directed.Registers(); err != nil {
			return err
		}
	}
	return generate(cmd, m, chosen, f.out)
}

// readCoverage reads the file of --coverage; nil without one.
//
//fuzz:regmap/emit.FuzzCoverage
func (f *regsGenFlags) readCoverage(chosen []languages.Language) (*emit.Coverage, error) {
	if f.coverage == "" {
		return nil, nil
	}
	if !slices.ContainsFunc(chosen, func(l languages.Language) bool { return l.Name == "html" }) {
		return nil, request.Usage("--coverage: it is for the page; html was expected among --lang %s", f.lang)
	}
	data, err := request.ReadFile(f.coverage)
	if err != nil {
		return nil, err
	}
	c, err := emit.ReadCoverage(data)
	if err != nil {
		return nil, request.Usage("%s: %w", f.coverage, err)
	}
	return c, nil
}

// load reads and checks the tables; what is wrong with them is reported here.
func (f *regsGenFlags) load(cmd *cobra.Command) (*emit.Map, error) {
	if err := checkBlocks(f.blocks); err != nil {
		return nil, err
	}
	m, _, errs, err := loadTables(f.tables, f.blocks)
	if err != nil {
		return nil, request.Usage("%w", err)
	}
	if len(errs) == 0 {
		return m, nil
	}
	if err := findings.Text(cmd.ErrOrStderr(), errs); err != nil {
		return nil, err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "FAILED: %s in the tables, nothing written\n", number.Count(len(errs), "error"))
	return nil, errFailed
}

// version says what the map was made from and by.
func (f *regsGenFlags) version() (emit.Version, error) {
	sources, _, err := tableSources(f.tables)
	if err != nil {
		return emit.Version{}, err
	}
	hash, err := version.Hash(sources)
	return emit.Version{Revision: version.Revision(), Tables: hash}, err
}

// generate makes all files before it writes the first one.
func generate(cmd *cobra.Command, m *emit.Map, chosen []languages.Language, out string) error {
	var files []emit.File
	for _, l := range chosen {
		more, err := l.Emit(m)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Name, err)
		}
		files = append(files, more...)
	}
	if _, err := report.OpenFolder(out); err != nil {
		return err
	}
	for i, file := range files {
		soFar(cmd, "%s of %s written", number.Thousands(i), number.Count(len(files), "file"))
		if err := writeGenerated(cmd, file, filepath.Join(out, file.Name)); err != nil {
			return err
		}
	}
	return nil
}

func writeGenerated(cmd *cobra.Command, file emit.File, path string) error {
	if err := output.Write(path, file.Write); err != nil {
		return request.Usage("%w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "written: %s, %s\n", path, number.Count(info.Size(), "byte"))
	return err
}
