// Package vector is what a session runs: memory with its contexts, run lists, page tables and schedule, and what golden
// says of them. It knows nothing of who runs it.
package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/tb/driver"
)

// interruptibleFrom returns the event of a trace from which on its context may be cut, -1: none.
func interruptibleFrom(t *golden.Trace) int {
	for i := range t.Events {
		if t.Events[i].Kind == golden.KindInterruptible {
			return i
		}
	}
	return -1
}

// isFailure tells whether golden's error is a thread that fails.
func isFailure(err error) bool {
	var f *golden.Failure
	return errors.As(err, &f)
}

// MaxContexts is the most contexts of a vector, and MaxListed without a driver that
// schedules them: two run lists.
const (
	MaxContexts = 64
	MaxListed   = 2 * ListLength
)

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
	feet      *Footprints
	Tiles     [][]TileInfo
	// Interruptible is, by context, the event from which on it may be cut; -1: none.
	Interruptible []int
	Packings      []*packed       // of the save areas, by context
	Blits         []map[int]*Blit // by context, then event
	BlitAt        [][]int         // the same events in their order
}

// TileInfo is what the monitor wants to know of an event that is a tile.
type TileInfo struct {
	NoColor bool // the colour write mask is zero: WBU writes nothing
	NoDepth bool // neither depth nor stencil test
}

// New runs golden on every context of an image. A context with malformed commands,
// or with a thread that fails, is an error.
func New(im *driver.Image) (*Vector, error) {
	v, err := NewStopping(im)
	if err != nil {
		return nil, err
	}
	return v, v.comesToItsEnd()
}

// NewFor is New for a machine: it says how many instructions threads may execute.
func NewFor(im *driver.Image, c *hw.Config) (*Vector, error) {
	v, err := NewStopping(im)
	if err != nil {
		return nil, err
	}
	if v, err = v.LimitedAs(c); err != nil {
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

// NewStopping is New for contexts that may stop at malformed commands, or have threads that fail.
func NewStopping(im *driver.Image) (*Vector, error) {
	return NewWithin(im, golden.MaxPrimitives, nil)
}

// NewWithin is NewStopping with a limit for the primitives of each context, in place
// of golden.MaxPrimitives, for a machine; nil: the default one.
func NewWithin(im *driver.Image, primitives uint64, c *hw.Config) (*Vector, error) {
	if n := len(im.Contexts); n < 1 || n > MaxContexts {
		return nil, fmt.Errorf("%d contexts: 1 to %d were expected", n, MaxContexts)
	}
	v := &Vector{Image: im}
	if c != nil {
		v.limits = limitsOf(c)
	}
	for i := ListLength; i < min(len(im.Contexts), MaxListed); i++ {
		v.Odd[i] = true
	}
	return v.runs(primitives)
}

// runs returns the vector with what golden says of it.
func (v *Vector) runs(primitives uint64) (*Vector, error) {
	out := *v
	out.Final, out.feet = append([]byte(nil), v.Image.Bytes...), &Footprints{primitives: primitives}
	out.Tiles, out.Interruptible, out.Packings, out.Blits, out.BlitAt = nil, nil, nil, nil, nil
	traces, err := golden.RunTogether(out.Final, v.starts(), primitives)
	if err != nil {
		return nil, fmt.Errorf("golden: %w", err)
	}
	v = &out
	v.Traces = traces
	for i, t := range traces {
		v.Tiles = append(v.Tiles, tileInfos(t))
		v.Interruptible = append(v.Interruptible, interruptibleFrom(t))
		v.Packings = append(v.Packings, packedAs(t))
		v.Blits = append(v.Blits, blitInfos(t))
		v.BlitAt = append(v.BlitAt, slices.Sorted(maps.Keys(v.Blits[i])))
	}
	return v, nil
}

// LimitedAs returns the vector for a machine, on which other threads may come to their limits, or scratch memory may be too small, where golden has taken other limits for granted.
func (v *Vector) LimitedAs(c *hw.Config) (*Vector, error) {
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

// Reached is how far a context has come in a run.
type Reached struct {
	Events  int             // of golden, that have passed the break point
	Stopped bool            // for good
	Threads *golden.Threads // what its threads have had, where that matters; nil: it does not
}

// UpTo returns the vector with golden's memory as it is when contexts that were stopped
// for good have come no further than they did, and threads had what they have had. The traces are those of contexts as golden has run them for that; nil: it has not.
func (v *Vector) UpTo(reached []Reached) (*Vector, []*golden.Trace, error) {
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

func tileInfos(t *golden.Trace) []TileInfo {
	out := make([]TileInfo, len(t.Events))
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
		out[i] = TileInfo{NoColor: reg[0]&15 == 0, NoDepth: reg[1]&1 == 0 && (reg[2]&1 == 0 || !hasStencil(reg[1]))}
	}
	return out
}

// hasStencil tells whether the format in DEPTH_CONTROL has a stencil.
func hasStencil(control uint32) bool {
	f := control >> regs.ZL2DepthControlFormatShift & regs.ZL2DepthControlFormatMask
	return f != regs.ZL2DepthControlFormatD32f && f != regs.ZL2DepthControlFormatD16
}

// Golden returns a surface as golden has it.
func (v *Vector) Golden(s *driver.Surface) []uint64 { return s.Pixels(v.Word) }

// Height returns the most rows of a target.
func (v *Vector) Height() (h int) {
	for i := range v.Image.Contexts {
		h = max(h, v.Image.Contexts[i].Color.Height)
	}
	return h
}

// Word returns a word of golden's memory.
func (v *Vector) Word(addr uint32) uint32 { return binary.LittleEndian.Uint32(v.Final[addr:]) }

// StatusBuffer returns the address of the context status buffer, after all else.
func (v *Vector) StatusBuffer() uint32 {
	if v.Paging != nil {
		return v.pagedBytes()
	}
	return (uint32(len(v.Image.Bytes)) + 63) &^ 63
}

// End returns the memory that a session needs.
func (v *Vector) End() uint32 { return v.StatusBuffer() + v.Status*StatusBytes }

// StatusBytes is the size of an entry of the context status buffer.
const StatusBytes = regs.StatusEntryBytes
