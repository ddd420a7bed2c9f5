package sweep

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/sched"
)

// course is what shows of the rest of a run: everything relative to its start.
type course struct {
	chain  uint64 // of all that is committed, reported, read and written, with its times
	events int
	states []uint64     // the machine's digests every some cycles
	rest   digest.Mixer // what the monitors remember at the end
	last   uint64       // cycle of the last of these events
	names  []string     // parts of the machine at the end,
	parts  []uint64     // and their digests
	memory uint64
}

// recorder adds to the chain of a session's present course.
type recorder struct {
	m     *hw.Machine
	start uint64
	c     *course
}

func record(s *cosim.Session) *recorder {
	r := &recorder{m: s.M, c: &course{}}
	s.M.SG.P.SGTG.Tap().OnTake(func(_ uint64, e *pipe.SpanEntry) { r.cmd(&e.Cmd) })
	s.M.TG.P.TGFifo.Tap().OnTake(func(_ uint64, e *pipe.TileEntry) { r.cmd(&e.Cmd); r.add(uint64(e.X)<<16|uint64(e.Y), e.Mask) })
	s.M.MXU.P.MemReq.Tap().OnPut(func(_ uint64, q *pipe.MemRequest) {
		r.add(uint64(q.Op)<<32|uint64(q.Client)<<40|uint64(q.Slot)<<48|uint64(q.Addr), q.Mask)
		for _, d := range q.Data {
			r.c.chain = wires.Mix(r.c.chain, uint64(d))
		}
	})
	report := func(_ uint64, e *pipe.Report) {
		reg, value := e.Register()
		r.add(uint64(e.Kind)<<32|uint64(e.Block)<<40|uint64(e.Slot)<<48|uint64(reg), uint64(value), uint64(e.At.Offset), uint64(e.At.Tile))
	}
	s.M.CSP.P.DatapathA.Tap().OnPut(report)
	s.M.CSP.P.DatapathB.Tap().OnPut(report)
	s.M.CSP.P.Events.Watch(func(e *csp.Event) { r.add(uint64(e.Kind)<<8|uint64(e.Cause), uint64(e.Context), uint64(e.At.Offset)) })
	return r
}

func (r *recorder) cmd(e *pipe.Cmd) {
	w := e.RegWrite()
	r.add(uint64(e.Kind)<<32|uint64(w.Block)<<40|uint64(w.Reg), uint64(w.Value), uint64(e.At.Head)<<32|uint64(e.At.Offset),
		uint64(e.At.Primitive)<<32|uint64(e.At.Tile))
}

func (r *recorder) add(words ...uint64) {
	r.c.events++
	r.c.last = r.m.Cycle() - r.start
	r.c.chain = wires.Mix(r.c.chain, r.c.last)
	for _, w := range words {
		r.c.chain = wires.Mix(r.c.chain, w)
	}
}

// step is the number of cycles between two digests of a course.
const step = 61

// rest runs a session to its end, with interrupts so many cycles from now on. change is
// called now and then; it may put the clock elsewhere.
func (r *recorder) rest(t *testing.T, s *cosim.Session, cuts []uint64, change func()) *course {
	t.Helper()
	r.c, r.start = &course{}, s.M.Cycle()
	for now := uint64(0); !s.Idle(); {
		if len(cuts) > 0 && cuts[0] == now {
			cuts = cuts[1:]
			require.NoError(t, s.Interrupt())
		}
		if now%(4*step) == 0 {
			change()
			r.start = s.M.Cycle() - now
		}
		now += step - now%step
		if len(cuts) > 0 {
			now = min(now, cuts[0])
		}
		require.NoError(t, s.RunTo(r.start+now))
		r.c.states = append(r.c.states, s.M.Digest())
	}
	require.NoError(t, s.Finish())
	require.NoError(t, s.Check())
	r.c.names, r.c.parts = s.M.Digests()
	s.Mon.Mix(&r.c.rest, vector.None)
	memory := make([]byte, len(s.V.Final))
	s.Memory().Read(0, memory)
	r.c.memory = maphash.Bytes(fieldSeed, memory)
	return r.c
}

// difference tells how two courses differ.
func difference(a, b *course) string {
	out := fmt.Sprintf("%d and %d cycles, %d and %d events, monitors equal: %t, memory equal: %t, events equal: %t\n",
		a.last, b.last, a.events, b.events, a.rest == b.rest, a.memory == b.memory, a.chain == b.chain)
	for i := range min(len(a.states), len(b.states)) {
		if a.states[i] != b.states[i] {
			out += fmt.Sprintf("states differ from number %d of %d on\n", i, len(a.states))
			break
		}
	}
	for i := range a.parts {
		if a.parts[i] != b.parts[i] {
			out += a.names[i] + " differs at the end\n"
		}
	}
	return out
}

// paged calls look in states of a run with cuts in which pages come and go.
func paged(t *testing.T, look func(s *cosim.Session)) {
	s, err := cosim.NewSession(hw.DefaultConfig(), pagedVector(t, 16, "query", "one-triangle"), true)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(5, 6))
	for n := 0; !s.Idle(); n++ {
		if n%30 == 29 {
			require.NoError(t, s.Interrupt())
		}
		require.NoError(t, s.RunTo(s.M.Cycle()+1+r.Uint64N(120)))
		look(s)
	}
	require.NoError(t, s.Finish())
	require.Greater(t, s.OS.State().Faults, uint32(5))
}

// driven calls look in states of runs in which a driver schedules.
func driven(t *testing.T, look func(s *cosim.Session)) {
	for _, p := range []sched.Policy{sched.RoundRobin{}, sched.Fair{}} {
		s := scheduled(t, p, 2, "query", "one-triangle", "blend", "six-draws")
		r := rand.New(rand.NewPCG(7, 8))
		for !s.Idle() {
			require.NoError(t, s.RunTo(s.M.Cycle()+1+r.Uint64N(120)))
			look(s)
		}
		require.NoError(t, s.Finish())
	}
}

// samples calls look in states spread over a run of three contexts with cuts: idle ones,
// cuts under way, restores, fills and copies.
func samples(t *testing.T, place string, look func(s *cosim.Session)) {
	cfg := hw.DefaultConfig()
	require.NoError(t, cfg.Set("stall.percent", "10"))
	for _, key := range []string{"tsu.clip_latency", "tsu.setup_latency", "asu.plane_latency", "ps.interpolation_latency"} {
		require.NoError(t, cfg.Set(key, "3")) // so that stages of blocks hold something
	}
	cfg.BreakPoint = place
	v := cosimtest.Scenes(t, 16, 16, "query", "fill-copy", "one-triangle")
	v.Status = 4
	s, err := cosim.NewSession(cfg, v, true)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; !s.Idle(); n++ {
		if n%20 == 9 {
			require.NoError(t, s.Interrupt())
		}
		require.NoError(t, s.RunTo(s.M.Cycle()+1+r.Uint64N(120)))
		look(s)
	}
	require.NoError(t, s.Finish())
	t.Logf("%d cycles, %d cuts", s.M.Cycle(), s.Cuts())
	require.Greater(t, s.Cuts(), 2)
}

// scheduled is a session in which a driver schedules contexts of some scenes.
func scheduled(t *testing.T, p sched.Policy, depth int, names ...string) *cosim.Session {
	t.Helper()
	s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scheduled(t, p, depth, names...), true)
	require.NoError(t, err)
	return s
}
