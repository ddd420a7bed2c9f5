package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"tilemark/tb/cover"
	"tilemark/tb/random"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/version"
	"tilemark/text/near"
	"tilemark/text/number"
)

type regressFlags struct {
	budget      time.Duration
	seeds, jobs int
	shard       shard
	db          string
	resume      bool
	test        string
	seed        seed
	order       uint64
	shrink      time.Duration
	corpus      corpus
	plan        string
	format      string
	list        bool
}

func regressCommand() *cobra.Command {
	f := &regressFlags{}
	cmd := &cobra.Command{
		Use:   "regress REGRESSION",
		Short: "Runs many cases and keeps what became of them in a database",
		Long: `regress runs the cases of a regression and writes what becomes of each into a database, which may hold many runs: report
shows the last one beside those before. REGRESSION is one of:
` + regressions() + `
A case follows from its seed alone, and its seed from regression, test and index; neither the number of jobs nor the order
shows in a result. --test and --seed repeat one case, without a database. docs/regression.md explains tests, seeds, shards
and the database. Shards that have a corpus have the same one, which --corpus names: that of the joined database of a run
before. What is in it then is what they have; merge refuses shards with others, and --resume goes on with the same one only.

The last line is the verdict; the exit status is 0 only when cases were run, all of them passed, and all that was asked for
was run. A run that was stopped, or had too little time for an entry of the testplan (of V1 or V2, with tests of the
regression), is INCOMPLETE; --test, or a shard alone, asks for no more than a part. A signal stops a run: cases that have not
come to their end do not count, and the exit status is 128 and the signal's number.`,
		Example: `  tilemark regress quick
  tilemark regress quick --test 'directed/in-*' --jobs 1
  tilemark regress nightly --budget 20m --db out/nightly.db
  tilemark regress nightly --db out/nightly.db --resume
  tilemark regress nightly --budget 20m --shard 2/4 --db out/shard2.db
  tilemark regress nightly --budget 20m --shard 2/4 --db out/shard2.db --corpus out/nightly.db
  tilemark regress quick --test interrupted/blending/tg/least --seed 0x25 --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := arguments("REGRESSION")(cmd, args); err != nil {
				return err
			}
			if regress.New(args[0]) == nil {
				return request.Usage("unknown regression %q%s", args[0], near.Suggest(args[0], regress.Names, "; "+strings.Join(regress.Names, ", ")+" were expected"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, regress.New(args[0]))
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&f.budget, "budget", 0, "stop taking new cases after this `TIME`, such as 90s or 20m; default: that of the regression")
	flags.IntVar(&f.seeds, "seeds", 0, "rounds: `N`; one has so many cases of each test that has any number of them as --list says; default: those of the regression, else as many as there is time for")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "cases at the same time: `N`")
	flags.Var(&f.shard, "shard", "run one part of N: `I/N`, I from 1")
	flags.StringVar(&f.db, "db", "out/regress.db", "database `FILE`, made if need be")
	flags.BoolVar(&f.resume, "resume", false, "go on with the last run of the database, which was stopped")
	flags.StringVar(&f.test, "test", "", "run tests that match a `PATTERN` only, such as directed or 'sweep/*/tg'")
	flags.Var(&f.seed, "seed", "run the case of this `SEED` of the one test that --test names; nothing is written")
	flags.Uint64Var(&f.order, "order", 1, "`N` that shuffles the cases")
	flags.DurationVar(&f.shrink, "shrink", regress.DefaultShrink, "make the first failure of each rule and place smaller, for this `TIME`; 0: none")
	flags.Var(&f.corpus, "corpus", "run random vectors again that reached new bins, and neighbours of them: those of the database (shards: none), none, or those of another one, `true|false|FILE`")
	planFlag(cmd, &f.plan)
	flags.BoolVar(&f.list, "list", false, "show the tests, and run none")
	flags.StringVar(&f.format, "format", "text", "`text|json`")
	withMutants(cmd, f)
	return cmd
}

func regressions() string {
	var b strings.Builder
	for _, name := range regress.Names {
		fmt.Fprintf(&b, "  %-8s %s\n", name, regress.About(name))
	}
	return b.String()
}

// shard is a flag such as 2/4; the zero value is all of it.
type shard struct{ i, n int }

// String implements pflag.Value.
func (s *shard) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.i, s.n)
}

// Set implements pflag.Value.
func (s *shard) Set(text string) error {
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &s.i, &s.n, &rest); n != 2 || s.n < 1 || s.i < 1 || s.i > s.n || text != s.String() {
		return request.Usage("--shard %q: I/N, with I from 1 to N, was expected", text)
	}
	return nil
}

// Type implements pflag.Value.
func (s *shard) Type() string { return "shard" }

// corpus is a flag that says whose corpus is run; the zero value is that of the database.
type corpus struct {
	none bool
	file string // another database; "" for none
}

// String implements pflag.Value.
func (c *corpus) String() string { return cmp.Or(c.file, fmt.Sprint(!c.none)) }

// Set implements pflag.Value.
func (c *corpus) Set(text string) error {
	switch text {
	case "":
		return request.Usage("--corpus is empty: true, false, or the FILE of a database was expected")
	case "true", "false":
		*c = corpus{none: text == "false"}
	default:
		*c = corpus{file: text}
	}
	return nil
}

// Type implements pflag.Value.
func (c *corpus) Type() string { return "corpus" }

// seed is a flag with 64 bits.
type seed struct {
	n     uint64
	given bool
}

// String implements pflag.Value.
func (s *seed) String() string {
	if !s.given {
		return ""
	}
	return store.Hex(s.n)
}

// Set implements pflag.Value.
func (s *seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return request.Usage("--seed %q: a whole number of up to 64 bits, such as 0x25, was expected", text)
	}
	s.n, s.given = n, true
	return nil
}

// Type implements pflag.Value.
func (s *seed) Type() string { return "seed" }

func (f *regressFlags) check(cmd *cobra.Command) error {
	switch {
	case f.jobs < 1:
		return request.Usage("--jobs %d: at least 1 was expected", f.jobs)
	case f.seeds < 1 && cmd.Flags().Changed("seeds"):
		return request.Usage("--seeds %d: at least 1 was expected", f.seeds)
	case f.budget < 0:
		return request.Usage("--budget %v: more than no time was expected", f.budget)
	case f.shrink < 0:
		return request.Usage("--shrink %v: no time, or more, was expected", f.shrink)
	case f.format != "text" && f.format != "json":
		return request.Usage("--format %q: text or json was expected", f.format)
	case f.seed.given && f.test == "":
		return request.Usage("--seed without --test: the test that it is of was expected")
	}
	for _, flag := range []string{"resume", "jobs", "shard", "db", "budget", "seeds", "order", "corpus", "plan"} {
		if f.seed.given && cmd.Flags().Changed(flag) {
			return request.Usage("--%s with --seed: that runs a single case, and nothing is written", flag)
		}
	}
	return nil
}

// tests are those that a pattern is for.
func (f *regressFlags) tests(r *regress.Regression) ([]*regress.Test, error) {
	list := r.Select(f.test)
	inDatabase := slices.ContainsFunc(regress.InDatabase(), func(name string) bool { return regress.Matches(f.test, name) })
	if len(list) == 0 && !inDatabase {
		return nil, request.Usage("--test %q: no test of %s is called so%s", f.test, r.Name, near.Suggest(f.test, testNames(r.Tests), "; --list shows their names"))
	}
	return list, nil
}

func testNames(tests []*regress.Test) (list []string) {
	for _, t := range tests {
		list = append(list, t.Name)
	}
	return list
}

// show lists tests, with the cases that each has in a round.
func (f *regressFlags) show(cmd *cobra.Command, r *regress.Regression) error {
	tests, err := f.tests(r)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "test\tstage\tcases in a round")
	for _, t := range tests {
		fmt.Fprintf(w, "%s\t%s\t%d\n", t.Name, t.Stage, t.Weight)
	}
	return w.Flush()
}

func (f *regressFlags) run(cmd *cobra.Command, r *regress.Regression) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	if f.list {
		return f.show(cmd, r)
	}
	if f.seed.given {
		t, err := oneTest(r, f.test)
		if err != nil {
			return request.Usage("%w", err)
		}
		return f.single(cmd, r, t)
	}
	if _, err := f.tests(r); err != nil {
		return err
	}
	plan, err := readPlan(f.plan)
	if err != nil {
		return request.Usage("%w", err)
	}
	if err := f.prepare(); err != nil {
		return err
	}
	rec, err := f.recording(cmd, r)
	if err != nil {
		return err
	}
	bar := newProgress(cmd.ErrOrStderr())
	total, start := rec.Total(), time.Now()
	rec.Progress = func(s *regress.Summary) {
		soFar(cmd, "%s run, %s", number.Count(s.Cases, "case"), failing(s.Failed+s.Errors))
		bar.regress(r.Name, s.Passed(), s.Failed+s.Errors, total, time.Since(start), rec.Budget)
	}
	s, err := rec.Run(endsItself(cmd))
	bar.done()
	if err != nil {
		return err
	}
	if plan != nil && regress.Whole(&s.Run) {
		s.Missing = plan.Unexercised(r, s.Ran())
	}
	return f.print(cmd, s)
}

// oneTest finds the test whose case a seed is.
func oneTest(r *regress.Regression, name string) (*regress.Test, error) {
	tests := r.Select(name)
	switch {
	case len(tests) == 0:
		return nil, fmt.Errorf("--test %q: no test of %s is called so%s", name, r.Name, near.Suggest(name, testNames(r.Tests), "; `tilemark regress "+r.Name+" --list` shows their names"))
	case len(tests) > 1 || tests[0].Name != name:
		return nil, fmt.Errorf("--test %q with --seed: the whole name of one test was expected, such as %s", name, tests[0].Name)
	}
	return tests[0], nil
}

// prepare makes the folder of the database, and looks at what is there.
func (f *regressFlags) prepare() error {
	folder, err := report.OpenFolder(filepath.Dir(f.db))
	if err != nil {
		return err
	}
	if err := store.Check(f.db); err != nil {
		folder.Drop()
		return request.Usage("%w", err)
	}
	return nil
}

func (f *regressFlags) recording(cmd *cobra.Command, r *regress.Regression) (*regress.Recording, error) {
	sp, err := bins()
	if err != nil {
		return nil, err
	}
	rec := &regress.Recording{Path: f.db, Resume: f.resume, Revision: version.Revision(), Pattern: f.test, NoCorpus: f.corpus.none, From: f.corpus.file}
	rec.Options = regress.Options{
		Regression: r, Tests: r.Select(f.test), Seeds: r.Seeds, Budget: r.Budget, Jobs: f.jobs, Shard: f.shard.i, Shards: f.shard.n, Order: f.order,
		Shrink: f.shrink, Coverage: func() regress.Coverage { return cover.NewCounter(sp) },
	}
	if cmd.Flags().Changed("seeds") {
		rec.Seeds, rec.Budget = f.seeds, 0
	}
	if f.budget > 0 {
		rec.Budget = f.budget
	}
	return rec, nil
}

// bins are those of regressions.
func bins() (*cover.Space, error) {
	sp, err := cover.New()
	if err == nil {
		random.Declare(sp)
	}
	return sp, err
}

// single repeats one case and shows it.
func (f *regressFlags) single(cmd *cobra.Command, r *regress.Regression, t *regress.Test) error {
	sp, err := bins()
	if err != nil {
		return err
	}
	counter := cover.NewCounter(sp)
	soFar(cmd, "the case has not come to its end")
	c := regress.Execute(t, f.seed.n, counter.Attach)
	_, wrong := counter.Take()
	regress.Excluded(&c, "", wrong)
	s := &regress.Summary{}
	s.Run.Regression = r.Name
	s.Add(&c)
	if c.Failure != nil {
		s.Failures[0].Failure.Command = regress.Repeat(r.Name, t.Name, f.seed.n)
		if cmd.Flags().Changed("shrink") && f.shrink > 0 {
			regress.Shrink(&c, f.shrink, nil)
		}
		if text := cmp.Or(c.Failure.Shrunk, c.Failure.Vector); f.format == "text" && text != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
		}
	}
	return f.print(cmd, s)
}

// mostFailures are told in the terminal; the report has all.
const mostFailures = 10

func (f *regressFlags) print(cmd *cobra.Command, s *regress.Summary) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if f.format == "json" {
		if err := regress.Document.Write(out, s.JSON()); err != nil {
			return err
		}
	} else {
		printGroups(out, s)
	}
	for i := range s.Failures[:min(len(s.Failures), mostFailures)] {
		c := &s.Failures[i]
		fmt.Fprintf(errs, "%s: %s\n", c.ID(), c.Failure.Brief())
		if c.Failure.Command != "" {
			fmt.Fprintf(errs, "  repeat with: %s\n", c.Failure.Command)
		}
	}
	if n := len(s.Failures) - mostFailures; n > 0 {
		fmt.Fprintf(errs, "and %s more\n", number.Thousands(n))
	}
	if s.Run.Note != "" {
		fmt.Fprintf(errs, "note: %s\n", s.Run.Note)
	}
	if len(s.Missing) > 0 {
		fmt.Fprintf(errs, "note: %s\n", regress.Unexercised(s.Missing))
	}
	if s.Ended == regress.Cancelled {
		soFar(cmd, "%s run, %s; the same command with --resume goes on", number.Count(s.Cases, "case"), failing(s.Failed+s.Errors))
	}
	if f.format != "json" {
		fmt.Fprintln(out, s.Verdict())
	}
	if !s.Held() {
		return errFailed
	}
	return nil
}

func printGroups(out io.Writer, s *regress.Summary) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "cases\tpassed\tfailed\terrors\tcycles\tseconds\t  tests")
	for _, g := range s.Sorted() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%.1f\t  %s\n", number.Thousands(g.Cases), number.Thousands(g.Passed()), number.Thousands(g.Failed), number.Thousands(g.Errors), number.Thousands(g.Cycles), g.Wall.Seconds(), g.Name)
	}
	w.Flush()
	if hit, all := s.Covered(); all > 0 {
		fmt.Fprintf(out, "coverage: %s of %s bins, %.1f %%\n", number.Thousands(hit), number.Thousands(all), 100*float64(hit)/float64(all))
	}
}
