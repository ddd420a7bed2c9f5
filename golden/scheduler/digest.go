package scheduler

import "tilemark/golden"

// Shift puts the times that the state holds by some cycles later.
func (s *State) Shift(by uint64) {
	t := &s.Times
	for _, at := range [...]*uint64{&t.Due, &t.SliceEnd, &t.HoldEnd, &t.NextLook, &t.Deadline, &t.Parsed, &t.Refusal} {
		if *at > 0 {
			*at += by
		}
	}
	for i := range s.Count {
		s.Entries[i].Cycle += by
	}
}

// Words gives all that the state holds, times relative to the last cycle: two states with the same words predict the same. When the model is to be told
// of a cycle in which nothing happens follows from the rest.
func (s *State) Words(now uint64, add func(uint64)) {
	t := &s.Times
	for _, at := range [...]uint64{t.SliceEnd, t.HoldEnd, t.NextLook, t.Deadline, t.Parsed, t.Refusal} {
		add(until(at, now))
	}
	for i := range s.Lists {
		s.Lists[i].words(add)
	}
	for i := range s.Slots {
		s.Slots[i].words(add)
	}
	w, h, r, c := &s.Wishes, &s.Home, &s.Reads, &s.Care
	add(bits(s.Awake, w.Swap, w.Return, w.Other, w.Again, h.Noted, h.Ends, s.Stalled, c.Careful))
	add(pack(s.Walk.List, s.Walk.Index, s.Front, w.Mode, h.Place.List, h.Place.Index, s.Pending, uint8(r.Kind)))
	add(pack(r.Got, s.Yields, s.Flushes, c.Others, c.Headers, s.Part, s.Count, s.Outs<<4|s.Lefts))
	add(uint64(h.First)<<32 | uint64(r.Before))
	add(uint64(r.Under[0])<<32 | uint64(r.Under[1]))
	add(uint64(r.Word)<<32 | uint64(s.Tail))
	for _, w := range r.Packing {
		add(uint64(w))
	}
	add(s.Slice)
	add(uint64(s.Next)<<32 | uint64(c.Whom))
	for _, m := range s.Missed {
		add(m)
	}
	add(uint64(s.Buffer)<<32 | uint64(s.Size))
	add(uint64(s.Sequence))
	for i := range s.Entries {
		s.Entries[i].words(now, add)
	}
}

func (l *list) words(add func(uint64)) {
	for k := range l.Contexts {
		add(uint64(l.Contexts[k])<<32 | uint64(l.Tables[k]))
		add(uint64(l.Slices[k])<<32 | uint64(l.Barred[k])<<8 | bits(l.Held[k]))
	}
	add(uint64(l.Over)<<1 | bits(l.Leave))
}

func (l *life) words(add func(uint64)) {
	add(uint64(l.Facts)<<32 | uint64(l.Context))
	add(uint64(l.Ring)<<32 | uint64(l.Area))
	add(uint64(l.Scratch)<<32 | uint64(l.Shares))
	add(pack(l.Place.List, l.Place.Index, l.Asked, l.Pins, l.Back, l.Cause, l.Reason, l.Client))
	add(pack(l.Heads, uint8(l.Copies), uint8(l.Copies>>8), l.Counters, l.Words, l.Blits, 0, 0))
	add(uint64(l.Addr)<<32 | uint64(uint32(l.From)))
	add(uint64(l.Head)<<32 | uint64(l.Holder))
	add(uint64(l.Writes)<<16 | uint64(l.More))
	cursor(&l.Origin, add)
	cursor(&l.At, add)
}

func (e *Entry) words(now uint64, add func(uint64)) {
	add(pack(e.Kind, e.Cause, e.Reason, e.List, e.Index, e.Client, uint8(bits(e.Kept, e.Careful)), 0))
	add(uint64(e.More))
	add(uint64(e.Context)<<32 | uint64(e.Addr))
	if e.Kind != 0 {
		add(now - e.Cycle)
	}
	cursor(&e.At, add)
}

func cursor(c *golden.Cursor, add func(uint64)) {
	add(uint64(c.Head)<<32 | uint64(c.Buffer))
	add(uint64(c.Offset)<<32 | uint64(c.Instance))
	add(uint64(c.Primitive)<<32 | uint64(c.Triangle))
	add(uint64(c.Tile))
}

// until is how long it is to a cycle, 0 for none; one that is over is as good as the next.
func until(at, now uint64) uint64 {
	if at == 0 {
		return 0
	}
	return 1 + max(at, now) - now
}

func bits(flags ...bool) (w uint64) {
	for i, f := range flags {
		if f {
			w |= 1 << i
		}
	}
	return w
}

func pack(b ...uint8) (w uint64) {
	for i, v := range b {
		w |= uint64(v) << (8 * i)
	}
	return w
}
