package monitor

import (
	"fmt"

	"tilemark/hw"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/text/number"
)

// maxTokenFifos is the most FIFOs that carry INT_END.
const maxTokenFifos = 64

// lags tells for blocks that see the line, or one that a block raises which sees it, how many cycles after the line
// they send nothing but INT_END; others work on. TG announces the end first where it is the break point.
func lags(m *hw.Machine) map[wires.Block]uint64 {
	lag := map[wires.Block]uint64{m.CSP: 0}
	for _, l := range m.Lines() {
		from, to := l.Ends()
		for _, b := range to {
			lag[b] = lag[from] + 1
		}
	}
	delete(lag, m.CSP)
	if m.Config.Place() == breakpoint.AtTG {
		delete(lag, m.TG)
	}
	return lag
}

// longestLag is the greatest of them.
const longestLag = 2

// tokenFifo is a FIFO that carries INT_END.
type tokenFifo struct {
	wires.View
	lag   uint64 // see lags; 0: works on
	aside bool   // it is no part of the pipe, but leads to C2D, which the next context may use meanwhile
}

// TokenState is what a FIFO has seen of tokens.
type TokenState struct {
	Slot  uint8 // context slot of the entries that follow
	Known bool  // Slot is known: something has come after the last token
	Count uint32
}

// watchTokens puts a monitor on every FIFO that carries INT_END: each end of a context
// brings one token (T1), after the line (T2), and nothing of a context comes after
// its own token or before the one of its predecessor (T3, T4).
func (mon *Monitor) watchTokens() {
	m := mon.m
	lag := lags(m)
	for _, v := range m.Views() {
		if !hw.Carries(v.Name(), pipe.IntEnd) {
			continue
		}
		k := len(mon.fifos)
		from, to := v.Ends()
		f := tokenFifo{View: v, lag: lag[from], aside: to == wires.Block(m.C2D)}
		mon.fifos = append(mon.fifos, f)
		if f.aside {
			v.ObserveTakes(func(_ uint64, e any) { mon.aside(k, e.(pipe.Carrier)) })
		} else {
			v.Observe(func(cycle uint64, e any) { mon.piped(k, cycle, e.(pipe.Carrier)) })
		}
	}
	if n := len(mon.fifos); n > maxTokenFifos {
		panic(fmt.Sprintf("%d FIFOs carry INT_END; the monitor remembers tokens of %d at most", n, maxTokenFifos))
	}
}

// piped is called for each entry that is put into a FIFO of the pipe. A token that is lost
// there never reaches the next one.
func (mon *Monitor) piped(k int, cycle uint64, e pipe.Carrier) {
	kind, slot := e.Type(), e.Of()
	f, s := &mon.fifos[k], &mon.s.Tokens[k]
	if s.Known && slot != s.Slot {
		mon.fail(checkTokenOrder, f.Name(), "%s of slot %d comes before INT_END of slot %d", kind, slot, s.Slot)
	}
	s.Slot, s.Known = slot, true
	if f.lag > 0 && kind != pipe.IntEnd && s.Count < mon.s.CutTokens && cycle >= mon.s.PulseAt+f.lag {
		mon.fail(checkWorkAfterLine, f.Name(), "%s of the interrupted context is put after the line was seen", kind)
	}
	if kind != pipe.IntEnd {
		return
	}
	s.Known = false
	mon.token(k)
}

// aside is called for each entry that is taken from a FIFO beside the pipe: nobody hands its
// token on.
func (mon *Monitor) aside(k int, e pipe.Carrier) {
	if e.Type() == pipe.IntEnd {
		mon.token(k)
	}
}

// token counts a token.
func (mon *Monitor) token(k int) {
	s := &mon.s.Tokens[k]
	s.Count++
	if due := mon.due(k); s.Count > due {
		mon.fail(checkTokenCount, mon.fifos[k].Name(), "INT_END number %d, but only %s contexts have ended", s.Count, number.Thousands(due))
	}
}

// due is the number of tokens that a FIFO must have seen: one for each end of a context, but
// beside the pipe none for those whose save is not complete.
func (mon *Monitor) due(k int) uint32 {
	n := mon.s.Ended
	for _, i := range mon.s.Slot {
		if mon.fifos[k].aside && i >= 0 && mon.s.Contexts[i].Leaving {
			n--
		}
	}
	return n
}

// checkTokens tells at the end of a run whether every FIFO has seen every token.
func (mon *Monitor) checkTokens() {
	for k := range mon.fifos {
		if got, due := mon.s.Tokens[k].Count, mon.due(k); got != due {
			mon.fail(checkTokenCount, mon.fifos[k].Name(), "%s INT_END for %s ended contexts", number.Thousands(got), number.Thousands(due))
		}
	}
}
