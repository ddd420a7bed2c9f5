package cover

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// boundaries covers the reasons for invalid work: each at the last legal value and at the first illegal one. Legal ones are counted
// when a context has come to its end, from the commands that its ring and DMA buffers hold.
type boundaries struct {
	group *Group
	at    map[string]int
}

// Bins of boundaries that are not made from the tables of commands and registers.
const (
	sizeMost, sizeMore              = "RING_SIZE the most", "RING_SIZE 1 more"
	headLast, headPast              = "HEAD at the last DWORD", "HEAD at RING_SIZE"
	tailLast, tailPast              = "TAIL at the last DWORD", "TAIL at RING_SIZE"
	areaAligned, areaOff            = "SAVE_AREA aligned to no more than it must", "SAVE_AREA 1 byte off"
	scratchMost, scratchMore        = "SCRATCH_SIZE with the most lines", "SCRATCH_SIZE with 1 line more"
	scratchAll, scratchFew          = "SCRATCH_SIZE with as many parts as threads", "SCRATCH_SIZE with 1 part less"
	scratchAligned, scratchOff      = "SCRATCH aligned to no more than it must", "SCRATCH 1 byte off"
	holderSkip, holderRestore       = "place-holder SKIP_1_DWORD", "place-holder RESTORE"
	holderNearSkip, holderNearOther = "place-holder 1 bit from SKIP_1_DWORD", "place-holder 1 bit from RESTORE"
	savedHere, savedElsewhere       = "RESTORE to SAVE_AREA", "RESTORE to another address"
	savedOfOther, savedLayout       = "save area of a context 1 bit away", "save area of a layout 1 bit away"
	savedHeadLast, savedHeadPast    = "RING_HEAD of the save area at the last DWORD", "RING_HEAD of the save area at RING_SIZE"
	savedBufferOff                  = "DMA_BUFFER of the save area 1 byte off"
	endsBuffer, pastBuffer          = "command ends with its DMA buffer", "command 1 DWORD past its DMA buffer"
	endsTail, cutByTail             = "command ends at TAIL", "command cut off by TAIL, 1 DWORD"
	bufferNowhere                   = "DMA buffer at 0"
	lastBlock, noBlock              = "block the last", "block 1 more"
	lastCounter, noCounter          = "counter the last", "counter 1 more"
	lastMode, noMode                = "mode of a flush the last", "mode of a flush 1 more"
	interruptibleFirst              = "INTERRUPTIBLE before state"
	interruptibleTwice              = "INTERRUPTIBLE a second time"
	interruptibleLate               = "INTERRUPTIBLE after state"
	missAfter, missBefore           = "page missed after INTERRUPTIBLE", "page missed before INTERRUPTIBLE"
	carefulMiss, carefulAgain       = "careful run misses a page", "careful run misses a page again"
)

var boundaryBins = []string{
	sizeMost, sizeMore, headLast, headPast, tailLast, tailPast, areaAligned, areaOff, scratchMost, scratchMore, scratchAll, scratchFew, scratchAligned, scratchOff, holderSkip, holderRestore, holderNearSkip, holderNearOther,
	savedHere, savedElsewhere, savedOfOther, savedLayout, savedHeadLast, savedHeadPast, savedBufferOff, endsBuffer, pastBuffer, endsTail, cutByTail, bufferNowhere,
	lastBlock, noBlock, lastCounter, noCounter, lastMode, noMode, interruptibleFirst, interruptibleTwice, interruptibleLate, missAfter, missBefore, carefulMiss, carefulAgain,
}

// streamCommand tells whether a command may stand in rings or DMA buffers.
func streamCommand(c *regs.Command) bool { return c.Shape.Where&(regs.InRing|regs.InDmaBuffer) != 0 }

// alignOf is what the address that a command names must be aligned to; 0: it names none.
func alignOf(c *regs.Command) uint32 {
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Align > 1 {
			return uint32(o.Align)
		}
	}
	return 0
}

// lastOpcode is the greatest header code of a client's commands, 0: it has none.
func lastOpcode(client uint32) (code uint32) {
	for i := range regs.Commands {
		if c := &regs.Commands[i]; streamCommand(c) && c.Code>>regs.HeaderClientShift == client {
			code = max(code, c.Code)
		}
	}
	return code
}

// blockName names a block; some have no registers, and no name.
func blockName(b uint32) string {
	if name := regs.Blocks[b].Name; name != "" {
		return name
	}
	return fmt.Sprintf("block %d", b)
}

func (g *boundaries) declare(sp *Space, _ []*hw.Machine) {
	bins := append([]string{}, boundaryBins...)
	for i := range regs.Commands {
		c := &regs.Commands[i]
		if !streamCommand(c) {
			continue
		}
		bins = append(bins, c.Name+" of the least length")
		if c.Shape.Least > 0 {
			bins = append(bins, c.Name+" 1 DWORD too short")
		}
		if c.Shape.Most < regs.HeaderLengthMask {
			bins = append(bins, c.Name+" 1 DWORD too long")
		}
		if c.Shape.Where&regs.InRing == 0 {
			bins = append(bins, c.Name+" in a ring")
		}
		if c.Shape.Where&regs.InDmaBuffer == 0 {
			bins = append(bins, c.Name+" in a DMA buffer")
		}
		if alignOf(c) > 0 {
			bins = append(bins, c.Name+" aligned to no more than it must", c.Name+" 1 byte off")
		}
		if lastOpcode(c.Code>>regs.HeaderClientShift) == c.Code {
			bins = append(bins, c.Name+", the last opcode", c.Name+", the opcode after it")
		}
	}
	for b := range uint32(regs.NumBlocks) {
		if regs.BlockLength[b] > 0 {
			bins = append(bins, blockName(b)+" the last register")
		}
		bins = append(bins, blockName(b)+" 1 register more")
	}
	g.group = sp.Group("boundaries", "Each reason for invalid work at the last legal value and at the first illegal one.", bins...)
	g.at = map[string]int{}
	for i, name := range bins {
		g.at[name] = i
	}
}

func (g *boundaries) attach(p *Sampler) {
	m := p.s.M
	ended := make([]bool, len(p.s.V.Traces))
	careful := map[uint32]bool{} // contexts whose runs are careful
	m.CSP.P.Events.Watch(func(e *csp.Event) {
		switch e.Kind {
		case csp.EventStarted:
			g.started(p, e)
		case csp.EventLoaded:
			g.hit(p, savedHere, true)
			g.hit(p, savedHeadLast, e.At.Head == m.CSP.S.Front.RingSize-1)
		case csp.EventEnded:
			g.stopped(p, e)
		case csp.EventFault:
			g.hit(p, missAfter, e.Cause == regs.CauseFault)
			g.hit(p, missBefore, e.Reason == regs.ReasonNotInterruptible)
			g.hit(p, carefulAgain, e.Reason == regs.ReasonFrames)
		case csp.EventRefused, csp.EventSaved:
			g.hit(p, carefulMiss, careful[e.Context] && e.Careful && e.Cause&regs.CauseFault != 0)
			g.hit(p, carefulAgain, e.Reason == regs.ReasonFrames)
			careful[e.Context] = e.Careful
			if e.Kind == csp.EventRefused {
				g.refused(p, e)
			}
			if i := p.s.ContextAt(e.Context); e.Kind == csp.EventSaved && e.Cause == regs.CauseEnd && i >= 0 && !ended[i] {
				ended[i] = true
				g.finished(p, i)
			}
		}
	})
}

func (g *boundaries) hit(p *Sampler, bin string, hit bool) {
	if i, declared := g.at[bin]; hit && declared {
		p.Hit(g.group, i)
	}
}

// header reads a word of a context's header.
func header(p *Sampler, context uint32, word uint32) uint32 {
	i := p.s.ContextAt(context)
	if i < 0 {
		return 0
	}
	return p.s.Memory().ReadWord(p.s.V.Image.Contexts[i].Header + 4*word)
}

// scratch is how much scratch memory a thread of the machine can have, in lines, and how many threads there are.
func (p *Sampler) scratch() (lines, threads uint32) {
	c := &p.s.M.Config
	return uint32(c.GPC.LSU.ScratchBytes() / pipe.LineBytes), uint32(c.HardwareThreads())
}

// started: header and place-holder are legal.
func (g *boundaries) started(p *Sampler, e *csp.Event) {
	f := &p.s.M.CSP.S.Front
	g.hit(p, holderSkip, !e.Restored)
	g.hit(p, holderRestore, e.Restored)
	g.hit(p, sizeMost, f.RingSize == regs.ContextHeaderRingSizeMax)
	g.hit(p, headLast, f.Cur == f.RingSize-1)
	g.hit(p, tailLast, f.Tail == f.RingSize-1)
	const align = regs.ContextHeaderSaveAreaAlign
	s := &p.s.M.CSP.S.Slots[e.Slot]
	g.hit(p, areaAligned, s.Save%(2*align) == align)
	if s.Scratch.Bytes > 0 {
		most, threads := p.scratch()
		g.hit(p, scratchMost, s.Scratch.Bytes == most*pipe.LineBytes)
		g.hit(p, scratchAll, header(p, e.Context, regs.ContextHeaderScratchSize)>>regs.ContextHeaderScratchSizeThreadsShift == threads)
		g.hit(p, scratchAligned, s.Scratch.Addr%(2*regs.ContextHeaderScratchAlign) == regs.ContextHeaderScratchAlign)
	}
}

// refused: header, place-holder or save area is not.
func (g *boundaries) refused(p *Sampler, e *csp.Event) {
	f := &p.s.M.CSP.S.Front
	switch e.Reason {
	case regs.ReasonHeader:
		area := header(p, e.Context, regs.ContextHeaderSaveArea)
		g.hit(p, sizeMore, f.RingSize == regs.ContextHeaderRingSizeMax+1)
		g.hit(p, headPast, f.Cur == f.RingSize)
		g.hit(p, tailPast, f.Cur < f.RingSize && f.Tail == f.RingSize)
		g.hit(p, areaOff, e.Addr == area && area%regs.ContextHeaderSaveAreaAlign == 1)
		at, word := header(p, e.Context, regs.ContextHeaderScratch), header(p, e.Context, regs.ContextHeaderScratchSize)
		size := regs.UnpackContextHeaderScratchSize(word)
		most, threads := p.scratch()
		g.hit(p, scratchMore, e.Addr == word && size.Lines == most+1 && size.Threads >= threads)
		g.hit(p, scratchFew, e.Addr == word && size.Lines <= most && size.Threads == threads-1)
		g.hit(p, scratchOff, e.Addr == at && size.Lines > 0 && at%regs.ContextHeaderScratchAlign == 1)
	case regs.ReasonPlaceHolder:
		g.hit(p, holderNearSkip, bits.OnesCount32(e.Addr^regs.CommandSkip1DwordHeader) == 1)
		g.hit(p, holderNearOther, bits.OnesCount32(e.Addr^regs.CommandRestoreHeader) == 1)
	case regs.ReasonSaveArea:
		g.hit(p, savedElsewhere, e.Addr != header(p, e.Context, regs.ContextHeaderSaveArea) && e.Addr == header(p, e.Context, regs.ContextHeaderRestoreAddress))
		g.hit(p, savedOfOther, f.Item == regs.SaveAreaHeadContext && bits.OnesCount32(e.Addr^e.Context) == 1)
		g.hit(p, savedLayout, f.Item == regs.SaveAreaHeadLayout && bits.OnesCount32(e.Addr^uint32(regs.SaveLayoutID)) == 1)
		g.hit(p, savedHeadPast, f.Resume.Head == f.RingSize && e.Addr == f.RingSize)
		g.hit(p, savedBufferOff, f.Resume.Buffer%regs.CommandDmaAddressAlign == 1 && e.Addr == f.Resume.Buffer)
	}
}

// stopped: a command makes no sense.
func (g *boundaries) stopped(p *Sampler, e *csp.Event) {
	f := &p.s.M.CSP.S.Front
	if e.Cause != regs.CauseInvalid {
		return
	}
	h := f.Words[0]
	length := h >> regs.HeaderLengthShift & regs.HeaderLengthMask
	c := regs.CommandOf(h)
	switch f.StopFor {
	case regs.ReasonHeader:
		g.hit(p, tailPast, f.StopWord == f.RingSize)
		return
	case regs.ReasonOpcode:
		if before := regs.CommandOf(h - 1<<regs.HeaderOpcodeShift); before != nil {
			g.hit(p, before.Name+", the opcode after it", true)
		}
		return
	}
	if c == nil {
		return
	}
	switch f.StopFor {
	case regs.ReasonPlace:
		g.hit(p, c.Name+" in a ring", f.Buffer == 0)
		g.hit(p, c.Name+" in a DMA buffer", f.Buffer != 0)
	case regs.ReasonLength:
		g.hit(p, c.Name+" 1 DWORD too short", length+1 == c.Shape.Least)
		g.hit(p, c.Name+" 1 DWORD too long", length == c.Shape.Most+1)
	case regs.ReasonPastEnd:
		g.hit(p, pastBuffer, f.Buffer != 0 && length == f.Length-f.Next+1)
		g.hit(p, cutByTail, f.Buffer == 0 && (f.Skip == 1 || f.Skip == 0 && uint32(f.Have) == length))
	case regs.ReasonAlignment:
		if n := alignOf(c); n > 0 {
			g.hit(p, c.Name+" 1 byte off", f.StopWord%n == 1)
		}
		g.hit(p, bufferNowhere, f.StopWord == 0)
	case regs.ReasonBlock:
		g.hit(p, noBlock, f.StopWord == regs.NumBlocks)
	case regs.ReasonRegister:
		if b := h >> regs.HeaderSubOpcodeShift & regs.HeaderSubOpcodeMask; b < regs.NumBlocks {
			g.hit(p, blockName(b)+" 1 register more", f.StopWord == uint32(regs.BlockLength[b]))
		}
	case regs.ReasonCounter:
		g.hit(p, noCounter, h>>regs.HeaderSubOpcodeShift&regs.HeaderSubOpcodeMask == regs.CounterLimit)
	case regs.ReasonFlushMode:
		g.hit(p, noMode, h>>regs.HeaderSubOpcodeShift&regs.HeaderSubOpcodeMask == regs.FlushModeLimit)
	case regs.ReasonTwice:
		s := &p.s.M.CSP.S.Slots[e.Slot]
		g.hit(p, interruptibleTwice, s.Interruptible())
		g.hit(p, interruptibleLate, !s.Interruptible())
	}
}

// finished: all commands from HEAD to TAIL are legal.
func (g *boundaries) finished(p *Sampler, context int) {
	x := &p.s.V.Image.Contexts[context]
	word := func(at uint32) uint32 {
		if int(at)+4 > len(p.s.V.Image.Bytes) {
			return 0
		}
		return binary.LittleEndian.Uint32(p.s.V.Image.Bytes[at:])
	}
	tail, size := header(p, x.Name(), regs.ContextHeaderTail), header(p, x.Name(), regs.ContextHeaderRingSize)
	head := word(x.Header + 4*regs.ContextHeaderHead)
	if size == 0 || size > regs.ContextHeaderRingSizeMax || p.s.V.Spoiled[context] {
		return
	}
	ring := func(n uint32) uint32 { return word(x.Header + regs.ContextHeaderBytes + 4*(n%size)) }
	for left := (tail + size - head) % size; left > 0; {
		c := regs.CommandOf(ring(head))
		if c == nil {
			return // nothing is counted from a word on that is no command
		}
		n := g.legal(p, func(k uint32) uint32 { return ring(head + k) })
		if c.Code == regs.CommandDma {
			g.buffer(p, x.Offset+ring(head+regs.CommandDmaAddress), ring(head+regs.CommandDmaDwords), word)
		}
		if n > left {
			return
		}
		g.hit(p, endsTail, n == left)
		head, left = head+n, left-n
	}
}

// buffer counts the commands of a DMA buffer.
func (g *boundaries) buffer(p *Sampler, at, dwords uint32, word func(at uint32) uint32) {
	for left := dwords; left > 0; {
		n := g.legal(p, func(k uint32) uint32 { return word(at + 4*k) })
		if n > left {
			return
		}
		g.hit(p, endsBuffer, n == left)
		at, left = at+4*n, left-n
	}
}

// legal counts a command, and returns its length in DWORDs.
func (g *boundaries) legal(p *Sampler, word func(k uint32) uint32) uint32 {
	h := word(0)
	length := h >> regs.HeaderLengthShift & regs.HeaderLengthMask
	c := regs.CommandOf(h)
	if c == nil {
		return 1 + length
	}
	g.hit(p, c.Name+" of the least length", length == c.Shape.Least)
	g.hit(p, c.Name+", the last opcode", true)
	if n := alignOf(c); n > 0 {
		g.hit(p, c.Name+" aligned to no more than it must", word(1)%(2*n) == n)
	}
	sub := h >> regs.HeaderSubOpcodeShift & regs.HeaderSubOpcodeMask
	switch c.Code {
	case regs.CommandInterruptible:
		g.hit(p, interruptibleFirst, true)
	case regs.CommandQueryWrite:
		g.hit(p, lastCounter, sub == regs.CounterLimit-1)
	case regs.CommandFlush:
		g.hit(p, lastMode, sub == regs.FlushModeLimit-1)
	case regs.CommandSetState:
		g.hit(p, lastBlock, sub == regs.NumBlocks-1)
		if sub < regs.NumBlocks {
			g.hit(p, blockName(sub)+" the last register", word(regs.CommandSetStateFirst)+length-1 == uint32(regs.BlockLength[sub]))
		}
	}
	return 1 + length
}
