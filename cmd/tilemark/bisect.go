package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tilemark/tb/bisect"
	"tilemark/tb/random"
	"tilemark/tb/report"
)

func bisectCommand() *cobra.Command {
	s := bisect.Search{}
	cmd := &cobra.Command{
		Use:   "bisect VECTOR --good REV --bad REV",
		Short: "Finds the commit from which on a vector fails",
		Long: `bisect builds commits between a good and a bad revision of the repository in the current folder, each in a tree of its own beside
it, and runs the vector with each one's own tilemark. It halves what is left until the first bad commit is known. Commits that do
not build, or do not know such vectors, are left out; those that may have been the first are named.

The vector is made once, by this program: what a seed means may have changed since.

` + vectorHelp,
		Example: "  tilemark bisect small.yaml --good HEAD~20 --bad HEAD",
		Args:    arguments("VECTOR"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runBisect(cmd, args[0], &s) },
	}
	cmd.Flags().StringVar(&s.Good, "good", "", "`REV` at which the vector holds; required")
	cmd.Flags().StringVar(&s.Bad, "bad", "HEAD", "`REV` at which it fails")
	cmd.Flags().DurationVar(&s.Patience, "patience", 10*time.Minute, "`TIME` in which a commit must be built and run; else it is left out")
	return cmd
}

func runBisect(cmd *cobra.Command, name string, s *bisect.Search) error {
	switch {
	case s.Good == "":
		return report.Usage("--good is missing: a revision at which the vector holds was expected")
	case s.Patience <= 0:
		return report.Usage("--patience %v: a time above 0 was expected", s.Patience)
	}
	_, text, err := random.Open(name)
	if err != nil {
		return report.Usage("%w", err)
	}
	s.Vector = text
	s.Looked = func(c bisect.Commit) { fmt.Fprintln(cmd.ErrOrStderr(), c) }
	first, unsure, err := s.Run()
	if err != nil {
		return report.Usage("%w", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "first bad commit: %s %s\n", first.ID, first.Subject)
	for _, c := range unsure {
		fmt.Fprintf(cmd.OutOrStdout(), "it may be one before it, which tells nothing: %s %s\n", c.ID, c.Subject)
	}
	return nil
}
