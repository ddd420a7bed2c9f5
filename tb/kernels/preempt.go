package kernels

import (
	"fmt"

	"tilemark/golden/exec"
)

// handlers save threads and bring them back.
type handlers struct{ trap, restore *exec.Kernel }

// loadHandlers are the project's own.
func loadHandlers() (h handlers, err error) {
	if h.trap, err = loadProgram("trap"); err != nil {
		return h, err
	}
	h.restore, err = loadProgram("restore")
	return h, err
}

// loadProgram loads a kernel of vectors/kernels into the simulator.
func loadProgram(name string) (*exec.Kernel, error) {
	k, err := Load(name)
	if err != nil {
		return nil, err
	}
	return exec.Load(Program(k))
}

// The context buffer: a part for each thread of a CTA, then one for its shared memory. It lies where addresses come to have more than 32 bits.
const (
	contextBase  = 1<<32 - 3<<12
	contextPart  = 8 << 10
	sharedPart   = 64 << 10
	contextBytes = mostThreads*contextPart + sharedPart
	mostThreads  = 1024 / 8 // of a CTA
)

// newContext is memory for one preempted CTA.
func newContext() exec.ContextBuffer {
	return exec.ContextBuffer{Base: contextBase, Data: make([]byte, contextBytes)}
}

// trapRegisters are those with which a handler of a thread begins.
func trapRegisters(thread int) [4]uint32 {
	at := uint64(contextBase + thread*contextPart)
	return [4]uint32{uint32(at), uint32(at >> 32), 0, uint32((mostThreads - thread) * contextPart)}
}

// preempt saves what runs on a seat, and brings it back on a seat that has nothing of it.
func (l *Launch) preempt(s *seat) error {
	for _, t := range s.threads {
		if t.State == exec.Waiting { // it arrives again, which brings the CTA no further
			s.executed--
		}
	}
	if err := l.handle(s.threads, l.handlers.trap); err != nil {
		return err
	}
	for _, t := range s.threads {
		if t.State != exec.Ended && t.State != exec.Saved {
			return fmt.Errorf("thread %d is not saved by the trap handler", t.Number)
		}
	}
	if s.cluster != nil {
		s.cluster.Begin()
	}
	fresh, err := l.begin(s)
	if err != nil {
		return err
	}
	for n, t := range fresh {
		l.before[t] = l.before[s.threads[n]]
	}
	s.threads = fresh
	return l.handle(s.threads, l.handlers.restore)
}

// begin makes threads of the seat's CTA, or its thread, that have nothing.
func (l *Launch) begin(s *seat) ([]*exec.Thread, error) {
	if s.cta == nil {
		t := exec.NewThread(l.program, l.memory, &s.options)
		t.Forget(s.threads[0])
		return []*exec.Thread{t}, nil
	}
	c, err := exec.NewCTA(l.program, s.cta.At, l.Grid, l.Args, l.memory, &s.options)
	if err != nil {
		return nil, err
	}
	c.Preempted(s.cta)
	s.cta = c
	return c.Threads, nil
}

// handle has all threads that have not ended enter a handler, and executes it.
func (l *Launch) handle(threads []*exec.Thread, handler *exec.Kernel) error {
	for _, t := range threads {
		if t.State == exec.Ended {
			continue
		}
		if err := t.Enter(handler, trapRegisters(t.Number)); err != nil {
			return err
		}
	}
	for _, t := range threads {
		for t.State == exec.Running && t.InHandler() {
			t.Step()
		}
		if t.State == exec.Failed {
			return fmt.Errorf("handler: %w", t.Fault)
		}
	}
	return nil
}
