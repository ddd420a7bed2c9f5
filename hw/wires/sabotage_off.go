//go:build !faults

package wires

// This build has no saboteurs: the calls are dropped.

const sabotagedDelay = 0

type saboteur struct{}

func (*saboteur) damage(*link)       {}
func (*saboteur) stick(*counters)    {}
func (*saboteur) delays(uint32) bool { return false }

type lineSaboteur struct{}

func (*lineSaboteur) damage(*lineState) (again bool) { return false }
