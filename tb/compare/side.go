package compare

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"

	"tilemark/tb/driver"
	"tilemark/tb/picture"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/number"
)

// Side is one of the two runs.
type Side struct {
	Name     string // as the user gave it
	Run      report.RunSummary
	Pictures []Picture // by context; none: the run's document came without its folder
}

// Picture is what a context drew.
type Picture struct {
	Color, Depth *image.NRGBA // for the eye
	Z            []float32    // depths from 0 to 1, rows from the top
}

// IsRun tells whether a name is that of a recorded run: a folder, or a JSON file.
//
//fuzz:none it looks at the first byte of a file
func IsRun(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	if info.IsDir() || filepath.Ext(name) == ".json" {
		return true
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := f.Read(head)
	return bytes.HasPrefix(bytes.TrimSpace(head[:n]), []byte("{"))
}

// Read reads a run that was recorded: the folder that run --out writes, or what run --json prints. Its errors are UsageErrors and name
// the file.
//
//fuzz:tb/compare.FuzzRun
func Read(name string) (*Side, error) {
	path, folder := name, ""
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		path, folder = report.DocumentIn(name), name
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, request.Usage("%s: no %s in this folder; one that `tilemark run --out` writes was expected", name, report.RunFile)
		}
	} else if filepath.Base(name) == report.RunFile {
		folder = filepath.Dir(name)
	}
	data, err := request.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := &Side{Name: name}
	if err := s.decode(data); err != nil {
		return nil, request.Usage("%s: %w", path, err)
	}
	if folder != "" {
		if err := s.pictures(folder); err != nil {
			return nil, request.Usage("%s: %w", folder, err)
		}
	}
	return s, nil
}

// decode reads the document of a run.
func (s *Side) decode(data []byte) error {
	var head struct {
		Schema  string `json:"schema"`
		Version int    `json:"schema_version"`
	}
	kind := report.RunDocument.Header()
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("no JSON of a run: %w", err)
	}
	if head.Schema != kind.Schema() || head.Version != kind.Version {
		return fmt.Errorf("schema %q, version %d; %q, version %d, as `tilemark run --json` prints it, was expected", head.Schema, head.Version, kind.Schema(), kind.Version)
	}
	if err := json.Unmarshal(data, &s.Run); err != nil {
		return err
	}
	if r := &s.Run; len(r.Blocks) == 0 || len(r.Parameters) == 0 || len(r.Pictures) == 0 {
		return errors.New("blocks, parameters and pictures were expected; an older program that did not say them has written it")
	}
	return nil
}

// pictures reads those beside a run's document, and checks where it can that they are that run's.
func (s *Side) pictures(folder string) error {
	for i := range s.Run.Pictures {
		drawn := &s.Run.Pictures[i]
		var p Picture
		var err error
		if p.Color, err = readPNG(filepath.Join(folder, report.PictureFile("colour", i, ".png"))); err != nil {
			return err
		}
		sum := sha256.Sum256(p.Color.Pix)
		if drawn.ColorFormat != "rgba16f" && hex.EncodeToString(sum[:]) != drawn.ColorSHA256 {
			return fmt.Errorf("%s is not the picture that %s names; both of one run were expected", report.PictureFile("colour", i, ".png"), report.RunFile)
		}
		if p.Depth, err = readPNG(filepath.Join(folder, report.PictureFile("depth", i, ".png"))); err != nil {
			return err
		}
		if p.Z, err = picture.ReadPFM(filepath.Join(folder, report.PictureFile("depth", i, ".pfm"))); err != nil {
			return err
		}
		size := image.Pt(s.Run.Width, s.Run.Height)
		if p.Color.Rect.Max != size || p.Depth.Rect.Max != size || len(p.Z) != size.X*size.Y {
			return fmt.Errorf("pictures of context %d: %dx%d pixels, as %s tells, were expected", i, size.X, size.Y, report.RunFile)
		}
		s.Pictures = append(s.Pictures, p)
	}
	return nil
}

// readPNG reads a picture; its first pixel is at 0, 0.
//
//fuzz:tb/compare.FuzzPicture
func readPNG(path string) (*image.NRGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := png.DecodeConfig(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if head.Width > maxSide || head.Height > maxSide {
		return nil, fmt.Errorf("%s: %d by %d pixels; at most %s on each side were expected", path, head.Width, head.Height, number.Thousands(maxSide))
	}
	if _, err := f.Seek(0, 0); err != nil {
		return nil, err
	}
	m, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out, ok := m.(*image.NRGBA)
	if !ok {
		out = image.NewNRGBA(image.Rectangle{Max: m.Bounds().Size()})
		draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	}
	return out, nil
}

// Run makes a run of an input.
func Run(name string, o runs.RunOptions) (*Side, error) {
	r, err := runs.Run(o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	shown := report.Run{Result: r}
	s := &Side{Name: name, Run: shown.Summary()}
	for i := range r.Golden {
		var p Picture
		p.Color, p.Depth, p.Z = shown.Images(i)
		s.Pictures = append(s.Pictures, p)
	}
	return s, nil
}

// maxSide is the most pixels of a picture's width or height.
const maxSide = driver.MaxSize
