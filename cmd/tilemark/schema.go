package main

import (
	"embed"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tilemark/regmap/decode"
	"tilemark/regmap/diff"
	"tilemark/regmap/document"
	"tilemark/regmap/findings"
	"tilemark/tb/compare"
	"tilemark/tb/regress"
	"tilemark/tb/regress/page"
	"tilemark/tb/regtest"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/text/near"
)

// schemas are made from the types of printable; a test fails when they are stale.
//
//go:embed schemas/*.json
var schemas embed.FS

// printable are the kinds of JSON that the program prints, in the order of the verbs' names.
var printable = []document.Known{
	bisectDocument, checkDocument, compare.Document, report.ConfigDocument, coverDocument, decode.Document, decode.CompareDocument, report.ExplainDocument, regress.Document, findings.Document, diff.Document,
	regtest.Document, page.Document, report.RunDocument, report.LatencyDocument, report.PolicyDocument, report.ShaderDocument, shrinkDocument, report.SweepDocument, report.WaveDocument,
}

func documentNames() (names []string) {
	for _, d := range printable {
		names = append(names, d.Header().Name)
	}
	return names
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Prints the JSON schema of what a verb prints for programs",
		Long: `schema prints the JSON schema (draft 2020-12) of what a verb prints with --json or --format json; without NAME it
lists them. Each object begins with the keys schema, which names its kind, and schema_version, which grows when a
key goes away, is renamed or means something else; a new key does not change it.`,
		Example:   "  tilemark schema\n  tilemark schema run",
		ValidArgs: documentNames(),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return arguments("NAME")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listDocuments(cmd)
			}
			data, err := schemas.ReadFile("schemas/" + args[0] + ".json")
			if err != nil {
				return request.Usage("no schema %q%s", args[0], near.Suggest(args[0], documentNames(), "; `tilemark schema` lists them"))
			}
			_, err = cmd.OutOrStdout().Write(data)
			return err
		},
	}
}

func listDocuments(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "name\tversion\twhat")
	for _, d := range printable {
		h := d.Header()
		fmt.Fprintf(w, "%s\t%d\t%s\n", h.Name, h.Version, h.About)
	}
	return w.Flush()
}
