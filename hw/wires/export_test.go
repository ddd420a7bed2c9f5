package wires

// Counts gives the ports of a FIFO the tag wakes:"each", or takes it away.
func Counts[T any](f *Fifo[T], puts, takes bool) {
	f.link.eachPut, f.link.eachTake = bit(puts), bit(takes)
}
