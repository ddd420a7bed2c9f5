package golden

import (
	"errors"
	"fmt"
)

// Failure is a thread of a kernel that cannot go on, or is at its limit of instructions. The context ends with a status (docs/commands.md, "Invalid work").
type Failure struct {
	Event  int    // events that pass the break point before it: for a pixel thread those before its tile
	Kernel string // vertex, domain, hull or pixel
	Reason uint8  // regs.ReasonKernel or regs.ReasonInstructions
	At     uint32 // address of the instruction
	Text   string // a sentence
}

// Error says where the thread is and why it ends there.
func (f *Failure) Error() string {
	return fmt.Sprintf("address %#x: expected an instruction of the %s kernel that can go on: %s", f.At, f.Kernel, f.Text)
}

// Below tells whether the thread is one of pixels, below the break point: what has passed goes on without them, and when the context ends depends on time.
func (f *Failure) Below() bool { return f.Kernel == pixelStage.name }

// Doubt is the first event of which time says what it draws: it is a tile with a pixel thread that fails, or len(Events) when there is none. What fails depends also on which quads a thread has; here each has one.
func (t *Trace) Doubt() int {
	for i := range t.Failures {
		if t.Failures[i].Below() {
			return t.Failures[i].Event
		}
	}
	return len(t.Events)
}

// failed notes a thread that fails. Of pixel threads without a packing none is run after that: nothing can be said of what they find.
func (r *renderer) failed(err error) (f *Failure) {
	if errors.As(err, &f) {
		f.Event = len(r.trace.Events)
		r.trace.Failures = append(r.trace.Failures, *f)
	}
	return f
}

// Threads are which pieces of work the threads of a context have had in a machine.
type Threads struct {
	Quads []uint8 // quads of each pixel thread, in order; those that follow have one each
	Last  *Group  // the thread above the break point at which the context has ended; nil: none
}

// Group is the work of a thread above the break point.
type Group struct {
	At         Cursor // of the first primitive, or triangle of a patch; of a hull thread the patch's first
	Primitives int    // or triangles of a patch; 0: it is a hull thread
}

// quads is how many quads the next pixel thread has.
func (r *renderer) quads() int {
	if r.threads == nil || len(r.threads.Quads) == 0 {
		return 1
	}
	n := r.threads.Quads[0]
	r.threads.Quads = r.threads.Quads[1:]
	return int(n)
}
