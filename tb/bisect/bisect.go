// Package bisect finds the commit from which on a vector fails. Each commit that it looks at is
// checked out beside the others, built, and runs the vector with its own tilemark.
package bisect

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tilemark/regmap/git"
	"tilemark/text/output"
)

// Verdict is what becomes of the vector at a commit.
type Verdict int

// The verdicts.
const (
	Good Verdict = iota // it holds
	Bad                 // a check fails
	Skip                // the commit does not build, or does not know such vectors
)

// String returns a word.
func (v Verdict) String() string { return [...]string{"good", "bad", "skipped"}[v] }

// Commit is a commit that was looked at.
type Commit struct {
	ID      string
	Subject string
	Verdict Verdict
	Why     string // it tells nothing; "" for the other verdicts
}

// String is a line for people.
func (c Commit) String() string { return fmt.Sprintf("%s %.12s %s", c.outcome(), c.ID, c.Subject) }

// outcome is the verdict, and why there is none.
func (c *Commit) outcome() string {
	if c.Why != "" {
		return fmt.Sprintf("%v (%s)", c.Verdict, c.Why)
	}
	return c.Verdict.String()
}

// Search looks for the first bad commit.
type Search struct {
	Repository string // folder; "" is the current one
	Good, Bad  string // revisions
	Vector     []byte
	Patience   time.Duration // for building and running a commit
	Looked     func(Commit)  // when given, is called for each commit that is looked at

	ctx     context.Context // of Run
	dir     string
	commits []Commit // after Good up to Bad, the oldest first
	tried   map[int]bool
}

// Run returns the first bad commit, and those before it that could not be told apart from it. When the context ends, so does the
// search, with the context's error.
func (s *Search) Run(ctx context.Context) (first Commit, unsure []Commit, err error) {
	dir, remove, err := output.Folder("")
	if err != nil {
		return first, nil, err
	}
	defer remove()
	s.dir, s.ctx = dir, ctx
	if err := os.WriteFile(s.vector(), s.Vector, 0o600); err != nil {
		return first, nil, err
	}
	if err := s.list(); err != nil {
		return first, nil, err
	}
	return s.search()
}

func (s *Search) vector() string { return filepath.Join(s.dir, "vector.yaml") }

// list finds the commits in question, and checks both ends.
func (s *Search) list() error {
	ends := [2]string{}
	for i, name := range []string{s.Good, s.Bad} {
		id, err := git.Line(s.Repository, "rev-parse", "--verify", "--end-of-options", name+"^{commit}")
		if err != nil {
			if _, err := git.Line(s.Repository, "rev-parse", "--git-dir"); err != nil {
				return fmt.Errorf("%s: no git repository; the one of the program that is bisected was expected", cmp.Or(s.Repository, "."))
			}
			return fmt.Errorf("%s: no such revision; a commit, branch or tag of %s was expected", name, cmp.Or(s.Repository, "this repository"))
		}
		ends[i] = id
	}
	if _, err := git.Run(s.Repository, nil, "merge-base", "--is-ancestor", ends[0], ends[1]); err != nil || ends[0] == ends[1] {
		return fmt.Errorf("%s is not before %s; a good revision among the ancestors of the bad one was expected", s.Good, s.Bad)
	}
	lines, err := git.Line(s.Repository, "rev-list", "--first-parent", "--reverse", "--format=%H %s", ends[0]+".."+ends[1])
	if err != nil {
		return err
	}
	for line := range strings.Lines(lines) {
		id, subject, _ := strings.Cut(strings.TrimSpace(line), " ")
		if id != "commit" && id != "" {
			s.commits = append(s.commits, Commit{ID: id, Subject: subject})
		}
	}
	good := Commit{ID: ends[0], Subject: s.Good}
	if err := s.try(&good); err != nil {
		return err
	}
	if good.Verdict != Good {
		return fmt.Errorf("at %s, which is to be good, the vector's verdict is %s", s.Good, good.outcome())
	}
	last := &s.commits[len(s.commits)-1]
	if err := s.try(last); err != nil {
		return err
	}
	if last.Verdict != Bad {
		return fmt.Errorf("at %s, which is to be bad, the vector's verdict is %s", s.Bad, last.outcome())
	}
	return nil
}

// search halves the commits between the last good and the first bad one; those that tell
// nothing are left out.
func (s *Search) search() (first Commit, unsure []Commit, err error) {
	low, high := -1, len(s.commits)-1 // low is good, high is bad
	s.tried = map[int]bool{}
	for {
		i := s.next(low, high)
		if i < 0 {
			break
		}
		s.tried[i] = true
		c := &s.commits[i]
		if err := s.try(c); err != nil {
			return first, nil, err
		}
		switch c.Verdict {
		case Good:
			low = i
		case Bad:
			high = i
		}
	}
	return s.commits[high], s.commits[low+1 : high], nil
}

// next is the commit nearest to the middle that has not been looked at; -1: none is left.
func (s *Search) next(low, high int) int {
	middle := (low + high) / 2
	for d := range high - low {
		for _, i := range [...]int{middle + d, middle - d} {
			if i > low && i < high && !s.tried[i] {
				return i
			}
		}
	}
	return -1
}

// try checks a commit out, builds it and runs the vector.
func (s *Search) try(c *Commit) error {
	tree := filepath.Join(s.dir, "tree")
	if _, err := git.Run(s.Repository, nil, "worktree", "add", "--detach", "--force", tree, c.ID); err != nil {
		git.Run(s.Repository, nil, "worktree", "remove", "--force", tree) // it may be there in part
		return err
	}
	c.Verdict, c.Why = s.verdict(tree)
	stopped := s.ctx.Err()
	if _, err := git.Run(s.Repository, nil, "worktree", "remove", "--force", tree); err != nil {
		return err
	}
	if stopped != nil { // the verdict is none
		return stopped
	}
	if s.Looked != nil {
		s.Looked(*c)
	}
	return nil
}

// verdict builds a commit and runs the vector with it; why says what was in the way.
func (s *Search) verdict(tree string) (v Verdict, why string) {
	ctx, cancel := context.WithTimeout(s.ctx, s.Patience)
	defer cancel()
	program := filepath.Join(s.dir, "tilemark")
	build := command(ctx, "go", "build", "-pgo=off", "-o", program, "./cmd/tilemark")
	build.Dir = tree
	if build.Run() != nil {
		return Skip, s.reason(ctx, "it does not build")
	}
	var words bytes.Buffer
	check := command(ctx, program, "check", s.vector())
	check.Stderr = &words
	err := check.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return Good, ""
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return Bad, ""
	}
	said, _, _ := strings.Cut(strings.TrimSpace(words.String()), "\n")
	return Skip, s.reason(ctx, cmp.Or(strings.ReplaceAll(said, s.vector(), "vector"), err.Error()))
}

// tidy is how long a program may take to remove its temporary files when it is stopped.
const tidy = 5 * time.Second

// command is a program that is interrupted when the context ends, so that it leaves nothing behind.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = tidy
	return cmd
}

// reason is what happened, or that the time was over.
func (s *Search) reason(ctx context.Context, what string) string {
	if ctx.Err() != nil {
		return fmt.Sprintf("it took longer than %v", s.Patience)
	}
	return what
}
