package scene

import (
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// gltfLook is what is drawn of a material.
type gltfLook struct {
	color         [4]float32
	texture       int // in the scene, or -1
	uvSet         int
	offset, scale [2]float64 // of the texture coordinates
	lit           bool
	blend         bool
	kill          *float32 // alphaCutoff of alphaMode MASK
	doubleSided   bool
}

func (l *gltfLook) draw(mesh int) Draw {
	d := defaultDraw(mesh)
	d.BaseColor, d.Texture, d.Lighting = l.color, l.texture, l.lit
	d.State.CullBack = !l.doubleSided
	if l.kill != nil {
		d.State.Kill, d.State.LateTest = l.kill, true
	}
	if l.blend {
		d.State.DepthWrite = false
		d.State.Blend = Blend{
			Enable:   true,
			SrcColor: factorSrcAlpha, DstColor: factorOneMinusSrcAlpha,
			SrcAlpha: factorOne, DstAlpha: factorOneMinusSrcAlpha,
		}
	}
	return d
}

// material reads base colour, its texture, unlit, double-sided and alpha mode; the rest of the material model is not drawn.
func (f *gltfFile) material(number *int) (*gltfLook, error) {
	look := &gltfLook{color: [4]float32{1, 1, 1, 1}, texture: -1, scale: [2]float64{1, 1}, lit: true}
	if number == nil {
		return look, nil
	}
	m, err := pick(f.doc.Materials, *number, "material")
	if err != nil {
		return nil, err
	}
	_, isUnlit := m.Extensions[unlit.ExtensionName]
	look.lit, look.blend, look.doubleSided = !isUnlit, m.AlphaMode == gltf.AlphaBlend, m.DoubleSided
	if m.AlphaMode == gltf.AlphaMask {
		cutoff := float32(m.AlphaCutoffOrDefault())
		look.kill = &cutoff
	}
	if m.PBRMetallicRoughness == nil {
		return look, nil
	}
	for k, v := range m.PBRMetallicRoughness.BaseColorFactorOrDefault() {
		look.color[k] = float32(v)
	}
	if t := m.PBRMetallicRoughness.BaseColorTexture; t != nil {
		if err := f.setTexture(look, t); err != nil {
			return nil, fmt.Errorf("material %q: %w", m.Name, err)
		}
	}
	return look, nil
}

func (f *gltfFile) setTexture(look *gltfLook, info *gltf.TextureInfo) error {
	at, err := f.texture(info.Index)
	if err != nil {
		return fmt.Errorf("texture %d: %w", info.Index, err)
	}
	look.texture, look.uvSet = at, info.TexCoord
	t, ok := info.Extensions[texturetransform.ExtensionName].(*texturetransform.TextureTranform)
	if !ok {
		return nil
	}
	look.offset, look.scale = t.Offset, t.Scale
	if t.TexCoord != nil {
		look.uvSet = *t.TexCoord
	}
	if t.Rotation != 0 {
		f.remark("the rotation of KHR_texture_transform is ignored")
	}
	return nil
}

// texture adds a texture to the scene, once; -1 where its image is of a kind only an extension describes.
func (f *gltfFile) texture(number int) (int, error) {
	if at, known := f.textures[number]; known {
		return at, nil
	}
	t, err := pick(f.doc.Textures, number, "texture")
	if err != nil {
		return 0, err
	}
	f.textures[number] = -1
	if t.Source == nil {
		f.remark("texture %d has no PNG or JPEG image: drawn without", number)
		return -1, nil
	}
	image, err := f.image(*t.Source)
	if err != nil {
		return 0, err
	}
	texture := *image
	sampler := &gltf.Sampler{}
	if t.Sampler != nil {
		if sampler, err = pick(f.doc.Samplers, *t.Sampler, "sampler"); err != nil {
			return 0, err
		}
	}
	texture.WrapU, texture.WrapV = gltfWrap(sampler.WrapS), gltfWrap(sampler.WrapT)
	gltfFilter(&texture, sampler)
	f.textures[number] = len(f.scene.Textures)
	f.scene.Textures = append(f.scene.Textures, texture)
	return f.textures[number], nil
}

func gltfWrap(w gltf.WrappingMode) uint32 {
	switch w {
	case gltf.WrapClampToEdge:
		return wrapClamp
	case gltf.WrapMirroredRepeat:
		return wrapMirror
	}
	return wrapRepeat
}

// gltfFilter takes the sampler's filters over; what it leaves open is linear, with mip levels.
func gltfFilter(t *Texture, s *gltf.Sampler) {
	t.Mag, t.Min, t.Mip, t.Levels = filterLinear, filterLinear, mipLinear, 1
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
		t.Mip = mipNearest
	}
	if t.Mip != 0 {
		t.Levels = allLevels(t.Width, t.Height)
	}
}

func (f *gltfFile) image(number int) (*Texture, error) {
	if t := f.images[number]; t != nil {
		return t, nil
	}
	i, err := pick(f.doc.Images, number, "image")
	if err != nil {
		return nil, err
	}
	data, err := f.imageData(i)
	if err != nil {
		return nil, fmt.Errorf("image %d: %w", number, err)
	}
	name := i.Name
	if name == "" {
		name = describeURI(i.URI)
	}
	t, err := decodeImage(name, data)
	if err != nil {
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
