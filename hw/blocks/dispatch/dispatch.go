// Package dispatch is the thread dispatcher of the execution-unit pool (spec chapter 5): it fills threads with primitives that come by TESS_EU and with quads that
// come by PS_EU, has the clusters run them, and retires them in order, vertices to the EUP_FIFO and pixels back to PS. A hull thread's result goes back to TESS, as soon as it is there. A result stays in
// its multiprocessor until it is called for.
// What is above the break point and what is below it share nothing here but the port to the caches.
package dispatch

import (
	"fmt"
	"math/bits"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// MaxClusters is the most clusters of a pool.
const MaxClusters = 8

// Config of the dispatcher.
type Config struct {
	Threads  int `cfg:"threads" default:"64" min:"2" max:"256" unit:"threads" doc:"Threads that are filled, run or wait for their turn, on each side of the break point."`
	Order    int `cfg:"order" default:"64" min:"2" max:"64" unit:"entries" doc:"Primitives or quads, and markers, that retire in order, on each side."`
	Fills    int `cfg:"fills" default:"4" min:"2" max:"16" unit:"requests" doc:"Thread requests that are filled or sent at the same time, on each side."`
	Results  int `cfg:"results" default:"4" min:"1" max:"16" unit:"threads" doc:"Threads whose results are called for or there at the same time, on each side."`
	FillWait int `cfg:"fill_wait" default:"16" min:"1" max:"10000" unit:"cycles" doc:"Time without input after which a thread begins that has lanes left."`

	Limits   [pipe.Sides]uint32 // instructions of a thread at most; 0: no limit but that of its kernel
	Clusters int
	SMs      int // of each cluster
	Places   int // thread slots of each cluster
}

// Ports of the dispatcher.
type Ports struct {
	EUPCancel wires.LineIn
	TessEU    wires.In[pipe.VertexThread] `waits:"EUPFifo EUTess DPEUP Req[0] Call[0] Ctrl"` // TESS_EU
	EUTess    wires.Out[pipe.PatchLevel]  // EU_TESS
	EUPFifo   wires.Out[pipe.Shaded]      // EUP_FIFO
	PSEU      wires.In[pipe.QuadThread]   `waits:"EUPS Req[1] Call[1] Ctrl"` // PS_EU
	EUPS      wires.Out[pipe.QuadResult]  // EU_PS
	DPEUP     wires.Out[pipe.Report]

	Req      [MaxClusters][pipe.Sides]wires.Out[pipe.ThreadBeat]           `port:"optional"`
	Free     [MaxClusters]wires.In[pipe.ThreadFree]                        `port:"optional" waits:"-"`
	Call     [MaxClusters][pipe.Sides]wires.Out[pipe.ResultCall]           `port:"optional"`
	Res      [MaxClusters][pm.MaxSMs][pipe.Sides]wires.In[pipe.ResultBeat] `port:"optional" waits:"-"` // a buffer is free for what was called for
	Ctrl     [MaxClusters]wires.Out[pipe.Control]                          `port:"optional"`
	CtrlDone [MaxClusters]wires.In[pipe.ControlDone]                       `port:"optional" waits:"-"`
	Cancel   [MaxClusters][pipe.Slots]wires.LineOut                        `port:"optional"`

	Closed  wires.Probe[Closed]  // threads that get nothing more
	Written wires.Probe[Written] // versions of state that are written
	Failed  wires.Probe[Failed]  // threads that could not go on, as their first primitive or quad retires
}

// Phase is the state of the input of vertex threads.
type Phase uint8

// Phases.
const (
	Normal  Phase = iota
	Discard       // what belongs to a cancelled context, up to INT_END
)

// Life is how far a thread is.
type Life uint8

// Lives of a thread.
const (
	Nobody  Life = iota
	Filling      // lanes of it are free
	Waiting      // its request is complete
	Sending
	Running
	Done    // its results can be called for
	Called  // they are called for, or come
	Here    // they are there
	Leaving // all of it has retired; its place is not free yet
	Dropped // it was cancelled; its place is not free yet
)

// thread is a thread of one side.
type thread struct {
	Life    Life
	Gone    bool  // its place is free
	Stage   uint8 // isa.Stage... value
	Slot    uint8
	Lanes   uint8 // of the kernel
	Count   uint8 // primitives or quads in it
	Left    uint8 // of them that have not retired
	Fill    uint8 // buffer that its request is in
	Result  uint8 // buffer that its results are in
	Version uint8 // of the state that its kernel depends on
	Group   uint32
	Active  uint32
	Helpers uint32
	Kernel  pipe.ThreadKernel
	Head    pipe.ResultHead
}

// ticket is a place in the order of retirement: a primitive or quad of a thread, or what passes with them.
type ticket struct {
	Thread uint8
	First  uint8 // lane
	Mask   uint8 // of a quad
	Keeps  bool  // Invalidate: caches keep what memory does not have
	Cmd    pipe.Cmd
	Fault  pipe.KernelFault // of a primitive whose patch has no thread: its hull thread could not go on
}

// fault is why a thread could not go on.
func (t *thread) fault() pipe.KernelFault {
	return pipe.KernelFault{Code: t.Head.Fault, At: t.Kernel.Kernel + t.Head.At}
}

// emitFailed tells observers of a thread that could not go on.
func (b *Dispatcher) emitFailed(side int, t *thread, k *ticket) {
	if !b.P.Failed.On() {
		return
	}
	f := k.Fault
	if f.Code == 0 {
		f = t.fault()
	}
	b.P.Failed.Emit(&Failed{Side: side, Slot: k.Cmd.Slot, Stage: t.Stage, Count: t.Count, At: k.Cmd.At, Fault: f})
}

// runs tells whether a ticket is of a thread.
func (k *ticket) runs() bool {
	return (k.Cmd.Kind == pipe.Prim || k.Cmd.Kind == pipe.Quad) && k.Fault.Code == 0
}

// sender sends the requests of a side to a cluster.
type sender struct {
	Queue wires.Queue[uint8] // threads whose requests are complete
	Beat  uint8              // of the first one
}

// part is what each side of the break point has, beside its threads.
type part struct {
	Order   wires.Queue[ticket]
	Asked   uint8                          // of its tickets, the oldest first, those that were called for or need no call
	Open    uint16                         // thread that is filled, and 1; 0: there is none
	Close   wires.Cycle                    // it begins then, if nothing more comes
	Fills   uint16                         // buffers of requests that are free
	Results uint16                         // buffers of results that are free
	Beats   [MaxClusters * pm.MaxSMs]uint8 // of results that come: the next one, and their thread
	Coming  [MaxClusters * pm.MaxSMs]uint8
	InUse   [MaxClusters]uint16 // places of clusters
	Senders [MaxClusters]sender
}

// leaving is a cut that is on its way through the clusters.
type leaving struct {
	Tokens uint8              // clusters to which the token is to be sent
	Calls  uint8              // the same by the connections of calls
	Left   uint8              // clusters that have not said that nothing is left
	Owing  [MaxClusters]uint8 // multiprocessors that have not sent the token after their results
}

// State is everything that a clock edge changes, but for threads and buffers.
type State struct {
	Phase     Phase
	Regs      [pipe.Slots]regs.EUPRegs // by context slot
	Kernel    pipe.ThreadKernel        // of the quads that come
	Constants [pipe.PixelConstants]uint32
	States    [pipe.Slots][statesAbove]state // what kernels above the break point depend on
	Pixel     state                          // the same of the quads that come
	Patch     points                         // control records of the patch whose primitives come
	Hull      question
	HullFault pipe.KernelFault // why the hull thread of that patch could not go on
	Dumping   bool             // INTERRUPTIBLE waits for its turn: registers stay as they are
	Sides     [pipe.Sides]part
	Cut       [pipe.Slots]leaving
	Bound     [pipe.Slots]bool // the clusters have something bound for the vertex stage
	Unsent    [pipe.Slots]bool // what the vertex stage binds has changed since it was sent
	Ctrl      controls
	DRQ       drq.State
}

// Dispatcher is the block.
type Dispatcher struct {
	wires.BlockBase
	cfg     Config
	P       Ports
	S       State
	threads [pipe.Sides][]thread
	fills   [pipe.Sides]wires.Pages
	results [pipe.Sides]wires.Pages
	arrived [pipe.Sides]wires.ValidBits // of Res
	freed   wires.ValidBits             // of Free
	drq     drq.Unit
}

// New makes an idle dispatcher.
func New(name string, cfg Config) *Dispatcher {
	b := &Dispatcher{BlockBase: wires.NewBlockBase(name), cfg: cfg}
	for i := range b.S.Regs {
		b.S.Regs[i].Reset()
	}
	for side := range b.threads {
		b.threads[side] = make([]thread, cfg.Threads)
		b.fills[side], b.results[side] = wires.MakePages(uint32(cfg.Fills*fillRows)), wires.MakePages(uint32(cfg.Results*resultRows))
		b.S.Sides[side].Fills, b.S.Sides[side].Results = 1<<cfg.Fills-1, 1<<cfg.Results-1
	}
	b.drq.Init(regs.BlockEUP, &b.S.DRQ, &b.P.DPEUP, nil, nil)
	return b
}

// Parts implements wires.Block.
func (b *Dispatcher) Parts() (ports, state any) { return &b.P, &b.S }

// Stores implements wires.Storer.
func (b *Dispatcher) Stores(d *wires.Domain) {
	d.Gather(&b.freed, wires.Inputs(b.P.Free[:])...)
	for side := range b.arrived {
		var ports []wires.Port
		for c := range b.cfg.Clusters {
			for sm := range b.P.Res[c] {
				ports = append(ports, &b.P.Res[c][sm][side])
			}
		}
		d.Gather(&b.arrived[side], ports...)
	}
	for side := range b.threads {
		wires.AddArray(d, b, fmt.Sprintf("threads[%d]", side), b.threads[side])
		d.AddPages(b, fmt.Sprintf("requests[%d]", side), &b.fills[side])
		d.AddPages(b, fmt.Sprintf("results[%d]", side), &b.results[side])
	}
}

// Tick evaluates one cycle.
func (b *Dispatcher) Tick(cycle uint64) wires.Activity {
	b.drq.Begin()
	moved, task := false, b.S.Ctrl.Task
	if b.P.EUPCancel.High() {
		b.cancel()
		moved = true
	}
	for set := b.freed.Bits(); set != 0; set &= set - 1 {
		b.takeFree(bits.TrailingZeros64(set))
		moved = true
	}
	moved = b.takeResults() || moved
	moved = b.retireQuad() || moved
	moved = b.retirePrim() || moved
	moved = b.answer() || moved
	moved = b.tokens() || moved
	for side := pipe.Sides - 1; side >= 0; side-- {
		moved = b.call(side) || moved
		moved = b.send(side) || moved
	}
	moved = b.control() || moved
	moved = b.takeQuad(cycle) || moved
	moved = b.takeVertex(cycle) || moved
	for side := range pipe.Sides {
		moved = b.expire(side, cycle) || moved
	}
	if b.drq.Moved() || moved || b.S.Ctrl.Task != task { // who has asked for a task waits, and so may others
		return wires.Busy
	}
	return b.sleep()
}

// sleep says what the dispatcher waits for.
func (b *Dispatcher) sleep() wires.Activity {
	s, p := &b.S, &b.P
	for side := range s.Sides {
		if q := &s.Sides[side]; q.Open != 0 {
			b.WakeAt(uint64(q.Close))
		}
	}
	above, below := &s.Sides[pipe.Above].Order, &s.Sides[pipe.Below].Order
	if s.Ctrl.Task != idle {
		return b.controlWaits()
	}
	switch {
	case b.answerThere():
		return p.EUTess.Blocked()
	case above.Len() > 0 && b.primThere() && p.EUPFifo.Ready():
		return p.DPEUP.Blocked() // registers are to be copied first
	case above.Len() > 0 && b.primThere():
		return p.EUPFifo.Blocked()
	case below.Len() > 0 && b.there(pipe.Below):
		return p.EUPS.Blocked()
	case below.Len() > 0:
		return p.Free[b.clusterOf(below.Front().Thread)].Starved()
	case above.Len() > 0:
		return p.Free[b.clusterOf(above.Front().Thread)].Starved()
	case s.Hull.Open:
		return p.Free[b.clusterOf(uint8(s.Hull.Thread-1))].Starved()
	}
	for side := range s.Sides { // threads that have retired, or were cancelled, still have their places
		for n := range b.threads[side] {
			if b.threads[side][n].Life >= Sending {
				return p.Free[b.clusterOf(uint8(n))].Starved()
			}
		}
	}
	return p.TessEU.Starved()
}

// clusterOf is the cluster in which a thread runs.
func (b *Dispatcher) clusterOf(thread uint8) int { return int(thread) % b.cfg.Clusters }

// work is the number of a thread by which its cluster knows it.
func (b *Dispatcher) work(thread uint8) uint16 { return uint16(int(thread) / b.cfg.Clusters) }

// takeFree takes what a cluster says of a thread, or that nothing is left of a cut.
func (b *Dispatcher) takeFree(c int) {
	in := &b.P.Free[c]
	e := in.Head()
	if e.Kind == pipe.NothingLeft {
		b.S.Cut[e.Slot].Left &^= 1 << c
		in.Drop()
		return
	}
	q := &b.S.Sides[e.Side]
	n := int(e.Work)*b.cfg.Clusters + c
	t := &b.threads[e.Side][n]
	switch {
	case e.Kind == pipe.ResultsDone && t.Life == Running:
		t.Life = Done
	case e.Kind == pipe.ResultsDone: // it was cancelled
	case t.Life < Running && t.Life != Sending || t.Gone:
		b.Break("connection", "the place of thread %d of cluster %d is free, and it has none", e.Work, c)
	default:
		t.Gone = true
		q.InUse[c]--
		b.retireThread(t)
	}
	in.Drop()
}

// call calls for the results of a hull thread, or of the next thread in the order of retirement.
func (b *Dispatcher) call(side int) (moved bool) {
	if side == pipe.Above && b.callHull() {
		return true
	}
	q := &b.S.Sides[side]
	for ; int(q.Asked) < q.Order.Len(); q.Asked++ {
		k := q.Order.At(int(q.Asked))
		if !k.runs() || b.threads[side][k.Thread].Life >= Called {
			moved = true
			continue
		}
		if !b.callFor(side, k.Thread) {
			return moved
		}
		q.Asked++
		return true
	}
	return moved
}

// callFor calls for the results of a thread, when they can be had and a buffer is free.
func (b *Dispatcher) callFor(side int, n uint8) bool {
	q, t := &b.S.Sides[side], &b.threads[side][n]
	if t.Life != Done || b.cut(t.Slot, side) || q.Results == 0 {
		return false
	}
	out := &b.P.Call[b.clusterOf(n)][side]
	if !out.Ready() {
		return false
	}
	out.Put(pipe.ResultCall{Slot: t.Slot, Work: b.work(n)})
	t.Result = uint8(bits.TrailingZeros16(q.Results))
	q.Results &^= 1 << t.Result
	t.Life = Called
	return true
}

// takeResults takes beats of results.
func (b *Dispatcher) takeResults() (moved bool) {
	for side := range b.arrived {
		for set := b.arrived[side].Bits(); set != 0; set &= set - 1 {
			b.takeResult(bits.TrailingZeros64(set), side)
			moved = true
		}
	}
	return moved
}

// takeResult takes a beat of a multiprocessor: the head, or a register.
func (b *Dispatcher) takeResult(at, side int) {
	c, sm := at/pm.MaxSMs, at%pm.MaxSMs
	q, in := &b.S.Sides[side], &b.P.Res[c][sm][side]
	e := in.Head()
	if e.Token {
		b.S.Cut[e.Slot].Owing[c] &^= 1 << sm
		in.Drop()
		return
	}
	if e.Head {
		h := e.ResultHead()
		q.Coming[at] = uint8(int(h.Work)*b.cfg.Clusters + c)
		if t := &b.threads[side][q.Coming[at]]; t.wants(e) {
			t.Head = h
		}
	} else if t := &b.threads[side][q.Coming[at]]; t.wants(e) && q.Beats[at] <= 2*resultRows { // a kernel may give more than anybody reads
		*b.results[side].EditHalf(uint32(t.Result)*2*resultRows + uint32(q.Beats[at]) - 1) = e.Words
	}
	if q.Beats[at]++; e.Last {
		if t := &b.threads[side][q.Coming[at]]; t.wants(e) {
			t.Life = Here
		}
		q.Beats[at], q.Coming[at] = 0, 0
	}
	in.Drop()
}

// wants tells whether a beat is of the thread's results, and not of one that had the same number and was cancelled.
func (t *thread) wants(e *pipe.ResultBeat) bool { return t.Life == Called && t.Slot == e.Slot }

// there tells whether the results of a side's oldest ticket are there, or it needs none.
func (b *Dispatcher) there(side int) bool {
	k := b.S.Sides[side].Order.Front()
	return !k.runs() || b.threads[side][k.Thread].Life == Here
}

// retired takes the oldest ticket of a side. With the last one of a thread its buffer is free.
func (b *Dispatcher) retired(side int) {
	q := &b.S.Sides[side]
	k := q.Order.Front()
	if k.runs() {
		t := &b.threads[side][k.Thread]
		if t.Left--; t.Left == 0 && t.Life == Here {
			b.release(side, t)
		}
	}
	q.Asked -= min(q.Asked, 1)
	q.Order.Pop()
}

// release gives the buffer of a thread's results back, of which nothing is needed any more.
func (b *Dispatcher) release(side int, t *thread) {
	b.freeResult(side, t)
	t.Life = Leaving
	b.retireThread(t)
}

// retireThread forgets a thread of which nothing is needed any more.
func (b *Dispatcher) retireThread(t *thread) {
	if t.Gone && (t.Life == Leaving || t.Life == Dropped) {
		b.forget(t)
	}
}

// freeResult clears the buffer of a thread's results.
func (b *Dispatcher) freeResult(side int, t *thread) {
	for n := range uint32(resultRows) {
		row := uint32(t.Result)*resultRows + n
		if *b.results[side].Row(row) != ([wires.RowWords]uint32{}) {
			*b.results[side].Edit(row) = [wires.RowWords]uint32{}
		}
	}
	b.S.Sides[side].Results |= 1 << t.Result
	t.Result = 0
}

// Line prints how many entries there are in order, and threads that are not free.
func (b *Dispatcher) Line() string {
	n := [pipe.Sides]int{}
	for side := range n {
		for i := range b.threads[side] {
			if b.threads[side][i].Life != Nobody {
				n[side]++
			}
		}
	}
	s := &b.S.Sides
	return fmt.Sprintf("EUP v%02d/%02d p%02d/%02d", s[pipe.Above].Order.Len(), n[pipe.Above], s[pipe.Below].Order.Len(), n[pipe.Below])
}

var _ wires.Storer = (*Dispatcher)(nil)
