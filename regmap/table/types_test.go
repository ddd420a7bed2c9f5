package table

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFixedPointTypes(t *testing.T) {
	for name, want := range map[string]FixedPoint{
		"u8.8": {false, 8, 8}, "s15.16": {true, 15, 16}, "s1.0": {true, 1, 0}, "u0.32": {false, 0, 32}, "s32.0": {true, 32, 0},
	} {
		f, ok := ParseFixedPoint(name)
		assert.True(t, ok, name)
		assert.Equal(t, want, f, name)
	}
	for _, name := range []string{"", "u", "uint", "sint", "u.8", "u8.", "u0.0", "s0.8", "u16.17", "u08.8", "u8.8.8", "f8.8", "u-1.8", "u8.+8", "U8.8", "u8,8"} {
		_, ok := ParseFixedPoint(name)
		assert.False(t, ok, name)
	}
}

func TestFixedPointValues(t *testing.T) {
	assert.Equal(t, 1.5, FixedPoint{false, 8, 8}.Value(0x0180))
	assert.Equal(t, -0.5, FixedPoint{true, 15, 16}.Value(0x7fff8000), "31 bits: the sign is bit 30")
	assert.Equal(t, -1.0, FixedPoint{true, 1, 31}.Value(1<<31))
	assert.Equal(t, 1-1/4294967296.0, FixedPoint{false, 0, 32}.Value(0xffffffff))
}
