package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"tilemark/tb/plots"
	"tilemark/tb/request"
)

func diagramCommand() *cobra.Command {
	f := &machineFlags{}
	out := ""
	cmd := &cobra.Command{
		Use:   "diagram",
		Short: "Prints an SVG picture of the machine's blocks and connections",
		Long: `diagram builds the machine and prints what is in it as an SVG picture, or writes it to
--out: blocks, FIFOs with their depths, and lines. docs/architecture.svg is made by it (make docs).`,
		Example: "  tilemark diagram --out architecture.svg\n  tilemark diagram --set fifo.TG_FIFO.depth=4 > small.svg",
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := request.LoadConfig(f.file, f.settings())
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("out") {
				return plots.Diagram(cmd.OutOrStdout(), cfg)
			}
			var svg bytes.Buffer
			if err := plots.Diagram(&svg, cfg); err != nil {
				return err
			}
			return writeFile(cmd, out, svg.Bytes())
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write instead of standard output")
	return cmd
}
