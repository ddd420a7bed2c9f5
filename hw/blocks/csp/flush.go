package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// sendFlush sends a FLUSH down the pipe, where it is committed, and waits. What a cut
// finds above the break point is thrown away and sent again by a restore. One that has
// passed it is over when the context is drained.
func (f *frontEnd) sendFlush(writeBack bool) wires.Activity {
	f.send(pipe.FlushCmd(f.Slot, writeBack, f.behind()))
	f.Phase = Flush
	return wires.Busy
}

// flushed goes on when everything before the flush has ended, and caches have done what it asks for.
func (f *frontEnd) flushed() wires.Activity {
	s := f.slot()
	if !s.Flushed {
		return wires.Waiting
	}
	s.Flushed = false
	return f.done()
}
