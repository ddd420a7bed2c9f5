package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/version"
	"tilemark/text/number"
	"tilemark/text/output"
)

func manCommand() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "man",
		Short: "Writes a manual page for each verb",
		Long: `man writes the texts of --help as manual pages of section 1, one for each verb, into a folder: tilemark.1, tilemark-run.1
and so on. man reads them from there by their paths, or by their names once the folder is man1 of a place in MANPATH.`,
		Example: `  tilemark man --out share/man/man1 && man share/man/man1/tilemark-sweep.1`,
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return request.Usage("--out is missing: a folder for the pages was expected")
			}
			return writeManual(cmd, out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "folder `DIR` for the pages, made if need be")
	return cmd
}

// writeManual makes all pages before it writes the first one.
func writeManual(cmd *cobra.Command, out string) error {
	type page struct {
		name string
		text []byte
	}
	var pages []page
	var walk func(c *cobra.Command) error
	walk = func(c *cobra.Command) error {
		var b bytes.Buffer
		if err := doc.GenMan(c, manHeader(), &b); err != nil {
			return err
		}
		text := bytes.Replace(b.Bytes(), []byte(` "Jan 0001" `), []byte(` "" `), 1)
		pages = append(pages, page{strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1", text})
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				if err := walk(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	cmd.Root().DisableAutoGenTag = true // it has a date, too
	if err := walk(cmd.Root()); err != nil {
		return err
	}
	folder, err := report.OpenFolder(out)
	if err != nil {
		return err
	}
	for _, p := range pages {
		write := func(w io.Writer) error { _, err := w.Write(p.text); return err }
		if err := output.Write(filepath.Join(out, p.name), write); err != nil {
			folder.Drop()
			return request.Usage("%w", err)
		}
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "written: %s in %s\n", number.Count(len(pages), "page"), out)
	return err
}

// manHeader is for pages without a date, so that the same program writes the same pages: the generator prints the zero time as
// January of the year 1, which writeManual takes out.
func manHeader() *doc.GenManHeader {
	commit := version.Revision()
	return &doc.GenManHeader{Section: "1", Date: &time.Time{}, Source: strings.TrimSpace("tilemark " + commit[:min(12, len(commit))]), Manual: "tilemark"}
}
