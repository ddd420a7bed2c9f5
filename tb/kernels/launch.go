package kernels

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"tilemark/golden/arith"
	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// Launch is a run of a kernel on the simulator: compute kernels as a grid, others as one thread.
type Launch struct {
	Kernel   *kernel.Kernel
	Grid     [3]int
	Args     []uint32
	Bindings []exec.Binding
	Set      []Register // of the thread of other kernels, before it begins
	Limit    int        // instructions of a thread

	Trace      io.Writer // each instruction; nil: none
	Until      int       // line of the text after which it ends; 0: none
	Watch      []int     // registers whose changes are written there
	WatchFlags []int     // the same of flag registers
	RoundRobin bool
	Clusters   int    // with caches, on which CTAs run side by side; 0: no caches, CTAs one after the other
	Ring       *Ring  // in one of the bindings; nil: none, allocate is refused
	Preempt    int    // each CTA is saved and brought back after so many instructions, again and again; 0: never
	Seed       uint64 // of a random order of what clusters do; 0: each an instruction in turn, no line moves unasked

	Instructions int          // that were executed
	Stopped      *exec.Thread // that executed the line Until
	Outputs      []Output     // of kernels that are not compute
	Apart        string       // which CTA's threads have met at barriers of different places first; "": none

	program  *exec.Kernel
	memory   *exec.Memory
	handlers handlers
	text     []string
	before   map[*exec.Thread]*watched // what its threads had before, when something is watched
}

// watched is what can be watched of a thread.
type watched struct {
	registers exec.RegisterFile
	flags     [4]uint32
}

// Register is a word of a register.
type Register struct {
	Reg, Element int
	Value        uint32
}

// Output is a message with results or colours.
type Output struct {
	Name string
	exec.Output
}

// Run executes the launch. A fault names the byte and the line of the instruction.
func (l *Launch) Run() error {
	program := Program(l.Kernel)
	l.memory = &exec.Memory{}
	if l.Preempt > 0 {
		var err error
		if l.handlers, err = loadHandlers(); err != nil {
			return err
		}
		l.memory.Context = newContext()
		program.Allocated = max(l.handlers.trap.Registers, l.handlers.restore.Registers)
	}
	p, err := exec.Load(program)
	if err != nil {
		return err
	}
	l.program = p
	l.before = map[*exec.Thread]*watched{}
	o := exec.Options{Limit: l.Limit, Output: l.PutOut}
	if l.Ring != nil {
		o.Ring = l.Ring
	}
	if l.Trace != nil {
		o.Hook = l.Traced
	}
	if l.Kernel.Stage != isa.StageCompute {
		l.memory.Bindings = l.Bindings
		t := exec.NewThread(p, l.memory, &o)
		for _, r := range l.Set {
			t.Registers[8*r.Reg+r.Element] = r.Value
		}
		s := seat{options: o, threads: []*exec.Thread{t}}
		for s.threads != nil && l.Stopped == nil {
			if err := l.goOn(&s); err != nil {
				return err
			}
		}
		l.count(&s)
		return nil
	}
	return l.grid(&o)
}

// step executes an instruction.
func (l *Launch) step(t *exec.Thread) {
	at := t.PC
	t.Step()
	if l.Until == 0 {
		return
	}
	if i := l.Kernel.At(at); i >= 0 && l.Kernel.Code[i].Line == l.Until {
		l.Stopped = t
	}
}

// Placed is a thread's fault with the line of the text, and who met it.
func (l *Launch) Placed(t *exec.Thread) error {
	fault, who := t.Fault, ""
	if l.Kernel.Stage == isa.StageCompute {
		who = "; " + l.Who(t)
	}
	i := l.Kernel.At(fault.At)
	if i < 0 || l.Kernel.Code[i].Line == 0 {
		return fmt.Errorf("byte %#x: %s%s", fault.At, fault.Reason, who)
	}
	return fmt.Errorf("%s:%d: %s (byte %#x: %s%s)", l.Kernel.Source.Name, l.Kernel.Code[i].Line, fault.Reason, fault.At, l.line(i), who)
}

// Who names a thread of a compute kernel.
func (l *Launch) Who(t *exec.Thread) string {
	return fmt.Sprintf("CTA %s, thread %d", place(t.Place()), t.Number)
}

// line is the text of an instruction, as it stands in its file, or as it is disassembled.
func (l *Launch) line(i int) string {
	c := &l.Kernel.Code[i]
	if l.text == nil {
		l.text = strings.Split(l.Kernel.Source.Text, "\n")
	}
	if c.Line > 0 && c.Line <= len(l.text) {
		text, _, _ := strings.Cut(l.text[c.Line-1], "//")
		return strings.TrimSpace(text)
	}
	return asm.Instruction(c.Native)
}

// PutOut keeps what a thread puts out. It is the simulator's hook.
func (l *Launch) PutOut(_ *exec.Thread, o *exec.Output) {
	l.Outputs = append(l.Outputs, Output{isa.Messages[o.Message].Name, *o})
}

// Traced writes an instruction: thread, line, lanes, text, and what its lanes have written. It is the simulator's hook.
func (l *Launch) Traced(e *exec.Event) {
	if e.Handler {
		return
	}
	watched := len(l.Watch)+len(l.WatchFlags) > 0
	if watched && !l.changed(e) {
		return
	}
	i := l.Kernel.At(e.At)
	where := fmt.Sprint(e.Thread.Number)
	if l.Kernel.Stage == isa.StageCompute {
		at := e.Thread.Place()
		where = fmt.Sprintf("%d,%d,%d/%d", at[0], at[1], at[2], e.Thread.Number)
	}
	fmt.Fprintf(l.Trace, "%-10s %4d %08x  %s\n", where, l.Kernel.Code[i].Line, e.Lanes, l.line(i))
	in := isa.Decode(l.Kernel.Code[i].Native)
	for _, s := range e.Registers {
		for reg := s.First; reg < s.First+s.Count; reg++ {
			if !watched || slices.Contains(l.Watch, reg) {
				fmt.Fprintf(l.Trace, "%27s r%d = %s\n", "", reg, Words(e.Thread.Registers[8*reg:][:8], typeOf(&in)))
			}
		}
	}
	if e.Flag >= 0 && (!watched || slices.Contains(l.WatchFlags, e.Flag)) {
		fmt.Fprintf(l.Trace, "%27s f%d = %08x\n", "", e.Flag, e.Thread.Flags[e.Flag])
	}
}

func typeOf(in *isa.Instruction) uint8 {
	if in.Op == isa.OpSend {
		return in.Message.Type
	}
	return in.Dst.Type
}

// Types are those that a kernel's instructions write to registers; ud where there is none, isa.TypeLimit where there are several.
func Types(k *kernel.Kernel) (types [isa.Registers]uint8) {
	var written [isa.Registers]bool
	for i := range types {
		types[i] = isa.TypeUd
	}
	for n := range k.Code {
		in := isa.Decode(k.Code[n].Native)
		u := in.UsesOf(k.Lanes)
		for _, w := range u.Writes {
			for reg := w.First; reg < w.First+w.Count; reg++ {
				switch typ := typeOf(&in); {
				case !written[reg]:
					types[reg], written[reg] = typ, true
				case types[reg] != typ:
					types[reg] = isa.TypeLimit
				}
			}
		}
	}
	return types
}

// changed tells whether an instruction may have written a register that is watched, and it has another value.
func (l *Launch) changed(e *exec.Event) (changed bool) {
	before := l.before[e.Thread]
	if before == nil { // its first instruction
		before = &watched{}
		l.before[e.Thread] = before
	}
	for _, reg := range l.Watch {
		for n := 8 * reg; n < 8*reg+8; n++ {
			changed = changed || before.registers[n] != e.Thread.Registers[n]
		}
	}
	for _, n := range l.WatchFlags {
		changed = changed || before.flags[n] != e.Thread.Flags[n]
	}
	*before = watched{e.Thread.Registers, e.Thread.Flags}
	return changed
}

// Words writes words as numbers of a type: floats as values, integers in decimal; of no type, isa.TypeLimit, as they are.
func Words(list []uint32, typ uint8) string {
	var parts []string
	bytes := 4
	if typ < isa.TypeLimit {
		bytes = isa.Bytes(typ)
	}
	for at := 0; at < 4*len(list); at += bytes {
		v := uint64(list[at/4]) >> (at % 4 * 8)
		if bytes == 8 && at/4+1 < len(list) {
			v |= uint64(list[at/4+1]) << 32
		}
		drop := 64 - 8*bytes
		switch {
		case typ == isa.TypeF:
			parts = append(parts, fmt.Sprintf("%g", math.Float32frombits(uint32(v))))
		case typ == isa.TypeHf:
			parts = append(parts, fmt.Sprintf("%g", arith.HFToF(uint16(v))))
		case typ >= isa.TypeLimit:
			parts = append(parts, fmt.Sprintf("%#x", v))
		case typ&1 != 0: // a signed integer
			parts = append(parts, fmt.Sprint(int64(v<<drop)>>drop))
		default:
			parts = append(parts, fmt.Sprint(v<<drop>>drop))
		}
	}
	return strings.Join(parts, " ")
}
