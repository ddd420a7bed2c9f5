//go:build faults

package fault

var connectionsBugs = []Bug{
	{DumpNotRestarted, "dump-not-restarted", "datapaths", "S4", "the DRQ machine does not begin its next dump at the first register"},
	{DumpOfOwnBlock, "dump-of-own-block", "datapaths", "S4 P7", "the DRQ machine reports TSU's counters as registers of the break point's block"},
	{NeighbourLost, "neighbour-lost", "datapaths", "S9 S4", "a datapath loses the neighbour's item when both neighbours have one"},
	{ProducerNotWoken, "producer-not-woken", "wires", "wake-up", "a FIFO does not wake its producer when an entry is taken"},
	{FullTooLate, "full-too-late", "wires", "T3 P3", "a FIFO takes an entry more than it can hold"},
	{PulseHeld, "pulse-held", "wires", "T9", "a line stays high for two cycles"},
}
