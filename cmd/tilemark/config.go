package main

import (
	"github.com/spf13/cobra"

	"tilemark/hw"
	"tilemark/tb/report"
	"tilemark/tb/request"
)

func configCommand() *cobra.Command {
	f := &machineFlags{}
	size, asJSON, clusters := "", false, ""
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Prints every parameter of the machine, and the worst case of a switch",
		Long: `config prints every parameter with value, default, unit, range and meaning, and the
worst case of a switch that follows from them for a target of the given size. The key
fifo.depth sets the depth of all FIFOs; least is the least that each can have. With --clusters it prints
those of the clusters of the default machine or the wide one, on which tilemark exec --machine runs kernels.`,
		Example: `  tilemark config
  tilemark config --config examples/slow.yaml --size 1920x1080
  tilemark config --set memory.latency=200 --set fifo.depth=least --json
  tilemark config --clusters wide --set gpc.sms=8`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if clusters != "" {
				return printClusters(cmd, clusters, f.settings(), func(cfg hw.ClusterConfig) error {
					report.PrintClusterConfig(cmd.OutOrStdout(), cfg)
					return nil
				})
			}
			s, err := request.ParseSize(size)
			if err != nil {
				return err
			}
			cfg, err := request.LoadConfig(f.file, f.settings())
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
	cmd.Flags().StringVar(&clusters, "clusters", "", "the clusters of `MACHINE`, default or wide, instead of the whole machine")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
