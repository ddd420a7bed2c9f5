package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tilemark/text/number"
)

// runner builds packages and runs their targets.
type runner struct {
	w     io.Writer
	each  time.Duration
	root  string
	cache string            // where Go keeps what targets have found new
	dir   string            // of the programs
	built map[string]string // by folder of the package
}

func newRunner(w io.Writer, each time.Duration) (*runner, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOCACHE: %w", err)
	}
	dir, err := os.MkdirTemp("", "fuzz")
	return &runner{w, each, root, filepath.Join(strings.TrimSpace(string(cache)), "fuzz"), dir, map[string]string{}}, err
}

func (r *runner) close() { os.RemoveAll(r.dir) }

// build makes the program with a package's targets, which counts what of the code an input reaches.
func (r *runner) build(folder string) (string, error) {
	if path, done := r.built[folder]; done {
		return path, nil
	}
	path := filepath.Join(r.dir, strings.ReplaceAll(folder, "/", "-")+".test")
	cmd := exec.Command("go", "test", "-c", "-fuzz=.", "-o", path, "./"+folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	r.built[folder] = path
	return path, nil
}

// minimize is how many executions Go may spend on making an input smaller that reaches something new. Its default is a minute, during which it
// tries nothing else: that is how targets come to a dozen inputs in 45 seconds.
const minimize = "200x"

// patience is how much longer than it should a target may take before it counts as hanging: the longest input and the end.
const patience = 2 * time.Minute

// more is how much longer a target runs that has not come past its seeds.
const more = 8

// run runs a target and says whether it found nothing.
func (r *runner) run(t *target) (bool, error) {
	program, err := r.build(t.folder)
	if err != nil {
		return false, err
	}
	ok, n, err := r.runFor(t, program, r.each)
	if err == nil && ok && n == 0 {
		ok, _, err = r.runFor(t, program, more*r.each)
	}
	return ok, err
}

// runFor runs a target for a time. It says whether it found nothing, and how many inputs it tried.
func (r *runner) runFor(t *target, program string, each time.Duration) (bool, int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), each+patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-test.run=^$", "-test.fuzz=^"+t.name+"$", "-test.fuzztime="+each.String(),
		"-test.fuzzminimizetime="+minimize, "-test.fuzzcachedir="+filepath.Join(r.cache, "tilemark", filepath.FromSlash(t.folder)))
	cmd.Dir = filepath.Join(r.root, filepath.FromSlash(t.folder))
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGQUIT) } // the stacks show where it hangs
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	runs := progress(string(out))
	t.rate = runs.rate()
	fmt.Fprintf(r.w, "%-32s %9.0f executions a second, %s in %v\n", t, t.rate, number.Thousands(runs.n), runs.elapsed.Round(time.Second))
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, runs.n, nil
	case ctx.Err() != nil:
		fmt.Fprintf(r.w, "%s hangs: it did not end within %v\n", t, each+patience)
	case !errors.As(err, &exit):
		return false, runs.n, err
	}
	fmt.Fprintf(r.w, "%s", out)
	return false, runs.n, nil
}

// runs counts executions.
type runs struct {
	n       int
	elapsed time.Duration
}

func (r runs) rate() float64 {
	if r.elapsed == 0 {
		return 0
	}
	return float64(r.n) / r.elapsed.Seconds()
}

var (
	elapsed  = regexp.MustCompile(`^fuzz: elapsed: (\S+), execs: (\d+) `)
	baseline = regexp.MustCompile(`^fuzz: elapsed: (\S+), gathering baseline coverage: `)
)

// progress reads what Go prints of a target: executions, and the time that they took after the seeds.
func progress(out string) (r runs) {
	var start time.Duration
	for lines := bufio.NewScanner(strings.NewReader(out)); lines.Scan(); {
		if m := baseline.FindStringSubmatch(lines.Text()); m != nil {
			start, _ = time.ParseDuration(m[1])
		}
		if m := elapsed.FindStringSubmatch(lines.Text()); m != nil {
			at, _ := time.ParseDuration(m[1])
			r.elapsed = at - start
			r.n, _ = strconv.Atoi(m[2])
		}
	}
	return r
}
