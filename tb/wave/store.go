package wave

import (
	"fmt"

	"tilemark/text/number"
)

// MaxStored is the number of cycles that a Store takes; a VCD has no such limit.
const MaxStored = 100_000

// Change is a signal's value from a cycle on.
type Change struct {
	Cycle uint64
	Value uint64
}

// Store keeps a record in memory, to be drawn.
type Store struct {
	Signals  []Signal
	Changes  [][]Change // by signal; the first is of the first cycle
	From, To uint64     // To is the cycle after the last one
	r        *Recorder
}

// Begin implements Sink.
func (s *Store) Begin(r *Recorder, first uint64, values []uint64) error {
	s.Signals, s.From, s.r = r.Signals, first, r
	s.Changes = make([][]Change, len(values))
	for i, v := range values {
		s.Changes[i] = []Change{{first, v}}
	}
	return nil
}

// Change implements Sink.
func (s *Store) Change(cycle uint64, signal int, value uint64) error {
	if cycle >= s.From+MaxStored {
		return fmt.Errorf("text and pictures show at most %s cycles; a VCD takes more", number.Thousands(MaxStored))
	}
	s.Changes[signal] = append(s.Changes[signal], Change{cycle, value})
	return nil
}

// End implements Sink.
func (s *Store) End(cycle uint64) error {
	s.To = cycle
	return nil
}

// Stretch is a signal's value from a cycle to the one after its last.
type Stretch struct {
	From, To uint64
	Value    uint64
}

// Stretches returns a signal's values in order.
func (s *Store) Stretches(signal int) []Stretch {
	list := s.Changes[signal]
	out := make([]Stretch, len(list))
	for i, c := range list {
		out[i] = Stretch{c.Cycle, s.To, c.Value}
		if i+1 < len(list) {
			out[i].To = list[i+1].Cycle
		}
	}
	return out
}

// Find returns the number of a signal, -1 when it is not recorded.
func (s *Store) Find(scope, label string) int {
	for i := range s.Signals {
		if s.Signals[i].Scope == scope && s.Signals[i].Label == label {
			return i
		}
	}
	return -1
}

// Name returns the name that a value stands for.
func (s *Store) Name(v uint64) string { return s.r.Name(v) }

// JSON is the record as it is printed by --json.
type JSON struct {
	ClockMHz  int          `json:"clock_mhz"`
	Timescale string       `json:"timescale"` // of the VCD
	Period    uint64       `json:"period"`    // of a cycle in units of the timescale, rounded down
	From      uint64       `json:"from"`
	To        uint64       `json:"to"` // the cycle after the last one
	Signals   []JSONSignal `json:"signals"`
}

// JSONSignal is a signal with its changes.
type JSONSignal struct {
	Name    string   `json:"name"`
	Width   int      `json:"width"`   // bits; 0: a name
	Changes [][2]any `json:"changes"` // cycle and value: a number, a name, or null when unknown
}

// JSON gives the record as numbers.
func (s *Store) JSON() JSON {
	t := NewTimescale(s.r.Clock)
	out := JSON{ClockMHz: s.r.Clock, Timescale: t.Unit, Period: t.Period(), From: s.From, To: s.To}
	for i := range s.Signals {
		j := JSONSignal{Name: s.Signals[i].Path(), Width: s.Signals[i].Width}
		for _, c := range s.Changes[i] {
			var v any = c.Value
			switch {
			case s.Signals[i].Width == 0:
				v = s.Name(c.Value)
			case c.Value == Unknown:
				v = nil
			}
			j.Changes = append(j.Changes, [2]any{c.Cycle, v})
		}
		out.Signals = append(out.Signals, j)
	}
	return out
}
