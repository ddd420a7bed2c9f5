package format

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParseFloatRoundsOnce(t *testing.T) {
	for text, want := range map[string]uint32{
		"0": 0, "1": 0x3c00, "1.0004883": 0x3c01, "1.00048828125": 0x3c00, "1.00146484375": 0x3c02, "65519.9999": 0x7bff, "65504": 0x7bff, "inf": 0x7c00,
		"6e-8": 1, "2.98e-8": 0, "2.9802322387695312e-8": 0, "2.9802322387695314e-8": 1, "1e-400": 0, "0.00006103515625": 0x400,
	} {
		got, err := ParseFloat(text, 16)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"65520", "1e99", "1e999999999", "-1", "x", "nan", ""} {
		_, err := ParseFloat(text, 16)
		require.Error(t, err, text)
	}
	_, err := ParseFloat("1e39", 32)
	require.EqualError(t, err, "1e39 is too large for 32 bits; infinity is inf")
	v, err := ParseFloat("3.4028235e38", 32)
	require.NoError(t, err)
	require.Equal(t, uint32(0x7f7fffff), v)
}

// What is written of a pattern is read as it; numbers between have the nearest.
func TestParseFloatIsTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float32frombits(rapid.Uint32Range(0x32000000, 0x477fefff).Draw(t, "f"))
		got, err := ParseFloat(strconv.FormatFloat(float64(f), 'g', -1, 64), 16)
		require.NoError(t, err)
		require.Equal(t, uint32(Half(f)), got)
	})
}
