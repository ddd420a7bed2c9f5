package regress

import (
	"context"
	"fmt"
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

// Shards have the corpus of another database as it is when they begin, each its part of it; those with another one do not go together.
func TestShardsShareAFrozenCorpus(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	keep := func(path string, seeds ...string) {
		db, err := store.OpenOrCreate(path)
		require.NoError(t, err)
		defer db.Close()
		require.NoError(t, db.KeepCorpus(Corpus{"draws": seeds}))
	}
	recording := func(path string, shard, shards int) *Recording {
		reg := New("nightly")
		return &Recording{Path: path, Pattern: "corpus", From: at("last"), Revision: "r", Options: Options{Regression: reg, Tests: reg.Select("corpus"), Seeds: 1, Jobs: 1,
			Shard: shard, Shards: shards, Coverage: func() Coverage { return &sizes{} }}}
	}
	keep(at("last"), "0x5", "0x8", "0x9+0x7", "0xc", "0xd")
	sum := uint64(0)
	var parts []string
	for i := 1; i <= 2; i++ {
		s, err := recording(at(fmt.Sprint(i)), i, 2).Run(context.Background())
		require.NoError(t, err)
		require.Positive(t, s.Groups["corpus"].Cases)
		require.Contains(t, s.Run.Configuration, " corpus=")
		sum += s.Digest
		parts = append(parts, at(fmt.Sprint(i)))
	}
	m, err := store.Merge(at("all"), parts)
	require.NoError(t, err)
	require.Equal(t, 5, m.Cases)
	require.Len(t, read(t, at("all"))["draws"], 5, "the next run has it, too")
	whole, err := recording(at("whole"), 0, 0).Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, whole.Digest, sum)

	ctx, stop := context.WithCancel(context.Background())
	r := recording(at("stopped"), 0, 0)
	r.Progress = func(*Summary) { stop() }
	_, err = r.Run(ctx)
	require.NoError(t, err)
	keep(at("last"), "0xe")
	r = recording(at("stopped"), 0, 0)
	r.Resume = true
	_, err = r.Run(context.Background())
	require.ErrorContains(t, err, "that was not completed is of cases ")
	other, err := recording(at("other"), 2, 2).Run(context.Background())
	require.NoError(t, err)
	require.NotEqual(t, whole.Run.Configuration, other.Run.Configuration)
	_, err = store.Merge(at("mixed"), []string{parts[0], at("other")})
	require.ErrorContains(t, err, at("other")+": is of cases ")
	r.Path, r.From, r.Resume = at("last"), at("last"), false
	_, err = r.Run(context.Background())
	require.ErrorContains(t, err, "is the database that is written")
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
			s.M.TG.P.TGFifo.Tap().OnPut(func(uint64, *pipe.TileEntry) {
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
	require.Equal(t, "rule T5 at TG_FIFO", directed.Signature(err))
}

// A sweep's failure is told as a vector with the interrupt that failed.
func TestFailingCutBecomesAnInterrupt(t *testing.T) {
	w := &Work{Text: []byte(smallest), Every: 97, failedCut: true, cut: 214}
	require.Equal(t, smallest+"interrupts: [214]\n", string(w.Failing()))
	w.failedCut = false
	require.Equal(t, smallest, string(w.Failing()))
}
