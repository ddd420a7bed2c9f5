package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"tilemark/tb/overlay"
)

// unitTime is how long the tests of a package may take: many times what they take.
const unitTime = 5 * time.Minute

// unitRun is what came of a package's tests.
type unitRun struct {
	failed bool
	late   bool
	broken bool   // the program broke
	test   string // the first that failed
	rule   string // of the machine that it names
	text   string // the first sentence of the failure
}

// runUnits runs the tests of a package until one fails. Flags say how its properties are tried, where it has any.
func (p *programs) runUnits(ctx context.Context, pkg, sabotage, skip string, flags []string) (*unitRun, error) {
	ctx, cancel := context.WithTimeout(ctx, unitTime+10*time.Second)
	defer cancel()
	args := []string{"-test.failfast", "-test.timeout=" + unitTime.String()}
	args = append(args, flags...)
	if skip != "" {
		args = append(args, "-test.skip="+skip)
	}
	cmd := exec.CommandContext(ctx, p.testsOf(pkg), args...)
	cmd.Dir = unitFolder(p.root, pkg)
	cmd.Env = append(os.Environ(), overlay.Variable+"="+sabotage, "GOMAXPROCS=1")
	cmd.WaitDelay = time.Second
	var out limited
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	large := guardMemory(cmd)
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return nil, err
	}
	r := readUnits(string(out.text))
	r.failed = err != nil
	r.late = r.late || ctx.Err() != nil
	select {
	case <-large:
		r.broken, r.text = true, fmt.Sprintf("it used more than %d MiB", mostMemory>>20)
	default:
	}
	return r, nil
}

// limited keeps the beginning of a text.
type limited struct{ text []byte }

// mostText is what is kept of it.
const mostText = 1 << 20

// Write implements io.Writer.
func (l *limited) Write(b []byte) (int, error) {
	l.text = append(l.text, b[:min(len(b), mostText-len(l.text))]...)
	return len(b), nil
}

var (
	failLine  = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	panicLine = regexp.MustCompile(`(?m)^panic: (.*)$`)
	errorText = regexp.MustCompile(`(?m)^\s*Error:\s*(.*)$`)
	logText   = regexp.MustCompile(`(?m)^\s+\w+_test\.go:\d+: *(\S.*)$`)
	ruleText  = regexp.MustCompile(`rule ([A-Z]+\d+\w?) broken`)
)

// readUnits finds in what tests print which failed first, and why.
func readUnits(out string) *unitRun {
	r := &unitRun{}
	for _, m := range failLine.FindAllStringSubmatch(out, -1) { // the innermost of the first one stands last
		if r.test == "" || strings.HasPrefix(m[1], r.test+"/") {
			r.test = m[1]
		}
	}
	for _, text := range []*regexp.Regexp{panicLine, errorText, logText} {
		if m := text.FindStringSubmatch(out); m != nil && r.text == "" {
			r.text = m[1]
		}
	}
	if m := ruleText.FindStringSubmatch(out); m != nil {
		r.rule = m[1]
	}
	r.late = strings.Contains(r.text, "test timed out")
	r.broken = panicLine.MatchString(out) && r.rule == "" && !r.late
	return r
}

// soundUnits runs the tests of packages without a sabotage and finds those that fail: they are left out.
func (u *unsabotaged) soundUnits(ctx context.Context, p *programs, pkgs []*unitPackage) error {
	for _, pkg := range pkgs {
		var failing []string
		for {
			r, err := p.runUnits(ctx, pkg.path, "", strings.Join(failing, "|"), pkg.flags(0))
			if err != nil {
				return err
			}
			if !r.failed {
				break
			}
			if r.test == "" {
				return fmt.Errorf("the tests of %s fail without a sabotage: %s", pkg.path, r.text)
			}
			top, _, _ := strings.Cut(r.test, "/")
			failing = append(failing, "^"+regexp.QuoteMeta(top)+"$")
			u.unsound = append(u.unsound, pkg.path+"."+r.test+": "+r.text)
		}
		u.skip[pkg.path] = strings.Join(failing, "|")
	}
	return nil
}

// testedBy lists the packages whose tests have a file in them, its own first.
func (r *runner) testedBy(file string) (list []*unitPackage) {
	own := r.module + "/" + file[:strings.LastIndex(file, "/")]
	for i := range r.packages {
		if u := &r.packages[i]; u.depends[own] {
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b *unitPackage) int { return first(b.path == own) - first(a.path == own) })
	return list
}

func first(is bool) int {
	if is {
		return 1
	}
	return 0
}

// unitTests runs the unit tests of hw that have the sabotage in them.
func (t *trial) unitTests(ctx context.Context) error {
	if t.noUnits {
		return nil
	}
	pkgs := t.testedBy(t.File)
	if t.always { // the others are built with all
		if err := t.programs.buildUnits(ctx, pkgs); err != nil {
			return err
		}
	}
	for _, pkg := range pkgs {
		r, err := t.programs.runUnits(ctx, pkg.path, t.chosen(), t.before.skip[pkg.path], pkg.flags(0))
		if err != nil || ctx.Err() != nil {
			return err
		}
		if r.failed {
			t.failed(pkg, r)
			return nil
		}
	}
	return nil
}

// failed writes down the unit test that noticed the sabotage.
func (t *trial) failed(pkg *unitPackage, r *unitRun) {
	t.res.Verdict, t.res.Rule, t.res.Place, t.res.Message = killed, r.rule, pkg.path, r.text
	t.res.Test = strings.TrimPrefix(pkg.path, t.module+"/") + "." + r.test
	switch {
	case r.late:
		t.res.Verdict = timedOut
	case r.broken:
		t.res.Verdict = crashed
	}
}

// properties tries the properties of the packages that have the sabotage in them with one seed after the other, until a time. One that fails
// without the sabotage, too, does not count.
func (t *trial) properties(ctx context.Context, until time.Time) error {
	pkgs := slices.DeleteFunc(t.testedBy(t.File), func(u *unitPackage) bool { return !u.properties() })
	if t.noUnits || len(pkgs) == 0 {
		return nil
	}
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	for seed := 2; ; seed++ { // units had the first
		for _, pkg := range pkgs {
			r, err := t.programs.runUnits(ctx, pkg.path, t.chosen(), t.before.skip[pkg.path], pkg.flags(seed))
			switch {
			case ctx.Err() != nil:
				return nil // the time is over, or the whole run is stopped
			case err != nil:
				return err
			case !r.failed || r.late:
				continue
			}
			sound, err := t.soundWithout(ctx, pkg, seed)
			if err != nil || ctx.Err() != nil {
				return err
			}
			if sound {
				t.failed(pkg, r)
				t.res.Repeat = fmt.Sprintf("go test ./%s -run %s %s", strings.TrimPrefix(pkg.path, t.module+"/"), r.test, strings.Join(pkg.flags(seed), " "))
				return nil
			}
			t.res.Unsound = append(t.res.Unsound, pkg.path+"."+r.test+": "+r.text)
		}
	}
}

// soundWithout tells whether the tests of a package hold without the sabotage.
func (t *trial) soundWithout(ctx context.Context, pkg *unitPackage, seed int) (bool, error) {
	p := t.programs
	if t.always { // it is in all that is built with it
		p = &programs{root: t.root, folder: t.programs.folder + "-without"}
		defer os.RemoveAll(p.folder)
		if err := os.MkdirAll(p.folder, 0o755); err != nil {
			return false, err
		}
		if err := p.buildUnits(ctx, []*unitPackage{pkg}); err != nil {
			return false, err
		}
	}
	r, err := p.runUnits(ctx, pkg.path, "", t.before.skip[pkg.path], pkg.flags(seed))
	return err == nil && !r.failed, err
}
