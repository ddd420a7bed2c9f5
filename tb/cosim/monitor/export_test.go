package monitor

import "tilemark/hw/pipe"

// What tests look into.

// ScheduleChecks are the checks of the findings of the scheduler's model.
var ScheduleChecks = scheduleChecks

// TokenFifo is a FIFO that carries INT_END.
type TokenFifo = tokenFifo

// Lag is after how many cycles the FIFO's producer has seen the line.
func (f *tokenFifo) Lag() uint64 { return f.lag }

// Aside tells whether the FIFO is beside the pipe.
func (f *tokenFifo) Aside() bool { return f.aside }

// DiscardedInput is an input that is discarded at a cut.
type DiscardedInput = discardedInput

// Sees has the monitor of the scheduler take this cycle for one in which the CSP was evaluated, and with cut for one in
// which it cuts.
func (mon *Monitor) Sees(cut bool) {
	mon.schedule.seen = true
	mon.schedule.cycle.Cut = mon.schedule.cycle.Cut || cut
}

// StatusWrite has memory take what the CPU will read.
func (mon *Monitor) StatusWrite(r *pipe.MemRequest) { mon.statusWrite(r) }

// CheckTokens tells whether a token lacks.
func (mon *Monitor) CheckTokens() { mon.checkTokens() }

// CheckStatusBuffer tells whether the status buffer tells all.
func (mon *Monitor) CheckStatusBuffer() { mon.checkStatusBuffer() }

// NewDiscardedInput is an input by its FIFO's name, the input of its block that is discarded before it, and whether
// TG_INT has it discarded.
func NewDiscardedInput(fifo string, after int, tgInt bool) DiscardedInput {
	return discardedInput{fifo, after, tgInt}
}

// Held is what holds interrupts now.
func (mon *Monitor) Held() Hold { return mon.held() }

// LongestLag is the most cycles after which a producer has seen the line.
const LongestLag = longestLag

// Fifos are those that carry INT_END.
func (mon *Monitor) Fifos() []TokenFifo { return mon.fifos }
