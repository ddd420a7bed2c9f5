package gltf

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/qmuntal/gltf"

	"tilemark/tb/scene"
)

// gltfTexels is a texture and what is taken of its image.
type gltfTexels struct {
	number int
	take   gltfTake
}

type gltfTake uint8

const (
	takeAll    gltfTake = iota
	takeColor           // alpha is full
	takeAlpha           // colours are full
	takeLinear          // numbers, which are not encoded
)

// apply gives the texels that are taken.
func (t gltfTake) apply(pix []byte) []byte {
	if t == takeAll || t == takeLinear {
		return pix
	}
	pix = slices.Clone(pix)
	for i := 0; i < len(pix); i += 4 {
		if t == takeColor {
			pix[i+3] = 255
		} else {
			pix[i], pix[i+1], pix[i+2] = 255, 255, 255
		}
	}
	return pix
}

// texture adds a texture to the scene, once; -1 where there is no image that can be drawn.
func (f *gltfFile) texture(of gltfTexels) (int, error) {
	if at, known := f.textures[of]; known {
		return at, nil
	}
	at, err := f.newTexture(of)
	if err != nil {
		return 0, fmt.Errorf("texture %d: %w", of.number, err)
	}
	f.textures[of] = at
	return at, nil
}

func (f *gltfFile) newTexture(of gltfTexels) (int, error) {
	t, err := pick(f.doc.Textures, of.number, "texture")
	if err != nil {
		return 0, err
	}
	if t.Source == nil {
		f.remark("texture %d has no PNG or JPEG image: drawn without", of.number)
		return -1, nil
	}
	decoded, err := f.image(*t.Source)
	if err != nil || decoded == nil {
		return -1, err
	}
	texture := *decoded
	texture.SRGB, texture.Pix = of.take != takeLinear, of.take.apply(texture.Pix)
	sampler := &gltf.Sampler{}
	if t.Sampler != nil {
		if sampler, err = pick(f.doc.Samplers, *t.Sampler, "sampler"); err != nil {
			return 0, err
		}
	}
	texture.WrapU, texture.WrapV = gltfWrap(sampler.WrapS), gltfWrap(sampler.WrapT)
	gltfFilter(&texture, sampler)
	f.scene.Textures = append(f.scene.Textures, texture)
	return len(f.scene.Textures) - 1, nil
}

func gltfWrap(w gltf.WrappingMode) uint32 {
	switch w {
	case gltf.WrapClampToEdge:
		return scene.WrapClamp
	case gltf.WrapMirroredRepeat:
		return scene.WrapMirror
	}
	return scene.WrapRepeat
}

// gltfFilter takes the sampler's filters over; what it leaves open is linear, with mip levels.
func gltfFilter(t *scene.Texture, s *gltf.Sampler) {
	t.Mag, t.Min, t.Mip, t.Levels = scene.FilterLinear, scene.FilterLinear, scene.MipLinear, 1
	if s.MagFilter == gltf.MagNearest {
		t.Mag = 0
	}
	switch s.MinFilter {
	case gltf.MinNearest, gltf.MinNearestMipMapNearest, gltf.MinNearestMipMapLinear:
		t.Min = 0
	}
	switch s.MinFilter {
	case gltf.MinNearest, gltf.MinLinear:
		t.Mip = 0
	case gltf.MinNearestMipMapNearest, gltf.MinLinearMipMapNearest:
		t.Mip = scene.MipNearest
	}
	if t.Mip != 0 {
		t.Levels = scene.AllLevels(t.Width, t.Height)
	}
}

// image decodes an image, once; nil where its source is not there or in a format that is not decoded, which is remarked upon. PNG and JPEG are
// what glTF 2.0, section 3.8.3, allows; extensions add others.
func (f *gltfFile) image(number int) (*scene.Texture, error) {
	if t, known := f.images[number]; known {
		return t, nil
	}
	i, err := pick(f.doc.Images, number, "image")
	if err != nil {
		return nil, err
	}
	data, err := f.imageData(i)
	var absent missing
	switch {
	case errors.As(err, &absent):
		f.remark("image %d: %v: drawn without", number, err)
		f.images[number] = nil
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("image %d: %w", number, err)
	}
	name := i.Name
	if name == "" {
		name = describeURI(i.URI)
	}
	t, err := scene.DecodeImage(name, data)
	switch {
	case errors.Is(err, image.ErrFormat):
		f.remark("image %d: %v: drawn without", number, err)
		f.images[number] = nil
		return nil, nil
	case err != nil:
		return nil, err
	}
	f.images[number] = &t
	return &t, nil
}

func (f *gltfFile) imageData(i *gltf.Image) ([]byte, error) {
	if i.BufferView != nil {
		return f.view(*i.BufferView)
	}
	return f.resource(i.URI)
}
