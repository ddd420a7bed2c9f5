package main

import (
	"github.com/spf13/cobra"

	"tilemark/tb/report"
)

func diagramCommand() *cobra.Command {
	f := &machineFlags{}
	cmd := &cobra.Command{
		Use:   "diagram",
		Short: "Prints an SVG picture of the machine's blocks and connections",
		Long: `diagram builds the machine and prints what is in it as an SVG picture: blocks, FIFOs
with their depths, and lines. docs/architecture.svg is made by it (make docs).`,
		Example: "  tilemark diagram > architecture.svg\n  tilemark diagram --set fifo.TG_FIFO.depth=4 > small.svg",
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := report.LoadConfig(f.file, f.settings())
			if err != nil {
				return err
			}
			return report.Diagram(cmd.OutOrStdout(), cfg)
		},
	}
	f.add(cmd)
	return cmd
}
