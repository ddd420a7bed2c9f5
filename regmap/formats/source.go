package formats

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tilemark/regmap/table"
	"tilemark/text/strictyaml"
)

// Folder is where a folder of register tables has those of formats.
const Folder = "formats"

// Sources lists tables of blocks and of formats: a folder stands for its tables and those in its
// folder of formats, a table of formats for all of its folder, since they refer to each other.
func Sources(paths ...string) ([]table.Source, error) {
	var all []string
	for _, path := range paths {
		all = append(all, path)
		if dir := filepath.Join(path, Folder); isFolder(dir) {
			all = append(all, dir)
		}
		more, err := beside(path)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return table.FileSources(all...)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// beside lists the tables of formats in the folder of one; none when the file is something else.
//
//fuzz:regmap/formats.FuzzTables regmap/table.FuzzTable
func beside(file string) (files []string, err error) {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	self := table.Source{Name: file, Read: func() ([]byte, error) { return os.ReadFile(file) }}
	if _, own, err := Split([]table.Source{self}); err != nil || len(own) == 0 {
		return nil, err
	}
	all, err := table.FileSources(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	_, others, err := Split(all)
	for _, s := range others {
		files = append(files, s.Name)
	}
	return files, err
}

// EmbeddedSources lists those of a file system, under the folder of the register tables in
// messages.
func EmbeddedSources(tables fs.FS, folder string) ([]table.Source, error) {
	sub, err := fs.Sub(tables, Folder)
	if err != nil {
		return nil, err
	}
	return table.EmbeddedSources(sub, filepath.Join(folder, Folder))
}

// Split parts tables of blocks from those of formats.
func Split(sources []table.Source) (blocks, formats []table.Source, err error) {
	for _, s := range sources {
		text, err := s.Read()
		if err != nil {
			return nil, nil, err
		}
		if isTable(text) {
			formats = append(formats, s)
		} else {
			blocks = append(blocks, s)
		}
	}
	return blocks, formats, nil
}

// isTable tells a table of formats from one of a block by its keys, right or not: in YAML nothing
// but a key begins a line. One that lacks the key formats is known by what it describes.
func isTable(text []byte) bool {
	found, sections := false, fileKeys.names(false)
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte(strictyaml.ByteOrderMark))) {
		key, _, isKey := bytes.Cut(line, []byte(":"))
		if isKey && string(key) == "block" {
			return false
		}
		found = found || isKey && (string(key) == "formats" || slices.Contains(sections, string(key)))
	}
	return found
}

// Load parses and checks the formats that belong to a folder of register tables. The third
// result is for what cannot be read.
func Load(tables string) (*Set, []table.Error, error) {
	sources, err := Sources(tables)
	if err != nil {
		return nil, nil, err
	}
	_, own, err := Split(sources)
	if err != nil {
		return nil, nil, err
	}
	return LoadSources(own)
}

// LoadSources parses and checks tables. It returns what they say together, nil when there
// are none, and every error found, in order of place. The third result is for a file that
// cannot be read.
func LoadSources(sources []table.Source) (*Set, []table.Error, error) {
	if len(sources) == 0 {
		return nil, nil, nil
	}
	set := &Set{}
	var errs []table.Error
	for _, s := range sources {
		source, err := s.Read()
		if err != nil {
			return nil, nil, err
		}
		errs = append(errs, Parse(set, s.Name, source)...)
	}
	errs = append(errs, Check(set)...)
	table.SortErrors(errs)
	return set, errs, nil
}
