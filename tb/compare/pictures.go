package compare

import (
	"fmt"
	"image"
	"image/color"

	"tilemark/text/number"
)

// PicturePair is what a context drew in both runs.
type PicturePair struct {
	Context int             `json:"context"`
	Color   PictureCompared `json:"color"`
	Depth   PictureCompared `json:"depth"`
	colors  *image.NRGBA    // where they differ; nil: nowhere, or not known
	depths  *image.NRGBA
}

// PictureCompared says whether two pictures are equal, and where they are not.
type PictureCompared struct {
	Equal bool   `json:"equal"` // by the checksums of every bit
	A     string `json:"a_sha256"`
	B     string `json:"b_sha256"`
	// Different counts the pixels that differ in the pictures for the eye, or by their depths from 0 to 1, and First and Box say where
	// they are: the first one, by rows from the top, and the first and the last column and row. Left out: equal, or there were no pictures.
	Different int     `json:"different_pixels,omitempty"`
	First     *[2]int `json:"first,omitempty"`
	Box       *[4]int `json:"box,omitempty"` // x and y of the first, x and y of the last
	looked    bool    // at pictures
}

// pictures compares what each context drew.
func (c *Comparison) pictures() (list []PicturePair) {
	a, b := c.A.Run.Pictures, c.B.Run.Pictures
	for i := range min(len(a), len(b)) {
		p := PicturePair{Context: i}
		sameColor := a[i].ColorFormat == b[i].ColorFormat && a[i].ColorSHA256 == b[i].ColorSHA256
		p.Color = PictureCompared{Equal: sameColor, A: a[i].ColorSHA256, B: b[i].ColorSHA256}
		sameDepth := a[i].DepthFormat == b[i].DepthFormat && a[i].DepthSHA256 == b[i].DepthSHA256
		p.Depth = PictureCompared{Equal: sameDepth, A: a[i].DepthSHA256, B: b[i].DepthSHA256}
		if c.shown(i) {
			x, y := &c.A.Pictures[i], &c.B.Pictures[i]
			if !sameColor {
				p.colors = p.Color.differ(x.Color, func(at, k int) bool { return [4]uint8(x.Color.Pix[k:][:4]) != [4]uint8(y.Color.Pix[k:][:4]) })
			}
			if !sameDepth {
				p.depths = p.Depth.differ(x.Depth, func(at, k int) bool { return x.Z[at] != y.Z[at] })
			}
		}
		list = append(list, p)
	}
	return list
}

// shown tells whether both runs have pictures of a context, of one size.
func (c *Comparison) shown(i int) bool {
	return i < len(c.A.Pictures) && i < len(c.B.Pictures) && c.A.Pictures[i].Color.Rect == c.B.Pictures[i].Color.Rect
}

// differ counts the pixels that differ, and draws them: A's picture dimmed and grey, they in bright magenta.
func (p *PictureCompared) differ(a *image.NRGBA, is func(at, k int) bool) *image.NRGBA {
	out := image.NewNRGBA(a.Rect)
	p.looked = true
	for y := range a.Rect.Max.Y {
		for x := range a.Rect.Max.X {
			at, k := y*a.Rect.Max.X+x, a.PixOffset(x, y)
			if is(at, k) {
				out.SetNRGBA(x, y, color.NRGBA{255, 0, 255, 255})
				p.add(x, y)
				continue
			}
			grey := uint8((int(a.Pix[k]) + int(a.Pix[k+1]) + int(a.Pix[k+2])) / 9)
			out.SetNRGBA(x, y, color.NRGBA{grey, grey, grey, 255})
		}
	}
	return out
}

func (p *PictureCompared) add(x, y int) {
	if p.Different++; p.First == nil {
		p.First, p.Box = &[2]int{x, y}, &[4]int{x, y, x, y}
	}
	b := p.Box
	*b = [4]int{min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)}
}

// text says it in words.
func (p *PictureCompared) text(pixels int) string {
	switch {
	case p.Equal:
		return "equal in every bit"
	case !p.looked:
		return "different"
	case p.Different == 0:
		return "different in bits that the picture does not show"
	}
	text := fmt.Sprintf("different in %s of %s pixels, the first at %d, %d", number.Thousands(p.Different), number.Thousands(pixels), p.First[0], p.First[1])
	if b := p.Box; p.Different > 1 {
		text += fmt.Sprintf(", all from %d, %d to %d, %d", b[0], b[1], b[2], b[3])
	}
	return text
}

// SamePictures tells whether both runs drew the same, bit for bit.
func (c *Comparison) SamePictures() bool {
	for i := range c.Summary.Pictures {
		if p := &c.Summary.Pictures[i]; !p.Color.Equal || !p.Depth.Equal {
			return false
		}
	}
	return len(c.A.Run.Pictures) == len(c.B.Run.Pictures)
}
