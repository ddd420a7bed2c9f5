package inventory

import (
	"reflect"

	"tilemark/hw/blocks/mxu"
)

var mxuBlock = Block{
	Type: reflect.TypeFor[mxu.MXU](), Name: "MXU, its side of clusters", Stored: true,
	About: "What it has beside its State, for clusters alone. Its State, with pins, translations and flushes, serves the whole machine. Sizes are those for two clusters; the atomic unit has room for its most lines.",
	Items: []Item{
		{Path: "stations.Waiting", What: "requests of a client that are in memory", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "stations.Reads", What: "those that need a place among its answers", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "stations.Written", What: "writes of which it is to be told", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "stations.Search", What: "search for the page of the read at the head of its queue", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "flushes.Ask", What: "caches that are to be asked for a page that leaves its place", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "flushes.Left", What: "caches that were asked and have not answered", Kind: Register, Saved: Drained, Reset: CommandEnd},
		{Path: "atomics.Entries", What: "lines on which atomics are executed", Kind: Cache, Saved: InMemory, Reset: LineDrop},
		{Path: "atomics.Used", What: "their number", Kind: Register, Saved: InMemory, Reset: LineDrop},
		{Path: "atomics.Writes", What: "lines written back that memory has not answered", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "atomics.Reads", What: "lines that memory is to bring", Kind: Register, Saved: Drained, Reset: Answered},
		{Path: "sets", What: "what pin sets of pixel kernels bind: registers of BIND, by slot and number", Kind: Register, Saved: NotInCTAs, Reset: SetEnd},
		{Path: "binding", What: "which of them the clusters are sent, and how far each is", Kind: Register, Saved: NotInCTAs, Reset: CommandEnd},
	},
	Outside: []Outside{
		{Path: "cfg", Use: Fixed, What: "the configuration"},
		{Path: "pages", Use: Fixed, What: "pages of the memory, from the configuration"},
		{Path: "seekers", Use: Fixed, What: "who may need the walker, from the number of clusters"},
		{Path: "asked", Use: Fixed, What: "which clients have a request; the domain has the valid bits"},
		{Path: "cluster", Use: Fixed, What: "which clients of clusters have one"},
		{Path: "drq", Use: Fixed, What: "pointers to state and ports, through which it reports"},
		{Path: "drq.asked", Use: Scratch, What: "a neighbour has a report in this cycle"},
		{Path: "drq.forwarded", Use: Scratch, What: "one went on in this cycle"},
	},
}
