//go:build !akita

package live

import (
	"io"

	"tilemark/hw"
)

// Built tells whether Akita's instruments are in this build.
const Built = false

// Serve would start the monitor.
func Serve(*hw.Machine, int) (string, error) { return "", ErrNotBuilt }

// Trace would start the tracer.
func Trace(*hw.Machine, io.Writer, uint64, uint64) (Tracer, error) { return nil, ErrNotBuilt }
