package monitor

import (
	"math/bits"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// watchStores sums up what pixel threads write to bindings, as it goes to level-1.5 caches and to memory: a store that is made a second time with the same
// value shows nowhere else.
func (mon *Monitor) watchStores() {
	mon.m.MXU.P.Executed.Watch(func(e *mxu.Executed) {
		if e.Request.Op == pipe.Atomic {
			mon.s.Atomics[e.Request.Slot] -= hashAtomic(e.Request)
		}
	})
	for _, g := range mon.m.Clusters {
		unit := g.LSU
		write := func(side, access int, slot uint8) {
			unit.EachWrite(side, access, func(of *pipe.MessageHead, w lsu.Write) {
				x := exec.Write{Code: of.Code, Binding: of.Binding, At: w.At, Values: w.Values}
				if of.Code == isa.MessageAtomic {
					x.Operation = of.Operation
				}
				mon.stored(slot, x)
			})
		}
		unit.P.LSUL15[pipe.Below].Tap().OnPut(func(_ uint64, r *pipe.LineRequest) {
			if r.Op == pipe.LineStore {
				write(pipe.Below, int(r.Tag), r.Slot)
			}
		})
		unit.P.LSUReq[pipe.Below].Tap().OnPut(func(_ uint64, r *pipe.MemRequest) {
			if r.Op == pipe.Atomic {
				mon.s.Atomics[r.Slot] += hashAtomic(r)
			}
			side, access := unit.AccessOf(r)
			write(side, access, r.Slot)
		})
		g.Sampler.P.Answered.Watch(func(t *sampler.Took) {
			if t.Head.Code == isa.MessageTexelStore && !t.Missing {
				for range bits.OnesCount32(t.Head.Mask &^ t.Head.Helpers) {
					mon.stored(t.Head.Slot, exec.Write{Code: t.Head.Code, Binding: t.Head.Binding})
				}
			}
		})
	}
}

// hashAtomic is a hash of an atomic request.
func hashAtomic(r *pipe.MemRequest) uint64 {
	h := uint64(r.Addr)<<32 ^ r.Mask
	for _, v := range r.Data {
		h = bits.RotateLeft64(h^uint64(v), 29) * 0xd6e8feb86659fd93
	}
	return h
}

// stored counts a write of a context's pixel thread.
func (mon *Monitor) stored(slot uint8, w exec.Write) {
	c, _, _ := mon.context(slot, "LSU")
	c.Stored.Add(w)
}

// storedAll demands that pixel threads have written what those of all events that have passed the break point write, and nothing else.
func (mon *Monitor) storedAll(slot uint8, when string) {
	c, t, i := mon.context(slot, "LSU")
	if c.uncertain(c.Pos - 1) {
		return
	}
	if mon.s.Atomics[slot] != 0 {
		mon.fail(checkStores, "MXU", "context %d %s: the MXU has not executed each atomic of its threads, or one twice", i, when)
	}
	want := t.Stored(c.Pos)
	switch {
	case c.Stored.Count != want.Count:
		mon.fail(checkStores, "LSU", "context %d %s: its pixel threads have written %d components to bindings, golden's %d", i, when, c.Stored.Count, want.Count)
	case c.Stored != want:
		mon.fail(checkStores, "LSU", "context %d %s: its pixel threads have written other components to bindings than golden's", i, when)
	}
}
