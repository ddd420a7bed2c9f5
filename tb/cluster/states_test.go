package cluster

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
	"tilemark/tb/states"
)

// A thread above the break point: messages in all combinations, several lines, scratch memory, results.
const aboveKernel = `.kernel above
.stage vertex
.lanes 8
.scratch 64
.binding 0 buffer read
.inputs 12
    mov r12:ud, 0:ud
    send.load.ud.2 r14, r12, b0
    send.load.ud r16, r12+32, b0
    send.scratch_store r12, +0
    add r17:ud, r14:ud, r16:ud
    mul r18:ud, r17:ud, r17:ud
    send.load.ud r16, r12+64, b0
    cmp.eq.f0 null:ud, r12:ud, 0:ud
    (f0.any) jmp far
FAR
far:
    send.result.4 r16, +128
    send.result.4 r12, +0
    send.load.ud r20, r12, b0
    send.end {last}
`

// The same without anything on its way at its end, and without scratch memory.
const shortKernel = `.kernel short
.stage vertex
.lanes 8
.binding 0 buffer read
.inputs 12
    mov r12:ud, 0:ud
    nop
    send.load.ud r14, r12, b0
NOPS    send.end {last}
`

// short is this kernel with so many instructions after its message.
func short(nops int) string {
	return strings.ReplaceAll(shortKernel, "NOPS", strings.Repeat("    nop\n", nops))
}

// late is such a kernel that ends when its message may just be answered: after some divisions and other instructions.
func late(divisions, nops int) string {
	return strings.ReplaceAll(shortKernel, "NOPS", strings.Repeat("    rcp r15:f, r15:f\n", divisions)+strings.Repeat("    nop\n", nops))
}

const pixelKernel = `.kernel pixels
.stage pixel
.lanes 8
.binding 0 buffer read
.inputs 8
    mov r8:ud, 0:ud
    send.load.ud.4 r9, r8, b0
    send.color.4 r9 {last}
`

// A CTA of two threads with a barrier, scratch and shared memory.
const ctaKernel = `.kernel ctas
.lanes 8
.cta 16 1 1
.shared 64
.scratch 64
.args 2
.binding 0 buffer read write
    shl r10:ud, r1:ud, 2:ud
    send.load.ud r12, r10, b0
    send.scratch_store r10, +0
    add r12:ud, r12:ud, r10:ud
    cmp.lt.f0 null:ud, r0.6<0>:ud, 1:ud
    (f0.any) jmp first
    rcp r13:f, r12:f
    rcp r13:f, r13:f
    rcp r13:f, r13:f
    rcp r13:f, r13:f
    jmp first
FAR
first:
    send.barrier
    send.scratch_load r14, +0
    add r12:ud, r12:ud, r14:ud
    send.store.ud r10, r12, b0
    send.barrier
    add r12:ud, r12:ud, 1:ud
    send.end {last}
`

// A CTA whose first thread has ended before its last one is sent.
const manyKernel = `.kernel many
.lanes 8
.cta 24 1 1
.args 256
    send.end {last}
`

// A CTA of two threads with a message, and few instructions.
const tinyKernel = `.kernel tiny
.lanes 8
.cta 16 1 1
.binding 0 buffer read
    shl r10:ud, r1:ud, 2:ud
    send.load.ud r12, r10, b0
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    send.end {last}
`

// A CTA of two threads that have ended with their first instruction.
const endKernel = `.kernel end
.lanes 8
.cta 16 1 1
    send.end {last}
`

// stateBench is a cluster with little of everything.
func stateBench(t *testing.T, seed uint64, quiet bool, stall int) *Bench {
	b, err := NewBench(Config{
		SMs: 1, Depth: 3, Quiet: quiet, Stall: stall,
		SM: sm.Config{Threads: 4, Registers: 256, Lanes: 8, MathLanes: 2, ALULatency: 4, MathLatency: 8, FlowLatency: 2, Shared: 256, Banks: 4, SharedLatency: 3, Select: "round_robin"},
		PM: pm.Config{Tasks: 3}, LSU: lsu.Config{Entries: 2, Accesses: 4, Sets: 3, Bindings: 4, Scratch: 16}, L15: l15.Config{Lines: 64, Ways: 4, Misses: 4, Held: 8, Writes: 8},
	}, seed)
	require.NoError(t, err)
	b.pace(0, 4, 0)
	if quiet {
		b.around.unsent = func(uint8, uint8) {}
	}
	return b
}

// loadText loads a program.
func loadText(t *testing.T, b *Bench, text string, count int) *Program {
	k, errs := asm.Assemble("states.tka", strings.ReplaceAll(text, "FAR\n", strings.Repeat("    nop\n", 20)))
	require.Empty(t, errs)
	p := &Program{Kernel: k, Grid: [3]int{count, 1, 1}, Threads: count, Args: make([]uint32, k.Args), Bindings: []exec.Binding{{Data: make([]byte, 512), Write: true}}[:len(k.Bindings)]}
	require.NoError(t, b.Load(p))
	return p
}

// lineDelay is how many cycles after a decision to cut the blocks see the line.
const lineDelay = 2

// stateRun is a run whose states are watched.
type stateRun struct {
	name      string
	make      func(b *Bench)
	each      func(b *Bench, cycle int) // after each cycle from the first one on in which something is sent
	reference []map[int]moment
	seed      uint64
	quiet     bool   // nothing is compared with the simulator, which takes faults for errors
	stall     int    // percent of cycles in which a connection holds an entry back
	limit     uint32 // of instructions; 0: none
}

func (r *stateRun) run(t *testing.T, seen *stateCoverage) *stateWatch {
	b := stateBench(t, r.seed, r.quiet, r.stall)
	r.make(b)
	w := watchStates(t, b, r.name, seen)
	w.reference = r.reference
	b.watch = func() {
		w.cycle()
		if b.around.gone < b.around.expected {
			if r.each != nil {
				r.each(b, w.cycles)
			}
			if w.cycles == 0 {
				w.from = len(w.history) - 1
			}
			w.cycles++
			w.limitTo(r.limit)
		}
	}
	require.NoError(t, b.Run(100_000), r.name)
	return w
}

// sweep runs something without an event, and then with it after so many cycles, twice as many and so on; and so early that it may come in the cycle in which a thread ends by its instruction, which
// is lineDelay cycles later, and up to late more.
func (r stateRun) sweep(t *testing.T, seen *stateCoverage, step, late int, event func(b *Bench)) {
	first := r.run(t, seen)
	name, each := r.name, r.each
	r.reference = first.history
	for at := range first.cycles {
		chosen := at%step == 0
		for delay := lineDelay; delay <= lineDelay+late; delay++ {
			chosen = chosen || first.suppressible(first.from+at+delay)
		}
		if !chosen {
			continue
		}
		r.name = fmt.Sprintf("%s, event after %d", name, at)
		r.each = func(b *Bench, cycle int) {
			if each != nil {
				each(b, cycle)
			}
			if cycle == at {
				event(b)
			}
		}
		r.run(t, seen)
	}
}

// cutNow has slot 0 be cut.
func cutNow(b *Bench) {
	if c := &b.around.slots[0]; !c.drains {
		c.at = 1
	}
}

// trapNow has the CTAs of slot 0 be saved, and brought back.
func trapNow(b *Bench) {
	if p := &b.around.preempts; p.phase == resting {
		p.slot = 0
		b.around.call(isa.StageTrap)
	}
}

// spoil has the instruction at a byte of a kernel, whose line begins there, be none.
func spoil(b *Bench, at uint32) {
	le.PutUint32(b.around.image[0][at:], ^uint32(0))
}

// spoilLast has a program's last instruction be none.
func spoilLast(b *Bench, p *Program) {
	at := 0
	for n := 0; n < len(p.Kernel.Bytes()); n += isa.CompactBytes {
		if p.Kernel.At(n) == len(p.Kernel.Code)-1 {
			at = n
			break
		}
	}
	spoil(b, p.at()+uint32(at))
}

// movePages has pages of slot 0 leave and come at random, those of code or those of data, and cuts it.
func movePages(b *Bench, r *rand.Rand, leave, code bool) {
	c := &b.around.slots[0]
	if !c.drains {
		c.at = 1 << 60 // a page that is missing does not have it cut by itself
	}
	if b.commandsDone() && (code && r.IntN(10) == 0 || r.IntN(150) == 0) { // lines are read again
		b.around.command(pipe.ControlDrop, 0)
		if code {
			b.around.command(pipe.ControlForget, 0)
		}
	}
	pages := []uint32{bindingsAt >> pipe.PageShift}
	if code {
		pages = []uint32{codeAt >> pipe.PageShift, (codeAt + codeBytes) >> pipe.PageShift, (codeAt + 2*codeBytes) >> pipe.PageShift}
	}
	for _, page := range pages {
		if c.pages == nil {
			c.pages = map[uint32]bool{}
		}
		if r.IntN(20) == 0 {
			c.pages[page] = leave && r.IntN(2) == 0
		}
	}
	if r.IntN(60) == 0 {
		cutNow(b)
	}
}

// flushOther has the cache drop the lines of the other slot, which has none.
func flushOther(b *Bench) {
	if b.commandsDone() && b.around.preempts.phase != cleaned {
		b.around.command(pipe.ControlDrop, 1)
	}
}

// limitTo gives a limit to tasks that have come, and to thread requests that are to be sent.
func (w *stateWatch) limitTo(limit uint32) {
	for n := range w.view.Tasks {
		if k := &w.view.Tasks[n]; k.Lanes > 0 {
			k.Limit = limit
		}
	}
	for side := range w.b.around.threads {
		for _, r := range w.b.around.threads[side] {
			if r.token {
				continue
			}
			var h pipe.ThreadHead
			for n := range pipe.HeadBeats {
				h.TakeHead(uint8(n), &r.beats[n])
			}
			h.Limit = limit
			for n, beat := range h.Beats() {
				beat.Last = r.beats[n].Last
				r.beats[n] = beat
			}
		}
	}
}

// shortHandlers are handlers that save and bring back nothing, so that much happens in few cycles. Threads begin again, without lanes.
func shortHandlers(t *testing.T, b *Bench) {
	require.NoError(t, b.loadHandlers())
	for stage, text := range map[uint8]string{isa.StageTrap: ".stage trap\n.lanes 8\nsend.end {last}\n", isa.StageRestore: ".stage restore\n.lanes 8\niret\n"} {
		k, errs := asm.Assemble("handler.tka", ".kernel handler\n"+text)
		require.Empty(t, errs)
		h := b.around.handlers[stage]
		h.Kernel = k
		copy(b.spaces[0].image[h.at:], k.Bytes()) // programs are loaded later, and memory is a copy of this one then
	}
}

// resend has a task come again, as another one of its number.
func resend(b *Bench, k pipe.Task) {
	beats := k.Beats()
	b.around.tasks[k.Slot] = append(b.around.tasks[k.Slot], beats[:]...)
}

// Threads, CTAs and tasks change as docs/states.md says, and each cell that can be is seen: programs run with cuts, calls of handlers, missing pages, limits and faults in each cycle that
// matters most, and at random.
func TestStates(t *testing.T) {
	seen := &stateCoverage{cells: map[cell]int{}, pairs: map[cell]int{}}
	cuts := func(b *Bench) { b.around.every = 1 }
	handlers := func(b *Bench) { require.NoError(t, b.loadHandlers()) }
	for _, text := range []string{aboveKernel, short(7)} {
		t.Run("above", func(t *testing.T) {
			stateRun{name: "above", make: func(b *Bench) { cuts(b); loadText(t, b, text, 5) }}.sweep(t, seen, 40, 0, cutNow)
		})
	}
	t.Run("many cuts", func(t *testing.T) {
		for seed := range uint64(6) {
			runManyCuts(t, seen, seed)
		}
	})
	t.Run("missing", func(t *testing.T) {
		for seed := range uint64(20) {
			runMissing(t, seen, seed)
		}
	})
	t.Run("CTAs", func(t *testing.T) {
		stateRun{name: "CTAs", make: func(b *Bench) { handlers(b); loadText(t, b, ctaKernel, 4) }}.sweep(t, seen, 20, 0, trapNow)
	})
	t.Run("CTAs with cuts", func(t *testing.T) {
		(&stateRun{name: "CTAs with cuts", make: func(b *Bench) { handlers(b); cuts(b); loadText(t, b, ctaKernel, 40) }, each: func(b *Bench, cycle int) {
			flushOther(b)
			cutNow(b)
			if cycle%30 == 0 {
				trapNow(b)
			}
		}}).run(t, seen)
		(&stateRun{name: "large CTAs with cuts", make: func(b *Bench) {
			handlers(b)
			cuts(b)
			loadText(t, b, manyKernel, 5)
			loadText(t, b, manyKernel, 5)
			loadText(t, b, manyKernel, 5)
		}, each: func(b *Bench, cycle int) {
			flushOther(b)
			cutNow(b)
			if cycle < 400 || cycle%50 == 0 {
				trapNow(b)
			}
		}}).run(t, seen)
	})
	t.Run("exit", func(t *testing.T) {
		stateRun{name: "exit", make: func(b *Bench) { handlers(b); loadText(t, b, tinyKernel, 1) }}.sweep(t, seen, 20, 14, trapNow)
	})
	t.Run("limits", func(t *testing.T) {
		for _, limit := range []uint32{3, 7} {
			stateRun{name: "limit", quiet: true, limit: limit, make: func(b *Bench) { handlers(b); loadText(t, b, tinyKernel, 1) }}.sweep(t, seen, 20, 14, trapNow)
		}
	})
	t.Run("faults", func(t *testing.T) {
		stateRun{name: "fault", quiet: true, make: func(b *Bench) { handlers(b); p := loadText(t, b, tinyKernel, 1); spoil(b, p.at()+64) }}.sweep(t, seen, 20, 14, trapNow)
	})
	t.Run("cut faults", func(t *testing.T) {
		stateRun{name: "fault above", quiet: true, make: func(b *Bench) { cuts(b); p := loadText(t, b, short(7), 3); spoil(b, p.at()+64) }}.sweep(t, seen, 1000, 0, cutNow)
		stateRun{name: "limit above", quiet: true, limit: 5, make: func(b *Bench) { cuts(b); loadText(t, b, short(7), 3) }}.sweep(t, seen, 1000, 0, cutNow)
		stateRun{name: "exit above", make: func(b *Bench) { cuts(b); loadText(t, b, short(7), 3) }}.sweep(t, seen, 1000, 0, cutNow)
	})
	t.Run("faults of handlers", func(t *testing.T) {
		for _, at := range []uint32{handlersAt, handlersAt + handlerBytes} {
			(&stateRun{name: "fault in a handler", quiet: true, make: func(b *Bench) { handlers(b); loadText(t, b, ctaKernel, 10); spoil(b, at+64) }, each: func(b *Bench, cycle int) {
				if cycle%100 == 99 {
					trapNow(b)
				}
			}}).run(t, seen)
		}
	})
	t.Run("short handlers", func(t *testing.T) {
		for n := range shortTexts {
			for _, limit := range []uint32{0, 5} {
				runShort(t, seen, n, limit, uint64(n))
			}
		}
	})
	t.Run("tasks", func(t *testing.T) {
		(&stateRun{name: "launches", make: func(b *Bench) {
			loadText(t, b, strings.ReplaceAll(tinyKernel, "16 1 1", "8 1 1"), 100)
			b.pace(30, 4, 3)
		}}).run(t, seen)
		(&stateRun{name: "faults of threads of large CTAs", quiet: true, make: func(b *Bench) { p := loadText(t, b, manyKernel, 3); spoil(b, p.at()) }}).run(t, seen)
		(&stateRun{name: "tasks", make: func(b *Bench) {
			handlers(b)
			loadText(t, b, manyKernel, 2)
			loadText(t, b, manyKernel, 2)
			loadText(t, b, manyKernel, 2)
			b.pace(50, 4, 3)
		}, each: func(b *Bench, cycle int) {
			if cycle < 1000 {
				trapNow(b)
			}
		}}).run(t, seen)
		step := 0
		(&stateRun{name: "tasks again", quiet: true, make: func(b *Bench) { handlers(b); loadText(t, b, tinyKernel, 1) }, each: func(b *Bench, cycle int) {
			k := states.NewView(b.Domain, b.PM, b.SMs).Tasks[0]
			switch {
			case cycle == 0:
				b.around.expected++
			case step == 0 && b.around.gone == 1:
				resend(b, k)
				step++
			case step == 1 && len(b.around.tasks[0]) == 0 && b.PM.P.WDUPM[0].Tap().Len() == 0:
				trapNow(b)
				step++
			case step == 2 && b.PM.S.Stopped[0]:
				resend(b, k)
				b.around.tasks[0] = append(b.around.tasks[0], (&pipe.Launch{At: [3]uint32{}}).Beat(0))
				step++
			}
		}}).run(t, seen)
	})
	for seed := uint64(20); seed < 100 && len(unseen(seen)) > 0; seed++ { // a change of what is drawn may leave the first ones without something
		runMissing(t, seen, seed)
		runManyCuts(t, seen, seed)
		runShort(t, seen, int(seed)%len(shortTexts), uint32(seed)/uint32(len(shortTexts))%2*5, seed)
	}
	report(t, seen)
}

// runMissing runs threads above the break point whose pages are missing, are moved and come again.
func runMissing(t *testing.T, seen *stateCoverage, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 41))
	run := &stateRun{name: "missing", seed: seed, quiet: seed%5 >= 3, make: func(b *Bench) {
		b.around.every = 1
		loadText(t, b, aboveKernel, 20)
		for n := range 2 {
			p := loadText(t, b, late(int(seed)%3+1, int(seed)/3%4*2+n), 30)
			if seed%5 == 3 {
				spoilLast(b, p)
			}
		}
	}}
	if seed%5 == 4 {
		run.limit = uint32(int(seed)%3 + int(seed)/3%4*2 + 3)
	}
	run.each = func(b *Bench, cycle int) { movePages(b, r, cycle < 3000, seed%4 == 0) }
	run.run(t, seen)
}

// runManyCuts cuts a context with threads on both sides of the break point again and again.
func runManyCuts(t *testing.T, seen *stateCoverage, seed uint64) {
	(&stateRun{name: "many cuts", seed: seed, make: func(b *Bench) {
		b.around.every = 1
		loadText(t, b, aboveKernel, 60)
		loadText(t, b, short(7), 60)
		loadText(t, b, pixelKernel, 60)
	}, each: func(b *Bench, cycle int) {
		flushOther(b)
		if cycle < 6000 && cycle%(101+int(seed)/6) == 0 {
			cutNow(b)
		}
	}}).run(t, seen)
}

// shortTexts are kernels for runs with handlers that are shorter than those of the project.
var shortTexts = []string{tinyKernel, ctaKernel, manyKernel, strings.ReplaceAll(tinyKernel, "16 1 1", "8 1 1"), endKernel}

// runShort runs CTAs that are saved, cut and brought back at random.
func runShort(t *testing.T, seen *stateCoverage, n int, limit uint32, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 43))
	(&stateRun{name: fmt.Sprint("short handlers ", n), seed: seed, quiet: true, limit: limit, stall: 30, make: func(b *Bench) {
		shortHandlers(t, b)
		b.around.every = 1
		for range 3 {
			loadText(t, b, shortTexts[n], 50)
		}
		if limit == 0 {
			b.pace(20, 4, 3)
		}
	}, each: func(b *Bench, cycle int) {
		if r.IntN(8) == 0 {
			flushOther(b)
		}
		if r.IntN(8) == 0 {
			cutNow(b)
		}
		if r.IntN([]int{80, 80, 80, 80, 20}[n]) == 0 {
			trapNow(b)
		}
	}}).run(t, seen)
}

// Random programs with an MXU and memory, whose pages are missing, leave and come, change as docs/states.md says, too.
func TestStatesOfRandomPrograms(t *testing.T) {
	seen := &stateCoverage{cells: map[cell]int{}, pairs: map[cell]int{}}
	moved, saved, cancels := 0, 0, 0
	const least, most = 5, 20 // programs: more until each has happened, since a change of what is drawn may leave the first ones without
	for seed := uint64(0); seed < least || seed < most && min(moved, saved, cancels) == 0; seed++ {
		r := rand.New(rand.NewPCG(seed, 47))
		cfg := randomConfig(r)
		cfg.Alone, cfg.Clusters, cfg.SMs, cfg.Mapped = false, 1, 1+r.IntN(2), seed%2 == 0
		cfg.MXU = mxu.Config{TLB: 16, Sets: 8, Atomics: 4}
		cfg.SM.Threads, cfg.SM.Registers = 8, 8*128
		b := busyBench(t, cfg, seed, r, randomProgram)
		b.watch = watchStates(t, b, fmt.Sprint("random programs, seed ", seed), seen).cycle
		require.NoError(t, b.Run(3_000_000), "seed %d", seed)
		if b.system != nil {
			moved += b.system.moved
		}
		saved, cancels = saved+b.around.preempts.saved, cancels+b.cancels
	}
	require.Positive(t, moved, "pages moved")
	require.Positive(t, saved, "CTAs saved")
	require.Positive(t, cancels, "cancelled threads")
}

// report fails when a cell or a pair that can be was not seen.
func report(t *testing.T, seen *stateCoverage) {
	require.Empty(t, unseen(seen), "no run has shown these")
}

// unseen are cells and pairs that can be and were not seen.
func unseen(seen *stateCoverage) (missing []string) {
	for _, x := range states.Tables {
		for _, r := range x.Rows {
			for e := range r.Cells {
				if r.Cells[e].Never == "" && seen.cells[cell{x, int(r.State), e}] == 0 {
					missing = append(missing, fmt.Sprintf("%s: %s x %s", x.Of, x.States[r.State].Name, x.Events[e].Name))
				}
			}
		}
		for _, p := range x.Pairs {
			if seen.pairs[cell{x, int(p[0]), int(p[1])}] == 0 && !x.IsUnshown(p[0], p[1]) {
				missing = append(missing, fmt.Sprintf("%s: %s + %s", x.Of, x.Events[p[0]].Name, x.Events[p[1]].Name))
			}
		}
	}
	return missing
}
