package scheduler

// Finding is a kind of breach.
type Finding uint8

// Findings: what must hold.
const (
	NextContext        Finding = iota // the next context in the lists' order is started, in the first cycle in which it can be
	PinsOfStart                       // header, ring and save area of the context that comes next are pinned
	HeaderRead                        // its header is read, and nothing else of it before
	PinsGivenUp                       // a context that does not run gives back what it has pinned
	CommandTaken                      // a command of the CPU is taken at once, unless entries or flushes wait
	AnswerTaken                       // an answer of the MXU is taken at once
	Release                           // reads of a slot are released when its cut is past the break point
	Flush                             // a page is flushed when the CPU says so
	InterruptServed                   // an interrupt cuts in the first cycle in which nothing holds it
	FaultServed                       // a page fault, or invalid work, cuts in the first cycle in which nothing holds it
	YieldServed                       // a context that has waited csp.wait_yield cycles gives way to others
	SliceEnded                        // a time slice ends in its last cycle
	CutWhileNobodyRuns                // no cut comes while no context runs
	CutAboveToken                     // no cut comes while a token of the cut before is above the break point
	CutHeld                           // no cut comes of a context that is not interruptible, or must make progress first
	YieldTooSoon                      // a context that waits is not cut before its time
	CutTooSoon                        // no cut comes without cause
	EndTooSoon                        // a context ends when its ring has ended or its work makes no sense
	TokenSent                         // INT_END is sent when there is room
	Look                              // a word that is waited for is looked at every csp.tail_poll cycles
	LookAtTail                        // so is the tail of a ring that is read
	EntryWord                         // each word of an entry is what the CPU must be told
	EntryUncalled                     // no entry tells what has not happened
	EntryWritten                      // an entry is written when nothing else is
	RestoreTooSoon                    // RESTORE is not written before the save is complete
	RestoreWritten                    // RESTORE is written in the cycle after that
	SlotFreedTooSoon                  // a slot is not free before its context's save is complete
	SlotFreed                         // it is free in the first cycle in which nothing of it is missing
	Kept                              // the cursor of a cut is kept if the context was interruptible and had come to its restore's place
	PinsUncalled                      // the MXU is asked for nothing else
	PinsOfSave                        // what is pinned for a context is given back when it is saved
	Findings
)
