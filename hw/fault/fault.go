// Package fault names the known single-point bugs that the testbench must catch.
// They exist in builds with the tag "faults" only: in every other build On is a
// constant and the compiler drops the code. What each of them does stands in the
// tables beside, which that build alone has.
package fault

// Bugs, by block.
const (
	None ID = iota

	// CSP front end
	WideIndexWrong
	ReasonTooSoon
	LockIgnored
	ClearStores
	RingEndPassed
	StaleWordTaken
	HeadTooFar
	BufferEndLost
	RepeatsBeforeCursor
	ValueSkipped
	LengthUnchecked
	LastCommandRefused
	FenceAlignmentUnchecked
	CounterUnchecked
	ShortRestartMissed
	StripParityOfDraw
	FanCentreForgotten
	OddIndexMissed
	RunKept
	PrimitivePassedOver
	WaitPassesEarly
	BlitNotAwaited

	// CSP scheduling
	NeverCuts
	CutWaitsForDraw
	BlitDiscarded
	IdleTooSoon
	DoorbellForgotten
	SwapAtOnce
	ReturnsToFirst
	LeaveIgnored
	HoldForgotten
	StartedWhileSaved
	TableOfNext
	SliceOfRestore
	WaitsKept
	CommandTakenLate
	AnswerTakenLate
	FaultServedLate
	YieldsEarly
	EndsEarly
	TokenLate
	TokenBesideLine
	TailLookLate
	EntryLate
	LineWhileIdle
	MissedKept
	JumpForgotten
	SecondInterruptLost
	CutBesideToken
	CauseOverwritten
	ServedAll
	FaultNotKept
	WriteForgetsFaults
	InterruptLost
	HoldKept
	RestoredUncut
	RestoreFaultInvalid
	UnfitKept
	UnfitTooSoon
	CareKept
	CareForgotten
	CareUntold
	CareReadsAhead
	CareReadsAfterDraw
	CareSendsOn
	CareForHeader
	StarvedWaits
	LateFaultTold
	WaitUncut
	StatusIndexOff
	StatusCauseLost
	StatusCursorLost
	StatusSequenceFirst

	// CSP save and restore
	RestoreBeforeData
	LastRegisterLost
	PlaceHoldersKept
	HeadNotWritten
	SavedInBlit
	LoadPlaceKept
	StrayWord
	BlitRegistersLost
	AccessKept
	AccessNotRestored
	InterruptibleTwice
	ContextUnchecked
	WildHeadTaken
	FieldsSwapped
	LayoutNotWritten
	CountersNotAwaited
	UnpinnedBeforeSeal
	SealedBeforeLast
	FreedBesideUnpin
	FreedLate
	BlitDoneOfFirst

	// DMA
	HalfLine
	SecondWordLost
	AckOfFirst
	AckOfNext
	BurstMiscounted
	BurstEndsEarly
	BurstPastLine
	StaleByteEnables

	// MXU
	AcknowledgedOnce
	TLBSlotIgnored
	TLBKept
	FlushKeepsTLB
	WalkBelieved
	FlushNotDrained
	FrameMoved
	ReleaseKeepsPin
	LineNotPinned
	BlitSourceNotPinned
	PresentIgnored

	// break point
	TileIDOffByOne
	TileIDLow
	CountsWhileSkipping
	PinNotTakenBack
	FaultPasses
	SavesWhileSkipping
	TextureUnpinnedTwice
	DrawNotPinned
	CountsTwice
	MarkIgnored
	ProgressTooSoon

	// TG
	TGIntLate
	LineSeenLate
	NumberKept
	BandEndsEarly
	SkippedNotNumbered

	// SG
	TokenLost
	TokenTwice
	FillRuleInclusive
	ScissorMinIgnored
	ScissorKept
	LastRowMissed
	ScissorMaxInclusive

	// EUP_FRONT
	CancelForgotten
	FrontRegistersKept

	// EUP
	ZombieFreed
	ConstantTooEarly
	TexelsKept
	MirrorOffByOne
	LevelUnaligned
	WeightOffByOne
	TexelAlphaDecoded
	KillsBeforeTexture
	NegativeLight

	// tessellation
	PatchNotDropped
	PatchAnswersForgotten
	EachTriangleConsumes
	PoleNormalLost

	// TSU
	CommitAboveBreak
	TriangleNotSkipped
	CullFrontIgnored
	RegistersNotReset
	CutTriangleSkipped
	SkipsOnward
	MarkTooFar
	RestoreNotMarked
	SnapTruncates
	ViewportNext
	ProjectRoundsTwice

	// clipping
	GuardBandIgnored
	ClipInSingle

	// statistics
	StatsAtOnce
	StatsKeptOverCut

	// ASU
	DiscardEndsEarly
	PulseIgnoredByASU
	BiasClampIgnored
	HalfSentKept
	TokenUnderPressure
	DepthOfFirstCorner

	// ZL1
	PlanesLeft

	// hierarchical z
	RejectsTooMuch
	RangesKept
	StaleBelieved
	AlwaysLowers
	EqualRejected
	StencilScreened

	// ZL2
	CounterNotRestored
	HalfCleared
	QueryBeforeLate
	ZfailAsFail
	BackFaceAsFront
	SaturationWraps
	LateDepthOfPlane
	WritesWhenDisabled
	NeighbourCleared
	CountsCovered
	RejectedStaysPinned

	// PS
	LatePassesAll
	CountsHelpers
	HelpersNotInterpolated

	// WBU
	CacheNotFlushed
	BlendTruncates
	FenceNotFlushed
	BlitNotFlushed
	AlphaFactorOfColor
	SaturateOfSource
	EncodedBlended
	QueryLowTwice
	BlendsBeforeAnswer
	TexturePinKept

	// formats
	HalfTruncates

	// cache
	FlushNotAnswered
	ReplacedInUse

	// C2D
	BlitOtherSlot
	WholeLineWritten
	BlitReportsEarly
	StencilCopied
	BlitRegistersKept
	FillHighLost

	// memory
	LastWordLost

	// datapaths
	DumpNotRestarted
	DumpOfOwnBlock
	NeighbourLost

	// wires
	ProducerNotWoken
	FullTooLate
	PulseHeld

	Count
)
