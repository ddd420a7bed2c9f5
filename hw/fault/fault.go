// Package fault names the known single-point bugs that the testbench must catch.
// They exist in builds with the tag "faults" only: in every other build On is a
// constant and the compiler drops the code.
package fault

// ID names a bug.
type ID uint8

// Bugs.
const (
	None                ID = iota
	DiscardEndsEarly       // ASU's discard loop ends one entry early
	TileIDOffByOne         // TG reports a tile ID one too high at a cut
	CommitAboveBreak       // TSU reports state writes as committed
	TokenLost              // SG swallows INT_END behind an interrupt
	CounterNotRestored     // ZL2 ignores restored query counters
	NeverCuts              // CSP acknowledges interrupts and goes on
	TileIDLow              // TG reports a tile ID one too low at a cut
	TokenTwice             // SG forwards INT_END twice
	CacheNotFlushed        // WBU keeps dirty lines on INT_END
	RestoreBeforeData      // CSP writes RESTORE before the save data are answered
	TriangleNotSkipped     // TSU ignores the restored triangle ID
	LastRegisterLost       // CSP's restore skips the last register
	FillRuleInclusive      // SG takes every edge as inclusive
	BlendTruncates         // WBU rounds blending down
	PulseIgnoredByASU      // ASU does not see the line
	TGIntLate              // TG sends TG_INT only with INT_END
	CountsWhileSkipping    // TG sends skipped tiles on
	PlaceHoldersKept       // CSP does not take RESTORE back
	HeadNotWritten         // CSP publishes the head at cuts only
	CutWaitsForDraw        // CSP serves interrupts between draws only
	CullFrontIgnored       // TSU culls back faces only
	WideIndexWrong         // CSP starts 32-bit indices at half their offset
	ScissorMinIgnored      // SG starts at pixel 0
	FenceNotFlushed        // WBU writes a fence before the colours
	PinNotTakenBack        // TG forgets a pin that a cut made useless
	RegistersNotReset      // TSU keeps its registers at INT_END
	RejectsTooMuch         // ZL1 takes the greatest stored depth for less than it is
	RangesKept             // ZL1 keeps the depth ranges of a context that has left
	StatsAtOnce            // the break point counts primitives before the cursor is past them
	BlitOtherSlot          // C2D writes as the other slot's registers say
	BlitDiscarded          // CSP starts a fill or copy that a cut has thrown away
	SavedInBlit            // CSP completes a save while C2D works for the context
	LoadPlaceKept          // CSP goes on where a restore was aborted, not at the save area's beginning
	StrayWord              // CSP writes behind the save area when a restore has made progress
	BlitRegistersLost      // CSP's restore gives C2D none of its registers
	IdleTooSoon            // CSP tells that it is idle while a context is still saved
	ReasonTooSoon          // CSP notes why a context stops before the place has passed
	AccessKept             // CSP keeps what a context has written for the next, where a write is not simply stored
	AccessNotRestored      // CSP's restore does not tell what was written there
	LockIgnored            // CSP's writes change locked registers
	ClearStores            // CSP stores what is written to WRITE_MASK_CLEAR
	HalfCleared            // ZL2's strobe clears the low half of its counter
	Count
)

var names = [Count]string{
	"none", "discard-ends-early", "tile-id-off-by-one", "commit-above-break", "token-lost", "counter-not-restored",
	"never-cuts", "tile-id-low", "token-twice", "cache-not-flushed", "restore-before-data", "triangle-not-skipped",
	"last-register-lost", "fill-rule-inclusive", "blend-truncates", "pulse-ignored-by-asu", "tg-int-late",
	"counts-while-skipping", "place-holders-kept", "head-not-written", "cut-waits-for-draw", "cull-front-ignored", "wide-index-wrong",
	"scissor-min-ignored", "fence-not-flushed", "pin-not-taken-back", "registers-not-reset", "rejects-too-much",
	"ranges-kept", "stats-at-once", "blit-other-slot", "blit-discarded", "saved-in-blit",
	"load-place-kept", "stray-word", "blit-registers-lost", "idle-too-soon", "reason-too-soon",
	"access-kept", "access-not-restored", "lock-ignored", "clear-stores", "half-cleared",
}

// String returns the bug's name.
func (id ID) String() string { return names[id] }
