package l15

import (
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// EventKind is what happens to a line.
type EventKind uint8

// Events.
const (
	Filled    EventKind = iota + 1 // it came from memory; what was written to it stayed
	WroteBack                      // what was written to it is on its way to memory
	Dropped
	Accessed   // by a request
	Evicted    // a request has had it written back and dropped, if it was there
	Forgotten  // a request has had it dropped, if it was there
	Refused    // a request was answered that its page is not in memory
	Refreshed  // what was read of it is dropped, what was written to it stays
	WasPatched // it is patched, and has its place
)

// Event is what the probe shows.
type Event struct {
	Kind EventKind
	Line *Line // as it is after it
	Side uint8 // of a request
	Op   pipe.LineOp
	Tag  uint8 // of a request, and of the read that brought a line
	Code bool  // an instruction line
}

func (b *L15) event(k EventKind, l *Line) {
	if b.P.Events.On() {
		b.P.Events.Emit(&Event{Kind: k, Line: l})
	}
}

// result is what became of a request.
type result uint8

const (
	blocked    result = iota // it waits where it is
	progressed               // so, but something was done for it
	accepted                 // it is served, or waits for its line
)

// serve serves a request: one that has waited and whose line has come, otherwise a step of a line that is patched, otherwise an input in turn.
func (b *L15) serve(patching bool) bool {
	for side := pipe.Sides - 1; side >= 0; side-- { // below first: it drains
		if served, any := b.serveHeld(side); any {
			if served {
				return true
			}
		}
	}
	if patching && b.patch() {
		return true
	}
	set := b.asked.Bits()
	before := set & (2<<b.S.Last - 1) // their turn is after that of the others
	return b.serveInputs(set&^before) || b.serveInputs(before)
}

// serveInputs serves one of some inputs.
func (b *L15) serveInputs(set uint64) bool {
	for ; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		switch b.serveInput(at%pipe.Sides, at/pipe.Sides) {
		case progressed:
			return true
		case accepted:
			if b.S.Last = uint8(at); b.asked.Bits()&^(1<<at) == 0 { // it was alone: turns begin anew
				b.S.Last = 0
			}
			return true
		}
	}
	return false
}

// serveInput looks at the head of an input: 0 is the load/store unit, others are multiprocessors.
func (b *L15) serveInput(side, from int) result {
	if from == 0 {
		in := &b.P.LSUL15[side]
		r := request{LineRequest: *in.Head()}
		got := b.try(side, &r, nil)
		if got == accepted {
			in.Drop()
		}
		return got
	}
	in := &b.P.SML15[from-1][side]
	f := in.Head()
	r := request{Fetch: true, SM: uint8(from - 1), Thread: f.Thread, Generation: f.Generation, Version: f.Version, Patch: f.Patch, LineRequest: pipe.LineRequest{Op: pipe.LineConstant, Slot: f.Slot, Addr: f.Addr, Mask: ^uint64(0)}}
	got := b.try(side, &r, nil)
	if got == accepted {
		in.Drop()
	}
	return got
}

// serveHeld serves the first request of a side whose line has come, and that can be served. The last one frees the miss.
func (b *L15) serveHeld(side int) (served, any bool) {
	held := &b.S.Held[side]
misses:
	for i := range b.misses[side] {
		m := &b.misses[side][i]
		if !m.Used || !m.Arrived {
			continue
		}
		any = true
		for k := range b.held[side][:*held] {
			r := &b.held[side][k]
			if r.Line != m.Line {
				continue
			}
			switch b.try(side, r, m) {
			case blocked: // what waits for other lines goes on
				continue misses
			case progressed:
				return true, any
			}
			copy(b.held[side][k:], b.held[side][k+1:*held])
			*held--
			b.held[side][*held] = request{}
			served = true
			break
		}
		if !b.isHeld(side, m.Line) {
			l := &b.lines[m.Line]
			if l.Miss &^= 1 << side; m.Missing && l.Miss == 0 && l.Valid == 0 {
				b.drop(int(m.Line))
			}
			*m = miss{}
			served = true
		}
		return served, any
	}
	return false, any
}

// isHeld tells whether a request waits for a line.
func (b *L15) isHeld(side int, line uint16) bool {
	for k := range b.held[side][:b.S.Held[side]] {
		if b.held[side][k].Line == line {
			return true
		}
	}
	return false
}

// kindOf is what a request's line has.
func kindOf(op pipe.LineOp) Kind {
	if op == pipe.LineConstant {
		return ReadOnly
	}
	return Data
}

// set is the first line of those among which a line's place is chosen.
func (b *L15) set(number uint32) int {
	sets := uint32(b.cfg.Lines / min(b.cfg.Ways, b.cfg.Lines))
	return int((number^number>>8)%sets) * min(b.cfg.Ways, b.cfg.Lines)
}

// find is the line of a request, or -1.
func (b *L15) find(r *request) int {
	number, kind := r.Addr/pipe.LineBytes, kindOf(r.Op)
	first := b.set(number)
	for i := first; i < first+min(b.cfg.Ways, b.cfg.Lines); i++ {
		if l := &b.lines[i]; l.Kind == kind && l.Number == number && l.Slot == r.Slot {
			return i
		}
	}
	return -1
}

// try serves a request, if it can. One that has waited comes with the miss for which it did: its line has come, and no other request for it is before it.
func (b *L15) try(side int, r *request, waited *miss) result {
	if r.Patch.Lines > 0 {
		return b.fetch(side, r)
	}
	i := b.find(r)
	if i >= 0 && b.lines[i].Miss>>side&1 != 0 && waited == nil {
		return b.hold(side, r, i)
	}
	if waited != nil && waited.Missing {
		return b.refuse(side, r)
	}
	switch r.Op {
	case pipe.LineEvict:
		return b.evict(side, r, i)
	case pipe.LineForget:
		return b.forget(side, r, i)
	case pipe.LineStore:
		if b.S.Stores.Len() == wires.QueueCap {
			return blocked
		}
		if i < 0 {
			var got result
			if i, got = b.place(side, r); i < 0 {
				return got
			}
		}
		if b.lines[i].Written == 0 && !b.pin(i) {
			return blocked
		}
		b.store(r, i)
	default:
		if i < 0 || b.lines[i].Valid&r.Mask != r.Mask {
			if waited != nil { // a request before it has evicted the line
				return b.read(side, waited, r)
			}
			return b.miss(side, r, i)
		}
		if !b.canAnswer(r) {
			return blocked
		}
	}
	b.used(i)
	if b.P.Events.On() {
		b.P.Events.Emit(&Event{Kind: Accessed, Line: &b.lines[i], Side: uint8(side), Op: r.Op, Tag: r.Tag, Code: r.Fetch || r.Patcher})
	}
	b.answer(side, r, i)
	return accepted
}

// canAnswer tells whether who asked for a line can get it now.
func (b *L15) canAnswer(r *request) bool {
	switch {
	case r.Patcher:
		return true
	case r.Fetch:
		return b.P.L15SM[r.SM].Ready()
	}
	return b.P.L15LSU.Ready()
}

// answer answers a request whose line is there.
func (b *L15) answer(side int, r *request, i int) {
	switch {
	case r.Patcher:
		b.patcherGets(side, b.data.Row(uint32(i)))
	case r.Fetch:
		b.P.L15SM[r.SM].Put(pipe.CodeLine{Slot: r.Slot, Thread: r.Thread, Generation: r.Generation, Addr: r.Addr, Words: *b.data.Row(uint32(i))})
	case r.Op == pipe.LineStore:
		b.S.Stores.Push(acknowledgement{Side: uint8(side), Slot: r.Slot, Tag: r.Tag, Ahead: b.S.Pins})
	default:
		b.P.L15LSU.Put(pipe.LineAnswer{Slot: r.Slot, Side: uint8(side), Tag: r.Tag, Data: *b.data.Row(uint32(i))})
	}
}

// refuse answers a request whose page is not in memory.
func (b *L15) refuse(side int, r *request) result {
	switch {
	case !b.canAnswer(r):
		return blocked
	case r.Patcher:
		b.patcherGets(side, nil)
	case r.Fetch:
		b.P.L15SM[r.SM].Put(pipe.CodeLine{Slot: r.Slot, Thread: r.Thread, Generation: r.Generation, Addr: r.Addr, NotPresent: true})
	default:
		b.P.L15LSU.Put(pipe.LineAnswer{Slot: r.Slot, Side: uint8(side), Tag: r.Tag, NotPresent: true})
		if b.P.Events.On() {
			b.P.Events.Emit(&Event{Kind: Refused, Line: &Line{Kind: kindOf(r.Op), Slot: r.Slot, Number: r.Addr / pipe.LineBytes}, Side: uint8(side), Op: r.Op, Tag: r.Tag})
		}
	}
	return accepted
}

// pin asks for a pin of the page of a line that is to be written to.
func (b *L15) pin(i int) bool {
	if !b.P.L15Req[pipe.Below].Ready() {
		return false
	}
	l := &b.lines[i]
	b.P.L15Req[pipe.Below].Put(pipe.MemRequest{Op: pipe.Pin, Slot: l.Slot, Addr: l.Number * pipe.LineBytes})
	b.S.Pins++
	return true
}

// hold has a request wait for a line that is on its way.
func (b *L15) hold(side int, r *request, line int) result {
	held := &b.S.Held[side]
	if int(*held) == len(b.held[side]) {
		return blocked
	}
	h := &b.held[side][*held]
	*h = *r
	h.Line = uint16(line)
	*held++
	return accepted
}

// miss has a line come from memory.
func (b *L15) miss(side int, r *request, i int) result {
	k := -1
	for n := range b.misses[side] {
		if !b.misses[side][n].Used {
			k = n
			break
		}
	}
	switch {
	case k < 0, int(b.S.Held[side]) == len(b.held[side]), !b.canRead(side, r):
		return blocked
	}
	switch {
	case i >= 0 && side == pipe.Above && b.exhaustsSet(i): // below has it: what is missing of it comes later
		return blocked
	case i < 0:
		var got result
		if i, got = b.place(side, r); i < 0 {
			return got
		}
	}
	b.lines[i].Miss |= 1 << side
	b.misses[side][k] = miss{Used: true, Line: uint16(i)}
	b.read(side, &b.misses[side][k], r)
	return b.hold(side, r, i)
}

// canRead tells whether memory can be asked for a line. A read from above the break point has its own way to memory: it waits for what was written of the line before.
func (b *L15) canRead(side int, r *request) bool {
	return b.P.L15Req[side].Ready() && (side == pipe.Below || !b.isWritten(r.Slot, r.Addr/pipe.LineBytes))
}

// isWritten tells whether a line is on its way to memory.
func (b *L15) isWritten(slot uint8, number uint32) bool {
	for i := range b.S.Writes.Len() {
		if *b.S.Writes.At(i) == (wroteLine{slot, number}) {
			return true
		}
	}
	return false
}

// read asks memory for the line of a miss.
func (b *L15) read(side int, m *miss, r *request) result {
	if !b.canRead(side, r) {
		return blocked
	}
	k := 0
	for &b.misses[side][k] != m {
		k++
	}
	m.Arrived = false
	op := pipe.Read
	if side == pipe.Above {
		op = pipe.ReadAbove
	}
	*b.P.L15Req[side].Slot() = pipe.MemRequest{Op: op, Slot: r.Slot, Tag: uint16(side*len(b.misses[side]) + k), Addr: r.Addr}
	b.P.L15Req[side].Push()
	return progressed
}

// place makes a place for a line: the one that was not used for the longest time, which is written back first. A line below 0: not yet. Lines that are on their way for what is above
// the break point leave one place of a set, so that what is below waits for none of them (rule X2).
func (b *L15) place(side int, r *request) (line int, got result) {
	first, ways := b.set(r.Addr/pipe.LineBytes), min(b.cfg.Ways, b.cfg.Lines)
	line = -1
	if side == pipe.Above && b.exhaustsSet(first) {
		return -1, blocked
	}
	for i := first; i < first+ways; i++ {
		l := &b.lines[i]
		if l.Kind == None {
			line = i
			break
		}
		if l.Miss == 0 && (line < 0 || l.Age > b.lines[line].Age) {
			line = i
		}
	}
	if line < 0 {
		return -1, blocked
	}
	switch l := &b.lines[line]; {
	case l.Written != 0:
		if !b.canWrite() {
			return -1, blocked
		}
		b.writeBack(line)
		return -1, progressed
	case l.Kind != None:
		b.drop(line)
	}
	b.lines[line] = Line{Kind: kindOf(r.Op), Slot: r.Slot, Number: r.Addr / pipe.LineBytes}
	return line, accepted
}

// exhaustsSet tells whether another line on its way for what is above the break point would leave no place of a line's set to what is below.
func (b *L15) exhaustsSet(line int) bool {
	ways, n := min(b.cfg.Ways, b.cfg.Lines), 0
	first := line / ways * ways
	for i := first; i < first+ways; i++ {
		n += int(b.lines[i].Miss >> pipe.Above & 1)
	}
	return n >= ways-1
}

// used makes a line the youngest of its set.
func (b *L15) used(i int) {
	ways := min(b.cfg.Ways, b.cfg.Lines)
	first := i / ways * ways
	for k := first; k < first+ways; k++ {
		if l := &b.lines[k]; l.Kind != None && l.Age < 255 {
			l.Age++
		}
	}
	b.lines[i].Age = 0
}

// store writes bytes of a line.
func (b *L15) store(r *request, i int) {
	l := &b.lines[i]
	row := b.data.Edit(uint32(i))
	for k := range row {
		m := bytesOf[r.Mask>>(4*k)&15]
		row[k] = row[k]&^m | r.Data[k]&m
	}
	l.Valid |= r.Mask
	l.Written |= r.Mask
}

// bytesOf is a word with ones in the bytes that four bits name.
var bytesOf = [16]uint32{0, 0xff, 0xff00, 0xffff, 0xff0000, 0xff00ff, 0xffff00, 0xffffff, 0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff, 0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff}

// canWrite tells whether a line can be written back.
func (b *L15) canWrite() bool {
	return b.P.L15Req[pipe.Below].Ready() && b.S.Writes.Len() < b.cfg.Writes
}

// writeBack sends what was written to a line to memory, and gives up its pin. The line stays.
func (b *L15) writeBack(i int) {
	l, out := &b.lines[i], &b.P.L15Req[pipe.Below]
	*out.Slot() = pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: l.Slot, Addr: l.Number * pipe.LineBytes, Mask: l.Written, Data: *b.data.Row(uint32(i))}
	out.Push()
	b.S.Writes.Push(wroteLine{l.Slot, l.Number})
	l.Written = 0
	b.event(WroteBack, l)
}

// forget drops a line and what was written to it.
func (b *L15) forget(side int, r *request, i int) result {
	if !b.P.L15LSU.Ready() || i >= 0 && b.lines[i].Written != 0 && !b.P.L15Req[pipe.Below].Ready() {
		return blocked
	}
	if i >= 0 {
		l := &b.lines[i]
		if l.Written != 0 {
			b.P.L15Req[pipe.Below].Put(pipe.MemRequest{Op: pipe.Release, Slot: l.Slot, Addr: l.Number * pipe.LineBytes})
			l.Written = 0
		}
		b.discard(i)
	}
	if b.P.Events.On() {
		b.P.Events.Emit(&Event{Kind: Forgotten, Line: &Line{Kind: Data, Slot: r.Slot, Number: r.Addr / pipe.LineBytes}, Side: uint8(side), Op: r.Op, Tag: r.Tag})
	}
	b.P.L15LSU.Put(pipe.LineAnswer{Slot: r.Slot, Side: uint8(side), Tag: r.Tag})
	return accepted
}

// discard drops a line of which nothing is to be written back. What is on its way for it does not count: others wait for it, and it is read again.
func (b *L15) discard(i int) {
	if b.lines[i].Miss == 0 {
		b.drop(i)
		return
	}
	b.lines[i].Table, b.lines[i].Tables, b.lines[i].Of = 0, 0, 0
	b.lines[i].Valid = 0
	b.stale(i)
	b.event(Dropped, &b.lines[i])
}

// drop forgets a line.
func (b *L15) drop(i int) {
	b.event(Dropped, &b.lines[i])
	b.lines[i] = Line{}
	*b.data.Edit(uint32(i)) = [wires.RowWords]uint32{}
}

// evict writes a line back and drops it. It is answered when memory has what was written.
func (b *L15) evict(side int, r *request, i int) result {
	s := &b.S
	if s.Evictions.Len() == wires.QueueCap {
		return blocked
	}
	if i >= 0 {
		if b.lines[i].Written != 0 {
			if !b.canWrite() {
				return blocked
			}
			b.writeBack(i)
		}
		b.discard(i)
	}
	if b.P.Events.On() {
		b.P.Events.Emit(&Event{Kind: Evicted, Line: &Line{Kind: Data, Slot: r.Slot, Number: r.Addr / pipe.LineBytes}, Side: uint8(side), Op: r.Op, Tag: r.Tag})
	}
	s.Evictions.Push(eviction{Side: uint8(side), Slot: r.Slot, Tag: r.Tag, Ahead: uint16(s.Writes.Len())})
	return accepted
}

// stale has what is on its way for a line not count.
func (b *L15) stale(line int) {
	for side := range b.misses {
		for k := range b.misses[side] {
			if m := &b.misses[side][k]; m.Used && !m.Arrived && int(m.Line) == line {
				m.Stale = true
			}
		}
	}
}

// acknowledgeEviction answers an access whose writes memory has.
func (b *L15) acknowledgeEviction() bool {
	g := &b.S.Evictions
	if g.Len() == 0 || g.Front().Ahead > 0 || !b.P.L15LSU.Ready() {
		return false
	}
	f := g.Front()
	b.P.L15LSU.Put(pipe.LineAnswer{Slot: f.Slot, Side: f.Side, Tag: f.Tag})
	g.Pop()
	return true
}

// acknowledgeStore answers a store whose line has its pin.
func (b *L15) acknowledgeStore() bool {
	q := &b.S.Stores
	if q.Len() == 0 || q.Front().Ahead > 0 || !b.P.L15LSU.Ready() {
		return false
	}
	f := q.Front()
	b.P.L15LSU.Put(pipe.LineAnswer{Slot: f.Slot, Side: f.Side, Tag: f.Tag})
	q.Pop()
	return true
}
