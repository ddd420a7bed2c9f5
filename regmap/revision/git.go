package revision

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/git"
	"tilemark/regmap/table"
)

// top is the folder of the repository that the current folder is in.
func top() (string, error) {
	out, err := git.Run("", nil, "rev-parse", "--show-toplevel")
	return strings.TrimSuffix(string(out), "\n"), err
}

// object finds what a name such as HEAD~3 or HEAD~3:hw/regs stands for.
func object(name string) (id string, err error) {
	out, err := git.Run("", nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
	return strings.TrimSpace(string(out)), err
}

// isCommit reports whether a word names a commit, or a tag of one.
func isCommit(word string) bool {
	_, err := object(word + "^{commit}")
	return err == nil
}

// tables lists the tables at a name such as HEAD~3:hw/regs: a file, or the files *.yaml of a folder.
func tables(name string) (list []table.Source, folder bool, err error) {
	id, err := object(name)
	if err != nil {
		return nil, false, errors.New("no such file or folder in that revision")
	}
	kind, err := git.Run("", nil, "cat-file", "-t", id)
	if err != nil {
		return nil, false, err
	}
	if string(kind) == "blob\n" {
		list, err = contents([]entry{{name, id}})
		return list, false, err
	}
	entries, err := listed(name, id)
	if err != nil {
		return nil, true, err
	}
	if len(entries) == 0 {
		return nil, true, errors.New("no register tables, expected *.yaml")
	}
	list, err = contents(entries)
	return list, true, err
}

// entry is a file of a revision.
type entry struct{ name, id string }

// listed finds the tables in a tree, and those of formats below it, in order of their names.
func listed(folder, id string) (list []entry, err error) {
	out, err := git.Run("", nil, "ls-tree", "-z", "--full-tree", id)
	if err != nil {
		return nil, err
	}
	for line := range strings.SplitSeq(string(out), "\x00") {
		about, name, _ := strings.Cut(line, "\t") // MODE KIND ID, then the name
		words := strings.Fields(about)
		switch {
		case len(words) != 3:
		case words[1] == "blob" && path.Ext(name) == ".yaml":
			list = append(list, entry{inFolder(folder, name), words[2]})
		case words[1] == "tree" && name == formats.Folder:
			more, err := listed(inFolder(folder, name), words[2])
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
	}
	return list, nil
}

// inFolder is the name of a file in a folder of a revision; REVISION: is the top.
func inFolder(folder, name string) string {
	if strings.HasSuffix(folder, "/") || strings.HasSuffix(folder, ":") {
		return folder + name
	}
	return folder + "/" + name
}

// contents reads files, all with one process.
func contents(list []entry) (sources []table.Source, err error) {
	var ids bytes.Buffer
	for _, e := range list {
		fmt.Fprintln(&ids, e.id)
	}
	out, err := git.Run("", ids.Bytes(), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		head, rest, _ := bytes.Cut(out, []byte("\n")) // ID KIND SIZE
		words := strings.Fields(string(head))
		if len(words) != 3 {
			return nil, fmt.Errorf("git cat-file: %q for %s", head, e.name)
		}
		size, err := strconv.Atoi(words[2])
		if err != nil || size >= len(rest) {
			return nil, fmt.Errorf("git cat-file: %q for %s, with %d bytes after it", head, e.name, len(rest))
		}
		sources = append(sources, table.Source{Name: e.name, Read: func() ([]byte, error) { return rest[:size], nil }})
		out = rest[size+1:] // a line ends after each file
	}
	return sources, nil
}
