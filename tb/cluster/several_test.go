package cluster

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// several has threads above the break point in one slot and CTAs in the other one, on clusters that share an MXU, again and again. Their caches are empty each time.
type several struct {
	*testing.T
	*Bench
	longest uint64 // cycles that all takes, undisturbed
}

func newSeveral(t *testing.T) *several {
	cfg := lifeConfig()
	cfg.SM.Threads, cfg.SM.Registers = 4, 4*64
	cfg.Mapped, cfg.Clusters, cfg.MXU = true, 2, mxu.Config{TLB: 4, Sets: 8, Atomics: 2}
	b, err := NewBench(cfg, 3)
	require.NoError(t, err)
	require.NoError(t, b.loadHandlers())
	threads, ctas := lifeVertex(t), computeOf(t, "life-compute", 3)
	threads.Threads, ctas.Slot = 4, 1
	require.NoError(t, b.Load(threads))
	require.NoError(t, b.Load(ctas))
	b.around.every, b.system.every = 1, 1
	s := &several{T: t, Bench: b}
	require.NoError(t, b.prepare(100_000))
	b.system.used = slices.DeleteFunc(b.system.used, func(m move) bool { return m.slot == ctas.Slot }) // they are pinned until the end
	from := b.Cycle()
	s.rest(func() {})
	s.longest = b.Cycle() - from
	return s
}

// begin sends all CTAs and threads once more.
func (s *several) begin() {
	for n, m := range s.mates {
		for _, p := range m.programs {
			p.next = n
		}
		require.NoError(s, m.sendLeft())
	}
}

// rest runs until nothing is left to do, and empties the caches. Something may happen before each cycle until then.
func (s *several) rest(happens func()) {
	limit := s.Cycle() + 100_000
	for s.running() || s.any(func(m *Bench) bool { return m.around.delivering() }) || len(s.system.moves) > 0 || !s.system.ready() {
		happens()
		require.NoError(s, s.step(limit))
	}
	for slot := range uint8(pipe.Slots) {
		for _, m := range s.mates {
			m.around.command(pipe.ControlDrop, slot)
			m.around.command(pipe.ControlForget, slot)
			m.around.command(pipe.ControlTexels, slot)
		}
	}
	for !s.commandsDone() || s.any(func(m *Bench) bool { return m.requesting() || m.texelsComing() }) {
		require.NoError(s, s.step(limit))
	}
}

// In each cycle a context is cut in all clusters, a page is taken away and moved, and CTAs are saved in one cluster and, some cycles later, in the other one: what has to be done is done once, and as on the
// simulator.
func TestCutsMovesAndTrapsOfSeveralClusters(t *testing.T) {
	by := uint64(7)
	if testing.Short() {
		by = 31
	}
	s := newSeveral(t)
	for at := uint64(0); at < s.longest+20; at += by {
		s.begin()
		begun := s.Cycle()
		called := make([]bool, len(s.mates))
		what := at / by
		s.rest(func() {
			now := s.Cycle() - begun
			if c := &s.around.slots[0]; now == at && what%4 != 1 && !c.drains && c.at == 0 {
				c.at = s.Cycle() + 1
			}
			if now == at && what%4 != 2 {
				s.system.most = 1
			}
			for n, m := range s.mates {
				if p := &m.around.preempts; what%4 != 3 && !called[n] && now >= at+uint64(n)*(what%8) && p.phase == resting && m.around.gone < m.around.expected {
					called[n], p.slot = true, 1
					m.around.call(isa.StageTrap)
				}
			}
		})
	}
	saved, cancels := 0, 0
	for _, m := range s.mates {
		require.Positive(t, m.around.saved)
		require.Positive(t, m.cancels)
		saved, cancels = saved+m.around.saved, cancels+m.cancels
	}
	require.Positive(t, s.system.moved)
	t.Log(s.longest, "cycles,", s.Cycle(), "in all,", saved, "CTAs saved,", cancels, "threads cancelled,", s.system.moved, "pages moved,", s.system.faults, "faults")
	require.NoError(t, s.conclude(s.Cycle()+100_000))
}
