package eup

import (
	"math/bits"

	"tilemark/hw/pipe"
)

// Stage is how far a thread of the pool is.
type Stage uint8

// Stages of a thread.
const (
	NoThread Stage = iota
	Fetching       // the sampler has not answered
	Ready          // it has its data, and no unit yet
	Running        // on a unit
	Retiring       // it has its result, or needs none
)

// OldestPixel tells how far the oldest pixel thread is: the one that PS gets next.
func (b *EUP) OldestPixel() Stage {
	if b.S.Pixels.Len() == 0 {
		return NoThread
	}
	return b.stage(b.S.Pixels.Front())
}

// OldestVertex tells how far the oldest vertex thread is: the one that TSU gets next.
func (b *EUP) OldestVertex() Stage {
	if b.S.Vertices.Len() == 0 {
		return NoThread
	}
	return b.stage(b.S.Vertices.Front())
}

func (b *EUP) stage(t *ticket) Stage {
	s := &b.S
	bit := uint64(1) << t.Thread
	switch {
	case b.retirable(t):
		return Retiring
	case t.Cmd.Kind == pipe.Invalidate:
		return Fetching
	case s.Runnable&bit != 0:
		return Ready
	}
	for set := ^s.FreeUnit & uint32(uint64(1)<<b.cfg.Units-1); set != 0; set &= set - 1 {
		if s.Units[bits.TrailingZeros32(set)].Thread == t.Thread {
			return Running
		}
	}
	return Fetching
}
