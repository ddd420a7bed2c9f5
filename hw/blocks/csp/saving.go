package csp

// SaveStep is the first thing that the end of a context still waits for, in the order in which
// one makes the next possible.
type SaveStep uint8

// Steps of a save.
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

// Saving tells what the end of a slot's context waits for: why finishSlots does not complete it.
func (b *CSP) Saving(slot uint8) SaveStep {
	s := &b.S.Slots[slot]
	switch {
	case s.Phase != slotDraining && s.Phase != slotSealing:
		return SaveNone
	case s.blitting():
		return SaveBlit
	case !s.CutIn:
		return SaveCursor
	case !s.Drained:
		return SaveDrain
	case !s.Left:
		return SaveToken
	case s.Dumps < counted:
		return SaveCounters
	case s.Step != 0:
		return SaveFields
	case s.Writes != 0:
		return SaveAnswers
	}
	return SaveFinish
}
