package nos

import (
	"fmt"
	"math"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Words is the state of a stage as its registers have it: PIXEL_NOS of PS, VERTEX_NOS, HULL_NOS or DOMAIN_NOS of EUP (docs/isa.md, "The machine's patcher").
type Words [isa.NosPixelDWords]uint32

// What registers have room for.
const (
	geometryTextures   = 2 // of stages above the break point
	geometryAttributes = 5
	formatBits         = 4 // of a texture's format
	components         = 4
)

// Has tells whether the registers of a stage have a value; index is which one, of a value that is there several times.
func Has(stage, value, index uint8) bool {
	if index > kernel.LastIndex(value) || isa.NosValueNames[uint32(value)] == "" {
		return false
	}
	if stage == isa.StagePixel {
		return value>>4 != isa.NosValueVertexFormatType>>4
	}
	switch value >> 4 {
	case isa.NosValueTextureBound >> 4:
		if kernel.LastIndex(value) > Textures { // by component
			return index < components*geometryTextures
		}
		return index < geometryTextures
	case isa.NosValueVertexFormatType >> 4:
		return index < geometryAttributes
	case isa.NosValueAlphaTestOn >> 4, isa.NosValueTargetFormat >> 4, isa.NosValueWriteMaskChannel >> 4:
		return false
	}
	return value != isa.NosValuePointSpriteOn
}

// Words packs what a stage's registers have of the state. What has no room in its field is an error.
func (s *State) Words(stage uint8) (w Words, err error) {
	if s.FogBinding > 15 {
		return w, fmt.Errorf("the parameters of fog are in binding %d; 0 to 15 was expected", s.FogBinding)
	}
	for n := range s.Textures {
		if s.Textures[n].Format >= 1<<formatBits {
			return w, fmt.Errorf("texture %d has the format %d; 0 to %d was expected, for which registers of state have room", n, s.Textures[n].Format, 1<<formatBits-1)
		}
	}
	if stage == isa.StagePixel {
		switch {
		case s.TargetFormat >= 1<<formatBits:
			return w, fmt.Errorf("the target has the format %d; 0 to %d was expected, for which registers of state have room", s.TargetFormat, 1<<formatBits-1)
		case s.FogOffset%isa.RegisterSize != 0:
			return w, fmt.Errorf("the parameters of fog are at byte %d; a multiple of %d was expected", s.FogOffset, isa.RegisterSize)
		}
		s.pixel(&w)
		return w, nil
	}
	return w, s.geometry(&w)
}

func (s *State) pixel(w *Words) {
	w[isa.NosPixelAlphaReference] = math.Float32bits(s.AlphaReference)
	w[isa.NosPixelModes] = isa.NosPixelModesFields{
		AlphaFunction: uint32(s.AlphaFunction), FogMode: uint32(s.Fog), FogBinding: uint32(s.FogBinding), Lighting: s.Lighting, Colors: s.Colors, TwoSided: s.TwoSided, DepthClamp: s.DepthClamp,
		PointLower: s.PointLower, TargetSrgb: s.TargetSRGB, TargetCount: uint32(s.TargetCount) - 1, TargetFormat: uint32(s.TargetFormat), ClipPlanes: uint32(s.ClipPlanes),
	}.Pack()
	w[isa.NosPixelPlaces] = isa.NosPixelPlacesFields{FogPlace: uint32(s.FogOffset) / isa.RegisterSize, WriteMask: uint32(s.WriteMask), Flat: uint32(s.Flat)}.Pack()
	bound, srgb := uint32(0), uint32(0)
	for n := range s.Textures {
		t := &s.Textures[n]
		bound |= one(t.Bound) << n
		srgb |= one(t.SRGB) << n
		w[isa.NosPixelTextureFormats] |= uint32(t.Format) << (formatBits * n)
		low, constant := t.swizzle()
		w[isa.NosPixelComponents+n/4] |= low << (2 * components * (n % 4))
		w[isa.NosPixelConstants] |= constant << (components * n)
	}
	w[isa.NosPixelBits] = isa.NosPixelBitsFields{PointSprite: uint32(s.PointSprite), TextureBound: bound, TextureSrgb: srgb}.Pack()
}

// swizzle is what stands for the components of a texel, two bits each, and which are constant.
func (t *Texture) swizzle() (low, constant uint32) {
	for c, of := range t.Swizzle {
		low |= uint32(of) & 3 << (2 * c)
		constant |= one(of >= Zero) << c
	}
	return low, constant
}

func (s *State) geometry(w *Words) error {
	for n := range geometryAttributes {
		a := &s.Attributes[n]
		f := isa.NosAttributeEntryFields{Count: uint32(a.Count) - 1, Normalized: a.Normalized, Binding: uint32(a.Binding), Offset: uint32(a.Offset), Stride: uint32(a.Stride), Type: uint32(a.Type)}
		w[isa.NosGeometryAttributes+n] = f.Pack()
		if isa.UnpackNosAttributeEntry(f.Pack()) != f {
			return fmt.Errorf("vertex attribute %d lies at byte %d of binding %d, with a stride of %d bytes; bytes up to %d of bindings up to %d and strides up to %d were expected, for which registers of state have room",
				n, a.Offset, a.Binding, a.Stride, isa.NosAttributeEntryOffsetMask, isa.NosAttributeEntryBindingMask, isa.NosAttributeEntryStrideMask)
		}
	}
	w[isa.NosGeometryModes] = isa.NosGeometryModesFields{
		FogOffset: uint32(s.FogOffset), FogMode: uint32(s.Fog), FogBinding: uint32(s.FogBinding), Lighting: s.Lighting, Colors: s.Colors, TwoSided: s.TwoSided, PointLower: s.PointLower, DepthClamp: s.DepthClamp,
	}.Pack()
	bound, srgb, low, constants, formats := uint32(0), uint32(0), uint32(0), uint32(0), uint32(0)
	for n := range geometryTextures {
		t := &s.Textures[n]
		bound |= one(t.Bound) << n
		srgb |= one(t.SRGB) << n
		l, c := t.swizzle()
		low |= l << (2 * components * n)
		constants |= c << (components * n)
		formats |= uint32(t.Format) << (formatBits * n)
	}
	w[isa.NosGeometryBits] = isa.NosGeometryBitsFields{Flat: uint32(s.Flat), ClipPlanes: uint32(s.ClipPlanes), TextureBound: bound, TextureSrgb: srgb}.Pack()
	w[isa.NosGeometryTextures] = isa.NosGeometryTexturesFields{Components: low, Constants: constants, Formats: formats}.Pack()
	return nil
}

// Value is a value that the registers of a stage have (Has), as State.Value has it.
func (w *Words) Value(stage, value, index uint8) uint32 {
	s := w.modes(stage)
	switch value >> 4 {
	case isa.NosValueTextureBound >> 4:
		return w.texture(stage, value, index)
	case isa.NosValueVertexFormatType >> 4:
		f := isa.UnpackNosAttributeEntry(w[isa.NosGeometryAttributes+int(index)])
		s.Attributes[index] = Attribute{Type: uint8(f.Type), Count: uint8(f.Count) + 1, Normalized: f.Normalized, Offset: uint16(f.Offset), Stride: uint16(f.Stride), Binding: uint8(f.Binding)}
	}
	return s.Value(value, index)
}

// modes is the state without textures and attributes.
func (w *Words) modes(stage uint8) (s State) {
	if stage == isa.StagePixel {
		m, p := isa.UnpackNosPixelModes(w[isa.NosPixelModes]), isa.UnpackNosPixelPlaces(w[isa.NosPixelPlaces])
		s.AlphaFunction, s.AlphaReference = Compare(m.AlphaFunction), math.Float32frombits(w[isa.NosPixelAlphaReference])
		s.Fog, s.FogBinding, s.FogOffset = Fog(m.FogMode), uint8(m.FogBinding), isa.RegisterSize*uint16(p.FogPlace)
		s.Lighting, s.Colors, s.TwoSided, s.DepthClamp, s.PointLower = m.Lighting, m.Colors, m.TwoSided, m.DepthClamp, m.PointLower
		s.TargetSRGB, s.TargetCount, s.TargetFormat, s.WriteMask = m.TargetSrgb, uint8(m.TargetCount)+1, uint8(m.TargetFormat), uint8(p.WriteMask)
		s.ClipPlanes = uint8(m.ClipPlanes)
		s.Flat, s.PointSprite = uint16(p.Flat), uint16(isa.UnpackNosPixelBits(w[isa.NosPixelBits]).PointSprite)
		return s
	}
	m, b := isa.UnpackNosGeometryModes(w[isa.NosGeometryModes]), isa.UnpackNosGeometryBits(w[isa.NosGeometryBits])
	s.Fog, s.FogBinding, s.FogOffset = Fog(m.FogMode), uint8(m.FogBinding), uint16(m.FogOffset)
	s.Lighting, s.Colors, s.TwoSided, s.DepthClamp, s.PointLower = m.Lighting, m.Colors, m.TwoSided, m.DepthClamp, m.PointLower
	s.Flat, s.ClipPlanes = uint16(b.Flat), uint8(b.ClipPlanes)
	return s
}

// texture is a value of a texture.
func (w *Words) texture(stage, value, index uint8) uint32 {
	n := index
	if kernel.LastIndex(value) > Textures {
		n /= components
	}
	var bound, srgb, format, low, constant uint32
	if stage == isa.StagePixel {
		b := isa.UnpackNosPixelBits(w[isa.NosPixelBits])
		bound, srgb, format = b.TextureBound, b.TextureSrgb, w[isa.NosPixelTextureFormats]
		low, constant = w[isa.NosPixelComponents+n/4]>>(2*components*(n%4)), w[isa.NosPixelConstants]
	} else {
		b, t := isa.UnpackNosGeometryBits(w[isa.NosGeometryBits]), isa.UnpackNosGeometryTextures(w[isa.NosGeometryTextures])
		bound, srgb, format, low, constant = b.TextureBound, b.TextureSrgb, t.Formats, t.Components>>(2*components*n), t.Constants
	}
	t := Texture{Bound: bound>>n&1 != 0, SRGB: srgb>>n&1 != 0, Format: uint8(format >> (formatBits * n) & (1<<formatBits - 1))}
	for c := range t.Swizzle {
		if t.Swizzle[c] = Component(low >> (2 * c) & 3); constant>>(components*int(n)+c)&1 != 0 { // 0 or 1; of others the low bit counts
			t.Swizzle[c] = Zero + t.Swizzle[c]&1
		}
	}
	return t.value(value, index%components)
}
