package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/number"
	"tilemark/tb/output"
	"tilemark/tb/random"
	"tilemark/tb/report"
	"tilemark/tb/shrink"
)

// vectorHelp says what a vector is called.
const vectorHelp = `VECTOR is a file (vectors/directed/FORMAT.md), directed/NAME for one of the project, or random/RECIPE:SEED for the one that a recipe of
vectors/random makes from a seed.`

func checkCommand() *cobra.Command {
	var breakPoint, write string
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
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, args, breakPoint, write) },
	}
	cmd.Flags().StringVar(&breakPoint, "break-point", "", "`PLACE` where interrupts cut, tg or zl1; default: the vector's own")
	cmd.Flags().StringVar(&write, "write", "", "write the vector's text to `FILE`; one vector then")
	return cmd
}

func check(cmd *cobra.Command, names []string, breakPoint, write string) error {
	switch {
	case len(names) == 0:
		return report.Usage("a vector is missing; `tilemark check --help` says what they are called")
	case write != "" && len(names) > 1:
		return report.Usage("--write with %d vectors; one was expected", len(names))
	case breakPoint != "":
		if err := oneOf("break-point", breakPoint, []string{"tg", "zl1"}); err != nil {
			return err
		}
	}
	failed := 0
	for i, name := range names {
		soFar(cmd, "%s of %s checked, %s", number.Thousands(i), number.Count(len(names), "vector"), failing(failed))
		v, text, err := random.Open(name)
		if err != nil {
			return report.Usage("%w", err)
		}
		if write != "" {
			if err := output.WriteBytes(write, text); err != nil {
				return err
			}
		}
		if breakPoint != "" {
			v.At(breakPoint)
		}
		s, log, err := v.Play(shrink.Guard)
		if s == nil {
			return report.Usage("%s:%w", name, err)
		}
		if err != nil {
			failed++
			fmt.Fprintf(cmd.OutOrStdout(), "FAILED: %s: %v\n", name, err)
			continue
		}
		fmt.Fprintf(cmd.OutOrStdout(), "PASSED: %s: %s, %s, %s%s\n", name, number.Count(s.M.Cycle(), "cycle"), number.Count(s.Cuts(), "cut"),
			number.Count(log.Starts(), "start"), invalid(s, log))
	}
	if failed > 0 {
		return errFailed
	}
	return nil
}

// invalid names the contexts that were stopped since their work is invalid, as golden says too.
func invalid(s *cosim.Session, log *cosim.Log) string {
	var list []string
	for i := range log.Events {
		e := &log.Events[i]
		if e.Cause&regs.CauseInvalid == 0 || e.Kind != csp.EventSaved && e.Kind != csp.EventRefused {
			continue
		}
		if text := fmt.Sprintf("; context %d is invalid: %s", s.ContextAt(e.Context), e.Reason); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, "")
}

func shrinkCommand() *cobra.Command {
	var budget time.Duration
	var out string
	cmd := &cobra.Command{
		Use:   "shrink VECTOR",
		Short: "Makes a failing vector as small as it can be",
		Long: `shrink leaves contexts, interrupts, draws, triangles, state and parameters out of a vector that fails, and simplifies what is left,
as long as it breaks the same rule at the same place. Exit status 0: it was made smaller, or cannot be; 1: it does not fail.
A signal stops it: the smallest vector so far is written.

` + vectorHelp,
		Example: "  tilemark shrink random/everything:7 --budget 2m --out small.yaml",
		Args:    arguments("VECTOR"),
		RunE:    func(cmd *cobra.Command, args []string) error { return shrinkVector(cmd, args[0], out, budget) },
	}
	cmd.Flags().DurationVar(&budget, "budget", time.Minute, "`TIME` that it may take")
	cmd.Flags().StringVar(&out, "out", "", "write the vector to `FILE`; default: print it")
	return cmd
}

func shrinkVector(cmd *cobra.Command, name, out string, budget time.Duration) error {
	if budget <= 0 {
		return report.Usage("--budget %v: a time above 0 was expected", budget)
	}
	_, text, err := random.Open(name)
	if err != nil {
		return report.Usage("%w", err)
	}
	ctx := endsItself(cmd)
	r, err := shrink.Shrink(ctx, text, shrink.Run, budget)
	if err == shrink.ErrHolds {
		fmt.Fprintf(cmd.OutOrStdout(), "FAILED: %s holds: there is no failure to shrink\n", name)
		return errFailed
	}
	if stop := context.Cause(ctx); err != nil && stop != nil {
		soFar(cmd, "it is not known yet whether %s fails", name)
		return stop
	}
	if err != nil {
		return report.Usage("%s:%w", name, err)
	}
	how := "nothing more can be left out"
	switch {
	case ctx.Err() != nil:
		how = "stopped"
		soFar(cmd, "the vector is the smallest of %s", number.Count(r.Runs, "run"))
	case !r.Done:
		how = "the time is over"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s, %s runs, %v; %s\n%v\n", r.Sign, number.Thousands(r.Runs), r.Elapsed.Round(time.Second/10), how, r.Err)
	if out == "" {
		cmd.OutOrStdout().Write(r.Text)
		return context.Cause(ctx)
	}
	if err := output.WriteBytes(out, r.Text); err != nil {
		return err
	}
	if out != output.Standard { // which cannot be checked again
		fmt.Fprintf(cmd.OutOrStdout(), "written: %s; repeat with: %s\n", out, shrink.Command(out))
	}
	return context.Cause(ctx)
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
