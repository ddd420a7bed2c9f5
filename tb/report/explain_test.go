package report

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/explain"
	"tilemark/tb/kernels"
)

// Every cycle of every phase of every cut is attributed, exactly once, whatever asked for the
// cut and whatever became of it; and the same run gives the same answer.
func TestExplainAttributesEveryCycle(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    Input
		at    []uint64
		every uint64
		has   func(c *closeUp) bool // some cut of it
	}{
		{"tg", Input{Scene: "six-draws", Default: Size{32, 32}}, nil, 700, func(c *closeUp) bool { return c.s.TGInt > 0 && c.s.Skip > 0 }},
		{"zl1", Input{Scene: "blend", Partner: "one-triangle", Default: Size{32, 32}, Set: []string{"break_point=zl1"}}, []uint64{900}, 0,
			func(c *closeUp) bool { return c.s.TGInt == 0 && c.s.NextTile > 0 }},
		{"aborted restores", Input{Scene: "directed/aborted-twice"}, []uint64{1000, 2200, 2400, 2600, 2800, 3000}, 0, aborted},
		{"interrupts in a row", Input{Scene: "blend", Default: Size{32, 32}}, []uint64{900, 901, 1000, 1700, 1750, 1800, 2600}, 0,
			aborted},
		{"page faults", Input{Scene: "directed/faults-everywhere"}, nil, 3000, faulted},
		{"page faults of four", Input{Scene: "directed/faults-of-four"}, nil, 0, faulted},
		{"time slices", Input{Scene: "six-draws", Contexts: 2, Default: Size{32, 32}, Set: []string{"csp.time_slice=600"}}, nil, 0,
			func(c *closeUp) bool { return c.s.Cause&regs.CauseSlice != 0 && c.s.Asked == 0 }},
		{"waits", Input{Scene: "directed/fence-chain"}, nil, 0, func(c *closeUp) bool { return c.s.Cause&regs.CauseWait != 0 }},
		{"fills and copies", Input{Scene: "directed/cut-in-blit"}, nil, 400, func(c *closeUp) bool { return c.blames("C2D") }},
		{"switches that drain first", Input{Scene: "few-large", Contexts: 2, Default: Size{32, 32}, Set: []string{"csp.wait_clear=wbu"}}, nil, 900, func(c *closeUp) bool { return c.s.NextTile > c.s.Saved }},
		{"slow connections", Input{Scene: "few-large", Contexts: 2, Default: Size{32, 32}, Set: []string{"fifo.TG_FIFO.latency=7", "stall.percent=30", "stall.max=9"}}, nil, 1500, func(c *closeUp) bool { return c.blames("TG_FIFO") }},
		{"a context that comes back", Input{Scene: "one-triangle", Partner: "one-triangle", Default: Size{16, 16}}, []uint64{400, 1200, 1500}, 0, func(c *closeUp) bool { return c.s.Restore > 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, err := c.in.Load()
			require.NoError(t, err)
			var plan cosim.Plan
			plan.At, plan.Every = w.interrupts(c.at, c.every)
			s, err := cosim.NewSession(w.Config, w.Vector, true)
			require.NoError(t, err)
			log := s.Log()
			require.NoError(t, s.Run(plan, nil))
			require.NotEmpty(t, log.Switches)
			found := false
			for i := range log.Switches {
				near, err := w.look(plan, log, i, nil)
				require.NoError(t, err)
				requireAttributed(t, near)
				found = found || c.has(near)
				again, err := w.look(plan, log, i, nil)
				require.NoError(t, err)
				require.Equal(t, near.parts, again.parts, "cut %d", i+1)
				if i == 12 {
					break
				}
			}
			require.True(t, found, "no cut is of the kind that this is about")
		})
	}
}

func aborted(c *closeUp) bool { return c.s.Aborted }

func faulted(c *closeUp) bool { return c.s.Cause&regs.CauseFault != 0 }

// blames tells whether a cause names a block or connection.
func (c *closeUp) blames(name string) bool {
	for _, p := range c.parts {
		for i := range p.Causes {
			if strings.Contains(p.Causes[i].String(), name) {
				return true
			}
		}
	}
	return false
}

// requireAttributed wants the causes of each phase to add up, and each to name somebody.
func requireAttributed(t *testing.T, c *closeUp) {
	phases := phasesOf(&c.s)
	for _, p := range c.parts {
		sum := uint64(0)
		for _, k := range p.Causes {
			sum += k.Cycles
			require.NotEmpty(t, k.Critical())
			require.NotEmpty(t, k.Why)
		}
		require.Equal(t, p.Cycles(), sum, "cut %d, %s", c.number, p.Name)
		require.Equal(t, *phases.of(p.Name), sum)
	}
	require.Equal(t, c.s.Saved, phases.LineToTGInt+phases.TGIntToIntEnd+phases.LineToIntEnd+phases.IntEndToMemoryQuiet+phases.MemoryQuietToSaved)
}

// A machine that is made slow in one place says so. Small caches of level 1.5 leave out what it costs to drop their lines when a context leaves: two cycles each.
func TestExplainFindsWhatIsSlow(t *testing.T) {
	for _, c := range []struct {
		name  string
		set   string // parameters, or the kernel that is long
		phase explain.Phase
		want  string  // a cause begins like this
		share float64 // and has at least this part of the phase
	}{
		{"memory", "memory.latency=400", explain.Drain, "Memory ", 0.5},
		{"memory, saves", "memory.latency=400", explain.Save, "Memory wrote the save area; DMA waited at DMA_WR_ANS", 0.9},
		{"bandwidth", "memory.interval=60", explain.Drain, "Memory ", 0.5},
		{"pixel program", "pixel kernel", explain.Drain, `GPC\[.\].SM\[.\] (ran the pixel kernel|issued instructions of other threads before those of a pixel thread); PS waited at EU_PS`, 0.9},
		{"vertex program", "vertex kernel", explain.NextTile, `GPC\[.\].SM\[.\] ran the vertex kernel; TSU waited at EUP_FIFO`, 0.6},
		{"a FIFO of one entry", "fifo.CSP_FIFO.depth=1 memory.latency=1 csp.wait_clear=wbu", explain.Restore, "CSP_FIFO was too shallow", 0.4},
		{"a FIFO of one entry below", "memory.latency=1 wbu.ahead=1 fifo.WB_FIFO.depth=1 gpc.l15.lines=2 gpc.count=4 eup.results=16", explain.Drain, "WB_FIFO was too shallow", 0.3},
		{"a slow connection", "fifo.TSU_FIFO.latency=900", explain.NextTile, "TSU_FIFO had the entry on its way; ASU waited for it", 0.5},
		{"a slow datapath", "fifo.DATAPATH_B.latency=900 gpc.l15.lines=2", explain.Drain, "DATAPATH_B ", 0.9},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := Input{Scene: "few-large", Partner: "one-triangle", Default: Size{64, 64}}
			var err error
			switch c.set {
			case "pixel kernel":
				in.PixelKernel, err = kernels.Long("pixel", 5000)
			case "vertex kernel":
				in.VertexKernel, err = kernels.Long("vertex", 5000)
			default:
				in.Set = strings.Fields(c.set)
			}
			require.NoError(t, err)
			e, err := Explain(ExplainOptions{Input: in, At: []uint64{4000}, Cut: CutChoice{Number: 1}, Monitors: true})
			require.NoError(t, err)
			require.NoError(t, e.Err)
			sum, phase, want := uint64(0), uint64(0), regexp.MustCompile("^"+c.want)
			var all strings.Builder
			for _, p := range e.near.parts {
				if p.Phase != c.phase {
					continue
				}
				phase = p.Cycles()
				printCauses(&all, &p)
				for _, k := range p.Causes {
					if want.MatchString(k.String()) {
						sum += k.Cycles
					}
				}
			}
			require.GreaterOrEqual(t, float64(sum), c.share*float64(phase), "of %d cycles:\n%s", phase, &all)
			require.Positive(t, sum)
		})
	}
}

// JSON has each phase under a name of its own, the same in run and explain.
func TestPhasesHaveNames(t *testing.T) {
	var p PhaseCycles
	fields := reflect.TypeOf(p)
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		require.NotNil(t, p.of(name), name)
		*p.of(name) = uint64(i + 1)
		require.EqualValues(t, i+1, reflect.ValueOf(p).Field(i).Uint(), name)
	}
	r, err := Run(RunOptions{Input: Input{Scene: "few-large", Size: Size{32, 32}}, Every: 900, Monitors: true, Zoom: CutChoice{Worst: true}})
	require.NoError(t, err)
	require.NotNil(t, r.Cut.zoom)
	list := r.Cut.Log.Switches
	require.Equal(t, worst(list)+1, r.Cut.zoom.number)
	text, err := json.Marshal(r.Summary().Cuts[0])
	require.NoError(t, err)
	require.Regexp(t, `"phases":\{"interrupt_to_line":\d+,"line_to_tg_int":\d+,"tg_int_to_int_end_at_tg":\d+,"int_end_at_tg_to_memory_quiet":\d+,`+
		`"memory_quiet_to_saved":\d+,"int_end_at_tg_to_next_tile":\d+,"restart_to_registers_loaded":\d+,"registers_loaded_to_resumed":\d+\}`, string(text))

	var b strings.Builder
	r.Print(&b)
	require.Contains(t, b.String(), "tilemark explain few-large --size 32x32 --every 900 --cut ")
}

func TestExplainPrintsAndDraws(t *testing.T) {
	in := Input{Scene: "blend", Partner: "one-triangle", Default: Size{32, 32}}
	e, err := Explain(ExplainOptions{Input: in, At: []uint64{900}, Cut: CutChoice{Worst: true}, Monitors: true})
	require.NoError(t, err)
	var b strings.Builder
	e.Print(&b)
	for _, word := range []string{"line", "TG_INT", "discard", "drain", "save", "next tile", "restore", "skip"} {
		require.Regexp(t, `(?m)^`+word+`, [\d,]+ cycles?: from `, b.String())
	}
	s := e.Summary()
	require.Len(t, s.Phases, 8)
	for _, p := range s.Phases {
		require.Equal(t, *s.Cut.Phases.of(p.Name), p.Cycles)
	}
	path := filepath.Join(t.TempDir(), "cut.png")
	require.NoError(t, e.Picture(path))
	require.FileExists(t, path)

	for _, c := range []struct {
		choice CutChoice
		text   string
	}{
		{CutChoice{Number: 9}, "--cut 9: the run has 1 cut"},
	} {
		_, err := Explain(ExplainOptions{Input: in, At: []uint64{900}, Cut: c.choice})
		require.EqualError(t, err, c.text)
	}
	_, err = Explain(ExplainOptions{Input: in, Cut: CutChoice{Worst: true}})
	require.EqualError(t, err, "--cut: no context was cut; --interrupt and --every say when the CPU interrupts")
	_, err = ParseCut("cut", "0")
	require.EqualError(t, err, `--cut "0": the number of a cut, counted from 1, or worst was expected`)
}
