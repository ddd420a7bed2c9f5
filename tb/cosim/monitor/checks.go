package monitor

import (
	"fmt"
	"strings"
)

// Mismatch is a difference of final memory. Rule is the one that it breaks, Text names context,
// surface and pixel.
type Mismatch struct{ Rule, Text string }

// Error names the rule and what differs.
func (e *Mismatch) Error() string { return "rule " + e.Rule + ": " + e.Text }

// Check is one thing that the testbench demands of a machine. Each can be left out of a run,
// and a test shows of each that nothing else notices some bug or damaged connection (tb/directed/shown_test.go).
type Check uint8

// Checks, in the order of the files that they stand in.
const (
	checkTGIntCount Check = iota
	checkDiscardBeforeTGInt
	checkNextEntry
	checkTileAfterLine
	checkDiscardRate
	checkEntryAfterEnd
	checkNextState
	checkMarkerBack
	checkMarkerOver
	checkNextTile
	checkTokenOrder
	checkWorkAfterLine
	checkTokenCount
	checkCommittedState
	checkResumedElsewhere
	checkCursorOfCut
	checkNextFragment
	checkRejectedTile
	checkNextPixel
	checkNextStore
	checkFenceBeforeAnswers
	checkFenceBeforePixels
	checkBlitOnce
	checkBlitPixels
	checkBlitBeforePixels
	checkBlitUnanswered
	checkFlushEarly
	checkWorkAfterFlush
	checkHeaderBytes
	checkForeignWrite
	checkHoldersTorn
	checkRestoreAfterData
	checkHoldersWrong
	checkHeadUncommitted
	checkUsesUnpinned
	checkStrayUse
	checkRestoreCutAgain
	checkStoppedWrongly
	checkContextStarts
	checkRefusedWrongly
	checkDrainedUnanswered
	checkDrainedUnwritten
	checkDrainedMissing
	checkStores
	checkFlushMode
	checkCachesLeft
	checkHeadsWritten
	checkHoldersKept
	checkHeadOfSave
	checkHoldersOfSave
	checkIdleWithContext
	checkSaveArea
	checkGuardZone
	checkUnfinishedWork
	checkPinnedAtEnd
	checkWorkOfNobody
	checkEntryAltered
	checkEntrySequence
	checkInterruptTaken
	checkFaultElsewhere
	checkMissingPages
	checkFruitlessFaults
	checkCarefulFault
	checkStepFits
	checkHang
	checkScheduleNextContext
	checkSchedulePinsOfStart
	checkScheduleHeaderRead
	checkSchedulePinsGivenUp
	checkScheduleCommandTaken
	checkScheduleAnswerTaken
	checkScheduleRelease
	checkScheduleFlush
	checkScheduleInterruptServed
	checkScheduleFaultServed
	checkScheduleYieldServed
	checkScheduleSliceEnded
	checkScheduleCutWhileNobodyRuns
	checkScheduleCutAboveToken
	checkScheduleCutHeld
	checkScheduleYieldTooSoon
	checkScheduleCutTooSoon
	checkScheduleEndTooSoon
	checkScheduleTokenSent
	checkScheduleLook
	checkScheduleLookAtTail
	checkScheduleEntryWord
	checkScheduleEntryUncalled
	checkScheduleEntryWritten
	checkScheduleRestoreTooSoon
	checkScheduleRestoreWritten
	checkScheduleSlotFreedTooSoon
	checkScheduleSlotFreed
	checkScheduleKept
	checkSchedulePinsUncalled
	checkSchedulePinsOfSave
	checkThreadPacking
	checkThreadsLeft
	checkPatchedLine
	checkFailedThread
	CheckFinalMemory
	numChecks
)

// checks says of each check its name, the rules that a machine breaks that it fails, and what must hold.
var checks = [numChecks]struct{ name, rules, says string }{
	checkTGIntCount:                 {"tg-int-count", "T6", "TG_INT comes once for each cut, before INT_END; none comes when ZL1 is the break point"},
	checkDiscardBeforeTGInt:         {"discard-before-tg-int", "T6", "TG discards nothing before it has sent TG_INT"},
	checkNextEntry:                  {"next-entry", "P3", "what passes the break point is the next event of golden; a triangle ends after its last tile"},
	checkTileAfterLine:              {"tile-after-line", "T6", "no tile passes the break point after the line was seen"},
	checkDiscardRate:                {"discard-rate", "T5", "discarding ends within its bound; a block that discards takes an entry in each cycle in which there is one, from one input after the other"},
	checkEntryAfterEnd:              {"entry-after-end", "P3", "nothing passes the break point after the last event of golden"},
	checkNextState:                  {"next-state", "S9", "state passes the break point in order, with its values"},
	checkMarkerBack:                 {"marker-back", "S8", "a marker is past the cursor"},
	checkMarkerOver:                 {"marker-over", "P3", "a marker passes over nothing that golden draws"},
	checkNextTile:                   {"next-tile", "P3", "a tile that passes the break point is the next one of golden"},
	checkTokenOrder:                 {"token-order", "T4", "work of the next context comes after INT_END of the one before"},
	checkWorkAfterLine:              {"work-after-line", "T4", "a block above the break point puts no work after it has seen the line"},
	checkTokenCount:                 {"token-count", "T1", "every FIFO carries one INT_END for each end of a context"},
	checkCommittedState:             {"committed-state", "S9", "state is committed in order, with its values, when it has passed the break point; all of it is when the machine is idle"},
	checkResumedElsewhere:           {"resumed-elsewhere", "S7", "a restore reports RESUMED once, at its cursor"},
	checkCursorOfCut:                {"cursor-of-cut", "P6", "the cursor of a cut is that of the last event that has passed"},
	checkNextFragment:               {"next-fragment", "P4, P2", "fragments are tested once, in order, with the depths of golden before and after"},
	checkRejectedTile:               {"rejected-tile", "P4, P9", "a tile that is rejected is the next one to be tested, and has no fragment that passes"},
	checkNextPixel:                  {"next-pixel", "P4, P2", "pixels are written once for each fragment, in order, with the colours of golden before and after"},
	checkNextStore:                  {"next-store", "P7", "fences and queries are written once, in order, with the values of golden, after they have passed the break point"},
	checkFenceBeforeAnswers:         {"fence-before-answers", "C7", "a fence is written when memory has answered all before it, and after the fills and copies before it"},
	checkFenceBeforePixels:          {"fence-before-pixels", "C7", "a fence is written when all pixels before it are in memory"},
	checkBlitOnce:                   {"blit-once", "P2, P5", "fills and copies that have passed the break point are executed once, one after the other, before their context is saved; C2D writes for nothing else"},
	checkBlitPixels:                 {"blit-pixels", "P4, P2", "a fill or copy writes the pixels of golden, each once, and no other byte"},
	checkBlitBeforePixels:           {"blit-before-pixels", "C7", "a fill or copy begins when all pixels before it are in memory, and answered"},
	checkBlitUnanswered:             {"blit-unanswered", "P5", "a fill or copy ends when memory has answered its writes"},
	checkFlushEarly:                 {"flush-early", "C7", "a flush is over when it has passed the break point and all pixels before it are blended; one that writes back when they are in memory, and answered, and no cluster has a line of its context"},
	checkWorkAfterFlush:             {"work-after-flush", "C7", "the parser sends nothing of a context before its flush is over, but INT_END"},
	checkHeaderBytes:                {"header-bytes", "S3", "the GPU writes head and place-holders of a header, nothing else"},
	checkForeignWrite:               {"foreign-write", "isolation", "a context writes to its own memory, and to pages of a context only"},
	checkHoldersTorn:                {"holders-torn", "S5", "place-holders are written in one aligned write"},
	checkRestoreAfterData:           {"restore-after-data", "S5", "RESTORE is written when memory has answered all save data"},
	checkHoldersWrong:               {"holders-wrong", "S6", "place-holders are RESTORE and the save area, or, from when the restore has reached its cursor, SKIP and NULL"},
	checkHeadUncommitted:            {"head-uncommitted", "C2", "a head in memory was committed, and heads come in order"},
	checkUsesUnpinned:               {"uses-unpinned", "pin", "the back end uses pinned pages"},
	checkStrayUse:                   {"stray-use", "pin", "a context that has left uses no memory"},
	checkRestoreCutAgain:            {"restore-cut-again", "K1", "of two runs of a context one makes progress"},
	checkStoppedWrongly:             {"stopped-wrongly", "C1", "a context is stopped only where golden stops it"},
	checkContextStarts:              {"context-starts", "C1, S6, K6", "a context that starts is in a run list and in no other slot, restores if it has run and passed INTERRUPTIBLE before, and has its page faults served; with csp.wait_clear wbu the one before is saved"},
	checkRefusedWrongly:             {"refused-wrongly", "C1", "a context is refused only where golden refuses it"},
	checkDrainedUnanswered:          {"drained-unanswered", "P5", "a context is drained when memory has answered all its colours and depths"},
	checkDrainedUnwritten:           {"drained-unwritten", "P5", "a context is drained when all its colours and depths are in memory"},
	checkFlushMode:                  {"flush-mode", "C7", "clusters write back and drop what they have, but at a flush that does not ask for it: then they keep what was written"},
	checkCachesLeft:                 {"caches-left", "C7", "when a fence, a fill or copy, a flush or INT_END goes on in PS, clusters and the atomic unit have nothing that memory does not have; at a flush that writes back and at INT_END they have nothing, of the state of stages either"},
	checkStores:                     {"stores-once", "X3", "pixel threads have written to bindings what golden's have, each lane once, when a flush is over and when a context is drained"},
	checkDrainedMissing:             {"drained-missing", "P5, P7", "all fragments are tested and all pixels, fences and queries written when a context is drained"},
	checkHeadsWritten:               {"heads-written", "C2", "all committed heads are in memory when a save is complete"},
	checkHoldersKept:                {"holders-kept", "S6", "place-holders are taken back when a restore has reached its cursor"},
	checkHeadOfSave:                 {"head-of-save", "C2", "the head in memory is that of the save area"},
	checkHoldersOfSave:              {"holders-of-save", "S6", "place-holders are RESTORE and the save area when a save is complete"},
	checkIdleWithContext:            {"idle-with-context", "C5", "idle is told when no context is in the pipe"},
	checkSaveArea:                   {"save-area", "S4, K1", "a save area is what golden says of the prefix that has passed; only a restore that was cut keeps an older one"},
	checkGuardZone:                  {"guard-zone", "S3", "the zones before and after a save area stay as they were"},
	checkUnfinishedWork:             {"unfinished-work", "P3", "all of the work has passed the break point when the machine is idle"},
	checkPinnedAtEnd:                {"pinned-at-end", "pin", "nothing is pinned when the machine is idle"},
	checkWorkOfNobody:               {"work-of-nobody", "C1", "work belongs to a context that is in a slot"},
	checkEntryAltered:               {"entry-altered", "status", "memory takes entries as the CSP has written them: in order, in whole DWORDs"},
	checkEntrySequence:              {"entry-sequence", "status", "memory takes the sequence number of an entry last"},
	checkInterruptTaken:             {"interrupt-taken", "K2", "the CSP takes each interrupt that the CPU has sent once, and serves or acknowledges it"},
	checkFaultElsewhere:             {"fault-elsewhere", "K6", "a context faults on its own pages"},
	checkMissingPages:               {"missing-pages", "K6", "a fault of a draw's pin set says how many pages of it are missing, any other fault that it is one"},
	checkFruitlessFaults:            {"fruitless-faults", "frames", "page faults without progress are bounded"},
	checkCarefulFault:               {"careful-fault", "frames", "careful runs fault once on each page that golden needs there; entries tell of them when there was no progress"},
	checkStepFits:                   {"step-fits", "frames", "a context is stopped for lack of frames in a careful run, at a step that does not fit; one whose step does not fit does not come to its end"},
	checkHang:                       {"hang", "P3, S5, S9, K1, frames", "a context that is in a slot comes to its next event, its restore to the cursor and past it, its save to its end"},
	checkScheduleNextContext:        {"schedule-next-context", "C4", "the next context in the lists' order is started, in the first cycle in which it can be"},
	checkSchedulePinsOfStart:        {"schedule-pins-of-start", "C4", "header, ring and save area of the context that comes next are pinned"},
	checkScheduleHeaderRead:         {"schedule-header-read", "C5", "its header is read, and nothing else of it before"},
	checkSchedulePinsGivenUp:        {"schedule-pins-given-up", "C5", "a context that does not run gives back what it has pinned"},
	checkScheduleCommandTaken:       {"schedule-command-taken", "K2", "a command of the CPU is taken at once, unless entries or flushes wait"},
	checkScheduleAnswerTaken:        {"schedule-answer-taken", "K6", "an answer of the MXU is taken at once"},
	checkScheduleRelease:            {"schedule-release", "K6", "reads of a slot are released when its cut is past the break point"},
	checkScheduleFlush:              {"schedule-flush", "status", "a page is flushed when the CPU says so"},
	checkScheduleInterruptServed:    {"schedule-interrupt-served", "K2", "an interrupt cuts in the first cycle in which nothing holds it"},
	checkScheduleFaultServed:        {"schedule-fault-served", "K6", "a page fault, or invalid work, cuts in the first cycle in which nothing holds it"},
	checkScheduleYieldServed:        {"schedule-yield-served", "C7", "a context that has waited csp.wait_yield cycles gives way to others"},
	checkScheduleSliceEnded:         {"schedule-slice-ended", "C8", "a time slice ends in its last cycle"},
	checkScheduleCutWhileNobodyRuns: {"schedule-cut-while-nobody-runs", "C1", "no cut comes while no context runs"},
	checkScheduleCutAboveToken:      {"schedule-cut-above-token", "K2, T9", "no cut comes while a token of the cut before is above the break point"},
	checkScheduleCutHeld:            {"schedule-cut-held", "K1", "no cut comes of a context that is not interruptible, or must make progress first"},
	checkScheduleYieldTooSoon:       {"schedule-yield-too-soon", "C7", "a context that waits is not cut before its time"},
	checkScheduleCutTooSoon:         {"schedule-cut-too-soon", "C8", "no cut comes without cause"},
	checkScheduleEndTooSoon:         {"schedule-end-too-soon", "C3, T2", "a context ends when its ring has ended or its work makes no sense; INT_END comes after the line"},
	checkScheduleTokenSent:          {"schedule-token-sent", "T1", "INT_END is sent when there is room"},
	checkScheduleLook:               {"schedule-look", "C7", "a word that is waited for is looked at every csp.tail_poll cycles"},
	checkScheduleLookAtTail:         {"schedule-look-at-tail", "C3", "so is the tail of a ring that is read"},
	checkScheduleEntryWord:          {"schedule-entry-word", "status", "each word of an entry is what the CPU must be told"},
	checkScheduleEntryUncalled:      {"schedule-entry-uncalled", "status", "no entry tells what has not happened"},
	checkScheduleEntryWritten:       {"schedule-entry-written", "status", "an entry is written when nothing else is; none is missing when the machine is idle"},
	checkScheduleRestoreTooSoon:     {"schedule-restore-too-soon", "S5", "RESTORE is not written before the save is complete"},
	checkScheduleRestoreWritten:     {"schedule-restore-written", "S5", "RESTORE is written in the cycle after that"},
	checkScheduleSlotFreedTooSoon:   {"schedule-slot-freed-too-soon", "C1", "a slot is not free before its context's save is complete"},
	checkScheduleSlotFreed:          {"schedule-slot-freed", "C1", "it is free in the first cycle in which nothing of it is missing"},
	checkScheduleKept:               {"schedule-kept", "K1", "the cursor of a cut is kept if the context was interruptible and had come to its restore's place"},
	checkSchedulePinsUncalled:       {"schedule-pins-uncalled", "C1", "the MXU is asked for nothing else"},
	checkSchedulePinsOfSave:         {"schedule-pins-of-save", "C1", "what is pinned for a context is given back when it is saved"},
	checkThreadsLeft:                {"threads-left", "threads", "when INT_END leaves EUP, no multiprocessor has a thread of its context above the break point"},
	checkThreadPacking:              {"thread-packing", "threads", "a thread has what belongs to one context, draw, kernel and version of the state, quads of one tile or triangles of one patch; it is closed when it is full, when something else comes, or after eup.fill_wait cycles"},
	checkPatchedLine:                {"patched-line", "N4", "a line of instructions that a multiprocessor gets is what memory has, patched by the patch table for the state that its thread was filled under"},
	checkFailedThread:               {"failed-thread", "threads", "a context ends with the status that a kernel cannot go on, or is at its limit, if a thread of it does so in golden, at that instruction; as many pixel threads fail as in golden"},
	CheckFinalMemory:                {"final-memory", "P1", "all of memory is that of golden at the end"},
}

// Checks returns all checks.
func Checks() []Check {
	all := make([]Check, numChecks)
	for k := range all {
		all[k] = Check(k)
	}
	return all
}

// CheckNamed returns a check by its name.
func CheckNamed(name string) (Check, error) {
	for k := range checks {
		if checks[k].name == name {
			return Check(k), nil
		}
	}
	return 0, fmt.Errorf("unknown check %q: one of docs/checks.md was expected", name)
}

// String returns the name.
func (k Check) String() string { return checks[k].name }

// Rules returns the rules that a machine breaks that the check refuses, as docs/rules.md has them.
func (k Check) Rules() []string { return strings.Split(checks[k].rules, ", ") }

// Says returns what must hold.
func (k Check) Says() string { return checks[k].says }

// Selection says which checks a run makes, all unless some are left out, and which one has failed.
type Selection struct {
	off       [numChecks]bool // checks that are left out
	failed    Check           // that has stopped the run
	hasFailed bool
}

// Without leaves checks out of the run. What they would have refused is taken for what was
// expected.
func (s *Selection) Without(checks ...Check) {
	for _, k := range checks {
		s.off[k] = true
	}
}

// Only leaves all checks out of the run but one.
func (s *Selection) Only(check Check) {
	for k := range s.off {
		s.off[k] = Check(k) != check
	}
}

// Failed returns the check that has failed; ok tells whether one has.
func (s *Selection) Failed() (check Check, ok bool) { return s.failed, s.hasFailed }

// Fails notes a check that fails, unless it is left out.
func (s *Selection) Fails(check Check) bool {
	if s.off[check] {
		return false
	}
	s.failed, s.hasFailed = check, true
	return true
}
