package sweep

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/scenefile"
)

// An interrupt at any cycle of the one-triangle vector changes nothing, in three
// configurations and at both break points; so does one at many cycles of the others, alone and beside a context
// that draws.
func TestCutsAreEqual(t *testing.T) {
	places := []string{"tg", "zl1"}
	for name, cfg := range cosimtest.Configs(t) {
		for n, scenes := range [][]string{
			{"one-triangle"}, {"one-triangle"}, {"blend"}, {"stencil"}, {"clipped"}, {"query"}, {"strips-fans"}, {"textured-cube"},
			{"instancing", "one-triangle"}, {"depth-d32f", "blend"}, {"late-stencil"}, {"statistics"}, {"restart"}, {"fill-copy", "patches"},
		} {
			cfg := cfg
			cfg.BreakPoint = places[n%2]
			t.Run(name+"/"+cfg.BreakPoint+"/"+strings.Join(scenes, "+"), func(t *testing.T) {
				t.Parallel()
				s := &Sweep{Config: cfg, Vector: cosimtest.Scenes(t, 32, 32, scenes...), Jobs: 1, Every: 29, Full: 13}
				if len(scenes) == 1 && scenes[0] == "one-triangle" {
					s.Every = 1
				}
				r, err := s.Run()
				require.NoError(t, err)
				if r.First != nil {
					t.Fatalf("%s; first in cycle %d: %v", r, r.First.Cycle, r.First.Err)
				}
				require.Positive(t, r.Cuts, "no interrupt cut anything")
				if s.Every == 1 {
					require.Equal(t, r.Tiles, r.TilesCut, "tiles that were the next one at some cut")
				}
			})
		}
	}
}

// Among the cuts of every built-in scene that is short there is one after which each tile comes next: no place
// of the picture is out of an interrupt's reach. Every other scene has the break point at ZL1.
func TestEveryTileIsNextAtSomeCut(t *testing.T) {
	swept := 0
	for i, name := range scenefile.Builtins() {
		cfg := hw.DefaultConfig()
		cfg.BreakPoint = []string{"tg", "zl1"}[i%2]
		v := cosimtest.Scenes(t, 16, 16, name)
		s, err := cosim.Uninterrupted(cfg, v, true)
		require.NoError(t, err)
		if s.M.Cycle() >= shortRun {
			continue
		}
		swept++
		t.Run(name+"/"+cfg.BreakPoint, func(t *testing.T) {
			t.Parallel()
			r, err := (&Sweep{Config: cfg, Vector: v, Jobs: 1}).Run()
			require.NoError(t, err)
			require.Zero(t, r.Different, "%+v", r.First)
			require.Equal(t, r.Tiles, r.TilesCut)
		})
	}
	require.Greater(t, swept, 30)
}

// Two interrupts, the second at every later cycle of the run with the first, change
// nothing; what is shared between first cuts is confirmed by runs to the end.
func TestPairsOfCutsAreEqual(t *testing.T) {
	s := &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 16, 16, "one-triangle"), Pairs: true, Jobs: 2, Every: 97, Full: 50}
	r, err := s.Run()
	require.NoError(t, err)
	require.Zero(t, r.Different, "%+v", r.First)
	require.Greater(t, r.Tried, 5000)
	require.Greater(t, r.Cuts, 1000)
	require.Greater(t, r.Shared, r.Cuts/2)
	require.Equal(t, r.Cuts, r.Equal)
	require.Greater(t, r.Confirmed, r.Cuts/100)
	require.Equal(t, r.Tried, r.Cuts+r.Misses())
	require.Regexp(t, `^[\d,]+ pairs: [\d,]+ equal, 0 different, [\d,]+ converged early; [\d,]+ second interrupts cut nothing more$`, r.String())
	require.Greater(t, r.Naive(), 20*r.Evaluated)
}

// So they do for other vectors, at both break points, and with FIFOs of least depths.
func TestPairsOfCutsAreEqualEverywhere(t *testing.T) {
	cfgs := cosimtest.Configs(t)
	for _, c := range []struct {
		name, config, place string
		size                int
		from, cuts          uint64
	}{
		{"query", "default", "zl1", 8, 640, 5}, {"one-triangle", "least depths", "zl1", 8, 600, 5}, {"late-kill", "least depths", "tg", 8, 1000, 4},
	} {
		t.Run(c.name+"/"+c.place+"/"+c.config, func(t *testing.T) {
			t.Parallel()
			cfg := cfgs[c.config]
			cfg.BreakPoint = c.place
			s := &Sweep{Config: cfg, Vector: cosimtest.Scenes(t, c.size, c.size, c.name), Pairs: true, Jobs: 1, From: c.from, To: c.from + c.cuts, Full: 200}
			r, err := s.Run()
			require.NoError(t, err)
			require.Zero(t, r.Different, "%+v", r.First)
			require.Greater(t, r.Tried, 4000)
			require.Greater(t, r.Cuts, 1000)
			require.Greater(t, r.Confirmed, 10)
			t.Log(r)
		})
	}
}

// A pair counts its second cut on the clock of the run with the first: the same cycles,
// given to a run, raise the same interrupts.
func TestPairsAreNamedByTheCyclesOfARun(t *testing.T) {
	v := cosimtest.Scenes(t, 16, 16, "one-triangle")
	w, err := (&Sweep{Config: hw.DefaultConfig(), Vector: v, Pairs: true}).newWorker()
	require.NoError(t, err)
	require.NoError(t, w.base.RunTo(400))
	w.base.Save(&w.cut)
	require.NoError(t, w.once())
	for w.walk.M.Cycle() < 600 {
		require.NoError(t, w.walk.Step())
	}
	require.NoError(t, w.walk.Interrupt())
	require.NoError(t, w.walk.Finish())
	s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	require.NoError(t, s.Run(cosim.Plan{At: []uint64{400, 600}}, nil))
	require.Equal(t, s.M.Cycle(), w.walk.M.Cycle())
	require.Equal(t, s.M.Digest(), w.walk.M.Digest())
	require.Equal(t, s.Cuts(), w.walk.Cuts())
}

// Every cut of a short run is confirmed, one in fifty of others.
func TestShortRunsAreConfirmedAtEveryCut(t *testing.T) {
	s := &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 16, 16, "one-triangle"), Jobs: 1, Every: 7, Full: FullAsNeeded}
	r, err := s.Run()
	require.NoError(t, err)
	require.Equal(t, r.Tried, r.Confirmed)
	require.Zero(t, r.Different)
	require.Positive(t, r.Converged)
	s = &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 64, 64, "teapot"), Jobs: 1, From: 20000, To: 20100, Full: FullAsNeeded}
	r, err = s.Run()
	require.NoError(t, err)
	require.Equal(t, 2, r.Confirmed)
	require.Greater(t, r.Naive(), 6*(r.Evaluated-2*r.Cycles), "without the uninterrupted runs, which a whole sweep shares")
}

// Cuts of the teapot, spread over the run.
func TestTeapotCutsAreEqual(t *testing.T) {
	r, err := (&Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 64, 64, "teapot"), Jobs: 2, Every: 211}).Run()
	require.NoError(t, err)
	require.Zero(t, r.Different, "%+v", r.First)
	require.Positive(t, r.Cuts)
}

// The worst switch stays below the bound that follows from the configuration.
func TestSwitchesStayBelowTheBound(t *testing.T) {
	for name, cfg := range cosimtest.Configs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := cosimtest.Scenes(t, 64, 64, "few-large")
			s, err := cosim.NewSession(cfg, v, true)
			require.NoError(t, err)
			log := s.Log()
			require.NoError(t, s.Run(cosim.Plan{Every: 173}, nil))
			bound := bounds.OfHeight(&cfg, 64)
			require.NotEmpty(t, log.Switches)
			for _, w := range log.Switches {
				require.LessOrEqual(t, w.Discarded, bound.Discard)
				require.LessOrEqual(t, w.Saved, bound.Total())
			}
		})
	}
}

// A cut whose future is known to fail is counted as different, wherever its run comes into
// that future.
func TestKnownFailuresAreCounted(t *testing.T) {
	s := &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 16, 16, "one-triangle")}
	w, err := s.newWorker()
	require.NoError(t, err)
	require.NoError(t, w.base.RunTo(600))
	w.base.Save(&w.cut)
	require.NoError(t, w.try(&w.cut, false).Err)
	s.known.Range(func(key, _ any) bool {
		s.known.Store(key, &fate{err: errors.New("a planted failure")})
		return true
	})
	for _, s.Pairs = range []bool{false, true} {
		o := w.try(&w.cut, false)
		require.True(t, o.Shared)
		require.ErrorContains(t, o.Err, "a planted failure")
	}
}
