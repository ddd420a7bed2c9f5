package scheduler

import "tilemark/golden"

// Words gives all that the state holds, times relative to the last cycle: two states with the
// same words predict the same.
func (s *State) Words(now uint64, add func(uint64)) {
	relative := func(t uint64) {
		if t != 0 {
			t = t - now + 1<<62
		}
		add(t)
	}
	t := &s.Times
	for _, at := range [...]uint64{t.Due, t.SliceEnd, t.NextLook, t.Deadline} {
		relative(at)
	}
	add(uint64(s.Phase)<<56 | uint64(s.Front)<<48 | uint64(s.Pending)<<40 | uint64(s.JumpMode)<<32 | uint64(s.Active)<<24 | uint64(s.Index)<<16 | uint64(s.Above)<<8 | uint64(s.Flushes))
	add(bits(s.Jump, s.Swap, s.Come, s.Bell, s.CSPSent, s.VertexSent, s.InWait, s.Missed, s.Release[0], s.Release[1], s.Back.Valid, s.Care.Careful, s.Halt.Known, s.Halt.Waiting, s.Halt.Passed))
	add(uint64(s.Back.Mode)<<56 | uint64(s.Back.List)<<48 | uint64(s.Back.Index)<<40 | uint64(s.Waits)<<32 | uint64(s.Back.By))
	add(uint64(s.WaitNext)<<32 | uint64(s.Tail))
	add(s.Slice)
	add(uint64(s.Reading[0])<<32 | uint64(s.Reading[1]))
	add(uint64(s.Coming)<<32 | uint64(s.Await.Skip))
	add(uint64(s.Await.Kind)<<24 | uint64(s.Await.Count)<<16 | uint64(s.Await.Got)<<8 | uint64(s.Await.Used))
	for _, w := range s.Await.Words {
		add(uint64(w))
	}
	for i := range s.Lists {
		s.Lists[i].words(add)
	}
	for i := range s.Slots {
		s.Slots[i].words(add)
	}
	add(uint64(s.Halt.Need)<<40 | uint64(s.Halt.Reason)<<32 | uint64(s.Halt.Word))
	place(&s.Halt.At, add)
	add(uint64(s.Care.Others)<<32 | uint64(s.Care.Context))
	for _, w := range s.Care.Missed {
		add(w)
	}
	add(uint64(s.Buffer)<<32 | uint64(s.Size))
	add(uint64(s.Sequence)<<16 | uint64(s.Part)<<8 | uint64(s.Count))
	for i := range s.Entries {
		e := &s.Entries[i]
		add(uint64(e.Kind)<<40 | uint64(e.Cause)<<32 | uint64(e.Reason)<<24 | uint64(e.List)<<16 | uint64(e.Index)<<8 | uint64(e.Client))
		add(bits(e.Kept, e.Careful))
		add(uint64(e.Context)<<32 | uint64(e.Addr))
		relative(e.Cycle)
		place(&e.At, add)
	}
}

func (l *list) words(add func(uint64)) {
	for k := range l.Contexts {
		add(uint64(l.Contexts[k])<<32 | uint64(l.Tables[k]))
		add(uint64(l.Slices[k])<<16 | uint64(l.Stopped[k])<<8 | bits(l.Hold[k]))
	}
	add(uint64(l.Seen)<<8 | bits(l.Leave))
}

func (x *slot) words(add func(uint64)) {
	add(bits(x.Used, x.Front, x.Started, x.Interruptible, x.Copying, x.Announced, x.Restoring, x.Reached, x.Hold, x.Served, x.CutIn, x.Kept, x.Drained, x.Left, x.Blit, x.Sealing))
	add(uint64(x.Dumps)<<56 | uint64(x.Fields)<<48 | uint64(x.Copies)<<32 | uint64(x.Writes))
	add(uint64(x.Context)<<32 | uint64(x.Save))
	add(uint64(x.Ring)<<32 | uint64(x.Head))
	add(uint64(x.Begun))
	add(uint64(x.List)<<56 | uint64(x.Index)<<48 | uint64(x.Cause)<<40 | uint64(x.Reason)<<32 | uint64(x.Client)<<24 | uint64(x.Refused))
	add(uint64(x.Addr)<<32 | uint64(x.Asked)<<16 | uint64(x.Held)<<8 | uint64(x.Given))
	place(&x.InterruptAt, add)
	place(&x.At, add)
}

func place(c *golden.Cursor, add func(uint64)) {
	add(uint64(c.Head)<<32 | uint64(c.Buffer))
	add(uint64(c.Offset)<<32 | uint64(c.Instance))
	add(uint64(c.Primitive)<<32 | uint64(c.Triangle))
	add(uint64(c.Tile))
}

func bits(on ...bool) (w uint64) {
	for _, b := range on {
		w <<= 1
		if b {
			w |= 1
		}
	}
	return w
}

// Shift puts the times that the state holds by some cycles later.
func (s *State) Shift(by uint64) {
	t := &s.Times
	for _, at := range []*uint64{&t.Due, &t.SliceEnd, &t.NextLook, &t.Deadline} {
		if *at != 0 {
			*at += by
		}
	}
	for i := range s.Count {
		s.Entries[i].Cycle += by
	}
}
