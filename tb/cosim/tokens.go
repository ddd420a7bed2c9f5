package cosim

import (
	"tilemark/hw"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// numTokenFifos is the number of FIFOs that carry INT_END.
const numTokenFifos = 14

// lined tells for the outputs of the blocks above the break point how many cycles
// behind the line nothing but INT_END may come from them; 0: works on.
var lined = map[breakpoint.Place][numTokenFifos]uint64{
	breakpoint.AtTG:  {2: 1, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1},
	breakpoint.AtZL1: {2: 1, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 9: 1, 10: 1, 11: 1},
}

// longestLag is the greatest of them.
const longestLag = 2

// tokenState is what a FIFO has seen of tokens.
type tokenState struct {
	Slot  uint8 // context slot of the entries that follow
	Known bool  // Slot is known: something has come behind the last token
	Count uint32
}

// watchTokens puts a monitor on every FIFO that carries INT_END: each end of a context
// brings one token (T1), behind the line (T2), and nothing of a context comes behind
// its own token or before the one of its predecessor (T3, T4).
func (mon *Monitor) watchTokens(t *hw.Taps) {
	n := 0
	watch(mon, &n, t.Csp, func(e *pipe.Cmd) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Vertex, func(e *pipe.VertexEntry) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Threads, func(e *pipe.Thread) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Eup, func(e *pipe.Shaded) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Tsu, func(e *pipe.Triangle) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Asu, func(e *pipe.Edges) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Depth, func(e *pipe.DepthPlane) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Planes, func(e *pipe.AttributePlanes) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Spans, func(e *pipe.SpanEntry) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Tiles, func(e *pipe.TileEntry) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.ZTiles, func(e *pipe.TileDepth) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Attributes, func(e *pipe.AttributeEntry) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Quads, func(e *pipe.QuadEntry) (pipe.Kind, uint8) { return e.Kind, e.Slot })
	watch(mon, &n, t.Colors, func(e *pipe.ColorEntry) (pipe.Kind, uint8) { return e.Kind, e.Slot })
}

func watch[T any](mon *Monitor, n *int, f *wires.Fifo[T], get func(*T) (pipe.Kind, uint8)) {
	k := *n
	*n++
	name := f.Name()
	lag := lined[mon.m.Config.Place()][k]
	f.OnPut(func(cycle uint64, e *T) {
		kind, slot := get(e)
		s := &mon.s.Tokens[k]
		if s.Known && slot != s.Slot {
			mon.fail("T4", name, "%s of slot %d comes before INT_END of slot %d", kind, slot, s.Slot)
		}
		s.Slot, s.Known = slot, true
		if lag > 0 && kind != pipe.IntEnd && s.Count < mon.s.CutTokens && cycle >= mon.s.PulseAt+lag {
			mon.fail("T4", name, "%s of the interrupted context is put after the line was seen", kind)
		}
		if kind != pipe.IntEnd {
			return
		}
		s.Known = false
		s.Count++
		if s.Count > mon.s.Ended {
			mon.fail("T1", name, "INT_END number %d, but only %d contexts have ended", s.Count, mon.s.Ended)
		}
		if k < 2 && mon.s.Pulsed && cycle <= mon.s.PulseAt {
			mon.fail("T2", name, "INT_END comes before the line can be seen")
		}
	})
}

// checkTokens tells at the end of a run whether every FIFO has seen every token.
func (mon *Monitor) checkTokens() {
	names := [numTokenFifos]string{
		"CSP_FIFO", "VERTEX", "EUP_IN", "EUP_FIFO", "TSU_FIFO", "ASU_FIFO", "ASU_ZL1_FIFO", "AFIFO", "SG_TG", "TG_FIFO", "ZFIFO",
		"ZL1_FIFO", "PS_FIFO", "WB_FIFO",
	}
	for k := range mon.s.Tokens {
		if got := mon.s.Tokens[k].Count; got != mon.s.Ended {
			mon.fail("T1", names[k], "%d INT_END for %d ended contexts", got, mon.s.Ended)
		}
	}
}
