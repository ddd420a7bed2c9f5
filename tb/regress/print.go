package regress

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/document"
	"tilemark/tb/regress/store"
	"tilemark/text/number"
)

// Verdict is the line that ends a run.
func (s *Summary) Verdict() string {
	word := "PASSED"
	switch {
	case s.Ended == Cancelled && s.Cases == 0:
		word = "INCOMPLETE"
	case s.Failing():
		word = "FAILED"
	case !s.Held():
		word = "INCOMPLETE"
	}
	if s.Cases == 0 {
		return fmt.Sprintf("%s: no case of %s was run", word, s.Run.Regression)
	}
	return fmt.Sprintf("%s: %s of %s: %s passed, %s failed, %s errors; digest %s", word, number.Count(s.Cases, "case"), s.Run.Regression, number.Thousands(s.Passed()), number.Thousands(s.Failed), number.Thousands(s.Errors), store.Hex(s.Digest))
}

// mostNamed are the entries of a testplan that a sentence names.
const mostNamed = 5

// Unexercised tells of entries of a testplan that had no case.
func Unexercised(names []string) string {
	n := len(names)
	if n == 1 {
		return fmt.Sprintf("1 entry of the testplan has no case (%s)", names[0])
	}
	text := strings.Join(names[:min(n, mostNamed)], "; ")
	if n > mostNamed {
		text += fmt.Sprintf("; and %s more", number.Thousands(n-mostNamed))
	}
	return fmt.Sprintf("%s entries of the testplan have no case (%s)", number.Thousands(n), text)
}

// JSON is the summary for programs.
type JSON struct {
	Regression string        `json:"regression"`
	Held       bool          `json:"held"`
	Cases      int           `json:"cases"`
	Passed     int           `json:"passed"`
	Failed     int           `json:"failed"`
	Errors     int           `json:"errors"`
	Known      int           `json:"known"` // cases that a resumed run had before
	Cycles     uint64        `json:"cycles"`
	Seconds    float64       `json:"seconds"` // of all cases
	Digest     string        `json:"digest"`
	Complete   bool          `json:"complete"`
	Missing    []string      `json:"missing"` // entries of the testplan that had no case, though they should
	Note       string        `json:"note,omitempty"`
	Revision   string        `json:"revision,omitempty"`
	Tables     string        `json:"tables,omitempty"`
	Failures   []JSONFailure `json:"failures"`
}

// Document is what regress prints with --format json.
var Document = document.Kind[JSON]{Name: "regress", Version: 1, About: "What became of a regression's cases."}

// JSONFailure is a case that did not pass.
type JSONFailure struct {
	Test    string `json:"test"`
	Number  int    `json:"number"`
	Seed    string `json:"seed"`
	Result  string `json:"result"`
	Rule    string `json:"rule"`
	Place   string `json:"place"`
	Cycle   uint64 `json:"cycle"`
	Message string `json:"message"`
	Vector  string `json:"vector"`
	Command string `json:"command"`
}

// JSON makes the object.
func (s *Summary) JSON() JSON {
	j := JSON{
		Regression: s.Run.Regression, Held: s.Held(), Cases: s.Cases, Passed: s.Passed(), Failed: s.Failed, Errors: s.Errors, Known: s.Known, Cycles: s.Cycles,
		Seconds: s.Wall.Seconds(), Digest: store.Hex(s.Digest), Complete: s.Run.Complete, Note: s.Run.Note, Revision: s.Run.Revision, Tables: s.Run.Tables,
		Missing: slices.Clone(s.Missing), Failures: []JSONFailure{},
	}
	if j.Missing == nil {
		j.Missing = []string{}
	}
	for i := range s.Failures {
		c := &s.Failures[i]
		f := c.Failure
		j.Failures = append(j.Failures, JSONFailure{c.Test, c.Number, store.Hex(c.Seed), c.Result, f.Rule, f.Place, f.Cycle, f.Message, f.Vector, f.Command})
	}
	return j
}
