package cluster

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// surround is everything around what is on the bench: it sends thread requests and is the memory, each after a random time. Multiprocessors without a cluster
// find their kernels' lines and their messages done here, too. It is no hardware: what it does for messages the simulator says.
type surround struct {
	wires.BlockBase
	P struct {
		PMSM  wires.Out[pipe.ThreadBeat]             `port:"optional"`
		SMPM  wires.In[pipe.ThreadEnd]               `port:"optional" waits:"-"`
		SML15 [pipe.Sides]wires.In[pipe.CodeFetch]   `port:"optional" waits:"-"`
		L15SM wires.Out[pipe.CodeLine]               `port:"optional"`
		SMLSU [pipe.Sides]wires.In[pipe.MessageBeat] `port:"optional" waits:"-"`
		LSUSM wires.Out[pipe.MessageAnswer]          `port:"optional"`

		EUPPM    [pipe.Sides]wires.Out[pipe.ThreadBeat]           `port:"optional"`
		PMEUP    wires.In[pipe.ThreadFree]                        `port:"optional" waits:"-"`
		EUPCall  [pipe.Sides]wires.Out[pipe.ResultCall]           `port:"optional"`
		Res      [pm.MaxSMs][pipe.Sides]wires.In[pipe.ResultBeat] `port:"optional" waits:"-"`
		WDUPM    [pipe.Slots]wires.Out[pipe.TaskBeat]             `port:"optional"`
		PMWDU    wires.In[pipe.CTAEnd]                            `port:"optional" waits:"-"`
		Ctrl     [pm.ControlSources]wires.Out[pipe.Control]       `port:"optional"`
		CtrlDone [pm.ControlSources]wires.In[pipe.ControlDone]    `port:"optional" waits:"-"`

		MemReq [mxu.ClusterClients]wires.In[pipe.MemRequest] `port:"optional" waits:"-"`
		MemAns [mxu.ClusterClients]wires.Out[pipe.MemAnswer] `port:"optional"`

		WDUCall wires.Out[pipe.HandlerRequest] `port:"optional"`
		Cancel  [pipe.Slots]wires.LineOut      `port:"optional"`

		SMTex [pipe.Sides]wires.In[pipe.MessageBeat] `port:"optional" waits:"-"`
		TexSM wires.Out[pipe.MessageAnswer]          `port:"optional"`
	}
	r       *rand.Rand
	slowest int            // cycles
	stall   int            // percent of cycles in which a connection is not used
	burst   int            // cycles for which a connection stays unused, at most
	closed  map[any]uint64 // until when, by port

	requests []pipe.ThreadBeat // of a multiprocessor alone
	ended    func(thread uint8)

	threads  [pipe.Sides][]request // that are to be sent
	sending  [pipe.Sides]request   // what is left of one that is being sent
	tasks    [pipe.Slots][]pipe.TaskBeat
	expected int // CTAs, and threads that are in none
	gone     int // of them those that have ended
	cuts
	preempts
	results
	system *system // the rest of a machine with MXU and memory; nil: the memory is here

	image [pipe.Slots][]byte // memory, of the context of each slot
	lines []due[pipe.CodeLine]

	message  [pipe.Sides][]pipe.MessageBeat
	messages []due[arrived]
	answers  []pipe.MessageAnswer
	toTex    [pipe.Sides][]pipe.MessageBeat
	texels   []pipe.MessageAnswer
	sent     func(h *pipe.MessageHead, data []pipe.MessageBeat) *outstanding

	controls  [pm.ControlSources][]pipe.Control
	answered  [pm.ControlSources][]pipe.ControlDone // that are to come
	done      int                                   // controls
	commanded int                                   // controls that are answered, and were sent or are to be sent
	memory    [mxu.ClusterClients]client
	sampled   func(r *pipe.MemRequest) // a request of the sampler
	executed  func(r *pipe.MemRequest) // a request of the load/store unit
	wrote     func(r *pipe.MemRequest) // a line of the cache
	fetched   func(r *pipe.MemRequest) // a line for the cache
}

// due is something that happens at a time or later.
type due[T any] struct {
	at   uint64
	what T
}

// arrived is a message that has come.
type arrived struct {
	head pipe.MessageHead
	*outstanding
}

// client is a way to memory: reads are answered in their order, and writes in theirs.
type client struct{ reads, writes []due[pipe.MemAnswer] }

// outstanding is a message as the simulator has sent it.
type outstanding struct {
	sm     int
	thread *exec.Thread
	pc     uint32
	head   pipe.MessageHead
	sent   *exec.Sent       // nil: it is done
	texels *texture.Message // of a message to the sampler
	unit   *texture.Unit
	answer exec.Span   // registers
	data   [][8]uint32 // registers that it brings
	lines  []uint32    // that were accessed for it
}

func newSurround(cluster int, seed uint64) *surround {
	s := &surround{BlockBase: wires.NewBlockBase(fmt.Sprintf("Surround%d", cluster)), r: rand.New(rand.NewPCG(seed, 5)), slowest: 20, closed: map[any]uint64{}, cuts: cuts{pins: map[lineOf]bool{}}}
	return s
}

// pace says in how many percent of cycles connections are not used, how long an answer takes at most, and for how long a connection stays unused, at most.
func (b *Bench) pace(stall, slowest, burst int) {
	for _, m := range b.mates {
		m.around.stall, m.around.slowest, m.around.burst = stall, slowest, burst
	}
}

func (s *surround) Parts() (ports, state any) { return &s.P, &struct{}{} }

func (s *surround) Line() string { return "" }

func (s *surround) due(cycle uint64) uint64 { return cycle + 1 + uint64(s.r.IntN(s.slowest)) }

// open tells whether a connection is used in this cycle.
func (s *surround) open(port any) bool {
	now := s.Domain().Cycle()
	if s.closed[port] > now {
		return false
	}
	if s.r.IntN(100) >= s.stall {
		return true
	}
	s.closed[port] = now + uint64(s.r.IntN(s.burst+1))
	return false
}

// Tick implements wires.Block.
func (s *surround) Tick(cycle uint64) wires.Activity {
	if !s.P.PMEUP.Joined() {
		s.serveAlone(cycle)
		return wires.Busy
	}
	s.serveCluster(cycle)
	return s.sleep(cycle)
}

// sleep says whether a cluster can get something, or brings something, in the next cycle.
func (s *surround) sleep(cycle uint64) wires.Activity {
	p := &s.P
	for side := range pipe.Sides {
		if len(s.threads[side]) > 0 || waits(&p.EUPPM[side], s.sending[side].beats) {
			return wires.Busy
		}
	}
	if s.delivering() || s.every > 0 || s.system != nil || s.handlers != nil || waits(&p.WDUPM[0], s.tasks[0]) || waits(&p.WDUPM[1], s.tasks[1]) ||
		brings(&p.PMEUP) || brings(&p.PMWDU) {
		return wires.Busy
	}
	for n := range s.controls {
		if waits(&p.Ctrl[n], s.controls[n]) || brings(&p.CtrlDone[n]) {
			return wires.Busy
		}
	}
	for n := range s.memory {
		if brings(&p.MemReq[n]) {
			return wires.Busy
		}
		for _, list := range [...][]due[pipe.MemAnswer]{s.memory[n].reads, s.memory[n].writes} {
			if len(list) > 0 {
				s.WakeAt(max(cycle+1, list[0].at))
			}
		}
	}
	return wires.Waiting
}

// waits tells whether there is something for a connection that has room, or may have in the next cycle.
func waits[T any](out *wires.Out[T], list []T) bool {
	return len(list) > 0 && (out.Ready() || out.Blocked() == wires.Busy)
}

// brings tells whether a connection brings something, or may do so in the next cycle.
func brings[T any](in *wires.In[T]) bool { return in.Valid() || in.Starved() == wires.Busy }

// put sends the first of a list.
func put[T any](s *surround, out *wires.Out[T], list *[]T) {
	if len(*list) > 0 && out.Ready() && s.open(out) {
		out.Put((*list)[0])
		*list = (*list)[1:]
	}
}

// serveCluster is the memory of a cluster, and all that is around it.
func (s *surround) serveCluster(cycle uint64) {
	s.cut()
	s.preempt(cycle)
	s.callResults()
	for side := range pipe.Sides {
		s.putRequest(side)
	}
	for slot := range s.tasks {
		put(s, &s.P.WDUPM[slot], &s.tasks[slot])
	}
	if in := &s.P.PMEUP; in.Valid() && s.open(in) {
		s.freed(in.Take())
		s.Domain().Stop() // who waits for that looks
	}
	if in := &s.P.PMWDU; in.Valid() && s.open(in) {
		s.exited(in.Take())
		s.Domain().Stop() // who waits for that looks
	}
	s.control()
	if s.system != nil {
		return
	}
	for n := range s.memory {
		in, out, c := &s.P.MemReq[n], &s.P.MemAns[n], &s.memory[n]
		if in.Valid() && s.open(in) {
			r := in.Head()
			s.observe(n, r)
			s.access(cycle, c, r)
			in.Drop()
		}
		if len(c.reads) > 0 && c.reads[0].at <= cycle && out.Ready() && s.open(out) {
			out.Put(c.reads[0].what)
			c.reads = c.reads[1:]
		}
		if len(c.writes) > 0 && c.writes[0].at <= cycle && out.Ready() && s.open(out) {
			a := c.writes[0].what
			a.More = s.more(cycle, c.writes)
			out.Put(a)
			c.writes = c.writes[1+a.More:]
		}
	}
}

// more is how many writes are acknowledged together with the first one: some of those that could be, too.
func (s *surround) more(cycle uint64, writes []due[pipe.MemAnswer]) uint16 {
	due := 1
	for due < len(writes) && writes[due].at <= cycle {
		due++
	}
	return uint16(s.r.IntN(due))
}

// observe shows the simulator a request of a client at the moment at which memory executes it.
func (s *surround) observe(client int, r *pipe.MemRequest) {
	switch _, unit := mxu.ClusterUnit(client); unit {
	case mxu.ClusterL15:
		s.lineMoves(r)
		if s.system == nil { // its MXU counts pins
			s.pin(r)
		}
	case mxu.ClusterLSU:
		s.executed(r)
	case mxu.ClusterSampler:
		s.sampled(r)
	}
}

// lineMoves is a line that memory reads for the cache or that the cache writes.
func (s *surround) lineMoves(r *pipe.MemRequest) {
	switch {
	case s.wrote == nil:
	case r.Op == pipe.Write:
		s.wrote(r)
	case r.Op == pipe.Read, r.Op == pipe.ReadAbove:
		s.fetched(r)
	}
}

// access executes a request in memory. Its answer comes later.
func (s *surround) access(cycle uint64, c *client, r *pipe.MemRequest) {
	a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag}
	if r.Op == pipe.AllTaken { // this memory has no atomic unit whose lines it would wait for
		c.reads = append(c.reads, due[pipe.MemAnswer]{s.due(cycle), a})
		return
	}
	image := s.image[r.Slot]
	word := func(n int) []byte { return image[int(r.Addr)+4*n:][:4] }
	switch r.Op {
	case pipe.Release:
		return
	case pipe.Pin:
	case pipe.Read, pipe.ReadAbove:
		if r.Op == pipe.ReadAbove && s.lacks(cycle, r) {
			a.Op = pipe.NoPage
			break
		}
		for n := range a.Data {
			a.Data[n] = le.Uint32(word(n))
		}
	case pipe.Atomic:
		operation, signed := r.AtomicOf()
		for n := range 8 {
			if r.Mask>>n&1 != 0 {
				a.Data[n] = le.Uint32(word(n))
				le.PutUint32(word(n), eu.Atomic(operation, signed, a.Data[n], r.Data[n], r.Data[8+n]))
			}
		}
	case pipe.Write:
		for n := range pipe.LineBytes {
			if r.Mask>>n&1 != 0 {
				image[int(r.Addr)+n] = byte(r.Data[n/4] >> (n % 4 * 8))
			}
		}
		c.writes = append(c.writes, due[pipe.MemAnswer]{s.due(cycle), a})
		return
	}
	c.reads = append(c.reads, due[pipe.MemAnswer]{s.due(cycle), a})
}

// serveAlone does what a multiprocessor without a cluster wants.
func (s *surround) serveAlone(cycle uint64) {
	put(s, &s.P.PMSM, &s.requests)
	if in := &s.P.SMPM; in.Valid() && s.open(in) {
		s.ended(in.Take().Thread)
	}
	for side := range pipe.Sides {
		if in := &s.P.SML15[side]; in.Valid() && s.open(in) {
			s.lines = append(s.lines, due[pipe.CodeLine]{s.due(cycle), s.lineOf(in.Take())})
		}
		if in := &s.P.SMLSU[side]; in.Valid() && s.open(in) {
			s.take(cycle, &s.message[side], in.Take())
		}
		if in := &s.P.SMTex[side]; in.Valid() && s.open(in) {
			s.take(cycle, &s.toTex[side], in.Take())
		}
	}
	for n := range s.lines {
		if s.lines[n].at <= cycle && s.P.L15SM.Ready() && s.open(&s.P.L15SM) {
			s.P.L15SM.Put(s.lines[n].what)
			s.lines = slices.Delete(s.lines, n, n+1)
			break
		}
	}
	for n := range s.messages {
		if m := &s.messages[n]; m.at <= cycle && s.finish(&m.what) {
			s.messages = slices.Delete(s.messages, n, n+1)
			break
		}
	}
	put(s, &s.P.LSUSM, &s.answers)
	put(s, &s.P.TexSM, &s.texels)
}

func (s *surround) lineOf(f pipe.CodeFetch) pipe.CodeLine {
	l := pipe.CodeLine{Slot: f.Slot, Thread: f.Thread, Generation: f.Generation, Addr: f.Addr}
	for n := range l.Words {
		l.Words[n] = le.Uint32(s.image[f.Slot][int(f.Addr)+4*n:])
	}
	return l
}

func (s *surround) take(cycle uint64, m *[]pipe.MessageBeat, b pipe.MessageBeat) {
	*m = append(*m, b)
	if !b.Last {
		return
	}
	head := (*m)[0].Message()
	what := s.sent(&head, (*m)[1:])
	*m = nil
	s.messages = append(s.messages, due[arrived]{s.due(cycle), arrived{head, what}})
}

// finish does a message and answers it. One that has to come after another one of its thread is done later.
func (s *surround) finish(m *arrived) bool {
	if m.sent != nil {
		if m.texels != nil {
			s.sampleAlone(m.outstanding)
		}
		for _, line := range m.sent.Lines() {
			if m.sent.Deliver(line) != nil {
				return false
			}
		}
		if m.sent.Answer() != nil {
			return false
		}
	}
	answers := s.answersOf(m.head.Code)
	a := pipe.MessageAnswer{Slot: m.head.Slot, Thread: m.head.Thread, Generation: m.head.Generation}
	if m.answer.Count == 0 {
		a.Last, a.Done = true, true
		*answers = append(*answers, a)
		return true
	}
	for n := range m.answer.Count {
		a.Reg, a.Last, a.Mask = uint8(m.answer.First+n), n == m.answer.Count-1, ^uint32(0)
		copy(a.Words[:], m.thread.Registers[8*int(a.Reg):])
		*answers = append(*answers, a)
	}
	return true
}

// control sends controls, and takes that they are done.
func (s *surround) control() {
	for n := range s.controls {
		put(s, &s.P.Ctrl[n], &s.controls[n])
		if in := &s.P.CtrlDone[n]; in.Valid() && s.open(in) {
			if got, want := in.Take(), s.answered[n][0]; got != want {
				s.fail("control %s of slot %d, set %d, is done; %s of slot %d, set %d, was expected", got.Kind, got.Slot, got.Set, want.Kind, want.Slot, want.Set)
			}
			s.answered[n] = s.answered[n][1:]
			s.done++
		}
	}
}

// bind sends a part of a set.
func (s *surround) bind(c pipe.Control) {
	s.controls[pm.FromMXU] = append(s.controls[pm.FromMXU], c)
}

// bound has the pipeline manager say when all of a set is there.
func (s *surround) bound(slot, set uint8) {
	s.bind(pipe.Control{Kind: pipe.ControlSet, Slot: slot, Set: set})
	s.answered[pm.FromMXU] = append(s.answered[pm.FromMXU], pipe.ControlDone{Kind: pipe.ControlSet, Slot: slot, Set: set})
	s.commanded++
}

// command has a cache do something with the lines of a slot.
func (s *surround) command(kind pipe.ControlKind, slot uint8) {
	s.send(pipe.Control{Kind: kind, Slot: slot})
}

// forget has a cache forget instructions and constants of a slot, and the state of all stages.
func (s *surround) forget(slot uint8) {
	s.send(pipe.Control{Kind: pipe.ControlForget, Slot: slot, Number: 1<<isa.StageLimit - 1})
}

// state sends the state that a program is patched for.
func (s *surround) state(p *Program, words nos.Words) {
	s.send(pipe.Control{Kind: pipe.ControlState, Slot: p.Slot, Set: p.Kernel.Stage, Number: p.version, Words: words})
}

// send sends a control of the dispatcher that is answered.
func (s *surround) send(c pipe.Control) {
	s.controls[pm.FromEUP] = append(s.controls[pm.FromEUP], c)
	s.answered[pm.FromEUP] = append(s.answered[pm.FromEUP], pipe.ControlDone{Kind: c.Kind, Slot: c.Slot, Set: c.Set})
	s.commanded++
}
