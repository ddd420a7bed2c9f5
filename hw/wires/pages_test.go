package wires_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

const (
	testPages = 130 // of more than two chunks, the last of which is not full
	testRows  = testPages * wires.PageRows
)

// plainPages is what Pages hold, as an array.
type plainPages [testRows][wires.RowWords]uint32

// pagesDigest is the digest of pages.
func pagesDigest(p *wires.Pages) uint64 {
	var h wires.Hasher
	p.Digest(&h)
	return h.Sum()
}

// digest is the same of pages that were written once, from the first row to the last.
func (m *plainPages) digest() uint64 {
	p := wires.MakePages(testRows)
	p.LeaveOut(leftOutFrom, leftOutTo)
	for n := range m {
		if m[n] != [wires.RowWords]uint32{} {
			*p.Edit(uint32(n)) = m[n]
		}
	}
	return pagesDigest(&p)
}

const leftOutFrom, leftOutTo = 60, 70

func (m *plainPages) requireIn(t *rapid.T, p *wires.Pages) {
	for n := range m {
		if *p.Row(uint32(n)) != m[n] {
			require.Equal(t, m[n], *p.Row(uint32(n)), "row %d", n)
		}
	}
}

// Two stores with the same snapshots read as an array does, and digest what they hold, whatever is
// written, cleared, saved, put back and digested when.
func TestPagesAreLikeAnArray(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		type shot struct {
			saved wires.SavedPages
			model plainPages
		}
		var stores [2]wires.Pages
		var models [2]plainPages
		for i := range stores {
			stores[i] = wires.MakePages(testRows)
			stores[i].LeaveOut(leftOutFrom, leftOutTo)
		}
		var shots []*shot
		page := rapid.SampledFrom([]uint32{0, 1, 63, 64, 129})
		row := rapid.SampledFrom([]uint32{0, 1, 5, 6, 31, 63})
		for range rapid.IntRange(10, 60).Draw(rt, "steps") {
			i := rapid.IntRange(0, 1).Draw(rt, "store")
			p, m := &stores[i], &models[i]
			switch rapid.SampledFrom([]string{"write", "write", "write", "zero", "save", "save again", "load", "load", "digest"}).Draw(rt, "what") {
			case "write":
				n := page.Draw(rt, "page")*wires.PageRows + row.Draw(rt, "row")
				w, v := rapid.IntRange(0, wires.RowWords-1).Draw(rt, "word"), rapid.SampledFrom([]uint32{0, 1, 1 << 31}).Draw(rt, "value")
				p.Edit(n)[w], m[n][w] = v, v
			case "zero":
				k := page.Draw(rt, "page")
				zero(p, k)
				clear(m[k*wires.PageRows : (k+1)*wires.PageRows])
			case "save":
				s := &shot{model: *m}
				p.Save(&s.saved)
				shots = append(shots, s)
			case "save again", "load":
				if len(shots) == 0 {
					continue
				}
				s := shots[rapid.IntRange(0, len(shots)-1).Draw(rt, "which")]
				if rapid.Bool().Draw(rt, "load") {
					p.Load(&s.saved)
					*m = s.model
				} else {
					p.Save(&s.saved)
					s.model = *m
				}
			case "digest":
				require.Equal(rt, m.digest(), pagesDigest(p))
			}
		}
		for i := range stores {
			models[i].requireIn(rt, &stores[i])
			require.Equal(rt, models[i].digest(), pagesDigest(&stores[i]))
		}
		for _, s := range shots {
			stores[0].Load(&s.saved)
			s.model.requireIn(rt, &stores[0])
			require.Equal(rt, s.model.digest(), pagesDigest(&stores[0]))
		}
	})
}

// zero makes all rows of a page zeros.
func zero(p *wires.Pages, page uint32) {
	for n := range uint32(wires.PageRows) {
		*p.Edit(page*wires.PageRows + n) = [wires.RowWords]uint32{}
	}
}

// Every bit of every word counts by its place, unless its row is left out.
func TestDigestNoticesEveryBitOfPages(t *testing.T) {
	p := wires.MakePages(testRows)
	p.LeaveOut(leftOutFrom, leftOutTo)
	seen := map[uint64]bool{pagesDigest(&p): true}
	zeros := pagesDigest(&p)
	for n := uint32(0); n < testRows; n += 3 {
		for w := range wires.RowWords {
			bit := (n*7 + uint32(w)) % 32
			p.Edit(n)[w] ^= 1 << bit
			if d := pagesDigest(&p); n >= leftOutFrom && n < leftOutTo {
				require.True(t, p.LeftOut(n))
				require.Equal(t, zeros, d, "row %d", n)
			} else {
				require.False(t, p.LeftOut(n))
				require.False(t, seen[d], "row %d, word %d", n, w)
				seen[d] = true
			}
			p.Edit(n)[w] ^= 1 << bit
		}
		require.Equal(t, zeros, pagesDigest(&p))
	}
}

func TestRowsThatAreNotThereMayNotBeWritten(t *testing.T) {
	p := wires.MakePages(100)
	p.Edit(99)
	require.Panics(t, func() { p.Edit(100) })
}

// Pages that nobody wrote take nothing: neither when they are read, digested and saved, nor for
// the number of pages in between.
func TestZeroPagesAreFree(t *testing.T) {
	p := wires.MakePages(1 << 22) // 256 MiB
	var s wires.SavedPages
	require.Zero(t, testing.AllocsPerRun(5, func() {
		for n := uint32(0); n < 1<<22; n += 1000 {
			_ = p.Row(n)
		}
		pagesDigest(&p)
		p.Save(&s)
		p.Load(&s)
	}))
}

// The first write to a page that is shared copies it; others allocate nothing, whatever is digested
// between them.
func TestWritesAllocateOnlyForPagesThatAreShared(t *testing.T) {
	p := wires.MakePages(testRows)
	write := func() {
		for k := range uint32(testPages) {
			for n := range uint32(wires.PageRows) {
				p.Edit(k*wires.PageRows + n)[n%wires.RowWords]++
			}
		}
	}
	write()
	require.Zero(t, testing.AllocsPerRun(5, write))
	require.Zero(t, testing.AllocsPerRun(5, func() { write(); pagesDigest(&p) }))
	var s wires.SavedPages
	p.Save(&s)
	require.Positive(t, testing.AllocsPerRun(1, func() { write(); p.Save(&s) }))
	p.Load(&s)
	write()
	require.Zero(t, testing.AllocsPerRun(5, func() { p.Load(&s); write() }), "a fork that is put back uses its pages again")
}

// Machines in other threads go on from one snapshot, which stays as it was.
func TestThreadsShareASnapshotsPages(t *testing.T) {
	base := wires.MakePages(testRows)
	for n := range uint32(testRows) {
		base.Edit(n)[0] = n
	}
	var s wires.SavedPages
	base.Save(&s)
	sums := make(chan uint64)
	for range 4 {
		go func() {
			p := wires.MakePages(testRows)
			for range 20 {
				p.Load(&s)
				for n := uint32(0); n < testRows; n += 50 {
					p.Edit(n)[1] = n + 1
				}
				pagesDigest(&p)
			}
			sums <- pagesDigest(&p)
		}()
	}
	want := pagesDigest(&base)
	first := <-sums
	for range 3 {
		require.Equal(t, first, <-sums)
	}
	base.Load(&s)
	require.Equal(t, want, pagesDigest(&base))
	require.NotEqual(t, want, first)
}

// registers is a block that has its registers in pages: each of its threads a page.
type registers struct {
	wires.BlockBase
	s     struct{ Next uint32 }
	pages wires.Pages
	other *wires.Pages // written too, when there is one
	cpu   bool         // it is the CPU that does so, told by an observer
}

const threads = 64

func (r *registers) Tick(uint64) wires.Activity {
	for range 3 {
		thread, reg := r.s.Next%threads, r.s.Next*2654435761>>25
		row := r.pages.Edit(thread*wires.PageRows + reg/2)
		for lane := range 8 {
			row[reg%2*8+uint32(lane)] += r.s.Next + uint32(lane)
		}
		if r.s.Next++; r.s.Next%1000 == 999 {
			zero(&r.pages, thread)
		}
	}
	switch {
	case r.other == nil:
	case r.cpu:
		r.other.Poke(0)[0]++
	default:
		r.other.Edit(0)[0]++
	}
	return wires.Busy
}

func (*registers) Line() string                { return "" }
func (r *registers) Parts() (ports, state any) { return nil, &r.s }

func (b *bench) registers(name string) *registers {
	r := &registers{BlockBase: wires.NewBlockBase(name), pages: wires.MakePages(threads * wires.PageRows)}
	b.Add(r)
	b.AddPages(r, "registers", &r.pages)
	return r
}

// A snapshot of a machine with pages has the same future in any machine, at whatever cycles it is digested.
func TestSnapshotsTakePages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, other := newBench(t), newBench(t)
		for _, b := range []*bench{a, other} {
			b.registers("A")
			b.registers("B")
		}
		cycle := rapid.Uint64Range(1, 1200)
		at := cycle.Draw(rt, "at")
		a.run(at)
		var s wires.Snapshot
		a.Save(&s)
		want := digests(t, a, at+50)
		other.run(cycle.Draw(rt, "elsewhere"))
		for _, b := range []*bench{a, other, other} {
			b.Load(&s)
			r := rand.New(rand.NewPCG(at, 1))
			if rapid.Bool().Draw(rt, "share") {
				b.SharePages(r)
			}
			require.Equal(t, want, digests(t, b, at+50))
		}
	})
}

// A block's memories count as a whole, and no other block's.
func TestPagesAreStateOfTheirBlock(t *testing.T) {
	b := newBench(t)
	one := b.registers("A")
	own := b.StateBits(one)
	require.Equal(t, uint64(threads*wires.PageRows*wires.RowWords*32+32), own)
	b.registers("B")
	require.Equal(t, own, b.StateBits(one))
}

func TestDigestsNamePages(t *testing.T) {
	b := newBench(t)
	b.registers("A")
	last := b.registers("B")
	names, before := b.Digests()
	require.Equal(t, []string{"A", "B", "A registers", "B registers"}, names)
	last.pages.Edit(70)[3] = 1
	_, after := b.Digests()
	require.Equal(t, before[:3], after[:3])
	require.NotEqual(t, before[3], after[3])
}

// With guards a block that writes another one's pages stops the run; the CPU may write any, and whose
// pages are right is known again after a snapshot.
func TestGuardsKeepBlocksFromOthersPages(t *testing.T) {
	b := newBench(t)
	mine, yours := b.registers("Mine"), b.registers("Yours")
	b.run(10)
	b.Guard()
	var s wires.Snapshot
	b.Save(&s)
	b.run(20)
	yours.pages.Edit(0)[0]++
	mine.other = &yours.pages
	for range 2 {
		require.ErrorContains(t, b.Run(30), "rule pages broken at Mine in cycle 21: it writes registers of Yours")
		yours.pages.Edit(0)[0]++
		b.Load(&s)
		mine.cpu = true
		b.run(20)
		mine.cpu = false
	}
	mine.other = nil
	b.Load(&s)
	b.run(30)
}

func TestGuardsOfAShareWatchPagesInTheirTime(t *testing.T) {
	b := newBench(t)
	mine, yours := b.registers("Mine"), b.registers("Yours")
	b.GuardShare(16, 64)
	b.run(20)
	mine.other = &yours.pages
	require.ErrorContains(t, b.Run(100), "in cycle 64: it writes")
}

func TestBlocksWithPagesAllocateNothing(t *testing.T) {
	b := newBench(t)
	a := b.registers("A")
	b.run(1000)
	require.Zero(t, testing.AllocsPerRun(5, func() { b.run(b.Cycle() + 1000); pagesDigest(&a.pages) }))
}
