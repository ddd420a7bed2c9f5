package l15

// FetchOf tells observers whether the fetch of a thread waits in the cache, and whether for a line that memory has not brought.
func (b *L15) FetchOf(sm, thread uint8, side int) (waits, memory bool) {
	return b.heldOf(side, func(r *request) bool { return r.Fetch && r.SM == sm && r.Thread == thread })
}

// PatchOf tells observers whether a line is being patched for a fetch of a thread, and whether memory has not brought what that takes.
func (b *L15) PatchOf(sm, thread uint8, side int) (patches, memory bool) {
	p := &b.S.Patchers[side]
	patches = p.Step != NoLine && p.Request.SM == sm && p.Request.Thread == thread
	if !patches || !p.Waits {
		return patches, false
	}
	_, memory = b.heldOf(side, func(r *request) bool { return r.Patcher })
	return true, memory
}

// LinesOf tells observers how many lines the cache has of a context slot, in how many of them there is something that was read, and in how many something that memory does not have.
func (b *L15) LinesOf(slot uint8) (lines, read, written int) {
	for i := range b.lines {
		if l := &b.lines[i]; l.Kind != None && l.Slot == slot {
			if lines++; l.Valid != l.Written || l.Miss != 0 {
				read++
			}
			if l.Written != 0 {
				written++
			}
		}
	}
	return lines, read, written
}

// AccessOf tells the same of an access of the load/store unit, by its number.
func (b *L15) AccessOf(tag uint8, side int) (waits, memory bool) {
	return b.heldOf(side, func(r *request) bool { return !r.Fetch && !r.Patcher && r.Tag == tag })
}

func (b *L15) heldOf(side int, is func(r *request) bool) (waits, memory bool) {
	for k := range b.held[side][:b.S.Held[side]] {
		r := &b.held[side][k]
		if !is(r) {
			continue
		}
		for i := range b.misses[side] {
			if m := &b.misses[side][i]; m.Used && !m.Arrived && m.Line == r.Line {
				return true, true
			}
		}
		return true, false
	}
	return false, false
}

// StatesOf tells observers how many versions of the state of stages the cache has of a context slot.
func (b *L15) StatesOf(slot uint8) (n int) {
	for i := range statesOfSlot {
		if b.states[int(slot)*statesOfSlot+i].Known {
			n++
		}
	}
	return n
}
