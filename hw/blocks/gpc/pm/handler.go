package pm

import (
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// ThreadArea is the part of the context buffer that a thread has, in bytes: what the handlers keep beside its registers, and these. A row of shared memory has twice its size there,
// since handlers move 128 bytes at a time.
const (
	ThreadArea = 704 + isa.Registers*isa.RegisterSize // 704: as vectors/kernels/trap.tka lays it out
	rowArea    = 2 * pipe.LineBytes
)

// call looks at a thread: one of the slot that is to be saved, or to come back, has its handler called.
func (b *PM) call() bool {
	s, r := &b.S, b.P.WDUCall.Head()
	if int(s.Next) == len(b.threads) {
		s.Phase, s.Next = Choose, 0
		s.Awaited[r.Slot] = r.Stage
		b.P.WDUCall.Drop()
		return true
	}
	sm, slot := int(s.Next)/b.cfg.Threads, int(s.Next)%b.cfg.Threads
	t := &b.threads[s.Next]
	restores := r.Stage == isa.StageRestore
	if !t.Used || !t.InCTA || t.Slot != r.Slot || t.Saved != restores {
		s.Next++
		return true
	}
	out := &b.P.PMSM[sm]
	if !out.Ready() {
		return false
	}
	c := &b.ctas[sm*b.cfg.Threads+int(t.CTA)]
	if restores && s.Beat < pipe.HeadBeats {
		h := b.headOf(t, c, uint8(slot))
		beat := h.Beat(s.Beat)
		beat.Last = s.Beat == pipe.HeadBeats-1
		s.Beat++
		out.Put(beat)
		return true
	}
	if restores {
		t.Saved, t.Coming = false, true
		c.Saved--
	}
	area := r.Context + uint32(s.Next)*ThreadArea
	shared := r.Context + uint32(len(b.threads))*ThreadArea + uint32(sm*b.cfg.Shared/pipe.LineBytes+int(c.Shared))*rowArea
	h := pipe.HandlerCall{Thread: uint8(slot), Stage: r.Stage, Lanes: r.Lanes, Slot: r.Slot, Kernel: r.Kernel, Bytes: r.Bytes, Trap: [4]uint32{0: area, 3: shared - area}}
	out.Put(h.Beat())
	s.Next, s.Beat = s.Next+1, 0
	return true
}

// headOf is the head of a request for a thread that comes back.
func (b *PM) headOf(t *Thread, c *CTA, slot uint8) pipe.ThreadHead {
	k := &b.tasks[c.Task]
	return pipe.ThreadHead{
		Slot: k.Slot, Thread: slot, Stage: isa.StageCompute, Lanes: k.Lanes, Set: k.Set, Version: k.Version, Number: t.Number, First: t.First * granule, Registers: k.Registers,
		Kernel: k.Kernel, Bytes: k.Bytes, Limit: k.Limit, Scratch: k.Scratch, Live: k.Live, CTA: t.CTA, Threads: c.Live, Shared: c.Shared, SharedSize: c.Rows,
		SharedRest: uint8(int(c.Rows)*pipe.LineBytes - int(k.Shared)), Work: t.Work, Restored: true,
	}
}

// save notes that a thread was saved. It keeps its slot and registers.
func (b *PM) save(sm int, t *Thread) {
	c := &b.ctas[sm*b.cfg.Threads+int(t.CTA)]
	t.Saved = true
	c.Saved++
	b.reportSaved(c, t.Slot)
}

// reportSaved tells the work distribution of a CTA whose threads were all saved that have not ended.
func (b *PM) reportSaved(c *CTA, slot uint8) {
	if c.Saved > 0 && c.Saved == c.Live {
		b.P.PMWDU.Put(pipe.CTAEnd{Kind: pipe.CTASaved, Slot: slot, Task: c.Task, At: c.At})
	}
}

// saved tells the work distribution that no CTA of a slot is left that is not saved, or that all are back.
func (b *PM) saved() bool {
	s := &b.S
	for slot := range s.Awaited {
		stage := s.Awaited[slot]
		switch {
		case stage == 0, !b.P.PMWDU.Ready(), b.awaits(uint8(slot), stage):
			continue
		case stage == isa.StageRestore: // others may begin
			s.Stopped[slot] = false
		}
		s.Awaited[slot] = 0
		b.P.PMWDU.Put(pipe.CTAEnd{Kind: pipe.CallDone, Slot: uint8(slot)})
		return true
	}
	return false
}

// awaits tells whether threads of CTAs of a slot are not saved, or not back.
func (b *PM) awaits(slot, stage uint8) bool {
	for n := range b.threads {
		t := &b.threads[n]
		if t.Used && t.InCTA && t.Slot == slot && (stage == isa.StageTrap && !t.Saved || t.Coming) {
			return true
		}
	}
	return false
}
