package cosim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

func vectorOf(t testing.TB, w, h int, names ...string) *Vector {
	im := &driver.Image{}
	for _, n := range names {
		s, err := scene.Load(n)
		require.NoError(t, err)
		_, err = im.Add(s, driver.Options{Width: w, Height: h})
		require.NoError(t, err)
	}
	v, err := NewVector(im)
	require.NoError(t, err)
	return v
}

// configs are the three in which sweeps must hold.
func configs(t testing.TB) map[string]hw.Config {
	least, stalls := hw.DefaultConfig(), hw.DefaultConfig()
	for _, p := range least.Params() {
		if strings.HasSuffix(p.Key, ".depth") {
			require.NoError(t, p.Set(p.Min))
		}
	}
	for key, value := range map[string]string{"stall.percent": "30", "memory.latency": "150", "memory.vary": "200"} {
		require.NoError(t, stalls.Set(key, value))
	}
	return map[string]hw.Config{"default": hw.DefaultConfig(), "least depths": least, "stalls": stalls}
}

// An interrupt at any cycle of the one-triangle vector changes nothing, in three
// configurations; so does one at many cycles of the others, alone and beside a context
// that draws.
func TestCutsAreEqual(t *testing.T) {
	for name, cfg := range configs(t) {
		for _, scenes := range [][]string{
			{"one-triangle"}, {"blend"}, {"stencil"}, {"clipped"}, {"query"}, {"strips-fans"}, {"textured-cube"},
			{"instancing", "one-triangle"}, {"depth-d32f", "blend"},
		} {
			t.Run(name+"/"+strings.Join(scenes, "+"), func(t *testing.T) {
				t.Parallel()
				s := &Sweep{Config: cfg, Vector: vectorOf(t, 32, 32, scenes...), Jobs: 1, Every: 29, Full: 13}
				if len(scenes) == 1 && scenes[0] == "one-triangle" {
					s.Every = 1
				}
				r, err := s.Run()
				require.NoError(t, err)
				if r.First != nil {
					t.Fatalf("%s; first in cycle %d: %v", r, r.First.Cycle, r.First.Err)
				}
				require.Positive(t, r.Cut, "no interrupt cut anything")
				if s.Every == 1 {
					t.Logf("%d of %d tiles were next at a cut", r.TilesCut, r.Tiles)
					require.Equal(t, r.Tiles, r.TilesCut, "tiles that were the next one at some cut")
				}
			})
		}
	}
}

// Cuts of the teapot, spread over the run.
func TestTeapotCutsAreEqual(t *testing.T) {
	r, err := (&Sweep{Config: hw.DefaultConfig(), Vector: vectorOf(t, 64, 64, "teapot"), Jobs: 2, Every: 211}).Run()
	require.NoError(t, err)
	require.Zero(t, r.Different, "%+v", r.First)
	require.Positive(t, r.Cut)
}

// The worst switch stays below the bound that follows from the configuration.
func TestSwitchesStayBelowTheBound(t *testing.T) {
	for name, cfg := range configs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := vectorOf(t, 64, 64, "few-large")
			s, err := NewSession(cfg, v, true)
			require.NoError(t, err)
			log := s.Log()
			require.NoError(t, s.Run(Plan{Every: 173}, nil))
			bound := Bounds(&cfg, 64)
			require.NotEmpty(t, log.Switches)
			for _, w := range log.Switches {
				require.LessOrEqual(t, w.Discarded, bound.Discard)
				require.LessOrEqual(t, w.Saved, bound.Total())
			}
		})
	}
}
