package wires

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// RowWords is the number of words in a row of Pages: a line of memory, or two registers of
// eight lanes.
const RowWords = 16

// PageRows is the number of rows that are shared, copied and cleared at once: 4 KiB. A word
// has a bit for each.
const PageRows = 1 << rowShift

// A chunk is a part of the list of pages, which is shared and copied like them.
const (
	rowShift   = 6
	pageShift  = 6
	chunkPages = 1 << pageShift
	chunkShift = rowShift + pageShift
)

// page is a part of the contents. Once it is shared nothing of it changes, so that snapshots
// and machines in other threads may read it.
type page struct {
	rows   [PageRows][RowWords]uint32
	sums   [PageRows]uint64 // each row's part of Pages.sum
	dirty  uint64           // rows that may have been written since it was taken
	shared bool
}

type chunk struct {
	pages  [chunkPages]*page
	shared bool
}

// Pages with nothing but zeros are all the same one.
var (
	zeroPage  = &page{shared: true}
	zeroChunk = newZeroChunk()
)

func newZeroChunk() *chunk {
	c := &chunk{shared: true}
	for i := range c.pages {
		c.pages[i] = zeroPage
	}
	return c
}

// Pages is state that is too large to copy at each snapshot: memory, register files. Snapshots
// share its pages until they are written, so a fork costs what is written after it. A write
// marks its row; the digest sums the marked rows only. Pages that nobody wrote take no storage.
//
// A block has its Pages beside its state, and registers them with Domain.AddPages: see Storer.
type Pages struct {
	rows   uint32
	chunks []*chunk
	used   int      // chunks from here on are zeroChunk
	sum    uint64   // over all pages that are not only zeros
	dirty  []uint32 // numbers of pages with dirty rows
	out    []rowRange

	// Pages and chunks that are not shared, by number, and some that Load has made free: with
	// these a fork that is put back again and again allocates nothing.
	own, ownChunks []uint32
	spare          []*page
	spareChunks    []*chunk

	name  string
	owner Block
	guard *Domain // nil: nobody checks who writes
	loads uint32  // see Loads
}

type rowRange struct{ from, to uint32 }

// MakePages makes a number of rows of zeros.
func MakePages(rows uint32) Pages {
	p := Pages{rows: rows, chunks: make([]*chunk, (rows+1<<chunkShift-1)>>chunkShift)}
	for i := range p.chunks {
		p.chunks[i] = zeroChunk
	}
	return p
}

// Row returns a row to be read. It is good until the next write.
func (p *Pages) Row(n uint32) *[RowWords]uint32 {
	return &p.chunks[n>>chunkShift].pages[n>>rowShift&(chunkPages-1)].rows[n&(PageRows-1)]
}

// Edit returns a row to be written by the block whose pages these are. It is good until the next
// snapshot or digest: a block asks anew in each cycle.
func (p *Pages) Edit(n uint32) *[RowWords]uint32 {
	g := p.page(n >> rowShift)
	if p.guard != nil || g.dirty>>(n&(PageRows-1))&1 == 0 {
		g = p.edit(n)
	}
	return &g.rows[n&(PageRows-1)]
}

// edit is Edit of a row that is not dirty, or of pages whose writers are checked.
func (p *Pages) edit(n uint32) *page {
	if p.guard != nil {
		p.checkWriter()
	}
	return p.mark(n)
}

// Half returns half a row to be read, EditHalf one to be written; there are two in each row, in its order. They are as good as those of Row and Edit.
func (p *Pages) Half(n uint32) *[RowWords / 2]uint32 { return p.page(n / 2 >> rowShift).half(n) }

// EditHalf: see Half.
func (p *Pages) EditHalf(n uint32) *[RowWords / 2]uint32 {
	g := p.page(n / 2 >> rowShift)
	if p.guard != nil || g.dirty>>(n/2&(PageRows-1))&1 == 0 {
		g = p.edit(n / 2)
	}
	return g.half(n)
}

// half is half a row of the page. An array of rows is one of halves, which the language does not say: halves are found without a look at which of a row it is.
func (g *page) half(n uint32) *[RowWords / 2]uint32 {
	return &(*[2 * PageRows][RowWords / 2]uint32)(unsafe.Pointer(&g.rows))[n&(2*PageRows-1)]
}

// Poke is Edit for what is outside the machine, such as the CPU: it may write whenever it likes.
func (p *Pages) Poke(n uint32) *[RowWords]uint32 {
	g := p.page(n >> rowShift)
	if g.dirty>>(n&(PageRows-1))&1 == 0 {
		g = p.mark(n)
	}
	return &g.rows[n&(PageRows-1)]
}

// mark makes a row's page one that may be written, and the row dirty. A dirty row's page is
// never shared, since what shares pages sums their rows first.
func (p *Pages) mark(n uint32) *page {
	if n >= p.rows {
		panic(fmt.Sprintf("row %d of %d", n, p.rows))
	}
	g := p.ownPage(n >> rowShift)
	if g.dirty == 0 {
		p.dirty = append(p.dirty, n>>rowShift)
	}
	g.dirty |= 1 << (n & (PageRows - 1))
	return g
}

func (p *Pages) page(k uint32) *page { return p.chunks[k>>pageShift].pages[k&(chunkPages-1)] }

// ownPage replaces a page that is shared by a copy.
func (p *Pages) ownPage(k uint32) *page {
	was := p.page(k)
	if !was.shared {
		return was
	}
	var g *page
	if n := len(p.spare); n > 0 {
		g, p.spare = p.spare[n-1], p.spare[:n-1]
		*g = *was
	} else if g = new(page); was != zeroPage {
		*g = *was
	}
	g.shared = false
	p.ownChunk(k >> pageShift).pages[k&(chunkPages-1)] = g
	p.own = append(p.own, k)
	if cap(p.dirty) < cap(p.own) { // so that marks of pages that are there allocate nothing
		p.dirty = append(make([]uint32, 0, cap(p.own)), p.dirty...)
	}
	return g
}

func (p *Pages) ownChunk(k uint32) *chunk {
	was := p.chunks[k]
	if !was.shared {
		return was
	}
	var c *chunk
	if n := len(p.spareChunks); n > 0 {
		c, p.spareChunks = p.spareChunks[n-1], p.spareChunks[:n-1]
	} else {
		c = new(chunk)
	}
	*c = *was
	c.shared = false
	p.chunks[k] = c
	p.ownChunks = append(p.ownChunks, k)
	p.used = max(p.used, int(k)+1)
	return c
}

// LeaveOut excludes rows from the digest. Call it before they are written.
func (p *Pages) LeaveOut(from, to uint32) { p.out = append(p.out, rowRange{from, to}) }

// LeftOut tells whether the digest leaves a row out.
func (p *Pages) LeftOut(n uint32) bool {
	for _, r := range p.out {
		if n >= r.from && n < r.to {
			return true
		}
	}
	return false
}

// resolve sums the dirty rows.
func (p *Pages) resolve() {
	for _, k := range p.dirty {
		g := p.page(k)
		for set := g.dirty; set != 0; set &= set - 1 {
			i := uint32(bits.TrailingZeros64(set)) & (PageRows - 1)
			sum := uint64(0)
			if n := k<<rowShift | i; !p.LeftOut(n) {
				sum = rowSum(n, &g.rows[i])
			}
			p.sum += sum - g.sums[i]
			g.sums[i] = sum
		}
		g.dirty = 0
	}
	p.dirty = p.dirty[:0]
}

// Digest adds the sum over all words. It depends on what they are, not on how they came
// there, and zeros that were written are like those that were not.
func (p *Pages) Digest(h *Hasher) {
	p.resolve()
	h.Word(p.sum)
}

func rowSum(n uint32, row *[RowWords]uint32) (sum uint64) {
	for i, w := range row {
		if w != 0 {
			sum += weight(n*4*RowWords+uint32(4*i), w)
		}
	}
	return sum
}

// weight is a word's part of the sum, by its place in bytes; that of a zero is 0.
func weight(at, value uint32) uint64 {
	hi, lo := bits.Mul64(uint64(value)<<32|uint64(at), 0x9e3779b97f4a7c15)
	hi ^= lo
	hi, lo = bits.Mul64(hi^0xe7037ed1a0b428db, 0xd1b54a32d192ed03)
	return hi ^ lo
}

// SavedPages is what a snapshot has of Pages.
type SavedPages struct {
	chunks []*chunk
	sum    uint64
}

// Save shares the pages with a snapshot, whose storage is used again.
func (p *Pages) Save(to *SavedPages) {
	p.resolve()
	for _, k := range p.own {
		p.page(k).shared = true
	}
	for _, k := range p.ownChunks {
		p.chunks[k].shared = true
	}
	p.own, p.ownChunks = p.own[:0], p.ownChunks[:0]
	to.chunks, to.sum = append(to.chunks[:0], p.chunks[:p.used]...), p.sum
}

// Load puts a snapshot's pages back.
func (p *Pages) Load(from *SavedPages) {
	for _, k := range p.own {
		p.spare = append(p.spare, p.page(k))
	}
	for _, k := range p.ownChunks {
		p.spareChunks = append(p.spareChunks, p.chunks[k])
	}
	p.own, p.ownChunks, p.dirty = p.own[:0], p.ownChunks[:0], p.dirty[:0]
	n := copy(p.chunks, from.chunks)
	for i := n; i < p.used; i++ {
		p.chunks[i] = zeroChunk
	}
	p.used, p.sum = n, from.sum
	p.loads++
}

// Loads counts snapshots that were put back. A block that keeps what it has found in its pages, to save looking again, forgets it when the count changes.
func (p *Pages) Loads() uint32 { return p.loads }

// checkWriter stops the run when another block than the owner is being evaluated.
func (p *Pages) checkWriter() {
	if b := p.guard.evaluating; b != nil && b != p.owner {
		p.guard.Break("pages", b.Name(), "it writes %s of %s", p.name, p.owner.Name())
	}
}
