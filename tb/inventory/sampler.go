package inventory

import (
	"reflect"

	"tilemark/hw/blocks/gpc/sampler"
)

var samplerBlock = Block{
	Type: reflect.TypeFor[sampler.Sampler](), Name: "Sampler",
	Items: []Item{
		{Path: "Sides.Filling", What: "a message of a multiprocessor is being taken; of each side of the break point, like all of Sides", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.SM", What: "which one's", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Entry", What: "into which entry", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Last", What: "multiprocessor whose message was taken last", Kind: Register, Saved: Free, Reset: Never},
		{Path: "Sides.Order", What: "entries in the order of their messages", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Count", What: "their number", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Work", What: "quads in the order in which they were begun", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Sides.Works", What: "their number", Kind: Register, Saved: Drained, Reset: MessageEnd},
		{Path: "Writes", What: "writes that memory is to acknowledge", Kind: Queue, Saved: Drained, Reset: Answered},
		{Path: "entries", What: "messages in work, with their texture and sampler", Kind: Entry, Saved: Drained, Reset: MessageEnd},
		{Path: "quads", What: "quads in work", Kind: Entry, Saved: Drained, Reset: MessageEnd},
		{Path: "misses", What: "lines on their way, for each side", Kind: Entry, Saved: Drained, Reset: Answered},
		{Path: "lines", What: "which lines are in the texture cache", Kind: Cache, Saved: InMemory, Reset: LineDrop},
		{Path: "data", What: "what is in them", Kind: RAM, Saved: InMemory, Reset: LineDrop},
		{Path: "registers", What: "coordinates, gradients, components and answers of messages in work", Kind: RAM, Saved: Drained, Reset: MessageEnd},
		{Path: "bindings", What: "textures and samplers of pin sets", Kind: RAM, Saved: Bound, Reset: Next},
	},
	Outside: []Outside{{Path: "cfg", Use: Fixed, What: "the configuration"}},
}
