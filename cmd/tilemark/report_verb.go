package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/regress"
	"tilemark/tb/regress/page"
	"tilemark/tb/regress/store"
	"tilemark/tb/regress/testplan"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/text/output"
)

type reportFlags struct{ db, out, plan string }

// defaultPlan is the testplan of the project.
const defaultPlan = "docs/testplan.yaml"

func reportCommand() *cobra.Command {
	f := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Makes a page, XML, JSON and a summary of the last run of a regression",
		Long: `report reads the database that regress or merge wrote and tells of its last run, beside those before: index.html, one page
that needs no server; junit.xml for CI servers; report.json; summary.md for a job's page. docs/regression.md explains them.

The exit status is that of the run: 1 when a case did not pass, none was run, the run was stopped before its end, or an entry
of the testplan's stages V1 and V2 had no case though tests of the regression are named for it. A run of chosen tests (--test)
and a shard alone are parts by intention.`,
		Example: `  tilemark report --db out/regress.db --out out/report`,
		Args:    arguments(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.db, "db", "out/regress.db", "database `FILE`")
	cmd.Flags().StringVar(&f.out, "out", "out/report", "folder `DIR`, made if need be")
	planFlag(cmd, &f.plan)
	return cmd
}

func (f *reportFlags) run(cmd *cobra.Command) error {
	r, err := f.read()
	if err != nil {
		return err
	}
	folder, err := report.OpenFolder(f.out)
	if err != nil {
		return err
	}
	var written []string
	for _, v := range r.Vectors(f.out) {
		if err := output.Write(filepath.Join(f.out, v.Name), func(w io.Writer) error { _, err := w.Write(v.Data); return err }); err != nil {
			folder.Drop()
			return err
		}
	}
	for _, file := range []struct {
		name string
		fill func(io.Writer) error
	}{{"index.html", r.HTML}, {"junit.xml", r.JUnit}, {"report.json", r.JSON}, {"summary.md", r.Markdown}} {
		path := filepath.Join(f.out, file.name)
		if err := output.Write(path, file.fill); err != nil {
			folder.Drop()
			return err
		}
		written = append(written, path)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "written: %s\n%s: %s\n", strings.Join(written, ", "), r.Verdict, r.Sentence())
	if r.Verdict != "PASSED" {
		return errFailed
	}
	return nil
}

// read makes the report. What cannot be read is wrong use.
func (f *reportFlags) read() (*page.Report, error) {
	plan, err := readPlan(f.plan)
	if err != nil {
		return nil, request.Usage("%w", err)
	}
	db, err := store.Open(f.db)
	if err != nil {
		return nil, request.Usage("%w", err)
	}
	defer db.Close()
	sp, err := bins()
	if err != nil {
		return nil, err
	}
	r, err := page.New(db, plan, sp)
	if err != nil {
		return nil, request.Usage("%w", err)
	}
	return r, nil
}

// planFlag makes the flag of verbs that look at the testplan.
func planFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "plan", "", "testplan `FILE`; default: "+defaultPlan+", where there is one")
}

// readPlan reads and checks a testplan; without a name the project's, or none where there is none.
func readPlan(path string) (*testplan.Plan, error) {
	if path == "" {
		if _, err := os.Stat(defaultPlan); err != nil {
			return nil, nil
		}
		path = defaultPlan
	}
	p, err := testplan.Read(path)
	var file *fs.PathError
	if errors.As(err, &file) {
		return nil, fmt.Errorf("%s: %w", path, file.Err)
	}
	if err != nil {
		return nil, err
	}
	known, err := planned()
	if err != nil {
		return nil, err
	}
	var wrong []error
	for _, err := range p.Check(known) {
		wrong = append(wrong, fmt.Errorf("%s:%w", path, err))
	}
	return p, errors.Join(wrong...)
}

// planned is what the program knows of what a testplan may name.
func planned() (*testplan.Known, error) {
	sp, err := bins()
	if err != nil {
		return nil, err
	}
	k := &testplan.Known{Tests: regress.InDatabase()}
	for _, name := range regress.Names {
		k.Tests = append(k.Tests, testNames(regress.New(name).Tests)...)
	}
	for _, g := range sp.Groups() {
		k.Groups = append(k.Groups, g.Name)
	}
	return k, nil
}
