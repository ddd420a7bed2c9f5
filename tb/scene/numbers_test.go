package scene

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Numbers become the nearest ones that a format has.
func TestNumbersInFormats(t *testing.T) {
	for _, c := range []struct {
		format string
		x      float32
		want   uint32
	}{
		{"unorm8", 0.5, 128}, {"unorm8", 2, 255}, {"unorm8", -1, 0}, {"snorm8", -1, 0x81}, {"snorm8", -2, 0x81}, {"snorm16", 0.5, 0x4000}, {"unorm16", 1, 0xffff}, {"uint8", 300, 255}, {"sint8", -200, 0x80},
		{"sint16", -3, 0xfffd}, {"uint32", 5e9, math.MaxUint32}, {"sint32", -5e9, 0x80000000}, {"float16", 1.5, 0x3e00}, {"float32", 1.5, 0x3fc00000},
	} {
		f, ok := formatNamed(c.format)
		require.True(t, ok)
		require.Equal(t, c.want, f.component(c.x), "%s of %v", c.format, c.x)
	}
	require.Len(t, vertexFormats, 3*9+3*4)
}
