package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"tilemark/text/number"
)

// interval is the time between two states of the line.
const interval = 200 * time.Millisecond

// progress is a line on a terminal that says how far a comparison is. It is written over until it is cleared.
type progress struct {
	w     io.Writer // nil: no terminal
	name  string
	total uint64

	sync.Mutex
	tried uint64
	next  time.Time
}

func newProgress(w io.Writer, name string, total uint64) *progress {
	p := &progress{name: name, total: total, next: time.Now().Add(interval)}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = w
	}
	return p
}

// add counts tuples; all processors call it.
func (p *progress) add(tried uint64) {
	if p.w == nil {
		return
	}
	p.Lock()
	defer p.Unlock()
	p.tried += tried
	if now := time.Now(); now.After(p.next) {
		p.next = now.Add(interval)
		fmt.Fprintf(p.w, "\r\x1b[K%s: %s of %s", p.name, number.Thousands(p.tried), number.Thousands(p.total))
	}
}

func (p *progress) clear() {
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
