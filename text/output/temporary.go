package output

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
)

// pattern is that of the names of temporary files and folders.
const pattern = ".tilemark-*.tmp"

// temporaries are the files and folders that have not got their names yet.
var temporaries struct {
	sync.Mutex
	paths map[string]bool
	over  bool // the program ends: no more are made, and none gets its name
}

// errOver is what a writer is told that goes on while the program ends.
var errOver = errors.New("the program ends")

// temporary makes one, and notes it.
func temporary(create func() (path string, err error)) (string, error) {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	if t.over {
		return "", errOver
	}
	path, err := create()
	if err != nil {
		return "", err
	}
	if t.paths == nil {
		t.paths = map[string]bool{}
	}
	t.paths[path] = true
	return path, nil
}

func createTemporary(folder string) (f *os.File, err error) {
	_, err = temporary(func() (string, error) {
		if f, err = os.CreateTemp(folder, pattern); err != nil {
			return "", err
		}
		return f.Name(), nil
	})
	return f, err
}

// removeTemporary removes what has not got its name.
func removeTemporary(path string) {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	os.RemoveAll(path)
	delete(t.paths, path)
}

// Probe tells whether files can be made in a folder.
func Probe(folder string) error {
	f, err := createTemporary(folder)
	if err != nil {
		return err
	}
	f.Close()
	removeTemporary(f.Name())
	return nil
}

// publish gives a temporary file its name.
func publish(temporary, path string) error {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	if t.over {
		return errOver
	}
	return os.Rename(temporary, path)
}

// Folder makes a temporary folder in another one; "" stands for the system's. remove takes it away with all that is in it.
func Folder(in string) (path string, remove func(), err error) {
	if in == "" {
		in = os.TempDir()
	}
	path, err = temporary(func() (string, error) { return os.MkdirTemp(filepath.Clean(in), pattern) })
	return path, func() { removeTemporary(path) }, err
}

// RemoveTemporaries removes all temporary files and folders that there are, for a program that ends in the middle of its work. No
// file gets its name afterwards.
func RemoveTemporaries() {
	t := &temporaries
	t.Lock()
	defer t.Unlock()
	t.over = true
	for path := range t.paths {
		os.RemoveAll(path)
	}
	clear(t.paths)
}
