package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"tilemark/regmap/document"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/host"
	"tilemark/tb/explain"
	"tilemark/tb/scene"
	"tilemark/text/number"
)

// ExplainOptions say which cut of which run is explained.
type ExplainOptions struct {
	Input
	At       []uint64 // cycles at which the CPU interrupts
	Every    uint64   // and that many after each resume; 0: never. Without At and Every the file's own interrupts come
	Cut      CutChoice
	Monitors bool
	// Progress is told how far the run is; total is 0 while nobody knows.
	Progress func(what string, done, total uint64)
}

// Explanation is why a cut took its cycles.
type Explanation struct {
	*Work
	Repeat string // the command that repeats a check that did not hold
	Err    error  // that check; nothing is explained then
	near   *closeUp
}

// Explain runs a scene, and then again up to the end of one of its switches, which it looks at
// in each cycle. A check that does not hold is in the result.
func Explain(o ExplainOptions) (*Explanation, error) {
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	slices.Sort(o.At)
	var plan cosim.Plan
	plan.At, plan.Every = w.interrupts(o.At, o.Every)
	e := &Explanation{Work: w}
	s, err := cosim.NewSession(w.Config, w.Vector, o.Monitors)
	if err != nil {
		return nil, err
	}
	log := s.Log()
	e.Err = s.Run(plan, func(cycle uint64) uint64 {
		if o.Progress != nil {
			o.Progress("first", cycle, 0)
		}
		return cycle + 1<<16
	})
	if e.Err != nil {
		e.Repeat = w.repeat("run", plan)
		return e, nil
	}
	i, err := o.Cut.find("cut", log.Switches)
	if err != nil {
		return nil, err
	}
	e.near, err = w.look(plan, log, i, o.Progress)
	return e, err
}

// repeat writes the command that runs this input again under a plan, with another verb.
func (w *Work) repeat(verb string, plan cosim.Plan) string {
	text := w.command(plan.At...)
	if plan.Every > 0 {
		text += fmt.Sprintf(" --every %d", plan.Every)
	}
	return strings.Replace(text, "tilemark run", "tilemark "+verb, 1)
}

// Picture draws the cut, and the context's return, what the blocks did and who was waited for.
func (e *Explanation) Picture(path string) error {
	panels := []*panel{e.near.leavePanel()}
	if q := e.near.returnPanel(); q != nil {
		panels = append(panels, q)
	}
	return usage(drawTimelines(path, fmt.Sprintf("%s, %s: who was waited for", e.Scenes[0].Name, e.Input.Size), panels))
}

// Causes below this share of a phase are put together in the text, but for the first ones.
const (
	smallCause = 0.03
	manyCauses = 3
)

// Print writes the explanation for a reader.
func (e *Explanation) Print(w io.Writer) {
	c := e.near
	s := &c.s
	fmt.Fprintf(w, "%s, %s, cut %d of %s: %s, line in cycle %s, by %s\n", e.Input.Scene, e.Input.Size, c.number, number.Thousands(c.of),
		e.contextName(s.Context), number.Thousands(s.Line), host.Causes(s.Cause))
	fmt.Fprintf(w, "%s\n", placeOf(s))
	e.stateWork().print(w)
	for i := range c.parts {
		p := &c.parts[i]
		fmt.Fprintf(w, "\n%s, %s: %s (%s to %s)\n", p.Phase.Word(), number.Count(int(p.Cycles()), "cycle"), p.Text, number.Thousands(p.From), number.Thousands(p.To))
		printCauses(w, p)
	}
	if s.Started == 0 {
		fmt.Fprint(w, "\nthe context's registers were not loaded again before the run ended or it was cut once more\n")
	}
}

// placeOf says what the cut left, and when it was saved.
func placeOf(s *cosim.Switch) string {
	text := "where: " + placeText(s)
	if s.Saved > 0 {
		text += fmt.Sprintf("; saved within %s of the line", number.Count(s.Saved, "cycle"))
	}
	if s.NextTile > 0 {
		text += fmt.Sprintf(", next tile within %s", number.Thousands(s.NextTile))
	}
	return text
}

// placeText is the cursor of a cut.
func placeText(s *cosim.Switch) string {
	if s.Aborted {
		return "in a restore, or before the context was interruptible: nothing had to be saved"
	}
	return fmt.Sprintf("ring head %d, DMA offset %d, instance %d, primitive %d, triangle %d, tile %d",
		s.At.Head, s.At.Offset, s.At.Instance, s.At.Primitive, s.At.Triangle, s.At.Tile)
}

// contextName is a context's number.
func (w *Work) contextName(header uint32) string {
	for i := range w.Vector.Image.Contexts {
		if w.Vector.Called(i) == header {
			return fmt.Sprintf("context %d", i)
		}
	}
	return fmt.Sprintf("context at %#x", header)
}

func printCauses(w io.Writer, p *explain.Part) {
	t := table(w, tabwriter.AlignRight)
	defer t.Flush()
	rest, n := uint64(0), 0
	for i := range p.Causes {
		c := &p.Causes[i]
		if i >= manyCauses && float64(c.Cycles) < smallCause*float64(p.Cycles()) {
			rest += c.Cycles
			n++
			continue
		}
		fmt.Fprintf(t, "  %s\t%s %%\t  %s\n", number.Thousands(c.Cycles), percent(c.Cycles, p.Cycles()), c.String())
	}
	if n > 0 {
		fmt.Fprintf(t, "  %s\t%s %%\t  %s, with --json\n", number.Thousands(rest), percent(rest, p.Cycles()), number.Count(n, "smaller cause"))
	}
}

// ExplainDocument is what explain prints with --json.
var ExplainDocument = document.Kind[ExplainSummary]{Name: "explain", Version: 1, About: "Why a cut took its cycles: its phases, and who was waited for in each."}

// ExplainSummary is what `tilemark explain --json` prints; its keys are stable.
type ExplainSummary struct {
	Scene   string           `json:"scene"`
	Width   int              `json:"width"`
	Height  int              `json:"height"`
	Remarks []scene.Remark   `json:"remarks"` // what the scenes leave out
	Cuts    int              `json:"cuts"`    // of the run
	Cut     Cut              `json:"cut"`     // the one that is explained
	Phases  []ExplainedPhase `json:"phases"`
}

// ExplainedPhase is a phase of a cut. The cycles of its causes add up to its own.
type ExplainedPhase struct {
	Name   string           `json:"name"` // a key of the cut's phases
	Text   string           `json:"text"`
	From   uint64           `json:"from_cycle"` // the first cycle is the one after this
	To     uint64           `json:"to_cycle"`
	Cycles uint64           `json:"cycles"`
	Causes []ExplainedCause `json:"causes"` // the longest first
}

// ExplainedCause is who was waited for.
type ExplainedCause struct {
	explain.Blame
	Cycles uint64 `json:"cycles"`
	Text   string `json:"text"`
}

// Summary gives the explanation's numbers.
func (e *Explanation) Summary() ExplainSummary {
	c := e.near
	out := ExplainSummary{
		Scene: e.Input.Scene, Width: e.Input.Size.Width, Height: e.Input.Size.Height, Remarks: e.Input.Remarks.List(), Cuts: c.of, Cut: cutOf(&c.s, c.number),
	}
	for i := range c.parts {
		p := &c.parts[i]
		x := ExplainedPhase{Name: p.Name, Text: p.Text, From: p.From, To: p.To, Cycles: p.Cycles()}
		for k := range p.Causes {
			x.Causes = append(x.Causes, ExplainedCause{p.Causes[k].Blame, p.Causes[k].Cycles, p.Causes[k].String()})
		}
		out.Phases = append(out.Phases, x)
	}
	return out
}

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

// of is the place of a phase.
func (p *PhaseCycles) of(name string) *uint64 {
	return map[string]*uint64{
		"interrupt_to_line": &p.InterruptToLine, "line_to_tg_int": &p.LineToTGInt, "tg_int_to_int_end_at_tg": &p.TGIntToIntEnd,
		"line_to_int_end_at_tg": &p.LineToIntEnd, "int_end_at_tg_to_memory_quiet": &p.IntEndToMemoryQuiet,
		"memory_quiet_to_saved": &p.MemoryQuietToSaved, "int_end_at_tg_to_next_tile": &p.IntEndToNextTile,
		"restart_to_registers_loaded": &p.RestartToRegistersLoaded, "registers_loaded_to_resumed": &p.RegistersLoadedToResumed,
	}[name]
}

func phasesOf(s *cosim.Switch) (p PhaseCycles) {
	for _, w := range explain.Windows(s) {
		*p.of(w.Name) = w.Cycles()
	}
	return p
}
