package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/regmap/table"
	"tilemark/tb/regtest"
	"tilemark/tb/request"
	"tilemark/text/number"
)

func regsTestCommand() *cobra.Command {
	f := &machineFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Runs the tests that are made from the register tables on the machine",
		Long: `test makes tests of every register and field from the machine's own tables, and runs them on the machine: contexts write
registers, interrupts cut them, and what the save areas then hold is compared with what the tables say (docs/registers.md).
It prints how many tests each block has, and those that failed.

The exit status is 1 when a test failed.`,
		Example: `  tilemark regs test
  tilemark regs test --break-point zl1 --set fifo.depth=least`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := request.LoadConfig(f.file, f.settings())
			if err != nil {
				return err
			}
			soFar(cmd, "the tests have not come to their end")
			results, err := testRegisters(cfg)
			if err != nil {
				return err
			}
			failed := len(regtest.Failed(results))
			if asJSON {
				err = regtest.Document.Write(cmd.OutOrStdout(), regtest.Results{Tests: results})
			} else {
				err = printTests(cmd, results, failed)
			}
			if err == nil && failed > 0 {
				err = errFailed
			}
			return err
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object with all tests")
	return cmd
}

// testRegisters tests a machine with the tables that are built in: other ones need not have
// anything to do with it.
func testRegisters(cfg hw.Config) ([]regtest.Result, error) {
	sources, err := table.EmbeddedSources(regs.Tables, tablesFolder)
	if err != nil {
		return nil, err
	}
	blocks, errs, err := table.LoadSources(sources)
	if err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("the machine's own tables: %w", errs[0])
	}
	return regtest.Run(cfg, blocks)
}

func printTests(cmd *cobra.Command, results []regtest.Result, failed int) error {
	w := cmd.OutOrStdout()
	if err := regtest.Print(w, results); err != nil {
		return err
	}
	if failed > 0 {
		fmt.Fprintf(w, "FAILED: %s of %s tests\n", number.Thousands(failed), number.Thousands(len(results)))
		return nil
	}
	values := 0
	for _, r := range results {
		values += r.Samples
	}
	fmt.Fprintf(w, "PASSED: %s, %s compared\n", number.Count(len(results), "test"), number.Count(values, "value"))
	return nil
}
