// Command sabotage plants the bugs of a table in the machine, one after the other, and says which of them the tests notice
// (docs/sabotage.md). It is called in the project's folder.
//
// Exit status: 0 when enough of the sabotages were noticed, 1 when not, 2 when the table or the flags make no sense, or something could
// not be built or run, 130 when a signal stopped it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"tilemark/tb/overlay"
	"tilemark/text/output"
)

// Exit statuses.
const (
	exitSurvivors = 1
	exitUsage     = 2
	exitSignal    = 130
)

// errSurvivors is that too few sabotages were noticed, which was reported.
var errSurvivors = errors.New("too few sabotages were noticed")

type flags struct {
	options
	operators int
	seed      uint64
	reasons   string
	only      string
	check     bool
	write     bool
	work      bool
	percent   float64
}

func main() {
	f := &flags{}
	f.define(flag.CommandLine)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := f.sabotage(ctx, os.Stdout, flag.Args())
	switch {
	case errors.Is(err, errSurvivors):
		os.Exit(exitSurvivors)
	case err != nil:
		fmt.Fprintln(os.Stderr, "sabotage:", err)
		if errors.Is(err, context.Canceled) {
			os.Exit(exitSignal)
		}
		os.Exit(exitUsage)
	}
}

func (f *flags) define(set *flag.FlagSet) {
	set.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "`N` sabotages are tried at the same time")
	set.DurationVar(&f.budget, "random", 10*time.Minute, "`TIME` for random cases of each sabotage; 0: none")
	set.StringVar(&f.only, "only", "", "try the sabotages of these `NAMES` only, with commas between them")
	set.StringVar(&f.pattern, "test", "", "run tests of the regressions that match a `PATTERN` only, such as directed")
	set.BoolVar(&f.noUnits, "no-units", false, "leave unit tests out")
	set.BoolVar(&f.resume, "resume", false, "keep the results that are there, and try the others")
	set.BoolVar(&f.check, "check", false, "see whether each text is there once and compiles, and run nothing")
	set.BoolVar(&f.write, "write", false, "write the results beside the table, as a page")
	set.Float64Var(&f.percent, "bar", 95, "`PERCENT` of the sabotages that must be noticed")
	set.StringVar(&f.folder, "out", "out/sabotage", "`FOLDER` for what is built and for the results, one below it for each table")
	set.IntVar(&f.operators, "operators", 0, "try `N` mutants by operator instead of a table")
	set.Uint64Var(&f.seed, "seed", 1, "`N` that chooses mutants by operator")
	set.StringVar(&f.reasons, "reasons", "tb/sabotage/operators.yaml", "`FILE` that says what is known of mutants by operator")
	set.BoolVar(&f.work, "work", false, "run the cases that are asked for on standard input; this program starts itself so")
	set.Usage = func() {
		fmt.Fprintln(set.Output(), "sabotage [flags] TABLE plants the bugs of a table, one after the other, and says which of them the tests notice; sabotage -operators N plants mutants by operator (docs/sabotage.md). Call it in the project's folder.")
		set.PrintDefaults()
	}
}

func (f *flags) sabotage(ctx context.Context, w io.Writer, args []string) error {
	if f.work {
		return work(os.Stdin, os.Stdout)
	}
	if err := f.sound(args); err != nil {
		return err
	}
	t, err := f.read(ctx, w, args)
	if err != nil {
		return err
	}
	if f.only != "" {
		if err := t.choose(strings.Split(f.only, ",")); err != nil {
			return err
		}
	}
	p, err := t.plan(".")
	if err != nil {
		return err
	}
	f.folder = filepath.Join(f.folder, strings.TrimSuffix(path.Base(filepath.ToSlash(t.path)), filepath.Ext(t.path)))
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return err
	}
	if f.check {
		return f.onlyCheck(ctx, w, t, p)
	}
	f.results = filepath.Join(f.folder, "results.json")
	res, err := run(ctx, w, ".", t, p, f.options)
	if err != nil {
		if res != nil && len(res.Results) > 0 {
			err = fmt.Errorf("%w; %d sabotages have results in %s, -resume goes on", err, len(res.Results), f.results)
		}
		return err
	}
	return f.report(w, t, res)
}

// read reads the table, or makes that of the mutants by operator.
func (f *flags) read(ctx context.Context, w io.Writer, args []string) (*table, error) {
	if f.operators == 0 {
		return readTable(args[0])
	}
	r, err := readReasons(f.reasons)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "choosing %d mutants by operator that compile\n", f.operators)
	return operatorTable(ctx, ".", filepath.Join(f.folder, "choice"), f.operators, f.seed, r)
}

func (f *flags) sound(args []string) error {
	switch {
	case f.operators < 0:
		return fmt.Errorf("-operators %d: at least 1 was expected", f.operators)
	case f.operators > 0 && len(args) > 0:
		return fmt.Errorf("%q with -operators: no table was expected", args[0])
	case f.operators == 0 && len(args) != 1:
		return fmt.Errorf("%d arguments; one, the file of a table, was expected", len(args))
	case f.jobs < 1:
		return fmt.Errorf("-jobs %d: at least 1 was expected", f.jobs)
	case f.budget < 0:
		return fmt.Errorf("-random %v: no time, or more, was expected", f.budget)
	case f.percent < 0 || f.percent > 100:
		return fmt.Errorf("-bar %v: 0 to 100 was expected", f.percent)
	case len(quickCases(f.pattern)) == 0:
		return fmt.Errorf("-test %q: no test of a regression is called so; `tilemark regress quick --list` shows their names", f.pattern)
	}
	if _, err := os.Stat("go.mod"); err != nil {
		return errors.New("there is no go.mod here; the project's folder was expected")
	}
	if overlay.Exists(".") {
		return fmt.Errorf("the folder %s is there, where builds with sabotages have a package of their own; another name was expected", overlay.Folder)
	}
	return nil
}

// onlyCheck compiles the sabotages.
func (f *flags) onlyCheck(ctx context.Context, w io.Writer, t *table, p *overlay.Plan) error {
	if err := p.Compile(ctx, ".", filepath.Join(f.folder, "try"), t.replacements()); err != nil {
		return err
	}
	for i := range t.Sabotages {
		if sentence := p.Broken[t.Sabotages[i].Name]; sentence != "" {
			fmt.Fprintf(w, "%s does not compile: %s\n", t.Sabotages[i].Name, sentence)
		}
	}
	fmt.Fprintf(w, "%d sabotages, %d do not compile, %d need a build of their own\n", len(t.Sabotages), len(p.Broken), len(p.Alone))
	if len(p.Broken) > 0 {
		return errSurvivors
	}
	return nil
}

// report prints the results, and says whether enough was noticed.
func (f *flags) report(w io.Writer, t *table, res *results) error {
	res.reasons = map[string]string{}
	for i := range t.Sabotages {
		res.reasons[t.Sabotages[i].Name] = t.Sabotages[i].Equivalent
	}
	res.print(w, filepath.Join(f.folder, "all", "overlay.json"))
	if f.write {
		page := strings.TrimSuffix(t.path, filepath.Ext(t.path)) + ".md"
		if f.operators > 0 { // the table is made each time; what is known of it stays
			page = strings.TrimSuffix(f.reasons, filepath.Ext(f.reasons)) + ".md"
		}
		if err := output.Write(page, func(w io.Writer) error { res.document(w); return nil }); err != nil {
			return err
		}
		fmt.Fprintf(w, "written: %s\n", page)
	}
	percent, of := res.share()
	if of > 0 && percent < f.percent {
		fmt.Fprintf(w, "FAILED: at least %g %% was expected\n", f.percent)
		return errSurvivors
	}
	fmt.Fprintln(w, "PASSED")
	return nil
}
