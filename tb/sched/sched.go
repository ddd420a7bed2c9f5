// Package sched holds the policies by which the driver model decides which context runs
// next. An architect who wants to compare another one implements Policy.
package sched

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Job is what a policy knows of a context that has work.
type Job struct {
	Context  int    // its number
	Priority int    // of itself, or of a job that waits for it: the highest; more is more urgent
	Ran      uint64 // cycles that it has run; switches are not in it
	Turn     uint32 // when it was last given to the machine: the number of that turn, 0 never
	Left     int    // of golden's events, those that have not passed the break point; 0 in runs without monitors
	Slice    uint64 // cycles of a turn, for all jobs the same
}

// Policy decides between jobs. It must not remember anything: runs are forked.
type Policy interface {
	// Name is what files and flags call it.
	Name() string
	// Order is negative when a runs before b, 0 when either may.
	Order(a, b *Job) int
	// Outranks tells whether b does not run while a can, and is interrupted for it.
	Outranks(a, b *Job) bool
	// Turn is the length of the turns, in cycles, that jobs take which do not outrank each
	// other, for the slice that was asked for; 0: each runs to its end.
	Turn(slice uint32) uint32
	// Measures tells whether Order or Outranks looks at Ran.
	Measures() bool
}

// RoundRobin gives each job its turn.
type RoundRobin struct{}

// Name implements Policy.
func (RoundRobin) Name() string { return "round-robin" }

// Order implements Policy: the job whose last turn is longest ago.
func (RoundRobin) Order(a, b *Job) int { return cmp.Compare(a.Turn, b.Turn) }

// Outranks implements Policy.
func (RoundRobin) Outranks(_, _ *Job) bool { return false }

// Turn implements Policy.
func (RoundRobin) Turn(slice uint32) uint32 { return slice }

// Measures implements Policy.
func (RoundRobin) Measures() bool { return false }

// Fair lets the job run that has run least. One that could not run for a time, since a page
// was missing, is let in when another one is more than a turn ahead of it.
type Fair struct{}

// Name implements Policy.
func (Fair) Name() string { return "fair" }

// Order implements Policy.
func (Fair) Order(a, b *Job) int {
	return cmp.Or(cmp.Compare(a.Ran, b.Ran), cmp.Compare(a.Turn, b.Turn))
}

// Outranks implements Policy.
func (Fair) Outranks(a, b *Job) bool { return a.Ran+a.Slice < b.Ran }

// Turn implements Policy: half a slice, so that what jobs have run differs by a slice at
// most also when one of them misses a turn.
func (Fair) Turn(slice uint32) uint32 { return slice / 2 }

// Measures implements Policy.
func (Fair) Measures() bool { return true }

// Priority runs the most urgent jobs, in turn among equals.
type Priority struct{}

// Name implements Policy.
func (Priority) Name() string { return "priority" }

// Order implements Policy.
func (Priority) Order(a, b *Job) int {
	return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Turn, b.Turn))
}

// Outranks implements Policy.
func (Priority) Outranks(a, b *Job) bool { return a.Priority > b.Priority }

// Turn implements Policy.
func (Priority) Turn(slice uint32) uint32 { return slice }

// Measures implements Policy.
func (Priority) Measures() bool { return false }

// ShortestRemaining runs the job that has least to do. A job that has come later is let in
// when it has less to do than the one that runs has left.
type ShortestRemaining struct{}

// Name implements Policy.
func (ShortestRemaining) Name() string { return "shortest-remaining" }

// Order implements Policy.
func (ShortestRemaining) Order(a, b *Job) int {
	return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(a.Context, b.Context))
}

// Outranks implements Policy.
func (ShortestRemaining) Outranks(a, b *Job) bool { return a.Left < b.Left }

// Turn implements Policy.
func (ShortestRemaining) Turn(_ uint32) uint32 { return 0 }

// Measures implements Policy.
func (ShortestRemaining) Measures() bool { return false }

// Policies are all of them.
var Policies = []Policy{RoundRobin{}, Fair{}, Priority{}, ShortestRemaining{}}

// Names lists the policies.
func Names() (names []string) {
	for _, p := range Policies {
		names = append(names, p.Name())
	}
	return names
}

// Named returns a policy by its name.
func Named(name string) (Policy, error) {
	i := slices.IndexFunc(Policies, func(p Policy) bool { return p.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("policy %q; one of %s was expected", name, strings.Join(Names(), ", "))
	}
	return Policies[i], nil
}

// First returns the index of the job that runs first, -1 when there is none. Of jobs that
// are equal the first one counts.
func First(p Policy, jobs []Job) int {
	best := -1
	for i := range jobs {
		if best < 0 || p.Order(&jobs[i], &jobs[best]) < 0 {
			best = i
		}
	}
	return best
}
