// Package regtest runs the tests of the register tables (regmap/cases) on the machine, as
// software can: state writes go down the pipe, interrupts cut them, and what the save area
// then holds, and after a restore the blocks' own register files, is compared with what the
// tables predict.
package regtest

import (
	"fmt"
	"slices"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/regmap/cases"
	"tilemark/regmap/document"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// Result is how a test ended.
type Result struct {
	cases.Case
	Samples int    `json:"samples"`           // values that were compared
	Failure string `json:"failure,omitempty"` // the first that was wrong; "" when all were right
}

// Results is what regs test prints with --json.
type Results struct {
	Tests []Result `json:"tests"`
}

// Document is the kind of that.
var Document = document.Kind[Results]{Name: "regs-test", Version: 1, About: "Tests of every register and field, made from the register tables and run on the machine."}

// cuts are the cycles after the start of a context at which it is interrupted, one a
// stream, those of uniqueCuts one after the other for streams of values of their own.
const (
	firstCut    = 150
	cutStep     = 17
	cutSteps    = 40
	uniqueSteps = 6
)

// A block's register file must be right so many cycles after the end of the load; it is
// looked at every so often.
const (
	settled  = 20_000
	lookStep = 200
)

// Run runs all tests of checked tables on machines of a configuration. An error is one that
// no test can be blamed for.
func Run(cfg hw.Config, blocks []table.Block) ([]Result, error) {
	j, err := newJudge(blocks)
	if err != nil {
		return nil, err
	}
	streams, err := cases.Streams(blocks)
	if err != nil {
		return nil, err
	}
	cfg.Memory.SizeMiB = 1
	b, err := newBench(cfg)
	if err != nil {
		return nil, err
	}
	for i := range streams {
		steps := 1
		if streams[i].Kind == cases.SaveRestore {
			steps = uniqueSteps
		}
		for k := range steps {
			after := firstCut + cutStep*uint64((i*uniqueSteps+k*7)%cutSteps)
			if err := b.stream(&streams[i], after, j); err != nil {
				return nil, fmt.Errorf("%s, interrupted %s cycles after its start: %w", streams[i].Kind, number.Thousands(after), err)
			}
		}
	}
	if err := b.invalid(blocks, j); err != nil {
		return nil, err
	}
	return j.results, nil
}

// stream runs a context that is cut in its writes and after them, and restored twice.
func (b *bench) stream(s *cases.Stream, after uint64, j *judge) error {
	p := newProgram(s.Writes)
	if err := b.start(p.words); err != nil {
		return err
	}
	if err := b.cut(after); err != nil {
		return err
	}
	for range 2 {
		j.area(s, p, b.area())
		if err := b.until(csp.EventLoaded); err != nil {
			return err
		}
		if err := b.drain(p, j); err != nil {
			return err
		}
		j.files(s, p, b)
		if err := b.cut(0); err != nil {
			return err
		}
	}
	j.area(s, p, b.area())
	if err := b.finish(); err != nil {
		return err
	}
	j.area(s, p, b.area())
	return nil
}

// drain runs until all writes have reached their blocks, at most so long as that may take.
func (b *bench) drain(p *program, j *judge) error {
	j.predict(p, len(p.writes))
	for end := b.m.Cycle() + settled; b.m.Cycle() < end && !j.agrees(b); {
		if err := b.m.Run(b.m.Cycle() + lookStep); err != nil {
			return err
		}
	}
	return nil
}

// Failed returns the results that failed.
func Failed(results []Result) []Result {
	return slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Failure == "" })
}
