package cover

import (
	"strings"

	"tilemark/hw"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/wires"
	"tilemark/tb/cluster"
)

// Clusters counts what programs on clusters show of these, by kinds of blocks and connections, whatever the instance.
type Clusters struct {
	sp     *Space
	counts *Counts
	cycles uint64 // in which a random program has to end
}

// NewClusters declares the bins of clusters.
func NewClusters() (*Clusters, error) {
	d, err := cluster.Bare(hw.DefaultClusters())
	if err != nil {
		return nil, err
	}
	states, fill, waits := &stateMachines{label: kindInCluster}, &fills{label: kindInCluster}, &stalls{}
	sp := &Space{index: map[string]int{}, sources: []source{states, fill, waits}}
	states.declareOf(sp, []*wires.Domain{d})
	fill.declareOf(sp, []*wires.Domain{d})
	waits.declare(sp, nil)
	return &Clusters{sp: sp, counts: NewCounts(sp), cycles: 60_000_000}, nil
}

// kindInCluster is the kind of a block or a connection of a cluster; "": it is outside of clusters.
func kindInCluster(name string) string {
	if !strings.HasPrefix(short(name), "GPC[") {
		return ""
	}
	return cluster.KindOf(name)
}

// Counts returns what has been hit.
func (c *Clusters) Counts() *Counts { return c.counts }

// Random runs the random programs of a seed on a random cluster, in lockstep with the simulator, and counts what they show up to where they end or something differs.
func (c *Clusters) Random(seed uint64) error {
	b, err := cluster.RandomBench(seed)
	if err != nil {
		return err
	}
	p := &Sampler{sp: c.sp, d: b.Domain}
	if err := p.attach(); err != nil {
		return err
	}
	err = b.Run(c.cycles)
	c.counts.Merge(p.Counts())
	return err
}

// stalls covers what keeps multiprocessors from issuing.
type stalls struct{ group *Group }

func (g *stalls) declare(sp *Space, _ []*hw.Machine) {
	var bins []string
	for s := range sm.NumStalls {
		bins = append(bins, s.String())
	}
	g.group = sp.Group("stalls", "What multiprocessors wait for that do not issue; what is counted are cycles.", bins...)
}

// stalling is a multiprocessor with what it waited for before the cycle that is run.
type stalling struct {
	*sm.SM
	issues uint64
	waits  sm.Stall
}

func (g *stalls) attach(p *Sampler) {
	var list []*stalling
	for _, b := range p.d.Blocks() {
		if m, ok := b.(*sm.SM); ok {
			list = append(list, &stalling{SM: m})
		}
	}
	p.d.OnEdge(func(wires.Set) {
		for _, m := range list {
			if now := m.Issues(); now > m.issues {
				m.issues = now
			} else {
				p.Hit(g.group, int(m.waits))
			}
			m.waits = m.Stalled()
		}
	})
}
