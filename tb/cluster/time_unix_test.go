//go:build unix

package cluster

import "syscall"

// processorTime is what this process has used, in seconds: it leaves out what others
// did with the machine meanwhile.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Sec) + float64(u.Stime.Sec) + (float64(u.Utime.Usec)+float64(u.Stime.Usec))/1e6
}
