package monitor

import (
	"encoding/binary"
	"fmt"

	"tilemark/golden"
	"tilemark/golden/exec"
	"tilemark/hw/blocks/dispatch"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
)

// watchThreads follows what the dispatcher of the pool fills threads with, and which of them cannot go on.
func (mon *Monitor) watchThreads() {
	p := &mon.m.EUP.P
	p.TessEU.Tap().OnTake(mon.vertexTaken)
	p.PSEU.Tap().OnTake(mon.quadTaken)
	p.PSEU.Tap().OnPut(mon.kernelSent)
	p.EUPFifo.Tap().OnPut(mon.threadsEnd)
	p.Closed.Watch(mon.closed)
	p.Written.Watch(mon.stateWritten)
	p.Failed.Watch(mon.threadFailed)
	for _, g := range mon.m.Clusters {
		for k, sm := range g.SMs {
			g.L15.P.L15SM[k].Tap().OnPut(func(_ uint64, l *pipe.CodeLine) { mon.lineFetched(sm.Thread(l.Thread), l, sm.Name()) })
		}
	}
	for i, t := range mon.v.Traces {
		mon.s.Contexts[i].Doubt = t.Doubt()
	}
}

// threadsEnd: INT_END leaves EUP.
func (mon *Monitor) threadsEnd(_ uint64, e *pipe.Shaded) {
	if e.Kind != pipe.IntEnd {
		return
	}
	for n, g := range mon.m.Clusters {
		for k, sm := range g.SMs {
			if left := sm.AboveOf(e.Slot); left > 0 {
				_, _, i := mon.context(e.Slot, "EUP")
				mon.fail(checkThreadsLeft, "EUP", "context %d: INT_END leaves EUP, and multiprocessor %d of cluster %d has %d threads of the context above the break point", i, k, n, left)
			}
		}
	}
}

// filling is the thread of a side of the break point that is being filled.
type filling struct {
	Count  uint8 // primitives or quads
	Slot   uint8
	Domain bool
	X, Y   uint16        // pixels: the tile
	At     golden.Cursor // vertices: of the last primitive
	Last   uint64        // cycle in which it has got the last one
	Closed bool          // it was closed as it got the last one, which is taken at the end of the cycle
}

// mix adds what the monitor will compare with.
func (f *filling) mix(h *digest.Mixer, now uint64) {
	h.Word(uint64(f.Count)<<32 | uint64(f.Slot)<<24 | uint64(f.X)<<12 ^ uint64(f.Y))
	h.Flags(f.Domain, f.Closed)
	h.Place(&f.At)
	if f.Count > 0 {
		h.Word(now - f.Last)
	}
}

// quadTaken: the dispatcher has taken an entry of PS_EU.
func (mon *Monitor) quadTaken(cycle uint64, e *pipe.QuadThread) {
	f := &mon.s.Filling[pipe.Below]
	if now := mon.m.EUP.State(); e.Kind == pipe.State && now != *e.State() {
		mon.fail(checkThreadPacking, "EUP", "quads get kernels with the state %x, PS_EU has %x", now, *e.State())
	}
	if e.Kind != pipe.Quad {
		mon.leftOpen(f, "PS_EU")
		return
	}
	x, y := e.Place()
	if f.Closed { // with this one
		*f = filling{}
		return
	}
	if f.Count > 0 && (f.Slot != e.Slot || f.X != x>>3 || f.Y != y>>3) {
		mon.fail(checkThreadPacking, "EUP", "a quad of slot %d and tile (%d, %d) comes into a thread with quads of slot %d and tile (%d, %d)", e.Slot, x>>3, y>>3, f.Slot, f.X, f.Y)
	}
	*f = filling{Count: f.Count + 1, Slot: e.Slot, X: x >> 3, Y: y >> 3, Last: cycle}
}

// vertexTaken: the dispatcher has taken an entry of TESS_EU. What it discards in a cut comes into no thread.
func (mon *Monitor) vertexTaken(cycle uint64, e *pipe.VertexThread) {
	f := &mon.s.Filling[pipe.Above]
	switch {
	case mon.m.EUP.S.Phase == dispatch.Discard || e.Kind == pipe.IntEnd:
		*f = filling{}
	case e.Kind != pipe.Prim || mon.failedPatch(e):
		mon.leftOpen(f, "TESS_EU")
	case f.Closed: // with this one
		*f = filling{}
	default:
		if f.Count > 0 && !f.joins(e) {
			mon.fail(checkThreadPacking, "EUP", "a primitive of slot %d at %+v comes into a thread with one of slot %d at %+v", e.Slot, e.At, f.Slot, f.At)
		}
		*f = filling{Count: f.Count + 1, Slot: e.Slot, Domain: e.Domain, At: cursorOf(&e.At), Last: cycle}
	}
}

// failedPatch tells whether a primitive gets no thread, since the hull thread of its patch could not go on.
func (mon *Monitor) failedPatch(e *pipe.VertexThread) bool {
	s := &mon.m.EUP.S
	q := &s.Sides[pipe.Above].Order
	return e.Domain && q.Len() > 0 && q.At(q.Len()-1).Fault.Code != 0
}

// joins tells whether a primitive belongs to the same context, draw and kernel as those of a thread, and to the same patch.
func (f *filling) joins(e *pipe.VertexThread) bool {
	at := cursorOf(&e.At)
	if f.Slot != e.Slot || f.Domain != e.Domain || f.At.Head != at.Head || f.At.Buffer != at.Buffer || f.At.Offset != at.Offset {
		return false
	}
	return !f.Domain || f.At.Instance == at.Instance && f.At.Primitive == at.Primitive
}

// leftOpen fails when a thread is still filled after something that ends it.
func (mon *Monitor) leftOpen(f *filling, where string) {
	if f.Count > 0 {
		mon.fail(checkThreadPacking, where, "a thread with %d primitives or quads is still filled after something else has come", f.Count)
	}
	*f = filling{}
}

// closed: a thread gets nothing more. It must be full, or something else has come, or time is over.
func (mon *Monitor) closed(e *dispatch.Closed) {
	f := &mon.s.Filling[e.Side]
	if want := mon.stateOf(e); e.State != want {
		mon.fail(checkThreadPacking, "EUP", "a thread of stage %d in slot %d has a kernel with the state %x, registers have %x", e.Stage, e.Slot, e.State, want)
	}
	if e.Side == pipe.Above && e.Stage == isa.StageHull {
		return
	}
	each := uint8(4) // lanes
	if e.Side == pipe.Above {
		each = 3
	}
	switch {
	case e.Count == f.Count+1: // the last one is being taken
		if f.Closed = true; e.Count != e.Lanes/each && !mon.lastOfGroup(e.Side, uint32(e.Lanes/each)) {
			mon.fail(checkThreadPacking, "EUP", "a thread of %d lanes is closed with %d primitives or quads, and nothing else has come", e.Lanes, e.Count)
		}
	case e.Count != f.Count:
		mon.fail(checkThreadPacking, "EUP", "a thread has %d primitives or quads, but %d have come", e.Count, f.Count)
		*f = filling{}
	default:
		if wait := uint64(mon.m.Config.EUP.FillWait); !mon.othersCome(e.Side, f, uint32(e.Lanes/each)) && mon.m.Cycle() < f.Last+wait {
			mon.fail(checkThreadPacking, "EUP", "a thread of %d lanes is closed with %d primitives or quads after %d cycles, and nothing else has come", e.Lanes, e.Count, mon.m.Cycle()-f.Last)
		}
		*f = filling{}
	}
	if e.Side == pipe.Below {
		c, _, _ := mon.context(e.Slot, "EUP")
		c.Threads.add(e.Count, c.Pos > c.Doubt)
	}
}

// stateOf is what the kernel of a thread depends on that is closed: a write of a register closes threads before it takes effect.
func (mon *Monitor) stateOf(e *dispatch.Closed) (words [pipe.StateWords]uint32) {
	if e.Side == pipe.Below {
		return mon.m.EUP.State()
	}
	first := regs.EUPVertexNos0
	switch e.Stage {
	case isa.StageHull:
		first = regs.EUPHullNos0
	case isa.StageDomain:
		first = regs.EUPDomainNos0
	}
	copy(words[:], mon.m.EUP.S.Regs[e.Slot][first:])
	return words
}

// stateWritten: a version of the state gets other words. No thread may have it.
func (mon *Monitor) stateWritten(e *dispatch.Written) {
	if e.Users > 0 {
		mon.fail(checkThreadPacking, "EUP", "the state that %d threads have is written", e.Users)
	}
}

// lineFetched: a multiprocessor gets a line of a kernel that the machine patches. It is what golden makes of the line in memory, which nothing changes.
func (mon *Monitor) lineFetched(t *sm.Thread, l *pipe.CodeLine, where string) {
	h := &t.Head
	if h.Table == 0 || l.NotPresent || t.Cancelled {
		return
	}
	_, _, i := mon.context(h.Slot, where)
	c := &mon.v.Image.Contexts[i]
	part := func(at, bytes uint32) []byte {
		from := min(uint64(at)+uint64(c.Offset), uint64(len(mon.v.Image.Bytes)))
		return mon.v.Image.Bytes[from:min(from+uint64(bytes), uint64(len(mon.v.Image.Bytes)))]
	}
	var line, got [exec.LineBytes]byte
	copy(line[:], part(l.Addr, exec.LineBytes))
	for n, w := range l.Words {
		binary.LittleEndian.PutUint32(got[4*n:], w)
	}
	const align = exec.LineBytes - 1
	want, ok := exec.PatchLine(&line, int(l.Addr-h.Kernel)/exec.LineBytes, part((h.Kernel+h.Bytes+align)&^align, exec.LineBytes*uint32(h.Table)), exec.Stage(h.Stage), mon.m.EUP.StateOf(h.Slot, h.Stage, h.Version))
	switch {
	case ok == l.Malformed:
		mon.fail(checkPatchedLine, where, "context %d: the line at %#x is said to have a malformed patch table: %t, golden says %t", i, l.Addr, l.Malformed, !ok)
	case ok && got != want:
		mon.fail(checkPatchedLine, where, "context %d: the line at %#x, of a thread with version %d of the state, is %x, expected %x", i, l.Addr, h.Version, got, want)
	}
}

// kernelSent: PS has put something into PS_EU. A quad comes after the kernel with what its registers say.
func (mon *Monitor) kernelSent(_ uint64, e *pipe.QuadThread) {
	r := &mon.m.PS.S.Regs
	switch {
	case e.Kind == pipe.State && *e.State() != [pipe.StateWords]uint32(r[regs.PSPixelNos0:]):
		mon.fail(checkThreadPacking, "PS_EU", "a kernel is sent with the state %x, registers of PS have %x", *e.State(), r[regs.PSPixelNos0:])
	case e.Kind == pipe.Quad && mon.m.PS.S.Changed:
		mon.fail(checkThreadPacking, "PS_EU", "a quad is sent, but not the kernel that registers of PS have")
	}
}

// othersCome tells whether the next thing to come ends a thread.
func (mon *Monitor) othersCome(side int, f *filling, most uint32) bool {
	p := &mon.m.EUP.P
	if side == pipe.Below {
		return p.PSEU.Valid() && p.PSEU.Head().Kind != pipe.Quad
	}
	if !p.TessEU.Valid() {
		return false
	}
	e := p.TessEU.Head()
	at := cursorOf(&e.At)
	return e.Kind != pipe.Prim || !f.joins(e) || workNumber(&at, e.Domain)/most != workNumber(&f.At, f.Domain)/most
}

// lastOfGroup tells whether the primitive that is being taken is the last one that its thread is for: so threads do not depend on where a restore begins.
func (mon *Monitor) lastOfGroup(side int, most uint32) bool {
	if side == pipe.Below {
		return false
	}
	e := mon.m.EUP.P.TessEU.Head()
	at := cursorOf(&e.At)
	return workNumber(&at, e.Domain)%most == most-1 || e.Domain && e.Assembly().More == 0
}

// workNumber is that of a primitive in its draw, or of a triangle in its patch.
func workNumber(at *golden.Cursor, domain bool) uint32 {
	if domain {
		return at.Triangle / triangleIDs
	}
	return at.Primitive
}

// triangleIDs is how many numbers a triangle of a patch has, with those that clipping makes of it.
const triangleIDs = 8

// threadSizes are the numbers of quads of a context's pixel threads.
type threadSizes struct {
	All sizeList
	Sum uint64 // of those from the first tile on in which a thread fails
}

// sizeList are numbers of quads, in order.
type sizeList struct {
	Word   uint64 // the last ones, four bits each, the last one in the lowest
	Count  uint32 // threads
	Before *MoreSizes
}

// MoreSizes are sixteen threads, and those before them. It never changes, so snapshots share it.
type MoreSizes struct {
	Word   uint64
	Before *MoreSizes
}

const sizesOfWord = 16

func (s *threadSizes) add(quads uint8, counts bool) {
	l := &s.All
	l.Word = l.Word<<4 | uint64(quads)
	if l.Count++; l.Count%sizesOfWord == 0 {
		l.Before, l.Word = &MoreSizes{l.Word, l.Before}, 0
	}
	if counts {
		s.Sum = vector.Mark(uint32(s.Sum), s.Sum>>32^uint64(quads))
	}
}

// list returns all of them.
func (l *sizeList) list() []uint8 {
	out := make([]uint8, l.Count)
	n := len(out)
	take := func(word uint64, count int) {
		for range count {
			n--
			out[n] = uint8(word & 15)
			word >>= 4
		}
	}
	take(l.Word, n%sizesOfWord)
	for b := l.Before; b != nil; b = b.Before {
		take(b.Word, sizesOfWord)
	}
	return out
}

// failedThread is a thread that could not go on.
type failedThread struct {
	Reason uint8 // 0: none
	Addr   uint32
}

// reasonOf is what an entry of the context status buffer says of it.
func reasonOf(f pipe.KernelFault) uint8 {
	if f.Code == uint8(eu.LimitReached) {
		return regs.ReasonInstructions
	}
	return regs.ReasonKernel
}

// threadFailed: a thread could not go on. Of a pixel thread nothing is written, so from its tile on time says what is drawn. Of others the first one of a run counts: nothing passes it.
func (mon *Monitor) threadFailed(e *dispatch.Failed) {
	c, _, _ := mon.context(e.Slot, "EUP")
	if e.Side == pipe.Below {
		c.Failures++
		c.Doubt = min(c.Doubt, c.Tile, c.Blend)
	} else if !c.Ahead.Known {
		c.Ahead = aheadThread{Known: true, Count: e.Count, At: cursorOf(&e.At)}
	}
}

// aheadThread is a thread above the break point that could not go on.
type aheadThread struct {
	Known bool
	Count uint8         // primitives in it; 0: a hull thread
	At    golden.Cursor // of the first one
}

// failing: the CSP is told that a thread of a context cannot go on. Whether that is so golden says when it knows how far the context has come.
func (c *ContextState) failing(reason uint8, addr uint32) {
	c.Refused = true
	if c.Failed.Reason == 0 {
		c.Failed = failedThread{reason, addr}
	}
}

// uncertain tells whether a fragment, pixel or write of an event belongs to what time says, since a pixel thread fails; of a prefix of events the last one counts.
func (c *ContextState) uncertain(event int) bool { return event >= c.Doubt }

// uncertainTile finds the tile of a pixel among those of which time says what they draw.
func (mon *Monitor) uncertainTile(c *ContextState, t *golden.Trace, i int, x, y uint16, skip func(*vector.TileInfo) bool) *golden.Event {
	for k := c.Doubt; k < c.Pos; k++ {
		if e := &t.Events[k]; e.Kind == golden.KindTile && e.X == x>>3 && e.Y == y>>3 && e.Mask>>(8*(y&7)+x&7)&1 != 0 {
			if skip(&mon.v.Tiles[i][k]) {
				return nil
			}
			return e
		}
	}
	return nil
}

// threads are those of a context as golden runs them again; nil: which quads a thread has does not count.
func (c *ContextState) threads(t *golden.Trace) *golden.Threads {
	if c.Failed.Reason == 0 && c.Failures == 0 && len(t.Failures) == 0 {
		return nil
	}
	out := &golden.Threads{Quads: c.Threads.All.list()}
	if c.Failed.Reason != 0 && c.Ahead.Known {
		out.Last = &golden.Group{At: c.Ahead.At, Primitives: int(c.Ahead.Count)}
	}
	return out
}

// CheckFailures compares which threads of a context have failed with what golden says of the threads that it has had.
func (mon *Monitor) CheckFailures(i int, failures []golden.Failure) error {
	c := &mon.s.Contexts[i]
	below, found := 0, false
	for k := range failures {
		f := &failures[k]
		if f.Below() {
			below++
		}
		found = found || f.Reason == c.Failed.Reason && f.At == c.Failed.Addr
	}
	wrong := func(format string, args ...any) error {
		if !mon.made.Fails(checkFailedThread) {
			return nil
		}
		return &Mismatch{checkFailedThread.Rules()[0], fmt.Sprintf("context %d: ", i) + fmt.Sprintf(format, args...)}
	}
	switch {
	case c.Failed.Reason == 0 && len(failures) > 0 && !c.Refused:
		return wrong("it ends without a status, golden: %v", &failures[0])
	case c.Failed.Reason != 0 && !found && len(failures) > 0:
		return wrong("a thread is reported to fail at %#x with reason %d, golden: %v", c.Failed.Addr, c.Failed.Reason, &failures[0])
	case c.Failed.Reason != 0 && !found:
		return wrong("a thread is reported to fail at %#x with reason %d, but golden runs all", c.Failed.Addr, c.Failed.Reason)
	case below != int(c.Failures):
		return wrong("%d pixel threads have failed, golden has %d", c.Failures, below)
	}
	return nil
}

// CheckCounts compares what the last save of a context says of fragments with golden's counts, where time says which threads it has had: the trace is of those.
func (mon *Monitor) CheckCounts(i int, t *golden.Trace) error {
	c := &mon.s.Contexts[i]
	if !c.uncertain(c.Saved - 1) {
		return nil
	}
	want := make([]byte, regs.SaveRoomBytes)
	t.SaveAreaAt(c.Saved, c.SavedAt, want)
	for w := range regs.SaveRoomDWords {
		if p := mon.v.Packings[i]; p.Counted(w) {
			a, b := binary.LittleEndian.Uint32(want[4*w:]), mon.host.Memory().ReadWord(mon.v.Image.Contexts[i].SaveArea+4*uint32(w))
			if a != b && mon.made.Fails(checkSaveArea) {
				return &Mismatch{"S4", fmt.Sprintf("context %d: the save area has %#x at %s, golden has %#x with the threads that the context has had", i, b, areaName(p.Packing, w), a)}
			}
		}
	}
	return nil
}
