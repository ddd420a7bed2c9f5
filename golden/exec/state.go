package exec

import "tilemark/hw/isa"

// stateValue is a value of the state that a stage's registers have in their words; false: they have no such value.
func stateValue(stage Stage, w *[StateWords]uint32, number, index uint32) (value uint32, there bool) {
	switch number / 16 {
	case isa.NosValueTextureBound / 16:
		return textureState(stage, w, number, index)
	case isa.NosValueVertexFormatType / 16:
		if stage == StagePixel {
			return 0, false
		}
		return attributeState(w, number, index)
	}
	if stage == StagePixel {
		return pixelState(w, number, index)
	}
	return geometryState(w, number, index)
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// fogState is a value of fog.
func fogState(number, mode, offset, binding uint32) (uint32, bool) {
	switch number {
	case isa.NosValueFogOn:
		return truth(mode > 0), true
	case isa.NosValueFogLinear:
		return truth(mode == 1), true
	case isa.NosValueFogExp:
		return truth(mode == 2), true
	case isa.NosValueFogExp2:
		return truth(mode == 3), true
	case isa.NosValueFogParameters:
		return offset, true
	case isa.NosValueFogBinding:
		return binding, true
	}
	return 0, false
}

// pixelState is a value of PIXEL_NOS that is neither of a texture nor of a vertex attribute.
func pixelState(w *[StateWords]uint32, number, index uint32) (uint32, bool) {
	m, p := w[isa.NosPixelModes], w[isa.NosPixelPlaces]
	function := field(m, isa.NosPixelModesAlphaFunctionShift, isa.NosPixelModesAlphaFunctionMask)
	switch number {
	case isa.NosValueWriteMaskChannel:
		return field(p, isa.NosPixelPlacesWriteMaskShift, isa.NosPixelPlacesWriteMaskMask) >> (index % 32) & 1, index < 4
	case isa.NosValueClipPlanesOn:
		return field(m, isa.NosPixelModesClipPlanesShift, isa.NosPixelModesClipPlanesMask) >> (index % 32) & 1, index < 8
	case isa.NosValueFlatOn:
		return field(p, isa.NosPixelPlacesFlatShift, isa.NosPixelPlacesFlatMask) >> (index % 32) & 1, index < 16
	case isa.NosValuePointSpriteOn:
		return field(w[isa.NosPixelBits], isa.NosPixelBitsPointSpriteShift, isa.NosPixelBitsPointSpriteMask) >> (index % 32) & 1, index < 16
	}
	if index > 0 {
		return 0, false
	}
	switch number {
	case isa.NosValueAlphaTestOn:
		return truth(function != alphaAlways), true
	case isa.NosValueAlphaTestCompares:
		return truth(function != alphaAlways && function != alphaNever), true
	case isa.NosValueAlphaTestFunction:
		return alphaConditions[function], true
	case isa.NosValueAlphaTestReference:
		return w[isa.NosPixelAlphaReference], true
	case isa.NosValueLightingOn:
		return truth(bit(m, isa.NosPixelModesLightingShift)), true
	case isa.NosValueLightingColors:
		return truth(bit(m, isa.NosPixelModesColorsShift)), true
	case isa.NosValueTwoSidedOn:
		return truth(bit(m, isa.NosPixelModesTwoSidedShift)), true
	case isa.NosValueTargetFormat:
		return field(m, isa.NosPixelModesTargetFormatShift, isa.NosPixelModesTargetFormatMask), true
	case isa.NosValueTargetSrgb:
		return truth(bit(m, isa.NosPixelModesTargetSrgbShift)), true
	case isa.NosValueTargetCount:
		return 1 + field(m, isa.NosPixelModesTargetCountShift, isa.NosPixelModesTargetCountMask), true
	case isa.NosValuePointSpriteLower:
		return truth(bit(m, isa.NosPixelModesPointLowerShift)), true
	case isa.NosValueDepthClampOn:
		return truth(bit(m, isa.NosPixelModesDepthClampShift)), true
	case isa.NosValueClipPlanesSome:
		return truth(field(m, isa.NosPixelModesClipPlanesShift, isa.NosPixelModesClipPlanesMask) != 0), true
	}
	return fogState(number, field(m, isa.NosPixelModesFogModeShift, isa.NosPixelModesFogModeMask), 32*field(p, isa.NosPixelPlacesFogPlaceShift, isa.NosPixelPlacesFogPlaceMask),
		field(m, isa.NosPixelModesFogBindingShift, isa.NosPixelModesFogBindingMask))
}

// Functions of the alpha test that no condition stands for, and the conditions of the others.
const (
	alphaNever  = 0
	alphaAlways = 7
)

var alphaConditions = [8]uint32{0, isa.ConditionLt, isa.ConditionEq, isa.ConditionLe, isa.ConditionGt, isa.ConditionNe, isa.ConditionGe, 0}

// geometryState is the same of the stages above the break point.
func geometryState(w *[StateWords]uint32, number, index uint32) (uint32, bool) {
	m, b := w[isa.NosGeometryModes], w[isa.NosGeometryBits]
	switch number {
	case isa.NosValueFlatOn:
		return field(b, isa.NosGeometryBitsFlatShift, isa.NosGeometryBitsFlatMask) >> (index % 32) & 1, index < 16
	case isa.NosValueClipPlanesOn:
		return field(b, isa.NosGeometryBitsClipPlanesShift, isa.NosGeometryBitsClipPlanesMask) >> (index % 32) & 1, index < 8
	}
	if index > 0 {
		return 0, false
	}
	switch number {
	case isa.NosValueLightingOn:
		return truth(bit(m, isa.NosGeometryModesLightingShift)), true
	case isa.NosValueLightingColors:
		return truth(bit(m, isa.NosGeometryModesColorsShift)), true
	case isa.NosValueTwoSidedOn:
		return truth(bit(m, isa.NosGeometryModesTwoSidedShift)), true
	case isa.NosValuePointSpriteLower:
		return truth(bit(m, isa.NosGeometryModesPointLowerShift)), true
	case isa.NosValueDepthClampOn:
		return truth(bit(m, isa.NosGeometryModesDepthClampShift)), true
	case isa.NosValueClipPlanesSome:
		return truth(field(b, isa.NosGeometryBitsClipPlanesShift, isa.NosGeometryBitsClipPlanesMask) != 0), true
	}
	return fogState(number, field(m, isa.NosGeometryModesFogModeShift, isa.NosGeometryModesFogModeMask), field(m, isa.NosGeometryModesFogOffsetShift, isa.NosGeometryModesFogOffsetMask),
		field(m, isa.NosGeometryModesFogBindingShift, isa.NosGeometryModesFogBindingMask))
}

// textureState is a value of a texture.
func textureState(stage Stage, w *[StateWords]uint32, number, index uint32) (uint32, bool) {
	texture, component := index, uint32(0)
	switch number {
	case isa.NosValueTextureComponent, isa.NosValueTextureZero, isa.NosValueTextureOne:
		texture, component = index/4, index%4
	case isa.NosValueTextureBound, isa.NosValueTextureFormat, isa.NosValueTextureSrgb:
	default:
		return 0, false
	}
	most := uint32(2)
	if stage == StagePixel {
		most = 8
	}
	if texture >= most {
		return 0, false
	}
	bound, encoded, format, code, constant := textureWords(stage, w, texture, component)
	zero, one := constant && code&1 == 0, constant && code&1 != 0
	if !bound { // a texel of none is 0, 0, 0, 1
		zero, one = component < 3, component == 3
	}
	switch number {
	case isa.NosValueTextureBound:
		return truth(bound), true
	case isa.NosValueTextureFormat:
		return format, true
	case isa.NosValueTextureSrgb:
		return truth(encoded), true
	case isa.NosValueTextureZero:
		return truth(zero), true
	case isa.NosValueTextureOne:
		return truth(one), true
	}
	switch {
	case zero:
		code = 4
	case one:
		code = 5
	}
	return code, true
}

// textureWords takes apart what registers have of a texture, and of a component of its texels.
func textureWords(stage Stage, w *[StateWords]uint32, texture, component uint32) (bound, encoded bool, format, code uint32, constant bool) {
	at := 4*texture + component
	if stage == StagePixel {
		b := w[isa.NosPixelBits]
		return bit(b, isa.NosPixelBitsTextureBoundShift+texture), bit(b, isa.NosPixelBitsTextureSrgbShift+texture), field(w[isa.NosPixelTextureFormats], 4*texture, 15),
			field(w[isa.NosPixelComponents+at/16], 2*(at%16), 3), bit(w[isa.NosPixelConstants], at)
	}
	b, t := w[isa.NosGeometryBits], w[isa.NosGeometryTextures]
	return bit(b, isa.NosGeometryBitsTextureBoundShift+texture), bit(b, isa.NosGeometryBitsTextureSrgbShift+texture), field(t, isa.NosGeometryTexturesFormatsShift+4*texture, 15),
		field(t, isa.NosGeometryTexturesComponentsShift+2*at, 3), bit(t, isa.NosGeometryTexturesConstantsShift+at)
}

// attributeState is a value of a vertex attribute.
func attributeState(w *[StateWords]uint32, number, index uint32) (uint32, bool) {
	if index >= 5 {
		return 0, false
	}
	a := w[isa.NosGeometryAttributes+index]
	typ := field(a, isa.NosAttributeEntryTypeShift, isa.NosAttributeEntryTypeMask)
	count := 1 + field(a, isa.NosAttributeEntryCountShift, isa.NosAttributeEntryCountMask)
	bytes := 1 // also of a number that is no type
	if typ < isa.TypeLimit {
		bytes = typeSize[typ]
	}
	switch number {
	case isa.NosValueVertexFormatType:
		return typ, true
	case isa.NosValueVertexFormatCount:
		return count, true
	case isa.NosValueVertexFormatNormalized:
		return truth(bit(a, isa.NosAttributeEntryNormalizedShift)), true
	case isa.NosValueVertexFormatFloat:
		return truth(typ == isa.TypeF || typ == isa.TypeHf), true
	case isa.NosValueVertexFormatOffset:
		return field(a, isa.NosAttributeEntryOffsetShift, isa.NosAttributeEntryOffsetMask), true
	case isa.NosValueVertexFormatBytes1:
		return truth(bytes == 1), true
	case isa.NosValueVertexFormatBytes2:
		return truth(bytes == 2), true
	case isa.NosValueVertexFormatBytes4:
		return truth(bytes == 4), true
	case isa.NosValueVertexFormatBinding:
		return field(a, isa.NosAttributeEntryBindingShift, isa.NosAttributeEntryBindingMask), true
	case isa.NosValueVertexFormatStride:
		return field(a, isa.NosAttributeEntryStrideShift, isa.NosAttributeEntryStrideMask), true
	case isa.NosValueVertexFormatSigned:
		return truth(typ == isa.TypeB || typ == isa.TypeW || typ == isa.TypeD), true
	case isa.NosValueVertexFormatSecond:
		return truth(count >= 2), true
	case isa.NosValueVertexFormatThird:
		return truth(count >= 3), true
	case isa.NosValueVertexFormatFourth:
		return truth(count == 4), true
	}
	return 0, false
}
