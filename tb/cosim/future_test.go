package cosim

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// The words of a save area that the key leaves out while its context runs do not matter:
// randomised in every cycle, they change no key, no monitor's verdict and no image.
func TestWordsThatACutWritesAnewDoNotMatter(t *testing.T) {
	v := vectorOf(t, 32, 32, "query", "blend")
	run := func(each func(s *Session)) (keys []uint64) {
		s, err := NewSession(hw.DefaultConfig(), v, true)
		require.NoError(t, err)
		for !s.Idle() {
			if c := s.M.Cycle(); c == 700 || c == 1500 || c == 2100 {
				require.NoError(t, s.Interrupt())
			}
			require.NoError(t, s.RunTo(s.M.Cycle()+1))
			each(s)
			saving := false // the words are written in these cycles, and count from then on
			for _, k := range s.Mon.s.Slot {
				saving = saving || k >= 0 && s.Mon.s.Contexts[k].Leaving
			}
			if s.M.Cycle()%16 == 0 && !saving {
				keys = append(keys, s.key())
			}
		}
		require.NoError(t, s.Finish())
		require.NoError(t, s.Check())
		require.Positive(t, s.Cuts())
		return keys
	}
	r := rand.New(rand.NewSource(5))
	touched := 0
	want := run(func(*Session) {})
	got := run(func(s *Session) {
		for i := range v.Image.Contexts {
			if !s.Mon.s.writesAnew(i) {
				continue
			}
			for w, anew := range writtenAnew {
				if anew {
					s.M.Memory.WriteWord(v.Image.Contexts[i].SaveArea+4*uint32(w), r.Uint32())
					touched++
				}
			}
		}
	})
	require.Equal(t, want, got)
	require.Positive(t, touched)
}
