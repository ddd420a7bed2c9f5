package cosim

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
)

// patchedScenes are a context whose kernels the machine or the driver patches, and another one.
func patchedScenes(t testing.TB, patch scene.Patch, example string) *driver.Image {
	im := &driver.Image{}
	for _, name := range []string{"../../examples/" + example + ".yaml", "blend"} {
		s, err := scenefile.Load(name)
		require.NoError(t, err)
		_, err = im.Add(s, driver.Options{Width: 24, Height: 24, Pages: true, Patch: &patch})
		require.NoError(t, err)
	}
	return im
}

// An example with state comes to the same picture, whoever patches its kernels, interrupted or not; the machine is compared with golden all the time.
func TestExampleIsTheSameWhoeverPatches(t *testing.T) {
	for _, example := range []string{"foliage", "sprites", "formats"} {
		t.Run(example, func(t *testing.T) { sameWhoeverPatches(t, example) })
	}
}

func sameWhoeverPatches(t *testing.T, example string) {
	var want []byte
	for _, patch := range []scene.Patch{scene.PatchDriver, scene.PatchMachine} {
		v, err := vector.New(patchedScenes(t, patch, example))
		require.NoError(t, err)
		x := &v.Image.Contexts[0]
		require.Equal(t, patch == scene.PatchMachine, x.Patches.Machine > 0)
		const tiles, tile = 3, 64
		got := v.Final[x.Color.Base:][:int(x.Color.Pitch)*tiles*tile*int(x.Color.Bytes)]
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
		for _, place := range []string{"tg", "zl1"} {
			for _, every := range []uint64{0, 800} {
				cfg := hw.DefaultConfig()
				cfg.BreakPoint = place
				s, err := NewSession(cfg, v, true)
				require.NoError(t, err)
				for next := every; !s.Idle(); next += every {
					if every == 0 {
						next = s.M.Cycle() + 100_000
					}
					require.NoError(t, s.RunTo(next))
					if every > 0 && !s.Idle() {
						require.NoError(t, s.Interrupt())
					}
				}
				require.NoError(t, s.Finish())
			}
		}
	}
}

// Whatever stands in a patch table, and in the kernel before it, the machine neither panics nor hangs, and the other context's memory is golden's.
func TestSpoiledPatchTablesLeaveTheOtherContextAlone(t *testing.T) {
	for _, place := range []string{"tg", "zl1"} {
		im := patchedScenes(t, scene.PatchMachine, "foliage")
		v, err := vector.New(im)
		require.NoError(t, err)
		v.Paging, v.Status = &vector.Paging{Latency: 20}, 64
		cfg := hw.DefaultConfig()
		cfg.CSP.TimeSlice, cfg.BreakPoint = hostileSlice, place
		s, err := NewSession(cfg, v, false)
		require.NoError(t, err)
		y := &im.Contexts[1]
		h := &hostile{s: s, other: v.Final[y.From:y.To]}
		s.Save(&h.start)
		kernels := im.Contexts[0].Kernels
		k := &kernels[len(kernels)-1]
		table := pipe.TableAt(k.At, uint32(len(k.Bytes())))
		h.kernels = [2]spoiled{{table, 64}, {k.At, uint32(len(k.Bytes())) / 4}}
		r := rand.New(rand.NewPCG(9, uint64(len(place))))
		stopped := 0
		for range 2 * *spoiledKernels {
			data := []byte{}
			for range 1 + r.IntN(3) {
				n := r.IntN(4) / 3 // mostly the table
				at := r.IntN(min(40, int(h.kernels[n].words)))
				value := r.Uint32()
				if was := im.Bytes[int(h.kernels[n].at)+4*at:]; r.IntN(4) > 0 {
					value = binary.LittleEndian.Uint32(was) ^ 1<<r.IntN(32)
				}
				data = append(data, word(2, kernelText+n<<12+at, value)...)
			}
			h.run(t, append(data, byte(r.Uint32()), byte(r.Uint32())))
			if strings.Contains(strings.Join(h.s.StatusTexts(), "\n"), "invalid (kernel that cannot go on)") {
				stopped++
			}
		}
		require.Positive(t, stopped, "a table was malformed")
	}
}
