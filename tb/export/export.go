// Package export writes what a scene's contexts draw into files that a program outside can draw again with a renderer of its own:
// memory before and after, and where every fragment of golden lies. docs/judges.md describes the files.
package export

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"tilemark/golden"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/text/output"
)

// version of the files, in index.json.
const version = 1

// index is index.json.
type index struct {
	Version  int       `json:"version"`
	Scene    string    `json:"scene"`
	Contexts []context `json:"contexts"`
}

type context struct {
	Header      uint32   `json:"header"`
	Color       surface  `json:"color"`
	Depth       surface  `json:"depth"`
	DepthFormat uint32   `json:"depth_format"`
	Queries     []uint32 `json:"queries"`
	Fences      []uint32 `json:"fences"`
	Fragments   int      `json:"fragments"` // records in fragments.bin, after those of the contexts before
}

type surface struct {
	Base   uint32 `json:"base"`
	Pitch  int    `json:"pitch"` // tiles in a row
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Write writes before.bin, after.bin, fragments.bin and, last, index.json into a folder, which it makes if need be. The scene's name is for
// the reader. Errors are those of the file system.
func Write(folder, scene string, v *vector.Vector) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	files := []struct {
		name string
		fill func(io.Writer) error
	}{
		{"before.bin", func(w io.Writer) error { _, err := w.Write(v.Image.Bytes); return err }},
		{"after.bin", func(w io.Writer) error { _, err := w.Write(v.Final); return err }},
		{"fragments.bin", func(w io.Writer) error { return fragments(w, v.Traces) }},
		{"index.json", func(w io.Writer) error { return writeIndex(w, scene, v) }},
	}
	for _, f := range files {
		if err := output.Write(filepath.Join(folder, f.name), f.fill); err != nil {
			return err
		}
	}
	return nil
}

func writeIndex(w io.Writer, scene string, v *vector.Vector) error {
	ix := index{Version: version, Scene: scene}
	for i := range v.Image.Contexts {
		c := &v.Image.Contexts[i]
		ix.Contexts = append(ix.Contexts, context{
			Header: c.Header, Color: surfaceOf(&c.Color), Depth: surfaceOf(&c.Depth), DepthFormat: c.DepthFormat,
			Queries: append([]uint32{}, c.Queries...), Fences: append([]uint32{}, c.Fences...), Fragments: count(v.Traces[i]),
		})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(ix)
}

func surfaceOf(s *driver.Surface) surface { return surface{s.Base, s.Pitch, s.Width, s.Height} }

// fragment is one record of fragments.bin, little-endian.
type fragment struct {
	Draw, Instance, Primitive, Triangle uint32 // Draw counts the context's draws from 0
	X, Y                                uint16
	Flags                               uint32
}

// Flags of a fragment.
const (
	flagPassed  = 1 // passed the stencil and the depth test
	flagColored = 2 // and was not dropped by the pixel program
)

func fragments(w io.Writer, traces []*golden.Trace) error {
	for _, t := range traces {
		draws := uint32(0)
		var buffer []fragment
		for i := range t.Events {
			e := &t.Events[i]
			if e.Kind == golden.KindDraw {
				draws++
			}
			if e.Kind != golden.KindTile {
				continue
			}
			at := &e.Cursor
			buffer = buffer[:0]
			for _, f := range t.Fragments[e.First : e.First+e.Count] {
				r := fragment{Draw: draws - 1, Instance: at.Instance, Primitive: at.Primitive, Triangle: at.Triangle, X: f.X, Y: f.Y}
				if f.Pass {
					r.Flags |= flagPassed
				}
				if f.Colored {
					r.Flags |= flagColored
				}
				buffer = append(buffer, r)
			}
			if err := binary.Write(w, binary.LittleEndian, buffer); err != nil {
				return err
			}
		}
	}
	return nil
}

func count(t *golden.Trace) (n int) {
	for i := range t.Events {
		if t.Events[i].Kind == golden.KindTile {
			n += int(t.Events[i].Count)
		}
	}
	return n
}
