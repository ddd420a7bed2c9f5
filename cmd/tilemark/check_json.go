package main

import (
	"errors"
	"fmt"
	"slices"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/regmap/document"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/text/number"
)

// checkJSON is what check --json prints.
type checkJSON struct {
	Passed  bool            `json:"passed"` // all vectors
	Vectors []checkedVector `json:"vectors"`
}

// checkedVector is what became of a vector.
type checkedVector struct {
	Name    string           `json:"name"`
	Passed  bool             `json:"passed"`
	Cycles  uint64           `json:"cycles"`
	Cuts    int              `json:"cuts"`
	Starts  int              `json:"starts"`            // of contexts, restores included
	Invalid []invalidContext `json:"invalid"`           // contexts that were stopped since their work is invalid
	Failure *vectorFailure   `json:"failure,omitempty"` // left out: it passed
}

// invalidContext is a context that was stopped.
type invalidContext struct {
	Context int    `json:"context"`
	Reason  string `json:"reason"`
}

// vectorFailure is what did not hold.
type vectorFailure struct {
	Sign  string `json:"sign"`  // kind of failure: rule and place
	Rule  string `json:"rule"`  // that was broken; empty: the failure is none of a rule
	Where string `json:"where"` // block or connection
	Cycle uint64 `json:"cycle"` // of the broken rule; 0: none
	Text  string `json:"text"`
}

var checkDocument = document.Kind[checkJSON]{Name: "check", Version: 1, About: "What became of each vector, and what did not hold."}

// resultOf says what became of a vector that was played to its end or its failure.
func resultOf(name string, s *cosim.Session, log *cosim.Log, err error) checkedVector {
	v := checkedVector{Name: name, Passed: err == nil, Cycles: s.M.Cycle(), Cuts: s.Cuts()}
	if log != nil {
		v.Starts, v.Invalid = log.Starts(), invalid(s, log)
	}
	if err == nil {
		return v
	}
	v.Failure = &vectorFailure{Sign: directed.Signature(err), Text: err.Error()}
	if broken := (*wires.Violation)(nil); errors.As(err, &broken) {
		v.Failure.Rule, v.Failure.Where, v.Failure.Cycle = broken.Rule, broken.Where, broken.Cycle
	}
	return v
}

// String is the vector's line of text.
func (v *checkedVector) String() string {
	if !v.Passed {
		return fmt.Sprintf("FAILED: %s: %s", v.Name, v.Failure.Text)
	}
	out := fmt.Sprintf("PASSED: %s: %s, %s, %s", v.Name, number.Count(v.Cycles, "cycle"), number.Count(v.Cuts, "cut"), number.Count(v.Starts, "start"))
	for _, c := range v.Invalid {
		out += fmt.Sprintf("; context %d is invalid: %s", c.Context, c.Reason)
	}
	return out
}

// invalid lists the contexts that were stopped since their work is invalid, as golden says too.
func invalid(s *cosim.Session, log *cosim.Log) (list []invalidContext) {
	for i := range log.Events {
		e := &log.Events[i]
		if e.Cause&regs.CauseInvalid == 0 || e.Kind != csp.EventSaved && e.Kind != csp.EventRefused {
			continue
		}
		if c := (invalidContext{s.ContextAt(e.Context), e.Reason.String()}); !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}
