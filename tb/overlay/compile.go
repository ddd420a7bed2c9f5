package overlay

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Go runs the go command in the project's folder with a build's overlay, such as Go(ctx, root, overlay, "build", "./cmd/tilemark"). It
// returns what the command printed, which is part of an error, too.
func Go(ctx context.Context, root, overlay, verb string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{verb, "-overlay", overlay}, args...)...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("go %s -overlay %s %s: %w\n%s", verb, overlay, strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// message is a sentence of the compiler about a copy of a function.
var message = regexp.MustCompile(`(?m)^\S*?([a-z0-9-]+)` + between + `(\w+\.go:\d+(?::\d+)?: .*)$`)

// Compile leaves out of a plan what does not compile, and writes into Plan.Broken what the compiler says of it. The plan's builds are
// written below a folder. All packages below hw are compiled.
func (p *Plan) Compile(ctx context.Context, root, folder string, list []Replacement) error {
	for p.Chosen != nil {
		out, err := p.Chosen.try(ctx, root, filepath.Join(folder, "chosen"))
		if err == nil {
			break
		}
		broken := sentences(out, list)
		if len(broken) == 0 {
			return fmt.Errorf("the overlay does not compile, and no replacement is named: %w", err)
		}
		if err := p.without(root, list, broken); err != nil {
			return err
		}
	}
	var alone []*Build
	for _, b := range p.Alone {
		out, err := b.try(ctx, root, filepath.Join(folder, b.Names[0]))
		switch {
		case err == nil:
			alone = append(alone, b)
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			p.Broken[b.Names[0]] = sentenceOf(out)
		}
	}
	p.Alone = alone
	return nil
}

func (b *Build) try(ctx context.Context, root, folder string) (string, error) {
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	overlay, err := b.Write(root, folder)
	if err != nil {
		return "", err
	}
	out, err := Go(ctx, root, overlay, "build", "./hw/...")
	if err != nil && ctx.Err() == nil { // once more, for all errors and not only the first ones
		out, err = Go(ctx, root, overlay, "build", "-gcflags=-e", "./hw/...")
	}
	return out, err
}

// sentences are what the compiler says first of each replacement.
func sentences(out string, list []Replacement) map[string]string {
	broken := map[string]string{}
	for _, m := range message.FindAllStringSubmatch(out, -1) {
		for i := range list {
			if r := &list[i]; r.Name == m[1] && broken[r.Name] == "" {
				broken[r.Name] = path.Dir(r.File) + "/" + m[2]
			}
		}
	}
	return broken
}

// sentenceOf is the compiler's first sentence.
func sentenceOf(out string) string {
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "the go command says nothing"
}

// without plans once more, for what is not broken.
func (p *Plan) without(root string, list []Replacement, broken map[string]string) error {
	for name, sentence := range broken {
		p.Broken[name] = sentence
	}
	var left []Replacement
	for _, r := range list {
		if p.Broken[r.Name] == "" {
			left = append(left, r)
		}
	}
	again, err := New(root, left)
	if err != nil {
		return err
	}
	p.Chosen = again.Chosen
	return nil
}
