package cover

import (
	"tilemark/hw"
	"tilemark/hw/wires"
)

// fills covers how full each FIFO has been.
type fills struct {
	label func(name string) string // a FIFO's name in bins; "": it is not covered
	group *Group
	at    map[string]int
}

func (g *fills) declare(sp *Space, machines []*hw.Machine) { g.declareOf(sp, domains(machines)) }

func (g *fills) declareOf(sp *Space, list []*wires.Domain) {
	g.at = map[string]int{}
	var bins []string
	for _, d := range list {
		for _, v := range d.Views() {
			name := g.label(v.Name())
			if _, known := g.at[name]; !known && name != "" {
				g.at[name] = len(bins)
				bins = append(bins, name+" empty", name+" between", name+" full")
			}
		}
	}
	g.group = sp.Group("fill", "Each FIFO empty, with some entries, and full; what is counted are cycles.", bins...)
}

// attach has the FIFOs' own histograms read at the end.
func (g *fills) attach(p *Sampler) {
	for _, v := range p.d.Views() {
		name := g.label(v.Name())
		if name == "" {
			continue
		}
		at, known := g.at[name]
		if !known {
			p.undeclare("the connection " + name)
			continue
		}
		p.ends = append(p.ends, func() {
			empty, between, full := v.Histogram()
			for i, n := range [...]uint64{empty, between, full} {
				p.hits[g.group.Bin(at+i)] += uint32(min(n, 1<<32-1))
			}
		})
	}
}
