package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tilemark/regmap/document"
	"tilemark/tb/bisect"
	"tilemark/tb/random"
	"tilemark/tb/regress"
	"tilemark/tb/request"
	"tilemark/text/number"
)

func bisectCommand() *cobra.Command {
	f := &bisectFlags{}
	cmd := &cobra.Command{
		Use:   "bisect [VECTOR] --good REV --bad REV",
		Short: "Finds the commit from which on a vector, or a case of a regression, fails",
		Long: `bisect builds commits between a good and a bad revision of the repository in the current folder, each in a tree of its own beside
it, and runs a vector with each one's own tilemark. It halves what is left until the first bad commit is known. Commits that do
not build, or do not know such vectors, are left out; those that may have been the first are named.

--test and --seed name a case as ` + "`tilemark regress`" + ` does. The vector, that of a case too, is made once, by this program: what a seed means
may have changed since. Of a sweep, it is the first interrupt that fails; the case must fail with this program then.

` + vectorHelp,
		Example: `  tilemark bisect small.yaml --good HEAD~20 --bad HEAD
  tilemark bisect random/everything:0x25 --good HEAD~20
  tilemark bisect --test interrupted/blending/tg/least --seed 0x25 --good HEAD~20 --bad HEAD`,
		Args: f.arguments,
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.test, "test", "", "run a case of this `TEST` of the regressions, the one of --seed, instead of VECTOR")
	flags.Var(&f.seed, "seed", "the `SEED` of the case")
	flags.StringVar(&f.search.Good, "good", "", "`REV` at which the vector holds; required")
	flags.StringVar(&f.search.Bad, "bad", "HEAD", "`REV` at which it fails")
	flags.DurationVar(&f.search.Patience, "patience", 10*time.Minute, "`TIME` in which a commit must be built and run; else it is left out")
	flags.BoolVar(&f.json, "json", false, "print the first bad commit as JSON")
	return cmd
}

// bisectJSON is what bisect --json prints.
type bisectJSON struct {
	First  foundCommit   `json:"first"`  // at which the vector fails
	Unsure []foundCommit `json:"unsure"` // commits before it that tell nothing: it may be one of them
}

// foundCommit is a commit by its hash and the first line of its message.
type foundCommit struct {
	Commit  string `json:"commit"`
	Subject string `json:"subject"`
}

var bisectDocument = document.Kind[bisectJSON]{Name: "bisect", Version: 1, About: "The first commit at which a vector fails."}

type bisectFlags struct {
	json   bool
	search bisect.Search
	test   string
	seed   seed
}

// arguments wants a vector or a case, one of them.
func (f *bisectFlags) arguments(cmd *cobra.Command, args []string) error {
	named := f.test != "" || f.seed.given
	switch {
	case named && len(args) > 0:
		return request.Usage("%q with --test or --seed: a vector or a case, one of them, was expected", args[0])
	case !named && len(args) == 0:
		return request.Usage("a vector, or --test and --seed of a case, is missing; `%s --help` explains them", cmd.CommandPath())
	case named && !f.seed.given:
		return request.Usage("--test without --seed: the seed of the case was expected")
	case named && f.test == "":
		return request.Usage("--seed without --test: the test that it is of was expected")
	case named:
		return nil
	}
	return arguments("VECTOR")(cmd, args)
}

// vector makes what is run on each commit.
func (f *bisectFlags) vector(args []string) ([]byte, error) {
	if len(args) > 0 {
		_, text, err := random.Open(args[0])
		return text, err
	}
	t, err := oneTest(regress.New("quick"), f.test) // all regressions have the same tests
	if err != nil {
		return nil, err
	}
	return t.Vector(f.seed.n)
}

func (f *bisectFlags) run(cmd *cobra.Command, args []string) error {
	s := &f.search
	switch {
	case s.Good == "":
		return request.Usage("--good is missing: a revision at which the vector holds was expected")
	case s.Patience <= 0:
		return request.Usage("--patience %v: a time above 0 was expected", s.Patience)
	}
	var err error
	if s.Vector, err = f.vector(args); err != nil {
		return request.Usage("%w", err)
	}
	looked := 0
	s.Looked = func(c bisect.Commit) {
		looked++
		soFar(cmd, "%s looked at, as listed", number.Count(looked, "commit"))
		fmt.Fprintln(cmd.ErrOrStderr(), c)
	}
	ctx := endsItself(cmd)
	first, unsure, err := s.Run(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return request.Usage("%w", err)
	}
	if f.json {
		out := bisectJSON{First: foundCommit{first.ID, first.Subject}, Unsure: []foundCommit{}}
		for _, c := range unsure {
			out.Unsure = append(out.Unsure, foundCommit{c.ID, c.Subject})
		}
		return bisectDocument.Write(cmd.OutOrStdout(), out)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "first bad commit: %s %s\n", first.ID, first.Subject)
	for _, c := range unsure {
		fmt.Fprintf(cmd.OutOrStdout(), "it may be one before it, which tells nothing: %s %s\n", c.ID, c.Subject)
	}
	return nil
}
