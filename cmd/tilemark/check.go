package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilemark/tb/random"
	"tilemark/tb/request"
	"tilemark/tb/shrink"
	"tilemark/text/number"
	"tilemark/text/output"
)

// vectorHelp says what a vector is called.
const vectorHelp = `VECTOR is a file (vectors/directed/FORMAT.md), directed/NAME for one of the project, or random/RECIPE:SEED for the one that a recipe of
vectors/random makes from a seed.`

func checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check VECTOR...",
		Short: "Runs vectors as they are, with all that they do to the machine",
		Long: `check runs each vector with its steps, interrupts and aims, with all monitors and guards of connections, and compares final memory with golden's. It says
which rule was broken first, where, and in which cycle, and which contexts were stopped since
their work is invalid, as golden says too; ` + "`tilemark shrink`" + ` makes a failing vector smaller.

` + vectorHelp,
		Example: `  tilemark check directed/during-load directed/blending
  tilemark check random/everything:7 --write seven.yaml
  tilemark check random/draws:0x1234 --break-point zl1`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	cmd.Flags().StringVar(&f.breakPoint, "break-point", "", "`PLACE` where interrupts cut, tg or zl1; default: the vector's own")
	cmd.Flags().StringVar(&f.write, "write", "", "write the vector's text to `FILE`; one vector then")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the results as JSON")
	return cmd
}

type checkFlags struct {
	breakPoint, write string
	json              bool
}

func (f *checkFlags) run(cmd *cobra.Command, names []string) error {
	switch {
	case len(names) == 0:
		return request.Usage("a vector is missing; `tilemark check --help` says what they are called")
	case f.write != "" && len(names) > 1:
		return request.Usage("--write with %d vectors; one was expected", len(names))
	case f.json && f.write == output.Standard:
		return request.Usage("--write - with --json; a file was expected, since standard output has the results")
	case f.breakPoint != "":
		if err := oneOf("break-point", f.breakPoint, []string{"tg", "zl1"}); err != nil {
			return err
		}
	}
	failed := 0
	results := checkJSON{Vectors: []checkedVector{}}
	for i, name := range names {
		soFar(cmd, "%s of %s checked, %s", number.Thousands(i), number.Count(len(names), "vector"), failing(failed))
		v, text, err := random.Open(name)
		if err != nil {
			return request.Usage("%w", err)
		}
		if f.write != "" {
			if err := output.WriteBytes(f.write, text); err != nil {
				return err
			}
		}
		if f.breakPoint != "" {
			v.At(f.breakPoint)
		}
		s, log, err := v.Play(shrink.Guard)
		if s == nil {
			return request.Usage("%s:%w", name, err)
		}
		if err != nil {
			failed++
		}
		r := resultOf(name, s, log, err)
		if results.Vectors = append(results.Vectors, r); !f.json {
			fmt.Fprintln(cmd.OutOrStdout(), &r)
		}
	}
	if results.Passed = failed == 0; f.json {
		if err := checkDocument.Write(cmd.OutOrStdout(), results); err != nil {
			return err
		}
	}
	if failed > 0 {
		return errFailed
	}
	return nil
}

func knobsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "knobs",
		Short: "Lists what random vectors choose, and how often",
		Long: `knobs lists each choice that a random vector makes, its bins and their weights. The files of vectors/random are recipes that change
weights (docs/random.md).`,
		Example: "  tilemark knobs",
		Args:    arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, k := range random.Knobs() {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", k.Name, k.About)
				for _, b := range k.Bins {
					fmt.Fprintf(cmd.OutOrStdout(), "  %4d  %s\n", b.Weight, b.Name)
				}
			}
			return nil
		},
	}
}
