//go:build faults

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/regress"
	"tilemark/tb/regress/mutants"
	"tilemark/tb/request"
	"tilemark/tb/version"
	"tilemark/text/number"
)

// mutantFlags choose known bugs that cases of a regression must notice.
type mutantFlags struct {
	*regressFlags
	mutants bool
	names   []string
}

// withMutants gives regress the flags of builds that have known bugs.
func withMutants(cmd *cobra.Command, f *regressFlags) {
	m := &mutantFlags{regressFlags: f}
	flags := cmd.Flags()
	flags.BoolVar(&m.mutants, "mutants", false, "try known bugs, one at a time, each with cases until one notices it; --budget is the time for each")
	flags.StringSliceVar(&m.names, "mutant", nil, "with --mutants: try the bug of this `NAME` only; may be given again")
	cases := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !m.mutants {
			if cmd.Flags().Changed("mutant") {
				return request.Usage("--mutant is for --mutants, which is not given")
			}
			return cases(cmd, args)
		}
		return m.run(cmd, regress.New(args[0]))
	}
}

func (f *mutantFlags) run(cmd *cobra.Command, r *regress.Regression) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	m, err := mutants.MutantsOf(r, r.Select(f.test), f.names)
	if err != nil {
		return request.Usage("--mutant: %w", err)
	}
	if f.budget > 0 {
		m.Each = f.budget
	}
	if cmd.Flags().Changed("seeds") {
		m.Rounds = f.seeds
	}
	if cmd.Flags().Changed("shrink") { // it takes its time for each bug
		m.Shrink = f.shrink
	}
	if err := f.prepare(); err != nil {
		return err
	}
	rec := &mutants.MutantRecording{Mutants: *m, Path: f.db, Resume: f.resume, Revision: version.Revision(), Configuration: f.configuration(m), Shard: f.shard.i, Shards: f.shard.n}
	rec.Progress = func(s *mutants.MutantSummary) {
		soFar(cmd, "%s tried, %s killed", number.Count(len(s.Mutants), "mutant"), number.Thousands(s.Killed()))
		fmt.Fprintln(cmd.ErrOrStderr(), mutants.Line(&s.Mutants[len(s.Mutants)-1]))
	}
	s, err := rec.Run(endsItself(cmd))
	if err != nil {
		return err
	}
	return f.print(cmd, s)
}

func (f *mutantFlags) check(cmd *cobra.Command) error {
	for _, flag := range []string{"seed", "jobs", "order", "corpus", "plan", "format"} {
		if cmd.Flags().Changed(flag) {
			return request.Usage("--%s with --mutants: bugs are tried one after the other, in text; --shard makes more processes of it", flag)
		}
	}
	return f.regressFlags.check(cmd)
}

// configuration says what decides which bugs are tried with what.
func (f *mutantFlags) configuration(m *mutants.Mutants) string {
	text := fmt.Sprintf("mutants each=%v rounds=%d shrink=%v", m.Each, m.Rounds, m.Shrink)
	if f.test != "" {
		text += " test=" + f.test
	}
	if len(f.names) > 0 {
		text += " mutant=" + strings.Join(f.names, ",")
	}
	return text
}

func (f *mutantFlags) print(cmd *cobra.Command, s *mutants.MutantSummary) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	for i := range s.Unsound {
		c := &s.Unsound[i]
		fmt.Fprintf(errs, "without a mutant, %s: %s\n  repeat with: %s\n", c.ID(), c.Failure.Brief(), c.Failure.Command)
	}
	for _, m := range s.Survivors() {
		fmt.Fprintf(out, "survivor %s (%s): %s: %s\n", m.Name, m.Block, m.Description, m.How)
	}
	if left, took, n := s.Typical(); n > 0 {
		fmt.Fprintf(out, "median of %s shrunk vectors: %s, in %.1f s\n", number.Thousands(n), left, took.Seconds())
	}
	if s.Ended == regress.Cancelled {
		soFar(cmd, "%s tried, %s killed; the same command with --resume goes on", number.Count(len(s.Mutants), "mutant"), number.Thousands(s.Killed()))
	}
	fmt.Fprintln(out, s.Verdict())
	if !s.Held() {
		return errFailed
	}
	return nil
}
