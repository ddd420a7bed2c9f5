//go:build !faults

package wires

// This build has no saboteurs: the calls are dropped.

type saboteur struct{}

func (*saboteur) atProducer() bool   { return false }
func (*saboteur) damage(*link)       {}
func (*saboteur) stick(*counters)    {}
func (*saboteur) delay() uint64      { return 0 }
func (*saboteur) delays(uint32) bool { return false }

type lineSaboteur struct{}

func (*lineSaboteur) damage(*lineState) (again bool) { return false }
