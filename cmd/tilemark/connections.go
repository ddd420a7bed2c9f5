package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"tilemark/hw"
	"tilemark/tb/cluster"
	"tilemark/tb/report"
	"tilemark/tb/request"
)

func connectionsCommand() *cobra.Command {
	f := &machineFlags{}
	out, clusters, waits := "", "", false
	cmd := &cobra.Command{
		Use:   "connections",
		Short: "Prints the table of the machine's connections",
		Long: `connections builds the machine and prints its FIFOs and lines as a table in Markdown: the blocks
that each joins, its class, how many entries it holds, how many bits an entry has and how many beats it takes, its
latency, and what goes through it. docs/connections.md has the table of the default machine. With --clusters
it prints those of a cluster of the default machine or the wide one.

With --waits it prints for each FIFO those in which its entries can wait for room. Building a machine fails
when FIFOs wait for each other in a circle, or one below the break point for one above it.`,
		Example: "  tilemark connections\n  tilemark connections --waits --break-point zl1\n  tilemark connections --clusters default",
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var text bytes.Buffer
			if clusters != "" {
				if err := printClusters(cmd, clusters, f.settings(), func(cfg hw.ClusterConfig) error { return cluster.PrintConnections(&text, cfg, waits) }); err != nil {
					return err
				}
				return printOrWrite(cmd, out, text.Bytes())
			}
			cfg, err := request.LoadConfig(f.file, f.settings())
			if err != nil {
				return err
			}
			print := report.Connections
			if waits {
				print = report.Waits
			}
			if err := print(&text, cfg); err != nil {
				return err
			}
			return printOrWrite(cmd, out, text.Bytes())
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write instead of standard output")
	cmd.Flags().StringVar(&clusters, "clusters", "", "the clusters of `MACHINE`, default or wide, instead of the whole machine")
	cmd.Flags().BoolVar(&waits, "waits", false, "print which FIFOs' entries can wait for room in which others")
	return cmd
}

func printOrWrite(cmd *cobra.Command, out string, text []byte) error {
	if !cmd.Flags().Changed("out") {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	return writeFile(cmd, out, text)
}

// printClusters prints something of the clusters of a machine. What else says how the whole machine is built does not go with it.
func printClusters(cmd *cobra.Command, machine string, set []string, print func(cfg hw.ClusterConfig) error) error {
	for _, name := range []string{"config", "break-point", "size", "json"} {
		if cmd.Flags().Changed(name) {
			return request.Usage("--%s: it goes with the whole machine, without --clusters", name)
		}
	}
	cfg, err := clustersOf("--clusters", machine, "--set", set)
	if err != nil {
		return err
	}
	return print(cfg)
}
