package boundary

import (
	"fmt"
	"strings"

	"tilemark/hw/regs"
)

// stands tells whether a command may stand in a place.
func stands(c *regs.Command, in string) bool {
	if in == inRing {
		return c.Shape.Where&regs.InRing != 0
	}
	return c.Shape.Where&regs.InDmaBuffer != 0
}

// commandOf returns the command with a code, if rings or DMA buffers may hold it.
func commandOf(code uint32) *regs.Command {
	for i := range regs.Commands {
		if c := &regs.Commands[i]; c.Code == code && c.Shape.Where&(regs.InRing|regs.InDmaBuffer) != 0 {
			return c
		}
	}
	return nil
}

var streams = []string{inRing, inBuffer}

// commands has each client and opcode stand in a ring and in a DMA buffer.
func (g *generator) commands() {
	for code := uint64(0); code < 1<<32; code += 1 << regs.HeaderOpcodeShift {
		c := commandOf(uint32(code))
		for _, in := range streams {
			at := fmt.Sprintf("opcode/%s/%02x", in, code>>regs.HeaderOpcodeShift)
			switch {
			case c == nil:
				g.add(at, regs.ReasonOpcode, g.put(in, uint32(code))...)
			case !stands(c, in):
				g.add(at, regs.ReasonPlace, g.put(in, zeros(c, c.Shape.Least)...)...)
			}
		}
	}
}

// zeros makes a command of a length with operands of 0.
func zeros(c *regs.Command, length uint32) []uint32 {
	words := make([]uint32, 1+c.Shape.Least)
	words[0] = c.Code | length
	return words
}

// legal makes a command that may stand where it is put and changes nothing that matters.
func (g *generator) legal(c *regs.Command) []uint32 {
	words := zeros(c, c.Shape.Least)
	fence := g.find(g.ring, regs.CommandFence)
	word := g.words(inRing, fence.at+regs.CommandFenceAddress)
	switch c.Code {
	case regs.CommandFence:
		words[regs.CommandFenceAddress], words[regs.CommandFenceValue] = word, 1
	case regs.CommandWait:
		words[regs.CommandWaitAddress], words[regs.CommandWaitValue] = word, 0
	case regs.CommandQueryWrite:
		query := g.find(g.buffer, regs.CommandQueryWrite)
		words[regs.CommandQueryWriteAddress] = g.words(inBuffer, query.at+regs.CommandQueryWriteAddress)
	case regs.CommandDma:
		dma := g.find(g.ring, regs.CommandDma)
		words[regs.CommandDmaAddress] = g.words(inRing, dma.at+regs.CommandDmaAddress)
	case regs.CommandSetState:
		words[0] |= regs.BlockTSU << regs.HeaderSubOpcodeShift
	}
	return words
}

// lengths has each command be a DWORD shorter than it may be, and a DWORD longer.
func (g *generator) lengths() {
	for i := range regs.Commands {
		c := &regs.Commands[i]
		for _, in := range streams {
			if commandOf(c.Code) == nil || !stands(c, in) || c.Code == regs.CommandInterruptible {
				continue
			}
			name := fmt.Sprintf("length/%s/%s/", in, kebab(c.Name))
			words := g.legal(c)
			g.add(name+"least", regs.ReasonNone, g.put(in, words...)...)
			if c.Shape.Least > 0 {
				words[0] = words[0]&^regs.HeaderLengthMask | c.Shape.Least - 1
				g.add(name+"less", regs.ReasonLength, g.put(in, words...)...)
			}
			if c.Shape.Most < regs.HeaderLengthMask {
				words[0] = words[0]&^regs.HeaderLengthMask | c.Shape.Most + 1
				g.add(name+"more", regs.ReasonLength, g.put(in, words...)...)
			}
		}
	}
	first := g.find(g.ring, regs.CommandInterruptible)
	g.add("length/ring/interruptible/more", regs.ReasonLength, poke{inRing, first.at, first.header | 1})
}

func kebab(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "-")) }

// operands has each address miss its alignment, and each sub-opcode its range.
func (g *generator) operands() {
	for i := range regs.Commands {
		c := &regs.Commands[i]
		for _, in := range streams {
			if commandOf(c.Code) == nil || !stands(c, in) {
				continue
			}
			for _, o := range c.Operands {
				if o.Align > 1 {
					g.alignment(c, in, &o)
				}
			}
		}
	}
	g.counters()
	g.flushes()
	g.waits()
	g.add("dma/dwords-0", regs.ReasonNone, g.dma(regs.CommandDmaDwords, 0))
	g.add("dma/address-0", regs.ReasonAlignment, g.dma(regs.CommandDmaAddress, 0))
}

// dma writes an operand of the last DMA command: the first buffer is drawn before it.
func (g *generator) dma(operand int, value uint32) poke {
	return poke{inRing, g.last(g.ring, regs.CommandDma, 1).at + operand, value}
}

// alignment has an address be aligned to no more than it must, and miss its alignment by powers of two.
func (g *generator) alignment(c *regs.Command, in string, o *regs.Word) {
	words := g.legal(c)
	if words[o.Offset]%uint32(2*o.Align) == 0 {
		words[o.Offset] += uint32(o.Align)
	}
	g.add(fmt.Sprintf("alignment/%s/%s/least", in, kebab(c.Name)), regs.ReasonNone, g.put(in, words...)...)
	for off := uint32(1); off < uint32(o.Align); off *= 2 {
		words := g.legal(c)
		words[o.Offset] += off
		g.add(fmt.Sprintf("alignment/%s/%s/%d", in, kebab(c.Name), off), regs.ReasonAlignment, g.put(in, words...)...)
	}
}

// waits has a word be awaited that is there: it is at least what is awaited as numbers without sign, however far they lie
// apart.
func (g *generator) waits() {
	for _, w := range []struct{ word, awaited uint32 }{
		{0, 0}, {1, 1}, {1<<31 - 1, 0}, {1 << 31, 0}, {1 << 31, 1<<31 - 1}, {1<<31 + 1, 1}, {1<<32 - 1, 0}, {1<<32 - 1, 1<<31 - 1}, {1<<32 - 1, 1<<32 - 1},
	} {
		fence, wait := g.legal(commandOf(regs.CommandFence)), g.legal(commandOf(regs.CommandWait))
		fence[regs.CommandFenceValue], wait[regs.CommandWaitValue] = w.word, w.awaited
		for _, in := range streams {
			g.add(fmt.Sprintf("wait/%s/%#x-for-%#x", in, w.word, w.awaited), regs.ReasonNone, g.put(in, append(fence, wait...)...)...)
		}
	}
}

// counters has QUERY_WRITE name each counter, and what is none.
func (g *generator) counters() {
	words := g.legal(commandOf(regs.CommandQueryWrite))
	for _, n := range []uint32{0, 1, 2, 3, 4, 5, regs.CounterLimit - 1, regs.CounterLimit, regs.CounterLimit + 1, 16, 128, 255} {
		words[0] = words[0]&^(regs.HeaderSubOpcodeMask<<regs.HeaderSubOpcodeShift) | n<<regs.HeaderSubOpcodeShift
		reason := uint32(regs.ReasonNone)
		if n >= regs.CounterLimit {
			reason = regs.ReasonCounter
		}
		g.add(fmt.Sprintf("counter/%d", n), reason, g.put(inBuffer, words...)...)
	}
}

// flushes has FLUSH name each mode, and what is none.
func (g *generator) flushes() {
	for _, n := range []uint32{0, regs.FlushModeLimit - 1, regs.FlushModeLimit, regs.FlushModeLimit + 1, 128, 255} {
		reason := uint32(regs.ReasonNone)
		if n >= regs.FlushModeLimit {
			reason = regs.ReasonFlushMode
		}
		for _, in := range streams {
			g.add(fmt.Sprintf("flush/%s/%d", in, n), reason, g.put(in, regs.CommandFlushHeader|n<<regs.HeaderSubOpcodeShift)...)
		}
	}
}

// states has SET_STATE write the last register of each block, one past it, and past it by more than a word can count.
func (g *generator) states() {
	for b := uint32(0); b < regs.NumBlocks; b++ {
		n := uint32(regs.BlockLength[b])
		at := fmt.Sprintf("state/block-%d/", b)
		if n > 0 {
			last := regs.ResetValue(int(b), int(n)-1)
			g.add(at+"last", regs.ReasonNone, g.state(b, n-1, last)...)
			g.add(at+"across", regs.ReasonRegister, g.state(b, n-1, last, 0)...)
		}
		g.add(at+"past", regs.ReasonRegister, g.state(b, n, 0)...)
		g.add(at+"far", regs.ReasonRegister, g.state(b, 1<<31|n, 0)...)
		g.add(at+"wraps", regs.ReasonRegister, g.state(b, 1<<32-1, 0, 0)...)
	}
	for _, b := range []uint32{regs.NumBlocks, regs.NumBlocks + 1, 32, 128, 255} {
		g.add(fmt.Sprintf("state/block-%d", b), regs.ReasonBlock, g.state(b, 0, 0)...)
	}
}

// state makes a SET_STATE.
func (g *generator) state(block, first uint32, values ...uint32) []poke {
	header := regs.CommandSetState | block<<regs.HeaderSubOpcodeShift | uint32(1+len(values))
	return g.put(inBuffer, append([]uint32{header, first}, values...)...)
}
