package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/hw/regs"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/tb/request"
	"tilemark/text/near"
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
				return request.Usage("WHAT is missing: one of %s was expected; `%s --help` explains them", list, cmd.CommandPath())
			}
			return request.Usage("unknown verb %q of regs%s", args[0], near.Suggest(args[0], names, ": one of "+list+" was expected"))
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

// tableSources lists the tables of files and folders, of blocks and of formats, and the folders
// among the paths. Without any they are those of hw/regs when the program runs at the top of its
// source tree, otherwise those that were built in.
func tableSources(paths []string) (sources []table.Source, folders []string, err error) {
	if len(paths) == 0 {
		if !isFolder(tablesFolder) {
			sources, err = builtIn()
			return sources, nil, err
		}
		paths = []string{tablesFolder}
	}
	for _, path := range paths {
		if isFolder(path) {
			folders = append(folders, path)
		}
	}
	sources, err = formats.Sources(paths...)
	return sources, folders, err
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// builtIn lists the machine's own tables in the program.
func builtIn() ([]table.Source, error) {
	blocks, err := table.EmbeddedSources(regs.Tables, tablesFolder)
	if err != nil {
		return nil, err
	}
	more, err := formats.EmbeddedSources(regs.Tables, tablesFolder)
	return append(blocks, more...), err
}
