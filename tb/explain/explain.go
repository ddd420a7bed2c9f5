package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// Part is a phase of a switch with who was waited for in it.
type Part struct {
	Window
	Causes []Cause // the longest first; their cycles add up to the phase's
	Runs   []Run   // the same in time
}

// Cause is who was waited for in a part of a phase, and for how long.
type Cause struct {
	Blame
	Cycles uint64
}

// Run is a stretch of cycles, without From and with To, in which the same was waited for.
type Run struct {
	Blame
	From, To uint64
}

// Watch follows a session that repeats a run, and attributes the cycles of a switch's phases.
// It is to be made before the session runs.
type Watch struct {
	w       *watcher
	s       *cosim.Switch
	parts   []Part
	left    uint64 // cycle in which INT_END was acknowledged on datapath B; 0: not yet
	resumed uint64 // cycle in which the break point reported that the restore has come to the cut; 0: not yet
	noted   bool   // the registers are known as the next cycle begins with them
}

// NewWatch begins to watch a machine for a switch that an earlier run of the same has logged.
func NewWatch(m *hw.Machine, s *cosim.Switch) *Watch {
	x := &Watch{w: newWatcher(m), s: s}
	for _, w := range Windows(s) {
		x.parts = append(x.parts, Part{Window: w})
	}
	m.CSP.P.DatapathB.Tap().OnPut(func(cycle uint64, r *pipe.Report) {
		if r.Kind == pipe.Drained && r.Slot == s.Slot && cycle > s.Line && x.left == 0 {
			x.left = cycle
		}
	})
	m.CSP.P.DatapathA.Tap().OnPut(func(cycle uint64, r *pipe.Report) {
		if r.Kind == pipe.Resumed && s.Started > 0 && cycle > s.Started && x.resumed == 0 {
			x.resumed = cycle
		}
	})
	m.OnEdge(func(wires.Set) { x.edge(m.Cycle()) })
	return x
}

// From and To are the first and the last cycle of the switch, restore and skip left out.
func From(s *cosim.Switch) uint64 {
	if s.Asked > 0 {
		return s.Asked
	}
	return s.Line
}

// To returns the last cycle before the context comes back.
func To(s *cosim.Switch) uint64 {
	to := s.Line
	for _, w := range Windows(s) {
		if w.Phase < Restore {
			to = max(to, w.To)
		}
	}
	return to
}

// End returns the last cycle of the switch, restore and skip included.
func End(s *cosim.Switch) uint64 {
	return max(To(s), s.Started+s.Restore+s.Skip)
}

// edge attributes the cycle that has been evaluated, and those before in which all slept.
func (x *Watch) edge(cycle uint64) {
	near := slices.ContainsFunc(x.parts, func(p Part) bool { return p.From <= cycle && cycle <= p.To })
	if !near {
		x.noted = false
		return
	}
	if x.noted && x.w.cycle+1 < cycle { // nobody worked: what was waited for last is waited for still
		x.attribute(x.w.cycle, cycle-1)
	}
	x.w.observe()
	from := cycle - 1
	if !x.noted { // an interrupt came while all slept
		x.w.note(cycle - 1)
		x.w.before.held = holdBus
		from = x.first(cycle)
	}
	x.attribute(from, cycle)
	x.w.note(cycle)
	x.noted = true
}

// first is where the attribution of a phase begins that began while all slept.
func (x *Watch) first(cycle uint64) uint64 {
	for i := range x.parts {
		if p := &x.parts[i]; p.From < cycle && cycle <= p.To {
			return p.From
		}
	}
	return cycle - 1
}

// attribute blames somebody for the cycles after from, up to and including to, in each phase that has them.
func (x *Watch) attribute(from, to uint64) {
	for i := range x.parts {
		p := &x.parts[i]
		a, b := max(from, p.From), min(to, p.To)
		if a >= b {
			continue
		}
		x.w.begin()
		p.add(x.blame(p.Phase, b), a, b)
	}
}

// blame walks from what a phase waits for in a cycle.
func (x *Watch) blame(p Phase, cycle uint64) Blame {
	w := x.w
	switch p {
	case Ask:
		return w.ask()
	case Stop, Discard, NextTile:
		return w.block(w.at.tg)
	case Drain:
		if x.left == 0 || x.left >= cycle {
			return w.block(w.at.wbu)
		}
		return w.save(int(x.s.Slot))
	case Save:
		return w.save(int(x.s.Slot))
	case Restore:
		return w.block(w.at.csp)
	}
	if x.resumed == 0 || x.resumed >= cycle {
		return w.block(w.at.gate)
	}
	return w.empty(w.at.csp, w.byName[w.name.pathA])
}

var holdTexts = [...]string{
	holdNot: "raised the line", holdBus: "had the interrupt on its way from the CPU", holdToken: "held it while the token of the cut before was above the break point",
	holdNothing: "held it while no context executed", holdCopies: "held it until the context was interruptible", holdRestore: "held it until the restore had made progress",
}

// ask says what keeps an interrupt from raising the line.
func (w *watcher) ask() Blame {
	if w.before.held == holdBus {
		return Blame{Connection: w.m.Host.P.HostCSP.Tap().Name(), Why: holdTexts[holdBus]}
	}
	return Blame{Block: w.names[w.at.csp], Why: holdTexts[w.before.held]}
}

// add books cycles.
func (p *Part) add(b Blame, from, to uint64) {
	if n := len(p.Runs); n > 0 && p.Runs[n-1].Blame == b && p.Runs[n-1].To == from {
		p.Runs[n-1].To = to
		return
	}
	p.Runs = append(p.Runs, Run{b, from, to})
}

// Parts returns the phases with their causes, when the session has come to the end of the switch.
// Its error tells that the run was not the one that was logged.
func (x *Watch) Parts() ([]Part, error) {
	for i := range x.parts {
		p := &x.parts[i]
		at := p.From
		for _, r := range p.Runs {
			if r.From != at {
				return nil, fmt.Errorf("cycles %d to %d of phase %s are attributed to nobody", at+1, r.From, p.Name)
			}
			at = r.To
		}
		if at != p.To {
			return nil, fmt.Errorf("phase %s ends in cycle %d, and was followed to %d", p.Name, p.To, at)
		}
		p.Causes = causes(p.Runs)
	}
	return x.parts, nil
}

// causes adds runs up by whom they blame.
func causes(runs []Run) (out []Cause) {
	for _, r := range runs {
		i := slices.IndexFunc(out, func(c Cause) bool { return c.Blame == r.Blame })
		if i < 0 {
			i, out = len(out), append(out, Cause{Blame: r.Blame})
		}
		out[i].Cycles += r.To - r.From
	}
	slices.SortStableFunc(out, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Cycles, a.Cycles), strings.Compare(a.String(), b.String()))
	})
	return out
}

// Critical is the block that was waited for, or the connection when that held what it carried.
func (b *Blame) Critical() string { return cmp.Or(b.Block, b.Connection) }

// String is the blame in words.
func (b *Blame) String() string {
	text := b.Critical() + " " + b.Why
	switch {
	case b.Waiter == "":
	case b.Block == "" || b.Connection == "":
		text += "; " + b.Waiter + " waited for it"
	default:
		text += "; " + b.Waiter + " waited at " + b.Connection
	}
	return text
}
