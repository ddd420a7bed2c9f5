package main

import (
	"github.com/spf13/cobra"

	"tilemark/hw/isa"
	"tilemark/regmap/emit"
	"tilemark/regmap/emit/html"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/tb/request"
	"tilemark/tb/version"
)

func manualCommand() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "manual",
		Short: "Writes the manual of the instruction set as one page",
		Long: `manual writes the instruction set of kernels (docs/isa.md) as one HTML page, made from its tables: operations, messages, values, the bits of each
form, search, and a decoder from words to fields and text and back. The page asks nothing of the network.

Tables are those that the program was built with, and the same program writes the same page.`,
		Example: "  tilemark manual --out isa.html",
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return request.Usage("--out is missing: a file for the page was expected")
			}
			if err := endsIn("out", out, ".html"); err != nil {
				return err
			}
			page, err := manualPage()
			if err != nil {
				return err
			}
			return writeFile(cmd, out, page)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write, .html")
	return cmd
}

// manualPage makes the page from the tables that are built in.
func manualPage() ([]byte, error) {
	sources, err := table.EmbeddedSources(isa.Tables, "hw/isa")
	if err != nil {
		return nil, err
	}
	set, errs, err := formats.LoadSources(sources)
	if err == nil && len(errs) > 0 {
		err = errs[0] // a test of hw/isa finds it before
	}
	if err != nil {
		return nil, err
	}
	hash, err := version.Hash(sources)
	if err != nil {
		return nil, err
	}
	page := html.ISA(set, emit.Version{Revision: version.Revision(), Tables: hash})
	return page.Bytes()
}
