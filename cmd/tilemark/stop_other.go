//go:build !unix

package main

import (
	"os"
	"syscall"
)

// writeSignals come with writes that fail. They do not end the program: the write's error names the file.
var writeSignals = []os.Signal{syscall.SIGPIPE}
