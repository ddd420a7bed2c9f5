package cover

import (
	"math/bits"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/wires"
)

// stateMachines covers every state of every state machine that a block shows, and every
// move from one to the next.
type stateMachines struct {
	label         func(name string) string // a block's name in bins; "": it is not covered
	states, moves *Group
	at            map[string]place // by name
}

// place is where the bins of a state machine begin.
type place struct{ state, move int }

// What follows from the paths of a state machine.
const (
	noSuchState = "no path of the state machine comes to it (signals.go of the block)"
	noSuchMove  = "no path of the state machine goes there (signals.go of the block)"
)

func short(name string) string { return strings.TrimPrefix(name, "GPU.") }

// ofMachine is the name of a block or a connection of a machine in bins: of clusters its kind, whatever the instance.
func ofMachine(name string) string {
	if kind := kindInCluster(name); kind != "" {
		return kind
	}
	return short(name)
}

// domains are those of machines.
func domains(machines []*hw.Machine) (list []*wires.Domain) {
	for _, m := range machines {
		list = append(list, m.Domain)
	}
	return list
}

// eachMachine calls fn for every state machine of the blocks that have a label.
func eachMachine(d *wires.Domain, label func(name string) string, fn func(block int, name string, x *wires.StateMachine)) {
	for i, b := range d.Blocks() {
		shows, ok := b.(wires.Shows)
		if !ok || label(b.Name()) == "" {
			continue
		}
		var s wires.Signals
		shows.Signals(&s)
		for k := range s.List {
			if x := s.List[k].Machine; x != nil {
				fn(i, label(b.Name())+"."+s.List[k].Label, x)
			}
		}
	}
}

func (g *stateMachines) declare(sp *Space, machines []*hw.Machine) {
	g.declareOf(sp, domains(machines))
}

func (g *stateMachines) declareOf(sp *Space, list []*wires.Domain) {
	g.at = map[string]place{}
	var states, moves []string
	unreached, impossible := map[int]bool{}, map[int]bool{}
	for _, d := range list {
		eachMachine(d, g.label, func(_ int, name string, x *wires.StateMachine) {
			if _, known := g.at[name]; known {
				return
			}
			g.at[name] = place{len(states), len(moves)}
			for _, s := range x.States {
				unreached[len(states)] = !x.Reaches(s)
				states = append(states, name+" "+s)
			}
			for _, a := range x.States {
				for _, b := range x.States {
					impossible[len(moves)] = !x.Moves(a, b)
					moves = append(moves, name+" "+a+" > "+b)
				}
			}
		})
	}
	g.states = sp.Group("states", "Each state of each state machine.", states...)
	g.moves = sp.Group("moves", "Each move from one state to the next, from clock edge to clock edge.", moves...)
	for i := range states {
		if unreached[i] {
			sp.why[g.states.Bin(i)] = noSuchState
		}
	}
	for i := range moves {
		if impossible[i] {
			sp.why[g.moves.Bin(i)] = noSuchMove
		}
	}
}

// reaches tells whether a path goes from a to b.
func reaches(paths []string, a, b string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return strings.Contains(" "+p+" ", " "+a+" "+b+" ") })
}

// machine is a state machine of a session or a bench.
type machine struct {
	state  func() uint8
	last   uint8
	states int // bin of its first state
	n      int
	moves  int // bin of its first move
}

func (g *stateMachines) attach(p *Sampler) {
	blocks := len(p.d.Blocks())
	p.machines, p.shown = make([][]machine, blocks), make(wires.Set, (blocks+63)/64)
	eachMachine(p.d, g.label, func(block int, name string, x *wires.StateMachine) {
		at, known := g.at[name]
		if !known {
			p.undeclare("the state machine " + name)
			return
		}
		m := machine{state: x.State, n: len(x.States), states: g.states.Bin(at.state), moves: g.moves.Bin(at.move)}
		m.last = m.state()
		p.hits[m.states+int(m.last)]++
		p.machines[block] = append(p.machines[block], m)
		p.shown.Add(block)
	})
}

// edge looks at the state machines of the blocks that were evaluated.
func (p *Sampler) edge(evaluated wires.Set) {
	for w, set := range evaluated {
		for set &= p.shown[w]; set != 0; set &= set - 1 {
			p.sample(p.machines[w<<6|bits.TrailingZeros64(set)])
		}
	}
}

// sample counts the states that some machines have come to.
func (p *Sampler) sample(list []machine) {
	for i := range list {
		m := &list[i]
		if now := m.state(); now != m.last {
			p.hits[m.states+int(now)]++
			p.hits[m.moves+int(m.last)*m.n+int(now)]++
			m.last = now
		}
	}
}
