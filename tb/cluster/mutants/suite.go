package main

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

// others is the name of the slowest suite, which comes last.
const others = "other tests of the bench"

// suite is tests that may notice a bug.
type suite struct {
	name   string
	pkg    string // folder from the project's on
	binary string
	args   []string
	most   time.Duration // it may take
}

// bench is the folder of the bench; blocks are those with tests of their own, one of them with properties. The tests of arithmetic know no block, so they can notice its own bugs alone.
const (
	bench          = "tb/cluster"
	withProperties = "hw/blocks/mxu"
	arithmetic     = "hw/alu"
)

var blocks = []string{
	"hw/blocks/gpc/pm", "hw/blocks/gpc/sm", "hw/blocks/gpc/lsu", "hw/blocks/gpc/l15", "hw/blocks/gpc/sampler", "hw/blocks/mxu", "hw/eu", arithmetic,
}

// build builds the tests with all bugs.
func (o *options) build(ctx context.Context, b *overlay.Build) (list []*suite, err error) {
	folder, err := filepath.Abs(o.folder)
	if err != nil {
		return nil, err
	}
	at, err := b.Write(".", folder)
	if err != nil {
		return nil, err
	}
	binaries := map[string]string{}
	for _, pkg := range append([]string{bench}, blocks...) {
		binaries[pkg] = filepath.Join(folder, strings.ReplaceAll(pkg, "/", "-")+".test")
		if _, err := overlay.Go(ctx, ".", at, "test", "-c", "-vet=off", "-o", binaries[pkg], "./"+pkg); err != nil {
			return nil, err
		}
	}
	const random, samples = "TestRandomKernels", "TestRandomSamples"
	tries := []string{fmt.Sprintf("-kernels=%d", o.kernels), fmt.Sprintf("-first=%d", o.first)}
	list = []*suite{
		{"random kernels", bench, binaries[bench], append([]string{"-test.run=" + random}, tries...), o.most},
		{"random kernels with textures", bench, binaries[bench], append([]string{"-test.run=" + samples}, tries...), o.most},
	}
	for _, pkg := range blocks {
		s := &suite{"unit tests", pkg, binaries[pkg], nil, o.most}
		if pkg == withProperties {
			s.args = []string{"-rapid.shrinktime=1s", "-rapid.nofailfile"}
		}
		list = append(list, s)
	}
	return append(list, &suite{others, bench, binaries[bench], []string{"-test.skip=" + random + "|" + samples}, o.most}), nil
}

// outcome is what came of a suite.
type outcome struct {
	failed bool
	broken bool   // the program broke, or did not end: no check has noticed the bug
	text   string // the first sentence of the failure
}

// run runs a suite with a bug; "": none.
func (s *suite) run(ctx context.Context, bug string) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, s.most+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.binary, append([]string{"-test.failfast", "-test.timeout=" + s.most.String()}, s.args...)...)
	cmd.Dir = filepath.FromSlash(s.pkg)
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

// try runs suites with a bug until one notices it, in the order of rank. A program that breaks has noticed nothing.
func try(ctx context.Context, b *bugs.Bug, suites []*suite) result {
	r, start := result{bug: b}, time.Now()
	own := path.Dir(b.File)
	order := slices.Clone(suites)
	slices.SortStableFunc(order, func(x, y *suite) int { return rank(x, own) - rank(y, own) })
	for _, s := range order {
		if s.pkg == arithmetic && own != arithmetic {
			continue
		}
		o, err := s.run(ctx, b.Name)
		if err != nil || ctx.Err() != nil {
			r.err = errors.Join(err, ctx.Err())
			break
		}
		if o.failed && !o.broken {
			r.suite, r.text = s.name, o.text
			if s.pkg != bench {
				r.text = path.Base(s.pkg) + "." + o.text
			}
			break
		}
		if o.failed {
			r.broken = append(r.broken, s.name+": "+o.text)
		}
	}
	r.time = time.Since(start)
	return r
}

// rank is where a suite comes for a bug of a block: the block's unit tests, random kernels, other unit tests, the other tests of the bench.
func rank(s *suite, own string) int {
	switch {
	case s.pkg == own:
		return 0
	case s.pkg == bench && s.name != others:
		return 1
	case s.pkg == bench:
		return 3
	}
	return 2
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
