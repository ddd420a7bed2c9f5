package perfetto

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Tracer samples a machine between its cycles and writes what it sees: what the blocks do,
// the life of contexts, the fill of FIFOs, and each cut as a flow from the line to the
// place where its context goes on.
type Tracer struct {
	m        *hw.Machine
	w        writer
	contexts map[uint32]int // by address of the header
	from, to uint64
	started  bool
	done     bool
	last     uint64 // cycle looked after last
	seen     uint64 // cycles evaluated up to it
	blocks   []blockTrack
	fifos    []fifoTrack
	slots    [pipe.Slots]slotTrack
	cuts     uint64            // flows so far
	cutOf    map[uint32]uint64 // flow of a context's latest cut
}

// blockTrack shows a block's activity.
type blockTrack struct {
	block wires.Block
	track uint64
	doing wires.Activity
}

// fifoTrack shows a FIFO's fill and its tokens.
type fifoTrack struct {
	view   wires.View
	under  uint64 // track of the block that reads it
	track  uint64
	fill   int
	puts   uint32
	tokens []token
	lanes  map[lane]uint64
}

// token is in a FIFO: number counts what was put before it.
type token struct {
	number uint32
	track  uint64
}

// lane is a track of its own for tokens that can overlap.
type lane struct {
	kind pipe.Kind
	slot uint8
}

// New makes a tracer of the cycles from to to-1; the life of contexts is shown from the
// start. headers are the contexts' addresses, in order.
func New(m *hw.Machine, out io.Writer, headers []uint32, from, to uint64) (*Tracer, error) {
	first := m.Cycle() + 1
	switch {
	case from >= to:
		return nil, fmt.Errorf("nothing to show: from cycle %d to %d", from, to)
	case to <= first:
		return nil, fmt.Errorf("cycles up to %d: cycle %d is the first that can be shown", to-1, first)
	}
	t := &Tracer{m: m, from: max(from, first), to: to, contexts: map[uint32]int{}, cutOf: map[uint32]uint64{}}
	t.w = writer{w: bufio.NewWriterSize(out, 1<<16), mhz: uint64(m.Config.Clock), names: map[string]uint64{}}
	for i, h := range headers {
		t.contexts[h] = i
	}
	t.declare()
	m.CSP.P.Events.Watch(t.event)
	return t, nil
}

// declare makes the tracks: contexts first, then the blocks in the order of the machine,
// each with the FIFOs that it reads.
func (t *Tracer) declare() {
	root := t.w.track(0, fmt.Sprintf("GPU, %d MHz", t.m.Config.Clock), "", 0)
	rank := uint64(1)
	for i := range t.slots {
		t.slots[i].track = t.w.track(root, fmt.Sprintf("context slot %d", i), "", rank)
		t.slots[i].marks = t.w.track(root, fmt.Sprintf("cuts, slot %d", i), "", rank+1)
		rank += 2
	}
	for _, b := range t.m.Blocks() {
		track := t.w.track(root, strings.TrimPrefix(b.Name(), "GPU."), "", rank)
		rank++
		t.blocks = append(t.blocks, blockTrack{block: b, track: track, doing: wires.Idle})
		for _, v := range t.m.Views() {
			if _, to := v.Ends(); to == b {
				f := fifoTrack{view: v, under: track, lanes: map[lane]uint64{}, fill: -1}
				f.track = t.w.track(track, v.Name(), "entries", rank)
				t.fifos = append(t.fifos, f)
			}
		}
	}
}

// Started tells whether the machine has come to the first cycle.
func (t *Tracer) Started() bool { return t.started }

// Sample looks at the machine after a cycle and returns the cycle after which it must
// look again.
func (t *Tracer) Sample(cycle uint64) (next uint64) {
	switch {
	case t.done || t.w.err != nil:
		return ^uint64(0)
	case cycle < t.from:
		return t.from
	}
	if !t.started || t.m.Evaluated() != t.seen {
		t.sample(cycle)
	}
	t.started, t.last, t.seen = true, cycle, t.m.Evaluated()
	if cycle+1 >= t.to {
		t.Close()
	}
	return cycle + 1
}

func (t *Tracer) sample(cycle uint64) {
	for i := range t.blocks {
		b := &t.blocks[i]
		if doing := t.m.LastActivity(b.block); doing != b.doing {
			t.end(b.doing != wires.Idle, cycle, b.track)
			if doing != wires.Idle {
				t.w.begin(cycle, b.track, doingName(b.block, doing), 0)
			}
			b.doing = doing
		}
	}
	for i := range t.fifos {
		t.fifo(&t.fifos[i], cycle)
	}
}

func (t *Tracer) end(open bool, cycle, track uint64) {
	if open {
		t.w.end(cycle, track)
	}
}

// doingName says it in words.
func doingName(b wires.Block, a wires.Activity) string {
	what, by, found := strings.Cut(strings.ToLower(wires.ActivityName(b, a)), ":")
	if found {
		return what + " by " + strings.ToUpper(by)
	}
	return what
}

// fifo notes the fill as it is from the next cycle on, and tokens from the cycle of their
// put to that of their take.
func (t *Tracer) fifo(f *fifoTrack, cycle uint64) {
	n, puts := f.view.Len(), f.view.Puts()
	if n != f.fill {
		t.w.count(cycle+1, f.track, uint64(n))
		f.fill = n
	}
	gone := puts - uint32(n)
	for len(f.tokens) > 0 && int32(gone-f.tokens[0].number) > 0 {
		t.w.end(cycle, f.tokens[0].track)
		f.tokens = f.tokens[1:]
	}
	if !t.started { // what is in it already
		f.puts = gone
	}
	for i := f.puts; i != puts; i++ {
		if e, ok := f.view.Entry(int(i - gone)).(pipe.Carrier); ok {
			t.token(f, e, i, cycle)
		}
	}
	f.puts = puts
}

// token begins the slice of a token that was put.
func (t *Tracer) token(f *fifoTrack, e pipe.Carrier, number uint32, cycle uint64) {
	kind := e.Type()
	if kind != pipe.IntEnd && kind != pipe.TGInt {
		return
	}
	k := lane{kind, e.Of() & 1}
	track, ok := f.lanes[k]
	if !ok {
		track = t.w.track(f.under, fmt.Sprintf("%s in %s, slot %d", kind, f.view.Name(), k.slot), "", uint64(len(f.lanes))+1000)
		f.lanes[k] = track
	}
	t.w.begin(cycle, track, kind.String()+" in "+f.view.Name(), t.slots[k.slot].cut)
	f.tokens = append(f.tokens, token{number, track})
}

// Close ends what is open and writes the rest.
func (t *Tracer) Close() error {
	if t.done {
		return t.w.err
	}
	t.done = true
	cycle := t.last + 1
	for i := range t.blocks {
		t.end(t.blocks[i].doing != wires.Idle, cycle, t.blocks[i].track)
	}
	for i := range t.fifos {
		for _, k := range t.fifos[i].tokens {
			t.w.end(cycle, k.track)
		}
	}
	for i := range t.slots {
		t.close(&t.slots[i], cycle)
	}
	t.w.err = errors.Join(t.w.err, t.w.w.Flush())
	return t.w.err
}
