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
	"syscall"
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

// Standard is the path that stands for standard output.
const Standard = "-"

// Stdout is where that goes; the program's main sets it before anything is written.
var Stdout io.Writer = os.Stdout

// Write fills a temporary file beside path and then gives it its name. When the disk fails, that is the error, whatever fill makes of it;
// what fill itself finds wrong is returned as it is.
func Write(path string, fill func(io.Writer) error) error {
	if path == Standard {
		own, err := buffer(Stdout, fill)
		if err != nil {
			return &Error{"standard output", err}
		}
		return own
	}
	if err := Check(path); err != nil {
		return err
	}
	f, err := createTemporary(filepath.Dir(path))
	if err != nil {
		return failed(path, err)
	}
	defer removeTemporary(f.Name())
	defer f.Close()
	own, err := buffer(f, fill)
	if err != nil {
		return failed(path, err)
	}
	if own != nil {
		return own
	}
	if err := errors.Join(f.Chmod(0o644), onDisk(f), f.Close()); err != nil {
		return failed(path, err)
	}
	if err := publish(f.Name(), path); err != nil {
		return failed(path, err)
	}
	return nil
}

// buffer has fill write to a disk. It tells apart what fill finds wrong, and what the disk does.
func buffer(disk io.Writer, fill func(io.Writer) error) (own, failed error) {
	s := &sink{w: disk}
	b := bufio.NewWriterSize(s, 1<<16)
	own = fill(b)
	b.Flush() // the sink knows of its error
	return own, s.err
}

// onDisk has the content on the disk before its name is: what was there before is not lost for an empty file when the power
// fails. Some file systems cannot.
func onDisk(f *os.File) error {
	if err := f.Sync(); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
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

// sink remembers that the disk failed, whatever becomes of the error; nothing is written after what is missing.
type sink struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (s *sink) Write(b []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err
	}
	n, s.err = s.w.Write(b)
	return n, s.err
}

// Check tells, before long work, what is in the way of a file at path. A file renamed over a device or a pipe would destroy it.
func Check(path string) error {
	if path == Standard {
		return nil
	}
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
