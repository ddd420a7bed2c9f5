package exec

import "fmt"

// State is what a thread does.
type State uint8

// States of a thread.
const (
	Running State = iota
	Waiting       // at a barrier
	Ended
	Failed // Fault says why
	Saved  // it has ended in a handler
)

// Construct is what an entry of the execution-mask stack was pushed by.
type Construct uint32

// Constructs; an if whose else has come is another one.
const (
	If Construct = iota + 1
	Else
	Loop
)

// Entry is an entry of the execution-mask stack. It is four words of the special registers STACK: these three, and 0.
type Entry struct {
	Mask      uint32 // lanes that are active after the construct
	Waiting   uint32 // of if: lanes that wait for the else; of loop: lanes that a continue let wait
	Construct Construct
}

// StackEntries is how many constructs can be nested.
const StackEntries = 32

// Masks say which lanes execute. A handler has its own.
type Masks struct {
	Active  uint32 // lanes that execute
	Helpers uint32 // lanes that change nothing outside of the thread
	Flags   [4]uint32
	Depth   int // entries of the stack
	Stack   [StackEntries]Entry
}

// Fault is why a program cannot go on.
type Fault struct {
	At     int    // byte of the code: of the instruction, or where none is
	Reason string // a sentence
	Limit  bool   // the thread has executed as many instructions as it may
}

// Error begins with the byte of the code.
func (f *Fault) Error() string { return fmt.Sprintf("%#x: %s", f.At, f.Reason) }

// Thread is a hardware thread.
type Thread struct {
	Masks
	PC           int // byte of the next instruction
	State        State
	Fault        *Fault // of a failed thread
	RA, SP       uint32
	Registers    RegisterFile
	Scratch      []byte
	Number       int      // in the CTA
	Slot         uint32   // special register SLOT
	Cluster      *Cluster // whose lines it loads and stores; nil: all accesses go to memory at once
	Instructions int      // that were executed; in a handler those of the handler count, too, and are forgotten when it returns
	Sent         int      // messages

	kernel  *Kernel
	memory  *Memory
	options *Options
	cta     *CTA // nil: alone
	most    int  // instructions that it may execute
	barrier int  // byte of the one at which it waits

	outstanding []*Sent // messages in parts, as they were sent

	withdrawn bool // its arrival at a barrier was, and it has entered no handler since
	handler   handlerState

	values  [3][mostLanes]uint64
	spare   [3][mostLanes]uint32
	result  [mostLanes]uint32
	address [mostLanes]uint32
	data    [2][mostLanes]uint32
	message *Message // that the instruction sent, when there is a hook
	sent    Message
	event   Event
	request Request
	output  Output
}

// handlerState is what a handler can access of the program that it interrupted.
type handlerState struct {
	masks       Masks
	pc          uint32
	interrupted *Kernel // nil: none
	executed    int     // instructions that count for its limit
	trap        [4]uint32
}

// Options are what threads meet besides memory. The zero value has nothing of it.
type Options struct {
	Sampler Sampler                // nil: messages to it are errors
	Ring    Ring                   // nil: it grants nothing
	Output  func(*Thread, *Output) // takes colours, depths and results; nil: they are lost
	Hook    func(*Event)           // is called after each instruction
	Writes  *Tally                 // counts what is written to bindings; nil: it is not counted
	Limit   int                    // instructions of a thread; 0: as many as there are
	Parts   func(*Sent)            // takes messages to buffers and constants, which it has delivered and answered; nil: they are done at once
	Texels  func(*Sent)            // the same of messages to the sampler; nil: Sampler does them

	Clusters   []*Cluster // of CTAs, in turn by their numbers; nil: none
	CTAs       []int      // order of CTAs by number, x before y before z; nil: ascending
	Threads    []int      // order of the threads of a CTA; nil: ascending
	RoundRobin bool       // an instruction of each thread in turn; otherwise each goes on to a barrier or its end
	Lingers    bool       // barriers of its CTA wait for a thread that has ended until Leave
}

// NewThread is a thread at the beginning of a program, with all lanes active; m and o may be nil. The caller fills registers and Active.
func NewThread(k *Kernel, m *Memory, o *Options) *Thread {
	m, o = orNothing(m), orNothing(o)
	t := &Thread{Scratch: make([]byte, k.Scratch)}
	t.restart(k, m, o)
	return t
}

// orNothing is v, or an empty one for nil.
func orNothing[T any](v *T) *T {
	if v == nil {
		return new(T)
	}
	return v
}

// Restart makes it a new thread of its program, with all lanes active.
func (t *Thread) Restart() {
	k := t.kernel
	if k.Stage.handler() && t.handler.interrupted != nil {
		k = t.handler.interrupted
	}
	t.restart(k, t.memory, t.options)
}

// restart makes it a new thread of the same program.
func (t *Thread) restart(k *Kernel, m *Memory, o *Options) {
	clear(t.Scratch)
	clear(t.Registers[:])
	t.Masks = Masks{Active: allLanes >> (mostLanes - k.Lanes)}
	t.PC, t.State, t.Fault, t.RA, t.SP, t.Instructions, t.Sent = 0, Running, nil, 0, 0, 0, 0
	t.kernel, t.memory, t.options, t.handler, t.outstanding = k, m, o, handlerState{}, nil
	t.most = o.most()
}

// noLimit is more than a thread can execute.
const noLimit = 1<<63 - 1

// most is how many instructions of its program a thread may execute.
func (o *Options) most() int {
	if o.Limit > 0 {
		return o.Limit
	}
	return noLimit
}

// Step executes an instruction. A thread that does not run stays as it is.
func (t *Thread) Step() {
	if t.State != Running {
		return
	}
	code := t.kernel.code
	n := uint(t.PC) / slotBytes
	if n >= uint(len(code)) || t.PC%slotBytes != 0 {
		t.stop(t.PC, "no instruction of the program is here")
		return
	}
	i := &code[n]
	if t.Instructions >= t.most {
		t.stop(t.PC, fmt.Sprintf("the thread has executed %d instructions, which is its limit", t.options.Limit))
		t.Fault.Limit = true
		return
	}
	if len(t.outstanding) > 0 {
		if why := t.early(i); why != "" {
			t.fail(i, why)
			return
		}
	}
	if t.options.Hook != nil {
		t.stepHooked(i)
		return
	}
	t.Instructions++
	t.PC += i.length
	i.run(t, i)
}

// Trap are the trap registers of a thread that is interrupted.
func (t *Thread) Trap() [4]uint32 { return t.handler.trap }

// Interrupted is the byte of its program at which it is interrupted.
func (t *Thread) Interrupted() uint32 { return t.handler.pc }

// InHandler tells whether the thread is interrupted.
func (t *Thread) InHandler() bool { return t.handler.interrupted != nil }

// run steps until the thread waits or has ended.
func (t *Thread) run() {
	for t.State == Running {
		t.Step()
	}
}

// fail ends the thread at an instruction that cannot be executed.
func (t *Thread) fail(i *instruction, reason string) { t.stop(i.at, reason) }

func (t *Thread) stop(at int, reason string) {
	t.PC, t.State, t.Fault = at, Failed, &Fault{At: at, Reason: reason}
}

// Place is that of its CTA in the grid.
func (t *Thread) Place() (at [3]int) {
	if t.cta != nil {
		at = t.cta.At
	}
	return at
}

// end ends the thread as its program wants. In a handler it is saved: for the other threads of its CTA it is there.
func (t *Thread) end() {
	if t.kernel.Stage.handler() {
		t.State = Saved
		return
	}
	t.State = Ended
	if !t.options.Lingers {
		t.Retire()
	}
}

// Retire takes a thread that has ended out of its CTA: a barrier does not wait for it any more. With Options.Lingers that is the caller's to say.
func (t *Thread) Retire() {
	if t.cta != nil {
		t.cta.ended++
		t.cta.open()
	}
}
