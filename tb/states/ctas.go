package states

// States of a CTA.
const (
	CTAGone State = iota
	CTAWaiting
	CTAHeld
	CTAMade
	CTALive
	CTAStopping
	CTASaved
	CTAComing
)

// Events of a CTA.
const (
	CTACut Event = iota
	CTATrap
	CTARestore
	CTAThreadSaved
	CTAThreadBack
	CTAEnd
	CTAExit
	CTAFaultEnd
	CTAFaultExit
	CTAFlush
)

var ctaStates = []Named{
	CTAGone:     {"gone", "the slot has no CTA"},
	CTAWaiting:  {"waiting", "it is at the head of its WDU_PM, and there is no place for it"},
	CTAHeld:     {"held", "the same, and CTAs of its context are saved: it does not begin"},
	CTAMade:     {"being made", "it has all its places; PM sends the requests of its threads"},
	CTALive:     {"live", "all its threads were sent; none is saved"},
	CTAStopping: {"stopping", "the trap handler is called, and threads of it are not saved"},
	CTASaved:    {"saved", "all its threads are saved that have not ended"},
	CTAComing:   {"coming back", "the restore handler is called for a thread of it, and one has not executed an instruction of its kernel"},
}

var ctaEvents = []Named{
	CTACut:         {"cut", "the line of a cut of its context comes"},
	CTATrap:        {"trap", "PM begins to call the trap handler for its context"},
	CTARestore:     {"restore", "the same of the restore handler"},
	CTAThreadSaved: {"saved", "PM takes that a thread of it is saved"},
	CTAThreadBack:  {"back", "PM takes that a thread of it is back"},
	CTAEnd:         {"end", "PM takes the end of a thread of it, and others are left"},
	CTAExit:        {"exit", "PM takes the end of its last thread"},
	CTAFaultEnd:    {"end by fault", "*end*, by a fault or the limit"},
	CTAFaultExit:   {"exit by fault", "*exit*, by a fault or the limit"},
	CTAFlush:       {"flush", "the level-1.5 cache begins a command, or FLUSH_PAGE"},
}

// Why cells of CTAs cannot be.
var (
	noThreads   = never("no thread of it has begun")
	makesAll    = never("PM sends all threads of a CTA before it takes a call")
	notMade     = never("threads that are not sent yet have not ended")
	notCalled   = never("no handler is called for its threads")
	trapped     = never("the restore handler is called when all CTAs of the context are saved")
	released    = never("CTAs are held until all are back, and trapped again later")
	onlyTrap    = never("the restore handler is not called")
	onlyRestore = never("the trap handler has saved all of it")
	backFirst   = never("PM takes that the last thread is back before it takes its end; without a fault the CTA is live then")
	inMemory    = never("saved threads execute nothing")
)

// The cells stand in the order of the events: cut; trap, restore, saved, back; end, exit, the same by fault; flush.
var ctaRows = []Row{
	{CTAWaiting, []State{CTAMade}, []Cell{nothing, to(CTAHeld), trapped, noThreads, noThreads, noThreads, noThreads, noThreads, noThreads, nothing}},
	{CTAHeld, []State{CTAWaiting}, []Cell{nothing, released, nothing, noThreads, noThreads, noThreads, noThreads, noThreads, noThreads, nothing}},
	{CTAMade, []State{CTALive}, []Cell{nothing, makesAll, makesAll, notCalled, notCalled, to(CTAMade, CTALive), notMade, to(CTAMade, CTALive), notMade, nothing}},
	{CTALive, nil, []Cell{nothing, to(CTAStopping), trapped, notCalled, notCalled, to(CTALive), to(CTAGone), to(CTALive), to(CTAGone), nothing}},
	{CTAStopping, nil, []Cell{
		nothing, released, trapped, to(CTAStopping, CTASaved), onlyTrap, to(CTAStopping, CTASaved), to(CTAGone), to(CTAStopping, CTASaved), to(CTAGone), nothing}},
	{CTASaved, []State{CTAComing}, []Cell{nothing, released, nothing, inMemory, onlyTrap, inMemory, inMemory, inMemory, inMemory, nothing}},
	{CTAComing, nil, []Cell{nothing, released, trapped, onlyRestore, to(CTAComing, CTALive), to(CTAComing), backFirst, to(CTAComing, CTALive), to(CTAGone), nothing}},
}

// CTAs is the table of CTAs.
var CTAs = Table{
	Of: "CTA", Begins: []State{CTAWaiting, CTAHeld, CTAMade}, States: ctaStates, Events: ctaEvents, Rows: ctaRows,
	Order:   []Event{CTAExit, CTAFaultExit, CTATrap, CTARestore, CTAThreadSaved, CTAThreadBack, CTAEnd, CTAFaultEnd},
	Why:     "PM takes one entry of a multiprocessor in a cycle, after it has sent one. What it sends finds threads as they were: a call goes to one that has just ended, too, and its multiprocessor ignores it.",
	Pairs:   [][]Event{{CTAExit, CTATrap}, {CTAFaultExit, CTATrap}, {CTATrap, CTAEnd}, {CTATrap, CTAFaultEnd}},
	Reports: "Reported: CTASaved when it is *saved*; CTAExited with the first fault of its threads when it is *gone*; CallDone when all of the context are saved, or are back.",
}

// States of a task in PM.
const (
	TaskGone State = iota
	TaskComing
	TaskKnown
	TaskRuns
	TaskHeld
)

// Events of a task.
const (
	TaskCut Event = iota
	TaskTrap
	TaskRestore
	TaskDone
	TaskBeat
	TaskLaunch
	TaskExit
	TaskFlush
)

var taskStates = []Named{
	TaskGone:   {"unknown", "PM has no task of this number"},
	TaskComing: {"coming", "some of its beats or arguments have not come"},
	TaskKnown:  {"known", "all of it has come; none of its CTAs has a place"},
	TaskRuns:   {"running", "CTAs of it have places"},
	TaskHeld:   {"held", "CTAs of its context are saved, or come back: none of it begins"},
}

var taskEvents = []Named{
	TaskCut:     {"cut", "the line of a cut of its context comes"},
	TaskTrap:    {"trap", "PM begins to call the trap handler for its context"},
	TaskRestore: {"restore", "the same of the restore handler"},
	TaskDone:    {"done", "PM says that all CTAs of its context are back"},
	TaskBeat:    {"task", "a beat of a task of its number comes, or arguments"},
	TaskLaunch:  {"launch", "a CTA of it gets its place"},
	TaskExit:    {"exit", "a CTA of it exits"},
	TaskFlush:   {"flush", "the level-1.5 cache begins a command, or FLUSH_PAGE"},
}

// Why cells of tasks cannot be.
var (
	follows    = never("launches come after all of their task, by the same connection")
	noCTAs     = never("it has no CTA")
	inUse      = never("a number is given again when no CTA of its task is left")
	notStopped = never("the context's CTAs are not saved")
	isStopped  = never("the context's CTAs are saved already")
	begins     = never("no CTA of a context begins while its CTAs are saved")
)

// The cells stand in the order of the events: cut; trap, restore, done; task, launch, exit; flush.
var taskRows = []Row{
	{TaskComing, nil, []Cell{nothing, nothing, nothing, nothing, to(TaskComing, TaskKnown, TaskHeld), follows, noCTAs, nothing}},
	{TaskKnown, nil, []Cell{nothing, to(TaskHeld), notStopped, notStopped, to(TaskComing), to(TaskRuns), noCTAs, nothing}},
	{TaskRuns, nil, []Cell{nothing, to(TaskHeld), notStopped, notStopped, inUse, to(TaskRuns), to(TaskRuns, TaskKnown), nothing}},
	{TaskHeld, nil, []Cell{nothing, isStopped, nothing, to(TaskKnown, TaskRuns), to(TaskComing), begins, to(TaskHeld), nothing}},
}

// Tasks is the table of tasks.
var Tasks = Table{
	Of: "task", Begins: []State{TaskComing}, States: taskStates, Events: taskEvents, Rows: taskRows,
	Order: []Event{TaskBeat, TaskTrap, TaskRestore, TaskDone, TaskLaunch, TaskExit},
	Why:   "PM takes a beat of a task as the last thing in a cycle, and what a task is counts more than what its context does. A call and a launch are never in one cycle, since PM does one of them.",
	Pairs: [][]Event{{TaskBeat, TaskTrap}, {TaskBeat, TaskRestore}, {TaskBeat, TaskDone}, {TaskTrap, TaskExit}, {TaskLaunch, TaskExit}},
}
