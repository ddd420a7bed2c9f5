package perfetto

import (
	"fmt"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim/host"
)

// slotTrack shows the context in a slot: one slice for its stay, in it one for what is
// being done for it.
type slotTrack struct {
	track, marks uint64
	doing        string // "" when the slot is free
	cut          uint64 // flow of its cut, 0 when it was not cut
}

// do changes what is done for the context.
func (t *Tracer) do(s *slotTrack, cycle uint64, what string) {
	if s.doing != "" {
		t.w.end(cycle, s.track)
		t.w.begin(cycle, s.track, what, 0)
		s.doing = what
	}
}

// close ends a context's stay.
func (t *Tracer) close(s *slotTrack, cycle uint64) {
	if s.doing != "" {
		t.w.end(cycle, s.track)
		t.w.end(cycle, s.track)
	}
	s.doing, s.cut = "", 0
}

// mark puts a step of a cut on its track, a cycle long.
func (t *Tracer) mark(s *slotTrack, cycle uint64, what string, flow uint64, args ...argument) {
	t.w.begin(cycle, s.marks, what, flow, args...)
	t.w.end(cycle+1, s.marks)
}

// event follows contexts through their slots.
func (t *Tracer) event(e *csp.Event) {
	if t.done {
		return
	}
	s := &t.slots[e.Slot]
	name := fmt.Sprintf("context %d", t.contexts[e.Context])
	switch e.Kind {
	case csp.EventStarted:
		t.close(s, e.Cycle)
		s.doing = "run"
		if e.Restored {
			s.doing = "restore"
		}
		t.w.begin(e.Cycle, s.track, name, 0, argument{name: "header", text: fmt.Sprintf("%#x", e.Context)})
		t.w.begin(e.Cycle, s.track, s.doing, 0)
	case csp.EventLoaded:
		t.do(s, e.Cycle, "skip")
	case csp.EventResumed:
		if s.doing == "skip" {
			t.do(s, e.Cycle, "run")
		}
		t.mark(s, e.Cycle, "RESUMED "+name, t.cutOf[e.Context], place(&e.At)...)
	case csp.EventCut:
		t.cuts++
		s.cut, t.cutOf[e.Context] = t.cuts, t.cuts
		t.mark(s, e.Cycle, "INT "+name, s.cut, argument{name: "cause", text: host.Causes(e.Cause)})
		t.do(s, e.Cycle, "drain")
	case csp.EventEnded:
		t.do(s, e.Cycle, "drain")
	case csp.EventReported:
		if s.cut != 0 {
			t.mark(s, e.Cycle, "cursor reported", s.cut, place(&e.At)...)
		}
	case csp.EventDrained:
		t.do(s, e.Cycle, "save")
		if s.cut != 0 {
			t.mark(s, e.Cycle, "drained", s.cut)
		}
	case csp.EventSaved:
		if s.cut != 0 {
			t.mark(s, e.Cycle, "saved", s.cut)
		}
		t.close(s, e.Cycle)
	}
}

// place shows a cursor beside a slice.
func place(c *pipe.Cursor) []argument {
	return []argument{
		{name: "ring head", n: uint64(c.Head)}, {name: "DMA offset", n: uint64(c.Offset)}, {name: "instance", n: uint64(c.Instance)},
		{name: "primitive", n: uint64(c.Primitive)}, {name: "triangle", n: uint64(c.Triangle)}, {name: "tile", n: uint64(c.Tile)},
	}
}
