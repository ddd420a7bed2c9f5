package vector

import (
	"tilemark/tb/sched"
)

// Schedule has the testbench play a driver that decides which contexts run: there can be
// more of them than two run lists hold, and they may come while others run.
type Schedule struct {
	Policy  sched.Policy
	Slice   uint32 // cycles; switches are not in it
	Depth   int    // contexts that the driver puts into a list at a time, 1 to 4; 0: 1
	Latency uint64 // cycles from what the driver is told to what it does
	Jobs    [MaxContexts]ScheduledJob
}

// ScheduledJob is what the driver knows of a context beforehand.
type ScheduledJob struct {
	Priority int    // more is more urgent
	Arrives  uint64 // cycle in which its tail is shown; 0: it is there at the start
	After    int    // 1 + the context that writes the word it waits for; 0: it waits for none
}
