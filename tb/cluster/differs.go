package cluster

import (
	"fmt"
	"strings"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// lineMoment is what happened to a line of a cache, or of memory.
type lineMoment struct {
	cycle uint64
	what  string
}

// moments are how many of each line are remembered.
const moments = 3

// happened remembers what happens to a line.
func (b *Bench) happened(slot uint8, line uint32, what string) {
	at := lineOf{slot, line}
	list := append(b.history[at], lineMoment{b.Cycle(), what})
	b.history[at] = list[max(0, len(list)-moments):]
}

var eventNames = [...]string{l15.Filled: "filled", l15.WroteBack: "written back", l15.Dropped: "dropped", l15.Evicted: "evicted for an access in memory", l15.Forgotten: "forgotten", l15.Refreshed: "kept with what was written to it", l15.WasPatched: "patched"}

// remember remembers an event of the cache that changes what a line has.
func (b *Bench) remember(e *l15.Event) {
	what := ""
	switch {
	case e.Kind == l15.Accessed && e.Op == pipe.LineStore:
		what = "stored to"
	case e.Kind == l15.Accessed, e.Kind == l15.Refused:
		return
	default:
		what = eventNames[e.Kind]
	}
	if e.Line.Kind == l15.ReadOnly {
		what += " as a constant"
	}
	b.happened(e.Line.Slot, e.Line.Number, what)
}

// writes notes where an instruction of a thread stands, for each register that it writes.
func (r *resident) writes(e *exec.Event) {
	for _, s := range e.Registers {
		for reg := s.First; reg < s.First+s.Count; reg++ {
			r.writer[reg] = uint32(e.At)
		}
	}
	if e.Flag >= 0 {
		r.flagWriter[e.Flag] = uint32(e.At)
	}
}

// differs says that a register is not what the simulator has: its instruction, the lane, both values, and if a message has brought it, what happened to its lines last.
func (b *Bench) differs(n int, r *resident, w *sm.Write, k int) {
	got, want := w.Data[k/4], r.golden.Registers[8*int(w.Reg)+k/4]
	text := fmt.Sprintf("%sword %d of r%d is %#x, expected %#x", r.laneOf(int(w.Reg), k), k/4, w.Reg, got, want)
	if w.Answer && r.answered != nil {
		for _, line := range r.answered.lines {
			text += fmt.Sprintf("; line %#x", line)
			var list []string
			for _, m := range b.history[lineOf{r.Slot, line}] {
				list = append(list, fmt.Sprintf("%s in cycle %d", m.what, m.cycle))
			}
			if len(list) == 0 {
				list = []string{"nothing has happened to it"}
			}
			text += ": " + strings.Join(list, ", ")
		}
	}
	b.fail(n, w.Thread, r.writer[w.Reg], "%s", text)
}

// laneOf names the lane that byte k of a register belongs to, where that is one: not of a destination with a stride.
func (r *resident) laneOf(reg, k int) string {
	i := r.Kernel.At(int(r.writer[reg]))
	if i < 0 {
		return ""
	}
	in := isa.Decode(r.Kernel.Code[i].Native)
	first, typ, lanes := int(in.Dst.Reg), in.Dst.Type, in.LanesOf(r.Kernel.Lanes)
	if in.Op == isa.OpSend {
		typ = in.Message.Type
		first += (reg - first) / isa.RegisterSet(lanes, isa.Bytes(typ)) * isa.RegisterSet(lanes, isa.Bytes(typ))
	} else if in.Dst.Stride != 0 || in.Dst.Sub != 0 {
		return ""
	}
	return fmt.Sprintf("lane %d, ", ((reg-first)*isa.RegisterSize+k)/isa.Bytes(typ))
}
