package report

import (
	"fmt"
	"io"

	"tilemark/hw"
	"tilemark/regmap/document"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/request"
	"tilemark/text/number"
)

// Parameter is a parameter of the machine as `tilemark config` shows it.
type Parameter struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Unit    string `json:"unit"`
	Min     string `json:"min"`
	Max     string `json:"max"`
	Values  string `json:"values,omitempty"` // names that it can have
	Doc     string `json:"doc"`
}

// BoundSummary is the worst case of a switch, in cycles from the line.
type BoundSummary struct {
	Height       int     `json:"height"`
	Discard      uint64  `json:"discard"`
	Drain        uint64  `json:"drain"`
	Flush        uint64  `json:"flush"`
	Save         uint64  `json:"save"`
	Total        uint64  `json:"total"`
	Milliseconds float64 `json:"milliseconds"`
	BlitMillion  uint64  `json:"blit_million"` // more for each million pixels of a committed fill or copy
	Limit        uint64  `json:"limit"`        // more when each pixel thread below the break point executes pixel.limit instructions
	Message      uint64  `json:"message"`      // more for each message that the thread of a quad sends besides
}

// ConfigSummary is what `tilemark config --json` prints.
type ConfigSummary struct {
	Parameters []Parameter  `json:"parameters"`
	Bound      BoundSummary `json:"bound"`
}

// ConfigDocument is what config prints with --json.
var ConfigDocument = document.Kind[ConfigSummary]{Name: "config", Version: 1, About: "Every parameter of the machine, and the worst case of a switch that follows from them."}

// DescribeConfig lists the parameters and the bound for a target's size.
func DescribeConfig(cfg hw.Config, size request.Size) ConfigSummary {
	s := ConfigSummary{Parameters: parametersOf(cfg.Params())}
	b := bounds.OfHeight(&cfg, size.Height)
	s.Bound = BoundSummary{size.Height, b.Discard, b.Drain, b.Flush, b.Save, b.Total(), milliseconds(b.Total(), cfg.Clock), bounds.BlitMillion(&cfg), bounds.Limit(&cfg), bounds.Message(&cfg)}
	return s
}

func parametersOf(params []hw.Param) (list []Parameter) {
	for _, p := range params {
		list = append(list, Parameter{p.Key, p.Value(), p.Default, p.Unit, p.Min, p.Max, p.Values, p.Doc})
	}
	return list
}

func milliseconds(cycles uint64, megahertz int) float64 {
	return float64(cycles) / float64(megahertz) / 1000
}

// PrintConfig writes parameters and bound for a reader. A value that is not the default
// has a star.
func PrintConfig(w io.Writer, cfg hw.Config, size request.Size) {
	s := DescribeConfig(cfg, size)
	printParameters(w, s.Parameters)
	fmt.Fprintf(w, "\nworst case of a switch, from the line, for a target of %s at %d MHz\n\n", size, cfg.Clock)
	b := table(w, 0)
	for _, part := range []struct {
		name   string
		cycles uint64
		doc    string
	}{
		{"discard", s.Bound.Discard, "until INT_END has reached the break point"},
		{"drain", s.Bound.Drain, "until everything below it has retired"},
		{"flush", s.Bound.Flush, "until the caches are in memory"},
		{"save", s.Bound.Save, "until RESTORE is written"},
		{"total", s.Bound.Total, ""},
		{"blit", s.Bound.BlitMillion, "more for each million pixels of a wide fill or copy that has passed the break point"},
		{"limit", s.Bound.Limit, "more when the pixel thread of each quad below the break point executes pixel.limit instructions"},
		{"message", s.Bound.Message, "more for each message that the thread of a quad sends besides a texel and its colours"},
	} {
		fmt.Fprintf(b, "%s\t%s cycles\t%.3f ms\t%s\n", part.name, number.Thousands(part.cycles), milliseconds(part.cycles, cfg.Clock), part.doc)
	}
	b.Flush()
}

func printParameters(w io.Writer, list []Parameter) {
	t := table(w, 0)
	fmt.Fprint(t, "parameter\tvalue\tdefault\tunit\trange\tmeaning\n")
	for _, p := range list {
		value, limits := p.Value, ""
		if p.Value != p.Default {
			value += " *"
		}
		if p.Min != "" {
			limits = p.Min + " to " + p.Max
		} else if p.Values != "" {
			limits = p.Values
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Key, value, p.Default, p.Unit, limits, p.Doc)
	}
	t.Flush()
}

// PrintClusterConfig writes the parameters of clusters for a reader.
func PrintClusterConfig(w io.Writer, cfg hw.ClusterConfig) {
	printParameters(w, parametersOf(cfg.Params()))
}
