package sweep

import (
	"math/rand/v2"

	"tilemark/tb/cosim"
)

// exclusion is something that the key of a session leaves out though it changes in a run.
type exclusion struct {
	What   string   // as docs/decisions/0004-futures.md has it
	Covers []string // fields, by type; a type stands for all of its fields
	Why    string   // it cannot matter
	// Carried: reads of other words of the same lines carry it to where nothing looks at it,
	// so digests of a machine show it.
	Carried bool
	// Randomise changes it between two cycles, to anything that it may be.
	Randomise func(s *cosim.Session, r *rand.Rand)
}

// exclusions are all of them. Tests randomise each in running machines, and demand that
// nothing is left out that is not listed here.
var exclusions = []exclusion{
	{
		What: "the clock's cycle, and with it what lies ahead; how long ago the past was",
		Covers: []string{"wires.clock.Cycle", "wires.marks.wakeAt", "wires.clock.nextTimer", "wires.Cycle", "wires.Queue", "wires.Stages", "wires.about.stamps",
			monitors + "PulseAt", monitors + "LastMove", "monitor.DiscardState.Next", "monitor.DiscardState.From", "monitor.DiscardState.Last", "monitor.filling.Last", system + "Due", system + "Steal",
			scheduling + "Due", scheduling + "RunFrom", "scheduler.Times", "scheduler.Entry.Cycle"},
		Why:       "times are compared with the present only, and the key takes them relative to it",
		Randomise: shiftTime,
	},
	{
		What: "which blocks and connections are evaluated next, beyond those that must be",
		Covers: []string{"wires.marks.awake", "wires.marks.timers", "wires.marks.wakeAt", "wires.clock.nextTimer", "wires.marks.touched",
			"wires.link.touched", "wires.link.group", "wires.link.wakeFrom", "wires.link.wakeTo", "wires.marks.groups", "wires.marks.run", "wires.marks.immature", "wires.marks.lines"},
		Why:       "a cycle in which nothing can change changes nothing",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.WakeMore(r) },
	},
	{
		What:      "valid bits that blocks read side by side, and that of all ports of which none is read so",
		Covers:    []string{"wires.marks.valid", "wires.link.validBit"},
		Why:       "each follows from the counters of its FIFO, as guards check; nobody reads the last one",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.SpoilValid(r) },
	},
	{
		What:      "the places of entries in FIFOs and queues, and how many have passed",
		Covers:    []string{"wires.counters", "wires.Queue", "wires.Stages", "wires.Fifo.buf", "wires.about.stamps"},
		Why:       "entries are found by their distance from the oldest",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.Rotate(r) },
	},
	{
		What:      "places of FIFOs and queues that hold no entry",
		Covers:    []string{"wires.Fifo.buf", "wires.about.stamps", "wires.Queue", "wires.Stages"},
		Why:       "an entry is written whole when it is put",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.FillDead(r) },
	},
	{
		What:      "histograms of fill, accounts of activity, the number of evaluated cycles, the last events of probes",
		Covers:    []string{"wires.clock.Evaluated", "wires.fillStats", "wires.meter", "wires.slot.last", "wires.spent", "wires.BlockBase.main", "wires.Probe.last"},
		Why:       "only reports read them",
		Randomise: spoilStatistics,
	},
	{
		What:      "statistics of blocks (fields with the tag `digest:\"-\"`)",
		Covers:    []string{"csp.State.Stats", "csp.Stats", "sm.State.Issues"}, // the rooms of the CSP have a pointer to theirs
		Why:       "only reports read them",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.SpoilTagged(r) },
	},
	{
		What:      "which instructions multiprocessors have decoded, and what they have worked out for the last one",
		Covers:    []string{"sm.decoder", "eu.Result", "eu.Collector", "eu.File", "eu.Write", "sm.SM.retryAt", "sm.SM.unwritten"},
		Why:       "an instruction is decoded from the words of its thread's line buffer when it is not known, and worked out anew when it is issued",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.ForgetDecoded(r) },
	},
	{
		What:      "which pages of memory are shared with snapshots, or are zeros that nobody wrote",
		Covers:    append([]string{"wires.Pages.used"}, writtenPages...),
		Why:       "a shared page is copied before it is written; the sum over memory counts no zeros",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.SharePages(r) },
	},
	{
		What:      "how often snapshots were put back",
		Covers:    []string{"wires.Pages.loads"},
		Why:       "a block forgets what it has found in its pages, and finds the same again",
		Randomise: func(s *cosim.Session, r *rand.Rand) { s.M.CountLoads(r) },
	},
	{
		What:      "headers and save areas, of the machine's own digest; here those words of a running context's header that it writes",
		Covers:    writtenPages,
		Why:       "the key takes them; these are read when a context starts and written when it ends",
		Carried:   true,
		Randomise: spoilHeaders,
	},
	{
		What:      "the context status buffer",
		Covers:    writtenPages,
		Why:       "only the CPU reads it",
		Randomise: spoilStatus,
	},
	{
		What:      "while a context runs: the words of its save area that every cut writes (cursor, registers that the hardware counts)",
		Covers:    writtenPages,
		Why:       "its next cut or end writes them before a restore reads them",
		Randomise: spoilSaveAreas,
	},
	{
		What:      "while a context runs: what the monitors know of its last save",
		Covers:    []string{context + "Saved", "golden.Cursor"},
		Why:       "its next cut or end replaces it",
		Randomise: spoilSaved,
	},
	{
		What: "counts of the monitors, but for their differences",
		Covers: []string{context + "HeadMoves", context + "HeadWrites", context + "Runs", context + "TakenBack", monitors + "Ended",
			monitors + "CutTokens", "monitor.TokenState.Count", monitors + "Cuts", monitors + "TGInts", account + "Put", account + "Taken",
			"monitor.statusState.Put", "monitor.statusState.Got"},
		Why:       "they are compared with each other",
		Randomise: shiftCounts,
	},
	{
		What:      "how many quads the pixel threads of a context had, but for those from the first tile on of which one fails",
		Covers:    []string{"monitor.sizeList", "monitor.MoreSizes"},
		Why:       "which quads a thread has matters to one that fails only",
		Randomise: spoilSizes,
	},
	{
		What:      "of the operating system that maps pages: statistics, what lies after the last mapped page, which frames are used",
		Covers:    []string{system + "Faults", system + "Order", system + "Frame", system + "Used"},
		Why:       "only reports read them, nothing does, or they follow from where the pages are",
		Randomise: spoilSystem,
	},
	{
		What:      "of the driver that schedules: for how long contexts have run, where no policy and no end of a turn looks at it, otherwise but for differences; the numbers of turns, but for their order",
		Covers:    []string{"host.JobState.Ran", "host.JobState.Turn", scheduling + "Turns", scheduling + "RunFrom"},
		Why:       "nothing looks at them, or they are compared with each other",
		Randomise: spoilDriver,
	},
	{
		What: "statistics of the monitors, the cuts that interrupts asked for among them; the slot before a token; the line's time when its tokens have passed; how far the next fill or copy was looked for",
		Covers: []string{monitors + "Worst", account + "Served", "monitor.TokenState.Slot", monitors + "PulseAt",
			monitors + "CutTokens", context + "Blit"},
		Why:       "only reports read them, or what comes next replaces them, or leads to the same",
		Randomise: spoilMonitor,
	},
}

// writtenPages is what changes when something is written into pages, or the same again.
var writtenPages = []string{"wires.Pages.own", "wires.Pages.ownChunks", "wires.Pages.dirty", "wires.chunk", "wires.page"}

// Names in Covers.
const (
	monitors   = "monitor.State."
	context    = "monitor.ContextState."
	account    = "monitor.interruptState."
	system     = "host.SystemState."
	scheduling = "host.DriverState."
)
