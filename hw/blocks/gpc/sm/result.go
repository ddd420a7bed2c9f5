package sm

import (
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// Results are what a thread hands to the dispatcher: registers of a vertex, hull or domain thread, or the colours of pixels. They stay in its registers until they are called for.
type Results struct {
	Message uint8  // isa.MessageResult, MessageColor or MessageColorDepth; 0: there are none
	First   uint8  // register
	Count   uint8  // registers
	Lanes   uint32 // of colours: pixels that are written
}

// delivery is the results of a thread that are being sent, a register a cycle.
type delivery struct {
	Active bool
	Thread uint8
	Beat   uint8
}

// output notes a thread's results. Those of several messages lie in one row of registers, in the order of their offsets.
func (t *Thread) output(o *eu.Op, lanes uint32) {
	r := &t.Results
	first, offset, count := row(o)
	*r = Results{Message: o.Message.Code, First: uint8(first - offset), Count: uint8(max(int(r.Count), offset+count)), Lanes: lanes &^ t.Control.Helpers}
}

// row is where the registers of a message of results lie: their first one, its place in the results, and their number.
func row(o *eu.Op) (first, offset, count int) {
	from := o.Payload[0]
	if from.Count == 0 {
		from = o.Payload[1]
	}
	if o.Message.Code == isa.MessageResult {
		offset = int(uint16(o.Message.Offset)) / isa.RegisterSize
	}
	return from.First, offset, from.Count
}

// rowFits tells whether all results lie in the thread's registers, when this message's row is theirs.
func (t *Thread) rowFits(o *eu.Op) bool {
	first, offset, count := row(o)
	return offset <= first && first-offset+max(int(t.Results.Count), offset+count) <= int(t.Head.Registers)+1
}

// delivers tells whether the dispatcher calls for the results of a thread before its slot is free, also when it has none: so their order is kept.
func (b *SM) delivers(n uint8, t *Thread) bool {
	side := t.side()
	if t.Cancelled { // what has begun comes to its end
		d := &b.S.Delivery[side]
		return d.Active && d.Thread == n
	}
	return t.Head.Stage != isa.StageCompute && t.Handler.Phase == NoHandler && b.P.Res[side].Joined()
}

// called notes that the results of a thread are called for. One that was cancelled meanwhile sends none.
func (b *SM) called(beat *pipe.ThreadBeat) {
	n, generation := beat.Called()
	if t := &b.threads[n]; t.Told && !t.Cancelled && t.Head.Generation == generation {
		t.Called = true
		b.S.Uncalled.remove(n)
	}
}

// tell tells the pipeline manager that a thread has ended whose results are to be called for.
func (b *SM) tell(n uint8, t *Thread) {
	t.Told = true
	b.S.Uncalled.add(n)
	b.P.SMPM.Put(pipe.ThreadEnd{Kind: pipe.ThreadDone, Slot: t.Head.Slot, Thread: n, Generation: t.Head.Generation, Fault: uint8(t.Fault), At: t.At})
}

// sendResults sends a beat of a thread's results.
func (b *SM) sendResults(n uint8, t *Thread) (done, moved bool) {
	side := t.side()
	d, out := &b.S.Delivery[side], &b.P.Res[side]
	if d.Active && d.Thread != n || !out.Ready() {
		return false, false
	}
	*d = delivery{Active: true, Thread: n, Beat: d.Beat}
	r := &t.Results
	beat := pipe.ResultBeat{Slot: t.Head.Slot, Head: d.Beat == 0, Last: d.Beat == r.Count}
	if beat.Head {
		beat.SetHead(pipe.ResultHead{Work: t.Head.Work, Set: t.Head.Set, Message: r.Message, Fault: uint8(t.Fault), Lanes: r.Lanes, At: t.At})
	} else {
		f := b.file(t)
		beat.Words = *f.Register(r.First + d.Beat - 1)
	}
	out.Put(beat)
	if d.Beat++; beat.Last {
		*d = delivery{}
	}
	return beat.Last, true
}

// passToken sends the token of a cut after all results of the slot's context that come from above the break point, and tells whether it has. Who has called for some knows by it
// that no more of them come.
func (b *SM) passToken(slot uint8) bool {
	d, out := &b.S.Delivery[pipe.Above], &b.P.Res[pipe.Above]
	switch {
	case !out.Joined():
		return true
	case d.Active && b.threads[d.Thread].Head.Slot == slot, !out.Ready():
		return false
	}
	out.Put(pipe.ResultBeat{Slot: slot, Token: true})
	return true
}
