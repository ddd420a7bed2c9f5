package cluster

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/wires"
)

// Coverage counts what runs have shown of clusters, by kinds of blocks and connections, whatever the instance: the states of the state machines that blocks show and the moves
// from one clock edge to the next, how full each connection was, and what multiprocessors waited for.
type Coverage struct {
	Hits  map[string]int
	looks []func() // at the state machines of one bench
}

// machineLook is a state machine of a bench.
type machineLook struct {
	*wires.StateMachine
	name string
	last uint8
	hits []int // moves, by the state before and the state after
}

// Cover has a bench counted. Collect ends it.
func (c *Coverage) Cover(b *Bench) {
	if c.Hits == nil {
		c.Hits = map[string]int{}
	}
	var machines []*machineLook
	for _, block := range b.Blocks() {
		shows, ok := block.(wires.Shows)
		if !ok || !strings.HasPrefix(block.Name(), "GPU.GPC[") {
			continue
		}
		var s wires.Signals
		shows.Signals(&s)
		for k := range s.List {
			if x := s.List[k].Machine; x != nil {
				m := &machineLook{StateMachine: x, name: kindOf(block.Name()) + "." + s.List[k].Label, last: x.State(), hits: make([]int, len(x.States)*len(x.States))}
				machines = append(machines, m)
			}
		}
	}
	var stalls [sm.NumStalls]int
	before := b.watch
	b.watch = func() {
		if before != nil {
			before()
		}
		for _, m := range machines {
			now := m.State()
			m.hits[int(m.last)*len(m.States)+int(now)]++
			m.last = now
		}
		for _, mate := range b.mates {
			for _, m := range mate.SMs {
				stalls[m.Stalled()]++
			}
		}
	}
	c.looks = append(c.looks, func() {
		for _, m := range machines {
			for i, n := range m.hits {
				from, to := m.States[i/len(m.States)], m.States[i%len(m.States)]
				if from != to {
					c.Hits["moves/"+m.name+" "+from+" > "+to] += n
				}
				c.Hits["states/"+m.name+" "+to] += n
			}
		}
		for s, n := range stalls {
			c.Hits["stalls/"+sm.Stall(s).String()] += n
		}
		for _, v := range b.Views() {
			if !strings.HasPrefix(v.Name(), "GPC[") {
				continue
			}
			empty, between, full := v.Histogram()
			name := "fill/" + kindOf(v.Name())
			c.Hits[name+" empty"] += int(empty)
			c.Hits[name+" between"] += int(between)
			c.Hits[name+" full"] += int(full)
		}
	})
}

// Collect adds what the benches have shown since Cover.
func (c *Coverage) Collect() {
	for _, look := range c.looks {
		look()
	}
	c.looks = nil
}

// Holes lists the bins that nothing has hit, in their order. One of a move that no path of its state machine takes is none; a hit of one is an error.
func (c *Coverage) Holes(b *Bench) (holes []string, err error) {
	paths := map[string]*wires.StateMachine{}
	for _, block := range b.Blocks() {
		if shows, ok := block.(wires.Shows); ok {
			var s wires.Signals
			shows.Signals(&s)
			for k := range s.List {
				if x := s.List[k].Machine; x != nil {
					paths[kindOf(block.Name())+"."+s.List[k].Label] = x
				}
			}
		}
	}
	for bin, n := range c.Hits {
		if move, ok := strings.CutPrefix(bin, "moves/"); ok {
			name, way, _ := strings.Cut(move, " ")
			from, to, _ := strings.Cut(way, " > ")
			if can := paths[name].Moves(from, to); !can && n > 0 {
				return nil, fmt.Errorf("%s: no path of the state machine goes there (signals.go of the block)", bin)
			} else if !can {
				continue
			}
		}
		if n == 0 {
			holes = append(holes, bin)
		}
	}
	slices.Sort(holes)
	return holes, nil
}
