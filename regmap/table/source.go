package table

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Source is a table that has not been read yet.
type Source struct {
	Name string // of its file, for messages
	Read func() ([]byte, error)
}

// FileSources lists tables: a file stands for itself, a folder for its files *.yaml in
// order of their names. A file that is given twice is listed once.
//
//fuzz:regmap/table.FuzzTable regmap/formats.FuzzTables text/strictyaml.FuzzParsePlain
func FileSources(paths ...string) ([]Source, error) {
	var out []Source
	seen := map[string]bool{}
	for _, path := range paths {
		files, err := filesOf(path)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if clean := filepath.Clean(file); !seen[clean] {
				seen[clean] = true
				out = append(out, Source{Name: file, Read: func() ([]byte, error) { return os.ReadFile(file) }})
			}
		}
	}
	return out, nil
}

func filesOf(path string) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file or folder", path)
	case err != nil:
		return nil, err
	case info.Mode().IsRegular():
		return []string{path}, nil
	case !info.IsDir():
		return nil, fmt.Errorf("%s: is neither a regular file nor a folder", path)
	}
	files, err := filepath.Glob(filepath.Join(path, "*.yaml"))
	if err == nil && len(files) == 0 {
		err = errors.New("no register tables in " + path + ", expected *.yaml")
	}
	slices.Sort(files)
	return files, err
}

// EmbeddedSources lists the tables of a file system, under a folder's name in messages.
func EmbeddedSources(tables fs.FS, folder string) ([]Source, error) {
	files, err := fs.Glob(tables, "*.yaml")
	var out []Source
	for _, file := range files {
		out = append(out, Source{Name: filepath.Join(folder, file), Read: func() ([]byte, error) { return fs.ReadFile(tables, file) }})
	}
	return out, err
}

// Load parses and checks all files *.yaml of a directory. It returns the
// blocks in order of their IDs, or every error found, in order of place. The
// third result is for a directory that cannot be read.
func Load(dir string) ([]Block, []Error, error) {
	sources, err := FileSources(dir)
	if err != nil {
		return nil, nil, err
	}
	return LoadSources(sources)
}

// LoadSources parses and checks tables. It returns the blocks in order of their IDs, or
// every error found, in order of place. The third result is for a file that cannot be read.
func LoadSources(sources []Source) ([]Block, []Error, error) {
	return MachineLimits.Load(sources)
}

// Load is LoadSources for maps of other machines.
func (l Limits) Load(sources []Source) ([]Block, []Error, error) {
	blocks, errs, err := parseAll(sources)
	if err != nil {
		return nil, nil, err
	}
	errs = append(errs, check(blocks, l)...)
	slices.SortStableFunc(errs, func(a, b *Error) int { return a.Pos.compare(b.Pos) })
	slices.SortStableFunc(blocks, func(a, b Block) int { return cmp.Compare(a.ID, b.ID) })
	return blocks, values(errs), nil
}

// parseAll parses tables, several at a time; the results are in the sources' order.
func parseAll(sources []Source) ([]Block, []*Error, error) {
	blocks := make([]Block, len(sources))
	bad := make([][]*Error, len(sources))
	failed := make([]error, len(sources))
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sources)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(sources); i = int(next.Add(1)) - 1 {
				source, err := sources[i].Read()
				if failed[i] = err; err == nil {
					blocks[i], bad[i] = parse(&file{name: sources[i].Name, read: sources[i].Read}, source)
				}
			}
		})
	}
	all.Wait()
	return blocks, slices.Concat(bad...), errors.Join(failed...)
}

// Size counts the registers of blocks, every element of an array, and their fields.
func Size(blocks []Block) (registers, fields int) {
	for _, b := range blocks {
		for _, r := range b.Registers {
			registers += r.Count
			fields += r.Count * len(r.Fields)
		}
	}
	return registers, fields
}
