package findings

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// The parts of SARIF 2.1.0 (OASIS) that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		ShortDescription sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int           `json:"startLine"`
		StartColumn int           `json:"startColumn"`
		EndColumn   int           `json:"endColumn"`
		Snippet     *sarifMessage `json:"snippet,omitempty"`
	}
	sarifFix struct {
		Description     sarifMessage  `json:"description"`
		ArtifactChanges []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifRegion  `json:"deletedRegion"`
		InsertedContent sarifMessage `json:"insertedContent"`
	}
)

// rules are those of all tables.
var rules = slices.Concat(table.Rules, formats.Rules)

// SARIF writes one run with a result for each error; those whose mending is certain have
// a fix.
func SARIF(w io.Writer, errs []table.Error) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver.Name = "tilemark regs check"
	for _, r := range rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{r.Name, sarifMessage{r.Description}})
	}
	for _, e := range errs {
		run.Results = append(run.Results, result(e))
	}
	return encode(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	})
}

func result(e table.Error) sarifResult {
	file := sarifArtifact{uri(e.Pos.File)}
	region := sarifRegion{StartLine: e.Pos.Line, StartColumn: e.Pos.Col, EndColumn: max(e.End, e.Pos.Col+1)}
	r := sarifResult{RuleID: e.Rule, Level: "error", Message: sarifMessage{e.Message},
		RuleIndex: slices.IndexFunc(rules, func(r table.Rule) bool { return r.Name == e.Rule })}
	if e.Suggestion != "" {
		r.Message.Text += "; suggestion: " + e.Suggestion
	}
	if e.Fix != "" {
		r.Fixes = []sarifFix{{sarifMessage{e.Suggestion}, []sarifChange{{file, []sarifReplacement{{region, sarifMessage{e.Fix}}}}}}}
	}
	shown := region
	if e.Line != "" {
		shown.Snippet = &sarifMessage{e.Line}
	}
	r.Locations = []sarifLocation{{sarifPhysical{file, shown}}}
	return r
}

// uri is a file's name as SARIF wants it: relative, or with file: before a path from the
// root.
func uri(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}
