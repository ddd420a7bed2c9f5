package directed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
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

// The vector has lines of a patched kernel that are fetched ahead find no page, while their threads execute the line before; with other periods in which pages are taken away, should the machine's timing have changed.
func TestLinesFetchedAheadFindNoPage(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		ahead := 0
		for more := uint64(0); more <= 90 && ahead == 0; more += 15 {
			v, err := Load("patched-while-pages-leave")
			require.NoError(t, err)
			v.Paging.Steal += more
			v.At(place)
			_, _, err = v.Play(func(s *cosim.Session) {
				for _, c := range s.M.Clusters {
					for n, m := range c.SMs {
						c.L15.P.L15SM[n].Tap().OnPut(func(_ uint64, l *pipe.CodeLine) {
							x := m.Thread(l.Thread)
							if l.NotPresent && x.Head.Table > 0 && !x.Cancelled && !x.Missing && x.Control.PC/pipe.LineBytes < (l.Addr-x.Head.Kernel)/pipe.LineBytes {
								ahead++
							}
						})
					}
				}
			})
			require.NoError(t, err, "%s, %d more cycles", place, more)
		}
		require.NotZero(t, ahead, place)
	}
}

// colours is a context's colour surface, of 16x16 pixels.
func colours(memory []byte, x *driver.Context) []byte {
	const tiles, tile = 2, 64 // rows of tiles, pixels of one
	return memory[x.Color.Base:][:int(x.Color.Pitch)*tiles*tile*int(x.Color.Bytes)]
}
