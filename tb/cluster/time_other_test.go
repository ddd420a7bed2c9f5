//go:build !unix

package cluster

import "time"

var began = time.Now()

// processorTime is the time that has passed, in seconds, where the system does not tell
// what a process has used.
func processorTime() float64 { return time.Since(began).Seconds() }
