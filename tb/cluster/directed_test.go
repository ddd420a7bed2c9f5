package cluster

import (
	"fmt"
	"io/fs"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
	"tilemark/vectors"
)

// least is a cluster with as little of everything as there can be.
func least() Config {
	cfg := config()
	cfg.SMs, cfg.Depth, cfg.SM.Threads, cfg.SM.Registers, cfg.SM.Lanes, cfg.SM.MathLanes, cfg.SM.Banks = 1, 1, 4, 4*64, 4, 1, 1
	cfg.LSU.Entries, cfg.LSU.Accesses = 1, 1
	cfg.L15 = l15.Config{Lines: 2, Ways: 2, Misses: 1, Held: 1, Writes: 1}
	return cfg
}

// hazard is what an instruction waits for.
type hazard struct{ kind, from, by string }

// observed is what a directed kernel shows besides being equal.
type observed struct {
	depth   uint8           // most entries of the mask stack
	hazards map[hazard]int  // cycles
	forms   map[[3]bool]int // issues: the one before is compact, this one is, a line's boundary is between them
	banks   map[uint64]int  // accesses of shared memory, by the words that they have in one bank
	opened  int             // barriers that the end of a thread has opened
	words   map[uint32]int  // atomics in memory, by words
	sharers uint8           // multiprocessors with atomics, a bit each
}

// observe watches a bench.
func observe(b *Bench) *observed {
	o := &observed{hazards: map[hazard]int{}, forms: map[[3]bool]int{}, banks: map[uint64]int{}, words: map[uint32]int{}}
	for n, m := range b.SMs {
		last := map[uint8]sm.Issue{}
		waiting := map[uint8]int{} // threads at barriers, by slots of CTAs
		m.P.Issued.Watch(func(e *sm.Issue) {
			o.depth = max(o.depth, e.State.Control.Depth)
			if before, ok := last[e.Thread]; ok && before.PC+uint32(before.Op.Bytes) == e.PC {
				o.forms[[3]bool{before.Op.Bytes == isa.CompactBytes, e.Op.Bytes == isa.CompactBytes, e.PC%pipe.LineBytes == 0}]++
			}
			op := *e.Op
			last[e.Thread] = sm.Issue{PC: e.PC, Op: &op}
			if e.Op.Op == isa.OpSend && isa.Messages[e.Op.Message.Code].Unit == isa.UnitShared {
				o.banks[uint64(m.S.Shared.Free)-b.Cycle()-uint64(e.Op.Payload[0].Count+e.Op.Payload[1].Count)]++
			}
		})
		m.P.Ended.Watch(func(e *sm.End) {
			delete(last, e.Thread)
			if waiting[e.State.Head.CTA] > 0 {
				o.opened++
			}
		})
		was := b.watch
		b.watch = func() {
			if was != nil {
				was()
			}
			clear(waiting)
			for slot := range uint8(b.cfg.SM.Threads) {
				if in(&m.S.Waits, slot) {
					waiting[m.Thread(slot).Head.CTA]++
				}
				o.stalls(m, slot, b.seats[n].slots[slot])
			}
		}
	}
	b.LSU.P.Took.Watch(func(t *lsu.Took) {
		if t.Head.Code == isa.MessageAtomic {
			o.sharers |= 1 << t.SM
		}
	})
	b.LSU.P.LSUReq[pipe.Below].Tap().OnPut(func(_ uint64, r *pipe.MemRequest) {
		if r.Op == pipe.Atomic {
			o.words[uint32(bits.OnesCount64(r.Mask&0xff))]++
		}
	})
	return o
}

// unitOfOp names the unit of an instruction, or what answers its message.
func unitOfOp(o *eu.Op) string {
	switch o.Unit {
	case eu.ALU:
		return "ALU"
	case eu.Math:
		return "math"
	case eu.Send:
		if isa.Messages[o.Message.Code].Unit == isa.UnitShared {
			return "shared"
		}
		return "message"
	case eu.Special:
		return "special"
	}
	return "flow"
}

// stalls notes what the next instruction of a thread waits for.
func (o *observed) stalls(m *sm.SM, n uint8, r *resident) {
	s, t := &m.S, m.Thread(n)
	if r == nil || !in(&s.Runs, n) || in(&s.Wants, n) || t.Handler.Phase != sm.NoHandler {
		return
	}
	at := r.Kernel.At(int(t.Control.PC))
	if at < 0 {
		return
	}
	i := isa.Decode(r.Kernel.Code[at].Native)
	words := [4]uint32(r.Kernel.Code[at].Native)
	op := eu.Decode(&words, r.Kernel.Lanes)
	by, uses := unitOfOp(&op), i.UsesOf(r.Kernel.Lanes)
	if m := &s.Sending[pipe.Below]; m.Active && m.Thread == n {
		for k, first := range m.First {
			sent := isa.Range{First: int(first), Count: int(m.Count[k])}
			if slices.ContainsFunc(uses.Writes[:], func(w isa.Range) bool { return w.First < sent.First+sent.Count && sent.First < w.First+w.Count }) {
				o.hazards[hazard{"writes what is being sent", "message", by}]++
			}
		}
	}
	if !in(&s.Parked, n) {
		return
	}
	from, flag := map[uint8]string{}, ""
	for reg := range uint8(isa.Registers) {
		if t.Busy[reg/64]>>(reg%64)&1 != 0 {
			from[reg] = "message"
		}
	}
	for k := range s.ALU.Results.Len() {
		if e := s.ALU.Results.At(k); e.Thread == n {
			if e.Mask != 0 {
				from[e.Reg] = "ALU"
			}
			if e.Flag > 0 && e.Flag-1 == i.Flag {
				flag = "ALU"
			}
		}
	}
	for k := range s.Math.Results.Len() {
		if e := s.Math.Results.At(k); e.Thread == n {
			from[e.Reg] = "math"
			if e.Flag > 0 && e.Flag-1 == i.Flag {
				flag = "math"
			}
		}
	}
	for k := range s.Shared.Results.Len() {
		if e := s.Shared.Results.At(k); e.Thread == n {
			from[e.Reg] = "shared"
		}
	}
	for kind, list := range map[string][]isa.Range{"reads": uses.Reads[:], "writes": uses.Writes[:]} {
		for _, l := range list {
			for reg := l.First; reg < l.First+l.Count; reg++ {
				if f, ok := from[uint8(reg)]; ok {
					o.hazards[hazard{kind, f, by}]++
				}
			}
		}
	}
	switch {
	case flag == "":
	case i.Predicate != isa.PredicateNone:
		o.hazards[hazard{"has as predicate", flag, by}]++
	case i.Condition != isa.ConditionNone:
		o.hazards[hazard{"has as condition", flag, by}]++
	}
	if t.BusyFlags != 0 && op.Unit == eu.Special {
		o.hazards[hazard{"reads flags", "ALU", by}]++
	}
}

// demands is what each directed kernel is to have shown on the cluster.
var demands = map[string]func(t *testing.T, o *observed, b *Bench){
	"mask-stack": func(t *testing.T, o *observed, b *Bench) { require.Equal(t, uint8(isa.StackEntries), o.depth) },
	"hazards": func(t *testing.T, o *observed, b *Bench) {
		units := []string{"ALU", "math", "shared", "message"}
		for _, from := range units {
			for _, by := range units {
				for _, kind := range []string{"reads", "writes"} {
					require.Positive(t, o.hazards[hazard{kind, from, by}], "%s what %s has on its way, %s", by, from, kind)
				}
			}
			require.Positive(t, o.hazards[hazard{"reads", from, "special"}], from)
		}
		for _, h := range []hazard{
			{"writes what is being sent", "message", "ALU"}, {"has as predicate", "ALU", "ALU"}, {"has as predicate", "ALU", "flow"}, {"has as predicate", "ALU", "message"},
			{"has as condition", "ALU", "ALU"}, {"has as predicate", "math", "ALU"}, {"reads flags", "ALU", "special"},
		} {
			require.Positive(t, o.hazards[h], h)
		}
	},
	"mixed-forms": func(t *testing.T, o *observed, b *Bench) {
		for n := range 8 {
			f := [3]bool{n&1 != 0, n&2 != 0, n&4 != 0}
			require.Positive(t, o.forms[f], f)
		}
	},
	"banks": func(t *testing.T, o *observed, b *Bench) {
		for _, words := range []uint64{1, 2, 4, 8, 16} {
			require.Positive(t, o.banks[words], "%d: %v", words, o.banks)
		}
	},
	"barriers": func(t *testing.T, o *observed, b *Bench) { require.Positive(t, o.opened) },
	"atomics": func(t *testing.T, o *observed, b *Bench) {
		for _, words := range []uint32{1, 4, 8} { // of all lanes at one word, of two at each, of one at each
			require.Positive(t, o.words[words], "%d: %v", words, o.words)
		}
		require.Equal(t, uint8(3), o.sharers, "both multiprocessors")
	},
	"scratch-bounds": func(t *testing.T, o *observed, b *Bench) {
		got := wordsAt(b, 0, 4)
		require.Equal(t, []uint32{0x11111111, 0, 0, 0}, got)
	},
	"binding-bounds": func(t *testing.T, o *observed, b *Bench) {
		got := wordsAt(b, 0, 40)
		for n, lane := range got[:8] {
			require.Equal(t, n < 5, lane != 0, "word %d of the binding: %v", n, got)
		}
		require.Equal(t, make([]uint32, 8), got[8:16], "far beyond")
		require.Equal(t, slices.Repeat([]uint32{le.Uint32(bytesUpTo(250)[16:])}, 8), got[16:24], "beyond 32 bits")
		require.Equal(t, []uint32{le.Uint32(bytesUpTo(40)[32:]), le.Uint32(bytesUpTo(40)[36:]), 0, 0, 0, 0, 0, 0}, got[24:32], "constants")
		require.Equal(t, uint32(250), got[32])
	},
	"regions": nil, "predicates": func(t *testing.T, o *observed, b *Bench) {
		for n := range 8 {
			require.Less(t, wordsAt(b, 4*n, 1)[0], uint32(0xfffffff0), "a jump went wrong")
		}
	},
	"lines": nil, "life-compute": nil, "life-vertex": nil, "early-end": nil, // tests of situations and phases
}

// wordsAt are words of the first program's buffer in memory, at the end.
func wordsAt(b *Bench, first, count int) (list []uint32) {
	p := b.programs[0]
	for n := first; n < first+count; n++ {
		list = append(list, le.Uint32(b.around.image[p.Slot][int(p.Bindings[0].Base)+4*n:]))
	}
	return list
}

// directedNames are the directed kernels.
func directedNames(t *testing.T) (list []string) {
	files, err := fs.Glob(vectors.Kernels, "kernels/directed/*.tka")
	require.NoError(t, err)
	for _, f := range files {
		list = append(list, strings.TrimSuffix(strings.TrimPrefix(f, "kernels/directed/"), ".tka"))
	}
	return list
}

// directedProgram is a directed kernel with some CTAs, or threads.
func directedProgram(t *testing.T, name string) *Program {
	k, err := kernels.Load("directed/" + name)
	require.NoError(t, err)
	if k.Stage == isa.StageVertex {
		return lifeVertex(t)
	}
	p := &Program{Kernel: k, Grid: [3]int{3, 1, 1}, Bindings: []exec.Binding{{Data: bytesUpTo(4096), Write: true}, {Data: bytesUpTo(40)}}}
	if strings.HasSuffix(name, "-bounds") { // so that what is left is known
		p.Grid[0] = 1
	}
	if name == "binding-bounds" {
		p.Bindings[0].Data = bytesUpTo(250)
	}
	for n := range k.Args {
		p.Args = append(p.Args, uint32(n+1)*0x9e3779b1)
	}
	return p
}

// Directed kernels do on clusters what they do on the simulator, and show what they are for; so they do with the least of everything, and on stalled connections.
func TestDirectedKernels(t *testing.T) {
	for _, name := range directedNames(t) {
		demand, ok := demands[name]
		require.True(t, ok, "%s: what is it to show?", name)
		for n, cfg := range []Config{config(), least(), least()} {
			b, err := NewBench(cfg, 1)
			require.NoError(t, err)
			if n > 1 {
				b.around.stall, b.around.burst, b.around.slowest = 50, 20, 100
			}
			o := observe(b)
			require.NoError(t, b.Load(directedProgram(t, name)))
			require.NoError(t, b.Run(1_000_000), fmt.Sprint(name, " ", n))
			if demand != nil && n == 0 {
				demand(t, o, b)
			}
		}
	}
}
