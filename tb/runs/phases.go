package runs

import (
	"tilemark/tb/cosim"
	"tilemark/tb/explain"
)

// PhaseCycles are the phases of a switch, each from one event to another, in cycles. One that did
// not come, or took none, is left out. docs/explain.md says what they are.
type PhaseCycles struct {
	InterruptToLine          uint64 `json:"interrupt_to_line,omitempty"`
	LineToTGInt              uint64 `json:"line_to_tg_int,omitempty"`
	TGIntToIntEnd            uint64 `json:"tg_int_to_int_end_at_tg,omitempty"`
	LineToIntEnd             uint64 `json:"line_to_int_end_at_tg,omitempty"` // where there is no TG_INT: ZL1 is the break point
	IntEndToMemoryQuiet      uint64 `json:"int_end_at_tg_to_memory_quiet,omitempty"`
	MemoryQuietToSaved       uint64 `json:"memory_quiet_to_saved,omitempty"`
	IntEndToNextTile         uint64 `json:"int_end_at_tg_to_next_tile,omitempty"`
	RestartToRegistersLoaded uint64 `json:"restart_to_registers_loaded,omitempty"`
	RegistersLoadedToResumed uint64 `json:"registers_loaded_to_resumed,omitempty"`
}

// Of is the place of a phase.
func (p *PhaseCycles) Of(name string) *uint64 {
	return map[string]*uint64{
		"interrupt_to_line": &p.InterruptToLine, "line_to_tg_int": &p.LineToTGInt, "tg_int_to_int_end_at_tg": &p.TGIntToIntEnd,
		"line_to_int_end_at_tg": &p.LineToIntEnd, "int_end_at_tg_to_memory_quiet": &p.IntEndToMemoryQuiet,
		"memory_quiet_to_saved": &p.MemoryQuietToSaved, "int_end_at_tg_to_next_tile": &p.IntEndToNextTile,
		"restart_to_registers_loaded": &p.RestartToRegistersLoaded, "registers_loaded_to_resumed": &p.RegistersLoadedToResumed,
	}[name]
}

// PhasesOf are the phases of a switch.
func PhasesOf(s *cosim.Switch) (p PhaseCycles) {
	for _, w := range explain.Windows(s) {
		*p.Of(w.Name) = w.Cycles()
	}
	return p
}
