package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa/asm"
	"tilemark/hw/pipe"
)

// reads are the lines that the level-1.5 cache has on their way, by their tags, and what it did meanwhile.
type reads struct {
	coming map[uint16]lineOf
	did    map[string]int
}

// watchReads watches a bench's level-1.5 cache.
func watchReads(b *Bench) *reads {
	r := &reads{map[uint16]lineOf{}, map[string]int{}}
	asked := func(_ uint64, q *pipe.MemRequest) {
		if q.Op != pipe.Read && q.Op != pipe.ReadAbove {
			return
		}
		for _, l := range r.coming {
			if l != (lineOf{q.Slot, q.Addr / pipe.LineBytes}) {
				r.did["miss under a miss"]++
				break
			}
		}
		r.coming[q.Tag] = lineOf{q.Slot, q.Addr / pipe.LineBytes}
	}
	answered := func(_ uint64, a *pipe.MemAnswer) {
		if a.Op == pipe.Read || a.Op == pipe.ReadAbove || a.Op == pipe.NoPage {
			delete(r.coming, a.Tag)
		}
	}
	for side := range sides {
		b.L15.P.L15Req[side].Tap().OnPut(asked)
		b.L15.P.L15Ans[side].Tap().OnTake(answered)
	}
	b.L15.P.Events.Watch(func(e *l15.Event) {
		if e.Kind != l15.Accessed || len(r.coming) == 0 {
			return
		}
		if here := slices.Contains(slices.Collect(maps.Values(r.coming)), lineOf{e.Line.Slot, e.Line.Number}); !here {
			r.did[map[bool]string{true: "instruction line", false: "line of data"}[e.Code]+" hit under a miss"]++
		}
	})
	return r
}

// Lines that are there are accessed while others are on their way, several lines are on their way at once, and several accesses wait for one.
func TestHitsUnderMisses(t *testing.T) {
	b, err := NewBench(config(), 1)
	require.NoError(t, err)
	b.around.slowest = 200
	require.NoError(t, b.Load(directedProgram(t, "lines")))
	r, held, misses := watchReads(b), 0, 0
	b.watch = func() {
		held = max(held, int(b.L15.S.Held[pipe.Below])-len(r.coming))
		misses = max(misses, len(r.coming))
	}
	require.NoError(t, b.Run(1_000_000))
	for _, what := range []string{"line of data hit under a miss", "instruction line hit under a miss", "miss under a miss"} {
		require.Positive(t, r.did[what], what)
	}
	require.Positive(t, held, "accesses that wait for a line that another one has asked for")
	require.Equal(t, config().L15.Misses, misses)
}

// crowd is a cluster with much to do on both sides of the break point, in both context slots, with textures, cuts, traps and results.
func crowd(t *testing.T, cfg Config, stall int, seed uint64) *Bench {
	b, err := NewBench(cfg, 1+seed)
	require.NoError(t, err)
	b.around.stall, b.around.burst, b.around.slowest = stall, 10, 60
	b.around.every, b.around.most = 1500, 2
	require.NoError(t, b.loadHandlers())
	b.around.within, b.around.left = 2000, 2
	vertices := lifeVertex(t)
	vertices.Threads = 60
	require.NoError(t, b.Load(vertices))
	for n, name := range []string{"life-compute", "lines", "atomics"} {
		p := directedProgram(t, name)
		p.Slot, p.Grid = uint8(1-n%2), [3]int{6, 1, 1}
		require.NoError(t, b.Load(p))
	}
	k, errs := asm.Assemble("end.tka", ".kernel short\n.cta 8 1 1\n    send.end {last}\n")
	require.Empty(t, errs)
	require.NoError(t, b.Load(&Program{Kernel: k, Grid: [3]int{60, 1, 1}}))
	k, errs = asm.Assemble("pixel.tka", crowdPixel)
	require.Empty(t, errs)
	p := matrixProgram(k)
	p.Threads = 30
	require.NoError(t, b.Load(p))
	k, errs = asm.Assemble("vertex.tka", crowdVertex)
	require.Empty(t, errs)
	p = matrixProgram(k)
	p.Threads = 60
	const r32Uint = 24
	p.Textures[0].Words[4] |= r32Uint << 24 // four lines
	require.NoError(t, b.Load(p))
	return b
}

// crowdVertex samples, and reads lines past the cache, several at once.
const crowdVertex = `.kernel crowd_vertex
.stage vertex
.lanes 16
.binding 0 buffer read
.binding 1 texture read
.sampler 0
.inputs 20
    and r4:ud, r1:ud, 7:ud
    and r6:ud, r1:ud, 7:ud
    and r8:ud, r3:ud, 7:ud
    mov r10:ud, 0:ud
    shl r4:ud, r4:ud, 6:ud
    send.load.ud.2 r44, r4, b0
    send.load.ud.4 r20, r4, b0 {nc}
    send.load.ud.4 r28, r4+32, b0 {nc}
    send.texel.4.xyz r36, r6, b1
    add r20:ud, r20:ud, r28:ud
    send.end {last}
`

// crowdPixel samples and stores texels, and has colours.
const crowdPixel = `.kernel crowd_pixel
.stage pixel
.lanes 16
.binding 0 buffer read write
.binding 1 texture read write
.sampler 0
.inputs 20
    and r10:ud, r1:ud, 7:ud
    and r12:ud, r3:ud, 7:ud
    send.texel_store.4.xy r10, r4, b1
    send.sample.4.xy r20, r1, b1, s0
    send.sample.4.xy r28, r5, b1, s0
    send.load.ud.4 r36, r10, b0
    send.store.ud.4 r10, r20, b0
    add r28:f, r28:f, r20:f
    send.color.4 r28 {last}
`

// full are entries of units that are in use at once, of both sides of the break point.
type full struct{ messages, lines, misses, quads int }

// single are connections of which two entries are never full, and why.
var single = map[string]string{
	"WDU_CALL": "a call comes when the one before is done", "PM_DROP": "so do commands to the sampler", "DROP_PM": "and what it says of them",
	"LSU_PM": "a set is there before the next one of the same source begins", "TEX_PM": "so it is for the sampler",
	"PM_L15": "commands to the cache come one at a time, too", "L15_PM": "and what it says of them",
}

// Every connection of a cluster is full at some time, and so are entries, misses and places to wait of its units, on both sides of the break point.
func TestFullQueues(t *testing.T) {
	most, held := full{}, [pipe.Sides]int{}
	cfg := config()
	for _, depth := range []int{1, 2} {
		cfg.Depth, cfg.PM.Tasks, cfg.LSU.Sets, cfg.LSU.Accesses = depth, 8, 8, 4
		if depth > 1 {
			cfg.Stall = 70 // where the reader always takes
		}
		cfg.L15.Misses, cfg.L15.Held, cfg.L15.Lines = 3, 4, 16
		cfg.TEX = sampler.Config{Entries: 2, Quads: 2, Rate: 1, Lookups: 1, Lines: 2, Ways: 2, Misses: 2, Sets: 8, Textures: 16}
		never := map[string]bool{}
		for seed := uint64(0); seed == 0 || seed < 8 && (len(never) > 0 || held != [pipe.Sides]int{cfg.L15.Held, cfg.L15.Held}); seed++ { // others, where the first one shows too little
			b := crowd(t, cfg, 60, seed)
			b.watch = func() {
				var messages, lines, misses, quads, n int
				_, err := fmt.Sscanf(b.LSU.Line(), "LSU msg%d line%d", &messages, &lines)
				require.NoError(t, err)
				_, err = fmt.Sscanf(b.L15.Line(), "L15 line%d dirty%d miss%d", &n, &n, &misses)
				require.NoError(t, err)
				_, err = fmt.Sscanf(b.TEX.Line(), "TEX msg%d quad%d", &n, &quads)
				require.NoError(t, err)
				most = full{max(most.messages, messages), max(most.lines, lines), max(most.misses, misses), max(most.quads, quads)}
				for side := range held {
					held[side] = max(held[side], int(b.L15.S.Held[side]))
				}
			}
			require.NoError(t, b.Run(3_000_000))
			for _, c := range b.Connections() {
				name := c.Name[strings.LastIndex(c.Name, ".")+1:]
				if c.Line || !strings.Contains(c.From+c.To, "GPC[") || depth > 1 && single[name] != "" {
					continue
				}
				if c.Fill[len(c.Fill)-1] > 0 {
					delete(never, c.Name)
				} else if seed == 0 {
					never[c.Name] = true
				}
			}
		}
		require.Empty(t, never, "connections of depth %d that were never full", depth)
	}
	require.Equal(t, full{2 * cfg.LSU.Entries, 2 * cfg.LSU.Accesses, 2 * cfg.L15.Misses, 2 * cfg.TEX.Quads}, most)
	require.Equal(t, [pipe.Sides]int{cfg.L15.Held, cfg.L15.Held}, held)
}

// A multiprocessor executes kernels of both context slots at once, also of both sides of the break point, and issues now of one and now of the other.
func TestKernelsOfBothSlotsAtOnce(t *testing.T) {
	cfg := config()
	cfg.SMs = 1
	b, err := NewBench(cfg, 1)
	require.NoError(t, err)
	for slot := range uint8(pipe.Slots) {
		p, v := directedProgram(t, "life-compute"), lifeVertex(t)
		p.Slot, v.Slot, v.Threads = slot, slot, 4
		if slot == 1 { // the same addresses have something else there
			p.Bindings = []exec.Binding{{Data: slices.Repeat([]byte{9, 8, 7, 6}, 64), Write: true}}
		}
		require.NoError(t, b.Load(p))
		require.NoError(t, b.Load(v))
	}
	last, turns, together := [2]uint8{}, map[[2]uint8]int{}, 0
	b.SMs[0].P.Issued.Watch(func(e *sm.Issue) {
		now := [2]uint8{e.State.Head.Slot, e.State.Head.Stage}
		if now[0] != last[0] {
			turns[[2]uint8{last[1], now[1]}]++
		}
		last = now
	})
	b.watch = func() {
		var here [pipe.Slots][pipe.Sides]bool
		for n := range uint8(cfg.SM.Threads) {
			for side := range pipe.Sides {
				if t := b.SMs[0].Thread(n); in(&b.SMs[0].S.Sides[side], n) && in(&b.SMs[0].S.Runs, n) {
					here[t.Head.Slot][side] = true
				}
			}
		}
		if here == [pipe.Slots][pipe.Sides]bool{{true, true}, {true, true}} {
			together++
		}
	}
	require.NoError(t, b.Run(1_000_000))
	require.Len(t, turns, 4, "from either stage to either stage of the other slot: %v", turns)
	require.Positive(t, together, "cycles in which threads of both slots and both sides can issue")
	t.Log(together, "cycles,", turns)
}
