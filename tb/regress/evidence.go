package regress

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"slices"
	"sync"

	"tilemark/tb/cosim"
	"tilemark/tb/driver"
	"tilemark/tb/picture"
	"tilemark/tb/regress/store"
	"tilemark/tb/wave"
)

// lastCycles before a failure are drawn.
const lastCycles = 160

// Failures that are drawn: of each rule and place, and of a run.
const (
	mostDrawn    = 3
	mostDrawnAll = 60
)

// gallery counts the failures that have been drawn, and those that have been made smaller.
type gallery struct {
	mu     sync.Mutex
	seen   map[[2]string]int
	all    int
	shrunk map[[2]string]bool
}

// shrinks tells whether a failure is to be made smaller: the first one of each rule and place.
func (g *gallery) shrinks(f *store.Failure) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := [2]string{f.Rule, f.Place}
	if g.shrunk[key] || !shrinks(f) {
		return false
	}
	if g.shrunk == nil {
		g.shrunk = map[[2]string]bool{}
	}
	g.shrunk[key] = true
	return true
}

// wants tells whether a failure is to be drawn.
func (g *gallery) wants(f *store.Failure) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.seen == nil {
		g.seen = map[[2]string]int{}
	}
	key := [2]string{f.Rule, f.Place}
	if g.seen[key] >= mostDrawn || g.all >= mostDrawnAll {
		return false
	}
	g.seen[key]++
	g.all++
	return true
}

// draw runs a case that failed again and draws what was wrong: of a sweep, the run with the interrupt that failed. Again it
// must fail as it did. attach is called for the session before it runs.
func draw(t *Test, w *Work, c *store.Case, attach func(*cosim.Session)) {
	if w.failedCut {
		t = &Test{Name: t.Name, Stage: t.Stage, Make: func(uint64) (*Work, error) { return &Work{Text: w.Failing()}, nil }}
	}
	var s *cosim.Session
	var rec *wave.Recorder
	record := &wave.Store{}
	from := uint64(1)
	if at := max(c.Failure.Cycle, w.cut); at > lastCycles {
		from = at - lastCycles
	}
	again := Execute(t, c.Seed, func(made *cosim.Session) {
		s = made
		attach(s)
		var err error
		if rec, err = wave.NewRecorder(s.M.Domain, s.M.Config.Clock, nil, from, ^uint64(0), record); err != nil {
			rec = nil // it fails before anything can be shown
			return
		}
		s.Look = func(cycle uint64) uint64 { return max(rec.Sample(cycle), cycle+1) }
	})
	if w.failedCut {
		if f := again.Failure; f == nil || f.Rule != c.Failure.Rule || f.Place != c.Failure.Place {
			return // a sweep looks at more than a run does: there is nothing to draw
		}
		c.Failure.Cycle = again.Failure.Cycle
	} else if err := differ(c, &again); err != nil {
		c.Result, c.Failure.Rule, c.Failure.Place = store.Error, RuleFlaky, t.Name
		c.Failure.Message = err.Error() + "\n" + c.Failure.Message
		return
	}
	if s == nil {
		return
	}
	c.Failure.Pictures = images(s)
	if rec != nil && rec.Close() == nil && rec.Started() && record.From < record.To {
		if data, err := json.Marshal(waveOf(record, depths(s))); err == nil {
			c.Failure.Pictures = append(c.Failure.Pictures, store.Picture{Name: "last cycles", Kind: WaveKind, Data: data})
		}
	}
}

// depths are those of the machine's FIFOs by name.
func depths(s *cosim.Session) map[string]int {
	out := map[string]int{}
	for _, c := range s.M.Connections() {
		if !c.Line {
			out[c.Name] = c.Depth
		}
	}
	return out
}

// mostPixels of a surface are drawn: reports are one file.
const mostPixels = 512 * 512

// PictureDifference is the name of the image that shows where the machine's and golden's differ.
const PictureDifference = "where they differ"

// images draws the first surface that differs from golden's, the machine's beside golden's and where they differ.
func images(s *cosim.Session) []store.Picture {
	for i := range s.V.Image.Contexts {
		surface := &s.V.Image.Contexts[i].Color
		if surface.Width*surface.Height > mostPixels {
			continue
		}
		got, want := surface.Pixels(s.Memory().ReadWord), s.V.Golden(surface)
		if slices.Equal(got, want) {
			continue
		}
		return sideBySide(i, surface, got, want)
	}
	return nil
}

func sideBySide(context int, surface *driver.Surface, got, want []uint64) (list []store.Picture) {
	format := picture.RGBA8
	if surface.Bytes == 8 {
		format = picture.RGBA16F
	}
	w, h := surface.Width, surface.Height
	for _, p := range []struct {
		name string
		img  image.Image
	}{
		{fmt.Sprintf("1: context %d, the machine where it stopped", context), picture.Color(w, h, got, format)},
		{fmt.Sprintf("2: context %d, golden at the end", context), picture.Color(w, h, want, format)},
		{"3: " + PictureDifference, picture.Difference(w, h, got, want, format)},
	} {
		var b bytes.Buffer
		if png.Encode(&b, p.img) == nil {
			list = append(list, store.Picture{Name: p.name, Kind: "image/png", Data: b.Bytes()})
		}
	}
	return list
}
