// Package git runs commands of git.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// patience is how long git may take for one answer.
const patience = time.Minute

// Run runs a command of git in a folder, "" for the current one, and returns what it wrote. Its
// errors have git's own words.
func Run(folder string, input []byte, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	cmd.Stdin = bytes.NewReader(input)
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	err := cmd.Run()
	switch line, _, _ := strings.Cut(strings.TrimSpace(words.String()), "\n"); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git is not installed")
	case ctx.Err() != nil:
		return nil, fmt.Errorf("git %s took longer than %v", args[0], patience)
	case err != nil && line != "":
		return nil, errors.New(line)
	case err != nil:
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out.Bytes(), nil
}

// Line is Run for an answer of one line.
func Line(folder string, args ...string) (string, error) {
	out, err := Run(folder, nil, args...)
	return strings.TrimSpace(string(out)), err
}
