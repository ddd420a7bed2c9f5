package wires

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/sarchlab/akita/v3/sim"
)

// counters is the state of a FIFO apart from its entries. head and tail count
// entries ever taken and put, as registered at the last clock edge; newHead and
// newTail as they will be at the next; vis is how many of the entries put have
// arrived at the consumer's end. putEnd and takeEnd are how far newTail and newHead
// may go in this cycle: full, empty and width, registered.
type counters struct {
	head, tail, vis  uint32
	newHead, newTail uint32
	putEnd, takeEnd  uint32
	seq              uint32 // entries since the last token, for the stall generator
}

// link is what the domain knows of a FIFO, whatever it carries. What producer, consumer and commit use in each cycle is here, and with the place of the entries it fills two lines of a
// processor's cache: FIFOs are many, and each has a turn of its own. What is seldom used is in about.
type link struct {
	ctr               counters
	touched           *uint8 // set when there is traffic, for the domain's commit
	group             *uint8 // the same for its group
	wakeFrom, wakeTo  *uint8 // where producer and consumer are marked as awake
	validBit          *uint8 // 1 while there is an entry to take, for ValidBits
	depth             uint32
	width             uint32
	mask              uint32
	special           bool  // slow or watched
	eachPut, eachTake uint8 // 1: consumer, or producer, has the tag wakes:"each"
	slow              bool  // latency above one, or stalls: entries mature
	starved           Activity
	blocked           Activity
	fill              fillStats
	*about
}

// about is the rest of a link: who joins whom, its shape, observers, and what only slow or watched links use in a cycle.
type about struct {
	overflow, underflow *Violation

	from, to int // producer and consumer, by their number in the domain
	place    int // of the valid bit
	latency  uint64
	beats    uint64
	class    Class
	bits     uint64   // of an entry
	stamps   []uint64 // cycle from which an entry can be taken, by slot
	stall    Stall
	id       uint64
	name     string
	dom      *Domain
	ends     [2]string // ports of producer and consumer
	guarded  *guard    // nil unless Guard was called
	watched  bool      // an observer or hook is attached

	typ      reflect.Type                // of an entry
	size     uintptr                     // the same, in bytes
	plan     *plan                       // the same
	entries  unsafe.Pointer              // its slots: Fifo.buf, whatever they hold
	entry    func(at unsafe.Pointer) any // a pointer of the entry's type
	token    func(at unsafe.Pointer) bool
	onPut    []observer
	onTake   []observer
	producer *end
	consumer *end
	out      OutPort // its ends as Akita ports
	in       InPort
}

// observer is called with an entry that was put, or taken.
type observer func(cycle uint64, at unsafe.Pointer)

// slot is the place of an entry, by its number since reset.
func (l *link) slot(n uint32) unsafe.Pointer {
	return unsafe.Add(l.entries, uintptr(n&l.mask)*l.size)
}

func (l *link) watch() { l.watched, l.special = true, true }

func (l *link) watchPuts(fn observer) { l.onPut = append(l.onPut, fn); l.watch() }

func (l *link) watchTakes(fn observer) { l.onTake = append(l.onTake, fn); l.watch() }

// observe calls observers and hooks for this cycle's traffic, just before the
// commit. Entries taken are still in the buffer: no slot is filled in the cycle
// that frees it.
func (l *link) observe(cycle uint64) {
	l.late(cycle)
	hooked := l.in.NumHooks()+l.out.NumHooks() > 0
	for i := l.ctr.head; i != l.ctr.newHead; i++ {
		at := l.slot(i)
		for _, fn := range l.onTake {
			fn(cycle, at)
		}
		if hooked {
			l.in.InvokeHook(sim.HookCtx{Domain: &l.in, Pos: sim.HookPosPortMsgRetrieve, Item: l.box(at)})
		}
	}
	for i := l.ctr.tail; i != l.ctr.newTail; i++ {
		at := l.slot(i)
		for _, fn := range l.onPut {
			fn(cycle, at)
		}
		if hooked {
			m := l.box(at)
			l.out.InvokeHook(sim.HookCtx{Domain: &l.out, Pos: sim.HookPosPortMsgSend, Item: m})
			l.in.InvokeHook(sim.HookCtx{Domain: &l.in, Pos: sim.HookPosPortMsgRecvd, Item: m})
		}
	}
}

// Stall makes a connection slow at random: an entry is held back, with the
// given probability, by up to Max cycles. Hash of seed, connection and number of
// the entry since the last token, so that a run repeats.
type Stall struct {
	Percent uint32 // probability, 0 to 100
	Max     uint32 // cycles
	seed    uint64
}

// commit makes a cycle's traffic visible and wakes who sees it.
func (l *link) commit(cycle uint64) {
	c := &l.ctr
	if c.newTail-c.newHead != c.tail-c.head {
		l.fill.note(c.tail-c.head, cycle)
	}
	*l.wakeFrom |= l.freed()
	*l.wakeTo |= l.filled() & bit(c.tail != c.newTail)
	c.head, c.tail, c.vis = c.newHead, c.newTail, c.newTail
	*l.validBit = bit(c.tail != c.head)
	l.bound()
}

// freed is 1 if the producer is to be woken: an entry was taken, and it could put none before, or has put one in this cycle, or
// counts entries. For one that asked and had room nothing changes. Here and below are no branches, since traffic follows no pattern.
func (l *link) freed() uint8 {
	c := &l.ctr
	return bit(c.head != c.newHead) & (bit(c.tail-c.head == l.depth) | bit(c.tail != c.newTail) | l.eachTake)
}

// filled is 1 if the consumer is to be woken when an entry arrives: it saw none before, or has taken one in this cycle, or counts
// entries.
func (l *link) filled() uint8 {
	c := &l.ctr
	return bit(c.vis == c.head) | bit(c.head != c.newHead) | l.eachPut
}

func bit(b bool) (n uint8) {
	if b {
		n = 1
	}
	return n
}

// commitSpecial is commit for a link that is watched, or whose entries mature.
func (l *link) commitSpecial(d *Domain) {
	if l.watched {
		l.observe(d.clk.Cycle)
	}
	if l.slow {
		l.commitSlow(d)
	} else {
		l.commit(d.clk.Cycle)
	}
	if l.guarded != nil {
		l.guarded.check()
	}
}

// commitSlow is commit for a link whose entries mature.
func (l *link) commitSlow(d *Domain) {
	c := &l.ctr
	if c.newTail-c.newHead != c.tail-c.head {
		l.fill.note(c.tail-c.head, d.clk.Cycle)
	}
	*l.wakeFrom |= l.freed()
	filled := l.filled()
	c.head = c.newHead
	*l.wakeTo |= filled & l.mature(d.clk.Cycle)
	*l.validBit = bit(c.vis != c.head)
	l.bound()
	n := int(l.id - 1)
	d.marks.immature.Remove(n)
	if c.vis != c.tail {
		d.marks.immature.Add(n)
	}
}

// put books an entry that was written. What breaks is made before, so that put, and what calls it, is inlined.
func (l *link) put() {
	if l.ctr.newTail == l.ctr.putEnd {
		panic(l.overflow)
	}
	l.ctr.newTail++
	l.touch()
}

// drop books an entry that was taken.
func (l *link) drop() {
	if l.ctr.newHead == l.ctr.takeEnd {
		panic(l.underflow)
	}
	l.ctr.newHead++
	l.touch()
}

// touch has the link committed at the next edge.
func (l *link) touch() { *l.touched, *l.group = 1, 1 }

// violations makes what a put into a full FIFO, and a take from an empty one, break.
func (l *link) violations() {
	l.overflow = &Violation{Rule: "FIFO overflow", Where: l.name, Detail: fmt.Sprintf("%s put an entry into a full FIFO of %d", l.ends[0], l.depth)}
	l.underflow = &Violation{Rule: "FIFO underflow", Where: l.name, Detail: fmt.Sprintf("%s took an entry that was not there", l.ends[1])}
}

// bound registers how far producer and consumer may go in the next cycle.
func (l *link) bound() {
	c := &l.ctr
	c.putEnd = c.tail + min(l.width, l.depth-(c.tail-c.head))
	c.takeEnd = c.head + min(l.width, c.vis-c.head)
}

// mature stamps entries put in this cycle and moves those that arrive; it returns 1 if there are any.
func (l *link) mature(cycle uint64) uint8 {
	c := &l.ctr
	for ; c.tail != c.newTail; c.tail++ {
		at := cycle + l.latency + l.beats - 1 + l.hold(c.tail&l.mask)
		if l.beats > 1 && c.tail != c.head { // after the last one, which may still be on the wires
			at = max(at, l.stamps[(c.tail-1)&l.mask]+l.beats)
		}
		l.stamps[c.tail&l.mask] = at
	}
	was := c.vis
	for c.vis != c.tail && l.stamps[c.vis&l.mask] <= cycle+1 {
		c.vis++
	}
	return bit(c.vis != was)
}

// hold returns by how much the stall generator delays the entry in a slot.
func (l *link) hold(slot uint32) uint64 {
	if l.stall.Percent == 0 {
		return 0
	}
	h := Mix(l.stall.seed^l.id, uint64(l.ctr.seq))
	l.ctr.seq++
	if l.token != nil && l.token(l.slot(slot)) {
		l.ctr.seq = 0
	}
	if uint32(h%100) >= l.stall.Percent {
		return 0
	}
	return 1 + (h>>32)%uint64(max(l.stall.Max, 1))
}

// maturesAt returns the cycle in which the next entry on its way can be taken.
// The commit of the cycle before makes it visible, so that one must be run.
func (l *link) maturesAt() uint64 { return l.stamps[l.ctr.vis&l.mask] - 1 }

// fillBins is the number of bins of a FIFO's histogram of fill: empty, seven
// equal parts, full.
const fillBins = 9

// fillStats counts cycles by the number of entries; parts are made of them when they are read.
type fillStats struct {
	cycles *uint64 // of an empty FIFO; those of others come after it
	since  uint64
}

func newFillStats(depth int) fillStats { return fillStats{cycles: &make([]uint64, depth+1)[0]} }

// of is the count of cycles with a number of entries, which is at most the FIFO's depth.
func (s *fillStats) of(fill uint32) *uint64 {
	return (*uint64)(unsafe.Add(unsafe.Pointer(s.cycles), uintptr(fill)*unsafe.Sizeof(uint64(0))))
}

// note books the time that the FIFO had the fill that now ends.
func (s *fillStats) note(fill uint32, cycle uint64) {
	*s.of(fill) += cycle - s.since
	s.since = cycle
}

// Fill returns the histogram of a FIFO's fill in cycles: empty, seven equal parts,
// full.
func (l *link) Fill(now uint64) (bins [fillBins]uint64) {
	for fill := range l.depth + 1 {
		n := *l.fill.of(fill)
		if fill == l.ctr.tail-l.ctr.head {
			n += now - l.fill.since
		}
		bins[fillBin(int(fill), int(l.depth))] += n
	}
	return bins
}

// most is the highest fill so far.
func (l *link) most() int {
	most := int(l.ctr.tail - l.ctr.head)
	for fill := int(l.depth); fill > most; fill-- {
		if *l.fill.of(uint32(fill)) > 0 {
			return fill
		}
	}
	return most
}

func fillBin(fill, depth int) int {
	switch fill {
	case 0:
		return 0
	case depth:
		return fillBins - 1
	}
	return 1 + (fill-1)*(fillBins-2)/depth
}
