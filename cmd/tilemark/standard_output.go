package main

import (
	"errors"
	"io"
	"io/fs"
	"sync"

	"tilemark/text/output"
)

// standardOutput remembers that what was written is not all there, whoever looks at the error: no verb ends well without its answer.
type standardOutput struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// errClosed is what a verb is told that goes on while the program ends.
var errClosed = errors.New("the program ends")

// Write implements io.Writer.
func (o *standardOutput) Write(b []byte) (n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	if n, err = o.w.Write(b); err != nil {
		var detail *fs.PathError
		if errors.As(err, &detail) {
			err = detail.Err
		}
		o.err = &output.Error{Path: "standard output", Err: err}
	}
	return n, o.err
}

// lost is what was in the way; nil when all is written.
func (o *standardOutput) lost() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// close has nothing more be written.
func (o *standardOutput) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.err = errClosed
}
