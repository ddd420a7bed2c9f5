package inventory

import (
	"reflect"

	"tilemark/hw/blocks/gpc/l15"
)

var l15Block = Block{
	Type: reflect.TypeFor[l15.L15](), Name: "Level-1.5 cache",
	Items: []Item{
		{Path: "Phase", What: "how far a command or the flush of a page is", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Command", What: "this command", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Page", What: "the page that leaves its place", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Next", What: "line to look at", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Held", What: "requests that wait, for each side of the break point", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "Last", What: "input that was served last", Kind: Register, Saved: Free, Reset: Idle},
		{Path: "Ahead", What: "writes that a command waits for", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "Taken", What: "the MXU has taken what came before a command's end", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "Writes", What: "lines that were written, and that memory has not answered", Kind: Queue, Saved: Drained, Reset: Answered},
		{Path: "Evictions", What: "accesses that wait for what was written back before", Kind: Queue, Saved: Drained, Reset: Answered},
		{Path: "Pins", What: "pins that were asked for", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "Stores", What: "stores that wait for their pins", Kind: Queue, Saved: Drained, Reset: Answered},
		{Path: "Patchers", What: "lines that are being patched, for each side of the break point", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "states", What: "state of the stages of each slot, in versions, for which lines are patched", Kind: Entry, Saved: Bound, Reset: LineDrop},
		{Path: "lines", What: "which lines are here, and their bytes that are here and that memory does not have", Kind: Cache, Saved: InMemory, Reset: LineDrop},
		{Path: "misses", What: "lines on their way, for each side", Kind: Entry, Saved: Drained, Reset: Answered},
		{Path: "held", What: "requests that wait for lines, for each side", Kind: Entry, Saved: Drained, Reset: Answered},
		{Path: "data", What: "what is in lines", Kind: RAM, Saved: InMemory, Reset: LineDrop},
	},
	Outside: []Outside{
		{Path: "cfg", Use: Fixed, What: "the configuration"},
		{Path: "asked", Use: Fixed, What: "which inputs have an entry; the domain has the valid bits"},
	},
}
