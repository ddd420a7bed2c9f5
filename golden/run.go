package golden

import (
	"errors"
	"fmt"
	"slices"

	"tilemark/golden/exec"
	"tilemark/golden/packing"
	"tilemark/hw/regs"
)

// renderer is a run in progress.
type renderer struct {
	mem           image
	ctx           uint64
	regs          *registers
	counters      counters
	interruptible bool
	stateWritten  bool
	limit         int    // events that are executed; 0: all
	within        uint64 // primitives that it may draw in all; 0: any number
	stopped       bool   // the place of a malformed command has passed
	at            Cursor // ring head and DMA buffer of the command being executed
	operands      []uint32
	clipper       clipper
	grid          []vertex // of the patch being drawn, row by row
	trace         *Trace
	foot          *Footprint           // nil: not wanted
	kernels       map[key]*exec.Kernel // that were loaded
	limits        Limits
	threads       *Threads    // nil: not known
	stores        exec.Tally  // what pixel threads have written to bindings
	tileQuads     []quad      // of a tile
	group         []*quad     // of a thread
	pause         func() bool // lets other contexts run; false: none can go on. nil: there are no others
}

// Run executes the context whose header is at address ctx of mem, a flat image of GPU
// memory from address 0, from the ring's HEAD to its TAIL. It changes surfaces, fences
// and queries in mem, but not HEAD, place-holders or save area.
//
// The context must not have been interrupted: its place-holder is SKIP_1_DWORD. An
// error names context, address and what was expected there: an address outside mem, a
// WAIT that would wait, or more than MaxPrimitives. The trace then holds what came before
// the error. A malformed stream is none, nor is a thread of a kernel that fails above the break point: it stops the context at the command
// or primitive, and Trace.Stopped says why. A pixel thread that fails has its pixels discarded, and is noted in Trace.Failures.
func Run(mem []byte, ctx uint32) (*Trace, error) { return RunWithin(mem, ctx, MaxPrimitives) }

// MaxPrimitives is how many primitives and patches a context may draw: a stream that makes
// no sense may ask for 2^64 of them.
const MaxPrimitives = 1 << 24

// RunWithin is Run with a limit of its own in place of MaxPrimitives.
func RunWithin(mem []byte, ctx uint32, primitives uint64) (*Trace, error) {
	r := newRenderer(mem, ctx)
	r.within = primitives
	err := r.context()
	r.finish()
	if stops(err) {
		r.trace.Stopped = fmt.Errorf("context %#x, %w", ctx, err)
		return r.trace, nil
	}
	if err != nil {
		return r.trace, fmt.Errorf("context %#x, %w", ctx, err)
	}
	return r.trace, nil
}

// newRenderer makes the renderer of a context that has not begun.
func newRenderer(mem []byte, ctx uint32) *renderer {
	r := &renderer{limits: Limits{}.whole(), mem: mem, ctx: uint64(ctx), regs: newRegisters(), trace: &Trace{Context: ctx}, kernels: map[key]*exec.Kernel{}}
	r.counters = resetCounters()
	r.noteStatistics()
	return r
}

// errLimit unwinds a run that has come to its limit.
var errLimit = errors.New("limit")

// next ends a run that has come to its limit, before what the next event does.
func (r *renderer) next() {
	if r.limit > 0 && len(r.trace.Events) == r.limit {
		panic(errLimit)
	}
}

// finish completes the trace.
func (r *renderer) finish() {
	r.regs.setCounters(&r.counters)
	r.trace.FinalRegs = *r.regs
	r.trace.index()
}

// context reads the header and runs the ring.
func (r *renderer) context() error {
	if r.ctx%regs.ContextHeaderAlign != 0 {
		return expected(r.ctx, "a context header aligned to %d bytes", regs.ContextHeaderAlign)
	}
	if !r.mem.has(r.ctx, regs.ContextHeaderBytes) {
		return expected(r.ctx, "a context header inside the memory of %#x bytes", len(r.mem))
	}
	r.trace.startHead = r.header(regs.ContextHeaderHead)
	r.foot.open(r)
	r.trace.Scratch = uint32(r.headerScratch().lines) * scratchLine
	if r.header(regs.ContextHeaderHead) == r.header(regs.ContextHeaderTail) {
		return nil
	}
	if err := r.checkHeader(); err != nil {
		return err
	}
	if s := r.headerScratch(); s.lines > 0 {
		r.regs[regs.BlockEUP][regs.EUPScratchBase], r.regs[regs.BlockEUP][regs.EUPScratchBytes] = uint32(s.at), r.trace.Scratch
	}
	r.foot.begin(r)
	return r.ring()
}

// header reads a word of the context's header, which lies at headerAddr.
func (r *renderer) header(word uint64) uint32 { return r.mem.word(r.headerAddr(word)) }

func (r *renderer) headerAddr(word uint64) uint64 { return r.ctx + 4*word }

func (r *renderer) checkHeader() error {
	head, tail, size := r.header(regs.ContextHeaderHead), r.header(regs.ContextHeaderTail), r.header(regs.ContextHeaderRingSize)
	area := uint64(r.header(regs.ContextHeaderSaveArea))
	placeHolder, scratch := r.header(regs.ContextHeaderRestore), r.headerScratch()
	switch {
	case size > regs.ContextHeaderRingSizeMax:
		return malformed(regs.ReasonHeader, size, r.headerAddr(regs.ContextHeaderRingSize), "a ring of at most %d DWORDs, found %d", regs.ContextHeaderRingSizeMax, size)
	case !r.mem.has(r.ctx+regs.ContextHeaderBytes, 4*uint64(size)):
		return expected(r.headerAddr(regs.ContextHeaderRingSize), "a ring inside the memory of %#x bytes, found %d DWORDs", len(r.mem), size)
	case head >= size:
		return malformed(regs.ReasonHeader, head, r.headerAddr(regs.ContextHeaderHead), "HEAD below the ring's size of %d, found %d", size, head)
	case tail >= size:
		return malformed(regs.ReasonHeader, tail, r.headerAddr(regs.ContextHeaderTail), "TAIL below the ring's size of %d, found %d", size, tail)
	case area%regs.ContextHeaderSaveAreaAlign != 0:
		return malformed(regs.ReasonHeader, uint32(area), r.headerAddr(regs.ContextHeaderSaveArea), "a save area aligned to %d bytes, found %#x", regs.ContextHeaderSaveAreaAlign, area)
	case placeHolder != regs.CommandSkip1DwordHeader && placeHolder != regs.CommandRestoreHeader:
		return malformed(regs.ReasonPlaceHolder, placeHolder, r.headerAddr(regs.ContextHeaderRestore), "SKIP_1_DWORD or RESTORE, found %#08x", placeHolder)
	case scratch.lines > 0 && (scratch.lines*scratchLine > uint64(r.limits.Scratch) || scratch.threads < uint64(r.limits.Threads) || scratch.bytes(r) > mostScratch):
		return malformed(regs.ReasonHeader, r.header(regs.ContextHeaderScratchSize), r.headerAddr(regs.ContextHeaderScratchSize), "scratch memory of at most %d bytes for each of at least %d threads, %d bytes in all, found %d bytes for each of %d",
			r.limits.Scratch, r.limits.Threads, mostScratch, scratch.lines*scratchLine, scratch.threads)
	case scratch.lines > 0 && scratch.at%regs.ContextHeaderScratchAlign != 0:
		return malformed(regs.ReasonHeader, uint32(scratch.at), r.headerAddr(regs.ContextHeaderScratch), "scratch memory aligned to %d bytes, found %#x", regs.ContextHeaderScratchAlign, scratch.at)
	case placeHolder != regs.CommandSkip1DwordHeader:
		return expected(r.headerAddr(regs.ContextHeaderRestore), "SKIP_1_DWORD, found %#08x: only a run from the beginning can be rendered", placeHolder)
	case scratch.lines > 0 && !r.mem.has(scratch.at, scratch.bytes(r)):
		return expected(r.headerAddr(regs.ContextHeaderScratch), "scratch memory of %d bytes inside the memory of %#x bytes, found %#x", scratch.bytes(r), len(r.mem), scratch.at)
	case !r.mem.has(area, regs.SaveRoomBytes):
		return expected(r.headerAddr(regs.ContextHeaderSaveArea), "a save area inside the memory of %#x bytes, found %#x", len(r.mem), area)
	}
	return nil
}

// Scratch memory, in bytes: its unit, and the most that a context can have, whose addresses are as many.
const (
	scratchLine = 64
	mostScratch = 256 << 20
)

// scratchMemory is what a header says of it.
type scratchMemory struct{ at, lines, threads uint64 }

func (r *renderer) headerScratch() scratchMemory {
	size := r.header(regs.ContextHeaderScratchSize)
	return scratchMemory{uint64(r.header(regs.ContextHeaderScratch)), uint64(size & 0xffff), uint64(size >> 16)}
}

// bytes is how much of it the machine uses.
func (s scratchMemory) bytes(r *renderer) uint64 {
	return s.lines * scratchLine * uint64(r.limits.Threads)
}

// ring executes the ring's commands.
func (r *renderer) ring() error {
	head, tail, size := r.header(regs.ContextHeaderHead), r.header(regs.ContextHeaderTail), r.header(regs.ContextHeaderRingSize)
	s := stream{mem: r.mem, place: inRing, base: r.ctx + regs.ContextHeaderBytes, offset: head, wrap: size}
	s.left = (tail + size - head) % size
	for s.left > 0 {
		r.at = Cursor{Head: s.offset}
		c, err := s.command(r.operands)
		if err == nil {
			r.operands = c.operands
			err = r.ringCommand(&c)
		}
		if err != nil {
			return r.stop(err, Cursor{Head: c.offset})
		}
	}
	return nil
}

// ringCommand executes a command and lets the head move after it.
func (r *renderer) ringCommand(c *command) error {
	after := Cursor{Head: c.next}
	switch c.opcode {
	case regs.CommandInterruptible:
		if r.interruptible || r.stateWritten {
			return malformed(regs.ReasonTwice, c.header, c.addr, "INTERRUPTIBLE once and before the first state write")
		}
		p := packing.Of(func(reg int) uint32 { return r.regs.word(regs.BlockCSP, reg) })
		if reg, wrong := p.Wrong(); wrong {
			return malformed(regs.ReasonPacking, uint32(reg), c.addr, "a packing of the save area, found %s = %#x", regs.RegisterName(regs.BlockCSP, reg), r.regs.word(regs.BlockCSP, reg))
		}
		r.interruptible = true
		r.emit(Event{Kind: KindInterruptible, Cursor: after})
		return nil
	case regs.CommandFence:
		return r.fence(c, after)
	case regs.CommandFlush:
		return r.flush(c, after)
	case regs.CommandWait:
		if err := r.wait(c); err != nil {
			return err
		}
	case regs.CommandDma:
		if err := r.dma(c); err != nil {
			return err
		}
	}
	r.emit(Event{Kind: KindHead, Cursor: after})
	return nil
}

// dma executes a DMA buffer.
func (r *renderer) dma(c *command) error {
	base, size := c.operand(regs.CommandDmaAddress), c.operand(regs.CommandDmaDwords)
	switch {
	case base == 0 || base%regs.CommandDmaAddressAlign != 0:
		return malformed(regs.ReasonAlignment, base, c.addr, "a DMA buffer aligned to %d bytes and not at 0, found %#x", regs.CommandDmaAddressAlign, base)
	case !r.mem.has(uint64(base), 4*uint64(size)):
		return expected(c.addr, "a DMA buffer inside the memory of %#x bytes, found %d DWORDs at %#x", len(r.mem), size, base)
	}
	r.at.Buffer = base
	r.emit(Event{Kind: KindHead, Cursor: r.at})
	r.foot.enter(base)
	s := stream{mem: r.mem, place: inDMABuffer, base: uint64(base), left: size}
	for s.left > 0 {
		c, err := s.command(r.operands)
		r.foot.read(s.offset)
		if err == nil {
			r.operands = c.operands
			err = r.dmaCommand(&c)
		}
		if err != nil {
			return r.stop(err, r.offset(c.offset))
		}
	}
	return nil
}

// stop lets the place of a malformed command pass: everything before it is executed.
func (r *renderer) stop(err error, at Cursor) error {
	if isMalformed(err) && !r.stopped {
		r.stopped = true
		r.trace.Stop = r.stopOf(err, at)
		r.emit(Event{Kind: KindHead, Cursor: at})
	}
	return err
}

// stopOf says why and where a malformed command stops the context.
func (r *renderer) stopOf(err error, at Cursor) *Stop {
	var e *streamError
	errors.As(err, &e)
	s := &Stop{At: at, Reason: e.reason, Word: e.word}
	if n := len(r.trace.Events); n > 0 {
		before := &r.trace.Events[n-1]
		s.Twice = before.Kind == KindHead && before.Cursor == at
	}
	return s
}

// emit adds an event to the trace.
func (r *renderer) emit(e Event) {
	r.next()
	e.Occlusion, e.PixelRuns = r.counters[regs.CounterOcclusion], r.counters[regs.CounterPsInvocations]
	e.note = int32(len(r.trace.notes) - 1)
	if r.stores != r.trace.Stored(len(r.trace.Events)) {
		r.trace.Stores = append(r.trace.Stores, Stores{len(r.trace.Events), r.stores})
	}
	r.trace.Events = append(room(r.trace.Events, 1), e)
	r.foot.event(r, &e)
}

// room makes room for n more elements. It doubles the capacity where append would add a
// quarter: a trace of millions of fragments is copied less often.
func room[E any](s []E, n int) []E {
	if cap(s)-len(s) < n {
		s = slices.Grow(s, len(s)+n)
	}
	return s
}

// offset is the cursor at a DWORD offset of the present DMA buffer.
func (r *renderer) offset(dword uint32) Cursor {
	c := r.at
	c.Offset = dword
	return c
}
