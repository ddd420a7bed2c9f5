package cover

import (
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/mxu"
	"tilemark/tb/cosim/host"
)

// spaces covers address spaces: which page numbers contexts use in the same time, and what
// becomes of frames and of memory that several contexts use.
type spaces struct{ group *Group }

// Bins of spaces.
const (
	samePinned = iota
	sameTranslated
	frameReused // those of host.FrameUse, in their order
	frameReusedByAnother
	pageMoved
	surfaceOfAnother
	surfaceTakenBack
)

var spaceBins = []string{
	"both slots pin a page of one number, at two frames", "the TLB has a page of one number for both slots, at two frames", "a frame was given away at once", "a frame was given to another context at once",
	"a page was moved while it was mapped", "a context draws into a surface after another one did", "a context draws into a surface again, after another one did in between",
}

func (g *spaces) declare(sp *Space, _ []*hw.Machine) {
	g.group = sp.Group("spaces", "Page numbers that contexts use in the same time, frames that are given away, surfaces that contexts share.", spaceBins...)
}

func (g *spaces) attach(p *Sampler) {
	if p.s.V.Paging != nil {
		g.attachPages(p)
	}
	if p.s.Mon != nil {
		g.attachSurfaces(p)
	}
}

// attachPages counts when the CSP tells of something, and when the operating system gives a frame away.
func (g *spaces) attachPages(p *Sampler) {
	x := &p.s.M.MXU.S
	p.s.M.CSP.P.Events.Watch(func(*csp.Event) {
		if pinnedTwice(x) {
			p.Hit(g.group, samePinned)
		}
		if translatedTwice(x) {
			p.Hit(g.group, sameTranslated)
		}
	})
	p.s.Framed = func(use host.FrameUse) { p.Hit(g.group, frameReused+int(use)) }
}

// pinnedTwice tells whether both slots have pinned a page of the same number, at two frames.
func pinnedTwice(s *mxu.State) bool {
	for page := range s.Pins[0] {
		if a, b := &s.Pins[0][page], &s.Pins[1][page]; a.Count > 0 && b.Count > 0 && a.Frame != b.Frame {
			return true
		}
	}
	return false
}

// translatedTwice tells the same of the TLB.
func translatedTwice(s *mxu.State) bool {
	for i := range s.TLB {
		a := &s.TLB[i]
		if !a.Valid || a.Slot != 0 {
			continue
		}
		for k := range s.TLB {
			if b := &s.TLB[k]; b.Valid && b.Slot == 1 && a.Page == b.Page && a.Frame != b.Frame {
				return true
			}
		}
	}
	return false
}

// attachSurfaces counts tiles of contexts that draw into the surface of another one.
func (g *spaces) attachSurfaces(p *Sampler) {
	v := p.s.V
	owner, shared := make([]int, len(v.Traces)), false
	for i := range owner {
		owner[i] = i
		for k := range i {
			if v.Image.Contexts[k].Depth.Base == v.Image.Contexts[i].Depth.Base {
				owner[i], shared = owner[k], true
				break
			}
		}
	}
	if !shared {
		return
	}
	last, drew := make([]int, len(owner)), make([]bool, len(owner)) // who drew last, and one more
	p.s.Mon.OnPass(func(t *golden.Trace, event int) {
		if t.Events[event].Kind != golden.KindTile {
			return
		}
		i := slices.Index(v.Traces, t)
		if was := last[owner[i]]; was > 0 && was != i+1 {
			p.Hit(g.group, surfaceOfAnother)
			if drew[i] {
				p.Hit(g.group, surfaceTakenBack)
			}
		}
		last[owner[i]], drew[i] = i+1, true
	})
}
