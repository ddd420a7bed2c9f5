package l15

import (
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Step is what the patcher of a side does.
type Step uint8

// Steps of a line, in their order. All but Apply use the cache, as a request does.
const (
	NoLine    Step = iota
	ReadLine       // the line of instructions is read
	ReadGroup      // the word of the table that says which lines have tagged instructions
	ReadWords      // a line of the table that has words for it
	Apply          // one word after the other
	Place          // the patched line gets a place, and the thread gets it
	Answer         // the thread gets the line, or is told why not
)

// patcher patches a line that a thread has asked for (docs/isa.md, "The machine's patcher"). Each side of the break point has one. While a line that it reads is on its way it has a miss, that line's place and
// a place to wait, like any request of its side; memory's answer frees them. Otherwise it holds its own registers and nothing else.
type patcher struct {
	Step      Step
	Waits     bool // a line that it reads is on its way
	Again     bool // what it has read is not to be used any more: the line is read again
	Missing   bool // a page is not in memory
	Malformed bool
	Request   request
	Next      uint16 // word of the table that is looked at next
	Seen      uint16 // words that were looked at
	Line      nos.Line
	Words     [wires.RowWords]uint32 // of instructions
	Table     [wires.RowWords]uint32 // of the table: those that have Next
}

// stateVersion is a version of the state of a stage, as the dispatcher has sent it.
type stateVersion struct {
	Known bool
	Words nos.Words
}

// Stages with state for which lines are patched: vertex, hull, domain and pixel.
const (
	firstStage = isa.StageVertex
	stages     = isa.StagePixel - firstStage + 1
)

// statesOfSlot is the number of versions of all stages of a slot.
const statesOfSlot = stages * pipe.StateVersions

// stateOf is a version of the state of a stage of a slot's context.
func (b *L15) stateOf(slot, stage, version uint8) *stateVersion {
	if stage < firstStage || stage >= firstStage+stages || version >= pipe.StateVersions {
		b.Break("N4", "version %d of the state of stage %d; versions 0 to %d of stages %d to %d were expected", version, stage, pipe.StateVersions-1, firstStage, firstStage+stages-1)
	}
	return &b.states[int(slot)*statesOfSlot+int(stage-firstStage)*pipe.StateVersions+int(version)]
}

// fetch serves a fetch of a line that is patched: from a line that was patched for the same state, from one without tagged instructions, which all states share (rule N4), or by the patcher.
func (b *L15) fetch(side int, r *request) result {
	i := b.findCode(r)
	if i < 0 {
		p := &b.S.Patchers[side]
		if p.Step != NoLine {
			return blocked
		}
		*p = patcher{Step: ReadLine, Request: *r}
		return accepted
	}
	if !b.P.L15SM[r.SM].Ready() {
		return blocked
	}
	b.used(i)
	if b.P.Events.On() {
		b.P.Events.Emit(&Event{Kind: Accessed, Line: &b.lines[i], Side: uint8(side), Op: r.Op, Code: true})
	}
	b.answer(side, r, i)
	return accepted
}

// findCode is the line for a fetch that is patched, or -1.
func (b *L15) findCode(r *request) int {
	number := r.Addr / pipe.LineBytes
	first := b.set(number)
	for i := first; i < first+min(b.cfg.Ways, b.cfg.Lines); i++ {
		l := &b.lines[i]
		if l.Number != number || l.Slot != r.Slot || l.Table != r.Patch.Addr || l.Tables != r.Patch.Lines || l.Of != r.Patch.Line || l.Valid != ^uint64(0) {
			continue
		}
		if l.Kind == ReadOnly || l.Kind == Patched && l.Stage == r.Patch.Stage && l.Version == r.Version {
			return i
		}
	}
	return -1
}

// patch goes a step on that uses the cache, of one of the sides: below first.
func (b *L15) patch() bool {
	for side := pipe.Sides - 1; side >= 0; side-- {
		p := &b.S.Patchers[side]
		if p.Waits {
			continue
		}
		var got result
		switch p.Step {
		case ReadLine:
			got = b.readFor(side, p, p.Request.Addr)
		case ReadGroup:
			got = b.readFor(side, p, p.Request.Patch.Addr+uint32(p.Request.Patch.Line/nos.GroupLines)*4&^(pipe.LineBytes-1))
		case ReadWords:
			got = b.readFor(side, p, p.Request.Patch.Addr+uint32(p.Next)*4&^(pipe.LineBytes-1))
		case Place:
			got = b.placePatched(side, p)
		case Answer:
			got = b.answerPatched(p)
		}
		if got != blocked {
			return true
		}
	}
	return false
}

// readFor reads a line for the patcher, like a constant.
func (b *L15) readFor(side int, p *patcher, addr uint32) result {
	r := request{Patcher: true, LineRequest: pipe.LineRequest{Op: pipe.LineConstant, Slot: p.Request.Slot, Addr: addr, Mask: ^uint64(0)}}
	p.Waits = true
	got := b.try(side, &r, nil)
	if got != accepted {
		p.Waits = false
	}
	return got
}

// patcherGets gives the patcher the line that it has read; nil: its page is not in memory.
func (b *L15) patcherGets(side int, line *[wires.RowWords]uint32) {
	p := &b.S.Patchers[side]
	p.Waits = false
	switch {
	case line == nil:
		p.Step, p.Missing = Answer, true
	case p.Again:
		*p = patcher{Step: ReadLine, Request: p.Request}
	case p.Step == ReadLine:
		p.Words = *line
		if p.Step = ReadGroup; p.Request.Patch.Line/nos.GroupLines >= uint16(p.Request.Patch.Lines)*nos.LineWords {
			p.fails()
		}
	case p.Step == ReadGroup:
		g := isa.UnpackPatchGroupEntry(line[p.Request.Patch.Line/nos.GroupLines%nos.LineWords])
		if g.Lines>>(p.Request.Patch.Line%nos.GroupLines)&1 == 0 {
			b.share(&p.Request)
			p.Step = Answer
			return
		}
		p.Next = uint16(g.First)
		p.words()
	default:
		p.Step, p.Table = Apply, *line
	}
}

// words goes on to the line of the table that has the next word.
func (p *patcher) words() {
	if p.Step = ReadWords; p.Next >= uint16(p.Request.Patch.Lines)*nos.LineWords || p.Seen >= nos.MostWords {
		p.fails()
	}
}

// fails: the table is malformed.
func (p *patcher) fails() { p.Step, p.Malformed = Answer, true }

// share marks a line without tagged instructions, if it is still here: all versions have it.
func (b *L15) share(r *request) {
	if b.usesEvictedPage(r) {
		return
	}
	if i := b.find(r); i >= 0 && b.lines[i].Valid == ^uint64(0) {
		b.lines[i].Table, b.lines[i].Tables, b.lines[i].Of = r.Patch.Addr, r.Patch.Lines, r.Patch.Line
	}
}

// apply has each side's patcher do what a word of the table says. Words of lines before its own are passed at once, up to the end of the table's line.
func (b *L15) apply() (moved bool) {
	for side := range b.S.Patchers {
		p := &b.S.Patchers[side]
		if p.Step != Apply {
			continue
		}
		moved = true
		own := uint32(p.Request.Patch.Line % nos.GroupLines)
		for {
			word := p.Table[p.Next%nos.LineWords]
			f := isa.UnpackPatchWordEntry(word)
			p.Next++
			p.Seen++
			if f.Line < own && p.Seen < nos.MostWords && p.Next%nos.LineWords != 0 {
				continue
			}
			b.applyWord(p, f.Line, own, word, f.Last)
			break
		}
	}
	return moved
}

// applyWord patches by a word of the table of a line, own is that of the request.
func (b *L15) applyWord(p *patcher, line, own, word uint32, last bool) {
	r := &p.Request
	if line >= own {
		s := b.stateOf(r.Slot, r.Patch.Stage, r.Version)
		if !s.Known {
			b.Break("N4", "a line is to be patched for version %d of the state of stage %d of slot %d, which has not come", r.Version, r.Patch.Stage, r.Slot)
		}
		if line > own || !p.Line.Patch(&p.Words, word, r.Patch.Stage, &s.Words) {
			p.fails()
			return
		}
		if last {
			p.Step = Place
			return
		}
	}
	if p.Next%nos.LineWords == 0 || p.Seen >= nos.MostWords {
		p.words()
	}
}

// placePatched puts the patched line into the cache, and gives it to its thread.
func (b *L15) placePatched(side int, p *patcher) result {
	r := &p.Request
	if b.usesEvictedPage(r) || !b.P.L15SM[r.SM].Ready() {
		return blocked
	}
	i, got := b.place(side, r)
	if i < 0 {
		return got
	}
	l := &b.lines[i]
	l.Kind, l.Stage, l.Version, l.Table, l.Tables, l.Of, l.Valid = Patched, r.Patch.Stage, r.Version, r.Patch.Addr, r.Patch.Lines, r.Patch.Line, ^uint64(0)
	*b.data.Edit(uint32(i)) = p.Words
	b.used(i)
	b.event(WasPatched, l)
	return b.answerPatched(p)
}

// answerPatched gives the thread the line, or tells it why there is none.
func (b *L15) answerPatched(p *patcher) result {
	r := &p.Request
	out := &b.P.L15SM[r.SM]
	if !out.Ready() {
		return blocked
	}
	a := pipe.CodeLine{Slot: r.Slot, Thread: r.Thread, Generation: r.Generation, Addr: r.Addr, NotPresent: p.Missing, Malformed: p.Malformed}
	if !p.Missing && !p.Malformed {
		a.Words = p.Words
	}
	out.Put(a)
	*p = patcher{}
	return accepted
}

// takeState takes a version of the state of a stage. Lines that were patched for it before are dropped, all at once; nobody waits for one, as no thread has the version.
func (b *L15) takeState(c *pipe.CacheCommand) {
	*b.stateOf(c.Slot, c.Stage, c.Version) = stateVersion{true, c.Words}
	for i := range b.lines {
		if l := &b.lines[i]; l.Kind == Patched && l.Slot == c.Slot && l.Stage == c.Stage && l.Version == c.Version {
			b.drop(i)
		}
	}
}

// forgetStates forgets the state of some stages of a slot, with its instructions.
func (b *L15) forgetStates(slot, of uint8) {
	for stage := uint8(firstStage); stage < firstStage+stages; stage++ {
		if of>>stage&1 != 0 {
			clear(b.states[int(slot)*statesOfSlot+int(stage-firstStage)*pipe.StateVersions:][:pipe.StateVersions])
		}
	}
}

// isOfPage tells whether a line lies in a page, or was patched by a table of which a part lies there.
func (l *Line) isOfPage(page uint32) bool { return isOfPage(l.Number, l.Table, l.Tables, page) }

// isOfPage tells whether a page has a line, by its number, or one of the lines of a table.
func isOfPage(number, table uint32, tables uint8, page uint32) bool {
	const shift = pipe.PageShift - lineShift
	first := table / pipe.LineBytes
	return number>>shift == page || tables > 0 && first>>shift <= page && page <= (first+uint32(tables)-1)>>shift
}

// isOfPage tells the same of what the line that a request wants is made of.
func (r *request) isOfPage(page uint32) bool {
	return isOfPage(r.Addr/pipe.LineBytes, r.Patch.Addr, r.Patch.Lines, page)
}

// usesEvictedPage tells whether a page is leaving that has a part of what the line of a request is made of: nothing may be kept of it.
func (b *L15) usesEvictedPage(r *request) bool { return b.S.Phase == Leave && r.isOfPage(b.S.Page) }

// patchedWaits tells whether the patcher of a side has its line, and no room to send it.
func (b *L15) patchedWaits(side int) bool {
	p := &b.S.Patchers[side]
	return (p.Step == Place || p.Step == Answer) && !b.P.L15SM[p.Request.SM].Ready()
}

// repatchPage has lines that are being patched read again of which a part lies in a page: it has left.
func (b *L15) repatchPage(page uint32) {
	for side := range b.S.Patchers {
		if p := &b.S.Patchers[side]; p.Step != NoLine && p.Request.isOfPage(page) {
			p.restart()
		}
	}
}

// repatchSlot has those of a slot read again: instructions and tables are forgotten.
func (b *L15) repatchSlot(slot uint8) {
	for side := range b.S.Patchers {
		if p := &b.S.Patchers[side]; p.Step != NoLine && p.Request.Slot == slot {
			p.restart()
		}
	}
}

// restart has the line read again, when what is on its way has come.
func (p *patcher) restart() {
	if p.Waits {
		p.Again = true
		return
	}
	*p = patcher{Step: ReadLine, Request: p.Request}
}
