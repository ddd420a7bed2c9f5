package regress

import (
	"strings"

	"tilemark/tb/wave"
)

// WaveKind is the media type of a Wave in JSON.
const WaveKind = "application/vnd.tilemark.wave+json"

// Kinds of rows.
const (
	WaveLine  = "line"
	WavePhase = "phase"
	WaveFIFO  = "fifo"
)

// Classes of stretches.
const (
	ClassRest    = "rest"
	ClassWork    = "work"
	ClassDiscard = "discard"
	ClassToken   = "token"
	ClassFill    = "fill"
)

// Wave is what lines, blocks and FIFOs did in some cycles, to be drawn.
type Wave struct {
	From uint64    `json:"from"`
	To   uint64    `json:"to"` // the cycle after the last one
	Rows []WaveRow `json:"rows"`
}

// WaveRow is a line, the state of a block, or a FIFO.
type WaveRow struct {
	Name      string        `json:"name"`
	Kind      string        `json:"kind"`
	Stretches []WaveStretch `json:"stretches"`
}

// WaveStretch is a row's value from a cycle to the one after its last.
type WaveStretch struct {
	From  uint64 `json:"from"`
	To    uint64 `json:"to"`
	Text  string `json:"text"`
	Class string `json:"class"`
	Fill  uint64 `json:"fill,omitempty"`
	Depth uint64 `json:"depth,omitempty"`
}

// waveOf keeps the rows of a record that say most: lines, states of blocks, FIFOs that are used. depths are those of FIFOs.
func waveOf(r *wave.Store, depths map[string]int) *Wave {
	w := &Wave{From: r.From, To: r.To}
	for i := range r.Signals {
		s := &r.Signals[i]
		switch {
		case s.Scope == "" && s.Width == 1 && s.Label != "asleep":
			w.line(r, i, s.Label)
		case s.Label == "phase" && s.Width == 0:
			w.phase(r, i, s.Scope)
		case s.Label == "fill":
			_, name, _ := strings.Cut(s.Scope, ".")
			w.fifo(r, i, s.Scope, name, uint64(depths[name]))
		}
	}
	return w
}

func (w *Wave) line(r *wave.Store, i int, name string) {
	row := WaveRow{Name: name, Kind: WaveLine}
	high := false
	for _, s := range r.Stretches(i) {
		v := uint64(0)
		if s.Value == 1 {
			v, high = 1, true
		}
		row.Stretches = append(row.Stretches, WaveStretch{From: s.From, To: s.To, Fill: v, Class: ClassWork})
	}
	if high {
		w.Rows = append(w.Rows, row)
	}
}

func (w *Wave) phase(r *wave.Store, i int, name string) {
	row := WaveRow{Name: name, Kind: WavePhase}
	busy := false
	for _, s := range r.Stretches(i) {
		text := r.Name(s.Value)
		class := phaseClass(text)
		busy = busy || class != ClassRest
		row.Stretches = append(row.Stretches, WaveStretch{From: s.From, To: s.To, Text: text, Class: class})
	}
	if busy {
		w.Rows = append(w.Rows, row)
	}
}

// phaseClass tells discards, tokens and rest apart by what states are called.
func phaseClass(name string) string {
	switch {
	case strings.HasPrefix(name, "DISCARD"):
		return ClassDiscard
	case strings.HasPrefix(name, "END_") && name != "END_DRAW", strings.HasPrefix(name, "TOKEN"):
		return ClassToken
	case name == "NORMAL", name == "IDLE", name == "EMPTY", name == "READY":
		return ClassRest
	}
	return ClassWork
}

// fifo draws the fill of a FIFO, in the colour of tokens while it holds one.
func (w *Wave) fifo(r *wave.Store, fill int, scope, name string, depth uint64) {
	row := WaveRow{Name: name, Kind: WaveFIFO}
	tokens := r.Find(scope, "tokens")
	used := false
	for _, s := range r.Stretches(fill) {
		class := ClassFill
		if tokens >= 0 && heldToken(r, tokens, s) {
			class = ClassToken
		}
		used = used || s.Value > 0 && s.Value != wave.Unknown
		row.Stretches = append(row.Stretches, WaveStretch{From: s.From, To: s.To, Class: class, Fill: s.Value, Depth: max(depth, 1)})
	}
	if used {
		w.Rows = append(w.Rows, row)
	}
}

// heldToken tells whether a token was in a FIFO at the beginning of a stretch of its fill.
func heldToken(r *wave.Store, tokens int, at wave.Stretch) bool {
	for _, s := range r.Stretches(tokens) {
		if s.From <= at.From && at.From < s.To {
			return strings.Contains(r.Name(s.Value), "INT")
		}
	}
	return false
}
