package diff

import (
	"fmt"
	"io"

	"tilemark/regmap/document"
	"tilemark/regmap/table"
)

// The JSON form; docs/registers.md describes its keys.
type (
	jsonResult struct {
		Old      string         `json:"old"`
		New      string         `json:"new"`
		Failed   bool           `json:"failed"`
		Counts   map[string]int `json:"counts"`
		Changes  []jsonChange   `json:"changes"`
		SaveArea jsonSave       `json:"save_area"`
		Versions []jsonVersion  `json:"versions"`
	}
	jsonChange struct {
		Class    Class      `json:"class"`
		Rule     string     `json:"rule"`
		What     string     `json:"what"`
		Old      string     `json:"old"`
		New      string     `json:"new"`
		OldPlace *jsonPlace `json:"old_place" jsonschema:"nullable"`
		NewPlace *jsonPlace `json:"new_place" jsonschema:"nullable"`
		Breaks   []Audience `json:"breaks"`
		Means    string     `json:"means"`
		Severity Severity   `json:"severity"`
		Reason   string     `json:"reason,omitempty"`
	}
	jsonPlace struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	jsonSave struct {
		Verdict   Verdict  `json:"verdict"`
		OldLayout string   `json:"old_layout"`
		NewLayout string   `json:"new_layout"`
		Reason    string   `json:"reason"`
		Causes    []string `json:"causes"`
	}
	jsonVersion struct {
		Block    string `json:"block"`
		Old      string `json:"old"`
		Declared string `json:"declared"`
		Bump     Bump   `json:"bump"`
		Due      string `json:"due"`
		Unstable bool   `json:"unstable"`
	}
)

// Document is what regs diff prints with --format json.
var Document = document.Kind[jsonResult]{Name: "regs-diff", Version: 1, About: "What changed between two register maps, and whom it breaks."}

// JSON writes a comparison for programs.
func (r *Result) JSON(w io.Writer) error {
	out := jsonResult{Old: r.Old, New: r.New, Failed: r.Failed(), Counts: map[string]int{}, Changes: []jsonChange{},
		SaveArea: r.SaveArea.json(), Versions: []jsonVersion{}}
	for _, class := range Classes {
		out.Counts[string(class)] = len(r.Of(class))
	}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, c.json())
	}
	for _, v := range r.Versions {
		out.Versions = append(out.Versions, jsonVersion(v))
	}
	return Document.Write(w, out)
}

func (c Change) json() jsonChange {
	breaks := c.Breaks
	if breaks == nil {
		breaks = []Audience{}
	}
	return jsonChange{Class: c.Class, Rule: c.Rule, What: c.What, Old: c.Old, New: c.New, OldPlace: placeOf(c.OldAt), NewPlace: placeOf(c.NewAt),
		Breaks: breaks, Means: c.Sentence, Severity: c.Severity, Reason: c.Reason}
}

// placeOf is null where a map has no such thing.
func placeOf(p table.Pos) *jsonPlace {
	if p.Line == 0 {
		return nil
	}
	return &jsonPlace{p.File, p.Line, p.Col}
}

func (s Save) json() jsonSave {
	out := jsonSave{Verdict: s.Verdict, OldLayout: fmt.Sprintf("0x%08x", s.OldLayout), NewLayout: fmt.Sprintf("0x%08x", s.NewLayout),
		Reason: s.Reason(), Causes: []string{}}
	for _, c := range s.Causes {
		out.Causes = append(out.Causes, c.What)
	}
	return out
}
