package request

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/tb/scene"
	"tilemark/tb/stream"
	"tilemark/text/number"
	"tilemark/text/output"
)

// StreamSuffix is how the names of command streams end.
const StreamSuffix = ".tmcs"

// IsStream tells whether a name is that of a command stream.
func IsStream(name string) bool { return strings.EqualFold(filepath.Ext(name), StreamSuffix) }

// maxFileBytes is the largest file that is read.
const maxFileBytes = 512 << 20

// ReadFile reads a file of the user's. Its errors are UsageErrors and name the file.
//
//fuzz:callers
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Usage("%s: no such file", path)
	case err != nil:
		return nil, AsUsage(err)
	case !info.Mode().IsRegular():
		return nil, Usage("%s: is not a regular file", path)
	case info.Size() > maxFileBytes:
		return nil, Usage("%s: too large: %s bytes; at most %s are read", path, number.Thousands(info.Size()), number.Thousands(maxFileBytes))
	}
	data, err := os.ReadFile(path)
	return data, AsUsage(err)
}

// ReadStream reads a command stream. Its errors are UsageErrors and name file and offset.
//
//fuzz:tb/stream.FuzzDecode tb/stream.FuzzContainer tb/request.FuzzStream
func ReadStream(path string) (*stream.File, error) {
	data, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := stream.Decode(data)
	if err != nil {
		return nil, Usage("%s: %w", path, err)
	}
	return f, nil
}

// stream reads a recorded command stream in place of scenes.
func (w *Work) stream() error {
	in := &w.Input
	if in.overrides() {
		return Usage("%s: a command stream has contexts, camera, size and kernels of its own", in.Scene)
	}
	f, err := ReadStream(in.Scene)
	if err != nil {
		return err
	}
	in.Size.Width, in.Size.Height = f.Size()
	in.Contexts = len(f.Contexts)
	for i := range f.Contexts {
		c := &f.Contexts[i]
		if c.Color.Width != in.Size.Width || c.Color.Height != in.Size.Height || c.Depth.Width != in.Size.Width || c.Depth.Height != in.Size.Height {
			return Usage("%s: context %d has surfaces of %dx%d and %dx%d pixels; %s, the size of the first, was expected", in.Scene, i,
				c.Color.Width, c.Color.Height, c.Depth.Width, c.Depth.Height, in.Size)
		}
		w.Scenes = append(w.Scenes, &scene.Scene{Name: f.Name, ClearDepth: c.ClearDepth, Interrupts: f.Interrupts, InterruptEvery: f.Every})
	}
	if w.Vector, err = VectorFor(f.Image(), &w.Config); err != nil {
		return Usage("%s: %w", in.Scene, err)
	}
	return nil
}

// Record makes a command stream of the work, with interrupts; those of the scene's file when none are given.
func (w *Work) Record(at []uint64, every uint64) *stream.File {
	var clear []float32
	for _, s := range w.Scenes {
		clear = append(clear, s.ClearDepth)
	}
	f := stream.FromImage(w.Scenes[0].Name, w.Vector.Image, clear)
	at, every = w.Interrupts(at, every)
	f.Interrupts = slices.Compact(slices.Sorted(slices.Values(at)))
	f.Every = every
	return f
}

// WriteFile writes a file that appears complete or not at all. Its errors are UsageErrors and name the file.
func WriteFile(path string, data []byte) error { return AsUsage(output.WriteBytes(path, data)) }

// CheckFiles tells before long work that a file cannot be written; "" stands for none. Its errors are UsageErrors.
func CheckFiles(paths ...string) error {
	for i, path := range paths {
		if path == "" {
			continue
		}
		if slices.Contains(paths[:i], path) {
			return Usage("writing %s: two outputs have this name", path)
		}
		if err := output.Check(path); err != nil {
			return AsUsage(err)
		}
	}
	return nil
}

// WriteNew writes a file that the user named, complete or not at all. The error of a
// request that makes no sense stays what it is.
func WriteNew(path string, fill func(io.Writer) error) error {
	err := output.Write(path, fill)
	var file *output.Error
	if errors.As(err, &file) {
		return AsUsage(file)
	}
	return err
}
