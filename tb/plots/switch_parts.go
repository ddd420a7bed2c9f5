package plots

import (
	"image/color"

	"tilemark/hw/blocks/csp"
	"tilemark/tb/cosim"
)

// part is a part of a switch, as the timeline shows it.
type part int

const (
	partDiscard part = iota
	partDrain
	partSave
	partRestore
	partSkip
	numParts
)

var (
	partNames = [numParts]string{
		"discard (line to INT_END at TG)", "drain and flush", "save to RESTORE", "restore registers", "skip to the cursor",
	}
	partColors = [numParts]color.NRGBA{rgb(0x7b2fa8), rgb(0xe8801a), rgb(0x0b8a94), rgb(0x1f57b5), rgb(0x7fa9ea)}
)

// stretch is a part of a switch in time.
type stretch struct {
	part     part
	from, to uint64
}

// out tells whether the part belongs to the context that leaves.
func (s stretch) out() bool { return s.part <= partSave }

// stretches lists the parts of all switches.
func stretches(l *cosim.Log) (out []stretch) {
	add := func(p part, from, to uint64) {
		if to > from {
			out = append(out, stretch{p, from, to})
		}
	}
	for i := range l.Switches {
		s := &l.Switches[i]
		add(partDiscard, s.Line, s.Line+s.Discarded)
		if s.Drained > 0 {
			add(partDrain, s.Line+s.Discarded, s.Line+s.Drained)
			add(partSave, s.Line+s.Drained, s.Line+s.Saved)
		}
	}
	started, loaded := map[uint32]uint64{}, map[uint32]uint64{}
	for i := range l.Events {
		e := &l.Events[i]
		switch e.Kind {
		case csp.EventStarted:
			started[e.Context] = e.Cycle
		case csp.EventLoaded:
			loaded[e.Context] = e.Cycle
			add(partRestore, started[e.Context], e.Cycle)
		case csp.EventResumed:
			add(partSkip, loaded[e.Context], e.Cycle)
		}
	}
	return out
}
