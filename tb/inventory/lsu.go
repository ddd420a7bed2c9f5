package inventory

import (
	"reflect"

	"tilemark/hw/blocks/gpc/lsu"
)

var lsuBlock = Block{
	Type: reflect.TypeFor[lsu.LSU](), Name: "Load/store unit",
	Items: []Item{
		{Path: "Sides.Filling", What: "a message of a multiprocessor is being taken; of each side of the break point, like all of Sides", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.SM", What: "which one's", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Entry", What: "into which entry", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Sent", What: "access that was sent to memory last", Kind: Register, Saved: Free, Reset: Never},
		{Path: "Sides.Last", What: "multiprocessor whose message was taken last", Kind: Register, Saved: Free, Reset: Never},
		{Path: "Sides.Order", What: "entries in the order of their messages", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Count", What: "their number", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Writes", What: "accesses that memory is to acknowledge", Kind: Queue, Saved: Drained, Reset: Answered},
		{Path: "Last", What: "side that has sent to memory last", Kind: Register, Saved: Free, Reset: Never},
		{Path: "Scratch", What: "where scratch memory of contexts begins", Kind: Register, Saved: Bound, Reset: Next},
		{Path: "Context", What: "context buffers", Kind: Register, Saved: Bound, Reset: Next},
		{Path: "entries", What: "messages in work", Kind: Entry, Saved: Drained, Reset: MessageEnd},
		{Path: "accesses", What: "lines that are accessed", Kind: Entry, Saved: Drained, Reset: Answered},
		{Path: "registers", What: "addresses, data and answers of messages in work", Kind: RAM, Saved: Drained, Reset: MessageEnd},
		{Path: "bindings", What: "bindings of pin sets", Kind: RAM, Saved: Bound, Reset: Next},
		{Path: "scratch", What: "valid bits of the lines of scratch memory", Kind: RAM, Saved: InMemory, Reset: ThreadEnd},
	},
	Outside: []Outside{{Path: "cfg", Use: Fixed, What: "the configuration"}},
}
