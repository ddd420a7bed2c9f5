package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tilemark/tb/cosim/vector"
	"tilemark/tb/picture"
	"tilemark/tb/plots"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/output"
)

// Folder is where a verb's files go.
type Folder struct {
	path string
	made []string // folders that this program made, the innermost first
}

// OpenFolder makes the folder if there is none and tries that files can be written into
// it, before a long run finds out. Its errors are UsageErrors and name the folder.
func OpenFolder(path string) (*Folder, error) {
	if path == "" {
		return nil, request.Usage("--out is empty: a folder was expected")
	}
	if path == output.Standard {
		return nil, request.Usage("--out %s: a folder was expected; standard output can hold one file only (./%s is a folder of that name)", path, path)
	}
	f := &Folder{path: path}
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		f.made = append(f.made, at)
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, request.Usage("cannot make the output folder %s: %w", path, cause(err))
	}
	if err := output.Probe(path); err != nil {
		return nil, request.Usage("cannot write into the output folder %s: %w", path, cause(err))
	}
	return f, nil
}

// cause is an error of the file system without the name that the system was asked about.
func cause(err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		return detail.Err
	}
	return err
}

// Drop removes the folders again that this program made and that are empty.
func (f *Folder) Drop() {
	for _, path := range f.made {
		if os.Remove(path) != nil {
			return
		}
	}
}

// Write saves a result's pictures and returns their names.
func (f *Folder) Write(r *runs.Result) ([]string, error) {
	w := &pictures{folder: f, r: Run{r}}
	for i := range r.Golden {
		w.context(i)
	}
	for i := len(r.Golden); i < vector.MaxContexts; i++ {
		for _, name := range []string{"colour%s.png", "depth%s.png", "depth%s.pfm", "difference%s.png", "difference-depth%s.png", "colour%s.pfm"} {
			w.remove(fmt.Sprintf(name, runs.ContextSuffix(i)))
		}
	}
	title := fmt.Sprintf("%s, %s: what the blocks did", r.Scenes[0].Name, r.Input.Size)
	w.put("timeline.png", func(path string) error { return plots.Timeline(path, title, r.Last()) })
	var times []float64
	switches := r.Last().Log.Switches
	for i := range switches {
		if next := switches[i].NextTile; next > 0 {
			times = append(times, float64(next))
		}
	}
	if len(times) >= 3 {
		w.put("latency.png", func(path string) error { return plots.Latency(path, times, len(switches), r.Scenes[0].Name) })
	} else {
		w.remove("latency.png")
	}
	w.document()
	return w.written, w.err
}

// pictures writes files until one fails.
type pictures struct {
	folder  *Folder
	r       Run
	written []string
	err     error
}

func (w *pictures) put(name string, write func(path string) error) {
	if w.err != nil {
		return
	}
	path := filepath.Join(w.folder.path, name)
	if w.err = request.AsUsage(write(path)); w.err == nil {
		w.written = append(w.written, path)
	}
}

// remove takes away what an earlier run left and this one does not write.
func (w *pictures) remove(name string) {
	path := filepath.Join(w.folder.path, name)
	if isFolder(path) { // it is no earlier run's
		return
	}
	if err := os.Remove(path); w.err == nil && err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.err = request.Usage("removing %s: %w", path, err)
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// context writes what a context drew; all but the first have its number in their names.
func (w *pictures) context(i int) {
	size, got, want := w.r.Input.Size, w.r.Last().Frames[i], w.r.Golden[i]
	number := runs.ContextSuffix(i)
	c := &w.r.Vector.Image.Contexts[i]
	format := picture.Format(c.ColorFormat)
	depth, clear := depthValues(got.Depth, c.DepthFormat, w.r.Scenes[i].ClearDepth)
	w.put("colour"+number+".png", func(path string) error {
		return picture.WriteColor(path, size.Width, size.Height, got.Color, format)
	})
	if name := "colour" + number + ".pfm"; format == picture.RGBA16F {
		w.put(name, func(path string) error { return picture.WriteColorPFM(path, size.Width, size.Height, got.Color) })
	} else {
		w.remove(name)
	}
	w.put("depth"+number+".png", func(path string) error {
		return picture.WriteDepth(path, size.Width, size.Height, depth, clear)
	})
	w.put("depth"+number+".pfm", func(path string) error {
		return picture.WritePFM(path, size.Width, size.Height, depth)
	})
	w.difference("difference"+number+".png", size, got.Color, want.Color, format)
	w.difference("difference-depth"+number+".png", size, got.Depth, want.Depth, picture.RGBA8)
}

// difference writes a picture of the pixels that are not golden's, if there are any.
func (w *pictures) difference(name string, size request.Size, got, want []uint64, format picture.Format) {
	if slices.Equal(got, want) {
		w.remove(name)
		return
	}
	w.put(name, func(path string) error {
		return picture.WriteDifference(path, size.Width, size.Height, got, want, format)
	})
}
