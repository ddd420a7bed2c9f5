// Package revision finds register tables in files, folders and revisions of a git
// repository. Nothing is written: what git holds is read into memory.
package revision

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Side is one side of a comparison.
type Side struct {
	Name   string         // as messages call it
	Tables []table.Source // of blocks and of formats
	Folder bool           // of tables; otherwise one
	Note   string         // what the user should know of how the word was read; "" for nothing
}

// word is an argument: a path, or a revision with or without a path in it.
type word struct {
	text       string
	isPath     bool
	rev, inRev string // inRev is "" when only the revision was given
	note       string
}

// Open reads two arguments: files, folders, git revisions, or REVISION:PATH. A
// revision alone stands for the other argument's path in it, else for folder.
func Open(old, new, folder string) (o, n Side, err error) {
	a, err := read(old)
	if err != nil {
		return o, n, err
	}
	b, err := read(new)
	if err != nil {
		return o, n, err
	}
	if err := errors.Join(a.complete(b, folder), b.complete(a, folder)); err != nil {
		return o, n, err
	}
	if o, err = a.side(); err != nil {
		return o, n, err
	}
	if n, err = b.side(); err != nil {
		return o, n, err
	}
	if o.Folder != n.Folder {
		kind := map[bool]string{false: "one table", true: "a folder of tables"}
		return o, n, fmt.Errorf("%s is %s, %s is %s: two of a kind were expected", o.Name, kind[o.Folder], n.Name, kind[n.Folder])
	}
	return o, n, nil
}

// read tells what a word is. A file or folder comes before a revision of the same name.
func read(text string) (word, error) {
	if text == "" {
		return word{}, errors.New("an argument is empty: a file, a folder or a git revision was expected")
	}
	if _, err := os.Lstat(text); err == nil {
		w := word{text: text, isPath: true}
		if isCommit(text) {
			w.note = fmt.Sprintf("%s is a file or folder here, and a git revision too: the file or folder is read; %s^0 is the revision", text, text)
		}
		return w, nil
	}
	if _, err := top(); err != nil {
		return word{}, fmt.Errorf("%s: no such file or folder, and no git revision can be looked for: %w", text, err)
	}
	rev, inside, found := strings.Cut(text, ":")
	if rev == "" || !isCommit(rev) {
		return word{}, fmt.Errorf("%s: neither a file, a folder nor a git revision", text)
	}
	if found && inside == "" {
		return word{}, fmt.Errorf("%s: a path was expected after the colon", text)
	}
	return word{text: text, rev: rev, inRev: inside}, nil
}

// complete gives a revision alone a path.
func (w *word) complete(other word, folder string) error {
	switch {
	case w.isPath || w.inRev != "":
		return nil
	case other.inRev != "":
		w.inRev = other.inRev
		return nil
	case !other.isPath:
		w.inRev = folder
		return nil
	}
	inside, err := fromTop(other.text)
	if err != nil {
		return fmt.Errorf("%s: which tables of that revision? %w; %s:PATH says it", w.text, err, w.rev)
	}
	w.inRev = inside
	return nil
}

// fromTop is a path as git names it: from the top of the repository.
func fromTop(path string) (string, error) {
	root, err := top()
	if err != nil {
		return "", err
	}
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		return "", err
	}
	full, err := filepath.Abs(path)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return "", err
	}
	inside, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(inside) {
		return "", fmt.Errorf("%s is outside of the repository", path)
	}
	if inside == "." { // git calls the top ""
		inside = ""
	}
	return filepath.ToSlash(inside), nil
}

// side finds the tables.
func (w word) side() (Side, error) {
	s := Side{Name: w.text, Note: w.note}
	if !w.isPath {
		s.Name = w.rev + ":" + w.inRev
		var err error
		if s.Tables, s.Folder, err = tables(s.Name); err != nil {
			return s, fmt.Errorf("%s: %w", s.Name, err)
		}
		return s, nil
	}
	if info, err := os.Stat(w.text); err == nil {
		s.Folder = info.IsDir()
	}
	list := table.FileSources // of a file: this one alone
	if s.Folder {
		list = formats.Sources
	}
	var err error
	s.Tables, err = list(w.text)
	if err != nil && w.note != "" {
		err = fmt.Errorf("%w (%s)", err, w.note)
	}
	return s, err
}
