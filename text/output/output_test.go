package output

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFileAppearsCompleteAndReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	require.NoError(t, WriteBytes(path, []byte("one")))
	require.NoError(t, WriteBytes(path, []byte("two")))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "two", string(data))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o644), info.Mode())
	list, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, list, 1)
}

func TestAFillThatFailsLeavesWhatWasThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	require.NoError(t, WriteBytes(path, []byte("one")))
	mine := errors.New("mine")
	require.Equal(t, mine, Write(path, func(w io.Writer) error { w.Write([]byte("x")); return mine }))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "one", string(data))
	list, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, list, 1)
}

// A filler may lose the error of the disk, or have another one after it: it is the disk's that counts.
func TestADiskThatFailedIsNotForgotten(t *testing.T) {
	mine := errors.New("mine")
	for _, own := range []error{nil, mine} {
		got, err := buffer(&fails{2}, func(w io.Writer) error {
			copied := *w.(*bufio.Writer) // it keeps its error to itself
			copied.Write(make([]byte, 1<<18))
			copied.Write(make([]byte, 1<<18))
			copied.Flush()
			return own
		})
		require.Equal(t, own, got)
		require.ErrorIs(t, err, syscall.ENOSPC)
	}
	_, err := buffer(&fails{100}, func(w io.Writer) error { _, err := w.Write(make([]byte, 1<<18)); return err })
	require.NoError(t, err)
}

// A program that ends in the middle leaves nothing behind, and no file gets its name afterwards.
func TestNoTemporariesAreLeftWhenTheProgramEnds(t *testing.T) {
	defer func() { temporaries.over = false }()
	dir := t.TempDir()
	folder, _, err := Folder(dir)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "b"), nil, 0o600))
	path := filepath.Join(dir, "a")
	require.NoError(t, WriteBytes(path, []byte("one")))
	err = Write(path, func(w io.Writer) error {
		RemoveTemporaries()
		_, err := w.Write([]byte("two"))
		return err
	})
	require.ErrorIs(t, err, errOver)
	require.ErrorIs(t, WriteBytes(path, []byte("three")), errOver)
	require.ErrorIs(t, Probe(dir), errOver)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "one", string(data))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 1)
}

// fails is a disk that is full from a write on.
type fails struct{ at int }

func (f *fails) Write(b []byte) (int, error) {
	if f.at--; f.at <= 0 {
		return 0, syscall.ENOSPC
	}
	return len(b), nil
}

func TestErrorsNameTheFileThatWasAskedFor(t *testing.T) {
	dir := t.TempDir()
	file, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for path, want := range map[string]string{
		dir + "/none/a":  "there is no folder " + dir + "/none",
		file + "/a":      file + " is not a folder",
		file + "/a/b":    "not a directory",
		dir:              "is a folder; the name of a file was expected",
		pipe:             "is not a regular file",
		"/proc/tilemark": "", // what stands in the way there depends on the system
	} {
		err := WriteBytes(path, []byte("x"))
		require.ErrorContains(t, err, "writing "+path+": "+want)
		require.NotContains(t, err.Error(), ".tmp")
	}
	for _, err := range []error{
		&os.PathError{Op: "write", Path: "a.123.tmp", Err: syscall.ENOSPC},
		&os.LinkError{Op: "rename", Old: "a.123.tmp", New: "a", Err: syscall.ENOSPC},
	} {
		require.EqualError(t, failed("a", err), "writing a: no space left on device")
	}
}
