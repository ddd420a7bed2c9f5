package wires_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

// modelFifo is a queue that knows when each entry was put and taken.
type modelFifo struct {
	cfg      wires.LinkConfig
	f        *duct[uint64]
	from, to int
	put      []uint64 // cycles
	come     []uint64 // first cycles in which they can be taken
	took     []uint64

	eachPut, eachTake bool
}

// send notes that an entry is put; it comes after the one before it, as many cycles as it has beats.
func (m *modelFifo) send(cycle uint64) {
	at := cycle + uint64(m.cfg.Latency)
	if beats := uint64(m.cfg.Beats); beats > 1 {
		at += beats - 1
		if n := len(m.come); n > 0 {
			at = max(at, m.come[n-1]+beats)
		}
	}
	m.put, m.come = append(m.put, cycle), append(m.come, at)
}

// before counts the events in earlier cycles, which is what registers show.
func before(events []uint64, cycle uint64) (n int) {
	for n < len(events) && events[n] < cycle {
		n++
	}
	return n
}

// free is how many entries can still be put in a cycle.
func (m *modelFifo) free(cycle uint64) int {
	room := m.cfg.Depth - (before(m.put, cycle) - before(m.took, cycle))
	return min(m.cfg.Width, room) - (len(m.put) - before(m.put, cycle))
}

// valid is how many can still be taken.
func (m *modelFifo) valid(cycle uint64) int {
	arrived := before(m.come, cycle+1)
	return min(m.cfg.Width, arrived-before(m.took, cycle)) - (len(m.took) - before(m.took, cycle))
}

// in tells whether there is an event in a cycle.
func in(events []uint64, cycle uint64) bool { return before(events, cycle) != before(events, cycle+1) }

// fills tells whether the consumer is woken for a cycle: an entry comes, and there was none before, or one was taken in the cycle
// before, or the consumer counts entries.
func (m *modelFifo) fills(cycle uint64) bool {
	return in(m.come, cycle) && (m.eachPut || in(m.took, cycle-1) || before(m.come, cycle) == before(m.took, cycle-1))
}

// frees tells whether the producer is: an entry was taken in the cycle before, and then the FIFO was full, or one was put, or the
// producer counts entries.
func (m *modelFifo) frees(cycle uint64) bool {
	full := before(m.put, cycle-1)-before(m.took, cycle-1) == m.cfg.Depth
	return in(m.took, cycle-1) && (m.eachTake || in(m.put, cycle-1) || full)
}

// modelDomain knows when each block has to be evaluated, and when it may be.
type modelDomain struct {
	t      *rapid.T
	b      *bench
	cells  []*cell
	fifos  []*modelFifo
	lines  []*wire
	raises []int
	ends   [][]int // readers of a line
	must   []map[uint64]string
	may    []map[uint64]bool
	timer  []uint64          // 0: none
	high   []map[uint64]bool // cycles in which a line is high
	seen   []map[uint64]bool
}

// Blocks joined by FIFOs of every shape and by lines put, take, pulse, sleep and set timers at
// random: what each sees in each cycle is what a queue would show, and each is evaluated in
// every cycle in which something has come for it, and in no other.
func TestFifosLinesAndTimersBehaveLikeTheirModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := &modelDomain{t: rt, b: newBench(t)}
		n := rapid.IntRange(2, 4).Draw(rt, "blocks")
		seed := rapid.Uint64().Draw(rt, "seed")
		lazy := rapid.Uint64Range(0, 6).Draw(rt, "lazy")
		for i := range n {
			m.cells = append(m.cells, m.b.cell(fmt.Sprintf("B%d", i), func(_ *cell, cycle uint64) wires.Activity {
				return m.tick(i, cycle, wires.Mix(seed+uint64(i), cycle), lazy)
			}))
			m.must, m.may, m.seen = append(m.must, map[uint64]string{1: "begin"}), append(m.may, map[uint64]bool{1: true}), append(m.seen, map[uint64]bool{})
			m.timer = append(m.timer, 0)
		}
		for range rapid.IntRange(1, 5).Draw(rt, "fifos") {
			x := &modelFifo{from: rapid.IntRange(0, n-1).Draw(rt, "from")}
			x.to = (x.from + rapid.IntRange(1, n-1).Draw(rt, "to")) % n
			x.cfg = wires.LinkConfig{
				Depth: rapid.IntRange(1, 9).Draw(rt, "depth"), Width: rapid.IntRange(1, 4).Draw(rt, "width"), Latency: rapid.IntRange(1, 5).Draw(rt, "latency"),
			}
			if x.cfg.Width == 1 {
				x.cfg.Beats = rapid.IntRange(0, 4).Draw(rt, "beats")
			}
			x.f = connect[uint64](m.b, fmt.Sprintf("F%d", len(m.fifos)), x.cfg, m.cells[x.from], m.cells[x.to])
			x.eachPut, x.eachTake = rapid.Bool().Draw(rt, "each put"), rapid.Bool().Draw(rt, "each take")
			wires.Counts(x.f.Fifo, x.eachPut, x.eachTake)
			m.fifos = append(m.fifos, x)
		}
		for range rapid.IntRange(0, 2).Draw(rt, "lines") {
			m.line(n)
		}
		if rapid.Bool().Draw(rt, "watched") {
			m.fifos[0].f.OnPut(func(uint64, *uint64) {})
		}
		for end := uint64(0); end < 300; {
			end += rapid.Uint64Range(1, 120).Draw(rt, "run")
			m.b.run(end)
		}
		m.judge()
	})
}

// line joins a block to one or two others.
func (m *modelDomain) line(n int) {
	from := rapid.IntRange(0, n-1).Draw(m.t, "raises")
	another := func(name string) int { return (from + rapid.IntRange(1, n-1).Draw(m.t, name)) % n }
	ends := []int{another("reads")}
	readers := []wires.Block{m.cells[ends[0]]}
	if second := another("reads too"); second != ends[0] {
		ends = append(ends, second)
		readers = append(readers, m.cells[second])
	}
	l := joinLine(m.t, fmt.Sprintf("L%d", len(m.lines)), m.cells[from], readers...)
	m.lines, m.raises, m.ends, m.high = append(m.lines, l), append(m.raises, from), append(m.ends, ends), append(m.high, map[uint64]bool{})
}

// tick is what a block does: as the bits of a random word say.
func (m *modelDomain) tick(i int, cycle, random, lazy uint64) wires.Activity {
	bits := func(n uint64) uint64 { x := random % n; random = wires.Mix(random, n); return x }
	m.seen[i][cycle] = true
	due := m.timer[i]
	require.True(m.t, due == 0 || due >= cycle, "block %d has slept past its time %d, to %d", i, due, cycle)
	if due == cycle {
		m.timer[i] = 0
	}
	require.True(m.t, due == cycle || m.wakes(i, cycle) != "" || m.may[i][cycle], "block %d is awake in cycle %d for nothing", i, cycle)
	for k, l := range m.lines {
		for _, reader := range m.ends[k] {
			if reader == i {
				require.Equal(m.t, m.high[k][cycle], l.in[0].High(), "line %d in cycle %d", k, cycle)
			}
		}
	}
	moved := false
	var waits []wires.Activity
	for _, x := range m.fifos {
		if x.to == i {
			for n := bits(5); ; n-- {
				require.Equal(m.t, x.valid(cycle) > 0, x.f.Valid(), "%s in cycle %d", x.f.Name(), cycle)
				if n == 0 || !x.f.Valid() {
					break
				}
				require.EqualValues(m.t, len(x.took), x.f.Take())
				x.took = append(x.took, cycle)
				moved = true
			}
			if !moved && !x.f.Valid() {
				waits = append(waits, x.f.Starved())
			}
		}
		if x.from == i {
			for n := bits(5); ; n-- {
				require.Equal(m.t, x.free(cycle), x.f.Free(), "%s in cycle %d", x.f.Name(), cycle)
				require.Equal(m.t, x.f.Free() > 0, x.f.Ready())
				if n == 0 || !x.f.Ready() {
					break
				}
				x.f.Put(uint64(len(x.put)))
				x.send(cycle)
				moved = true
			}
			if !moved && !x.f.Ready() {
				waits = append(waits, x.f.Blocked())
			}
		}
	}
	for k, l := range m.lines {
		if bits(8) == 0 && m.raises[k] == i {
			l.Raise()
			m.high[k][cycle+1] = true
			for _, reader := range m.ends[k] {
				m.wake(reader, cycle+1, "a pulse")
				m.may[reader][cycle+2] = true // it may see that the line falls
			}
		}
	}
	if bits(3) == 0 {
		at := cycle + 1 + bits(1+20*lazy)
		m.cells[i].WakeAt(at)
		if m.timer[i] == 0 || at < m.timer[i] {
			m.timer[i] = at
		}
	}
	if bits(40) == 0 {
		m.cells[i].NoWake()
		m.timer[i] = 0
	}
	if moved && bits(5) > 0 || bits(2+lazy) == 0 { // what has moved need not be told
		m.wake(i, cycle+1, "busy")
		return wires.Busy
	}
	if len(waits) > 0 {
		return waits[bits(uint64(len(waits)))]
	}
	return wires.Waiting
}

// wakes says why a block has to be evaluated in a cycle; "": it need not.
func (m *modelDomain) wakes(i int, cycle uint64) string {
	for _, x := range m.fifos {
		switch {
		case x.to == i && x.fills(cycle):
			return "an entry in " + x.f.Name()
		case x.from == i && x.frees(cycle):
			return "room in " + x.f.Name()
		}
	}
	return m.must[i][cycle]
}

func (m *modelDomain) wake(i int, cycle uint64, why string) {
	m.must[i][cycle] = why
}

// judge compares when blocks were evaluated with when they had to be.
func (m *modelDomain) judge() {
	now := m.b.Cycle()
	for i := range m.cells {
		for cycle := uint64(1); cycle <= now; cycle++ {
			why := m.wakes(i, cycle)
			require.True(m.t, why == "" || m.seen[i][cycle], "block %d sleeps in cycle %d: %s", i, cycle, why)
		}
	}
	for i, at := range m.timer {
		require.True(m.t, at == 0 || at > now, "block %d sleeps in cycle %d, its time", i, at)
	}
}

// digested has what state of a block is made of.
type digested struct {
	Small uint8
	Due   [2]wires.Cycle
	Queue wires.Queue[struct {
		Due wires.Cycle
		N   uint8
	}]
}

// Small machines of one kind with random pasts: two digest the same if and only if they hold
// the same: entries in order, with the times until they arrive; queues; times to come; lines.
func TestDigestsDifferWhereFuturesCanProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := wires.LinkConfig{Depth: rapid.IntRange(1, 4).Draw(rt, "depth"), Width: rapid.IntRange(1, 2).Draw(rt, "width"), Latency: rapid.IntRange(1, 3).Draw(rt, "latency")}
		digests, states := map[string]uint64{}, map[uint64]string{}
		only := rapid.SampledFrom([]string{"", "fifo", "state"}).Draw(rt, "only")
		for range rapid.IntRange(2, 30).Draw(rt, "machines") {
			holds, digest := past(rt, t, cfg, only)
			if was, known := digests[holds]; known {
				require.Equal(rt, was, digest, "%s", holds)
			}
			if was, known := states[digest]; known {
				require.Equal(rt, was, holds)
			}
			digests[holds], states[digest] = digest, holds
		}
	})
}

// past runs a machine for some cycles and returns what it holds.
func past(rt *rapid.T, t testing.TB, cfg wires.LinkConfig, only string) (holds string, digest uint64) {
	b := newBench(t)
	f, from, to := b.pair(cfg)
	l := joinLine(t, "L", from, to)
	s := &digested{}
	own := &cell{BlockBase: wires.NewBlockBase("Own"), other: s}
	b.Add(own)
	type entry struct {
		v, at uint64
	}
	var inside []entry
	raised := uint64(0)
	from.tick = func(cycle uint64) wires.Activity {
		for n := rapid.IntRange(0, 2).Draw(rt, "puts"); n > 0 && f.Ready(); n-- {
			e := entry{rapid.Uint64Range(0, 1).Draw(rt, "value"), cycle + uint64(cfg.Latency)}
			f.Put(e.v)
			inside = append(inside, e)
		}
		if only == "" && rapid.IntRange(0, 3).Draw(rt, "raise") == 0 {
			l.Raise()
			raised = cycle + 1
		}
		return wires.Busy
	}
	to.tick = func(uint64) wires.Activity {
		for n := rapid.IntRange(0, 3).Draw(rt, "takes"); n > 0 && f.Valid(); n-- {
			f.Drop()
			inside = inside[1:]
		}
		return wires.Busy
	}
	own.tick = func(cycle uint64) wires.Activity {
		s.Small = rapid.Uint8Range(0, 1).Draw(rt, "small")
		s.Due[rapid.IntRange(0, 1).Draw(rt, "which")] = wires.Cycle(cycle * rapid.Uint64Range(0, 1).Draw(rt, "set"))
		if rapid.IntRange(0, 3).Draw(rt, "later") == 0 {
			s.Due[0] = wires.Cycle(cycle + rapid.Uint64Range(0, 2).Draw(rt, "due"))
		}
		if s.Queue.Len() > 0 && rapid.Bool().Draw(rt, "pop") {
			s.Queue.Pop()
		} else if s.Queue.Len() < 2 {
			q := s.Queue.Add()
			q.N, q.Due = rapid.Uint8Range(0, 1).Draw(rt, "n"), wires.Cycle(cycle+rapid.Uint64Range(0, 2).Draw(rt, "queued"))
		}
		return wires.Busy
	}
	if only == "fifo" {
		own.tick = nil
	} else if only == "state" {
		from.tick, to.tick = nil, nil
	}
	b.run(rapid.Uint64Range(1, 6).Draw(rt, "cycles"))
	now := b.Cycle()
	in := func(c wires.Cycle) string {
		switch {
		case c == 0:
			return "none"
		case uint64(c) <= now:
			return "past"
		}
		return fmt.Sprint(uint64(c) - now)
	}
	holds = fmt.Sprint(s.Small, in(s.Due[0]), in(s.Due[1]), " queue ")
	for i := range s.Queue.Len() {
		holds += fmt.Sprint(s.Queue.At(i).N, in(s.Queue.At(i).Due), " ")
	}
	holds += fmt.Sprint("line ", raised == now+1, " fifo ")
	for _, e := range inside {
		holds += fmt.Sprint(e.v, " in ", max(e.at, now+1)-now, " ")
	}
	return holds, b.Digest()
}
