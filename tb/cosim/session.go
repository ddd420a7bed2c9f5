package cosim

import (
	"fmt"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/text/number"
)

// Session is a machine that runs a vector, with its monitors.
type Session struct {
	M   *hw.Machine
	V   *Vector
	Mon *Monitor
	// Patience is the number of cycles without progress after which a run is called
	// hung.
	Patience uint64
	// Live has the machine run through its engine, which Akita's monitor can pause.
	Live bool
	// Look, when given, looks at the machine between cycles and returns the cycle after
	// which it must look again, which is a later one.
	Look func(cycle uint64) (next uint64)
	// Interrupts counts those that the CPU has raised.
	Interrupts int
	// Raised, when given, is called in the cycle in which the CPU raises one.
	Raised func(cycle uint64)
	// Framed, when given, is called when the operating system gives a frame away.
	Framed func(use FrameUse)
	beat   beat
	log    *Log       // nil: none is kept
	os     *paging    // nil: addresses are those of memory
	driver *scheduler // nil: the run lists stay as they are
	halted bool       // a monitor has stopped the run

	off       checkSet // checks that are left out
	failed    Check    // that has stopped the run
	hasFailed bool
}

// Advance runs the machine to a cycle, or until a monitor or an idle machine stops it;
// operating system and driver do their part on the way.
func (s *Session) Advance(until uint64) error {
	s.halted = false
	for s.os != nil || s.driver != nil {
		target := until
		before, planned := s.M.Cycle(), s.next()
		if planned > 0 {
			target = min(until, max(planned, before+1))
		}
		if err := s.run(target); err != nil {
			return err
		}
		if err := s.software(until); err != nil {
			return err
		}
		stuck := s.M.Cycle() == before && s.next() == planned && s.M.Quiet()
		if s.M.Cycle() >= until || s.halted || stuck {
			return nil
		}
	}
	return s.run(until)
}

// next returns the cycle in which operating system or driver have something to do; 0: none.
func (s *Session) next() (cycle uint64) {
	if s.os != nil {
		cycle = s.os.next()
	}
	if s.driver != nil {
		if at := s.driver.next(); cycle == 0 || at > 0 && at < cycle {
			cycle = at
		}
	}
	return cycle
}

// software has operating system and driver do what is due. A machine in which nothing can
// happen does not wait for the operating system; it sleeps until the driver does something,
// or a context that gives way looks again.
func (s *Session) software(until uint64) error {
	if s.os != nil {
		if s.M.Quiet() {
			s.os.hurry()
		}
		if err := s.os.work(); err != nil {
			return err
		}
	}
	s.sleepUntilDue(until)
	if s.driver == nil {
		return nil
	}
	return s.driver.work()
}

// sleepUntilDue lets time pass in a machine in which nothing can happen until software does something,
// until a cycle at the latest.
func (s *Session) sleepUntilDue(until uint64) {
	at := uint64(0)
	if s.os != nil {
		if at = s.os.givenWay(); at == 0 && s.os.busy() {
			return
		}
	}
	if s.driver != nil {
		if due := s.driver.next(); at == 0 || due > 0 && due < at {
			at = due
		}
	}
	if at > 0 {
		s.M.Sleep(min(at, until))
	}
}

// run runs to a cycle, or until something stops it, which may be in the last cycle before Look's.
func (s *Session) run(until uint64) error {
	for s.Look != nil {
		next := s.Look(s.M.Cycle())
		if next >= until {
			break
		}
		if err := s.clock(next); err != nil || s.M.Cycle() < next || s.M.Stopped() {
			return err
		}
	}
	return s.clock(until)
}

func (s *Session) clock(until uint64) error {
	if s.Live {
		return s.M.Engine.RunTo(until)
	}
	return s.M.Run(until)
}

// Stop has the run return at the end of the cycle to who waits for what has happened.
// Observers call it.
func (s *Session) Stop() {
	s.halted = true
	s.M.Stop()
}

func (mon *Monitor) stop() { mon.sess.Stop() }

// NewSession builds a machine, loads the vector into its memory and gives it the run
// list. With monitors off only the final check remains.
func NewSession(cfg hw.Config, v *Vector, monitors bool) (*Session, error) {
	if n := v.pages(); v.Paging != nil && n > mostPages {
		return nil, fmt.Errorf("paging of %s pages of %d KiB: at most %s were expected", number.Thousands(n), pageBytes>>10, number.Thousands(mostPages))
	}
	if need := int(v.end()); need > cfg.Memory.SizeMiB<<20 {
		cfg.Memory.SizeMiB = (need + 1<<20 - 1) >> 20
	}
	m, err := hw.Build(cfg)
	if err != nil {
		return nil, err
	}
	if v, err = v.limitedAs(&m.Config); err != nil {
		return nil, err
	}
	s := &Session{M: m, V: v, Patience: 4 * (v.Bounds(&m.Config).Total() + 100000)}
	if v.Paging != nil {
		s.paged(*v.Paging)
	} else {
		for i := range v.Image.Contexts {
			x := &v.Image.Contexts[i]
			m.Memory.LeaveOut(x.Header, x.Header+regs.ContextHeaderBytes)
			m.Memory.LeaveOut(x.SaveArea, x.SaveArea+regs.SaveRoomBytes)
		}
	}
	s.Memory().Write(0, v.Image.Bytes)
	if s.os != nil {
		s.os.hideAll()
	}
	if s.os != nil && s.os.Paging.Mapped {
		s.os.mapFirst()
	}
	for _, e := range v.Entries {
		m.Memory.WriteWord(s.os.table(e.Context)+4*e.Page, e.Value)
	}
	if v.Schedule != nil {
		s.scheduled(v.Schedule)
	}
	if monitors {
		if s.Mon, err = attach(s); err != nil {
			return nil, err
		}
	}
	s.watchBeat()
	if err := s.give(); err != nil {
		return nil, err
	}
	return s, m.Run(m.Cycle() + startCycles)
}

// give gives the CSP its status buffer and its run lists: the even one, which starts, then
// the odd one.
func (s *Session) give() error {
	if s.V.Status > 0 {
		at := s.V.StatusBuffer()
		s.M.Memory.LeaveOut(at, at+s.V.Status*statusBytes)
		if err := s.M.StatusBuffer(at|s.V.garbage(0), s.V.Status); err != nil {
			return err
		}
	}
	if s.driver != nil {
		return nil // it gives them
	}
	lists := s.Lists()
	if err := s.M.WriteRunList(false, lists[0]); err != nil {
		return err
	}
	if lists[1] == (csp.RunList{}) {
		return nil
	}
	return s.M.WriteRunList(true, lists[1])
}

// statusBytes is the size of an entry of the context status buffer.
const statusBytes = regs.StatusEntryBytes

// NewStatusBuffer has the CPU clear the context status buffer and name it again: entries that wait go into it before, those that come
// later begin anew.
func (s *Session) NewStatusBuffer() error {
	at := s.V.StatusBuffer()
	for n := range s.V.Status * statusBytes / 4 {
		s.M.Memory.WriteWord(at+4*n, 0)
	}
	return s.M.StatusBuffer(at|s.V.garbage(0), s.V.Status)
}

// ServedForNothing sends SERVED for a context of whose page faults the operating system knows none that is not served. Which one follows from the cycle.
func (s *Session) ServedForNothing() error {
	all := s.V.Image.Contexts
	i := int(s.M.Cycle() % uint64(len(all)))
	if s.os != nil && s.os.st.Wanted[i] != none {
		return nil
	}
	return s.served(i)
}

// StatusBuffer returns the address of the context status buffer, after all else.
func (v *Vector) StatusBuffer() uint32 {
	if v.Paging != nil {
		return v.pagedBytes()
	}
	return (uint32(len(v.Image.Bytes)) + 63) &^ 63
}

// end returns the memory that a session needs.
func (v *Vector) end() uint32 { return v.StatusBuffer() + v.Status*statusBytes }

// startCycles is how long the run list is on its way to the CSP; interrupts count from
// there on.
const startCycles = 4

// RunTo runs to a cycle, or until the machine is idle.
func (s *Session) RunTo(cycle uint64) error {
	for s.M.Cycle() < cycle && !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(min(cycle, before+s.Patience/4)); err != nil {
			return err
		}
		if err := s.hung(); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			break
		}
	}
	return nil
}

// step runs for a cycle, or not at all when the machine is idle.
func (s *Session) step() error {
	before := s.M.Cycle()
	if err := s.RunTo(before + 1); err != nil {
		return err
	}
	if s.M.Cycle() == before && !s.Idle() {
		return s.Hang("nothing can happen any more")
	}
	return nil
}

// Finish runs until the machine is idle.
func (s *Session) Finish() error {
	if err := s.RunTo(^uint64(0)); err != nil {
		return err
	}
	if !s.Idle() {
		return s.Hang("nothing can happen any more")
	}
	if err := s.rest(); err != nil {
		return err
	}
	if s.Mon != nil {
		return s.guard(func() { s.Mon.checkTokens(); s.Mon.checkAnswered(); s.Mon.checkTold(); s.Mon.checkFinished() })
	}
	return nil
}

// rest lets an idle machine come to rest: the CSP has told that it is idle, but what it has
// told other blocks may still be on its way.
func (s *Session) rest() error {
	for until := s.M.Cycle() + s.Patience; s.underWay() && !s.M.Quiet(); {
		if s.M.Cycle() >= until {
			return s.Hang("the machine is idle, but does not come to rest")
		}
		if err := s.Advance(s.M.Cycle() + 1); err != nil {
			return err
		}
	}
	return nil
}

// Sleep lets a machine that is finished run until nothing can happen in it any more: no block
// may go on by itself, or sleep while something waits for it.
func (s *Session) Sleep() error {
	if err := s.M.Run(s.M.Cycle() + s.Patience); err != nil {
		return err
	}
	if !s.M.Quiet() {
		return s.Hang("the machine is idle, but does not sleep")
	}
	if s.underWay() {
		return s.Hang("the machine sleeps, but something is on its way")
	}
	return nil
}

// underWay tells whether a FIFO holds something.
func (s *Session) underWay() bool {
	return slices.ContainsFunc(s.M.Views(), func(v wires.View) bool { return v.Len() > 0 })
}

// guard turns a broken rule into an error.
func (s *Session) guard(check func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			v, ok := r.(*wires.Violation)
			if !ok {
				panic(r)
			}
			if v.Cycle == 0 { // broken in what does not know its domain
				v = v.At(s.M.Cycle())
			}
			err = v
		}
	}()
	check()
	return nil
}

// Idle tells whether every context has ended and the pipe is empty.
func (s *Session) Idle() bool {
	return s.M.Idle() && (s.os == nil || !s.os.busy()) && (s.driver == nil || !s.driver.busy())
}

// Interrupt raises the CPU's interrupt.
func (s *Session) Interrupt() (err error) {
	s.Interrupts++
	s.log.interrupted(s.M.Cycle())
	if s.Raised != nil {
		s.Raised(s.M.Cycle())
	}
	if s.Live {
		s.M.Engine.Inspect(func() { err = s.M.Interrupt() })
		return err
	}
	return s.M.Interrupt()
}

// AwaitRoom runs until the bus to the CSP has room for a command.
func (s *Session) AwaitRoom() error {
	for s.M.Room() == 0 {
		if err := s.step(); err != nil {
			return err
		}
	}
	return nil
}

// interruptSoon interrupts when the bus to the CSP has room.
func (s *Session) interruptSoon() error {
	if err := s.AwaitRoom(); err != nil {
		return err
	}
	return s.Interrupt()
}

// MoveTail shows a context's ring up to a tail, as a driver does that has more work for it.
func (s *Session) MoveTail(context int, tail uint32) error {
	s.Memory().WriteWord(s.V.Image.Contexts[context].Header+4*regs.ContextHeaderTail, tail)
	if s.driver != nil {
		s.driver.wake()
		return nil
	}
	return s.M.Doorbell()
}

// Cursor returns the break point's cursor in a context, as golden has it.
func (s *Session) Cursor(context int) golden.Cursor { return s.Mon.s.Contexts[context].At }

// Cuts returns how often the line was raised.
func (s *Session) Cuts() int { return int(s.Mon.s.Cuts) }
