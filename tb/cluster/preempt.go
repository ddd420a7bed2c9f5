package cluster

import (
	"fmt"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/pipe"
	"tilemark/tb/kernels"
)

// handler is a handler in the memory of each slot.
type handler struct {
	*kernel.Kernel
	program *exec.Kernel
	at      uint32
}

// preempts are what the surroundings do as work distribution: at any time all CTAs of a slot are saved by the trap handler, and brought back by the restore handler.
type preempts struct {
	handlers map[uint8]*handler // by stage; nil: nothing is preempted
	within   int                // cycles from one call to the next, at most
	left     int                // preemptions
	at       uint64             // cycle of the next call
	slot     uint8
	stage    uint8  // of the call that is sent, or was
	context  uint32 // address of the cluster's part of the context buffer
	part     int    // its bytes
	phase    preemptPhase
	saved    int // CTAs
	requests []pipe.HandlerRequest
}

type preemptPhase uint8

const (
	resting preemptPhase = iota
	called               // the pipeline manager is to say that it is done
	cleaned              // caches write back and drop the slot's lines
)

// preempt has CTAs be saved and brought back.
func (s *surround) preempt(cycle uint64) {
	p := &s.preempts
	if p.handlers == nil || s.expected == 0 {
		return
	}
	put(s, &s.P.WDUCall, &p.requests)
	switch {
	case p.phase == cleaned && s.done == s.commanded:
		s.call(isa.StageRestore)
	case p.phase != resting, p.left == 0:
	case p.at == 0:
		p.at = cycle + 1 + uint64(s.r.IntN(p.within))
	case cycle >= p.at:
		p.at = 0
		p.left--
		p.slot = uint8(s.r.IntN(pipe.Slots))
		s.call(isa.StageTrap)
	}
}

// call has a handler be called.
func (s *surround) call(stage uint8) {
	p := &s.preempts
	h := p.handlers[stage]
	p.stage, p.phase = stage, called
	p.requests = append(p.requests, pipe.HandlerRequest{Slot: p.slot, Stage: stage, Lanes: uint8(h.Lanes), Kernel: h.at, Bytes: uint32(len(h.Bytes())), Context: p.context})
}

// exited takes what the pipeline manager says of CTAs.
func (s *surround) exited(e pipe.CTAEnd) {
	p := &s.preempts
	switch {
	case e.Kind == pipe.CTASaved:
		p.saved++
	case e.Kind == pipe.CallDone && p.stage == isa.StageTrap: // another context may use the cluster
		s.command(pipe.ControlDrop, p.slot)
		p.phase = cleaned
	case e.Kind == pipe.CallDone:
		p.phase = resting
	default:
		s.gone++
	}
}

// preempting tells whether CTAs are being saved or brought back.
func (p *preempts) preempting() bool { return p.phase != resting }

// loadHandlers puts the project's handlers into the memory of each slot. It comes before programs are loaded.
func (b *Bench) loadHandlers() error {
	trap, err := kernels.Load("trap")
	if err != nil {
		return err
	}
	restore, err := kernels.Load("restore")
	if err != nil {
		return err
	}
	return b.takeHandlers(trap, restore)
}

// takeHandlers does that with others, and gives each cluster its part of the context buffer.
func (b *Bench) takeHandlers(trap, restore *kernel.Kernel) (err error) {
	part := (scratchAt - contextAt) / len(b.mates) &^ (pipe.LineBytes - 1)
	if need := b.cfg.SMs * (b.cfg.SM.Threads*threadArea + b.cfg.SM.Shared/pipe.LineBytes*rowArea); need > part {
		return fmt.Errorf("a cluster's part of the context buffer has %d bytes; it needs %d", part, need)
	}
	handlers := map[uint8]*handler{}
	at := uint32(handlersAt)
	for stage, k := range map[uint8]*kernel.Kernel{isa.StageTrap: trap, isa.StageRestore: restore} {
		h := &handler{Kernel: k, at: at}
		if stage == isa.StageRestore {
			h.at += handlerBytes
		}
		if h.program, err = exec.Load(kernels.Program(k)); err != nil {
			return err
		}
		handlers[stage] = h
		for n := range b.spaces {
			copy(b.spaces[n].image[h.at:], k.Bytes())
			copy(b.around.image[n][h.at:], k.Bytes())
		}
	}
	for n, m := range b.mates {
		m.around.handlers, m.around.context, m.around.part = handlers, uint32(contextAt+n*part), part
		for slot := range uint8(pipe.Slots) {
			m.around.bind(pipe.Control{Kind: pipe.ControlContext, Slot: slot, Words: [8]uint32{m.around.context, uint32(part)}})
		}
	}
	return nil
}

// handled has the simulator's thread enter a handler, and compares what it finds there.
func (b *Bench) handled(n int, e *sm.HandlerEvent) {
	r, h := b.seats[n].slots[e.Thread], &e.State.Handler
	switch {
	case b.err != nil:
		return
	case r == nil && (e.Kind != sm.Entered || h.Code.Stage != isa.StageRestore):
		b.failAt(n, e.Thread, "it has no thread, and has to do with a handler")
		return
	case e.Kind == sm.Left:
		for _, t := range r.ctas[r.golden].Threads {
			if t.State != exec.Ended && t.InHandler() {
				b.fail(n, e.Thread, e.State.Control.PC, "it leaves the handler before thread %d of its CTA has ended it", t.Number)
			}
		}
		return
	case e.Kind == sm.Withdrawn:
		if err := r.golden.Withdraw(); err != nil {
			b.fail(n, e.Thread, e.State.Barrier, "the simulator: %v", err)
		}
		return
	}
	if h.Code.Stage == isa.StageRestore {
		r = b.restored(n, e.Thread)
	}
	if r == nil {
		b.failAt(n, e.Thread, "it enters a handler, and has no thread")
		return
	}
	if err := r.golden.Enter(b.around.handlers[h.Code.Stage].program, b.trapRegisters(n, e.Thread, r.rows)); err != nil {
		b.fail(n, e.Thread, 0, "the simulator: %v", err)
		return
	}
	if got, want := h.Code.Trap, r.golden.Trap(); got != want {
		b.fail(n, e.Thread, 0, "the trap registers are %#x, expected %#x", got, want)
	}
	if got, want := h.Control.PC, r.golden.Interrupted(); got != want {
		b.fail(n, e.Thread, 0, "it was interrupted at byte %#x, expected %#x", got, want)
	}
}

// Parts of the context buffer (docs/clusters.md), in bytes: of a thread, and of a row of shared memory.
const (
	threadArea = 4800
	rowArea    = 128
)

// trapRegisters are those of a thread whose CTA has its shared memory from a row on, but for TR2, which is the simulator's to say.
func (b *Bench) trapRegisters(n int, thread uint8, row uint32) [4]uint32 {
	threads, rows := uint32(b.cfg.SM.Threads), uint32(b.cfg.SM.Shared/pipe.LineBytes)
	own := b.around.context + (uint32(n)*threads+uint32(thread))*threadArea
	shared := b.around.context + uint32(b.cfg.SMs)*threads*threadArea + (uint32(n)*rows+row)*rowArea
	return [4]uint32{0: own, 3: shared - own}
}

// restored puts a thread into its slot again that was saved: one of a CTA at its beginning, which has nothing.
func (b *Bench) restored(n int, thread uint8) *resident {
	key := [2]int{n, int(thread)}
	r := b.saved[key]
	if r == nil {
		return nil
	}
	delete(b.saved, key)
	old := r.Program.ctas[r.golden]
	fresh := r.Program.again[old]
	if fresh == nil {
		at := old.At
		var err error
		if fresh, err = b.newCTA(r.Program, at); err != nil {
			b.err = err
			return nil
		}
		fresh.Preempted(old)
		r.Program.again[old] = fresh
	}
	g := fresh.Threads[r.golden.Number]
	g.Slot = r.golden.Slot
	slot := &b.seats[n].slots[thread]
	if *slot != nil {
		return nil
	}
	*slot = &resident{Program: r.Program, golden: g, registers: r.registers, rows: r.rows}
	return *slot
}
