package compare

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/regmap/document"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/text/number"
)

// Document is what compare prints with --json.
var Document = document.Kind[Summary]{Name: "compare", Version: 1, About: "Two runs of the same workload side by side. B is compared with A."}

// Summary is what `tilemark compare --json` prints; its keys are stable.
type Summary struct {
	A           Which            `json:"a"`
	B           Which            `json:"b"`
	Held        bool             `json:"held"`  // every check of both runs held, and the pictures are equal wherever they must be
	Notes       []string         `json:"notes"` // how the workloads differ that are compared all the same
	Parameters  []Parameter      `json:"parameters"`
	Totals      []Total          `json:"totals"`
	Switches    []Step           `json:"switches"`
	Blocks      []BlockPair      `json:"blocks"`
	Connections []ConnectionPair `json:"connections"`
	Pictures    []PicturePair    `json:"pictures"`
}

// Which is one of the runs.
type Which struct {
	Name     string          `json:"name"` // as it was given
	Scene    string          `json:"scene"`
	Width    int             `json:"width"`
	Height   int             `json:"height"`
	Program  report.Program  `json:"program"`
	Workload report.Workload `json:"workload"`
	Failures []string        `json:"failures"` // checks that did not hold
}

// Parameter is one of the machine that differs.
type Parameter struct {
	Key     string `json:"key"`
	A       string `json:"a,omitempty"` // left out: that run's program did not have it
	B       string `json:"b,omitempty"`
	Default string `json:"default"`
	Unit    string `json:"unit"`
}

// Total is a number of the whole run.
type Total struct {
	Name string `json:"name"`
	Text string `json:"text"`
	A    uint64 `json:"a"`
	B    uint64 `json:"b"`
}

// Step is a time in switches, or another of their quantities.
type Step struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Unit string `json:"unit"`
	A    Spread `json:"a"`
	B    Spread `json:"b"`
}

// Spread says how a step's values are spread over the switches that had it.
type Spread struct {
	Count    int    `json:"count"`
	Median   uint64 `json:"median"` // the smaller one of two
	Worst    uint64 `json:"worst"`
	WorstCut int    `json:"worst_cut,omitempty"` // the number of the first cut that took so long, from 1; left out: none has it
	values   []uint64
}

// BlockPair is a block in both runs; nil is left out: that machine has no such block.
type BlockPair struct {
	Name string                `json:"name"`
	A    *report.BlockActivity `json:"a,omitempty"`
	B    *report.BlockActivity `json:"b,omitempty"`
}

// ConnectionPair is a FIFO in both runs.
type ConnectionPair struct {
	Name string                  `json:"name"`
	A    *report.ConnectionUsage `json:"a,omitempty"`
	B    *report.ConnectionUsage `json:"b,omitempty"`
}

// Comparison is two runs side by side.
type Comparison struct {
	A, B    *Side
	Summary Summary
	same    bool // memory at the start is the same: so must the pictures be
}

// Of compares two runs. Runs of different workloads are a UsageError that says what differs.
func Of(a, b *Side) (*Comparison, error) {
	c := &Comparison{A: a, B: b, same: a.Run.Workload.Memory == b.Run.Workload.Memory}
	if err := c.workloads(); err != nil {
		return nil, err
	}
	s := &c.Summary
	s.A, s.B = a.which(), b.which()
	s.Parameters = parameters(a.Run.Parameters, b.Run.Parameters)
	s.Totals = totals(&a.Run, &b.Run)
	s.Switches = switches(a.Run.Cuts, b.Run.Cuts)
	for _, p := range paired(a.Run.Blocks, b.Run.Blocks, func(x *report.BlockActivity) string { return x.Name }) {
		s.Blocks = append(s.Blocks, BlockPair(p))
	}
	for _, p := range paired(a.Run.Connections, b.Run.Connections, func(x *report.ConnectionUsage) string { return x.Name + " " + x.From + " " + x.To }) {
		x := ConnectionPair(p)
		x.Name, _, _ = strings.Cut(x.Name, " ")
		s.Connections = append(s.Connections, x)
	}
	s.Pictures = c.pictures()
	s.Held = len(s.A.Failures) == 0 && len(s.B.Failures) == 0 && (c.SamePictures() || !c.same)
	return c, nil
}

func (s *Side) which() Which {
	r := &s.Run
	return Which{s.Name, r.Scene, r.Width, r.Height, r.Program, r.Workload, r.Failures}
}

// workloads refuses different ones, and notes in what else the runs differ.
func (c *Comparison) workloads() error {
	a, b := &c.A.Run, &c.B.Run
	if !c.same {
		var list []string
		differ := func(what, a, b string) {
			if a != b {
				list = append(list, fmt.Sprintf("%s %s and %s", what, a, b))
			}
		}
		differ("scenes", filepath.Base(a.Scene), filepath.Base(b.Scene))
		differ("sizes", request.Size{Width: a.Width, Height: a.Height}.String(), request.Size{Width: b.Width, Height: b.Height}.String())
		differ("numbers of contexts", fmt.Sprint(a.Workload.Contexts), fmt.Sprint(b.Workload.Contexts))
		differ("partners", orNone(filepath.Base(a.Workload.Partner)), orNone(filepath.Base(b.Workload.Partner)))
		differ("cameras", orNone(a.Workload.Camera), orNone(b.Workload.Camera))
		if len(list) > 0 {
			return request.Usage("%s and %s are runs of different workloads: %s; two runs of the same one were expected", c.A.Name, c.B.Name, strings.Join(list, ", "))
		}
		c.note("memory at the start is not the same: the scene's file, the driver or the register tables have changed between the runs")
	}
	if x, y := asked(&a.Workload), asked(&b.Workload); x != y {
		c.note("the interrupts are not the same: A %s, B %s", x, y)
	}
	return nil
}

func (c *Comparison) note(format string, args ...any) {
	c.Summary.Notes = append(c.Summary.Notes, fmt.Sprintf(format, args...))
}

func orNone(s string) string {
	if s == "" || s == "." { // the base of no path
		return "none"
	}
	return s
}

// asked says which interrupts a workload has.
func asked(w *report.Workload) string {
	var parts []string
	switch n := len(w.Interrupts); {
	case n > manyCycles:
		parts = append(parts, fmt.Sprintf("in %s cycles from %s to %s", number.Thousands(n), number.Thousands(w.Interrupts[0]), number.Thousands(w.Interrupts[n-1])))
	case n > 0:
		var list []string
		for _, cycle := range w.Interrupts {
			list = append(list, number.Thousands(cycle))
		}
		parts = append(parts, "in cycle "+strings.Join(list, " and "))
	}
	if w.Every > 0 {
		parts = append(parts, fmt.Sprintf("every %s cycles", number.Thousands(w.Every)))
	}
	if len(parts) == 0 {
		return "not interrupted"
	}
	return "interrupted " + strings.Join(parts, " and ")
}

// manyCycles is the number of interrupts up to which their cycles are named.
const manyCycles = 4

// parameters lists those that differ, in A's order; then those that A's machine does not have.
func parameters(a, b []report.Setting) (list []Parameter) {
	for _, p := range paired(a, b, func(x *report.Setting) string { return x.Key }) {
		switch {
		case p.A == nil:
			list = append(list, Parameter{p.Name, "", p.B.Value, p.B.Default, p.B.Unit})
		case p.B == nil:
			list = append(list, Parameter{p.Name, p.A.Value, "", p.A.Default, p.A.Unit})
		case p.A.Value != p.B.Value:
			list = append(list, Parameter{p.Name, p.A.Value, p.B.Value, p.B.Default, p.B.Unit})
		}
	}
	return list
}

// pair is what has one name in both runs.
type pair[T any] struct {
	Name string
	A, B *T
}

// paired finds what belongs together, in A's order; what only B has comes last.
func paired[T any](a, b []T, name func(*T) string) (list []pair[T]) {
	at := map[string]int{}
	for i := range a {
		at[name(&a[i])] = len(list)
		list = append(list, pair[T]{name(&a[i]), &a[i], nil})
	}
	for i := range b {
		if k, found := at[name(&b[i])]; found {
			list[k].B = &b[i]
		} else {
			list = append(list, pair[T]{name(&b[i]), nil, &b[i]})
		}
	}
	return list
}

func totals(a, b *report.RunSummary) (list []Total) {
	add := func(name, text string, of func(r *report.RunSummary) uint64) {
		list = append(list, Total{name, text, of(a), of(b)})
	}
	add("cycles", "cycles", func(r *report.RunSummary) uint64 { return r.Cycles })
	add("uninterrupted_cycles", "cycles without interrupts", func(r *report.RunSummary) uint64 { return r.UninterruptedCycles })
	add("evaluated_cycles", "evaluated cycles", func(r *report.RunSummary) uint64 { return r.EvaluatedCycles })
	add("triangles", "triangles", func(r *report.RunSummary) uint64 { return r.Triangles })
	add("tiles", "tiles", func(r *report.RunSummary) uint64 { return r.Tiles })
	add("fragments", "fragments", func(r *report.RunSummary) uint64 { return r.Fragments })
	add("starved", "starved, cycles of all blocks", func(r *report.RunSummary) uint64 {
		return sum(r.Blocks, func(x *report.BlockActivity) uint64 { return x.Starved })
	})
	add("blocked", "blocked, cycles of all blocks", func(r *report.RunSummary) uint64 {
		return sum(r.Blocks, func(x *report.BlockActivity) uint64 { return x.Blocked })
	})
	add("cuts", "switches", func(r *report.RunSummary) uint64 { return uint64(len(r.Cuts)) })
	add("bound_cycles", "worst-case bound of a save", func(r *report.RunSummary) uint64 { return r.BoundCycles })
	return list
}

func sum[T any](list []T, of func(*T) uint64) (n uint64) {
	for i := range list {
		n += of(&list[i])
	}
	return n
}

// steps are the quantities of a switch, by their keys in the document of a run.
var steps = []struct {
	name, text, unit string
	of               func(c *report.Cut) uint64
}{
	{"line_to_saved", "line to saved", "cycles", func(c *report.Cut) uint64 { return c.LineToSaved }},
	{"line_to_next_tile", "line to next tile", "cycles", func(c *report.Cut) uint64 { return c.LineToNextTile }},
	{"interrupt_to_line", "interrupt to line", "cycles", func(c *report.Cut) uint64 { return c.Phases.InterruptToLine }},
	{"line_to_tg_int", "line to TG_INT", "cycles", func(c *report.Cut) uint64 { return c.Phases.LineToTGInt }},
	{"tg_int_to_int_end_at_tg", "discard: TG_INT to INT_END", "cycles", func(c *report.Cut) uint64 { return c.Phases.TGIntToIntEnd }},
	{"line_to_int_end_at_tg", "discard: line to INT_END", "cycles", func(c *report.Cut) uint64 { return c.Phases.LineToIntEnd }},
	{"int_end_at_tg_to_memory_quiet", "drain: until memory is quiet", "cycles", func(c *report.Cut) uint64 { return c.Phases.IntEndToMemoryQuiet }},
	{"memory_quiet_to_saved", "save: until RESTORE is written", "cycles", func(c *report.Cut) uint64 { return c.Phases.MemoryQuietToSaved }},
	{"int_end_at_tg_to_next_tile", "INT_END to next tile", "cycles", func(c *report.Cut) uint64 { return c.Phases.IntEndToNextTile }},
	{"restart_to_registers_loaded", "restore of the registers", "cycles", func(c *report.Cut) uint64 { return c.Phases.RestartToRegistersLoaded }},
	{"registers_loaded_to_resumed", "skip to the cut", "cycles", func(c *report.Cut) uint64 { return c.Phases.RegistersLoadedToResumed }},
	{"saved_bytes", "saved bytes", "bytes", func(c *report.Cut) uint64 { return c.SavedBytes }},
}

// switches compares the steps that one of the runs has.
func switches(a, b []report.Cut) (list []Step) {
	for i := range steps {
		s := &steps[i]
		x := Step{s.name, s.text, s.unit, spread(a, s.of), spread(b, s.of)}
		if x.A.Count+x.B.Count > 0 {
			list = append(list, x)
		}
	}
	return list
}

// spread is that of the switches in which a step came; one that did not is 0.
func spread(cuts []report.Cut, of func(c *report.Cut) uint64) (s Spread) {
	for i := range cuts {
		v := of(&cuts[i])
		if v == 0 {
			continue
		}
		s.values = append(s.values, v)
		if v > s.Worst {
			s.Worst, s.WorstCut = v, cuts[i].Number
		}
	}
	slices.Sort(s.values)
	if s.Count = len(s.values); s.Count > 0 {
		s.Median = s.values[(s.Count-1)/2]
	}
	return s
}

// step finds one by its name; nil: neither run has it.
func (s *Summary) step(name string) *Step {
	if i := slices.IndexFunc(s.Switches, func(x Step) bool { return x.Name == name }); i >= 0 {
		return &s.Switches[i]
	}
	return nil
}

// stalls are the connections whose stalls differ, those first that do most.
func (s *Summary) stalls() (list []ConnectionPair) {
	apart := func(x, y uint64) uint64 { return max(x, y) - min(x, y) }
	by := map[string]uint64{}
	for _, p := range s.Connections {
		a, b := p.both()
		n := apart(a.StarvedCycles, b.StarvedCycles) + apart(a.BlockedCycles, b.BlockedCycles)
		if n > 0 {
			list, by[p.Name] = append(list, p), max(n, by[p.Name])
		}
	}
	slices.SortStableFunc(list, func(x, y ConnectionPair) int { return cmp.Compare(by[y.Name], by[x.Name]) })
	return list
}

// both are the two usages; one that is not there is all zero.
func (p *ConnectionPair) both() (a, b report.ConnectionUsage) {
	if p.A != nil {
		a = *p.A
	}
	if p.B != nil {
		b = *p.B
	}
	return a, b
}

// ends are the blocks at a connection's ends.
func (p *ConnectionPair) ends() (from, to string) {
	if p.A != nil {
		return p.A.From, p.A.To
	}
	return p.B.From, p.B.To
}

// both are the two activities; one that is not there is all zero.
func (p *BlockPair) both() (a, b report.BlockActivity) {
	if p.A != nil {
		a = *p.A
	}
	if p.B != nil {
		b = *p.B
	}
	return a, b
}
