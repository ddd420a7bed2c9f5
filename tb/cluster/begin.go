package cluster

import (
	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// sharedRows is the part of the shared memory that each slot of CTAs has, in rows: as much as any program needs.
func (b *Bench) sharedRows() (rows int) {
	for _, p := range b.programs {
		rows = max(rows, (p.Kernel.Shared+63)/64)
	}
	return rows
}

// begin makes the next CTA or thread of a program in the simulator.
func (b *Bench) begin(p *Program) ([]*exec.Thread, error) {
	if p.Kernel.Stage != isa.StageCompute {
		t := exec.NewThread(p.program, p.memory, b.options(p))
		t.Cluster = b.spaces[p.Slot].cluster
		return []*exec.Thread{t}, nil
	}
	c, err := b.newCTA(p, [3]int{p.next % p.Grid[0], p.next / p.Grid[0] % p.Grid[1], p.next / p.Grid[0] / p.Grid[1]})
	if err != nil {
		return nil, err
	}
	return c.Threads, nil
}

// newCTA makes a CTA in the simulator.
func (b *Bench) newCTA(p *Program, at [3]int) (*exec.CTA, error) {
	options := b.options(p)
	if cluster := b.spaces[p.Slot].cluster; cluster != nil {
		options.Clusters = []*exec.Cluster{cluster}
	}
	c, err := exec.NewCTA(p.program, at, p.Grid, p.Args, p.memory, options)
	if err == nil {
		for _, t := range c.Threads {
			p.ctas[t] = c
		}
	}
	return c, err
}

// registersOf is the number of registers that a thread has: handlers use some, too.
func (b *Bench) registersOf(p *Program) int {
	n := p.Kernel.Registers
	if p.Kernel.Stage == isa.StageCompute {
		for _, h := range b.around.handlers {
			n = max(n, h.Registers)
		}
	}
	return n
}

func (b *Bench) options(p *Program) *exec.Options {
	return &exec.Options{
		Lingers: true, Limit: b.limit, Parts: func(s *exec.Sent) { b.part = s }, Texels: func(s *exec.Sent) { b.part = s },
		Hook: func(e *exec.Event) {
			if b.stepping != nil && !e.Handler {
				b.stepping.writes(e)
			}
			if b.lanes = e.Lanes; b.traced != nil {
				b.traced(e)
			}
		},
		Output: func(t *exec.Thread, o *exec.Output) {
			if p.outputs(t, o); b.output != nil {
				b.output(t, o)
			}
		},
	}
}

// requestOf adds a thread request to a list, with registers up to the last one that is not 0.
func requestOf(list []pipe.ThreadBeat, g *exec.Thread, h pipe.ThreadHead, size int) []pipe.ThreadBeat {
	beats := h.Beats()
	list = append(list, beats[:]...)
	last := 0
	for reg := range size {
		if *(*[8]uint32)(g.Registers[8*reg:]) != [8]uint32{} {
			last = reg
		}
	}
	for reg := range last + 1 {
		list = append(list, pipe.RegisterBeat(h.Slot, (*[8]uint32)(g.Registers[8*reg:]), reg == last))
	}
	return list
}
