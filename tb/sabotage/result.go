package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tilemark/text/output"
)

// verdict is what became of a sabotage.
type verdict string

// Verdicts. A case that breaks the program or does not end is noticed by whoever runs it; it is told apart from a check that says what
// is wrong.
const (
	killed     verdict = "killed"
	crashed    verdict = "crash"
	timedOut   verdict = "timeout"
	survived   verdict = "survived"
	equivalent verdict = "equivalent"
	broken     verdict = "does not compile"
)

// dead tells whether a sabotage was noticed.
func (v verdict) dead() bool { return v == killed || v == crashed || v == timedOut }

// result is what became of a sabotage, and how.
type result struct {
	Name    string  `json:"name"`
	ID      string  `json:"id"` // of its texts
	File    string  `json:"file"`
	Area    string  `json:"area"`
	Note    string  `json:"note"`
	Verdict verdict `json:"verdict"`
	Stage   string  `json:"stage,omitempty"` // in which it was noticed
	Test    string  `json:"test,omitempty"`  // that noticed it
	Repeat  string  `json:"repeat,omitempty"`
	Rule    string  `json:"rule,omitempty"`
	Place   string  `json:"place,omitempty"`
	Message string  `json:"message,omitempty"` // of the check, the compiler or the table
	Seconds float64 `json:"seconds"`
	Cases   int     `json:"cases"` // that were run, the one that noticed it included
	// Entered counts the cases that called the function; -1 where nothing tells, outside of functions.
	Entered int `json:"entered"`
	// Changed counts the cases that held and whose cycles, cuts or last state were not those of the machine without it.
	Changed      int      `json:"changed"`
	FirstChanged string   `json:"first_changed,omitempty"`
	Bins         []string `json:"bins,omitempty"`    // of a survivor: bins of its block that the quick regression does not hit
	Unsound      []string `json:"unsound,omitempty"` // cases that fail without any sabotage: they were not counted
}

// results are all that is known of a table.
type results struct {
	Table     string    `json:"table"`
	About     string    `json:"about,omitempty"`
	Revision  string    `json:"revision"` // of the source
	Random    string    `json:"random"`   // time for random cases of each
	Results   []*result `json:"results"`
	Unsound   []string  `json:"unsound,omitempty"` // cases of the quick regression, and unit tests, that fail without any sabotage
	QuickBins string    `json:"quick_bins"`        // bins that the quick regression hits, of all

	reasons map[string]string // by name: what the table says against sabotages
}

// readResults reads the results of a run before; none when there are none.
//
//fuzz:none it reads what this program wrote, with the decoder of Go
func readResults(file string) (*results, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return &results{}, nil
	}
	if err != nil {
		return nil, err
	}
	r := &results{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %w; results of this program were expected, or none: without -resume it is written anew", file, err)
	}
	return r, nil
}

// write writes the results.
func (r *results) write(file string) error {
	return output.Write(file, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(r)
	})
}

// of finds the result of a sabotage whose texts are the same; nil when it has none.
func (r *results) of(s *sabotage) *result {
	i := slices.IndexFunc(r.Results, func(have *result) bool { return have.Name == s.Name && have.ID == s.id() })
	if i < 0 {
		return nil
	}
	return r.Results[i]
}

// order puts the results into the table's order.
func (r *results) order(t *table) {
	at := map[string]int{}
	for i := range t.Sabotages {
		at[t.Sabotages[i].Name] = i
	}
	slices.SortStableFunc(r.Results, func(a, b *result) int { return at[a.Name] - at[b.Name] })
}

// count counts results by verdict.
func (r *results) count(is ...verdict) (n int) {
	for _, one := range r.Results {
		if slices.Contains(is, one.Verdict) {
			n++
		}
	}
	return n
}

// by counts what was noticed in some stages.
func (r *results) by(stages ...string) (n int) {
	for _, one := range r.Results {
		if one.Verdict.dead() && slices.Contains(stages, one.Stage) {
			n++
		}
	}
	return n
}

// share is that of the sabotages that were noticed among those that could be, in percent, and the number of the latter.
func (r *results) share() (percent float64, of int) {
	dead := r.count(killed, crashed, timedOut)
	of = dead + r.count(survived)
	if of == 0 {
		return 0, 0
	}
	return 100 * float64(dead) / float64(of), of
}
