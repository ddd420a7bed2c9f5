package cluster

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// system is the rest of a machine whose MXU and memory a cluster uses: command stream processor, break point and operating system. Pages of a slot lie anywhere in
// memory. Those of work below the break point are pinned; those of work above it may be missing, and come after a cut; any may be moved, and is flushed then.
type system struct {
	wires.BlockBase
	P struct {
		CSPMXU wires.Out[pipe.MXUCommand]
		MXUCSP wires.In[pipe.MXUAnswer] `waits:"-"`
		BPMXU  wires.Out[pipe.PinRequest]
		MXUBP  wires.In[pipe.PinAnswer] `waits:"-"`
		DPC2D  wires.Out[pipe.Report]
		DPMXU  wires.In[pipe.Report] `waits:"-"`
		Req    [mxu.NumClients]wires.Out[pipe.MemRequest]
		Ans    [mxu.NumClients]wires.In[pipe.MemAnswer] `waits:"-"`
	}
	r      *rand.Rand
	mxu    *mxu.MXU
	memory *memory.Memory
	around *surround // of the first cluster: memory, and when contexts are cut
	bench  *Bench    // the first one

	pinned   [pipe.Slots]bool // slots with work below the break point: all of their pages are pinned, and they are not cut
	used     []move           // pages that programs use, and that are moved
	slots    [pipe.Slots]pagedSlot
	frames   []uint32 // that are free
	commands []pipe.MXUCommand
	pins     []pipe.PinRequest
	unknown  int // pins that are not answered
	moves    []move
	every    int // cycles from one move to the next, at most; 0: none is moved
	most     int // moves
	at       uint64
	moved    int
	faults   int
	wrong    error
}

// pagedSlot is a slot's page table, and how far a change of its context is.
type pagedSlot struct {
	frames  [imagePages]uint32 // where pages are; they are in memory or not
	present [imagePages]bool
	moves   [imagePages]bool // it is to leave its frame
	phase   departure
}

// departure is how far a context is that was cut.
type departure uint8

const (
	runs    departure = iota
	drained           // nothing is left above the break point
	cleans            // caches write back and drop its lines
	leaves            // its pins are given up, moved pages come
	returns           // its page table is set, and its pins are
)

// move is a page that is to leave its frame.
type move struct {
	slot  uint8
	page  uint32
	frame uint32 // that it leaves
}

const (
	imagePages = imageBytes >> pipe.PageShift
	memoryMiB  = 64
	tableBytes = 4 * pipe.TablePages
)

// newSystem gives each slot a page table and frames, in any order, and fills them.
func newSystem(seed uint64, around *surround) *system {
	s := &system{BlockBase: wires.NewBlockBase("System"), r: rand.New(rand.NewPCG(seed, 9)), around: around}
	const frames = memoryMiB << 20 >> pipe.PageShift
	for f := uint32(1); f < frames; f++ { // page tables are in the first one
		s.frames = append(s.frames, f)
	}
	s.r.Shuffle(len(s.frames), func(i, j int) { s.frames[i], s.frames[j] = s.frames[j], s.frames[i] })
	return s
}

// Parts implements wires.Block.
func (s *system) Parts() (ports, state any) { return &s.P, &struct{}{} }

// Line implements wires.Block.
func (s *system) Line() string {
	return fmt.Sprintf("%d moves, %d faults, phases %d %d", s.moved, s.faults, s.slots[0].phase, s.slots[1].phase)
}

func table(slot uint8) uint32 { return (uint32(slot) + 1) * tableBytes } // at 0 it would be none

// frame takes a free frame.
func (s *system) frame() (f uint32) {
	f, s.frames = s.frames[0], s.frames[1:]
	return f
}

var zeros [1 << pipe.PageShift]byte

// begin puts the images of the slots into memory, sets their page tables and pins what is to be pinned.
func (s *system) begin(absent int) {
	for n := range s.slots {
		p := &s.slots[n]
		for page := range p.frames {
			p.frames[page] = s.frame()
			p.present[page] = s.pinned[n] || page >= scratchPage || s.r.IntN(100) >= absent
			if of := s.around.image[n][page<<pipe.PageShift:][:1<<pipe.PageShift]; !bytes.Equal(of, zeros[:]) { // memory is 0
				s.memory.Write(p.frames[page]<<pipe.PageShift, of)
			}
			s.write(uint8(n), uint32(page))
		}
		s.enter(uint8(n))
	}
}

// scratchPage is the first page of scratch memory, which is pinned in any case.
const scratchPage = scratchAt >> pipe.PageShift

// write writes a page's word in its page table.
func (s *system) write(slot uint8, page uint32) {
	p, word := &s.slots[slot], uint32(0)
	if p.present[page] {
		word = p.frames[page]<<pipe.PageShift | pipe.PagePresent
	}
	s.memory.WriteWord(table(slot)+4*page, word)
}

// enter gives a slot its page table and pins its pages: all of them, or those of scratch memory.
func (s *system) enter(slot uint8) {
	s.commands = append(s.commands, pipe.MXUCommand{Kind: pipe.SetSpace, Slot: slot, Addr: table(slot)})
	s.eachPinned(slot, func(page uint32) {
		s.pins = append(s.pins, pipe.PinWord(pipe.Fence, slot, page<<pipe.PageShift))
		s.unknown++
	})
}

// unpin gives pins up again.
func (s *system) unpin(slot uint8) {
	s.eachPinned(slot, func(page uint32) {
		r := pipe.PinWord(pipe.Fence, slot, page<<pipe.PageShift)
		r.Back = true
		s.pins = append(s.pins, r)
	})
}

func (s *system) eachPinned(slot uint8, do func(page uint32)) {
	for page := range uint32(imagePages) {
		if s.pinned[slot] || page >= scratchPage {
			do(page)
		}
	}
}

// ready tells whether page tables are set and pages pinned.
func (s *system) ready() bool {
	return len(s.commands) == 0 && len(s.pins) == 0 && s.unknown == 0 && s.P.CSPMXU.Tap().Len() == 0 && s.P.BPMXU.Tap().Len() == 0
}

// Tick implements wires.Block.
func (s *system) Tick(cycle uint64) wires.Activity {
	tabled := len(s.commands) == 0 && s.P.CSPMXU.Tap().Len() == 0 // a page table that is set waits for reads whose answers are discarded
	if len(s.commands) > 0 && s.P.CSPMXU.Ready() && s.around.open(&s.P.CSPMXU) {
		s.P.CSPMXU.Put(s.commands[0])
		s.commands = s.commands[1:]
	}
	if tabled && len(s.pins) > 0 && s.P.BPMXU.Ready() && s.around.open(&s.P.BPMXU) {
		s.P.BPMXU.Put(s.pins[0])
		s.pins = s.pins[1:]
	}
	if in := &s.P.MXUBP; in.Valid() {
		if a := in.Take(); a.Fault {
			s.fail("a page of slot %d that is to be pinned is not there", a.Slot)
		}
		s.unknown--
	}
	if in := &s.P.MXUCSP; in.Valid() && s.around.open(in) {
		s.take(cycle, in.Take())
	}
	for n := range s.slots {
		s.change(uint8(n))
	}
	s.move(cycle)
	return wires.Busy
}

// take takes what the MXU says.
func (s *system) take(cycle uint64, a pipe.MXUAnswer) {
	switch a.Kind {
	case pipe.PageFault:
		s.faults++
		if a.Reason != pipe.NotPresent || s.pinned[a.Slot] {
			s.fail("fault of client %d in slot %d at %#x, reason %d", a.Client, a.Slot, a.Addr, a.Reason)
		}
		if c := &s.around.slots[a.Slot]; !c.drains && c.at == 0 {
			c.at = cycle + 1 + uint64(s.r.IntN(s.around.every))
		}
	case pipe.PageFlushed:
		for n, m := range s.moves {
			if m.page == a.Addr>>pipe.PageShift {
				s.arrive(&m)
				s.moves = append(s.moves[:n:n], s.moves[n+1:]...)
				return
			}
		}
		s.fail("page %#x is flushed, and nobody has asked for it", a.Addr)
	}
}

// arrive copies a page to its new frame.
func (s *system) arrive(m *move) {
	p := &s.slots[m.slot]
	to, b := s.frame(), make([]byte, 1<<pipe.PageShift)
	s.memory.Read(m.frame<<pipe.PageShift, b)
	s.memory.Write(to<<pipe.PageShift, b)
	s.memory.Write(m.frame<<pipe.PageShift, make([]byte, 1<<pipe.PageShift)) // who uses it still finds nothing
	s.frames = append(s.frames, m.frame)
	p.frames[m.page], p.moves[m.page], p.present[m.page] = to, false, true
	s.write(m.slot, m.page)
	s.moved++
}

// move begins to move a page.
func (s *system) move(cycle uint64) {
	if s.most == 0 || s.every == 0 || len(s.used) == 0 || len(s.moves) == pipe.MaxFlushes || !s.ready() {
		return
	}
	if s.at == 0 {
		s.at = cycle + 1 + uint64(s.r.IntN(s.every))
	}
	if cycle < s.at {
		return
	}
	s.at = 0
	s.most--
	m := s.used[s.r.IntN(len(s.used))]
	slot, page := m.slot, m.page
	p := &s.slots[slot]
	for _, m := range s.moves { // an answer names the page alone
		if m.page == page {
			return
		}
	}
	if !p.present[page] || p.moves[page] {
		return
	}
	p.present[page], p.moves[page] = false, true
	s.write(slot, page)
	s.moves = append(s.moves, move{slot: slot, page: page, frame: p.frames[page]})
	s.commands = append(s.commands, pipe.MXUCommand{Kind: pipe.FlushPage, Addr: page << pipe.PageShift, Frame: p.frames[page] << pipe.PageShift})
}

// change takes a context that was cut out of its slot and in again, as another one.
func (s *system) change(slot uint8) {
	p := &s.slots[slot]
	switch p.phase {
	case drained:
		s.commands = append(s.commands, pipe.MXUCommand{Kind: pipe.ReleaseSlot, Slot: slot})
		for _, b := range s.bench.mates {
			b.around.command(pipe.ControlDrop, slot)
			b.around.command(pipe.ControlForget, slot)
			b.around.command(pipe.ControlTexels, slot)
		}
		p.phase = cleans
	case cleans:
		if s.bench.commandsDone() {
			s.unpin(slot)
			p.phase = leaves
		}
	case leaves:
		for _, m := range p.moves {
			if m {
				return
			}
		}
		if !s.ready() {
			return
		}
		for page := range p.present {
			if !p.present[page] {
				p.present[page] = true
				s.write(slot, uint32(page))
			}
		}
		s.enter(slot)
		p.phase = returns
	case returns:
		if s.ready() {
			p.phase = runs
			s.bench.resume(slot)
		}
	}
}

// collect puts memory back into the images of the slots.
func (s *system) collect() {
	for n := range s.slots {
		for page, f := range s.slots[n].frames {
			s.memory.Read(f<<pipe.PageShift, s.around.image[n][page<<pipe.PageShift:][:1<<pipe.PageShift])
		}
	}
}

func (s *system) fail(format string, args ...any) {
	if s.wrong == nil {
		s.wrong = fmt.Errorf("cycle %d: %s", s.Domain().Cycle(), fmt.Sprintf(format, args...))
	}
}

// addSystem makes MXU and memory for a cluster, and what is around them.
func (b *Bench) addSystem(j *joiner) {
	b.cfg.MXU.Clusters, b.cfg.MXU.MemoryMiB = max(1, b.cfg.Clusters), memoryMiB
	s := newSystem(b.seed, b.around)
	s.mxu = mxu.New("GPU.MXU", b.cfg.MXU)
	of := memory.Config{Latency: 1 + s.r.IntN(60), Vary: s.r.IntN(60), Interval: 1 + s.r.IntN(3), InFlight: 1 + s.r.IntN(64)}
	if b.cfg.Memory != (memory.Config{}) {
		of = b.cfg.Memory
	}
	of.SizeMiB = memoryMiB
	s.memory = memory.New("GPU.Memory", of)
	s.bench, b.system, b.around.system = b, s, s
	b.Add(s)
	b.Add(s.mxu)
	b.Add(s.memory)
	m, p := &s.mxu.P, &s.P
	join(j, "CSP_MXU", wires.Above, &p.CSPMXU, &m.CSPMXU)
	join(j, "MXU_CSP", wires.Answer, &m.MXUCSP, &p.MXUCSP)
	join(j, "BP_MXU", wires.Above, &p.BPMXU, &m.BPMXU)
	join(j, "MXU_BP", wires.Above, &m.MXUBP, &p.MXUBP)
	join(j, "DP_C2D", wires.Save, &p.DPC2D, &m.DPC2D)
	join(j, "DP_MXU", wires.Save, &m.DPMXU, &p.DPMXU)
	for n := range p.Req {
		join(j, fmt.Sprintf("REQ_%d", n), wires.Below, &p.Req[n], &m.Req[n])
		join(j, fmt.Sprintf("ANS_%d", n), wires.Answer, &m.Ans[n], &p.Ans[n])
	}
	join(j, "MEM_REQ", wires.Below, &m.MemReq, &s.memory.P.MemReq)
	join(j, "MEM_ANS", wires.Answer, &s.memory.P.MemAns, &m.MemAns)
	m.Executed.Watch(func(e *mxu.Executed) {
		cluster, _ := mxu.ClusterUnit(e.Client)
		b.mates[cluster].around.observe(e.Client%mxu.ClusterClients, e.Request)
	})
}

// prepareSystem puts images into memory, now that all programs are there.
func (b *Bench) prepareSystem() {
	s := b.system
	for _, p := range b.programs {
		if p.Kernel.Stage != isa.StageVertex {
			s.pinned[p.Slot] = true
		}
		s.used = append(s.used, move{slot: p.Slot, page: p.at() >> pipe.PageShift})
		for at := 0; at < b.spaces[p.Slot].used; at += 1 << pipe.PageShift {
			s.used = append(s.used, move{slot: p.Slot, page: uint32(bindingsAt+at) >> pipe.PageShift})
		}
	}
	s.begin(b.around.absent)
}

// unpin has the pages of the contexts leave, as at their ends: lines that caches have written to hold theirs.
func (b *Bench) unpin(limit uint64) error {
	s := b.system
	s.most, b.around.every = 0, 0
	for slot := range uint8(pipe.Slots) {
		s.unpin(slot)
	}
	for !s.ready() || len(s.moves) > 0 {
		if err := b.step(limit); err != nil {
			return err
		}
	}
	return nil
}

// requesting tells whether what caches have sent is on its way.
func (b *Bench) requesting() bool {
	return b.L15.P.L15Req[pipe.Below].Tap().Len() > 0 || b.system != nil && b.system.mxu.Busy()
}

// compareSystem checks that no page is pinned at the end, and brings memory together.
func (b *Bench) compareSystem() error {
	for slot := range b.system.mxu.S.Pins {
		for page, p := range b.system.mxu.S.Pins[slot] {
			if p.Count != 0 {
				return fmt.Errorf("page %#x of slot %d has %d pins at the end", page, slot, p.Count)
			}
		}
	}
	b.system.collect()
	return nil
}
