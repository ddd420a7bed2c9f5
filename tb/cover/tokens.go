package cover

import (
	"math/bits"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// tokens covers what a FIFO holds when a token, or another entry that is no part of a
// picture, comes into it, and whether that waits at its head.
type tokens struct {
	group *Group
	at    map[string]int // of a FIFO: its first bin within the group
}

// What is told of a token in a FIFO.
const (
	tokenAlone = iota
	tokenMiddle
	tokenFull
	tokenWaits
	tokenStates
)

var tokenStateNames = [tokenStates]string{"alone", "between", "fills it", "waits"}

const notCarried = "the FIFO does not carry it (hw/connections.go)"

// carries tells whether a FIFO's entries have types.
func carries(v wires.View) bool {
	_, ok := v.Entry(0).(pipe.Carrier)
	return ok
}

func (g *tokens) declare(sp *Space, machines []*hw.Machine) {
	g.at = map[string]int{}
	var bins []string
	excluded := map[int]bool{}
	for _, m := range machines {
		for _, v := range m.Views() {
			if _, known := g.at[v.Name()]; known || !carries(v) {
				continue
			}
			g.at[v.Name()] = len(bins)
			for k := range pipe.Kinds {
				if !k.Control() {
					continue
				}
				for _, state := range tokenStateNames {
					excluded[len(bins)] = !hw.Carries(v.Name(), k)
					bins = append(bins, v.Name()+" "+k.String()+" "+state)
				}
			}
		}
	}
	g.group = sp.Group("tokens", "Each token, marker and command in each FIFO that carries it: put while that is empty (alone), between others, into its last place, and waiting at its head.", bins...)
	for i := range bins {
		if excluded[i] {
			sp.why[g.group.Bin(i)] = notCarried
		}
	}
}

// tokenFifo is a FIFO of a session.
type tokenFifo struct {
	v      wires.View
	bins   [pipe.Kinds]int // first bin of a type; 0: none
	puts   []uint64        // cycle in which the entry in a place was put
	tail   uint32          // entries ever put
	head   uint32          // entries ever taken
	lastly uint64          // cycle of the last take
}

func (g *tokens) attach(p *Sampler) {
	for _, v := range p.s.M.Views() {
		if !carries(v) {
			continue
		}
		f := &tokenFifo{v: v, puts: make([]uint64, 1<<bits.Len(uint(v.Depth()))), tail: v.Puts(), head: v.Puts() - uint32(v.Len())}
		bin := g.group.Bin(g.at[v.Name()])
		for k := range pipe.Kinds {
			if k.Control() {
				f.bins[k] = bin
				bin += tokenStates
			}
		}
		v.Observe(func(cycle uint64, e any) { f.put(p, cycle, e.(pipe.Carrier).Type()) })
		v.ObserveTakes(func(cycle uint64, e any) { f.take(p, cycle, e.(pipe.Carrier).Type()) })
	}
}

func (f *tokenFifo) put(p *Sampler, cycle uint64, k pipe.Kind) {
	f.puts[f.tail&uint32(len(f.puts)-1)] = cycle
	f.tail++
	bin := f.bins[k]
	if bin == 0 {
		return
	}
	n := f.v.Promised()
	switch {
	case n == f.v.Depth():
		p.hits[bin+tokenFull]++
	case n > 1:
		p.hits[bin+tokenMiddle]++
	}
	if n == 1 {
		p.hits[bin+tokenAlone]++
	}
}

func (f *tokenFifo) take(p *Sampler, cycle uint64, k pipe.Kind) {
	put := f.puts[f.head&uint32(len(f.puts)-1)]
	f.head++
	if bin := f.bins[k]; bin != 0 && max(f.v.Due(put), f.lastly+1) < cycle {
		p.hits[bin+tokenWaits]++
	}
	f.lastly = cycle
}
