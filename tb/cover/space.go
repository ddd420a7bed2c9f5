// Package cover is functional coverage: bins that say what runs have shown the machine,
// counted while they run, merged over runs, with the holes named.
//
// A Space holds the bins' names, which are the same for every configuration of the
// machine. A Sampler counts a session's hits in an array; nothing in the clock loop
// allocates, looks a name up or makes one. docs/coverage.md lists the groups, and says how
// to add a bin.
//
// It is large because each group of bins is a source that looks at another part of the
// machine, and all of them count into one sampler, by numbers that the space keeps to
// itself.
package cover

import (
	"fmt"

	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// Group is a set of bins of one kind.
type Group struct {
	Name  string // without a slash
	About string // what its bins are, a sentence
	first int    // number of its first bin
	n     int
}

// Bin returns the number of bin i of the group.
func (g *Group) Bin(i int) int { return g.first + i }

// Len returns the number of bins.
func (g *Group) Len() int { return g.n }

// Space is all bins.
type Space struct {
	groups  []*Group
	names   []string // "GROUP/BIN" by number
	why     []string // why the bin cannot be hit; "" when it can
	index   map[string]int
	sources []source
}

// source declares groups and counts their bins.
type source interface {
	// declare makes the groups. The machines are one of each break point.
	declare(sp *Space, machines []*hw.Machine)
	// attach has the bins counted into a session's sampler.
	attach(p *Sampler)
}

// sources are all that the machine's coverage is made of.
func sources() []source {
	return []source{
		&stateMachines{label: ofMachine}, &tokens{}, &fills{label: ofMachine}, &stalls{}, &cuts{}, &interrupts{}, &registers{}, &events{}, &configs{}, &spaces{}, &values{}, &histories{}, &boundaries{}, &caches{},
	}
}

// New declares the bins of the machine. Those of only one break point are there too.
func New() (*Space, error) {
	var machines []*hw.Machine
	for _, place := range []string{"tg", "zl1"} {
		cfg := hw.DefaultConfig()
		cfg.BreakPoint = place
		m, err := hw.Build(cfg)
		if err != nil {
			return nil, err
		}
		machines = append(machines, m)
	}
	sp := &Space{index: map[string]int{}, sources: sources()}
	for _, s := range sp.sources {
		s.declare(sp, machines)
	}
	return sp, sp.exclude(exclusions)
}

// Group declares a group of bins, which samplers attached from now on can count. It panics
// when there is one of that name, or when two bins have the same name.
func (sp *Space) Group(name, about string, bins ...string) *Group {
	g := &Group{Name: name, About: about, first: len(sp.names), n: len(bins)}
	sp.groups = append(sp.groups, g)
	for _, b := range bins {
		full := name + "/" + b
		if _, twice := sp.index[full]; twice {
			panic(fmt.Sprintf("coverage: bin %s is declared twice", full))
		}
		sp.index[full] = len(sp.names)
		sp.names = append(sp.names, full)
		sp.why = append(sp.why, "")
	}
	return g
}

// Groups returns the groups in the order in which they were declared.
func (sp *Space) Groups() []*Group { return sp.groups }

// Name returns the name of a bin, "GROUP/BIN".
func (sp *Space) Name(bin int) string { return sp.names[bin] }

// Len returns the number of bins.
func (sp *Space) Len() int { return len(sp.names) }

// Sampler counts what a session, or a bench of clusters, hits.
type Sampler struct {
	sp       *Space
	d        *wires.Domain  // whose blocks and connections are looked at
	s        *cosim.Session // nil: clusters on a bench
	hits     []uint32       // by bin
	shown    wires.Set      // blocks that have state machines
	machines [][]machine    // of each block
	ends     []func()       // count what can be told at the end

	undeclared error // the first state machine or connection that has no bins
}

// Attach has a session's hits counted. It is called before the session runs, by an
// observer of directed.Vector.Play for instance; a session that is set back to a snapshot
// afterwards counts what no clock edge has done.
func Attach(s *cosim.Session, sp *Space) *Sampler {
	p := &Sampler{sp: sp, d: s.M.Domain, s: s}
	if err := p.attach(); err != nil {
		panic(err)
	}
	return p
}

// attach has what the sources of a space declare counted.
func (p *Sampler) attach() error {
	p.hits = make([]uint32, len(p.sp.names))
	for _, src := range p.sp.sources {
		src.attach(p)
	}
	p.d.OnEdge(p.edge)
	return p.undeclared
}

// undeclare keeps that there are no bins for something.
func (p *Sampler) undeclare(what string) {
	if p.undeclared == nil {
		p.undeclared = fmt.Errorf("coverage: no bins are declared for %s", what)
	}
}

// Hit counts bin i of a group.
func (p *Sampler) Hit(g *Group, i int) { p.hits[g.first+i]++ }

// Counts returns what has been hit; it is called once, at the end of the run.
func (p *Sampler) Counts() *Counts {
	for _, end := range p.ends {
		end()
	}
	c := NewCounts(p.sp)
	for i, n := range p.hits {
		c.Hits[i] = uint64(n)
	}
	return c
}
