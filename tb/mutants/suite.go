package mutants

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tilemark/tb/bugs"
	"tilemark/tb/overlay"
)

// Suite is tests that may notice a bug.
type Suite struct {
	Name    string
	Package string   // folder from the project's on
	Args    []string // of the tests' program

	binary string
}

// build builds the tests with all bugs.
func (o *Options) build(ctx context.Context, b *overlay.Build, suites []*Suite) error {
	folder, err := filepath.Abs(o.folder)
	if err != nil {
		return err
	}
	at, err := b.Write(".", folder)
	if err != nil {
		return err
	}
	built := map[string]bool{}
	for _, s := range suites {
		s.binary = filepath.Join(folder, strings.ReplaceAll(s.Package, "/", "-")+".test")
		if built[s.Package] {
			continue
		}
		if _, err := overlay.Go(ctx, ".", at, "test", "-c", "-vet=off", "-o", s.binary, "./"+s.Package); err != nil {
			return err
		}
		built[s.Package] = true
	}
	return nil
}

// outcome is what came of a suite.
type outcome struct {
	failed bool
	broken bool   // the program broke, or did not end: no check has noticed the bug
	text   string // the first sentence of the failure
}

// run runs a suite, which may take so long, with a bug; "": none.
func (s *Suite) run(ctx context.Context, bug string, most time.Duration) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, most+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.binary, append([]string{"-test.failfast", "-test.timeout=" + most.String()}, s.Args...)...)
	cmd.Dir = filepath.FromSlash(s.Package)
	cmd.Env = append(os.Environ(), overlay.Variable+"="+bug, "GOMAXPROCS=1")
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return outcome{}, err
	}
	r := outcomeOf(string(out))
	r.failed = err != nil
	r.broken = r.broken || ctx.Err() != nil
	return r, nil
}

var (
	failLine  = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	panicLine = regexp.MustCompile(`(?m)^panic: (.*)$`)
	errorText = regexp.MustCompile(`(?m)^\s*Error:\s*(.*)$`)
	errorMore = regexp.MustCompile(`(?m)^\s*Error:\s*Received unexpected error:\n\s*(.*)$`)
	seedText  = regexp.MustCompile(`seed (\d+), \{`)
)

// outcomeOf finds in what tests print which failed first, and why.
func outcomeOf(out string) (r outcome) {
	test := ""
	for _, m := range failLine.FindAllStringSubmatch(out, -1) { // the innermost of the first one stands last
		if test == "" || strings.HasPrefix(m[1], test+"/") {
			test = m[1]
		}
	}
	sentence := ""
	for _, text := range []*regexp.Regexp{panicLine, errorMore, errorText} {
		if m := text.FindStringSubmatch(out); m != nil && sentence == "" {
			sentence = strings.TrimSpace(m[1])
		}
	}
	r.broken = test == "" || panicLine.MatchString(out) // killed, or out of memory: it is not a test that has noticed
	if m := seedText.FindStringSubmatch(out); m != nil {
		test += " seed " + m[1]
	}
	const longest = 160
	if len(sentence) > longest {
		sentence = sentence[:longest] + " …"
	}
	r.text = strings.TrimSpace(test + ": " + sentence)
	return r
}

// result is what became of a bug.
type result struct {
	bug    *bugs.Bug
	suite  string // what noticed it; "": nothing
	text   string
	broken []string // suites in which the program broke before
	time   time.Duration
	err    error
}

// try runs suites with a bug until one notices it. A program that breaks has noticed nothing.
func (p *Program) try(ctx context.Context, b *bugs.Bug, most time.Duration) result {
	r, start := result{bug: b}, time.Now()
	for _, s := range p.order(b) {
		o, err := s.run(ctx, b.Name, most)
		if err != nil || ctx.Err() != nil {
			r.err = errors.Join(err, ctx.Err())
			break
		}
		if o.failed && !o.broken {
			r.suite, r.text = s.Name, path.Base(s.Package)+"."+o.text
			break
		}
		if o.failed {
			r.broken = append(r.broken, s.Name+": "+o.text)
		}
	}
	r.time = time.Since(start)
	return r
}

// order is the suites that a bug is tried with, by their ranks.
func (p *Program) order(b *bugs.Bug) []*Suite {
	if p.Rank == nil {
		return p.Suites
	}
	order := slices.DeleteFunc(slices.Clone(p.Suites), func(s *Suite) bool { return p.Rank(s, b) < 0 })
	slices.SortStableFunc(order, func(x, y *Suite) int { return p.Rank(x, b) - p.Rank(y, b) })
	return order
}

func (r *result) by() string {
	if r.suite == "" {
		return "survived"
	}
	return "noticed by " + r.suite
}

// line says what became of a bug.
func (r *result) line() string {
	text := fmt.Sprintf("%-36s %s, %.0f s", r.bug.Name, r.by(), r.time.Seconds())
	if r.text != "" {
		text += ": " + r.text
	}
	for _, b := range r.broken {
		text += "; the program broke in " + b
	}
	return text
}
