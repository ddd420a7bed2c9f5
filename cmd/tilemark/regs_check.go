package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/regmap/table"
	"tilemark/tb/report"
)

func regsCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE|FOLDER ...]",
		Short: "Checks register tables and reports every error of all files",
		Long: `check reads register tables and reports every error of all files in one run, each with its place, its rule and what
was expected (docs/registers.md). A folder stands for its files *.yaml. Without arguments it checks hw/regs when that
folder is there, otherwise the machine's own tables, which are built into the program.

The exit status is 1 when a table has an error, 2 when a file cannot be read.`,
		Example: "  tilemark regs check",
		RunE: func(cmd *cobra.Command, args []string) error {
			sources, err := tableSources(args)
			if err != nil {
				return err
			}
			blocks, errs, err := table.LoadSources(sources)
			if err != nil {
				return report.Usage("%w", err)
			}
			for _, e := range errs {
				fmt.Fprintln(cmd.OutOrStdout(), e)
			}
			if len(errs) > 0 {
				fmt.Fprintf(cmd.OutOrStdout(), "FAILED: %d errors in %d files\n", len(errs), len(sources))
				return errFailed
			}
			registers, fields := table.Size(blocks)
			fmt.Fprintf(cmd.OutOrStdout(), "PASSED: %d blocks, %d registers, %d fields\n", len(blocks), registers, fields)
			return nil
		},
	}
}
