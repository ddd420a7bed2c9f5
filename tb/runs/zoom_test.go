package runs

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/explain"
	"tilemark/tb/kernels"
	"tilemark/tb/request"
)

// Every cycle of every phase of every cut is attributed, exactly once, whatever asked for the
// cut and whatever became of it; and the same run gives the same answer.
func TestExplainAttributesEveryCycle(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    request.Input
		at    []uint64
		every uint64
		has   func(c *CloseUp) bool // some cut of it
	}{
		{"tg", request.Input{Scene: "six-draws", Default: request.Size{Width: 32, Height: 32}}, nil, 700, func(c *CloseUp) bool { return c.Switch.TGInt > 0 && c.Switch.Skip > 0 }},
		{"zl1", request.Input{Scene: "blend", Partner: "one-triangle", Default: request.Size{Width: 32, Height: 32}, Set: []string{"break_point=zl1"}}, []uint64{900}, 0,
			func(c *CloseUp) bool { return c.Switch.TGInt == 0 && c.Switch.NextTile > 0 }},
		{"aborted restores", request.Input{Scene: "directed/aborted-twice"}, []uint64{1000, 2200, 2400, 2600, 2800, 3000}, 0, aborted},
		{"interrupts in a row", request.Input{Scene: "blend", Default: request.Size{Width: 32, Height: 32}}, []uint64{900, 901, 1000, 1700, 1750, 1800, 2600}, 0,
			aborted},
		{"page faults", request.Input{Scene: "directed/faults-everywhere"}, nil, 3000, faulted},
		{"page faults of four", request.Input{Scene: "directed/faults-of-four"}, nil, 0, faulted},
		{"time slices", request.Input{Scene: "six-draws", Contexts: 2, Default: request.Size{Width: 32, Height: 32}, Set: []string{"csp.time_slice=600"}}, nil, 0,
			func(c *CloseUp) bool { return c.Switch.Cause&regs.CauseSlice != 0 && c.Switch.Asked == 0 }},
		{"waits", request.Input{Scene: "directed/fence-chain"}, nil, 0, func(c *CloseUp) bool { return c.Switch.Cause&regs.CauseWait != 0 }},
		{"fills and copies", request.Input{Scene: "directed/cut-in-blit"}, nil, 400, func(c *CloseUp) bool { return c.blames("C2D") }},
		{"switches that drain first", request.Input{Scene: "few-large", Contexts: 2, Default: request.Size{Width: 32, Height: 32}, Set: []string{"csp.wait_clear=wbu"}}, nil, 900, func(c *CloseUp) bool { return c.Switch.NextTile > c.Switch.Saved }},
		{"slow connections", request.Input{Scene: "few-large", Contexts: 2, Default: request.Size{Width: 32, Height: 32}, Set: []string{"fifo.TG_FIFO.latency=7", "stall.percent=30", "stall.max=9"}}, nil, 1500, func(c *CloseUp) bool { return c.blames("TG_FIFO") }},
		{"a context that comes back", request.Input{Scene: "one-triangle", Partner: "one-triangle", Default: request.Size{Width: 16, Height: 16}}, []uint64{400, 1200, 1500}, 0, func(c *CloseUp) bool { return c.Switch.Restore > 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, err := c.in.Load()
			require.NoError(t, err)
			var plan cosim.Plan
			plan.At, plan.Every = w.Interrupts(c.at, c.every)
			s, err := cosim.NewSession(w.Config, w.Vector, true)
			require.NoError(t, err)
			log := s.Log()
			require.NoError(t, s.Run(plan, nil))
			require.NotEmpty(t, log.Switches)
			found := false
			for i := range log.Switches {
				near, err := look(w, plan, log, i, nil)
				require.NoError(t, err)
				requireAttributed(t, near)
				found = found || c.has(near)
				again, err := look(w, plan, log, i, nil)
				require.NoError(t, err)
				require.Equal(t, near.Parts, again.Parts, "cut %d", i+1)
				if i == 12 {
					break
				}
			}
			require.True(t, found, "no cut is of the kind that this is about")
		})
	}
}

func aborted(c *CloseUp) bool { return c.Switch.Aborted }

func faulted(c *CloseUp) bool { return c.Switch.Cause&regs.CauseFault != 0 }

// blames tells whether a cause names a block or connection.
func (c *CloseUp) blames(name string) bool {
	for _, p := range c.Parts {
		for i := range p.Causes {
			if strings.Contains(p.Causes[i].String(), name) {
				return true
			}
		}
	}
	return false
}

// requireAttributed wants the causes of each phase to add up, and each to name somebody.
func requireAttributed(t *testing.T, c *CloseUp) {
	phases := PhasesOf(&c.Switch)
	for _, p := range c.Parts {
		sum := uint64(0)
		for _, k := range p.Causes {
			sum += k.Cycles
			require.NotEmpty(t, k.Critical())
			require.NotEmpty(t, k.Why)
		}
		require.Equal(t, p.Cycles(), sum, "cut %d, %s", c.Number, p.Name)
		require.Equal(t, *phases.Of(p.Name), sum)
	}
	require.Equal(t, c.Switch.Saved, phases.LineToTGInt+phases.TGIntToIntEnd+phases.LineToIntEnd+phases.IntEndToMemoryQuiet+phases.MemoryQuietToSaved)
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
			in := request.Input{Scene: "few-large", Partner: "one-triangle", Default: request.Size{Width: 64, Height: 64}}
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
			for _, p := range e.Near.Parts {
				if p.Phase != c.phase {
					continue
				}
				phase = p.Cycles()
				for _, k := range p.Causes {
					fmt.Fprintf(&all, "%d %s\n", k.Cycles, k.String())
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
