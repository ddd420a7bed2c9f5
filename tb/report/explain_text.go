package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"tilemark/regmap/document"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/host"
	"tilemark/tb/explain"
	"tilemark/tb/plots"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/scene"
	"tilemark/text/number"
)

// Explanation is what is said of why a cut took its cycles.
type Explanation struct{ *runs.Explanation }

// Picture draws the cut, and the context's return, what the blocks did and who was waited for.
func (e Explanation) Picture(path string) error {
	return request.AsUsage(plots.Cut(path, fmt.Sprintf("%s, %s: who was waited for", e.Scenes[0].Name, e.Input.Size), e.Near))
}

// Causes below this share of a phase are put together in the text, but for the first ones.
const (
	smallCause = 0.03
	manyCauses = 3
)

// Print writes the explanation for a reader.
func (e Explanation) Print(w io.Writer) {
	c := e.Near
	s := &c.Switch
	fmt.Fprintf(w, "%s, %s, cut %d of %s: %s, line in cycle %s, by %s\n", e.Input.Scene, e.Input.Size, c.Number, number.Thousands(c.Of),
		e.ContextName(s.Context), number.Thousands(s.Line), host.Causes(s.Cause))
	fmt.Fprintf(w, "%s\n", placeOf(s))
	printState(w, e.StateWork())
	for i := range c.Parts {
		p := &c.Parts[i]
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
func (e Explanation) Summary() ExplainSummary {
	c := e.Near
	out := ExplainSummary{
		Scene: e.Input.Scene, Width: e.Input.Size.Width, Height: e.Input.Size.Height, Remarks: e.Input.Remarks.List(), Cuts: c.Of, Cut: cutOf(&c.Switch, c.Number),
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		x := ExplainedPhase{Name: p.Name, Text: p.Text, From: p.From, To: p.To, Cycles: p.Cycles()}
		for k := range p.Causes {
			x.Causes = append(x.Causes, ExplainedCause{p.Causes[k].Blame, p.Causes[k].Cycles, p.Causes[k].String()})
		}
		out.Phases = append(out.Phases, x)
	}
	return out
}
