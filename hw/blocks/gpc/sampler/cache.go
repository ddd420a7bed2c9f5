package sampler

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// The texture cache. Its lines are those of memory: nothing changes them here, and they are never written back. A line that is on its way has no place in
// the cache before it comes, so none has to wait for a place; and it is on its way for one side of the break point alone.

// line is a cached line.
type line struct {
	Used   bool
	Slot   uint8
	Age    uint8  // uses of other lines of its set since it was used, 255 at most
	Number uint32 // address / pipe.LineBytes
}

// miss is a line on its way.
type miss struct {
	Used   bool
	Stale  bool // the line was dropped meanwhile: what comes is for those that wait for it already
	Slot   uint8
	Number uint32
}

// LineEventKind is what has happened to a line.
type LineEventKind uint8

// Events of lines.
const (
	Filled  LineEventKind = iota // a miss has brought it
	Dropped                      // it makes room, or was written in memory
)

// LineEvent is what the probe shows of a line of the cache.
type LineEvent struct {
	Kind   LineEventKind
	Slot   uint8
	Number uint32
	Miss   int // Filled: its number, which is the tag of its request
}

// TexelEvent is what the probe shows of texels that a lane reads from a line.
type TexelEvent struct {
	Side, Entry int
	Lane        int   // of the message
	Level       int   // 0 or 1: the first or second that the lane reads
	Texels      uint8 // neighbours, a bit each
	Number      uint32
	Miss        int // that has brought the line, as in LineEvent; -1: it was in the cache
}

// accessLines looks up texels and stores them, those of what is below the break point first.
func (b *Sampler) accessLines() (moved bool) {
	left := b.cfg.Lookups
	for side := pipe.Sides - 1; side >= 0; side-- {
		moved = b.fetch(side, &left) || moved
		moved = b.store(side) || moved
	}
	return moved
}

// fetch looks up texels of a side, a line at a time, those of the oldest quad first, as long as look-ups are left. A quad that waits keeps no other one.
func (b *Sampler) fetch(side int, left *int) (moved bool) {
	s := &b.S.Sides[side]
	for _, i := range s.Work[:s.Works] {
		q := &b.quads[side][i]
		for *left > 0 && q.Stage == fetching && q.asks() >= 0 && b.lookup(side, q) {
			moved = true
			*left--
		}
	}
	return moved
}

// asks is the first lane that has texels to be looked up, or -1.
func (q *quad) asks() int {
	for n := range q.Lanes {
		if q.Lanes[n].Ask != 0 {
			return n
		}
	}
	return -1
}

// lookup looks up the line of a quad's first texel, for all its texels that lie there; false: not yet.
func (b *Sampler) lookup(side int, q *quad) bool {
	l := &q.Lanes[q.asks()]
	number := l.Addr[lowest(uint32(l.Ask))] / pipe.LineBytes
	slot := b.entries[side][q.Entry].Head.Slot
	if at := b.find(slot, number); at >= 0 {
		b.used(at)
		b.takeTexels(side, q, number, -1, b.data.Row(uint32(at)))
		return true
	}
	m := b.missOf(side, slot, number)
	if m < 0 {
		return false
	}
	for n := range q.Lanes {
		l := &q.Lanes[n]
		for set := l.Ask; set != 0; set &= set - 1 {
			if k := lowest(uint32(set)); l.Addr[k]/pipe.LineBytes == number {
				l.Ask &^= 1 << k
				l.Wait |= 1 << k
				l.Miss[k] = uint8(m)
			}
		}
	}
	return true
}

// missOf is the miss of a line, which is begun if there is none; below 0: not yet.
func (b *Sampler) missOf(side int, slot uint8, number uint32) int {
	free := -1
	for i := range b.misses[side] {
		switch m := &b.misses[side][i]; {
		case m.Used && !m.Stale && m.Number == number && m.Slot == slot:
			return i
		case !m.Used && free < 0:
			free = i
		}
	}
	out := &b.P.TexReq[side]
	if free < 0 || !out.Ready() {
		return -1
	}
	b.misses[side][free] = miss{Used: true, Stale: side == pipe.Above && b.isWritten(slot, number), Slot: slot, Number: number}
	op := pipe.Read
	if side == pipe.Above {
		op = pipe.ReadAbove
	}
	*out.Slot() = pipe.MemRequest{Op: op, Slot: slot, Tag: uint16(side*b.cfg.Misses + free), Addr: number * pipe.LineBytes}
	out.Push()
	return free
}

// isWritten tells whether texels of a line are on their way to memory. A read from above the break point has its own way there, and may come before them.
func (b *Sampler) isWritten(slot uint8, number uint32) bool {
	for i := range b.S.Writes.Len() {
		if w := b.S.Writes.At(i); w.Slot == slot && w.Number == number {
			return true
		}
	}
	return false
}

// takeTexels gives a quad its texels of a line: those that it looks up, or those that have waited for a miss.
func (b *Sampler) takeTexels(side int, q *quad, number uint32, from int, data *[wires.RowWords]uint32) {
	bytes := formats[b.entries[side][q.Entry].Texture.Format].Bytes
	waits := false
	for n := range q.Lanes {
		l := &q.Lanes[n]
		taken := uint8(0)
		for set := l.Ask | l.Wait; set != 0; set &= set - 1 {
			k := lowest(uint32(set))
			here := l.Ask>>k&1 != 0 && from < 0 && l.Addr[k]/pipe.LineBytes == number
			if come := l.Wait>>k&1 != 0 && from >= 0 && int(l.Miss[k]) == from; here || come {
				l.Texels[k] = texelOf(data, l.Addr[k], bytes)
				taken |= 1 << k
			}
		}
		l.Ask &^= taken
		l.Wait &^= taken
		l.Have |= taken
		waits = waits || l.Ask|l.Wait != 0
		if taken != 0 && b.P.Texels.On() {
			level, miss := 0, from
			if q.Second {
				level = 1
			}
			if from >= 0 {
				miss += side * b.cfg.Misses
			}
			b.P.Texels.Emit(&TexelEvent{Side: side, Entry: int(q.Entry), Lane: quadLanes*int(q.Number) + n, Level: level, Texels: taken, Number: number, Miss: miss})
		}
	}
	if !waits {
		q.Stage = filtering
	}
}

// texelOf is a texel of a line.
func texelOf(data *[wires.RowWords]uint32, addr uint32, bytes uint8) (x [4]uint32) {
	at := addr % pipe.LineBytes
	if bytes < 4 {
		x[0] = data[at/4] >> (at % 4 * 8) & (1<<(8*bytes) - 1)
		return x
	}
	copy(x[:bytes/4], data[at/4:])
	return x
}

// set is the first line of the set that a line number belongs to.
func (b *Sampler) set(number uint32) int {
	ways := min(b.cfg.Ways, len(b.lines))
	return int((number^number>>8)%uint32(len(b.lines)/ways)) * ways
}

// find is a line that is in the cache, or -1.
func (b *Sampler) find(slot uint8, number uint32) int {
	first := b.set(number)
	for i := first; i < first+min(b.cfg.Ways, len(b.lines)); i++ {
		if l := &b.lines[i]; l.Used && l.Number == number && l.Slot == slot {
			return i
		}
	}
	return -1
}

// used makes a line the youngest of its set.
func (b *Sampler) used(i int) {
	ways := min(b.cfg.Ways, len(b.lines))
	first := i / ways * ways
	for k := first; k < first+ways; k++ {
		if l := &b.lines[k]; l.Used && l.Age < 255 {
			l.Age++
		}
	}
	b.lines[i].Age = 0
}

// takeMemory takes an answer of memory, one below the break point first. The MXU takes one request in a cycle, so that answers for one side do not keep the others waiting for long.
func (b *Sampler) takeMemory() bool {
	for side := pipe.Sides - 1; side >= 0; side-- {
		if in := &b.P.TexAns[side]; in.Valid() {
			b.answered(in.Head())
			in.Drop()
			return true
		}
	}
	return false
}

func (b *Sampler) answered(a *pipe.MemAnswer) {
	switch side, n := int(a.Tag)/b.cfg.Misses, int(a.Tag)%b.cfg.Misses; a.Op {
	case pipe.Write:
		for range 1 + a.More {
			w := b.S.Writes.Front()
			e := &b.entries[w.Side][w.Entry]
			b.S.Writes.Pop()
			e.Writes--
			e.advance()
		}
	case pipe.NoPage:
		b.refuse(side, n)
	default:
		b.arrive(side, n, &a.Data)
	}
}

// arrive ends a miss: the line comes into the cache, unless it is stale, and to all quads that wait for it.
func (b *Sampler) arrive(side, n int, data *[wires.RowWords]uint32) {
	m := &b.misses[side][n]
	if !m.Stale {
		b.fill(n+side*b.cfg.Misses, m, data)
	}
	s := &b.S.Sides[side]
	for _, i := range s.Work[:s.Works] {
		if q := &b.quads[side][i]; q.Stage == fetching {
			b.takeTexels(side, q, m.Number, n, data)
		}
	}
	*m = miss{}
}

// refuse ends a miss whose page is not in memory, and all messages that wait for it.
func (b *Sampler) refuse(side, n int) {
	for i := range b.quads[side] {
		if q := &b.quads[side][i]; q.Stage == fetching && q.waitsFor(n) {
			b.abandon(side, q.Entry)
		}
	}
	b.misses[side][n] = miss{}
}

// waitsFor tells whether a quad waits for a miss.
func (q *quad) waitsFor(n int) bool {
	for i := range q.Lanes {
		l := &q.Lanes[i]
		for set := l.Wait; set != 0; set &= set - 1 {
			if int(l.Miss[lowest(uint32(set))]) == n {
				return true
			}
		}
	}
	return false
}

// fill puts a line into the cache: in the place of the same line, which the other side may have brought, or of the one that was not used for the longest time.
func (b *Sampler) fill(number int, m *miss, data *[wires.RowWords]uint32) {
	at := b.find(m.Slot, m.Number)
	if at < 0 {
		at = b.set(m.Number)
		for i := at; i < b.set(m.Number)+min(b.cfg.Ways, len(b.lines)); i++ {
			if l := &b.lines[i]; !l.Used {
				at = i
				break
			} else if l.Age > b.lines[at].Age {
				at = i
			}
		}
		b.drop(at)
	}
	b.lines[at] = line{Used: true, Slot: m.Slot, Number: m.Number}
	*b.data.Edit(uint32(at)) = *data
	b.used(at)
	if b.P.Lines.On() {
		b.P.Lines.Emit(&LineEvent{Filled, m.Slot, m.Number, number})
	}
}

// drop gives up a line.
func (b *Sampler) drop(i int) {
	l := &b.lines[i]
	if !l.Used {
		return
	}
	if b.P.Lines.On() {
		b.P.Lines.Emit(&LineEvent{Kind: Dropped, Slot: l.Slot, Number: l.Number})
	}
	*l = line{}
	*b.data.Edit(uint32(i)) = [wires.RowWords]uint32{}
}

// forget drops a line, and has what is on its way of it not come into the cache.
func (b *Sampler) forget(slot uint8, number uint32) {
	if i := b.find(slot, number); i >= 0 {
		b.drop(i)
	}
	for side := range b.misses {
		for i := range b.misses[side] {
			if m := &b.misses[side][i]; m.Used && m.Slot == slot && m.Number == number {
				m.Stale = true
			}
		}
	}
}

// forgetSlot does that with all lines of a slot.
func (b *Sampler) forgetSlot(slot uint8) {
	for i := range b.lines {
		if b.lines[i].Slot == slot {
			b.drop(i)
		}
	}
	for side := range b.misses {
		for i := range b.misses[side] {
			if m := &b.misses[side][i]; m.Used && m.Slot == slot {
				m.Stale = true
			}
		}
	}
}

// forgetPage does that with all lines of a page.
func (b *Sampler) forgetPage(page uint32) {
	const linesBits = pipe.PageShift - 6 // of a line's number within its page
	for i := range b.lines {
		if b.lines[i].Number>>linesBits == page {
			b.drop(i)
		}
	}
	for side := range b.misses {
		for i := range b.misses[side] {
			if m := &b.misses[side][i]; m.Used && m.Number>>linesBits == page {
				m.Stale = true
			}
		}
	}
}

// takeFlush drops the lines of a page that is to leave its place, and says so after the writes that were sent.
func (b *Sampler) takeFlush() bool {
	in := &b.P.MXUTex
	if !in.Joined() || !in.Valid() || !b.P.TexReq[pipe.Below].Ready() {
		return false
	}
	page := in.Take().Addr >> pipe.PageShift
	b.forgetPage(page)
	b.P.TexReq[pipe.Below].Put(pipe.MemRequest{Op: pipe.FlushDone, Addr: page << pipe.PageShift})
	return true
}

// takeCommand drops all lines of a slot. To write back there is nothing: stores are acknowledged when memory has them.
func (b *Sampler) takeCommand() bool {
	if !b.P.PMDrop.Valid() || !b.P.DropPM.Ready() {
		return false
	}
	c := b.P.PMDrop.Take()
	if c.Op != pipe.CacheClean {
		b.forgetSlot(c.Slot)
	}
	b.P.DropPM.Put(pipe.UnitDone{Slot: c.Slot, Source: c.Source})
	return true
}
