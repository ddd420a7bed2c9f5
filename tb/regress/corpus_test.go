package regress

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/directed"
	"tilemark/tb/random"
	"tilemark/tb/regress/store"
)

// sizes covers the sizes of vectors.
type sizes struct{ hits map[string]uint64 }

func (c *sizes) Attach(s *cosim.Session) {
	c.hits = map[string]uint64{"size/" + strings.Repeat("x", s.V.Image.Contexts[0].Color.Width): 1, "size/none": 0}
}

func (c *sizes) Take() (map[string]uint64, []cover.Excluded) { return c.hits, nil }

// What reaches new bins is kept, run again the next time, and has neighbours then.
func TestCorpusIsRunAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	run := func(change func(r *Recording)) *Summary {
		reg := New("nightly")
		r := &Recording{Path: path, Pattern: "*/draws", Options: Options{Regression: reg, Tests: reg.Select("*/draws"), Seeds: 1, Jobs: 1,
			Coverage: func() Coverage { return &sizes{} }}}
		if change != nil {
			change(r)
		}
		s, err := r.Run(context.Background())
		require.NoError(t, err)
		require.True(t, s.Held(), "%v", s.Failures)
		return s
	}
	first := run(nil)
	require.Equal(t, randomWeight, first.Cases)
	hit, _ := first.Covered()
	corpus := read(t, path)
	require.Greater(t, len(corpus["draws"]), 3)
	require.Less(t, len(corpus["draws"]), randomWeight, "what reaches nothing new is not kept")

	second := run(func(r *Recording) { r.Regression.Name = "soak" })
	require.Equal(t, len(corpus["draws"]), second.Groups["corpus"].Cases)
	require.Equal(t, nearWeight, second.Groups["near"].Cases)
	more, _ := second.Covered()
	require.GreaterOrEqual(t, more, hit, "what the corpus reached is reached")
	require.LessOrEqual(t, len(read(t, path)["draws"]), len(corpus["draws"])+more-hit, "what was there is not kept twice")

	third := run(func(r *Recording) { r.NoCorpus = true })
	require.Equal(t, first.Digest, third.Digest)
}

func read(t *testing.T, path string) map[string][]string {
	t.Helper()
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	corpus, err := db.Corpus(0)
	require.NoError(t, err)
	return corpus
}

func TestCorpusOfOtherProgramsIsLeftAlone(t *testing.T) {
	c := Corpus{"draws": {"0x5", "0x5+0x7", "rubbish", "0x1+0x2+0x3"}, "unknown": {"0x5"}}
	tests := c.Tests()
	require.Len(t, tests, 2)
	require.Equal(t, []uint64{5, 7}, tests[0].Seeds)
	w, err := tests[0].Make(7)
	require.NoError(t, err)
	require.Equal(t, "random/draws:0x0000000000000005+0x0000000000000007", w.Name)
	again, err := random.Text(w.Name)
	require.NoError(t, err)
	require.Equal(t, string(w.Text), string(again))
	w, err = tests[1].Make(7)
	require.NoError(t, err)
	require.Equal(t, string(again), string(w.Text), "the neighbour of 5")
}

// A failure of a random vector is repeated by its name; the first one of a kind is made smaller.
func TestFailuresAreMadeSmaller(t *testing.T) {
	var failures []*store.Failure
	o := &Options{Regression: New("nightly"), Tests: New("nightly").Select("random/draws"), Seeds: 1, Jobs: 1, Shrink: 20 * time.Second,
		Attach: func(s *cosim.Session) {
			n := 0
			s.M.Taps().Tiles.OnPut(func(uint64, *pipe.TileEntry) {
				if n++; n == 5 {
					s.M.Break("T5", "TG_FIFO", "a token overtakes the one before it")
				}
			})
		},
		Done: func(c *store.Case, covered *Covered) error {
			if c.Failure == nil {
				return nil
			}
			require.Equal(t, "tilemark check "+covered.Vector, c.Failure.Command)
			failures = append(failures, c.Failure)
			return nil
		}}
	_, err := o.Run(context.Background())
	require.NoError(t, err)
	require.Greater(t, len(failures), 1)
	shrunk := ""
	for _, f := range failures {
		if f.Shrunk != "" {
			require.Empty(t, shrunk, "one of a kind")
			require.Less(t, len(f.Shrunk), len(f.Vector))
			shrunk = f.Shrunk
		}
	}
	v, err := directed.Parse([]byte(shrunk))
	require.NoError(t, err)
	require.Len(t, v.Contexts, 1, shrunk)
	require.Empty(t, v.Interrupts, shrunk)
	_, _, err = v.Play(o.Attach)
	require.Equal(t, "rule T5 at TG_FIFO", directed.Sign(err))
}

// A sweep's failure is told as a vector with the interrupt that failed.
func TestFailingCutBecomesAnInterrupt(t *testing.T) {
	w := &Work{Text: []byte(smallest), Every: 97, failedCut: true, cut: 214}
	require.Equal(t, smallest+"interrupts: [214]\n", string(w.failing()))
	w.failedCut = false
	require.Equal(t, smallest, string(w.failing()))
}
