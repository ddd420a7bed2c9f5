// Package cosim runs the machine beside the golden renderer: lockstep checks of
// everything that is committed, monitors for the rules of spec chapter 11, and sweeps
// that interrupt at every cycle (spec chapter 8).
package cosim

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/tb/driver"
)

// MaxContexts is the most contexts of a vector, and MaxListed without a driver that
// schedules them: two run lists.
const (
	MaxContexts = 64
	MaxListed   = 2 * listLength
)

// listLength is the number of contexts of a run list.
const listLength = 4

// Vector is what is run: memory with its contexts, and what golden says of them.
type Vector struct {
	Image    *driver.Image
	Traces   []*golden.Trace
	Final    []byte            // golden's memory at the end
	Odd      [MaxContexts]bool // contexts of the odd run list; the others are in the even one
	Leave    bool              // after its last context each list leaves for the other one
	Status   uint32            // entries of the context status buffer; 0: none
	Paging   *Paging           // nil: addresses are those of memory
	Schedule *Schedule         // nil: the run lists are given once, in the order of the contexts
	// Spoiled contexts have a header or save area that the testbench spoils while they do
	// not run: they may be refused.
	Spoiled [MaxContexts]bool
	// Residue has the bits that do not count of what the CPU says of contexts hold garbage.
	Residue   [MaxContexts]bool
	ListWords []ListWord    // what the run lists say that is not so, each word once
	Entries   []Entry       // what page tables say at first that is not so; their contexts are Spoiled
	limits    golden.Limits // of the machine; none: those that golden has by itself
	feet      *feet
	tiles     [][]tileInfo
	// interruptible is, by context, the event from which on it may be cut; -1: none.
	interruptible []int
	packings      []*packed           // of the save areas, by context
	blits         []map[int]*blitInfo // by context, then event
	blitAt        [][]int             // the same events in their order
}

// tileInfo is what the monitor wants to know of an event that is a tile.
type tileInfo struct {
	noColor bool // the colour write mask is zero: WBU writes nothing
	noDepth bool // neither depth nor stencil test
}

// NewVector runs golden on every context of an image. A context with malformed commands,
// or with a thread that fails, is an error.
func NewVector(im *driver.Image) (*Vector, error) {
	v, err := NewStoppingVector(im)
	if err != nil {
		return nil, err
	}
	return v, v.comesToItsEnd()
}

// NewVectorFor is NewVector for a machine: it says how many instructions threads may execute.
func NewVectorFor(im *driver.Image, c *hw.Config) (*Vector, error) {
	v, err := NewStoppingVector(im)
	if err != nil {
		return nil, err
	}
	if v, err = v.limitedAs(c); err != nil {
		return nil, err
	}
	return v, v.comesToItsEnd()
}

// FailingError is a context of which a thread of a kernel fails, where that is not wanted.
type FailingError struct {
	Context int
	Failure *golden.Failure
	Code    string // the kernel and its line; "": not known
}

// Error says which thread, where and why.
func (e *FailingError) Error() string {
	f := e.Failure
	where := ""
	if e.Code != "" {
		where = " (" + e.Code + ")"
	}
	return fmt.Sprintf("context %d: a thread of the %s kernel%s fails at address %#x: %s", e.Context, f.Kernel, where, f.At, f.Text)
}

// comesToItsEnd is an error when a context ends before its work is done.
func (v *Vector) comesToItsEnd() error {
	for i, t := range v.Traces {
		if len(t.Failures) > 0 {
			f := &t.Failures[0]
			return &FailingError{i, f, v.Image.Contexts[i].CodeAt(f.At)}
		}
		if t.Stopped != nil {
			return fmt.Errorf("golden: %w", t.Stopped)
		}
	}
	return nil
}

// NewStoppingVector is NewVector for contexts that may stop at malformed commands, or have threads that fail.
func NewStoppingVector(im *driver.Image) (*Vector, error) {
	return NewVectorWithin(im, golden.MaxPrimitives, nil)
}

// NewVectorWithin is NewStoppingVector with a limit for the primitives of each context, in place
// of golden.MaxPrimitives, for a machine; nil: the default one.
func NewVectorWithin(im *driver.Image, primitives uint64, c *hw.Config) (*Vector, error) {
	if n := len(im.Contexts); n < 1 || n > MaxContexts {
		return nil, fmt.Errorf("%d contexts: 1 to %d were expected", n, MaxContexts)
	}
	v := &Vector{Image: im}
	if c != nil {
		v.limits = limitsOf(c)
	}
	for i := listLength; i < min(len(im.Contexts), MaxListed); i++ {
		v.Odd[i] = true
	}
	return v.runs(primitives)
}

// runs returns the vector with what golden says of it.
func (v *Vector) runs(primitives uint64) (*Vector, error) {
	out := *v
	out.Final, out.feet = append([]byte(nil), v.Image.Bytes...), &feet{primitives: primitives}
	out.tiles, out.interruptible, out.packings, out.blits, out.blitAt = nil, nil, nil, nil, nil
	traces, err := golden.RunTogether(out.Final, v.starts(), primitives)
	if err != nil {
		return nil, fmt.Errorf("golden: %w", err)
	}
	v = &out
	v.Traces = traces
	for i, t := range traces {
		v.tiles = append(v.tiles, tileInfos(t))
		v.interruptible = append(v.interruptible, interruptibleFrom(t))
		v.packings = append(v.packings, packedAs(t))
		v.blits = append(v.blits, blitInfos(t))
		v.blitAt = append(v.blitAt, slices.Sorted(maps.Keys(v.blits[i])))
	}
	return v, nil
}

// limitedAs returns the vector for a machine, on which other threads may come to their limits, or scratch memory may be too small, where golden has taken other limits for granted.
func (v *Vector) limitedAs(c *hw.Config) (*Vector, error) {
	limits := limitsOf(c)
	if v.limits == limits {
		return v, nil
	}
	out := *v
	out.limits = limits
	for _, t := range v.Traces {
		atLimit := func(f golden.Failure) bool { return f.Reason == regs.ReasonInstructions }
		if t.Scratch > 0 || t.Vertex.Instructions > limits.Vertex || t.Pixel.Instructions > limits.Pixel || slices.ContainsFunc(t.Failures, atLimit) {
			return out.runs(v.feet.primitives)
		}
	}
	return &out, nil
}

// limitsOf are those of a machine.
func limitsOf(c *hw.Config) golden.Limits {
	return golden.Limits{Vertex: c.Vertex.Limit, Pixel: c.Pixel.Limit, Scratch: c.GPC.LSU.ScratchBytes(), Threads: c.HardwareThreads()}
}

// starts are the contexts as golden runs them.
func (v *Vector) starts() []golden.Start {
	starts := make([]golden.Start, len(v.Image.Contexts))
	for i := range starts {
		x := &v.Image.Contexts[i]
		starts[i] = golden.Start{Header: x.Name(), Offset: x.Offset, Limits: v.limits}
	}
	return starts
}

// reached is how far a context has come in a run.
type reached struct {
	Events  int             // of golden, that have passed the break point
	Stopped bool            // for good
	Threads *golden.Threads // what its threads have had, where that matters; nil: it does not
}

// upTo returns the vector with golden's memory as it is when contexts that were stopped
// for good have come no further than they did, and threads had what they have had. The traces are those of contexts as golden has run them for that; nil: it has not.
func (v *Vector) upTo(reached []reached) (*Vector, []*golden.Trace, error) {
	again := false
	starts := v.starts()
	for i, t := range v.Traces {
		r := &reached[i]
		if starts[i].Limit = r.Events; starts[i].Limit == 0 {
			starts[i].Limit = -1
		}
		starts[i].Threads = r.Threads
		again = again || r.Stopped && r.Events < len(t.Events) || r.Threads != nil
	}
	if !again {
		return v, nil, nil
	}
	out := *v
	out.Final = append([]byte(nil), v.Image.Bytes...)
	traces, errs := golden.RunTogetherUntil(out.Final, starts)
	for i, err := range errs {
		if err != nil && v.Traces[i].Stopped == nil && !isFailure(err) { // the machine has stopped at what golden stops at, too
			return nil, nil, fmt.Errorf("golden: %w", err)
		}
	}
	return &out, traces, nil
}

func tileInfos(t *golden.Trace) []tileInfo {
	out := make([]tileInfo, len(t.Events))
	var reg [3]uint32
	reg[0] = regs.ResetValue(regs.BlockWBU, regs.WBUWriteMask)
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind == golden.KindState {
			switch {
			case e.Block == regs.BlockWBU && e.Reg == regs.WBUWriteMask:
				reg[0] = e.Value
			case e.Block == regs.BlockZL2 && e.Reg == regs.ZL2DepthControl:
				reg[1] = e.Value
			case e.Block == regs.BlockZL2 && e.Reg == regs.ZL2StencilControl:
				reg[2] = e.Value
			}
		}
		out[i] = tileInfo{noColor: reg[0]&15 == 0, noDepth: reg[1]&1 == 0 && (reg[2]&1 == 0 || !hasStencil(reg[1]))}
	}
	return out
}

// hasStencil tells whether the format in DEPTH_CONTROL has a stencil.
func hasStencil(control uint32) bool {
	f := control >> regs.ZL2DepthControlFormatShift & regs.ZL2DepthControlFormatMask
	return f != regs.ZL2DepthControlFormatD32f && f != regs.ZL2DepthControlFormatD16
}

// blitsBefore returns the number of a context's fills and copies before an event.
func (v *Vector) blitsBefore(context, event int) int {
	n, _ := slices.BinarySearch(v.blitAt[context], event)
	return n
}

// Golden returns a surface as golden has it.
func (v *Vector) Golden(s *driver.Surface) []uint64 { return s.Pixels(v.word) }

// height returns the most rows of a target.
func (v *Vector) height() (h int) {
	for i := range v.Image.Contexts {
		h = max(h, v.Image.Contexts[i].Color.Height)
	}
	return h
}

// word returns a word of golden's memory.
func (v *Vector) word(addr uint32) uint32 { return binary.LittleEndian.Uint32(v.Final[addr:]) }

// StatusBuffer returns the address of the context status buffer, after all else.
func (v *Vector) StatusBuffer() uint32 {
	if v.Paging != nil {
		return v.pagedBytes()
	}
	return (uint32(len(v.Image.Bytes)) + 63) &^ 63
}

// end returns the memory that a session needs.
func (v *Vector) end() uint32 { return v.StatusBuffer() + v.Status*statusBytes }

// statusBytes is the size of an entry of the context status buffer.
const statusBytes = regs.StatusEntryBytes

// startCycles is how long the run list is on its way to the CSP; interrupts count from
// there on.
const startCycles = 4

// RunTo runs to a cycle, or until the machine is idle.
func (s *Session) RunTo(cycle uint64) error {
	for s.M.Cycle() < cycle && !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(min(cycle, before+s.Patience/4)); err != nil {
			return err
		}
		if err := s.hung(); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			break
		}
	}
	return nil
}
