package random

import (
	"tilemark/tb/scenefile"
	"tilemark/text/strictyaml"
)

var (
	kSource   = knob("scene", "Where a context's scene comes from.", "random:5", "builtin:2")
	kBuffers  = knob("draws_per_buffer", "Draws in a DMA buffer; 0: all.", "0:2", "1:3", "2:2")
	kRing     = knob("ring", "Where the first command stands: at the beginning, somewhere, or so that the ring wraps among the commands.", "beginning:3", "somewhere", "wraps:3")
	kFences   = yesNo("ring_fence", "A fence stands after each DMA command.", 2, 1)
	kWide     = yesNo("wide_indices", "Indices have 32 bits.", 3, 1)
	kResidue  = yesNo("residue", "Registers that the scene does not use hold garbage, and so do reserved bits, what fences write, and bits of the CPU's addresses that are ignored.", 3, 1)
	kAccess   = yesNo("access", "Registers are written through aliases, locks and strobes too.", 4, 1)
	kEmpty    = yesNo("empty", "The context has nothing in its ring.", 12, 1)
	kRepeat   = knob("repeat", "How often the ring names its DMA buffers.", "1:12", "2:2", "3")
	kFirst    = yesNo("fence_first", "A fence stands in the ring before INTERRUPTIBLE; where pages are mapped on demand, its page is not there, and the context is stopped.", 16, 1)
	kNever    = yesNo("never_interruptible", "The context has no INTERRUPTIBLE: it is never cut, and a page that is not there stops it.", 16, 1)
	kHoldBack = knob("hold_back", "Ring commands that the tail hides for a while.", "none:8", "one:2", "two", "all:2")
	kWaits    = knob("waits", "What the context's first WAIT waits for: none: nothing; cpu: the CPU; context: the end of another context.", "none:8", "cpu", "context:2")
	kPacking  = knob("packing", "How the registers lie in a context's save area: as the tables have it, otherwise, or in a way that is refused at INTERRUPTIBLE, or written after it.", "tables:24", "gaps:4", "longer:4", "reversed:4", "refused", "late")
	kSpoil    = knob("spoil", "What is wrong with a context's header, ring or first DMA buffer.", append([]string{"nothing:24"}, spoilers()...)...)
)

// builtins are the built-in scenes that draw little, but on any target.
var builtins = func() (list []string) {
	left := map[string]bool{"teapot": true, "teapot-patches": true, "many-small": true, "few-large": true, "blits-only": true}
	for _, name := range scenefile.Builtins() {
		if !left[name] {
			list = append(list, name)
		}
	}
	return list
}()

// context chooses a context.
func (g *generator) context(i int) *strictyaml.Node {
	c := strictyaml.Map()
	shared := g.sceneOf(c, i)
	if shared.scene.fails {
		g.silent[i], g.once = true, true
	}
	flag := func(key string, k *Knob) {
		if g.yes(k) {
			c.Set(key, true)
		}
	}
	if n := g.int(kBuffers); n > 0 {
		c.Set("draws_per_buffer", n)
	}
	g.ring(c)
	flag("ring_fence", kFences)
	if n := g.int(kRepeat); n > 1 {
		c.Set("repeat", n)
		if c.Lookup("ring_size") != nil {
			g.wrapping(c, n)
		}
	}
	if shared.of < 0 {
		flag("wide_indices", kWide)
	} else if shared.scene.wide {
		c.Set("wide_indices", true)
	}
	g.scenes = append(g.scenes, chosenScene{scene: c.Lookup("scene"), wide: c.Lookup("wide_indices") != nil, writes: shared.scene.writes, fails: shared.scene.fails, borrows: shared.of >= 0})
	flag("residue", kResidue)
	flag("access", kAccess)
	if g.driver {
		g.scheduled(c)
		g.shareModels(c, shared)
		g.spoil(c, i)
		g.beginning(c, i)
		g.packing(c, i)
		return c
	}
	if g.lists && i%2 == 1 {
		c.Set("odd", true)
	}
	if g.contexts > 1 && g.yes(kEmpty) {
		c.Set("empty", true)
		g.silent[i] = true
		return c
	}
	if g.shareSurfaces(c, i, shared) {
		return c
	}
	g.shareModels(c, shared)
	g.delays(c, i)
	g.spoil(c, i)
	g.beginning(c, i)
	g.packing(c, i)
	return c
}

// packing chooses how a context's save area is packed. What says so stands before INTERRUPTIBLE, as a fence_first does, and a packing
// that is refused stops the context there.
func (g *generator) packing(c *strictyaml.Node, i int) {
	waits := c.Lookup("waits_for") != nil || c.Lookup("wait") != nil
	if c.Lookup("poke") != nil || g.paging && waits {
		return
	}
	p := strictyaml.Map()
	kind := g.word(kPacking)
	switch kind {
	case "tables":
		return
	case "refused", "late":
		if waits || c.Lookup("never_interruptible") != nil {
			return
		}
		g.silent[i], g.once = true, true
		if kind == "late" {
			p.Set("late", true)
		} else {
			p.Set("set", strictyaml.Seq(one(g.dice, refused...)))
		}
	case "gaps":
		p.Set("gap", 1)
	case "longer":
		p.Set("longer", 1+g.rng.IntN(4))
	}
	if kind == "reversed" || g.rng.IntN(2) == 0 {
		p.Set("reversed", true)
	}
	if g.paging {
		g.silent[i], g.once = true, true
	}
	c.Set("packing", p)
}

// refused are words that no packing has.
var refused = []*strictyaml.Node{
	strictyaml.Map("register", "OFFSET_0", "value", 0x00400001), // CSP in the head
	strictyaml.Map("register", "OFFSET_10", "value", 0x0002),    // the last block over CSP
	strictyaml.Map("register", "OFFSET_10", "value", 0xffff),    // and past the save area
	strictyaml.Map("register", "LENGTH_0", "value", 0),          // too short
}

// beginning chooses a fence before INTERRUPTIBLE, or leaves that out. Either stops a context whose pages are mapped on demand, for which nobody waits then; a
// spoiled one has other things at the beginning of its ring.
func (g *generator) beginning(c *strictyaml.Node, i int) {
	waits := c.Lookup("waits_for") != nil || c.Lookup("wait") != nil
	switch {
	case c.Lookup("poke") != nil || g.paging && waits:
	case g.yes(kFirst):
		c.Set("fence_first", true)
		g.silent[i] = g.silent[i] || g.paging
		g.once = g.once || g.paging
	case !waits && !g.driver && c.Lookup("hold_back") == nil && g.yes(kNever): // it would keep what it waits for from running, and nothing of it is saved at its ring's end
		c.Set("never_interruptible", true)
		g.silent[i] = g.silent[i] || g.paging
		g.once = g.once || g.paging
	}
}

// ringSize is room for all commands of a random context, in DWORDs.
const ringSize = 200

func (g *generator) ring(c *strictyaml.Node) {
	switch g.word(kRing) {
	case "somewhere":
		c.Set("ring_start", 1+g.rng.IntN(60))
	case "wraps":
		g.wraps, g.beforeEnd = true, 1+g.rng.IntN(24)
		g.wrapping(c, 1)
	}
}

// wrapping gives a context a ring that has room for its commands so many times, and begins shortly before its end.
func (g *generator) wrapping(c *strictyaml.Node, times int) {
	c.Set("ring_size", times*ringSize)
	c.Set("ring_start", times*ringSize-g.beforeEnd)
}

// scheduled chooses what the driver knows of a context.
func (g *generator) scheduled(c *strictyaml.Node) {
	if n := g.int(kPriority); n > 0 {
		c.Set("priority", n)
	}
	if n := g.int(kArrives); n > 0 {
		c.Set("arrives", n)
	}
}

// delays chooses what a context waits for.
func (g *generator) delays(c *strictyaml.Node, i int) {
	if how := g.word(kHoldBack); how != "none" {
		g.hidden = true
		switch {
		case how == "all":
			c.Set("hold_back", how)
		case how == "two" && c.Lookup("ring_fence") != nil:
			c.Set("hold_back", 2)
		default:
			c.Set("hold_back", 1)
		}
	}
	switch g.word(kWaits) {
	case "cpu":
		c.Set("wait", true)
		g.waits[i] = true
	case "context":
		// While one list waits, the other one does not run.
		if other := g.rng.IntN(i + 1); other < i && !g.silent[other] && !g.few && (!g.lists || other%2 == i%2) {
			c.Set("waits_for", other)
		}
	}
}

// spoiled are DWORDs that make no sense, each of which stops its context with a reason of its own. Places in the ring count
// from its first command: INTERRUPTIBLE, then that of the first DMA buffer.
var spoiled = []struct {
	name, in     string
	dword, value int
}{
	{"ring command", "ring", 1, 0x1f000000}, {"buffer address", "ring", 2, 0x4304}, {"buffer command", "buffer", 0, 0xe5000000}, {"block", "buffer", 0, 0x41150002},
	{"register", "buffer", 1, 0xffff}, {"place-holder", "header", 2, 0x12345678}, {"ring size", "header", 4, 1 << 24}, {"save address", "header", 5, 0x5044},
}

func spoilers() (names []string) {
	for _, p := range spoiled {
		names = append(names, p.name)
	}
	return names
}

// spoil chooses what is wrong with a context. Nobody waits for one that is stopped.
func (g *generator) spoil(c *strictyaml.Node, i int) {
	if c.Lookup("wait") != nil || c.Lookup("waits_for") != nil {
		return
	}
	name := g.word(kSpoil)
	for _, p := range spoiled {
		if p.name != name || p.in == "buffer" && min(g.width, g.height) < 8 {
			continue // a scene of fills and copies may have no buffer when the target is small
		}
		dword := p.dword
		if p.in == "ring" {
			dword = ringPlace(c, dword)
		}
		c.Set("poke", strictyaml.Seq(strictyaml.Map("in", p.in, "dword", dword, "value", p.value)))
		g.silent[i] = true
	}
}

// ringPlace is where a DWORD of the commands stands in the ring.
func ringPlace(c *strictyaml.Node, dword int) int {
	start := 0
	if v := c.Lookup("ring_start"); v != nil && v.Number(&start) == nil {
		dword += start
	}
	if c.Lookup("ring_size") != nil {
		dword %= ringSize
	}
	return dword
}
