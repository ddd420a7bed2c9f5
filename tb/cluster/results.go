package cluster

import (
	"fmt"
	"slices"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// results are what the surroundings do as EUP with results: they call for those of threads that have ended, in any order.
type results struct {
	sms      int                            // multiprocessors that bring results
	finished [pipe.Sides][]pipe.ResultCall  // threads whose results are not called for
	coming   [resultPorts][]pipe.ResultBeat // by multiprocessor and side
	result   func(beats []pipe.ResultBeat)
}

const resultPorts = pm.MaxSMs * pipe.Sides

// delivering tells whether results are to be called for, or come.
func (s *surround) delivering() bool {
	for n := range s.P.Res[:s.sms] {
		for side := range pipe.Sides {
			if in := &s.P.Res[n][side]; in.Joined() && brings(in) {
				return true
			}
		}
	}
	return len(s.finished[pipe.Above])+len(s.finished[pipe.Below]) > 0
}

// callResults calls for results, and takes them.
func (s *surround) callResults() {
	for side := range pipe.Sides {
		list, out := &s.finished[side], &s.P.EUPCall[side]
		if len(*list) > 0 && out.Ready() && s.open(out) {
			n := s.r.IntN(len(*list))
			out.Put((*list)[n])
			*list = slices.Delete(*list, n, n+1)
		}
	}
	for n := range s.P.Res[:s.sms] {
		for side := range pipe.Sides {
			in, beats := &s.P.Res[n][side], &s.coming[n*pipe.Sides+side]
			if !in.Joined() || !in.Valid() || !s.open(in) {
				continue
			}
			if e := in.Head(); e.Token {
				if len(*beats) > 0 {
					s.fail("multiprocessor %d sends the token of a cut between results", n)
				}
				in.Drop()
				continue
			}
			if *beats = append(*beats, in.Take()); (*beats)[len(*beats)-1].Last {
				if s.result != nil {
					s.result(*beats)
				}
				*beats = nil
			}
		}
	}
}

// output is what the simulator's thread has put out.
type output struct {
	message   uint8
	lanes     uint32
	row       int // of results: the thread's register that comes first
	registers []outRegister
}

// outRegister is a register of an output. One in a row of results that no message named comes as it is when the thread ends.
type outRegister struct {
	words [8]uint32
	sent  bool
}

// outputs notes what a thread of the simulator puts out: registers, or a register set for each component of colours and depths.
func (p *Program) outputs(t *exec.Thread, o *exec.Output) {
	k := p.output[t]
	k.message, k.lanes = uint8(o.Message), o.Lanes
	if o.Message == isa.MessageResult {
		offset := o.Offset / isa.RegisterSize
		k.row = o.First - offset
		for n := range o.Components {
			for len(k.registers) <= offset+n {
				k.registers = append(k.registers, outRegister{})
			}
			k.registers[offset+n] = outRegister{[8]uint32(o.Values[n][:8]), true}
		}
	} else {
		sets := o.Components
		if o.Message == isa.MessageColorDepth {
			sets++
		}
		for n := range sets {
			for g := range isa.RegisterSet(p.Kernel.Lanes, 4) {
				k.registers = append(k.registers, outRegister{[8]uint32(o.Values[n][8*g:][:8]), true})
			}
		}
	}
	p.output[t] = k
}

// resulted compares the results of a thread.
func (b *Bench) resulted(beats []pipe.ResultBeat) {
	h := beats[0].ResultHead()
	list := b.sets[beats[0].Slot]
	if b.err != nil || int(h.Set) >= len(list) {
		b.around.fail("results of pin set %d come, and there is none", h.Set)
		return
	}
	p := list[h.Set]
	g := p.works[h.Work]
	want := p.output[g]
	switch {
	case g == nil:
		b.around.fail("results of work %d come twice, or nobody has asked for it", h.Work)
	case h.Fault != uint8(eu.NoFault):
		b.around.fail("work %d has ended with fault %d", h.Work, h.Fault)
	case h.Message != want.message, len(beats) != 1+len(want.registers), h.Message != isa.MessageResult && h.Lanes != want.lanes:
		b.around.fail("work %d brings message %#x for lanes %#x, %d registers, expected message %#x for lanes %#x, %d registers", h.Work, h.Message, h.Lanes, len(beats)-1, want.message,
			want.lanes, len(want.registers))
	default:
		for n, r := range want.registers {
			if !r.sent {
				r.words = [8]uint32(g.Registers[(want.row+n)*len(r.words):])
			}
			if beats[n+1].Words != r.words {
				b.around.fail("work %d, register %d of its results is %x, expected %x", h.Work, n, beats[n+1].Words, r.words)
			}
		}
	}
	delete(p.works, h.Work)
	b.results++
}

// compareResults checks that the results of all threads have come that have ended.
func (b *Bench) compareResults() error {
	for _, p := range b.programs {
		for work, g := range p.works {
			if g.State == exec.Ended && !b.lost[g] {
				return fmt.Errorf("work %d of %s has ended, and its results have not come", work, p.Kernel.Name)
			}
		}
	}
	return nil
}
