package kernel

import (
	"math/bits"

	"tilemark/hw/isa"
)

// words is the number of values of 32 bits in a register.
const words = isa.RegisterSize / 4

// set is the number of registers of a value of 32 bits for all lanes.
func (k *Kernel) set() int { return isa.RegisterSet(k.Lanes, 4) }

// FixedInputs is the number of registers that each thread of the stage begins with: r0, and register sets of values that all kernels of it have.
func (k *Kernel) FixedInputs() int {
	switch k.Stage {
	case isa.StageCompute: // local x, y and z, arguments
		return 1 + 3*k.set() + (k.Args+words-1)/words
	case isa.StageVertex: // number and instance
		return 1 + 2*k.set()
	case isa.StageHull:
		return 1
	case isa.StageDomain: // u and v
		return 1 + 2*k.set()
	case isa.StagePixel: // x, y, z, 1/w, front facing
		return 1 + 5*k.set()
	}
	return 0
}

// MostAttributes is the most components that the 3D pipeline interpolates. OwnAttributes is how many a pixel kernel has that does not say it: those of the fixed programs, r, g, b, a, u and v.
const (
	MostAttributes = 16
	OwnAttributes  = 6
)

// What the 3D pipeline gives a thread besides, in values of 32 bits for each lane, and in registers (docs/isa.md, "A thread").
const (
	vertexAttributes  = 12
	controlPoints     = 32 // registers
	constantsOfVertex = 4  // registers, of domain and hull threads too
	constantsOfPixel  = 2  // registers
)

// MostInputs is the number of registers that the 3D pipeline has for a thread of the stage.
func (k *Kernel) MostInputs() int {
	n := k.FixedInputs()
	switch k.Stage {
	case isa.StageVertex:
		n += vertexAttributes*k.set() + constantsOfVertex
	case isa.StageHull, isa.StageDomain:
		n += controlPoints + constantsOfVertex
	case isa.StagePixel:
		n += k.Attributes*k.set() + constantsOfPixel
	}
	return n
}

// ReadsAttributes is the number of attributes up to the last one that a pixel kernel reads before it writes it.
func (k *Kernel) ReadsAttributes() int {
	if k.Stage != isa.StagePixel || len(k.Live) == 0 {
		return 0
	}
	first := k.FixedInputs()
	for r := first + k.Attributes*k.set() - 1; r >= first; r-- {
		if k.Live[0].Has(r) {
			return (r-first)/k.set() + 1
		}
	}
	return 0
}

// mostSamplers is the number of samplers that a message can name.
const mostSamplers = 16

// inputs checks the directives.
func (c *checker) inputs() {
	least := c.k.FixedInputs()
	switch all := uint32(1)<<c.k.Attributes - 1; {
	case c.k.Attributes > 0 && c.k.Stage != isa.StagePixel:
		c.addHeader("attributes", "%d attributes in stage %s, expected none: pixel threads have attributes", c.k.Attributes, isa.StageNames[uint32(c.k.Stage)])
	case c.k.Attributes > MostAttributes:
		c.addHeader("attributes", "%d attributes, expected at most %d", c.k.Attributes, MostAttributes)
	case uint32(c.k.Flat)&^all != 0:
		c.addHeader("flat", "attribute %d is flat, expected one below %d (.attributes)", bits.Len16(c.k.Flat)-1, c.k.Attributes)
	}
	switch most := isa.Registers; {
	case c.k.Inputs < least || c.k.Inputs > most:
		c.addHeader("inputs", "%d registers that a thread begins with, expected %d to %d", c.k.Inputs, least, most)
	case c.k.Inputs > least && (c.k.Stage == isa.StageCompute || c.k.isHandler()):
		c.addHeader("inputs", "%d registers that a thread begins with, expected %d in stage %s", c.k.Inputs, least, isa.StageNames[uint32(c.k.Stage)])
	}
}

// results is the number of registers of results that the kernel gives.
func (k *Kernel) results() (n int) {
	for i := range k.Code {
		in := isa.Decode(k.Code[i].Native)
		if in.Op == isa.OpSend && in.Message.Code == isa.MessageResult {
			n = max(n, registersOf(&in.Message))
		}
	}
	return n
}

// registersOf is the number of registers up to the end of those that a result gives.
func registersOf(m *isa.Send) int { return int(m.Offset)/isa.RegisterSize + int(m.Count) + 1 }

// resultPlaces checks that the results of all messages lie in one row of registers, where they stay until they are called for: nothing writes them any more.
func (c *checker) resultPlaces() {
	base, first := -1, -1
	for i := range c.k.Code {
		if !c.sends(i, isa.MessageResult) {
			continue
		}
		in := isa.Decode(c.k.Code[i].Native)
		at := int(in.Message.Data) - int(in.Message.Offset)/isa.RegisterSize
		switch {
		case at < 0:
			c.add(i, "results from r%d on belong at byte %d: the first one would be before r0", in.Message.Data, in.Message.Offset)
			return
		case first >= 0 && at != base:
			c.add(i, "results begin at r%d by this message, at r%d by that of %s", at, base, c.where(first))
			return
		}
		base, first = at, i
		if !in.Message.Last {
			c.keeps(i, isa.Range{First: int(in.Message.Data), Count: int(in.Message.Count) + 1})
		}
	}
}

// keeps checks that nothing after an instruction writes some registers.
func (c *checker) keeps(from int, kept isa.Range) {
	reached := c.follow(from)
	for i := range c.k.Code {
		if !reached[i] || i == from {
			continue
		}
		in := isa.Decode(c.k.Code[i].Native)
		u := in.UsesOf(c.k.Lanes)
		for _, w := range u.Writes {
			if w.Count > 0 && w.First < kept.First+kept.Count && kept.First < w.First+w.Count {
				c.add(i, "r%d is written after the result of %s, which stays there until it is taken", max(w.First, kept.First), c.where(from))
				return
			}
		}
	}
}
