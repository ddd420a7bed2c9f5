package sweep

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/sched"
)

// With a partner, cuts go on from the course that another run took while their context was
// away. Each is run again whole, comes into the same state at its restore, and ends alike.
func TestRunsGoOnFromOthersCourses(t *testing.T) {
	for name, cfg := range cosimtest.Configs(t) {
		for _, place := range []string{"tg", "zl1"} {
			t.Run(name+"/"+place, func(t *testing.T) {
				t.Parallel()
				cfg := cfg
				cfg.BreakPoint = place
				w := newWorker(t, &Sweep{Config: cfg, Vector: cosimtest.Scenes(t, 32, 32, "teapot", "blend")})
				spliced := 0
				for c := uint64(2310); c < 3600; c += 30 {
					o := w.tryAt(t, c, true)
					require.NoError(t, o.Err, "cut in cycle %d", c)
					if w.spliced {
						spliced++
					}
				}
				t.Logf("%d of 43", spliced)
				if cfg.Stall.Percent == 0 { // the stall generator of each connection is where its own traffic has brought it: hardly two runs meet
					require.Positive(t, spliced)
				}
			})
		}
	}
}

func newWorker(t *testing.T, s *Sweep) *worker {
	w, err := s.newWorker()
	require.NoError(t, err)
	return w
}

// tryAt tries the cut in a cycle, which must not lie before the one tried last.
func (w *worker) tryAt(t *testing.T, cycle uint64, full bool) Outcome {
	require.NoError(t, w.base.RunTo(cycle))
	w.base.Save(&w.cut)
	return w.try(&w.cut, full)
}

// A sweep that takes others' courses evaluates far less than the partner's run for each cut.
func TestCoursesSaveThePartnersRun(t *testing.T) {
	cfg := hw.DefaultConfig()
	alone, err := cosim.Uninterrupted(cfg, cosimtest.Scenes(t, 48, 48, "blend"), false)
	require.NoError(t, err)
	s := &Sweep{Config: cfg, Vector: cosimtest.Scenes(t, 48, 48, "six-draws", "blend"), Jobs: 1, From: 1500, To: 1600}
	r, err := s.Run()
	require.NoError(t, err)
	require.Zero(t, r.Different, "%+v", r.First)
	mean := (r.Evaluated - s.basis.Load()) / uint64(r.Cuts)
	t.Logf("%d cycles a cut, the partner has %d", mean, alone.M.Cycle())
	require.Less(t, mean, alone.M.Cycle()/2)
}

// What is evaluated, and what confirms it, are together the cycles of each run, whatever it shared: a digest of a case
// may take them.
func TestConfirmedRunsCountTheirOwnCycles(t *testing.T) {
	w := newWorker(t, &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 32, 32, "six-draws", "blend")})
	spliced := 0
	for c := uint64(4300); c < 4340; c++ {
		o := w.tryAt(t, c, true)
		if w.spliced {
			spliced++
			require.Positive(t, o.Repeated)
		}
		require.Equal(t, o.Naive-w.cut.Machine.Evaluated(), o.Evaluated+o.Confirm-o.Repeated, "cut in cycle %d", c)
	}
	require.Positive(t, spliced)
}

// Pairs of cuts are equal beside a partner too.
func TestPairsGoOnFromOthersCourses(t *testing.T) {
	s := &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 8, 8, "query", "one-triangle"), Pairs: true, Jobs: 1, From: 640, To: 643, Full: 20}
	r, err := s.Run()
	require.NoError(t, err)
	require.Zero(t, r.Different, "%+v", r.First)
	require.Greater(t, r.Cuts, 1000)
	require.Greater(t, r.Confirmed, 100)
}

// A course that is damaged is found out by the runs that confirm.
func TestAWrongCourseIsFoundOut(t *testing.T) {
	w := newWorker(t, &Sweep{Config: hw.DefaultConfig(), Vector: cosimtest.Scenes(t, 32, 32, "six-draws", "blend")})
	for c := uint64(1500); c < 1600; c++ {
		for i := range w.courses {
			k := &w.courses[i]
			if len(k.keys) > 0 { // a word of the partner's surface is another one where the course ends
				w.fork.Load(&k.end)
				at := w.Vector.Image.Contexts[1].Color.Base
				w.fork.Memory().WriteWord(at, w.fork.Memory().ReadWord(at)+1)
				w.fork.Save(&k.end)
			}
		}
		if o := w.tryAt(t, c, true); w.spliced {
			require.ErrorIs(t, o.Err, ErrShortcut)
			return
		}
	}
	t.Fatal("no run went on from another's course")
}

// absences calls look in states of cut runs, at places of comparison while a context is away.
func absences(t *testing.T, look func(t *testing.T, s *cosim.Session, rec *recorder)) {
	cfgs := cosimtest.Configs(t)
	for _, c := range []struct {
		config, place, scenes string
		slice                 int
	}{
		{"default", "tg", "six-draws blend", 0}, {"default", "zl1", "blend fill-copy", 0}, {"stalls", "tg", "late-depth patches", 0},
		{"least depths", "zl1", "six-draws query", 0}, {"default", "tg", "query six-draws instancing", 1500},
	} {
		t.Run(c.config+"/"+c.place+"/"+c.scenes, func(t *testing.T) {
			t.Parallel()
			cfg := cfgs[c.config]
			cfg.BreakPoint, cfg.CSP.TimeSlice = c.place, c.slice
			v := cosimtest.Scenes(t, 24, 24, strings.Fields(c.scenes)...)
			s, err := cosim.NewSession(cfg, v, true)
			require.NoError(t, err)
			rec := record(s)
			looked := 0
			for _, cycle := range []uint64{900, 1400, 2100} {
				require.NoError(t, s.RunTo(cycle))
				var at cosim.Snapshot
				s.Save(&at)
				watchAbsence(s, true)
				require.NoError(t, s.InterruptSoon())
				for n := 0; n < 4 && toPlace(t, s); n++ {
					look(t, s, rec)
					looked++
				}
				watchAbsence(s, false)
				s.Load(&at)
			}
			require.GreaterOrEqual(t, looked, 3)
		})
	}
}

// toPlace runs to the next place of comparison while a context is away; false: it comes back before.
func toPlace(t *testing.T, s *cosim.Session) bool {
	a := &s.Mon.Absent
	for !s.Idle() && !a.Over {
		a.Marked = false
		require.NoError(t, s.Advance(s.M.Cycle()+s.Patience/4))
		if a.Marked && s.Mon.IsAway() {
			return true
		}
	}
	return false
}

// What the key of a course leaves out is the absent context's own, all of which is put back.
func TestCoursesLeaveOutWhatIsPutBack(t *testing.T) {
	absences(t, func(t *testing.T, s *cosim.Session, _ *recorder) {
		context := s.Mon.Absent.Context
		var at cosim.Snapshot
		s.Save(&at)
		digest := s.M.Digest()
		state := func() [2]uint64 {
			return [2]uint64{s.KeyWithout(digest, vector.None), uint64(s.Mon.State().Int.Served)}
		}
		whole, part := state(), s.KeyWithout(digest, context)
		left := 0
		check := func(name string) {
			changed := state()
			if changed == whole || s.KeyWithout(digest, context) != part {
				return
			}
			left++
			var o own
			o.take(s, context)
			s.Load(&at)
			o.give(s, context)
			require.Equal(t, changed, state(), "%s is left out, and not put back", name)
		}
		eachLeaf(reflect.ValueOf(s.Mon.State()).Elem(), "", len(s.V.Traces), func(v reflect.Value, name string) {
			b := unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
			was := b[0]
			b[0] ^= 1
			check(name)
			b[0] = was
		})
		s.Load(&at)
		for word := range leftOut(s) {
			was := s.M.Memory.ReadWord(word)
			s.M.Memory.WriteWord(word, was^1)
			check("a header or save area")
			s.M.Memory.WriteWord(word, was)
		}
		s.Load(&at)
		require.Greater(t, left, int(vector.SavedLines), "words and fields of the context that is away")
	})
}

// A context that is away may be any: until a line of it is asked for again, the rest of the
// run is the same, event by event and cycle by cycle.
func TestAbsentContextsDoNotMatter(t *testing.T) {
	absences(t, func(t *testing.T, s *cosim.Session, rec *recorder) {
		r := rand.New(rand.NewPCG(11, s.M.Cycle()))
		absent := s.Mon.Absent
		var at cosim.Snapshot
		s.Save(&at)
		rest := func() course {
			s.Mon.Absent, rec.c, rec.start = absent, &course{}, s.M.Cycle()
			for !s.Idle() && !s.Mon.Absent.Over {
				require.NoError(t, s.Advance(s.M.Cycle()+s.Patience/4))
			}
			digest := s.M.Digest()
			rec.c.states = []uint64{s.M.Cycle(), digest, s.KeyWithout(digest, absent.Context)}
			return *rec.c
		}
		want := rest()
		s.Load(&at)
		var any own
		any.take(s, absent.Context)
		any.spoil(r)
		any.give(s, absent.Context)
		require.Equal(t, want, rest())
		s.Load(&at)
		s.Mon.Absent = absent
	})
}

// spoil changes all of it.
func (o *own) spoil(r *rand.Rand) {
	for i := range o.header {
		o.header[i] = r.Uint32()
	}
	for i := range o.area {
		o.area[i] = r.Uint32()
	}
	o.served = r.Uint32()
	eachLeaf(reflect.ValueOf(&o.state).Elem(), "", 0, func(v reflect.Value, _ string) {
		b := unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
		if v.Kind() == reflect.Bool {
			b[0] ^= 1
			return
		}
		for i := range b {
			b[i] = byte(r.Uint32())
		}
	})
}

// A context is away when its save area is complete and RESTORE is written, not before.
func TestContextsAreAwayWhenTheyAreSaved(t *testing.T) {
	s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scenes(t, 24, 24, "six-draws", "blend"), true)
	require.NoError(t, err)
	require.NoError(t, s.RunTo(1500))
	watchAbsence(s, true)
	require.NoError(t, s.Interrupt())
	draining := 0
	for !s.Mon.IsAway() {
		require.NoError(t, s.Step())
		if s.Mon.Absent.Context != vector.None && s.Mon.HeaderWord(0, regs.ContextHeaderRestore) != regs.CommandRestoreHeader {
			draining++
		}
	}
	require.Greater(t, draining, 50)
	require.Equal(t, uint32(regs.CommandRestoreHeader), s.Mon.HeaderWord(0, regs.ContextHeaderRestore))
	require.Equal(t, s.Mon.State().Contexts[0].Pos, s.Mon.State().Contexts[0].Saved)
}

// Where software looks at contexts that are away, or is told cycles, no course is shared; nor where there is no other
// context.
func TestCoursesAreNotSharedWhereSoftwareLooks(t *testing.T) {
	told := cosimtest.Scenes(t, 16, 16, "query", "one-triangle")
	told.Status = 4
	for name, v := range map[string]*vector.Vector{
		"status buffer": told, "paging": pagedVector(t, 16, "query", "one-triangle"), "alone": cosimtest.Scenes(t, 16, 16, "query"),
	} {
		s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
		require.NoError(t, err)
		require.False(t, sharesCourses(s), name)
	}
	require.False(t, sharesCourses(scheduled(t, sched.RoundRobin{}, 2, "query", "one-triangle")))
}
