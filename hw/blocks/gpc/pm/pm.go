// Package pm is the pipeline manager of a cluster (spec chapters 5 and 6): it chooses the multiprocessor and the thread slot of each thread, gives it registers,
// and makes the threads of a CTA, which gets all that it needs in one step in one multiprocessor. It hands what kernels bind, and commands for caches, to the units of the cluster.
package pm

import (
	"fmt"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// MaxSMs is the most multiprocessors of a cluster, MaxThreads the most threads of one.
const (
	MaxSMs     = 8
	MaxThreads = 128
)

// Config of the pipeline manager. What it says of multiprocessors is theirs.
type Config struct {
	Tasks int `cfg:"tasks" default:"4" min:"1" max:"16" unit:"tasks" doc:"Tasks of compute that the cluster knows at the same time."`

	SMs       int // multiprocessors
	Threads   int // of each
	Registers int // of each
	Shared    int // bytes of shared memory of each
}

// Ports of the pipeline manager.
type Ports struct {
	EUPPM   [pipe.Sides]wires.In[pipe.ThreadBeat] // thread requests; who sends a head has all beats of the request
	PMEUP   wires.Out[pipe.ThreadFree]            // always taken: ends of threads above the break point and below it come this way
	EUPCall [pipe.Sides]wires.In[pipe.ResultCall] `port:"optional"`
	WDUPM   [pipe.Slots]wires.In[pipe.TaskBeat]   `port:"optional"` // by context slot, so that a launch that has to wait keeps nothing of the other context waiting
	PMWDU   wires.Out[pipe.CTAEnd]                `port:"optional"`
	WDUCall wires.In[pipe.HandlerRequest]         `port:"optional"`
	PMSM    [MaxSMs]wires.Out[pipe.ThreadBeat]    `port:"optional"`
	SMPM    [MaxSMs]wires.In[pipe.ThreadEnd]      `port:"optional" waits:"PMEUP PMWDU"`

	Ctrl     [ControlSources]wires.In[pipe.Control]      `port:"optional" waits:"PMLSU PMTex PML15 PMDrop CtrlDone[]"` // by source
	CtrlDone [ControlSources]wires.Out[pipe.ControlDone] `port:"optional"`                                             // always taken
	PMLSU    wires.Out[pipe.Descriptor]
	LSUPM    wires.In[pipe.UnitDone] `waits:"-"`
	PMTex    wires.Out[pipe.TextureDescriptor]
	TexPM    wires.In[pipe.UnitDone] `waits:"-"`
	PML15    wires.Out[pipe.CacheCommand]
	L15PM    wires.In[pipe.UnitDone] `waits:"-"`
	PMDrop   wires.Out[pipe.CacheCommand]
	DropPM   wires.In[pipe.UnitDone] `waits:"-"`

	Cancel [pipe.Slots]wires.LineIn `port:"optional"` // the cut of a slot's context, for its threads above the break point

	Placed    wires.Probe[Placed]
	Discarded wires.Probe[pipe.ThreadHead] // by a cut, before it had a place
}

// Placed is what the probe shows of a thread that has got its place.
type Placed struct {
	SM   uint8
	Head *pipe.ThreadHead
	At   [3]uint32 // of a CTA: its place in the grid
	Task uint8
}

// Phase is what the pipeline manager sends.
type Phase uint8

// Phases.
const (
	Choose  Phase = iota // nothing: the next request is chosen
	Forward              // a request of EUP
	Threads              // the threads of a CTA
	Token                // the token of a cut, to one multiprocessor after the other
	Calling              // calls of a handler, to one thread after the other
)

// granule is the number of registers that are given at once.
const granule = 8

// mostGranules is the largest register file in granules.
const mostGranules = 16384 / granule

// mostRows is the largest shared memory in rows.
const mostRows = 131072 / (4 * wires.RowWords)

// CTA is a CTA of a multiprocessor.
type CTA struct {
	Live   uint8 // threads that have not ended; 0: the slot is free
	Saved  uint8 // of them those that a trap handler has saved
	Task   uint8
	Fault  uint8
	Shared uint16 // row
	Rows   uint16
	At     [3]uint32
}

// Thread is a thread slot of a multiprocessor.
type Thread struct {
	Used       bool
	InCTA      bool
	Saved      bool  // by a trap handler; it comes back to this slot
	Coming     bool  // it comes back, and does not execute its kernel yet
	Number     uint8 // in the CTA
	Side       uint8
	CTA        uint8
	Slot       uint8
	Work       uint16
	Generation uint8  // of the slot, as the request said
	First      uint16 // granule of the register file
	Count      uint8  // granules
}

// waiting is a thread request whose place is not chosen yet.
type waiting struct {
	Beats uint8 // of its head that have come
	Last  bool  // the head is all of it
	Head  pipe.ThreadHead
}

// State is everything that a clock edge changes, but for tasks, CTAs and threads, which are arrays beside it.
type State struct {
	Phase    Phase
	Controls [ControlSources]execution
	Turn     uint8 // source of controls that was served last
	Owed     bool  // a CTA has got its places since a thread above the break point did
	Waiting  [pipe.Sides]waiting
	Cut      [pipe.Slots]bool  // the slot's context is cut, and the token has not come: requests above the break point are discarded
	Stopped  [pipe.Slots]bool  // CTAs of the slot are saved: no other one begins
	Awaited  [pipe.Slots]uint8 // stage of the handlers that were called and of whose end the work distribution is to be told
	Next     uint16            // Calling: thread that is looked at
	Leaving  [pipe.Slots]bool  // the token was sent on
	Tokens   [pipe.Slots]uint8 // multiprocessors that have acknowledged it
	Called   [pipe.Slots]bool  // the token has also come after the last call for results
	Source   uint8             // Forward: side; it was served last
	SM       uint8
	Beat     uint8 // of the head, or of the thread's registers
	Head     pipe.ThreadHead
	Launch   pipe.Launch                       // Threads
	Count    uint8                             // Threads: of the CTA
	Places   [MaxThreads]uint8                 // Threads: their slots
	Args     [pipe.Slots]uint8                 // register of the task's arguments that comes next
	Filling  [pipe.Slots]uint8                 // task whose arguments come
	Granules [MaxSMs][mostGranules / 64]uint64 // of register files, in use
	Rows     [MaxSMs][mostRows / 64]uint64     // of shared memories, in use
}

// PM is the block.
type PM struct {
	wires.BlockBase
	cfg     Config
	P       Ports
	S       State
	tasks   []pipe.Task
	threads []Thread // of all multiprocessors
	ctas    []CTA
	args    wires.Pages     // of tasks
	ends    wires.ValidBits // of SMPM
	seldom  wires.ValidBits // of controls, of what units have done, and of tasks
}

// argRegisters is the number of registers of arguments of a task.
const argRegisters = 32

// New makes an idle pipeline manager.
func New(name string, cfg Config) *PM {
	return &PM{
		BlockBase: wires.NewBlockBase(name), cfg: cfg, tasks: make([]pipe.Task, cfg.Tasks), threads: make([]Thread, cfg.SMs*cfg.Threads), ctas: make([]CTA, cfg.SMs*cfg.Threads),
		args: wires.MakePages(uint32(cfg.Tasks * argRegisters / 2)),
	}
}

// Parts implements wires.Block.
func (b *PM) Parts() (ports, state any) { return &b.P, &b.S }

// Stores implements wires.Storer.
func (b *PM) Stores(d *wires.Domain) {
	wires.AddArray(d, b, "tasks", b.tasks)
	wires.AddArray(d, b, "threads", b.threads)
	wires.AddArray(d, b, "ctas", b.ctas)
	d.AddPages(b, "args", &b.args)
	p := &b.P
	seldom := append(wires.Inputs(p.Ctrl[:]), &p.LSUPM, &p.TexPM, &p.L15PM, &p.DropPM)
	d.Gather(&b.ends, wires.Inputs(p.SMPM[:])...)
	d.Gather(&b.seldom, append(seldom, wires.Inputs(p.WDUPM[:])...)...)
}

// Tick evaluates one cycle.
func (b *PM) Tick(uint64) wires.Activity {
	moved := b.cut()
	moved = b.send() || moved
	for side := range pipe.Sides {
		moved = b.takeHead(side) || moved
	}
	moved = b.takeEnd() || moved
	if b.S.Leaving != [pipe.Slots]bool{} {
		moved = b.left() || moved
	}
	if b.S.Awaited != [pipe.Slots]uint8{} {
		moved = b.saved() || moved
	}
	if b.seldom.Bits() != 0 {
		moved = b.takeDone() || moved
		moved = b.controls() || moved
		for slot := range pipe.Slots {
			moved = b.takeTask(slot) || moved
		}
	}
	if moved {
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the pipeline manager waits for.
func (b *PM) sleep() wires.Activity {
	s := &b.S
	switch {
	case s.Phase == Forward && s.Beat == pipe.HeadBeats && !b.P.EUPPM[s.Source].Valid():
		return b.P.EUPPM[s.Source].Starved()
	case s.Phase != Choose:
		return b.P.PMSM[s.SM].Blocked()
	}
	if b.ends.Bits() != 0 {
		if !b.P.PMWDU.Joined() {
			return b.P.PMEUP.Blocked()
		}
		return b.P.PMWDU.Blocked()
	}
	for source := range ControlSources {
		if in := &b.P.Ctrl[source]; in.Joined() && in.Valid() {
			return b.controlWaits(source)
		}
	}
	for n := range b.threads {
		if b.threads[n].Used {
			return b.P.SMPM[n/b.cfg.Threads].Starved()
		}
	}
	return b.P.EUPPM[pipe.Below].Starved()
}

// takeTask takes what a task of a slot is, and its arguments.
func (b *PM) takeTask(slot int) bool {
	s, in := &b.S, &b.P.WDUPM[slot]
	if !in.Joined() || !in.Valid() {
		return false
	}
	beat := in.Head()
	switch beat.Kind {
	case pipe.TaskFirst:
		n := beat.Task()
		b.tasks[n] = pipe.Task{}
		b.tasks[n].TakeTask(beat)
		s.Filling[slot], s.Args[slot] = n, 0
	case pipe.TaskSecond:
		b.tasks[beat.Task()].TakeTask(beat)
	case pipe.TaskArgs:
		at := uint32(s.Filling[slot])*argRegisters + uint32(s.Args[slot])
		*b.args.EditHalf(at) = *beat.Args()
		s.Args[slot]++
	default: // a launch waits for its place
		return false
	}
	in.Drop()
	return true
}

// takeEnd takes the end of a thread of each multiprocessor, and frees what it had.
func (b *PM) takeEnd() (moved bool) {
	for set := b.ends.Bits(); set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		in := &b.P.SMPM[n]
		e := in.Head()
		if e.Kind == pipe.TokenArrived {
			b.S.Tokens[e.Slot]++
			in.Drop()
			moved = true
			continue
		}
		t := &b.threads[n*b.cfg.Threads+int(e.Thread)]
		if t.InCTA && !b.P.PMWDU.Ready() || !t.InCTA && !b.P.PMEUP.Ready() {
			continue
		}
		b.ended(n, t, e)
		in.Drop()
		moved = true
	}
	return moved
}

// ended does what the end of a thread, or another step of its life, calls for.
func (b *PM) ended(n int, t *Thread, e *pipe.ThreadEnd) {
	switch e.Kind {
	case pipe.ThreadDone:
		b.P.PMEUP.Put(pipe.ThreadFree{Kind: pipe.ResultsDone, Slot: t.Slot, Side: t.Side, Fault: e.Fault, Work: t.Work})
		return
	case pipe.ThreadBack:
		t.Coming = false
		return
	case pipe.ThreadSaved:
		b.save(n, t)
		return
	}
	if t.InCTA {
		b.removeThread(n, t, e)
	} else {
		b.P.PMEUP.Put(pipe.ThreadFree{Kind: pipe.PlaceFree, Slot: t.Slot, Side: t.Side, Fault: e.Fault, Work: t.Work})
	}
	set(b.S.Granules[n][:], int(t.First), int(t.Count), false)
	*t = Thread{}
}

// removeThread takes a thread out of its CTA. The last one frees the slot and the shared memory.
func (b *PM) removeThread(sm int, t *Thread, e *pipe.ThreadEnd) {
	c := &b.ctas[sm*b.cfg.Threads+int(t.CTA)]
	if e.Fault != 0 && c.Fault == 0 {
		c.Fault = e.Fault
	}
	if c.Live--; c.Live > 0 {
		b.reportSaved(c, t.Slot)
		return
	}
	b.P.PMWDU.Put(pipe.CTAEnd{Kind: pipe.CTAExited, Slot: t.Slot, Task: c.Task, Fault: c.Fault, At: c.At})
	set(b.S.Rows[sm][:], int(c.Shared), int(c.Rows), false)
	*c = CTA{}
}

// set sets or clears count bits from one on.
func set(m []uint64, first, count int, on bool) {
	for n := first; n < first+count; n++ {
		if on {
			m[n>>6] |= 1 << (n & 63)
		} else {
			m[n>>6] &^= 1 << (n & 63)
		}
	}
}

// room is the first of count clear bits one after the other, below an end; false: there are none.
func room(m []uint64, count, end int) (first int, ok bool) {
	for n := 0; n+count <= end; {
		k := 0
		for k < count && m[(n+k)>>6]>>((n+k)&63)&1 == 0 {
			k++
		}
		if k == count {
			return n, true
		}
		n += k + 1
	}
	return 0, false
}

// Line prints threads by multiprocessors.
func (b *PM) Line() string {
	text := "PM "
	for n := range b.cfg.SMs {
		used := uint(0)
		for _, t := range b.threads[n*b.cfg.Threads:][:b.cfg.Threads] {
			if t.Used {
				used++
			}
		}
		text += fmt.Sprintf(" %03d", used)
	}
	return text
}

var _ wires.Storer = (*PM)(nil)
