package directed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

// Vectors whose kernels have tags come to the same pictures, cut as they are, whether the driver patches or the machine.
func TestBothPatchersDrawTheSame(t *testing.T) {
	for _, name := range []string{"patched-between-draws", "patched-by-the-machine", "patched-in-both-slots"} {
		for _, place := range []string{"tg", "zl1"} {
			var want [][]byte
			for _, patch := range []scene.Patch{scene.PatchDriver, scene.PatchMachine} {
				v, err := Load(name)
				require.NoError(t, err)
				v.Patch = &patch
				v.At(place)
				s, err := v.Run()
				require.NoError(t, err, "%s/%s, patched by the %s", name, place, scene.PatchNames[patch])
				var got [][]byte
				for i := range s.V.Image.Contexts {
					x := &s.V.Image.Contexts[i]
					require.Equal(t, patch == scene.PatchMachine, x.Patches.Machine > 0)
					require.Equal(t, patch == scene.PatchDriver, x.Patches.Patched > 0)
					got = append(got, colours(s.V.Final, x))
				}
				if want == nil {
					want = got
				}
				require.Equal(t, want, got, "%s/%s", name, place)
			}
		}
	}
}

// colours is a context's colour surface, of 16x16 pixels.
func colours(memory []byte, x *driver.Context) []byte {
	const tiles, tile = 2, 64 // rows of tiles, pixels of one
	return memory[x.Color.Base:][:int(x.Color.Pitch)*tiles*tile*int(x.Color.Bytes)]
}
