package hard

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What a test asks for is drawn, and often enough.
func TestHardValuesAreDrawn(t *testing.T) {
	zero, least, nan, infinite, last := 0, 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		for range 100 {
			f := Float().Draw(rt, "float")
			switch {
			case f != f:
				nan++
			case math.IsInf(float64(f), 0):
				infinite++
			case f == 0 && math.Signbit(float64(f)):
				zero++
			case math.Abs(float64(f)) == math.SmallestNonzeroFloat32:
				least++
			}
			f = Finite().Draw(rt, "finite")
			require.Zero(rt, f-f)
			f = Share().Draw(rt, "share")
			require.Zero(rt, f-f)
			n := Below(7).Draw(rt, "below")
			require.Less(rt, n, uint32(7))
			require.Zero(rt, Below(1).Draw(rt, "nothing else"))
			if n == 6 && Word().Draw(rt, "word") == math.MaxUint32 {
				last++
			}
		}
	})
	for _, n := range []int{zero, least, nan, infinite, last} {
		require.Positive(t, n)
	}
}

func TestNeighboursOfNumbers(t *testing.T) {
	require.Equal(t, float32(math.SmallestNonzeroFloat32), Beside(0, 1))
	require.Equal(t, float32(-math.SmallestNonzeroFloat32), Beside(0, -1))
	require.Equal(t, float32(1+0x1p-23), Beside(1, 1))
	require.Equal(t, float32(1-0x1p-24), Beside(1, -1))
	require.True(t, Same(float32(math.NaN()), math.Float32frombits(0x7f800001)))
	require.False(t, Same(0, float32(math.Copysign(0, -1))))
}
