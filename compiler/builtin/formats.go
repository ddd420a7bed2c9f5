package builtin

import (
	"strings"

	"tilemark/compiler/types"
)

// formats are texel formats of storage textures (section Texel Formats).
const formats = `rgba8unorm rgba8snorm rgba8uint rgba8sint rgba16unorm rgba16snorm rgba16uint rgba16sint rgba16float rg8unorm rg8snorm rg8uint rg8sint rg16unorm
	rg16snorm rg16uint rg16sint rg16float r32uint r32sint r32float rg32uint rg32sint rg32float rgba32uint rgba32sint rgba32float bgra8unorm r8unorm r8snorm r8uint
	r8sint r16unorm r16snorm r16uint r16sint r16float rgb10a2unorm rgb10a2uint rg11b10ufloat`

var known = func() map[string]bool {
	out := map[string]bool{}
	for _, f := range strings.Fields(formats) {
		out[f] = true
	}
	return out
}()

// IsFormat is whether a texel format has this name.
func IsFormat(name string) bool { return known[name] }

// Channel is the type of a format's channels in a shader.
func Channel(format string) *types.Type {
	switch {
	case strings.HasSuffix(format, "uint"):
		return types.TypeU32
	case strings.HasSuffix(format, "sint"):
		return types.TypeI32
	}
	return types.TypeF32
}
