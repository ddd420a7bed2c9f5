package exec

import "tilemark/hw/isa"

// Span is registers one after the other.
type Span struct{ First, Count int }

// Event is an instruction that a thread has executed, or at which it failed. Where a thread goes next is its PC. It is valid during the call of the hook.
type Event struct {
	Thread    *Thread
	At        int      // byte of the code
	Lanes     uint32   // lanes of the thread that executed
	Registers [2]Span  // that its lanes may have written: destination or answer, implied destination
	Flag      int      // flag register that was written, or -1
	Message   *Message // that was sent, or nil
	Handler   bool     // the instruction is a handler's
	Fault     *Fault   // why the thread failed at the instruction, or nil
}

// Message is what a thread sent.
type Message struct {
	Code         int // isa.Message... value
	Binding      int
	Type         int // isa.Type... value of a component
	Components   int // or registers
	Operation    int // of an atomic, or the sampler
	NonCacheable bool
	Last         bool
	Lanes        uint32     // lanes of the thread that sent it
	Helpers      uint32     // those of them whose writes are discarded
	Address      [32]uint32 // bytes in the binding, of messages with addresses: of each lane that sent it
	Offset       int        // of messages that name whole registers, bytes
	Data         int        // first register of the data
}

// setsFlag tells whether the instruction writes its flag register.
func (i *instruction) setsFlag() bool { return i.condition != 0 && i.op != isa.OpSel }

// stepHooked executes an instruction and tells the hook.
func (t *Thread) stepHooked(i *instruction) {
	lanes, handler := t.executing(i), t.InHandler()
	t.message = nil
	t.Instructions++
	t.PC += i.length
	i.run(t, i)
	e := &t.event
	*e = Event{Thread: t, At: i.at, Lanes: lanes, Flag: -1, Message: t.message, Handler: handler}
	if t.State == Failed {
		e.Fault = t.Fault
		t.options.Hook(e)
		return
	}
	if e.Registers = i.written; i.setsFlag() {
		e.Flag = int(i.flag)
	}
	t.options.Hook(e)
}
