package states

// State is what a thread, a CTA or a task does. 0 is that there is none.
type State uint8

// States of a thread.
const (
	Gone State = iota
	Waiting
	Discarded
	Placed
	Condemned
	Begun
	Executing
	Fetching
	Sending
	Answering
	Parked
	Barrier
	Stopping
	Stopped
	InTrap
	Saving
	Saved
	Returning
	Entering
	InRestore
	Returned
	Fresh
	Ended
	Told
	Called
	Delivering
	Cancelled
	Cleared
)

// Event is what happens to it, from outside or by its own instruction.
type Event uint8

// Events of a thread.
const (
	Cut Event = iota
	Elsewhere
	Token
	Trap
	Restore
	Missing
	Limit
	Fault
	Last
	Results
	Flush
)

var threadStates = []Named{
	Gone:       {"gone", "the slot has no thread"},
	Waiting:    {"waiting", "its request has come to PM, which has no place for it yet"},
	Discarded:  {"discarded", "its request is discarded by a cut, up to its last beat"},
	Placed:     {"placed", "it has its place; its request is on its way to its multiprocessor, or fills its slot"},
	Condemned:  {"condemned", "the same, after a cut: it is cancelled when it has come"},
	Begun:      {"begun", "its slot is filled, and its first line is on its way"},
	Executing:  {"executing", "its line is there, and none of its messages is on its way"},
	Fetching:   {"fetching", "it waits for the line of its next instruction"},
	Sending:    {"sending", "a message of it is being sent"},
	Answering:  {"answering", "messages of it are not answered; it executes, or waits for them"},
	Parked:     {"parked", "a page that it needs is not in memory: it waits for the cut"},
	Barrier:    {"barrier", "it waits for other threads of its CTA"},
	Stopping:   {"stopping", "the trap handler is called; what it has issued comes to its end"},
	Stopped:    {"stopped", "it waits for others of its CTA, with which it enters the trap handler"},
	InTrap:     {"in trap", "the trap handler executes"},
	Saving:     {"saving", "the trap handler has ended; what it has sent comes to its end, and scratch memory is made 0 where it was not written"},
	Saved:      {"saved", "it is in memory; PM keeps its place"},
	Returning:  {"returning", "PM sends its request again, and the call of the restore handler is to follow"},
	Entering:   {"entering", "the restore handler is called; scratch memory is claimed, and others of its CTA are waited for"},
	InRestore:  {"in restore", "the restore handler executes"},
	Returned:   {"returned", "the restore handler has ended; others of its CTA are waited for"},
	Fresh:      {"back", "it is in its kernel again, and has executed nothing since"},
	Ended:      {"ended", "it executes nothing more; what it has asked for comes to its end, and its scratch lines are forgotten"},
	Told:       {"told", "it has ended, and waits for the call for its results"},
	Called:     {"called", "its results are called for, and none is sent yet"},
	Delivering: {"delivering", "its results are being sent"},
	Cancelled:  {"cancelled", "a cut has ended it; what it has asked for comes to its end, and its scratch lines are forgotten"},
	Cleared:    {"cleared", "its slot is clear, which PM is to learn"},
}

var threadEvents = []Named{
	Cut:       {"cut", "the line EUP_CANCEL of its slot comes, and it is above the break point"},
	Elsewhere: {"cut below", "the same line comes, and it is below the break point"},
	Token:     {"token", "the token of the cut comes to its multiprocessor, and it is above the break point"},
	Trap:      {"trap", "its multiprocessor takes the call of the trap handler for it"},
	Restore:   {"restore", "the same of the restore handler"},
	Missing:   {"missing", "its line, or a message, is answered *not present*. A line ahead that is not there is no event: it is asked for again when it is needed"},
	Limit:     {"limit", "its next instruction would be one more than its limit"},
	Fault:     {"fault", "its next instruction has another fault: opcode, place, mask stack"},
	Last:      {"exit", "it issues its last instruction"},
	Results:   {"results", "its multiprocessor takes the call for its results"},
	Flush:     {"flush", "the level-1.5 cache begins a command, or FLUSH_PAGE"},
}

// Why cells cannot be.
var (
	above      = never("only threads above the break point come here")
	inCTA      = never("only threads of CTAs come here, and they are below the break point")
	once       = never("a context is cut again when nothing is left of the cut before")
	lineFirst  = never("the line has come before the token, and cancelled it")
	tokenWaits = never("the multiprocessor takes the token when nothing of the slot's context is being sent")
	behind     = never("the request comes before the token and before calls, by the same connection")
	noPlace    = never("it has no place, and tokens and calls are for threads that have one")
	uncalled   = never("only threads of CTAs are called")
	callOver   = never("a handler is called when the call before is done")
	savedFirst = never("PM calls the restore handler for threads that are saved, after their request")
	unasked    = never("all that it has asked for has come, or nothing was asked for")
	pinned     = never("pages of what is below the break point are pinned")
	idle       = never("it issues nothing")
	firstLine  = never("its first instruction is not there; a kernel has one, and a limit allows one")
	unlimited  = never("handlers have no limit")
	noEnd      = never("`end` in a restore handler is a fault")
	untold     = never("calls are for threads of which the dispatcher knows that they have ended")
	noResults  = never("threads of CTAs have no results to be called for")
	calledOnce = never("results are called for once")
)

// The cells stand in the order of the events: cut, cut below, token; trap, restore; missing; limit, fault, exit; results, flush.
var threadRows = []Row{
	{Waiting, []State{Placed, Discarded}, []Cell{to(Waiting, Discarded, Gone), nothing, noPlace, noPlace, noPlace, unasked, idle, idle, idle, untold, nothing}},
	{Discarded, []State{Gone}, []Cell{once, above, noPlace, noPlace, noPlace, unasked, idle, idle, idle, untold, nothing}},
	{Placed, []State{Begun}, []Cell{to(Condemned, Cancelled), nothing, lineFirst, behind, behind, unasked, idle, idle, idle, untold, nothing}},
	{Condemned, []State{Cancelled}, []Cell{once, above, behind, uncalled, uncalled, unasked, idle, idle, idle, untold, nothing}},
	{Begun, []State{Executing}, []Cell{to(Cancelled, Cleared), nothing, lineFirst, to(Stopping), savedFirst, to(Parked), firstLine, firstLine, firstLine, untold, nothing}},
	{Executing, []State{Fetching, Sending, Answering, Barrier}, []Cell{
		to(Cancelled, Cleared), nothing, lineFirst, to(Stopping), savedFirst, to(Parked), to(Ended, Told, Cleared), to(Ended, Told, Cleared), to(Ended, Told, Cleared), untold, nothing}},
	{Fetching, []State{Executing, Answering}, []Cell{to(Cancelled, Cleared), nothing, lineFirst, to(Stopping), savedFirst, to(Parked), idle, idle, idle, untold, nothing}},
	{Sending, []State{Answering}, []Cell{to(Cancelled), nothing, lineFirst, to(Stopping), savedFirst, to(Parked), idle, idle, idle, untold, nothing}},
	{Answering, []State{Executing, Fetching, Sending}, []Cell{to(Cancelled), nothing, lineFirst, to(Stopping), savedFirst, to(Parked), to(Ended), to(Ended), to(Ended), untold, nothing}},
	{Parked, nil, []Cell{to(Cancelled, Cleared), above, lineFirst, uncalled, uncalled, to(Parked), idle, idle, idle, untold, nothing}},
	{Barrier, []State{Executing}, []Cell{inCTA, nothing, inCTA, to(Stopping), savedFirst, pinned, idle, idle, idle, noResults, nothing}},
	{Stopping, []State{Stopped, InTrap}, []Cell{inCTA, nothing, inCTA, callOver, savedFirst, pinned, idle, idle, idle, noResults, nothing}},
	{Stopped, []State{InTrap}, []Cell{inCTA, nothing, inCTA, callOver, savedFirst, pinned, idle, idle, idle, noResults, nothing}},
	{InTrap, nil, []Cell{inCTA, nothing, inCTA, callOver, savedFirst, pinned, unlimited, to(Ended, Cleared), to(Saving, Saved), noResults, nothing}},
	{Saving, []State{Saved}, []Cell{inCTA, nothing, inCTA, callOver, savedFirst, pinned, idle, idle, idle, noResults, nothing}},
	{Saved, []State{Returning}, []Cell{inCTA, nothing, inCTA, callOver, behind, pinned, idle, idle, idle, noResults, nothing}},
	{Returning, nil, []Cell{inCTA, nothing, inCTA, callOver, to(Entering), pinned, idle, idle, idle, noResults, nothing}},
	{Entering, []State{InRestore}, []Cell{inCTA, nothing, inCTA, callOver, callOver, pinned, idle, idle, idle, noResults, nothing}},
	{InRestore, []State{Returned, Fresh}, []Cell{inCTA, nothing, inCTA, callOver, callOver, pinned, unlimited, to(Ended, Cleared), noEnd, noResults, nothing}},
	{Returned, []State{Fresh}, []Cell{inCTA, nothing, inCTA, callOver, callOver, pinned, idle, idle, idle, noResults, nothing}},
	{Fresh, []State{Executing, Sending, Answering, Barrier}, []Cell{
		inCTA, nothing, inCTA, callOver, callOver, pinned, to(Ended, Cleared), to(Ended, Cleared), to(Ended, Cleared), noResults, nothing}},
	{Ended, []State{Told, Cleared}, []Cell{to(Cancelled, Cleared), nothing, lineFirst, nothing, savedFirst, to(Parked), idle, idle, idle, untold, nothing}},
	{Told, nil, []Cell{to(Cancelled, Cleared), nothing, lineFirst, uncalled, uncalled, unasked, idle, idle, idle, to(Called), nothing}},
	{Called, []State{Delivering, Cleared}, []Cell{to(Cancelled, Cleared), nothing, lineFirst, uncalled, uncalled, unasked, idle, idle, idle, calledOnce, nothing}},
	{Delivering, []State{Cleared}, []Cell{nothing, nothing, tokenWaits, uncalled, uncalled, unasked, idle, idle, idle, calledOnce, nothing}},
	{Cancelled, []State{Cleared}, []Cell{once, above, nothing, uncalled, uncalled, nothing, idle, idle, idle, nothing, nothing}},
	{Cleared, []State{Gone}, []Cell{nothing, nothing, nothing, nothing, savedFirst, unasked, idle, idle, idle, nothing, nothing}},
}

// Threads is the table of threads.
var Threads = Table{
	Of: "thread", Begins: []State{Waiting, Placed}, States: threadStates, Events: threadEvents, Rows: threadRows,
	Order: []Event{Cut, Missing, Limit, Fault, Last, Trap, Restore, Results},
	Why: "A multiprocessor first looks at the line of a cut, then issues, then takes answers and lines, and at last what PM sends. So a thread that is cancelled issues nothing in the cycle of the line; " +
		"one that issues its last instruction, or has a fault, has ended when a call comes, and waits for the cut when its answer says that a page is missing.",
	Pairs:      [][]Event{{Cut, Limit}, {Cut, Fault}, {Cut, Last}, {Cut, Missing}, {Cut, Results}, {Missing, Limit}, {Missing, Fault}, {Missing, Last}, {Limit, Trap}, {Fault, Trap}, {Last, Trap}},
	Suppressed: []Event{Limit, Fault, Last},
	Unshown:    [][]Event{{Missing, Limit}, {Missing, Fault}, {Missing, Last}},
	Reports: "Reported: a thread that is *told* to PM with ThreadDone, which is ResultsDone for the dispatcher; one that is *cleared* with SlotFree and its fault, which is PlaceFree, or counts for its CTA; " +
		"one that is *saved* with ThreadSaved; after the first instruction of one that is *back* ThreadBack. A request that is *discarded* is PlaceFree, too. When the token has come to each multiprocessor and no thread " +
		"of the slot is left above the break point, PM says NothingLeft.",
}
