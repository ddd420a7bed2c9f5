package cluster

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/inventory"
)

// keys are the fields that say whether elements of arrays are in use.
var keys = map[string]string{
	"pm.PM threads": "Used", "pm.PM ctas": "Live", "sm.SM ctas": "Live", "lsu.LSU entries": "Phase", "lsu.LSU accesses": "Stage", "l15.L15 lines": "Kind", "l15.L15 states": "Known", "l15.L15 misses": "Used",
	"sampler.Sampler entries": "Phase", "sampler.Sampler quads": "Stage", "sampler.Sampler misses": "Used", "sampler.Sampler lines": "Used",
}

// arrays are what a block has registered, by the name of its type and their own, with the side of the break point.
func arrays(b *Bench, block wires.Block) iter.Seq2[string, wires.Stored] {
	return func(yield func(string, wires.Stored) bool) {
		for _, s := range b.Stored(block) {
			if !yield(reflect.TypeOf(block).Elem().String()+" "+s.Name, s) {
				return
			}
		}
	}
}

// leftovers names an element that is not in use and that is not 0, or a row of pages of nothing in use that is not; "": there is none. It notes of what it has found some that is not in use.
func (b *Bench) leftovers(free map[string]bool) string {
	for _, m := range b.mates {
		if text := m.leftoversOf(free); text != "" {
			return text
		}
	}
	return ""
}

// leftoversOf is leftovers of a cluster.
func (b *Bench) leftoversOf(free map[string]bool) string {
	var blocks []wires.Block
	for _, m := range b.SMs {
		blocks = append(blocks, m)
	}
	if !b.cfg.Alone {
		blocks = append(blocks, b.PM, b.LSU, b.L15, b.TEX)
	}
	for _, block := range blocks {
		for name, s := range arrays(b, block) {
			side := 0
			if at := len(name) - 3; name[at] == '[' {
				name, side = name[:at], int(name[at+1]-'0')
			}
			n := 0
			switch {
			case s.Pages != nil:
				n = b.rowLeft(block, name, s.Pages, free)
			default:
				n = b.elementLeft(block, name, side, s.Array, free)
			}
			if n >= 0 {
				return fmt.Sprintf("cycle %d: %s of %s have something at %d that is not in use", b.Cycle(), s.Name, block.Name(), n)
			}
		}
	}
	for _, m := range b.SMs {
		s := &m.S
		for n := range b.cfg.SM.Threads {
			for _, set := range [...]*sm.Bits{&s.Runs, &s.Parked, &s.Wants, &s.Ahead, &s.Waits, &s.Stopping, &s.Moves, &s.Back, &s.Ending} {
				if freeThread(m, n) && set[n/64]>>(n%64)&1 != 0 {
					return fmt.Sprintf("cycle %d: thread slot %d of %s has no thread, and is in a set of threads", b.Cycle(), n, m.Name())
				}
			}
		}
	}
	return ""
}

// elementLeft is the first such element of an array, or -1.
func (b *Bench) elementLeft(block wires.Block, name string, side int, list reflect.Value, seen map[string]bool) int {
	for n := range list.Len() {
		e := list.Index(n)
		free := false
		switch x := block.(type) {
		case *sm.SM:
			free = name == "sm.SM threads" && freeThread(x, n)
		case *l15.L15:
			free = name == "l15.L15 held" && n >= int(x.S.Held[side])
		}
		if key := keys[name]; key != "" {
			free = e.FieldByName(key).IsZero()
		}
		seen[name] = seen[name] || free
		if free && !e.IsZero() {
			return n
		}
	}
	return -1
}

// freeThread tells whether a thread slot has no thread, and none is about to begin.
func freeThread(m *sm.SM, n int) bool {
	in := m.S.Sides[0][n/64] | m.S.Sides[1][n/64]
	return in>>(n%64)&1 == 0 && (m.S.Phase == sm.Header || int(m.S.Filling) != n)
}

// rowLeft is the first such row of pages, or -1.
func (b *Bench) rowLeft(block wires.Block, name string, p *wires.Pages, seen map[string]bool) int {
	rows := int(p.Rows())
	seen[name] = seen[name] || b.freeRow(block, name, 0, rows)
	for n := range rows {
		if *p.Row(uint32(n)) != [wires.RowWords]uint32{} && b.freeRow(block, name, n, rows) {
			return n
		}
	}
	return -1
}

// freeRow tells whether a row is of nothing that is in use.
func (b *Bench) freeRow(block wires.Block, name string, n, rows int) bool {
	number := 0 // of the multiprocessor
	for i, m := range b.SMs {
		if m == block {
			number = i
		}
	}
	element := func(array string, n int) bool { // arrays with a side have one part after the other
		for _, s := range b.Stored(block) {
			if s.Pages != nil || s.Name != array && s.Name != array+"[0]" && s.Name != array+"[1]" {
				continue
			}
			if n < s.Array.Len() {
				return s.Array.Index(n).FieldByName(keys[reflect.TypeOf(block).Elem().String()+" "+array]).IsZero()
			}
			n -= s.Array.Len()
		}
		panic(array)
	}
	switch name {
	case "sm.SM registers": // in a granule are eight registers, two in a row
		return b.PM != nil && b.PM.S.Granules[number][n/4/64]>>(n/4%64)&1 == 0
	case "sm.SM shared":
		return b.PM != nil && b.PM.S.Rows[number][n/64]>>(n%64)&1 == 0
	case "sm.SM stacks":
		return freeThread(b.SMs[number], n/eu.StackRows)
	case "sm.SM lines":
		return freeThread(b.SMs[number], n*b.cfg.SM.Threads/rows)
	case "lsu.LSU scratch":
		lines, free := b.cfg.LSU.ScratchBytes()/pipe.LineBytes, true
		for thread := n * lsu.RowLines / lines; thread <= ((n+1)*lsu.RowLines-1)/lines && thread < b.cfg.SMs*b.cfg.SM.Threads; thread++ {
			free = free && freeThread(b.SMs[thread/b.cfg.SM.Threads], thread%b.cfg.SM.Threads)
		}
		return free
	case "lsu.LSU registers":
		return element("entries", n*2*b.cfg.LSU.Entries/rows)
	case "sampler.Sampler registers":
		return element("entries", n*2*b.entriesOfSampler()/rows)
	case "l15.L15 data", "sampler.Sampler data":
		return element("lines", n)
	}
	return false
}

func (b *Bench) entriesOfSampler() (n int) {
	for _, s := range b.Stored(b.TEX) {
		if s.Name == "entries[0]" {
			n = s.Array.Len()
		}
	}
	return n
}

// inventoryRuns are random programs, with and without textures, with cuts, missing pages and preemptions.
func inventoryRuns(t *testing.T, count uint64, do func(seed uint64, build func() *Bench)) {
	for seed := range count {
		do(seed, func() *Bench {
			r := rand.New(rand.NewPCG(seed, 31))
			cfg, program := randomConfig(r), randomProgram
			if seed%2 == 0 {
				cfg.TEX, program = randomSamplerConfig(r), randomSampling
			}
			return busyBench(t, cfg, seed, r, program)
		})
	}
}

// What a thread, a CTA, a message, a line or a request has is 0 as soon as it has ended, in whatever way.
func TestWhatHasEndedHasLeftNothing(t *testing.T) {
	free := map[string]bool{}
	inventoryRuns(t, 24, func(seed uint64, build func() *Bench) {
		b := build()
		cycles := 0
		b.watch = func() {
			if cycles++; cycles%23 == 0 {
				require.Empty(t, b.leftovers(free), "seed %d", seed)
			}
		}
		require.NoError(t, b.Run(3_000_000), "seed %d", seed)
	})
	for _, x := range inventory.Blocks {
		for _, i := range x.Items {
			name, _, _ := strings.Cut(i.Path, ".")
			if registered := unicode.IsLower(rune(name[0])); registered && i.Reset.Rests() && !x.Stored { // the MXU's are looked at when everything has ended
				require.True(t, free[x.Type.String()+" "+name], "%s of %s: never looked at while it is not in use", name, x.Name)
			}
		}
	}
}

// Fields that are no state do not show: those that are written before they are read may have any value between two cycles, those that only save finding something again
// may be as after reset, and others do not change.
func TestWhatIsNoStateDoesNotShow(t *testing.T) {
	inventoryRuns(t, 8, func(seed uint64, build func() *Bench) {
		run := func(each func(b *Bench)) (list []uint64) {
			b := build()
			b.watch = func() {
				if each(b); len(list) < 3000 {
					list = append(list, b.Digest())
				}
			}
			require.NoError(t, b.Run(3_000_000), "seed %d", seed)
			return list
		}
		want := run(func(*Bench) {})
		r := rand.New(rand.NewPCG(seed, 32))
		var spoil []func()
		require.Equal(t, want, run(func(b *Bench) {
			if spoil == nil {
				for _, block := range b.Blocks() {
					if inventory.Of(block) != nil {
						spoil = append(spoil, spoilerOf(t, b, block, r))
					}
				}
			}
			for _, do := range spoil {
				do()
			}
		}), "seed %d", seed)
	})
}

// spoilerOf changes what is no state of a block.
func spoilerOf(t *testing.T, b *Bench, block wires.Block, r *rand.Rand) func() {
	fields, err := inventory.Of(block).Fields(block)
	require.NoError(t, err)
	var fixed [][]any
	for _, f := range fields {
		fixed = append(fixed, copies(f.Values))
	}
	return func() {
		var made []inventory.Field // as after reset
		forget := r.IntN(3) == 0   // all at once: some say what is in others
		for i, f := range fields {
			switch {
			case f.Use == inventory.Fixed:
				require.Equal(t, fixed[i], copies(f.Values), "%s of %s", f.Path, block.Name())
			case f.Use == inventory.Scratch && r.IntN(3) == 0:
				for _, v := range f.Values {
					randomValue(r, v)
				}
			case f.Use == inventory.Memo && forget:
				if made == nil {
					made, err = inventory.Of(block).Fields(other(b, block))
					require.NoError(t, err)
				}
				for k, v := range f.Values {
					inventory.Writable(v).Set(inventory.Writable(made[i].Values[k]))
				}
			}
		}
	}
}

// other is a block that is made like another one.
func other(b *Bench, block wires.Block) wires.Block {
	cfg := b.cfg.SM
	x := sm.New(block.Name(), cfg) // others have nothing of the kind
	wires.NewDomain(b.Freq, 1).Add(x)
	return x
}

func copies(values []reflect.Value) (list []any) {
	for _, v := range values {
		list = append(list, inventory.Writable(v).Interface())
	}
	return list
}

// randomValue gives numbers any value, and has pointers point to nothing.
func randomValue(r *rand.Rand, v reflect.Value) {
	w := inventory.Writable(v)
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			randomValue(r, v.Field(i))
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			randomValue(r, v.Index(i))
		}
	case v.Kind() == reflect.Bool:
		w.SetBool(r.IntN(2) == 0)
	case w.CanUint():
		w.SetUint(r.Uint64() >> (64 - v.Type().Bits()))
	case w.CanInt():
		w.SetInt(int64(r.Uint64()) >> (64 - v.Type().Bits()))
	default:
		w.SetZero()
	}
}

// savedRun runs compute kernels of a context that is alone, and calls do when all of its CTAs are saved and its lines are dropped; held is called in each of the cycles after that, in which it
// stays so.
func savedRun(t *testing.T, seed uint64, do, held func(b *Bench)) (saved bool, err error) {
	defer func() {
		if r := recover(); r != nil { // an index that is too high, in a block whose state was changed
			err = fmt.Errorf("%v", r)
		}
	}()
	r := rand.New(rand.NewPCG(seed, 33))
	cfg := randomConfig(r)
	cfg.Alone, cfg.Clusters, cfg.SMs = false, 1, 1+r.IntN(2)
	cfg.SM.Threads, cfg.SM.Registers = 8, 8*128
	b, err := NewBench(cfg, seed)
	require.NoError(t, err)
	b.around.stall, b.around.slowest, b.around.burst = 10, 20, 5
	require.NoError(t, b.loadHandlers())
	b.around.within, b.around.left = 1+r.IntN(800), 6
	for n := range 2 {
		var p *Program
		for p == nil || p.Kernel.Stage != isa.StageCompute {
			p, _ = made(t, randomProgram, r, fmt.Sprint("random-", n))
		}
		p.Slot, p.Grid = 0, [3]int{12, 1, 1}
		require.NoError(t, b.Load(p))
	}
	waits := -1 // cycles
	b.watch = func() {
		a := b.around
		switch {
		case waits < 0 && !saved && a.preempts.phase == cleaned && a.preempts.slot == 0 && a.preempts.saved > 0 && a.done == a.commanded:
			a.command(pipe.ControlForget, 0)
			a.command(pipe.ControlTexels, 0)
			a.commanded++ // one that is not done keeps them saved
			waits = 0
		case waits >= 0 && a.done == a.commanded-1 && !b.requesting():
			if waits++; waits == 100 {
				saved = true
				do(b)
			}
			if waits > 100 {
				held(b)
			}
			if waits == 300 {
				waits = -1
				a.done++
			}
		}
	}
	return saved, b.Run(200_000)
}

// Of what nobody saves nothing is left when all CTAs of a context that is alone are saved, and it goes on from there; in PM is left what stays there.
func TestNothingElseIsLeftWhenCTAsAreSaved(t *testing.T) {
	runs, left := 0, map[string]bool{}
	for seed := range uint64(12) {
		saved, err := savedRun(t, seed, func(b *Bench) {
			for _, block := range b.Blocks() {
				x := inventory.Of(block)
				if x == nil {
					continue
				}
				pieces, err := x.Pieces(block)
				require.NoError(t, err)
				for i := range pieces {
					p := &pieces[i]
					switch rests := p.Resting(b.Cycle()); p.Saved {
					case inventory.Bound, inventory.Free:
					case inventory.Stays:
						left[p.Path] = left[p.Path] || !rests
					default:
						require.True(t, rests || p.Reset == inventory.PassedBy, "seed %d: %s has %s left, %s", seed, block.Name(), p.Path, p.Saved)
					}
				}
			}
		}, func(b *Bench) { require.NotEqual(t, pm.Threads, b.PM.S.Phase, "a CTA begins") })
		require.NoError(t, err, "seed %d", seed)
		if saved {
			runs++
		}
	}
	require.Greater(t, runs, 3)
	for path, is := range left {
		require.True(t, is, "%s stays in PM, and never has anything", path)
	}
}

// What stays in PM while CTAs are saved is needed: without it they do not come back as they were, or others begin meanwhile.
func TestWhatStaysInPMIsNeeded(t *testing.T) {
	x := inventory.Of(&pm.PM{})
	for i := range x.Items {
		if x.Items[i].Saved != inventory.Stays {
			continue
		}
		noticed := false
		for seed := uint64(0); seed < 200 && !noticed; seed++ {
			begins := false
			_, err := savedRun(t, seed, func(b *Bench) {
				pieces, err := x.Pieces(b.PM)
				require.NoError(t, err)
				for _, v := range pieces[i].Values {
					inventory.Writable(v).SetZero()
				}
				for n := range rowsOf(pieces[i].Pages) {
					*pieces[i].Pages.Poke(n) = [wires.RowWords]uint32{}
				}
				b.Wake(b.PM)
			}, func(b *Bench) { begins = begins || b.PM.S.Phase == pm.Threads })
			noticed = err != nil || begins
		}
		require.True(t, noticed, "%s is cleared while CTAs are saved, and nothing shows it", x.Items[i].Path)
	}
}

func rowsOf(p *wires.Pages) uint32 {
	if p == nil {
		return 0
	}
	return p.Rows()
}
