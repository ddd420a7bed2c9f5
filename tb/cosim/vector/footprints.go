package vector

import (
	"sync"

	"tilemark/golden"
)

// Footprints are golden's footprints of a vector's contexts, made when somebody asks.
type Footprints struct {
	once       sync.Once
	primitives uint64
	All        []*golden.Footprint
	Most       []footprintSize
	err        error
}

// footprintSize is the most pages that a step of a context needs, and has pinned.
type footprintSize struct{ Needed, Pinned int }

// Footprints returns what golden says that the contexts need; nil when memory has a frame for
// every page.
func (v *Vector) Footprints() (*Footprints, error) {
	if v.Paging == nil || v.Paging.Frames == 0 || v.Paging.Frames >= v.Pages() {
		return nil, nil
	}
	f := v.feet
	f.once.Do(func() {
		if f.All, f.err = golden.Footprints(v.Image.Bytes, v.starts(), f.primitives); f.err != nil {
			return
		}
		for _, p := range f.All {
			needed, pinned := p.Most()
			f.Most = append(f.Most, footprintSize{needed, pinned})
		}
	})
	return f, f.err
}
