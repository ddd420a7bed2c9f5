// Package explain says why a switch took its cycles. It divides a switch into phases, each
// from one event to another, and attributes every cycle of a phase to one block or
// connection: the one that all others in the chain waited for in that cycle
// (docs/explain.md). A run is repeated for it, so nothing is done where nobody asks.
package explain

import (
	"tilemark/tb/cosim"
)

// Phase is a part of a switch.
type Phase uint8

// Phases, in the order in which they end. NextTile runs beside Drain and Save; Restore and
// Skip come when the context has its turn again.
const (
	Ask Phase = iota
	Stop
	Discard
	Drain
	Save
	NextTile
	Restore
	Skip
	numPhases
)

var phaseTexts = [numPhases]struct{ word, name, text string }{
	Ask:      {"line", "interrupt_to_line", "from the CPU's interrupt until the line is raised"},
	Stop:     {"TG_INT", "line_to_tg_int", "from the line until TG_INT is in the TG_FIFO"},
	Discard:  {"discard", "tg_int_to_int_end_at_tg", "from TG_INT until INT_END is in the TG_FIFO"},
	Drain:    {"drain", "int_end_at_tg_to_memory_quiet", "from INT_END in the TG_FIFO until the last pixel and the caches are in memory"},
	Save:     {"save", "memory_quiet_to_saved", "from there until RESTORE is written and the slot is free"},
	NextTile: {"next tile", "int_end_at_tg_to_next_tile", "from INT_END in the TG_FIFO until the next tile of any context is there"},
	Restore:  {"restore", "restart_to_registers_loaded", "from the context's next start until its registers are loaded"},
	Skip:     {"skip", "registers_loaded_to_resumed", "from there until the first thing at or past the cut"},
}

// Word is the phase in a table.
func (p Phase) Word() string { return phaseTexts[p].word }

// Window is a phase of a switch in time: the cycles after From, up to and including To.
type Window struct {
	Phase    Phase
	Name     string // from where to where, as JSON has it
	Text     string // the same in words
	From, To uint64
}

// Cycles is how long the phase took.
func (w *Window) Cycles() uint64 { return w.To - w.From }

// Windows lists the phases of a switch that came, in order. With ZL1 as the break point there is
// no TG_INT, and the discard begins with the line.
func Windows(s *cosim.Switch) (out []Window) {
	add := func(p Phase, from, to uint64) {
		w := Window{p, phaseTexts[p].name, phaseTexts[p].text, from, to}
		if p == Discard && s.TGInt == 0 {
			w.Name, w.Text = "line_to_int_end_at_tg", "from the line until INT_END is in the TG_FIFO"
		}
		out = append(out, w)
	}
	if s.Asked > 0 {
		add(Ask, s.Asked, s.Line)
	}
	if s.TGInt > 0 {
		add(Stop, s.Line, s.Line+s.TGInt)
	}
	if s.Discarded > 0 {
		add(Discard, s.Line+s.TGInt, s.Line+s.Discarded)
	}
	if s.Discarded > 0 && s.Drained > 0 {
		add(Drain, s.Line+s.Discarded, s.Line+s.Drained)
	}
	if s.Drained > 0 && s.Saved > 0 {
		add(Save, s.Line+s.Drained, s.Line+s.Saved)
	}
	if s.NextTile > 0 {
		add(NextTile, s.Line+s.Discarded, s.Line+s.NextTile)
	}
	if s.Restore > 0 {
		add(Restore, s.Started, s.Started+s.Restore)
	}
	if s.Skip > 0 {
		add(Skip, s.Started+s.Restore, s.Started+s.Restore+s.Skip)
	}
	return out
}
