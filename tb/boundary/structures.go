package boundary

import (
	"fmt"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// headers has the words of a context's header at their limits.
func (g *generator) headers() {
	word := func(n int) uint32 { return g.words(inHeader, n) }
	size, tail, area := word(regs.ContextHeaderRingSize), word(regs.ContextHeaderTail), word(regs.ContextHeaderSaveArea)
	put := func(name string, reason uint32, n int, value uint32) {
		g.add("header/"+name, reason, poke{inHeader, n, value})
	}
	put("head-last", regs.ReasonNone, regs.ContextHeaderHead, size-1) // a NULL stands there, and the ring goes on from its beginning
	for _, past := range []uint32{size, size + 1, 1<<32 - 1} {
		put(fmt.Sprintf("head-%d", past), regs.ReasonHeader, regs.ContextHeaderHead, past)
		put(fmt.Sprintf("tail-%d", past), regs.ReasonHeader, regs.ContextHeaderTail, past)
	}
	put("ring-size-1-more-than-tail", regs.ReasonNone, regs.ContextHeaderRingSize, tail+1)
	put("ring-size-of-tail", regs.ReasonHeader, regs.ContextHeaderRingSize, tail)
	put("ring-size-0", regs.ReasonHeader, regs.ContextHeaderRingSize, 0)
	put("ring-size-past-most", regs.ReasonHeader, regs.ContextHeaderRingSize, regs.ContextHeaderRingSizeMax+1)
	put("ring-size-all-ones", regs.ReasonHeader, regs.ContextHeaderRingSize, 1<<32-1)
	for off := uint32(1); off < regs.ContextHeaderSaveAreaAlign; off *= 2 {
		put(fmt.Sprintf("save-area-%d", off), regs.ReasonHeader, regs.ContextHeaderSaveArea, area+off)
	}
	machine := hw.DefaultConfig()
	lines, threads := uint32(machine.GPC.LSU.ScratchBytes()/pipe.LineBytes), uint32(machine.HardwareThreads())
	scratch := func(name string, reason, at, lines, threads uint32) {
		size := regs.ContextHeaderScratchSizeFields{Lines: lines, Threads: threads}
		g.add("header/scratch-"+name, reason, poke{inHeader, regs.ContextHeaderScratch, at}, poke{inHeader, regs.ContextHeaderScratchSize, size.Pack()})
	}
	scratch("of-all-threads", regs.ReasonNone, regs.ContextHeaderScratchAlign, 1, threads)
	scratch("of-a-thread-too-few", regs.ReasonHeader, 0, 1, threads-1)
	scratch("past-most", regs.ReasonHeader, 0, lines+1, threads)
	scratch("past-all", regs.ReasonHeader, 0, 1<<16-1, 1<<16-1)
	for off := uint32(1); off < regs.ContextHeaderScratchAlign; off *= 2 {
		scratch(fmt.Sprint(off), regs.ReasonHeader, off, 1, threads)
	}
	for _, in := range []struct {
		name  string
		value uint32
	}{{"skip", regs.CommandSkip1DwordHeader}, {"restore", regs.CommandRestoreHeader}} {
		for _, bit := range []uint32{0, 1, 15, regs.HeaderSubOpcodeShift, regs.HeaderSubOpcodeShift + 7, regs.HeaderOpcodeShift + 2, regs.HeaderClientShift, 31} {
			put(fmt.Sprintf("place-holder-%s-bit-%d", in.name, bit), regs.ReasonPlaceHolder, regs.ContextHeaderRestore, in.value^1<<bit)
		}
	}
	for _, value := range []uint32{0, regs.CommandInterruptibleHeader, 1<<32 - 1} {
		put(fmt.Sprintf("place-holder-%#x", value), regs.ReasonPlaceHolder, regs.ContextHeaderRestore, value)
	}
}

// saved has the words of a save area be those of another context or layout, or name what is outside of the ring. Bits that
// are set and cleared alone differ from what any context has.
func (g *generator) saved() {
	size := g.words(inHeader, regs.ContextHeaderRingSize)
	for bit := range 32 {
		g.restored(fmt.Sprintf("save-area/context-bit-%d", bit), regs.SaveAreaHeadContext, g.header^1<<bit)
		g.restored(fmt.Sprintf("save-area/layout-bit-%d", bit), regs.SaveAreaHeadLayout, uint32(regs.SaveLayoutID)^1<<bit)
	}
	for _, n := range []uint32{size, size + 1, regs.ContextHeaderRingSizeMax, 1<<32 - 1} {
		g.restored(fmt.Sprintf("save-area/ring-head-%d", n), regs.SaveAreaTailRingHead, n)
	}
	for off := uint32(1); off < regs.CommandDmaAddressAlign; off *= 2 {
		g.restored(fmt.Sprintf("save-area/dma-buffer-%d", off), regs.SaveAreaTailDmaBuffer, off)
	}
}

// buffers has the last command of a DMA buffer, and of a ring, be cut off, by each of its DWORDs.
func (g *generator) buffers() {
	last := g.buffer[len(g.buffer)-1]
	end := last.at + last.length
	first := g.find(g.ring, regs.CommandDma)
	for n := last.at; n <= end; n++ {
		reason := uint32(regs.ReasonPastEnd)
		if n == last.at || n == end {
			reason = regs.ReasonNone
		}
		g.add(fmt.Sprintf("buffer/ends-at-%d-of-%d", n-last.at, last.length), reason, poke{inRing, first.at + regs.CommandDmaDwords, uint32(n)})
	}
	for _, more := range []int{-1, 0, 1, 1000} {
		room := g.last(g.buffer, regs.CommandSetState, 1)
		left := end - room.at - 1 // DWORDs after the header to the end
		reason := uint32(regs.ReasonNone)
		if more > 0 {
			reason = regs.ReasonPastEnd
		}
		if more < 0 && last.length == 1 || more >= 0 {
			g.add(fmt.Sprintf("buffer/nop-%+d", more), reason, poke{inBuffer, room.at, regs.CommandNop | uint32(left+more)})
		}
	}
	tail := int(g.words(inHeader, regs.ContextHeaderTail))
	fence := g.last(g.ring, regs.CommandFence, 1)
	for n := fence.at; n < tail; n++ {
		reason := uint32(regs.ReasonPastEnd)
		if n == fence.at {
			reason = regs.ReasonNone
		}
		g.add(fmt.Sprintf("ring/tail-at-%d-of-%d", n-fence.at, fence.length), reason, poke{inHeader, regs.ContextHeaderTail, uint32(n)})
	}
}

// orders has commands come after what forbids them.
func (g *generator) orders() {
	g.add("order/second-interruptible", regs.ReasonTwice, g.put(inRing, regs.CommandInterruptibleHeader)...)
	g.add("order/interruptible-after-state", regs.ReasonTwice, append(g.put(inRing, regs.CommandInterruptibleHeader), poke{inRing, g.find(g.ring, regs.CommandInterruptible).at, 0})...)
	g.add("order/never-interruptible", regs.ReasonNone, poke{inRing, g.find(g.ring, regs.CommandInterruptible).at, 0})
}
