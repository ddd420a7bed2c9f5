package main

import (
	"github.com/spf13/cobra"

	"tilemark/tb/report"
)

func configCommand() *cobra.Command {
	f := &machineFlags{}
	size, asJSON := "", false
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Prints every parameter of the machine, and the worst case of a switch",
		Long: `config prints every parameter with value, default, unit, range and meaning, and the
worst case of a switch that follows from them for a target of the given size. The key
fifo.depth sets the depth of all FIFOs; least is the least that each can have.`,
		Example: `  tilemark config
  tilemark config --config examples/slow.yaml --size 1920x1080
  tilemark config --set memory.latency=200 --set fifo.depth=least --json`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := report.ParseSize(size)
			if err != nil {
				return err
			}
			cfg, err := report.LoadConfig(f.file, f.settings())
			if err != nil {
				return err
			}
			if asJSON {
				return report.ConfigDocument.Write(cmd.OutOrStdout(), report.DescribeConfig(cfg, s))
			}
			report.PrintConfig(cmd.OutOrStdout(), cfg, s)
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&size, "size", "1920x1080", "target in pixels that the worst case is for, `WxH`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
