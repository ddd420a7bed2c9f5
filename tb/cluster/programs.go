package cluster

import (
	"fmt"
	"slices"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
)

// Program is a kernel with its work: a grid of a compute kernel, a number of threads of others.
type Program struct {
	Kernel   *kernel.Kernel
	Slot     uint8 // of its context
	Grid     [3]int
	Threads  int
	Args     []uint32
	Bindings []exec.Binding
	Textures []Texture
	Samplers [][texture.SamplerWords]uint32
	Prepare  func(*exec.Thread) // fills a thread before it begins; nil: nobody
	State    *nos.State         // for which the machine patches its tagged instructions, above the break point and of pixels; nil: they are executed as they are
	Shares   *Program           // one of the same slot that was loaded before: textures lie where it has its own, and buffers, if both are on the same side of the break point

	table   []byte // for the machine's patcher
	version uint8  // of the state, of those of its slot and stage
	program *exec.Kernel
	memory  *exec.Memory
	unit    texture.Unit
	number  int // of its task
	set     int // its pin set, of those of its slot
	next    int // CTA or thread
	step    int // from one to the next: clusters take them in turn
	ctas    map[*exec.Thread]*exec.CTA
	output  map[*exec.Thread]output
	works   map[uint16]*exec.Thread      // threads whose results have not come
	again   map[*exec.CTA]*exec.CTA      // CTAs that were saved, as they come back
	begun   map[[3]uint32][]*exec.Thread // of CTAs, and of threads by their numbers, that have no place yet
}

// scratchAt is where the scratch memory of the cluster begins, of each context.
func (b *Bench) scratchAt() uint32 {
	const pages = (imageBytes - scratchAt) >> pipe.PageShift
	share := pages / len(b.mates) << pipe.PageShift
	return scratchAt + uint32(share*(b.cfg.Index-b.mates[0].cfg.Index))
}

// at is where its instructions are.
func (p *Program) at() uint32 { return codeAt + uint32(p.number)*codeBytes }

// side is that of the break point on which its threads are.
func (p *Program) side() int {
	if p.Kernel.Stage == isa.StageVertex {
		return pipe.Above
	}
	return pipe.Below
}

// count is the number of CTAs or threads.
func (p *Program) count() int {
	if p.Kernel.Stage == isa.StageCompute {
		return p.Grid[0] * p.Grid[1] * p.Grid[2]
	}
	return p.Threads
}

// Load puts a program into memory. Clusters that share it each have a share of its CTAs or threads.
func (b *Bench) Load(p *Program) error {
	for n, m := range b.mates {
		of := p
		if n > 0 {
			of = &Program{}
			*of = *p
			of.Bindings, of.Textures = slices.Clone(p.Bindings), slices.Clone(p.Textures)
		}
		of.next, of.step = n, len(b.mates)
		if err := m.load(of); err != nil {
			return err
		}
	}
	v := &b.spaces[p.Slot]
	copy(b.around.image[p.Slot], v.image[:bindingsAt+v.used])
	return nil
}

// load puts a program into the memory of a cluster.
func (b *Bench) load(p *Program) (err error) {
	program := kernels.Program(p.Kernel)
	if err := b.patched(p, &program); err != nil {
		return err
	}
	if p.program, err = exec.Load(program); err != nil {
		return err
	}
	p.number, p.set = len(b.programs), len(b.sets[p.Slot])
	b.programs, b.sets[p.Slot] = append(b.programs, p), append(b.sets[p.Slot], p)
	if err := b.fits(p); err != nil {
		return err
	}
	if err := b.hasBindings(p); err != nil {
		return err
	}
	v := &b.spaces[p.Slot]
	const page = 1 << pipe.PageShift
	v.used = (v.used + page - 1) &^ (page - 1)
	for n := range p.Bindings {
		d := &p.Bindings[n]
		if s := p.Shares; s != nil && n < len(s.Bindings) && s.side() == p.side() { // what vertices read nobody writes before the next flush (spec chapter 5)
			d.Base, d.Data = s.Bindings[n].Base, s.Bindings[n].Data
		} else {
			at := bindingsAt + v.used
			if at+len(d.Data) > scratchAt {
				return fmt.Errorf("bindings of more than %d bytes", scratchAt-bindingsAt)
			}
			copy(v.image[at:], d.Data)
			d.Base, d.Data = uint64(at), v.image[at:][:len(d.Data):len(d.Data)]
			v.used += (len(d.Data) + 15) &^ 15
		}
		b.around.bind(pipe.Control{Kind: pipe.ControlBuffer, Slot: p.Slot, Set: uint8(p.set), Number: uint8(n), Words: [8]uint32{uint32(d.Base), uint32(len(d.Data))}})
	}
	if err := b.loadTextures(p); err != nil {
		return err
	}
	b.around.bound(p.Slot, uint8(p.set))
	code := p.Kernel.Bytes()
	copy(v.image[p.at():], code)
	copy(v.image[pipe.TableAt(p.at(), uint32(len(code))):], p.table)
	for n, set := range p.Kernel.LiveSlots() {
		if p.table != nil { // the patch table is there
			break
		}
		for w, x := range set {
			le.PutUint32(v.image[pipe.LiveAt(p.at(), uint32(len(code)), uint32(8*n))+uint32(4*w):], x)
		}
	}
	p.memory = &exec.Memory{Bindings: p.Bindings, Context: exec.ContextBuffer{Base: uint64(b.around.context), Data: v.image[b.around.context:][:b.around.part]}}
	p.output, p.works = map[*exec.Thread]output{}, map[uint16]*exec.Thread{}
	p.ctas, p.again = map[*exec.Thread]*exec.CTA{}, map[*exec.CTA]*exec.CTA{}
	p.program.Allocated = b.registersOf(p)
	return nil
}

// patched gives a program that the machine patches its patch table, and its cluster the state.
func (b *Bench) patched(p *Program, program *exec.Program) (err error) {
	if p.State == nil || b.cfg.Alone || p.Kernel.Stage == isa.StageCompute {
		return nil
	}
	if p.table, err = nos.Table(p.Kernel); err != nil || p.table == nil {
		return err
	}
	words, err := p.State.Words(p.Kernel.Stage)
	if err != nil {
		return err
	}
	p.version = 0
	for _, o := range b.programs {
		if o.table != nil && o.Slot == p.Slot && o.Kernel.Stage == p.Kernel.Stage {
			p.version++
		}
	}
	if p.version >= pipe.StateVersions {
		return fmt.Errorf("%s is patched for another version of the state of its stage; at most %d were expected", p.Kernel.Name, pipe.StateVersions)
	}
	program.Table, program.State = p.table, words
	b.around.state(p, words)
	return nil
}

// hasBindings checks that the machine has room for the descriptors of a kernel's bindings.
func (b *Bench) hasBindings(p *Program) error {
	for i := range p.Kernel.Bindings {
		n := &p.Kernel.Bindings[i]
		most, key := b.cfg.LSU.Bindings, "gpc.lsu.bindings"
		if n.Kind == isa.BindingKindTexture {
			most, key = b.cfg.TEX.Textures, "gpc.sampler.textures"
		}
		if int(n.Number) >= most && !b.cfg.Alone {
			return fmt.Errorf("%s has binding %d; the machine has bindings with numbers below %d (%s)", p.Kernel.Name, n.Number, most, key)
		}
	}
	return nil
}

// fits checks that a multiprocessor has room for a CTA or a thread.
func (b *Bench) fits(p *Program) error {
	k, cfg := p.Kernel, &b.cfg.SM
	threads := 1
	if k.Stage == isa.StageCompute {
		threads = (k.CTA[0]*k.CTA[1]*k.CTA[2] + k.Lanes - 1) / k.Lanes
	}
	registers := (k.Registers + 7) &^ 7
	switch {
	case len(k.Bytes()) > codeBytes:
		return fmt.Errorf("%s has %d bytes of instructions; the bench has room for %d", k.Name, len(k.Bytes()), codeBytes)
	case threads > cfg.Threads || k.Shared > cfg.Shared || threads*registers > cfg.Registers:
		return fmt.Errorf("a CTA of %s needs %d threads of %d registers and %d bytes of shared memory; a multiprocessor has %d threads, %d registers and %d bytes", k.Name, threads, registers,
			k.Shared, cfg.Threads, cfg.Registers, cfg.Shared)
	case p.set >= b.cfg.LSU.Sets && !b.cfg.Alone:
		return fmt.Errorf("%s has pin set %d; the machine has sets with numbers below %d (gpc.lsu.sets)", k.Name, p.set, b.cfg.LSU.Sets)
	case k.Scratch > b.cfg.LSU.ScratchBytes() && !b.cfg.Alone:
		return fmt.Errorf("%s has %d bytes of scratch memory a thread; the machine has %d (gpc.lsu.scratch)", k.Name, k.Scratch, b.cfg.LSU.ScratchBytes())
	case k.Scratch*cfg.Threads*b.cfg.SMs > int(imageBytes-scratchAt)/len(b.mates):
		return fmt.Errorf("%s has %d bytes of scratch memory a thread; the bench has %d for the %d threads of a cluster", k.Name, k.Scratch, int(imageBytes-scratchAt)/len(b.mates), cfg.Threads*b.cfg.SMs)
	}
	return nil
}

// Run runs the programs that are loaded, as many of their CTAs and threads at a time as there is room for, and compares each instruction.
func (b *Bench) Run(cycles uint64) error {
	limit := b.Cycle() + cycles
	if b.cfg.Alone {
		return b.runAlone(limit)
	}
	if err := b.prepare(limit); err != nil {
		return err
	}
	for b.running() {
		if err := b.step(limit); err != nil {
			return err
		}
	}
	return b.conclude(limit)
}

// conclude has caches write back and drop all lines, and compares what is left with the simulator and with the state after reset.
func (b *Bench) conclude(limit uint64) error {
	for _, m := range b.mates {
		m.around.preempts.left = 0 // a call that nobody waits for would be half done at the end
	}
	b.around.every = 0 // so would a cut
	if b.system != nil {
		if err := b.unpin(limit); err != nil {
			return err
		}
	}
	for slot := range uint8(pipe.Slots) {
		for _, m := range b.mates {
			if b.Cycle()%2 != 0 {
				m.around.command(pipe.ControlRefresh, slot) // what was written is still there for the next one
			}
			m.around.command(pipe.ControlDrop, slot)
			m.around.forget(slot)
			m.around.command(pipe.ControlTexels, slot)
		}
	}
	for !b.commandsDone() || b.any(func(m *Bench) bool { return m.requesting() || m.texelsComing() || m.around.delivering() }) { // a Release is not answered
		if err := b.step(limit); err != nil {
			return err
		}
	}
	if b.cfg.Quiet {
		return nil
	}
	if b.system != nil {
		if err := b.compareSystem(); err != nil {
			return err
		}
	}
	if n := len(b.around.pins); n > 0 {
		return fmt.Errorf("%d lines have pins when all were written back", n)
	}
	for _, m := range b.mates {
		if err := m.compareResults(); err != nil {
			return err
		}
	}
	if err := b.compareMemory(); err != nil {
		return err
	}
	return b.compareResting()
}

// scratchOf is how much scratch memory a thread of a context has: what the kernel needs that needs most.
func (b *Bench) scratchOf(slot uint8) (bytes uint32) {
	for _, p := range b.sets[slot] {
		bytes = max(bytes, uint32(p.Kernel.Scratch+pipe.LineBytes-1)&^(pipe.LineBytes-1))
	}
	return bytes
}

// prepare has load/store unit and sampler get what sets bind, which is there when a thread begins, and the pipeline manager all CTAs and threads.
func (b *Bench) prepare(limit uint64) error {
	for _, m := range b.mates {
		for slot := range uint8(pipe.Slots) {
			m.around.bind(pipe.Control{Kind: pipe.ControlScratch, Slot: slot, Words: [8]uint32{m.scratchAt(), m.scratchOf(slot)}})
			m.around.bound(slot, 0)
		}
	}
	for !b.commandsDone() {
		if err := b.step(limit); err != nil {
			return err
		}
	}
	if b.system != nil {
		b.prepareSystem()
		for !b.system.ready() {
			if err := b.step(limit); err != nil {
				return err
			}
		}
	}
	for _, m := range b.mates {
		if err := m.send(); err != nil {
			return err
		}
	}
	return nil
}

// running tells whether CTAs or threads have not ended, or are to be sent again.
func (b *Bench) running() bool {
	return b.any(func(m *Bench) bool {
		return m.around.gone < m.around.expected || m.around.cutting() || m.around.preempting()
	})
}

// runAlone is Run of a multiprocessor alone.
func (b *Bench) runAlone(limit uint64) error {
	for b.left() || b.busy() || b.any((*Bench).occupied) {
		if err := b.launchAlone(); err != nil {
			return err
		}
		if err := b.step(limit); err != nil {
			return err
		}
	}
	return b.compareResting()
}

// occupied tells whether a unit of a multiprocessor cannot take an instruction yet, which is no longer a matter of its threads: a store to shared memory goes on when its thread has ended.
func (b *Bench) occupied() bool {
	now := b.Cycle()
	return slices.ContainsFunc(b.SMs, func(m *sm.SM) bool {
		return max(uint64(m.S.ALU.Free), uint64(m.S.Math.Free), uint64(m.S.Shared.Free)) > now
	})
}

// launchAlone gives a multiprocessor alone what it has room for.
func (b *Bench) launchAlone() error {
	for _, p := range b.programs {
		if p.next >= p.count() {
			continue
		}
		placed, err := b.launch(0, p)
		if err != nil {
			return err
		}
		if placed {
			p.next += p.step
		}
	}
	return nil
}

// send has the pipeline manager get all CTAs and threads, those of the programs in turn.
func (b *Bench) send() error {
	for _, p := range b.programs {
		p.begun = map[[3]uint32][]*exec.Thread{}
		k := p.Kernel
		if k.Stage != isa.StageCompute {
			continue
		}
		t := pipe.Task{
			Slot: p.Slot, Task: uint8(p.number), Set: uint8(p.set), Lanes: uint8(k.Lanes), Registers: uint8(b.registersOf(p) - 1), Kernel: p.at(), Bytes: uint32(len(k.Bytes())),
			Scratch: uint32(k.Scratch), Shared: uint32(k.Shared), Args: uint16(k.Args), Live: k.Live != nil,
		}
		for d := range 3 {
			t.Size[d], t.Grid[d] = uint16(k.CTA[d]), uint32(p.Grid[d])
		}
		beats := t.Beats()
		tasks := &b.around.tasks[p.Slot]
		*tasks = append(*tasks, beats[:]...)
		args := append(slices.Clone(p.Args), make([]uint32, 8)...)
		for n := 0; n < k.Args; n += 8 {
			*tasks = append(*tasks, pipe.ArgsBeat(p.Slot, (*[8]uint32)(args[n:])))
		}
	}
	return b.sendLeft()
}

// sendLeft sends the CTAs and threads that are left.
func (b *Bench) sendLeft() error {
	for b.left() {
		for _, p := range b.programs {
			if p.next >= p.count() {
				continue
			}
			begun, err := b.begin(p)
			if err != nil {
				return err
			}
			work := uint16(p.next)
			if p.Kernel.Stage == isa.StageCompute {
				at := begun[0].Place()
				l := pipe.Launch{Task: uint8(p.number), Work: work, At: [3]uint32{uint32(at[0]), uint32(at[1]), uint32(at[2])}}
				p.begun[l.At] = begun
				b.around.tasks[p.Slot] = append(b.around.tasks[p.Slot], l.Beat(p.Slot))
				b.around.expected++
			} else {
				b.sendThread(p, begun[0])
			}
			p.next += p.step
		}
	}
	return nil
}

// sendThread has the pipeline manager get a thread that is in no CTA.
func (b *Bench) sendThread(p *Program, g *exec.Thread) {
	k, side := p.Kernel, p.side()
	work := b.works[side] // both sides count from 0, so that nothing may go by the number alone
	b.works[side]++
	if p.Prepare != nil {
		p.Prepare(g)
	}
	p.begun[[3]uint32{uint32(work)}] = []*exec.Thread{g}
	p.works[work] = g
	b.around.expected++
	b.around.threads[side] = append(b.around.threads[side], request{set: uint8(p.set), beats: requestOf(nil, g, pipe.ThreadHead{
		Slot: p.Slot, Stage: uint8(k.Stage), Lanes: uint8(k.Lanes), Set: uint8(p.set), Registers: uint8(k.Registers - 1), Kernel: p.at(), Bytes: uint32(len(k.Bytes())),
		Scratch: uint32(k.Scratch), Active: g.Active, Helpers: g.Helpers, Work: work, Version: p.version, Table: uint8(len(p.table) / pipe.LineBytes),
	}, k.Registers)})
}

// resend has the pipeline manager get the threads again that a cut has cancelled.
func (b *Bench) resend(slot uint8) {
	list := b.cancelled[slot]
	b.cancelled[slot] = nil
	for _, p := range list {
		begun, err := b.begin(p)
		if err != nil {
			if b.err == nil {
				b.err = err
			}
			return
		}
		b.sendThread(p, begun[0])
	}
}

// placed notes which thread of the simulator has got a place.
func (b *Bench) placed(e *pm.Placed) {
	h := e.Head
	p := b.sets[h.Slot][h.Set]
	key := e.At
	if h.Threads == 0 {
		key = [3]uint32{uint32(h.Work)}
	}
	list := p.begun[key]
	if int(h.Number) >= len(list) {
		b.fail(int(e.SM), h.Thread, 0, "thread %d of work %d gets a place, and there is none such", h.Number, h.Work)
		return
	}
	g := list[h.Number]
	g.Slot = uint32(h.Thread) | uint32(e.SM)<<8 | uint32(b.cfg.number())<<16
	slot := &b.seats[e.SM].slots[h.Thread]
	if *slot != nil && b.err == nil {
		b.failAt(int(e.SM), h.Thread, "it is given to another thread before it is free")
	}
	*slot = &resident{Program: p, golden: g, registers: int(h.Registers) + 1, rows: uint32(h.Shared)}
}

// free notes that a thread slot is free.
func (b *Bench) free(n int, thread uint8) {
	s := &b.seats[n]
	if r := s.slots[thread]; r != nil && r.Kernel.Stage == isa.StageCompute && b.cfg.Alone {
		s.ctas[r.cta]--
	}
	s.slots[thread] = nil
}

// left tells whether CTAs or threads have not begun.
func (b *Bench) left() bool {
	return slices.ContainsFunc(b.programs, func(p *Program) bool { return p.next < p.count() })
}

func (b *Bench) busy() bool {
	for n := range b.seats {
		for _, r := range b.seats[n].slots {
			if r != nil {
				return true
			}
		}
	}
	return false
}

// launch places a CTA or a thread on a multiprocessor, if there is room for all of it.
func (b *Bench) launch(n int, p *Program) (placed bool, err error) {
	k, seat, cfg := p.Kernel, &b.seats[n], &b.cfg.SM
	threads, inCTA := 1, k.Stage == isa.StageCompute
	if inCTA {
		threads = (k.CTA[0]*k.CTA[1]*k.CTA[2] + k.Lanes - 1) / k.Lanes
	}
	size := min(cfg.Registers/cfg.Threads, isa.Registers)
	var slots []int
	for i, r := range seat.slots {
		if r == nil && len(slots) < threads {
			slots = append(slots, i)
		}
	}
	cta, rows := 0, (k.Shared+63)/64
	if inCTA {
		cta = slices.Index(seat.ctas, 0)
	}
	switch {
	case threads > cfg.Threads || rows*64 > cfg.Shared || k.Registers > size:
		return false, fmt.Errorf("a CTA of %d threads with %d registers and %d bytes of shared memory does not fit into a multiprocessor", threads, k.Registers, k.Shared)
	case len(slots) < threads || cta < 0 || inCTA && (cta+1)*b.sharedRows()*64 > cfg.Shared:
		return false, nil
	}
	begun, err := b.begin(p)
	if err != nil {
		return false, err
	}
	h := pipe.ThreadHead{
		Slot: p.Slot, Stage: uint8(k.Stage), Lanes: uint8(k.Lanes), Set: uint8(p.set), Registers: uint8(size - 1), Kernel: p.at(), Bytes: uint32(len(k.Bytes())), Scratch: uint32(k.Scratch),
	}
	if inCTA {
		seat.ctas[cta] = threads
		h.Threads, h.CTA = uint8(threads), uint8(cta)
		h.Shared, h.SharedSize, h.SharedRest = uint16(cta*b.sharedRows()), uint16(rows), uint8(rows*64-k.Shared)
	}
	for i, slot := range slots {
		g := begun[i]
		if p.Prepare != nil {
			p.Prepare(g)
		}
		g.Slot = uint32(slot) | uint32(b.cfg.number())<<16
		seat.slots[slot] = &resident{Program: p, golden: g, cta: cta, registers: size}
		h.Thread, h.Number, h.First, h.Active, h.Helpers = uint8(slot), uint8(g.Number), uint16(slot*size), g.Active, g.Helpers
		b.around.requests = requestOf(b.around.requests, g, h, size)
	}
	return true, nil
}
