package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"tilemark/text/number"
)

// progress is a bar on a terminal for work that takes more than two seconds.
type progress struct {
	w     io.Writer // nil: no terminal
	errs  io.Writer // standard error
	start time.Time
	what  string
	bar   *progressbar.ProgressBar

	earlier int // cuts of a sweep that an earlier process did; -1: not told yet
}

// patience is how long work may take before the bar is shown; tests have less. The bar counts from the
// start all the same, so that its rate is right.
var patience = 2 * time.Second

// late drops what is written before a time.
type late struct {
	io.Writer
	from time.Time
}

// Write implements io.Writer.
func (l *late) Write(b []byte) (int, error) {
	if time.Now().Before(l.from) {
		return len(b), nil
	}
	return l.Writer.Write(b)
}

func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now(), errs: w, earlier: -1}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = &late{w, p.start.Add(patience)}
	}
	return p
}

// cycles shows how far a run is; a total of 0 is not known.
func (p *progress) cycles(what string, done, total uint64) {
	p.show(what, "cycles", int64(done), int64(total))
}

// cuts shows how far a sweep is. It is called first when none was tried, and leaves out those that an earlier process did, so
// that rate and time left are this one's.
func (p *progress) cuts(done, total int) {
	if p.earlier < 0 {
		p.earlier = done
		return
	}
	p.show("sweep", "cuts", int64(done-p.earlier), int64(total-p.earlier))
}

func (p *progress) show(what, unit string, done, total int64) {
	if p.w == nil {
		return
	}
	if p.bar == nil || p.what != what {
		p.done()
		p.what, p.bar = what, p.newBar(what, unit, total)
	}
	if total > 0 && done > total { // interrupts make a run longer than expected
		done = total
	}
	p.bar.Set64(done)
}

func (p *progress) newBar(what, unit string, total int64) *progressbar.ProgressBar {
	if total == 0 {
		total = -1
	}
	return progressbar.NewOptions64(total, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(what),
		progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
}

// regress shows how many cases have been run: of how many, or, when nobody knows, for how much of the time.
func (p *progress) regress(name string, passed, failed, total int, busy, budget time.Duration) {
	done, unit, all := int64(passed+failed), "cases", int64(total)
	if total == 0 {
		done, unit, all = int64(busy.Seconds()), "s", int64(budget.Seconds())
	}
	p.show(name, unit, done, all)
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s: %s passed, %s failed", name, number.Thousands(passed), number.Thousands(failed)))
	}
}

// aside writes a line on standard error, above the bar if there is one.
func (p *progress) aside(text string) {
	if p.bar != nil {
		p.bar.Clear()
	}
	fmt.Fprintf(p.errs, "remark: %s\n", text)
}

// done takes the bar away.
func (p *progress) done() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
