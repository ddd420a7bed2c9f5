package scheduler

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden"
	"tilemark/hw/regs"
)

// Addresses of the contexts that histories have.
const (
	ctxA, ctxB, ctxC = 0x1000, 0x2000, 0x3000
	areaOf           = 0x800 // from a header to its save area
	statusAt         = 0x9000
)

// world is what stands around a CSP that does exactly what the model says: memory and MXU answer after some cycles, the
// parser goes from WAIT to WAIT to the tail, and a pipe reports. Its log has what the CSP has done.
type world struct {
	t        *testing.T
	m        *Model
	s        State
	now      uint64
	headers  map[uint32]*[8]uint32
	memory   map[uint32]uint32
	gone     map[uint32]bool // pages that are not there
	commands []timed[Command]
	answers  []timed[Answer]
	reports  []timed[Report]
	beats    []timed[beat]
	acks     []timed[uint8]
	fetches  []timed[Fetch]
	words    [2]int // of a cursor, still to be put
	stood    uint64 // since when the parser stands at nothing
	parsing  bool   // what runs has sent all that comes before its next WAIT
	progress uint64 // cycles from RESUMED to PROGRESS
	log      []string
	entries  []Entry
	full     bool // the state FIFO has no room
	stuck    bool // what is sent does not come to the break point
}

type timed[T any] struct {
	at   uint64
	what T
}

type beat struct {
	slot  uint8
	words []uint32
}

func newWorld(t *testing.T, c Config) *world {
	w := &world{t: t, headers: map[uint32]*[8]uint32{}, memory: map[uint32]uint32{}, gone: map[uint32]bool{}, progress: 20}
	if c.Passed == nil {
		c.Passed = func(uint32) int { return 0 }
	}
	c.TailWait, c.TailPoll = max(c.TailWait, 30), max(c.TailPoll, 10)
	if c.ProgressLimit == 0 {
		c.ProgressLimit = 100_000
	}
	w.m = New(c, &w.s)
	for _, p := range c.Programs {
		w.headers[p.Context] = &[8]uint32{0, 8, regs.CommandSkip1DwordHeader, 0, 64, p.Context + areaOf}
	}
	w.does(1, Command{Kind: regs.HostCommandStatusBuffer, Addr: statusAt, Count: 64})
	return w
}

// does has the CPU say something from a cycle on.
func (w *world) does(at uint64, c Command) { w.commands = append(w.commands, timed[Command]{at, c}) }

// list has the CPU write a run list.
func (w *world) list(at uint64, odd bool, contexts ...uint32) {
	c := Command{Kind: regs.HostCommandRunList, Odd: odd}
	copy(c.Contexts[:], contexts)
	w.does(at, c)
}

// due takes the first of what is due.
func due[T any](q *[]timed[T], now uint64) (out T, ok bool) {
	for i, e := range *q {
		if e.at <= now {
			*q = slices.Delete(*q, i, i+1)
			return e.what, true
		}
	}
	return out, false
}

func (w *world) note(format string, args ...any) {
	w.log = append(w.log, fmt.Sprintf("%d ", w.now)+fmt.Sprintf(format, args...))
}

// to runs until a cycle.
func (w *world) to(cycle uint64) *world {
	for w.now < cycle {
		w.now++
		w.cycle()
	}
	return w
}

// forecast returns what the CSP must do in a cycle.
func (w *world) forecast(in *Cycle) forecast {
	keep := w.s
	w.m.Step(in)
	f := w.m.f
	w.s = keep
	return f
}

// cycle is one cycle: what comes, what the CSP does, what follows from that.
func (w *world) cycle() {
	in := Cycle{At: w.now}
	for i := range in.Room {
		in.Room[i] = MostAsks
	}
	if w.full {
		in.Room[ToState] = 0
	}
	w.comes(&in)
	f := w.forecast(&in)
	in.Taken, in.Answered, in.Cut, in.CSPToken, in.VertexToken = in.Offered && f.taken, in.AnswerOffered && f.answered, f.cut != 0, f.tokenCSP, f.tokenVertex
	f = w.forecast(&in) // what is taken may have consequences
	in.Cut = f.cut != 0
	f = w.forecast(&in)
	in.CSPToken, in.VertexToken, in.Asks, in.Asked, in.Forgotten, in.ForgetSlot = f.tokenCSP, f.tokenVertex, f.asks, f.asked, f.forgets, f.forgotten
	if f.fetches {
		in.Fetched, in.Fetch = true, f.fetch
	}
	switch word := slices.IndexFunc(w.words[:], func(n int) bool { return n > 0 }); {
	case f.restore:
		in.Put, in.Write = true, f.write
	case word >= 0 && !in.Reported:
		w.words[word]--
		in.Put, in.Write = true, Write{Slot: uint8(word), Count: 1}
	case f.entry:
		in.Put, in.Write.Slot = true, StatusSlot
		in.Write = w.forecast(&in).write
	}
	before := w.s
	require.Nil(w.t, w.m.Step(&in), "cycle %d", w.now)
	w.follows(&in, &f, &before)
}

// comes puts in what memory, MXU, CPU and pipe have to say.
func (w *world) comes(in *Cycle) {
	if len(w.commands) > 0 && w.commands[0].at <= w.now {
		in.Offered, in.Command = true, w.commands[0].what
	}
	if len(w.answers) > 0 && w.answers[0].at <= w.now {
		in.AnswerOffered, in.Answer = true, w.answers[0].what
	}
	in.Report, in.Reported = due(&w.reports, w.now)
	if b, ok := due(&w.beats, w.now); ok {
		in.Beat, in.BeatSlot, in.Count = true, b.slot, uint8(copy(in.Words[:], b.words))
	}
	if slot, ok := due(&w.acks, w.now); ok {
		in.Acknowledged, in.AckSlot, in.AckCount = true, slot, 1
	}
	in.Fetch, in.Fetched = due(&w.fetches, w.now)
	w.parses(in)
}

// parses has the parser come to its next WAIT, or to the tail, ten cycles after the one before.
func (w *world) parses(in *Cycle) {
	l := w.s.running()
	if l == nil || l.has(over) || l.any(inWait|atTail) {
		w.stood = w.now
		return
	}
	if in.Fetched || w.now < w.stood+10 || !w.m.interruptible(l) || l.has(restored) && !w.parsing {
		return
	}
	in.Fetch = Fetch{Addr: l.Context + 4*regs.ContextHeaderTail, DWords: 1, Operands: true, Slot: w.s.Front - 1}
	if p := w.m.program(l.Context); int(w.s.Next) < len(p.Waits) {
		in.Fetch.Addr = p.Waits[w.s.Next].Addr
	}
	in.Fetched = true
}

// follows: what the CSP has done has consequences.
func (w *world) follows(in *Cycle, f *forecast, before *State) {
	if in.Taken {
		w.commands = w.commands[1:]
	}
	if in.Answered {
		w.answers = w.answers[1:]
	}
	for _, a := range in.Asks[:in.Asked] {
		w.asked(a)
	}
	if in.Fetched {
		w.reads(&in.Fetch)
	}
	if in.Put && in.Write.Slot < StatusSlot {
		w.acks = append(w.acks, timed[uint8]{w.now + 5, in.Write.Slot})
	}
	if f.restore {
		w.note("restore %d", in.Write.Slot)
		h := w.headers[w.s.Slots[in.Write.Slot].Context]
		h[regs.ContextHeaderRestore], h[regs.ContextHeaderRestoreAddress] = in.Write.Data[0], in.Write.Data[1]
	}
	if f.cut != 0 {
		w.note("cut %#x", f.cut)
	}
	if w.s.Count > 0 && (w.s.Count > before.Count || w.s.Sequence > before.Sequence && w.s.Count >= before.Count) {
		for _, e := range w.s.Entries[:w.s.Count] {
			if e.Cycle == w.now {
				w.entries = append(w.entries, e)
			}
		}
	}
	for i := range w.s.Slots {
		l, was := &w.s.Slots[i], &before.Slots[i]
		switch {
		case l.has(started) && !was.has(started):
			w.note("start %#x in %d", l.Context, i)
			w.parsing = false
			w.starts(uint8(i), l)
		case l.has(left) && !was.has(left):
			w.drains(uint8(i), l)
		}
	}
	if in.Reported && in.Report.Kind == CutAt && w.s.Slots[in.Report.Slot].Words > 0 {
		w.words[in.Report.Slot] = cursorWords
	}
	if in.Reported && in.Report.Kind == Resumed {
		w.parsing = true
	}
}

// asked: the MXU is asked for something.
func (w *world) asked(a Ask) {
	switch a.Kind {
	case AskSpace:
		w.note("space %d", a.Slot)
	case AskPin:
		kind := Pinned
		if w.gone[a.Addr] {
			kind = NotThere
		}
		w.answers = append(w.answers, timed[Answer]{w.now + 3, Answer{Kind: kind, Slot: a.Slot, Addr: a.Addr, Client: 9}})
	case AskFlush:
		w.answers = append(w.answers, timed[Answer]{w.now + 200, Answer{Kind: Flushed, Addr: a.Addr}})
	case AskRelease:
		w.note("release %d", a.Slot)
	}
}

// reads: the CSP reads a header, part of a save area, or a word that it looks at.
func (w *world) reads(f *Fetch) {
	bring := func(words ...uint32) {
		w.beats = append(w.beats, timed[beat]{w.now + 4, beat{f.Slot, words}})
	}
	l := &w.s.Slots[f.Slot]
	switch {
	case f.Operands && f.Addr == l.Context+4*regs.ContextHeaderTail:
		w.note("look at tail")
		if !w.stuck {
			w.reports = append(w.reports, timed[Report]{w.now + 1, Report{Kind: HeadMoved, Slot: f.Slot, At: golden.Cursor{Head: 8}}})
		}
		bring(w.headers[l.Context][regs.ContextHeaderTail])
	case f.Operands:
		w.note("look at %#x", f.Addr)
		bring(w.memory[f.Addr])
	case f.DWords == 3:
		bring(0, w.memory[f.Addr+4]^l.Context, regs.SaveLayoutID)
	case f.DWords == 6:
		bring(0, 0, 0, 0)
		bring(1, 0)
	default:
		bring(w.headers[f.Addr][:4]...)
		bring(w.headers[f.Addr][4:]...)
	}
}

// starts: the parser of a context that starts sends INTERRUPTIBLE, or reads the save area.
func (w *world) starts(slot uint8, l *life) {
	at := golden.Cursor{Head: 1}
	if l.has(restored) {
		for i, f := range []Fetch{{Addr: l.Area, DWords: 3, Slot: slot}, {Addr: l.Area + 4*100, DWords: 6, Slot: slot}} {
			w.fetches = append(w.fetches, timed[Fetch]{w.now + 1 + uint64(i), f})
		}
		w.reports = append(w.reports, timed[Report]{w.now + 20, Report{Kind: Resumed, Slot: slot, At: at}}, timed[Report]{w.now + 20 + w.progress, Report{Kind: Progress, Slot: slot}})
		return
	}
	l.add(announced) // the parser has sent INTERRUPTIBLE
	w.reports = append(w.reports, timed[Report]{w.now + 4, Report{Kind: HeadMoved, Slot: slot, At: at}})
	for range copied {
		w.reports = append(w.reports, timed[Report]{w.now + 5, Report{Kind: Dumped, Slot: slot}})
	}
}

// drains: INT_END is in the pipe of a context, which reports what it has to.
func (w *world) drains(slot uint8, l *life) {
	w.reports = slices.DeleteFunc(w.reports, func(r timed[Report]) bool { return r.what.Slot == slot })
	w.fetches = nil
	at := golden.Cursor{Head: 1}
	if l.Cause&regs.CauseEnd != 0 {
		at.Head = 8
		w.headers[l.Context][regs.ContextHeaderHead] = 8
	} else if w.m.interruptible(l) {
		w.headers[l.Context][regs.ContextHeaderHead] = 1
	}
	add := func(after uint64, r Report) {
		r.Slot = slot
		w.reports = append(w.reports, timed[Report]{w.now + after, r})
	}
	add(2, Report{Kind: TokenOut})
	add(3, Report{Kind: CutAt, At: at, Copied: w.m.interruptible(l)})
	for range counted {
		add(4, Report{Kind: Dumped})
	}
	add(30, Report{Kind: TokenLeft})
	add(40, Report{Kind: Drained})
}
