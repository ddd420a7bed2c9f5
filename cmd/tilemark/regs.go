package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/hw/near"
	"tilemark/hw/regs"
	"tilemark/regmap/table"
	"tilemark/tb/report"
)

// regsVerbs make what `regs` can do with tables.
var regsVerbs = []func() *cobra.Command{
	regsCheckCommand,
	regsGenCommand,
	regsTestCommand,
	regsDiffCommand,
}

func regsCommand() *cobra.Command {
	var names []string
	cmd := &cobra.Command{
		Use:   "regs WHAT",
		Short: "Checks the register tables",
		Long: `regs works with register tables (docs/registers.md): one YAML file for each block, from which
the register files, the save area's layout, headers and documents are made.`,
		Args: func(cmd *cobra.Command, args []string) error {
			list := strings.Join(names, ", ")
			if len(args) == 0 {
				return report.Usage("WHAT is missing: one of %s was expected; `%s --help` explains them", list, cmd.CommandPath())
			}
			return report.Usage("unknown verb %q of regs%s", args[0], near.Suggest(args[0], names, ": one of "+list+" was expected"))
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // without it Args is not asked
	}
	for _, verb := range regsVerbs {
		sub := verb()
		names = append(names, sub.Name())
		cmd.AddCommand(sub)
	}
	return cmd
}

// tablesFolder is where the source tree has the machine's own tables.
const tablesFolder = "hw/regs"

// tablePaths are the files and folders with tables: those that are given, otherwise hw/regs
// when the program runs at the top of its source tree. None means the tables that were
// built in.
func tablePaths(given []string) []string {
	if len(given) == 0 && isFolder(tablesFolder) {
		return []string{tablesFolder}
	}
	return given
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// tableSources lists the tables of files and folders, without any those that were built in.
func tableSources(paths []string) ([]table.Source, error) {
	if len(paths) == 0 {
		return table.EmbeddedSources(regs.Tables, tablesFolder)
	}
	sources, err := table.FileSources(paths...)
	if err != nil {
		return nil, report.Usage("%w", err)
	}
	return sources, nil
}
