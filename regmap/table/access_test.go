package table

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each access type on four bits: what 0b0110 reads as and becomes, and what writing 0b0011 makes of 0b0101.
func TestEveryAccessTypeReadsAndWritesAsItSays(t *testing.T) {
	want := map[string][3]uint32{
		"none": {0, 6, 5}, "ro": {6, 6, 5}, "rw": {6, 6, 3}, "wo": {0, 6, 3}, "rc": {6, 0, 5}, "rs": {6, 15, 5},
		"wrc": {6, 0, 3}, "wrs": {6, 15, 3}, "rw1c": {6, 6, 4}, "rw1s": {6, 6, 7}, "rw1t": {6, 6, 6},
		"rw0c": {6, 6, 1}, "rw0s": {6, 6, 13}, "rw0t": {6, 6, 9}, "w1crs": {6, 15, 4}, "w1src": {6, 0, 7},
		"w0crs": {6, 15, 1}, "w0src": {6, 0, 13}, "r0w1c": {0, 6, 4}, "wclr": {6, 6, 0}, "wset": {6, 6, 15},
		"wclrrs": {6, 15, 0}, "wsetrc": {6, 0, 15}, "woclr": {0, 6, 4}, "woset": {0, 6, 7}, "wot": {0, 6, 6},
		"rw1": {6, 6, 3}, "wo1": {0, 6, 3}, "singlepulse": {0, 6, 5},
	}
	require.Len(t, want, len(AccessTypes))
	for _, a := range AccessTypes {
		value, after := a.Read(0xf6, 15)
		assert.Equal(t, want[a.Name], [3]uint32{value, after, a.Write(0xf5, 0xf3, 15)}, a.Name)
		assert.NotEmpty(t, a.Description, a.Name)
	}
}

func TestNoTwoAccessTypesDoTheSame(t *testing.T) {
	seen := map[[2]int]string{}
	for _, a := range AccessTypes {
		key := [2]int{int(a.Reads), int(a.Writes)}
		assert.Empty(t, seen[key], a.Name)
		seen[key] = a.Name
	}
}

func TestAccessTypesAreFoundByName(t *testing.T) {
	a, ok := AccessByName("rw1c")
	assert.True(t, ok)
	assert.Equal(t, OneClears, a.Writes)
	_, ok = AccessByName("w1c")
	assert.False(t, ok)
	assert.True(t, Field{HW: "set"}.HardwareWrites())
	assert.False(t, Field{HW: "ro"}.HardwareWrites())
	assert.True(t, Field{SW: "rw1"}.Access().Once())
	assert.False(t, Field{SW: "rc"}.Access().ReadBack())
}
