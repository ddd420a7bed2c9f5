package page

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
)

// A sabotaged case knows itself by the width of its target.
const (
	goodWidth     = 32
	wrongWidth    = 24 // a pixel is spoiled at the end
	ruleWidth     = 40 // a rule is broken
	panicWidth    = 56
	laterWidth    = 64 // fails from the last run on
	recoverWidth  = 72 // fails until the last run
	sabotageCycle = 1250
)

func fixtureTests() (list []*regress.Test) {
	add := func(name, stage string, cases, width int, scene, more string) {
		list = append(list, &regress.Test{Name: name, Stage: stage, Weight: cases, Cases: cases, Make: func(seed uint64) (*regress.Work, error) {
			return &regress.Work{Text: fmt.Appendf(nil, "covers: <what> %s shows\nsize: [%d, %d]\ncontexts: [{scene: %s}]\n%s", name, width, 16+seed%16, scene, more)}, nil
		}})
	}
	add("directed/blend/tg", "V1", 3, goodWidth, "blend", "every: 300\n")
	add("directed/one-triangle/tg", "V1", 1, goodWidth, "one-triangle", "")
	add("directed/wants-too-much/zl1", "V1", 1, goodWidth, "one-triangle", "cuts: 7\n")
	add("random/spoiled", "V2", 4, wrongWidth, "blend", "every: 500\n")
	add("random/rule", "V2", 5, ruleWidth, "six-draws", "every: 400\n")
	add("random/breaks", "V2", 1, panicWidth, "one-triangle", "")
	add("random/later", "V2", 1, laterWidth, "one-triangle", "")
	add("random/recovers", "V3", 1, recoverWidth, "one-triangle", "")
	return list
}

// saboteur spoils sessions by the width of their target.
func saboteur(last bool) func(*cosim.Session) {
	return func(s *cosim.Session) {
		surface := &s.V.Image.Contexts[0].Color
		tile := func(cycle uint64, _ *pipe.TileEntry) {
			if cycle < sabotageCycle/3 {
				return
			}
			switch surface.Width {
			case ruleWidth:
				if cycle >= sabotageCycle {
					s.M.Break("T5", "TG_FIFO", "a token <b>overtakes</b> the one before it")
				}
			case panicWidth:
				breakDown()
			case wrongWidth:
				s.Memory().WriteWord(surface.Address(surface.Width-1, surface.Height-1), 0x12345678)
			case laterWidth, recoverWidth:
				if last == (surface.Width == laterWidth) {
					s.M.Break("P3", "TG", "tile 3 passes twice")
				}
			}
		}
		s.M.TG.P.TGFifo.Tap().OnPut(tile)
	}
}

// breakDown has a name of its own in the stack.
//
//go:noinline
func breakDown() { panic("index out of range [5] with length 5") }

// fixture makes a database with some runs; the last one has failures of all kinds.
func fixture(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.db")
	reg := &regress.Regression{Name: "nightly", Tests: fixtureTests()}
	for run := range 5 {
		rec := &regress.Recording{Path: path, Revision: fmt.Sprintf("%040x", 0x5eed+run), Options: regress.Options{
			Regression: reg, Tests: reg.Tests, Jobs: 1, Order: uint64(run), Attach: saboteur(run == 4), Coverage: func() regress.Coverage { return &bins{run: run} },
		}}
		if run < 3 {
			rec.Tests = reg.Tests[:2+run]
		}
		_, err := rec.Run(context.Background())
		require.NoError(t, err)
		time.Sleep(2 * time.Millisecond) // runs are told apart by when they began
	}
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs()
	require.NoError(t, err)
	w := db.Writer(&runs[4])
	for _, m := range fixtureMutants {
		require.NoError(t, w.Mutant(m))
	}
	require.NoError(t, w.Flush())
	return path
}

// fixtureMutants have blocks and causes with names as long as real ones.
var fixtureMutants = []store.Mutant{
	{Name: "tg.discard-one-early", Block: "break point", Description: "The discard loop ends one entry early.", Test: "random/rule", Number: 2, Rule: "T5", How: "rule T5 broken at TG_FIFO in cycle 240: a token overtakes the one before it",
		Shrunk: "covers: x\ncontexts: [{scene: one-triangle}]\n", Left: store.Left{Contexts: 1, Draws: 1, Triangles: 1}},
	{Name: "csp.restore-before-data", Block: "csp front end", Description: "RESTORE is written before the data.", Test: "interrupted/a-vector-with-a-long-name/zl1/default", Rule: "FIFO overflow", How: "context 0: the cursor is reported as {Head:1 Buffer:0 Offset:0 Instance:0}"},
	{Name: "zl1.count-off-by-one", Block: "ZL1", Description: "The query counter misses the last quad.", How: regress.Unexplained},
}

// fixtureOfMutants makes a database with a run that tries mutants.
func fixtureOfMutants(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.db")
	db, err := store.OpenOrCreate(path)
	require.NoError(t, err)
	defer db.Close()
	r := &store.Run{Regression: "nightly-mutants", Shard: 1, Shards: 1, Complete: true, Busy: time.Minute}
	require.NoError(t, db.Begin(r))
	w := db.Writer(r)
	for i, name := range []string{"random/rule", "interrupted/a-vector-with-a-long-name/zl1/default"} {
		require.NoError(t, w.Case(store.Case{Test: name, Number: i, Stage: "V2", Result: store.Pass, Cycles: 2000, Wall: time.Second}))
	}
	for _, m := range fixtureMutants {
		require.NoError(t, w.Mutant(m))
	}
	require.NoError(t, w.Flush())
	return path
}

// bins makes up coverage that grows from run to run.
type bins struct{ run int }

func (b *bins) Attach(*cosim.Session) {}

func (b *bins) Take() (map[string]uint64, []cover.Excluded) {
	out := map[string]uint64{}
	for g, name := range []string{"token×fifo", "csp-states", "ids-at-cut", "restore-phase×interrupt"} {
		for i := range 12 + 7*g {
			out[fmt.Sprintf("%s/bin %d", name, i)] = uint64(max(0, 3*b.run+8-i+4*(3-g)))
		}
	}
	return out, nil
}
