package monitor

// Miss is why an interrupt of a sweep cut nothing, or why two of them are no pair of cuts.
type Miss uint8

// Misses. Those up to MissRestore follow from what held the interrupt when it was raised.
const (
	MissEarly    Miss = iota // no context had started, so it was acknowledged
	MissSent                 // the CSP had sent the end of the context that executed last
	MissEnded                // the context ended while it was on its way
	MissUncopied             // the context ended, or was stopped, before it was interruptible
	MissToken                // the context ended while the token of the cut before was above the break point
	MissRestore              // the context ended before its restore had made progress
	MissJoined               // of a pair: it came while the first one waited, and one cut served both
	MissFirst                // of a pair: the first one found nothing to cut
	NumMisses
)

var missTexts = [NumMisses]string{
	MissEarly: "came before a context had started", MissSent: "came when the CSP had sent their context's end", MissEnded: "came as their context ended",
	MissUncopied: "came before their context was interruptible, and it ended first",
	MissToken:    "came while a token was above the break point, and their context ended first",
	MissRestore:  "came in a restore that had to make progress, and its context ended first",
	MissJoined:   "came while the first one waited, and were served with it",
	MissFirst:    "came after a first one that found nothing to cut",
}

var missNames = [NumMisses]string{
	MissEarly: "no_context_started", MissSent: "end_sent", MissEnded: "context_ended", MissUncopied: "not_interruptible", MissToken: "token_above", MissRestore: "restore_without_progress",
	MissJoined: "joined_first", MissFirst: "first_cut_nothing",
}

// String says what became of such interrupts.
func (m Miss) String() string { return missTexts[m] }

// Name is the reason as a key, for programs.
func (m Miss) Name() string { return missNames[m] }

// Miss is why an interrupt that is raised now cuts nothing, should it not.
func (mon *Monitor) Miss() Miss {
	switch mon.held() {
	case HoldEnded:
		for i := range mon.s.Contexts {
			if mon.s.Contexts[i].Started {
				return MissSent
			}
		}
		return MissEarly
	case HoldToken:
		return MissToken
	case HoldRestore:
		return MissRestore
	case HoldUncopied:
		return MissUncopied
	}
	return MissEnded
}
