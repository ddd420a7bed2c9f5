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
	componentBits      = 2
	attributeBits      = 32
)

// place is where the registers of a stage have a field of state, once for each index of a value.
type place struct {
	count, word uint8
	shift, step uint8  // bits: of the field of index 0 from bit 0 of the word on, of each one after it from the one before
	mask        uint32 // before it is shifted
}

// of is the field of an index.
func (p *place) of(w *Words, index uint8) uint32 {
	const wordBits = 32
	bit := int(p.shift) + int(p.step)*int(index)
	return w[(int(p.word)+bit/wordBits)%len(w)] >> (bit % wordBits) & p.mask
}

// layout is where the registers of a stage have what values follow from, by value; those without a place they do not have.
type layout struct {
	values    [1 << 8]place
	constants place // texture.component is constant
}

// layouts are those of the stages above the break point, and of pixels.
var layouts = [...]layout{
	{
		values: [...]place{
			isa.NosValueFogOn:                  geometryFog,
			isa.NosValueFogLinear:              geometryFog,
			isa.NosValueFogExp:                 geometryFog,
			isa.NosValueFogExp2:                geometryFog,
			isa.NosValueFogParameters:          {1, isa.NosGeometryModes, isa.NosGeometryModesFogOffsetShift, 0, isa.NosGeometryModesFogOffsetMask},
			isa.NosValueFogBinding:             {1, isa.NosGeometryModes, isa.NosGeometryModesFogBindingShift, 0, isa.NosGeometryModesFogBindingMask},
			isa.NosValueLightingOn:             {1, isa.NosGeometryModes, isa.NosGeometryModesLightingShift, 0, 1},
			isa.NosValueLightingColors:         {1, isa.NosGeometryModes, isa.NosGeometryModesColorsShift, 0, 1},
			isa.NosValueTwoSidedOn:             {1, isa.NosGeometryModes, isa.NosGeometryModesTwoSidedShift, 0, 1},
			isa.NosValueTextureBound:           {geometryTextures, isa.NosGeometryBits, isa.NosGeometryBitsTextureBoundShift, 1, 1},
			isa.NosValueTextureComponent:       geometryComponents,
			isa.NosValueTextureFormat:          {geometryTextures, isa.NosGeometryTextures, isa.NosGeometryTexturesFormatsShift, formatBits, 1<<formatBits - 1},
			isa.NosValueTextureSrgb:            {geometryTextures, isa.NosGeometryBits, isa.NosGeometryBitsTextureSrgbShift, 1, 1},
			isa.NosValueTextureZero:            geometryComponents,
			isa.NosValueTextureOne:             geometryComponents,
			isa.NosValueFlatOn:                 {Attributes, isa.NosGeometryBits, isa.NosGeometryBitsFlatShift, 1, 1},
			isa.NosValueClipPlanesOn:           {Planes, isa.NosGeometryBits, isa.NosGeometryBitsClipPlanesShift, 1, 1},
			isa.NosValueClipPlanesSome:         {1, isa.NosGeometryBits, isa.NosGeometryBitsClipPlanesShift, 0, isa.NosGeometryBitsClipPlanesMask},
			isa.NosValuePointSpriteLower:       {1, isa.NosGeometryModes, isa.NosGeometryModesPointLowerShift, 0, 1},
			isa.NosValueDepthClampOn:           {1, isa.NosGeometryModes, isa.NosGeometryModesDepthClampShift, 0, 1},
			isa.NosValueVertexFormatType:       geometryTypes,
			isa.NosValueVertexFormatCount:      geometryCounts,
			isa.NosValueVertexFormatNormalized: {geometryAttributes, isa.NosGeometryAttributes, isa.NosAttributeEntryNormalizedShift, attributeBits, 1},
			isa.NosValueVertexFormatFloat:      geometryTypes,
			isa.NosValueVertexFormatOffset:     {geometryAttributes, isa.NosGeometryAttributes, isa.NosAttributeEntryOffsetShift, attributeBits, isa.NosAttributeEntryOffsetMask},
			isa.NosValueVertexFormatBytes1:     geometryTypes,
			isa.NosValueVertexFormatBytes2:     geometryTypes,
			isa.NosValueVertexFormatBytes4:     geometryTypes,
			isa.NosValueVertexFormatBinding:    {geometryAttributes, isa.NosGeometryAttributes, isa.NosAttributeEntryBindingShift, attributeBits, isa.NosAttributeEntryBindingMask},
			isa.NosValueVertexFormatStride:     {geometryAttributes, isa.NosGeometryAttributes, isa.NosAttributeEntryStrideShift, attributeBits, isa.NosAttributeEntryStrideMask},
			isa.NosValueVertexFormatSigned:     geometryTypes,
			isa.NosValueVertexFormatSecond:     geometryCounts,
			isa.NosValueVertexFormatThird:      geometryCounts,
			isa.NosValueVertexFormatFourth:     geometryCounts,
			len(layout{}.values) - 1:           {},
		},
		constants: place{components * geometryTextures, isa.NosGeometryTextures, isa.NosGeometryTexturesConstantsShift, 1, 1},
	},
	{
		values: [...]place{
			isa.NosValueAlphaTestOn:        pixelAlpha,
			isa.NosValueAlphaTestCompares:  pixelAlpha,
			isa.NosValueAlphaTestFunction:  pixelAlpha,
			isa.NosValueAlphaTestReference: {1, isa.NosPixelAlphaReference, 0, 0, math.MaxUint32},
			isa.NosValueFogOn:              pixelFog,
			isa.NosValueFogLinear:          pixelFog,
			isa.NosValueFogExp:             pixelFog,
			isa.NosValueFogExp2:            pixelFog,
			isa.NosValueFogParameters:      {1, isa.NosPixelPlaces, isa.NosPixelPlacesFogPlaceShift, 0, isa.NosPixelPlacesFogPlaceMask},
			isa.NosValueFogBinding:         {1, isa.NosPixelModes, isa.NosPixelModesFogBindingShift, 0, isa.NosPixelModesFogBindingMask},
			isa.NosValueLightingOn:         {1, isa.NosPixelModes, isa.NosPixelModesLightingShift, 0, 1},
			isa.NosValueLightingColors:     {1, isa.NosPixelModes, isa.NosPixelModesColorsShift, 0, 1},
			isa.NosValueTwoSidedOn:         {1, isa.NosPixelModes, isa.NosPixelModesTwoSidedShift, 0, 1},
			isa.NosValueTextureBound:       {Textures, isa.NosPixelBits, isa.NosPixelBitsTextureBoundShift, 1, 1},
			isa.NosValueTextureComponent:   pixelComponents,
			isa.NosValueTextureFormat:      {Textures, isa.NosPixelTextureFormats, 0, formatBits, 1<<formatBits - 1},
			isa.NosValueTextureSrgb:        {Textures, isa.NosPixelBits, isa.NosPixelBitsTextureSrgbShift, 1, 1},
			isa.NosValueTextureZero:        pixelComponents,
			isa.NosValueTextureOne:         pixelComponents,
			isa.NosValueTargetFormat:       {1, isa.NosPixelModes, isa.NosPixelModesTargetFormatShift, 0, isa.NosPixelModesTargetFormatMask},
			isa.NosValueTargetSrgb:         {1, isa.NosPixelModes, isa.NosPixelModesTargetSrgbShift, 0, 1},
			isa.NosValueTargetCount:        {1, isa.NosPixelModes, isa.NosPixelModesTargetCountShift, 0, isa.NosPixelModesTargetCountMask},
			isa.NosValueWriteMaskChannel:   {components, isa.NosPixelPlaces, isa.NosPixelPlacesWriteMaskShift, 1, 1},
			isa.NosValueFlatOn:             {Attributes, isa.NosPixelPlaces, isa.NosPixelPlacesFlatShift, 1, 1},
			isa.NosValueClipPlanesOn:       {Planes, isa.NosPixelModes, isa.NosPixelModesClipPlanesShift, 1, 1},
			isa.NosValueClipPlanesSome:     {1, isa.NosPixelModes, isa.NosPixelModesClipPlanesShift, 0, isa.NosPixelModesClipPlanesMask},
			isa.NosValuePointSpriteOn:      {Attributes, isa.NosPixelBits, isa.NosPixelBitsPointSpriteShift, 1, 1},
			isa.NosValuePointSpriteLower:   {1, isa.NosPixelModes, isa.NosPixelModesPointLowerShift, 0, 1},
			isa.NosValueDepthClampOn:       {1, isa.NosPixelModes, isa.NosPixelModesDepthClampShift, 0, 1},
			len(layout{}.values) - 1:       {},
		},
		constants: place{components * Textures, isa.NosPixelConstants, 0, 1, 1},
	},
}

// Places from which several values follow.
var (
	geometryFog        = place{1, isa.NosGeometryModes, isa.NosGeometryModesFogModeShift, 0, isa.NosGeometryModesFogModeMask}
	geometryComponents = place{components * geometryTextures, isa.NosGeometryTextures, isa.NosGeometryTexturesComponentsShift, componentBits, 1<<componentBits - 1}
	geometryTypes      = place{geometryAttributes, isa.NosGeometryAttributes, isa.NosAttributeEntryTypeShift, attributeBits, isa.NosAttributeEntryTypeMask}
	geometryCounts     = place{geometryAttributes, isa.NosGeometryAttributes, isa.NosAttributeEntryCountShift, attributeBits, isa.NosAttributeEntryCountMask}
	pixelAlpha         = place{1, isa.NosPixelModes, isa.NosPixelModesAlphaFunctionShift, 0, isa.NosPixelModesAlphaFunctionMask}
	pixelFog           = place{1, isa.NosPixelModes, isa.NosPixelModesFogModeShift, 0, isa.NosPixelModesFogModeMask}
	pixelComponents    = place{components * Textures, isa.NosPixelComponents, 0, componentBits, 1<<componentBits - 1}
)

func layoutOf(stage uint8) *layout {
	if stage == isa.StagePixel {
		return &layouts[1]
	}
	return &layouts[0]
}

// Has tells whether the registers of a stage have a value; index is which one, of a value that is there several times.
func Has(stage, value, index uint8) bool { return index < layoutOf(stage).values[value].count }

// Words packs what a stage's registers have of the state. What has no room in its field is an error.
func (s *State) Words(stage uint8) (w Words, err error) {
	if err := s.fits(stage); err != nil {
		return w, err
	}
	if stage == isa.StagePixel {
		s.pixel(&w)
	} else if err := s.geometry(&w); err != nil {
		return w, err
	}
	values := &layoutOf(stage).values
	for value := range values {
		for index := range values[value].count {
			if want, got := s.Value(uint8(value), index), w.Value(stage, uint8(value), index); want != got {
				return w, fmt.Errorf("%s is %d; registers of state have no room for that, and would have %d", kernel.ValueText(uint8(value), index), want, got)
			}
		}
	}
	return w, nil
}

// fits tells whether numbers are some of those that mean something, and for which the registers of a stage have room.
func (s *State) fits(stage uint8) error {
	switch {
	case s.Fog > Exp2:
		return fmt.Errorf("the mode of fog is %d; 0 to %d was expected", s.Fog, Exp2)
	case s.FogBinding > 15:
		return fmt.Errorf("the parameters of fog are in binding %d; 0 to 15 was expected", s.FogBinding)
	}
	for n := range s.Textures {
		if s.Textures[n].Format >= 1<<formatBits {
			return fmt.Errorf("texture %d has the format %d; 0 to %d was expected, for which registers of state have room", n, s.Textures[n].Format, 1<<formatBits-1)
		}
		for _, c := range s.Textures[n].Swizzle {
			if c > One {
				return fmt.Errorf("the swizzle of texture %d has the component %d; 0 to %d was expected", n, c, One)
			}
		}
	}
	if stage == isa.StagePixel {
		return s.fitsPixel()
	}
	for n := range geometryAttributes {
		switch a := &s.Attributes[n]; {
		case a.Type >= isa.TypeLimit:
			return fmt.Errorf("vertex attribute %d has the type %d; 0 to %d was expected", n, a.Type, isa.TypeLimit-1)
		case a.Count < 1 || a.Count > components:
			return fmt.Errorf("vertex attribute %d has %d components; 1 to %d was expected", n, a.Count, components)
		}
	}
	return nil
}

func (s *State) fitsPixel() error {
	switch {
	case s.AlphaFunction > Always:
		return fmt.Errorf("the function of the alpha test is %d; 0 to %d was expected", s.AlphaFunction, Always)
	case s.TargetCount < 1 || s.TargetCount > components:
		return fmt.Errorf("the target has %d components; 1 to %d was expected", s.TargetCount, components)
	case s.WriteMask >= 1<<components:
		return fmt.Errorf("the write mask is %#x; bits of %d channels were expected", s.WriteMask, components)
	case s.TargetFormat >= 1<<formatBits:
		return fmt.Errorf("the target has the format %d; 0 to %d was expected, for which registers of state have room", s.TargetFormat, 1<<formatBits-1)
	case s.FogOffset%isa.RegisterSize != 0:
		return fmt.Errorf("the parameters of fog are at byte %d; a multiple of %d was expected", s.FogOffset, isa.RegisterSize)
	}
	return nil
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
	l := layoutOf(stage)
	field := l.values[value].of(w, index)
	switch value {
	case isa.NosValueAlphaTestOn, isa.NosValueAlphaTestCompares, isa.NosValueAlphaTestFunction:
		return Compare(field).value(value)
	case isa.NosValueFogOn, isa.NosValueFogLinear, isa.NosValueFogExp, isa.NosValueFogExp2:
		return Fog(field).value(value)
	case isa.NosValueFogParameters:
		if stage == isa.StagePixel {
			return isa.RegisterSize * field
		}
	case isa.NosValueTargetCount, isa.NosValueVertexFormatCount:
		return field + 1
	case isa.NosValueClipPlanesSome:
		return one(field != 0)
	case isa.NosValueTextureComponent, isa.NosValueTextureZero, isa.NosValueTextureOne:
		return l.component(w, field, index).value(value)
	case isa.NosValueVertexFormatFloat, isa.NosValueVertexFormatBytes1, isa.NosValueVertexFormatBytes2, isa.NosValueVertexFormatBytes4, isa.NosValueVertexFormatSigned:
		return typeValue(uint8(field), value)
	case isa.NosValueVertexFormatSecond, isa.NosValueVertexFormatThird, isa.NosValueVertexFormatFourth:
		return countValue(uint8(field)+1, value)
	}
	return field
}

// component is what stands for a component of a texel.
func (l *layout) component(w *Words, field uint32, index uint8) Component {
	switch {
	case l.values[isa.NosValueTextureBound].of(w, index/components) == 0:
		return absent(index % components)
	case l.constants.of(w, index) != 0: // 0 or 1; of others the low bit counts
		return Zero + Component(field)&1
	}
	return Component(field)
}
