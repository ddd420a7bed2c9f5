package inventory

import (
	"reflect"

	"tilemark/hw/blocks/gpc/pm"
)

var pmBlock = Block{
	Type: reflect.TypeFor[pm.PM](), Name: "Pipeline manager",
	Items: []Item{
		{Path: "Phase", What: "what it sends", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Controls", What: "controls of the dispatcher and of the MXU that units execute, and how many of these have answered", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Turn", What: "source whose controls were served last", Kind: Register, Saved: Free, Reset: Never},
		{Path: "Owed", What: "a CTA has got its places since a thread above the break point did", Kind: Register, Saved: Free, Reset: Never},
		{Path: "Waiting", What: "heads of thread requests that have no place yet, one for each side of the break point", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Cut", What: "contexts that are cut, and whose token has not come", Kind: Register, Saved: NotInCTAs, Reset: TokenOn},
		{Path: "Stopped", What: "contexts whose CTAs are saved, so that no other one begins", Kind: Register, Saved: Stays, Reset: Restored},
		{Path: "Awaited", What: "calls of handlers whose end the work distribution is to be told", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Next", What: "thread that a call looks at", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Called", What: "contexts whose token has come after the last call for results", Kind: Register, Saved: NotInCTAs, Reset: NothingOn},
		{Path: "Leaving", What: "contexts whose token was sent on", Kind: Register, Saved: NotInCTAs, Reset: NothingOn},
		{Path: "Tokens", What: "multiprocessors that have acknowledged it", Kind: Register, Saved: NotInCTAs, Reset: NothingOn},
		{Path: "Source", What: "who was served last", Kind: Register, Saved: Free, Reset: Idle},
		{Path: "SM", What: "multiprocessor to which it sends", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Beat", What: "beat that it sends next", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Head", What: "head that it sends", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Launch", What: "CTA whose threads it makes", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Count", What: "threads of this CTA", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Places", What: "their slots", Kind: Register, Saved: Drained, Reset: RequestEnd},
		{Path: "Args", What: "register of a task's arguments that comes next", Kind: Register, Saved: Free, Reset: Next},
		{Path: "Filling", What: "task whose arguments come", Kind: Register, Saved: Free, Reset: Next},
		{Path: "Granules", What: "registers of each multiprocessor that are in use, eight a bit", Kind: Register, Saved: Stays, Reset: ThreadEnd},
		{Path: "Rows", What: "shared memory of each that is in use, 64 bytes a bit", Kind: Register, Saved: Stays, Reset: CTAEnd},
		{Path: "tasks", What: "tasks: kernel, sizes, pin set", Kind: Entry, Saved: Stays, Reset: Next},
		{Path: "args", What: "arguments of tasks", Kind: RAM, Saved: Stays, Reset: Next},
		{Path: "threads", What: "thread slots: whose they are, their registers, whether the thread is saved or comes back", Kind: Entry, Saved: Stays, Reset: ThreadEnd},
		{Path: "ctas", What: "CTA slots: threads that have not ended, those saved, shared memory, place in the grid", Kind: Entry, Saved: Stays, Reset: CTAEnd},
	},
	Outside: []Outside{
		{Path: "cfg", Use: Fixed, What: "the configuration"},
		{Path: "ends", Use: Fixed, What: "which multiprocessors say something of a thread; the domain has the valid bits"},
		{Path: "seldom", Use: Fixed, What: "which of its inputs that seldom have an entry have one; the domain has the valid bits"},
	},
}
