package sweep

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
)

// covers tells whether an exclusion names a field, or its type.
func (x *exclusion) covers(name string) bool {
	return slices.Contains(x.Covers, name) || slices.Contains(x.Covers, typeOf(name))
}

func covered(name string) bool {
	return slices.ContainsFunc(exclusions, func(x exclusion) bool { return x.covers(name) })
}

// TestExclusionsDoNotMatter randomises each exclusion alone, in running machines, from a
// random cycle on: all that is committed, reported, read and written afterwards is the
// same, in the same cycles from there on, and so are registers and memory at the end.
func TestExclusionsDoNotMatter(t *testing.T) {
	works := [][]string{
		{"query", "blend"}, {"late-depth", "six-draws"}, {"fill-copy", "few-large"}, {"patches", "textured-cube", "one-triangle"}, {"instancing", "one-triangle"}, {"stencil", "late-kill"},
	}
	cfgs := cosimtest.Configs(t)
	for n, names := range works {
		for k, place := range []string{"tg", "zl1"} {
			cfg := cfgs[[]string{"default", "stalls", "least depths"}[(n+k)%3]]
			cfg.BreakPoint = place
			if n%2 == 0 {
				cfg.CSP.TimeSlice = 3000
			}
			t.Run(strings.Join(names, "+")+"/"+place, func(t *testing.T) {
				t.Parallel()
				v := cosimtest.Scenes(t, 24, 24, names...)
				v.Status = uint32(n % 2 * 8)
				excludedIn(t, cfg, v, rand.New(rand.NewPCG(uint64(n), uint64(k))))
			})
		}
	}
	for k, place := range []string{"tg", "zl1"} {
		t.Run("pages/"+place, func(t *testing.T) {
			t.Parallel()
			cfg := cfgs["default"]
			cfg.BreakPoint = place
			excludedIn(t, cfg, pagedVector(t, 16, "query", "textured-cube"), rand.New(rand.NewPCG(9, uint64(k))))
		})
	}
}

// pagedVector is of contexts with page tables: pages come on demand, and are taken away.
func pagedVector(t *testing.T, size int, names ...string) *vector.Vector {
	v := cosimtest.ScenesWith(t, driver.Options{Width: size, Height: size, Pages: true}, names...)
	v.Paging = &vector.Paging{Latency: 40, Steal: 1500}
	return v
}

func excludedIn(t *testing.T, cfg hw.Config, v *vector.Vector, r *rand.Rand) {
	base, err := cosim.NewSession(cfg, v, true)
	require.NoError(t, err)
	fork, err := cosim.NewSession(cfg, v, true)
	require.NoError(t, err)
	rec := record(fork)
	whole, err := cosim.Uninterrupted(cfg, v, false)
	require.NoError(t, err)
	var at cosim.Snapshot
	n := whole.M.Cycle()
	for _, from := range []uint64{r.Uint64N(n / 2), n/4 + r.Uint64N(n/4)} {
		require.NoError(t, base.RunTo(max(from, cosim.StartCycles)-min(from, 150)/2))
		require.NoError(t, base.Interrupt())
		require.NoError(t, base.RunTo(from))
		base.Save(&at)
		cuts := []uint64{1 + r.Uint64N(200), 300 + r.Uint64N(600), 1000 + r.Uint64N(1000)}
		fork.Load(&at)
		want := rec.rest(t, fork, cuts, func() {})
		require.Greater(t, want.events, 100)
		for i := range exclusions {
			x := &exclusions[i]
			if v.Status > 0 && x.covers("wires.clock.Cycle") {
				continue // entries of the status buffer tell the cycle
			}
			fork.Load(&at)
			got := rec.rest(t, fork, cuts, func() { x.Randomise(fork, r) })
			if x.Carried {
				got.states = want.states
			}
			if !reflect.DeepEqual(want, got) {
				t.Errorf("randomised from cycle %d on: %s\n%s", from, x.What, difference(want, got))
			}
		}
	}
}

// Each exclusion's function changes what it names, all of it in one state or the other,
// and nothing else.
func TestExclusionsAreWhatTheyName(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	touched := map[string]bool{}
	var at cosim.Snapshot
	n, served := 0, map[bool]int{}
	look := func(s *cosim.Session) {
		due := s.OS != nil && s.OS.State().Due != [vector.MaxContexts]uint64{} || s.Driver != nil && s.Driver.State().Due > 0
		if n++; n%89 != 7 && !(due && served[s.Driver != nil] < 3) {
			return
		}
		if due {
			served[s.Driver != nil]++
		}
		model := s.Mon.State().Schedule
		s.Mon.State().Schedule.Model.Count, s.Mon.State().Schedule.Model.Entries[0].Cycle = 1, s.M.Cycle()-1 // seldom seen: an entry waits
		s.Save(&at)
		s.Load(&at)
		for i := range exclusions {
			x := &exclusions[i]
			before := sessionFields(s) // again for each: Load counts, and no snapshot has statistics
			x.Randomise(s, r)
			for k, after := range sessionFields(s) {
				for _, name := range changed(before[k], after) {
					require.True(t, x.covers(name), "%s: changes %s", x.What, name)
					touched[x.What+name], touched[x.What+typeOf(name)] = true, true
				}
			}
			s.Load(&at)
		}
		s.Mon.State().Schedule = model
	}
	samples(t, "tg", look)
	paged(t, look)
	driven(t, look)
	for i := range exclusions {
		for _, name := range exclusions[i].Covers {
			require.True(t, touched[exclusions[i].What+name], "%s: never changes %s", exclusions[i].What, name)
		}
	}
}

// sessionFields walks over machine, monitors and operating system.
func sessionFields(s *cosim.Session) []map[string]uint64 {
	out := []map[string]uint64{fieldsOf(s.M, nil), fieldsOf(s.Mon.State(), nil)}
	if s.OS != nil {
		out = append(out, fieldsOf(s.OS.State(), nil))
	}
	if s.Driver != nil {
		out = append(out, fieldsOf(s.Driver.State(), nil))
	}
	return out
}

func typeOf(field string) string { return field[:max(0, strings.LastIndex(field, "."))] }

// What the machine's digest and the key leave out of the state is listed.
func TestWhatIsLeftOutOfTheStateIsListed(t *testing.T) {
	s, err := cosim.NewSession(cosimtest.Configs(t)["stalls"], cosimtest.Scenes(t, 16, 16, "one-triangle"), true)
	require.NoError(t, err)
	names := s.M.LeftOut()
	require.Contains(t, names, "csp.State.Stats")
	require.Contains(t, names, "wires.Queue")
	for _, name := range names {
		require.True(t, covered(name), "the digest leaves %s out: it needs a place in the list of exclusions", name)
	}
}

// What changes in a run, and is not in the state that snapshots copy, is listed: no block
// remembers anything elsewhere. Memory is, with its sum, in the digest.
func TestWhatChangesOutsideTheStateIsListed(t *testing.T) {
	inDigest := []string{"wires.Pages.sum"}
	var before map[string]uint64
	var last *cosim.Session
	samples(t, "tg", func(s *cosim.Session) {
		if last = s; before == nil {
			before = fieldsOf(s.M, s.M.InState)
		}
	})
	names := changed(before, fieldsOf(last.M, last.M.InState))
	require.Contains(t, names, "wires.spent.count")
	require.Contains(t, names, "wires.fillStats.cycles")
	for _, name := range names {
		require.True(t, covered(name) || slices.Contains(inDigest, name), "%s changes, but no digest sees it", name)
	}
}

// What the monitors, and an operating system, remember is in the key, in every state, or
// listed.
func TestWhatTheKeyLeavesOutOfTheTestbenchIsListed(t *testing.T) {
	out := map[string]bool{}
	unnoticed := func(state any, contexts int, mix func(h *digest.Mixer)) {
		sum := func() (h digest.Mixer) { mix(&h); return h }
		key := sum()
		eachLeaf(reflect.ValueOf(state).Elem(), "", contexts, func(v reflect.Value, name string) {
			b := unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
			for _, bit := range []byte{1, 4} {
				if v.Kind() == reflect.Bool {
					bit = 1
				}
				b[0] ^= bit
				if sum() == key {
					out[name] = true
				}
				b[0] ^= bit
			}
		})
	}
	monitors := func(s *cosim.Session) {
		unnoticed(s.Mon.State(), len(s.V.Traces), func(h *digest.Mixer) { s.Mon.Mix(h, vector.None) })
	}
	samples(t, "tg", monitors)
	samples(t, "zl1", monitors)
	require.NotEmpty(t, out)
	paged(t, func(s *cosim.Session) { unnoticed(s.OS.State(), 0, s.OS.Mix) })
	driven(t, func(s *cosim.Session) { unnoticed(s.Driver.State(), len(s.V.Traces), s.Driver.Mix) })
	for name := range out {
		require.True(t, covered(name), "the key leaves %s out: it needs a place in the list of exclusions", name)
	}
}

// Of the words that the machine's digest leaves out the key takes all but those that are
// listed.
func TestKeyTakesHeadersAndSaveAreas(t *testing.T) {
	left, n := 0, 0
	samples(t, "tg", func(s *cosim.Session) {
		if n++; n%89 != 7 {
			return
		}
		mix := func() (h digest.Mixer) { s.MixMemory(&h, vector.None); return h }
		key := mix()
		noticed := func(at uint32) bool {
			was := s.M.Memory.ReadWord(at)
			s.M.Memory.WriteWord(at, was^1)
			defer s.M.Memory.WriteWord(at, was)
			return mix() != key
		}
		for at := range leftOut(s) {
			if noticed(at) {
				continue
			}
			i := slices.IndexFunc(s.V.Image.Contexts, func(x driver.Context) bool { return at >= x.SaveArea && at < x.SaveArea+regs.SaveRoomBytes })
			require.GreaterOrEqual(t, i, 0, "%#x", at)
			w := (at - s.V.Image.Contexts[i].SaveArea) / 4
			require.True(t, s.V.Packings[i].Anew[w] && s.Mon.State().WritesAnew(i), "word %d of the save area", w)
			left++
		}
	})
	require.Positive(t, left)
}

// leftOut goes over the words of memory that the machine's digest leaves out, but for the
// status buffer, which nothing reads.
func leftOut(s *cosim.Session) iter.Seq[uint32] {
	from := s.V.StatusBuffer()
	return func(yield func(uint32) bool) {
		for at := uint32(0); at < s.M.Memory.Size(); at += 4 {
			if at%pipe.LineBytes == 0 && !s.M.Memory.LeftOut(at) { // lines are left out as a whole
				at += pipe.LineBytes - 4
				continue
			}
			if at >= from && at < from+s.V.Status*vector.StatusBytes || !s.M.Memory.LeftOut(at) {
				continue
			}
			if !yield(at) {
				return
			}
		}
	}
}

// The machine's digest leaves out headers, save areas and the status buffer, and no other
// memory.
func TestMemoryThatTheDigestLeavesOutIsListed(t *testing.T) {
	v := cosimtest.Scenes(t, 16, 16, "query", "one-triangle")
	v.Status = 4
	s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	left := 0
	for at := uint32(0); at < s.M.Memory.Size(); at += pipe.LineBytes {
		if !s.M.Memory.LeftOut(at) {
			continue
		}
		from := v.StatusBuffer()
		known := at >= from && at < from+v.Status*vector.StatusBytes
		for i := range v.Image.Contexts {
			x := &v.Image.Contexts[i]
			known = known || at == x.Header || at >= x.SaveArea && at < x.SaveArea+regs.SaveRoomBytes
		}
		require.True(t, known, "%#x", at)
		left++
	}
	require.Positive(t, left)
}

// The page about futures has the same list.
func TestExclusionsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/decisions/0004-futures.md")
	require.NoError(t, err)
	table := ""
	for i := range exclusions {
		table += fmt.Sprintf("| %s | %s |\n", exclusions[i].What, exclusions[i].Why)
	}
	if !strings.HasSuffix(string(page), "| --- | --- |\n"+table) {
		t.Errorf("docs/decisions/0004-futures.md must end with\n%s", table)
	}
}
