package cover

import "tilemark/hw"

// fills covers how full each FIFO has been.
type fills struct {
	group *Group
	at    map[string]int
}

func (g *fills) declare(sp *Space, machines []*hw.Machine) {
	g.at = map[string]int{}
	var bins []string
	for _, m := range machines {
		for _, v := range m.Views() {
			if _, known := g.at[v.Name()]; !known {
				g.at[v.Name()] = len(bins)
				bins = append(bins, v.Name()+" empty", v.Name()+" between", v.Name()+" full")
			}
		}
	}
	g.group = sp.Group("fill", "Each FIFO empty, with some entries, and full; what is counted are cycles.", bins...)
}

// attach has the FIFOs' own histograms read at the end.
func (g *fills) attach(p *Sampler) {
	p.ends = append(p.ends, func() {
		for _, v := range p.s.M.Views() {
			empty, between, full := v.Histogram()
			bin := g.group.Bin(g.at[v.Name()])
			for i, n := range [...]uint64{empty, between, full} {
				p.hits[bin+i] += uint32(min(n, 1<<32-1))
			}
		}
	})
}
