package csp

import "tilemark/hw/pipe"

// careful tells whether the parser sends and reads one step only.
func (f *frontEnd) careful() bool {
	return f.Careful && f.slot().Restoring()
}

// held tells whether a careful parser has sent what makes progress, and waits for it.
func (f *frontEnd) held() bool {
	return f.Stepped && (f.Phase == Parse || f.Phase == Values || f.Phase == Prims) && f.careful()
}

// stepped notes an entry that takes the cursor past the restore's.
func (f *frontEnd) stepped(c *pipe.Cmd) {
	switch from := &f.slot().At; c.Kind {
	case pipe.Prim, pipe.Patch, pipe.EndDraw:
		f.Stepped = true
	case pipe.Head, pipe.Draw, pipe.State, pipe.Fence, pipe.Query, pipe.Blit, pipe.Flush:
		later := c.At.Head != from.Head || c.At.Buffer != from.Buffer || from.Before(&c.At)
		restored := c.Kind == pipe.State && c.RegWrite().Restored
		f.Stepped = f.Stepped || !restored && later
	}
}

// wanted tells whether a stream's next line may be fetched: a careful parser reads a line when
// it needs a word of it. Of a draw that is under way it has read the command whole.
func (f *frontEnd) wanted(s *stream) bool {
	if f.Phase < Parse || !f.careful() {
		return true
	}
	switch f.Phase {
	case Parse, Values, Prims, Poll, Tail:
	default:
		return false
	}
	if f.Phase == Prims && s == &f.Streams[commands] {
		return false
	}
	return s.Words.Len() == 0 && s.Coming == 0 && !f.held()
}
