package random

import (
	"tilemark/hw/strictyaml"
	"tilemark/tb/scene"
)

var (
	kSource   = knob("scene", "Where a context's scene comes from.", "random:5", "builtin:2")
	kBuffers  = knob("draws_per_buffer", "Draws in a DMA buffer; 0: all.", "0:2", "1:3", "2:2")
	kRing     = knob("ring", "Where the first command stands: at the beginning, somewhere, or so that the ring wraps among the commands.", "beginning:3", "somewhere", "wraps:3")
	kFences   = yesNo("ring_fence", "A fence stands behind each DMA command.", 2, 1)
	kWide     = yesNo("wide_indices", "Indices have 32 bits.", 3, 1)
	kResidue  = yesNo("residue", "Registers that the scene does not use hold garbage.", 3, 1)
	kAccess   = yesNo("access", "Registers are written through aliases, locks and strobes too.", 4, 1)
	kEmpty    = yesNo("empty", "The context has nothing in its ring.", 12, 1)
	kHoldBack = knob("hold_back", "Ring commands that the tail hides for a while.", "0:8", "1:2", "2")
	kWaits    = knob("waits", "What the context's first WAIT waits for: none: nothing; cpu: the CPU; context: the end of another context.", "none:8", "cpu", "context:2")
	kSpoil    = knob("spoil", "What is wrong with a context's commands or memory.", "nothing:20", "ring opcode", "buffer opcode", "block", "length", "buffer address", "head", "ring size", "save address", "foreign save area")
)

// builtins are the built-in scenes that draw little.
var builtins = func() (list []string) {
	large := map[string]bool{"teapot": true, "teapot-patches": true, "many-small": true, "few-large": true}
	for _, name := range scene.Builtins() {
		if !large[name] {
			list = append(list, name)
		}
	}
	return list
}()

// context chooses a context.
func (g *generator) context(i int) *strictyaml.Node {
	c := strictyaml.Map()
	if g.word(kSource) == "builtin" {
		c.Set("scene", one(g.dice, builtins...))
	} else {
		c.Set("scene", g.scene())
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
	flag("wide_indices", kWide)
	flag("residue", kResidue)
	flag("access", kAccess)
	if g.driver {
		g.scheduled(c)
		return c
	}
	if g.lists && i%2 == 1 {
		c.Set("odd", true)
	}
	if g.contexts > 1 && g.yes(kEmpty) {
		c.Set("empty", true)
		return c
	}
	g.delays(c, i)
	g.spoil(c, i)
	return c
}

// ringSize is room for all commands of a random context, in DWORDs.
const ringSize = 160

func (g *generator) ring(c *strictyaml.Node) {
	switch g.word(kRing) {
	case "somewhere":
		c.Set("ring_start", 1+g.rng.IntN(60))
	case "wraps":
		c.Set("ring_size", ringSize)
		c.Set("ring_start", ringSize-1-g.rng.IntN(24))
	}
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
	if n := g.int(kHoldBack); n > 0 {
		c.Set("hold_back", n)
		g.hidden = true
	}
	switch g.word(kWaits) {
	case "cpu":
		c.Set("wait", true)
		g.waits[i] = true
	case "context":
		if i > 0 && !g.paging {
			c.Set("waits_for", g.rng.IntN(i))
		}
	}
}

// spoil chooses what is wrong with a context.
func (g *generator) spoil(c *strictyaml.Node, i int) {
	_ = i
	_ = c
	g.word(kSpoil)
}
