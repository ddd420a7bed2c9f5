package csp

// SaveStep is what the end of a context still waits for.
type SaveStep uint8

// Steps of a save, in the order in which one makes the next possible.
const (
	SaveNone     SaveStep = iota // no context leaves the slot
	SaveBlit                     // C2D works for it
	SaveCursor                   // the break point has not reported where it was cut
	SaveDrain                    // what is below the break point is not in memory
	SaveToken                    // the break point has not told that INT_END has left it
	SaveCounters                 // registers that the hardware counts are on their way
	SaveFields                   // the cursor is written, a field a cycle
	SaveAnswers                  // memory has not answered all writes of the save area
	SaveFinish                   // nothing: RESTORE is sent, pins are given back, the slot gets free
)

// contextKind is what a context works with: it says who finishes it.
type contextKind uint8

const (
	graphics contextKind = iota // the 3D pipeline
	contextKinds
)

// finisher says what a context that leaves waits for first; SaveFinish: nothing any more. Both look at the
// slot and at nothing else, so that they can be asked in any cycle.
type finisher struct {
	stop func(s *slot) SaveStep // until nothing of the context can start anything
	save func(s *slot) SaveStep // from then on, until all that the context leaves is in memory
}

// finishers has one for each kind of context.
type finishers [contextKinds]finisher

// ownFinishers are those of the machine.
var ownFinishers = finishers{
	graphics: {graphicsStop, graphicsSave},
}

// graphicsStop is over when the break point has said where it has cut the context, and has let INT_END go: what is
// above belongs to the next context.
func graphicsStop(s *slot) SaveStep {
	switch {
	case !s.cutIn():
		return SaveCursor
	case !s.End.Left:
		return SaveToken
	}
	return SaveFinish
}

// graphicsSave is over when all that was committed has been drawn, and cursor, counters and registers are in the
// save area.
func graphicsSave(s *slot) SaveStep {
	switch {
	case s.blitting():
		return SaveBlit
	case !s.End.Drained:
		return SaveDrain
	case s.End.Dumps < counted:
		return SaveCounters
	case s.End.Fields != 0:
		return SaveFields
	case s.Writes != 0:
		return SaveAnswers
	}
	return SaveFinish
}

// awaits is what the slot's context waits for before it goes on from Stop, Save or Sealed.
func (s *slot) awaits(f *finishers) SaveStep {
	switch s.Phase {
	case slotStop:
		return f[s.Kind].stop(s)
	case slotSave:
		return f[s.Kind].save(s)
	case slotSealed:
		if s.Writes != 0 { // RESTORE
			return SaveAnswers
		}
		return SaveFinish
	}
	return SaveNone
}

// Saving tells what the end of a slot's context waits for: why the slot does not get free.
func (b *CSP) Saving(slot uint8) SaveStep {
	s := &b.S.Slots[slot]
	step := s.awaits(&b.ends)
	if s.Phase == slotStop && step == SaveFinish {
		return b.ends[s.Kind].save(s)
	}
	return step
}
