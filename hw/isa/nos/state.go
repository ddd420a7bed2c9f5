// Package nos is non-orthogonal state: what the code of kernels depends on besides their text, and how an instruction that has a tag is patched for it (docs/isa.md, "State
// tags").
package nos

import (
	"math"

	"tilemark/hw/isa"
)

// Sizes of what is there several times.
const (
	Textures   = 8  // by the number of the binding
	Attributes = 16 // by their numbers
	Planes     = 8
	Channels   = 4
)

// All has the bits of all items.
const All = isa.NativeDestinationNosMask

// Items are the names of the items of state, in the order of their bits.
func Items() (names []string) {
	for bit := uint32(1); isa.NosNames[bit] != ""; bit <<= 1 {
		names = append(names, isa.NosNames[bit])
	}
	return names
}

// Compare is the function of the alpha test: what alpha must be to the reference for a pixel to stay.
type Compare uint8

// Functions, in the order of their bits.
const (
	Never Compare = iota
	Less
	Equal
	LessEqual
	Greater
	NotEqual
	GreaterEqual
	Always
)

// conditions are those of instructions; never and always have none.
var conditions = [...]uint32{Less: isa.ConditionLt, Equal: isa.ConditionEq, LessEqual: isa.ConditionLe, Greater: isa.ConditionGt, NotEqual: isa.ConditionNe, GreaterEqual: isa.ConditionGe, Always: 0}

// Fog is how much fog covers a pixel, by its distance.
type Fog uint8

// Modes of fog.
const (
	NoFog Fog = iota
	Linear
	Exp
	Exp2
)

// FogNames are how texts name modes.
var FogNames = [...]string{NoFog: "none", Linear: "linear", Exp: "exp", Exp2: "exp2"}

// Component is what stands for a component of a texel.
type Component uint8

// Components.
const (
	Red Component = iota
	Green
	Blue
	Alpha
	Zero
	One
)

// Texture is what is bound as a texture. A swizzle is what stands for each component.
type Texture struct {
	Bound   bool
	SRGB    bool // its components are encoded, and the sampler does not decode them
	Format  uint8
	Swizzle [4]Component
}

// Attribute is how an attribute lies in a vertex.
type Attribute struct {
	Type       uint8  // isa.Type... value
	Count      uint8  // components, 1 to 4
	Normalized bool   // integers stand for -1 to 1, or 0 to 1
	Offset     uint16 // bytes, in a vertex
	Stride     uint16 // bytes, from a vertex to the next one
	Binding    uint8
}

// State is the state that the kernels of a draw depend on.
type State struct {
	AlphaFunction  Compare
	AlphaReference float32
	Fog            Fog
	FogBinding     uint8
	FogOffset      uint16 // bytes, of its parameters in the binding
	Lighting       bool
	Colors         bool // vertices have colours
	TwoSided       bool
	Textures       [Textures]Texture
	TargetFormat   uint8
	TargetSRGB     bool
	TargetCount    uint8 // components, 1 to 4
	WriteMask      uint8 // a bit for each channel, red first
	Flat           uint16
	PointSprite    uint16
	PointLower     bool
	ClipPlanes     uint8
	DepthClamp     bool
	Attributes     [Attributes]Attribute
}

// Default is the state in which nothing is done to what a shader computes.
func Default() State {
	s := State{AlphaFunction: Always, TargetCount: 4, WriteMask: 0xf}
	for n := range s.Textures {
		s.Textures[n] = Texture{Bound: true, Swizzle: [4]Component{Red, Green, Blue, Alpha}}
	}
	for n := range s.Attributes {
		s.Attributes[n] = Attribute{Type: isa.TypeF, Count: 4}
	}
	return s
}

// Value is the value of an isa.NosValue... number, with its index where it is there several times; 0 beyond the last index.
func (s *State) Value(value, index uint8) uint32 {
	switch value >> 4 {
	case isa.NosValueTextureBound >> 4:
		return s.texture(value, index)
	case isa.NosValueVertexFormatType >> 4:
		return s.attribute(value, index)
	}
	switch value {
	case isa.NosValueAlphaTestOn, isa.NosValueAlphaTestCompares, isa.NosValueAlphaTestFunction:
		return s.AlphaFunction.value(value)
	case isa.NosValueAlphaTestReference:
		return math.Float32bits(s.AlphaReference)
	case isa.NosValueFogOn, isa.NosValueFogLinear, isa.NosValueFogExp, isa.NosValueFogExp2:
		return s.Fog.value(value)
	case isa.NosValueFogParameters:
		return uint32(s.FogOffset)
	case isa.NosValueFogBinding:
		return uint32(s.FogBinding)
	case isa.NosValueLightingOn:
		return one(s.Lighting)
	case isa.NosValueLightingColors:
		return one(s.Colors)
	case isa.NosValueTwoSidedOn:
		return one(s.TwoSided)
	case isa.NosValueTargetFormat:
		return uint32(s.TargetFormat)
	case isa.NosValueTargetSrgb:
		return one(s.TargetSRGB)
	case isa.NosValueTargetCount:
		return uint32(s.TargetCount)
	case isa.NosValueWriteMaskChannel:
		return uint32(s.WriteMask) >> index & 1
	case isa.NosValueFlatOn:
		return uint32(s.Flat) >> index & 1
	case isa.NosValueClipPlanesOn:
		return uint32(s.ClipPlanes) >> index & 1
	case isa.NosValuePointSpriteOn:
		return uint32(s.PointSprite) >> index & 1
	case isa.NosValuePointSpriteLower:
		return one(s.PointLower)
	case isa.NosValueDepthClampOn:
		return one(s.DepthClamp)
	case isa.NosValueClipPlanesSome:
		return one(s.ClipPlanes != 0)
	}
	return 0
}

// value is a value of the alpha test that follows from its function.
func (c Compare) value(value uint8) uint32 {
	switch value {
	case isa.NosValueAlphaTestOn:
		return one(c != Always)
	case isa.NosValueAlphaTestCompares:
		return one(c != Always && c != Never)
	}
	return conditions[c]
}

// value is a value that follows from the mode of fog.
func (f Fog) value(value uint8) uint32 {
	switch value {
	case isa.NosValueFogOn:
		return one(f != NoFog)
	case isa.NosValueFogLinear:
		return one(f == Linear)
	case isa.NosValueFogExp:
		return one(f == Exp)
	}
	return one(f == Exp2)
}

// value is a value that follows from what stands for a component of a texel.
func (c Component) value(value uint8) uint32 {
	switch value {
	case isa.NosValueTextureZero:
		return one(c == Zero)
	case isa.NosValueTextureOne:
		return one(c == One)
	}
	return uint32(c)
}

// absent is what stands for a component of a texel of a texture that is not there: 0, 0, 0, 1.
func absent(component uint8) Component {
	if component == components-1 {
		return One
	}
	return Zero
}

// texture is a value of a texture. Where there is none, its texels are 0, 0, 0 and 1.
func (s *State) texture(value, index uint8) uint32 {
	byComponent := value == isa.NosValueTextureComponent || value == isa.NosValueTextureZero || value == isa.NosValueTextureOne
	n, component := index, uint8(0)
	if byComponent {
		n, component = index/4, index%4
	}
	if int(n) >= len(s.Textures) {
		return 0
	}
	return s.Textures[n].value(value, component)
}

// value is a value of the texture, of a component where it has one.
func (t *Texture) value(value, component uint8) uint32 {
	switch value {
	case isa.NosValueTextureBound:
		return one(t.Bound)
	case isa.NosValueTextureComponent, isa.NosValueTextureZero, isa.NosValueTextureOne:
		if !t.Bound {
			return absent(component).value(value)
		}
		return t.Swizzle[component].value(value)
	case isa.NosValueTextureFormat:
		return uint32(t.Format)
	case isa.NosValueTextureSrgb:
		return one(t.SRGB)
	}
	return 0
}

// attribute is a value of a vertex attribute.
func (s *State) attribute(value, index uint8) uint32 {
	if int(index) >= len(s.Attributes) {
		return 0
	}
	a := &s.Attributes[index]
	switch value {
	case isa.NosValueVertexFormatType:
		return uint32(a.Type)
	case isa.NosValueVertexFormatCount:
		return uint32(a.Count)
	case isa.NosValueVertexFormatNormalized:
		return one(a.Normalized)
	case isa.NosValueVertexFormatFloat, isa.NosValueVertexFormatBytes1, isa.NosValueVertexFormatBytes2, isa.NosValueVertexFormatBytes4, isa.NosValueVertexFormatSigned:
		return typeValue(a.Type, value)
	case isa.NosValueVertexFormatSecond, isa.NosValueVertexFormatThird, isa.NosValueVertexFormatFourth:
		return countValue(a.Count, value)
	case isa.NosValueVertexFormatOffset:
		return uint32(a.Offset)
	case isa.NosValueVertexFormatBinding:
		return uint32(a.Binding)
	case isa.NosValueVertexFormatStride:
		return uint32(a.Stride)
	}
	return 0
}

// typeValue is a value that follows from the type of a vertex attribute.
func typeValue(t, value uint8) uint32 {
	switch value {
	case isa.NosValueVertexFormatFloat:
		return one(t == isa.TypeF || t == isa.TypeHf)
	case isa.NosValueVertexFormatBytes1:
		return one(isa.Bytes(t) == 1)
	case isa.NosValueVertexFormatBytes2:
		return one(isa.Bytes(t) == 2)
	case isa.NosValueVertexFormatSigned:
		return one(t == isa.TypeB || t == isa.TypeW || t == isa.TypeD)
	}
	return one(isa.Bytes(t) == 4)
}

// countValue is a value that follows from the number of components of a vertex attribute.
func countValue(count, value uint8) uint32 {
	switch value {
	case isa.NosValueVertexFormatSecond:
		return one(count > 1)
	case isa.NosValueVertexFormatThird:
		return one(count > 2)
	}
	return one(count > 3)
}

func one(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
