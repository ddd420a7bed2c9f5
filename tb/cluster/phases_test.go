package cluster

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
)

// in tells whether a thread slot is in a set.
func in(set *sm.Bits, n uint8) bool { return set[n/64]>>(n%64)&1 != 0 }

// phases are those in which threads of a multiprocessor are, by their slots, as the next cycle finds them. One thread may be in several.
func phases(m *sm.SM, n uint8, cycle uint64) (list []string) {
	s, t := &m.S, m.Thread(n)
	add := func(is bool, name string) {
		if is {
			list = append(list, name)
		}
	}
	asked := t.Buffers[0].Asked || t.Buffers[1].Asked
	begun := t.Buffers[0].Valid || t.Buffers[1].Valid || t.Executed > 0
	sending, toTex := false, false
	for side := range pipe.Sides {
		sending = sending || s.Sending[side].Active && s.Sending[side].Thread == n
		toTex = toTex || s.ToTex[side].Active && s.ToTex[side].Thread == n
	}
	ending := in(&s.Ending, n)
	add(!begun && !asked, "before its first fetch")
	add(!begun && asked, "its first line is on its way")
	add(begun && in(&s.Wants, n), "waits for another line")
	add(begun && asked && !in(&s.Wants, n), "executes, and its next line is on its way")
	for k := range s.ALU.Results.Len() {
		add(s.ALU.Results.At(k).Thread == n, "in the ALU")
	}
	for k := range s.Math.Results.Len() {
		add(s.Math.Results.At(k).Thread == n, "in the math unit")
	}
	for k := range s.Shared.Results.Len() {
		add(s.Shared.Results.At(k).Thread == n, "at the shared memory")
	}
	add(in(&s.Runs, n) && uint64(t.Until) > cycle, "in its passes")
	add(sending, "a message is being sent")
	add(toTex, "a message to the sampler is being sent")
	add(t.Answers > 0 && !sending && !toTex, "a message is on its way")
	add(t.Missing, "a page is missing")
	add(in(&s.Waits, n), "at a barrier")
	add(t.Control.Depth > 0, "within a construct")
	add(ending && !t.Told, "has issued its last instruction")
	add(ending && t.EndSent && t.Answers > 0, "its scratch memory ends")
	add(t.Told && !t.Called, "waits for the call for its results")
	for side := range pipe.Sides {
		add(s.Delivery[side].Active && s.Delivery[side].Thread == n, "its results are being sent")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sweep runs one kernel again and again on one cluster, whose caches are empty each time, and has something happen to it one cycle later each time.
type sweep struct {
	*testing.T
	*Bench
	p       *Program
	struck  map[string]int // phases in which it happened
	longest uint64         // cycles of its life, undisturbed
}

// newSweep makes the bench with a directed kernel. Its first run is undisturbed.
func newSweep(t *testing.T, cfg Config, slowest int, p *Program, struck map[string]int) *sweep {
	b, err := NewBench(cfg, 1)
	require.NoError(t, err)
	b.around.slowest = slowest
	require.NoError(t, b.loadHandlers())
	s := &sweep{T: t, Bench: b, p: p, struck: struck}
	require.NoError(t, b.Load(p))
	require.NoError(t, b.prepare(100_000))
	from := b.Cycle()
	s.rest()
	s.longest = b.Cycle() - from
	s.empty()
	return s
}

// step is one cycle, in which nothing may go wrong.
func (s *sweep) step() { require.NoError(s, s.Bench.step(100_000_000)) }

// rest runs until all threads have ended, and their results have come.
func (s *sweep) rest() {
	for from := s.Cycle(); s.running() || s.around.delivering(); {
		s.step()
		require.Less(s, s.Cycle()-from, uint64(100_000), "it does not end")
	}
}

// empty has caches write back and drop all lines, and compares what is left with the state after reset.
func (s *sweep) empty() {
	for slot := range uint8(pipe.Slots) {
		s.around.command(pipe.ControlDrop, slot)
		s.around.command(pipe.ControlForget, slot)
		s.around.command(pipe.ControlTexels, slot)
	}
	for s.around.done < s.around.commanded || s.requesting() || s.texelsComing() {
		s.step()
	}
	require.NoError(s, s.compareResting())
}

// begin sends the kernel once more: threads, or CTAs.
func (s *sweep) begin() {
	if s.p.Kernel.Stage != isa.StageCompute {
		for range s.p.Threads {
			g, err := s.Bench.begin(s.p)
			require.NoError(s, err)
			s.sendThread(s.p, g[0])
		}
		return
	}
	for s.p.next = 0; s.p.next < s.p.count(); s.p.next++ {
		g, err := s.Bench.begin(s.p)
		require.NoError(s, err)
		at := g[0].Place()
		l := pipe.Launch{Task: uint8(s.p.number), Work: uint16(s.p.next), At: [3]uint32{uint32(at[0]), uint32(at[1]), uint32(at[2])}}
		s.p.begun[l.At] = g
		s.around.tasks[s.p.Slot] = append(s.around.tasks[s.p.Slot], l.Beat(s.p.Slot))
		s.around.expected++
	}
}

// requirePhases demands that it has happened in each of some phases, and in no others.
func requirePhases(t *testing.T, struck map[string]int, names ...string) {
	for _, name := range slices.Sorted(maps.Keys(struck)) {
		t.Logf("%6d %s", struck[name], name)
	}
	if !testing.Short() { // else some are passed over
		require.Equal(t, slices.Sorted(slices.Values(names)), slices.Sorted(maps.Keys(struck)))
	}
}

// strike counts the phases of all threads of a context slot.
func (s *sweep) strike(slot uint8) {
	for _, m := range s.SMs {
		for n := range uint8(s.cfg.SM.Threads) {
			if t := m.Thread(n); t.Head.Lanes != 0 && t.Head.Slot == slot && (in(&m.S.Sides[pipe.Above], n) || in(&m.S.Sides[pipe.Below], n)) {
				for _, name := range phases(m, n, s.Cycle()) {
					s.struck[name]++
				}
			}
		}
	}
}

// strikeAbove counts those, and phases before a thread is in a multiprocessor.
func (s *sweep) strikeAbove(slot uint8) {
	s.strike(slot)
	w, p := &s.PM.S.Waiting[pipe.Above], s.PM.S.Phase
	for name, is := range map[string]bool{
		"in the dispatcher":                len(s.around.threads[pipe.Above]) > 0,
		"on its way to PM":                 len(s.around.sending[pipe.Above].beats) > 0 && w.Beats < pipe.HeadBeats && p != pm.Forward,
		"waits in PM":                      w.Beats == pipe.HeadBeats,
		"is being forwarded":               p == pm.Forward,
		"its registers are coming":         s.SMs[0].S.Phase != sm.Header,
		"its end is on its way":            s.PM.P.SMPM[0].Len() > 0,
		"its read is on its way to memory": s.L15.P.L15Req[pipe.Above].Tap().Len() > 0,
	} {
		if is {
			s.struck[name]++
		}
	}
}

// lifeConfig is a multiprocessor with room for two of the threads of directed/life-vertex: others wait in PM.
func lifeConfig() Config {
	cfg := config()
	cfg.SMs, cfg.SM.Threads, cfg.SM.Registers, cfg.SM.MathLanes = 1, 4, 256, 1
	return cfg
}

// lifeVertex is the program of directed/life-vertex.
func lifeVertex(t *testing.T) *Program {
	k, err := kernels.Load("directed/life-vertex")
	require.NoError(t, err)
	k.Registers = 64 // more than it uses: two threads fill the register file
	texels := make([]byte, 4096)
	for n := range texels {
		texels[n] = byte(n * 5)
	}
	return &Program{
		Kernel: k, Threads: 3, Bindings: []exec.Binding{{Data: bytesUpTo(256)}},
		Textures: []Texture{{Number: 1, Words: [texture.TextureWords]uint32{1: 4096, 3: 8 | 8<<16, 4: 1 | 1<<16 | 1<<20}, Data: texels}},
		Samplers: make([][texture.SamplerWords]uint32, 1),
		Prepare: func(g *exec.Thread) {
			for n := 8; n < 8*16; n++ {
				g.Registers[n] = uint32(n)*0x9e3779b1>>4 | 0x30000000
			}
		},
	}
}

func bytesUpTo(n int) []byte {
	list := make([]byte, n)
	for i := range list {
		list[i] = byte(i*37 + 1)
	}
	return list
}

// pagesOf are those that a program above the break point reads, by what they have.
func (s *sweep) pagesOf() map[string]uint32 {
	return map[string]uint32{
		"instructions": s.p.at() >> pipe.PageShift, "buffer": uint32(s.p.Bindings[0].Base) >> pipe.PageShift, "texture": s.p.Textures[0].Words[0] >> pipe.PageShift,
	}
}

// A context is cut in each cycle of the life of its threads: in each phase they are cancelled, sent again, and do what they do on the simulator. Then the same with a page
// that is missing, of instructions, of a buffer, of a texture: the thread waits for the cut.
func TestCutInEachCycle(t *testing.T) {
	by := uint64(1)
	if testing.Short() {
		by = 7
	}
	struck := map[string]int{}
	for _, slowest := range []int{1, 40} {
		s := newSweep(t, lifeConfig(), slowest, lifeVertex(t), struck)
		s.around.every = 1
		missing := map[string]int{"": 0}
		for what := range s.pagesOf() {
			missing[what] = 0
		}
		for _, what := range []string{"", "instructions", "buffer", "texture"} {
			for at := uint64(0); at < s.longest+20; at += by {
				if what != "" && at%5 != 0 { // until then the thread waits: few cycles differ
					continue
				}
				slot := &s.around.slots[s.p.Slot]
				slot.pages = map[uint32]bool{}
				if what != "" {
					slot.pages[s.pagesOf()[what]] = true
				}
				slot.at = s.Cycle() + at + 1
				s.begin()
				for !slot.drains {
					s.step()
				}
				before := s.struck["a page is missing"]
				s.strikeAbove(s.p.Slot)
				missing[what] += s.struck["a page is missing"] - before
				s.rest()
				s.empty()
			}
		}
		require.Zero(t, missing[""])
		for _, what := range []string{"instructions", "buffer", "texture"} {
			require.Positive(t, missing[what], what)
		}
		require.Positive(t, s.cancels)
		t.Log(s.longest, "cycles,", s.cancels, "threads cancelled in PM, or after it")
		require.NoError(t, s.Bench.Run(1_000_000))
	}
	requirePhases(t, struck,
		"in the dispatcher", "on its way to PM", "waits in PM", "is being forwarded", "its registers are coming", "before its first fetch", "its first line is on its way",
		"waits for another line", "executes, and its next line is on its way", "in the ALU", "in the math unit", "in its passes", "a message is being sent",
		"a message to the sampler is being sent", "a message is on its way", "a page is missing", "has issued its last instruction", "its scratch memory ends",
		"waits for the call for its results", "its results are being sent", "its end is on its way", "its read is on its way to memory",
	)
}

// trapEach calls the trap handler in each cycle of the life of the sweep's CTAs, and has them brought back. It returns how many were saved.
func (s *sweep) trapEach(by uint64) (saved int) {
	arrived := map[uint8]uint64{} // cycles
	m := s.SMs[0]
	m.P.Issued.Watch(func(e *sm.Issue) {
		if delete(arrived, e.Thread); e.Op.Op == isa.OpSend && e.Op.Message.Code == isa.MessageBarrier {
			arrived[e.Thread] = s.Cycle()
		}
	})
	s.watch = func() { // who gets the call in the next cycle
		in := &m.P.PMSM
		if !in.Valid() || in.Head().Kind != pipe.BeatHandler || in.Head().HandlerCall().Stage != isa.StageTrap {
			return
		}
		n := in.Head().HandlerCall().Thread
		if m.Thread(n).Head.Lanes == 0 {
			s.struck["has ended"]++
			return
		}
		list := phases(m, n, s.Cycle())
		if at, ok := arrived[n]; ok && at+1 == s.Cycle() {
			if slices.Contains(list, "at a barrier") {
				list = append(list, "has just arrived, and waits")
			} else {
				list = append(list, "has just arrived, and the barrier opens")
			}
		}
		for _, name := range list {
			s.struck[name]++
		}
		if slices.Contains(list, "at a barrier") && s.mateEnds(m, m.Thread(n)) {
			s.struck["at a barrier, when the thread that it waits for has issued its last instruction"]++
		}
	}
	before := s.around.preempts.saved
	for at := uint64(0); at < s.longest+20; at += by {
		s.begin()
		for from := s.Cycle(); s.Cycle() < from+at; {
			s.step()
		}
		if s.PM.P.WDUPM[0].Len() > 0 || len(s.around.tasks[0]) > 0 {
			s.struck["a CTA has not begun"]++
		}
		s.around.preempts.slot = s.p.Slot
		s.around.call(isa.StageTrap)
		if at%8 == 0 { // and once more, as early as the work distribution may
			for s.around.preempting() {
				s.step()
			}
			if s.running() {
				s.struck["its CTA has just come back"]++
				s.around.call(isa.StageTrap)
			}
		}
		s.rest()
		s.empty()
	}
	s.watch = nil
	require.NoError(s, s.Bench.Run(1_000_000))
	return s.around.preempts.saved - before
}

// mateEnds tells whether another thread of a thread's CTA has issued its last instruction, and has its slot still.
func (s *sweep) mateEnds(m *sm.SM, t *sm.Thread) bool {
	for n := range uint8(s.cfg.SM.Threads) {
		if o := m.Thread(n); in(&m.S.Ending, n) && o.Head.CTA == t.Head.CTA {
			return true
		}
	}
	return false
}

// computeOf is the program of a directed kernel of compute with a buffer: some CTAs.
func computeOf(t *testing.T, name string, ctas int) *Program {
	k, err := kernels.Load("directed/" + name)
	require.NoError(t, err)
	return &Program{Kernel: k, Grid: [3]int{ctas, 1, 1}, Bindings: []exec.Binding{{Data: bytesUpTo(256), Write: true}}}
}

// The trap handler is called in each cycle of the life of CTAs: in each phase their threads are saved, brought back, and do what they do on the simulator.
func TestTrapInEachCycle(t *testing.T) {
	by := uint64(1)
	if testing.Short() {
		by = 7
	}
	struck := map[string]int{}
	for _, slowest := range []int{1, 40} {
		cfg := lifeConfig()
		cfg.SM.Threads, cfg.SM.Registers = 4, 4*64 // room for one CTA
		if slowest > 1 {                           // and for both, whose fetches wait for each other
			cfg.SM.Threads, cfg.SM.Registers, cfg.Depth, cfg.L15.Misses, cfg.L15.Held = 8, 8*64, 1, 1, 1
		}
		s := newSweep(t, cfg, slowest, computeOf(t, "life-compute", 2), struck)
		saved := s.trapEach(by)
		require.Positive(t, saved)
		t.Log(s.longest, "cycles,", saved, "CTAs saved")
	}
	requirePhases(t, struck,
		"a CTA has not begun", "before its first fetch", "its first line is on its way", "waits for another line", "executes, and its next line is on its way", "in the ALU", "in the math unit",
		"at the shared memory", "in its passes", "a message is being sent", "a message is on its way", "at a barrier", "within a construct", "has just arrived, and waits",
		"has just arrived, and the barrier opens", "has issued its last instruction", "its scratch memory ends", "has ended",
		"at a barrier, when the thread that it waits for has issued its last instruction", "its CTA has just come back",
	)
}

// A thread waits at a barrier, the other one of its CTA has issued its last instruction, and the handler is called: the arrival is withdrawn, the other one ends.
func TestTrapWhileAnotherThreadEnds(t *testing.T) {
	struck := map[string]int{}
	s := newSweep(t, lifeConfig(), 1, computeOf(t, "early-end", 1), struck)
	require.Positive(t, s.trapEach(1))
	require.Positive(t, struck["at a barrier, when the thread that it waits for has issued its last instruction"])
}
