package output

import (
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
