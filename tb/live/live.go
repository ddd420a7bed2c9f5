// Package live joins Akita's own instruments to a machine: its monitor, a web page, and its
// tracer. They are in builds with the tag akita only, because of what they depend on
// (docs/decisions/0006-akita-instruments.md).
package live

import (
	"errors"
)

// ErrNotBuilt is the answer of builds without the tag.
var ErrNotBuilt = errors.New("this build is without Akita's instruments; go build -tags akita ./cmd/tilemark makes one with them")

// Tracer samples a machine between its cycles and tells Akita's tracer what the blocks do
// and which contexts are in the pipe.
type Tracer interface {
	// Sample looks after a cycle and returns the one after which it must look again.
	Sample(cycle uint64) (next uint64)
	// Started tells whether it came to its first cycle.
	Started() bool
	// Close ends what is open.
	Close() error
}
