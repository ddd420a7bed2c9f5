package pm

import (
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// granules is how many granules so many registers take.
func granules(registers int) int { return (registers + granule - 1) / granule }

// send sends a beat, or chooses what is sent next: sources in turn: above the break point, below it, CTAs of each context.
func (b *PM) send() bool {
	s := &b.S
	switch s.Phase {
	case Forward:
		return b.forward()
	case Threads:
		return b.thread()
	case Token:
		return b.token()
	case Calling:
		return b.call()
	}
	for side := pipe.Sides - 1; side >= 0; side-- {
		if called, moved := b.callResults(side); called {
			return moved
		}
	}
	if b.P.WDUCall.Joined() && b.P.WDUCall.Valid() {
		r := b.P.WDUCall.Head()
		s.Phase, s.Next, s.Beat, s.Stopped[r.Slot] = Calling, 0, 0, true
		return true
	}
	if b.P.EUPPM[pipe.Above].Valid() && s.Waiting[pipe.Above].Beats == 0 && b.P.EUPPM[pipe.Above].Head().Kind == pipe.BeatCut {
		s.Phase, s.SM = Token, 0
		return true
	}
	const sources = pipe.Sides + pipe.Slots
	for n := range uint8(sources) {
		at := (s.Source + 1 + n) % sources
		if at >= pipe.Sides {
			slot := at - pipe.Sides
			if in := &b.P.WDUPM[slot]; in.Joined() && in.Valid() && in.Head().Kind == pipe.TaskLaunch && !s.Stopped[slot] && b.placeCTA(in.Head().Launch()) {
				in.Drop()
				s.Source = at
				return true
			}
			continue
		}
		if s.Waiting[at].Beats == pipe.HeadBeats && !b.discards(int(at)) && b.placeThread(at) {
			s.Source = at
			return true
		}
	}
	if !b.waits() { // turns begin anew
		s.Source = 0
	}
	return false
}

// waits tells whether a source waits for a place.
func (b *PM) waits() bool {
	for slot := range b.P.WDUPM {
		if in := &b.P.WDUPM[slot]; in.Joined() && in.Valid() {
			return true
		}
	}
	return b.S.Waiting[pipe.Above].Beats > 0 || b.S.Waiting[pipe.Below].Beats > 0
}

// takeHead takes a beat of the head of a request.
func (b *PM) takeHead(side int) bool {
	w, in := &b.S.Waiting[side], &b.P.EUPPM[side]
	if b.discards(side) {
		return b.discard(side)
	}
	if w.Beats == pipe.HeadBeats || b.S.Phase == Forward && int(b.S.Source) == side || !in.Valid() || in.Head().Kind == pipe.BeatCut {
		return false
	}
	w.Head.TakeHead(w.Beats, in.Head())
	w.Last = in.Head().Last
	w.Beats++
	in.Drop()
	return true
}

// callResults sends a call for results on to the thread's multiprocessor. A thread that is not there was cancelled.
func (b *PM) callResults(side int) (called, moved bool) {
	in := &b.P.EUPCall[side]
	if !in.Joined() || !in.Valid() {
		return false, false
	}
	c := in.Head()
	if c.Cut {
		b.S.Called[c.Slot] = true
		in.Drop()
		return true, true
	}
	for n := range b.threads {
		if t := &b.threads[n]; t.Used && !t.InCTA && int(t.Side) == side && t.Slot == c.Slot && t.Work == c.Work {
			out := &b.P.PMSM[n/b.cfg.Threads]
			if !out.Ready() {
				return true, false
			}
			out.Put(pipe.CallBeat(c.Slot, uint8(n%b.cfg.Threads), t.Generation))
			break
		}
	}
	in.Drop()
	return true, true
}

// cut notes which slot's context is cut.
func (b *PM) cut() (moved bool) {
	for slot := range b.S.Cut {
		if b.P.Cancel[slot].High() {
			b.S.Cut[slot], moved = true, true
		}
	}
	return moved
}

// discards tells whether the request whose head has come is discarded by a cut. One that has a place goes on to its multiprocessor, which cancels it.
func (b *PM) discards(side int) bool {
	w := &b.S.Waiting[side]
	return side == pipe.Above && w.Beats == pipe.HeadBeats && b.S.Cut[w.Head.Slot] && !(b.S.Phase == Forward && int(b.S.Source) == side)
}

// discard takes a beat of a request that is discarded. EUP is told when that was the last one.
func (b *PM) discard(side int) bool {
	w, in := &b.S.Waiting[side], &b.P.EUPPM[side]
	switch {
	case !w.Last && !in.Valid():
		return false
	case !w.Last:
		w.Last = in.Take().Last
		return true
	case !b.P.PMEUP.Ready():
		return false
	}
	if b.P.Discarded.On() {
		b.P.Discarded.Emit(&w.Head)
	}
	b.P.PMEUP.Put(pipe.ThreadFree{Kind: pipe.PlaceFree, Slot: w.Head.Slot, Side: uint8(side), Work: w.Head.Work})
	*w = waiting{}
	return true
}

// token sends the token of a cut to the next multiprocessor.
func (b *PM) token() bool {
	s := &b.S
	in, out := &b.P.EUPPM[pipe.Above], &b.P.PMSM[s.SM]
	if !out.Ready() {
		return false
	}
	out.Put(*in.Head())
	if s.SM++; int(s.SM) == b.cfg.SMs {
		slot := in.Head().Slot
		s.Cut[slot], s.Leaving[slot] = false, true
		s.Phase, s.SM = Choose, 0
		in.Drop()
	}
	return true
}

// left tells EUP that nothing is left of a context that was cut.
func (b *PM) left() bool {
	s := &b.S
	for slot := range s.Leaving {
		calls := b.P.EUPCall[pipe.Above].Joined() && !s.Called[slot] // a call that comes later would be for the next context's thread
		if !s.Leaving[slot] || int(s.Tokens[slot]) < b.cfg.SMs || calls || !b.P.PMEUP.Ready() || b.has(uint8(slot)) {
			continue
		}
		s.Leaving[slot], s.Tokens[slot], s.Called[slot] = false, 0, false
		b.P.PMEUP.Put(pipe.ThreadFree{Kind: pipe.NothingLeft, Slot: uint8(slot), Side: pipe.Above})
		return true
	}
	return false
}

// has tells whether there are threads of a slot above the break point.
func (b *PM) has(slot uint8) bool {
	for n := range b.threads {
		if t := &b.threads[n]; t.Used && t.Side == pipe.Above && t.Slot == slot {
			return true
		}
	}
	return false
}

// mostNeed is how many granules a thread can need.
const mostNeed = isa.Registers / granule

// granulesFor is how many granules of a multiprocessor a thread of a side can have. Threads above the break point leave the last thread slot of the last
// multiprocessor and some of its registers to what is below, which they may wait for.
func (b *PM) granulesFor(side uint8, sm int) int {
	all := b.cfg.Registers / granule
	if side == pipe.Above && sm == b.cfg.SMs-1 {
		return all - min(mostNeed, all/2)
	}
	return all
}

// ctaWaits tells whether a CTA waits for places: the last multiprocessor then gets no thread above the break point, so that it has room sooner or later. After each CTA that has got its places one such
// thread may come, so that CTAs without end do not keep them waiting.
func (b *PM) ctaWaits() bool {
	for slot := range b.P.WDUPM {
		if in := &b.P.WDUPM[slot]; in.Joined() && in.Valid() && in.Head().Kind == pipe.TaskLaunch && !b.S.Stopped[slot] {
			return !b.S.Owed
		}
	}
	return false
}

// placeThread finds a place for the thread whose head has come: by the number of its work, or the next one that is free.
func (b *PM) placeThread(side uint8) bool {
	s := &b.S
	h := &s.Waiting[side].Head
	need := granules(int(h.Registers) + 1)
	full := uint8(0) // multiprocessors without room for its registers
	at := int(h.Work) % len(b.threads)
	sm, slot := at%b.cfg.SMs-1, at/b.cfg.SMs
	for range b.threads {
		if sm++; sm == b.cfg.SMs {
			if sm, slot = 0, slot+1; slot == b.cfg.Threads {
				slot = 0
			}
		}
		t := &b.threads[sm*b.cfg.Threads+slot]
		if t.Used || full>>sm&1 != 0 {
			continue
		}
		if side == pipe.Above && sm == b.cfg.SMs-1 && slot == b.cfg.Threads-1 {
			continue
		}
		if side == pipe.Above && sm == b.cfg.SMs-1 && b.ctaWaits() {
			continue
		}
		first, ok := room(s.Granules[sm][:], need, b.granulesFor(side, sm))
		if !ok {
			if full |= 1 << sm; full == 1<<b.cfg.SMs-1 {
				return false
			}
			continue
		}
		*t = Thread{Used: true, Side: side, Slot: h.Slot, Work: h.Work, Generation: h.Generation, First: uint16(first), Count: uint8(need)}
		set(s.Granules[sm][:], first, need, true)
		if side == pipe.Above {
			s.Owed = false
		}
		s.Phase, s.SM, s.Beat, s.Head = Forward, uint8(sm), 0, *h
		s.Head.Thread, s.Head.First = uint8(slot), uint16(first*granule)
		b.placed(&s.Head, pipe.Launch{})
		return true
	}
	return false
}

func (b *PM) placed(h *pipe.ThreadHead, l pipe.Launch) {
	if b.P.Placed.On() {
		b.P.Placed.Emit(&Placed{SM: b.S.SM, Head: h, At: l.At, Task: l.Task})
	}
}

// forward sends a beat of a thread request on: the head with the place, and what follows.
func (b *PM) forward() bool {
	s := &b.S
	w := &s.Waiting[s.Source]
	in, out := &b.P.EUPPM[s.Source], &b.P.PMSM[s.SM]
	if !out.Ready() || s.Beat == pipe.HeadBeats && !in.Valid() {
		return false
	}
	beat := out.Slot()
	if s.Beat < pipe.HeadBeats {
		*beat = s.Head.Beat(s.Beat)
		s.Beat++
		beat.Last = w.Last && s.Beat == pipe.HeadBeats
	} else {
		*beat = *in.Head()
		in.Drop()
	}
	out.Push()
	if beat.Last {
		*w = waiting{}
		s.Phase, s.SM, s.Beat, s.Head = Choose, 0, 0, pipe.ThreadHead{}
	}
	return true
}

// placeCTA gives a CTA thread slots, registers, shared memory and a slot of its own, all in one multiprocessor.
func (b *PM) placeCTA(l pipe.Launch) bool {
	k := &b.tasks[l.Task]
	lanes := int(k.Size[0]) * int(k.Size[1]) * int(k.Size[2])
	threads := (lanes + int(k.Lanes) - 1) / int(k.Lanes)
	for n := range b.cfg.SMs {
		if sm := (int(l.Work) + n) % b.cfg.SMs; b.placeIn(sm, l, k, threads) {
			return true
		}
	}
	return false
}

func (b *PM) placeIn(sm int, l pipe.Launch, k *pipe.Task, threads int) bool {
	s := &b.S
	const rowBytes = pipe.LineBytes
	rows, need := (int(k.Shared)+rowBytes-1)/rowBytes, granules(int(k.Registers)+1)
	cta := -1
	for n := range b.cfg.Threads {
		at := (int(l.Work)/b.cfg.SMs + n) % b.cfg.Threads
		if b.ctas[sm*b.cfg.Threads+at].Live == 0 {
			cta = at
			break
		}
	}
	row, ok := room(s.Rows[sm][:], rows, b.cfg.Shared/rowBytes)
	if cta < 0 || !ok {
		return false
	}
	free := 0
	for n := range b.cfg.Threads {
		if at := (int(l.Work)/b.cfg.SMs + n) % b.cfg.Threads; free < threads && !b.threads[sm*b.cfg.Threads+at].Used {
			s.Places[free] = uint8(at)
			free++
		}
	}
	taken := s.Granules[sm]
	firsts := [MaxThreads]uint16{}
	for n := 0; n < threads && free == threads; n++ {
		first, ok := room(taken[:], need, b.cfg.Registers/granule)
		if !ok {
			free = 0
			break
		}
		firsts[n] = uint16(first)
		set(taken[:], first, need, true)
	}
	if free < threads {
		s.Places = [MaxThreads]uint8{}
		return false
	}
	s.Granules[sm] = taken
	set(s.Rows[sm][:], row, rows, true)
	b.ctas[sm*b.cfg.Threads+cta] = CTA{Live: uint8(threads), Task: l.Task, Shared: uint16(row), Rows: uint16(rows), At: l.At}
	for n, at := range s.Places[:threads] {
		b.threads[sm*b.cfg.Threads+int(at)] = Thread{Used: true, InCTA: true, Side: pipe.Below, CTA: uint8(cta), Number: uint8(n), Slot: k.Slot, Work: l.Work, First: firsts[n], Count: uint8(need)}
	}
	s.Phase, s.SM, s.Launch, s.Count, s.Beat, s.Owed = Threads, uint8(sm), l, uint8(threads), 0, true
	s.Head = pipe.ThreadHead{
		Slot: k.Slot, Stage: isa.StageCompute, Lanes: k.Lanes, Set: k.Set, Version: k.Version, Registers: k.Registers, Kernel: k.Kernel, Bytes: k.Bytes, Limit: k.Limit, Scratch: k.Scratch, Live: k.Live,
		CTA: uint8(cta), Threads: uint8(threads), Shared: uint16(row), SharedSize: uint16(rows), SharedRest: uint8(rows*rowBytes - int(k.Shared)), Work: l.Work,
	}
	return true
}

// thread sends a beat of a thread of a CTA: its head, r0, local x, y and z of its lanes, the arguments.
func (b *PM) thread() bool {
	s := &b.S
	out := &b.P.PMSM[s.SM]
	if !out.Ready() {
		return false
	}
	k := &b.tasks[s.Launch.Task]
	if s.Beat == 0 {
		b.beginThread(k)
		b.placed(&s.Head, s.Launch)
	}
	sets := isa.RegisterSet(int(k.Lanes), isa.Bytes(isa.TypeUd))
	args := (int(k.Args) + pipe.RegisterWords - 1) / pipe.RegisterWords
	registers := 1 + 3*sets + args
	var beat pipe.ThreadBeat
	if s.Beat < pipe.HeadBeats {
		beat = s.Head.Beat(s.Beat)
	} else {
		reg := int(s.Beat) - pipe.HeadBeats
		var words [pipe.RegisterWords]uint32
		switch {
		case reg == 0:
			g, at := &k.Grid, &s.Launch.At
			words = [pipe.RegisterWords]uint32{at[0], at[1], at[2], g[0], g[1], g[2], uint32(s.Head.Number), uint32(s.Count)}
		case reg < 1+3*sets:
			b.local(k, (reg-1)/sets, (reg-1)%sets, &words)
		default:
			at := uint32(s.Launch.Task)*argRegisters + uint32(reg-1-3*sets)
			words = *b.args.Half(at)
		}
		beat = pipe.RegisterBeat(k.Slot, &words, reg == registers-1)
	}
	out.Put(beat)
	if s.Beat++; !beat.Last {
		return true
	}
	s.Beat = 0
	if s.Head.Number++; s.Head.Number == s.Count {
		s.Phase, s.SM, s.Launch, s.Count, s.Head, s.Places = Choose, 0, pipe.Launch{}, 0, pipe.ThreadHead{}, [MaxThreads]uint8{}
	}
	return true
}

// beginThread finds what the next thread of a CTA has of its own.
func (b *PM) beginThread(k *pipe.Task) {
	s := &b.S
	h := &s.Head
	h.Thread = s.Places[h.Number]
	h.First = b.threads[int(s.SM)*b.cfg.Threads+int(h.Thread)].First * granule
	lanes := int(k.Size[0])*int(k.Size[1])*int(k.Size[2]) - int(h.Number)*int(k.Lanes)
	h.Active = uint32(uint64(1)<<min(lanes, int(k.Lanes)) - 1)
}

// local is eight lanes of a local coordinate: x runs fastest. Lanes that there are not have 0.
func (b *PM) local(k *pipe.Task, dimension, group int, words *[pipe.RegisterWords]uint32) {
	h := &b.S.Head
	x, y := uint32(k.Size[0]), uint32(k.Size[1])
	for n := range words {
		lane := 8*group + n
		if h.Active>>lane&1 == 0 {
			continue
		}
		at := uint32(h.Number)*uint32(k.Lanes) + uint32(lane)
		words[n] = [3]uint32{at % x, at / x % y, at / x / y}[dimension]
	}
}
