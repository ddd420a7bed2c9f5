package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/kernels"
	"tilemark/tb/scene"
	"tilemark/tb/scene/shapes"
	"tilemark/tb/scenefile"
)

// vectorOf lays scenes out as contexts.
func vectorOf(t testing.TB, side int, scenes ...*scene.Scene) *vector.Vector {
	im := &driver.Image{}
	for _, s := range scenes {
		_, err := im.Add(s, driver.Options{Width: side, Height: side})
		require.NoError(t, err)
	}
	v, err := vector.New(im)
	require.NoError(t, err)
	return v
}

func builtin(t testing.TB, name string) *scene.Scene {
	s, err := scenefile.Load(name)
	require.NoError(t, err)
	return s
}

// large is a subject with more large triangles than the FIFOs hold.
func large(t testing.TB) *Subject {
	s := shapes.Layers(2, 2, 6)
	return &Subject{
		Name: "large", Config: hw.DefaultConfig(), Vector: vectorOf(t, 32, s, builtin(t, "one-triangle")), Twice: vectorOf(t, 32, s, s),
	}
}

func varied(t testing.TB, name, values string) Varied {
	p := ByName(name)
	require.NotNil(t, p)
	list, err := p.Parse(values)
	require.NoError(t, err)
	return Varied{p, list}
}

func run(t testing.TB, o Options) *Result {
	r, err := Run(o)
	require.NoError(t, err)
	require.Empty(t, r.Failures)
	return r
}

// started makes a probe of a subject and runs it until it can be cut.
func started(t testing.TB, s *Subject) (*probe, *asker) {
	p, err := newProbe(s.Config, s.Vector)
	require.NoError(t, err)
	a := newAsker(p.Session, TSU, 1)
	for !a.running() {
		require.NoError(t, p.M.Step())
	}
	require.NoError(t, a.untilCuttable())
	return p, a
}

func TestIdleBackEndDrainsAtOnce(t *testing.T) {
	p, a := started(t, large(t))
	for !a.drained() { // state writes are on their way
		require.NoError(t, p.M.Step())
	}
	require.Zero(t, p.work.triangles)
	held, err := a.ask()
	require.NoError(t, err)
	require.Zero(t, held)
	require.NoError(t, p.Finish())
	require.NoError(t, p.Check())
	require.Equal(t, 1, p.Cuts())
}

// What is drained stays so while TSU is held: nothing comes out of a block that was
// forgotten.
func TestDrainedIsDrained(t *testing.T) {
	p, a := started(t, large(t))
	for p.work.triangles < 12 {
		require.NoError(t, p.M.Step())
	}
	require.False(t, a.drained())
	p.M.Hold(p.M.TSU, a.dropShaded)
	for !a.drained() {
		require.NoError(t, p.M.Step())
	}
	puts := func() (out []uint32) {
		for _, f := range a.fifos {
			out = append(out, f.Puts())
		}
		return out
	}
	before, passed := puts(), p.Passed(0)
	require.NoError(t, p.M.Run(p.M.Cycle()+3000))
	require.Equal(t, before, puts())
	require.Equal(t, passed, p.Passed(0))
	require.True(t, a.drained())
	require.Positive(t, a.dropped)
}

func TestDeeperFifosNeverShortenTheDrainOfTSU(t *testing.T) {
	r := run(t, Options{
		Subjects: []*Subject{large(t)}, Vary: []Varied{varied(t, "fifo", "1/4,1,4")}, Places: []BreakPoint{TSU}, Cuts: 6, Jobs: 2,
	})
	require.Len(t, r.Rows, 4)
	require.Equal(t, r.Rows[0].Held, r.Rows[2].Held, "the default is measured once")
	require.True(t, r.Rows[2].Copied())
	require.Less(t, r.Rows[1].Held.Max, r.Rows[2].Held.Max)
	require.LessOrEqual(t, r.Rows[2].Held.Max, r.Rows[3].Held.Max)
}

func TestBreakPointsOfLargeTriangles(t *testing.T) {
	r := run(t, Options{Subjects: []*Subject{large(t)}, Places: BreakPoints, Cuts: 6, Jobs: 2})
	tsu, tg, zl1 := r.Rows[0], r.Rows[1], r.Rows[2]
	for _, row := range r.Rows {
		require.Equal(t, 6, row.Cuts)
		require.Positive(t, row.SavedBytes.Min)
		require.Less(t, row.SavedBytes.Max, row.SaveArea, "what was committed before is in memory")
		require.Greater(t, row.Dump.Blocks.Median, row.Dump.Fifos.Median)
		require.LessOrEqual(t, row.Dump.Fifos.Max, row.Dump.Capacity)
		require.LessOrEqual(t, row.Discard.Median, row.Drain.Median)
		require.Less(t, row.Drain.Median, row.Complete.Median)
	}
	require.Zero(t, tg.Held.Max)
	require.Zero(t, zl1.Held.Max)
	require.Greater(t, tsu.Complete.Median, tg.Complete.Median)
	require.Less(t, tsu.Redone.Triangles, tg.Redone.Triangles)
	require.Less(t, tg.Discarded.Median, zl1.Discarded.Median)
}

// A row of one cut is what a run with that interrupt says of its switch.
func TestRowIsWhatARunMeasures(t *testing.T) {
	s := large(t)
	r := run(t, Options{Subjects: []*Subject{s}, Places: []BreakPoint{TG}, Cuts: 1, Jobs: 1})
	row := r.Rows[0]

	base, err := newProbe(s.Config, s.Vector)
	require.NoError(t, err)
	w, err := base.uninterrupted()
	require.NoError(t, err)
	at := w.first + (w.last-w.first)/2
	p, err := newProbe(s.Config, s.Vector)
	require.NoError(t, err)
	require.NoError(t, p.Run(cosim.Plan{At: []uint64{at}}, nil))
	require.Len(t, p.log.Switches, 1)
	x := p.log.Switches[0]
	require.Equal(t, float64(x.Line-at+x.Saved), row.Complete.Median)
	require.Equal(t, float64(x.Line-at+x.NextTile), row.FirstTile.Median)
	require.Equal(t, float64(p.M.Cycle())-float64(w.end), row.Cost.Median)
	require.Equal(t, 4*float64(x.SaveWords), row.SavedBytes.Median)
	require.Equal(t, float64(p.work.triangles-w.work.triangles), row.Redone.Triangles)
	require.Equal(t, w.end, row.Cycles)
	require.Equal(t, x.Line-at, newAsker(p.Session, TG, 1).lead)
}

// With units of tiles a cut comes after a whole unit, or after a triangle's last tile.
func TestUnitsOfTilesAreComplete(t *testing.T) {
	s := large(t)
	for _, place := range []BreakPoint{TG, ZL1} {
		cfg := s.Config
		cfg.BreakPoint = place.machine()
		base, err := newProbe(cfg, s.Vector)
		require.NoError(t, err)
		w, err := base.uninterrupted()
		require.NoError(t, err)
		fork, err := newProbe(cfg, s.Vector)
		require.NoError(t, err)
		a := newAsker(fork.Session, place, 4)
		waited := 0
		for i := range uint64(12) {
			require.NoError(t, base.RunTo(w.first+(w.last-w.first)*i/12))
			var at cosim.Snapshot
			base.Save(&at)
			fork.Load(&at)
			fork.restart(base)
			a.rewind = func() { fork.restart(base) }
			held, err := a.ask()
			require.NoError(t, err)
			require.NoError(t, fork.M.Run(fork.M.Cycle()+a.lead+1)) // the line is seen
			cut := fork.Passed(0)
			events := s.Vector.Traces[0].Events
			last, next := events[cut-1], events[cut]
			if last.Kind == golden.KindTile && next.Kind == golden.KindTile {
				require.Zero(t, last.Cursor.Tile%4, "%s: cut %d after %+v", place, i, last.Cursor)
			}
			if held > 0 {
				waited++
			}
			require.NoError(t, fork.Finish())
			require.NoError(t, fork.Check())
		}
		require.Positive(t, waited)
	}
}

func TestOverheadFallsWithThePeriod(t *testing.T) {
	r := run(t, Options{
		Subjects: []*Subject{large(t)}, Places: []BreakPoint{TG, ZL1}, Periods: []uint64{1500, 3000, 6000}, Cuts: 1, Jobs: 2,
	})
	require.Len(t, r.Periods, 6)
	for i := 2; i < len(r.Periods); i++ {
		p, q := r.Periods[i-2], r.Periods[i]
		require.Equal(t, p.BreakPoint, q.BreakPoint)
		require.Greater(t, p.Overhead, q.Overhead)
		require.Greater(t, p.Cuts, q.Cuts)
	}
}

func TestTheSameWhateverTheJobs(t *testing.T) {
	s := large(t)
	text := func(jobs int) string {
		r := run(t, Options{
			Subjects: []*Subject{s}, Vary: []Varied{varied(t, "memory-latency", "10,160"), varied(t, "tile", "16")}, Places: BreakPoints,
			Periods: []uint64{3000}, Cuts: 3, Jobs: jobs,
		})
		out, err := json.Marshal(r)
		require.NoError(t, err)
		return string(out)
	}
	require.Equal(t, text(1), text(3))
}

func TestTables(t *testing.T) {
	r := run(t, Options{
		Subjects: []*Subject{large(t)}, Vary: []Varied{varied(t, "datapath", "4")}, Places: []BreakPoint{TG}, Periods: []uint64{4000}, Cuts: 2, Jobs: 1,
	})
	var b bytes.Buffer
	require.NoError(t, r.WriteRows(&b))
	lines, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, lines, 3)
	require.Equal(t, "scene,parameter,value,break_point,cycles,cuts,no_cut,failed,complete_min,complete_median", strings.Join(lines[0][:10], ","))
	for _, name := range []string{
		"first_tile_p99", "held_max", "stop_mean", "discard_p90", "drain_median", "cost_median", "saved_bytes_median", "dump_fifo_bytes_max",
		"dump_block_bytes_median", "discarded_entries_mean", "save_area_bytes", "dump_fifo_capacity", "redone_primitives", "redone_shaded",
		"redone_triangles", "redone_spans",
	} {
		require.Contains(t, lines[0], name)
	}
	require.Equal(t, []string{"large", "datapath", "4", "tg"}, lines[2][:4])
	b.Reset()
	require.NoError(t, r.WritePeriods(&b))
	lines, err = csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "scene,break_point,period,cuts,cycles,plain_cycles,overhead,cycles_by_cut", strings.Join(lines[0], ","))
	require.Len(t, lines, 2)
	_, err = strconv.ParseFloat(lines[1][6], 64)
	require.NoError(t, err)
}

// The length of the pixel program is one of the workload: a default that is measured anew has no loop.
func TestThePixelProgramIsPartOfTheWorkload(t *testing.T) {
	s := large(t)
	side := shapes.Layers(2, 2, 6)
	var asked []int
	s.Long = func(cycles int) (*vector.Vector, error) {
		asked = append(asked, cycles)
		k, err := kernels.Long("pixel", cycles)
		require.NoError(t, err)
		im := &driver.Image{}
		for _, x := range []*scene.Scene{side, builtin(t, "one-triangle")} {
			_, err := im.Add(x, driver.Options{Width: 32, Height: 32, PixelKernel: k})
			require.NoError(t, err)
		}
		return vector.New(im)
	}
	r := run(t, Options{Subjects: []*Subject{s}, Vary: []Varied{varied(t, "pixel-program", "0,3000")}, Places: []BreakPoint{TG}, Cuts: 2, Jobs: 1})
	require.Len(t, r.Rows, 3)
	require.Equal(t, []int{3000}, asked)
	require.True(t, r.Rows[1].Copied())
	require.Greater(t, r.Rows[2].Cycles, r.Rows[0].Cycles+3000)
	require.Greater(t, r.Rows[2].Complete.Min, r.Rows[0].Complete.Max)

	s.Long = nil
	r = run(t, Options{Subjects: []*Subject{s}, Vary: []Varied{varied(t, "pixel-program", "3000")}, Places: []BreakPoint{TG}, Cuts: 1, Jobs: 1})
	require.Len(t, r.Rows, 1, "of a subject that has no such workload it is not varied")
}
