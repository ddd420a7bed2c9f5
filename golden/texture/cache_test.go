package texture

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
)

// row is a unit with a row of eight bytes 10, 11, ... in line 1 of its memory, of 2 levels.
func row() *Unit {
	const r8Uint, twoD = 9, 1
	u := &Unit{Image: make([]byte, 256), Textures: [][TextureWords]uint32{{64, 192, 0, 8 | 1<<16, 1 | 2<<16 | twoD<<20 | r8Uint<<24}}}
	for n := range 8 {
		u.Image[64+n] = byte(10 + n)
	}
	return u
}

func texelAt(x, level uint32) *exec.Request {
	r := &exec.Request{Message: isa.MessageTexel, Lanes: 1, Sets: 3, Components: 4}
	r.Coordinates[0][0], r.Coordinates[2][0] = x, level
	return r
}

// A message in parts has the value that its line had when memory was read, wherever it comes from.
func TestTexelsComeFromLines(t *testing.T) {
	u := row()
	c := NewCache(u.Image)
	r := texelAt(3, 0)
	m := u.Begin(r, c)
	c.Read(5, 1)
	u.Image[67] = 99
	require.NoError(t, m.Take(0, 0, 1, 1, c.Arrived(5)))
	require.NoError(t, m.Finish())
	require.Equal(t, uint32(13), r.Answer[0][0])
	c.Fill(5, 1)
	r = texelAt(4, 0)
	m = u.Begin(r, c)
	require.NoError(t, m.Take(0, 0, 1, 1, c.Here(1)))
	require.NoError(t, m.Finish())
	require.Equal(t, [4]uint32{14, 0, 0, 1}, [4]uint32{r.Answer[0][0], r.Answer[1][0], r.Answer[2][0], r.Answer[3][0]})
	c.Drop(1)
	require.Nil(t, c.Here(1))
	require.NoError(t, u.Sample(r))
	require.Equal(t, uint32(14), r.Answer[0][0])
}

// What a sampler may not do is found.
func TestWrongAccessesAreFound(t *testing.T) {
	u := row()
	c := NewCache(u.Image)
	m := u.Begin(texelAt(3, 0), c)
	c.Read(0, 1)
	l := c.Arrived(0)
	require.ErrorContains(t, m.Finish(), "has not accessed texel 0 of level number 0 in line 0x1")
	require.ErrorContains(t, m.Take(0, 0, 1, 2, l), "read from line 0x2, expected 0x1")
	require.ErrorContains(t, m.Take(0, 0, 2, 1, l), "reads texel 1 of level number 0, and the message does not")
	require.ErrorContains(t, m.Take(0, 1, 1, 1, l), "reads a texel of level number 1")
	require.ErrorContains(t, m.Take(0, 0, 1, 1, nil), "not in the texture cache")
	c.Read(1, 4)
	require.ErrorContains(t, m.Take(0, 0, 1, 1, c.Arrived(1)), "what was read from memory is line 0x4")
	c.Fill(1, 1)
	require.ErrorContains(t, m.Take(0, 0, 1, 1, c.Here(1)), "what was read from memory is line 0x4")
	require.NoError(t, m.Take(0, 0, 1, 1, l))
	require.ErrorContains(t, m.Take(0, 0, 1, 1, l), "read twice")
}

// Who begins after a store is acknowledged must not read what was there before; who began earlier may.
func TestStoresAreSeenWhenTheyAreAcknowledged(t *testing.T) {
	u := row()
	c := NewCache(u.Image)
	c.Read(0, 1)
	old := c.Arrived(0)
	r := &exec.Request{Message: isa.MessageTexelStore, Lanes: 3, Sets: 2, Components: 1}
	r.Coordinates[0][0], r.Coordinates[0][1] = 3, 3
	r.Data[0][0], r.Data[0][1] = 300, 7
	s := u.Begin(r, c)
	early := u.Begin(texelAt(3, 0), c)
	bytes, err := s.Store(0xf, 1)
	require.NoError(t, err)
	require.Equal(t, uint64(1<<3), bytes)
	require.Equal(t, byte(7), u.Image[67], "the higher lane's")
	_, err = s.Store(0xf, 1)
	require.ErrorContains(t, err, "the message does not")
	require.NoError(t, s.Finish())
	require.NoError(t, early.Take(0, 0, 1, 1, old))
	late := u.Begin(texelAt(3, 0), c)
	require.ErrorContains(t, late.Take(0, 0, 1, 1, old), "as it was before a store")
	c.Read(0, 1)
	require.NoError(t, late.Take(0, 0, 1, 1, c.Arrived(0)))
}
