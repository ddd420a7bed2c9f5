package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
)

func connectionsCommand() *cobra.Command {
	f := &machineFlags{}
	out, waits := "", false
	cmd := &cobra.Command{
		Use:   "connections",
		Short: "Prints the table of the machine's connections",
		Long: `connections builds the machine and prints its FIFOs and lines as a table in Markdown: the blocks
that each joins, its class, how many entries it holds, how many bits an entry has and how many beats it takes, its
latency, and what goes through it. docs/connections.md has the table of the default machine.

With --waits it prints for each FIFO those in which its entries can wait for room. Building a machine fails
when FIFOs wait for each other in a circle, or one below the break point for one above it.`,
		Example: "  tilemark connections\n  tilemark connections --waits --break-point zl1",
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := report.LoadConfig(f.file, f.settings())
			if err != nil {
				return err
			}
			var text bytes.Buffer
			print := report.Connections
			if waits {
				print = report.Waits
			}
			if err := print(&text, cfg); err != nil {
				return err
			}
			if !cmd.Flags().Changed("out") {
				_, err := cmd.OutOrStdout().Write(text.Bytes())
				return err
			}
			return writeFile(cmd, out, text.Bytes())
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "`FILE` to write instead of standard output")
	cmd.Flags().BoolVar(&waits, "waits", false, "print which FIFOs' entries can wait for room in which others")
	return cmd
}
