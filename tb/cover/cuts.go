package cover

import (
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// cuts covers where contexts are cut, why, and what the blocks do then.
type cuts struct {
	ids, kinds, causes, nesting *Group
	blocks                      []string // of machines, by their names in bins
}

// Kinds of golden's events, and what stands for none.
const (
	kinds  = int(golden.KindFlush) + 1
	noKind = kinds
)

// follows are the kinds of golden's events that can stand after each other in a context
// that can be cut. After a DMA buffer the head moves, so that a context ends after its
// ring's commands only.
var follows = func() (paths []string) {
	paths = append(paths, "DRAW TRIANGLE TILE TILE TRIANGLE TRIANGLE END_DRAW", "DRAW END_DRAW", "TILE END_DRAW")
	for _, last := range []string{"HEAD", "INTERRUPTIBLE", "STATE", "END_DRAW", "FENCE", "QUERY", "BLIT", "FLUSH"} {
		for _, next := range []string{"HEAD", "STATE", "DRAW", "FENCE", "QUERY", "BLIT", "FLUSH", "END"} {
			inRing := last == "HEAD" || last == "INTERRUPTIBLE" || last == "FENCE" || last == "FLUSH"
			if last == "INTERRUPTIBLE" && next != "HEAD" && next != "FENCE" && next != "FLUSH" && next != "END" || next == "END" && !inRing {
				continue
			}
			paths = append(paths, last+" "+next)
		}
	}
	return paths
}()

const neverFollows = "golden's events do not follow each other like that (cuts.go), or the context cannot be cut there"

func kindName(k int) string {
	if k == noKind {
		return "END"
	}
	return golden.Kind(k).String()
}

// What a block does when the line is raised.
var doing = [...]string{"busy", "blocked", "waits"}

func doingOf(a wires.Activity) int {
	if a == wires.Busy {
		return 0
	}
	if _, _, blocked := a.Port(); blocked {
		return 1
	}
	return 2
}

// lineCauses are the causes for which the line is raised.
var lineCauses = [...]uint8{regs.CauseCpu, regs.CauseSlice, regs.CauseWait, regs.CauseFault, regs.CauseInvalid}

func causeName(c uint8) string { return regs.Named(regs.CauseValues, uint32(c)).Label }

// Bins of nesting: cuts of a context with nothing passed between, and restores aborted one
// after the other.
const (
	mostNested  = 4
	mostAborted = 3
)

func (g *cuts) declare(sp *Space, machines []*hw.Machine) {
	var bins []string
	for i, id := range idNames {
		for c, name := range idClassNames {
			if idClass(c) != idNone || i == len(idNames)-1 {
				bins = append(bins, id+" "+name)
			}
		}
	}
	g.ids = sp.Group("ids", "Each ID at a cut: zero outside of a draw, else the first, a middle, the last or the only one of its kind.", bins...)

	bins = nil
	for a := range kinds {
		for b := range kinds + 1 {
			bins = append(bins, kindName(a)+" | "+kindName(b))
		}
	}
	g.kinds = sp.Group("cuts", "What has passed the break point last at a cut, and what comes next.", bins...)
	for i := range g.kinds.Len() {
		if !reaches(follows, kindName(i/(kinds+1)), kindName(i%(kinds+1))) {
			sp.why[g.kinds.Bin(i)] = neverFollows
		}
	}

	bins, g.blocks = nil, nil
	for _, b := range machines[0].Blocks() {
		if name := ofMachine(b.Name()); !slices.Contains(g.blocks, name) {
			g.blocks = append(g.blocks, name)
		}
	}
	for _, c := range lineCauses {
		for _, b := range g.blocks {
			for _, d := range doing {
				bins = append(bins, causeName(c)+": "+b+" "+d)
			}
		}
	}
	g.causes = sp.Group("causes", "Each cause of a cut, and what each block does when the line is raised: it works, its output is full, or it waits for something else.", bins...)
	g.nesting = sp.Group("nesting", "Cuts of one context with nothing passed between, and restores aborted one after the other.",
		"1 cut", "2 cuts", "3 cuts", "4 cuts or more", "1 aborted", "2 aborted", "3 aborted or more")
}

// cutState is what is remembered of a session's cuts.
type cutState struct {
	g       *cuts
	p       *Sampler
	ids     [][]ids          // by context and number of events
	cut     [pipe.Slots]bool // by slot: the line was raised for it
	last    []int            // by context: events that had passed at its last cut
	nested  []int
	aborted []int
	blocks  []wires.Block
	kinds   []int // of blocks, among those of cuts
}

func (g *cuts) attach(p *Sampler) {
	v := p.s.V
	n := len(v.Traces)
	c := &cutState{g: g, p: p, last: make([]int, n), nested: make([]int, n), aborted: make([]int, n), blocks: p.s.M.Blocks()}
	for _, b := range c.blocks {
		c.kinds = append(c.kinds, slices.Index(g.blocks, ofMachine(b.Name())))
	}
	for i := range v.Traces {
		c.ids = append(c.ids, classify(v.Traces[i].Events))
		c.last[i] = -1
	}
	p.s.M.CSP.P.Events.Watch(c.event)
}

func (c *cutState) event(e *csp.Event) {
	switch e.Kind {
	case csp.EventStarted:
		c.cut[e.Slot] = false
	case csp.EventCut:
		c.cut[e.Slot] = true
		c.line(e.Cause)
	case csp.EventReported:
		if c.cut[e.Slot] && c.p.s.Mon != nil {
			c.reported(c.p.s, e)
		}
	}
}

// line notes what the blocks do when the line is raised.
func (c *cutState) line(cause uint8) {
	for n, one := range lineCauses {
		if cause&one == 0 {
			continue
		}
		for i, b := range c.blocks {
			c.p.Hit(c.g.causes, (n*len(c.g.blocks)+c.kinds[i])*len(doing)+doingOf(c.p.s.M.LastActivity(b)))
		}
	}
}

// reported notes where the context was cut.
func (c *cutState) reported(s *cosim.Session, e *csp.Event) {
	i := s.ContextAt(e.Context)
	if i < 0 {
		return
	}
	if !e.Copied {
		if !s.M.CSP.S.Slots[e.Slot].Restoring() {
			return
		}
		c.aborted[i]++
		c.p.hits[c.g.nesting.Bin(mostNested+min(c.aborted[i], mostAborted)-1)]++
		return
	}
	c.aborted[i] = 0
	at, events := s.Passed(i), s.V.Traces[i].Events
	if c.nested[i]++; at != c.last[i] {
		c.nested[i] = 1
	}
	c.last[i] = at
	c.p.hits[c.g.nesting.Bin(min(c.nested[i], mostNested)-1)]++
	if at == 0 {
		return
	}
	next := noKind
	if at < len(events) {
		next = int(events[at].Kind)
	}
	if next != noKind || !endsAbove(s.V.Traces[i]) {
		c.p.hits[c.g.kinds.Bin(int(events[at-1].Kind)*(kinds+1)+next)]++
	}
	bin := c.g.ids.Bin(0)
	for id, class := range c.ids[i][at] {
		tile := id == len(idNames)-1
		if !tile && class > idNone { // only tiles have that class
			class--
		}
		c.p.hits[bin+int(class)]++
		bin += int(idClasses) - 1
	}
}

// endsAbove tells whether a context ends at a primitive whose thread fails. It passes nothing, so golden's events end there, but the context's commands do not.
func endsAbove(t *golden.Trace) bool {
	return len(t.Failures) > 0 && !t.Failures[len(t.Failures)-1].Below()
}
