package golden

import (
	"fmt"
	"iter"
)

// Start is a context that is run beside others.
type Start struct {
	Header uint32 // address of its header, as the context names it
	// Offset is where address 0 of the context lies in memory, in bytes: its addresses are not
	// those of others.
	Offset uint32
	Limit  int // events that are executed; 0: all, negative: none
	Limits Limits
	// Threads are the threads that it had in a machine; nil: a pixel thread has one quad, and a vertex thread one primitive.
	Threads *Threads
}

// RunTogether is RunWithin for contexts that may wait for each other's fences and share what
// fences order: each runs until it ends or comes to a WAIT that does not pass, then the next
// one does, and so round and round. A WAIT that nobody lets pass is an error.
func RunTogether(mem []byte, starts []Start, primitives uint64) ([]*Trace, error) {
	all := together(mem, starts, primitives, false)
	traces := make([]*Trace, len(all))
	for i, c := range all {
		if c.err != nil && !stops(c.err) {
			return nil, fmt.Errorf("context %#x, %w", starts[i].Header, c.err)
		}
		c.r.finish()
		if c.err != nil {
			c.r.trace.Stopped = fmt.Errorf("context %#x, %w", starts[i].Header, c.err)
		}
		traces[i] = c.r.trace
	}
	return traces, nil
}

// RunTogetherUntil writes into mem what the first events of contexts do, of each as many as its
// limit says. It returns the errors of Run that come before, by context; a WAIT that does not
// pass is none. Traces end there.
func RunTogetherUntil(mem []byte, starts []Start) ([]*Trace, []error) {
	all := together(mem, starts, MaxPrimitives, false)
	traces, errs := make([]*Trace, len(all)), make([]error, len(all))
	for i, c := range all {
		c.r.finish()
		if traces[i] = c.r.trace; !c.stuck {
			errs[i] = c.err
		}
	}
	return traces, errs
}

// companion is a context that runs beside others.
type companion struct {
	r     *renderer
	err   error
	stuck bool // it ended at a WAIT that nobody let pass
	ended bool
}

// run runs a context; it pauses where a WAIT does not pass.
func (c *companion) run(pause func(struct{}) bool) {
	defer func() {
		c.ended = true
		if p := recover(); p != nil && p != errLimit {
			panic(p)
		}
	}()
	c.r.pause = func() bool {
		goesOn := pause(struct{}{})
		c.stuck = c.stuck || !goesOn
		return goesOn
	}
	c.err = c.r.context()
}

// together runs contexts until each has ended or waits for what nobody will write.
func together(mem []byte, starts []Start, primitives uint64, feet bool) []*companion {
	all := make([]*companion, len(starts))
	resume, stop := make([]func() (struct{}, bool), len(starts)), make([]func(), len(starts))
	for i, s := range starts {
		c := &companion{r: newRenderer(mem[s.Offset:], s.Header), ended: s.Limit < 0}
		c.r.within, c.r.limit, c.r.limits = primitives, s.Limit, s.Limits.whole()
		if s.Threads != nil {
			threads := *s.Threads // what is left of it
			c.r.threads = &threads
		}
		if feet {
			c.r.foot = &Footprint{prims: map[Cursor][]span{}, trace: c.r.trace}
		}
		all[i] = c
		resume[i], stop[i] = iter.Pull(c.run)
	}
	for moved := true; moved; {
		moved = false
		for i, c := range all {
			if c.ended {
				continue
			}
			before := len(c.r.trace.Events)
			resume[i]()
			moved = moved || c.ended || len(c.r.trace.Events) != before
		}
	}
	for i := range all {
		stop[i]()
	}
	return all
}
