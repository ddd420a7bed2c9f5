// Package output writes files that appear complete or not at all. Its errors name the file that was asked for, never the
// temporary one beside it.
package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Error is a file that cannot be written.
type Error struct {
	Path string
	Err  error
}

// Error names the file and what is in the way.
func (e *Error) Error() string { return fmt.Sprintf("writing %s: %v", e.Path, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Write fills a temporary file beside path and then gives it its name. What fill itself finds wrong is returned as it is.
func Write(path string, fill func(io.Writer) error) error {
	if err := Check(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".tilemark-*.tmp")
	if err != nil {
		return failed(path, err)
	}
	defer os.Remove(f.Name()) // nothing is left to remove when all went well
	defer f.Close()
	disk := &sink{w: f}
	buffered := bufio.NewWriterSize(disk, 1<<16)
	if err := fill(buffered); err != nil && disk.err == nil {
		return err
	}
	err = errors.Join(buffered.Flush(), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return failed(path, err)
	}
	return nil
}

// WriteBytes is Write for bytes that are there.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// sink remembers that the disk failed, whatever becomes of the error.
type sink struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (s *sink) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.err = err
	return n, err
}

// Check tells, before long work, what is in the way of a file at path. A file renamed over a device or a pipe would destroy it.
func Check(path string) error {
	folder := filepath.Dir(path)
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return &Error{path, fmt.Errorf("there is no folder %s", folder)}
	case err != nil:
		return failed(path, err)
	case !info.IsDir():
		return &Error{path, fmt.Errorf("%s is not a folder", folder)}
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular():
		return nil
	case err != nil:
		return failed(path, err)
	case info.IsDir():
		return &Error{path, errors.New("is a folder; the name of a file was expected")}
	}
	return &Error{path, errors.New("is not a regular file")}
}

// failed takes the names of temporary files out of an error.
func failed(path string, err error) error {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		err = file.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &Error{path, err}
}
